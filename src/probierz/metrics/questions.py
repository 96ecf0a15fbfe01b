"""Answers to questions, compared as in SQuAD: TAB-separated acceptable answers, the best one counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from string import punctuation

from probierz.metrics.definition import Example, metric
from probierz.metrics.parsers import first_column
from probierz.metrics.reads import REFERENCES, TEXT
from probierz.metrics.tallies import Mean

_NO_PUNCTUATION = str.maketrans("", "", punctuation)
_ARTICLES = re.compile(r"\b(a|an|the)\b")

Words = list[str]


def answer_words(text: str) -> Words:
    """Return the words that are compared: lower case, without ASCII punctuation, without English articles."""
    # Python's own white space is cut at here, as the official script does.
    return _ARTICLES.sub(" ", text.lower().translate(_NO_PUNCTUATION)).split()


def acceptable_answers(text: str) -> list[Words]:
    """Return the words of every TAB-separated answer."""
    return list(map(answer_words, text.split("\t")))


def bag_f_measure(answer: Words, output: Words) -> float:
    """Return the F-measure of two bags of words; when one is empty, 1 if both are."""
    if not answer or not output:
        return 1.0 if answer == output else 0.0
    common = (Counter(answer) & Counter(output)).total()
    return 2 * common / (len(answer) + len(output))


def _best(score: Callable[[Words, Words], float], expected: Sequence[Words], output: Words) -> Mean:
    return Mean(max(score(answer, output) for answer in expected))


_QUESTIONS = Example(
    input=["What flows through Poznań?", "What did the dwarves dig?", "When was the bridge built?"],
    expected=["the Warta\tWarta river", "a deep mine", "1925\tin 1925"],
    output=["The Warta.", "deep tunnels", "1952"],
    value=1 / 3,
    in_header=["Question"],
    out_header=["Answer"],
)


@metric(
    "SQuAD-EM",
    better="higher",
    bounds=(0, 1),
    parse=(acceptable_answers, answer_words),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    geval=False,
    source="Rajpurkar et al. 2016 (SQuAD 1.1, official script)",
    example=_QUESTIONS,
)
def squad_exact_match(expected: Sequence[Words], output: Words) -> Mean:
    """Share of answers that equal an acceptable one, as in SQuAD.

        EM = (1/n) Σ max over a of [words(a) = words(o)]

    a: acceptable answers, separated by TABs in the expected line; o: given answer; n: lines. Texts are compared in
    lower case, without ASCII punctuation, without the words a, an, the, white space squeezed.
    Every line weighs the same. The official script prints the value times 100.
    Empty: NaN.
    """
    return _best(lambda answer, given: 1.0 if answer == given else 0.0, expected, output)


@metric(
    "SQuAD-F1",
    better="higher",
    bounds=(0, 1),
    parse=(acceptable_answers, answer_words),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    geval=False,
    source="Rajpurkar et al. 2016 (SQuAD 1.1, official script); Rajpurkar et al. 2018 (empty answers, SQuAD 2.0)",
    example=replace(_QUESTIONS, value=(1 + 1 / 2 + 0) / 3),
)
def squad_f1(expected: Sequence[Words], output: Words) -> Mean:
    """F-measure of the words that answers share with an acceptable one, as in SQuAD.

        F1 = (1/n) Σ max over a of 2 · |words(a) ∩ words(o)| / (|words(a)| + |words(o)|)

    a: acceptable answers, separated by TABs in the expected line; o: given answer; ∩ counts repeated words; n: lines.
    Words are prepared as in SQuAD-EM. Every line weighs the same. The official script prints the value times 100.
    An answer without words scores 1 against another without words, else 0 (as in SQuAD 2.0; 1.1 always says 0).
    Empty: NaN.
    """
    return _best(bag_f_measure, expected, output)
