"""Records as rows keep them: packed files, and articles by what they hold."""

from __future__ import annotations

import hashlib
import json
import zlib
from functools import lru_cache
from typing import NamedTuple

from probierz.suites.sqad.drafts import record_of_files
from probierz.suites.sqad.records import Record, RecordPart
from probierz.suites.sqad.vertical import Vertical, read_vertical
from probierz.web.annotation.models import AnnotatedArticle, AnnotatedRecord, AnnotationProject, RecordRevision


class PackedArticle(NamedTuple):
    """An article as its row keeps it. digest: of what it holds; content: its vertical file, compressed."""

    digest: str
    content: bytes


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


def article_of(article: AnnotatedArticle | PackedArticle) -> Vertical:
    """Return the text of an article."""
    return _article(bytes(article.content))


@lru_cache(maxsize=16)
def _article(content: bytes) -> Vertical:
    """The few articles that people write about now are kept as they were read."""
    return read_vertical(zlib.decompress(content))


def packed_article(article: Vertical) -> PackedArticle:
    """Return an article as its row keeps it, which takes a while for a long one."""
    return _packed_article(article.content)


@lru_cache(maxsize=16)
def _packed_article(content: bytes) -> PackedArticle:
    """Records of an article follow one another, and share it."""
    return PackedArticle(hashlib.sha256(content).hexdigest(), zlib.compress(content))


def keep_article(project: AnnotationProject, article: PackedArticle) -> AnnotatedArticle:
    """Return the row of an article, which is made where it is new."""
    known = {"project": project, "digest": article.digest}
    return AnnotatedArticle.objects.get_or_create(**known, defaults={"content": article.content})[0]
