"""What somebody typed beside a record, into a second answer or guidelines is there again after a way off the page."""

import pytest
from annotation_examples import PASSWORD, keep_picture

from browser import follow, log_in
from probierz.web.annotation import services

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

AGAIN = "What you typed is here again."


def logged_in(page, login):
    log_in(page, login, PASSWORD)
    page.get_by_role("link", name="Annotation").click()
    follow(page, "Questions")
    return page


def press(page, name):
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def second(visit, write):
    """The page on which Bartek answers the question of Ala's record once more, as he is asked to."""
    write("ala")
    ola = logged_in(visit(), "ola")
    follow(ola, "Second answers")
    ola.get_by_label("Records").fill("1")
    press(ola, "Draw records")
    for name in ("bartek", "celina", "ola"):
        page = logged_in(visit(), name)
        waits = page.get_by_role("link", name="1 question waits for your answer.")
        if waits.count():
            waits.click()
            break
    follow(page, "Begin")
    return page


def answer_by_half(page):
    page.get_by_text("Vypukla v roce 1962").click()
    page.get_by_label("Exact answer").fill("1962")
    page.get_by_label("Type of question").select_option("DATETIME")
    page.get_by_label("Type of answer").select_option("NUMERIC")


def is_there(page):
    page.get_by_text(AGAIN).wait_for()
    return (
        page.get_by_label("Exact answer").input_value() == "1962"
        and page.get_by_label("Type of question").input_value() == "DATETIME"
        and page.get_by_label("Type of answer").input_value() == "NUMERIC"
        and "Vypukla v roce 1962" in page.locator("#article .taken").inner_text()
    )


def test_a_second_answer_outlives_reloading_the_list_and_back(second):
    answer_by_half(second)
    second.reload()
    assert is_there(second)
    keep_picture(second, "second-again")
    follow(second, "Back to the list")
    follow(second, "Begin")
    assert is_there(second)
    second.go_back()
    second.go_forward()
    assert is_there(second)
    press(second, "Keep the answer")
    second.get_by_text("Your answer is kept.").wait_for()
    second.go_back()
    second.reload()
    assert second.get_by_text(AGAIN).count() == 0


def test_a_remark_outlives_reloading_until_it_is_said(visit, write):
    write("ala")
    celina = logged_in(visit(), "celina")
    follow(celina, "000001")
    celina.get_by_label("Remark").fill("Is that the right year?")
    celina.reload()
    assert celina.get_by_label("Remark").input_value() == "Is that the right year?"
    follow(celina, "← Questions")
    follow(celina, "000001")
    keep_picture(celina, "remark-again")
    press(celina, "Say it")
    celina.get_by_text("Your remark is kept.").wait_for()
    assert celina.get_by_label("Remark").input_value() == ""


def test_guidelines_outlive_reloading_until_they_are_saved(visit, project):
    ola = logged_in(visit(), "ola")
    follow(ola, "Guidelines")
    ola.get_by_label("Guidelines").fill("Ask in your own words.")
    ola.reload()
    assert ola.get_by_label("Guidelines").input_value() == "Ask in your own words."
    press(ola, "Save")
    ola.get_by_text("Version 1").first.wait_for()
    assert ola.get_by_text(AGAIN).count() == 0


def test_what_was_typed_is_there_after_the_tab_was_closed_and_says_where_it_is_kept(visit, write):
    write("ala")
    celina = logged_in(visit(), "celina")
    follow(celina, "000001")
    celina.get_by_text("What you type here stays in this browser until you send it").wait_for()
    celina.get_by_label("Remark").fill("Is that the right year?")
    later = celina.context.new_page()  # of the same browser, as one opened anew
    celina.close()
    later.goto("/")
    follow(later, "Annotation", "Questions", "000001")
    later.get_by_text(AGAIN).wait_for()
    assert later.get_by_label("Remark").input_value() == "Is that the right year?"
    keep_picture(later, "remark-in-another-tab")
    press(later, "Say it")
    later.get_by_text("Your remark is kept.").wait_for()
    later.reload()
    assert later.get_by_label("Remark").input_value() == ""


def test_the_tab_of_the_page_keeps_the_form_of_a_challenge(visit, write):
    write("ala")
    ola = logged_in(visit(), "ola")
    follow(ola, "Make a challenge")
    ola.get_by_label("Title").fill("Krize")
    follow(ola, "Make a challenge")
    assert ola.get_by_label("Title").input_value() == "Krize"


def test_what_an_archived_project_refused_is_asked_about_before_its_page_is_left(visit, seat):
    draft = services.begin(seat("ala"), "DATETIME")
    page = logged_in(visit(refused=True), "ala")
    page.get_by_role("link", name="DATETIME").click()
    services.archive_project(seat("ola"))
    page.fill("[name=question]", "Kdy to bylo?")
    page.get_by_role("button", name="Keep for later").click()
    page.get_by_text("This project is archived").first.wait_for()
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog") as asked:
        page.get_by_role("link", name="Back to the overview").click()
    assert asked.value.type == "beforeunload"
    assert page.input_value("[name=question]") == "Kdy to bylo?"
    services.archive_project(seat("ola"), is_archived=False)
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Continue").wait_for()
    draft.refresh_from_db()
    assert draft.texts["question"] == "Kdy to bylo?"
