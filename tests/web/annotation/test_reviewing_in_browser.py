"""Two people on the same records, clicked through from the first page: correcting, accepting, and who is faster.

`LOOKS=folder pytest tests/web/annotation/test_reviewing_in_browser.py` keeps pictures of the pages, to be looked at.
"""

import pytest
from annotation_examples import PASSWORD, keep_picture

from browser import follow, log_in
from probierz.web.accounts.models import User
from probierz.web.annotation import services

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def logged_in(page, login):
    log_in(page, login, PASSWORD)
    page.get_by_role("link", name="Annotation").click()
    return page


def press(page, name):
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()


def correct(page, answer):
    """From the page of a record to the final check, with another answer."""
    press(page, "Correct")
    page.get_by_label("Answer", exact=True).fill(answer)
    press(page, "Continue")
    page.get_by_role("heading", name="Final check").wait_for()


def test_a_reviewer_corrects_accepts_and_is_led_to_the_next_record(visit, project, write):
    for number in range(3):
        write("ala", question=f"Kdy vypukla krize číslo {number}?")
    page = logged_in(visit("phone"), "celina")
    follow(page, "Questions")
    follow(page, "000001")
    correct(page, "v roce 1962")
    keep_picture(page, "check-of-a-correction")
    press(page, "Save the record")
    page.get_by_role("heading", name="Record 000001").wait_for()
    assert "Record 000001 is saved." in page.inner_text("main")
    history = page.inner_text("main").partition("History")[2]
    assert "2. corrected by Celina, " in history
    assert "1. made by Ala, " in history
    press(page, "Accept")
    page.get_by_role("heading", name="Record 000002").wait_for()
    assert "Record 000001 is accepted; this is the next one to review." in page.inner_text("main")
    keep_picture(page, "led-to-the-next")
    correct(page, "v roce 1962")
    press(page, "Save and accept")
    page.get_by_role("heading", name="Record 000003").wait_for()
    press(page, "Accept")
    page.get_by_text("Record 000003 is accepted; no other one waits for review.").wait_for()
    assert set(project.records.values_list("state", flat=True)) == {"accepted"}
    assert project.records.get(name="000002").answer == "v roce 1962"


def test_what_an_author_answers_to_a_return_reaches_who_reviews(visit, project, write):
    write("ala")
    celina, ala = logged_in(visit("desk", colours="dark"), "celina"), logged_in(visit("phone"), "ala")
    follow(celina, "Questions")
    celina.get_by_role("main").get_by_text("1 record of others waits for review.").wait_for()
    follow(celina, "000001")
    celina.get_by_label("Remark").fill("Is that the right year?")
    press(celina, "Return to Ala")
    celina.get_by_text("The record is returned to Ala").wait_for()
    assert celina.get_by_role("button", name="Send back for review without a change").count() == 0  # Ala's to decide

    back = ala.get_by_role("listitem").filter(has_text="came back to you")
    follow(ala, "Questions")
    back.get_by_role("link", name="000001").click()
    ala.get_by_label("Remark").fill("Yes, it is.")
    press(ala, "Say it")
    ala.get_by_text("Your remark is kept.").wait_for()
    follow(celina, "← Questions")
    row = celina.get_by_role("row").filter(has_text="000001")
    assert "last remark: the author's" in row.inner_text()
    keep_picture(celina, "last-word")
    follow(celina, "000001")
    celina.get_by_label("Remark").fill("Then say why.")
    press(celina, "Say it")
    celina.get_by_text("Your remark is kept.").wait_for()
    follow(celina, "← Questions")
    assert "last remark: the author's" not in row.inner_text()  # answered
    follow(ala, "← Questions")
    assert "Then say why." in back.inner_text()
    assert "Yes, it is." not in back.inner_text()

    back.get_by_role("link", name="000001").click()
    press(ala, "Send back for review without a change")
    ala.get_by_text("Say why nothing is to be changed.").wait_for()
    ala.get_by_label("Remark").fill("I would change nothing.")
    keep_picture(ala, "may-send-back")
    press(ala, "Send back for review without a change")
    ala.get_by_text("The record waits for review again, with your remark.").wait_for()
    assert "sent back for review by Ala, " in ala.inner_text("main").partition("History")[2]
    assert ala.get_by_role("button", name="Send back for review without a change").count() == 0
    follow(celina, "Annotation", "1 record waits for review in Questions.")
    follow(celina, "000001")
    assert "sent back for review I would change nothing." in " ".join(celina.inner_text("main").split())
    keep_picture(celina, "sent-back")
    press(celina, "Accept")
    celina.get_by_text("Record 000001 is accepted; no other one waits for review.").wait_for()


@pytest.mark.parametrize(
    ("button", "answer", "size", "colours"),
    [
        ("Keep theirs and discard mine", "roku 1962", "desk", "dark"),
        ("Save mine all the same", "v roce 1962", "phone", "light"),
    ],
)
def test_of_two_who_correct_one_record_the_slower_keeps_theirs_or_their_own(
    visit, project, write, button, answer, size, colours
):
    write("ala")
    slow = logged_in(visit(size, colours=colours), "ala")
    follow(slow, "Questions")
    follow(slow, "000001")
    correct(slow, "v roce 1962")
    fast = logged_in(visit("desk"), "celina")
    follow(fast, "Questions")
    follow(fast, "000001")
    correct(fast, "roku 1962")
    press(fast, "Save the record")
    fast.get_by_text("Record 000001 is saved.").wait_for()
    press(slow, "Save the record")
    slow.get_by_text("Celina changed this record meanwhile.").wait_for()
    slow.reload()
    slow.get_by_text("Celina changed this record meanwhile.").wait_for()
    keep_picture(slow, f"conflict-{size}-{colours}")
    differences = slow.get_by_role("group", name="Differences").inner_text()
    assert "v roce 1962" in differences
    assert "roku 1962" in differences
    assert project.drafts.count() == 1  # nothing is lost without a click
    assert project.records.get().answer == "roku 1962"
    press(slow, button)
    slow.get_by_text("Your draft is discarded" if "theirs" in button else "Record 000001 is saved.").wait_for()
    keep_picture(slow, f"after-conflict-{size}-{colours}")
    assert project.records.get().answer == answer
    assert project.drafts.count() == 0


def test_going_back_to_the_overview_shows_the_draft_and_what_became_of_it(visit, project, seat, write):
    page = logged_in(visit("desk"), "ala")
    follow(page, "Questions")
    press(page, "Add DATETIME")
    with page.expect_response(lambda answer: "/drafts/" in answer.url and answer.ok):
        page.get_by_label("Question", exact=True).fill("Ve kterém roce vypukla Karibská krize?")
    page.go_back()
    page.get_by_role("link", name="Ve kterém roce vypukla Karibská krize?").wait_for()
    keep_picture(page, "gone-back")
    write("ala")  # meanwhile, in another window
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")  # as a kept page is shown
    page.get_by_role("link", name="000001").wait_for()


def test_the_guidelines_are_one_click_away_wherever_somebody_works(visit, project, seat, write):
    services.save_guidelines(seat("ola"), "Pište krátce.")
    write("ala")
    services.draw_second(seat("ola"), 1, 1)  # Bartek is asked
    page = logged_in(visit("phone", colours="dark"), "ala")
    follow(page, "Questions")
    follow(page, "000001")
    for name, heading, then in (
        ("record", "Record 000001", "Correct"),
        ("form", "Correct record 000001", "Continue"),
        ("check", "Final check", ""),
    ):
        page.get_by_role("heading", name=heading).wait_for()
        keep_picture(page, f"guidelines-from-{name}")
        follow(page, "Guidelines")
        page.get_by_text("Pište krátce.").wait_for()
        page.go_back()
        page.get_by_role("heading", name=heading).wait_for()
        if then:
            press(page, then)
    other = logged_in(visit("phone"), "bartek")
    follow(other, "Questions")
    follow(other, "1 question waits for your answer.")
    follow(other, "Begin")
    other.locator("#article").wait_for()
    follow(other, "Guidelines")
    other.get_by_text("Pište krátce.").wait_for()


@pytest.mark.parametrize(
    ("size", "colours", "scripts"), [("desk", "light", True), ("phone", "dark", True), ("phone", "light", False)]
)
def test_who_answers_anew_reads_the_article_in_its_paragraphs(visit, project, seat, write, size, colours, scripts):
    write("ala")
    services.draw_second(seat("ola"), 1, 1)
    page = logged_in(visit(size, colours=colours, scripts=scripts), "bartek")
    follow(page, "Questions")
    follow(page, "1 question waits for your answer.")
    follow(page, "Begin")
    paragraphs = page.locator("#article p")
    assert [len(one.split(". ")) for one in paragraphs.all_inner_texts()] == [3, 2]
    first, second = page.locator("#article .sentence").nth(0), page.locator("#article .sentence").nth(1)
    page.get_by_label("Exact answer").fill("1962")
    if scripts:
        second.click()
        assert "taken" in second.get_attribute("class")
    else:
        second.get_by_role("radio").check()
    keep_picture(page, f"second-answer-{size}-{colours}-{scripts}")
    assert first.bounding_box()["y"] + first.bounding_box()["height"] > second.bounding_box()["y"]  # on the same line
    for field in ("Type of question", "Type of answer"):
        page.get_by_label(field).select_option("DATETIME")
    press(page, "Keep the answer")
    page.get_by_text("Your answer is kept.").wait_for()
    page.get_by_text("No question waits for your answer.").wait_for()


def test_whoever_makes_a_project_is_led_to_where_one_says_who_works_in_it(visit, people, project):
    User.objects.filter(username="ola").update(is_staff=True)
    page = logged_in(visit("desk"), "ola")
    follow(page, "New project")
    page.get_by_label("Title").fill("Krize a hory")
    page.get_by_label("Short name").fill("krize")
    press(page, "Make the project")
    page.get_by_text("The project is made.").wait_for()
    keep_picture(page, "project-made")
    follow(page, "Say who works in it")
    page.get_by_role("heading", name="Let somebody in").wait_for()
