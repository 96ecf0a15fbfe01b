"""Joining sentences of an article that were cut wrongly, for all records of it: challenges number its sentences."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.sqad.drafts import draft_findings
from probierz.suites.sqad.records import Record
from probierz.suites.sqad.vertical import Vertical, adjoining_sentences, joined
from probierz.web.annotation.files import article_of, keep_article, record_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject, RecordRevision, UnfinishedRecord
from probierz.web.annotation.queries import Seat, records_at
from probierz.web.annotation.services.drafts import check_own
from probierz.web.annotation.services.records import keep_state

__all__ = ["join_sentences"]


@transaction.atomic
def join_sentences(seat: Seat, draft: UnfinishedRecord) -> UnfinishedRecord:
    """Make one sentence of the article of those over which the answer sentence of a draft goes.

    Other records of the article get it, too, and keep their state. Raises Refused where the answer sentence is not
    several that follow one another, and where another record has one of them.
    """
    check_own(seat, draft)
    article = article_of(draft.article) if draft.article is not None else Vertical(("",))
    numbers = adjoining_sentences(str(draft.texts.get("selection", "")), article)
    if not numbers:
        raise Refused(_("Only sentences that follow one another in the article can be joined."), "selection")
    better = joined(article, numbers)
    project = AnnotationProject.objects.select_for_update().get(pk=draft.project_id)
    for row in _others(project, draft):
        _take(seat, row, better)
    draft.article = keep_article(project, better)
    draft.revision += 1
    draft.save()
    return draft


def _others(project: AnnotationProject, draft: UnfinishedRecord) -> list[AnnotatedRecord]:
    """The other records that have this article at its address."""
    there = records_at(project, str(draft.texts.get("url", "")), but=draft.record_id).filter(article=draft.article)
    return list(there.select_for_update(of=("self",)).select_related("article", "project"))


def _take(seat: Seat, row: AnnotatedRecord, article: Vertical) -> None:
    before = record_of(row)
    after = before.with_part("text", article.lines)
    if _errors(after) - _errors(before):
        message = _(
            "Another record has one of these sentences for itself. Search the records for its words, or ask a reviewer "
            "to; correct that one first."
        )
        raise Refused(message, "selection")
    keep_state(row, after, by=seat.user, cause=RecordRevision.Cause.CORRECTED)


def _errors(record: Record) -> set[tuple[str, str]]:
    return {(one.rule, one.field) for one in draft_findings(record) if one.level == "error"}
