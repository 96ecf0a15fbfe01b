"""How many requests of one process may work on passwords at a time: hashing one keeps a processor busy by intent."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse

from probierz.web.http.error_pages import too_busy

AT_A_TIME, MOST_WAITING, WAIT_SECONDS = 1, 3, 2.0
"""The rest is refused at once, so that most threads of a web process are left to pages."""

_hashing = threading.BoundedSemaphore(AT_A_TIME)
_waiting = threading.BoundedSemaphore(AT_A_TIME + MOST_WAITING)


def hashes_passwords(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let few forms of these views be taken at a time; the others get 429 before any of their attempts is counted."""

    @wraps(view)
    def limited(request: HttpRequest, *args: object, **words: object) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **words)
        if not _waiting.acquire(blocking=False):
            return too_busy(request)
        try:
            if not _hashing.acquire(timeout=WAIT_SECONDS):
                return too_busy(request)
            try:
                return view(request, *args, **words)
            finally:
                _hashing.release()
        finally:
            _waiting.release()

    return limited
