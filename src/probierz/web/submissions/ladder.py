"""Showing only sure improvements: the ladder of A. Blum and M. Hardt (2015).

Every score that is shown tells of the expected results, and who may look at a thousand of them fits to the test. Where
a challenge has a ladder, a new score on a hidden test is shown only if it is surely better than the best score of the
same people that was shown in the same phase; else they hear that it is no sure improvement, which tells one bit.

What is sure: by the rule `paired`, a difference over the lines of both outputs whose p-value, as `probierz compare`
gives it, is at most

    0.05 / k²

at the k-th comparison of the same people on the test; where the scores of single lines are not kept, intervals that do
not meet once they are as wide as that level asks. p-values are two-sided and only gains are shown, so that outputs that
are no better are shown with a chance of about Σ 0.025 / k² = 0.041, however many there are (Bonferroni 1936, with
levels that have a sum). The p-values of lines that are right or wrong are mid-p-values: who chooses on how many lines
outputs differ comes up to 0.065; and rare heavy errors, see the guide to calibration, go beyond both. By the rule
`step`, a score that is better by the challenge's step or more.

Scores on a private part are not meant: they are shown once, when the phase is over, with everything that was withheld.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from probierz.errors import ProbierzError
from probierz.scoring.distributions import normal_quantile
from probierz.scoring.levels import LEVEL, level_at
from probierz.web.challenges.models import Challenge, Ladder, Part, Test
from probierz.web.configuration import places
from probierz.web.sandbox.outcome import SchemeScore
from probierz.web.submissions.best_scores import database_order
from probierz.web.submissions.evaluation import ScoredOutput
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.visibility import Viewer
from probierz.web.submissions.whose import sharing_tries

SURE = (Ladder.PAIRED, Ladder.STEP)
"""Rules by which sure improvements alone are shown."""
Withheld = Mapping[tuple[str, int], bool]
"""By path of the output and test, whether its score is withheld."""


class _Rung(NamedTuple):
    """A score that was shown. rows: the file with what single lines left; None where it is not kept."""

    value: float | None
    low: float | None
    high: float | None
    rows: Path | None


def withheld_scores(submission: Submission, scores: Sequence[ScoredOutput]) -> Withheld:
    """Return which of these scores are no sure improvement; nothing where all are shown, and for organisers."""
    challenge, viewer = submission.challenge, Viewer(submission.submitter)
    if challenge.ladder not in SURE or viewer.organises(challenge):
        return {}
    best: dict[int, _Rung | None] = {}
    tries: dict[int, int] = {}
    found: dict[tuple[str, int], bool] = {}
    for scored in scores:
        for test, rung in _rungs(scored):
            if not test.is_hidden or test.part == Part.PRIVATE:
                continue
            if test.pk not in best:
                best[test.pk] = _best_shown(submission, test)
                tries[test.pk] = _earlier_outputs(submission, test)
            is_sure = _is_sure(challenge, test, best[test.pk], rung, tries[test.pk])
            tries[test.pk] += 1
            found[scored.output.found.path, test.pk] = not is_sure
            if is_sure:
                best[test.pk] = rung
    return found


def _rungs(scored: ScoredOutput) -> list[tuple[Test, _Rung]]:
    known = [(one.test, _Rung(one.value, one.low, one.high, scored.rows_of(one.test))) for one in scored.known.values()]
    return [*known, *((test, _rung(one, scored.rows_of(test))) for test, one in scored.new)]


def _rung(one: SchemeScore, rows: Path | None) -> _Rung:
    if one.interval is None:
        return _Rung(one.value, None, None, rows)
    return _Rung(one.value, one.interval.low, one.interval.high, rows)


def _best_shown(submission: Submission, test: Test) -> _Rung | None:
    """The best score of the same people in the phase that was shown to them, whatever became of it since."""
    theirs = sharing_tries(submission.submitter_id, submission.team_id, "submission__")
    scores = Score.objects.filter(theirs, test=test, submission__phase=submission.phase_id, is_withheld=False)
    shown = scores.exclude(submission=submission).exclude(evaluation=None).exclude(value=None)
    best = shown.select_related("evaluation").order_by(*database_order(higher_is_better=test.higher_is_better)).first()
    if best is None or best.evaluation is None:
        return None
    one = best.evaluation
    return _Rung(one.value, one.low, one.high, places.rows_file(one.pk) if one.rows else None)


def _earlier_outputs(submission: Submission, test: Test) -> int:
    """How many outputs the same people had scored on the test before, in all phases; equal ones are one."""
    theirs = sharing_tries(submission.submitter_id, submission.team_id, "submission__")
    scored = Score.objects.filter(theirs, test=test).exclude(submission=submission).exclude(evaluation=None)
    return scored.values("evaluation").distinct().count()


# --- what is sure ----------------------------------------------------------------------------------------------------


def _is_sure(challenge: Challenge, test: Test, best: _Rung | None, new: _Rung, tries: int) -> bool:
    """Whether a score is surely better than the best that was shown, after so many tries. The first one is."""
    if best is None or best.value is None:
        return True
    if new.value is None or new.value != new.value:  # NaN
        return False
    gain = new.value - best.value if test.higher_is_better else best.value - new.value
    if challenge.ladder == Ladder.STEP:
        return is_sure_step(gain, challenge.ladder_step or 0.0)
    return gain > 0 and _is_beyond_chance(test, best, new, level_at(tries))


def is_sure_step(gain: float, step: float) -> bool:
    """Whether a gain is a step or more; what ten digits cannot tell from a step is one: 0.52 - 0.51 is 0.01."""
    return gain > 0 and gain >= step - 1e-10


def _is_beyond_chance(test: Test, best: _Rung, new: _Rung, level: float) -> bool:
    from probierz.web.sandbox.rows import compare_rows

    if best.rows is not None and new.rows is not None:
        try:
            pair = compare_rows([new.rows, best.rows], test.scheme).pair(0, 1)
            return pair.p_value <= level
        except ProbierzError:  # rows of another version of the engine, or lost
            pass
    bounds = (new.low, new.high, best.low, best.high)
    if any(bound is None for bound in bounds):
        return False
    low, high, best_low, best_high = (bound or 0.0 for bound in bounds)
    value, best_value = new.value or 0.0, best.value or 0.0
    apart = (value - low) + (best_high - best_value) if test.higher_is_better else high - value + best_value - best_low
    wider = normal_quantile(1 - level / 2) / normal_quantile(1 - LEVEL / 2)
    return abs(value - best_value) > wider * apart
