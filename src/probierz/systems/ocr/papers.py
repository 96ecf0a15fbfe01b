"""The systems on transformers that took part in PolEval 2021, task 3, as recipes: all write the page again.

Around each is a guard, which the papers did not have: a page that comes out under a third of its length
(`length_ratio`), or over three times as long and repeating itself, is left as it was read, since such networks stop or
loop on hard pages; with `revert_over` below 1 so are words that it would change too much. Without the backbone of a
paper it can be tried on `backbone=toy`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from probierz.systems.neural.shared_settings import shared_settings
from probierz.systems.recipes import Claim, Recipe
from probierz.systems.spaces import OneOf, Range
from probierz.systems.system import System

TASK = "poleval-2021/ocr"
MT5_BASE, MT5_LARGE, MT5_XXL = "google/mt5-base", "google/mt5-large", "google/mt5-xxl"
PLT5_BASE, PLT5_LARGE = "allegro/plt5-base", "allegro/plt5-large"

WER = r"WER:s<(\\n|\ )+><\ >"
"""The metric of the task, by which states are chosen."""

_REVERT_OVER, _LENGTH_RATIO = 1.0, 3.0


def _guarded(rewriter: System, revert_over: float, length_ratio: float) -> System:
    from probierz.systems.guard import Guard

    return Guard(rewriter, revert_over, length_ratio)


# --- Piotrowski: pairs cut where both texts agree --------------------------------------------------------------------


@shared_settings(
    backbone=MT5_BASE, steps=200_000, epochs=1, rate=0.003, batch=128, length=384, schedule="constant",
    optimiser="adafactor", clip=0.0, metric=WER, evaluate_every=20_000, save_every=2000,
)  # fmt: skip
def _piotrowski(
    *,
    shortest: int = 20,
    beams: int = 1,
    revert_over: float = _REVERT_OVER,
    length_ratio: float = _LENGTH_RATIO,
    **shared: Any,
) -> System:
    """Trained as T5 was, for so many steps (0: for the epochs). Line ends are lost, and broken words learnt."""
    from probierz.systems.neural.rewriter import Rewriter
    from probierz.systems.ocr.plain import PlainPages

    rewriter = Rewriter(chunks="matched", shortest=shortest, beams=beams, **shared)
    return PlainPages(_guarded(rewriter, revert_over, length_ratio))


# --- Wróbel: 50 places of an alignment -------------------------------------------------------------------------------


@shared_settings(
    backbone=MT5_BASE, epochs=1, rate=0.001, batch=12, length=256, optimiser="adafactor", metric=WER,
    evaluate_every=500, evaluated=15, precision="no", save_every=2000,
)  # fmt: skip
def _enelpol(
    *,
    size: int = 50,
    beams: int = 8,
    revert_over: float = _REVERT_OVER,
    length_ratio: float = _LENGTH_RATIO,
    **shared: Any,
) -> System:
    """Chunks of words that were put together at line ends; states are chosen by about 100 chunks, which are 15 pages.

    The paper's beams were sampled from, by which, as it says, nothing is gained.
    """
    from probierz.systems.neural.rewriter import Rewriter
    from probierz.systems.ocr.plain import PlainPages

    rewriter = Rewriter(chunks="slots", size=size, prefix="ocr:", beams=beams, **shared)
    return PlainPages(_guarded(rewriter, revert_over, length_ratio), "joined")


# --- Dyda: whole pages, with a word that tells their time ------------------------------------------------------------


@shared_settings(
    backbone=MT5_LARGE, epochs=3, rate=5e-5, batch=1, length=768, metric=WER, evaluated=200, at_once=8, save_every=2000
)
def _dyda(
    *,
    buckets: str = "time",
    clusters: int = 6,
    escaped: bool = False,
    beams: int = 1,
    revert_over: float = _REVERT_OVER,
    length_ratio: float = _LENGTH_RATIO,
    **shared: Any,
) -> System:
    r"""Buckets: `time`, `year`, `looks` (so many clusters), `nothing`; escaped: `\n` and `\\` stay as they are.

    What a page has beyond the length, which the paper's program cut off, stays as it was read.
    """
    from probierz.systems.neural.rewriter import Rewriter
    from probierz.systems.ocr.plain import BucketedPages, PlainPages

    rewriter = Rewriter(chunks="whole", prefix="correct", beams=beams, **shared)
    guarded = _guarded(rewriter, revert_over, length_ratio)
    return BucketedPages(guarded if escaped else PlainPages(guarded), buckets, clusters)


# --- what was published ----------------------------------------------------------------------------------------------

_SPACE: Mapping[str, Any] = {"rate": Range(1e-4, 1e-2, log=True), "batch": OneOf((4, 8, 16, 32))}
_OF_DYDA: Mapping[str, Any] = {"rate": Range(1e-5, 1e-3, log=True), "batch": OneOf((1, 4, 8, 16))}


_GUARDED = (
    "a guard leaves a page as it was read where what is written is under a third of it, or over three times as long and"
    " repeats itself (length_ratio=inf: none)"
)
_POINTING = (
    "a backbone that only reads, such as e5-small, gets a decoder of one layer with a pointer to what it reads (See,"
    " Liu and Manning 2017), and begins as a copier"
)
_OF_ALL: Mapping[str, tuple[str, ...]] = {
    "Piotrowski": ("the trained weights were not published", "Adafactor is that of Transformers, not of T5's library"),
    "Wróbel": (
        "pieces are written by beams alone, and not by sampling from them, by which, as the paper says, nothing is won",
        "states are chosen by 15 pages, scored as in the task, and not by 100 pieces with a rate each",
    ),
    "Dyda": (
        "the trained weights were not published",
        "what a page has beyond the length stays as it was read; the paper's program cut it off",
    ),
}
"""What is otherwise in all systems of a paper."""


def _recipe(
    name: str, summary: str, make: Any, author: str, scores: str, backbone: str, chosen: str = "", *, column: int = 4,
    extras: tuple[str, ...] = ("neural",), space: Mapping[str, Any] = _SPACE, weights: str = "",
) -> Recipe:  # fmt: skip
    """scores: WER of the splits before them, such as `test-A 4.792`."""
    words = scores.split()
    claims = tuple(Claim(split, "WER", value) for split, value in zip(words[::2], words[1::2], strict=True))
    return Recipe(
        f"ocr/{name}", summary, TASK, partial(make, backbone=backbone), paper=f"{author}, PolEval 2021, task 3",
        published=claims, extras=extras, hub_names=(backbone,), column=column, space=space,
        chosen_by_us=(*chosen.split(), "revert_over", "length_ratio"),
        departures=(_GUARDED, _POINTING, *_OF_ALL[author]), weights=weights,
    )  # fmt: skip


def _of_dyda(
    name: str, summary: str, scores: str, backbone: str, chosen: str = "evaluated", *, extras: tuple[str, ...] = (),
    **settings: Any,
) -> Recipe:  # fmt: skip
    make = partial(_dyda, **settings)
    return _recipe(
        f"dyda-{name}", summary, make, "Dyda", scores, backbone, chosen, column=0, extras=("neural", *extras),
        space=_OF_DYDA,
    )  # fmt: skip


_MATCHED = "that writes pages again in pieces, learnt from pairs cut where both texts agree"
_SLOTS = "that writes 50 words at a time, learnt from aligned texts"
_PAGES = "that writes whole pages again after a word for their time"
_LARGE_STEPS = partial(_piotrowski, batch=64)
_XXL_STEPS = partial(_piotrowski, batch=16, steps=100_000)

RECIPES = (
    _recipe(
        "piotrowski-mt5-base", f"mT5 base {_MATCHED}", _piotrowski, "Piotrowski",
        "dev-0 4.678 test-A 4.792 test-B 4.796", MT5_BASE,
    ),
    _recipe(
        "piotrowski-mt5-large", f"mT5 large {_MATCHED}", _LARGE_STEPS, "Piotrowski",
        "dev-0 4.418 test-A 4.515 test-B 4.559", MT5_LARGE,
    ),
    _recipe(
        "piotrowski-mt5-xxl", f"mT5 XXL {_MATCHED}; the winner", _XXL_STEPS, "Piotrowski",
        "dev-0 3.604 test-A 3.725 test-B 3.744", MT5_XXL,
    ),
    _recipe(
        "enelpol-mt5-base", f"mT5 base {_SLOTS}", _enelpol, "Wróbel", "test-A 4.986 test-B 5.001", MT5_BASE,
        "optimiser",
    ),
    _recipe(
        "enelpol-plt5-base", f"plT5 base {_SLOTS}", _enelpol, "Wróbel", "test-A 5.355 test-B 5.327", PLT5_BASE,
        "optimiser",
    ),
    _recipe(
        "enelpol-plt5-large", f"plT5 large {_SLOTS}", _enelpol, "Wróbel", "test-A 4.281 test-B 4.302", PLT5_LARGE,
        "optimiser", weights="enelpol/poleval2021-task3",
    ),
    _of_dyda("mt5-base", f"mT5 base {_PAGES}", "test-A 6.305 test-B 6.360", MT5_BASE),
    _of_dyda("mt5-large", f"mT5 large {_PAGES}", "test-A 5.338 test-B 5.328", MT5_LARGE),
    _of_dyda(
        "mt5-large-escaped", f"mT5 large {_PAGES}, line ends being \\n", "test-A 6.504 test-B 6.681", MT5_LARGE,
        escaped=True,
    ),
    _of_dyda(
        "mt5-large-clusters", "mT5 large that writes whole pages again after the number of their cluster by n-grams",
        "test-A 5.157 test-B 5.313", MT5_LARGE, "evaluated clusters", buckets="looks", extras=("clusters",),
    ),
    _of_dyda(
        "mt5-large-years", "mT5 large that writes whole pages again after their year", "test-A 5.152 test-B 5.452",
        MT5_LARGE, buckets="year",
    ),
    _of_dyda(
        "mt5-large-no-buckets", "mT5 large that writes whole pages again", "test-A 5.315 test-B 5.288", MT5_LARGE,
        buckets="nothing",
    ),
    _of_dyda("plt5-large", f"plT5 large {_PAGES}", "test-A 5.370 test-B 5.378", PLT5_LARGE),
)  # fmt: skip
