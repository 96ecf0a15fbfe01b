"""Questions with passages of an index beside them, for systems that read or write: `question TAB title TAB text …`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import ClassVar

from probierz.errors import OptionError
from probierz.systems.questions.finding.index import FoundPassage
from probierz.systems.questions.learning.supervision import held_answer, target_of
from probierz.systems.questions.poleval.finishing import finished
from probierz.systems.questions.poleval.query_expansion import expanded
from probierz.systems.questions.poleval.wiki_search import opened_index
from probierz.systems.questions.wording.words import terms
from probierz.systems.system import Pair, System, Training

FORMS = ("prompt", "columns", "closed", "positive")


def prompt_of(question: str, found: Sequence[FoundPassage]) -> str:
    """The prompt of Piotrowski: question, `context`, and of each passage the title, where it is new, and the text.

    Passages that are there already are left out. What a network cannot read is cut by that network.
    """
    parts, title, seen = [question, "context"], "", set[str]()
    for one in found:
        if one.text in seen:
            continue
        seen.add(one.text)
        if one.title and one.title != title:
            parts.append(one.title)
        title = one.title
        parts.append(one.text)
    return " ".join(" ".join(parts).split())


@dataclass
class OpenBook(System):
    """Gives its part questions with what an index has on them, and finishes what it says.

    index: the file. passages: how many are given. form: `prompt`, see `prompt_of`; `columns`: title and text of
    each; `closed`: none; `positive`: the prompt of the first passage that holds the answer, questions without one
    being left out (Rybak's first stage), and that of all passages when it is asked. expanded: several queries are
    made of a question, see query_expansion.py. epochs: of the part, where it is not 0. is_finished: answers are
    finished as the quiz counts, see finishing.py.
    """

    kind: ClassVar[str] = "open-book"
    later: ClassVar[tuple[str, ...]] = ("index", "passages", "is_finished")
    of: System
    index: str = ""
    passages: int = 10
    form: str = "prompt"
    expanded: bool = False
    epochs: int = 0
    is_finished: bool = False

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise OptionError(f"no form is called {self.form!r}; there are {', '.join(FORMS)}")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the part on questions with their passages. Raises what the part raises."""
        with self._own_epochs():
            self.of.fit(*self._looked_up(pairs, training))

    def tune(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Let the part learn further."""
        with self._own_epochs():
            self.of.tune(*self._looked_up(pairs, training))

    @contextmanager
    def _own_epochs(self) -> Iterator[None]:
        """Let the part learn for as many epochs as are said here."""
        usual = getattr(self.of, "epochs", 0)
        if self.epochs and usual:
            self.of.epochs = self.epochs  # type: ignore[attr-defined]
        try:
            yield
        finally:
            if usual:
                self.of.epochs = usual  # type: ignore[attr-defined]

    def _looked_up(self, pairs: Sequence[Pair], training: Training) -> tuple[list[Pair], Training]:
        development = [Pair(self._given(one.input)[0], one.expected) for one in training.development]
        learnt = [found for one in pairs if (found := self._learnt(one)) is not None]
        return learnt, replace(training, development=development)

    def _learnt(self, pair: Pair) -> Pair | None:
        """A pair for the part: one that reads needs all accepted answers, one that writes has one to write."""
        if self.form == "columns":
            return Pair(self._given(pair.input)[0], pair.expected)
        target = target_of(pair.expected)
        if self.form != "positive":
            return Pair(self._given(pair.input)[0], target)
        accepted = pair.expected.split("\t")
        for one in self._found(pair.input):
            if any(held_answer(answer, one.text) for answer in accepted):
                return Pair(prompt_of(pair.input, [one]), target)
        return None

    def _given(self, question: str) -> tuple[str, list[FoundPassage]]:
        """The line for the part, and the passages in it."""
        plain = " ".join(question.split())
        found = [] if self.form == "closed" else self._found(question)
        if self.form == "columns":
            columns = [" ".join(text.split()) for one in found for text in (one.title, one.text)]
            return "\t".join([plain, *columns]), found
        return prompt_of(plain, found) if found else plain, found

    def _found(self, question: str) -> list[FoundPassage]:
        if not terms(question):
            return []
        index = opened_index(self.index)
        if not self.expanded:
            return index.search(question, self.passages)
        best: dict[int, FoundPassage] = {}
        for query in expanded(question):
            for one in index.search(query, self.passages):
                known = best.get(one.passage)
                best[one.passage] = one if known is None or one.score > known.score else known
        return sorted(best.values(), key=lambda one: -one.score)[: self.passages]

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield what the part says, finished where that is asked for. Raises OptionError without an index."""
        if not self.is_finished:
            return self.of.predict(self._given(question)[0] for question in inputs)
        return self._finished(inputs)

    def _finished(self, inputs: Iterable[str]) -> Iterator[str]:
        asked: list[tuple[str, list[FoundPassage]]] = []

        def given() -> Iterator[str]:
            for question in inputs:
                line, found = self._given(question)
                asked.append((question, found))
                yield line

        for said in self.of.predict(given()):
            question, found = asked.pop(0)
            yield finished(question, said, [f"{one.title} {one.text}" for one in found])
