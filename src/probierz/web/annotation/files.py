"""Records as rows keep them: packed files, and articles by what they hold."""

from __future__ import annotations

import hashlib
import json
import zlib
from functools import lru_cache

from probierz.suites.sqad.drafts import record_of_files
from probierz.suites.sqad.records import Record, RecordPart
from probierz.suites.sqad.vertical import Vertical, read_vertical
from probierz.web.annotation.models import AnnotatedArticle, AnnotatedRecord, AnnotationProject, RecordRevision

__all__ = ["article_of", "keep_article", "packed", "record_of", "unpacked"]


def packed(record: Record) -> bytes:
    """Return the files of a record but its article, whose name is kept, as one compressed JSON object."""
    article = record.parts.get("text")
    files = {name: content.decode("latin-1") for name, content in record.files.items()}  # any byte is a letter of it
    if article is not None:
        files[article.name] = ""
    return zlib.compress(json.dumps(files).encode())


def unpacked(content: bytes) -> dict[str, bytes]:
    """Return the files that `packed` was given; the article is empty."""
    files: dict[str, str] = json.loads(zlib.decompress(content))
    return {name: text.encode("latin-1") for name, text in files.items()}


def record_of(row: AnnotatedRecord | RecordRevision) -> Record:
    """Return the record as the engine knows it, with all its files."""
    name = row.name if isinstance(row, AnnotatedRecord) else row.record.name
    record = record_of_files(name, unpacked(bytes(row.files)))
    if row.article is None or "text" not in record.parts:
        return record
    text = RecordPart(record.parts["text"].name, article_of(row.article))
    parts = {part: text if part == "text" else one for part, one in record.parts.items()}
    return Record(record.path, parts, record.others)


def article_of(article: AnnotatedArticle) -> Vertical:
    """Return the text of an article."""
    return _article(bytes(article.content))


@lru_cache(maxsize=16)
def _article(content: bytes) -> Vertical:
    """The few articles that people write about now are kept as they were read."""
    return read_vertical(zlib.decompress(content))


def keep_article(project: AnnotationProject, article: Vertical) -> AnnotatedArticle:
    """Return the row of an article, which is made where it is new."""
    digest = hashlib.sha256(article.content).hexdigest()
    content = zlib.compress(article.content)
    return AnnotatedArticle.objects.get_or_create(project=project, digest=digest, defaults={"content": content})[0]
