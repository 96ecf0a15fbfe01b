"""The main paths in a real browser, as organiser, participant, teammate and stranger, in Polish and English.

`LOOKS=folder pytest tests/web/test_main_paths.py` keeps pictures of the pages, to be looked at.
"""

import os
import shutil
from pathlib import Path

import pytest
from submission_examples import write_challenge

from browser import SIZES, faults, follow, log_in
from probierz.web.accounts import services as accounts
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.jobs import worker
from probierz.web.submissions import services
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "correct horse battery"
ROLES = ("organiser", "participant", "teammate", "stranger")
LOOKS = {"desk": "light", "phone": "dark"}
"""How each page is looked at, whatever somebody works on."""


@pytest.fixture
def world(settings, tmp_path, transactional_db):
    settings.HOME = tmp_path / "home"
    people = {role: accounts.register(login=role, password=PASSWORD, name=role.title()) for role in ROLES[1:]}
    people["organiser"] = accounts.register(login="olga", password=PASSWORD, name="Olga")
    User.objects.filter(username="olga").update(username="organiser")  # such logins are refused to new people alone
    challenge = create_unasked("numbers", people["organiser"])
    publish_version(challenge, write_challenge(tmp_path / "challenge"))
    Challenge.objects.filter(pk=challenge.pk).update(is_published=True)
    Phase.objects.update(disclosure="rounded", digits=1)
    return people


@pytest.fixture
def sit(visit, world):
    """Sit somebody down at a browser of their own."""

    def act(role, language="en-GB", size="desk"):
        page = visit(size, language=language, colours=LOOKS[size])
        log_in(page, role, PASSWORD)
        return page

    return act


@pytest.fixture
def look(request):
    """Look at a page, as at a desk and on a phone: nothing serious for people with other senses, nothing too wide."""
    folder = os.environ.get("LOOKS")
    count = iter(range(1000))

    def act(page):
        see(page)
        other, own = sorted(LOOKS, key=lambda size: SIZES[size] == page.viewport_size)
        turn(page, other)
        see(page, ["color-contrast", "scrollable-region-focusable"])
        turn(page, own)

    def turn(page, size):
        page.set_viewport_size(SIZES[size])
        page.emulate_media(color_scheme=LOOKS[size])

    def see(page, rules=()):
        assert faults(page, rules) == [], page.url
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), page.url
        if folder:
            name = request.node.name.replace("/", "-")
            page.screenshot(path=Path(folder) / f"{name}-{next(count):02d}.png", full_page=True)

    return act


def work():
    worker.work(until_empty=True)


def test_a_team_hands_in_and_everybody_sees_what_they_may(world, sit, visit, look, tmp_path):
    language, size = "pl-PL", "phone"
    (tmp_path / "out.tsv").write_text("1\n2\n3\n8\n")

    captain = sit("participant", language, size)
    follow(captain, "Zespoły")
    captain.fill("[name=name]", "Two Owls")
    captain.fill("[name=slug]", "two-owls")
    captain.get_by_role("button", name="Utwórz zespół").click()
    captain.locator("[name=login]").fill("teammate")
    captain.get_by_role("button", name="Zaproś").click()
    link = captain.locator("#once").inner_text()
    look(captain)

    mate = sit("teammate", language, size)
    mate.goto("/" + link.split("/", 3)[3])
    look(mate)
    mate.get_by_role("button", name="Dołącz do zespołu").click()
    mate.get_by_role("heading", name="Two Owls").wait_for()

    captain.goto("/")
    captain.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    captain.get_by_role("main").get_by_role("link", name="Zgłoś", exact=True).click()
    captain.wait_for_url("**/challenges/numbers/submit")
    look(captain)
    captain.set_input_files("[name=outputs]", tmp_path / "out.tsv")
    captain.select_option("[name=test]", "test-A")
    captain.select_option("[name=team]", label="Two Owls")
    captain.fill("[name=description]", "Three of four")
    captain.get_by_role("main").get_by_role("button", name="Zgłoś", exact=True).click()
    captain.wait_for_url("**/jobs/**")
    look(captain)
    work()
    made = Submission.objects.get()
    assert made.state == "scored"
    captain.wait_for_url(f"**/submissions/{made.pk}")  # by itself
    look(captain)

    stranger = sit("stranger", language, size)
    nobody = visit(size, language=language, colours=LOOKS[size])
    organiser = sit("organiser", language, size)
    for page in (captain, mate, stranger, nobody, organiser):
        page.goto("/")
        follow(page, "Numbers")
        assert "Two Owls" in page.get_by_role("main").inner_text()
        look(page)
        page.get_by_role("main").get_by_role("link", name="Two Owls").first.click()
        page.wait_for_url(f"**/submissions/{made.pk}")
        look(page)
    for page in (captain, stranger):
        page.goto(f"/q/{made.commit}")
        look(page)

    services.open_submission(made, world["participant"])
    work()
    made.refresh_from_db()
    assert made.is_open
    nobody.reload()
    assert "submission-" in nobody.get_by_role("main").inner_text()
    look(nobody)


def test_an_organiser_publishes_and_a_stranger_finds_it(sit, look, settings, tmp_path):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_NEW_CHALLENGES": "everybody"}
    packed = shutil.make_archive(str(tmp_path / "greetings"), "zip", write_challenge(tmp_path / "greetings"))
    page = sit("organiser")
    page.get_by_role("link", name="New challenge").click()
    look(page)
    page.fill("[name=slug]", "greetings")
    page.set_input_files("[name=archive]", packed)
    page.click("main form button")
    page.wait_for_url("**/imports/**")
    work()
    page.reload()
    look(page)
    assert "test-A/expected.tsv" in page.inner_text("#main")
    assert not Challenge.objects.get(slug="greetings").current
    page.check("[name=has_leaks]")  # dev-0 and test-A have the same lines
    page.locator("form[action$='/confirm'] button").click()
    page.wait_for_load_state()
    work()
    page.reload()
    look(page)
    stranger = sit("stranger")
    follow(stranger, "Challenges")
    assert stranger.get_by_role("link", name="Numbers").count() == 1
    page.locator("form[action$='/do/publish'] button").click()
    page.wait_for_load_state()
    stranger.reload()
    assert stranger.get_by_role("link", name="Numbers").count() == 2
    tabs = page.get_by_role("main").get_by_role("navigation")
    for name in ("Organise", "Phases", "People", "Boards", "About", "How to submit", "Data"):
        tabs.get_by_role("link", name=name, exact=True).click()
        look(page)
    stranger.locator("main a[href='/challenges/greetings']").click()
    follow(stranger, "How to submit")
    look(stranger)
    assert stranger.locator("a[href*=organise]").count() == 0


@pytest.mark.parametrize("role", ["stranger", "organiser"])
def test_plots_and_pages_with_nothing_in_them_read_well(world, sit, look, tmp_path, role):
    """A plot is a group of links to its points; an empty page has no link without a name."""
    Phase.objects.update(disclosure="full")
    for number in range(2):
        (tmp_path / "out").write_text(f"1\n2\n3\n{8 - number}\n")
        uploaded = Uploaded(tmp_path / "out", "out.tsv", "test-A")
        submit_files(Challenge.objects.get(), [uploaded], Handing(world["participant"]))
    work()
    page = sit(role)
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    page.locator("svg.plot a").first.wait_for()
    look(page)
    page.get_by_text("The same as a table").click()
    page.get_by_role("link", name="Every submission, and one metric against another").click()
    page.get_by_role("heading", name="History").wait_for()
    look(page)
    page.get_by_role("link", name="Announcements").click()
    page.get_by_text("Nothing has been announced yet.").wait_for()
    look(page)
    if role == "organiser":
        page.get_by_role("link", name="Organise", exact=True).click()
        page.get_by_role("link", name="Webhooks").click()
        page.locator(".empty").wait_for()
        look(page)
