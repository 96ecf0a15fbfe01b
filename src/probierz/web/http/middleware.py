"""What every answer carries, and how large a request may be."""

from __future__ import annotations

import logging

from django.conf import settings
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from probierz.archives.limits import MIB
from probierz.web.configuration.limits import request_bytes
from probierz.web.http.api_errors import ApiError, error_answer
from probierz.web.http.error_pages import OPEN_FORMS, no_room, not_found, too_large
from probierz.web.http.full_disk import is_full_disk

log = logging.getLogger(__name__)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class SecurityHeaders(MiddlewareMixin):
    """Nothing runs or loads that is not ours; a view may set a policy of its own (an embedded board, a report)."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Add the headers to an answer."""
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        return response


class BodyLimit(MiddlewareMixin):
    """Nothing larger than an upload may be is read; a body without a length is read by nobody but git's view."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Refuse by the length that the request tells of."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) > request_bytes():
            if request.accepts("text/html") and request.headers.get("Accept", "*/*") != "*/*":
                return too_large(request, settings.PROBIERZ["PROBIERZ_UPLOAD_MB"])
            detail = f"the request is larger than {settings.PROBIERZ['PROBIERZ_UPLOAD_MB']} MiB; compress or split it"
            return error_answer(ApiError(413, "TooLarge", detail))
        return None


class OpenFormLimit(MiddlewareMixin):
    """Forms that are there for everybody are short: nobody has a page made of megabytes that they typed."""

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        """Refuse a longer one before it is read."""
        route = request.resolver_match.url_name if request.resolver_match else None
        length = int(request.META.get("CONTENT_LENGTH") or 0)
        return too_large(request, 1) if route and route in OPEN_FORMS and length > MIB else None


class FullDisk(MiddlewareMixin):
    """Where a disk or a quota is full, people and programs are told so, and operators find it in the log."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer in place of the view that found no room."""
        if not is_full_disk(exception):
            return None
        log.error("No room left: %s", exception, exc_info=exception)
        return no_room(request)


class NulCharacters(MiddlewareMixin):
    """Nothing has a name with a NUL character: PostgreSQL takes none, not even to look for it."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer in place of the view that asked the database for one."""
        is_refused = isinstance(exception, DataError | ValueError) and "NUL (0x00)" in str(exception)
        return not_found(request) if is_refused else None
