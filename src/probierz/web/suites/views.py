"""Pages of suites: which there are, one with its board, a task with its published results, handing an archive in."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from probierz.errors import ProbierzError
from probierz.suites.boards import PublishedBoard
from probierz.web.accounts.models import User
from probierz.web.accounts.requester import person_of
from probierz.web.challenges.models import Challenge, Disclosure, Part, Version
from probierz.web.challenges.phases import next_phase, open_phase
from probierz.web.challenges.queries import last_new_tests
from probierz.web.html.forms import asked_first, taken, tell
from probierz.web.http.addresses import public_root
from probierz.web.http.clients import client_gone
from probierz.web.http.form_addresses import require_POST
from probierz.web.leaderboards.board_view import BoardEntry
from probierz.web.leaderboards.star_notes import outdated_note
from probierz.web.leaderboards.views.boards import FORMATS
from probierz.web.leaderboards.views.exports import ROWS_OF_EMBEDDED, as_file, for_any_page
from probierz.web.submissions.models import Submission
from probierz.web.submissions.test_makers import has_maker
from probierz.web.submissions.uploads import on_disk
from probierz.web.submissions.visibility import Viewer, viewer_of
from probierz.web.suites.board_notes import board_notes
from probierz.web.suites.common_phases import (
    CommonPhase,
    change_in_all_tasks,
    close_now,
    common_phases,
    show_now,
    what_closing_brings,
)
from probierz.web.suites.exports import SUITE_EXPORTS
from probierz.web.suites.forms import ArchiveForm, CommonPhaseForm
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.opening import suite_opening, task_opening
from probierz.web.suites.own_tasks import looked_after, quotas_of
from probierz.web.suites.phase_tables import phase_tables, tables_to_tell
from probierz.web.suites.published_places import PublishedPlace, is_changed, place_on
from probierz.web.suites.queries import (
    SuiteView,
    card_of,
    challenges_of,
    entries_of,
    hidden_tasks,
    read_suite,
    test_of,
    tests_of,
)
from probierz.web.suites.rows import SuiteRow
from probierz.web.suites.services import (
    ArchiveRefused,
    SeenArchive,
    TakenArchive,
    hand_in_archive,
    look_at_archive,
    nothing_to_score,
    publish_suite,
    takes_archives,
    takes_klej_archives,
    unpublish_suite,
    why_closed_tasks,
    why_no_archives,
)
from probierz.web.suites.task_notices import task_notices
from probierz.web.suites.visibility import is_shown, may_see_suite, organises_all, runs_suite

__all__ = ["act", "embed", "export", "phases", "submit", "suite", "suites", "task"]

ACTS: dict[str, tuple[Callable[..., None], object]] = {
    "publish": (publish_suite, gettext_lazy("The suite is published.")),
    "unpublish": (unpublish_suite, gettext_lazy("Only organisers see the suite now.")),
}


def _language() -> str:
    return (get_language() or "en")[:2]


def _suite(request: HttpRequest, name: str) -> PlatformSuite:
    found = get_object_or_404(PlatformSuite, name=name)
    if not may_see_suite(viewer_of(request), found):
        raise Http404
    return found


@require_safe
def suites(request: HttpRequest) -> HttpResponse:
    """List the suites."""
    viewer = viewer_of(request)
    listed = [(one, card_of(one)) for one in PlatformSuite.objects.all() if may_see_suite(viewer, one)]
    rows = [
        (
            one, *card.titled(_language()), len(card.tasks), is_shown(one),
            suite_opening(challenges_of(one, viewer).values(), viewer.now),
        )
        for one, card in listed
    ]  # fmt: skip
    return render(request, "suites/list.html", {"rows": rows})


@require_safe
def suite(request: HttpRequest, name: str) -> HttpResponse:
    """Show a suite: its tasks, the board over them, and one's own archives in their order of time."""
    found, viewer = _suite(request, name), viewer_of(request)
    view = read_suite(viewer, found)
    title, description = view.card.titled(_language())
    history = [row for row in view.archives if row.is_own]
    common = common_phases(found, viewer.now) if organises_all(viewer, found) else []
    tables = phase_tables(view.card, view.challenges, viewer.now)
    page = {
        "suite": found, "view": view, "title": title, "description": description, "history": history,
        "is_open": takes_archives(found) and _takes_something(view, viewer), "is_polish": _language() == "pl",
        "formats": FORMATS, "root": public_root(request),
        "has_licences": any(task.licence or task.licence_link for task in view.card.tasks),
        "task_notices": task_notices(view),
        "is_over": _is_over(view, viewer),
        "is_awaited": any(map(_is_awaited, history)), "notes": board_notes(view, viewer),
        "runs": runs_suite(viewer, found), "looked_after": looked_after(view, viewer),
        "common_phases": common, "hiding_phases": [one for one in common if one.hides],
        "opening": suite_opening(view.challenges.values(), viewer.now),
        "tasks": [(one, here, task_opening(here, viewer.now) if here else None) for one, here in view.tasks],
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


def _takes_something(view: SuiteView, viewer: Viewer) -> bool:
    """Whether this viewer can hand in something now for a task that is scored here, as organisers always can."""
    if not view.challenges:
        return not view.hidden
    scored = [challenge for challenge, _test in tests_of(view.card, view.challenges).values()]
    there = [one for one in scored if one.archived is None]
    return any(open_phase(one, viewer.now) is not None or viewer.organises(one) for one in there)


def _is_awaited(archive: SuiteRow) -> bool:
    return any(cell is not None and cell.state in Submission.UNFINISHED for cell in archive.cells)


@login_required
@require_POST
def act(request: HttpRequest, name: str, action: str) -> HttpResponse:
    """Publish or hide a suite; others than who runs it find no page."""
    found = _suite(request, name)
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
    view = read_suite(viewer_of(request), _suite(request, name))
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
        "suite": found, "view": view, "rows": view.rows[:ROWS_OF_EMBEDDED], "title": view.card.titled(_language())[0],
        "root": public_root(request), "is_polish": _language() == "pl",
    }  # fmt: skip
    return for_any_page(request, "suites/embed.html", about)


@require_safe
def task(request: HttpRequest, name: str, task: str) -> HttpResponse:
    """Show what was published of a task, split by split, and where submissions of this platform would have stood."""
    found, viewer = _suite(request, name), viewer_of(request)
    card = card_of(found)
    chosen = card.task(task)
    if chosen is None:
        raise Http404
    challenge = challenges_of(found, viewer).get(task)
    boards = [one.board() for one in chosen.boards]
    changed = [one for one in boards if challenge is not None and _is_changed(challenge, one)]
    same = [one for one in boards if one not in changed]
    here = [placed for one in same for placed in _placed(viewer, challenge, one)] if challenge is not None else []
    page = {
        "suite": found, "title": card.titled(_language())[0], "task": chosen, "task_title": chosen.titled(_language()),
        "challenge": challenge, "boards": boards,
        "changed": changed, "here": here[:100],
    }  # fmt: skip
    return render(request, "suites/task.html", page)


def _is_changed(challenge: Challenge, board: PublishedBoard) -> bool:
    test = test_of(challenge, board.split, board.metric)
    return test is not None and is_changed(challenge, test)


def _placed(viewer: Viewer, challenge: Challenge, board: PublishedBoard) -> list[tuple[BoardEntry, PublishedPlace]]:
    """The submissions that have a score on a published board's split, each with where it would have stood there.

    None where a part of the test ranks, which nothing published is known of.
    """
    test = test_of(challenge, board.split, board.metric)
    if test is None or not test.ranks_published:
        return []
    scored = entries_of(viewer, challenge, test, is_final=False)
    places = [(entry, place_on(board, cell.text)) for entry, cell in scored]
    return [(entry, place) for entry, place in places if place is not None]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def phases(request: HttpRequest, name: str) -> HttpResponse:
    """Set when a phase of all tasks is, and from when its scores are shown; others than organisers find no page."""
    found, viewer = _suite(request, name), viewer_of(request)
    if not organises_all(viewer, found):
        raise Http404
    rows = []
    for one in common_phases(found, viewer.now):
        is_meant = request.POST.get("phase") == one.name
        if is_meant and "now" in request.POST:
            _show_now(request, one)
            return redirect("suite", name)
        if is_meant and "close" in request.POST:
            return _closed_now(request, one) or redirect("suite-phases", name)
        form = CommonPhaseForm(request.POST if is_meant else None, one)
        if _is_saved(request, one, form):
            return redirect("suite-phases", name)
        rows.append((one, form, what_closing_brings(one)))
    page = {"suite": found, "title": card_of(found).titled(_language())[0], "phases": rows}
    has_errors = any(form.errors for _one, form, _brings in rows)
    return render(request, "suites/phases.html", page, status=400 if has_errors else 200)


def _is_saved(request: HttpRequest, phase: CommonPhase, form: CommonPhaseForm) -> bool:
    done = gettext("The phase is saved in all tasks.")

    def change() -> None:
        reopens = form.cleaned_data.get("reopens", False)
        change_in_all_tasks(phase, form.changes, by=person_of(request), reopens=reopens)

    return taken(request, form, change, done)


def _show_now(request: HttpRequest, phase: CommonPhase) -> None:
    done = gettext("Everybody sees all scores of the phase “%(name)s” now.") % {"name": phase.name}
    tell(request, lambda: show_now(phase, by=person_of(request)), done)


def _closed_now(request: HttpRequest, phase: CommonPhase) -> HttpResponse | None:
    """Close a phase in all tasks; a page that asks first, where nobody said that it is meant."""
    if phase.open_in:
        question = f"{what_closing_brings(phase)} {gettext('Close it now?')}"
        asked = asked_first(request, question, gettext("Close now in all tasks"), request.path)
        if asked is not None:
            return asked
    done = gettext("The phase is closed.")
    tell(request, lambda: close_now(phase, by=person_of(request)), done)
    return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest, name: str) -> HttpResponse:
    """Hand an archive in for all tasks, or only look whether it fits."""
    found, user = _suite(request, name), cast("User", request.user)
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    card = card_of(found)
    hidden = hidden_tasks(found, viewer_of(request))
    tasks = [task.name for task in card.tasks if task.name not in hidden]
    if not tasks:
        raise Http404
    title = card.titled(_language())[0]
    nothing = why_no_archives(found) or nothing_to_score(found, user)
    if nothing:
        challenges = challenges_of(found, viewer_of(request))
        about = {"suite": found, "title": title, "why": nothing, "challenges": challenges.values()}
        return render(request, "suites/nothing_to_score.html", about)
    form = ArchiveForm(*data, user=user, tasks=tasks, is_klej=takes_klej_archives(found))
    seen: SeenArchive | None = None
    why_not: list[str] = []
    has_faults = False
    is_look = "try" in request.POST
    if is_look and form.is_valid():
        seen, why_not, has_faults = _looked(request, found, form)
    elif request.method == "POST" and form.is_valid():
        try:
            taken = _hand_in(request, found, form)
        except ArchiveRefused as error:
            form.add_error("archive", [error.message, *map(str, error.problems)])
        except ProbierzError as error:
            form.add_error("archive", str(error))
        else:
            _tell(request, taken, hidden)
            return redirect("suite", name)
    challenges = challenges_of(found, viewer_of(request))
    page = {
        "suite": found, "form": form, "title": title, "root": public_root(request),
        "seen": seen, "why_not": why_not, "has_faults": has_faults, "quotas": quotas_of(card, challenges, user),
        "opening": suite_opening(challenges.values(), viewer_of(request).now), "closed": why_closed_tasks(found, user),
        "made_by_them": [task for task, one in challenges.items() if has_maker(one, user)],
        "has_mean": card.has_mean,
    }  # fmt: skip
    return render(request, "suites/submit.html", page, status=400 if form.errors else 200)


def _looked(
    request: HttpRequest, suite: PlatformSuite, form: ArchiveForm
) -> tuple[SeenArchive | None, list[str], bool]:
    """What a look at the archive found, or in sentences why it would not be taken, and whether it has faults."""
    file, partial, gone = form.cleaned_data["archive"], form.cleaned_data["partial"], client_gone(request)
    try:
        with on_disk([file]) as (laid,):
            return look_at_archive(suite, laid.path, laid.name, form.handing, gone, partial=partial), [], False
    except ArchiveRefused as error:
        return None, list(map(str, error.problems)), True
    except ProbierzError as error:
        return None, [str(error)], False


def _hand_in(request: HttpRequest, suite: PlatformSuite, form: ArchiveForm) -> TakenArchive:
    file, partial, gone = form.cleaned_data["archive"], form.cleaned_data["partial"], client_gone(request)
    with on_disk([file]) as (laid,):
        return hand_in_archive(suite, laid.path, laid.name, form.handing, gone, partial=partial)


def _tell(request: HttpRequest, taken: TakenArchive, hidden: Collection[str]) -> None:
    messages.success(request, _said_of(request, taken))
    told = {
        gettext("Not scored, as their expected results are not here: %(tasks)s."): set(taken.unscored) - set(hidden),
        gettext("Not handed in, as these tasks are not open to you: %(tasks)s."): set(taken.unscored) & set(hidden),
    }
    for text, tasks in told.items():
        if tasks:
            messages.warning(request, text % {"tasks": ", ".join(sorted(tasks))})
    for doubt in taken.doubts:
        messages.warning(request, str(doubt))


def _said_of(request: HttpRequest, taken: TakenArchive) -> str:
    """How many tasks were handed in; scores are announced only where this person will see all of them."""
    viewer = viewer_of(request)
    made = list(taken.archive.submissions.select_related("challenge__current", "phase"))
    if all(_sees_score(viewer, one) for one in made):
        text = ngettext(
            "%(count)d task was handed in; its score appears here.",
            "%(count)d tasks were handed in; scores appear here.",
            len(made),
        )
    else:
        text = ngettext(
            "%(count)d task was handed in; when its score is shown stands below.",
            "%(count)d tasks were handed in; when scores are shown stands below.",
            len(made),
        )
    return text % {"count": len(made)}


def _sees_score(viewer: Viewer, submission: Submission) -> bool:
    tests = submission.challenge.current.tests.exclude(part=Part.PRIVATE) if submission.challenge.current else ()
    shown = [viewer.disclosure(submission.challenge, submission.phase, test) for test in tests]
    return Disclosure.HIDDEN not in shown
