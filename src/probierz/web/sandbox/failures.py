"""From an exception to what its submitter may read.

The rule is what is allowed, not what is forbidden: an error is shown only if it is about a line of the output. Where
that line failed beside the expected one, which is hidden, neither its number is told nor those that were counted in it.
All else becomes a sentence of ours; the operator gets the whole text.
"""

from __future__ import annotations

import re
from pathlib import Path

from probierz.archives.decompressing import compression_of, open_stream
from probierz.errors import (
    ComparisonError,
    DataError,
    LengthError,
    MissingExtra,
    PatternError,
    ProbierzError,
    SchemeError,
)
from probierz.lines import LineReader
from probierz.web.sandbox.limits import ScoringLimits
from probierz.web.sandbox.outcome import INCOMPARABLE, Blame, Fault, ScoringFailure, ScoringRequest

_MOST_OPERATOR = 16_000
_NOT_YOURS = "Nothing is known to be wrong with your output, and this does not count against your quota."


def describe(
    error: BaseException, request: ScoringRequest, limits: ScoringLimits, expected: Path | None
) -> ScoringFailure:
    """Return what became of a scoring that raised this error. expected: the expected results, if they were found."""
    if isinstance(error, MemoryError):
        return limit_failure("MemoryLimit", limits, blame_for_size(request.output, expected), request.shown_name)
    if isinstance(error, DataError) and _is_about_output(error, request):
        return _bad_line(error, request, expected)
    if isinstance(error, PatternError) and (line := _output_line(error, request)):
        message = (
            f"{request.shown_name} line {line}: a regular expression of the challenge needs too long on this line; "
            "make it shorter, or ask the organisers of the challenge"
        )
        return ScoringFailure("PatternError", message, _full(error), "submission", request.shown_name, line)
    return _not_by_submitter(error)


def _is_about_output(error: DataError, request: ScoringRequest) -> bool:
    return error.path is not None and Path(error.path) == request.output


def _bad_line(error: DataError, request: ScoringRequest, expected: Path | None) -> ScoringFailure:
    if isinstance(error, LengthError) and expected is not None and _has_no_lines(expected):
        return _not_by_submitter(error)
    name = request.shown_name
    place = f"{name} line {error.line}" if error.line else name
    detail = _without_paths(error.detail, request)
    if isinstance(error, ComparisonError):
        return _incomparable(error, place, detail, request)
    kind = type(error).__name__
    return ScoringFailure(kind, f"{place}: {detail}", _full(error), "submission", name, error.line)


def _incomparable(error: ComparisonError, place: str, detail: str, request: ScoringRequest) -> ScoringFailure:
    """Where both lines can be read and not compared. Of hidden ones, line and numbers are for the organisers alone.

    Such an error quotes no text, but counts words: `found 3 for 5` says how long the expected line is.
    """
    name = request.shown_name
    metric, _, reason = detail.partition(" cannot read this line: ")
    if not request.is_hidden:
        message = f"{place}: {metric} cannot compare this line with the expected one: {reason}"
        return ScoringFailure("DataError", message, _full(error), "submission", name, error.line)
    message = (
        f"{name}: {metric} cannot compare a line of it with the expected one: {re.sub('[0-9]+', 'N', reason)}. "
        "Which line that is the organisers alone see, as it tells of hidden results; this counts against your quota"
    )
    return ScoringFailure(INCOMPARABLE, message, f"{place}: {detail}", "submission", name)


def _has_no_lines(path: Path) -> bool:
    try:
        with LineReader(path) as reader:
            return not reader.ready(1, 1)
    except ProbierzError:
        return False


def _without_paths(text: str, request: ScoringRequest) -> str:
    text = text.replace(str(request.output), request.shown_name)
    return text.replace(str(request.output.parent), "").replace(str(request.challenge), "")


def _output_line(error: PatternError, request: ScoringRequest) -> int | None:
    """The line of the output on which an expression ran away; None for one of the expected results, or none at all."""
    found = re.match(re.escape(str(request.output)) + r" line ([0-9]+): ", error.message)
    return int(found[1]) if found else None


# --- not the submitter's fault ---------------------------------------------------------------------------------------


def _not_by_submitter(error: BaseException) -> ScoringFailure:
    kind = type(error).__name__
    if isinstance(error, MissingExtra):
        return own_trouble(kind, _full(error), "The server lacks a library that this file needs.")
    if isinstance(error, SchemeError):
        return _challenge_failure(kind, "a metric of the challenge cannot be used", error)
    if isinstance(error, DataError):
        return _challenge_failure(kind, "the input or the expected results of the challenge cannot be used", error)
    if isinstance(error, ProbierzError):
        return _challenge_failure(kind, "the challenge is not set up as it should be", error)
    if isinstance(error, OSError):
        return own_trouble(kind, _full(error), "The server could not read or write a file.", may_retry=True)
    return own_trouble("Bug", _full(error), f"The server made a mistake ({kind}).")


def _challenge_failure(kind: str, what: str, error: BaseException) -> ScoringFailure:
    message = f"This cannot be scored: {what}. {_NOT_YOURS} Its organisers can see the reason."
    return ScoringFailure(kind, message, _full(error), "challenge")


def own_trouble(kind: str, operator: str, what: str, *, may_retry: bool = False) -> ScoringFailure:
    """Return a failure that the platform is to blame for; `what` is said to the submitter."""
    return ScoringFailure(kind, f"{what} {_NOT_YOURS}", operator[:_MOST_OPERATOR], "platform", may_retry=may_retry)


def _full(error: BaseException) -> str:
    import traceback

    if isinstance(error, ProbierzError):
        return f"{type(error).__name__}: {error}"[:_MOST_OPERATOR]
    return "".join(traceback.format_exception(error))[-_MOST_OPERATOR:]


# --- limits ----------------------------------------------------------------------------------------------------------

_ALLOWANCE = 2**12
_FACTOR = 4
_PIECE = 2**16
_BLAME: dict[Blame, tuple[str, Fault]] = {
    "large": ("Your output is much larger than the expected results, or compressed.", "submission"),
    "usual": (
        "Your output is of a usual size, so the first time on a test this does not count against your quota.",
        "challenge",
    ),
    "repeated": (
        "Your output is of a usual size, but it is not the first time on this test, so this counts against your quota.",
        "submission",
    ),
}


def blame_for_size(output: Path, expected: Path | None) -> Blame:
    """Say what to think of an output that used too much: large where it is compressed, or much larger than expected.

    Of a split without expected results nothing is known, so that its outputs have a usual size.
    """
    try:
        with open(output, "rb") as file:
            is_compressed = bool(compression_of(file.read(6)))
        most = (output.stat().st_size - _ALLOWANCE) // _FACTOR
        is_large = expected is not None and most > 0 and not _holds(expected, most)
        return "large" if is_compressed or is_large else "usual"
    except (OSError, ProbierzError):
        return "usual"


def _holds(path: Path, number: int) -> bool:
    """Whether a file has so many bytes, decompressed."""
    with open_stream(path) as stream:
        while number > 0 and (piece := stream.read(_PIECE)):
            number -= len(piece)
    return number <= 0


def limit_failure(kind: str, limits: ScoringLimits, blame: Blame, name: str) -> ScoringFailure:
    """Return the failure of a process that used up its memory (MemoryLimit) or its processor time (CpuLimit).

    blame: whether the output is `large`, of a `usual` size, or that and it is `repeated`. name: what it is called.
    """
    used, remedy = {
        "MemoryLimit": (f"{limits.memory_bytes / 2**20:g} MiB of memory", "no very long lines, no compression"),
        "CpuLimit": (f"{limits.cpu_seconds} s of processor time", "no very long lines"),
    }[kind]
    what, fault = _BLAME[blame]
    advice = (
        f"Make it smaller ({remedy}), or ask the organisers for a higher limit."
        if blame == "large"
        else "Shorten its longest lines, or ask the organisers for a higher limit."
    )
    message = f"Scoring needs more than {used}, which is the limit. {what} {advice}"
    return ScoringFailure(kind, message, message, fault, name)
