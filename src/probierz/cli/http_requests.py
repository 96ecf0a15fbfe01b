"""HTTP for commands that talk to a platform: one request at a time, with the standard library."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO
from urllib.parse import urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

from probierz.errors import OptionError, ProbierzError
from probierz.version import __version__

HEADER_SECONDS = 30
BODY_SECONDS = 3600
"""How long a server may be silent: before it answers at all, and between two pieces of an answer."""

_PIECE = 2**16


@dataclass
class HttpAnswer:
    """An answer, whose body comes piece by piece. url: of the request."""

    url: str
    response: http.client.HTTPResponse
    connection: http.client.HTTPConnection

    @property
    def status(self) -> int:
        """The status code."""
        return self.response.status

    @property
    def location(self) -> str | None:
        """Where a redirection leads, as a whole address."""
        found = self.response.headers.get("Location")
        return None if found is None else urljoin(self.url, found)

    def header(self, name: str) -> str:
        """Return a header, or an empty text."""
        return str(self.response.headers.get(name, ""))

    def pieces(self) -> Iterator[bytes]:
        """Return the body as it comes. Raises ProbierzError when it breaks off."""
        try:
            while piece := self.response.read1(_PIECE):
                yield piece
        except (OSError, http.client.HTTPException) as error:
            raise ProbierzError(f"{self.url}: the answer broke off ({_reason(error)})") from error
        finally:
            self.connection.close()

    def body(self) -> bytes:
        """Return the whole body."""
        return b"".join(self.pieces())


def read_server(text: str) -> str:
    """Return the address of a server as typed, without a slash at its end. Raises OptionError for none."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise OptionError(f"{text!r} is not the address of a server; say one such as https://evaluate.example.org")
    return text.rstrip("/")


def send(
    method: str, url: str, *, body: bytes | IO[bytes] | None = None, headers: Mapping[str, str] | None = None
) -> HttpAnswer:
    """Send a request and return the answer as soon as its headers are there. Redirections are not followed.

    Raises ProbierzError when there is no answer.
    """
    parts = urlsplit(url)
    host = parts.hostname
    if not host:
        raise OptionError(f"{url!r} is not an address")
    connection, target = _connection(url)
    sent = {"User-Agent": f"probierz/{__version__}", "Accept-Encoding": "identity", **(headers or {})}
    try:
        connection.connect()
        wire: socket.socket = connection.sock
        connection.request(method, target, body=body, headers=sent)
        response = connection.getresponse()
        wire.settimeout(BODY_SECONDS)
    except (OSError, http.client.HTTPException) as error:
        connection.close()
        raise ProbierzError(f"{parts.scheme}://{parts.netloc} does not answer: {_reason(error)}") from error
    return HttpAnswer(url, response, connection)


def _connection(url: str) -> tuple[http.client.HTTPConnection, str]:
    """A connection to the server, or to the proxy that the environment names, and what to ask for."""
    parts = urlsplit(url)
    target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    proxy = None if proxy_bypass(parts.hostname or "") else getproxies().get(parts.scheme)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    if proxy is None:
        return kind(parts.hostname or "", parts.port, timeout=HEADER_SECONDS), target
    way = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    if parts.scheme == "https":
        connection = kind(way.hostname or "", way.port, timeout=HEADER_SECONDS)
        connection.set_tunnel(parts.hostname or "", parts.port)
        return connection, target
    return http.client.HTTPConnection(way.hostname or "", way.port, timeout=HEADER_SECONDS), url


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "it took too long"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
