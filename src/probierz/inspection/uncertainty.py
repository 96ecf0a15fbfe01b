"""How unsure systems are of items, from the outputs of one or of several: what to ask people about first.

>>> [round(one, 3) for one in uncertainties([["yes:0.9 no:0.1", "yes:0.6 no:0.4"]])]
[0.2, 0.8]
>>> uncertainties([["yes", "yes"], ["yes", "no"]])
[0.0, 1.0]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from probierz.metrics.parsers import number_or_none, stripped, word_values

Shares = Mapping[str, float]
"""Labels with their probabilities, which sum to 1; what an output leaves to any other label stands under no name."""


def uncertainties(outputs: Sequence[Sequence[str]]) -> list[float]:
    """Return how unsure outputs are of each item together, 0 to 1; outputs have a line for each item.

        u = 1 - (p1 - p2)

    p1, p2: the largest and the second largest of the labels' probabilities, each the mean over outputs. So one output
    with probabilities has its margin; of outputs with labels alone it is how near the label of most is to the next.
    No output: none.
    Source: Settles 2009, Active Learning Literature Survey: margin sampling, and query by committee with soft votes.
    """
    read = [shares_of_lines(lines) for lines in outputs]
    return [_uncertainty(item) for item in zip(*read, strict=True)]


def _uncertainty(given: Sequence[Shares]) -> float:
    together: dict[str, float] = {}
    for shares in given:
        for label, share in shares.items():
            together[label] = together.get(label, 0.0) + share / len(given)
    first, second = [*sorted(together.values(), reverse=True), 0.0, 0.0][:2]
    return min(max(1 - (first - second), 0.0), 1.0)


def shares_of_lines(lines: Sequence[str]) -> list[Shares]:
    """Return what an output gives for each item, read in one way throughout.

    Where every line is like `yes:0.7 no:0.3`, with numbers from 0 to 1, these are probabilities; where every line is a
    number from 0 to 1, and not all are whole, it is the probability of 1. Else each line is a label, and certain.
    """
    texts = [stripped(line) for line in lines]
    for read in (_distribution, _chance):
        found = [read(text) for text in texts]
        if found and all(one is not None for one in found) and (read is _distribution or not _are_whole(texts)):
            return [one for one in found if one is not None]
    return [{text: 1.0} for text in texts]


def _distribution(text: str) -> Shares | None:
    entries = word_values(text)
    if entries is None or not all(0 <= value <= 1 for _, value in entries):
        return None
    shares: dict[str, float] = {}
    for label, value in entries:
        shares[label] = shares.get(label, 0.0) + value
    total = sum(shares.values())
    if total > 1:
        return {label: value / total for label, value in shares.items()}
    return {**shares, "": shares.get("", 0.0) + 1 - total}


def _chance(text: str) -> Shares | None:
    value = number_or_none(text)
    return {"1": value, "0": 1 - value} if value is not None and 0 <= value <= 1 else None


def _are_whole(texts: Sequence[str]) -> bool:
    return all((number_or_none(text) or 0.0).is_integer() for text in texts)
