"""Records of files of SQuAD's form: each question that its paragraph answers becomes one.

The context is the article, cut into sentences in which every answer lies whole; the sentence with the answer is found
by its place, not by its words. Exported records (see `probierz.suites.sqad.exports`) say more of each question, and
come back with it. Questions without an answer are left out and named.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from probierz.errors import DataError
from probierz.suites.sqad.full_lines import Tokenizer, full_record
from probierz.suites.sqad.json_lines import untagged_tokens
from probierz.suites.sqad.records import Record, numbered
from probierz.suites.sqad.sentences import cut_czech_sentences
from probierz.suites.squad_form import SquadParagraph, is_text, read_squad_file, squad_fault

MOST_LETTERS = 500_000
"""Of a context, as of an article that is pasted."""
_FIRST_KEY = re.compile(r'\s*\{\s*"(?:data|version|left_out)"\s*:')
_NUMBER = re.compile(r"[0-9]{6}")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_SAID_MORE = ("answer", "extraction", "context", "question_type", "answer_type")
"""What exports say beside SQuAD's own fields, by the name that it has in JSON lines."""
Cut = Callable[[str], Sequence[str]]
"""Cuts a paragraph into sentences; spaces alone may be others there."""


class _Asked(NamedTuple):
    """A question with an answer. place: where it stands in the file.

    begin, end: the letters of its answer; where is_sentence, of the sentence with it, which the file says.
    """

    place: str
    name: str
    fields: Mapping[str, str]
    begin: int
    end: int
    is_sentence: bool


def holds_squad(path: Path) -> bool:
    """Whether a file begins as one of SQuAD's form does."""
    with path.open("rb") as file:
        return _FIRST_KEY.match(file.read(4096).decode("utf-8-sig", "replace")) is not None


def read_squad_records(
    path: Path,
    *,
    left_out: list[str] | None = None,
    tokens: Tokenizer = untagged_tokens,
    cut: Cut = cut_czech_sentences,
    most_letters: int | None = None,
) -> Iterator[Record]:
    """Yield a record for each question that is answered, by its id where all are as 000001, else numbered in order.

    left_out: takes the ids of questions without an answer. tokens, cut: words and sentences of texts. most_letters: of
    the articles of all questions, of which each gets its own. Raises DataError, which names the question.
    """
    paragraphs = list(_paragraphs(path))
    _check_letters(path, sum(len(text.said) * len(one.questions or ()) for one, text in paragraphs), most_letters)
    asked = [(text, _asked_of(path, text, one, left_out)) for one, text in paragraphs]
    names = [one.name for _, some in asked for one in some]
    keeps = all(_NUMBER.fullmatch(name) for name in names)
    _check_names(path, [one for _, some in asked for one in some] if keeps else [])
    number = 0
    for text, some in asked:
        article = text.sentences(some, cut)
        for one in some:
            number += 1
            fields = {**one.fields, "article": article.text, "selection": article.around(one.begin, one.end)}
            yield full_record(path / (one.name if keeps else numbered(number)), fields, tokens)


def _check_names(path: Path, asked: Sequence[_Asked]) -> None:
    first: dict[str, str] = {}
    for one in asked:
        known = first.setdefault(one.name, one.place)
        if known != one.place:
            raise squad_fault(
                path, one.place, f"the question at {known} has the number {one.name}, too; give each record its own"
            )


def _check_letters(path: Path, letters: int, most: int | None) -> None:
    if most is not None and letters > most:
        message = f"the articles of all questions together have more than {most} letters; import them in parts"
        raise DataError(message, path=path)


# --- the file --------------------------------------------------------------------------------------------------------


def _paragraphs(path: Path) -> Iterator[tuple[SquadParagraph, _Context]]:
    for one in read_squad_file(path):
        context = _checked(path, one.place, "context", one.context)
        if len(context) > MOST_LETTERS:
            message = f"the context has more than {MOST_LETTERS} letters; leave out what is long"
            raise squad_fault(path, one.place, message)
        if one.questions is None:
            raise squad_fault(path, one.place, "an object with a list 'qas' is wanted, as files of SQuAD have it")
        yield one, _Context(context)


def _checked(path: Path, place: str, name: str, value: str) -> str:
    """A text without control characters. Raises DataError for an empty one."""
    if not value.strip():
        raise squad_fault(path, place, f"an object with a text {name!r} is wanted, as files of SQuAD have it")
    return _CONTROL.sub(" ", value)


def _asked_of(path: Path, text: _Context, paragraph: SquadParagraph, left_out: list[str] | None) -> list[_Asked]:
    """The questions of a paragraph that have an answer."""
    asked = []
    for one in paragraph.questions or ():
        question = _checked(path, one.place, "question", one.text)
        name = (one.name or one.place)[:100]
        if one.is_impossible or not one.answers:
            if left_out is not None:
                left_out.append(name)
            continue
        first = one.answers[0]
        said = _checked(path, first.place, "text", first.text)
        begin, end = text.place_of(path, first.place, said, first.about.get("answer_start"))
        more = {key: " ".join(one.about[key].split()) for key in _SAID_MORE if _is_said(one.about.get(key))}
        words = " ".join(said.split())
        fields = {"answer": words, "extraction": words, **more, "question": " ".join(question.split())}
        fields["url"] = " ".join(paragraph.url.split())
        selection = one.about.get("selection")
        sentence = text.place_around(selection, begin, end) if is_text(selection) else None
        asked.append(_Asked(one.place, name, fields, *(sentence or (begin, end)), sentence is not None))
    return asked


def _is_said(value: Any) -> TypeGuard[str]:
    return is_text(value) and bool(value.strip())


# --- a context -------------------------------------------------------------------------------------------------------


class _Sentences(NamedTuple):
    """The sentences of a context. starts: the letter with which each begins; text: as JSON lines have an article."""

    starts: list[int]
    said: list[str]
    text: str

    def around(self, begin: int, end: int) -> str:
        """The sentence in which letters lie; several, in lines, where they go over more."""
        first, last = bisect_right(self.starts, begin) - 1, bisect_left(self.starts, end)
        return "\n".join(self.said[first:last])


@dataclass(frozen=True)
class _Context:
    """A context. Places in it are counted in letters, which are all but white space: spaces differ, letters do not."""

    said: str

    def place_of(self, path: Path, place: str, words: str, start: Any) -> tuple[int, int]:
        """Where the letters of an answer begin and end. Raises DataError where it does not stand at its start."""
        if not isinstance(start, int) or isinstance(start, bool) or self.said[max(start, 0) :][: len(words)] != words:
            message = f"the answer does not stand in the context at its answer_start, {str(start)[:20]!r}"
            raise squad_fault(path, place, f"{message}; give the number of letters and spaces before it")
        begin = len(_letters(self.said[:start]))
        return begin, begin + len(_letters(words))

    def place_around(self, sentence: str, begin: int, end: int) -> tuple[int, int] | None:
        """Where the letters of an answer sentence begin and end; None where it does not stand around its answer."""
        wanted = _letters(sentence)
        at = _letters(self.said).find(wanted, max(0, end - len(wanted)), begin + len(wanted)) if wanted else -1
        return (at, at + len(wanted)) if at >= 0 else None

    def sentences(self, asked: Sequence[_Asked], cut: Cut) -> _Sentences:
        """The sentences, as they are cut, but so that none ends within what a question needs whole."""
        letters = [at for at, letter in enumerate(self.said) if not letter.isspace()]
        paragraphs, starts = _starts(self.said, cut)
        for one in asked:
            starts = {at for at in starts if not one.begin < at < one.end}
            starts |= {one.begin, one.end} if one.is_sentence else set()
        bounds = sorted((starts | {0}) - {len(letters)})
        said = [
            " ".join(self.said[letters[begin] : letters[end - 1] + 1].split())
            for begin, end in pairwise([*bounds, len(letters)])
        ]
        ends = ["\n" if at in paragraphs and at else "" for at in bounds]
        return _Sentences(bounds, said, "".join(f"{end}{one}\n" for end, one in zip(ends, said, strict=True)))


def _starts(text: str, cut: Cut) -> tuple[set[int], set[int]]:
    """The letters with which paragraphs, and with which sentences, begin."""
    paragraphs, sentences = set(), set()
    at = 0
    for line in filter(str.strip, text.splitlines()):
        paragraphs.add(at)
        behind = at + len(_letters(line))
        for sentence in cut(line):
            if at < behind:
                sentences.add(at)
            at += len(_letters(sentence))
        at = behind
    return paragraphs, sentences


def _letters(text: str) -> str:
    return "".join(text.split())
