"""Challenges in a real browser: phone and desk, light and dark."""

import re
from datetime import timedelta

import pytest
from challenge_examples import challenge_files, uploaded, write_challenge
from django.utils import timezone

from browser import faults, follow, log_in
from probierz.web.challenges import services
from probierz.web.challenges.models import Phase

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "correct horse battery"
PAGES = ("", "/about", "/how-to", "/data", "/organise", "/organise/versions", "/organise/phases", "/organise/people")


@pytest.fixture
def filled(challenge, owner, tmp_path, done):
    owner.set_password(PASSWORD)
    owner.save()
    readme = "# A long title of a challenge\n\nWords.\n\n| a | b |\n| - | - |\n| 1 | " + "long " * 60 + "|\n"
    services.import_directory(challenge, write_challenge(tmp_path / "filled", **{"README.md": readme}))
    services.set_tags(challenge, f"polish,{'x' * 64}", by=owner)
    services.publish(challenge, by=owner)
    return done(services.request_import(challenge, uploaded(challenge_files(gold="7\n")), {"kind": "none"}, by=owner))


def test_axe_finds_nothing_serious_and_nothing_runs_over_the_edge(visit, filled, challenge):
    for name in "xy":
        challenge.boards.create(slug=name, title=name * 200)
    page = visit("phone")
    log_in(page, "organiser", PASSWORD)
    found = {}
    own = [f"/challenges/numbers{path}" for path in PAGES]
    for path in ["/challenges", *own, f"/challenges/numbers/organise/imports/{filled.pk}"]:
        page.goto(path)
        if serious := faults(page):
            found[path] = serious
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[f"{path} width"] = page.evaluate("document.documentElement.scrollWidth")
    assert found == {}


def test_an_organiser_works_without_scripts(visit, filled):
    page = visit("desk", scripts=False)
    log_in(page, "organiser", PASSWORD)
    follow(page, "Challenges", "A long title of a challenge")
    page.get_by_role("link", name="Organise", exact=True).click()
    page.fill("[name=daily_quota]", "5")
    page.click("text=Save the rules")
    assert page.input_value("[name=daily_quota]") == "5"
    page.get_by_role("link", name="Versions", exact=True).click()
    page.click("ul.rows a")
    assert "1 line, but 2 lines" in page.inner_text("main")


def test_a_page_that_stays_open_past_the_end_says_so_and_leads_to_a_fresh_one(visit, filled):
    Phase.objects.update(closes=timezone.now() + timedelta(hours=1))
    page = visit("desk")
    page.clock.install()
    log_in(page, "organiser", PASSWORD)
    follow(page, "Challenges", "A long title of a challenge", "Board")
    said = page.get_by_text("The phase has ended since this page was opened.")
    assert said.count() == 1
    assert not said.is_visible()
    page.clock.fast_forward("02:00:00")
    said.wait_for()
    follow(page, "Submit")
    said.wait_for()
    Phase.objects.update(closes=timezone.now())
    page.get_by_role("link", name="Reload the page").click()
    page.get_by_role("heading", name="Submit late").wait_for()
    assert said.count() == 0


def test_a_page_that_is_open_when_a_phase_begins_or_ends_follows_it_and_leads_to_a_fresh_one(visit, filled, challenge):
    now, hour = timezone.now(), timedelta(hours=1)
    Phase.objects.update(opens=now + hour, closes=now + 3 * hour)
    challenge.phases.create(name="final", opens=now + 9 * hour, position=2)
    page = visit("desk")
    page.clock.install()
    page.goto("/")
    follow(page, "Challenges", "A long title of a challenge", "Board")
    begun = page.get_by_text("A phase has begun since this page was opened.")
    ended = page.get_by_text("The phase has ended since this page was opened.")

    def shown():
        state, first = page.locator("dl.facts dd").first, page.locator(".phases .tag:visible").first
        return state.inner_text(), first.inner_text(), page.get_by_role("link", name="Submit", exact=True).count()

    assert (begun.is_visible(), shown()) == (False, ("closed", "… to come", 0))
    page.clock.fast_forward("02:00:00")
    begun.wait_for()
    assert shown() == ("✓ open", "✓ open now", 1)
    Phase.objects.filter(name="main").update(opens=now)
    page.get_by_role("link", name="Reload the page").click()
    begun.wait_for(state="hidden")
    assert (ended.is_visible(), shown()) == (False, ("✓ open", "✓ open now", 1))
    page.clock.fast_forward("02:00:00")
    ended.wait_for()
    assert shown() == ("closed", "over", 0)
    page.clock.fast_forward("06:00:00")
    begun.wait_for()
    assert (ended.is_visible(), shown()) == (False, ("✓ open final", "over", 1)), "the phase after the gap has begun"
    page.goto("/")
    ended.wait_for()
    Phase.objects.filter(name="main").update(closes=now + 12 * hour)
    Phase.objects.filter(name="final").update(opens=now + 12 * hour, closes=now + 20 * hour)
    follow(page, "Challenges", "A long title of a challenge", "Board")
    facts = page.locator("dl.facts")
    assert "final" not in facts.inner_text()
    page.clock.fast_forward("03:00:00")
    ended.wait_for()
    assert re.search(r"✓ open final\s+Closes\s.*\(in 6 hours\)", facts.inner_text()), "of the phase that is open"
    page.clock.fast_forward("10:00:00")
    facts.get_by_text("closed", exact=True).wait_for()
    assert "Closed" in facts.inner_text()


CELLS = """table => [...table.querySelectorAll("tbody td")].map(cell => {
  const { left, right } = cell.getBoundingClientRect(), [scrolled] = [cell.closest(".wide")];
  const isWhole = left >= 0 && right <= innerWidth && scrolled.scrollWidth <= scrolled.clientWidth;
  return [getComputedStyle(cell, "::before").content, isWhole];
})"""


@pytest.mark.parametrize(
    ("size", "named"),
    [
        ("desk", ["none"] * 4),
        ("phone", ['"Opens: "', '"Closes: "', '"Scores of hidden tests: "', '"Lines of hidden tests: "']),
    ],
)
def test_on_a_phone_each_cell_of_a_table_of_phases_says_what_it_is_and_none_is_beyond_the_edge(
    visit, filled, size, named
):
    Phase.objects.update(opens=timezone.now(), closes=timezone.now() + timedelta(hours=1))
    page = visit(size)
    page.goto("/")
    follow(page, "Challenges", "A long title of a challenge", "About")
    table = page.locator("table.stacked")
    assert table.evaluate(CELLS) == [[label, True] for label in named]
    assert table.locator("thead").is_visible() == (size == "desk")


def test_a_new_board_is_proposed_an_address_that_is_free(visit, filled, challenge):
    challenge.boards.create(slug="by-tag", title="By tag")
    page = visit("desk")
    log_in(page, "organiser", PASSWORD)
    page.goto("/")
    page.get_by_role("link", name="A long title of a challenge").first.click()
    page.get_by_role("link", name="Arrange boards").click()
    for title, proposed in {"By tag": "by-tag-2", "日本語": "board-1", "Łódź": "lodz", " ": ""}.items():
        page.fill("[name=title]", title)
        assert page.input_value("[name=slug]") == proposed


DROP = """field => {
  const dropped = new DataTransfer();
  for (const name of ["one.zip", "two.zip"]) dropped.items.add(new File(["x"], name));
  field.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
}"""


def test_an_archive_is_dropped_on_its_label_and_what_may_not_be_copied_is_selected(visit, filled, owner):
    owner.is_staff = True
    owner.save()
    page = visit("desk")
    log_in(page, "organiser", PASSWORD)
    page.get_by_role("link", name="New challenge").click()
    page.locator("label[for=id_archive]").evaluate(DROP)
    assert page.locator("#id_archive").evaluate("one => [...one.files].map(file => file.name)") == ["one.zip"]
    follow(page, "Challenges", "A long title of a challenge")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    page.click("text=To embed")
    page.click("[data-copy=snippet]")
    page.get_by_text("Selected: press Ctrl+C").wait_for()
    assert page.evaluate("getSelection().toString()").startswith("<iframe")
