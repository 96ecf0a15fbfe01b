"""Yes-or-no questions to one system, all others to another; and yes or no by what passages entail."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import ClassVar

import numpy

from probierz.errors import DataError
from probierz.systems.answers import Answering
from probierz.systems.questions.finding.index import FoundPassage
from probierz.systems.questions.poleval.wiki_search import opened_index
from probierz.systems.questions.wording.words import terms
from probierz.systems.routing import answers_apart
from probierz.systems.stages import read_folder
from probierz.systems.system import Answer, Pair, System, Training

ENTAILMENT = {"tak": "entailment", "nie": "contradiction"}
NEUTRAL = "neutral"

_YES_OR_NO = re.compile(r"^\s*Czy\b(?!.*\bczy\b)", re.IGNORECASE)


def _is_yes_or_no(question: str) -> bool:
    """`Czy` at the beginning and nowhere later (Smywiński-Pohl et al. 2021)."""
    return bool(_YES_OR_NO.search(question[:2_000]))


@dataclass
class YesOrNoApart(Answering):
    """Gives yes-or-no questions to one part, and all others to another; each learns from its own."""

    kind: ClassVar[str] = "yes-or-no-apart"
    yes_or_no: System
    others: System

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit both, each on its own questions; a part without any stays as it is."""
        for name, part in self.parts().items():
            own, told = _own(name, pairs, training)
            if own and part.learns:
                part.fit(own, told)

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield what the part that a question is for knows."""
        return answers_apart((self.others, self.yes_or_no), lambda lines: [*map(_is_yes_or_no, lines)], inputs)


def _own(name: str, pairs: Sequence[Pair], training: Training) -> tuple[list[Pair], Training]:
    wanted = name == "yes_or_no"
    kept = [pair for pair in pairs if _is_yes_or_no(pair.input) is wanted]
    development = [pair for pair in training.development if _is_yes_or_no(pair.input) is wanted]
    return kept, replace(training.of_part(name), development=development)


@dataclass
class EntailedYes(System):
    """Yes or no, by whether passages entail the question: its part says a label of `passage TAB question`.

    Passages that say nothing of it (`neutral`) are left out, the others vote; of as many the answer is yes. The part
    learns from the passages found: those of a question that is answered yes entail it, those of no contradict it, and a
    passage found for another question is neutral. entailment: a folder with in.tsv, premise and hypothesis in its last
    two columns, and expected.tsv, which is learnt from first: train of the task cdsc-e of KLEJ. Source:
    Smywiński-Pohl et al., PolEval 2021.
    """

    kind: ClassVar[str] = "entailed-yes"
    later: ClassVar[tuple[str, ...]] = ("index", "passages")
    of: System
    index: str = ""
    passages: int = 5
    entailment: str = ""

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn from questions that are answered yes or no. Raises DataError where none is."""
        told = [(pair.input, label) for pair in pairs if (label := _label(pair.expected))]
        if not told:
            raise DataError("no question is answered tak or nie; there is nothing to learn from")
        found = [self._found(question) for question, _ in told]
        draw = numpy.random.default_rng(training.seed)
        learnt = []
        for (question, label), own, at in zip(told, found, count(), strict=False):
            learnt += [_judged(one, question, label) for one in own]
            others = found[(at + 1 + int(draw.integers(max(len(found) - 1, 1)))) % len(found)]
            learnt += [_judged(one, question, NEUTRAL) for one in others[:1] if one not in own]
        alone = replace(training, development=())
        if not self.entailment:
            self.of.fit(learnt, alone)
            return
        self.of.fit(_entailments(Path(self.entailment)), alone)
        self.of.tune(learnt, alone)

    def _found(self, question: str) -> list[FoundPassage]:
        return opened_index(self.index).search(question, self.passages) if terms(question) else []

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield tak or nie for each question."""
        return map(self._answer, inputs)

    def _answer(self, question: str) -> str:
        lines = [_judged(one, question, "").input for one in self._found(question)]
        votes = Counter(self.of.predict(lines) if lines else ())
        return "nie" if votes[ENTAILMENT["nie"]] > votes[ENTAILMENT["tak"]] else "tak"


def _label(expected: str) -> str:
    return next((ENTAILMENT[one.lower()] for one in expected.split("\t") if one.lower() in ENTAILMENT), "")


def _entailments(folder: Path) -> list[Pair]:
    """Pairs of texts with their labels, in small letters. Raises DataError for other labels, or without any pair."""
    known = {*ENTAILMENT.values(), NEUTRAL}
    found = []
    for number, pair in enumerate(read_folder(folder, is_whole=True), 1):
        label = pair.expected.strip().lower()
        if label not in known or "\t" not in pair.input:
            raise DataError(
                f"premise, tab and hypothesis are wanted, and a label of {', '.join(sorted(known))}",
                path=folder,
                line=number,
            )
        found.append(Pair("\t".join(pair.input.split("\t")[-2:]), label))
    if not found:
        raise DataError(f"{folder}: there is no pair to learn entailment from")
    return found


def _judged(passage: FoundPassage, question: str, label: str) -> Pair:
    return Pair(f"{' '.join(passage.text.split())}\t{' '.join(question.split())}", label)
