"""Records with errors: how the list tells them from others, and what accepting and mending them asks."""

import json

import pytest
from annotation_examples import PASSWORD, TYPED, keep_picture

from browser import follow, log_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def logged_in(page, login):
    log_in(page, login, PASSWORD)
    page.get_by_role("link", name="Annotation").click()
    follow(page, "Questions")
    return page


def press(page, name):
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def ola(visit, project, tmp_path):
    """Ola has imported a record without address, type of answer and exact answer, which stands nowhere."""
    line = {**TYPED, "extraction": "", "answer": "tehdy", "url": "", "answer_type": "", "article": TYPED["selection"]}
    (tmp_path / "records.jsonl").write_text(json.dumps(line, ensure_ascii=False) + "\n", "utf-8")
    page = logged_in(visit(), "ola")
    follow(page, "Import")
    page.set_input_files("[name=archive]", tmp_path / "records.jsonl")
    press(page, "Import the records")
    page.get_by_role("link", name="000001").wait_for()
    return page


def test_errors_are_told_in_words_and_counted_as_on_the_page_of_the_record(ola):
    tag = ola.locator("table.records .tag.bad")
    keep_picture(ola, "list-with-errors")
    count = int(tag.inner_text().split()[1])
    assert tag.inner_text() == f"✗ {count} errors"
    assert "A part is missing" in tag.get_attribute("title")
    assert "A part is missing (1)" in ola.locator("select[name=rule] option").all_inner_texts()
    follow(ola, "000001")
    assert ola.locator("#findings .tag.bad").count() == count


def test_accepting_a_record_with_errors_is_asked_about_once_and_done_once(ola):
    follow(ola, "000001")
    asked = []
    ola.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    press(ola, "Accept")
    assert asked == ["Rules find errors in this record. Accept it all the same?"]
    ola.once("dialog", lambda dialog: dialog.accept())
    press(ola, "Accept")
    ola.get_by_text("Record 000001 is accepted").wait_for()
    assert ola.get_by_role("button", name="Accept", exact=True).count() == 0
    follow(ola, "← Questions")
    assert ola.get_by_text("last remark: the author's").count() == 0


def test_mending_is_offered_only_where_a_rule_can_mend(ola):
    follow(ola, "000001")
    assert ola.get_by_role("button", name="Mend by rule").count() == 0


def test_on_a_phone_the_buttons_that_add_records_are_within_reach(visit, project):
    page = logged_in(visit("phone"), "ola")
    box = page.get_by_role("button", name="Add VERB_PHRASE").bounding_box()
    assert box["x"] + box["width"] <= page.viewport_size["width"]


def test_what_is_accepted_is_not_accepted_again(visit, write):
    """Two reviewers have the page open, and both press."""
    write("ala")
    pages = [logged_in(visit(), name) for name in ("celina", "ola")]
    for page in pages:
        follow(page, "000001")
    for page in pages:
        press(page, "Accept")
    pages[1].get_by_text("The record is accepted already.").wait_for()
