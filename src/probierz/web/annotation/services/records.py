"""Records: keeping a new state, bringing back an old one, mending by rule, remarks and verdicts, withdrawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.sqad.mending import mend_record
from probierz.suites.sqad.records import DIGITS, is_numbered, numbered
from probierz.web.accounts.models import User
from probierz.web.annotation.files import keep_article, record_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject, RecordRemark, RecordRevision
from probierz.web.annotation.queries import Seat
from probierz.web.annotation.ready import ReadyState, ready
from probierz.web.annotation.services.folders import hide_in_folder, write_in_folder
from probierz.web.annotation.services.quotas import check_quota_again

Cause = RecordRevision.Cause
State = AnnotatedRecord.State


def next_name(project: AnnotationProject) -> str:
    """Return the six digits of the next record; called with the project locked."""
    return next(free_names(project.records.values_list("name", flat=True)))


def free_names(names: Iterable[str]) -> Iterator[str]:
    """Yield six digits that are none of these names: those behind the highest first. Other names count nothing."""
    taken = set(filter(is_numbered, names))
    last = max(map(int, taken), default=0)
    numbers = chain(range(last + 1, 10**DIGITS), range(1, last))
    return (name for name in map(numbered, numbers) if name not in taken)


def locked_record(row: AnnotatedRecord) -> AnnotatedRecord:
    """Return a record as it is now, for the transaction alone."""
    return AnnotatedRecord.objects.select_for_update(of=("self",)).select_related("article", "project").get(pk=row.pk)


def keep_new(project: AnnotationProject, name: str, state: ReadyState, *, by: User) -> AnnotatedRecord:
    """Keep a record that is new, see `keep_state`; called in a transaction."""
    row = AnnotatedRecord(project=project, name=name, author=by, revision=0)
    return keep_state(row, state, by=by, cause=Cause.MADE)


def keep_state(
    row: AnnotatedRecord, state: ReadyState, *, by: User, cause: str, writes: bool = True
) -> AnnotatedRecord:
    """Make this the state of a record, and note it in the history; called in a transaction.

    writes: also into the folder of the project, if it has one; not where the state was read from there.
    """
    project, typed = row.project, state.typed
    row.article = keep_article(project, state.article) if state.article is not None else None
    row.files = state.files
    row.question, row.answer, row.selection, row.url = typed.question, typed.answer, typed.selection, typed.url
    row.question_type, row.answer_type = typed.question_type[:200], typed.answer_type[:200]
    row.address, row.ease = state.address, {}
    row.rules = sorted(one.rule for one in state.all_findings(project, but=row.pk))
    row.revision += 1
    row.save()
    row.revisions.create(
        number=row.revision, author=by, cause=cause, article=row.article, files=row.files,
        guidelines=project.guidelines_version,
    )  # fmt: skip
    if writes:
        write_in_folder(row)
    return row


def keep_change(seat: Seat, row: AnnotatedRecord, state: ReadyState, cause: str) -> AnnotatedRecord:
    """Make this the state of a record; what somebody changed who does not review is to be reviewed again.

    Called in a transaction.
    """
    if not seat.reviews or (row.state == State.RETURNED and cause == Cause.CORRECTED):
        row.state = State.DONE
    return keep_state(row, state, by=seat.user, cause=cause)


@transaction.atomic
def bring_back(seat: Seat, row: AnnotatedRecord, number: int) -> None:
    """Make an earlier state the state of a record; what was is kept in the history. Raises Refused."""
    now = locked_record(row)
    check_change(seat, now)
    earlier = now.revisions.select_related("article", "record").filter(number=number).first()
    if earlier is None or number == now.revision:
        raise Refused(_("The record has no such earlier state."), "state")
    keep_change(seat, now, ready(record_of(earlier)), Cause.UNDONE)


def mend(seat: Seat, rows: Iterable[AnnotatedRecord]) -> int:
    """Mend what the rules can mend by themselves in each record; return how many are better now."""
    check_member(seat)
    mended = []
    for row in rows:
        check_change(seat, row)
        mended.append((row, _mended(row)))  # takes long: before the lock
    return _keep_mended(seat, mended)


def _mended(row: AnnotatedRecord) -> ReadyState | None:
    better, changes = mend_record(record_of(row))
    return ready(better) if changes else None


@transaction.atomic
def _keep_mended(seat: Seat, mended: Iterable[tuple[AnnotatedRecord, ReadyState | None]]) -> int:
    count = 0
    for row, better in mended:
        now = locked_record(row)
        check_change(seat, now)
        state = better if now.revision == row.revision else _mended(now)
        if state is not None:
            keep_change(seat, now, state, Cause.MENDED)
            count += 1
    return count


@transaction.atomic
def remark(seat: Seat, row: AnnotatedRecord, text: str, verdict: str = "") -> RecordRemark:
    """Say something of a record, and accept or return it. Raises Refused."""
    _check_rights(seat, row)
    if verdict and not seat.reviews:
        raise Refused(_("Only a reviewer can do this."), "forbidden")
    if not verdict and not text.strip():
        raise Refused(_("Write a remark first."), "text")
    if verdict == State.RETURNED and not text.strip() and not _has_said(seat, row):
        raise Refused(_("Say what is to be changed."), "text")
    if verdict:
        now = locked_record(row)
        check_change(seat, now)
        if verdict == now.state == State.ACCEPTED:
            raise Refused(_("The record is accepted already."), "state")
        _judge(now, verdict)
    return row.remarks.create(author=seat.user, text=text.strip(), verdict=verdict)


@transaction.atomic
def send_back(seat: Seat, row: AnnotatedRecord, text: str) -> RecordRemark:
    """Let a record that was returned to its author be reviewed again as it is, with why. Raises Refused."""
    now = locked_record(row)
    check_change(seat, now)
    if now.author_id != seat.user.pk or now.state != State.RETURNED:
        raise Refused(_("Only a record that was returned to you can be sent back."), "state")
    if not text.strip():
        raise Refused(_("Say why nothing is to be changed."), "text")
    _judge(now, State.DONE)
    return row.remarks.create(author=seat.user, text=text.strip(), verdict=State.DONE)


def _judge(row: AnnotatedRecord, verdict: str) -> None:
    row.state = verdict
    row.save(update_fields=["state", "changed"])


def _has_said(seat: Seat, row: AnnotatedRecord) -> bool:
    """Whether they said something of this state of the record that no verdict followed yet."""
    state = row.revisions.latest("number")
    last = row.remarks.filter(created__gte=state.created).order_by("pk").last()
    return last is not None and not last.verdict and last.author_id == seat.user.pk


@transaction.atomic
def withdraw(seat: Seat, row: AnnotatedRecord, *, is_withdrawn: bool = True) -> None:
    """Take a record out of exports and quotas, or back into them as it was; its history stays. Raises Refused.

    Its question is asked of nobody any more: who takes it back in, or sees it meanwhile, knows its answer.
    What a reviewer withdrew only reviewers take back; one's own record only as far as the quota goes.
    """
    _check_rights(seat, row)
    now = locked_record(row)
    if is_withdrawn == (now.state == State.WITHDRAWN):
        return
    if is_withdrawn:
        now.withdrawn_from, now.withdrawn_by, now.state = now.state, seat.user, State.WITHDRAWN
        now.second_answers.filter(is_decided=False).delete()
        hide_in_folder(now.project, now.name)
    else:
        if not seat.reviews and now.withdrawn_by_id not in (None, seat.user.pk):
            raise Refused(_("A reviewer withdrew this record; only a reviewer can take it back in."), "forbidden")
        check_quota_again(seat, now)
        now.state, now.withdrawn_from, now.withdrawn_by = now.withdrawn_from or State.DONE, "", None
        write_in_folder(now)
    now.save(update_fields=["state", "withdrawn_from", "withdrawn_by", "changed"])


def check_change(seat: Seat, row: AnnotatedRecord) -> None:
    """Refuse to change what somebody else made, unless one reviews, and what is withdrawn. Raises Refused."""
    _check_rights(seat, row)
    if row.state == State.WITHDRAWN:
        raise Refused(_("The record is withdrawn; take it back in first."), "state")


def check_coordinator(seat: Seat, *, of_archived: bool = False) -> None:
    """Refuse everybody who does not coordinate the project, and every change of an archived one. Raises Refused.

    of_archived: whether it may be done in one, too.
    """
    if not seat.coordinates:
        raise Refused(_("Only a coordinator can do this."), "forbidden")
    if not of_archived:
        _check_not_archived(seat)


def check_member(seat: Seat) -> None:
    """Refuse everybody who is not in the project, and every change of an archived one. Raises Refused."""
    if not seat.works:
        raise Refused(_("Only members of the project may do this."), "forbidden")
    _check_not_archived(seat)


def _check_not_archived(seat: Seat) -> None:
    if seat.project.archived is not None:
        message = _(
            "The project is archived, so nothing in it changes. A coordinator can take it out of the archive, under "
            "“Project members”."
        )
        raise Refused(message, "state")


def _check_rights(seat: Seat, row: AnnotatedRecord) -> None:
    check_member(seat)
    if not seat.may_change(row):
        raise Refused(_("Only a reviewer may change what somebody else made."), "forbidden")
