"""Which system suits a challenge: that of its task, else the commonest answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probierz.systems.recipes import Recipe, find_recipe

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge

__all__ = ["DEFAULTS", "default_recipe"]

DEFAULTS = {
    "BIO-Weighted-F1": "punctuation/network",
    "WER of pages": "ocr/cascade",
}
"""The default system by the metric that only one task has."""

_LINE_END = "(\\\\n|"
"""What WER of scanned pages replaces by a space, beside spaces: line ends, written as a backslash and n."""


def default_recipe(challenge: Challenge) -> Recipe:
    """Return the recipe for a challenge, told from its main metric."""
    return find_recipe(DEFAULTS.get(_metric_of(challenge), "majority"))


def _metric_of(challenge: Challenge) -> str:
    if not challenge.schemes:
        return ""
    scheme = challenge.schemes[0]
    return "WER of pages" if scheme.metric.name == "WER" and _LINE_END in str(scheme) else scheme.metric.name
