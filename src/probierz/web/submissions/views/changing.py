"""What people do with a submission later, and organisers with its tags."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from itertools import zip_longest

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.requester import person_of
from probierz.web.challenges.views.frame import framed
from probierz.web.html.forms import sent, taken, tell
from probierz.web.http.form_addresses import require_POST
from probierz.web.submissions import services
from probierz.web.submissions.acts import may_edit
from probierz.web.submissions.final_selection import of_the_same_people, standing_for
from probierz.web.submissions.forms import DescriptionForm, to_hand_in_again
from probierz.web.submissions.models import Submission
from probierz.web.submissions.views.page import submission_of
from probierz.web.submissions.visibility import viewer_of

_CHANGES: dict[str, Callable[[Submission, User], object]] = {
    "hide": services.hide,
    "restore": services.restore,
    "delete": services.delete,
    "choose": services.select,
    "unchoose": services.deselect,
    "retry": services.retry,
    "cancel": services.cancel,
    "open": services.open_submission,
    "rescore": services.rescore,
    "baseline": services.mark_baseline,
    "no-baseline": lambda submission, by: services.mark_baseline(submission, by, is_baseline=False),
}
_FOR_GOOD = ("delete", "open")
"""Nothing leads back from these: people tick a box first."""
_DONE = {
    "hide": gettext_lazy("It is hidden: it has left boards and lists."),
    "restore": gettext_lazy("It stands on boards and lists again."),
    "delete": gettext_lazy("The submission is deleted."),
    "cancel": gettext_lazy("Its evaluation is being stopped."),
    "baseline": gettext_lazy("Boards show it as a baseline now."),
    "no-baseline": gettext_lazy("Boards show it as any other submission now."),
    "open": gettext_lazy("Its files will be there for everybody in a moment."),
    "rescore": gettext_lazy("It will be scored again in a moment."),
    "retry": gettext_lazy("It is waiting for its evaluation."),
    "choose": gettext_lazy("It is selected: it stands for you in this phase."),
    "unchoose": gettext_lazy("It is not selected any more."),
}


@login_required
@require_POST
def change(request: HttpRequest, number: int, action: str) -> HttpResponse:
    """Do one thing with a submission, and show it as it is then."""
    submission, user = submission_of(viewer_of(request), number), person_of(request)
    if action not in _CHANGES:
        raise Http404
    if action in _FOR_GOOD and "sure" not in request.POST:
        messages.error(request, _("Nothing has changed: tick the box that says you are sure."))
        return redirect("submission", number)
    stood = standing_for(submission) if action == "choose" else None
    try:
        _CHANGES[action](submission, user)
        messages.success(request, _DONE[action] if stood is None else _selected(submission, stood))
    except Refused as error:
        messages.error(request, _linked(error.message) if error.code == "selections" else error.message)
    if submission.deleted is not None:
        return redirect("challenge-submissions", submission.challenge.slug)
    return redirect("submission", number)


def _selected(submission: Submission, stood: Collection[int]) -> SafeString:
    """Say what a selection does. stood: what would have stood for the same people on the final board without it."""
    chosen = set(of_the_same_people(submission).filter(is_chosen=True, deleted=None).values_list("pk", flat=True))
    others = sorted((chosen if len(chosen) > 1 else set(stood)) - {submission.pk})
    which = {"which": ", ".join(f"#{number}" for number in others)}
    if len(chosen) > 1:
        return _linked(_("On the final board the better of it and %(which)s on the private part stands.") % which)
    if others:
        return _linked(_("It will stand for you on the final board, in place of %(which)s.") % which)
    return _linked(_("It will stand for you on the final board."))


def _linked(message: str) -> SafeString:
    """A message in which the numbers of submissions, as in #12, lead to their pages."""
    number = re.compile(r"#(\d+)")
    pieces = number.split(message)  # between the texts stand the numbers
    links = ((reverse("submission", args=[one]), one) for one in pieces[1::2])
    linked = [format_html('<a href="{}">#{}</a>', *link) for link in links]
    return format_html_join("", "{}{}", zip_longest(pieces[::2], linked, fillvalue=""))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, number: int) -> HttpResponse:
    """Change description and tags."""
    viewer, user = viewer_of(request), person_of(request)
    submission = submission_of(viewer, number)
    if not may_edit(viewer, submission):
        raise Http404
    form = DescriptionForm(sent(request), initial=to_hand_in_again(submission))

    def act() -> None:
        services.edit(submission, user, description=form.cleaned_data["description"], tags=form.tag_names)
        if told := services.tell_unknown_tags(form.tag_names):
            messages.warning(request, told)

    if taken(request, form, act, _("The description and the tags are saved.")):
        return redirect("submission", number)
    page = {"submission": submission, "name": viewer.name_of(submission), "form": form}
    return framed(request, submission.challenge, "submissions/edit.html", **page)


VERDICTS = {"accept": True, "reject": False, "undecided": None}


@login_required
@require_POST
def judge(request: HttpRequest, number: int, verdict: str) -> HttpResponse:
    """Accept or reject a tag, as organisers do."""
    viewer, user = viewer_of(request), person_of(request)
    submission = submission_of(viewer, number)
    if verdict not in VERDICTS or not viewer.organises(submission.challenge):
        raise Http404
    name = request.POST.get("tag", "")[:64].replace("\0", "")
    judge = partial(services.judge_tag, submission, name, user, accepted=VERDICTS[verdict])
    tell(request, judge, _("The verdict on the tag is saved."))
    return redirect("submission", number)
