"""One answer out of several to the same input: by vote, or by mean.

numbers    the one said most often; their mean
labels     the one said most often; that with the greatest mean probability. Both have the mean probabilities
rankings   by reciprocal ranks, sum of 1 / (60 + rank), as scores of different systems are on different scales
           (Cormack, Clarke and Büttcher 2009); by mean score, where the parts have one scale
spans      those that more than half say, with equal ends and label, and the mean probability; also in the mean
texts      token by token; numbers that are read from the lines
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from probierz.systems.answers import Candidate, Label, Number, Ranking, Spans, TextSpan, number_of
from probierz.systems.system import Answer, Text

_RANK_OFFSET = 60

One = TypeVar("One", bound=Answer)


def elected(answers: Sequence[Answer]) -> Answer:
    """What most say; where several are said equally often, what the first of them says."""
    if labels := _labels(answers):
        return Label(_commonest([label.label for label in labels]), _mean_probabilities(labels))
    if numbers := _all_of(Number, answers):
        said = _commonest([number.line for number in numbers])
        return next(number for number in numbers if number.line == said)
    if rankings := _all_of(Ranking, answers):
        return _by_ranks(rankings)
    if spans := _all_of(Spans, answers):
        return _common_spans(spans)
    return Text(_elected_tokens([answer.line for answer in answers]))


def mean_of(answers: Sequence[Answer]) -> Answer:
    """The mean. Raises DataError for a text that is no number, and for kinds of answers that have no mean together."""
    if labels := _labels(answers):
        means = _mean_probabilities(labels)
        return Label(max(means, key=lambda name: means[name]), means) if means else elected(labels)
    if rankings := _all_of(Ranking, answers):
        return _by_scores(rankings)
    if spans := _all_of(Spans, answers):
        return _common_spans(spans)
    digits = max(answer.digits if isinstance(answer, Number) else 4 for answer in answers)
    return Number(sum(map(number_of, answers)) / len(answers), digits)


def _all_of(kind: type[One], answers: Sequence[Answer]) -> list[One]:
    """The answers where all are of a kind, else none."""
    found = [answer for answer in answers if isinstance(answer, kind)]
    return found if len(found) == len(answers) else []


def _labels(answers: Sequence[Answer]) -> list[Label]:
    """Labels, where all answers are; a text beside a label is one, too. Else none."""
    if not any(isinstance(answer, Label) for answer in answers):
        return []
    return _all_of(Label, [Label(one.text) if isinstance(one, Text) else one for one in answers])


def _commonest(votes: Sequence[str]) -> str:
    """The value said most often; of several, the one said first: `Counter` keeps the order of coming."""
    return Counter(votes).most_common(1)[0][0]


def _mean_probabilities(labels: Sequence[Label]) -> dict[str, float]:
    """By label; who tells none beside others who do is sure of what it says."""
    if not any(label.probabilities for label in labels):
        return {}
    told = [label.probabilities or {label.label: 1.0} for label in labels]
    known = dict.fromkeys(name for one in told for name in one)
    return {name: sum(one.get(name, 0.0) for one in told) / len(told) for name in known}


# --- rankings --------------------------------------------------------------------------------------------------------


def _by_ranks(rankings: Sequence[Ranking]) -> Ranking:
    return _ranked(rankings, [
        {one.name: 1 / (_RANK_OFFSET + rank) for rank, one in reversed(list(enumerate(ranking.candidates, 1)))}
        for ranking in rankings
    ], [0.0] * len(rankings))  # fmt: skip


def _by_scores(rankings: Sequence[Ranking]) -> Ranking:
    """A candidate that a part leaves out has the lowest score of that part; parts without any candidate do not count.

    By ranks where a score is no finite number.
    """
    told = [ranking for ranking in rankings if ranking.candidates]
    if not all(math.isfinite(one.score) for ranking in told for one in ranking.candidates):
        return _by_ranks(rankings)
    scores = [{one.name: one.score / len(told) for one in reversed(ranking.candidates)} for ranking in told]
    return _ranked(told, scores, [min(one.values()) for one in scores])


def _ranked(rankings: Sequence[Ranking], scores: Sequence[dict[str, float]], missing: Sequence[float]) -> Ranking:
    """By the sum of scores, those with equal ones as they first came; as many as the longest ranking has."""
    names = dict.fromkeys(one.name for ranking in rankings for one in ranking.candidates)
    sums = {name: math.fsum(own.get(name, low) for own, low in zip(scores, missing, strict=True)) for name in names}
    most = max((len(own) for own in scores), default=0)
    best = sorted(sums, key=lambda name: -sums[name])[:most]
    return Ranking(tuple(Candidate(name, sums[name]) for name in best))


# --- spans -----------------------------------------------------------------------------------------------------------


def _common_spans(answers: Sequence[Spans]) -> Spans:
    """Of an even vote the first part decides; if the parts read other texts it alone is believed.

    Who does not say a span counts with probability 0. Any two spans that win were said by one of the parts, so where no
    part says overlapping ones, none come out.
    """
    first = answers[0]
    if any(answer.text != first.text for answer in answers):
        return first
    told = [{(one.begin, one.end, one.label): one.probability for one in answer.spans} for answer in answers]
    votes = Counter(key for one in told for key in one)
    kept = [key for key, count in votes.items() if 2 * count > len(told) or (2 * count == len(told) and key in told[0])]
    means = {key: sum(one.get(key, 0.0) for one in told) / len(told) for key in kept}
    return Spans(first.text, tuple(TextSpan(*key, means[key]) for key in sorted(kept)))


# --- texts -----------------------------------------------------------------------------------------------------------


def _elected_tokens(lines: Sequence[str]) -> str:
    """Token by token, cut at spaces; the first where the lines have not equally many."""
    words = [line.split(" ") for line in lines]
    if len({len(one) for one in words}) > 1:
        return lines[0]
    return " ".join(_commonest(column) for column in zip(*words, strict=True))
