"""PolEval 2021, task 2: sentence BLEU and GLEU as baselines for the quality of a translation.

The formulas are those of NLTK, with its smoothing methods by number. The proceedings do not say how texts were cut into
tokens; with those of mteval-v13a all sixteen printed correlations on dev-0 and test-A come out, with NLTK's own
tokenizers they do not. The baseline for a line is the BLEU of the machine's translation against the human one; the
columns of the input are MT, EN and HUMAN.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from probierz.challenges.files import find_file
from probierz.errors import ChallengeError, DataError, OptionError
from probierz.lines import LineReader
from probierz.text import mteval_13a

METHODS = ("0", "1", "2", "3", "4", "5", "6", "7", "gleu")
"""NLTK's smoothing methods, of which the published table has all but 6, and GLEU."""

_ORDER = 4
_HEADER = ("MT", "EN", "HUMAN")


def tokens(text: str) -> list[str]:
    """Cut a text into tokens as mteval-v13a does; see `probierz.text.mteval_13a`."""
    return mteval_13a(text).split()


def _ngrams(words: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[at:] for at in range(order)), strict=False))


def _precision(words: Sequence[str], reference: Sequence[str], order: int) -> tuple[int, int]:
    """How many n-grams are matched, each as often as it is in the reference; and how many there are, at least 1."""
    given = _ngrams(words, order)
    return (given & _ngrams(reference, order)).total(), max(given.total(), 1)


def sentence_bleu(translation: str, reference: str, *, smoothing: int = 2) -> float:
    """BLEU of one sentence against one reference.

        BLEU = b · exp(1/4 Σ log p(n)),  n = 1 … 4,  b = min(1, exp(1 − |reference| / |translation|))

    p(n) = m(n) / l(n): the share of n-grams that are matched, smoothed by one of NLTK's methods (0 to 7).
    0: a precision of 0 becomes the smallest float. 1: m = 0 becomes 0.1. 2: (m + 1) / (l + 1) for n ≥ 2.
    3: the k-th m = 0 becomes 1 / 2^k. 4: it becomes log|translation| / (5 · 2^k). 5: the mean with the neighbours.
    6: (m + 5 q) / (l + 5) for n ≥ 3, q = p(n-1)² / p(n-2); NLTK refuses lines without a trigram in common, which have
    the same formula here, and without a bigram, where there is no q: those have method 3. 7: 4, then 5.
    Higher is better, from 0 to 1 (5 and 7 may pass 1).
    Empty: 0 when no word is matched, as when there is none.
    Source: Chen and Cherry 2014; NLTK 3.9 has the same numbers, releases before 3.6.6 another method 2.
    """
    return bleu_of_tokens(tokens(translation), tokens(reference), smoothing=smoothing)


def bleu_of_tokens(words: Sequence[str], wanted: Sequence[str], *, smoothing: int = 2, orders: int = _ORDER) -> float:
    """Return `sentence_bleu` of texts that are cut into tokens already, with n-grams up to an order.

    Raises OptionError for a smoothing that there is not.
    """
    counts = [_precision(words, wanted, order) for order in range(1, orders + 1)]
    if not counts[0][0]:
        return 0.0
    brevity = 1.0 if len(words) > len(wanted) else math.exp(1 - len(wanted) / len(words))
    precisions = _smoothed(counts, words, wanted, smoothing)
    return brevity * math.exp(math.fsum(math.log(one) / orders for one in precisions if one))


def _smoothed(
    counts: Sequence[tuple[int, int]], words: Sequence[str], wanted: Sequence[str], method: int
) -> list[float]:
    plain = [matched / length for matched, length in counts]
    if method == 0:
        smallest = 2.2250738585072014e-308
        return [one or smallest for one in plain]
    if method == 1:
        return [(matched or 0.1) / length for matched, length in counts]
    if method == 2:
        return [plain[0], *((matched + 1) / (length + 1) for matched, length in counts[1:])]
    if method == 3:
        return _halving(counts, 1.0)
    if method == 4:
        return _by_length(counts, len(words))
    if method == 6:
        return _with_prior(counts, len(words)) if counts[1:] and counts[1][0] else _halving(counts, 1.0)
    if method in (5, 7):
        fifth = _precision(words, wanted, _ORDER + 1)
        return _with_neighbours(plain if method == 5 else _by_length(counts, len(words)), fifth[0] / fifth[1])
    known = ", ".join(METHODS[:-1])
    raise OptionError(f"smoothing={method!r} is not a method; there are {known}")


def _halving(counts: Sequence[tuple[int, int]], scale: float) -> list[float]:
    """Each m = 0 in turn becomes half of the one before, beginning with scale / 2."""
    found = []
    for matched, length in counts:
        if not matched:
            scale /= 2
        found.append((matched or scale) / length)
    return found


def _by_length(counts: Sequence[tuple[int, int]], length: int) -> list[float]:
    # The logarithm of one word is 0, and NLTK leaves its precisions of 0 as they are.
    return _halving(counts, math.log(length) / 5) if length > 1 else [matched / total for matched, total in counts]


_PRIOR = 5  # n-grams that the prior of method 6 counts as


def _with_prior(counts: Sequence[tuple[int, int]], length: int) -> list[float]:
    found = [matched / total for matched, total in counts[:2]]
    for order, (matched, _) in enumerate(counts[2:], 3):
        prior = found[-1] ** 2 / found[-2]
        found.append((matched + _PRIOR * prior) / (max(length - order + 1, 0) + _PRIOR))
    return found


def _with_neighbours(precisions: Sequence[float], fifth: float) -> list[float]:
    found: list[float] = []
    before = precisions[0] + 1
    for now, after in zip(precisions, [*precisions[1:], fifth], strict=True):
        before = (before + now + after) / 3
        found.append(before)
    return found


def sentence_gleu(translation: str, reference: str) -> float:
    """Google's BLEU of one sentence: the smaller of precision and recall of all n-grams together, n = 1 … 4.

        GLEU = m / max(l, r)

    m: n-grams matched; l, r: those of the translation and of the reference. From 0 to 1, higher is better.
    Empty: 0. Source: Wu et al. 2016, section 4; NLTK has the same numbers.
    """
    words, wanted = tokens(translation), tokens(reference)
    pairs = [(_ngrams(words, order), _ngrams(wanted, order)) for order in range(1, _ORDER + 1)]
    longest = max(sum(one.total() for one, _ in pairs), sum(other.total() for _, other in pairs))
    return sum((one & other).total() for one, other in pairs) / longest if longest else 0.0


def baseline_value(translation: str, reference: str, method: str) -> float:
    """Return the BLEU or GLEU of a translation by a method of `METHODS`. Raises OptionError for another."""
    if method not in METHODS:
        raise OptionError(f"no method is called {method!r}; try {', '.join(METHODS)}")
    if method == "gleu":
        return sentence_gleu(translation, reference)
    return sentence_bleu(translation, reference, smoothing=int(method))


def baseline_lines(split: str | os.PathLike[str], method: str = "2") -> Iterator[str]:
    """Yield an output line for each line of a split's in.tsv: 100 times the BLEU or GLEU of MT against HUMAN.

    Raises ChallengeError without an input, DataError for a line without three columns.
    """
    path = find_file(os.fspath(split), "in.tsv")
    if path is None:
        raise ChallengeError(f"{Path(split)}: there is no in.tsv")
    with LineReader(path, header=_HEADER, is_digested=False) as lines:
        for number, line in enumerate(lines, 1):
            columns = str(line).split("\t")
            if len(columns) != len(_HEADER):
                message = f"the columns MT, EN, HUMAN are wanted, found {len(columns)}"
                raise DataError(f"{message}; the blind task has no reference to compare with", path=path, line=number)
            yield repr(100 * baseline_value(columns[0], columns[2], method))
