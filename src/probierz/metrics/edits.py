"""Error rates from the edit distance: WER, CER and their complements WAR, CAR."""

from __future__ import annotations

import math
from dataclasses import replace

from probierz.metrics.definition import Example, metric
from probierz.metrics.distances import edit_distance
from probierz.metrics.parsers import characters, words
from probierz.metrics.tallies import Edits

_GENESIS = Example(
    input=[
        "ja jumala kutsui valkeuden päiväksi , ja pimeyden hän kutsui yöksi",
        "ja tuli ehtoo , ja tuli aamu , ensimmäinen päivä",
    ],
    expected=[
        "na ka huaina e te atua te marama ko te awatea , a ko te pouri i huaina e ia ko te po",
        "a ko te ahiahi , ko te ata , he ra kotahi",
    ],
    output=[
        "na ka huainaua e te atua te marama ko te awatea , a ko te pouri i huaina e ia ko te po",
        "a ko te ahiahi , ko ata , he ra ko kotahi",
    ],
    value=3 / 35,
)


_LATIN = Example(
    input=["test1.pdf", "test2.pdf"],
    expected=["esse est percipi", "tabula rasa"],
    output=["esse esi perctp", "tabula rasai"],
    value=4 / 27,
    in_header=["Filename"],
    out_header=["OCRedText"],
)


def accuracy_rate(total: Edits) -> float:
    """1 - Σ errors / Σ length; with no length at all 1 when there are no errors, else 0."""
    return 1.0 - total.rate()


@metric(
    "WER",
    better="lower",
    bounds=(0, math.inf),
    parse=words,
    takes_items="under Mean",
    preprocessed_itemwise=True,
    source="Levenshtein 1966 (distance); GEval 1.42.2.0 (empty lines)",
    example=_GENESIS,
)
def word_error_rate(expected: list[str], output: list[str]) -> Edits:
    """Word error rate: edits per expected word.

        WER = Σ (S + D + I) / Σ N

    S, D, I: substituted, deleted and inserted words of a shortest edit script; N: expected words.
    Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected and nothing given is 0; nothing expected, anything given is 1.
    """
    return Edits(edit_distance(expected, output), len(expected))


@metric(
    "CER",
    better="lower",
    bounds=(0, math.inf),
    parse=characters,
    preprocessed_itemwise=True,
    source="Levenshtein 1966 (distance); GEval 1.42.2.0 (empty lines)",
    example=_LATIN,
)
def character_error_rate(expected: str, output: str) -> Edits:
    """Character error rate: edits per expected character.

        CER = Σ (S + D + I) / Σ N

    S, D, I: substituted, deleted and inserted characters of a shortest edit script; N: expected characters.
    Characters are code points, white space at the ends of a line included: a letter with a combining accent is two.
    Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected and nothing given is 0; nothing expected, anything given is 1.
    """
    return Edits(edit_distance(expected, output), len(expected))


@metric(
    "WAR",
    better="higher",
    bounds=(-math.inf, 1),
    parse=words,
    finish=accuracy_rate,
    takes_items="under Mean",
    preprocessed_itemwise=True,
    source="Levenshtein 1966 (distance); GEval 1.42.2.0 (empty lines)",
    example=replace(_GENESIS, value=32 / 35),
)
def word_accuracy_rate(expected: list[str], output: list[str]) -> Edits:
    """Word accuracy rate: what the word error rate leaves.

        WAR = 1 - Σ (S + D + I) / Σ N

    S, D, I: substituted, deleted and inserted words of a shortest edit script; N: expected words.
    Below 0 when there are more edits than expected words. Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected and nothing given is 1; nothing expected, anything given is 0.
    """
    return Edits(edit_distance(expected, output), len(expected))


@metric(
    "CAR",
    better="higher",
    bounds=(-math.inf, 1),
    parse=characters,
    finish=accuracy_rate,
    preprocessed_itemwise=True,
    source="Levenshtein 1966 (distance); GEval 1.42.2.0 (empty lines)",
    example=replace(_LATIN, value=23 / 27),
)
def character_accuracy_rate(expected: str, output: str) -> Edits:
    """Character accuracy rate: what the character error rate leaves.

        CAR = 1 - Σ (S + D + I) / Σ N

    S, D, I: substituted, deleted and inserted characters of a shortest edit script; N: expected characters.
    Below 0 when there are more edits than expected characters. Characters are code points, nothing is stripped.
    Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected and nothing given is 1; nothing expected, anything given is 0.
    """
    return Edits(edit_distance(expected, output), len(expected))
