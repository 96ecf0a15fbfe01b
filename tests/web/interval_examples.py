"""Small test sets on which the engine has something to say of the interval, one sentence at least of each kind."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

from probierz import score
from probierz.scoring.interval_notes import Note

_ALTERNATING = list("01" * 10)
_LETTERS = list("abcdefghijklmnopqrst")
SETS: list[tuple[str, list[str], list[str]]] = [
    ("MAE", ["1"], ["2"]),
    ("Pearson", ["1", "2"], ["1", "2"]),
    ("Pearson", ["1", "2", "4"], ["1", "3", "2"]),
    ("Pearson", ["1", "2", "3", "4", "5"], ["1", "3", "2", "5", "1000000000"]),
    ("Pearson", [*map(str, range(20))], [str(2**one) for one in range(20)]),
    ("Pearson", ["1"] * 5, ["1"] * 5),
    ("WER", ["a b"] * 9, ["a b"] * 9),
    ("MAE", ["1"] * 9, ["1"] * 9),
    ("MAE", ["1"] * 9, ["2"] * 9),
    ("MAE", ["0"] * 9, ["1", "2", "1", "2", "1", "2", "1", "2", "5000"]),
    ("AUC", [*"10000000"], [f"0.{one}" for one in range(1, 9)]),
    ("AUC", [*"11000000"], [f"0.{one}" for one in range(1, 9)]),
    ("LogLoss", [*"0000000000000000"], ["0.1"] * 16),
    ("LogLoss", [*"1000000000000000"], ["0.1"] * 16),
    ("LogLoss", [*"1100000000000000"], ["0.1"] * 16),
    ("Recall", [*"1000000000"], [*"1000000000"]),
    ("Recall", [*"1110000000"], [*"1000000000"]),
    ("F1", [*"0000000000"], [*"1000000000"]),
    ("F1", [*"1000000000"], [*"1100000000"]),
    ("F1", [*"1110000000"], [*"1100000000"]),
    ("Macro-F1", ["kot"] * 9, ["kot"] * 8 + ["pies"]),
    ("Macro-F1", [*_ALTERNATING, "a cat"], [*_ALTERNATING, "a cat"]),
    ("MCC", [*_ALTERNATING, "2", "2", "3"], [*_ALTERNATING, "2", "3", "3"]),
    ("MCC", [*_ALTERNATING, "2", "2", "3", "4"], [*_ALTERNATING, "2", "3", "3", "4"]),
    ("Macro-F1", _LETTERS, [*_LETTERS[:18], "a", "b"]),
    ("Macro-F1", _LETTERS, ["a", *_LETTERS[:18], "b"]),
    ("Sklearn-Macro-F1", _ALTERNATING, [*_ALTERNATING[:-1], "7"]),
    ("Sklearn-Macro-F1", _ALTERNATING, [*_ALTERNATING[:-2], "7", "8"]),
    ("Sklearn-Macro-F1", _ALTERNATING, [*_ALTERNATING[:-3], "7", "8", "9"]),
    ("Macro-MAE", ["1", *"55555554"], ["4", *"55555544"]),
    ("Macro-MAE", ["1.5", *"555555"], ["4", *"555554"]),
    ("NMI", [*"aabbccdd"], [*"11223344"]),
    ("NMI", [*"aabb"], [*"1111"]),
    ("NMI", _LETTERS[:5] * 4, _LETTERS),
]  # fmt: skip


def notes() -> Iterator[Note]:
    """What is said of the intervals of these, by the usual method."""
    for scheme, expected, output in SETS:
        with warnings.catch_warnings(action="ignore"):
            yield from score(scheme, expected, output).interval(samples=50).notes
