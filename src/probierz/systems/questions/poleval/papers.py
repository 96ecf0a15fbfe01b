"""Recipes of the systems of PolEval 2021, task 4, out of engines. They read an index: --set index=FILE.

What each index was made of is said there: `probierz index build DUMP --cut …`. That of Piotrowski compares words by
lemmas: `--cut paragraphs --word-form morfeusz`, or simplemma-pl.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from probierz.systems.neural.judge import NeuralJudge
from probierz.systems.neural.shared_settings import shared_settings
from probierz.systems.questions.learning.quiz_rule import QUIZ_METRIC
from probierz.systems.questions.poleval.answer_writer import AnswerWriter
from probierz.systems.questions.poleval.by_kind import EntailedYes, YesOrNoApart
from probierz.systems.questions.poleval.causal_writer import CausalWriter
from probierz.systems.questions.poleval.open_book import OpenBook
from probierz.systems.questions.poleval.passage_reader import PassageReader
from probierz.systems.recipes import Claim, Recipe
from probierz.systems.stages import Stages
from probierz.systems.system import System

_TASK, _SPLITS = "poleval-2021/qa", ("dev-0", "test-A")
_MT5 = {"base": "google/mt5-base", "large": "google/mt5-large", "xxl": "google/mt5-xxl"}
_HERBERT, _PLT5 = "allegro/herbert-large-cased", "allegro/plt5-base"
_XLM_R, _MBERT = "deepset/xlm-roberta-large-squad2", "henryk/bert-base-multilingual-cased-finetuned-polish-squad2"
_GPT2 = "flax-community/papuGaPT2"


@shared_settings(
    backbone=_MT5["base"], steps=5_000, batch=16, rate=3e-3, schedule="constant", optimiser="adafactor", length=512
)
def _piotrowski(*, index: str = "", passages: int = 10, trivia: str = "", **shared: Any) -> System:
    """trivia: a folder with in.tsv and expected.tsv, prompts and answers of TriviaQA, that are learnt from too."""
    writer: System = AnswerWriter(**shared)
    if trivia:
        writer = Stages(writer, ({"texts": ["", trivia]},))
    return OpenBook(writer, index, passages)


@shared_settings(
    backbone=_MT5["base"], steps=10_000, batch=16, rate=3e-3, schedule="constant", optimiser="adafactor", length=512
)
def _closed(**shared: Any) -> System:
    return OpenBook(AnswerWriter(**shared), form="closed")


@shared_settings(backbone=_HERBERT, batch=1, rate=1e-5, epochs=2, metric=QUIZ_METRIC)
def _smywinski_pohl(
    *, index: str = "", passages: int = 80, negatives: int = 12, entailment: str = "", **shared: Any
) -> System:
    """entailment: the folder train of the task cdsc-e of KLEJ, which yes or no is learnt from first.

    Of several epochs that is kept which answers most development questions from all passages that are found, as when
    it is asked; by their right passages alone the paper chose a reader that had 24.84 in place of 46.84.
    The settings of training are the reader's; the judge of yes or no has its backbone, and what is fixed of it.
    """
    reader = PassageReader(reading="relevance", negatives=negatives, **shared)
    judge = NeuralJudge(backbone=shared["backbone"], fixed=shared["fixed"], says="label", columns=(1, 2), length=256)
    return YesOrNoApart(EntailedYes(judge, index, passages, entailment), OpenBook(reader, index, passages, "columns"))


@shared_settings(backbone=_PLT5, batch=15, rate=1e-4, optimiser="adam", length=1536)
def _rybak(*, index: str = "", passages: int = 10, epochs: int = 10, **shared: Any) -> System:
    curriculum = ({"form": "positive"}, {"form": "prompt", "epochs": max(1, epochs // 2)})
    return Stages(OpenBook(AnswerWriter(epochs=epochs, **shared), index, passages), curriculum)


@shared_settings(backbone=_XLM_R, length=384, epochs=2)
def _kleczek(*, index: str = "", passages: int = 10, **shared: Any) -> System:
    return OpenBook(PassageReader(**shared), index, passages, "columns", is_finished=True)


@shared_settings(backbone=_GPT2, epochs=5, rate=5e-5)
def _kleczek_closed(**shared: Any) -> System:
    return OpenBook(CausalWriter(**shared), form="closed")


@shared_settings(backbone=_MBERT, length=384, epochs=2)
def _expanded(*, index: str = "", passages: int = 15, **shared: Any) -> System:
    return OpenBook(PassageReader(**shared), index, passages, "columns", expanded=True, is_finished=True)


def _of_piotrowski(size: str, told: str, values: str, **settings: Any) -> Recipe:
    is_closed = told == "closed"
    name = f"qa/closed-mt5-{size}" if is_closed else f"qa/bm25-mt5-{size}{told}"
    make = partial(_closed if is_closed else _piotrowski, backbone=_MT5[size], **settings)
    summaries = {
        "closed": "writes answers to bare questions",
        "": "writes answers to questions with ten paragraphs of BM25",
        "-triviaqa": "the same, learnt from TriviaQA too (--set trivia=FOLDER)",
    }
    return Recipe(
        name,
        f"mT5 {size}: {summaries[told]}",
        _TASK,
        make,
        paper="Piotrowski, PolEval 2021, task 4",
        published=(Claim("test-B", "Acc", values),),
        extras=("neural",),
        hub_names=(_MT5[size],),
        splits=_SPLITS,
    )


RECIPES = (
    _of_piotrowski("base", "closed", "17.00"),
    _of_piotrowski("base", "", "47.64"),
    _of_piotrowski("base", "-triviaqa", "52.12", steps=20_000),
    _of_piotrowski("large", "closed", "22.76"),
    _of_piotrowski("large", "", "58.12"),
    _of_piotrowski("large", "-triviaqa", "59.20", steps=20_000),
    _of_piotrowski("xxl", "closed", "36.20"),
    _of_piotrowski("xxl", "", "70.76"),
    _of_piotrowski("xxl", "-triviaqa", "71.68", steps=20_000),
    Recipe(
        "qa/smywinski-pohl-dpr",
        "A reader that learns which of 80 passages fits, and where the answer is; yes or no by entailment",
        _TASK,
        _smywinski_pohl,
        paper="Smywiński-Pohl et al., PolEval 2021, task 4",
        published=(Claim("test-B", "Acc", "50.96"),),
        extras=("neural",),
        hub_names=(_HERBERT,),
        chosen_by_us=("epochs",),
        splits=("test-A",),
    ),
    Recipe(
        "qa/retrieve-refine",
        "plT5 base that learns from one passage with the answer first, then from ten",
        _TASK,
        _rybak,
        paper="Rybak, PolEval 2021, task 4",
        published=(Claim("test-B", "Acc", "50.96"),),
        extras=("neural",),
        hub_names=(_PLT5,),
        splits=("dev-0",),
    ),
    Recipe(
        "qa/kleczek-xlm-r",
        "XLM-R large reads ten passages of BM25; answers are finished as the quiz counts",
        _TASK,
        _kleczek,
        paper="Kłeczek, PolEval 2021, task 4",
        published=(Claim("test-B", "Acc", "46.44"),),
        extras=("neural",),
        hub_names=(_XLM_R,),
        chosen_by_us=("passages", "epochs"),
        splits=("dev-0",),
    ),
    Recipe(
        "qa/kleczek-mbert",
        "The same with multilingual BERT, which was tuned to Polish SQuAD",
        _TASK,
        partial(_kleczek, backbone=_MBERT),
        paper="Kłeczek, PolEval 2021, task 4",
        published=(Claim("test-A", "Acc", "16.64"),),
        extras=("neural",),
        hub_names=(_MBERT,),
        chosen_by_us=("passages", "epochs"),
        splits=("dev-0",),
    ),
    Recipe(
        "qa/kleczek-papugapt2",
        "papuGaPT2 goes on with a question: its answer, from no text",
        _TASK,
        _kleczek_closed,
        paper="Kłeczek, PolEval 2021, task 4",
        published=(Claim("test-A", "Acc", "18"),),
        extras=("neural",),
        hub_names=(_GPT2,),
        chosen_by_us=("epochs",),
        splits=("dev-0",),
    ),
    Recipe(
        "qa/expanded-queries",
        "Several queries of each question, then multilingual BERT reads what they find",
        _TASK,
        _expanded,
        extras=("neural",),
        hub_names=(_MBERT,),
        chosen_by_us=("epochs",),
        splits=_SPLITS,
    ),
)
