"""The systems on transformers that took part in PolEval 2021, task 2, or were compared there, as recipes.

Without a backbone of the paper they can be tried on `backbone=e5-small`, or `backbone=toy`. Columns of an input are the
machine's translation (1), the source (2) and a human translation (3); blind inputs have the first alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from probierz.systems.neural.shared_settings import shared_settings
from probierz.systems.quality.baselines import SentenceScore
from probierz.systems.recipes import Claim, Recipe
from probierz.systems.spaces import OneOf, Range
from probierz.systems.system import System

BESIDE, ALONE = "poleval-2021/quality-nonblind", "poleval-2021/quality-blind"
HERBERT_LARGE, XLM_R = "allegro/herbert-large-cased", "xlm-roberta-large"
BLEURT, TRANSQUEST = "Elron/bleurt-base-128", "TransQuest/monotransquest-da-en_any"
TRANSLATOR = "hf:Helsinki-NLP/opus-mt-pl-en"

Fixed = Mapping[str, Any]
"""Settings of the judge that make it the system of the paper."""


def _judge(paper: Fixed, **shared: Any) -> System:
    from probierz.systems.neural.judge import NeuralJudge

    return NeuralJudge(**paper, **shared)


# --- Kłeczek: no dropout, a last layer that begins anew, folds, pseudo-labels ----------------------------------------

_KLECZEK: Fixed = {"hidden": (0,), "dropout": 0.0, "encoder_dropout": 0.0, "fresh_layers": 1}


@shared_settings(
    backbone=HERBERT_LARGE, epochs=6, rate=2e-5, batch=8, length=192, schedule="constant", weight_decay=0.01,
    evaluate_every=10, metric="RMSE",
)  # fmt: skip
def _kleczek(way: str, *, texts: str = "", folds: int = 5, **shared: Any) -> System:
    """Folds; of the translation alone; then also of texts that these have rated; or the mean of both."""
    from probierz.systems.combinators import Folds, PseudoLabels

    columns = (3, 1) if way == "beside" else (1,)
    one = _judge({**_KLECZEK, "columns": columns}, **shared)
    made = Folds((one,), folds)
    if way in ("beside", "alone"):
        return made
    return PseudoLabels(made, Folds((one,), folds), texts, with_teacher=way == "mean")


_kleczek_alone = partial(_kleczek, epochs=3, rate=1e-5, length=128, weight_decay=0.001)


# --- Nowakowski: COMET, and what he compared it with -----------------------------------------------------------------

_TOWERS: Fixed = {"apart": True, "pooling": "mean", "mixed": True, "dropout": 0.15}
_COMET: Fixed = {
    **_TOWERS, "columns": (1, 2, 3), "blocks": "1 3 1*3 |1-3| 1*2 |1-2|", "hidden": (4096, 2048),
}  # fmt: skip
_COMET_BLIND: Fixed = {
    **_TOWERS, "columns": (1, 2), "blocks": "1 2 1*2 |1-2|", "hidden": (2048, 1024),
}  # fmt: skip
_THAWING: Fixed = {
    "backbone": HERBERT_LARGE, "epochs": 250, "rate": 1e-5, "length": 512, "schedule": "constant", "patience": 10,
    "average_from": 0.8, "metric": "Pearson", "fixed": "encoder.embeddings", "precision": "no",
}  # fmt: skip


@shared_settings(**_THAWING, head_rate=3e-5, batch=4, accumulate=2, frozen_epochs=8.0)
def _comet(**shared: Any) -> System:
    return _judge(_COMET, **shared)


@shared_settings(**_THAWING, head_rate=3.1e-5, batch=2, accumulate=4, frozen_epochs=0.3, layer_decay=0.95)
def _comet_blind(*, translator: str = TRANSLATOR, more: str = "", **shared: Any) -> System:
    """translator: see `BackTranslated`. more: folders of rated translations with sources, with spaces between."""
    return _with_more(_back_translated(_judge(_COMET_BLIND, **shared), translator), more)


def _back_translated(of: System, translator: str) -> System:
    from probierz.systems.quality.back_translation import BackTranslated

    return BackTranslated(of, translator)


def _with_more(of: System, more: str) -> System:
    from probierz.systems.further import WithMore

    return WithMore(of, tuple(more.split())) if more else of


def _bert_score(backbone: str = HERBERT_LARGE, layer: int = 0, idf: bool = False) -> System:
    from probierz.systems.quality.bert_score import BertScore

    return BertScore(backbone, layer, idf)


@shared_settings(
    backbone=BLEURT, steps=25_000, rate=1e-5, batch=16, length=128, optimiser="adam", warm_up=0.1, metric="Kendall",
    evaluate_every=1500,
)  # fmt: skip
def _bleurt(**shared: Any) -> System:
    return _judge({"columns": (3, 1)}, **shared)


_RATED: Fixed = {"backbone": TRANSQUEST, "epochs": 3, "rate": 2e-5, "length": 80, "warm_up": 0.1, "metric": "RMSE"}


@shared_settings(**_RATED)
def _transquest(*, folds: int = 3, **shared: Any) -> System:
    from probierz.systems.combinators import Folds

    return Folds((_judge({"columns": (2, 1), "hidden": (0,)}, **shared),), folds)


@shared_settings(**_RATED)
def _transquest_blind(*, translator: str = TRANSLATOR, folds: int = 3, **shared: Any) -> System:
    return _back_translated(_transquest(folds=folds, **shared), translator)


# --- Wróbel: taught to say BLEU first --------------------------------------------------------------------------------

_PUBLISHED_SCALE = (1.0, 4.0, 1.0, 5.0)  # the model that was published says (rating - 1) / 4


@shared_settings(
    backbone=HERBERT_LARGE, epochs=4, rate=2e-5, batch=4, length=256, warm_up=0.06, evaluate_every=20, metric="Pearson"
)
def _wrobel(way: str, *, texts: str = "", more: str = "", models: int = 3, **shared: Any) -> System:
    """One that says BLEU first, of the lines of `texts`, with a human translation each; or the mean of several."""
    from probierz.systems.combinators import Averaged
    from probierz.systems.further import TaughtFirst

    form: Fixed = {"columns": (1, 3) if way == "beside" else (1,), "published_scale": _PUBLISHED_SCALE}
    one = partial(_judge, form, **shared)
    if way == "taught":
        return _with_more(TaughtFirst(SentenceScore("2"), one(), texts), more)
    return _with_more(Averaged(tuple(one() for _ in range(models))), more)


# --- what was published ----------------------------------------------------------------------------------------------

_SPACE: Mapping[str, Any] = {"rate": Range(5e-6, 1e-4, log=True), "batch": OneOf((4, 8, 12, 16))}


_AVERAGE = "weights are averaged over the last fifth of the steps; from where on the paper did is not said"
_SCALED = "ratings are learnt with mean 0 and deviation 1, and said on their own scale; Pearson is the same on any"
_NO_TED = "80,000 rated subtitles were not published: without  --set texts=FILE  it says BLEU of the lines given"
_NO_TEXTS = "12,810 short texts were not published: name texts of your own with  --set texts=FILE"
_NO_WEIGHTS = "the trained weights were not published"
_OTHER_LIBRARY = "an engine of ours in place of the library of the original, with the same inputs and loss"


def _recipe(
    name: str,
    summary: str,
    task: str,
    make: Any,
    paper: str,
    score: str,
    hub_names: tuple[str, ...],
    chosen: str = "",
    departures: tuple[str, ...] = (),
    weights: str = "",
) -> Recipe:
    """score: Pearson on test-B, as printed."""
    return Recipe(
        f"quality/{name}", summary, task, make, paper=f"{paper}, PolEval 2021, task 2",
        published=(Claim("test-B", "Pearson", score),), extras=("neural",), hub_names=hub_names,
        chosen_by_us=tuple(chosen.split()), splits=("dev-0", "test-A"), space=_SPACE, departures=(_SCALED, *departures),
        weights=weights,
    )  # fmt: skip


_K, _N, _W = "Kłeczek", "Nowakowski", "Wróbel"
_LARGE, _XLM = (HERBERT_LARGE,), (XLM_R,)
_TRANSLATED = ("Helsinki-NLP/opus-mt-pl-en",)

RECIPES = (
    _recipe(
        "kleczek", "HerBERT without dropout, its last layer begun anew, five folds; the winner", BESIDE,
        partial(_kleczek, "beside"), _K, "0.6137", _LARGE,
        departures=(_NO_WEIGHTS,),
    ),
    _recipe(
        "kleczek-blind", "The same on the translation alone", ALONE,
        partial(_kleczek_alone, "alone"), _K, "0.4801", _LARGE,
        departures=(_NO_WEIGHTS,),
    ),
    _recipe(
        "kleczek-blind-pseudo", "The same, also trained on texts that such a system has rated", ALONE,
        partial(_kleczek_alone, "pseudo"), _K, "0.4793", _LARGE,
        departures=(_NO_WEIGHTS, _NO_TEXTS),
    ),
    _recipe(
        "kleczek-blind-mean", "The mean of kleczek-blind and kleczek-blind-pseudo", ALONE,
        partial(_kleczek_alone, "mean"), _K, "0.4840", _LARGE,
        departures=(_NO_WEIGHTS, _NO_TEXTS),
    ),
    _recipe(
        "nowakowski-comet", "COMET on HerBERT: three towers, mixed layers, an encoder that thaws", BESIDE,
        _comet, _N, "0.5728", _LARGE,
        departures=(_AVERAGE, _OTHER_LIBRARY),
    ),
    _recipe(
        "nowakowski-comet-xlmr", "COMET on XLM-R", BESIDE,
        partial(_comet, backbone=XLM_R), _N, "53.84", _XLM,
        departures=(_AVERAGE, _OTHER_LIBRARY),
    ),
    _recipe(
        "nowakowski-comet-blind", "COMET on HerBERT, without a human translation; sources are translated back", ALONE,
        _comet_blind, _N, "0.4793", (*_LARGE, *_TRANSLATED),
        departures=(_AVERAGE, _OTHER_LIBRARY),
    ),
    _recipe(
        "nowakowski-comet-blind-xlmr", "The same on XLM-R", ALONE,
        partial(_comet_blind, backbone=XLM_R), _N, "43.52", (*_XLM, *_TRANSLATED),
        departures=(_AVERAGE, _OTHER_LIBRARY),
    ),
    _recipe(
        "bleurt", "A BERT that has learnt to rate, tuned on human and machine's translation", BESIDE,
        _bleurt, _N, "57.25", (BLEURT,), "backbone",
        departures=(_OTHER_LIBRARY,),
    ),
    _recipe(
        "transquest", "XLM-R that has learnt to rate, tuned on source and translation, three folds", BESIDE,
        _transquest, _N, "55.70", (TRANSQUEST,), "folds",
        departures=(_OTHER_LIBRARY,),
    ),
    _recipe(
        "transquest-blind", "The same with sources that are translated back", ALONE,
        _transquest_blind, _N, "41.71", (TRANSQUEST, *_TRANSLATED), "folds",
        departures=(_OTHER_LIBRARY,),
    ),
    _recipe(
        "wrobel-m1", "The mean of HerBERT models on the translation and a human one", BESIDE,
        partial(_wrobel, "beside"), _W, "0.5677", _LARGE, "models",
        departures=(_NO_WEIGHTS,),
    ),
    _recipe(
        "wrobel-m1-blind", "The mean of HerBERT models on the translation alone", ALONE,
        partial(_wrobel, "alone"), _W, "0.5076", _LARGE, "models",
        departures=(_NO_WEIGHTS,),
    ),
    _recipe(
        "wrobel-b1", "HerBERT that first learns to say the BLEU of a translation it sees alone; the winner", ALONE,
        partial(_wrobel, "taught"), _W, "0.5138", _LARGE,
        departures=(_NO_TED,), weights="enelpol/poleval2021-task2",
    ),
    Recipe(
        "quality/bertscore", "BERTScore against a human translation; the layer is chosen by the ratings", BESIDE,
        _bert_score, paper=f"{_N}, PolEval 2021, task 2", published=(Claim("test-B", "Pearson", "48.74"),),
        extras=("encoder",), hub_names=_LARGE, chosen_by_us=("layer",), splits=("dev-0", "test-A"),
        departures=("the layer is the one that agrees best with the ratings given; that of the paper is not said",),
    ),
)  # fmt: skip
