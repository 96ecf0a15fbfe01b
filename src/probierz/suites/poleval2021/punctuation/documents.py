"""A text as words with punctuation marks, and as the two lines of the challenge.

    in.tsv        wikinews1 TAB to jest np długi tekst
    expected.tsv  to jest np. długi tekst.

A line of the challenge has one space between words and every mark at the end of its word. What such lines cannot hold
(words with no space between them, say) is kept beside them when folders are converted, see `folders`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from probierz.errors import DataError

MARKS = {
    ".": "full stop",
    ",": "comma",
    "?": "question mark",
    "!": "exclamation mark",
    "-": "hyphen",
    ":": "colon",
    "...": "ellipsis",
}
"""The marks that are scored, with their names, in the order of the task's description."""


class MarkedWord(NamedTuple):
    """A word, the marks that follow it, and whether a space stands behind these."""

    word: str
    punctuation: str = ""
    space_after: bool = True

    @property
    def token(self) -> str:
        """The word with its marks."""
        return self.word + self.punctuation


@dataclass(frozen=True)
class MarkedText:
    """A text. name: its text ID, which is also the name of its file; title: often the same."""

    name: str
    title: str
    words: tuple[MarkedWord, ...]

    @property
    def line(self) -> str:
        """The text with marks as a line of the challenge: one space between words, whatever `space_after` says."""
        return " ".join([word.token for word in self.words])

    @property
    def input_text(self) -> str:
        """The text as the challenge gives it to systems: small letters, no marks."""
        return " ".join([word.word.lower() for word in self.words])


def document_of_lines(
    name: str, text: str, line: str | None, *, path: str = "", number: int | None = None
) -> MarkedText:
    """Return the document of a text of in.tsv and the line with its marks; None for a text without marks.

    path, number: the file with marks and the line in it, for messages.
    Raises DataError where the line has other words than the text.
    """
    plain = text.split(" ")
    tokens = plain if line is None else line.split(" ")
    if len(tokens) != len(plain):
        raise DataError(_other_length(name, plain, tokens), path=path or None, line=number)
    words = []
    for at, (bare, token) in enumerate(zip(plain, tokens, strict=True), 1):
        end = _end_of_word(bare, token)
        if end is None or not token:
            raise DataError(_other_word(name, at, bare, token), path=path or None, line=number)
        words.append(MarkedWord(token[:end], token[end:], at < len(plain)))
    return MarkedText(name, name, tuple(words))


def _other_word(name: str, at: int, bare: str, token: str) -> str:
    if not token:
        return f"word {at} of {name} is empty; one space stands between words, and none at the ends"
    return f"word {at} of {name} is {token!r}, and {bare!r} in the input; add marks, change no word"


def _end_of_word(bare: str, token: str) -> int | None:
    """Where the marks begin in a token that should begin with this word; capitals do not matter."""
    wanted = bare.lower()
    ends: list[int] = [len(bare), *range(len(token) + 1)]  # a capital and its small letter may differ in length
    for end in ends:
        if token[:end].lower() == wanted:
            return end
    return None


def _other_length(name: str, plain: Sequence[str], tokens: Sequence[str]) -> str:
    at = next((at for at, (bare, token) in enumerate(zip(plain, tokens, strict=False)) if _differ(bare, token)), None)
    where = f"; the first that differs is word {at + 1}, {tokens[at]!r} for {plain[at]!r}" if at is not None else ""
    return f"{name} has {len(tokens)} words, and {len(plain)} in the input{where}; one space stands between words"


def _differ(bare: str, token: str) -> bool:
    return _end_of_word(bare, token) is None


def refuse_other_words(wanted: MarkedText, found: MarkedText, *, path: str, lines: Iterable[int] = ()) -> None:
    """Raise DataError where a document is not of the text that it should be of; capitals do not matter.

    path: the file of `found`. lines: where each of its words stands in the file, where that is known.
    """
    for at, (right, word) in enumerate(zip(wanted.words, found.words, strict=False)):
        if right.word.lower() != word.word.lower():
            raise DataError(
                f"word {at + 1} is {word.word!r} where the text has {right.word!r}; "
                "give every word of the text once, in its order, with its marks apart",
                path=path,
                line=next((line for place, line in enumerate(lines) if place == at), None),
            )
    if len(wanted.words) != len(found.words):
        raise DataError(
            f"there are {len(found.words)} words, and {len(wanted.words)} in the text; "
            f"{_rest(wanted, found)} Give every word of the text once",
            path=path,
        )


def _rest(wanted: MarkedText, found: MarkedText) -> str:
    shared = min(len(wanted.words), len(found.words))
    if len(found.words) < len(wanted.words):
        return f"{wanted.words[shared].word!r}, word {shared + 1} of the text, is the first that is missing."
    return f"{found.words[shared].word!r}, word {shared + 1}, is the first too many."
