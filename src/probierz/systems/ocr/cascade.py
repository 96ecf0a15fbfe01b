"""The cascade: corrects pages step by step, each step learnt from pages and their right texts.

- join: words broken at the end of a line are put together
- diacritics: on a page that has lost them, letters get their signs back: `ktory wlasnie` is `który właśnie`
- lines: lines that are no text are left out: running heads, numbers of pages, stains
- space: dashes get their spaces, marks go to the word before them, halves of words to each other
- words: a word with digits in it gets its letters, `by1` is `był`; and each token is what it most likely was: itself,
  what it was in training, a word an edit away, or nothing at all; chosen by a small network that sees the token, the
  words around it and the signs

Of a page in another language than that of the texts which were learnt from nothing but broken words is mended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import ClassVar

from probierz.errors import DataError, OptionError, Untrained
from probierz.suites.poleval2021.ocr import escaped, unescape
from probierz.systems.combinators import InputColumn
from probierz.systems.ocr.digits_for_letters import letters_for_digits
from probierz.systems.ocr.joining import join_and_tell, join_halves, space_and_tell
from probierz.systems.ocr.knowledge import NAME, Knowledge
from probierz.systems.ocr.laid import Place, Suggestion, lay
from probierz.systems.ocr.letters_for_digits import SURE, Mended, mended, mended_first
from probierz.systems.ocr.lexicon import Lexicon
from probierz.systems.ocr.lines import drop_chances
from probierz.systems.ocr.meant import is_meant_line, kept_as_meant
from probierz.systems.ocr.ngrams import WordPairs
from probierz.systems.ocr.printed import is_hyphen_of_word
from probierz.systems.ocr.ranking import RankedPage, choose, look_around
from probierz.systems.ocr.steps import STEPS
from probierz.systems.ocr.tracing import Change, Corrected, TracedPage
from probierz.systems.storage import load
from probierz.systems.system import Pair, System, Training

__all__ = ["Cascade", "Change", "Corrected", "shipped_words"]

_AT_ONCE = 32
_LEAST_LINES = 6  # of a page; on less, a short line is as likely a sentence as a running head, and a letter an initial

Lines = list[list[str]]


@dataclass
class Cascade(System):
    """Corrects pages.

    threshold: a token is replaced, put together or cut only where that is at least so likely. drop: a line or a token
    is left out when it is at least so likely to be no text. steps: which steps to take. alignments: a file of aligned
    words to learn from beside the pages, as `probierz ocr tokens` reads it. texts: one of clean texts, a paragraph on a
    line. Both are forgotten when they were learnt from. words, pairs: how many words, and pairs of words beside each
    other, are kept at most.
    """

    kind: ClassVar[str] = "ocr-cascade"
    later: ClassVar[tuple[str, ...]] = ("threshold", "drop", "steps")
    threshold: float = 0.5
    drop: float = 0.5
    steps: str = " ".join(STEPS)
    alignments: str = ""
    texts: str = ""
    words: int = 3_000_000
    pairs: int = 6_000_000
    _knowledge: Knowledge | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        odd = set(self.steps.split()) - set(STEPS)
        if odd:
            raise OptionError(f"no step is called {sorted(odd)[0]!r}; there are {', '.join(STEPS)}")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn from pages and their right texts. Raises DataError when there are none."""
        from probierz.systems.ocr.fitting import Sources, learn

        if not pairs:
            raise DataError("there is no page to learn from")
        self._knowledge = learn(pairs, Sources(self.alignments, self.texts, self.words, self.pairs), training)
        self.alignments = self.texts = ""  # what was learnt can be sent elsewhere; the files stay here

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        r"""Yield the right text of each page, with `\n` for its line ends."""
        return (escaped(page.text) for page in self.traced(inputs))

    def traced(self, inputs: Iterable[str]) -> Iterator[Corrected]:
        """Yield each page that `predict` is given as it corrects it, with real line ends, and all that was changed."""
        lines = iter(inputs)
        while batch := list(islice(lines, _AT_ONCE)):
            yield from self.correct([unescape(line) for line in batch])

    def correct(self, texts: Sequence[str]) -> list[Corrected]:
        """Correct texts with real line ends, and say all that was changed. Raises Untrained."""
        knowledge = self._known()
        steps = self.steps.split()
        traced = [TracedPage(text) for text in texts]
        if "join" in steps:
            for page in traced:
                page.join(*join_and_tell(page.texts(), knowledge.lexicon, self.threshold))
        pages = [page for page in traced if not knowledge.languages.is_foreign(page.words())]
        if "diacritics" in steps:
            self._restore_signs(pages, knowledge)
        drops = (
            self._drop_odd_lines(pages, knowledge) if "lines" in steps else [[0.0] * len(page.lines) for page in pages]
        )
        if "space" in steps:
            for page in pages:
                for line in page.lines:
                    line.take(space_and_tell(line.words, knowledge.lexicon, self.threshold))
        if "words" in steps:
            self._restore_letters(pages, knowledge)
            self._choose_words(pages, drops, knowledge)
            self._mend_digits(pages, knowledge)
        return [page.corrected() for page in traced]

    def suggest(self, pages: Sequence[Lines]) -> list[list[Suggestion]]:
        """Say what words of pages, given in lines, should be: each stays one word, where it is. Raises Untrained.

        So no line is left out and no gap is closed or opened; what was broken at the end of a line has two places.
        """
        knowledge, steps = self._known(), self.steps.split()
        least = self.threshold if "join" in steps else None
        laid = [lay(lines, knowledge.lexicon, least) for lines in pages]
        foreign = [knowledge.languages.is_foreign([word for line in lines for word in line]) for lines in pages]
        chosen: list[dict[Place, tuple[str, float]]] = [{} for _ in laid]
        if "words" in steps:
            known = [[] if is_foreign else page.lines for page, is_foreign in zip(laid, foreign, strict=True)]
            read = [RankedPage(lines, [0.0] * len(lines)) for lines in known]
            for number, line, at, text, chance in self._chosen(read, knowledge):
                if text and " " not in text:
                    chosen[number][laid[number].place(line, at)] = text, chance
            for number, lines in enumerate(known):
                for one in letters_for_digits(lines, knowledge.lexicon, knowledge.pairs, self.threshold):
                    chosen[number][laid[number].place(one.line, one.at)] = one.text, one.chance
                for line, at, text in self._mended(lines, knowledge):
                    chosen[number][laid[number].place(line, at)] = text, SURE
        return [page.suggestions(own) for page, own in zip(laid, chosen, strict=True)]

    def _mended(self, lines: Lines, knowledge: Knowledge) -> list[Mended]:
        """What rules alone make of the tokens of a page, as far as they are sure enough."""
        if self.threshold > SURE:
            return []
        count = knowledge.lexicon.count
        return [*mended(lines, count), *mended_first(lines, count)]

    def _restore_signs(self, pages: Sequence[TracedPage], knowledge: Knowledge) -> None:
        for page in pages:
            lines = [line.words for line in page.lines]
            for line, at, text, chance in knowledge.diacritics.restore(lines, self.threshold):
                page.lines[line].replace(at, text, "diacritics", chance)

    def _restore_letters(self, pages: Sequence[TracedPage], knowledge: Knowledge) -> None:
        """Give words the letters back that were read as others, before they are looked at as what they are."""
        for page in pages:
            lines = [one.words for one in page.lines]
            first = mended_first(lines, knowledge.lexicon.count) if self.threshold <= SURE else ()
            for line, at, text in list(first):
                page.lines[line].replace(at, text, "words", SURE)
            for one in list(letters_for_digits(lines, knowledge.lexicon, knowledge.pairs, self.threshold)):
                page.lines[one.line].replace(one.at, one.text, "words", one.chance)

    def _choose_words(self, pages: Sequence[TracedPage], drops: Sequence[list[float]], knowledge: Knowledge) -> None:
        """Replace tokens by what they most likely were; on a page of few lines none with a letter goes."""
        read = [RankedPage([line.words for line in page.lines], own) for page, own in zip(pages, drops, strict=True)]
        for number, row, at, text, chance in list(self._chosen(read, knowledge)):
            token = read[number].lines[row][at]
            right = kept_as_meant(read[number].lines, row, at, text)
            if right != token and (right or not _is_short(pages[number]) or not _has_letters(token)):
                pages[number].lines[row].replace(at, right, "words", chance)

    def _mend_digits(self, pages: Sequence[TracedPage], knowledge: Knowledge) -> None:
        if self.threshold > SURE:
            return
        for page in pages:
            for one in list(mended([line.words for line in page.lines], knowledge.lexicon.count)):
                page.lines[one.line].replace(one.at, one.text, "words", SURE)

    def _drop_odd_lines(self, pages: Sequence[TracedPage], knowledge: Knowledge) -> list[list[float]]:
        """Empty lines that are no text; return for each page how likely each of its lines is none."""
        lines = [[line.words for line in page.lines] for page in pages]
        chances = drop_chances(knowledge.lines.features(lines), knowledge.line_weights).tolist()
        found, begin = [], 0
        for page in pages:
            own = chances[begin : begin + len(page.lines)]
            begin += len(own)
            is_kept = _has_letters if _is_short(page) else is_meant_line
            own = [0.0 if is_kept(line.words) else one for line, one in zip(page.lines, own, strict=True)]
            for line, chance in zip(page.lines, own, strict=True):
                if chance >= self.drop and line.words:
                    line.words, line.dropped = [], chance
            found.append(own)
        return found

    def _chosen(self, pages: Sequence[RankedPage], knowledge: Knowledge) -> Iterator[tuple[int, int, int, str, float]]:
        """Yield the page, the line and the place of each token that something else was chosen for; that; how sure."""
        places = [(number, line, at) for number, page in enumerate(pages) for line, row in enumerate(page.lines)
                  for at in range(len(row))]  # fmt: skip
        found = look_around(pages, knowledge.candidates, knowledge.pairs)
        texts, network = knowledge.candidates.texts, knowledge.network
        for place, text, chance in choose(found, texts, network, self.threshold, self.drop):
            yield *places[place], text, chance

    def foreign_lines(self, page: str, *, whole: bool = True) -> list[int]:
        """The numbers, from 0, of the lines of a page that are in another language. Raises Untrained.

        whole: all lines of a page that is so as a whole are, too.
        """
        languages = self._known().languages
        lines = [line.words for line in TracedPage(page).lines]
        is_all = whole and languages.is_foreign([word for line in lines for word in line])
        return [number for number, words in enumerate(lines) if words and (is_all or languages.is_foreign_line(words))]

    def join_halves(self, half: str, rest: str) -> tuple[str, float]:
        """The word that was broken between two pages, and how sure it is; "" where it is none. Raises Untrained."""
        if "join" not in self.steps.split():
            return "", 0.0
        whole, chance = join_halves(half, rest, self._known().lexicon)
        is_own = is_hyphen_of_word(f"{half}\n{rest}", self.count)
        return ("", 0.0) if is_own or chance < self.threshold else (whole, chance)

    def with_signs(self, token: str) -> str:
        """The known word that a token is when letters get signs; "" where there is none. Raises Untrained."""
        return self._known().diacritics.signed(token)

    def count(self, word: str) -> int:
        """How often the texts that were learnt from have a word, in small letters. Raises Untrained."""
        return self._known().lexicon.count(word)

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


def shipped_words() -> tuple[Lexicon, WordPairs]:
    """The words of the cascade that is shipped, and its pairs of them. Raises Untrained in a package without one."""
    from probierz.systems.recipes import find_recipe
    from probierz.systems.registry import shipped

    folder = shipped(find_recipe("ocr/cascade"))
    made = load(folder) if folder else Cascade()
    while isinstance(made, InputColumn):
        made = made.of
    assert isinstance(made, Cascade)
    knowledge = made._known()
    return knowledge.lexicon, knowledge.pairs


def _is_short(page: TracedPage) -> bool:
    return sum(bool(line.words) for line in page.lines) < _LEAST_LINES


def _has_letters(line: Sequence[str]) -> bool:
    return any(map(str.isalpha, "".join(line)))
