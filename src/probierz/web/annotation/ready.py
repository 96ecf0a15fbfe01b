"""States of records with all that is worked out of them alone, so that a transaction does no more than keep them.

Lemmas and tags, rules and packing take their time, and while a transaction lasts nobody else can write.
"""

from __future__ import annotations

from dataclasses import dataclass

from probierz.suites.sqad.cross_record_rules import article_address
from probierz.suites.sqad.drafts import DraftFinding, TypedRecord, draft_of, findings_of
from probierz.suites.sqad.records import Record
from probierz.web.annotation.files import PackedArticle, packed, packed_article
from probierz.web.annotation.models import AnnotationProject
from probierz.web.annotation.queries import findings_beside


@dataclass(frozen=True)
class ReadyState:
    """A state of a record as rows keep it. findings: what the rules say of it alone."""

    files: bytes
    article: PackedArticle | None
    typed: TypedRecord
    findings: tuple[DraftFinding, ...]

    @property
    def address(self) -> str:
        """That of its article, as all records spell it."""
        return article_address(self.typed.url)

    def all_findings(self, project: AnnotationProject, *, but: int | None = None) -> list[DraftFinding]:
        """Return what the rules say of it, compared with the others of the project. but: its own number."""
        beside = findings_beside(project, self.typed.url, self.typed.question, self.article, but=but)
        return [*self.findings, *beside]


def ready(record: Record) -> ReadyState:
    """Return a record as a state that can be kept."""
    article = packed_article(record.parts["text"].vertical) if "text" in record.parts else None
    return ReadyState(packed(record), article, draft_of(record), tuple(findings_of(record)))
