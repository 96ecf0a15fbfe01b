"""Which system suits a challenge: that of its task, else the commonest answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probierz.systems.recipes import Recipe, find_recipe

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge

__all__ = ["DEFAULTS", "default_recipe"]

DEFAULTS = {
    "BIO-Weighted-F1": "punctuation/comma-rule",
    "WER inText": "ocr/cascade",
}
"""The default system by the metric that only one task has, or by the metric and the last column of the input."""


def default_recipe(challenge: Challenge) -> Recipe:
    """Return the recipe for a challenge, told from its main metric and its header."""
    name = challenge.schemes[0].metric.name if challenge.schemes else ""
    with_column = f"{name} {challenge.in_header[-1]}" if challenge.in_header else name
    return find_recipe(DEFAULTS.get(name) or DEFAULTS.get(with_column, "majority"))
