"""A human baseline by clicking from the first page: two people label 50 items, and stand on a board beside a system."""

from urllib.parse import urlsplit

import pytest
from labelling_examples import EXPECTED, QUESTIONS, write_quiz

from browser import follow, log_in
from probierz import score
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.jobs import worker
from probierz.web.labelling import services
from probierz.web.labelling.models import ItemLabel, LabellingRound
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "correct horse battery"
KNOWN = dict(zip(QUESTIONS, EXPECTED, strict=True))
KEYS = {"no": "1", "yes": "2"}


@pytest.fixture
def quiz(platform, tmp_path):
    """A published quiz of Ola's with a system of Bartek's, and Ala, who has no part in it."""
    for name in ("ola", "ala", "bartek"):
        User.objects.create_user(name, password=PASSWORD, name=name.title())
    ola, bartek = (User.objects.get(username=name) for name in ("ola", "bartek"))
    made = create_unasked("quiz", ola)
    publish_version(made, write_quiz(tmp_path / "quiz"))
    Challenge.objects.filter(pk=made.pk).update(is_published=True)
    made.refresh_from_db()
    output = tmp_path / "always.tsv"
    output.write_text("yes\n" * len(QUESTIONS))
    submit_files(made, [Uploaded(output, "out.tsv", "test-A")], Handing(bartek, description="always yes"))
    worker.work(until_empty=True)
    return made


def logged_in(page, login):
    return log_in(page, login, PASSWORD)


def log_in_anew(page):
    """In another tab."""
    other = page.context.new_page()
    other.goto("/")
    other.evaluate("document.querySelector('form[action=\"/logout\"]').submit()")
    other.get_by_role("link", name="Log in").first.wait_for()
    logged_in(other, "ola").close()


def press(page, name):
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()


def at_item(page, place):
    page.get_by_role("heading", name=f"Item {place} of").wait_for()
    page.wait_for_load_state("domcontentloaded")  # keys are listened to from then on
    return page.locator(".item p:not(.name)").first.inner_text()


def make_round(page, **fields):
    page.get_by_role("link", name="Challenges", exact=True).click()
    page.get_by_role("main").get_by_role("link", name="Small quiz").first.click()
    page.get_by_role("link", name="Labelling", exact=True).click()
    page.get_by_role("link", name="New round").first.click()
    for name, value in fields.items():
        page.get_by_label(name).fill(value)
    press(page, "Make the round")


def test_two_people_label_twenty_items_and_their_baseline_stands_on_a_board(quiz, visit):
    ola = logged_in(visit("desk"), "ola")
    make_round(ola, Items="20", Seed="11")
    assert ola.get_by_text("20 of 80").is_visible()
    ola.get_by_label("Login").fill("ala")
    press(ola, "Let in")

    # Ola answers by keyboard, the second of each ten otherwise than expected; she skips the first, and comes back
    ola.get_by_role("link", name="Begin").click()
    at_item(ola, 1)
    ola.keyboard.press("s")
    for place in range(2, 21):
        expected = KNOWN[at_item(ola, place)]
        ola.keyboard.press(KEYS[expected] if place % 10 != 2 else {"1": "2", "2": "1"}[KEYS[expected]])
    ola.keyboard.press(KEYS[KNOWN[at_item(ola, 1)]])
    ola.get_by_text("You have decided all items.").wait_for()

    # Ala does with her thumb, all as expected but the last; a decision is changed after going back
    ala = logged_in(visit("phone"), "ala")
    ala.get_by_role("link", name="Annotation").click()
    ala.get_by_role("link", name="To your rounds").click()
    ala.get_by_role("link", name="Small quiz: people").click()
    assert "Agreement" not in ala.inner_text("main")
    ala.get_by_role("link", name="Begin").click()
    for place in range(1, 20):
        ala.locator(".choices button", has_text=KNOWN[at_item(ala, place)]).click()
    wrong = "no" if KNOWN[at_item(ala, 20)] == "yes" else "yes"
    ala.get_by_role("link", name="Back").click()
    at_item(ala, 19)
    assert ala.locator(".choices button[aria-pressed=true]").count() == 1
    ala.get_by_role("link", name="Next").click()
    at_item(ala, 20)
    ala.locator(".choices button", has_text=wrong).click()
    ala.get_by_text("You have decided all items.").wait_for()

    # how far they agree: the metric of two outputs says the same
    first, second = (
        ItemLabel.objects.filter(labeller__number=number).order_by("line").values_list("text", flat=True)
        for number in (1, 2)
    )
    alpha = score("Krippendorff-Alpha", list(first), list(second)).value
    ola.reload()
    agreement = ola.locator("section[aria-labelledby=agreement]").inner_text()
    assert f"{alpha:.3f}" in agreement
    assert "17 of 20 items" in agreement
    assert ola.locator("#table tbody tr").count() == 20
    assert ola.locator("#table tbody tr").nth(2).inner_text().endswith("1.00")
    assert ola.locator("#table tbody tr").nth(3).inner_text().endswith("0.00")

    press(ola, "Hand the labels in")
    ola.get_by_role("heading", name="Hand the labels in?").wait_for()
    assert ola.get_by_text("its score on these lines of a hidden test").is_visible()
    press(ola, "Hand the labels in")
    ola.get_by_text("The labels are handed in").wait_for()
    worker.work(until_empty=True)
    ola.reload()
    rows = ola.locator("#board tbody tr, main table tbody tr").all_inner_texts()
    people = [row for row in rows if "human" in row]
    assert len(people) == 3
    assert [row for row in rows if "always yes" in row and "human" not in row]
    said = ("Person 1", "Person 2", "Bartek", "Majority of 2 people")
    place = {words: at for at, row in enumerate(rows) for words in said if words in row}
    assert place["Person 2"] < place["Person 1"] < place["Bartek"]
    assert place["Majority of 2 people"] < place["Bartek"]
    assert not any("Ola" in row for row in rows)
    lines = LabellingRound.objects.get().lines
    always = sum(EXPECTED[line - 1] == "yes" for line in lines) / 20
    for words, value in (("Person 2", 19 / 20), ("Person 1", 18 / 20), ("Bartek", always)):
        assert f"{value:.4f}" in rows[place[words]], rows[place[words]]


def test_a_digit_chooses_the_label_of_that_name(quiz, visit):
    services.create_round(
        quiz,
        by=User.objects.get(username="ola"),
        split="test-A",
        size=3,
        seed=1,
        title="Stars",
        labels=list("0123456789"),
    )
    ola = logged_in(visit("desk"), "ola")
    ola.get_by_role("link", name="Annotation").click()
    ola.get_by_role("link", name="To your rounds").click()
    ola.get_by_role("link", name="Stars").click()
    ola.get_by_role("link", name="Begin").click()
    for place, key in enumerate("509", 1):
        at_item(ola, place)
        assert ola.locator(".choices button").all_inner_texts() == list("0123456789")
        assert ola.get_by_text("the digit on a button chooses its label").is_visible()
        ola.keyboard.press(key)
    ola.get_by_text("You have decided all items.").wait_for()
    assert list(ItemLabel.objects.order_by("pk").values_list("text", flat=True)) == ["5", "0", "9"]


LATER = """
const real = window.setTimeout;
window.setTimeout = (act, after, ...more) => after === 400 ? void (window.wake = act) : real(act, after, ...more);
"""
"""The pause of a new item ends when the test says so: a slow machine must not take it away."""


def test_the_second_press_of_a_double_one_does_not_label_the_next_item(quiz, visit):
    page = visit("phone")
    page.add_init_script(LATER)
    ola = logged_in(page, "ola")
    make_round(ola, Items="3")
    ola.get_by_role("link", name="Begin").click()
    at_item(ola, 1)
    ola.evaluate("wake()")
    button = ola.locator(".choices button").first.bounding_box()
    middle = (button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    ola.mouse.click(*middle)
    at_item(ola, 2)
    ola.wait_for_function("() => window.wake")
    ola.mouse.click(*middle)
    ola.reload()
    at_item(ola, 2)
    assert ItemLabel.objects.count() == 1
    ola.wait_for_function("() => window.wake")
    ola.evaluate("wake()")
    ola.mouse.click(*middle)
    at_item(ola, 3)
    assert ItemLabel.objects.count() == 2


def test_a_long_title_stays_within_a_phone_and_an_unused_round_can_be_deleted(quiz, visit):
    ola = logged_in(visit("phone"), "ola")
    make_round(ola, Items="3", Title="Konstantynopolitańczykowianeczka" * 6)
    pages = [ola.url, f"{ola.url}/items/1", ola.url.split("/labellings")[0] + "/challenges/quiz/labellings"]
    pages.append(ola.url.split("/labellings")[0] + "/labellings")
    for page in pages:
        ola.goto(page)
        assert not ola.evaluate("document.documentElement.scrollWidth > innerWidth"), page
    ola.goto(pages[0])
    ola.on("dialog", lambda asked: asked.accept())
    press(ola, "Delete the round")
    ola.get_by_text("The round is deleted.").wait_for()
    assert not LabellingRound.objects.exists()


def test_typed_labels_survive_a_reload_a_lost_connection_and_going_back(quiz, visit):
    services.create_round(
        quiz, by=User.objects.get(username="ola"), split="test-A", size=3, seed=1, title="Typed", labels=()
    )
    ola = logged_in(visit("desk"), "ola")
    ola.get_by_role("link", name="Annotation").click()
    ola.get_by_role("link", name="To your rounds").click()
    ola.get_by_role("link", name="Typed").click()
    ola.get_by_role("link", name="Begin").click()
    at_item(ola, 1)
    ola.keyboard.type("half an ans")
    ola.reload()  # before the pause is over
    at_item(ola, 1)
    assert ola.get_by_label("Label").input_value() == "half an ans"
    ola.get_by_label("Label").press("End")
    ola.keyboard.type("wer")
    ola.keyboard.press("Enter")
    at_item(ola, 2)
    ola.go_back()
    at_item(ola, 1)
    assert ola.get_by_label("Label").input_value() == "half an answer"
    ola.keyboard.type("s")
    ola.get_by_text("Press Enter to change your label.").wait_for()
    ola.reload()
    assert ola.get_by_label("Label").input_value() == "half an answers"
    assert ItemLabel.objects.get().text == "half an answer"
    ola.evaluate("() => { window.there = window.fetch; window.fetch = () => Promise.reject(new TypeError('lost')); }")
    ola.get_by_label("Label").press("Enter")
    ola.get_by_text("There is no connection.").wait_for()
    ola.evaluate("() => { window.fetch = window.there; }")
    at_item(ola, 2)
    assert list(ItemLabel.objects.values_list("text", "is_decided")) == [("half an answers", True)]


@pytest.mark.parametrize("act", ["Take out", "Delete the round"])
def test_who_is_taken_out_while_labelling_is_told_so_and_tries_no_more(quiz, visit, act):
    ola = logged_in(visit("desk"), "ola")
    make_round(ola, Items="3")
    ola.get_by_label("Login").fill("ala")
    press(ola, "Let in")
    ala = visit("phone", refused=True)
    ala.clock.install()
    follow(logged_in(ala, "ala"), "Annotation", "To your rounds")
    ala.locator(f"main a[href='{urlsplit(ola.url).path}']").click()
    ala.get_by_role("link", name="Begin").click()
    at_item(ala, 1)
    ola.on("dialog", lambda asked: asked.accept())
    ola.reload()
    ola.get_by_role("main").get_by_role("button", name=act, exact=True).last.click()
    ola.get_by_text("The round is deleted." if "round" in act else "They are out.").wait_for()
    ala.keyboard.press("1")
    ala.get_by_text("You are no longer in this round.").wait_for()
    sent = []
    ala.on("request", lambda request: sent.append(request.url))
    ala.clock.run_for(3500)  # it would have tried again after three seconds
    ala.wait_for_timeout(100)
    assert not sent
    assert not ItemLabel.objects.exists()


def test_an_item_of_a_login_before_the_last_one_goes_on_and_keeps_what_is_typed(quiz, visit):
    services.create_round(
        quiz, by=User.objects.get(username="ola"), split="test-A", size=3, seed=1, title="Typed", labels=()
    )
    ola = logged_in(visit("desk", refused=True), "ola")
    follow(ola, "Annotation", "To your rounds", "Typed")
    ola.get_by_role("link", name="Begin").click()
    log_in_anew(ola)
    ola.get_by_label("Label").fill("half an answer")
    ola.get_by_text("Kept.").wait_for()
    ola.reload()
    assert ola.get_by_label("Label").input_value() == "half an answer"
    assert ItemLabel.objects.get().text == "half an answer"


def test_who_was_logged_out_while_labelling_finds_the_login_and_comes_back(quiz, visit):
    services.create_round(
        quiz, by=User.objects.get(username="ola"), split="test-A", size=3, seed=1, title="Round", labels=("no", "yes")
    )
    ola = logged_in(visit("desk", refused=True), "ola")
    ola.get_by_role("link", name="Annotation").first.click()
    ola.get_by_role("link", name="To your rounds").click()
    ola.get_by_role("link", name="Round").click()
    ola.get_by_role("link", name="Begin").click()
    other = ola.context.new_page()
    other.goto("/")
    other.evaluate("document.querySelector('form[action=\"/logout\"]').submit()")
    other.get_by_role("link", name="Log in").first.wait_for()
    other.close()
    ola.keyboard.press("2")
    ola.get_by_text("You were logged out.").wait_for()
    with ola.context.expect_page() as opened:
        ola.get_by_role("link", name="Log in in another tab").click()
    door = opened.value
    door.fill("[name=username]", "ola")
    door.fill("[name=password]", PASSWORD)
    with door.expect_event("close"):
        door.click("main form button")
    ola.get_by_role("heading", name="Item 2 of 3").wait_for()
    assert ItemLabel.objects.get().text == "yes"
