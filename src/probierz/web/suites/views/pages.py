"""Pages of suites: which there are, and one with its board, also as a file or in a frame."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from probierz.web.accounts.requester import person_of
from probierz.web.challenges.models import Version
from probierz.web.challenges.phases import next_phase, open_phase, stretches
from probierz.web.challenges.queries import last_new_tests
from probierz.web.html.forms import tell
from probierz.web.http.addresses import public_root
from probierz.web.http.form_addresses import require_POST
from probierz.web.leaderboards.star_notes import outdated_note
from probierz.web.leaderboards.views.boards import FORMATS
from probierz.web.leaderboards.views.exports import ROWS_OF_EMBEDDED, as_file, for_any_page
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer, viewer_of
from probierz.web.suites.board_notes import board_notes, task_titles
from probierz.web.suites.common_phases import common_phases
from probierz.web.suites.exports import SUITE_EXPORTS
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.opening import SuiteOpening, suite_openings
from probierz.web.suites.own_tasks import looked_after
from probierz.web.suites.phase_tables import phase_tables, tables_to_tell
from probierz.web.suites.published_places import is_changed
from probierz.web.suites.queries import SuiteView, card_of, challenges_of, read_suite, tests_of
from probierz.web.suites.rows import SuiteRow
from probierz.web.suites.services import publish_suite, takes_archives, unpublish_suite
from probierz.web.suites.task_notices import task_notices
from probierz.web.suites.views.frame import page_language, suite_shown
from probierz.web.suites.visibility import is_shown, may_see_suite, organises_all, runs_suite

ACTS: dict[str, tuple[Callable[..., None], object]] = {
    "publish": (publish_suite, gettext_lazy("The suite is published.")),
    "unpublish": (unpublish_suite, gettext_lazy("Only organisers see the suite now.")),
}


@require_safe
def suites(request: HttpRequest) -> HttpResponse:
    """List the suites."""
    viewer = viewer_of(request)
    listed = [(one, card_of(one)) for one in PlatformSuite.objects.all() if may_see_suite(viewer, one)]
    rows = [
        (
            one, *card.titled(page_language()), len(card.tasks), is_shown(one),
            suite_openings(challenges_of(one, viewer).values(), viewer.now),
        )
        for one, card in listed
    ]  # fmt: skip
    return render(request, "suites/list.html", {"rows": rows})


@require_safe
def suite(request: HttpRequest, name: str) -> HttpResponse:
    """Show a suite: its tasks, the board over them, and one's own archives in their order of time."""
    found, viewer = suite_shown(request, name), viewer_of(request)
    view = read_suite(viewer, found)
    title, description = view.card.titled(page_language())
    history = [row for row in view.archives if row.is_own]
    common = common_phases(found, viewer.now) if organises_all(viewer, found) else []
    titles = task_titles(view.card)
    tables = [one.titled(titles) for one in phase_tables(view.card, view.challenges, viewer.now)]
    openings = suite_openings(view.challenges.values(), viewer.now)
    submitting = _submitting(view, viewer) if takes_archives(found) else []
    page = {
        "suite": found, "view": view, "title": title, "description": description, "history": history,
        "submitting": submitting, "may_be_late": any(one.is_over for one in submitting),
        "is_polish": page_language() == "pl",
        "formats": FORMATS, "root": public_root(request),
        "has_licences": any(task.licence or task.licence_link for task in view.card.tasks),
        "task_notices": task_notices(view),
        "is_over": _is_over(view, viewer),
        "is_awaited": any(map(_is_awaited, history)), "notes": board_notes(view, viewer),
        "runs": runs_suite(viewer, found), "looked_after": looked_after(view, viewer),
        "common_phases": common, "hiding_phases": [one for one in common if one.hides],
        "openings": openings, "opening": openings[0],
        "tasks": [(one, here, stretches(here, viewer.now) if here else []) for one, here in view.tasks],
        "phase_tables": tables, "tables_to_tell": tables_to_tell(tables),
        "repairs": _repairs(view), "outdated_note": [outdated_note()],
        "changed": {name for name, where in tests_of(view.card, view.challenges).items() if is_changed(*where)},
    }  # fmt: skip
    return render(request, "suites/suite.html", page)


def _repairs(view: SuiteView) -> list[tuple[str, Version]]:
    """The tasks whose tests were changed since they came here, each with the newest version that did that."""
    found = [(task.name, last_new_tests(challenge)) for task, challenge in view.tasks if challenge is not None]
    return [(task, version) for task, version in found if version is not None]


def _is_over(view: SuiteView, viewer: Viewer) -> bool:
    """Whether nothing can be handed in any more: all tasks are here, and no phase of them is open or comes."""
    here = [challenge for _task, challenge in view.tasks]
    return all(one is not None and not open_phase(one, viewer.now) and not next_phase(one, viewer.now) for one in here)


def _submitting(view: SuiteView, viewer: Viewer) -> list[SuiteOpening]:
    """The times in which this viewer can hand in for a task that is scored here, as organisers always can."""
    scored = [challenge for challenge, _test in tests_of(view.card, view.challenges).values()]
    there = [one for one in scored if one.archived is None]
    always = any(map(viewer.organises, there)) if view.challenges else not view.hidden
    return [one for one in suite_openings(there, viewer.now) if always or one.open]


def _is_awaited(archive: SuiteRow) -> bool:
    return any(cell is not None and cell.state in Submission.UNFINISHED for cell in archive.cells)


@login_required
@require_POST
def act(request: HttpRequest, name: str, action: str) -> HttpResponse:
    """Publish or hide a suite; others than who runs it find no page."""
    found = suite_shown(request, name)
    if action not in ACTS or not runs_suite(viewer_of(request), found):
        raise Http404
    verb, done = ACTS[action]
    tell(request, lambda: verb(found, by=person_of(request)), str(done))
    return redirect("suite", name)


@require_safe
def export(request: HttpRequest, name: str, ending: str) -> HttpResponse:
    """Send the board over the tasks as a file."""
    if ending not in SUITE_EXPORTS:
        raise Http404
    kind, make = SUITE_EXPORTS[ending]
    view = read_suite(viewer_of(request), suite_shown(request, name))
    return as_file(make(view, public_root(request)), kind, f"{name}.{ending}")


@xframe_options_exempt
@require_safe
def embed(request: HttpRequest, name: str) -> HttpResponse:
    """Show the board over the tasks to be framed by any page: always as anybody sees it, whoever looks."""
    found, anybody = get_object_or_404(PlatformSuite, name=name), Viewer(None)
    if not may_see_suite(anybody, found):
        raise Http404
    view = read_suite(anybody, found)
    about = {
        "suite": found, "view": view, "rows": view.rows[:ROWS_OF_EMBEDDED],
        "title": view.card.titled(page_language())[0], "root": public_root(request),
        "is_polish": page_language() == "pl",
    }  # fmt: skip
    return for_any_page(request, "suites/embed.html", about)
