"""Which system suits a challenge: that of its task, else the commonest answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probierz.systems.recipes import Recipe, find_recipe

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge

__all__ = ["DEFAULTS", "default_recipe"]

DEFAULTS = {
    "BIO-Weighted-F1": "punctuation/comma-rule",
}
"""The default system by the metric that only one task has."""


def default_recipe(challenge: Challenge) -> Recipe:
    """Return the recipe for a challenge, told from its main metric."""
    name = challenge.schemes[0].metric.name if challenge.schemes else ""
    return find_recipe(DEFAULTS.get(name, "majority"))
