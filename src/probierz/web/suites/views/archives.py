"""The page on which an archive is handed in for all tasks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from probierz.errors import ProbierzError, Refused
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Disclosure, Part, Phase
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
from probierz.web.suites.views.frame import page_language, suite_shown

__all__ = ["submit"]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest, name: str) -> HttpResponse:
    """Hand an archive in for all tasks, or only look whether it fits."""
    found, user = suite_shown(request, name), cast("User", request.user)
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    card = card_of(found)
    hidden = hidden_tasks(found, viewer_of(request))
    tasks = [task.name for task in card.tasks if task.name not in hidden]
    if not tasks:
        raise Http404
    title = card.titled(page_language())[0]
    challenges = challenges_of(found, viewer_of(request))
    nothing = why_no_archives(found) or nothing_to_score(found, user)
    if nothing:
        about = {"suite": found, "title": title, "why": nothing, "challenges": challenges.values()}
        return render(request, "suites/nothing_to_score.html", about)
    tests = tests_of(card, challenges)
    lines = {task: tests[task][1].all_lines if task in tests else None for task in tasks}
    of_tests = {task: tests[task][0] for task in tests}
    form = ArchiveForm(*data, user=user, challenges=of_tests.values(), lines=lines, is_klej=takes_klej_archives(found))
    seen: SeenArchive | None = None
    refusal: ProbierzError | None = None
    is_asked = False
    is_look = "try" in request.POST
    if is_look and form.is_valid():
        try:
            seen = _looked(request, found, form)
        except ProbierzError as error:
            refusal = error
    elif request.method == "POST" and form.is_valid():
        try:
            taken = _hand_in(request, found, form)
        except ArchiveRefused as error:
            form.add_error("archive", [error.message, *_sentences(error, form)])
        except Refused as error:
            form.add_error(None, error.message)
            is_asked = error.code == MOVED
        except ProbierzError as error:
            form.add_error("archive", _sentences(error, form))
        else:
            _tell(request, taken, hidden)
            return redirect("suite", name)
    closed = closed_tasks(found, user)
    moved, titles = ask_of_phases(card, of_tests, form.meant), task_titles(card)
    began = {task: phase for task, one in of_tests.items() if (phase := open_phase(one))}
    openings = suite_openings(challenges.values(), viewer_of(request).now)
    page = {
        "suite": found, "form": form, "title": title, "root": public_root(request),
        "seen": seen, "why_not": _sentences(refusal, form) if refusal is not None else [],
        "has_faults": isinstance(refusal, ArchiveRefused),
        "lacks_tasks": isinstance(refusal, ArchiveRefused) and refusal.lacks_tasks,
        "quotas": quotas_of(card, challenges, user),
        "openings": openings, "opening": openings[0], "closed": closed,
        "errors": [one for one in map(str, form.non_field_errors()) if one not in " ".join(closed.reasons)],
        "moved": "" if is_asked else moved, "is_asked": is_asked, "phases": _numbers(began.values()),
        "meant": _numbers(form.meant if moved and not is_asked else began.values()),
        "made_by_them": [titles[task] for task, one in challenges.items() if has_maker(one, user)],
        "has_mean": card.has_mean, "unscored": [titles[task] for task in tasks if lines[task] is None],
    }  # fmt: skip
    return render(request, "suites/submit.html", page, status=400 if form.errors else 200)


def _numbers(phases: Iterable[Phase]) -> str:
    """Phases as the form tells them."""
    return ",".join(str(one.pk) for one in phases)


def _looked(request: HttpRequest, suite: PlatformSuite, form: ArchiveForm) -> SeenArchive:
    """What a look at the archive found. Raises ProbierzError where it would not be taken."""
    file, partial, gone = form.cleaned_data["archive"], form.cleaned_data["partial"], client_gone(request)
    with on_disk([file]) as (laid,):
        return look_at_archive(suite, laid.path, laid.name, form.handing, gone, partial=partial)


def _sentences(refusal: ProbierzError, form: ArchiveForm) -> list[str]:
    """Say why an archive is not taken; of tasks that are missing, with the box that lets them."""
    if not isinstance(refusal, ArchiveRefused):
        return [str(refusal)]
    box = gettext("Where they are missing on purpose, tick “%(box)s”.") % {"box": form["partial"].label}
    return [*map(str, refusal.problems), *([box] if refusal.lacks_tasks else [])]


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
