"""The form of SQuAD's files, 1.1 and 2.0: articles, their paragraphs, and questions with answers that stand there.

{"data": [{"title": …, "paragraphs": [{"context": …, "qas": [
{"id": …, "question": …, "is_impossible": …, "answers": [{"text": …, "answer_start": …}]}]}]}]}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from probierz.archives.decompressing import open_stream
from probierz.errors import DataError
from probierz.suites.json_faults import json_fault

MOST_BYTES = 256 * 2**20
"""Of a file, which is read whole; SQuAD 2.0 has a sixth of that."""


class SquadAnswer(NamedTuple):
    """An answer. about: its object in the file, with `answer_start` as it stands there, which nobody checked."""

    place: str
    text: str
    about: Mapping[str, Any]


class SquadQuestion(NamedTuple):
    """A question. place: where it stands in the file, as `data[0].paragraphs[0].qas[0]`; name: its `id`, or nothing.

    answers: None where the file does not say, as where they are held back. plausible: of a question that the paragraph
    does not answer, what one could take for an answer. about: its object in the file.
    """

    place: str
    name: str
    text: str
    is_impossible: bool
    answers: tuple[SquadAnswer, ...] | None
    plausible: tuple[SquadAnswer, ...]
    about: Mapping[str, Any]


class SquadParagraph(NamedTuple):
    """A paragraph of an article. number: in the article, from 1. title, url, article: of the article its `title`,
    `url` and `id`; empty where there is none. questions: None where the file has no list of them.
    """

    place: str
    number: int
    context: str
    title: str
    url: str
    article: str
    questions: tuple[SquadQuestion, ...] | None


def read_squad_file(path: Path) -> Iterator[SquadParagraph]:
    """Yield the paragraphs of a file, also a compressed one, in order.

    Raises DataError, which names the file, and the line or the place, for a file that is too large, is no JSON, or has
    another form.
    """
    with closing(open_stream(path)) as stream:
        content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise DataError(f"the file is larger than {MOST_BYTES >> 20} MiB; give it in parts", path=path)
    try:
        loaded = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DataError("the file is not UTF-8; save it as UTF-8", path=path) from error
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise DataError(json_fault(error, "file"), path=path, line=line) from error
    yield from squad_paragraphs(loaded, path)


def squad_paragraphs(loaded: Any, path: Path) -> Iterator[SquadParagraph]:
    """Yield the paragraphs of what was read of a file. Raises DataError, with the place, for another form."""
    for number, article in enumerate(_list(path, loaded, "", "data")):
        of_article = f"data[{number}]"
        for inner, paragraph in enumerate(_list(path, article, of_article, "paragraphs")):
            place = f"{of_article}.paragraphs[{inner}]"
            context = _text(path, paragraph, place, "context")
            asked = _list(path, paragraph, place, "qas") if paragraph.get("qas") is not None else None
            questions = (
                None
                if asked is None
                else tuple(_question(path, f"{place}.qas[{at}]", one) for at, one in enumerate(asked))
            )
            title, url, identifier = (_said(article, name) for name in ("title", "url", "id"))
            yield SquadParagraph(place, inner + 1, context, title, url, identifier, questions)


def squad_fault(path: Path, place: str, message: str) -> DataError:
    """Return an error with the place in the file."""
    return DataError(f"{place}: {message}" if place else message, path=path)


def is_text(value: Any) -> TypeGuard[str]:
    """Whether it is a text that a file can hold; JSON can say half of a letter."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _question(path: Path, place: str, one: Any) -> SquadQuestion:
    text = _text(path, one, place, "question")
    is_impossible = one.get("is_impossible") is True
    given = _answers(path, place, one, "answers") if "answers" in one else None
    return SquadQuestion(
        place, _said(one, "id"), text, is_impossible, given, _answers(path, place, one, "plausible_answers"), one
    )


def _answers(path: Path, place: str, question: Mapping[str, Any], name: str) -> tuple[SquadAnswer, ...]:
    """None of them where JSON says null."""
    found = _list(path, question, place, name) if question.get(name) is not None else []
    places = [f"{place}.{name}[{at}]" for at in range(len(found))]
    return tuple(
        SquadAnswer(where, _text(path, one, where, "text"), one) for where, one in zip(places, found, strict=True)
    )


def _list(path: Path, found: Any, place: str, name: str) -> list[Any]:
    values = found.get(name) if isinstance(found, dict) else None
    if not isinstance(values, list):
        raise squad_fault(path, place, f"an object with a list {name!r} is wanted, as files of SQuAD have it")
    return values


def _text(path: Path, found: Any, place: str, name: str) -> str:
    value = found.get(name) if isinstance(found, dict) else None
    if not is_text(value):
        raise squad_fault(path, place, f"an object with a text {name!r} is wanted, as files of SQuAD have it")
    return value


def _said(found: Mapping[str, Any], name: str) -> str:
    value = found.get(name)
    return "" if value is None or not is_text(str(value)) else str(value)
