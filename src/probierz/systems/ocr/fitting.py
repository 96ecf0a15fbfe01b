"""How the cascade learns: counts from most pages, weights from pages that were not counted, then counts from all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.joining import join_lines, space
from probierz.systems.ocr.knowledge import Knowledge, pruned
from probierz.systems.ocr.learning import Counts, labelled_rows, line_labels, partners
from probierz.systems.ocr.lines import drop_chances, line_features
from probierz.systems.ocr.pages import unescape
from probierz.systems.ocr.ranking import look_around
from probierz.systems.parts.alignment import align
from probierz.systems.parts.edits import learn_rules
from probierz.systems.parts.lexicon import Lexicon
from probierz.systems.parts.logistic import choice_weights, yes_weights
from probierz.systems.parts.ngrams import WordPairs
from probierz.systems.system import Pair, Training

__all__ = ["learn"]

_HELD = 5  # one page in so many is held back for the weights
_DROP = 0.5
_RIDGE = 1.0
_LARGE = 3_000_000  # words, from which on what was seen once is noise

Lines = list[list[str]]


class _Page(NamedTuple):
    lines: list[str]
    right: list[str]


def learn(pairs: Sequence[Pair], alignments: str, training: Training) -> Knowledge:
    """Learn what the cascade knows from pages, and from a file of aligned words if one is named."""
    pages = [_Page(unescape(one.input).split("\n"), unescape(one.expected).split()) for one in pairs]
    order = numpy.random.default_rng(training.seed).permutation(len(pages)).tolist()
    held = [pages[number] for number in order[: max(1, len(pages) // _HELD)]]
    others = [pages[number] for number in order[len(held) :]] or held
    counts = Counts()
    if alignments:
        _add_alignments(counts, alignments, training)
    for page in others:
        counts.add_text(page.right)
    lexicon = counts.lexicon(1)
    line_weights = _learn_lines(held, lexicon)
    _add_pages(counts, others, lexicon, line_weights, training)
    partial = _knowledge(counts, line_weights)
    weights = _learn_weights(held, partial)
    for page in held:
        counts.add_text(page.right)
    _add_pages(counts, held, partial.lexicon, line_weights, training)
    return replace(_knowledge(counts, line_weights), weights=weights)


def _add_alignments(counts: Counts, path: str, training: Training) -> None:
    from probierz.suites.poleval2021.ocr_tokens import read_alignments

    for number, page in enumerate(read_alignments(path)):
        counts.add_text(pair.right.strip() for pair in page.pairs if pair.right)
        counts.add_words(page.pairs)
        if not number % 500:
            training.progress("pages of aligned words", number, 0)


def _add_pages(counts: Counts, pages: Sequence[_Page], lexicon: Lexicon, weights: NDArray[numpy.floating], training: Training) -> None:
    for number, page in enumerate(pages, 1):
        counts.add_slots(align([token for line in _prepared(page, lexicon, weights) for token in line], page.right))
        if not number % 100:
            training.progress("pages", number, len(pages))


def _knowledge(counts: Counts, line_weights: NDArray[numpy.floating]) -> Knowledge:
    """All that counts tell; the weights are still to be learnt."""
    is_large = sum(map(len, counts.texts)) > _LARGE
    least = 2 if is_large else 1
    lexicon = counts.lexicon(least)
    pairs = WordPairs.from_texts(counts.numbers(lexicon), lexicon.array(), least)
    seen = [pruned(table, least) for table in (counts.tokens, counts.words, counts.before, counts.after)]
    return Knowledge(lexicon, pairs, *seen, learn_rules(counts.near_words()), line_weights, numpy.zeros(0))


def _learn_lines(pages: Sequence[_Page], lexicon: Lexicon) -> NDArray[numpy.floating]:
    """Weights of the features of lines; a line counts as much as it has words."""
    rows, labels, sizes = [], [], []
    for page in pages:
        lines = [line.split() for line in join_lines(page.lines, lexicon)]
        rows.append(line_features(lines, lexicon))
        labels.append(line_labels(lines, page.right)[0])
        sizes.append([len(line) for line in lines])
    importance = numpy.concatenate(sizes).astype(numpy.float64)
    return yes_weights(numpy.concatenate(rows).astype(numpy.float64), numpy.concatenate(labels), importance)


def _learn_weights(pages: Sequence[_Page], knowledge: Knowledge) -> NDArray[numpy.floating]:
    """Weights of the features of candidates, from tokens among whose candidates the right one is."""
    prepared = [_prepared(page, knowledge.lexicon, knowledge.line_weights) for page in pages]
    flat = [[token for line in lines for token in line] for lines in prepared]
    right = [
        text
        for tokens, page in zip(flat, pages, strict=True)
        for _, text in partners(align(tokens, page.right))
    ]  # fmt: skip
    found = look_around(flat, knowledge.choices, knowledge.pairs)
    rows, chosen = labelled_rows(found, right)
    if not len(chosen):
        return numpy.zeros(found.features.shape[1])
    return choice_weights(rows.features.astype(numpy.float64), rows.begins, chosen, _RIDGE)


def _prepared(page: _Page, lexicon: Lexicon, weights: NDArray[numpy.floating]) -> Lines:
    """The page as it is when words are chosen."""
    lines = [line.split() for line in join_lines(page.lines, lexicon)]
    chances = drop_chances(line_features(lines, lexicon), weights)
    return [[] if chance >= _DROP else space(line, lexicon) for line, chance in zip(lines, chances, strict=True)]
