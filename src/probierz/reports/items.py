"""Which lines are embedded in a report: all where they fit, else a choice in which the telling ones come first."""

from __future__ import annotations

import json
import math
import random
import zlib
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import chain, islice, takewhile, zip_longest
from typing import NamedTuple

from probierz.reports.material import Material
from probierz.reports.options import Wish
from probierz.reports.schema import Items, LineEntry
from probierz.scoring.format import finite_or_none

MOST_CHARACTERS = 5000
"""A longer text is cut, and says how long it was."""
MOST_PACKED = 1_200_000
"""How many bytes the lines may take in the page: compressed, and written in base64."""
_PORTION = 64

_MOST_OF_FEATURE = 50


class FeatureOf(NamedTuple):
    """A feature of an output: the numbers of the lines that have it."""

    output: int
    lines: Sequence[int]


def items_of(material: Material, features: Sequence[FeatureOf] = (), *, wish: Wish = "fitting", seed: int = 1) -> Items:
    """Return lines with their texts, and with their scores under the main metric.

    features: those that are listed, with their lines. wish: a number of lines; "fitting": as many as
    `MOST_PACKED` allows. Where not all are taken, the first ones of `telling_first` are.
    """
    total = len(material.expected)
    chosen: Iterable[int] = range(1, total + 1)
    if wish != "all" and (wish == "fitting" or wish < total):
        order = telling_first(material, features, seed)
        chosen = _fitting(order, material) if wish == "fitting" else islice(order, wish)
    rows = [row_of(material, number) for number in sorted(chosen)]
    columns = ["input"] * (material.inputs is not None) + ["expected"]
    how = None if len(rows) == total else _how(len(material.outputs), bool(features), seed)
    return {"total": total, "kept": len(rows), "how": how, "columns": columns, "rows": rows}


def _how(outputs: int, has_features: bool, seed: int) -> str:
    parts = ["the worst and the best lines" + (" of each output" if outputs > 1 else "")]
    parts += ["those on which the outputs differ most"] * (outputs > 1)
    parts += ["lines with the features listed"] * has_features
    return f"{', '.join(parts)}, and others drawn at random with the seed {seed}"


def row_of(material: Material, number: int) -> LineEntry:
    """A line; very long texts are cut."""
    at = number - 1
    scores = [one[at] for one in material.main_scores]
    return {
        "number": number,
        "input": None if material.inputs is None else shortened(material.inputs[at]),
        "expected": shortened(material.expected[at]),
        "outputs": [shortened(output[at]) for output in material.outputs],
        "scores": list(map(finite_or_none, scores)),
    }


def shortened(text: str) -> str:
    """The text, or its beginning with a mark that says how long the whole is."""
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]} […{len(text):,} characters]"


def _fitting(order: Iterator[int], material: Material) -> list[int]:
    packer = zlib.compressobj()
    kept: list[int] = []
    size = 0
    while portion := list(islice(order, _PORTION)):
        rows = json.dumps([row_of(material, number) for number in portion], ensure_ascii=False)
        packed = packer.compress(rows.encode("utf-8", "replace")) + packer.flush(zlib.Z_SYNC_FLUSH)
        size += len(packed)
        if size * 4 > MOST_PACKED * 3:  # base64 writes three bytes as four characters
            break
        kept += portion
    return kept


# --- the order -------------------------------------------------------------------------------------------------------


def telling_first(material: Material, features: Sequence[FeatureOf], seed: int) -> Iterator[int]:
    """Yield the numbers of all lines, each once: by turns some of each kind, so that any beginning has all kinds.

    The kinds: the worst, the best, those on which outputs differ most, those with features, any at random.
    """
    sign = 1 if material.metrics[0].better == "higher" else -1
    scores = material.main_scores
    badness = [[-sign * score for score in one] for one in scores]
    everything = list(range(1, len(material.expected) + 1))
    random.Random(seed).shuffle(everything)
    kinds = [
        (2, _by_turns([_descending(one) for one in badness])),
        (1, _by_turns([_descending([-bad for bad in one]) for one in badness])),
        (2, iter(_most_different(scores))),
        (2, _by_turns([_worst_of(one, badness[one.output]) for one in features])),
        (3, iter(everything)),
    ]
    return iter(dict.fromkeys(_in_turn(kinds)))


def _descending(values: Sequence[float]) -> list[int]:
    """Numbers of lines by their values, the greatest first; those without a value are left out."""
    places = [at for at, value in enumerate(values) if not math.isnan(value)]
    return [at + 1 for at in sorted(places, key=values.__getitem__, reverse=True)]


def _most_different(scores: Sequence[Sequence[float]]) -> list[int]:
    """Numbers of the lines on which the scores of outputs differ, by how much they do."""
    differences = [max(line) - min(line) if len(set(line)) > 1 else 0.0 for line in zip(*scores, strict=True)]
    return list(takewhile(lambda number: differences[number - 1] > 0, _descending(differences)))


def _worst_of(feature: FeatureOf, badness: Sequence[float]) -> list[int]:
    return nlargest(_MOST_OF_FEATURE, feature.lines, key=lambda number: badness[number - 1])


def _by_turns(lists: Sequence[Sequence[int]]) -> Iterator[int]:
    """The first of each list, the second of each, and so on."""
    return (number for turn in zip_longest(*lists) for number in turn if number is not None)


def _in_turn(kinds: Sequence[tuple[int, Iterator[int]]]) -> Iterator[int]:
    """Again and again so many of each kind, until nothing is left of any."""
    while parts := [part for count, numbers in kinds if (part := list(islice(numbers, count)))]:
        yield from chain.from_iterable(parts)
