"""What somebody is typing: begun, kept with every pause, finished as a record, or thrown away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.sqad.drafts import TypedRecord, draft_of, draft_record, usual_answer
from probierz.suites.sqad.records import Record
from probierz.suites.sqad.types import QUESTION_TYPES
from probierz.web.accounts.models import User
from probierz.web.annotation.fetching import fetched_article
from probierz.web.annotation.files import PackedArticle, article_of, keep_article, packed_article, record_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject, RecordRevision, UnfinishedRecord
from probierz.web.annotation.pasting import read_pasted
from probierz.web.annotation.queries import Seat, known_article
from probierz.web.annotation.ready import ReadyState, ready
from probierz.web.annotation.services.ease import ask_reader, told_ease
from probierz.web.annotation.services.quotas import check_quota
from probierz.web.annotation.services.records import (
    check_change,
    check_member,
    keep_change,
    keep_new,
    locked_record,
    next_name,
    remark,
)
from probierz.web.annotation.services.recounting import recount_beside

MOST_DRAFTS = 100
MOST_TYPED = 20_000
"""Letters of a field; a sentence, or the few that it needs, have fewer."""
MOST_TAGGED = 10 * MOST_TYPED
"""Letters of a field with a lemma and a tag for each word."""


class RecordChanged(Refused):
    """Somebody else changed a record while it was corrected; what was typed is kept. record: as it is now."""

    def __init__(self, record: AnnotatedRecord, author: str) -> None:
        message = _("%(name)s changed this record meanwhile. What you typed is kept; compare, and keep one of the two.")
        super().__init__(message % {"name": author}, "state")
        self.record = record


def begin(seat: Seat, question_type: str) -> UnfinishedRecord:
    """Begin a record of a type; one that nobody has typed a letter into is taken up again. Raises Refused."""
    check_member(seat)
    if question_type not in QUESTION_TYPES:
        raise Refused(_("There is no such type of question."), "unknown")
    typed = TypedRecord(question_type=question_type, answer_type=usual_answer(question_type))
    drafts = seat.project.drafts.filter(user=seat.user)
    empty = drafts.filter(record=None, article=None, texts=asdict(typed)).first()
    if empty is not None:
        return empty
    _check_room(seat.project, seat.user)
    return UnfinishedRecord.objects.create(project=seat.project, user=seat.user, texts=asdict(typed))


@transaction.atomic
def correct(seat: Seat, row: AnnotatedRecord) -> UnfinishedRecord:
    """Begin to correct a record, or go on with that. Raises Refused."""
    check_change(seat, row)
    going = seat.project.drafts.filter(user=seat.user, record=row).first()
    if going is not None:
        return going
    _check_room(seat.project, seat.user)
    return UnfinishedRecord.objects.create(
        project=seat.project, user=seat.user, record=row, base=row.revision, article=row.article,
        texts=asdict(draft_of(record_of(row))),
    )  # fmt: skip


def _check_room(project: AnnotationProject, user: User) -> None:
    """Refuse one draft more than somebody may have."""
    if project.drafts.filter(user=user).count() >= MOST_DRAFTS:
        raise Refused(
            _("You have %(count)d unfinished records; finish or discard some.") % {"count": MOST_DRAFTS}, "quota"
        )


def save_draft(
    seat: Seat, draft: UnfinishedRecord, revision: int, texts: Mapping[str, str], pasted: str = ""
) -> UnfinishedRecord:
    """Keep what is typed by now, and return where it is kept. pasted: an article.

    revision: of the draft as the page knows it. Where another page has changed it since, what is typed here becomes a
    draft of its own, so that neither is lost. Raises Refused for a text that is too long, one draft too many, and an
    article that cannot be taken; texts are kept before that, in a transaction of their own.
    """
    check_own(seat, draft)
    article = _packed(pasted) if pasted.strip() else None  # takes long: before the lock
    return _saved(draft, revision, texts, article)


def _packed(pasted: str) -> PackedArticle:
    return packed_article(read_pasted(pasted.replace("\0", "")).text)


@transaction.atomic
def _saved(
    draft: UnfinishedRecord, revision: int, texts: Mapping[str, str], article: PackedArticle | None
) -> UnfinishedRecord:
    now = UnfinishedRecord.objects.select_for_update(of=("self",)).get(pk=draft.pk)
    kept = {**now.texts, **{name: text.replace("\0", "").replace("\r\n", "\n") for name, text in texts.items()}}
    _check_lengths({name: text for name, text in kept.items() if text != now.texts.get(name)})  # imported ones may stay
    if article is not None:
        now.article = keep_article(now.project, article)
    elif now.article is None and now.record is None:
        now.article = known_article(now.project, str(kept.get("url", "")))
    if kept == now.texts and now.article_id == draft.article_id:
        return now
    if revision != now.revision:
        _check_room(now.project, now.user)
        now.pk, now.revision = None, 0
        now._state.adding = True
    now.texts = kept
    now.revision += 1
    now.save()
    return now


def _check_lengths(texts: Mapping[str, object], most: int = MOST_TYPED) -> None:
    """Refuse texts that no record has. Raises Refused."""
    if any(isinstance(text, str) and len(text) > most for text in texts.values()):
        message = _("A field has more than %(most)d letters, and is not kept; shorten it.")
        raise Refused(message % {"most": most}, "long")


def fetch_article(seat: Seat, draft: UnfinishedRecord) -> UnfinishedRecord:
    """Give a draft the article at its address: that of other records, or one that is fetched. Raises Refused."""
    check_own(seat, draft)
    url = str(draft.texts.get("url", ""))
    if known_article(draft.project, url, but=draft.record_id) is not None:
        return take_known_article(seat, draft)
    draft.article = keep_article(draft.project, _packed(fetched_article(url)))
    draft.save(update_fields=["article"])
    return draft


def take_known_article(seat: Seat, draft: UnfinishedRecord) -> UnfinishedRecord:
    """Give a draft the article that other records with its address have, if there are any. Raises Refused."""
    check_own(seat, draft)
    known = known_article(draft.project, str(draft.texts.get("url", "")), but=draft.record_id)
    if known is not None:
        draft.article = known
        draft.save(update_fields=["article"])
    return draft


def save_tags(seat: Seat, draft: UnfinishedRecord, tagged: Mapping[str, str]) -> None:
    """Keep the lemmas and tags that somebody corrected, by part. Raises Refused where there are too many."""
    check_own(seat, draft)
    _check_lengths(tagged, MOST_TAGGED)
    draft.texts = {**draft.texts, "tagged": dict(tagged)}
    draft.save(update_fields=["texts", "changed"])


def discard(seat: Seat, draft: UnfinishedRecord) -> None:
    """Throw away what one typed oneself. Raises Refused."""
    check_own(seat, draft)
    draft.delete()


def check_own(seat: Seat, draft: UnfinishedRecord) -> None:
    """Refuse what somebody else types. Raises Refused."""
    check_member(seat)
    if (draft.user_id, draft.project_id) != (seat.user.pk, seat.project.pk):
        raise Refused(_("Only who began a draft may change it."), "forbidden")


def typed_record(draft: UnfinishedRecord) -> Record:
    """Return what is typed by now as a record."""
    before = record_of(draft.record) if draft.record is not None else None
    article = article_of(draft.article) if draft.article is not None else None
    name = draft.record.name if draft.record is not None else "000000"
    return draft_record(name, TypedRecord.of(draft.texts), article, before=before)


def tagged_anew(draft: UnfinishedRecord) -> Record:
    """Return what is typed by now with new lemmas and tags everywhere, whatever a record had before."""
    typed = replace(TypedRecord.of(draft.texts), tagged={})
    return draft_record("000000", typed, article_of(draft.article) if draft.article is not None else None)


def changed_meanwhile(draft: UnfinishedRecord) -> RecordChanged | None:
    """Return what `finish` raises where somebody else changed a record since its correction began, else None."""
    row = draft.record
    return _changed(row) if row is not None and row.revision != draft.base else None


def _changed(row: AnnotatedRecord) -> RecordChanged:
    author = row.revisions.select_related("author").get(number=row.revision).author
    return RecordChanged(row, author.own_name)


def finish(seat: Seat, draft: UnfinishedRecord, *, base: int, accepts: bool = False) -> AnnotatedRecord:
    """Make a record of a draft, or a new state of one. base: the revision that its writer has seen.

    accepts: who reviews also accepts it. Raises Refused where a rule is broken, a quota is full, or nobody may accept;
    RecordChanged where somebody was faster.
    """
    check_own(seat, draft)
    if accepts and not seat.reviews:
        raise Refused(_("Only a reviewer can do this."), "forbidden")
    state = ready(typed_record(draft))  # takes long: before the lock
    return _finished(seat, draft, state, base=base, accepts=accepts)


@transaction.atomic
def _finished(seat: Seat, draft: UnfinishedRecord, state: ReadyState, *, base: int, accepts: bool) -> AnnotatedRecord:
    project = AnnotationProject.objects.select_for_update().get(pk=seat.project.pk)
    if draft.record is not None:
        now = locked_record(draft.record)
        check_change(seat, now)
        if now.revision != base:
            raise _changed(now)
    broken = [one for one in state.all_findings(project, but=draft.record_id) if one.level == "error"]
    if broken:
        codes = ", ".join(sorted({one.code for one in broken}, key=lambda code: int(code[1:])))
        raise Refused(_("The record breaks rules (%(rules)s); what to do is listed below.") % {"rules": codes}, "rules")
    if draft.record is not None:
        is_counted = now.author_id == seat.user.pk and now.is_theirs
        if is_counted and state.typed.question_type != now.question_type:
            check_quota(seat, state.typed.question_type)
        row = keep_change(seat, now, state, RecordRevision.Cause.CORRECTED)
    else:
        check_quota(seat, state.typed.question_type)
        row = keep_new(project, next_name(project), state, by=seat.user)
    recount_beside(project, row.url)
    row.ease = told_ease(draft) or {}
    row.save(update_fields=["ease"])
    draft.delete()
    if accepts:
        remark(seat, row, "", AnnotatedRecord.State.ACCEPTED)
    transaction.on_commit(lambda: ask_reader(row))
    return row
