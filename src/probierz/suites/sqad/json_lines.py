"""Records as JSON lines, in two forms; a file may have both.

The simple one is that in which parts of SQAD are passed on: context, question and answers.

    {"context": "Karibská krize …", "question": "Ve kterém roce …?", "answers": ["1962"]}

Such a line says neither address nor types, and has neither lemmas nor tags; those fields are `-` in the records that
are made of it. The selection is the sentence with one of the answers. For yes and no it is the one most like the
question, which is a guess; any other line whose answers stand in no sentence is refused. From the records the same
lines can be written again.

The full one says all that people wrote, see `probierz.suites.sqad.full_lines`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from probierz.errors import DataError
from probierz.lines import LineReader
from probierz.suites.json_faults import json_fault
from probierz.suites.sqad.content_rules import find_run
from probierz.suites.sqad.full_lines import LINE_FIELDS, Tokenizer, full_line, full_record, is_name
from probierz.suites.sqad.records import PARTS, Record, RecordPart, numbered, read_records
from probierz.suites.sqad.sentences import cut_czech_sentences
from probierz.suites.sqad.vertical import Vertical, VerticalToken, vertical_lines
from probierz.suites.squad_form import is_text

_YES_OR_NO = {"ano", "ne"}
_SIMPLE = ("context", "question", "answers")
_FULL = ("question", "answer", "extraction", "selection", "article")
_WANTED = (
    "an object with context, question, answers is wanted, or one with question, answer, extraction, selection, "
    "article, as projects export them"
)
_TOKEN = re.compile(r"\w+|[^\w\s]")


def read_lines(
    path: Path,
    *,
    skipped: list[DataError] | None = None,
    guessed: list[str] | None = None,
    tokens: Tokenizer | None = None,
) -> Iterator[Record]:
    """Yield a record for each line, named by its id, else 000001 and so on.

    skipped: takes the errors of lines that cannot be used, which are left out then; without it DataError is raised,
    with the line. guessed: takes the names of records whose selection is a guess. tokens: cuts the sentences of full
    lines; `tokens_of` by default.
    """
    names: dict[str, int] = {}
    with LineReader(path, is_digested=False) as reader:
        for number, line in enumerate(reader, 1):
            try:
                fields = _fields(str(line), path, number)
                record = _record(path, number, fields, tokens or untagged_tokens)
                first = names.setdefault(record.name, number)
                if first != number:
                    message = f"line {first} has the number {record.name}, too; give each record its own"
                    raise DataError(message, path=path, line=number)
            except DataError as error:
                if skipped is None:
                    raise
                skipped.append(error)
                continue
            if guessed is not None and _is_simple(fields) and record.says("answer").casefold() in _YES_OR_NO:
                guessed.append(record.name)
            yield record


def _is_simple(fields: Mapping[str, Any]) -> bool:
    return "answers" in fields


def _fields(line: str, path: Path, number: int) -> dict[str, Any]:
    """The fields of a line, which are those of one of the forms."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(json_fault(error), path=path, line=number) from error
    keys = set(found) if isinstance(found, dict) else set()
    if not keys.issuperset(_SIMPLE) and not keys.issuperset(_FULL):
        raise DataError(_WANTED, path=path, line=number)
    if found.get("answers") == []:
        raise DataError("answers is an empty list; give at least one answer", path=path, line=number)
    if any(not is_text(text) for text in _texts(found)):
        if _is_simple(found):
            message = "context and question must be texts, and answers a list of texts"
        else:
            message = "every field of a record must be a text"
        raise DataError(message, path=path, line=number)
    return dict(found)


def _texts(fields: Mapping[str, Any]) -> list[Any]:
    """What has to be texts; None where there is not even a list of them."""
    if not _is_simple(fields):
        return [fields[name] for name in LINE_FIELDS if name in fields]
    answers = fields["answers"]
    return [fields["context"], fields["question"], *(answers if isinstance(answers, list) and answers else [None])]


def _record(path: Path, number: int, fields: Mapping[str, Any], tokens: Tokenizer) -> Record:
    if _is_simple(fields):
        return _simple_record(path, number, fields)
    name = fields.get("id") or numbered(number)
    if not is_name(name):
        message = f"{name!r} is no name of a record; six digits are wanted, as in 000001"
        raise DataError(message, path=path, line=number)
    return full_record(path / name, fields, tokens)


def _simple_record(path: Path, number: int, fields: Mapping[str, Any]) -> Record:
    context, question, answers = (fields[key] for key in _SIMPLE)
    for text in (context, question, *answers):
        _refuse_odd_space(text, path, number)
    sentences = [untagged_tokens(text) for text in cut_czech_sentences(context)]
    selection = _selection(sentences, untagged_tokens(question), [untagged_tokens(answer) for answer in answers])
    if selection is None:
        message = (
            f"no sentence of the context has the answer {answers[0]!r}; give it as it stands there, or leave it out"
        )
        raise DataError(message, path=path, line=number)
    parts = {
        "question": [untagged_tokens(question)],
        "answer": [untagged_tokens(answer) for answer in answers],
        "text": sentences,
        "selection": [selection],
        "extraction": [untagged_tokens(answers[0])],
    }
    made = {part: RecordPart(PARTS[part][0], Vertical(vertical_lines(lines))) for part, lines in parts.items()}
    return Record(path / numbered(number), made, {})


def _refuse_odd_space(text: str, path: Path, number: int) -> None:
    if not text or text != " ".join(text.split()):
        message = "a text is empty, or has other white space than single spaces; a record could not give it back"
        raise DataError(message, path=path, line=number)


def untagged_tokens(text: str) -> list[VerticalToken]:
    """Cut a text into words and signs; lemma and tag are `-`."""
    found = list(_TOKEN.finditer(text))
    return [
        VerticalToken(one[0], "-", "-", at > 0 and found[at - 1].end() == one.start(), 0)
        for at, one in enumerate(found)
    ]


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


def line_of(record: Record, number: int) -> str:
    """Return a record as the line of that number: in the simple form where reading it gives the record again."""
    try:
        line = simple_line(record)
        again = _simple_record(Path(), number, json.loads(line))
    except DataError:
        return full_line(record)
    return line if (again.name, again.files) == (record.name, record.files) else full_line(record)


def read_records_of(
    source: Path, *, skipped: list[DataError] | None = None, guessed: list[str] | None = None
) -> Iterator[Record]:
    """Yield the records of a folder, or of a file of JSON lines, see `read_lines`."""
    return read_lines(source, skipped=skipped, guessed=guessed) if source.is_file() else read_records(source)
