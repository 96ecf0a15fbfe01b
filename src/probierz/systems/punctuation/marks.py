"""The labels of punctuation: one of seven marks, or none, after each word.

A line is words with single spaces between them; a mark stands at the end of its word: `tak, wiem.` A quotation mark, a
percent sign and the like are words of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from probierz.errors import DataError

NONE = ""
MARKS = (NONE, ".", ",", "?", "!", "-", ":", "...")
"""The labels, by number."""

LABELS = {mark: number for number, mark in enumerate(MARKS)}
"""The number of each mark."""

SENTENCE_ENDS = frozenset(LABELS[mark] for mark in (".", "?", "!", "..."))
"""The labels that end a sentence."""

SIGNS = ".,?!-:;"
"""The signs that marks are written with, and the semicolon, which is no label."""


def label_of(suffix: str) -> int:
    """The label of what stands after a word: `...` when it ends in three dots, else its last sign; unknown: none."""
    if suffix.endswith(("...", "…")):
        return LABELS["..."]
    return LABELS.get(suffix[-1:], 0)


def mark_words(words: Sequence[str], labels: Sequence[int]) -> str:
    """Return the line with the marks; the words are what they were, whatever the labels say."""
    return " ".join(word + MARKS[label] for word, label in zip(words, labels, strict=True))


def split_marked(word: str, expected: str) -> int:
    """The label of a word that is expected with a mark; other letters in between count as none.

    >>> MARKS[split_marked("tak", "tak,")]
    ','
    """
    if expected[: len(word)].lower() != word.lower():
        return 0
    suffix = expected[len(word) :]
    return label_of(suffix) if suffix.strip(SIGNS) == "" else 0


def labels_of(words: Sequence[str], expected: str, number: int) -> list[int]:
    """The labels of the words of a text, from the line that is expected for it; number: of the line, from 1.

    Raises DataError where that line has not as many words.
    """
    marked = expected.split(" ")
    if len(marked) != len(words):
        raise DataError(f"the text has {len(words)} words, the expected line {len(marked)}", line=number)
    return [split_marked(*both) for both in zip(words, marked, strict=True)]
