"""What may be done with a submission later: by its submitter or team, and by organisers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.challenges.problems import Problem
from probierz.errors import Refused, nearest
from probierz.web.accounts.models import AuditEntry, User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Tag
from probierz.web.challenges.phases import is_over
from probierz.web.challenges.services import changed, organising
from probierz.web.events import standing_changed
from probierz.web.intake.metadata import LONGEST_DESCRIPTION
from probierz.web.jobs import services as jobs
from probierz.web.jobs.models import Job
from probierz.web.submissions.final_selection import is_divided, of_the_same_people
from probierz.web.submissions.models import HUMAN, Submission, SubmissionTag
from probierz.web.submissions.services.quota import locked
from probierz.web.submissions.services.rights import check_own, check_own_or_organised
from probierz.web.submissions.visibility import Viewer

OPEN, RESCORE, UNPUBLISH = "open-submission", "rescore-submission", "unpublish-submission"

MOST_TAGS_NAMED = 40

_STANDING = {"hidden", "deleted", "is_chosen"}
"""Fields by which a submission leaves boards or comes onto them."""


@transaction.atomic
def _save(submission: Submission, by: User, action: str, *, only: Q | None = None, **values: object) -> None:
    """only: what must be so for it to be done; else all stays as it is, as when somebody has done it before."""
    if not Submission.objects.filter(only or Q(), pk=submission.pk).update(**values):
        submission.refresh_from_db(fields=list(values))
        return
    for name, value in values.items():
        setattr(submission, name, value)
    changed(submission.challenge)
    theirs = {} if by.pk == submission.submitter_id else {"person": submission.submitter_id}
    audit(by, f"submission.{action}", submission, **theirs)
    if not _STANDING.isdisjoint(values):
        standing_changed.send(Submission, submission=submission)


# --- its submitter ---------------------------------------------------------------------------------------------------


def edit(
    submission: Submission, by: User, *, description: str | None = None, tags: Iterable[str] | None = None
) -> list[str]:
    """Change description and tags; None leaves them. Return the tags that nobody knows, which are left out.

    Of one that waits also what was typed when it was handed in, which is read when it is scored.
    """
    check_own_or_organised(submission, Viewer(by))
    wanted = None if tags is None else list(dict.fromkeys(tags))
    with transaction.atomic():
        unknown = [] if wanted is None else set_tags(submission, wanted)
        problems = submission.problems
        if wanted is not None:
            problems = [*(one for one in problems if not _TAG_LEFT_OUT.fullmatch(one)), *tags_left_out(unknown)]
        text = submission.description if description is None else description.strip()[:LONGEST_DESCRIPTION]
        typed = {"description": text} | ({} if wanted is None else {"tags": wanted})
        form = submission.form and {**submission.form, **typed}
        _save(submission, by, "edit", description=text, form=form, problems=problems)
    return unknown


def set_tags(submission: Submission, names: Iterable[str]) -> list[str]:
    """Give a submission just these tags, as far as the vocabulary has them; return the others.

    What organisers decided of a tag that stays is kept. The tag `human` is on what labelling handed in, and only there.
    """
    wanted = list(dict.fromkeys(names))
    given = [name for name in wanted if name != HUMAN] + [HUMAN] * submission.is_human
    known = {tag.name: tag for tag in Tag.objects.filter(name__in=given)}
    submission.submission_tags.exclude(tag__in=known.values()).delete()
    for tag in known.values():
        SubmissionTag.objects.get_or_create(submission=submission, tag=tag)
    return [name for name in wanted if name not in known]


def tags_left_out(names: Iterable[str]) -> list[str]:
    """Say of each of these tags that it is left out, in the English that a submission keeps."""
    return [f"the tag {name!r} is not in the vocabulary; it is left out" for name in names]


_TAG_LEFT_OUT = re.compile(r"the tag .+ is not in the vocabulary; it is left out", re.DOTALL)


def unknown_tags(names: Iterable[str]) -> list[str]:
    """Return those of these tags that the vocabulary does not have, or that only labelling gives."""
    wanted = list(dict.fromkeys(names))
    known = set(Tag.objects.filter(name__in=wanted).exclude(name=HUMAN).values_list("name", flat=True))
    return [name for name in wanted if name not in known]


def tell_unknown_tags(names: Iterable[str]) -> str:
    """Say which of these tags were left out, and which there are; empty where all are known."""
    unknown = unknown_tags(names)
    if not unknown:
        return ""
    said = _("There are no such tags, so they were left out: %(names)s.") % {"names": ", ".join(unknown)}
    names = ", ".join(tags_there_are())
    there = _("There are: %(names)s") % {"names": names} if names else _("There are no tags yet.")
    return f"{said} {there}"


def unknown_tag_problems(names: Iterable[str]) -> list[Problem]:
    """Ask of each tag that would be left out whether another is meant."""
    there = tags_there_are()
    found = []
    for name in unknown_tags(names):
        close = nearest(name, there, 1)
        remedy = _("did you mean %(name)s?") % {"name": close[0]} if close else _("it would be left out")
        found.append(Problem("tags", None, _("there is no tag %(name)s") % {"name": name}, remedy, "warning"))
    return found


def tags_there_are() -> list[str]:
    """Return the names of the vocabulary that people may give, as many as one reads, and … where there are more."""
    names = Tag.objects.exclude(name=HUMAN).order_by("name").values_list("name", flat=True)
    some = list(names[: MOST_TAGS_NAMED + 1])
    return [*some[:MOST_TAGS_NAMED], "…"] if len(some) > MOST_TAGS_NAMED else some


def hide(submission: Submission, by: User) -> None:
    """Take a submission off lists and boards; its submitter and organisers still see it.

    What is hidden already stays hidden since then: whether it was when its phase ended decides about the private part.
    """
    check_own_or_organised(submission, Viewer(by))
    _save(submission, by, "hide", only=Q(hidden=None), hidden=timezone.now())


def restore(submission: Submission, by: User) -> None:
    """Show a hidden submission again."""
    check_own_or_organised(submission, Viewer(by))
    _save(submission, by, "restore", hidden=None, is_withdrawn=_was_withdrawn(submission))


def _was_withdrawn(submission: Submission) -> bool:
    """Whether the phase ended without it: then the private part goes on deciding without it."""
    phase, hidden = submission.phase, submission.hidden
    if phase is None or phase.closes is None or not is_over(phase, timezone.now()):
        return False
    return submission.is_withdrawn or (hidden is not None and hidden <= phase.closes)


def delete(submission: Submission, by: User) -> None:
    """Take a submission away for good; the quota it used stays used. A published branch is taken away too."""
    check_own_or_organised(submission, Viewer(by))
    if submission.job is not None:
        jobs.cancel(submission.job)
    with transaction.atomic():
        now = Submission.objects.select_for_update().get(pk=submission.pk)
        if now.is_open:  # perhaps since a moment ago; what is being published only now looks again when it is there
            jobs.enqueue(UNPUBLISH, {"submission": submission.pk}, key=f"unpublish:{submission.pk}", limited=False)
        _save(submission, by, "delete", only=Q(deleted=None), deleted=timezone.now(), is_open=False)


def select(submission: Submission, by: User) -> None:
    """Make it the one that stands for its submitter in this phase, on boards where people choose.

    Where a private part decides, it is selected for that, beside as many others as the challenge lets; not after the
    phase, when private scores are known.
    Raises Refused.
    """
    check_own(submission, Viewer(by))
    if submission.state != Submission.State.SCORED:
        raise Refused(_("Only a scored submission can be selected."), "state")
    with transaction.atomic():
        challenge = locked(submission.challenge)
        others = of_the_same_people(submission).filter(is_chosen=True, deleted=None).exclude(pk=submission.pk)
        if not is_divided(challenge):
            others.update(is_chosen=False)
        else:
            _check_selecting(submission)
            _check_one_team(submission, by)
            if others.count() >= challenge.selections:
                message = _("%(number)d are selected already, %(which)s; take one of them out first.")
                which = ", ".join(f"#{number}" for number in others.order_by("pk").values_list("pk", flat=True))
                raise Refused(message % {"number": challenge.selections, "which": which}, "selections")
        _save(submission, by, "choose", is_chosen=True)


def _check_one_team(submission: Submission, by: User) -> None:
    """Whoever decides for one team, or alone, decides for no other: several teams would be several tries.

    Leaving a team changes nothing of it: what one handed in or selected there is still a try, and so is what the other
    team selects of it.
    """
    rivals = submission.challenge.submissions.filter(phase=submission.phase_id, is_chosen=True, deleted=None)
    rivals = rivals.exclude(pk__in=of_the_same_people(submission).values("pk")).select_related("team").order_by("pk")
    own = next((one for one in rivals if _had_a_hand_in(one, by)), None)
    if own is None:
        if any(_had_a_hand_in(one, submission.submitter) for one in rivals):
            message = _("Who handed it in takes part in what is selected for others; select another one.")
            raise Refused(message, "selections")
        return
    if own.team is None:
        raise Refused(_("You selected submissions of your own; take them out before you select here."), "selections")
    if own.team.members.filter(pk=by.pk).exists():
        message = _("Submissions of your team %(team)s are selected; take them out before you select here.")
    else:
        message = _(
            "What you handed in or selected for the team %(team)s is selected there; "
            "before you select here, its members have to take it out."
        )
    raise Refused(message % {"team": own.team.name}, "selections")


def _had_a_hand_in(selected: Submission, person: User) -> bool:
    """Whether somebody handed in or selected what is selected, or is in its team now."""
    if selected.submitter_id == person.pk:
        return True
    if selected.team is None:
        return False
    about = AuditEntry.objects.filter(action="submission.choose", object_type="submission", object_id=str(selected.pk))
    last = about.order_by("-pk").values_list("actor", flat=True).first()
    return last == person.pk or selected.team.members.filter(pk=person.pk).exists()


def deselect(submission: Submission, by: User) -> None:
    """Select it no longer; not after the phase, where a private part decides."""
    check_own(submission, Viewer(by))
    with transaction.atomic():
        if is_divided(locked(submission.challenge)):
            _check_selecting(submission)
        _save(submission, by, "unchoose", is_chosen=False)


def _check_selecting(submission: Submission) -> None:
    if submission.phase is not None and not submission.phase.shows_private:
        raise Refused(_("This phase decides nothing: there is nothing to select for."), "selections")
    if is_over(submission.phase, timezone.now()):
        raise Refused(_("The phase is over: what is selected does not change any more."), "closed")


def cancel(submission: Submission, by: User) -> None:
    """Stop the evaluation. Raises Refused, also where there is none to stop any more."""
    check_own_or_organised(submission, Viewer(by))
    if submission.job is None or not jobs.cancel(submission.job):
        raise Refused(_(jobs.NOTHING_TO_STOP), "state")


def open_submission(submission: Submission, by: User) -> Job:
    """Publish all that was handed in, for everybody and for good, as a branch of the public repository.

    Raises Refused.
    """
    check_own(submission, Viewer(by))
    if submission.state != Submission.State.SCORED or not submission.commit:
        raise Refused(_("Only a scored submission can be opened."), "state")
    if submission.held_back is not None:
        raise Refused(submission.why_held_back, "state")
    return publish_later(submission, by)


def publish_later(submission: Submission, by: User | None) -> Job:
    """Queue the publication of a branch."""
    key = f"open:{submission.pk}"
    return jobs.enqueue(OPEN, {"submission": submission.pk}, user=by, key=key, limited=False)


# --- organisers ------------------------------------------------------------------------------------------------------


def mark_baseline(submission: Submission, by: User, *, is_baseline: bool = True) -> None:
    """Say that a submission is a baseline, for boards to mark."""
    organising(submission.challenge, by)
    _save(submission, by, "baseline", is_baseline=is_baseline)


@transaction.atomic
def judge_tag(submission: Submission, name: str, by: User, *, accepted: bool | None) -> None:
    """Accept or reject a tag that a submission has; None takes the decision back. A rejected tag is on no board.

    Raises Refused.
    """
    organising(submission.challenge, by)
    if not submission.submission_tags.filter(tag__name=name).update(accepted=accepted):
        raise Refused(_("The submission has no tag %(name)s.") % {"name": name}, "tag")
    changed(submission.challenge)
    audit(by, "submission.judge-tag", submission, tag=name, accepted=accepted)


def rescore(submission: Submission, by: User) -> Job:
    """Score the kept outputs again, on the challenge's current version. Raises Refused."""
    organising(submission.challenge, by)
    if not submission.commit:
        raise Refused(_("Nothing of this submission was kept."), "state")
    audit(by, "submission.rescore", submission)
    Submission.objects.filter(pk=submission.pk).update(not_rescored=None)
    return rescore_later(submission.pk, submission.challenge.current_id or submission.version_id, by)


def rescore_later(submission: int, version: int, by: User | None = None) -> Job:
    """Queue a scoring of kept outputs on a version, each once; people's new submissions go before it."""
    payload, key = {"submission": submission, "version": version}, f"{RESCORE}:{submission}:{version}"
    return jobs.enqueue(RESCORE, payload, user=by, key=key, priority=-1, most_attempts=6, limited=False)
