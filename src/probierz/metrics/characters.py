"""Corrections of single characters: did the output change what should be changed?"""

from __future__ import annotations

from probierz.metrics.definition import Example, metric
from probierz.metrics.distances import edit_distance
from probierz.metrics.tallies import Hits


@metric(
    "CharMatch",
    better="higher",
    bounds=(0, 1),
    finish=lambda total: total.f(0.5),
    needs_input=True,
    preprocessed_itemwise=True,
    source="GEval 1.42.2.0; Levenshtein 1966 (distance)",
    example=Example(
        input=["jeneralicyja", "kość"],
        expected=["generalicja", "kość"],
        output=["genieralicya", "kość"],
        value=0.3571428571428571,
        in_header=["Text"],
        out_header=["CorrectedText"],
    ),
)
def char_match(expected: str, output: str, line_input: str) -> Hits:
    """F0.5-score of the corrections of characters that the output makes in the input.

        F = 1.25 P R / (0.25 P + R),  P = Σ c / Σ D,  R = Σ c / Σ E
        c = min(E, floor(max(0, E + D - lev(o, e)) / 2))

    i, e, o: input, expected and output line as they stand; lev: least number of characters to substitute, delete and
    insert; E = lev(i, e): corrections needed; D = lev(i, o): corrections made; c: those of them that were needed.
    Precision weighs more: a needless correction costs more than a missing one.
    Lines are summed before dividing: lines with many corrections weigh more.
    Empty: P is 1 when nothing was changed, R is 1 when nothing needed to be.
    """
    needed = edit_distance(line_input, expected)
    made = edit_distance(line_input, output)
    right = min(needed, max(0, needed + made - edit_distance(output, expected)) // 2)
    return Hits(right, needed, made)
