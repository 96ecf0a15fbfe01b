"""What an error rate is made of: substitutions, deletions and insertions, of words and of characters."""

from __future__ import annotations

import math
from dataclasses import replace

from probierz.metrics.definition import Example, metric
from probierz.metrics.distances import edit_counts
from probierz.metrics.parsers import characters, words
from probierz.metrics.tallies import Edits

_SOURCE = "Levenshtein 1966 (distance); jiwer (which of several shortest scripts)"

# Two words replaced, one left out, two put in, of nine.
_WORDS = Example(
    expected=["ala ma małego kota", "to jest dom", "nic więcej"],
    output=["ola ma dużego kota", "to dom", "nic a nic więcej"],
    value=2 / 9,
)

# Two letters replaced, one left out, two put in, of eleven.
_LETTERS = Example(expected=["kot", "zdom", "lasy"], output=["kos", "dom", "lasek!"], value=2 / 11)


@metric(
    "WER-Substitutions",
    better="lower",
    bounds=(0, math.inf),
    parse=words,
    takes_items="under Mean",
    preprocessed_itemwise=True,
    geval=False,
    source=_SOURCE,
    example=_WORDS,
)
def substituted_words(expected: list[str], output: list[str]) -> Edits:
    """Words that were replaced by others, per expected word: a part of the word error rate.

        Σ S / Σ N,   WER = Σ (S + D + I) / Σ N

    S, D, I: substituted, deleted and inserted words of a shortest edit script; N: expected words. Of several such
    scripts the one that jiwer takes: "a b" becomes "b c" by two substitutions, not by a deletion and an insertion.
    Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected is 0.
    """
    return Edits(edit_counts(expected, output).substitutions, len(expected))


@metric(
    "WER-Deletions",
    better="lower",
    bounds=(0, math.inf),
    parse=words,
    takes_items="under Mean",
    preprocessed_itemwise=True,
    geval=False,
    source=_SOURCE,
    example=replace(_WORDS, value=1 / 9),
)
def deleted_words(expected: list[str], output: list[str]) -> Edits:
    """Words that were left out, per expected word: a part of the word error rate.

        Σ D / Σ N,   WER = Σ (S + D + I) / Σ N

    S, D, I: substituted, deleted and inserted words of a shortest edit script; N: expected words. Of several such
    scripts the one that jiwer takes: "a b" becomes "b c" by two substitutions, not by a deletion and an insertion.
    Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected is 0.
    """
    return Edits(edit_counts(expected, output).deletions, len(expected))


@metric(
    "WER-Insertions",
    better="lower",
    bounds=(0, math.inf),
    parse=words,
    takes_items="under Mean",
    preprocessed_itemwise=True,
    geval=False,
    source=_SOURCE,
    example=_WORDS,
)
def inserted_words(expected: list[str], output: list[str]) -> Edits:
    """Words that were put in, per expected word: a part of the word error rate.

        Σ I / Σ N,   WER = Σ (S + D + I) / Σ N

    S, D, I: substituted, deleted and inserted words of a shortest edit script; N: expected words. Of several such
    scripts the one that jiwer takes: "a b" becomes "b c" by two substitutions, not by a deletion and an insertion.
    Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected and nothing given is 0; nothing expected, anything given is 1.
    """
    return Edits(edit_counts(expected, output).insertions, len(expected))


@metric(
    "CER-Substitutions",
    better="lower",
    bounds=(0, math.inf),
    parse=characters,
    preprocessed_itemwise=True,
    geval=False,
    source=_SOURCE,
    example=_LETTERS,
)
def substituted_characters(expected: str, output: str) -> Edits:
    """Characters that were replaced by others, per expected character: a part of the character error rate.

        Σ S / Σ N,   CER = Σ (S + D + I) / Σ N

    S, D, I: substituted, deleted and inserted characters of a shortest edit script; N: expected characters. Of several
    such scripts the one that jiwer takes: "ab" becomes "bc" by two substitutions, not by a deletion and an insertion.
    Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected is 0.
    """
    return Edits(edit_counts(expected, output).substitutions, len(expected))


@metric(
    "CER-Deletions",
    better="lower",
    bounds=(0, math.inf),
    parse=characters,
    preprocessed_itemwise=True,
    geval=False,
    source=_SOURCE,
    example=replace(_LETTERS, value=1 / 11),
)
def deleted_characters(expected: str, output: str) -> Edits:
    """Characters that were left out, per expected character: a part of the character error rate.

        Σ D / Σ N,   CER = Σ (S + D + I) / Σ N

    S, D, I: substituted, deleted and inserted characters of a shortest edit script; N: expected characters. Of several
    such scripts the one that jiwer takes: "ab" becomes "bc" by two substitutions, not by a deletion and an insertion.
    Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected is 0.
    """
    return Edits(edit_counts(expected, output).deletions, len(expected))


@metric(
    "CER-Insertions",
    better="lower",
    bounds=(0, math.inf),
    parse=characters,
    preprocessed_itemwise=True,
    geval=False,
    source=_SOURCE,
    example=_LETTERS,
)
def inserted_characters(expected: str, output: str) -> Edits:
    """Characters that were put in, per expected character: a part of the character error rate.

        Σ I / Σ N,   CER = Σ (S + D + I) / Σ N

    S, D, I: substituted, deleted and inserted characters of a shortest edit script; N: expected characters. Of several
    such scripts the one that jiwer takes: "ab" becomes "bc" by two substitutions, not by a deletion and an insertion.
    Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected and nothing given is 0; nothing expected, anything given is 1.
    """
    return Edits(edit_counts(expected, output).insertions, len(expected))
