"""Recipes for questions: the quiz, task 4 of PolEval 2021."""

from __future__ import annotations

from probierz.systems.questions.router import QuestionRouter
from probierz.systems.recipes import Recipe
from probierz.systems.spaces import OneOf, Range
from probierz.systems.system import System

__all__ = ["RECIPES"]


def _router(neighbours: int = 100, sharpness: float = 5.0) -> System:
    return QuestionRouter(neighbours, sharpness)


RECIPES = (
    Recipe(
        "qa/router",
        "Yes, one of the options, or what suits most of the known questions that are alike; reads no texts",
        "poleval-2021/qa",
        _router,
        chosen_by_us=("neighbours", "sharpness"),
        space={"neighbours": OneOf((10, 30, 100)), "sharpness": Range(2.0, 10.0)},
    ),
)
