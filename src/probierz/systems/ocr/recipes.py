"""The systems of PolEval 2021, task 3."""

from __future__ import annotations

from probierz.systems.ocr.steps import HEURISTIC_STEPS, STEPS
from probierz.systems.recipes import Claim, Recipe
from probierz.systems.spaces import Range
from probierz.systems.system import System

TASK = "poleval-2021/ocr"


def _cascade(
    threshold: float = 0.5,
    drop: float = 0.5,
    steps: str = " ".join(STEPS),
    alignments: str = "",
    texts: str = "",
    words: int = 3_000_000,
    pairs: int = 6_000_000,
) -> System:
    from probierz.systems.ocr.cascade import Cascade

    return Cascade(threshold, drop, steps, alignments, texts, words, pairs)


def _heuristics(steps: str = " ".join(HEURISTIC_STEPS)) -> System:
    from probierz.systems.ocr.heuristics import Heuristics

    return Heuristics(steps)


RECIPES = (
    Recipe(
        "ocr/cascade",
        "Joins broken words, leaves out odd lines, and puts for each token what it most likely was",
        TASK,
        _cascade,
        column=4,
        files={"alignments": "train/align.tsv", "texts": "train/texts.txt"},
        space={"threshold": Range(0.2, 0.9), "drop": Range(0.2, 0.9)},
        shipped="systems/ocr/shipped",
    ),
    Recipe(
        "ocr/heuristics",
        "A cascade of six rules whose words are counted from train",
        TASK,
        _heuristics,
        paper="Marcińczuk, Post-correction of OCR by heuristics, PolEval 2021",
        published=(Claim("test-A", "WER", "8.062"), Claim("test-B", "WER", "8.217")),
        chosen_by_us=("steps",),
        departures=("the code was not published, nor its 3,000 swaps of words: they are counted from train",),
        column=4,
    ),
)
