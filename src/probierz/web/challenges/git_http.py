"""The public repositories over HTTP, for `git clone`: git's own program answers, and nobody can write.

Only the two requests of a fetch are passed on, for challenges that the caller may see. Everything in such a repository
is public by its nature: the challenge without expected results, and opened submissions. What git keeps in memory, and
how long it works, grows with what it is sent, so that is unpacked here, and has an end.
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
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
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
from probierz.web.http.addresses import client_network
from probierz.web.intake.gitrun import GitLimits, limited_command

MOST_REQUEST_BYTES = 2 * 2**20
"""Unpacked. A fetch sends some kilobytes; a megabyte from a clone with a hundred thousand other commits."""

SECONDS = 300
AT_A_TIME, OF_ONE = 4, 2
"""Fetches of one web process: of all, and of one address."""

LIMITS = GitLimits(memory_bytes=768 * 2**20, seconds=60)
"""Of git's program and each that it starts; the seconds are those on a processor."""

_PIECE = 2**16
_SHOWN_HEADERS = ("Content-Type", "Cache-Control", "Expires", "Pragma")
_ASKS = {("GET", "info/refs"): "service=git-upload-pack", ("POST", "git-upload-pack"): ""}
_SETTINGS = {
    "safe.directory": "*",
    "http.receivepack": "false",
    "http.getanyfile": "false",
    "transfer.hideRefs": HIDDEN_REFERENCES,
    # What is large is read in pieces, within the limit of memory.
    "core.bigFileThreshold": "16m",
    "core.packedGitWindowSize": "16m",
    "core.packedGitLimit": "128m",
    "pack.windowMemory": "64m",
    "pack.threads": "1",
}


class Places:
    """Who fetches now: so many at a time, and few of them from one address."""

    def __init__(self, most: int, of_one: int) -> None:
        self._most, self._of_one = most, of_one
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, whose: str) -> bool:
        """Take a place, and return whether there was one."""
        with self._lock:
            if self._taken.total() >= self._most or self._taken[whose] >= self._of_one:
                return False
            self._taken[whose] += 1
            return True

    def free(self, whose: str) -> None:
        """Give one back."""
        with self._lock:
            self._taken -= Counter([whose])  # and forgets who has none


_PLACES = Places(AT_A_TIME, OF_ONE)


class _Unreadable(Exception):
    """What git is sent cannot be passed on. Arguments: the status of the answer, and its sentence."""


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
    whose = client_network(request)
    if not _PLACES.take(whose):
        return _busy()
    return _answer(request, slug, rest, partial(_PLACES.free, whose))


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
    response = _text(503, "Much is fetched right now, by many or by you; try again in a minute.")
    response["Retry-After"] = "60"
    return response


def _answer(request: HttpRequest, slug: str, rest: str, free: Callable[[], None]) -> HttpResponseBase:
    """Run git's program; the place that was taken is given free here, or by the run."""
    try:
        with tempfile.TemporaryFile() as body:
            sent = _body(request)
            body.write(sent)
            body.seek(0)
            run = _GitRun(_environment(request, slug, rest, len(sent)), body, free)
    except _Unreadable as problem:
        free()
        return _text(*problem.args)
    except BaseException:
        free()
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


def _body(request: HttpRequest) -> bytes:
    """Return what git sent, unpacked, also what came in chunks, which Django does not read. Raises _Unreadable."""
    is_chunked = request.headers.get("Transfer-Encoding", "").lower() == "chunked"
    stream = request.META["wsgi.input"] if is_chunked else request
    sent: bytes = stream.read(MOST_REQUEST_BYTES + 1)
    if len(sent) <= MOST_REQUEST_BYTES and request.headers.get("Content-Encoding") == "gzip":
        sent = _unpacked(sent)
    if len(sent) > MOST_REQUEST_BYTES:
        raise _Unreadable(413, f"The request is larger than {MOST_REQUEST_BYTES // 2**20} MiB; a fetch sends less.")
    return sent


def _unpacked(sent: bytes) -> bytes:
    """Return what gzip holds, or a byte more than is taken. Raises _Unreadable."""
    unpacking = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        plain = unpacking.decompress(sent, MOST_REQUEST_BYTES + 1)
    except zlib.error:
        raise _Unreadable(400, "The request is no gzip, as it says.") from None
    if not unpacking.eof and len(plain) <= MOST_REQUEST_BYTES:
        raise _Unreadable(400, "The request breaks off.")
    return plain


def _environment(request: HttpRequest, slug: str, rest: str, size: int) -> dict[str, str]:
    protocol = request.headers.get("Git-Protocol", "")
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": "/nonexistent",
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_PROJECT_ROOT": str(places.public_repository(slug)),
        "GIT_HTTP_EXPORT_ALL": "1",
        "GIT_PROTOCOL": protocol if re.fullmatch(r"version=[012]", protocol) else "",
        "PATH_INFO": f"/{rest}",
        "QUERY_STRING": request.META.get("QUERY_STRING", ""),
        "REQUEST_METHOD": request.method or "",
        "CONTENT_TYPE": request.META.get("CONTENT_TYPE", ""),
        "CONTENT_LENGTH": str(size),
    }


class _GitRun:
    """git's program at work; closing ends it, and another one may run in its place."""

    def __init__(self, environment: dict[str, str], body: IO[bytes], free: Callable[[], None]) -> None:
        self._free = free
        settings = [part for key, value in _SETTINGS.items() for part in ("-c", f"{key}={value}")]
        self._process = subprocess.Popen(
            limited_command(["git", *settings, "http-backend"], LIMITS),
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
        self._free()


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
