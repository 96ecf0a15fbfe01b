"""What selecting documents and sentences is about: the lines of the challenges made of records.

Articles are counted once, by their address, or where none is said by their text. The name of an article is a digest of
that, and candidates are in order of these names: neither name nor place tells which record is about an article, so that
a question's number does not give its article away. Sentences of an article are numbered from 1; sentences that read the
same are one candidate, with the first number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO
from urllib.parse import unquote

from probierz.errors import DataError
from probierz.suites.sqad.cross_record_rules import article_name
from probierz.suites.sqad.encodings import is_broken
from probierz.suites.sqad.records import Record
from probierz.suites.sqad.splits import Item
from probierz.suites.sqad.types import YES_NO
from probierz.suites.sqad.vertical import VerticalSentence

UNKNOWN_TYPE = "-"
"""Stands in the input where a record does not say the type of its question or answer; scores do not need them."""


@dataclass(frozen=True)
class SelectionKind:
    """A kind of challenge. candidates: the file with all that can be selected, and its columns; empty: none has it."""

    name: str
    says: str
    columns: tuple[str, ...]
    candidates: str
    candidate_columns: tuple[str, ...]


KINDS = {
    "documents": SelectionKind(
        "documents",
        "Rank the articles that may answer a question, best first.",
        ("Record", "Question", "QuestionType", "AnswerType"),
        "articles.tsv",
        ("Article", "Title", "Text"),
    ),
    "sentences": SelectionKind(
        "sentences",
        "Rank the sentences of an article by whether they answer a question, best first.",
        ("Record", "Question", "QuestionType", "AnswerType", "Article"),
        "sentences.tsv",
        ("Article", "Sentence", "Text"),
    ),
    "answers": SelectionKind(
        "answers",
        "Take the words that answer a question out of the sentence that does, or say ano or ne.",
        ("Record", "Question", "QuestionType", "AnswerType", "Sentence"),
        "",
        (),
    ),
}


@dataclass(frozen=True)
class SelectionLine:
    """A line of a challenge: what a split looks at, the line of the input, and what is expected."""

    item: Item
    input: str
    expected: str


@dataclass
class Articles:
    """The articles met so far: by name, where their candidates are in a file, and the number of each sentence.

    first: the record that each came with.
    """

    kind: SelectionKind
    file: IO[bytes]
    numbers: dict[str, dict[tuple[str, ...], int]] = field(default_factory=dict)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)

    def meet(self, record: Record) -> tuple[str, dict[tuple[str, ...], int]]:
        """Return the name and the sentences of a record's article; the candidates of a new one are written."""
        text = record.need("text").vertical.sentences
        name = article_name(record)
        if name not in self.numbers:
            self.numbers[name] = _numbered(text)
            self.first[name] = record.name
            start = self.file.tell()
            for line in _candidates(name, record, text, self.numbers[name], self.kind):
                self.file.write(f"{line}\n".encode())
            self.places[name] = (start, self.file.tell() - start)
        return name, self.numbers[name]

    def in_order(self) -> Iterator[bytes]:
        """Yield the candidates of each article, by name."""
        for _name, (start, length) in sorted(self.places.items()):
            self.file.seek(start)
            yield self.file.read(length)


def _numbered(text: tuple[VerticalSentence, ...]) -> dict[tuple[str, ...], int]:
    numbers: dict[tuple[str, ...], int] = {}
    for number, sentence in enumerate(text, 1):
        numbers.setdefault(sentence.words, number)
    return numbers


def _candidates(
    name: str,
    record: Record,
    text: tuple[VerticalSentence, ...],
    numbers: dict[tuple[str, ...], int],
    kind: SelectionKind,
) -> Iterator[str]:
    if not kind.candidates:
        return
    if kind.name == "documents":
        title = unquote(record.url.rpartition("/")[2]).replace("_", " ")
        yield "\t".join((name, title, " ".join(one.text for one in text)))
        return
    for number, sentence in enumerate(text, 1):
        if numbers[sentence.words] == number:
            yield f"{name}\t{number}\t{sentence.text}"


def selection_rows(records: Iterable[Record], articles: Articles) -> Iterator[SelectionLine | DataError]:
    """Yield the row of each record, or why it cannot have one; their articles are met."""
    for record in records:
        try:
            yield _row(record, articles)
        except DataError as error:
            yield error


def _row(record: Record, articles: Articles) -> SelectionLine:
    for part in ("question", "text", "selection", *(["metadata"] if "metadata" in record.parts else [])):
        _refuse_broken(record, part)
    question = record.says("question")
    types = (record.question_type or UNKNOWN_TYPE, record.answer_type or UNKNOWN_TYPE)
    if not question:
        raise DataError("the question is empty", path=record.file("question"))
    selection = record.sentences("selection")
    if len(selection) != 1:
        raise DataError(f"one sentence is wanted, found {len(selection)}", path=record.file("selection"))
    article, numbers = articles.meet(record)
    if selection[0].words not in numbers:
        message = "no sentence of the article reads like this"
        if selection[0].words in {one.words for one in record.sentences("text")}:
            first = articles.first[article]
            message = f"record {first} has another article under the same address, without this sentence; give both one"
        raise DataError(message, path=record.file("selection"), line=selection[0].line)
    item = Item(record.name, *types, article)
    if articles.kind.name == "documents":
        return SelectionLine(item, "\t".join((record.name, question, *types)), article)
    if articles.kind.name == "answers":
        return SelectionLine(item, "\t".join((record.name, question, *types, selection[0].text)), _answers(record))
    return SelectionLine(item, "\t".join((record.name, question, *types, article)), str(numbers[selection[0].words]))


def _answers(record: Record) -> str:
    """What counts as right: the words that were taken out, and the answer as it is worded; of yes and no that."""
    said = [record.says(part) for part in ("extraction", "answer") if part in record.parts]
    if record.answer_type == YES_NO:
        said = said[-1:]
    if not any(said):
        raise DataError("there is no answer", path=record.file("answer"))
    return "\t".join(dict.fromkeys(filter(None, said)))


def _refuse_broken(record: Record, part: str) -> None:
    vertical = record.need(part).vertical
    if not vertical.is_broken:
        return
    for number, line in enumerate(vertical.lines, 1):
        if is_broken(line):
            message = "the line is not UTF-8; `probierz sqad fix` converts what can only be read in one way"
            raise DataError(message, path=record.file(part), line=number)
