"""Records in the simple form in which parts of SQAD are passed on: context, question and answers as JSON lines.

    {"context": "Karibská krize …", "question": "Ve kterém roce …?", "answers": ["1962"]}

Such a line says neither address nor types, and has neither lemmas nor tags; those fields are `-` in the records that
are made of it. The selection is the sentence with one of the answers. For yes and no it is the one most like the
question, which is a guess, see `is_guessed`; any other line whose answers stand in no sentence is refused.
From the records the same lines can be written again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from probierz.errors import DataError
from probierz.lines import LineReader
from probierz.suites.json_faults import json_fault
from probierz.suites.sqad.content_rules import find_run
from probierz.suites.sqad.records import PARTS, Record, RecordPart
from probierz.suites.sqad.sentences import announces_more, cut_behind_levels
from probierz.suites.sqad.vertical import Vertical, VerticalToken, vertical_lines

__all__ = ["is_guessed", "read_simple", "simple_line", "tokens_of"]

_YES_OR_NO = {"ano", "ne"}
_KEYS = ("context", "question", "answers")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_END = re.compile(r"[.!?…]+$")
_MAY_GO_ON = re.compile(r"(?:\b\w|\b(?:cca|st|atd|apod))\.$", re.I)


def read_simple(path: Path, *, skipped: list[DataError] | None = None) -> Iterator[Record]:
    """Yield a record for each line, named 000001 and so on.

    skipped: takes the errors of lines that cannot be used, which are left out then; without it DataError is raised,
    with the line.
    """
    with LineReader(path, is_digested=False) as reader:
        for number, line in enumerate(reader, 1):
            try:
                yield _record(f"{number:06d}", _fields(str(line), path, number), path, number)
            except DataError as error:
                if skipped is None:
                    raise
                skipped.append(error)


def is_guessed(record: Record) -> bool:
    """Whether the selection of a record made of a line is a guess: yes and no stand in no sentence."""
    return record.says("answer").casefold() in _YES_OR_NO


def _fields(line: str, path: Path, number: int) -> tuple[str, str, list[str]]:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise DataError(f"this is not JSON: {json_fault(error)}", path=path, line=number) from error
    if not isinstance(found, dict) or any(key not in found for key in _KEYS):
        raise DataError(f"an object with {', '.join(_KEYS)} is wanted", path=path, line=number)
    context, question, answers = (found[key] for key in _KEYS)
    is_right = isinstance(context, str) and isinstance(question, str) and isinstance(answers, list)
    if not is_right or not answers or not all(isinstance(answer, str) for answer in answers):
        raise DataError("context and question must be texts, and answers a list of texts", path=path, line=number)
    return context, question, answers


def _record(name: str, fields: tuple[str, str, list[str]], path: Path, number: int) -> Record:
    context, question, answers = fields
    for text in (context, question, *answers):
        _refuse_odd_space(text, path, number)
    sentences = [tokens_of(text) for text in cut_sentences(context)]
    selection = _selection(sentences, tokens_of(question), [tokens_of(answer) for answer in answers])
    if selection is None:
        message = (
            f"no sentence of the context has the answer {answers[0]!r}; give it as it stands there, or leave it out"
        )
        raise DataError(message, path=path, line=number)
    parts = {
        "question": [tokens_of(question)],
        "answer": [tokens_of(answer) for answer in answers],
        "text": sentences,
        "selection": [selection],
        "extraction": [tokens_of(answers[0])],
    }
    made = {part: RecordPart(PARTS[part][0], Vertical(vertical_lines(lines))) for part, lines in parts.items()}
    return Record(Path(name), made, {})


def _refuse_odd_space(text: str, path: Path, number: int) -> None:
    if not text or text != " ".join(text.split()):
        message = "a text is empty, or has other white space than single spaces; a record could not give it back"
        raise DataError(message, path=path, line=number)


def tokens_of(text: str) -> list[VerticalToken]:
    """Cut a text into words and signs; lemma and tag are `-`."""
    found = list(_TOKEN.finditer(text))
    return [
        VerticalToken(one[0], "-", "-", at > 0 and found[at - 1].end() == one.start(), 0)
        for at, one in enumerate(found)
    ]


def cut_sentences(text: str) -> list[str]:
    """Cut a text after marks that end sentences, before words that do not begin in small letters."""
    words = text.split(" ")
    sentences: list[list[str]] = [[]]
    for at, word in enumerate(words):
        sentences[-1].append(word)
        following = words[at + 1] if at + 1 < len(words) else ""
        goes_on = announces_more(word) or _MAY_GO_ON.search(word) or re.fullmatch(r"\d+\.", word)
        ends = _END.search(word) and not goes_on
        if ends and len(sentences[-1]) > 1 and following and not following[0].islower():
            sentences.append([])
    return cut_behind_levels(" ".join(sentence) for sentence in sentences)


def _selection(
    sentences: Sequence[list[VerticalToken]], question: list[VerticalToken], answers: Sequence[list[VerticalToken]]
) -> list[VerticalToken] | None:
    """The sentence with one of the answers that has most words of the question; for yes and no of all; else None."""
    asked = {token.word.casefold() for token in question}

    def likeness(sentence: list[VerticalToken]) -> int:
        return len(asked.intersection(token.word.casefold() for token in sentence))

    for answer in answers:
        wanted = [token.word.casefold() for token in answer]
        having = [one for one in sentences if find_run(wanted, [token.word.casefold() for token in one]) >= 0]
        if having:
            return max(having, key=likeness)
    is_yes_or_no = any(
        [token.word.casefold() for token in answer] in ([one] for one in _YES_OR_NO) for answer in answers
    )
    return max(sentences, key=likeness) if is_yes_or_no else None


def simple_line(record: Record) -> str:
    """Return a record as a line in the simple form. Raises DataError where it lacks what belongs there."""
    fields = {
        "context": record.need("text").vertical.text,
        "question": record.need("question").vertical.text,
        "answers": [answer.text for answer in record.need("answer").vertical.sentences],
    }
    return json.dumps(fields, ensure_ascii=False)
