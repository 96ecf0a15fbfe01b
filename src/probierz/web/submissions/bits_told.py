"""About how much the scores of a hidden test have told of its expected results.

A number that is shown and could have been one of k tells at most log2(k) bits. Of an output these are shown: the score
under each metric and, where it is shown in full, both ends of its interval, which tell nothing more where lines are
counted by class; of each two outputs that were compared, a p-value, or of scores in steps whether they differ by more
than chance: beside the last one, and beside whatever was the best meanwhile. Groups and ranks on boards, which follow
from these but for little, are not counted. What was told stays told: also scores by expected results that were
repaired since count, and by metrics that were left out, as long as the inputs are the same; a repair takes such scores
away, but what was evaluated is kept. Of a divided test only the public part counts, until the private one is shown; of
a score that is withheld, that it is no sure improvement. Of outputs that are refused as one scores nearly as an
earlier one, or cannot be compared with the expected lines, it tells which one it is, if any. Results without expected
lines of their own cannot be told apart by less, so that is what people could learn in the worst case, not what they
did.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, get_origin

from django.utils import timezone

from probierz.challenges.challenge import open_challenge
from probierz.errors import ProbierzError
from probierz.lines import LineReader
from probierz.metrics.definition import Metric
from probierz.metrics.parsers import zero_one
from probierz.metrics.tallies import Hits
from probierz.schemes.scheme import parse_scheme
from probierz.web.challenges.answered_inputs import other_inputs
from probierz.web.challenges.models import Challenge, Disclosure, Part, Phase, Test, Version
from probierz.web.challenges.phases import counting_phase
from probierz.web.challenges.telling_metrics import TellingMetrics, telling_of_tests
from probierz.web.challenges.visibility import who_run
from probierz.web.configuration import places
from probierz.web.events import compared_pairs
from probierz.web.submissions.ladder import SURE
from probierz.web.submissions.models import Evaluation, Score, Submission
from probierz.web.submissions.visibility import SIGNIFICANT, Rounding, Viewer
from probierz.web.submissions.whose import Whose, team_or_person

NUMBER_BITS = 64
"""Of a number with all digits."""
P_VALUE_BITS = math.log2(4 * 90 + 2)
"""A p-value is printed with two digits from 1 to 0.0001, or as smaller than that."""
VERDICT_BITS = math.log2(3)
"""Whether two outputs differ by more than chance, or nobody can tell."""
LARGEST_EXPONENT = 308
"""Of a score, which is a double."""
RUNG_BITS = 1.0
"""Of the answer whether a score is a sure improvement, where a challenge shows no others."""
COUNTED_METRIC = "Accuracy"
"""The metric that gives a line a point or none: among n lines there are n + 1 scores."""


@dataclass(frozen=True)
class GivenAway:
    """What one hidden test has told. outputs: that were scored; bits: those that all people together may have learnt.

    one: bits that the person or team with most scored outputs may have learnt. allowed: bits that the quota in all lets
    one person or team learn; None without one. held: bits of the expected results; None where they are no classes.
    lines, held: of a divided test those of the public part, until scores on the private one are shown.
    """

    split: str
    lines: int
    outputs: int
    bits: float
    one: float
    allowed: float | None = None
    held: float | None = None

    @property
    def is_known(self) -> bool:
        """Whether so much was told that somebody may know all expected results."""
        return self.held is not None and self.bits >= self.held

    @property
    def may_be_known(self) -> bool:
        """Whether the quota lets one person or team learn as much as there is."""
        return self.held is not None and self.allowed is not None and self.allowed >= self.held


def bits_of_score(test: Test, rounding: Rounding | None) -> float:
    """Return how many bits one output's score on a test tells at most, as it is shown, beside what compares it.

    rounding: None where it is shown in full.
    """
    metric = parse_scheme(test.scheme).metric
    counts = _bits_of_counts(test, metric)
    if rounding is None:  # the ends of an interval follow from the same counts
        return min(3 * NUMBER_BITS, counts)
    values = min(NUMBER_BITS, counts)
    if rounding.digits is not None:
        low, high = metric.bounds
        within = (high - low) * 10**rounding.digits + 1
        values = min(values, _rounded_bits(rounding.digits), math.log2(within))
    return values if rounding.steps is None else min(values, math.log2(rounding.steps.count))


def _bits_of_counts(test: Test, metric: Metric) -> float:
    """Return the logarithm of how many counts of lines by class a score can be made of; infinite where of other things.

    Whoever hands it in knows how many lines have each answer, one of k classes or anything else; of p lines with one
    answer there are C(p + k - 1, k - 1) ways to be of k classes, and most in all where answers are as frequent.
    """
    if metric.name == COUNTED_METRIC:
        return math.log2(test.lines + 1)
    classes = _classes_told_apart(test, metric)
    if not classes:
        return math.inf
    each = test.lines / (classes + 1)
    ways = math.lgamma(each + classes) - math.lgamma(each + 1) - math.lgamma(classes)
    return (classes + 1) * ways / math.log(2)


def _classes_told_apart(test: Test, metric: Metric) -> int:
    """How many classes of lines a metric counts; 0 where it looks at anything else, or where results are no classes."""
    if metric.prefixes:
        return 0
    if metric.tally_kind is Hits and metric.parse_expected is zero_one:
        return 2
    if not metric.compares_labels or get_origin(metric.tally_kind) is not dict:
        return 0
    try:
        return len(_classes_of_test(test.challenge.slug, test.split, test.gold_hash))
    except (OSError, ProbierzError):  # files that were lost are told elsewhere
        return 0


def bits_of_difference(level: Disclosure) -> float:
    """Return how many bits a comparison of two outputs tells at most, as it is shown."""
    return {Disclosure.FULL: P_VALUE_BITS, Disclosure.ROUNDED: VERDICT_BITS, Disclosure.HIDDEN: 0.0}[level]


def bits_allowed(challenge: Challenge, test: Test) -> float:
    """Return how many bits one person or team can learn of a test by one metric with all outputs of the quota.

    Each output may be compared with the last one and with the best.
    """
    viewer, phase = Viewer(), counting_phase(challenge, timezone.now())
    compared = 2 * bits_of_difference(viewer.of_differences(challenge, phase, test))
    return challenge.total_quota * (bits_shown(viewer, challenge, phase, test) + compared)


def bits_shown(
    viewer: Viewer, challenge: Challenge, phase: Phase | None, test: Test, *, is_withheld: bool = False
) -> float:
    """Return how many bits the score of an output tells a viewer at most, by its phase and the ladder."""
    level = viewer.disclosure(challenge, phase, test)
    told = 0.0 if level == Disclosure.HIDDEN else bits_of_score(test, viewer.rounding(challenge, phase, test))
    if challenge.ladder in SURE and test.part != Part.PRIVATE and not viewer.is_told_all(challenge, phase):
        return (0.0 if is_withheld else told) + (RUNG_BITS if level != Disclosure.HIDDEN else 0.0)
    return told


def _rounded_bits(digits: int) -> float:
    """Of a rounded score without an upper end: below 10 ** SIGNIFICANT every digit counts, above the first ones."""
    most = digits + SIGNIFICANT
    decades = LARGEST_EXPONENT - SIGNIFICANT + 1
    return math.log2(2 * (10**most + decades * 9 * 10 ** (most - 1)))


def _by_refusals(
    challenge: Challenge, organisers: Collection[int], splits: Collection[str]
) -> Iterator[tuple[str, Whose, float]]:
    """Test, people and bits of each submission that ended between comparisons: one of its outputs is named, or none.

    Where no file is named it tells that much of each test at most.
    """
    refused = challenge.submissions.filter(counts=True, state__in=Submission.UNSCORED)
    refused = refused.exclude(submitter__in=organisers)
    for file, submitter, team, outputs in refused.values_list("failure__file", "submitter", "team", "cost"):
        named = str(file or "").partition("/")[0]
        for split in set(splits) & {named} if named else splits:
            yield split, team_or_person(submitter, team), math.log2(outputs + 1)


def _by_baselines(viewer: Viewer, challenge: Challenge, tests: Mapping[int, Test]) -> Iterator[tuple[Test, float]]:
    """What each score of a baseline that was counted has told: anybody can make its output.

    Whatever became of it since: what was told stays told.
    """
    phase = counting_phase(challenge, viewer.now)
    scores = Score.objects.filter(challenge=challenge, test__in=tests, submission__is_counted=True)
    for number in scores.values_list("test", flat=True):
        test = tests[number]
        is_known = viewer.counted_disclosure(challenge, test) != Disclosure.HIDDEN
        yield test, bits_of_score(test, viewer.rounding(challenge, phase, test)) if is_known else 0.0


def given_away(challenge: Challenge) -> list[GivenAway]:
    """Return what each hidden test of the current version has told to people who do not run the challenge."""
    organisers = who_run(challenge)
    bits: dict[str, dict[object, float]] = defaultdict(lambda: defaultdict(float))
    outputs: dict[str, set[int]] = defaultdict(set)
    viewer = Viewer()
    if challenge.current is None:
        return []
    tests = list(challenge.current.tests.filter(is_hidden=True).select_related("division", "challenge"))
    by_id = {test.pk: test for test in [*tests, *_earlier_tests(challenge.current, tests)]}
    phases: dict[int | None, Phase | None] = {None: None, **{phase.pk: phase for phase in challenge.phases.all()}}
    compared = _Compared()
    for told_score in _told_scores(challenge, by_id):
        test, shown_in = by_id[told_score.test], phases.get(told_score.phase)
        is_own = told_score.submitter in organisers
        whose = None if is_own else team_or_person(told_score.submitter, told_score.team)
        if not told_score.is_withheld:
            bits_of_pair = bits_of_difference(viewer.of_differences(challenge, shown_in, test))
            compared.add(told_score.evaluation, _ComparedOutput(test.split, bits_of_pair), whose)
        if whose is None:
            continue
        outputs[test.split].add(told_score.output)
        bits[test.split][whose] += bits_shown(viewer, challenge, shown_in, test, is_withheld=told_score.is_withheld)
    for test, told in _by_baselines(viewer, challenge, by_id):
        bits[test.split]["counted baselines"] += told
    lines = _lines_asked_about(viewer, challenge, tests)
    for split, people, told in _by_refusals(challenge, organisers, lines):
        bits[split][people] += told
    together = {split: sum(bits[split].values()) for split in lines}
    for split, told, people_of_pair in compared.pairs():
        together[split] += told
        for people in people_of_pair:
            bits[split][people] += told
    return [
        GivenAway(
            split, lines[split], len(outputs[split]), together[split], max(bits[split].values(), default=0.0),
            _allowed(challenge, [test for test in tests if test.split == split]),
            held_bits(challenge.current, split, lines[split]),
        )
        for split in sorted(lines)
    ]  # fmt: skip


class _ToldScore(NamedTuple):
    """A score that was shown, as far as its phase lets it; test, output, evaluation and so on by their numbers."""

    test: int
    output: int
    evaluation: int | None
    phase: int | None
    submitter: int
    team: int | None
    is_withheld: bool
    sha256: str | None
    created: datetime


def _earlier_tests(version: Version, tests: Sequence[Test]) -> list[Test]:
    """Hidden tests of other versions on the inputs of these: with results that were repaired, or other metrics."""
    lines = {test.split: test.all_lines for test in tests}
    others = Test.objects.filter(challenge=version.challenge_id, is_hidden=True, split__in=lines)
    found = others.exclude(versions=version).select_related("division", "challenge")
    try:
        answered = other_inputs(version)
    except (OSError, ProbierzError):  # files that were lost are told elsewhere
        return []
    return [test for test in found if test.pk not in answered and test.all_lines == lines[test.split]]


def _told_scores(challenge: Challenge, tests: Mapping[int, Test]) -> Iterator[_ToldScore]:
    """The scores of outputs on these tests, and those that a repair took away.

    What an output got then is known from the evaluation of its content, if it was handed in before another version took
    the test's place.
    """
    scores = Score.objects.filter(challenge=challenge, test__in=tests, output__isnull=False)
    asked = (
        "test", "output", "evaluation", "submission__phase", "submission__submitter", "submission__team", "is_withheld",
        "evaluation__sha256", "submission__created",
    )  # fmt: skip
    there = [_ToldScore(*row) for row in scores.values_list(*asked)]
    yield from there
    known = {(one.output, one.test) for one in there}
    withheld = {(one.output, _column(tests[one.test])) for one in there if one.is_withheld}
    by_content: dict[tuple[str, str | None], dict[int, _ToldScore]] = defaultdict(dict)
    for one in there:
        by_content[tests[one.test].split, one.sha256][one.output] = one
    ends = _ends_of_tests(challenge)
    for number, test, sha256 in Evaluation.objects.filter(test__in=tests).values_list("pk", "test", "sha256"):
        for one in by_content[tests[test].split, sha256].values():
            end = ends.get(test)
            if (one.output, test) not in known and (end is None or one.created < end):
                is_withheld = (one.output, _column(tests[test])) in withheld
                yield one._replace(test=test, evaluation=number, is_withheld=is_withheld)


def _column(test: Test) -> tuple[str, str]:
    return test.scheme, test.part


def _ends_of_tests(challenge: Challenge) -> dict[int, datetime | None]:
    """Until when each test was one of the current version; None: it still is."""
    versions = list(challenge.versions.order_by("created", "pk").prefetch_related("tests"))
    ends = [later.created for _version, later in pairwise(versions)]
    return {test.pk: end for version, end in zip(versions, [*ends, None], strict=True) for test in version.tests.all()}


def telling_metrics(challenge: Challenge) -> list[TellingMetrics]:
    """Return which metrics tell single errors of the hidden tests of the current version, as scores are shown now."""
    if challenge.current is None or challenge.ladder in SURE:
        return []
    viewer, phase = Viewer(), counting_phase(challenge, timezone.now())
    tests = challenge.current.tests.select_related("division")
    return telling_of_tests(test for test in tests if viewer.disclosure(challenge, phase, test) != Disclosure.HIDDEN)


def _lines_asked_about(viewer: Viewer, challenge: Challenge, tests: Sequence[Test]) -> dict[str, int]:
    """How many lines of each split scores are shown of: of a divided one about the public part, until all is shown."""
    asked = {test.split: test.all_lines for test in tests}
    if viewer.knows_private(challenge):
        return asked
    return asked | {test.split: test.judging_lines for test in tests if test.part == Part.PUBLIC}


def _allowed(challenge: Challenge, tests: Sequence[Test]) -> float | None:
    """By all metrics together."""
    if not challenge.total_quota:
        return None
    return sum(bits_allowed(challenge, test) for test in tests)


class _ComparedOutput(NamedTuple):
    """An output that may have been compared. bits: those that its part in a comparison lets be shown."""

    split: str
    bits: float


class _Compared:
    """Evaluations whose differences from others are shown, each with the people whose it is."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[_ComparedOutput, set[Whose]]] = {}

    def add(self, evaluation: int | None, of: _ComparedOutput, whose: Whose | None) -> None:
        """Take one; whose: None for organisers."""
        if evaluation is not None and of.bits:
            self._known.setdefault(evaluation, (of, set()))[1].update(() if whose is None else (whose,))

    def pairs(self) -> Iterator[tuple[str, float, set[Whose]]]:
        """Split, bits and people of each two that were compared; not of two that organisers handed in."""
        for first, second in compared_pairs(list(self._known)):
            (one, people), (other, others) = self._known[first], self._known[second]
            if people | others:
                yield one.split, min(one.bits, other.bits), people | others


# --- what the expected results of a test hold -------------------------------------------------------------------------


MOST_CLASSES = 20
"""With more different expected results they are no classes: texts, numbers."""


def held_bits(version: Version, split: str, lines: int) -> float | None:
    """Return n H for n lines whose classes have the entropy H = -Σ p log2 p; None where results are no classes."""
    try:
        entropy = _entropy(_classes(version.challenge.slug, version.folder, split))
    except (OSError, ProbierzError):  # files that were lost are told elsewhere
        return None
    return lines * entropy or None


def _entropy(classes: Sequence[int]) -> float:
    """The entropy of expected results, in bits a line, from how many lines have each; 0 where they are no classes."""
    lines = sum(classes)
    if 2 * len(classes) > lines:
        return 0.0
    return -sum(count / lines * math.log2(count / lines) for count in classes)


@lru_cache(1024)
def _classes_of_test(slug: str, split: str, gold_hash: str) -> Sequence[int]:
    """As `_classes`, of the data of a test, by their hash."""
    versions = Version.objects.filter(challenge__slug=slug, tests__split=split, tests__gold_hash=gold_hash)
    return _classes(slug, versions.values_list("folder", flat=True)[0], split)


@lru_cache(256)
def _classes(slug: str, folder: str, split: str) -> Sequence[int]:
    """How many lines have each expected result; none where there are too many different ones to be classes."""
    challenge = open_challenge(places.version_folder(slug, folder))
    found: Counter[str] = Counter()
    expected = str(challenge.split(split).expected)
    with LineReader(expected, dialect=challenge.dialect, header=tuple(challenge.out_header)) as reader:
        for line in reader:
            found[str(line)] += 1
            if len(found) > MOST_CLASSES:
                return ()
    return tuple(found.values())
