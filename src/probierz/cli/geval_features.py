"""The modes of `geval` that look for features: --worst-features, --most-worsening-features, --mark-worst-features."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from probierz.challenges.config import Options
from probierz.errors import DataError
from probierz.inspection.features import FeatureKinds, fields, token_cutter
from probierz.scoring.format import fixed

if TYPE_CHECKING:
    from probierz.challenges.files import Reading
    from probierz.challenges.geval_files import Locations
    from probierz.inspection.geval_features import Alike, FeatureLines
    from probierz.inspection.line_by_line import LineScore
    from probierz.metrics.definition import Metric

_MARKED = 100
_PARTS_AT_ONCE = 4096


def feature_kinds(options: Options, places: Locations, reading: Reading) -> FeatureKinds:
    """The features that the options ask for."""
    return FeatureKinds(
        options.tokenizer,
        options.word_shapes,
        options.bigrams,
        options.cartesian,
        reading.in_header,
        _references(options.references, places) if options.references is not None else {},
    )


def _references(name: str, places: Locations) -> dict[str, str]:
    """Texts by id, out of lines `id TAB text` of a file named from here, or in the challenge."""
    from probierz.lines import GEVAL, LineReader

    inside = os.path.join(places.expected_directory, name)
    path = inside if os.path.isfile(inside) and not os.path.isfile(name) else name
    texts: dict[str, str] = {}
    with LineReader(path, dialect=GEVAL) as reader:
        for number, line in enumerate(reader, 1):
            key, tab, text = str(line).partition("\t")
            if not tab:
                raise DataError("a reference is an id, a TAB and a text; there is no TAB here", path=path, line=number)
            texts[key] = text
    return texts


# --- lists of features -----------------------------------------------------------------------------------------------


def print_worst(options: Options, kinds: FeatureKinds, metric: Metric, scores: Iterable[LineScore]) -> None:
    """Print the features that go with bad scores, the most significant first (with --reverse-sort: good scores)."""
    lines = _feature_lines(options, kinds)
    for line in scores:
        lines.add(line.score, line.expected, line.input, line.output)
    _print(_features(lines, options, metric))


def print_worsening(
    options: Options, kinds: FeatureKinds, metric: Metric, scores: Iterable[LineScore], others: Iterable[LineScore]
) -> None:
    """Print the features of lines with a worse score than in the other output (--reverse-sort: a better one)."""
    lines = _feature_lines(options, kinds)
    for line, other in zip_longest(scores, others):
        if line is not None and other is not None:
            lines.add(line.score - other.score, line.expected, line.input, line.output)
    _print(_features(lines, options, metric))


def _feature_lines(options: Options, kinds: FeatureKinds) -> FeatureLines:
    from probierz.inspection.geval_features import FeatureLines

    return FeatureLines(kinds, numerical=options.numerical_features)


def _features(lines: FeatureLines, options: Options, metric: Metric) -> Iterator[Alike]:
    from probierz.inspection.geval_features import geval_blocks

    return geval_blocks(
        lines,
        descending=(metric.better == "lower") != (options.order == "best"),
        min_frequency=options.min_frequency,
        min_cartesian_frequency=options.min_cartesian_frequency,
    )


def _print(blocks: Iterable[Alike]) -> None:
    # Features of the same lines in several fields share their numbers.
    decimals = lru_cache(maxsize=2**12)(_decimals)
    parts: list[str] = []
    for block in blocks:
        if block.names:
            numbers = f"\t{block.lines}\t{decimals(block.mean, 8)}\t{decimals(block.p, 20)}\n"
            parts += [numbers.join(block.names), numbers]
        if len(parts) > _PARTS_AT_ONCE:
            sys.stdout.write("".join(parts))
            parts = []
    sys.stdout.write("".join(parts))


def _decimals(value: float, precision: int) -> str:
    """The same as `fixed`, faster for the usual case."""
    text = repr(value)
    decimals = len(text) - text.find(".") - 1
    # An exponent, inf, nan; or just one digit too many, which may be the half between two results.
    if "." not in text or "e" in text or decimals == precision + 1:
        return fixed(value, precision)
    return text + "0" * (precision - decimals) if decimals <= precision else f"{value:.{precision}f}"


# --- marked lines ----------------------------------------------------------------------------------------------------


def marked(
    options: Options, kinds: FeatureKinds, metric: Metric, scores: Iterable[LineScore], *, colour: bool
) -> Iterator[tuple[LineScore, list[str]]]:
    """Yield the lines with input, expected text and output as distinct tokens, the worst features in colour."""
    print("Looking for worst features...", file=sys.stderr)
    lines = _feature_lines(options, kinds)
    kept = list(scores)
    for line in kept:
        lines.add(line.score, line.expected, line.input, line.output)
    found = ((name, block.p) for block in _features(lines, options, metric) for name in block.names)
    known = dict(islice(found, _MARKED)) if colour else {}
    cut = token_cutter(kinds.tokenizer)
    for line in kept:
        shown: dict[int, list[str]] = {0: [], 1: [], 2: []}
        for space, text in fields(kinds, line.expected, line.input, line.output):
            tokens = (_painted(token, known.get(f"{space}:{token}")) for token in cut(text))
            shown[space.place].append(" ".join(tokens))
        yield line, ["\t".join(shown[place]) for place in (2, 0, 1)]


_COLOURS = ((1e-15, "1;91"), (1e-12, "31"), (1e-6, "35"), (1e-3, "1"))


def _painted(token: str, p: float | None) -> str:
    code = next((code for limit, code in _COLOURS if p is not None and p < limit), None)
    return token if code is None else f"\x1b[{code}m{token}\x1b[0m"
