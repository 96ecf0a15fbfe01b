"""What rules find in records, counted anew once the rules are others than those by which it was counted."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import probierz.suites.sqad
from probierz.web.annotation.files import PackedArticle, record_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject
from probierz.web.annotation.queries import findings_beside, record_findings, records_at
from probierz.web.jobs.services import enqueue

RECOUNT = "annotation-recount"
BESIDE = ("same-url-same-text", "no-repeated-question")
"""Rules that compare a record with the others of its article: they may hold or not once one of those has changed."""
AT_A_TIME = 100
"""Records that are read together."""


@cache
def rules_in_force() -> str:
    """Return a digest of the code that finds what is wrong with records: another one where a rule may be another."""
    digest = hashlib.sha256()
    for file in sorted(Path(probierz.suites.sqad.__path__[0]).glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:32]


def broken_rules(row: AnnotatedRecord) -> list[str]:
    """Return the name of the rule of each finding in a record, as its row keeps them."""
    return sorted(one.rule for one in record_findings(row.project, record_of(row), but=row.pk))


def ask_recount(project: AnnotationProject) -> bool:
    """Let a worker count anew where that is needed; return whether it is."""
    is_needed = project.rules_counted != rules_in_force()
    if is_needed:
        key = f"{RECOUNT}:{project.pk}"
        enqueue(RECOUNT, {"project": project.pk}, key=key, priority=-1, limited=False, most_attempts=1)
    return is_needed


def recount_beside(project: AnnotationProject, url: str) -> None:
    """Count anew, for all records about the article at an address, the rules that compare them with one another.

    Called in the transaction that changed some of them, after the last one is written.
    """
    for row in list(records_at(project, url).select_related("article")):
        article = PackedArticle(row.article.digest, bytes(row.article.content)) if row.article is not None else None
        beside = findings_beside(project, row.url, row.question, article, but=row.pk)
        alone = [rule for rule in row.rules if rule not in BESIDE]
        rules = sorted([*alone, *(one.rule for one in beside)])
        if rules != row.rules:
            AnnotatedRecord.objects.filter(pk=row.pk).update(rules=rules)


def recount(project: AnnotationProject) -> int:
    """Count anew what rules find in the records of a project; return in how many it is something else.

    No query stays open while rows are written: SQLite refuses to write from what it has read before others wrote.
    """
    count = 0
    numbers = list(project.records.values_list("pk", flat=True))
    for start in range(0, len(numbers), AT_A_TIME):
        some = project.records.filter(pk__in=numbers[start : start + AT_A_TIME])
        for row in list(some.select_related("article", "project")):
            rules = broken_rules(row)
            if rules != row.rules:  # who saves it meanwhile counts it, too
                count += AnnotatedRecord.objects.filter(pk=row.pk, revision=row.revision).update(rules=rules)
    AnnotationProject.objects.filter(pk=project.pk).update(rules_counted=rules_in_force())
    return count
