"""When is a difference significant? Where a paired test on the same lines, corrected for all pairs, finds p <= α.

Each two outputs are tested, two-sided, against the null hypothesis that they are equally good; α is 1 - level, 0.05
unless asked otherwise. The test is

    of a mean over lines of 0 and 1    McNemar's sign test with the mid-p: McNemar 1947; Fagerland et al. 2013
    of any other score, of clusters    paired randomisation of lines (clusters): Fisher 1935; Noreen 1989
    if asked for                       the paired bootstrap: Koehn 2004; Riezler and Maxwell 2005

and p is corrected by Holm 1979 (if asked for, Benjamini and Hochberg 1995) over the pairs that can be decided at all
(Tarone 1990). Of scores by class p is at least what the lines of a rare class allow, of groupings at least that of the
difference from random groups of the same sizes. The tests are in `pair_tests`, `exchange` and `significance`; what is
found is a `Comparison`.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from probierz.errors import OptionError
from probierz.ordering import best_first
from probierz.scoring.clustered import owners_of
from probierz.scoring.comparison import ComparedPair, Comparison
from probierz.scoring.executors import opened
from probierz.scoring.interval import Method, ScoreInterval, check_options, check_whole_number, intervals
from probierz.scoring.levels import CONFIDENCE, SAMPLES
from probierz.scoring.output_groups import groups_of
from probierz.scoring.pair_tests import Tester, lines_that_count, rows_of
from probierz.scoring.score import Score
from probierz.scoring.signature import Signature
from probierz.scoring.significance import adjusted
from probierz.text import first_few

if TYPE_CHECKING:
    from concurrent.futures import Executor

Test = Literal["auto", "sign", "randomisation", "bootstrap"]
TESTS = ("auto", "sign", "randomisation", "bootstrap")


def compare(
    scores: Sequence[Score] | Mapping[str, Score],
    names: Sequence[str] | None = None,
    *,
    test: Test = "auto",
    samples: int = SAMPLES,
    trials: int = 10_000,
    level: float = CONFIDENCE,
    method: Method = "auto",
    correction: str = "holm",
    seed: int = 1,
    cluster: Sequence[Hashable] | None = None,
    jobs: int | Executor = 1,
    executor: Executor | None = None,
) -> Comparison:
    """Compare the scores of several outputs on the same lines under one metric.

        >>> from probierz import score
        >>> expected = ["a"] * 20
        >>> first, second = score("Accuracy", expected, ["a"] * 20), score("Accuracy", expected, ["a", "b"] * 10)
        >>> compare([first, second]).pairs[0].p_value  # 10 lines better and none worse: mid-p, 1 / 2 ** 10
        0.0009765625

    scores: a list, or a dictionary by the names of the outputs, such as `score` gives for a dictionary of outputs.
    test: "auto" takes McNemar's sign test where the score is a mean over lines of 0 and 1, else randomisation (see
    `exchange`); of scores by class no p-value is below what rare classes allow, see `PairedDraws`. trials: of the
    randomisation, at most; it ends where more would not change p. P-values beyond what they resolve come from the tail
    of its distribution, so that any number of outputs can be told apart. samples: of the bootstrap, and of chances by
    class. method: of the intervals of scores; those of differences belong to the test. correction: "holm",
    "benjamini-hochberg" or "none".
    cluster: for every line what it belongs to (a document, a speaker); lines of one cluster are exchanged, drawn and
    left out together. jobs: processes; executor: one of `concurrent.futures`, which works instead; pairs and resampling
    are shared among the workers, and all give the same bits. All random numbers come from the seed.
    Raises OptionError for scores of different lines or metrics, scores without rows, unknown options.
    """
    scores, names = _listed(scores, names)
    check_options(level, method, samples, seed)
    _check(scores, test, trials)
    names = _distinct(names, len(scores))
    wanted = _WantedComparison(test, samples, trials, level, method, correction, seed, cluster)
    with opened(jobs if executor is None else executor) as workers:
        return _compared(scores, names, wanted, workers)


@dataclass(frozen=True)
class _WantedComparison:
    """The options of `compare`, checked."""

    test: Test
    samples: int
    trials: int
    level: float
    method: Method
    correction: str
    seed: int
    cluster: Sequence[Hashable] | None


def _compared(
    scores: Sequence[Score], names: Sequence[str], wanted: _WantedComparison, workers: Executor | None
) -> Comparison:
    owners = owners_of(wanted.cluster, rows_of(scores[0]).numbers)
    chosen = _chosen_test(scores, wanted.test, owners)
    settings: dict[str, Any] = {"level": wanted.level, "samples": wanted.samples, "seed": wanted.seed}
    shared: dict[str, Any] = {**settings, "cluster": wanted.cluster, "jobs": workers or 1}
    found = intervals(scores, **shared, method=wanted.method)
    own = found if wanted.method == "auto" else intervals(scores, **shared)
    tested, draws = Tester(scores, chosen, owners, own, **settings, trials=wanted.trials).pairs(workers)
    alpha = round(1 - wanted.level, 12)
    pairs = _corrected(tested, wanted.correction, alpha)
    different = [pair for pair in pairs if pair.adjusted <= alpha]
    signature = _signature(
        scores, chosen, pairs, wanted.samples, wanted.seed, wanted.correction, max(owners or [-1]) + 1
    )
    comparison = Comparison(
        names=tuple(names),
        scores=tuple(scores),
        intervals=tuple(found),
        pairs=tuple(pairs),
        clusters=_groups(scores, different),
        test=chosen,
        reason="",
        correction=wanted.correction,
        level=wanted.level,
        signature=signature,
        notes=_notes(scores, names, found, pairs, different),
    )
    return replace(comparison, reason=_reason(comparison, wanted.test, draws))


def _listed(
    scores: Sequence[Score] | Mapping[str, Score], names: Sequence[str] | None
) -> tuple[Sequence[Score], Sequence[str] | None]:
    """The scores as a list, and their names where there are any. Raises OptionError for anything else."""
    if isinstance(scores, Mapping):
        return _listed(list(scores.values()), names or list(scores))
    if isinstance(scores, Score) or not isinstance(scores, Sequence):
        raise OptionError(
            "compare takes a list of scores, or a dictionary of scores by the names of outputs; "
            f"found {type(scores).__name__}"
        )
    for one in scores:
        if not isinstance(one, Score):
            raise OptionError(
                "compare takes scores; score a dictionary of outputs first, as in "
                f"compare(score('WER', expected, outputs)); found {type(one).__name__}"
            )
    return scores, names


def _distinct(names: Sequence[str] | None, count: int) -> list[str]:
    """Names of so many outputs. Raises OptionError where they are more or fewer, or two are the same."""
    if names is None:
        return [f"output {number}" for number in range(1, count + 1)]
    if len(names) != count:
        raise OptionError(f"there are {count} scores and {len(names)} names; give a name for each")
    twice = next((name for name in names if list(names).count(name) > 1), None)
    if twice is not None:
        raise OptionError(f"two outputs are called {twice!r}; give each a name of its own")
    return list(names)


def _check(scores: Sequence[Score], test: str, trials: int) -> None:
    if test not in TESTS:
        raise OptionError(f"no test is called {test!r}; try {', '.join(TESTS)}")
    check_whole_number("trials", trials, 1, 10_000)
    if len(scores) < 2:
        raise OptionError("a comparison needs at least two outputs")
    check_comparable(scores)


def check_comparable(scores: Sequence[Score]) -> None:
    """Raise OptionError for scores of different metrics or lines, or without rows."""
    schemes = {str(score.scheme) for score in scores}
    if len(schemes) > 1:
        raise OptionError(f"scores of different metrics cannot be compared: {', '.join(sorted(schemes))}")
    first = rows_of(scores[0])
    for number, score in enumerate(scores[1:], 2):
        rows = rows_of(score)
        if len(rows) != len(first):
            raise OptionError(
                f"output 1 was scored on {len(first)} lines and output {number} on {len(rows)}; "
                "only scores of the same lines can be compared"
            )
        if list(rows.numbers) != list(first.numbers):
            raise OptionError(
                f"{score.name} chooses other lines of output {number} than of output 1 (a flag looks at the output); "
                "only scores of the same lines can be compared"
            )
        if _is_of_other_lines(scores[0], score):
            raise OptionError(
                f"output 1 and output {number} were scored against different expected lines; "
                "score both against the same ones to compare them"
            )


def _is_of_other_lines(one: Score, other: Score) -> bool:
    """Whether two scores are surely of different expected lines: both from memory, or both from files."""
    in_memory = {one.expected_digest, other.expected_digest}
    in_files = {one.signature.digests.get("expected", ""), other.signature.digests.get("expected", "")}
    return any(len(digests) > 1 and "" not in digests for digests in (in_memory, in_files))


# --- the test --------------------------------------------------------------------------------------------------------


def _chosen_test(scores: Sequence[Score], test: Test, owners: Sequence[int] | None) -> str:
    hits = lines_that_count(scores) is not None
    if test == "auto":
        return "sign" if hits and owners is None else "randomisation"
    if test == "sign" and owners is not None:
        raise OptionError("the sign test takes lines one by one, so it is not for clusters; take randomisation")
    if test == "sign" and not hits:
        raise OptionError(
            f"the sign test is for scores that are means over lines of 0 and 1, which {scores[0].name} is not; "
            "take randomisation"
        )
    return test


_NAMES = {
    "sign": "the sign test (McNemar, mid-p)",
    "randomisation": "randomisation",
    "bootstrap": "the paired bootstrap",
}


def _reason(comparison: Comparison, asked: str, draws: int) -> str:
    name, chosen, pairs = comparison.name, comparison.test, comparison.pairs
    because = f"because {name} is not a mean over lines of 0 and 1"
    if chosen == "sign":
        counted = lines_that_count(comparison.scores)
        are_all = counted == len(rows_of(comparison.scores[0]))
        lines = {0: "lines, none of which counts for it", 1: "the one line that counts for it"}.get(
            counted or 0, f"the {counted} lines that count for it"
        )
        what = "a mean over lines of 0 and 1" if are_all else f"a share of {lines}"
        because = f"because {name} is {what}"
    if asked != "auto":
        because = "as asked for"
    elif comparison.intervals[0].clusters:
        because = "because lines belong to clusters"
    trials = max((pair.trials for pair in pairs if not pair.exact), default=0)
    if chosen != "randomisation":
        text = f"The test is {_NAMES[chosen]}, {because}."
    elif not trials:
        return f"The test is exact randomisation, {because}; nothing had to be drawn."
    else:
        most = f"{trials} trials" if len(pairs) == 1 else f"up to {trials} trials a pair"
        text = f"The test is approximate randomisation with {most}, {because}."
    beyond = sum(pair.is_tail for pair in pairs)
    if beyond:
        which = "The p-value lies" if len(pairs) == 1 else f"The p-values of {beyond} of {len(pairs)} pairs lie"
        text += f" {which} beyond what the trials resolve, and {'is' if len(pairs) == 1 else 'are'} approximated."
    if draws:
        text += f" No p-value is below what the lines of each class allow ({draws} draws of their chances)."
    return text


def _corrected(pairs: Sequence[ComparedPair], correction: str, alpha: float) -> list[ComparedPair]:
    """Pairs with corrected p-values, and a note where not even the smallest possible one could have been enough.

    A pair for which no verdict would be possible by itself can make no false claim, and so does not count: the p-value
    of such a pair stays as it is. Source: Tarone 1990.
    """
    counted = [pair.p_value if pair.least <= alpha else math.nan for pair in pairs]
    many = sum(not math.isnan(p) for p in counted)
    found = []
    for pair, corrected, p in zip(pairs, adjusted(counted, correction), counted, strict=True):
        is_possible = corrected <= alpha
        if not is_possible and not math.isnan(p):
            smaller = sum(other < pair.least for other in counted)
            tests = 1 if correction == "none" else many - (smaller if correction == "holm" else 0)
            share = smaller + 1 if correction == "benjamini-hochberg" else 1
            is_possible = pair.least * tests / share <= alpha
        notes = pair.notes
        if not is_possible and pair.least <= alpha:
            notes += (f"among {many} pairs no verdict is possible: p cannot be below {pair.least:.2g} here",)
        smallest, why_unknown = math.nan, ""
        if is_possible and pair.power is not None:
            alpha_of_first = alpha / (1 if correction == "none" else many)
            smallest = pair.power.smallest_difference(alpha_of_first)
            why_unknown = pair.power.why_unknown(alpha_of_first)
        adjusted_p = pair.p_value if math.isnan(p) else corrected
        found.append(
            replace(
                pair,
                adjusted=adjusted_p,
                is_decidable=is_possible,
                notes=notes,
                smallest_difference=smallest,
                why_no_smallest_difference=why_unknown,
            )
        )
    return found


def _signature(
    scores: Sequence[Score],
    test: str,
    pairs: Sequence[ComparedPair],
    samples: int,
    seed: int,
    correction: str,
    clusters: int,
) -> Signature:
    signature = scores[0].signature
    trials = max(pair.trials for pair in pairs) if test == "randomisation" else 0
    options = {
        "test": test,
        "trials": str(trials),
        "samples": str(samples),
        "seed": str(seed),
        "correction": correction,
    }
    if clusters:
        options["clusters"] = str(clusters)
    digests = {key: value for key, value in signature.digests.items() if key != "output"}
    for number, score in enumerate(scores, 1):
        if "output" in score.signature.digests:
            digests[f"output {number}"] = score.signature.digests["output"]
    return replace(signature, options={**signature.options, **options}, digests=digests)


def _notes(
    scores: Sequence[Score],
    names: Sequence[str],
    intervals: Sequence[ScoreInterval],
    pairs: Sequence[ComparedPair],
    different: Sequence[ComparedPair],
) -> tuple[str, ...]:
    notes = [f"{name}: {note}" for name, interval in zip(names, intervals, strict=True) for note in interval.notes]
    notes += _of_hidden_errors(scores, names, different, "cluster" if intervals[0].clusters else "line")
    notes += [f"{names[pair.first]} and {names[pair.second]}: {note}" for pair in pairs for note in pair.notes]
    return tuple(dict.fromkeys(notes))


def _of_hidden_errors(
    scores: Sequence[Score], names: Sequence[str], pairs: Sequence[ComparedPair], what: str
) -> list[str]:
    """A note for each output whose lead may be owed to rare errors that these lines (or clusters) may lack."""
    rivals: dict[int, list[str]] = {}
    for pair in pairs:
        if pair.may_hide_errors:
            places = [pair.first, pair.second]
            better, worse = (places[at] for at in best_first([scores[at].value for at in places], scores[0].better))
            rivals.setdefault(better, []).append(names[worse])
    return [
        f"{names[at]} has errors, or heavy errors, on hardly a {what}; if it fails rarely but badly, these {what}s may "
        "lack such failures by chance, and its lead over "
        f"{first_few(others, 1)} with them"
        for at, others in sorted(rivals.items())
    ]


# --- groups ----------------------------------------------------------------------------------------------------------


def _groups(scores: Sequence[Score], different: Sequence[ComparedPair]) -> tuple[int | None, ...]:
    ordered = best_first([score.value for score in scores], scores[0].better)
    ranked = [at for at in ordered if not math.isnan(scores[at].value)]
    numbers = groups_of(ranked, {frozenset((pair.first, pair.second)) for pair in different})
    return tuple(numbers.get(at) for at in range(len(scores)))
