"""The public repositories over HTTP, for `git clone`: git's own program answers, and nobody can write.

Only the two requests of a fetch are passed on, for challenges that the caller may see. Everything in such a repository
is public by its nature: the challenge without expected results, and opened submissions.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
import signal
import subprocess
import tempfile
import threading
from contextlib import suppress
from typing import IO

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from probierz.web.accounts.models import User
from probierz.web.accounts.requester import may_enter
from probierz.web.accounts.services import user_of_token
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.public_repository import HIDDEN_REFERENCES
from probierz.web.challenges.visibility import Visitor
from probierz.web.configuration import places

__all__ = ["clone_address", "repository"]

MOST_REQUEST_BYTES = 16 * 2**20
SECONDS = 300
AT_A_TIME = 4
_PIECE = 2**16
_SHOWN_HEADERS = ("Content-Type", "Cache-Control", "Expires", "Pragma")
_ASKS = {("GET", "info/refs"): "service=git-upload-pack", ("POST", "git-upload-pack"): ""}
_FETCHES = threading.BoundedSemaphore(AT_A_TIME)


def clone_address(root: str, slug: str) -> str:
    """Return what people give to `git clone`."""
    return root + reverse("git", args=[slug, "HEAD"]).removesuffix("/HEAD")


@csrf_exempt
@require_http_methods(["GET", "POST"])
def repository(request: HttpRequest, slug: str, rest: str) -> HttpResponseBase:
    """Answer git."""
    query = _ASKS.get((request.method or "", rest))
    if query is None or request.META.get("QUERY_STRING", "") != query:
        return _text(404, "Clone this address with git; nothing else is here.")
    user = _user(request)
    challenge = Challenge.objects.filter(slug=slug).first() if may_enter(user) else None
    if challenge is None or not Visitor(user).may_see(challenge):
        return _ask_for_token() if user is None else _text(404, "There is no such challenge.")
    if not places.public_repository(slug).is_dir():
        return _text(404, "Nothing of this challenge has been published yet.")
    if not _FETCHES.acquire(blocking=False):
        return _busy()
    return _answer(request, slug, rest)


def _user(request: HttpRequest) -> User | None:
    """Who asks: a session, or a personal token as the password, which is all that git can send."""
    if request.user.is_authenticated:
        return request.user
    kind, _, text = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        password = base64.b64decode(text, validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return None
    return user_of_token(password, "read")


def _text(status: int, what: str) -> HttpResponse:
    return HttpResponse(f"{what}\n", status=status, content_type="text/plain; charset=utf-8")


def _ask_for_token() -> HttpResponse:
    response = _text(401, "Give your login, and a personal token that may read as the password.")
    response["WWW-Authenticate"] = 'Basic realm="Probierz", charset="UTF-8"'
    return response


def _busy() -> HttpResponse:
    response = _text(503, "Many people fetch right now; try again in a minute.")
    response["Retry-After"] = "60"
    return response


def _answer(request: HttpRequest, slug: str, rest: str) -> HttpResponseBase:
    """Run git's program; the place that was taken is given free here, or by the run."""
    try:
        with tempfile.TemporaryFile() as body:
            size = _read_body(request, body)
            if size > MOST_REQUEST_BYTES:
                _FETCHES.release()
                return _text(413, "The request is too large.")
            run = _GitRun(_environment(request, slug, rest, size), body)
    except BaseException:
        _FETCHES.release()
        raise
    try:
        status, headers = run.head()
    except BaseException:
        run.close()
        raise
    response = StreamingHttpResponse(_Pieces(run), status=status)  # the server closes it, and that the run
    for name in _SHOWN_HEADERS:
        if name in headers:
            response[name] = headers[name]
    return response


def _read_body(request: HttpRequest, body: IO[bytes]) -> int:
    """Copy what git sent, also in chunks, which Django does not read; return its size, or one that is too much."""
    is_chunked = request.headers.get("Transfer-Encoding", "").lower() == "chunked"
    stream = request.META["wsgi.input"] if is_chunked else request
    size = 0
    while size <= MOST_REQUEST_BYTES and (piece := stream.read(_PIECE)):
        size += len(piece)
        body.write(piece)
    body.seek(0)
    return size


def _environment(request: HttpRequest, slug: str, rest: str, size: int) -> dict[str, str]:
    protocol = request.headers.get("Git-Protocol", "")
    encoding = request.headers.get("Content-Encoding", "")
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": "/nonexistent",
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_COUNT": "4",
        "GIT_CONFIG_KEY_0": "safe.directory",
        "GIT_CONFIG_VALUE_0": "*",
        "GIT_CONFIG_KEY_1": "http.receivepack",
        "GIT_CONFIG_VALUE_1": "false",
        "GIT_CONFIG_KEY_2": "http.getanyfile",
        "GIT_CONFIG_VALUE_2": "false",
        "GIT_CONFIG_KEY_3": "transfer.hideRefs",
        "GIT_CONFIG_VALUE_3": HIDDEN_REFERENCES,
        "GIT_PROJECT_ROOT": str(places.public_repository(slug)),
        "GIT_HTTP_EXPORT_ALL": "1",
        "GIT_PROTOCOL": protocol if re.fullmatch(r"version=[012]", protocol) else "",
        "PATH_INFO": f"/{rest}",
        "QUERY_STRING": request.META.get("QUERY_STRING", ""),
        "REQUEST_METHOD": request.method or "",
        "CONTENT_TYPE": request.META.get("CONTENT_TYPE", ""),
        "CONTENT_LENGTH": str(size),
        "HTTP_CONTENT_ENCODING": encoding if encoding == "gzip" else "",
    }


class _GitRun:
    """git's program at work; closing ends it, and another one may run in its place."""

    def __init__(self, environment: dict[str, str], body: IO[bytes]) -> None:
        self._process = subprocess.Popen(
            ["git", "http-backend"],
            stdin=body,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd="/",
            start_new_session=True,
        )
        self._closing = threading.Lock()
        self._is_closed = False
        self._watch = threading.Timer(SECONDS, self.close)  # also a client that reads nothing must not hold a place
        self._watch.daemon = True
        self._watch.start()

    def head(self) -> tuple[int, dict[str, str]]:
        """Read the headers."""
        headers: dict[str, str] = {}
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(8192).decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers[name.strip()] = value.strip()
        status = headers.pop("Status", "200" if headers else "500")
        return int(status.split()[0]), headers

    def read(self) -> bytes:
        """Return the next piece, empty at the end, and when its time is over."""
        assert self._process.stdout is not None
        try:
            return self._process.stdout.read1(_PIECE)  # type: ignore[attr-defined, no-any-return]
        except ValueError:  # closed meanwhile
            return b""

    def close(self) -> None:
        """End it; also from another thread, and more than once."""
        with self._closing:
            if self._is_closed:
                return
            self._is_closed = True
        self._watch.cancel()
        if self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        _FETCHES.release()


class _Pieces:
    """An answer in pieces, which the server closes also when nobody reads to the end, or even begins."""

    def __init__(self, run: _GitRun) -> None:
        self._run = run

    def __iter__(self) -> _Pieces:
        return self

    def __next__(self) -> bytes:
        piece = self._run.read()
        if not piece:
            self.close()
            raise StopIteration
        return piece

    def close(self) -> None:
        """End git's program."""
        self._run.close()
