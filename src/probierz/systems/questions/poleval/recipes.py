"""Recipes for questions: the quiz, task 4 of PolEval 2021."""

from __future__ import annotations

from probierz.systems.questions.poleval.quiz import QuizReader
from probierz.systems.questions.poleval.router import QuestionRouter
from probierz.systems.questions.poleval.wiki_search import WikiSearch
from probierz.systems.recipes import Claim, Recipe
from probierz.systems.spaces import OneOf, Range
from probierz.systems.system import System

_TASK = "poleval-2021/qa"


def _router(neighbours: int = 100, sharpness: float = 5.0) -> System:
    return QuestionRouter(neighbours, sharpness)


def _reader(
    index: str = "", passages: int = 3, neighbours: int = 100, sharpness: float = 5.0, reader: str = ""
) -> System:
    return QuizReader(index, passages, QuestionRouter(neighbours, sharpness), reader)


def _wiki_search(index: str = "", titles: int = 10) -> System:
    return WikiSearch(index, titles)


RECIPES = (
    Recipe(
        "qa/router",
        "Yes, one of the options, or what suits most of the known questions that are alike; reads no texts",
        _TASK,
        _router,
        chosen_by_us=("neighbours", "sharpness"),
        space={"neighbours": OneOf((10, 30, 100)), "sharpness": Range(2.0, 10.0)},
    ),
    Recipe(
        "qa/reader",
        "Reads an index (--set index=FILE), and says what qa/router does where that is likelier to be right",
        _TASK,
        _reader,
        chosen_by_us=("passages", "neighbours", "sharpness"),
    ),
    Recipe(
        "qa/wiki-search",
        "WIKI_SEARCH offline: the title of an article of an index (--set index=FILE) that the question finds",
        _TASK,
        _wiki_search,
        paper="Organisers' baseline, PolEval 2021, task 4; it asks Wikipedia's own search",
        published=(Claim("test-B", "Acc", "9.60"),),
        learns=False,
        chosen_by_us=("titles",),
    ),
)
