"""Sentences of an article that were cut wrongly: joined, or cut, for all records of it.

For all, since challenges number the sentences of an article.
"""

from __future__ import annotations

import unicodedata

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.sqad.drafts import draft_findings
from probierz.suites.sqad.records import Record
from probierz.suites.sqad.vertical import Vertical, adjoining_sentences, cut_out, joined, run_inside
from probierz.web.annotation.files import article_of, keep_article, packed_article, record_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject, RecordRevision, UnfinishedRecord
from probierz.web.annotation.queries import Seat, records_at
from probierz.web.annotation.ready import ready
from probierz.web.annotation.services.drafts import check_own
from probierz.web.annotation.services.records import keep_state
from probierz.web.annotation.services.recounting import recount_beside


def can_join(draft: UnfinishedRecord) -> bool:
    """Whether the answer sentence goes over several of the article, which may have been cut wrongly."""
    return bool(adjoining_sentences(_typed(draft), _article(draft)))


def can_cut(draft: UnfinishedRecord) -> bool:
    """Whether the answer sentence is a part of one of the article, which may have been left uncut wrongly."""
    return bool(run_inside(_typed(draft), _article(draft)))


@transaction.atomic
def join_sentences(seat: Seat, draft: UnfinishedRecord) -> UnfinishedRecord:
    """Make one sentence of the article of those over which the answer sentence of a draft goes.

    Other records of the article get it, too, and keep their state. Raises Refused where the answer sentence is not
    several that follow one another, and where another record has one of them.
    """
    check_own(seat, draft)
    article = _article(draft)
    numbers = adjoining_sentences(_typed(draft), article)
    if not numbers:
        raise Refused(_("Only sentences that follow one another in the article can be joined."), "selection")
    refusal = _(
        "Another record has one of these sentences for itself. Search the records for its words, or ask a reviewer to; "
        "correct that one first."
    )
    return _mended(seat, draft, joined(article, numbers), RecordRevision.Cause.JOINED, refusal)


@transaction.atomic
def cut_sentence(seat: Seat, draft: UnfinishedRecord) -> UnfinishedRecord:
    """Make a sentence of the article of the part of one that the answer sentence of a draft is.

    Other records of the article get it, too, and keep their state. Raises Refused where the answer sentence is no part
    of one sentence, and where another record has the longer one.
    """
    check_own(seat, draft)
    article = _article(draft)
    run = run_inside(_typed(draft), article)
    if not run:
        raise Refused(_("Only whole words that follow one another in one sentence can be cut out."), "selection")
    refusal = _(
        "Another record has the longer sentence for itself. Search the records for its words, or ask a reviewer to; "
        "correct that one first."
    )
    return _mended(seat, draft, cut_out(article, run), RecordRevision.Cause.CUT, refusal)


def _typed(draft: UnfinishedRecord) -> str:
    """The answer sentence, with composed letters, as articles have them."""
    return unicodedata.normalize("NFC", str(draft.texts.get("selection", "")))


def _article(draft: UnfinishedRecord) -> Vertical:
    return article_of(draft.article) if draft.article is not None else Vertical(("",))


def _mended(seat: Seat, draft: UnfinishedRecord, article: Vertical, cause: str, refusal: str) -> UnfinishedRecord:
    """Give a draft, and the other records of its article, the better one; refused where those would break a rule."""
    project = AnnotationProject.objects.select_for_update().get(pk=draft.project_id)
    for row in _others(project, draft):
        _take(seat, row, article, cause, refusal)
    recount_beside(project, str(draft.texts.get("url", "")))
    draft.article = keep_article(project, packed_article(article))
    draft.revision += 1
    draft.save()
    return draft


def _others(project: AnnotationProject, draft: UnfinishedRecord) -> list[AnnotatedRecord]:
    """The other records that have this article at its address."""
    there = records_at(project, str(draft.texts.get("url", "")), but=draft.record_id).filter(article=draft.article)
    return list(there.select_for_update(of=("self",)).select_related("article", "project"))


def _take(seat: Seat, row: AnnotatedRecord, article: Vertical, cause: str, refusal: str) -> None:
    before = record_of(row)
    after = before.with_part("text", article.lines)
    if _errors(after) - _errors(before):
        raise Refused(refusal, "selection")
    keep_state(row, ready(after), by=seat.user, cause=cause)


def _errors(record: Record) -> set[tuple[str, str]]:
    return {(one.rule, one.field) for one in draft_findings(record) if one.level == "error"}
