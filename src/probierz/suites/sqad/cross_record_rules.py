"""Rules on several records together: equal articles, equal questions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from probierz.suites.sqad.records import Record
from probierz.suites.sqad.rules import RecordFault, RecordRule, RuleMatch, check_record, rule


@rule("same-url-same-text", "Records with the same URL have the same article.", together=True)
def same_url_same_text(_record: Record) -> Iterator[RuleMatch]:
    """`SeenRecords` compares the digests of their words."""
    return iter(())


@rule("no-repeated-question", "No question is asked twice about one article.", together=True)
def no_repeated_question(_record: Record) -> Iterator[RuleMatch]:
    """`SeenRecords` compares questions without case."""
    return iter(())


def article_address(url: str) -> str:
    """Return a URL so that two spellings of one address are equal: decoded, without scheme, anchor, and `m.`."""
    return unquote(url).partition("#")[0].partition("://")[2].replace(".m.", ".").replace(" ", "_")


def article_name(record: Record) -> str:
    """Return what two records about one article have alone: a digest of its address, or where none is said of its text.

    Twelve hexadecimal digits: of ten thousand articles two are called the same once in five million times. The name of
    a record without either.
    """
    said = article_address(record.url) or (record.parts["text"].text if "text" in record.parts else "")
    return hashlib.sha256(said.encode("utf-8", "surrogateescape")).hexdigest()[:12] if said else record.name


def check_records(records: Iterable[Record], rules: Sequence[RecordRule]) -> Iterator[RecordFault]:
    """Yield what is wrong with records, one record after another; only digests are kept of those that are done."""
    seen = SeenRecords({one.name: one for one in rules if one.together})
    for record in records:
        yield from check_record(record, rules)
        yield from seen.compare(record)


class SeenRecords:
    """What is remembered of records: the digest of each article, and the questions about it."""

    def __init__(self, rules: dict[str, RecordRule]) -> None:
        self._rules = rules
        self._texts: dict[str, tuple[str, str]] = {}
        self._questions: dict[tuple[str, str], str] = {}

    def compare(self, record: Record) -> Iterator[RecordFault]:
        """Compare a record with those before."""
        address = article_address(record.url)
        if not address:
            return
        yield from self._compare_texts(record, address)
        yield from self._compare_questions(record, address)

    def _compare_texts(self, record: Record, address: str) -> Iterator[RecordFault]:
        if "text" not in record.parts or "same-url-same-text" not in self._rules:
            return
        words = "\n".join(" ".join(sentence.words) for sentence in record.sentences("text"))
        digest = hashlib.sha256(words.encode("utf-8", "surrogateescape")).hexdigest()
        first, known = self._texts.setdefault(address, (record.name, digest))
        if known != digest:
            message = f"the article differs from that of record {first}, and the URL is the same"
            yield self._finding("same-url-same-text", record, "text", message)

    def _compare_questions(self, record: Record, address: str) -> Iterator[RecordFault]:
        question = " ".join(record.says("question").casefold().split())
        if not question or "no-repeated-question" not in self._rules:
            return
        first = self._questions.setdefault((address, question), record.name)
        if first != record.name:
            yield self._finding("no-repeated-question", record, "question", f"record {first} asks the same")

    def _finding(self, name: str, record: Record, part: str, message: str) -> RecordFault:
        file: Path = record.file(part)
        return RecordFault(name, self._rules[name].level, record.name, file, 0, message)
