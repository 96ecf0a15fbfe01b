"""Sending a message: one POST to an address that was looked up and checked just before, and to no other.

No redirect is followed, no proxy asked, little of the answer read, and all of it has to be over in a few seconds.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from probierz.web.intake.errors import AddressError, UnknownHost
from probierz.web.intake.hosts import DEFAULT_PORTS, IP, Resolver, Transports, pin, system_resolver
from probierz.web.webhooks.receiver_address import HookAddress

SECONDS = 10.0
MOST_ANSWER_BYTES = 4096
PASSING = {408, 425, 429}
"""Refusals that may be over a while later, besides all from 500 on."""
MOST_TRIED = 3
"""Of the addresses that a host has."""

Reason = Literal["private", "unknown-host", "unreachable", "certificate", "too-slow", "broken"]


@dataclass(frozen=True)
class HookAnswer:
    """What the other side said. text: the beginning of it."""

    status: int
    text: str


def may_pass(status: int) -> bool:
    """Whether an answer is of trouble that may be over a while later, and no refusal of the message."""
    return status >= 500 or status in PASSING


class NotSent(Exception):
    """There was no answer. reason: why, for programs; may_help: whether it is any use to try again later."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason
        self.may_help = reason != "private"


def post(
    address: HookAddress,
    body: bytes,
    headers: Mapping[str, str],
    transports: Transports,
    *,
    resolver: Resolver = system_resolver,
    seconds: float = SECONDS,
) -> HookAnswer:
    """Send a body and return what is answered, whatever its status. Raises NotSent."""
    try:
        found = pin(address.host, address.port, transports, resolver)
    except UnknownHost as error:
        raise NotSent("unknown-host") from error
    except AddressError as error:
        raise NotSent("private") from error
    connection = _Pinned(address, found, transports, seconds)
    try:
        return _exchange(connection, address, body, headers, seconds)
    except ssl.SSLCertVerificationError as error:
        raise NotSent("certificate") from error
    except TimeoutError as error:
        raise NotSent("too-slow") from error
    except http.client.HTTPException as error:
        raise NotSent("too-slow" if connection.is_cut else "broken") from error
    except OSError as error:
        raise NotSent("too-slow" if connection.is_cut else "unreachable") from error
    finally:
        connection.close()


def _exchange(
    connection: _Pinned, address: HookAddress, body: bytes, headers: Mapping[str, str], seconds: float
) -> HookAnswer:
    """A clock beside it ends what would go on for ever, a byte at a time."""
    clock = threading.Timer(seconds, connection.cut)
    clock.daemon = True
    clock.start()
    try:
        connection.request("POST", address.target, body, dict(headers))
        response = connection.getresponse()
        text = response.read(MOST_ANSWER_BYTES).decode("utf-8", "replace")
        if connection.is_cut:  # what came until then may look like a whole answer
            raise TimeoutError
        return HookAnswer(response.status, text)
    finally:
        clock.cancel()


class _Pinned(http.client.HTTPConnection):
    """A connection to one of the addresses that were checked; the name is only told to the other side."""

    def __init__(self, address: HookAddress, found: Sequence[IP], transports: Transports, seconds: float) -> None:
        super().__init__(address.host, address.port, timeout=seconds)
        self.default_port = DEFAULT_PORTS[address.scheme]  # so that the header "Host" names no usual port
        self.is_cut = False
        self._opened: socket.socket | None = None  # `sock` is forgotten while an answer is still being read
        self._found = found[:MOST_TRIED]
        self._tls = ssl.create_default_context(cafile=transports.ca_file) if address.scheme == "https" else None

    def connect(self) -> None:
        """Connect to the first address that answers. Raises OSError."""
        self.sock = self._opened = self._connected()
        if self._tls is not None:
            self.sock = self._tls.wrap_socket(self.sock, server_hostname=self.host)
        self._opened = self.sock

    def _connected(self) -> socket.socket:
        problem: OSError = OSError("no address")
        for ip in self._found:
            try:
                return socket.create_connection((str(ip), self.port), timeout=(self.timeout or SECONDS) / MOST_TRIED)
            except OSError as error:
                problem = error
        raise problem

    def cut(self) -> None:
        """End the connection from another thread; whatever waits for it fails."""
        self.is_cut = True
        if self._opened is not None:
            with suppress(OSError):
                self._opened.shutdown(socket.SHUT_RDWR)
