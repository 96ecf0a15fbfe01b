"""The page on which an archive is handed in for all tasks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from probierz.errors import ProbierzError, Refused
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Disclosure, Part, Phase
from probierz.web.challenges.phases import open_phase
from probierz.web.http.addresses import public_root
from probierz.web.http.clients import client_gone
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import MOVED
from probierz.web.submissions.test_makers import has_maker
from probierz.web.submissions.uploads_on_disk import on_disk
from probierz.web.submissions.visibility import Viewer, viewer_of
from probierz.web.suites.board_notes import task_titles
from probierz.web.suites.forms import ArchiveForm
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.opening import suite_openings
from probierz.web.suites.own_tasks import quotas_of
from probierz.web.suites.queries import card_of, challenges_of, hidden_tasks, tests_of
from probierz.web.suites.services import (
    ArchiveRefused,
    SeenArchive,
    TakenArchive,
    ask_of_phases,
    closed_tasks,
    hand_in_archive,
    look_at_archive,
    nothing_to_score,
    takes_klej_archives,
    why_no_archives,
)
from probierz.web.suites.shapes import SuiteIn
from probierz.web.suites.views.frame import page_language, suite_shown


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest, name: str) -> HttpResponse:
    """Hand an archive in for all tasks, or only look whether it fits."""
    found, user, viewer = suite_shown(request, name), cast("User", request.user), viewer_of(request)
    card = card_of(found)
    hidden = hidden_tasks(found, viewer)
    tasks = [task.name for task in card.tasks if task.name not in hidden]
    if not tasks:
        raise Http404
    challenges = challenges_of(found, viewer)
    about = {"suite": found, "title": card.titled(page_language())[0]}
    nothing = why_no_archives(found) or nothing_to_score(found, user)
    if nothing:
        page = {**about, "why": nothing, "challenges": challenges.values()}
        return render(request, "suites/nothing_to_score.html", page)
    tests = tests_of(card, challenges)
    lines = {task: tests[task][1].all_lines if task in tests else None for task in tasks}
    of_tests = {task: challenge for task, (challenge, _test) in tests.items()}
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ArchiveForm(*data, user=user, challenges=of_tests.values(), lines=lines, is_klej=takes_klej_archives(found))
    outcome = _act(request, found, form) if form.is_bound and form.is_valid() else None
    if isinstance(outcome, TakenArchive):
        _tell(request, outcome, hidden)
        return redirect("suite", name)
    closed = closed_tasks(found, user)
    openings, titles = suite_openings(challenges.values(), viewer.now), task_titles(card)
    page = {
        **about, **_of_outcome(outcome, form), **_of_phases(card, form, of_tests),
        "form": form, "root": public_root(request), "quotas": quotas_of(card, challenges, user),
        "openings": openings, "opening": openings[0], "closed": closed,
        "errors": [one for one in map(str, form.non_field_errors()) if one not in " ".join(closed.reasons)],
        "made_by_them": [titles[task] for task, one in challenges.items() if has_maker(one, user)],
        "has_mean": card.has_mean, "unscored": [titles[task] for task in tasks if lines[task] is None],
    }  # fmt: skip
    return render(request, "suites/submit.html", page, status=400 if form.errors else 200)


def _act(
    request: HttpRequest, suite: PlatformSuite, form: ArchiveForm
) -> TakenArchive | SeenArchive | ProbierzError | None:
    """Hand the archive in, None where the form says why it was not taken; or look at it, which may find why not."""
    is_look = "try" in request.POST
    act: Callable[..., TakenArchive | SeenArchive] = look_at_archive if is_look else hand_in_archive
    file, partial, gone = form.cleaned_data["archive"], form.cleaned_data["partial"], client_gone(request)
    try:
        with on_disk([file]) as (laid,):
            return act(suite, laid.path, laid.name, form.handing, gone, partial=partial)
    except ProbierzError as error:
        if is_look:
            return error
        if isinstance(error, ArchiveRefused):
            form.add_error("archive", [error.message, *_sentences(error, form)])
        elif isinstance(error, Refused):
            form.add_error(None, ValidationError(error.message, error.code))
        else:
            form.add_error("archive", _sentences(error, form))
        return None


def _of_outcome(outcome: SeenArchive | ProbierzError | None, form: ArchiveForm) -> dict[str, Any]:
    """What the page says of a look at an archive."""
    if not isinstance(outcome, ProbierzError):
        return {"seen": outcome}
    has_faults = isinstance(outcome, ArchiveRefused)
    lacks_tasks = isinstance(outcome, ArchiveRefused) and outcome.lacks_tasks
    return {"why_not": _sentences(outcome, form), "has_faults": has_faults, "lacks_tasks": lacks_tasks}


def _of_phases(card: SuiteIn, form: ArchiveForm, challenges: Mapping[str, Challenge]) -> dict[str, Any]:
    """What the page asks of phases that came after it was shown, and which ones the next form means."""
    is_asked = form.has_error(NON_FIELD_ERRORS, MOVED)
    moved = "" if is_asked else ask_of_phases(card, challenges, form.meant)
    began = _numbers(phase for one in challenges.values() if (phase := open_phase(one)))
    return {"moved": moved, "is_asked": is_asked, "phases": began, "meant": _numbers(form.meant) if moved else began}


def _numbers(phases: Iterable[Phase]) -> str:
    """Phases as the form tells them."""
    return ",".join(str(one.pk) for one in phases)


def _sentences(refusal: ProbierzError, form: ArchiveForm) -> list[str]:
    """Say why an archive is not taken; of tasks that are missing, with the box that lets them."""
    if not isinstance(refusal, ArchiveRefused):
        return [str(refusal)]
    box = gettext("Where they are missing on purpose, tick “%(box)s”.") % {"box": form["partial"].label}
    return [*map(str, refusal.problems), *([box] if refusal.lacks_tasks else [])]


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
