"""What somebody may do with a submission on its page. Services decide again; nothing is offered that they refuse."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from probierz.web.submissions.models import Submission
from probierz.web.submissions.services.retrying import may_be_tried_again
from probierz.web.submissions.visibility import Viewer


@dataclass(frozen=True)
class Act:
    """A button. name: as in its address. says: what it does. sure: a box to tick first, where nothing leads back."""

    name: str
    label: str
    says: str
    sure: str = ""


def acts_on(viewer: Viewer, submission: Submission) -> list[Act]:
    """Return what this viewer may do with the submission as it is now."""
    is_own = viewer.acts_for(submission)
    found = []
    if is_own and _may_be_opened(submission):
        found.append(_open(submission))
    if may_be_tried_again(submission, viewer):
        found.append(_confirm() if submission.is_doubtful else _retry())
    if viewer.organises(submission.challenge):
        found += _acts_of_organisers(submission)
    if _may_be_changed(viewer, submission):
        found += [_hide() if submission.hidden is None else _restore(), _delete()]
    return found


def may_edit(viewer: Viewer, submission: Submission) -> bool:
    """Whether this viewer may change its description and tags; a published result is known by its name."""
    return _may_be_changed(viewer, submission) and not submission.is_reference


def _may_be_changed(viewer: Viewer, submission: Submission) -> bool:
    return viewer.acts_for(submission) or viewer.organises(submission.challenge)


def _acts_of_organisers(submission: Submission) -> list[Act]:
    if submission.state != Submission.State.SCORED or submission.is_reference:
        return []
    return [*([_rescore()] if submission.commit else []), _no_baseline() if submission.is_baseline else _baseline()]


def _retry() -> Act:
    return Act("retry", _("Try again"), _("It will be evaluated once more, as if it were handed in now."))


def _confirm() -> Act:
    return Act(
        "retry", _("Score all the same"), _("It is meant as it is: it will be scored as if it were handed in now.")
    )


def _rescore() -> Act:
    return Act("rescore", _("Score again"), _("Its outputs will be scored on the challenge's current version."))


def _baseline() -> Act:
    return Act(
        "baseline",
        _("Mark as a baseline"),
        _("Boards will say that it is there to be compared with. It keeps its rank."),
    )


def _no_baseline() -> Act:
    return Act("no-baseline", _("Not a baseline"), _("Boards will show it as any other submission."))


def _may_be_opened(submission: Submission) -> bool:
    is_whole = submission.state == Submission.State.SCORED and bool(submission.commit)
    return is_whole and not submission.is_open and submission.held_back is None


def _open(submission: Submission) -> Act:
    says = _(
        "Everybody will be able to fetch all that you handed in, as %(branch)s of the challenge's public repository. "
        "What others have fetched will stay with them."
    )
    return Act("open", _("Publish"), says % {"branch": submission.published_branch}, _("Yes, publish all files of it"))


def _hide() -> Act:
    return Act(
        "hide",
        _("Hide"),
        _(
            "It will leave boards and lists. "
            "Those who handed it in and organisers will still see it, and may show it again."
        ),
    )


def _restore() -> Act:
    return Act("restore", _("Show again"), _("It will come back to boards and lists, for everybody."))


def _delete() -> Act:
    says = _(
        "It will be gone for good, from here and from the public repository. "
        "The quota that it used will stay used, and no paper will be able to cite it any more."
    )
    return Act("delete", _("Delete"), says, _("Yes, delete it for good"))
