"""Whether a submission differs by more than chance from the best of the others, and from the one before.

The tests are made by jobs, from the rows that scoring kept; pages only look them up. What they say is shown in full
only where both scores are: a p-value tells more than a rounded score. Of scores in steps they say yes or no.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from probierz.errors import ProbierzError
from probierz.reports.comparison import shown_p
from probierz.scoring.comparison import ComparedPair
from probierz.scoring.format import finite_or_none
from probierz.scoring.groupings import TOO_SPARSE
from probierz.scoring.levels import LEVEL
from probierz.scoring.significance import SAME
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Disclosure
from probierz.web.configuration import places
from probierz.web.html import looks
from probierz.web.jobs.models import Job
from probierz.web.jobs.services import enqueue
from probierz.web.leaderboards.models import PairTest
from probierz.web.leaderboards.output_groups import AllDisclosed
from probierz.web.submissions.models import Evaluation, Submission
from probierz.web.submissions.page import ScoreBeside, ScoreRow, VariantView, variants_of
from probierz.web.submissions.visibility import Viewer

KIND = "compare-submission"
NEWEST = 20
"""Submissions of a challenge that are compared without being asked to, whenever a score comes in."""
MOST_PAIRS = 200
Pair = tuple[int, int]


# --- showing ---------------------------------------------------------------------------------------------------------


def with_pairs(viewer: Viewer, submission: Submission, views: Iterable[VariantView]) -> list[VariantView]:
    """Return the variants with the tests of their differences, as far as there are any and they may be shown."""
    views = list(views)
    known = _known(_pairs(views))

    def look(row: ScoreRow, one: ScoreBeside | None) -> ScoreBeside | None:
        level = Disclosure.HIDDEN if one is None else _disclosure(viewer, submission, row, one)
        if one is None or level == Disclosure.HIDDEN:
            return one
        test = known.get(_pair(row, one) or (0, 0))
        if test is None:
            return one
        said = chance(test) if level == Disclosure.FULL else yes_or_no(test, is_equal=one.difference == 0)
        return replace(one, chance=said, is_open=test.p_value is None)

    return [
        replace(
            view,
            scores=tuple(
                replace(row, best=look(row, row.best), previous=look(row, row.previous)) for row in view.scores
            ),
        )
        for view in views
    ]


def lacks_pairs(views: Iterable[VariantView]) -> bool:
    """Whether there is a difference that no test was made of, although it could be."""
    wanted = _pairs(views)
    return bool(set(_with_rows(wanted)) - set(_known(wanted)))


def _disclosure(viewer: Viewer, submission: Submission, row: ScoreRow, one: ScoreBeside) -> Disclosure:
    """The least that is told of one of the two."""
    phases = (submission.phase, one.phase)
    levels = {viewer.of_differences(submission.challenge, phase, row.test) for phase in phases}
    return next(level for level in (Disclosure.HIDDEN, Disclosure.ROUNDED, Disclosure.FULL) if level in levels)


def _pairs(views: Iterable[VariantView]) -> set[Pair]:
    rows = [row for view in views for row in view.scores]
    found = [_pair(row, one) for row in rows for one in (row.best, row.previous)]
    return {pair for pair in found if pair is not None}


def _pair(row: ScoreRow, one: ScoreBeside | None) -> Pair | None:
    """Two evaluations, the smaller id first; None for the same output, and for results that were only published."""
    own, other = row.score.evaluation_id, one.evaluation if one else None
    if own is None or other is None or own == other:
        return None
    return (own, other) if own < other else (other, own)


def _known(pairs: Collection[Pair]) -> dict[Pair, PairTest]:
    if not pairs:
        return {}
    firsts, seconds = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
    found = PairTest.objects.filter(first__in=firsts, second__in=seconds)
    return {(one.first_id, one.second_id): one for one in found if (one.first_id, one.second_id) in pairs}


def _with_rows(pairs: Iterable[Pair]) -> list[Pair]:
    pairs = list(pairs)
    numbers = {number for pair in pairs for number in pair}
    kept = set(Evaluation.objects.filter(pk__in=numbers, rows=True).values_list("pk", flat=True))
    return [pair for pair in pairs if kept.issuperset(pair)]


def chance(pair: PairTest) -> str:
    """Say whether a difference is more than chance, with the p-value and by which test."""
    if pair.p_value is None:
        return _no_verdict(pair)
    p = "p < 0.0001" if pair.p_value < 0.0001 else f"p = {shown_p(pair.p_value, LEVEL)}"
    words = {"p": looks.number(p), "test": _test_of(pair)}
    if pair.p_value >= 1:
        return _("Nothing tells them apart: %(p)s, %(test)s.") % words
    if pair.p_value <= LEVEL:
        return _("That is more than chance: %(p)s, %(test)s.") % words
    return _("That may be chance: %(p)s, %(test)s.") % words


def yes_or_no(pair: PairTest, *, is_equal: bool = False) -> str:
    """Say whether a difference is more than chance, or not to be told; why it is not would tell more of the test.

    is_equal: whether both scores are told equal, in the steps in which whoever reads no p-value is told scores.
    """
    if pair.p_value is None:
        return _("No verdict is possible.")
    if is_equal:
        return _("The steps do not tell them apart.")
    return _("That is more than chance.") if pair.p_value <= LEVEL else _("That may be chance.")


def _no_verdict(pair: PairTest) -> str:
    """Say why no verdict is possible."""
    if not pair.method:
        return _(
            "Whether that is chance cannot be said: the metric has no test, or what was kept of the lines cannot be "
            "read."
        )
    if pair.why_none == PairTest.WhyNone.SAME:
        return _("No verdict is possible: no line tells them apart.")
    if pair.why_none == PairTest.WhyNone.UNDEFINED:
        return _("No verdict is possible: the metric gives no number for one of them, or for their difference.")
    if pair.why_none == PairTest.WhyNone.GROUPS:
        return _(
            "No verdict is possible: groups that share so few lines with a class look better by chance, as random "
            "groups of the same sizes do. Fewer groups of more lines would help."
        )
    if pair.differing is None:
        return _("No verdict is possible: the lines are too few to tell. Only a larger test could.")
    message = ngettext(
        "No verdict is possible: only %(number)d line differs; that is too few to tell. Only a larger test could.",
        "No verdict is possible: only %(number)d lines differ; that is too few to tell. Only a larger test could.",
        pair.differing,
    )
    return message % {"number": pair.differing}


def _test_of(pair: PairTest) -> str:
    if pair.method == "sign":
        return _("sign test")
    if pair.is_exact:
        return _("exact randomisation")
    return _("randomisation with %(trials)d trials") % {"trials": pair.trials}


# --- testing ---------------------------------------------------------------------------------------------------------


def compare_submission_later(submission: Submission, by: User) -> Job:
    """Queue the comparison of a submission, for somebody who asks for it. Raises QueueFull."""
    return enqueue(KIND, {"submission": submission.pk}, user=by, key=f"{KIND}:{submission.pk}:{by.pk}", priority=-1)


def compare_newest(challenge: Challenge, *, check: Callable[[], None] = lambda: None) -> int:
    """Compare the newest submissions of a challenge as everybody sees them once all is disclosed; return how many."""
    viewer = AllDisclosed()
    newest = viewer.submissions(challenge).filter(state=Submission.State.SCORED).order_by("-pk")[:NEWEST]
    done = 0
    for submission in newest.select_related("challenge", "phase", "submitter", "team"):
        done += _compare(variants_of(viewer, submission), MOST_PAIRS - done, check)
    return done


def compare_submission(submission: Submission, viewer: Viewer, *, check: Callable[[], None] = lambda: None) -> int:
    """Compare one submission with what this viewer sees beside it; return how many tests were made."""
    return _compare(variants_of(viewer, submission), MOST_PAIRS, check)


def _compare(views: Iterable[VariantView], most: int, check: Callable[[], None]) -> int:
    wanted = _pairs(views)
    missing = sorted(set(_with_rows(wanted)) - set(_known(wanted)))[: max(0, most)]
    schemes = dict(Evaluation.objects.filter(pk__in=[pair[0] for pair in missing]).values_list("pk", "test__scheme"))
    for pair in missing:
        check()
        PairTest.objects.get_or_create(first_id=pair[0], second_id=pair[1], defaults=_tested(pair, schemes[pair[0]]))
    return len(missing)


def _tested(pair: Pair, scheme: str) -> dict[str, object]:
    """What `probierz compare` says with its usual options; nothing where rows are lost or of another version."""
    from probierz.web.sandbox.rows import compare_rows

    try:
        comparison = compare_rows([places.rows_file(number) for number in pair], scheme)
    except ProbierzError:
        return {}
    found = comparison.pair(0, 1)
    numbers = {"difference": found.difference, "low": found.low, "high": found.high, "p_value": found.p_value}
    kept = {name: finite_or_none(value) for name, value in numbers.items()}
    why: dict[str, object] = {}
    if comparison.verdict(found) == "impossible":
        kept["p_value"] = None
        why = _why_none(found)
    is_exact = found.exact or not found.trials
    return {**kept, **why, "method": comparison.test, "trials": found.trials, "is_exact": is_exact}


_FEW = re.compile(r"only (\d+) lines? differs?, ")


def _why_none(pair: ComparedPair) -> dict[str, object]:
    """Why no verdict on a pair is possible, as its notes say; how many lines differ where these are too few."""
    if SAME in pair.notes:
        return {"why_none": PairTest.WhyNone.SAME}
    if math.isnan(pair.p_value):
        return {"why_none": PairTest.WhyNone.UNDEFINED}
    if TOO_SPARSE in pair.notes:
        return {"why_none": PairTest.WhyNone.GROUPS}
    found = next(filter(None, map(_FEW.match, pair.notes)), None)
    return {"why_none": PairTest.WhyNone.FEW, "differing": int(found[1]) if found else None}
