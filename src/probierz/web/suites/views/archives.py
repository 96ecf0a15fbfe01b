"""The page on which an archive is handed in for all tasks."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from probierz.errors import ProbierzError
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Disclosure, Part
from probierz.web.http.addresses import public_root
from probierz.web.http.clients import client_gone
from probierz.web.submissions.models import Submission
from probierz.web.submissions.test_makers import has_maker
from probierz.web.submissions.uploads import on_disk
from probierz.web.submissions.visibility import Viewer, viewer_of
from probierz.web.suites.forms import ArchiveForm
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.opening import suite_opening
from probierz.web.suites.own_tasks import quotas_of
from probierz.web.suites.queries import card_of, challenges_of, hidden_tasks
from probierz.web.suites.services import (
    ArchiveRefused,
    SeenArchive,
    TakenArchive,
    hand_in_archive,
    look_at_archive,
    nothing_to_score,
    takes_klej_archives,
    why_closed_tasks,
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
