"""From `/`, by clicking: an organiser divides a test, a participant selects, everybody reads the final board."""

from datetime import timedelta

import pytest
from django.utils import timezone
from submission_examples import write_challenge

from browser import log_in
from probierz.suites.publishing import ReferenceRow
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.services import create_unasked, publish_version, save_division
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing, add_reference, submit_files

pytestmark = pytest.mark.django_db(transaction=True)

LINES = 20


@pytest.fixture
def challenge(people, tmp_path):
    made = create_unasked("parted", people["organiser"])
    folder = write_challenge(tmp_path / "parted", metrics="--metric MAE")
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("x\n" * LINES)
        (folder / split / "expected.tsv").write_text("1\n" * LINES)
    publish_version(made, folder)
    Challenge.objects.filter(pk=made.pk).update(is_published=True)
    Phase.objects.update(closes=timezone.now() + timedelta(hours=1))
    return Challenge.objects.get(pk=made.pk)


@pytest.fixture
def enter(people, visit):
    """Log in from `/` and go to the challenge."""

    def act(name):
        people[name].set_password("correct horse battery")
        people[name].save()
        page = visit()
        log_in(page, name, "correct horse battery")
        page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
        return page

    return act


def test_a_test_is_divided_selected_for_and_decided_by_clicking(enter, challenge, people, uploaded, work):
    page = enter("organiser")
    page.get_by_role("link", name="Organise", exact=True).click()
    page.get_by_role("link", name="Hidden tests").click()
    page.get_by_label("Divide hidden tests").check()
    page.get_by_label("Share of public lines").fill("25")
    page.get_by_role("button", name="Save the division").click()
    rows = page.locator("main table tbody tr").all_inner_texts()
    assert sorted(row.split("\t") for row in rows) == [["test-A", "private part", "15"], ["test-A", "public part", "5"]]
    page.get_by_role("link", name="Announcements").click()
    page.get_by_role("link", name="Announce something").click()
    page.get_by_label("Title").fill("The test is divided")
    page.get_by_label("Text").fill("Fifteen lines **decide**. <script>alert(1)</script>")
    page.get_by_role("button", name="Announce", exact=True).click()
    assert page.locator("article strong").inner_text() == "decide"

    submit_files(challenge, [uploaded("2\n" * LINES)], Handing(people["ala"]))
    work()
    number = Submission.objects.get().pk
    participant = enter("ala")
    assert participant.get_by_role("note").get_by_role("link", name="The test is divided").is_visible()
    assert "about 25 % of" in participant.locator("#board").inner_text()
    assert "private part of the test decides" not in participant.locator("#board").inner_text()
    participant.locator("#board tbody th a").first.click()
    participant.get_by_role("button", name="Select for the final board").click()
    assert Submission.objects.get(pk=number).is_chosen
    assert participant.get_by_role("button", name="Select no longer").is_visible()
    participant.get_by_role("link", name="Submissions", exact=True).click()
    participant.locator("main").get_by_role("link", name="My submissions").click()
    assert participant.locator("#list .tag", has_text="selected").is_visible()
    participant.get_by_role("link", name="All submissions").click()
    Phase.objects.update(closes=timezone.now())
    participant.get_by_role("navigation").get_by_role("link", name="Board", exact=True).click()
    assert "This is the final board" in participant.locator("#board").inner_text()
    assert participant.locator("#board tbody tr").count() == 1


def test_title_and_summary_are_edited_and_stay_with_the_next_version(enter, challenge, people, tmp_path):
    page = enter("organiser")
    page.get_by_role("link", name="Organise", exact=True).click()
    page.get_by_label("Title", exact=False).first.fill("Sums of Numbers")
    page.get_by_label("Summary", exact=False).first.fill("Add them.")
    page.get_by_role("button", name="Save the words").click()
    assert page.locator("h1").inner_text() == "Sums of Numbers"
    publish_version(challenge, write_challenge(tmp_path / "next"), change="minor")
    page.reload()
    assert page.locator("h1").inner_text() == "Sums of Numbers"
    page.get_by_label("Title", exact=False).first.fill("")
    page.get_by_role("button", name="Save the words").click()
    assert page.locator("h1").inner_text() == "Numbers"
    found = Challenge.objects.get()
    assert (found.summary, found.has_own_words) == ("Read numbers.", False)


def test_what_failed_is_tried_again_by_clicking(enter, challenge, people, uploaded, work):
    submit_files(challenge, [uploaded("1\n")], Handing(people["ala"]))
    work()
    assert Submission.objects.get().state == "failed"
    page = enter("ala")
    page.get_by_role("link", name="Submissions", exact=True).click()
    page.locator("#list tbody th a").first.click()
    page.get_by_role("button", name="Try again").click()
    assert Submission.objects.get().state == "waiting"
    work()
    assert Submission.objects.get().state == "failed"


def test_pages_say_that_scores_are_rounded_and_organisers_that_others_see_them_so(
    enter, visit, challenge, people, uploaded, work
):
    Phase.objects.update(disclosure="rounded", digits=1)
    submit_files(challenge, [uploaded("2\n" * LINES)], Handing(people["ala"]))
    work()
    phase = Phase.objects.get().name
    page = enter("ala")
    said = f"Scores of the phase “{phase}” are rounded to 1 digit after the point."
    assert said in page.locator("#board").inner_text()
    page.locator("#board tbody th a").first.click()
    assert said in page.locator("main").inner_text()
    seen = f"You see scores in full; others see those of the phase “{phase}” rounded to 1 digit after the point."
    assert seen in enter("organiser").locator("#board").inner_text()
    Phase.objects.update(disclosed_from=timezone.now())
    page.get_by_role("navigation").get_by_role("link", name="Board", exact=True).click()
    assert "rounded" not in page.locator("#board").inner_text()


def test_on_a_phone_the_score_stands_whole_beside_a_long_note_in_polish(visit, challenge, people, uploaded, work):
    save_division(
        challenge, is_divided=True, by=people["organiser"], share=0.25, by_what="line", column=1, strata="",
        strata_column=1,
    )  # fmt: skip
    submit_files(challenge, [uploaded("2\n" * LINES)], Handing(people["ala"]))
    work()
    page = visit("phone", language="pl-PL")
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    assert "część publiczna" in page.locator(".board thead").inner_text()
    score, table = page.locator("td.main .score").first.bounding_box(), page.locator(".wide:has(.board)").bounding_box()
    assert score["x"] + score["width"] <= table["x"] + table["width"]


def test_marks_of_what_moved_compare_ranks_by_the_same_scores_of_what_was_handed_in(
    enter, challenge, people, uploaded, work
):
    def send(by, number):
        submit_files(Challenge.objects.get(), [uploaded(f"{number}\n" * LINES)], Handing(people[by]))
        work()

    row = ReferenceRow("A paper", {"test-A MAE": 0.5}, "official")
    add_reference(challenge, people["organiser"], row)
    Phase.objects.update(disclosure="hidden")
    send("ala", 2)
    send("ola", 3)
    here = enter("ala")

    def seen():
        """What a new tab marks on the board, as somebody does who comes again."""
        page = here.context.new_page()
        page.goto("/")
        page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
        assert page.locator("#board .board tbody tr").count() == 3
        return [words for row in page.locator("#board .moved").all() for words in row.all_inner_texts()]

    assert seen() == []
    Phase.objects.update(disclosed_from=timezone.now())
    assert seen() == []
    send("ola", 1)
    assert [words.strip() for words in seen()] == ["▲2", "▼1"]  # Ola passes the paper and Ala


def test_a_form_goes_on_from_the_phase_that_ended_to_the_next_and_loses_no_word(enter, challenge, tmp_path):
    now, hour = timezone.now(), timedelta(hours=1)
    Phase.objects.update(name="first", closes=now + hour)
    (tmp_path / "out.tsv").write_text("1\n" * LINES)
    page = enter("ala")
    page.clock.install()
    page.get_by_role("main").get_by_role("link", name="Submit", exact=True).click()
    page.fill("[name=description]", "my words")
    page.clock.fast_forward("02:00:00")
    page.get_by_role("link", name="Reload the page").click()
    page.get_by_text("What you typed is here again.").wait_for()
    assert page.input_value("[name=description]") == "my words"

    Phase.objects.update(closes=now)
    page.set_input_files("[name=outputs]", tmp_path / "out.tsv")
    page.locator("#tried").get_by_text("The deadline has passed").wait_for()
    submit = page.get_by_role("main").get_by_role("button", name="Submit")
    assert submit.count() == 0
    Phase.objects.create(challenge=challenge, name="second", opens=now, closes=now + 5 * hour, position=2)
    page.get_by_role("button", name="Only look whether it fits").click()
    page.get_by_text("open, second").wait_for()
    assert page.input_value("[name=description]") == "my words"
    submit.click()
    page.wait_for_url("**/jobs/**")
    made = challenge.submissions.get()
    assert (made.phase.name, made.description) == ("second", "my words")


def test_a_file_that_was_chosen_in_one_phase_is_asked_about_in_the_next_and_stays_chosen(enter, challenge, tmp_path):
    now, hour = timezone.now(), timedelta(hours=1)
    Phase.objects.update(name="first", closes=now + hour)
    (tmp_path / "out.tsv").write_text("1\n" * LINES)
    page = enter("ala")
    page.clock.install()
    page.get_by_role("main").get_by_role("link", name="Submit", exact=True).click()
    page.set_input_files("[name=outputs]", tmp_path / "out.tsv")
    page.get_by_text("The outputs fit the input.").wait_for()
    Phase.objects.update(closes=now)
    Phase.objects.create(challenge=challenge, name="second", opens=now, closes=now + 5 * hour, position=2)
    page.clock.fast_forward("02:00:00")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    submit = page.get_by_role("main").get_by_role("button", name="Submit")
    submit.click()
    page.get_by_text("Nothing was handed in.").wait_for()
    assert asked == ["The phase “first” is over. Hand in to the phase “second”?"]
    page.once("dialog", lambda dialog: dialog.accept())
    submit.click()
    page.wait_for_url("**/jobs/**")
    assert challenge.submissions.get().phase.name == "second"
