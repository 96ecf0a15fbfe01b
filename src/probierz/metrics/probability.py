"""How well given probabilities fit what was expected: of a class, or of a word among hash buckets."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from probierz.errors import ParseError
from probierz.metrics.definition import Example, metric
from probierz.metrics.parsers import (
    bucket_values,
    characters,
    clipped_number,
    number,
    probability,
    with_certainty,
    word_values,
    zero_one,
)
from probierz.metrics.reads import PROBABILITIES, TEXT
from probierz.metrics.tallies import LossOfClass, Mean


def _logarithm(value: float) -> float:
    return math.log(value) if value > 0 else (-math.inf if value == 0 else math.nan)


def _exponential(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


def negative_mean(total: Mean) -> float:
    """-(Σ total / Σ count); NaN over no lines."""
    return -total.mean()


def exponential_of_mean(total: Mean) -> float:
    """exp(Σ total / Σ count); NaN over no lines."""
    return _exponential(total.mean())


def exponential_of_negative_mean(total: Mean | LossOfClass) -> float:
    """exp(-Σ total / Σ count); NaN over no lines."""
    return _exponential(-total.mean())


# --- of a class --------------------------------------------------------------------------------------------------

_REVIEWS = Example(
    input=["That's great, ha, ha, I love it!", "Super-duper!!", "That is incredibly boring."],
    expected=["1.0", "1.0", "0.0"],
    output=["0.9", "0.5", "0.8"],
    value=-math.log(0.9 * 0.5 * 0.2) / 3,
    in_header=["Text"],
    out_header=["Probability"],
)


@metric(
    "LogLoss",
    better="lower",
    bounds=(0, math.inf),
    parse=(number, clipped_number),
    source="Good 1952 (logarithmic score); GEval 1.42.2.0",
    example=_REVIEWS,
)
def logarithmic_loss(expected: float, output: float) -> LossOfClass:
    """Logarithmic loss of the probability of class 1.

        LogLoss = -(1/n) Σ ln p,   p = o if e > 0.5, else 1 - o

    e: expected class, any number; o: given probability of class 1 (moved into [0, 1]); n: lines; in nats.
    Every line weighs the same. One certain and wrong line makes the loss infinite; scikit-learn keeps o away from 0
    and 1 instead.
    Empty: NaN.
    """
    return LossOfClass(-_logarithm(output if expected > 0.5 else 1 - output), int(expected > 0.5))


@metric(
    "Likelihood",
    better="higher",
    bounds=(0, 1),
    parse=(number, clipped_number),
    finish=exponential_of_negative_mean,
    source="Good 1952 (logarithmic score); GEval 1.42.2.0",
    example=replace(_REVIEWS, value=0.09 ** (1 / 3)),
)
def likelihood(expected: float, output: float) -> LossOfClass:
    """Geometric mean of the probabilities of the expected classes.

        Likelihood = exp( (1/n) Σ ln p ) = exp(-LogLoss),   p = o if e > 0.5, else 1 - o

    e: expected class, any number; o: given probability of class 1 (moved into [0, 1]); n: lines.
    Every line weighs the same. One certain and wrong line makes it 0.
    Empty: NaN.
    """
    return LossOfClass(-_logarithm(output if expected > 0.5 else 1 - output), int(expected > 0.5))


@metric(
    "Brier",
    better="lower",
    bounds=(0, 1),
    parse=(zero_one, probability),
    geval=False,
    source="Brier 1950 (the form for two classes that counts one of them)",
    example=replace(_REVIEWS, expected=["1", "1", "0"], value=0.3),
)
def brier_score(expected: int, output: float) -> LossOfClass:
    """Brier score: mean squared error of the probability of class 1.

        Brier = (1/n) Σ (e - o)²

    e: expected class, 0 or 1; o: given probability of class 1; n: lines. Every line weighs the same.
    Brier's own sum over both classes is twice as large.
    Empty: NaN.
    """
    return LossOfClass((expected - output) ** 2, expected)


# --- of a word among hash buckets --------------------------------------------------------------------------------


class Distribution(NamedTuple):
    """Probabilities of words and of any other word, or of the buckets themselves; to be divided by `total`."""

    words: list[tuple[str, float]]
    other: float = 0.0
    buckets: list[float] | None = None
    total: float = 1.0


def distribution(text: str, bits: int = 10) -> Distribution:
    """A word distribution: `word:0.6 next:0.3 :0.1`, or as many log-probabilities as there are buckets, 2^bits.

    Values are probabilities when all are in [0, 1] and one is above 0, else natural logarithms of probabilities. An
    entry without a word is any other word; where there is none, it gets what is left to 1. Raises ParseError for
    anything else.
    """
    if ":" not in text:
        buckets = [_exponential(value) for value in _bucket_logarithms(text, bits)]
        return Distribution([], buckets=buckets, total=_divisor(math.fsum(buckets)))
    entries = word_values(text)
    if entries is None:
        raise _unreadable(text)
    entries = _probabilities(entries)
    words = [entry for entry in entries if entry[0]]
    other = math.fsum(value for word, value in entries if not word)
    return Distribution(words, other, total=_divisor(math.fsum(value for _, value in words) + other))


def _bucket_logarithms(text: str, bits: int) -> list[float]:
    values = bucket_values(text)
    if values is None:
        raise _unreadable(text)
    if len(values) != 1 << bits:
        raise ParseError(
            f"wanted word:probability entries separated by single spaces, or 2^{bits} log-probabilities;"
            f" found {len(values)} numbers",
            found=text,
            geval="unexpected number of log probs",
        )
    return values


def _unreadable(text: str) -> ParseError:
    reason = "wanted entries such as word:0.6 separated by single spaces"
    return ParseError(reason, found=text, geval=_geval_reason(text))


def _geval_reason(text: str) -> str:
    for piece in text.split(" "):
        _, colon, value = piece.rpartition(":")
        if piece and not colon and ":" in text:
            return "colon expected"
        try:
            number(value)
        except ParseError as error:
            rest_is_wrong = error.geval == "number expected"
            return "number text found after a number" if rest_is_wrong else "input does not start with a digit"
        if "\t" in value:
            return "number text found after a number"
    return "cannot parse line"


def _is_off(total: float) -> bool:
    return total > 1 or total < 1 - 1e-8


def _divisor(total: float) -> float:
    return total if _is_off(total) else 1.0


def _probabilities(entries: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Read values as probabilities or as logarithms, and give any other word what is left to 1."""
    values = [value for _, value in entries]
    has_other = any(not word for word, _ in entries)
    if all(0 <= value <= 1 for value in values) and any(values):
        total = math.fsum(values)
        if total > 1 or (has_other and _is_off(total)):
            return [(word, value / total) for word, value in entries]
        return [*entries, ("", 1 - total)] if _is_off(total) else entries
    chances = [(word, _exponential(value)) for word, value in entries]
    total = math.fsum(chance for _, chance in chances)
    is_short = 0 < total < 1 and _is_off(total)
    if is_short and not has_other and all(value <= 0 for value in values):
        return [*chances, ("", 1 - total)]
    return chances


@cache
def _hash() -> Callable[[str, int, bool], int]:
    import mmh3  # loaded only when a metric needs it

    return mmh3.hash


def _hashed_logarithm(expected: str, given: Distribution, position: int, bits: int) -> Mean:
    """ln of the probability of the bucket that the expected text falls into; the line number is the hash's seed."""
    hash_of = _hash()
    mask = (1 << bits) - 1
    bucket = hash_of(expected, position, False) & mask
    if given.buckets is not None:
        chance = given.buckets[bucket]
    else:
        same_bucket = (value for word, value in given.words if hash_of(word, position, False) & mask == bucket)
        chance = sum(same_bucket, math.ldexp(given.other, -bits))
    return Mean(_logarithm(chance / given.total if given.total else math.nan))


_GAPS = Example(
    input=["Ala ma\tpsa", "na stole\tkot", "pada\tod rana", "dziś jest\tdzień"],
    expected=["kota", "leży", "deszcz", "dobry"],
    output=["kota:0.5 psa:0.25 :0.25", "stoi:0.5 leży:0.25 :0.25", "deszcz:0.75 śnieg:0.25", "dobry:0.5 zły:0.5"],
    value=0.0,
    in_header=["LeftContext", "RightContext"],
    out_header=["Word"],
    train=["Ala ma\tpsa\ti kota", "pada\tśnieg\tod wczoraj", "na krześle\tsiedzi\tkot", "dziś jest\tzły\tdzień"],
)
# Only the word itself falls into its bucket here; a quarter spread over 1024 buckets is added in the first two lines.
_GAPS_LOGARITHM = (math.log(0.5 + 0.25 / 1024) + math.log(0.25 + 0.25 / 1024) + math.log(0.75) + math.log(0.5)) / 4


@metric(
    "LogLossHashed{bits:integer=10}",
    allowed={"bits": (1, 32)},
    better="lower",
    bounds=(0, math.inf),
    parse=(characters, distribution),
    reads=(TEXT, PROBABILITIES),
    finish=negative_mean,
    perfect=with_certainty,
    needs_position=True,
    source="GEval 1.42.2.0; Appleby 2011 (MurmurHash3, x86, 32 bits)",
    example=replace(_GAPS, name="LogLossHashed", value=-_GAPS_LOGARITHM),
)
def logarithmic_loss_hashed(expected: str, output: Distribution, position: int, bits: int) -> Mean:
    """Logarithmic loss of the expected word, words being hashed into 2^bits buckets.

        LogLossHashed = -(1/n) Σ ln P(bucket of e)

    e: expected word (the whole line); P: sum of the probabilities of the given words in that bucket, and 1/2^bits of
    the probability of any other word; n: lines; in nats. The seed of the hash is the number of the line, so that nobody
    gains from words that share a bucket. Every line weighs the same. A probability of 0 makes the loss infinite.
    Empty: NaN.
    """
    return _hashed_logarithm(expected, output, position, bits)


@metric(
    "LikelihoodHashed{bits:integer=10}",
    allowed={"bits": (1, 32)},
    better="higher",
    bounds=(0, 1),
    parse=(characters, distribution),
    reads=(TEXT, PROBABILITIES),
    finish=exponential_of_mean,
    perfect=with_certainty,
    needs_position=True,
    source="GEval 1.42.2.0; Appleby 2011 (MurmurHash3, x86, 32 bits)",
    example=replace(_GAPS, name="LikelihoodHashed", value=math.exp(_GAPS_LOGARITHM)),
)
def likelihood_hashed(expected: str, output: Distribution, position: int, bits: int) -> Mean:
    """Geometric mean of the probabilities of the expected words, words being hashed into 2^bits buckets.

        LikelihoodHashed = exp( (1/n) Σ ln P(bucket of e) )

    e, P, n: as in LogLossHashed, of which this is exp(-loss). Every line weighs the same.
    Empty: NaN.
    """
    return _hashed_logarithm(expected, output, position, bits)


@metric(
    "PerplexityHashed{bits:integer=10}",
    allowed={"bits": (1, 32)},
    better="lower",
    bounds=(1, math.inf),
    parse=(characters, distribution),
    reads=(TEXT, PROBABILITIES),
    finish=exponential_of_negative_mean,
    perfect=with_certainty,
    needs_position=True,
    source="Jelinek et al. 1977 (perplexity); GEval 1.42.2.0; Appleby 2011 (MurmurHash3, x86, 32 bits)",
    example=replace(_GAPS, name="PerplexityHashed", value=math.exp(-_GAPS_LOGARITHM)),
)
def perplexity_hashed(expected: str, output: Distribution, position: int, bits: int) -> Mean:
    """Perplexity of the expected words, words being hashed into 2^bits buckets.

        PerplexityHashed = exp( -(1/n) Σ ln P(bucket of e) )

    e, P, n: as in LogLossHashed, of which this is exp(loss): among how many equally likely words the output wavers.
    Every line weighs the same.
    Empty: NaN.
    """
    return _hashed_logarithm(expected, output, position, bits)
