"""The cascade: corrects pages step by step, each step learnt from pages and their right texts.

    join    words broken at the end of a line are put together
    lines   lines that are no text are left out: running heads, numbers of pages, stains
    space   dashes get their spaces, marks go to the word before them, halves of words to each other
    words   each token is what it most likely was: itself, what it was in training, a word that is an edit or two away,
            or nothing; chosen by a log-linear model of the token, the words around it and the signs
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy

from probierz.errors import DataError, OptionError, Untrained
from probierz.systems.ocr.joining import join_lines, space
from probierz.systems.ocr.knowledge import NAME, Knowledge
from probierz.systems.ocr.lines import drop_chances, line_features
from probierz.systems.ocr.pages import escape, unescape
from probierz.systems.ocr.ranking import choose, look_around
from probierz.systems.system import Pair, System, Training

__all__ = ["STEPS", "Cascade", "Change", "Corrected"]

STEPS = ("join", "lines", "space", "words")
_AT_ONCE = 32
_LONGEST = 1 << 20

Lines = list[list[str]]


class Change(NamedTuple):
    """Something that a step replaced: on which line of the page as it stood then, and how sure it is (0 to 1)."""

    step: str
    line: int
    read: str
    right: str
    chance: float


class Corrected(NamedTuple):
    """A page as it was corrected, with what was changed."""

    text: str
    changes: list[Change]


@dataclass
class Cascade(System):
    """Corrects pages.

    threshold: a token is replaced only by what is at least so likely. drop: a line is left out when it is at least so
    likely to be no text. steps: which steps to take. alignments: a file of aligned words to learn from beside the
    pages, as `probierz ocr tokens` reads it.
    """

    kind: ClassVar[str] = "ocr-cascade"
    threshold: float = 0.5
    drop: float = 0.5
    steps: str = " ".join(STEPS)
    alignments: str = ""
    _knowledge: Knowledge | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        odd = set(self.steps.split()) - set(STEPS)
        if odd:
            raise OptionError(f"no step is called {sorted(odd)[0]!r}; there are {', '.join(STEPS)}")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:  # noqa: B008
        """Learn from pages and their right texts. Raises DataError when there are none."""
        from probierz.systems.ocr.fitting import learn

        if not pairs:
            raise DataError("there is no page to learn from")
        self._knowledge = learn(pairs, self.alignments, training)

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        r"""Yield the right text of each page, with `\n` for its line ends."""
        lines = iter(inputs)
        while batch := list(islice(lines, _AT_ONCE)):
            yield from (escape(page.text) for page in self.correct([unescape(line) for line in batch]))

    def correct(self, texts: Sequence[str]) -> list[Corrected]:
        """Correct texts with real line ends, and say what was changed. Raises Untrained."""
        knowledge = self._known()
        steps = self.steps.split()
        pages, changes = [], []
        for text in texts:
            noted: list[Change] = []
            pages.append(self._lines(text, steps, knowledge, noted))
            changes.append(noted)
        if "words" in steps:
            self._choose(pages, knowledge, changes)
        found = ["\n".join(" ".join(token for token in line if token) for line in page) for page in pages]
        return [Corrected(*page) for page in zip(found, changes, strict=True)]

    def _lines(self, text: str, steps: Sequence[str], knowledge: Knowledge, noted: list[Change]) -> Lines:
        lines = text.split("\n")
        if "join" in steps:
            joined = join_lines(lines, knowledge.lexicon)
            noted += _joins(lines, joined)
            lines = joined
        page = [line.split() for line in lines]
        if "lines" in steps:
            chances = drop_chances(line_features(page, knowledge.lexicon), knowledge.line_weights)
            for number in numpy.flatnonzero(chances >= self.drop).tolist():
                noted.append(Change("lines", number, " ".join(page[number]), "", float(chances[number])))
                page[number] = []
        return [space(line, knowledge.lexicon) for line in page] if "space" in steps else page

    def _choose(self, pages: Sequence[Lines], knowledge: Knowledge, changes: Sequence[list[Change]]) -> None:
        """Replace tokens of pages by what was chosen for them."""
        flat = [[token for line in page for token in line] for page in pages]
        places = [(number, line, at) for number, page in enumerate(pages) for line, row in enumerate(page)
                  for at in range(len(row))]  # fmt: skip
        found = look_around(flat, knowledge.choices, knowledge.pairs)
        for place, text, chance in choose(found, knowledge.weights, self.threshold):
            number, line, at = places[place]
            changes[number].append(Change("words", line, pages[number][line][at], text, chance))
            pages[number][line][at] = text

    def _known(self) -> Knowledge:
        if self._knowledge is None:
            raise Untrained("the cascade has not learnt yet; train it, or name a folder that holds a trained one")
        return self._knowledge

    def write(self, folder: Path) -> None:
        """Write what was learnt."""
        if self._knowledge is not None:
            self._knowledge.write(folder)

    def read(self, folder: Path) -> None:
        """Read it. Raises SystemFileError."""
        if (folder / NAME).exists():
            self._knowledge = Knowledge.read(folder)


def _joins(before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    """What was joined: a line that ends otherwise has got a word's end from below."""
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        last, now = old.split()[-1:], new.split()[-1:]
        if last and now and last != now and len(new) >= len(old.rstrip()):
            yield Change("join", number, last[0], now[0], 1.0)
