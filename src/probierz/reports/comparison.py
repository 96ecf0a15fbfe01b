"""Comparisons as a table, in sentences and as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from probierz.reports.json_values import plain_number
from probierz.reports.tables import Column, NumberStyle, Table

if TYPE_CHECKING:
    from probierz.inspection.compared_lines import ComparedLine
    from probierz.scoring.comparison import ComparedPair, Comparison
    from probierz.scoring.interval import ScoreInterval

NO_VERDICT = "no verdict"
"""What stands in tables for people where no verdict is possible; for programs it is "impossible"."""


def comparison_table(
    comparisons: Sequence[Comparison], style: NumberStyle, *, together: bool = False, ranked: bool = False
) -> Table:
    """Return a row for every output, the best first, with its difference from every other, p-value and verdict.

    together: difference and corrected p-value in one cell, `+0.0120 (p 0.03)` or `+0.0120 (no verdict)`, for people;
    else the difference, the p-value as it was found, the corrected one and the verdict, which is that of
    `Comparison.verdict`, are in columns of their own.
    ranked: only the difference from the best output, so that the table of many outputs can be read.
    """
    names = ("the best",) if ranked else comparisons[0].names
    columns = [Column("output"), Column("score", True), Column("low", True), Column("high", True)]
    columns.append(Column("group", True))
    for name in names:
        columns.append(Column(f"minus {name}", True))
        if not together:
            columns += [Column(f"p against {name}", True), Column(f"adjusted against {name}", True)]
            columns.append(Column(f"verdict against {name}"))
    several = len(comparisons) > 1
    rows = [
        [*([one.name] if several else []), *_row(one, at, style, together, one.best_first()[:1] if ranked else None)]
        for one in comparisons
        for at in one.best_first()
    ]
    return Table((*([Column("metric")] if several else []), *columns), tuple(map(tuple, rows)))


def _row(
    comparison: Comparison, at: int, style: NumberStyle, together: bool, others: Sequence[int] | None
) -> list[str]:
    interval, cluster = comparison.intervals[at], comparison.clusters[at]
    ends = shown_ends(interval.low, interval.high, style) if together else map(style.show, interval)
    cells = [
        comparison.names[at],
        style.show(comparison.scores[at].value),
        *ends,
        "" if cluster is None else str(cluster),
    ]
    for other in range(len(comparison.names)) if others is None else others:
        if other == at:
            cells += [""] * (1 if together else 4)
            continue
        pair = comparison.pair(at, other)
        if together:
            chance = f"p {shown_p(pair.adjusted, comparison.alpha)}"
            is_open = comparison.verdict(pair) == "impossible"
            cells.append(f"{_signed(pair.difference, style)} ({NO_VERDICT if is_open else chance})")
        else:
            chances = map(plain_text, (pair.p_value, pair.adjusted))
            cells += [style.show(pair.difference), *chances, comparison.verdict(pair)]
    return cells


def plain_text(value: float) -> str:
    """A number with all its digits."""
    from probierz.scoring.format import show

    return show(value)


def shown_ends(low: float, high: float, style: NumberStyle) -> tuple[str, str]:
    """The ends of an interval for people, in two cells; words in the first where there is none."""
    if math.isnan(low) and math.isnan(high):
        return "no interval", ""
    return style.show(low), style.show(high)


def _signed(value: float, style: NumberStyle) -> str:
    shown = style.show(value)
    return shown if shown.startswith("-") or math.isnan(value) else f"+{shown}"


def shown_p(p: float, alpha: float) -> str:
    """A p-value with two digits, or as many as tell on which side of the level it is: 0.0501 or 0.0499, not 0.05."""
    if math.isnan(p):
        return "NaN"
    texts = [f"{p:.{digits}g}" for digits in range(2, 18)]
    return next((text for text in texts if _side(float(text), alpha) == _side(p, alpha)), texts[-1])


def _side(p: float, alpha: float) -> int:
    return (p > alpha) - (p < alpha)


# --- sentences -------------------------------------------------------------------------------------------------------


def sentences(comparison: Comparison, style: NumberStyle) -> list[str]:
    """What was found, by which test and why, how the intervals were made, and what could not have been found."""
    verdict = _verdict_of_two(comparison, style) if len(comparison.names) == 2 else _verdict_of_many(comparison)
    ways = "; ".join(dict.fromkeys(map(made_by, comparison.intervals)))
    settings = f"Intervals: {comparison.level * 100:g} %, {ways}."
    if comparison.corrected_pairs > 1 and comparison.correction != "none":
        name = {"holm": "Holm", "benjamini-hochberg": "Benjamini and Hochberg"}[comparison.correction]
        settings += f" The p-values are corrected after {name} for {comparison.corrected_pairs} pairs."
    return [verdict, *_rounding(comparison, style), comparison.reason, settings, *_power(comparison, style)]


def _rounding(comparison: Comparison, style: NumberStyle) -> list[str]:
    """A sentence where rounded scores are the same although their outputs are told apart."""
    apart = [pair for pair in comparison.pairs if comparison.is_different(pair)]
    scores = [[comparison.scores[at].value for at in (pair.first, pair.second)] for pair in apart]
    if style.precision is None or not any(style.show(one) == style.show(other) for one, other in scores):
        return []
    enough = next(
        digits
        for digits in range(style.precision, 18)
        if digits >= 17 or all(len(set(map(style._replace(precision=digits).show, two))) == 2 for two in scores)
    )
    return [f"Some scores that are told apart are the same when rounded so; --precision {enough} shows the difference."]


_FEW_LINES = 6
"""Below so many lines no sign is clear at 5 %, and an interval reaches as far as the scale does."""

_METHODS = {
    "mid-p": "mid-p (binomial)",
    "classes": "drawn chances of classes",
    "score": "score method",
    "fisher-z": "Fisher's z",
    "student": "Student's t",
    "bca": "BCa",
    "percentile": "percentile",
}


def made_by(interval: ScoreInterval) -> str:
    """How an interval was made: `BCa, 1000 samples, seed 1`; of clusters where lines belong to such."""
    parts = [_METHODS.get(interval.method, interval.method)]
    if interval.samples:
        parts += [f"{interval.samples} samples", f"seed {interval.seed}"]
    if interval.clusters:
        parts.append(f"{interval.clusters} clusters of lines")
    return ", ".join(parts)


def _verdict_of_two(comparison: Comparison, style: NumberStyle) -> str:
    best, other = comparison.best_first()
    pair = comparison.pair(best, other)
    names = comparison.names
    if math.isnan(pair.p_value):
        return f"No verdict on {names[best]} and {names[other]} is possible: {'; '.join(pair.notes)}."
    reach = _reach(comparison, pair, style)
    numbers = f"difference {_signed(pair.difference, style)}{reach and f', {reach}'}"
    if comparison.verdict(pair) == "impossible":
        return f"No verdict on {names[best]} and {names[other]} is possible: {'; '.join(pair.notes)} ({numbers})."
    numbers += f", p {shown_p(pair.adjusted, comparison.alpha)}"
    if comparison.is_different(pair):
        return f"{names[best]} is better than {names[other]}: {numbers}."
    return f"{names[best]} and {names[other]} cannot be told apart: {numbers}."


def _reach(comparison: Comparison, pair: ComparedPair, style: NumberStyle) -> str:
    """The interval in words; empty where it has no width and no verdict is possible: it would look certain."""
    if pair.low == pair.high and comparison.verdict(pair) == "impossible":
        return ""
    if math.isfinite(pair.low) or math.isfinite(pair.high):
        show = style.show_beside_0 if pair.low > 0 or pair.high < 0 else style.show
        return f"{comparison.level * 100:g} % from {show(pair.low)} to {show(pair.high)}"
    lines = len(comparison.scores[0].rows or ())
    if lines >= _FEW_LINES:
        return "no interval"
    return f"{'1 line is' if lines == 1 else f'{lines} lines are'} too few for an interval"


def _verdict_of_many(comparison: Comparison) -> str:
    groups: dict[int, list[str]] = {}
    for at in comparison.best_first():
        cluster = comparison.clusters[at]
        if cluster is not None:
            groups.setdefault(cluster, []).append(comparison.names[at])
    mute = sum(comparison.verdict(pair) == "impossible" for pair in comparison.pairs)
    if mute == len(comparison.pairs):
        return f"No verdict is possible on any of the {mute} pairs: see the warnings."
    unclear = f" On {mute} of {len(comparison.pairs)} pairs no verdict is possible: see the warnings." if mute else ""
    if len(groups) <= 1:
        return f"{_verdict_of_one_group(comparison)}{unclear}"
    return f"Groups, the best first: {'; '.join(', '.join(names) for names in groups.values())}.{unclear}"


def _verdict_of_one_group(comparison: Comparison) -> str:
    """The best output does not differ from the last; others may, such as two that fail on the same lines."""
    apart = sum(map(comparison.is_different, comparison.pairs))
    if not apart:
        return "The outputs cannot be told apart: they are one group."
    ranked = [comparison.names[at] for at in comparison.best_first() if comparison.clusters[at] is not None]
    pairs = f"{apart} of {len(comparison.pairs)} pairs {'is' if apart == 1 else 'are'} different"
    return f"All are one group, as {ranked[0]} cannot be told from {ranked[-1]}; but {pairs}, see the table."


def _power(comparison: Comparison, style: NumberStyle) -> list[str]:
    found = [pair.smallest_difference for pair in comparison.pairs]
    known = [value for value in found if not math.isnan(value) and value > 0]
    clusters = comparison.intervals[0].clusters
    units = f"{clusters} such clusters" if clusters else f"{comparison.signature.lines} such lines"
    if not known:
        reasons = dict.fromkeys(pair.why_no_smallest_difference for pair in comparison.pairs)
        why = "; of other pairs, ".join(filter(None, reasons))
        return [f"How small a difference {units} can show is not known: {why}."] if why else []
    low, high = style.show(min(known)), style.show(max(known))
    amount = low if low == high else f"{low} to {high} by pair"
    pairs = comparison.corrected_pairs
    among = f", corrected for {pairs} pairs," if pairs > 1 and comparison.correction != "none" else ""
    return [
        f"The smallest difference that {units} can show is {amount} "
        f"(found by a two-sided test at {100 * comparison.alpha:g} %{among} in 4 of 5 test sets)."
    ]


# --- lines -----------------------------------------------------------------------------------------------------------


def lines_table(found: Sequence[tuple[Comparison, ComparedPair, Sequence[ComparedLine]]], style: NumberStyle) -> Table:
    """Return the lines that differ most, of one pair or of several, with their texts in full."""
    several = len(found) > 1
    names = _pair_names(*found[0][:2]) if not several else ("first", "second")
    head = [Column("metric"), Column("first output"), Column("second output")] if several else []
    columns = [*head, Column("line", True), Column("change"), Column(names[0], True), Column(names[1], True)]
    columns += Column("gain", True), Column("expected"), Column(f"{names[0]} says"), Column(f"{names[1]} says")
    rows = []
    for comparison, pair, lines in found:
        label = [comparison.name, *_pair_names(comparison, pair)] if several else []
        for line in lines:
            numbers = map(style.show, (line.first, line.second))
            texts = [line.expected, line.first_text, line.second_text]
            cells = [*label, str(line.number), line.change, *numbers, _signed(line.gain, style)]
            rows.append((*cells, *texts))
    return Table(tuple(columns), tuple(rows))


def _pair_names(comparison: Comparison, pair: ComparedPair) -> tuple[str, str]:
    return comparison.names[pair.first], comparison.names[pair.second]


def lines_as_text(
    comparison: Comparison, pair: ComparedPair, lines: Sequence[ComparedLine], style: NumberStyle, *, width: int = 100
) -> str:
    """Return lines for a terminal, one text under the other, cut to the place where the outputs part."""
    names = ["expected", *_pair_names(comparison, pair)]
    indent = 2 + max(map(len, names)) + 2
    parts = []
    for line in lines:
        parts.append(f"line {line.number}: {line.change}, {_change(line, style)}")
        texts = _windows([line.expected, line.first_text, line.second_text], max(20, width - indent - 2))
        parts += [f"  {name:<{indent - 4}}  {text}" for name, text in zip(names, texts, strict=True)]
    return "".join(f"{part}\n" for part in parts)


def _change(line: ComparedLine, style: NumberStyle) -> str:
    if math.isnan(line.first):
        return f"gain {_signed(line.gain, style)}"
    return f"{style.show(line.first)} instead of {style.show(line.second)}"


def _windows(texts: Sequence[str], width: int) -> list[str]:
    """The texts around the first place where the last two differ."""
    texts = [text.replace("\t", " ") for text in texts]
    first, second = texts[1:]
    same = next((at for at, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), None)
    start = max(0, (min(len(first), len(second)) if same is None else same) - width // 3)
    return [_window(text, start, width) for text in texts]


def _window(text: str, start: int, width: int) -> str:
    if len(text) <= width:
        return text
    start = min(start, len(text) - width)
    end = start + width
    return ("…" if start > 0 else "") + text[start:end] + ("…" if end < len(text) else "")


# --- JSON ------------------------------------------------------------------------------------------------------------


def comparisons_as_json(
    comparisons: Sequence[Comparison], lines: Sequence[tuple[Comparison, ComparedPair, Sequence[ComparedLine]]] = ()
) -> str:
    """Everything about the comparisons, nothing rounded; NaN is null."""
    import json

    from probierz.version import __version__

    plain = [{**one.as_dict(), "sentences": sentences(one, NumberStyle())} for one in comparisons]
    for at, one in enumerate(comparisons):
        for comparison, pair, found in lines:
            if comparison is one:
                entry = {"first": one.names[pair.first], "second": one.names[pair.second]}
                plain[at].setdefault("lines", []).append({**entry, "lines": list(map(_line_as_dict, found))})
    whole = {"probierz": __version__, "comparisons": plain}
    return json.dumps(_plain(whole), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _line_as_dict(line: ComparedLine) -> dict[str, Any]:
    return {
        "line": line.number,
        "change": line.change,
        "first": line.first,
        "second": line.second,
        "gain": line.gain,
        "expected": line.expected,
        "first_text": line.first_text,
        "second_text": line.second_text,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return list(map(_plain, value)) if isinstance(value, list) else plain_number(value)
