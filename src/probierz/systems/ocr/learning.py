"""What the cascade learns from pages: words, what was read for what, which lines are no text, and how to choose."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from sys import intern

import numpy
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from probierz.systems.ocr.lexicon import NO_WORD, Lexicon
from probierz.systems.ocr.pages import cut_signs_off
from probierz.systems.ocr.ranking import Surroundings
from probierz.systems.shared.alignment import Slot, align

_NEAR = 0.34  # share of a word that may differ where a pair teaches which letters are taken for which

Table = defaultdict[str, Counter[str]]


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

    def copy(self) -> Counts:
        """Counts that grow apart from these; texts are shared."""
        tables = ({read: others.copy() for read, others in table.items()} for table in self.tables)
        return Counts([*self.texts], *(defaultdict(Counter, table) for table in tables))

    def add_text(self, tokens: Sequence[str]) -> None:
        """Count a right text; its first and its last word may belong to other pages in part."""
        words = (cut_signs_off(part).word.lower() for token in tokens[1:-1] for part in token.split())
        self.texts.append([intern(word) for word in words if word])

    def add_slots(self, slots: Sequence[Slot]) -> None:
        """Count what was read for what in a page."""
        for read, right in partners(slots):
            self.tokens[read][right] += 1
            one, other = cut_signs_off(read), cut_signs_off(right)
            word, meant = one.word.lower(), other.word.lower()
            if right and " " not in right and word:
                self.words[word][meant] += 1
                if word == meant:
                    self.before[one.before][other.before] += 1
                    self.after[one.after][other.after] += 1

    def add_words(self, pairs: Iterable[tuple[str | None, str | None]]) -> None:
        """Count an alignment of words without signs; where equally many differ on both sides, they belong together."""
        read: list[str] = []
        right: list[str] = []
        for one, other in pairs:
            if one and one == other:
                self._add_run(read, right)
                read, right = [], []
                word = cut_signs_off(one).word.lower()
                self.words[word][word] += 1
                continue
            read += [one] if one else []
            right += [other.strip()] if other and other.strip() else []
        self._add_run(read, right)

    def _add_run(self, read: Sequence[str], right: Sequence[str]) -> None:
        if len(read) == len(right):
            for one, other in zip(read, right, strict=True):
                self.words[cut_signs_off(one).word.lower()][cut_signs_off(other).word.lower()] += 1

    @property
    def tables(self) -> tuple[Table, Table, Table, Table]:
        """What was read for what: tokens, words, signs before and after words."""
        return self.tokens, self.words, self.before, self.after

    def lexicon(self, most: int) -> Lexicon:
        """The words of right texts; of more than `most`, those seen least are left out."""
        counts = Counter(word for text in self.texts for word in text)
        least = 1
        while sum(count >= least for count in counts.values()) > most:
            least += 1
        return Lexicon({word: count for word, count in counts.items() if count >= least})

    def numbers(self, lexicon: Lexicon) -> NDArray[numpy.int64]:
        """All texts as numbers of words, with NO_WORD between texts."""
        number = lexicon.numbers.get
        return numpy.array([number(word, NO_WORD) for text in self.texts for word in (*text, "")], numpy.int64)

    def near_words(self) -> Counter[tuple[str, str]]:
        """Pairs of words that differ in few letters, and equal ones."""
        found: Counter[tuple[str, str]] = Counter()
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


def line_labels(lines: Sequence[Sequence[str]], right: Sequence[str]) -> NDArray[numpy.float64]:
    """Whether each line of words is not a text: less than a third of it is right."""
    slots = align([token for tokens in lines for token in tokens], right)
    by_line = _by_line(lines, slots)
    labels = [
        bool(tokens) and 3 * sum(slot.is_equal for slot in own) < len(tokens)
        and 3 * sum(slot.right is not None for slot in own if slot.read is not None) < 2 * len(tokens)
        for tokens, own in zip(lines, by_line, strict=True)
    ]  # fmt: skip
    return numpy.array(labels, numpy.float64)


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


def labelled_rows(
    found: Surroundings, texts: Sequence[str], right: Sequence[str]
) -> tuple[Surroundings, NDArray[numpy.int64]]:
    """Leave only the tokens among whose candidates the right one is, and say which row that is.

    texts: those of the candidates' rows. right: what is right for each token.
    """
    chosen, kept = [], []
    columns = found.places.tolist(), found.begins.tolist(), found.sizes.tolist()
    for group, (place, begin, size) in enumerate(zip(*columns, strict=True)):
        for row in range(begin, begin + size):
            if texts[found.rows[row]] == right[place]:
                chosen.append(row - begin)
                kept.append(group)
                break
    groups = numpy.array(kept, numpy.int64)
    sizes = found.sizes[groups]
    begins = numpy.cumsum(sizes) - sizes
    rows = numpy.repeat(found.begins[groups] - begins, sizes) + numpy.arange(sizes.sum())
    fewer = Surroundings(found.places[groups], begins, sizes, found.rows[rows], found.features[rows])
    return fewer, begins + numpy.array(chosen, numpy.int64)
