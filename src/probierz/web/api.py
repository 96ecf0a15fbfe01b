"""The API: the endpoints of all apps, one shape of errors, and its description with a page to try it on."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Swagger
from ninja.errors import HttpError, ValidationError
from ninja.openapi import get_schema
from ninja.openapi.schema import OpenAPISchema

from probierz.errors import ProbierzError
from probierz.version import __version__
from probierz.web.accounts.api import router as accounts
from probierz.web.challenges.hidden_tests_api import router as challenges
from probierz.web.http.api_errors import ApiError, api_error_of, error_answer
from probierz.web.http.api_shapes import ErrorOut
from probierz.web.jobs.api import router as jobs
from probierz.web.leaderboards.api import router as boards
from probierz.web.notifications.api import router as notifications
from probierz.web.submissions.api import router as submissions
from probierz.web.suites.api import router as suites
from probierz.web.webhooks.api import router as webhooks

DESCRIPTION = """\
Everything that pages do, for programs.

**Who calls.** Send a personal token as `Authorization: Bearer prb_…`; make one on the page of your account. Its scopes
are `read`, `submit` and `organise`, and none implies another. A session's cookie works too; to change something it
needs the header `X-CSRFToken`.

**Errors** have one shape: `detail` says in a sentence what is wrong, `code` says it to programs, and `problems` lists
places. What somebody may not see is not found.

**Scores** are shown as the phase of a challenge lets them be seen: in full, rounded, or as `UNDISCLOSED`.

**Submitting.** Send files or the address of a repository; the answer names a job. Read its log until `is_final`, then
read the submission. `probierz submit` does just that.
"""


class _Api(NinjaAPI):
    """Its description is made once: nothing in it changes while the platform runs, and it takes most of a second."""

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        """Return the description of all endpoints below an address."""
        return _described(self.get_root_path(path_params or {}) if path_prefix is None else path_prefix)


@lru_cache(maxsize=2)
def _described(prefix: str) -> OpenAPISchema:
    described = get_schema(api=api, path_prefix=prefix)
    shape = ErrorOut.model_json_schema(ref_template="#/components/schemas/{model}")
    described["components"]["schemas"].update({**shape.pop("$defs"), ErrorOut.__name__: shape})
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorOut.__name__}"}}}
    refusals = {one.value: {"description": one.phrase, "content": content} for one in REFUSALS}
    for methods in described["paths"].values():
        for operation in methods.values():
            operation["responses"].update(refusals)
    return described


REFUSALS = [HTTPStatus(status) for status in (400, 401, 403, 404, 409, 413, 422, 429, 502)]
"""What any endpoint may answer. They are only described: named at each, they would be nine models of each at start."""


api = _Api(
    title="Probierz",
    version=__version__,
    description=DESCRIPTION,
    urls_namespace="api",
    docs=Swagger(settings={"persistAuthorization": False, "defaultModelsExpandDepth": 0}),
)
api.add_router("", challenges)
api.add_router("", boards)
api.add_router("", submissions)
api.add_router("", jobs)
api.add_router("", accounts)
api.add_router("", notifications)
api.add_router("", suites)
api.add_router("", webhooks)


# --- errors ----------------------------------------------------------------------------------------------------------


@api.exception_handler(ApiError)
def _refused(request: HttpRequest, error: ApiError) -> HttpResponse:
    return error_answer(error)


@api.exception_handler(ProbierzError)
def _not_done(request: HttpRequest, error: ProbierzError) -> HttpResponse:
    return error_answer(api_error_of(error))


@api.exception_handler(ValidationError)
def _unreadable(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Every value that is not what the description asks for, with its place in the request."""
    problems = [_place(one) for one in error.errors]
    return error_answer(ApiError(422, "request", _("The request is not as the description asks."), problems))


def _place(error: dict[str, Any]) -> dict[str, Any]:
    where = ".".join(str(part) for part in error.get("loc", ()))
    return {"file": where, "line": None, "message": str(error.get("msg", "")), "remedy": "", "severity": "error"}


@api.exception_handler(Http404)
def _missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return error_answer(ApiError(404, "unknown", _("There is nothing of this name here, or not for you.")))


@api.exception_handler(HttpError)
def _other(request: HttpRequest, error: HttpError) -> HttpResponse:
    return error_answer(ApiError(error.status_code, HTTPStatus(error.status_code).phrase.lower(), str(error)))


@api.exception_handler(RequestDataTooBig)
def _too_large(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    return error_answer(ApiError(413, "TooLarge", _("The request is too large.")))


@api.exception_handler(SuspiciousOperation)
def _suspicious(request: HttpRequest, error: SuspiciousOperation) -> HttpResponse:
    return error_answer(ApiError(400, "request", _("The request could not be read.")))
