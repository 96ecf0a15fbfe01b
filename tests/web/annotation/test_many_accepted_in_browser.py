"""Many records accepted at once, clicked through from the first page: chosen, asked, accepted, undone.

`LOOKS=folder pytest tests/web/annotation/test_many_accepted_in_browser.py` keeps pictures of the pages.
"""

import pytest
from annotation_examples import keep_picture
from test_reviewing_in_browser import logged_in, press

from browser import follow
from probierz.web.annotation import services

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def three(write):
    return [write("ala", question=f"Kdy vypukla krize číslo {number}?").name for number in range(3)]


def states(project):
    return dict(project.records.order_by("name").values_list("name", "state"))


def test_all_in_which_no_rule_finds_anything_are_accepted_after_a_question_and_undone(visit, project, three):
    page = logged_in(visit("phone"), "celina")
    follow(page, "Questions")
    keep_picture(page, "judging-list")
    press(page, "Accept all 3 in which no rule finds anything")
    page.get_by_role("heading", name="Accept 3 records?").wait_for()
    keep_picture(page, "judging-question")
    assert set(states(project).values()) == {"done"}
    press(page, "Accept 3 records")
    page.get_by_text("3 records are accepted.").wait_for()
    assert set(states(project).values()) == {"accepted"}
    keep_picture(page, "judging-done")
    follow(page, "Undo")
    page.get_by_role("heading", name="Send 3 records back for review?").wait_for()
    press(page, "Send 3 records back")
    page.get_by_text("3 records wait for review again.").wait_for()
    assert set(states(project).values()) == {"done"}
    follow(page, "000002")
    history = page.inner_text("main").partition("History")[2]
    assert "accepted by Celina" in history
    assert "sent back for review by Celina" in history


def test_records_are_ticked_by_keyboard_and_without_scripts(visit, project, three):
    page = logged_in(visit("desk", colours="dark", scripts=False), "celina")
    follow(page, "Questions")
    for name in ("000001", "000003"):
        page.get_by_label(f"Choose record {name}").focus()
        page.keyboard.press("Space")
    keep_picture(page, "judging-ticked-dark")
    page.get_by_role("button", name="Accept those ticked").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Accept 2 records?").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("2 records are accepted.").wait_for()
    assert states(project) == {"000001": "accepted", "000002": "done", "000003": "accepted"}

    page.get_by_label("State").select_option("accepted")
    press(page, "Show")
    page.get_by_label("Choose record 000003").check()
    press(page, "Send those ticked back for review")
    press(page, "Send 1 record back")
    assert states(project) == {"000001": "accepted", "000002": "done", "000003": "done"}


def test_nothing_ticked_is_said_and_what_somebody_changed_meanwhile_stays(visit, project, three, seat):
    page = logged_in(visit("desk"), "celina")
    follow(page, "Questions")
    press(page, "Accept those ticked")
    page.get_by_text("Choose records first: tick them in the list.").wait_for()
    press(page, "Accept all 3 in which no rule finds anything")
    services.remark(seat("ola"), project.records.get(name="000001"), "Ask otherwise.", "returned")
    press(page, "Accept 3 records")
    page.get_by_text("2 records are accepted.").wait_for()
    page.get_by_text("1 record was changed or judged by somebody else meanwhile, and stays as it is.").wait_for()
    assert states(project) == {"000001": "returned", "000002": "accepted", "000003": "accepted"}


def test_going_back_behind_what_is_accepted_tells_of_no_error(visit, project, three):
    page = logged_in(visit("desk"), "celina")
    follow(page, "Questions")
    press(page, "Accept all 3 in which no rule finds anything")
    press(page, "Accept 3 records")
    page.get_by_text("3 records are accepted.").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Records").wait_for()
    assert page.get_by_text("Choose records first").count() == 0
