"""Numbers that tell how near two short texts are: words and word beginnings in common, edits, negation, lengths.

Words that stand in few texts count more: a word in n of N texts has the weight log((N + 1) / (n + 1)) + 1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

Floats = NDArray[numpy.floating]

_WORD = re.compile(r"\w+")
_STEM = 5  # letters that tell a Polish word whatever its ending
_SHORT_STEM = 4
_NEGATIONS = frozenset(["nie", "brak", "bez", "nikt", "żaden", "żadna", "żadne", "nic", "nigdy", "nigdzie", "ani"])
_QUESTIONS = (
    r"\bkto\b",
    r"\bgdzie\b",
    r"\bkiedy|roku|wieku\b",
    r"\bile\b|\bilu\b",
    r"\bjak",
    r"\bdlaczego|powod",
    r"\bktór",
)


class TextPair(NamedTuple):
    """Two texts; of a question and an answer, the question is the first."""

    first: str
    second: str


@dataclass(frozen=True)
class WordWeights:
    """How much a word and a word beginning weigh; unknown ones weigh as much as those of a single text."""

    weights: Mapping[str, float]
    unknown: float

    @classmethod
    def of(cls, texts: Iterable[str]) -> WordWeights:
        """Count the texts in which each word, and each beginning of a word, stands."""
        counts: Counter[str] = Counter()
        total = 0
        for text in texts:
            words = _words(text)
            counts.update({*words, *_stems(words)})
            total += 1
        weights = {one: float(numpy.log((total + 1) / (count + 1)) + 1) for one, count in counts.items()}
        return cls(weights, float(numpy.log((total + 1) / 2) + 1))

    def __call__(self, word: str) -> float:
        """The weight of a word, or of a beginning with its hyphen."""
        return self.weights.get(word, self.unknown)

    def arrays(self) -> dict[str, NDArray[numpy.generic]]:
        """What `from_arrays` reads."""
        return {
            "words": numpy.array(list(self.weights), dtype=str),
            "word_weights": numpy.array([*self.weights.values(), self.unknown]),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[numpy.generic]]) -> WordWeights:
        """Read what `arrays` gave. Raises KeyError for a missing one, ValueError for other shapes."""
        *weights, unknown = arrays["word_weights"].astype(float).tolist()
        return cls(dict(zip(arrays["words"].tolist(), weights, strict=True)), unknown)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _stems(words: Iterable[str], length: int = _STEM) -> list[str]:
    return [f"{word[:length]}-" for word in words]


def overlap_rows(pairs: Sequence[TextPair], weights: WordWeights) -> Floats:
    """One row a pair: shares of words, beginnings and runs in common, edits, negation, lengths, kinds of questions."""
    return numpy.array([_row(pair, weights) for pair in pairs], float)


def _row(pair: TextPair, weights: WordWeights) -> list[float]:
    first, second = (_words(text) for text in pair)
    stems, other_stems = _stems(first), _stems(second)
    return [
        *_common(first, second, weights),
        *_common(stems, other_stems, weights),
        *_plain_common(_stems(first, _SHORT_STEM), _stems(second, _SHORT_STEM)),
        *_plain_common(_pairs_of(stems), _pairs_of(other_stems)),
        *_plain_common(_runs(pair.first.lower(), 3), _runs(pair.second.lower(), 3)),
        *_plain_common(_runs(pair.first.lower(), 5), _runs(pair.second.lower(), 5)),
        *_edits(pair, first, second, stems, other_stems),
        *_negation(first, second),
        *_lengths(first, second),
        *_places(stems, other_stems),
        *_names(pair),
        *(float(bool(re.search(pattern, pair.first.lower()))) for pattern in _QUESTIONS),
    ]


def _common(first: Sequence[str], second: Sequence[str], weights: WordWeights) -> list[float]:
    """Weighted: the share of each that the other has, the cosine, the largest and the whole weight that is alone."""
    here, there = Counter(first), Counter(second)
    both = sum(weights(word) * count for word, count in (here & there).items())
    weight, other = (sum(weights(word) * count for word, count in one.items()) for one in (here, there))
    squares, other_squares = (sum((weights(word) * count) ** 2 for word, count in one.items()) for one in (here, there))
    product = sum(weights(word) ** 2 * here[word] * there[word] for word in here.keys() & there.keys())
    alone, other_alone = ([weights(word) for word in one] for one in (here - there, there - here))
    return [
        both / max(weight, 1e-9), both / max(other, 1e-9),
        product / max(numpy.sqrt(squares * other_squares), 1e-9),
        max(alone, default=0.0), max(other_alone, default=0.0), sum(alone), sum(other_alone),
    ]  # fmt: skip


def _plain_common(first: Sequence[str], second: Sequence[str]) -> list[float]:
    here, there = set(first), set(second)
    both = len(here & there)
    return [both / max(len(here), 1), both / max(len(there), 1), both / max(len(here | there), 1)]


def _pairs_of(words: Sequence[str]) -> list[str]:
    return [f"{one} {other}" for one, other in pairwise(words)]


def _runs(text: str, length: int) -> list[str]:
    return [text[at : at + length] for at in range(max(len(text) - length + 1, 1))]


def _edits(
    pair: TextPair, first: Sequence[str], second: Sequence[str], stems: Sequence[str], other_stems: Sequence[str]
) -> list[float]:
    from rapidfuzz import fuzz
    from rapidfuzz.distance import LCSseq, Levenshtein

    return [
        fuzz.ratio(*pair) / 100, fuzz.token_sort_ratio(*pair) / 100, fuzz.token_set_ratio(*pair) / 100,
        fuzz.partial_ratio(*pair) / 100,
        Levenshtein.normalized_similarity(first, second), LCSseq.normalized_similarity(first, second),
        Levenshtein.normalized_similarity(stems, other_stems), LCSseq.normalized_similarity(stems, other_stems),
    ]  # fmt: skip


def _negation(first: Sequence[str], second: Sequence[str]) -> list[float]:
    here, there = (sum(word in _NEGATIONS for word in words) for words in (first, second))
    return [here, there, abs(here - there)]


def _lengths(first: Sequence[str], second: Sequence[str]) -> list[float]:
    here, there = len(first), len(second)
    return [here, there, here - there, abs(here - there), min(here, there) / max(here, there, 1)]


def _places(stems: Sequence[str], other_stems: Sequence[str]) -> list[float]:
    """Whether texts begin and end alike, and where in the second what both have stands."""
    same = [float(stems[at : at + 1] == other_stems[at : at + 1]) for at in range(3)]
    last = float(stems[-1:] == other_stems[-1:])
    known = set(stems)
    found = [at for at, stem in enumerate(other_stems) if stem in known]
    spread = (found[-1] - found[0]) / max(len(other_stems), 1) if found else 1.0
    return [*same, last, found[0] / max(len(other_stems), 1) if found else 1.0, spread]


def _names(pair: TextPair) -> list[float]:
    """Capitals, numbers and quotations: how many the second text has, and the share of the first's that it has too."""
    rows = []
    for pattern in (r"\b[A-ZĄĆĘŁŃÓŚŹŻ]\w+", r"\d+"):
        here, there = ({word[:_STEM].lower() for word in re.findall(pattern, text)} for text in pair)
        rows += [len(there), len(here), len(here & there) / max(len(here), 1)]
    return rows
