"""The scoring process: reads a request from standard input, writes its answer as lines of JSON to one pipe.

    {"log": "Scored 5508 lines"}          what the submitter may read meanwhile
    {"result": {…}} or {"failure": {…}}   the last line

Standard error is for the operator alone: whatever a library prints there may quote the expected results.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from probierz.web.sandbox.confine import confine
from probierz.web.sandbox.limits import ScoringLimits
from probierz.web.sandbox.outcome import ScoringRequest
from probierz.web.sandbox.patience import TooSlow, at_most

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.reports.tables import NumberStyle
    from probierz.scoring.interval import ScoreInterval
    from probierz.scoring.score import Score

ROWS_NAME, PRIVATE_ROWS_NAME = "rows.npz", "private-rows.npz"
"""Where the rows are written, in the working directory."""
_RESERVE_BYTES = 2**20


def main() -> None:
    """Score what standard input asks for."""
    order = json.loads(sys.stdin.read())
    limits, request = ScoringLimits(**order["limits"]), ScoringRequest.from_dict(order["request"])
    with os.fdopen(order["answer"], "w", encoding="utf-8") as answer:
        cut = confine(limits, order["parent"])
        say(answer, answered(request, limits, answer, network_is_cut=cut))


def say(answer: TextIO, message: Mapping[str, Any]) -> None:
    """Send a line to the parent at once."""
    answer.write(json.dumps(message) + "\n")
    answer.flush()


def answered(request: ScoringRequest, limits: ScoringLimits, answer: TextIO, *, network_is_cut: bool) -> dict[str, Any]:
    """Return the last line: a result or a failure, never an exception."""
    from probierz.web.sandbox.failures import describe

    found: list[Path] = []
    reserve: list[bytes] = [bytes(_RESERVE_BYTES)]  # given back when memory runs out, so that this can be said
    try:
        return {"result": {**scored(request, limits, answer, found), "network_is_cut": network_is_cut}}
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a native library may panic, which is no Exception
        reserve.clear()
        failure = describe(error, request, limits, found[0] if found else None)
    return {"failure": {key: getattr(failure, key) for key in failure.__dataclass_fields__}}


def scored(request: ScoringRequest, limits: ScoringLimits, answer: TextIO, found: list[Path]) -> dict[str, Any]:
    """Score, and return the result as plain data. The path of the expected results is put into `found`."""
    from probierz.challenges.evaluate import as_schemes
    from probierz.metrics.definition import load_named_plugins
    from probierz.reports.tables import NumberStyle
    from probierz.web.sandbox.challenge_rules import open_safely
    from probierz.web.sandbox.looking import looked_into

    load_named_plugins()
    challenge, split = open_safely(request.challenge, request.split)
    if split.expected is not None:
        found.append(split.expected)
    schemes = None if request.schemes is None else as_schemes(request.schemes)
    say(answer, {"log": f"Scoring {request.shown_name}"})
    evaluation = challenge.evaluate(request.split, out=request.output, schemes=schemes, rows=_needs_rows(request))
    say(answer, {"log": f"Scored {evaluation.lines} lines"})
    notes: list[str] = []
    parts = _parts(evaluation, request)
    files = {"": (request.rows, ROWS_NAME), "private": (request.private_rows, PRIVATE_ROWS_NAME)}
    places = {part: files["private" if part == "private" else ""] for part in parts}
    written = {
        part: place is not None and _wrote_rows(parts[part], name, notes) for part, (place, name) in places.items()
    }
    style = NumberStyle(challenge.options.precision, challenge.options.show_as_percentage)
    seconds = (limits.cpu_seconds - time.process_time()) / 2
    plain: list[dict[str, Any]] = []
    for part, scores in parts.items():
        intervals = _intervals(scores, request, limits, answer, notes)
        looked_at = looked_into(evaluation, scores, seconds / len(parts))
        plain += [
            {**_plain_score(score, interval, style, request), **inside, "part": part}
            for score, interval, inside in zip(scores, intervals, looked_at, strict=True)
        ]
    return {
        "scores": plain,
        **_plain_evaluation(evaluation, challenge, request, notes),
        "rows": str(request.rows) if any(is_there for part, is_there in written.items() if part != "private") else None,
        "private_rows": str(request.private_rows) if written.get("private") else None,
    }


def _parts(evaluation: EvaluationRecord, request: ScoringRequest) -> dict[str, Sequence[Score]]:
    """The scores of each part of the split: of all lines, or of the public and of the others."""
    if not request.public:
        return {"": evaluation.scores}
    public = frozenset(request.public)
    private = frozenset(range(1, evaluation.lines + 1)) - public
    return {
        "public": [score.of_lines(public) for score in evaluation.scores],
        "private": [score.of_lines(private) for score in evaluation.scores],
    }


def _needs_rows(request: ScoringRequest) -> bool:
    return request.samples > 0 or request.rows is not None or bool(request.public)


def _plain_evaluation(
    evaluation: EvaluationRecord, challenge: Challenge, request: ScoringRequest, notes: list[str]
) -> dict[str, Any]:
    from probierz.version import __version__

    # Other warnings tell of the expected results: how many lines are right, which of them are empty.
    own = f"{evaluation.output}: "
    safe = [f"{request.shown_name}: {one.removeprefix(own)}" for one in evaluation.warnings if one.startswith(own)]
    return {
        "lines": evaluation.lines,
        "precision": challenge.options.precision,
        "percent": challenge.options.show_as_percentage,
        "version": __version__,
        "cpu_seconds": time.process_time(),
        "warnings": [*safe, *notes],
        "operator_warnings": [*evaluation.warnings, *notes],
    }


def _plain_score(
    score: Score, interval: ScoreInterval | None, style: NumberStyle, request: ScoringRequest
) -> dict[str, Any]:
    from dataclasses import replace

    digests = {side: digest for side, digest in score.signature.digests.items() if side != "expected"}
    return {
        "name": score.name,
        "scheme": str(score.scheme),
        "value": score.value,
        "shown": style.show(score.value),
        "better": score.better,
        "priority": score.scheme.priority,
        "lines": score.signature.lines,
        "signature": score.signature.as_dict(),
        "public_signature": str(replace(score.signature, digests=digests)),
        "interval": None if interval is None else _plain_interval(interval, is_hidden=request.is_hidden),
    }


def _plain_interval(interval: ScoreInterval, *, is_hidden: bool) -> dict[str, Any]:
    """Numbers of lines and labels in notes tell of the expected results, so notes on hidden ones are without these."""
    plain = interval.as_dict()
    wanted = ("low", "high", "level", "method", "samples", "seed", "standard_error")
    notes = [note.general if is_hidden else note for note in interval.notes]
    return {**{key: plain[key] for key in wanted}, "notes": notes}


def _wrote_rows(scores: Sequence[Score], name: str, notes: list[str]) -> bool:
    from probierz.web.sandbox.rows import write_rows

    try:
        write_rows(Path(name), scores)
    except (OSError, MemoryError):
        notes.append("the scores of single lines take too much room and are not kept, so there are no comparisons")
        return False
    return True


# --- intervals -------------------------------------------------------------------------------------------------------


def _intervals(
    scores: Sequence[Score], request: ScoringRequest, limits: ScoringLimits, answer: TextIO, notes: list[str]
) -> list[ScoreInterval] | list[None]:
    nothing: list[None] = [None] * len(scores)
    if not request.samples:
        return nothing
    seconds = min(limits.interval_seconds, (limits.cpu_seconds - time.process_time()) / 2)
    try:
        with at_most(seconds):
            from probierz.scoring.interval import intervals

            settings: dict[str, Any] = {"level": request.level, "samples": request.samples, "seed": request.seed}
            found = intervals(scores, **settings)
    except (TooSlow, MemoryError):
        notes.append("there are no intervals: they would take too long or too much memory")
        return nothing
    say(answer, {"log": "Made intervals"})  # not every method draws samples
    return found


if __name__ == "__main__":
    main()
