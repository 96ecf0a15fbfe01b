"""Questions of SQuAD files with the answers that stand in their paragraphs, and whether another one counts as right."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from rapidfuzz.distance import Levenshtein

from probierz.archives.streams import open_stream
from probierz.errors import DataError

__all__ = ["SquadQuestion", "is_right", "read_questions"]

_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


class SquadQuestion(NamedTuple):
    """A question on a paragraph. begin, end: the characters of its answer there. answers: all that count as right.

    is_answered: whether the paragraph answers it; else the span is only of the kind that is asked for.
    """

    question: str
    title: str
    paragraph: str
    begin: int
    end: int
    answers: tuple[str, ...]
    is_answered: bool


def read_questions(path: Path) -> Iterator[SquadQuestion]:
    """Yield the questions that have an answer, or a plausible one, in order. Raises DataError for another file."""
    with closing(open_stream(path)) as stream:
        content = stream.read()
    try:
        for article in json.loads(content)["data"]:
            for paragraph in article["paragraphs"]:
                for one in paragraph["qas"]:
                    found = one.get("answers") or one.get("plausible_answers") or []
                    if found:
                        yield _question(one["question"], article["title"], paragraph["context"], found, one)
    except (ValueError, KeyError, TypeError):
        raise DataError('no file of SQuAD\'s form: {"data": [{"title": …, "paragraphs": …}]}', path=path) from None


def _question(
    question: str, title: str, paragraph: str, found: Sequence[dict[str, Any]], about: dict[str, Any]
) -> SquadQuestion:
    begin = found[0]["answer_start"]
    texts = (answer.get(name, "") for answer in found for name in ("text", "generative_answer"))
    answers = tuple(text for text in texts if text)
    return SquadQuestion(
        question, title, paragraph, begin, begin + len(found[0]["text"]), answers, bool(about.get("answers"))
    )


def is_right(said: str, answers: Sequence[str]) -> bool:
    """Whether an answer counts as right beside one of those that are expected, as the quiz of PolEval 2021 counts.

    Where a number is expected, the first one must be the same; else at most half of the letters may have to be changed.

    >>> is_right("w 1903 roku", ["1903"]), is_right("Narew", ["rzeka Bug"])
    (True, False)
    """
    return bool(said) and any(_fits(said, answer) for answer in answers)


def _fits(said: str, expected: str) -> bool:
    wanted, number = _NUMBER.search(expected), _NUMBER.search(said)
    if wanted:
        return number is not None and number.group().replace(",", ".") == wanted.group().replace(",", ".")
    return 2 * Levenshtein.distance(expected.lower(), said.lower()) <= len(expected)
