"""When the quiz of PolEval 2021 counts an answer as right: the rule of its metric, for systems that learn by it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from probierz.metrics.matching import build_match, extract_number

QUIZ_METRIC = "LenientHarden/ExtractNumber/Lower/Fuzzy/Accuracy"

_alike = build_match(("LenientHarden", "Lower", "Fuzzy"))
_number = lru_cache(1 << 16)(extract_number)


def accepted_answers(expected: str) -> list[str]:
    """Return the answers of an expected line: several have tabs between them."""
    return expected.split("\t")


def is_right(answer: str, accepted: Iterable[str]) -> bool:
    """Whether an answer counts beside one of those that are accepted: the same number, or half the letters.

    It is LenientHarden/ExtractNumber/Lower/Fuzzy: where a number is expected, the first one must be the same, written
    in the same way; else at most half of the expected letters may have to be changed.

    >>> is_right("w 1903 roku", ["1903"]), is_right("Narew", ["rzeka Bug"])
    (True, False)
    """
    for one in accepted:
        number = _number(one)
        if number is not None:
            if _number(answer) == number:
                return True
        elif are_alike(answer, one):
            return True
    return False


def are_alike(answer: str, accepted: str) -> bool:
    """Whether half the letters are the same; letters are looked at only where lengths allow it."""
    return 2 * abs(len(answer) - len(accepted)) <= len(accepted) and _alike(answer, accepted) == 1
