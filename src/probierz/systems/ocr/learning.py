"""What the cascade learns from pages: words, what was read for what, which lines are no text, and how to choose."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from sys import intern

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.pages import cut
from probierz.systems.ocr.ranking import Surroundings
from probierz.systems.parts.alignment import Slot, align
from probierz.systems.parts.lexicon import NO_WORD, Lexicon

__all__ = ["Counts", "line_labels", "labelled_rows", "partners"]

_NEAR = 0.34  # share of a word that may differ where a pair teaches which letters are taken for which


@dataclass
class Counts:
    """Counts over pages, which may be added up.

    texts: the words of right texts, one after the other, "" between texts. tokens, words, before, after: what is right
    for what was read: whole tokens, words in small letters, signs before and after a word that was read well.
    """

    texts: list[list[str]] = field(default_factory=list)
    tokens: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    words: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    before: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    after: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add_text(self, tokens: Iterable[str]) -> None:
        """Count a right text."""
        self.texts.append([intern(word) for word in (cut(token).word.lower() for token in tokens) if word])

    def add_slots(self, slots: Sequence[Slot]) -> None:
        """Count what was read for what in a page."""
        for read, right in partners(slots):
            self.tokens[read][right] += 1
            one, other = cut(read), cut(right)
            word, meant = one.word.lower(), other.word.lower()
            if right and " " not in right and word:
                self.words[word][meant] += 1
                if word == meant:
                    self.before[one.before][other.before] += 1
                    self.after[one.after][other.after] += 1

    def add_words(self, pairs: Iterable[tuple[str | None, str | None]]) -> None:
        """Count an alignment of words without signs; a word that nothing stands for may belong to the next one."""
        lost = ""
        for read, right in pairs:
            if read and right:
                self.words[cut(read).word.lower()][cut(right).word.lower()] += 1
            if read and not right:
                lost = read
                continue
            if right and not read and lost:
                self.words[cut(lost).word.lower()][cut(right).word.lower()] += 1
            lost = ""

    def lexicon(self, least: int) -> Lexicon:
        """The words that were seen at least so often."""
        counts = Counter(word for text in self.texts for word in text)
        return Lexicon({word: count for word, count in counts.items() if count >= least})

    def numbers(self, lexicon: Lexicon) -> NDArray[numpy.int64]:
        """All texts as numbers of words, with NO_WORD between texts."""
        number = lexicon.numbers.get
        return numpy.array([number(word, NO_WORD) for text in self.texts for word in (*text, "")], numpy.int64)

    def near_words(self) -> Counter[tuple[str, str]]:
        """Pairs of words that differ in few letters, and equal ones."""
        found: Counter[tuple[str, str]] = Counter()
        from rapidfuzz.distance import Levenshtein

        for read, others in self.words.items():
            for right, count in others.items():
                if right and Levenshtein.normalized_distance(read, right) <= _NEAR:
                    found[read, right] += count
        return found


def partners(slots: Sequence[Slot]) -> Iterator[tuple[str, str]]:
    """Yield each token that was read with what is right for it: "" for nothing.

    A token that stands for several right ones gets them all, if they are the same letters but for a few.
    """
    for number, (read, right) in enumerate(slots):
        if read is None:
            continue
        if read == right or right is None:
            yield read, right or ""
            continue
        beside = [slot.right for slot in slots[number + 1 : number + 3] if slot.read is None and slot.right]
        together = [right, *beside[:1]]
        yield read, " ".join(together) if len(together) > 1 and _are_letters_of(read, together) else right


def _are_letters_of(read: str, right: Sequence[str]) -> bool:
    joined = "".join(right)
    return abs(len(joined) - len(read)) <= 1 and joined[:2] == read[:2] and joined[-2:] == read[-2:]


def line_labels(lines: Sequence[Sequence[str]], right: Sequence[str]) -> tuple[NDArray[numpy.float64], list[list[Slot]]]:
    """Whether each line of words is no text, less than a third of it being right; and the slots of each line."""
    slots = align([token for tokens in lines for token in tokens], right)
    by_line = _by_line(lines, slots)
    labels = [
        bool(tokens) and 3 * sum(slot.is_equal for slot in own) < len(tokens)
        and 3 * sum(slot.right is not None for slot in own if slot.read is not None) < 2 * len(tokens)
        for tokens, own in zip(lines, by_line, strict=True)
    ]  # fmt: skip
    return numpy.array(labels, numpy.float64), by_line


def _by_line(lines: Sequence[Sequence[str]], slots: Sequence[Slot]) -> list[list[Slot]]:
    found: list[list[Slot]] = [[] for _ in lines]
    at = iter(slots)
    for tokens, own in zip(lines, found, strict=True):
        missing = len(tokens)
        while missing:
            slot = next(at)
            own.append(slot)
            missing -= slot.read is not None
    return found


def labelled_rows(found: Surroundings, right: Sequence[str]) -> tuple[Surroundings, NDArray[numpy.int64]]:
    """Leave only the tokens among whose candidates the right one is, and say which row that is."""
    rows, chosen, begins, sizes = [], [], [], []
    size = 0
    for place, begin, length in zip(found.places.tolist(), found.begins.tolist(), found.sizes.tolist(), strict=True):
        texts = found.choices[place].texts
        if right[place] in texts:
            rows.append(numpy.arange(begin, begin + length))
            chosen.append(size + texts.index(right[place]))
            begins.append(size)
            sizes.append(length)
            size += length
    kept = found.features[numpy.concatenate(rows)] if rows else found.features[:0]
    numbers = numpy.array(begins, numpy.int64), numpy.array(sizes, numpy.int64)
    return Surroundings(found.choices, found.places, *numbers, kept), numpy.array(chosen, numpy.int64)

