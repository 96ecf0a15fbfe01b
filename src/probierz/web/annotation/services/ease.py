"""What our own search and reader make of a question: asked in the background, and kept beside what they were asked of.

Nothing is said while it is under way, nor where it fails: it is advice, and no rule.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from probierz.suites.sqad.cross_record_rules import article_address
from probierz.suites.sqad.drafts import TypedRecord, draft_of
from probierz.web.annotation.fetching import title_of
from probierz.web.annotation.files import article_of, record_of
from probierz.web.annotation.models import AnnotatedArticle, AnnotatedRecord, UnfinishedRecord
from probierz.web.jobs.services import enqueue

EASE = "annotation-ease"
MOST_ARTICLES = 200
"""Others of the project, the newest, that are searched for the answer."""
MOST_LETTERS = 8_000_000


class AskedOf(NamedTuple):
    """What the reader is asked of. key: of all of it, so that an old answer says nothing of a new question."""

    question: str
    answer: str
    sentence: str
    url: str
    article: AnnotatedArticle

    @property
    def key(self) -> str:
        """A digest of all of it."""
        parts = (self.question, self.answer, self.sentence, self.url, self.article.digest)
        return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:32]


Written = UnfinishedRecord | AnnotatedRecord


def asked_of(written: Written) -> AskedOf | None:
    """Return what the reader is asked of a draft or a record; nothing where a part is missing."""
    typed = TypedRecord.of(written.texts) if isinstance(written, UnfinishedRecord) else draft_of(record_of(written))
    if written.article is None or not all(one.strip() for one in (typed.question, typed.extraction, typed.selection)):
        return None
    return AskedOf(typed.question, typed.extraction, typed.selection, typed.url, written.article)


def ask_reader(written: Written) -> None:
    """Let a worker ask, unless it is known, or under way."""
    asked = asked_of(written)
    if asked is not None and written.ease.get("key") != asked.key:
        kind = "draft" if isinstance(written, UnfinishedRecord) else "record"
        payload = {kind: written.pk, "key": asked.key}
        key = f"{EASE}:{kind}:{written.pk}:{asked.key}"
        enqueue(EASE, payload, key=key, priority=-1, limited=False, most_attempts=1)


def told_ease(written: Written) -> dict[str, Any] | None:
    """Return what the reader said of this question; None while it is not known, empty where nobody can ask it."""
    asked = asked_of(written)
    if asked is None:
        return {}
    return written.ease if written.ease.get("key") == asked.key else None


def other_articles(written: Written, asked: AskedOf) -> Iterator[tuple[str, str, str]]:
    """Yield name, title and text of other articles of the project, the newest first, as many as are searched."""
    known = {asked.article.pk}
    letters = 0
    rows = AnnotatedRecord.objects.filter(project=written.project_id).exclude(state=AnnotatedRecord.State.WITHDRAWN)
    rows = rows.exclude(article=None).exclude(address=article_address(asked.url.strip()))
    for number, url in rows.order_by("-created", "-pk").values_list("article", "url"):
        if number in known:
            continue
        known.add(number)
        text = article_of(AnnotatedArticle.objects.get(pk=number)).text
        letters += len(text)
        if len(known) > MOST_ARTICLES or letters > MOST_LETTERS:
            return
        yield str(number), title_of(url), text
