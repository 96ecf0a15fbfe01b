"""Answer selection: what all rankers of sentences have in common, and a ranker made of a judge of pairs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.errors import DataError
from probierz.systems.answers import Answering, Candidate, Label, Ranking
from probierz.systems.sqad.candidates import ARTICLE, QUESTION, SqadSentence, column, read_sentences
from probierz.systems.system import Answer, Pair, System, Training

YES, NO = "yes", "no"


class QuestionOfArticle(NamedTuple):
    """A question with the sentences of its article, and the place of the right one among them, from 0."""

    question: str
    sentences: Sequence[SqadSentence]
    right: int


@dataclass(kw_only=True)
class SentenceRanker(Answering):
    """Ranks the sentences of an article. sentences: the file sentences.tsv of the challenge."""

    later: ClassVar[tuple[str, ...]] = ("sentences",)
    sentences: str = ""

    @abstractmethod
    def _scores(self, question: str, sentences: Sequence[SqadSentence]) -> NDArray[numpy.floating]:
        """How well each sentence answers."""

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield a ranking of the numbers of sentences for each line; an article without any has an empty one.

        Raises OptionError without sentences, DataError for a line without its columns or an article without sentences.
        """
        return map(self._ranking, inputs)

    def _ranking(self, line: str) -> Ranking:
        known = self._sentences(line)
        scores = self._scores(column(line, QUESTION), known)
        best = numpy.argsort(-scores, kind="stable")
        return Ranking(tuple(Candidate(known[at].name, float(scores[at])) for at in best.tolist()))

    def _sentences(self, line: str) -> Sequence[SqadSentence]:
        article = column(line, ARTICLE)
        known = read_sentences(self.sentences).get(article)
        if not known:
            raise DataError(f"{self.sentences} has no sentence of the article {article!r}; name that of this challenge")
        return known

    def _learnt_from(self, pairs: Sequence[Pair]) -> list[QuestionOfArticle]:
        """The questions of pairs. Raises DataError for none, or for a sentence that the article does not have."""
        if not pairs:
            raise DataError("there is no question to learn from")
        return [self._question(pair, line) for line, pair in enumerate(pairs, 1)]

    def _question(self, pair: Pair, line: int) -> QuestionOfArticle:
        known = self._sentences(pair.input)
        right = next((at for at, one in enumerate(known) if one.name == pair.expected), None)
        if right is None:
            raise DataError(f"the article has no sentence {pair.expected!r}", line=line, side="expected")
        return QuestionOfArticle(column(pair.input, QUESTION), known, right)


@dataclass(kw_only=True)
class PairRanker(SentenceRanker):
    """Ranks by what its part says of `question TAB sentence`: the probability of `yes` (a cross-encoder, mostly).

    negatives: wrong sentences of the article that are learnt from beside each right one, at random.
    """

    kind: ClassVar[str] = "sqad-pairs"
    of: System
    negatives: int = 8

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Let the part learn yes and no."""
        draw = numpy.random.default_rng(training.seed)
        found: list[Pair] = []
        for one in self._learnt_from(pairs):
            others = [at for at in draw.permutation(len(one.sentences)).tolist() if at != one.right]
            for at in [one.right, *others[: self.negatives]]:
                found.append(Pair(f"{one.question}\t{one.sentences[at].text}", YES if at == one.right else NO))
        self.of.fit(found, training)

    def _scores(self, question: str, sentences: Sequence[SqadSentence]) -> NDArray[numpy.floating]:
        said = self.of.answers(f"{question}\t{one.text}" for one in sentences)
        return numpy.array([_chance(one) for one in said])


def _chance(said: Answer) -> float:
    if isinstance(said, Label) and said.probabilities:
        return said.probabilities.get(YES, 0.0)
    return float(said.line == YES)
