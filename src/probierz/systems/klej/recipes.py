"""Recipes for KLEJ. Each learns one task at a time; `probierz klej run` learns them all."""

from __future__ import annotations

from functools import partial
from typing import Any

from probierz.errors import OptionError
from probierz.systems.klej.drawn import DrawnAnswers, UsualAnswer
from probierz.systems.recipes import Recipe
from probierz.systems.system import System

_PAPER = "Rybak, Mroczkowski, Tracz, Gawlik: KLEJ, Comprehensive Benchmark for Polish Language Understanding, ACL 2020"


def _features(
    task: str = "cdsc-e", trees: int = 400, leaf: int = 2, share: float = 0.3, strength: float = 0.0
) -> System:
    return _judge(task, "", trees=trees, leaf=leaf, share=share, strength=strength)


def _encoder(
    task: str = "cdsc-e", backbone: str = "e5-small", trees: int = 400, leaf: int = 2, share: float = 0.3,
    strength: float = 0.0, penalty: float = 300.0, trust: float = 1.0, cache: str = "",
) -> System:  # fmt: skip
    return _judge(
        task,
        backbone,
        trees=trees,
        leaf=leaf,
        share=share,
        strength=strength,
        penalty=penalty,
        trust=trust,
        cache=cache,
    )


def _judge(
    task: str, encoder: str, *, trees: int, leaf: int, share: float, strength: float, penalty: float = 300.0,
    trust: float = 1.0, cache: str = "",
) -> System:  # fmt: skip
    from probierz.systems.klej.pairs import PairJudge
    from probierz.systems.klej.targets import TaskTargets
    from probierz.systems.klej.texts import TextJudge

    if TaskTargets(task).has_pairs:
        return PairJudge(task, encoder, penalty, cache, trees, leaf, share)
    return TextJudge(task, encoder, penalty, cache, strength, trust)


def _bilstm(
    *, task: str = "cdsc-e", profile: str = "paper", together: str = "", vectors: str = "", context: str = "",
    cache: str = "", attention: bool = False, tuned: bool = False, units: int = 0, epochs: int = 0, second: int = 5,
    batch: int = 0, rate: float = 0.0,
) -> System:  # fmt: skip
    from probierz.systems.klej.recurrent import BiLstmJudge

    if profile not in _BILSTMS:
        raise OptionError(f"no profile is called {profile!r}; there are {' and '.join(_BILSTMS)}")
    changes = {"units": units, "epochs": epochs, "batch": batch, "rate": rate}
    usual = _BILSTMS[profile] | ({"batch": 64} if context and profile == "paper" else {})
    settings = usual | {name: value for name, value in changes.items() if value}
    return BiLstmJudge(
        task=task,
        together=together,
        vectors=vectors,
        context=context,
        cache=cache,
        attention=attention,
        tuned=tuned,
        second=second,
        **settings,
    )


_BILSTMS: dict[str, dict[str, Any]] = {
    "paper": {"units": 1024, "size": 300, "hidden": 512, "epochs": 10, "batch": 128, "rate": 1e-4},
    "small": {"units": 128, "layers": 1, "size": 100, "hidden": 128, "epochs": 5, "batch": 32, "rate": 1e-3},
}
"""Settings by profile: the paper's, whose epochs are not told there, and one for two cores."""


def _tuned(
    *, task: str = "cdsc-e", backbone: str = "e5-small", pooling: str = "first", tanh: bool = False, epochs: int = 4,
    batch: int = 0, accumulate: int = 0, rate: float = 2e-5, head_rate: float = 0.0, layer_decay: float = 1.0,
    warm_up_steps: int = 100, length: int = 0, table: bool = True, adapters: int = 0, recompute: bool = False,
    precision: str = "auto", legacy_truncation: bool = False, language: str = "pl", save_every: int = 200,
) -> System:  # fmt: skip
    from probierz.systems.klej.tuned import TunedJudge

    usual = _LONG if task == "psc" else _SHORT
    return TunedJudge(
        task=task,
        backbone=backbone,
        pooling=pooling,
        hidden=(0,) if tanh else (),
        epochs=epochs,
        batch=batch or usual["batch"],
        accumulate=accumulate or (1 if batch else usual["accumulate"]),
        rate=rate,
        head_rate=head_rate,
        layer_decay=layer_decay,
        warm_up_steps=warm_up_steps,
        length=length or usual["length"],
        fixed=() if table else ("encoder.embeddings.",),
        adapters=adapters,
        recompute=recompute,
        precision=precision,
        legacy_truncation=legacy_truncation,
        language=language,
        save_every=save_every,
    )


_SHORT = {"batch": 16, "accumulate": 2, "length": 256}
_LONG = {"batch": 8, "accumulate": 4, "length": 510}
"""The paper's, of which the second is for PSC."""

_PUBLISHED: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("herbert", "HerBERT", "allegro/herbert-klej-cased-v1", {"tanh": True}),
    ("multi-bert", "Multi-BERT", "bert-base-multilingual-cased", {"pooling": "pooler"}),
    ("slavic-bert", "Slavic-BERT", "DeepPavlov/bert-base-bg-cs-pl-ru-cased", {"pooling": "pooler"}),
    ("xlm-17", "XLM-17", "xlm-mlm-17-1280", {}),
)
"""Name, title and backbone of the paper's transformers, and what its head is."""

_CONTEXTUAL: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("", "", {}),
    ("-attention", "; words of two texts look at each other", {"attention": True}),
    ("-tuned", "; in the second stage all learns but these", {"tuned": True}),
)
"""End of the name, of the summary, and settings of the BiLSTMs on contextual vectors."""

RECIPES = (
    Recipe(
        "klej/random",
        "Each answer is drawn from the training labels, so they come as often as there",
        "",
        DrawnAnswers,
        paper=_PAPER,
    ),
    Recipe("klej/majority", "Always the commonest label, or the mean of numbers", "", UsualAnswer),
    Recipe(
        "klej/bilstm",
        "A BiLSTM and a head for each task; also with vectors of fastText, attention between texts, several tasks",
        "",
        _bilstm,
        paper=_PAPER,
        extras=("neural",),
        chosen_by_us=("epochs", "second"),
    ),
    Recipe(
        "klej/bilstm-fasttext",
        "The BiLSTM, whose words begin with vectors of fastText: a file that you bring",
        "",
        partial(_bilstm, vectors="cc.pl.300.vec.gz"),
        paper=_PAPER,
        extras=("neural",),
        chosen_by_us=("epochs", "second"),
    ),
    *(
        Recipe(
            f"klej/bilstm-elmo{name}",
            f"The BiLSTM on vectors of words in their context, as ELMo gave them{what}",
            "",
            partial(_bilstm, context="e5-small", **settings),
            paper=_PAPER,
            extras=("neural", "encoder"),
            chosen_by_us=("context", "epochs", "second"),
        )
        for name, what, settings in _CONTEXTUAL
    ),
    *(
        Recipe(
            f"klej/{name}",
            f"{title}, tuned on a task with all its weights",
            "",
            partial(_tuned, backbone=backbone, **settings),
            paper=_PAPER,
            extras=("neural",),
            hub_names=(backbone,),
        )
        for name, title, backbone, settings in _PUBLISHED
    ),
    Recipe(
        "klej/tuned",
        "Multilingual-e5-small, or any transformer, tuned on a task with all its weights",
        "",
        partial(_tuned, pooling="mean", batch=16, rate=1e-4, table=False),
        extras=("neural", "encoder"),
    ),
    Recipe(
        "klej/features",
        "Pairs of texts: trees on what they have in common; single texts: a linear model of words, letters and names",
        "",
        _features,
        extras=("klej",),
    ),
    Recipe(
        "klej/encoder",
        "The same, with similarities and vectors of a pretrained encoder",
        "",
        _encoder,
        extras=("klej", "encoder"),
    ),
)
