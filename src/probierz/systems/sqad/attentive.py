"""Answer selection by a recurrent network with attention: AQA of SQAD 3.0, rebuilt. See attentive_network.py."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any, ClassVar, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.errors import OptionError, Untrained
from probierz.systems.klej.word_vectors import NumberedWords, cut_words, read_vectors
from probierz.systems.libraries import library
from probierz.systems.neural.loop import Log, train
from probierz.systems.neural.memory import usual_device
from probierz.systems.neural.pieces import padded
from probierz.systems.neural.plan import TrainingPlan
from probierz.systems.neural.weights import read_weights, reading_learnt, write_weights
from probierz.systems.sqad.attentive_network import CELLS, AttentiveShape, attentive_network
from probierz.systems.sqad.candidates import SqadSentence
from probierz.systems.sqad.ranking import QuestionOfArticle, SentenceRanker
from probierz.systems.system import Pair, Training

_AT_ONCE = 256
_MOST_WORDS = 100_000


class _NumberedQuestion(NamedTuple):
    """A question as numbers of words, its right sentence, and the wrong ones of the article."""

    question: list[int]
    right: list[int]
    wrong: list[list[int]]


@dataclass(kw_only=True)
class AttentiveRanker(SentenceRanker):
    """The network. units: in a direction; size: numbers of a word, where no `vectors` (a file of fastText) are named.

    negatives: wrong sentences of the article that are drawn for each step. length: the most words of a sentence.
    metric: of development questions, by which the best state is kept; `Precision@1`, as AQA, or `MRR`.
    """

    kind: ClassVar[str] = "sqad-attentive"
    cell: str = "gru"
    vectors: str = ""
    units: int = 300
    size: int = 300
    dropout: float = 0.2
    margin: float = 0.2
    negatives: int = 10
    epochs: int = 25
    batch: int = 16
    rate: float = 0.6
    optimiser: str = "sgd"
    length: int = 100
    least: int = 1
    metric: str = "Precision@1"
    log: Log = field(default_factory=Log, init=False, repr=False, compare=False)
    _network: Any = field(default=None, init=False, repr=False, compare=False)
    _words: NumberedWords = field(default_factory=lambda: NumberedWords(()), init=False, repr=False, compare=False)
    _shape: AttentiveShape | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.cell not in CELLS:
            raise OptionError(f"no cell is called {self.cell!r}; there are {' and '.join(CELLS)}")
        if self.metric not in ("Precision@1", "MRR"):
            raise OptionError(f"metric is Precision@1 or MRR, not {self.metric!r}")
        for name in ("units", "size", "negatives", "epochs", "batch", "length", "least"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} is at least 1, not {getattr(self, name)}")

    # --- learning ---

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn; with development pairs the state with the best score on them is kept."""
        library("torch").manual_seed(training.seed)
        questions = self._learnt_from(pairs)
        self._learn_words(questions)
        records = [one for one in map(self._record, questions) if one.wrong]
        development = self._learnt_from(training.development) if training.development else []
        plan = TrainingPlan(
            epochs=self.epochs, batch=self.batch, rate=self.rate, schedule="constant", optimiser=self.optimiser,
            clip=5.0, precision="no",
        )  # fmt: skip
        told = json.dumps([dict(self.settings()), training.seed, pairs, training.development])
        self.log = train(
            self._network,
            records,
            self._loss,
            plan,
            seed=training.seed,
            evaluate=(lambda: self._quality(development)) if development else None,
            checkpoint=training.checkpoint,
            fingerprint=hashlib.sha256(told.encode()).hexdigest(),
            progress=training.progress,
            track=training.track,
        )

    def _learn_words(self, questions: Sequence[QuestionOfArticle]) -> None:
        texts = [cut_words(one.question, self.length) for one in questions]
        articles = {id(one.sentences): one.sentences for one in questions}.values()
        texts += [cut_words(one.text, self.length) for sentences in articles for one in sentences]
        words = NumberedWords.of(texts, _MOST_WORDS, self.least)
        known = read_vectors(self.vectors, words.words) if self.vectors else {}
        size = len(next(iter(known.values()))) if known else self.size
        self._words = words.with_more(known)
        self._shape = AttentiveShape(len(self._words), size, self.units, self.cell, self.dropout)
        self._network = attentive_network(self._shape).to(usual_device())
        self._words.put_vectors(self._network.embed.weight.detach(), known)

    def _record(self, one: QuestionOfArticle) -> _NumberedQuestion:
        numbered = [self._numbers(sentence.text) for sentence in one.sentences]
        right = numbered.pop(one.right)
        return _NumberedQuestion(self._numbers(one.question), right, numbered)

    def _numbers(self, text: str) -> list[int]:
        return self._words(cut_words(text, self.length))

    def _loss(self, network: Any, records: Sequence[_NumberedQuestion]) -> Any:
        torch = library("torch")
        drawn = [[one.wrong[at] for at in torch.randint(len(one.wrong), (self.negatives,)).tolist()] for one in records]
        questions = [one.question for one in records for _ in range(1 + self.negatives)]
        sentences = [row for one, wrong in zip(records, drawn, strict=True) for row in (one.right, *wrong)]
        scores = self._compared(network, questions, sentences).view(len(records), 1 + self.negatives)
        return torch.clamp(self.margin - scores[:, 0] + scores[:, 1:].amax(dim=1), min=0).mean()

    def _compared(self, network: Any, questions: Sequence[list[int]], sentences: Sequence[list[int]]) -> Any:
        torch, device = library("torch"), usual_device()
        return network(padded(torch, questions, 0, device), padded(torch, sentences, 0, device))

    def _quality(self, questions: Sequence[QuestionOfArticle]) -> float:
        ranks = []
        for one in questions:
            scores = self._scores(one.question, one.sentences)
            ranks.append(1 + int((scores > scores[one.right]).sum()))
        return fmean(float(rank == 1) if self.metric == "Precision@1" else 1 / rank for rank in ranks)

    def score(self, pairs: Sequence[Pair]) -> float:
        """The score on pairs, by which the best of several settings is taken."""
        return self._quality(self._learnt_from(pairs))

    # --- answers ---

    def _scores(self, question: str, sentences: Sequence[SqadSentence]) -> NDArray[numpy.float64]:
        if self._network is None:
            raise Untrained("the network has not learnt yet; train the system first")
        asked, told = self._numbers(question), [self._numbers(one.text) for one in sentences]
        self._network.eval()
        with library("torch").no_grad():
            found = [
                self._compared(self._network, [asked] * len(some), some).cpu().double().numpy()
                for some in (told[low : low + _AT_ONCE] for low in range(0, len(told), _AT_ONCE))
            ]
        return numpy.concatenate(found)

    # --- keeping ---

    def write(self, folder: Path) -> None:
        """Write words and weights."""
        if self._network is None or self._shape is None:
            raise Untrained("the network has not learnt yet; train the system first")
        write_weights(folder, self._network.state_dict(), {"words": self._words.words, "shape": self._shape})

    def read(self, folder: Path) -> None:
        """Read words and weights. Raises SystemFileError."""
        with reading_learnt(folder, self.kind) as learnt:
            self._words = NumberedWords(list(map(str, learnt["words"])))
            self._shape = AttentiveShape(*learnt["shape"])
            self._network = attentive_network(self._shape).to(usual_device()).eval()
            self._network.load_state_dict(read_weights(folder))
