"""Which words stand in which passages, and BM25 over them: lists of arrays, in blocks that are made one by one.

    vocabulary  term, and how many passages hold it
    blocks      number, how many passages are before it, and the lengths of its own in words (16 bits each)
    postings    of a block and a term, the number being block * 2^32 + term: the passages that hold it, counted from
                the block's first (16 bits each, ascending), then how often each does (8 bits each)

    BM25(q, p) = sum over terms of q in p of rarity * c (k1 + 1) / (c + k1 (1 - b + b length / mean))
    rarity     = ln(1 + (N - n + 0.5) / (n + 0.5))          c times in p, in n of N passages; k1 = 1.2, b = 0.75

(Robertson & Zaragoza 2009). Terms are added up from the rarest on. Those that are left can add rarity * (k1 + 1) each
at most: once that cannot bring any further passage among the best, they are looked up only in those that may still be
there (MaxScore: Turtle & Flood 1995). What is found is the same, and the common words cost little.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from probierz.systems.questions.finding.ranking import K1, TITLE, B, rarity_of
from probierz.systems.questions.wording.index_words import IndexWords
from probierz.systems.system import Progress

if TYPE_CHECKING:
    import numpy as np

SCHEMA = """
create table vocabulary (id integer primary key, term text not null unique, held integer not null);
create table blocks (number integer primary key, before integer not null, lengths blob not null);
create table postings (id integer primary key, held blob not null);
"""
_BLOCK = 1 << 16  # passages of a block, as many as 16 bits tell apart
_BLOCK_WORDS = 8_000_000  # some 300 MB while a block is made
_SHIFT = 32
_COMMON = 64  # a term that more than one passage in so many holds is common
_CHEAPER = 8  # looking a passage up takes as long as adding up so many in a row


class RatedTerm(NamedTuple):
    """A term of the vocabulary. rarity: what holding it tells; held: how many passages hold it.

    number: -1 for one that only other parts of a collection have.
    """

    number: int
    rarity: float
    held: int


class Collection(NamedTuple):
    """All passages that rarity and length are told by: of an index, or of several that are parts of one.

    passages: how many; mean: words of a passage; held: how many passages hold terms, those that are known.
    """

    passages: int
    mean: float
    held: Callable[[Sequence[str]], Mapping[str, int]]


# --- making them -----------------------------------------------------------------------------------------------------


def add_postings(database: sqlite3.Connection, progress: Progress, words: IndexWords) -> None:
    """Make the blocks of passages that are in none yet; each is committed by itself."""
    total = database.execute("select count(*) from passages").fetchone()[0]
    number, done = database.execute("select count(*), coalesce(max(before), 0) from blocks").fetchone()
    if number:
        done += len(database.execute("select lengths from blocks where before = ?", [done]).fetchone()[0]) // 2
    known = (term for (term,) in database.execute("select term from vocabulary order by id"))
    numbers = _TermNumbers(known, words)
    while done < total:
        with database:
            done += _add_block(database, number, done, numbers)
        number += 1
        progress("words", done, total)


class _TermNumbers(dict[str, int]):
    """The numbers of terms, by words as texts are split into them; a new term gets the next number.

    terms: with their numbers, in order. words: which words are the same term.
    """

    def __init__(self, known: Iterable[str], words: IndexWords) -> None:
        self.terms = {term: at for at, term in enumerate(known)}
        self.words = words

    def __missing__(self, word: str) -> int:
        self[word] = number = self.terms.setdefault(self.words.term(word), len(self.terms))
        return number


def _add_block(database: sqlite3.Connection, number: int, before: int, numbers: _TermNumbers) -> int:
    """Add a block of the passages behind so many; return how many it holds."""
    import numpy as np

    found, lengths = _terms_of_passages(database, before, numbers)
    owners = np.repeat(np.arange(len(lengths), dtype=np.uint64), np.frombuffer(lengths, np.uint32))
    pairs = np.frombuffer(found, np.uint32).astype(np.uint64) << np.uint64(16) | owners
    keys, counts = np.unique(pairs, return_counts=True)
    owned = (keys >> np.uint64(16)).astype(np.int64)
    starts = np.flatnonzero(np.diff(owned, prepend=-1))
    passages = (keys & np.uint64(_BLOCK - 1)).astype("<u2").tobytes()
    times = np.minimum(counts, 255).astype(np.uint8).tobytes()
    spans = list(zip(owned[starts].tolist(), pairwise([*starts.tolist(), len(keys)]), strict=True))
    spelt = list(numbers.terms)
    database.executemany(
        "insert into vocabulary values (?, ?, ?) on conflict (id) do update set held = held + excluded.held",
        ((term, spelt[term], high - low) for term, (low, high) in spans),
    )
    database.executemany(
        "insert into postings values (?, ?)",
        ((number << _SHIFT | term, passages[2 * low : 2 * high] + times[low:high]) for term, (low, high) in spans),
    )
    shown = np.minimum(np.frombuffer(lengths, np.uint32), 65_535).astype("<u2").tobytes()
    database.execute("insert into blocks values (?, ?, ?)", (number, before, shown))
    return len(lengths)


def _terms_of_passages(
    database: sqlite3.Connection, before: int, numbers: _TermNumbers
) -> tuple[array[int], array[int]]:
    """The numbers of the terms of the next passages, in one row, and how many each has: titles as often as they count.

    As many passages as a block has room for.
    """
    found, lengths = array("I"), array("I")
    rows = database.execute(
        "select title, text from passages join documents on document = documents.id where passages.id > ? "
        "order by passages.id limit ?",
        (before, _BLOCK),
    )
    for title, text in rows:
        words = [*numbers.words.split(text), *TITLE * numbers.words.split(title)]
        found.extend(map(numbers.__getitem__, words))
        lengths.append(len(words))
        if len(found) > _BLOCK_WORDS:
            break
    return found, lengths


# --- looking them up -------------------------------------------------------------------------------------------------


class Postings:
    """The lists of an index that is open. Passages are numbered from 0 here."""

    def __init__(self, database: sqlite3.Connection, count: int) -> None:
        self.count = count
        self._database = database
        self._collection: Collection | None = None

    def become_part_of(self, collection: Collection) -> None:
        """Let rarity and length be told by more passages than these."""
        self._collection = collection
        self.__dict__.pop("_norms", None)

    def rated(self, asked: Sequence[str], most: int) -> dict[str, RatedTerm]:
        """The terms that are known, the rarest first, at most so many."""
        own = self._rows(asked)
        whole = self._collection
        held = whole.held(asked) if whole else {term: count for term, (_, count) in own.items()}
        total = whole.passages if whole else self.count
        found = {
            term: RatedTerm(own[term][0] if term in own else -1, rarity_of(count, total), count)
            for term, count in held.items()
        }
        return dict(sorted(found.items(), key=lambda item: (item[1].held, item[0]))[:most])

    def held(self, asked: Sequence[str]) -> dict[str, int]:
        """How many of these passages hold terms, those that are known."""
        return {term: count for term, (_, count) in self._rows(asked).items()}

    def _rows(self, asked: Sequence[str]) -> dict[str, tuple[int, int]]:
        """The number of each term that is known here, and how many passages hold it."""
        wanted = list(dict.fromkeys(asked))
        found: dict[str, tuple[int, int]] = {}
        for low in range(0, len(wanted), 500):
            some = wanted[low : low + 500]
            marks = ", ".join("?" * len(some))
            rows = self._database.execute(f"select term, id, held from vocabulary where term in ({marks})", some)
            found |= {term: (number, held) for term, number, held in rows}
        return found

    def best(self, asked: Sequence[RatedTerm], most: int) -> tuple[np.ndarray, np.ndarray]:
        """The passages that fit best, at most so many, the best first, and their BM25. asked: the rarest first."""
        import numpy as np

        scores = np.zeros(self.count, np.float32)
        left = sum(term.rarity for term in asked) * (K1 + 1)
        kept: np.ndarray | None = None
        for term in asked:
            if kept is None and term.held * _COMMON > self.count:
                kept = _able(scores, most, left, term.held // _CHEAPER)
            left -= term.rarity * (K1 + 1)
            if kept is None:
                for passages, added in self._added(term):
                    scores[passages] += added
            else:
                scores[kept] += self._at(kept, term)
        found = np.flatnonzero(scores > 0) if kept is None else kept
        if len(found) > most:
            floor = np.partition(scores[found], -most)[-most]
            found = found[scores[found] >= floor]
        order = np.lexsort((found, -scores[found]))[:most]
        return found[order], scores[found[order]]

    def scores(self, passages: np.ndarray, asked: Sequence[RatedTerm]) -> np.ndarray:
        """BM25 of passages, ascending. asked: in the same order as for `best`, so that rounding is the same."""
        import numpy as np

        found = np.zeros(len(passages), np.float32)
        for term in asked:
            found += self._at(passages, term)
        return found

    def _at(self, wanted: np.ndarray, term: RatedTerm) -> np.ndarray:
        """What a term adds to the BM25 of passages, ascending; 0 where they do not hold it."""
        import numpy as np

        found = np.zeros(len(wanted), np.float32)
        for before, passages, counts in self._lists(term):
            low, high = np.searchsorted(wanted, (before, before + _BLOCK))
            own = wanted[low:high] - before
            places = np.minimum(np.searchsorted(passages, own.astype(np.uint16)), len(passages) - 1)
            held = np.flatnonzero(passages[places] == own)
            found[low + held] = self._worth(term, counts[places[held]], wanted[low + held])
        return found

    def _added(self, term: RatedTerm) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The passages that hold a term, and what it adds to their BM25, block by block."""
        import numpy as np

        for before, passages, counts in self._lists(term):
            own = passages.astype(np.intp) + before
            yield own, self._worth(term, counts, own)

    def _worth(self, term: RatedTerm, counts: np.ndarray, passages: np.ndarray) -> np.ndarray:
        import numpy as np

        times = counts.astype(np.float32)
        worth: np.ndarray = np.float32(term.rarity * (K1 + 1)) * times / (times + self._norms[passages])
        return worth

    def _lists(self, term: RatedTerm) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
        """Of each block: how many passages are before it, those of its own that hold the term, and how often."""
        import numpy as np

        for number, before in self._blocks if term.number >= 0 else ():
            row = self._database.execute("select held from postings where id = ?", [number << _SHIFT | term.number])
            for (held,) in row:
                count = len(held) // 3
                yield before, np.frombuffer(held, "<u2", count), np.frombuffer(held, np.uint8, count, 2 * count)

    @cached_property
    def _blocks(self) -> list[tuple[int, int]]:
        return self._database.execute("select number, before from blocks order by number").fetchall()

    @cached_property
    def _norms(self) -> np.ndarray:
        """Of each passage k1 (1 - b + b length / mean)."""
        import numpy as np

        lengths = self._lengths.astype(np.float32)
        mean = self._collection.mean if self._collection else lengths.mean(dtype=np.float64)
        norms: np.ndarray = K1 * (1 - B + B * lengths / mean).astype(np.float32)
        return norms

    @property
    def words(self) -> int:
        """How many words all passages have."""
        return int(self._lengths.sum())

    @property
    def _lengths(self) -> np.ndarray:
        """How many words each passage has."""
        import numpy as np

        rows = self._database.execute("select lengths from blocks order by number")
        return np.frombuffer(b"".join(packed for (packed,) in rows), "<u2")


def _able(scores: np.ndarray, most: int, left: float, limit: int) -> np.ndarray | None:
    """The passages that can be among the best when as much as `left` may be added; None for more than the limit."""
    import numpy as np

    begun = np.flatnonzero(scores > 0)
    if len(begun) < most:
        return None
    floor = np.partition(scores[begun], -most)[-most]
    if floor <= left:  # a passage that was not met yet may be among them
        return None
    kept: np.ndarray = begun[scores[begun] >= floor - left]
    return kept if len(kept) <= limit else None
