"""A stranger reads a board at once, on a phone too; and after handing in, every page leads on.

`LOOKS=folder pytest tests/web/submissions/test_at_a_glance.py` keeps pictures of the pages, to be looked at.
"""

import os
from pathlib import Path

import pytest
from submission_examples import write_challenge

from browser import log_in
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.submissions.services import Handing, submit_files

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "correct horse battery"
README = """# Numbers

Read numbers.

| property | explanation |
| --- | --- |
| characteristics | Unabhängigkeitserklärungen of konstantynopolitańczykowianeczka |
"""


@pytest.fixture
def numbers(people, tmp_path, uploaded, work):
    """Four metrics, of which RMSE ranks; two people, and an organiser without a challenge of theirs."""
    metrics = "--metric RMSE --metric MAE --metric Accuracy --metric Pearson"
    folder = write_challenge(tmp_path / "four", metrics=metrics)
    (folder / "README.md").write_text(README)
    made = create_unasked("four", people["organiser"])
    publish_version(made, folder)
    Challenge.objects.update(is_published=True)
    Phase.objects.update(closes="2099-07-01T10:00:00Z")
    made.refresh_from_db()
    for by, content in (("ala", "1\n2\n3\n9\n"), ("ola", "1\n9\n8\n9\n")):
        submit_files(made, [uploaded(content)], Handing(people[by], description="A baseline of sorts, with words"))
    work()
    for one in User.objects.all():
        one.set_password(PASSWORD)
        one.save()
    return made


@pytest.fixture
def look(request):
    folder, count = os.environ.get("LOOKS"), iter(range(100))

    def act(page):
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), page.url
        if folder:
            page.screenshot(path=Path(folder) / f"{request.node.name}-{next(count):02d}.png", full_page=True)

    return act


def turn_to(page, tab):
    """Click a tab of the challenge, and wait until its page is there."""
    page.locator("nav.tabs").get_by_role("link", name=tab, exact=True).click()
    page.locator("nav.tabs a[aria-current=page]", has_text=tab).wait_for()
    page.wait_for_load_state()


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_who_leads_by_which_metric_and_whether_higher_is_better_is_seen_at_once(numbers, visit, look, size):
    page = visit(size)
    if size == "phone":
        page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    turn_to(page, "Board")
    look(page)
    finding = page.locator(".finding").inner_text()
    assert "Ala" in finding
    assert "test-A RMSE ↓ lower is better" in finding
    head = page.locator("table.board thead th").nth(2)
    assert "test-A RMSE" in head.inner_text()
    assert "↓ lower is better" in head.inner_text()
    score = page.locator("table.board tbody tr").first.locator("td.main summary .score")
    box = score.bounding_box()
    assert box["x"] + box["width"] <= page.viewport_size["width"]
    assert box["y"] + box["height"] <= (650 if size == "phone" else page.viewport_size["height"])
    assert page.locator("table.board tbody tr").first.locator("th").inner_text().startswith("Ala")
    assert "CEST" in page.get_by_role("main").inner_text()  # when it closes
    page.locator("table.board tbody tr").first.locator("summary").press("Enter")
    assert "test-A MAE ↓" in page.locator("table.board tbody tr").first.inner_text()


def test_on_a_phone_the_tab_where_one_is_stands_in_sight(numbers, visit):
    page = log_in(visit("phone"), "organiser", PASSWORD)
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    turn_to(page, "Submissions")
    here = page.locator("nav.tabs a[aria-current]").bounding_box()
    assert here["x"] >= 0
    assert here["x"] + here["width"] <= page.viewport_size["width"]


def test_the_width_does_not_jump_between_the_tabs_of_a_challenge(numbers, visit, look):
    page = visit()
    page.set_viewport_size({"width": 1900, "height": 900})
    log_in(page, "organiser", PASSWORD)
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    places = []
    for tab in ("Board", "About", "How to submit", "Data", "Submissions", "Organise"):
        turn_to(page, tab)
        places.append(page.locator("nav.tabs").first.bounding_box()["x"])
        look(page)
    assert len(set(places)) == 1


def test_words_in_tables_of_a_description_are_not_broken(numbers, visit, look):
    page = visit("phone")
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    turn_to(page, "About")
    look(page)
    cell = page.locator(".prose td").first
    assert cell.inner_text() == "characteristics"
    assert cell.evaluate("cell => { const r = document.createRange(); r.selectNodeContents(cell);"
                         " return r.getClientRects().length }") == 1  # fmt: skip


def test_after_handing_in_each_page_leads_on(numbers, visit, look, work, tmp_path):
    (tmp_path / "out.tsv").write_text("1\n2\n3\n5\n")
    page = visit()
    log_in(page, "ala", PASSWORD)
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    page.get_by_role("main").get_by_role("link", name="Submit", exact=True).click()
    page.set_input_files("[name=outputs]", tmp_path / "out.tsv")
    page.select_option("[name=test]", "test-A")
    page.get_by_role("main").get_by_role("button", name="Submit", exact=True).click()
    page.wait_for_url("**/jobs/**")
    work()
    page.wait_for_url("**/submissions/*")  # by itself
    look(page)
    cards = page.locator(".card").all_inner_texts()
    assert "0.500" in cards[0]
    assert "Rank 1 of 2" in cards[0]
    assert "better by" in cards[1]
    page.get_by_role("main").get_by_role("link", name="Board").first.click()
    assert page.locator("table.board tbody tr").first.locator("td.main").inner_text().startswith("0.500")


def test_what_looks_odd_is_asked_about_before_it_counts(numbers, visit, look, work, tmp_path):
    (tmp_path / "out.tsv").write_text("1\r\n2\r\n3\r\n4\r\n")
    handed_in = numbers.submissions.count()
    page = visit()
    log_in(page, "ala", PASSWORD)
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    page.get_by_role("main").get_by_role("link", name="Submit", exact=True).click()
    page.set_input_files("[name=outputs]", tmp_path / "out.tsv")
    page.select_option("[name=test]", "test-A")
    submit = page.get_by_role("main").get_by_role("button", name="Submit", exact=True)
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    submit.click()
    page.locator("[data-doubts]").wait_for()
    page.wait_for_timeout(500)
    look(page)
    assert asked == ["Something was found in the files, as the page says. Hand in all the same?"]
    assert numbers.submissions.count() == handed_in
    page.once("dialog", lambda dialog: dialog.accept())
    submit.click()
    page.wait_for_url("**/jobs/**")
    assert numbers.submissions.count() == handed_in + 1


def test_an_organiser_who_begins_reads_what_comes_next(numbers, visit, look, settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_NEW_CHALLENGES": "everybody"}
    page = visit()
    log_in(page, "stranger", PASSWORD)
    page.get_by_role("link", name="New challenge").click()
    page.fill("[name=slug]", "mine")
    page.locator("main form button").click()
    turn_to(page, "About")
    look(page)
    assert "What comes next" in page.get_by_role("main").inner_text()
    page.get_by_role("link", name="Import the files").click()
    page.locator("[name=archive]").wait_for(state="attached")
