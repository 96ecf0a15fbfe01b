"""What the cascade knows, and how it is kept in files: one archive of NumPy arrays, without objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from probierz.systems.ocr.candidates import Candidates, Seen
from probierz.systems.ocr.choice_network import ChoiceNetwork
from probierz.systems.ocr.diacritics import Diacritics
from probierz.systems.ocr.edit_rules import EditRules
from probierz.systems.ocr.language import Languages
from probierz.systems.ocr.lexicon import Lexicon
from probierz.systems.ocr.lines import LineDescriber
from probierz.systems.ocr.ngrams import WordPairs
from probierz.systems.storage import reading

NAME = "knowledge.npz"
_NEAR = 0.5


class Tables(NamedTuple):
    """What stood for what: tokens, words, signs before words and after them."""

    tokens: Seen
    words: Seen
    before: Seen
    after: Seen


@dataclass(frozen=True)
class Knowledge:
    """Words and their pairs, what stood for what, which edits are likely; and how to choose, learnt last."""

    lexicon: Lexicon
    pairs: WordPairs
    seen: Tables
    rules: EditRules
    line_weights: NDArray[numpy.floating]
    network: ChoiceNetwork

    @cached_property
    def candidates(self) -> Candidates:
        """Finds the candidates of tokens."""
        return Candidates(self.lexicon, self.seen, self.rules)

    @cached_property
    def diacritics(self) -> Diacritics:
        """Gives letters their signs back."""
        return Diacritics(self.lexicon, self.pairs)

    @cached_property
    def languages(self) -> Languages:
        """Tells pages in other languages."""
        return Languages(self.lexicon, self.diacritics)

    @cached_property
    def lines(self) -> LineDescriber:
        """Describes lines."""
        return LineDescriber(self.lexicon)

    # --- files ---

    def write(self, folder: Path) -> None:
        """Write the archive."""
        keys = self.pairs.keys
        arrays: dict[str, NDArray[Any]] = {
            "words": _packed(self.lexicon.counts),
            "word_counts": self.lexicon.array(),
            "pair_steps": _as_planes(numpy.diff(keys, prepend=0)),
            "pair_counts": numpy.minimum(self.pairs.counts, 65535).astype(numpy.uint16),
            "line_weights": self.line_weights.astype(numpy.float64),
        }
        arrays |= self.network.arrays()
        for name, seen in zip(Tables._fields, self.seen, strict=True):
            rows = [(read, right, count) for read, others in sorted(seen.items()) for right, count in others.items()]
            arrays |= _table(f"seen_{name}", rows)
        rules = [(read, right, chance) for read, others in self.rules.rules.items() for right, chance in others]
        arrays |= _table("rules", rules)
        with (folder / NAME).open("wb") as file:
            numpy.savez_compressed(file, allow_pickle=False, **arrays)

    @classmethod
    def read(cls, folder: Path) -> Knowledge:
        """Read the archive. Raises SystemFileError."""
        path = folder / NAME
        with reading(path), path.open("rb") as file, numpy.load(file, allow_pickle=False) as archive:
            return cls._from_arrays(dict(archive))

    @classmethod
    def _from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Knowledge:
        counts = arrays["word_counts"]
        lexicon = Lexicon.from_words(_unpacked(arrays["words"]), counts[1:].tolist())
        keys = numpy.cumsum(_from_planes(arrays["pair_steps"]))
        pairs = WordPairs(keys, arrays["pair_counts"].astype(numpy.int32), counts)
        seen = Tables(*(_by_read(arrays, f"seen_{name}") for name in Tables._fields))
        rules = EditRules({read: [*others.items()] for read, others in _by_read(arrays, "rules").items()})
        return cls(lexicon, pairs, seen, rules, arrays["line_weights"], ChoiceNetwork.from_arrays(arrays))


def _as_planes(numbers: NDArray[numpy.int64]) -> NDArray[numpy.uint8]:
    """The low bytes of all numbers, the next bytes and so on: packed, that is a third smaller than the numbers."""
    size = max(1, (int(numbers.max(initial=0)).bit_length() + 7) // 8)
    return numpy.ascontiguousarray(numbers.astype("<i8").view(numpy.uint8).reshape(-1, 8)[:, :size].T)


def _from_planes(planes: NDArray[numpy.uint8]) -> NDArray[numpy.int64]:
    if planes.ndim != 2:
        raise ValueError("it is of an older version")
    numbers = numpy.zeros((planes.shape[1], 8), numpy.uint8)
    numbers[:, : len(planes)] = planes.T
    return numbers.view("<i8")[:, 0].astype(numpy.int64)


def _table(name: str, rows: Iterable[tuple[str, str, float]]) -> dict[str, NDArray[Any]]:
    read, right, numbers = zip(*rows, strict=True) if rows else ((), (), ())
    kind = numpy.float32 if name == "rules" else numpy.int32
    return {
        f"{name}_read": _packed(read),
        f"{name}_right": _packed(right),
        f"{name}_numbers": numpy.array(numbers, kind),
    }


def _by_read(arrays: Mapping[str, NDArray[Any]], name: str) -> dict[str, dict[str, Any]]:
    """A table as it was written: for what was read, each that was right with its number."""
    columns = _unpacked(arrays[f"{name}_read"]), _unpacked(arrays[f"{name}_right"]), arrays[f"{name}_numbers"].tolist()
    found: dict[str, dict[str, Any]] = {}
    last, own = None, {}
    for read, right, number in zip(*columns, strict=True):
        if read != last:
            last, own = read, found.setdefault(read, {})
        own[right] = number
    return found


def _packed(texts: Iterable[str]) -> NDArray[numpy.uint8]:
    """Texts as bytes, each with a line end; none of them has one inside."""
    return numpy.frombuffer("".join(f"{text}\n" for text in texts).encode(), numpy.uint8)


def _unpacked(array: NDArray[numpy.uint8]) -> list[str]:
    return array.tobytes().decode().split("\n")[:-1]


def pruned(seen: Mapping[str, Mapping[str, int]], least: int, lexicon: Lexicon) -> dict[str, dict[str, int]]:
    """Leave out what was always read well, and partners seen less often than `least`.

    The token itself stays a partner, and so does what is near to a token that is not a word.
    """
    found = {}
    for read, others in seen.items():
        kept = {
            right: count
            for right, count in others.items()
            if right == read or count >= least or (read not in lexicon and _is_near(read, right))
        }
        if any(right != read for right in kept):
            found[read] = kept
    return found


def _is_near(read: str, right: str) -> bool:
    return len(right) > 2 and Levenshtein.normalized_distance(read, right) <= _NEAR
