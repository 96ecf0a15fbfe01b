"""The web process: Waitress on a socket that the supervisor opened.

One thread reads requests whole before any other thread is given them, and sends answers as fast as they are taken: slow
clients wait among themselves, and hold nobody's place. What tells whether the platform is well has a thread of its own.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

__all__ = ["THREADS", "Server", "main"]

THREADS = 8
QUICK = ("/health", "/ready")
"""Answered also while all other threads are busy."""

REQUEST_SECONDS, LEAST_BYTES_PER_SECOND = 30.0, 16_384
"""A request comes whole in this time, and a second more for each so many bytes that have come."""

IDLE_SECONDS, LOOK_SECONDS = 30, 5
MOST_CONNECTIONS = 1000
MOST_WAITING_BYTES = 64 * 2**20
"""What a slow client may leave unread, on disk for the most part, before a thread waits for it."""


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with two rules of our own: some requests pass all others, and slow ones end."""

    def __init__(self, application: Callable[..., Any], listener: socket.socket, *, most_bytes: int) -> None:
        self._quick = ThreadedTaskDispatcher()
        self._quick.set_thread_count(1)
        listener.setblocking(False)
        adjustments = Adjustments(
            sockets=[listener],
            threads=THREADS,
            connection_limit=MOST_CONNECTIONS,
            channel_timeout=IDLE_SECONDS,
            cleanup_interval=LOOK_SECONDS,
            max_request_body_size=most_bytes,
            outbuf_high_watermark=MOST_WAITING_BYTES,
            clear_untrusted_proxy_headers=False,  # PROBIERZ_BEHIND_PROXY says whether they are believed
            asyncore_use_poll=True,
            ident="",
        )
        place = (listener.family, listener.type, listener.proto, listener.getsockname())
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(THREADS)
        super().__init__(
            application, {}, True, listener, dispatcher=dispatcher, adj=adjustments, bind_socket=False, sockinfo=place
        )

    def add_task(self, task: Any) -> None:
        """Give a request that has come to a thread."""
        is_quick = bool(task.requests) and task.requests[0].path in QUICK
        (self._quick if is_quick else self.task_dispatcher).add_task(task)

    def maintenance(self, now: float) -> None:
        """Close what has been idle, and what sends a request too slowly."""
        super().maintenance(now)
        for channel in list(self.active_channels.values()):
            request = channel.request
            if request is None or channel.requests:
                channel.begun = None
            elif getattr(channel, "begun", None) is None:
                channel.begun = now
            elif now - channel.begun > REQUEST_SECONDS + request.body_bytes_received / LEAST_BYTES_PER_SECOND:
                channel.will_close = True

    def stop(self) -> None:
        """End the loop of `run` and the threads; to be called from another thread."""
        self.trigger.pull_trigger(lambda: wasyncore.close_all(self._map, ignore_all=True))
        self._quick.shutdown()
        self.task_dispatcher.shutdown()


def main() -> NoReturn:
    """Serve the platform on the socket whose number is the one argument, until told to stop."""
    listener = socket.socket(fileno=int(sys.argv[1]))
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "probierz.web.settings")
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application

    application = get_wsgi_application()
    signal.signal(signal.SIGTERM, _stop)
    most = (
        2 * (settings.PROBIERZ["PROBIERZ_UPLOAD_MB"] + 1) * 2**20
    )  # what is a little too large gets a page that says so
    Server(application, listener, most_bytes=most).run()
    sys.exit(0)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


if __name__ == "__main__":
    main()
