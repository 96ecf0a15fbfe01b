"""Which system suits a challenge: that of its task, else the commonest answer."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from probierz.lines import LineReader
from probierz.systems.recipes import Recipe, find_recipe

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge

PUNCTUATION = "punctuation/network"

DEFAULTS = {
    "BIO-Weighted-F1": PUNCTUATION,
    "WER of pages": "ocr/cascade",
    "Pearson on 1 column": "quality/blind",
    "Pearson on 3 columns": "quality/features",
    "LenientHarden/ExtractNumber/Lower/Fuzzy/Accuracy": "qa/router",
}
"""The default system by the metric that only one task has, or by metric and form of the input."""

READS_INDEX = {"qa/router": "qa/reader"}
"""What is the default in place of a system that reads nothing, where an index is given."""

_LINE_END = "(\\\\n|"
"""What WER of scanned pages replaces by a space, beside spaces: line ends, written as a backslash and n."""


def default_recipe(challenge: Challenge, given: Collection[str] = ()) -> Recipe:
    """Return the recipe for a challenge, told from its main metric. given: names of settings; `index`: it reads one."""
    name = DEFAULTS.get(_metric_of(challenge), "majority")
    return find_recipe(READS_INDEX.get(name, name) if "index" in given else name)


def _metric_of(challenge: Challenge) -> str:
    if not challenge.schemes:
        return ""
    scheme = challenge.schemes[0]
    name = scheme.metric.name
    if name == "WER" and _LINE_END in str(scheme):
        return "WER of pages"
    if name == "Pearson":
        columns = _columns_of(challenge)
        return f"Pearson on {columns} column{'s' if columns > 1 else ''}"
    return name


def _columns_of(challenge: Challenge) -> int:
    """How many columns the first line of any input has; 0 without one."""
    for split in challenge.splits:
        if split.input:
            with LineReader(split.input, is_digested=False) as lines:
                for line in lines:
                    return str(line).count("\t") + 1
    return 0
