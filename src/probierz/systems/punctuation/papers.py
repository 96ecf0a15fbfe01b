"""The systems on transformers that took part in PolEval 2021, task 1, as recipes.

Without a backbone of the paper they can be tried on `backbone=e5-small`, or `backbone=toy`. Where a paper trains on
*rest*, texts that are not in the challenge, `rest` names a folder with in.tsv and expected.tsv; without it the train
texts stand for it. `steps` are those of each stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from probierz.systems.neural.shared_settings import shared_settings
from probierz.systems.recipes import Claim, Recipe
from probierz.systems.spaces import OneOf, Range
from probierz.systems.system import System

TASK = "poleval-2021/punctuation"
HERBERT_LARGE, HERBERT_BASE = "allegro/herbert-large-cased", "allegro/herbert-base-cased"
ROBERTA_LARGE = "sdadas/polish-roberta-large-v1"
MBART, MT5 = "facebook/mbart-large-50", "google/mt5-base"

WEIGHTED_F1 = (
    r"BIO-Weighted-F1:cs<[^\s,!\?\.:-]+><O>s<(^|\s)([\s,!\?\.:-]+)(\s|$)><\10\2>s<\S+-+><B-HYPHEN>s<\S+,+><B-COMMA>"
    r"s<\S+\.\.\.+><B-ELLIPSIS>s<\S+\.+><B-FULLSTOP>s<\S+\?+><B-QMARK>s<\S+!+><B-XCL>s<\S+:+><B-KOLON>"
)
"""The metric of the task, by which states are chosen."""

_SEVEN = ("", "append:.", "append:,", "append:?", "append:!", "append:-", "append::", "append:...")
_EIGHT = (*_SEVEN, "append:;")  # the semicolon left the data late, and stayed in two systems

Fixed = Mapping[str, Any]
"""Settings of an engine that make it the system of the paper."""


# --- Wróbel and Zhylko: windows that overlap, two stages, votes ------------------------------------------------------

_WINDOWS: Fixed = {"tags": _EIGHT, "jump": 0.8}
_GRID: Fixed = {"batch": [4, 8, 12], "epochs": [1, 2, 4, 10], "rate": [5e-6, 1e-5, 2e-5, 5e-5]}


@shared_settings(
    backbone=HERBERT_LARGE, epochs=5, rate=2e-5, batch=12, length=256, evaluate_every=50, metric=WEIGHTED_F1
)
def _enelpol(
    way: str,
    *,
    rest: str = "",
    models: int = 1,
    merge: str = "highest-mark",
    tuning_epochs: int = 10,
    tuning_rate: float = 5e-6,
    search: bool = False,
    **shared: Any,
) -> System:
    """A model or several, of one stage on `rest`, of one on all texts, or of a second one on the texts given."""
    from probierz.systems.combinators import Vote
    from probierz.systems.neural.tagger import Tagger
    from probierz.systems.stages import GIVEN, Stages

    tuning = _GRID if search else {"epochs": tuning_epochs, "rate": tuning_rate}
    stages: dict[str, tuple[Fixed, ...]] = {
        "rest": ({"texts": rest},),
        "all": ({"texts": [rest, GIVEN] if rest else GIVEN},),
        "tuned": ({"texts": rest}, {"texts": GIVEN, **tuning}),
    }
    made = [Stages(Tagger(**_WINDOWS, **shared, merge=merge), stages[way]) for _ in range(models)]
    return made[0] if models == 1 else Vote(tuple(made))


# --- Ropiak et al., and Ziętkiewicz: one tagger ----------------------------------------------------------------------

_CLARIN: Fixed = {"optimiser": "adam", "schedule": "constant", "metric": WEIGHTED_F1}
_HELD_BACK = 0.15


@shared_settings(**_CLARIN, backbone=HERBERT_LARGE, epochs=5, rate=2e-5, batch=8, length=512)
def _clarin(way: str, *, width: int = 256, lstm_epochs: int = 5, lstm_rate: float = 1e-3, **shared: Any) -> System:
    """A linear layer; a BiLSTM; the BiLSTM alone after the linear layer; or the BiLSTM, then further on all texts."""
    from probierz.systems.neural.tagger import Tagger
    from probierz.systems.stages import WITH_DEVELOPMENT, Stages

    frozen = {"head": "lstm", "frozen": True, "epochs": lstm_epochs, "rate": lstm_rate}
    stages: dict[str, tuple[Fixed, ...]] = {
        "linear": ({},),
        "lstm": ({"head": "lstm"},),
        "frozen": ({}, frozen),
        "valid": ({"head": "lstm"}, {"head": "lstm", "texts": WITH_DEVELOPMENT}),
    }
    tagger = Tagger(tags=_SEVEN, cut_at_stops=True, width=width, **shared)
    return Stages(tagger, stages[way], hold_back=_HELD_BACK)


@shared_settings(**_CLARIN, backbone=MBART, epochs=5, rate=3e-5, batch=8, length=512)
def _rewriter(toy: str, *, beams: int = 1, choices_only: bool = False, **shared: Any) -> System:
    """Writes the words again, and may only insert marks."""
    from probierz.systems.neural.constrained import ConstrainedRewriter
    from probierz.systems.stages import Stages

    rewriter = ConstrainedRewriter(toy=toy, beams=beams, choices_only=choices_only, **shared)
    return Stages(rewriter, ({},), hold_back=_HELD_BACK)


@shared_settings(backbone=HERBERT_BASE, epochs=3, rate=5e-5, batch=8, length=512)
def _tagger(paper: Fixed, **shared: Any) -> System:
    from probierz.systems.neural.tagger import Tagger

    return Tagger(**paper, **shared)


_EDITS: Fixed = {"only_last": False, "most_tags": 6}


# --- Marcińczuk ------------------------------------------------------------------------------------------------------

_PUNKTOR: Fixed = {"tags": _SEVEN, "dropout": 0.2, "most_words": 300}
_PUNKTOR_PLAN: Fixed = {"epochs": 3, "rate": 6e-5, "batch": 32, "accumulate": 4, "length": 512, "schedule": "constant"}
_punktor_model = partial(_tagger, _PUNKTOR, backbone=HERBERT_LARGE, **_PUNKTOR_PLAN)


@shared_settings(**_PUNKTOR_PLAN)
def _punktor(*, backbone: str = f"{HERBERT_LARGE} {ROBERTA_LARGE} {HERBERT_BASE}", **shared: Any) -> System:
    """Three models, of three backbones with spaces between, or all of one; where all disagree the first is believed."""
    from probierz.systems.combinators import Vote

    names = backbone.split()
    return Vote(tuple(_punktor_model(backbone=names[number % len(names)], **shared) for number in range(3)))


# --- what was published ----------------------------------------------------------------------------------------------


_SPACE: Mapping[str, Any] = {
    "rate": Range(5e-6, 1e-4, log=True), "epochs": Range(1, 10), "batch": OneOf((4, 8, 12, 16, 32)),
}  # fmt: skip


def _recipe(
    name: str,
    summary: str,
    make: Any,
    paper: str,
    scores: str,
    hub_names: tuple[str, ...],
    chosen: str = "",
    splits: tuple[str, ...] = (),
    departures: tuple[str, ...] = (),
    weights: str = "",
) -> Recipe:
    """scores: the weighted F1 of the tests whose letters they follow, such as `A 79.69 D 78.74`."""
    words = scores.split()
    claims = tuple(
        Claim(f"test-{letter}", "Weighted-F1", value) for letter, value in zip(words[::2], words[1::2], strict=True)
    )
    return Recipe(
        f"punctuation/{name}", summary, TASK, make, paper=f"{paper}, PolEval 2021, task 1", published=claims,
        extras=("neural",), hub_names=hub_names, chosen_by_us=tuple(chosen.split()), column=2,
        space=_SPACE, splits=splits, departures=(*departures, *_OF_ALL[paper]),
        weights=weights,
    )  # fmt: skip


_WROBEL, _ROPIAK, _MARCINCZUK, _ZIETKIEWICZ = "Wróbel and Zhylko", "Ropiak et al.", "Marcińczuk", "Ziętkiewicz"
_LARGE, _BASE = (HERBERT_LARGE,), (HERBERT_BASE,)
_NO_REST = "its texts (rest) come with no challenge: without  --set rest=FOLDER  the pairs given stand for them"
_TABLE = "of a string of several marks the last known one counts; most of the paper's table was not published"
_OF_ALL: Mapping[str, tuple[str, ...]] = {
    _WROBEL: (
        _NO_REST,
        "a word with a mark that the system does not have is learnt as one without; the paper's program left out its"
        " whole piece",
    ),
    _ROPIAK: (_TABLE, "the trained weights were not published"),
    _MARCINCZUK: ("neither code nor trained weights were published: made from the paper alone",),
    _ZIETKIEWICZ: ("the trained weights were not published", "its six tags are the commonest of the pairs given"),
}
"""What is otherwise in all systems of a paper."""
_TUNED_ON = ("test-A",)  # and train chose the best state
_NOT_SAID = "epochs rate batch"

RECIPES = (
    _recipe(
        "enelpol-s1", "HerBERT with overlapping windows, trained on rest, tuned further; the winner",
        partial(_enelpol, "tuned"), _WROBEL, "D 81.29", _LARGE, splits=_TUNED_ON,
        weights="enelpol/poleval2021-task1",
    ),
    _recipe(
        "enelpol-se1", "The vote of models that were tuned further",
        partial(_enelpol, "tuned", models=3), _WROBEL, "D 81.27", _LARGE, "models", _TUNED_ON,
    ),
    _recipe(
        "enelpol-e1", "The vote of HerBERT models with overlapping windows, trained on rest",
        partial(_enelpol, "rest", models=3), _WROBEL, "D 80.86", _LARGE, "models",
    ),
    _recipe(
        "enelpol-ae1", "The same vote, trained on rest and all other texts",
        partial(_enelpol, "all", models=3), _WROBEL, "D 80.09", _LARGE, "models",
    ),
    _recipe(
        "clarin-large", "HerBERT with a linear layer",
        partial(_clarin, "linear"), _ROPIAK, "A 79.69 B 82.34 C 74.78 D 78.74", _LARGE, _NOT_SAID,
    ),
    _recipe(
        "clarin-lstm", "HerBERT with a BiLSTM between it and the linear layer",
        partial(_clarin, "lstm"), _ROPIAK, "A 79.79 B 83.51 C 75.52 D 80.04", _LARGE, f"{_NOT_SAID} width",
    ),
    _recipe(
        "clarin-lstm-frozen", "A BiLSTM on HerBERT, which learnt with a linear layer before and learns no more",
        partial(_clarin, "frozen"), _ROPIAK, "", _LARGE, f"{_NOT_SAID} width lstm_epochs lstm_rate",
    ),
    _recipe(
        "clarin-lstm-valid", "HerBERT with a BiLSTM, at last trained further with the texts that were held back",
        partial(_clarin, "valid"), _ROPIAK, "A 80.56 B 84.16 C 76.03 D 81.25", _LARGE, f"{_NOT_SAID} width",
    ),
    _recipe(
        "clarin-bart", "BART that writes the text again and may only insert marks",
        partial(_rewriter, "bart"), _ROPIAK, "A 74.90 B 76.82 C 69.77 D 71.78", (MBART,), f"backbone {_NOT_SAID}",
    ),
    _recipe(
        "clarin-mt5", "mT5 that writes the text again and may only insert marks",
        partial(_rewriter, "mt5", backbone=MT5, rate=1e-4), _ROPIAK, "A 72.16 B 73.85 C 67.28 D 69.84", (MT5,),
        f"backbone {_NOT_SAID}",
    ),
    _recipe(
        "punktor", "The vote of HerBERT large, Polish RoBERTa and HerBERT base; of three opinions the first counts",
        _punktor, _MARCINCZUK, "D 81.23", (HERBERT_LARGE, ROBERTA_LARGE, HERBERT_BASE),
    ),
    _recipe("punktor-m1", "Its first model: HerBERT large", _punktor_model, _MARCINCZUK, "D 80.53", _LARGE),
    _recipe(
        "punktor-m2", "Its second model: Polish RoBERTa large",
        partial(_punktor_model, backbone=ROBERTA_LARGE), _MARCINCZUK, "D 79.78", (ROBERTA_LARGE,),
    ),
    _recipe(
        "punktor-m3", "Its third model: HerBERT base",
        partial(_punktor_model, backbone=HERBERT_BASE), _MARCINCZUK, "D 78.17", _BASE,
    ),
    _recipe(
        "samsung-uam", "Edit operations as tags: marks before and after words, several together, the six commonest",
        partial(_tagger, _EDITS), _ZIETKIEWICZ, "A 78.55 D 78.37", _BASE, f"backbone {_NOT_SAID}",
    ),
)  # fmt: skip
