"""Summaries against reference summaries, as ROUGE: words, pairs of words and subsequences that they share.

An expected line holds one reference or more, separated by TABs. ROUGE-… cuts texts into runs of letters and digits of
any script; RougeScore-… keeps a-z and 0-9 alone, as the package rouge-score does, which cuts Polish words at every
letter with an accent. Words are in lower case, and not stemmed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any

from probierz.errors import ParseError
from probierz.metrics.definition import Example, metric
from probierz.metrics.distances import common_subsequence
from probierz.metrics.parsers import first_column
from probierz.metrics.reads import REFERENCES, TEXT
from probierz.metrics.tallies import Mean, ratio

Words = list[str]

_ANY_SCRIPT = re.compile(r"[^\W_]+")
_ASCII = re.compile(r"[a-z0-9]+")
_SENTENCE_END = r"\n"  # these two characters: a line of a file holds no line feed
_MOST_STEPS = 4_000_000

_CATS = Example(
    input=["Alicella on musta kissa.", "Kissa nukkuu puun alla."],
    expected=["Alice has a black cat\tAlice has got a black cat", "The cat is sleeping under the tree"],
    output=["Alice has a black cat", "The cat sleeps under the old tree"],
    value=0.0,
)


# --- cutting -----------------------------------------------------------------------------------------------------


def _words(text: str) -> Words:
    return _ANY_SCRIPT.findall(text.lower())


def _ascii_words(text: str) -> Words:
    return _ASCII.findall(text.lower())


def _references(text: str) -> list[Words]:
    return [_words(part) for part in text.split("\t")]


def _ascii_references(text: str) -> list[Words]:
    return [_ascii_words(part) for part in text.split("\t")]


def _sentences(text: str) -> list[Words]:
    return [_words(sentence) for sentence in text.split(_SENTENCE_END) if sentence]


def _ascii_sentences(text: str) -> list[Words]:
    return [_ascii_words(sentence) for sentence in text.split(_SENTENCE_END) if sentence]


def _references_in_sentences(text: str) -> list[list[Words]]:
    return [_sentences(part) for part in text.split("\t")]


def _ascii_references_in_sentences(text: str) -> list[list[Words]]:
    return [_ascii_sentences(part) for part in text.split("\t")]


# --- what is shared ----------------------------------------------------------------------------------------------


def _f(common: int, expected: int, output: int) -> float:
    """2 c / (e + o), the F1 of c / o and c / e; 0 where one side has nothing."""
    return 2 * common / (expected + output) if expected and output else 0.0


def _rouge_n(expected: Sequence[Any], output: Sequence[Any]) -> float:
    return _f((Counter(expected) & Counter(output)).total(), len(expected), len(output))


def _pairs(words: Words) -> list[tuple[str, str]]:
    return list(pairwise(words))


def _rouge_l(expected: Words, output: Words) -> float:
    return _f(common_subsequence(expected, output), len(expected), len(output))


def _rouge_lsum(expected: list[Words], output: list[Words]) -> float:
    """F1 of the union of subsequences: words of each expected sentence that one with some given sentence shares.

    As in rouge-score, a word counts at most as often as it is on either side.
    """
    wanted, given = Counter(chain.from_iterable(expected)), Counter(chain.from_iterable(output))
    if wanted.total() * given.total() > _MOST_STEPS:
        raise ParseError(f"texts of {wanted.total()} and {given.total()} words are too long to compare; cut them")
    left, common = wanted & given, 0
    for sentence in expected:
        places = {place for other in output for place in _subsequence(sentence, other)}
        for place in sorted(places):
            if left[sentence[place]] > 0:
                left[sentence[place]] -= 1
                common += 1
    return _f(common, wanted.total(), given.total())


def _subsequence(expected: Words, output: Words) -> list[int]:
    """Places in `expected` of a longest common subsequence, of several the one that rouge-score finds."""
    lengths = [[0] * (len(output) + 1)]
    for word in expected:
        above, row = lengths[-1], [0]
        for at, other in enumerate(output):
            row.append(above[at] + 1 if word == other else max(above[at + 1], row[at]))
        lengths.append(row)
    places: list[int] = []
    at, where = len(expected), len(output)
    while at and where:
        if expected[at - 1] == output[where - 1]:
            at, where = at - 1, where - 1
            places.append(at)
        elif lengths[at][where - 1] > lengths[at - 1][where]:
            where -= 1
        else:
            at -= 1
    return places


def _best(score: Callable[[Any, Any], float], references: Sequence[Any], output: Any) -> Mean:
    return Mean(max([score(reference, output) for reference in references]))


# --- words of any script -------------------------------------------------------------------------------------------


@metric(
    "ROUGE-1",
    better="higher",
    bounds=(0, 1),
    parse=(_references, _words),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    geval=False,
    source="Lin 2004, ROUGE: A Package for Automatic Evaluation of Summaries",
    example=replace(_CATS, value=(1 + 10 / 14) / 2),
)
def rouge_1(references: list[Words], output: Words) -> Mean:
    """F1-score of the words that output and reference share, averaged over lines.

        F = 1/n Σ 2 m / (|e| + |o|)

    n: lines; m: words in both, as often as both have them; |e|, |o|: words expected, given: runs of letters and digits
    of any script, in lower case. Of several references the one with the greatest F. Every line weighs the same.
    Empty: a line without words on one side counts 0; NaN over no lines.
    """
    return _best(_rouge_n, references, output)


@metric(
    "ROUGE-2",
    better="higher",
    bounds=(0, 1),
    parse=(_references, _words),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    geval=False,
    source="Lin 2004, ROUGE: A Package for Automatic Evaluation of Summaries",
    example=replace(_CATS, value=(1 + 2 * 2 / 12) / 2),
)
def rouge_2(references: list[Words], output: Words) -> Mean:
    """F1-score of the pairs of neighbouring words that output and reference share, averaged over lines.

        F = 1/n Σ 2 m / (|e| + |o|)

    n: lines; m: pairs in both, as often as both have them; |e|, |o|: pairs expected, given. Words as in ROUGE-1; of
    several references the one with the greatest F. Every line weighs the same.
    Empty: a line with fewer than two words on one side counts 0; NaN over no lines.
    """
    return _best(lambda wanted, given: _rouge_n(_pairs(wanted), _pairs(given)), references, output)


@metric(
    "ROUGE-L",
    better="higher",
    bounds=(0, 1),
    parse=(_references, _words),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    geval=False,
    source="Lin 2004, ROUGE: A Package for Automatic Evaluation of Summaries",
    example=replace(_CATS, value=(1 + 10 / 14) / 2),
)
def rouge_l(references: list[Words], output: Words) -> Mean:
    """F1-score of the longest common subsequence of words, averaged over lines.

        F = 1/n Σ 2 l / (|e| + |o|)

    n: lines; l: words of the longest sequence of words that is in e and o in the same order, gaps allowed; |e|, |o|:
    words expected, given. Words are runs of letters and digits of any script, in lower case, without stemming. Of
    several references the one with the greatest F.
    Every line weighs the same.
    Empty: a line with no words on either side counts as 1; NaN over no lines.
    RougeScore-L cuts as the package rouge-score does, and gives 0 for two empty texts.
    """
    both = [ratio(2 * common_subsequence(wanted, output), len(wanted) + len(output)) for wanted in references]
    return Mean(max(both))


@metric(
    "ROUGE-Lsum",
    better="higher",
    bounds=(0, 1),
    parse=(_references_in_sentences, _sentences),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    geval=False,
    source="Lin 2004, ROUGE: A Package for Automatic Evaluation of Summaries, section 3.2",
    example=Example(
        input=["O kotach."],
        expected=[r"Kot śpi na płocie.\nPies szczeka."],
        output=[r"Pies szczeka głośno.\nKot śpi."],
        value=8 / 11,
    ),
)
def rouge_lsum(references: list[list[Words]], output: list[Words]) -> Mean:
    r"""F1-score of common subsequences, sentence by sentence: the order of sentences does not matter.

        F = 1/n Σ 2 Σ u(s) / (|e| + |o|)

    n: lines; u(s): words of the expected sentence s that are in a longest common subsequence with some given sentence,
    each word of the texts at most as often as it is on both sides; |e|, |o|: words expected, given. Sentences are
    separated by `\n`, written as these two characters. Words as in ROUGE-1; of several references the one with the
    greatest F. Every line weighs the same.
    Empty: a line without words on one side counts 0; NaN over no lines.
    """
    return _best(_rouge_lsum, references, output)


# --- words of rouge-score ------------------------------------------------------------------------------------------


@metric(
    "RougeScore-1",
    better="higher",
    bounds=(0, 1),
    parse=(_ascii_references, _ascii_words),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    geval=False,
    source="Google Research 2018 (rouge-score 0.1.2, rouge1)",
    example=replace(_CATS, value=(1 + 10 / 14) / 2),
)
def rouge_score_1(references: list[Words], output: Words) -> Mean:
    """ROUGE-1 as the package rouge-score computes it: words are runs of a-z and 0-9.

        F = 1/n Σ 2 m / (|e| + |o|)

    n: lines; m: words in both, as often as both have them; |e|, |o|: words expected, given, in lower case and without
    stemming. Of several references the one with the greatest F. Every line weighs the same.
    Empty: a line without words on one side counts 0; NaN over no lines.
    """
    return _best(_rouge_n, references, output)


@metric(
    "RougeScore-2",
    better="higher",
    bounds=(0, 1),
    parse=(_ascii_references, _ascii_words),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    geval=False,
    source="Google Research 2018 (rouge-score 0.1.2, rouge2)",
    example=replace(_CATS, value=(1 + 2 * 2 / 12) / 2),
)
def rouge_score_2(references: list[Words], output: Words) -> Mean:
    """ROUGE-2 as the package rouge-score computes it: words are runs of a-z and 0-9.

        F = 1/n Σ 2 m / (|e| + |o|)

    n: lines; m: pairs of neighbouring words in both, as often as both have them; |e|, |o|: pairs expected, given. Of
    several references the one with the greatest F. Every line weighs the same.
    Empty: a line with fewer than two words on one side counts 0; NaN over no lines.
    """
    return _best(lambda wanted, given: _rouge_n(_pairs(wanted), _pairs(given)), references, output)


@metric(
    "RougeScore-L",
    better="higher",
    bounds=(0, 1),
    parse=(_ascii_references, _ascii_words),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    geval=False,
    source="Google Research 2018 (rouge-score 0.1.2, rougeL)",
    example=replace(_CATS, value=(1 + 10 / 14) / 2),
)
def rouge_score_l(references: list[Words], output: Words) -> Mean:
    """ROUGE-L as the package rouge-score computes it: words are runs of a-z and 0-9.

        F = 1/n Σ 2 l / (|e| + |o|)

    n: lines; l: words of the longest common subsequence; |e|, |o|: words expected, given. Of several references the one
    with the greatest F. Every line weighs the same.
    Empty: a line without words on one side counts 0; NaN over no lines.
    """
    return _best(_rouge_l, references, output)


@metric(
    "RougeScore-Lsum",
    better="higher",
    bounds=(0, 1),
    parse=(_ascii_references_in_sentences, _ascii_sentences),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    geval=False,
    source="Google Research 2018 (rouge-score 0.1.2, rougeLsum)",
    example=Example(
        input=["On cats."],
        expected=[r"The cat sleeps on the fence.\nDogs bark."],
        output=[r"Dogs bark loudly.\nThe cat sleeps."],
        value=10 / 14,
    ),
)
def rouge_score_lsum(references: list[list[Words]], output: list[Words]) -> Mean:
    r"""ROUGE-Lsum as the package rouge-score computes it: words are runs of a-z and 0-9.

        F = 1/n Σ 2 Σ u(s) / (|e| + |o|)

    n: lines; u(s): words of the expected sentence s that are in a longest common subsequence with some given sentence;
    |e|, |o|: words expected, given. Sentences are separated by `\n`, written as these two characters, where the package
    wants line feeds. Of several references the one with the greatest F. Every line weighs the same.
    Empty: a line without words on one side counts 0; NaN over no lines.
    """
    return _best(_rouge_lsum, references, output)
