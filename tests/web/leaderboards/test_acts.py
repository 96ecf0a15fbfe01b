"""What people do with a submission on its page: each sees what they may do, and nothing that would be refused."""

import re

import pytest
from django.core.cache import cache

from browser import log_in
from probierz.suites.publishing import ReferenceRow
from probierz.web.challenges.models import Phase
from probierz.web.jobs.models import Job
from probierz.web.leaderboards.models import Board
from probierz.web.submissions import services
from probierz.web.submissions.acts import acts_on
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db

ROLES = ("nobody", "stranger", "owner", "teammate", "organiser", "administrator")
OWN, RUN = ("owner", "teammate"), ("organiser", "administrator")
ACTS = ("choose", "open", "rescore", "baseline", "hide", "restore", "delete")


@pytest.fixture
def submission(world):
    """Handed in by the owner for the team; it is on a board where people choose."""
    Board.objects.create(challenge=world.challenge, slug="choice", title="Choice", rule="chosen")
    return world.submit("owner", {"test-A WER": 0.7}, team=world.team)


def offered(client, submission):
    """The acts on the page; None where there is no page."""
    answer = client.get(f"/submissions/{submission.pk}")
    if answer.status_code == 404:
        return None
    return re.findall(rf'action="/submissions/{submission.pk}/([a-z]+)"', answer.text)


def press(client, submission, act, **more):
    return client.post(f"/submissions/{submission.pk}/{act}", more, follow=True)


def state(submission):
    submission.refresh_from_db()
    jobs = Job.objects.filter(payload__submission=submission.pk).count()
    return submission.is_chosen, submission.is_baseline, submission.hidden, submission.deleted, jobs


@pytest.mark.parametrize("role", ROLES)
def test_each_is_offered_what_they_may_do(browsers, world, submission, role):
    first = ["choose", "open"] if role in OWN else ["rescore", "baseline"] if role in RUN else []
    may_change = role in OWN + RUN
    assert offered(browsers[role], submission) == (first + ["hide", "delete"] if may_change else [])
    services.hide(submission, world.people["owner"])
    assert offered(browsers[role], submission) == (first + ["restore", "delete"] if may_change else None)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", ACTS)
def test_what_is_offered_is_done_and_the_rest_is_refused(browsers, world, submission, role, act):
    if act == "restore":
        services.hide(submission, world.people["owner"])
    is_offered = act in (offered(browsers[role], submission) or [])
    before = state(submission)
    press(browsers[role], submission, act, sure="on")
    assert (state(submission) != before) == is_offered


@pytest.mark.parametrize("act", ["open", "delete"])
def test_nothing_is_done_for_good_without_a_tick(browsers, submission, act):
    before = state(submission)
    assert "tick the box" in press(browsers["owner"], submission, act).text
    assert state(submission) == before


def test_nothing_is_chosen_where_no_board_asks_for_it(browsers, world, submission):
    other = Phase.objects.create(challenge=world.challenge, name="other", position=2)
    Board.objects.update(phase=other)
    assert "choose" not in offered(browsers["owner"], submission)
    Board.objects.update(phase=world.phase)
    assert "choose" in offered(browsers["owner"], submission)
    Board.objects.update(rule="best")
    assert "choose" not in offered(browsers["owner"], submission)


def test_what_is_done_is_not_offered_again(browsers, submission):
    press(browsers["teammate"], submission, "choose")
    Submission.objects.update(is_open=True)
    assert offered(browsers["owner"], submission) == ["hide", "delete"]
    assert "✓ selected</" in browsers["owner"].get(f"/submissions/{submission.pk}").text
    assert "✓ selected</" not in browsers["stranger"].get(f"/submissions/{submission.pk}").text


def test_after_deleting_one_sees_the_list(browsers, submission):
    page = press(browsers["owner"], submission, "delete", sure="on")
    assert page.redirect_chain == [("/challenges/ocr/submissions", 302)]
    assert offered(browsers["organiser"], submission) is None


def test_what_failed_is_not_published(browsers, submission):
    Submission.objects.update(state="failed")
    assert offered(browsers["owner"], submission) == ["retry", "hide", "delete"]


def test_a_published_result_has_no_files_and_a_variant_no_acts(browsers, world, submission):
    paper = services.add_reference(world.challenge, world.people["organiser"], ReferenceRow("A", {"test-A WER": 0.5}))
    assert "open" not in [act.name for act in acts_on(Viewer(world.people["organiser"]), paper)]
    variant = submission.variants.get()
    assert 'id="acts"' not in browsers["owner"].get(f"/submissions/{submission.pk}/variants/{variant.pk}").text


def test_the_page_says_what_each_does_in_polish(browsers, submission):
    text = browsers["owner"].get(f"/submissions/{submission.pk}", headers={"Accept-Language": "pl"}).text
    for words in ("Wybierz", "Opublikuj", "Ukryj", "Usuń", f"jako {submission.published_branch}"):
        assert words in text


# --- in a browser ----------------------------------------------------------------------------------------------------

PASSWORD = "correct horse battery"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("size", "language", "scripts"), [
    ("phone", "pl-PL", True), ("desk", "en-GB", True), ("desk", "en-GB", False),
])  # fmt: skip
def test_an_owner_does_all_of_it(visit, world, submission, size, language, scripts):
    cache.clear()
    world.people["owner"].set_password(PASSWORD)
    world.people["owner"].save()
    page = visit(size, language=language, scripts=scripts)
    log_in(page, "owner", PASSWORD)
    page.locator(f"main a[href='/submissions/{submission.pk}']").first.click()  # among the newest on the first page
    if scripts:
        check_with_axe(page)
    for act in ("choose", "hide", "restore", "open"):
        assert page.locator("ul.messages").count() == 0
        form = page.locator(f'form[action$="/{act}"]')
        if act == "open":
            form.locator("button").click()  # the browser itself asks for the tick
            assert page.locator("ul.messages").count() == 0
            form.locator("[name=sure]").check()
        form.locator("button").click()
        page.locator("ul.messages").wait_for()
        page.reload()
    is_chosen, _is_baseline, hidden, _deleted, opening = state(submission)
    assert (is_chosen, hidden, opening) == (True, None, 1)
    page.check('form[action$="/delete"] [name=sure]')
    page.click('form[action$="/delete"] button')
    page.wait_for_url("**/challenges/ocr/submissions")


def check_with_axe(page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
