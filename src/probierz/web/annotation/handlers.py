"""What workers do for annotation: ask our own search and reader about a question, count anew what rules find."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from probierz.errors import ProbierzError
from probierz.web.annotation.fetching import title_of
from probierz.web.annotation.files import article_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject, UnfinishedRecord
from probierz.web.annotation.services.ease import EASE, AskedOf, Written, asked_of, other_articles
from probierz.web.annotation.services.recounting import RECOUNT, recount
from probierz.web.jobs.registry import handler
from probierz.web.jobs.running_job import Running


@handler(EASE)
def tell_ease(running: Running) -> dict[str, Any]:
    """Keep what the reader says of a draft or a record; nothing where it was changed or finished meanwhile."""
    written = _written(running.payload)
    asked = asked_of(written) if written is not None else None
    found: dict[str, Any] = {}
    if written is not None and asked is not None and asked.key == running.payload["key"]:
        try:
            found = _asked(written, asked)
        except ProbierzError as error:
            running.log(f"WARNING: {error}")
    result = {"ease": found.get("ease", "")}
    with running.completing() as job:
        job.result = result
        if found and written is not None:
            type(written).objects.filter(pk=written.pk).update(ease={**found, "key": running.payload["key"]})
    return result


@handler(RECOUNT)
def count_again(running: Running) -> dict[str, Any]:
    """Count what rules find in the records of a project, by the rules as they are now."""
    project = AnnotationProject.objects.filter(pk=running.payload["project"]).first()
    result = {"records": recount(project) if project is not None else 0}
    with running.completing() as job:
        job.result = result
    return result


def _written(payload: dict[str, Any]) -> Written | None:
    if "draft" in payload:
        return UnfinishedRecord.objects.select_related("article").filter(pk=payload["draft"]).first()
    return AnnotatedRecord.objects.select_related("article").filter(pk=payload["record"]).first()


def _asked(written: Written, asked: AskedOf) -> dict[str, Any]:
    from probierz.systems.questions.answering.ease import question_ease
    from probierz.systems.questions.finding.passages import SourceDocument

    others = [SourceDocument(*one) for one in other_articles(written, asked)]
    article = SourceDocument("own", title_of(asked.url), article_of(asked.article).text)
    return asdict(question_ease(asked.question, asked.answer, asked.sentence, article, others))
