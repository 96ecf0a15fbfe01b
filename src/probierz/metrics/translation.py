"""Translations against reference translations: n-grams, characters, edits with shifts.

An expected line holds one reference or more, separated by TABs.
"""

from __future__ import annotations

import math
import string
from collections import Counter, namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from operator import add
from typing import Any, NamedTuple

from probierz.metrics.definition import Example, metric
from probierz.metrics.ngram_blocks import are_worth_it
from probierz.metrics.parsers import first_column, words
from probierz.metrics.reads import REFERENCES, TEXT, TOKENS
from probierz.metrics.tallies import Edits, f_score, ratio
from probierz.metrics.tercom import edits_with_shifts, short_enough
from probierz.metrics.traps import any_holds
from probierz.text import mteval_13a, words_by_13a


def _references(text: str) -> list[list[str]]:
    return [words(reference) for reference in text.split("\t")]


def _example(output: Sequence[str], value: float) -> Example:
    return Example(
        input=["Alicella on musta kissa.", "Kissa nukkuu puun alla."],
        expected=["Alice has a black cat\tAlice has got a black cat", "The cat is sleeping under the tree"],
        output=output,
        value=value,
    )


_OUTPUT = ["Alice has a black cat", "The cat sleeps under the old tree"]


# --- BLEU --------------------------------------------------------------------------------------------------------


class NgramCounts(NamedTuple):
    """N-grams found in a reference and n-grams given, for n from 1 to 4, and both lengths in words."""

    matched_1: int
    matched_2: int
    matched_3: int
    matched_4: int
    given_1: int
    given_2: int
    given_3: int
    given_4: int
    reference_length: int
    output_length: int

    @property
    def matched(self) -> tuple[int, ...]:
        """The matched n-grams of each n."""
        return self[0:4]

    @property
    def given(self) -> tuple[int, ...]:
        """The given n-grams of each n."""
        return self[4:8]

    def brevity_penalty(self) -> float:
        """1 when the output is at least as long as the references, else exp(1 - r / c), 0 for no words at all."""
        if self.output_length >= self.reference_length:
            return 1.0
        return math.exp(1 - self.reference_length / self.output_length) if self.output_length else 0.0

    def components(self) -> dict[str, float]:
        """The share of given n-grams that match, of each n without smoothing, the brevity penalty and the lengths."""
        pairs = zip(self.matched, self.given, strict=True)
        precisions = {f"precision_{order}": ratio(*pair) for order, pair in enumerate(pairs, 1)}
        lengths = {"reference_length": self.reference_length, "output_length": self.output_length}
        return {**precisions, "brevity_penalty": self.brevity_penalty(), **lengths}


def _ngrams(tokens: Sequence[str], order: int) -> Counter[Any]:
    return Counter(tokens if order == 1 else zip(*[tokens[start:] for start in range(order)], strict=False))


def _shared(one: Mapping[Any, int], other: Mapping[Any, int]) -> int:
    """Σ over n-grams of both of the smaller count."""
    both = one.keys() & other.keys()
    return sum(map(min, map(one.__getitem__, both), map(other.__getitem__, both)))


def _least_counts(counters: Sequence[Counter[Any]]) -> Counter[Any]:
    least = counters[0].copy()
    for counter in counters[1:]:
        for gram, count in counter.items():
            least[gram] = min(count, least.get(gram, count))
    return least


def _greatest_counts(counters: Sequence[Counter[Any]]) -> Counter[Any]:
    greatest = counters[0].copy()
    for counter in counters[1:]:
        greatest |= counter
    return greatest


def _count_ngrams(
    references: Sequence[Sequence[str]],
    output: Sequence[str],
    combine: Callable[[Sequence[Counter[Any]]], Counter[Any]],
) -> NgramCounts:
    length = len(output)
    nearest = min([(abs(len(reference) - length), len(reference)) for reference in references])[1]
    matched = [0, 0, 0, 0]
    for order in (1, 2, 3, 4):
        wanted = [_ngrams(reference, order) for reference in references]
        matched[order - 1] = _shared(_ngrams(output, order), wanted[0] if len(wanted) == 1 else combine(wanted))
        if not matched[order - 1]:
            break  # without common n-grams there are no longer ones
    given = [max(0, length - less) for less in range(4)]
    return NgramCounts._make([*matched, *given, nearest, length])


def _apart(expected: Sequence[str], output: Sequence[str]) -> list[str] | None:
    """The texts of both sides by turns; None where a line has several references, or they are few."""
    if not are_worth_it(len(expected)) or any_holds(expected, "\t"):
        return None
    return list(chain.from_iterable(zip(expected, output, strict=True)))


def _many_counts(cut: list[list[str]]) -> list[NgramCounts] | None:
    """The counts of many lines, from the words of expected and output by turns; None where they are too many."""
    import numpy

    from probierz.metrics.ngram_blocks import common_ngrams, numbered_words

    symbols, lengths = numbered_words(cut)
    matched = common_ngrams(symbols, lengths, 4)
    if matched is None:
        return None
    wanted, given = lengths[0::2, None], lengths[1::2, None]
    rows = numpy.hstack([matched, numpy.maximum(0, given - numpy.arange(4)), wanted, given])
    return list(map(NgramCounts._make, rows.tolist()))


def _many_bleu(expected: Sequence[str], output: Sequence[str]) -> list[NgramCounts] | None:
    texts = _apart(expected, output)
    return None if texts is None else _many_counts(list(map(words, texts)))


def _many_sacre_bleu(expected: Sequence[str], output: Sequence[str]) -> list[NgramCounts] | None:
    texts = _apart(expected, output)
    return None if texts is None else _many_counts(words_by_13a(texts))


def _bleu(total: NgramCounts) -> float:
    precisions = [ratio(matched, given) for matched, given in zip(total.matched, total.given, strict=True)]
    return float(math.prod(precisions) ** 0.25 * total.brevity_penalty())


@metric(
    "BLEU",
    better="higher",
    bounds=(0, 1),
    parse=(_references, words),
    reads=(REFERENCES, TOKENS),
    many=_many_bleu,
    finish=_bleu,
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    source="Papineni et al. 2002; GEval 1.42.2.0 (several references)",
    example=_example(_OUTPUT, 0.5),
)
def bleu(references: list[list[str]], output: list[str]) -> NgramCounts:
    """Share of n-grams that are found in a reference: geometric mean over n = 1..4, short outputs punished.

        BLEU = BP (p1 p2 p3 p4)^(1/4),  pn = Σ m(n) / Σ t(n)
        BP = 1 if c >= r, else exp(1 - r / c)

    t(n): n-grams given; m(n): those found, each as often as it is in the output, at most as often as in a reference;
    of several references that contain it the one with the *fewest* counts, as in GEval.
    c: words given; r: words of the references, of each line the one nearest in length (the shorter of two).
    Lines are summed before dividing: long lines weigh more.
    Empty: pn is 1 when no n-gram was given at all; no words given where some were expected is 0.
    Papineni's BLEU and sacreBLEU take the greatest count over references and sacreBLEU also cuts punctuation off and
    smooths (see SacreBLEU here); with one reference only these last two differ.
    """
    return _count_ngrams(references, output, _least_counts)


def _sacre_bleu(total: NgramCounts) -> float:
    return _sentence_sacre_bleu(total) if total.given_4 else 0.0


def _sentence_sacre_bleu(total: NgramCounts) -> float:
    """Over the orders that the output is long enough for: sacreBLEU's effective order."""
    if not total.matched_1:
        return 0.0
    factors = iter((0.5, 0.25, 0.125))
    counts = zip(total.matched, total.given, strict=True)
    precisions = [(matched or next(factors)) / given for matched, given in counts if given]
    logarithm = math.fsum(map(math.log, precisions)) / len(precisions)
    return float(math.exp(logarithm) * total.brevity_penalty())


def _tokens_13a(text: str) -> list[str]:
    return mteval_13a(text).split()


def _references_13a(text: str) -> list[list[str]]:
    return [_tokens_13a(reference) for reference in text.split("\t")]


@metric(
    "SacreBLEU",
    better="higher",
    bounds=(0, 1),
    parse=(_references_13a, _tokens_13a),
    reads=(REFERENCES, TEXT),
    many=_many_sacre_bleu,
    finish=_sacre_bleu,
    finish_line=_sentence_sacre_bleu,
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    peer_signature="nrefs:{references}|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0",
    geval=False,
    source="Papineni et al. 2002; Post 2018, A Call for Clarity in Reporting BLEU Scores",
    example=_example(_OUTPUT, 0.5),
)
def sacre_bleu(references: list[list[str]], output: list[str]) -> NgramCounts:
    """BLEU with the settings that make published values comparable.

        BLEU = BP (p1 p2 p3 p4)^(1/4),  pn = Σ m(n) / Σ t(n)
        BP = 1 if c >= r, else exp(1 - r / c)

    Texts are cut into tokens as by mteval-v13a, case is kept. t(n): n-grams given; m(n): those found, each at most as
    often as in the reference that has it most often. The k-th pn without any match counts as 1 / (2^k t(n)).
    c: tokens given; r: tokens of the references, of each line the one nearest in length (the shorter of two).
    Lines are summed before dividing: long lines weigh more.
    The score of a single line, and so `Mean/SacreBLEU`, takes the mean over the n that the line has n-grams for: three
    right words score 1.
    Empty: 0 when no token matches; over all lines also when none has four tokens.
    sacreBLEU with its default signature prints this value times 100, and `sentence_bleu` that of a line.
    """
    return _count_ngrams(references, output, _greatest_counts)


# --- GLEU --------------------------------------------------------------------------------------------------------


class _CommonNgrams(NamedTuple):
    common: int
    larger: int


def _all_ngrams(length: int) -> int:
    return sum([max(0, length - less) for less in range(4)])


def _common_ngrams(reference: Sequence[str], output: Sequence[str]) -> _CommonNgrams:
    common = 0
    for order in (1, 2, 3, 4):
        shared = _shared(_ngrams(output, order), _ngrams(reference, order))
        if not shared:
            break
        common += shared
    return _CommonNgrams(common, max(_all_ngrams(len(reference)), _all_ngrams(len(output))))


def _many_gleu(expected: Sequence[str], output: Sequence[str]) -> list[_CommonNgrams] | None:
    counts = _many_bleu(expected, output)
    if counts is None:
        return None
    longer = [max(one.reference_length, one.output_length) for one in counts]
    return [_CommonNgrams(sum(one.matched), _all_ngrams(length)) for one, length in zip(counts, longer, strict=True)]


@metric(
    "GLEU",
    better="higher",
    bounds=(0, 1),
    parse=(_references, words),
    reads=(REFERENCES, TOKENS),
    many=_many_gleu,
    finish=lambda total: ratio(*total),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    source="Wu et al. 2016, Google's Neural Machine Translation System",
    example=Example(
        input=["Alicella on musta kissa."],
        expected=["Alice has a black cat"],
        output=["Alice has a black"],
        value=0.7142857142857143,
    ),
)
def gleu(references: list[list[str]], output: list[str]) -> _CommonNgrams:
    """Google's BLEU for single sentences: the smaller of n-gram precision and recall, n = 1..4 together.

        GLEU = Σ m / Σ max(t(r), t(o))

    m: n-grams of one to four words that output and reference have in common, as often as both have them; t(r), t(o):
    all n-grams of the reference, of the output. Of several references the one with the greatest quotient (the last of
    equals).
    Lines are summed before dividing: long lines weigh more.
    Empty: a line without words on either side adds nothing; 1 when there is no n-gram at all.
    NLTK's `corpus_gleu` is the same but for its choice among references whose quotients are equal.
    Not the GLEU of grammatical error correction (Napoles et al. 2015).
    """
    found = [_common_ngrams(reference, output) for reference in references]
    return max(reversed(found), key=lambda common: ratio(*common))


# --- chrF --------------------------------------------------------------------------------------------------------

ChrfCounts = namedtuple(
    "ChrfCounts",
    "matched_1 expected_1 given_1 matched_2 expected_2 given_2 matched_3 expected_3 given_3 "
    "matched_4 expected_4 given_4 matched_5 expected_5 given_5 matched_6 expected_6 given_6 "
    "matched_word_1 expected_word_1 given_word_1 matched_word_2 expected_word_2 given_word_2",
)


def _chrf(total: Sequence[float]) -> float:
    """Mean precision and mean recall over the orders that have n-grams on both sides, as F2."""
    orders = [
        (matched / given, matched / expected)
        for matched, expected, given in zip(total[0::3], total[1::3], total[2::3], strict=True)
        if expected and given
    ]
    if not orders:
        return 0.0
    precision, recall = (math.fsum(values) / len(orders) for values in zip(*orders, strict=True))
    return f_score(precision, recall, 2.0)


def _repeated_or_not(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many n-grams two lists have in common: sets where one list has no n-gram twice, which is the usual case."""
    these, those = set(one), set(other)
    if len(these) == len(one) or len(those) == len(other):
        return len(these & those)
    return _shared(Counter(one), Counter(other))


def _character_ngrams(text: str) -> list[Sequence[str]]:
    """The n-grams of characters for n from 1 to 6, white space left out."""
    characters = list("".join(text.split()))
    grams: list[Sequence[str]] = [characters]
    for order in range(1, 6):
        # An n-gram is the one before it and a character more: faster than cutting the text.
        grams.append(list(map(add, grams[-1], characters[order:])))
    return grams


_PUNCTUATION = frozenset(string.punctuation)


def _words_and_marks(text: str) -> list[str]:
    tokens: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in _PUNCTUATION:
            tokens += word[:-1], word[-1]
        elif len(word) > 1 and word[0] in _PUNCTUATION:
            tokens += word[0], word[1:]
        else:
            tokens.append(word)
    return tokens


def _character_and_word_ngrams(text: str) -> list[Sequence[Any]]:
    tokens = _words_and_marks(text)
    return [*_character_ngrams(text), tokens, list(pairwise(tokens))]


def _compare(reference: Sequence[Sequence[Any]], output: Sequence[Sequence[Any]]) -> list[int]:
    counts: list[int] = []
    for wanted, given in zip(reference, output, strict=True):
        # What the reference is too short for is not held against the output.
        counts += (_repeated_or_not(wanted, given), len(wanted), len(given)) if wanted else (0, 0, 0)
    return counts


def _best_chrf(references: Sequence[Sequence[Sequence[Any]]], output: Sequence[Sequence[Any]]) -> ChrfCounts:
    counts = [_compare(reference, output) for reference in references]
    best = counts[0] if len(counts) == 1 else max(counts, key=_chrf)
    return ChrfCounts(*best, *[0] * (24 - len(best)))


def _counts_of_many(symbols: Any, lengths: Any, longest: int) -> Any:
    """Columns matched, expected, given for each n of many pairs of texts; None where there are too many symbols."""
    import numpy

    from probierz.metrics.ngram_blocks import common_ngrams

    matched = common_ngrams(symbols, lengths, longest)
    if matched is None:
        return None
    wanted, given = (numpy.maximum(0, lengths[side::2, None] - numpy.arange(longest)) for side in (0, 1))
    # What the reference is too short for is not held against the output.
    return numpy.dstack([matched, wanted, given * (wanted > 0)]).reshape(len(matched), 3 * longest)


def _many_chrf(expected: Sequence[str], output: Sequence[str], word_order: int = 0) -> list[ChrfCounts] | None:
    import numpy

    from probierz.metrics.ngram_blocks import numbered_characters, numbered_words

    texts = _apart(expected, output)
    if texts is None:
        return None
    counts = [_counts_of_many(*numbered_characters(["".join(text.split()) for text in texts]), 6)]
    if word_order:
        counts.append(_counts_of_many(*numbered_words(map(_words_and_marks, texts)), word_order))
    if any(one is None for one in counts):
        return None
    rows = numpy.hstack([*counts, numpy.zeros((len(expected), 6 - 3 * word_order), dtype=int)])
    return list(map(ChrfCounts._make, rows.tolist()))


_many_chrf_plus_plus = partial(_many_chrf, word_order=2)


@metric(
    "chrF",
    better="higher",
    bounds=(0, 1),
    parse=(lambda text: [_character_ngrams(part) for part in text.split("\t")], _character_ngrams),
    reads=(REFERENCES, TEXT),
    many=_many_chrf,
    finish=_chrf,
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    peer_signature="nrefs:{references}|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0",
    geval=False,
    source="Popović 2015, chrF: character n-gram F-score; Post 2018 (sacreBLEU)",
    example=_example(_OUTPUT, 0.6859684872069959),
)
def chrf(references: list[list[Sequence[str]]], output: list[Sequence[str]]) -> ChrfCounts:
    """F2-score of character n-grams, n = 1..6, white space left out.

        chrF = 5 P R / (4 P + R)

    P, R: the means over n of Σ m(n) / Σ o(n) and of Σ m(n) / Σ e(n); m(n): n-grams that output and reference have in
    common, as often as both have them; o(n), e(n): n-grams given, expected. An n that one side has no n-grams for is
    left out, and what a reference is too short for is not counted in its line's o(n). Of several references the one
    with the greatest chrF on its line. Recall weighs twice as much as precision.
    Lines are summed before dividing: long lines weigh more.
    Empty: 0 when the references or the outputs have no character at all.
    sacreBLEU prints this value times 100 as chrF2.
    """
    return _best_chrf(references, output)


@metric(
    "chrF++",
    better="higher",
    bounds=(0, 1),
    parse=(lambda text: [_character_and_word_ngrams(part) for part in text.split("\t")], _character_and_word_ngrams),
    reads=(REFERENCES, TEXT),
    many=_many_chrf_plus_plus,
    finish=_chrf,
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    peer_signature="nrefs:{references}|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0",
    geval=False,
    source="Popović 2017, chrF++: words helping character n-grams; Post 2018 (sacreBLEU)",
    example=_example(_OUTPUT, 0.6936561811420088),
)
def chrf_plus_plus(references: list[list[Sequence[Any]]], output: list[Sequence[Any]]) -> ChrfCounts:
    """F2-score of character n-grams, n = 1..6, and word n-grams, n = 1..2.

        chrF++ = 5 P R / (4 P + R)

    P, R: means of precision and recall over the eight kinds of n-grams, see chrF. A punctuation mark (ASCII) at the end
    of a word, else at its beginning, is a word of its own.
    Lines are summed before dividing: long lines weigh more.
    Empty: 0 when the references or the outputs have no character at all.
    sacreBLEU prints this value times 100 as chrF2++ (word order 2).
    """
    return _best_chrf(references, output)


# --- TER ---------------------------------------------------------------------------------------------------------


def _lower_words(text: str) -> list[str]:
    return short_enough(text.lower().split())


def _lower_references(text: str) -> list[list[str]]:
    return [_lower_words(reference) for reference in text.split("\t")]


@metric(
    "TER",
    better="lower",
    bounds=(0, math.inf),
    parse=(_lower_references, _lower_words),
    reads=(REFERENCES, TEXT),
    perfect=first_column,
    preprocessed_itemwise=True,
    free_columns=True,
    peer_signature="nrefs:{references}|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0",
    geval=False,
    source="Snover et al. 2006, A Study of Translation Edit Rate; Post 2018 (sacreBLEU)",
    example=_example(_OUTPUT, 3 / 12.5),
)
def translation_edit_rate(references: list[list[str]], output: list[str]) -> Edits:
    """Translation edit rate: edits that turn the output into a reference, per word; a phrase moved is one edit.

        TER = Σ (S + D + I + M) / Σ N

    S, D, I, M: words substituted, deleted, inserted, and phrases moved, of the reference that needs fewest; the moves
    are found greedily, as by tercom. N: words of the references, on average over those of a line. Case is ignored,
    punctuation is not cut off.
    Lines are summed before dividing: long lines weigh more.
    Empty: nothing expected and nothing given is 0; nothing expected, anything given is 1.
    sacreBLEU with its default signature prints this value times 100.
    """
    length = math.fsum(map(len, references)) / len(references)
    return Edits(min([edits_with_shifts(output, reference) for reference in references]), length)
