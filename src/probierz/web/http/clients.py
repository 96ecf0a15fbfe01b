"""Whether whoever asked still waits for the answer."""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import partial

from django.http import HttpRequest


def client_gone(request: HttpRequest) -> Callable[[], bool]:
    """Return what tells whether the client hung up meanwhile; under another server than ours it never does.

    Waitress reads no further while it answers, so it does not see the end of a connection: its socket is looked at.
    """
    ask = request.META.get("waitress.client_disconnected")
    connection = getattr(getattr(ask, "__self__", None), "socket", None)
    return partial(_hung_up, connection) if isinstance(connection, socket.socket) else lambda: False


def _hung_up(connection: socket.socket) -> bool:
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:  # still there, with nothing to say
        return False
    except OSError:
        return True
