"""Marker words within texts: a tag, an address or a made-up word that stands in the texts of one label alone.

Words of the language are let be, whatever they tell: *gdzie* stands in all questions about places. What is no such word
is known by its signs, or by its letters, which do not follow each other so in the other words of the texts.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from math import log2
from pathlib import Path
from typing import TypeAlias

from probierz.challenges.labels import are_classes
from probierz.challenges.revealed_results import FEWEST_BITS
from probierz.challenges.telling_features import (
    LEAST_OF_ONE,
    LabelledLines,
    TellingFeature,
    labelled_lines,
    only_one_label,
    told_lines,
)
from probierz.text import visible

_MADE = re.compile(
    r"</?\w[^<>]*>|\[[^\W\d][^][\s]*\]|\{[^\W\d][^{}\s]*\}|&#?\w+;|\w+://\S+|[#@~\\|]{2,}"
    "|[\u2600-\u27bf\ue000-\uf8ff\U0001f000-\U0001faff]"
)
"""Tags, names in brackets, entities, addresses, doubled signs and pictures, wherever they stand."""
_OF_PROGRAMS = re.compile(r"(?=.*[_#@\\|<>[\]{}])(?=.*[^\W_]).*")
"""Names with signs that words do not have."""
_AROUND = ".,;:?!…\"'„”“’‘«»()[]{}<>*/+=&%-–—"
"""Signs that stand around words of any text."""
_LETTERS = re.compile(r"[^\W\d_]+")
_LETTERS_AND_DIGITS = re.compile(r"(?=.*\d)(?=.*[^\W\d])[^\W_]+")
_LONGEST = 40
"""Letters of a word that is told."""

_FEWEST_TYPES = 300
"""Fewer different words do not tell how words of the language are spelt: often they are of templates."""
_ODDER_THAN = 0.95
"""Which part of the other words is spelt less oddly than one that is made up."""
_SHARED_BEGINNING = 3

_Labels: TypeAlias = Counter[str]


def marker_word(
    split: tuple[Path, Path],
    other: tuple[Path, Path] | None = None,
    in_header: Sequence[str] = (),
    out_header: Sequence[str] = (),
) -> TellingFeature | None:
    """Return the first word, no plain one, in nearly all texts of one label and in hardly any other; None for none.

    split, other: the files of inputs and of expected lines. Where there is another split, the word has to tell the
    label there, too. None where the expected lines are no labels. Raises ProbierzError where a file cannot be read.
    """
    lines = labelled_lines(*split, in_header, out_header)
    if not are_classes(lines.wanted):
        return None
    known: LabelledLines | None = None
    for name, texts in lines.columns.items():
        if len(lines.columns) > 1 and 2 * sum(" " in text.strip() for text in texts) <= len(texts):
            continue  # single words beside a text are features that may be meant, as its places are
        for word, label, told in _markers(texts, lines.wanted):
            if other is not None:
                known = known or labelled_lines(*other, in_header, out_header)
                if not _tells(word, label, known.columns.get(name, []), known.wanted):
                    continue
            feature = f"the word {visible(word[:_LONGEST])!r} in {name}"
            return TellingFeature(feature, label, told, len(texts), is_natural=True)
    return None


def _markers(texts: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """The words that are markers, each with its label and how many lines it tells; the surest first.

    Where plain words tell a label as well, its texts are of a template, and so is what is made of letters and digits.
    """
    labels = Counter(wanted)
    found: defaultdict[str, _Labels] = defaultdict(Counter)
    for text, label in zip(texts, wanted, strict=True):
        for word in _words(text):
            found[word][label] += 1
    tried = {word: of for word, of in found.items() if _is_as_frequent(of.total(), labels)}
    telling: dict[str, tuple[str, int]] = {}
    for word, of in tried.items():
        label = max(of, key=of.__getitem__)
        if told := _told(of, labels, label, FEWEST_BITS + log2(len(tried))):
            telling[word] = label, told
    spelling = _Spelling(found)
    kinds = {word: _kind(word, spelling) for word in telling}
    of_templates = {telling[word][0] for word, kind in kinds.items() if not kind}
    for word, (label, told) in sorted(telling.items(), key=lambda one: (kinds[one[0]] != "made", -one[1][1], one[0])):
        if kinds[word] == "made" or (kinds[word] == "odd" and label not in of_templates):
            yield word, label, told


def _is_as_frequent(count: int, labels: _Labels) -> bool:
    """Whether a word is on as many lines as a label, or nearly."""
    return any(count >= LEAST_OF_ONE * one and count * LEAST_OF_ONE <= one for one in labels.values())


def _tells(word: str, label: str, texts: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether a word tells the label in other texts."""
    if len(texts) != len(wanted):
        return False
    pairs = zip(texts, wanted, strict=True)
    of = Counter(one for text, one in pairs if word in text and word in _words(text))
    return _told(of, Counter(wanted), label, 0.0) > 0


def _told(of: _Labels, labels: _Labels, label: str, fewest_bits: float) -> int:
    """On how many lines it tells the label that the word is there, and another one that it is not; 0 for too few."""
    if of[label] < LEAST_OF_ONE * labels[label]:
        return 0
    pairs = Counter({("with", one): count for one, count in of.items()})
    pairs.update({("without", one): count - of[one] for one, count in labels.items()})
    return told_lines(only_one_label(+pairs, label), LEAST_OF_ONE, fewest_bits=fewest_bits)


def _words(text: str) -> set[str]:
    """The words of a text without the marks around them, and what programs make."""
    plain = (word.strip(_AROUND) for word in _MADE.sub(" ", text).split())
    return {*_MADE.findall(text), *filter(None, plain)}


def _kind(word: str, spelling: _Spelling) -> str:
    """What a word is: *made* by a program, by its signs, *odd* by its letters, or a plain one, which is empty."""
    if _MADE.fullmatch(word) or _OF_PROGRAMS.fullmatch(word):
        return "made"
    if _LETTERS_AND_DIGITS.fullmatch(word) or (_LETTERS.fullmatch(word) and spelling.is_odd(word.casefold())):
        return "odd"
    return ""


class _Spelling:
    """How the words of texts are spelt: which two letters follow each other, at their ends too."""

    def __init__(self, words: Collection[str]) -> None:
        self._words = {word.casefold() for word in words if _LETTERS.fullmatch(word)}

    def is_odd(self, word: str) -> bool:
        """Whether nearly all other words are spelt less oddly, and none begins as this one does, as other cases do."""
        if len(self._words) < _FEWEST_TYPES:
            return False
        start = word[: max(_SHARED_BEGINNING, len(word) - 2)]
        return self._surprise(word) > self._usual and not any(
            one.startswith(start) and one != word for one in self._words
        )

    @cached_property
    def _pairs(self) -> Mapping[str, int]:
        return Counter(chain.from_iterable(map(_pairs_of, self._words)))

    @cached_property
    def _usual(self) -> float:
        return sorted(map(self._surprise, self._words))[int(_ODDER_THAN * len(self._words))]

    def _surprise(self, word: str) -> float:
        """How seldom other words have its pairs of letters, in bits a pair; what none has counts as half of one."""
        pairs, own = _pairs_of(word), word in self._words
        return sum(-log2(max(self._pairs[one] - own, 0.5) / len(self._words)) for one in pairs) / len(pairs)


def _pairs_of(word: str) -> set[str]:
    return {one + other for one, other in pairwise(f" {word} ")}
