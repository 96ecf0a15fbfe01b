"""The systems of PolEval 2021, task 3."""

from __future__ import annotations

from probierz.systems.recipes import Recipe

__all__ = ["RECIPES"]

TASK = "poleval-2021/ocr"
RECIPES: tuple[Recipe, ...] = ()
