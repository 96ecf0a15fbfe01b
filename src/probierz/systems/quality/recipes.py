"""Recipes for the quality of translations, task 2 of PolEval 2021: with a human translation (2A), or without (2B)."""

from __future__ import annotations

from functools import partial

from probierz.systems.quality.baselines import SentenceScore
from probierz.systems.quality.rating import Rating
from probierz.systems.recipes import Claim, Recipe
from probierz.systems.spaces import Range
from probierz.systems.system import System

_BESIDE, _ALONE = "poleval-2021/quality-nonblind", "poleval-2021/quality-blind"
_SPLITS = ("dev-0", "test-A")
_PAPER = "Wróbel: transformer as a metric of translation quality, PolEval 2021"

_PRINTED = ("dev-0", "test-A", "test-B")
_VALUES = {
    "0": "0.37 0.31 0.32", "1": "0.48 0.41 0.41", "2": "0.59 0.50 0.51", "3": "0.53 0.45 0.46",
    "4": "0.48 0.41 0.42", "5": "0.46 0.41 0.40", "6": "", "7": "0.48 0.43 0.42", "gleu": "0.53 0.46 0.45",
}  # fmt: skip
"""What was printed for each method, by split; nothing for one."""


def _features(penalty: float = 100.0) -> System:
    return Rating(penalty=penalty)


def _encoder(backbone: str = "e5-small", penalty: float = 100.0, trust: float = 0.08) -> System:
    return Rating(encoder=backbone, penalty=penalty, trust=trust)


def _blind(penalty: float = 100.0) -> System:
    return Rating(columns=1, penalty=penalty)


def _blind_encoder(backbone: str = "e5-small", penalty: float = 100.0, trust: float = 0.08) -> System:
    return Rating(columns=1, encoder=backbone, penalty=penalty, trust=trust)


def _sentence_score(method: str = "2") -> System:
    return SentenceScore(method)


RECIPES = (
    Recipe(
        "quality/features",
        "Ridge regression on nearness to a human translation, lengths, marks and how it reads; no extra is needed",
        _BESIDE,
        _features,
        splits=_SPLITS,
        space={"penalty": Range(10.0, 1000.0, log=True)},
    ),
    Recipe(
        "quality/encoder",
        "The same, with similarities and vectors of a pretrained encoder",
        _BESIDE,
        _encoder,
        splits=_SPLITS,
        extras=("encoder",),
    ),
    Recipe(
        "quality/blind",
        "Ridge regression on lengths, marks and capitals of the translation alone, and how it reads",
        _ALONE,
        _blind,
        splits=_SPLITS,
    ),
    Recipe(
        "quality/blind-encoder",
        "The same, with vectors of a pretrained encoder",
        _ALONE,
        _blind_encoder,
        splits=_SPLITS,
        extras=("encoder",),
    ),
    *(
        Recipe(
            "quality/gleu" if method == "gleu" else f"quality/bleu-{method}",
            "GLEU of the line" if method == "gleu" else f"BLEU of the line, with NLTK's smoothing {method}",
            _BESIDE,
            partial(_sentence_score, method),
            paper=_PAPER if values else "Chen and Cherry: smoothing techniques for sentence-level BLEU, WMT 2014",
            published=tuple(
                Claim(split, "Pearson", value) for split, value in zip(_PRINTED, values.split(), strict=False)
            ),
            learns=False,
        )
        for method, values in _VALUES.items()
    ),
)
