"""One shape for all errors of the API: a status, a code for programs, a sentence, problems by file and line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import JsonResponse

from probierz.challenges.problems import Problem
from probierz.errors import ProbierzError, Refused
from probierz.web.intake.errors import IntakeError, TooLarge, TooManyFiles

STATUS = {
    "unknown": 404,
    "forbidden": 403,
    "closed": 403,
    "archived": 403,
    "team": 403,
    "quota": 429,
    "queue": 429,
    "busy": 429,
    "uploads": 429,
    "state": 409,
    "replaces": 409,
    "reopens": 409,
}
"""The status of each code with which services refuse; all others are 422."""


class ApiError(Exception):
    """What a client of the API is told whose request was not done. Raised by endpoints, answered in one place.

    status: of HTTP. code: for programs. message: for people. problems: by file and line.
    """

    def __init__(self, status: int, code: str, message: str, problems: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.problems = problems


def api_error_of(error: ProbierzError) -> ApiError:
    """Return what is said of an error that a service or the intake raised."""
    if isinstance(error, Refused):
        return ApiError(STATUS.get(error.code, 422), error.code, error.message)
    if isinstance(error, TooLarge | TooManyFiles):
        return ApiError(413, error.name, str(error))
    if isinstance(error, IntakeError):
        return ApiError(422 if error.fault == "sender" else 502, error.name, str(error))
    return ApiError(422, "refused", error.message)


def error_answer(error: ApiError) -> JsonResponse:
    """Return the answer in the one shape of errors: `detail`, `code`, `problems`."""
    body = {"detail": error.message, "code": error.code, "problems": list(error.problems)}
    return JsonResponse(body, status=error.status)


def problem_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as data."""
    return {
        "file": problem.path,
        "line": problem.line,
        "message": problem.message,
        "remedy": problem.remedy,
        "severity": problem.severity,
    }
