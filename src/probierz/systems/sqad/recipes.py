"""Recipes for SQAD 3.0: document selection, answer selection, and the answer in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from probierz.systems.neural.judge import NeuralJudge
from probierz.systems.neural.shared_settings import shared_settings
from probierz.systems.recipes import Claim, Recipe
from probierz.systems.spaces import OneOf
from probierz.systems.sqad.attentive import AttentiveRanker
from probierz.systems.sqad.documents import DocumentSelector
from probierz.systems.sqad.extraction import AnswerExtractor
from probierz.systems.sqad.overlap import OverlapRanker
from probierz.systems.sqad.ranking import PairRanker
from probierz.systems.stages import Stages
from probierz.systems.system import System

_DOCUMENTS, _SENTENCES, _ANSWERS = "sqad/documents", "sqad/sentences", ""
_PAPER = "Sabol, Medveď, Horák: Czech Question Answering with Extended SQAD v3.0 Benchmark Dataset, RASLAN 2019"
_FILES_OF_DOCUMENTS, _FILES_OF_SENTENCES = {"articles": "articles.tsv"}, {"sentences": "sentences.tsv"}
_GRID: Mapping[str, Sequence[float]] = {
    "units": [300, 400, 500],
    "dropout": [0.0, 0.2, 0.4],
    "rate": [0.2, 0.4, 0.6, 0.8],
}


def _documents(method: str, articles: str = "", limit: int = 100) -> System:
    return DocumentSelector(articles, method, limit)


def _dense(method: str, articles: str = "", limit: int = 100, backbone: str = "e5-small", cache: str = "") -> System:
    return DocumentSelector(articles, method, limit, backbone, cache)


def _overlap(sentences: str = "", ridge: float = 3.0) -> System:
    return OverlapRanker(sentences=sentences, ridge=ridge)


def _attentive(
    cell: str,
    sentences: str = "",
    vectors: str = "",
    units: int = 300,
    dropout: float = 0.2,
    rate: float = 0.6,
    epochs: int = 25,
    negatives: int = 10,
    optimiser: str = "sgd",
) -> System:
    return AttentiveRanker(
        sentences=sentences, cell=cell, vectors=vectors, units=units, dropout=dropout, rate=rate, epochs=epochs,
        negatives=negatives, optimiser=optimiser,
    )  # fmt: skip


def _grid(sentences: str = "", vectors: str = "", epochs: int = 25) -> System:
    ranker = AttentiveRanker(sentences=sentences, vectors=vectors, epochs=epochs)
    return Stages(ranker, ({name: list(values) for name, values in _GRID.items()},))


@shared_settings(backbone="e5-small", epochs=3, length=192)
def _cross(*, sentences: str = "", negatives: int = 8, **shared: Any) -> System:
    judge = NeuralJudge(says="label", columns=(1, 2), **shared)
    return PairRanker(sentences=sentences, of=judge, negatives=negatives)


def _extraction(ridge: float = 3.0) -> System:
    return AnswerExtractor(ridge=ridge)


_SUMMARIES = {
    "bm25": "Articles by BM25 over words cut to five letters, the title counted twice",
    "tf-idf": "Articles by the cosine of TF-IDF over words cut to five letters",
    "dense": "Articles by the nearest vector of their windows of 100 words",
    "combined": "Articles by BM25, TF-IDF and vectors together; limit=5 names as many as the paper's picture shows",
}

RECIPES = (
    *(
        Recipe(
            f"sqad/documents-{method}",
            summary,
            _DOCUMENTS,
            partial(_dense if method in ("dense", "combined") else _documents, method),
            paper=_PAPER,
            extras=("encoder",) if method in ("dense", "combined") else (),
            learns=False,
            files=_FILES_OF_DOCUMENTS,
        )
        for method, summary in _SUMMARIES.items()
    ),
    Recipe(
        "sqad/overlap",
        "Sentences by the words they share with the question, and by what they have of the kind asked for",
        _SENTENCES,
        _overlap,
        files=_FILES_OF_SENTENCES,
    ),
    Recipe(
        "sqad/attentive-gru",
        "AQA rebuilt: a recurrent network of gates (GRU) with attentive pooling",
        _SENTENCES,
        partial(_attentive, "gru"),
        paper=_PAPER,
        published=(Claim("test-A", "MRR", "85.95"),),
        extras=("neural",),
        chosen_by_us=("negatives",),
        files=_FILES_OF_SENTENCES,
        space={name: OneOf(tuple(values)) for name, values in _GRID.items()},
    ),
    Recipe(
        "sqad/attentive-gru-grid",
        "The same with the best of the paper's 36 settings: units, dropout and rate",
        _SENTENCES,
        _grid,
        paper=_PAPER,
        extras=("neural",),
        files=_FILES_OF_SENTENCES,
    ),
    Recipe(
        "sqad/attentive-lstm",
        "The same network with an LSTM",
        _SENTENCES,
        partial(_attentive, "lstm"),
        paper=_PAPER,
        extras=("neural",),
        chosen_by_us=("negatives",),
        files=_FILES_OF_SENTENCES,
    ),
    Recipe(
        "sqad/cross-encoder",
        "Question and sentence read together by a pretrained encoder",
        _SENTENCES,
        _cross,
        extras=("neural", "encoder"),
        chosen_by_us=("backbone", "negatives", "epochs"),
        files=_FILES_OF_SENTENCES,
    ),
    Recipe(
        "sqad/extraction",
        "The words of a sentence that answer, by the type of answer; ano or ne where it is asked for",
        _ANSWERS,
        _extraction,
    ),
)
