"""Scores of outputs: those known already, and those that a scoring process finds."""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from probierz.scoring.format import finite_or_none
from probierz.web.challenges.division import public_lines
from probierz.web.challenges.models import Part, Test, Version
from probierz.web.configuration import limits, places
from probierz.web.jobs.registry import JobFailed
from probierz.web.jobs.running_job import Running
from probierz.web.sandbox.outcome import SchemeScore, ScoringRequest, ScoringResult
from probierz.web.sandbox.scorer import score
from probierz.web.submissions.fetching import TakenOutput
from probierz.web.submissions.models import Analysis, Evaluation
from probierz.web.submissions.output_checks import evaluation_key
from probierz.whole_files import whole_path

TRIES = 2
"""How often a scoring is begun whose process was killed from outside, before the job gives up and is tried later."""


@dataclass
class ScoredOutput:
    """What came of one output on its split: evaluations that were known, and new scores with their rows."""

    output: TakenOutput
    known: dict[int, Evaluation] = field(default_factory=dict)
    new: list[tuple[Test, SchemeScore]] = field(default_factory=list)
    engine: str = ""
    rows: Path | None = None
    private_rows: Path | None = None
    warnings: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Under which the scores are kept."""
        return evaluation_key(self.output.found, self.output.digests.sha256)

    def rows_of(self, test: Test) -> Path | None:
        """Return what single lines left of a test: where it is kept, or where scoring has put it; None without it."""
        known = self.known.get(test.pk)
        if known is not None:
            return places.rows_file(known.pk) if known.rows else None
        return self.private_rows if test.part == Part.PRIVATE else self.rows


def evaluate(running: Running, version: Version, output: TakenOutput) -> ScoredOutput:
    """Score an output on all tests of its split that have not seen its content yet. Raises JobFailed."""
    tests = list(version.tests.filter(split=output.found.test).select_related("division").order_by("position"))
    scored = ScoredOutput(output)
    scored.known = {one.test_id: one for one in Evaluation.objects.filter(test__in=tests, sha256=scored.key)}
    missing = [test for test in tests if test.pk not in scored.known]
    if not missing:
        _log_as_ever(running, output, tests[0], next(iter(scored.known.values())))
        return scored
    result = _result(running, _request(version, output, missing))
    scored.new = [(test, _score_of(test, result)) for test in missing]
    scored.engine, scored.warnings = result.version, result.warnings
    scored.rows, scored.private_rows = result.rows, result.private_rows
    return scored


def _log_as_ever(running: Running, output: TakenOutput, test: Test, known: Evaluation) -> None:
    """Say what scoring says: that others handed the same in before is their secret."""
    running.log(f"Scoring {output.found.path}", f"Scored {test.all_lines} lines")
    if known.low is not None:
        running.log(*["Made intervals"] * (1 if test.division is None else 2))


def _score_of(test: Test, result: ScoringResult) -> SchemeScore:
    return next(one for one in result.scores if (one.scheme, one.part) == (test.scheme, test.part))


def _request(version: Version, output: TakenOutput, tests: Sequence[Test]) -> ScoringRequest:
    name = uuid.uuid4().hex
    rows = places.rows_file(0).with_name(f"new-{name}.npz")
    rows.parent.mkdir(parents=True, exist_ok=True)
    division = tests[0].division
    return ScoringRequest(
        places.version_folder(version.challenge.slug, version.folder),
        output.found.test,
        output.file,
        output_name=output.found.path,
        schemes=list(dict.fromkeys(test.scheme for test in tests)),
        rows=rows,
        public=sorted(public_lines(division.lines, bytes(division.public))) if division is not None else (),
        private_rows=rows.with_name(f"new-{name}-private.npz") if division is not None else None,
        is_hidden=any(test.is_hidden for test in tests),
    )


def _result(running: Running, request: ScoringRequest) -> ScoringResult:
    for _try in range(TRIES):
        outcome = score(request, limits=limits.scoring_limits(), on_log=running.log, cancelled=lambda: running.is_over)
        running.check()
        if isinstance(outcome, ScoringResult):
            return outcome
        failure = outcome
        if not failure.may_retry:
            break
    raise JobFailed(
        failure.message,
        kind=failure.kind,
        file=failure.file,
        line=failure.line,
        fault=failure.fault,
        operator=failure.operator,
        is_retried=failure.may_retry,
    )


def keep(scored: ScoredOutput) -> dict[int, Evaluation]:
    """Write new evaluations, in the transaction that completes the job; return all of them by test.

    Where another submission with the same content was quicker, its evaluations are taken.
    """
    found = dict(scored.known)
    for test, one in scored.new:
        evaluation, is_new = Evaluation.objects.get_or_create(
            test=test, sha256=scored.key, defaults=_values(test, one, scored)
        )
        found[test.pk] = evaluation
        if is_new:
            Analysis.objects.create(
                evaluation=evaluation, lines=one.lines, worst=list(one.worst), features=one.features
            )
        rows = scored.private_rows if test.part == Part.PRIVATE else scored.rows
        if is_new and rows is not None:
            _link(rows, places.rows_file(evaluation.pk))
    return found


def _values(test: Test, one: SchemeScore, scored: ScoredOutput) -> dict[str, object]:
    interval = one.interval
    return {
        "value": finite_or_none(one.value),
        "shown": one.shown[:64],
        "low": finite_or_none(interval.low) if interval else None,
        "high": finite_or_none(interval.high) if interval else None,
        "notes": list(interval.notes) if interval else [],
        "signature": one.public_signature,
        "engine": scored.engine,
        "rows": scored.rows_of(test) is not None,
    }


def _link(rows: Path, target: Path) -> None:
    """One file serves all tests of a split: it holds the rows of every scheme."""
    with whole_path(target) as place:
        os.link(rows, place)


def clear(scores: Sequence[ScoredOutput]) -> None:
    """Remove the working names of row files; those that were kept have names of their own."""
    for scored in scores:
        for rows in (scored.rows, scored.private_rows):
            if rows is not None:
                rows.unlink(missing_ok=True)
