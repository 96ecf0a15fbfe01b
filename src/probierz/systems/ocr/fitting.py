"""How the cascade learns: to choose on each third of the pages, by counts of the others; then counts from all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.lines import LineReader
from probierz.suites.poleval2021.ocr import unescape
from probierz.systems.ocr.choice_network import ChoiceNetwork, ChoicePlaces, learn_choices
from probierz.systems.ocr.edit_rules import learn_rules
from probierz.systems.ocr.joining import join_lines, space
from probierz.systems.ocr.knowledge import Knowledge, Tables, pruned
from probierz.systems.ocr.learning import Counts, labelled_rows, line_labels, partners
from probierz.systems.ocr.lexicon import Lexicon
from probierz.systems.ocr.lines import LineDescriber, drop_chances
from probierz.systems.ocr.ngrams import WordPairs
from probierz.systems.ocr.ranking import RankedPage, look_around
from probierz.systems.shared.alignment import align
from probierz.systems.shared.logistic import yes_weights
from probierz.systems.system import Pair, Training

_FOLDS = 3  # each is held back once, to learn to choose on pages that were not counted
_DROP = 0.5
_AT_ONCE = 64
_LARGE = 3_000_000  # words, from which on what was read for what only once is noise


class Sources(NamedTuple):
    """What to learn from beside the pages, and how much of it to keep.

    alignments: a file of aligned words. texts: a file of clean texts. words, pairs: how many words, and pairs of words,
    are kept at most; those that were seen most often.
    """

    alignments: str
    texts: str
    words: int
    pairs: int


class _Page(NamedTuple):
    lines: list[str]
    right: list[str]


class _PageRanker:
    """Makes pages what they are when words are chosen."""

    def __init__(self, lexicon: Lexicon, weights: NDArray[numpy.floating]) -> None:
        self.weights = weights
        self._lexicon, self._lines = lexicon, LineDescriber(lexicon)

    def read(self, page: _Page) -> RankedPage:
        lines = [line.split() for line in join_lines(page.lines, self._lexicon)]
        chances = drop_chances(self._lines.features([lines]), self.weights).tolist()
        kept = zip(lines, chances, strict=True)
        return RankedPage([[] if chance >= _DROP else space(line, self._lexicon) for line, chance in kept], chances)


def learn(pairs: Sequence[Pair], sources: Sources, training: Training) -> Knowledge:
    """Learn what the cascade knows from pages, and from what is beside them."""
    pages = [_Page(unescape(one.input).split("\n"), unescape(one.expected).split()) for one in pairs]
    order = numpy.random.default_rng(training.seed).permutation(len(pages)).tolist()
    counts = Counts()
    if sources.alignments:
        _add_alignments(counts, sources.alignments, training)
    if sources.texts:
        _add_texts(counts, sources.texts, training)
    folds = [[pages[number] for number in order[fold::_FOLDS]] for fold in range(min(_FOLDS, len(pages)))]
    readers: list[_PageRanker] = []
    groups = []
    for fold, held in enumerate(folds):
        known = counts.copy()
        others = [page for other, own in enumerate(folds) if other != fold for page in own] or held
        for page in others:
            known.add_text(page.right)
        lexicon = known.lexicon(sources.words)
        readers.append(_PageRanker(lexicon, readers[0].weights if readers else _learn_lines(held, lexicon)))
        _add_pages(known, others, readers[-1], training)
        groups.append(_choices(held, _knowledge(known, readers[0].weights, sources), readers[-1]))
    for page in pages:
        counts.add_text(page.right)
    _add_pages(counts, pages, readers[0], training)
    network = learn_choices(ChoicePlaces.together(groups), training.seed)
    return replace(_knowledge(counts, readers[0].weights, sources), network=network)


def _add_alignments(counts: Counts, path: str, training: Training) -> None:
    from probierz.suites.poleval2021.ocr_tokens import read_alignments

    for number, page in enumerate(read_alignments(path)):
        counts.add_text([pair.right for pair in page.pairs if pair.right])
        counts.add_words(page.pairs)
        if not number % 500:
            training.progress("pages of aligned words", number, 0)


def _add_texts(counts: Counts, path: str, training: Training) -> None:
    with LineReader(path) as reader:
        for number, line in enumerate(map(str, reader)):
            counts.add_text(["", *line.split(), ""])
            if not number % 10_000:
                training.progress("clean texts", number, 0)


def _add_pages(counts: Counts, pages: Sequence[_Page], reader: _PageRanker, training: Training) -> None:
    for number, page in enumerate(pages, 1):
        counts.add_slots(align(_flat(reader.read(page)), page.right))
        if not number % 25:
            training.progress("pages", number, len(pages))


def _knowledge(counts: Counts, line_weights: NDArray[numpy.floating], sources: Sources) -> Knowledge:
    """All that counts tell; how to choose is still to be learnt."""
    least = 2 if sum(map(len, counts.texts)) > _LARGE else 1
    lexicon = counts.lexicon(sources.words)
    pairs = WordPairs.from_texts(counts.numbers(lexicon), lexicon.array(), sources.pairs)
    seen = Tables(*(pruned(table, least, lexicon) for table in counts.tables))
    return Knowledge(
        lexicon, pairs, seen, learn_rules(counts.near_words()), line_weights, ChoiceNetwork.of_weights(numpy.zeros(0))
    )


def _learn_lines(pages: Sequence[_Page], lexicon: Lexicon) -> NDArray[numpy.floating]:
    """Weights of the features of lines; a line counts as much as it has words."""
    reader = LineDescriber(lexicon)
    rows, labels, sizes = [], [], []
    for page in pages:
        lines = [line.split() for line in join_lines(page.lines, lexicon)]
        rows.append(reader.features([lines]))
        labels.append(line_labels(lines, page.right))
        sizes.append([len(line) for line in lines])
    importance = numpy.concatenate(sizes).astype(numpy.float64)
    return yes_weights(numpy.concatenate(rows), numpy.concatenate(labels), importance)


def _choices(pages: Sequence[_Page], knowledge: Knowledge, reader: _PageRanker) -> ChoicePlaces:
    """The tokens of pages among whose candidates the right one is: what is known of each, and which is right."""
    features, chosen, begins = [], [], []
    size = 0
    for first in range(0, len(pages), _AT_ONCE):
        own = pages[first : first + _AT_ONCE]
        read = [reader.read(page) for page in own]
        right = [
            text for one, page in zip(read, own, strict=True) for _, text in partners(align(_flat(one), page.right))
        ]
        found = look_around(read, knowledge.candidates, knowledge.pairs)
        rows, labels = labelled_rows(found, knowledge.candidates.texts, right)
        features.append(rows.features)
        chosen.append(labels + size)
        begins.append(rows.begins + size)
        size += len(rows.features)
    return ChoicePlaces(numpy.concatenate(features), numpy.concatenate(begins), numpy.concatenate(chosen))


def _flat(page: RankedPage) -> list[str]:
    return [token for line in page.lines for token in line]
