"""Records for other tools: JSON lines with everything, SQuAD, and a table (CSV).

All of them have the texts as they are read, not the vertical files; a folder of records is what keeps lemmas and tags.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from probierz.reports.tables import safe_cell
from probierz.suites.sqad.content_rules import find_run, place_in_text
from probierz.suites.sqad.full_lines import full_line
from probierz.suites.sqad.records import Record
from probierz.suites.sqad.vertical import readable, text_of

COLUMNS = (
    "id", "question", "answer", "extraction", "selection", "context", "url", "question_type", "answer_type", "annotator"
)  # fmt: skip
ACCEPTED_BY_AUTHOR = "accepted_by_author"
"""Behind the columns of a table, and a key in JSON where it is so: readers of records pass over it."""


_BESIDE = ("answer", "extraction", "selection", "context", "question_type", "answer_type")
"""What SQuAD has no field for, under our names."""


class WrittenRecord(NamedTuple):
    """A record that leaves. annotator: who made it; is_accepted_by_author: whether nobody else looked at it."""

    record: Record
    annotator: str = ""
    is_accepted_by_author: bool = False

    @property
    def mark(self) -> dict[str, bool]:
        """What JSON says beside the texts."""
        return {ACCEPTED_BY_AUTHOR: True} if self.is_accepted_by_author else {}


def record_fields(record: Record, annotator: str = "") -> dict[str, str]:
    """Return the texts of a record under the names of `COLUMNS`; bytes that are no UTF-8 are replaced."""
    parts = {name: record.says(name) for name in ("question", "answer", "extraction", "selection", "context")}
    fields = {
        "id": record.name, **parts, "url": record.url, "question_type": record.question_type,
        "answer_type": record.answer_type, "annotator": annotator,
    }  # fmt: skip
    return {name: readable(fields[name]) for name in COLUMNS}


def written_lines(records: Iterable[WrittenRecord]) -> Iterator[str]:
    """Yield a line of JSON for each record and its annotator, see `full_line`."""
    for one in records:
        yield full_line(one.record, one.annotator, one.mark) + "\n"


def written_table(records: Iterable[WrittenRecord]) -> Iterator[str]:
    """Yield the lines of a table with a head, without articles; fields with commas or line ends are quoted.

    What a spreadsheet would take for a formula has a quote before it, see `safe_cell`.
    """
    yield _row((*COLUMNS, ACCEPTED_BY_AUTHOR))
    for one in records:
        fields = record_fields(one.record, one.annotator).values()
        yield _row((*map(safe_cell, fields), "yes" if one.is_accepted_by_author else ""))


def _row(fields: tuple[str, ...]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(fields)
    return line.getvalue()


def squad_text(records: Iterable[WrittenRecord]) -> str:
    """Return records as a file of SQuAD 1.1: an entry for each article, with the questions about it.

    The answer is the extraction at its place in the article. Where it does not stand there, as in answers to yes-no
    questions, the answer sentence is. What else people wrote is beside it, so that `read_squad_records` gives
    the records again: `answer` has what people would say, `selection` the answer sentence, `url` the address. A line
    end in an article ends a paragraph. A record whose answer sentence does not stand in its article has no place there:
    `left_out` names it, and nothing else is said.
    """
    articles: dict[tuple[str, str], list[dict[str, Any]]] = {}
    left_out: list[str] = []
    for one in records:
        record = one.record
        text = readable(_article(record))
        found = _place(record)
        if found is None:
            left_out.append(record.name)
        else:
            articles.setdefault((record.url, text), []).append({**_squad_question(record, *found), **one.mark})
    data = [
        {"title": _title(url), "url": readable(url), "paragraphs": [{"context": text, "qas": asked}]}
        for (url, text), asked in articles.items()
    ]
    missing = {"left_out": left_out} if left_out else {}
    return json.dumps({"version": "1.1", **missing, "data": data}, ensure_ascii=False, indent=1) + "\n"


def _article(record: Record) -> str:
    """The article with a space between sentences and a line end between paragraphs."""
    paragraphs = record.parts["text"].vertical.paragraphs if "text" in record.parts else ()
    return "\n".join(" ".join(sentence.text for sentence in one) for one in paragraphs if one)


def _squad_question(record: Record, start: int, words: str) -> dict[str, Any]:
    fields = record_fields(record)
    return {
        "id": fields["id"], "question": fields["question"], "answers": [{"text": words, "answer_start": start}],
        **{name: fields[name] for name in _BESIDE if fields[name]},
    }  # fmt: skip


def _place(record: Record) -> tuple[int, str] | None:
    """Where the answer begins in the article, and its words there; None where not even its sentence stands there."""
    sentences, selection = record.sentences("text"), record.sentences("selection")
    number = place_in_text(selection[0], record) if selection else -1
    if number < 0:
        return None
    start = sum(len(readable(one.text)) + 1 for one in sentences[:number])
    tokens = sentences[number].tokens
    wanted = [token.word for one in record.sentences("extraction") for token in one.tokens]
    at = find_run(wanted, sentences[number].words) if wanted else -1
    if at < 0:
        return start, readable(sentences[number].text)
    words = readable(text_of(tokens[at : at + len(wanted)])).strip()
    before = readable(text_of(tokens[:at])) + ("" if tokens[at].glued or at == 0 else " ")
    return start + len(before), words


def _title(url: str) -> str:
    return unquote(readable(url).rstrip("/").rpartition("/")[2]).replace("_", " ")
