"""The web process: Waitress on a socket that the supervisor opened.

One thread reads requests whole before any other thread is given them, and sends answers as fast as they are taken: slow
clients wait among themselves, and hold nobody's place. What tells whether the platform is well has a thread of its own.
A request that computes for too long cannot be ended alone: its process finishes what others asked for, and another
takes its place. One that lets no other thread run stops the beats of its process, too, and the supervisor ends that.
"""

from __future__ import annotations

import faulthandler
import gc
import logging
import os
import resource
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from probierz.web.configuration import environment

THREADS = 8
QUICK = ("/health", "/ready")
"""Answered also while all other threads are busy."""

DOORS, MOST_AT_DOORS = ("/login", "/register", "/invitations/"), 40
"""Where people come in, each of whom costs a processor some tenths of a second; so many wait in a line of their own, as
when a class logs in, and keep no thread from answering others. See `password_room` for those behind them.
"""

REQUEST_SECONDS, LEAST_BYTES_PER_SECOND = 30.0, 16_384
"""A request, of git's programs too, comes whole in this time, and a second more for each so many bytes that have come.
"""

IDLE_SECONDS, LOOK_SECONDS = 28, 1
"""A look sees what began since the last one, and a later one ends it: within `REQUEST_SECONDS` of its first byte."""
MOST_CONNECTIONS = 1000
MOST_OF_ONE = 250
"""Connections of one address to one process at a time; behind a proxy all come from its address, and it counts them."""

MOST_WAITING_BYTES = 64 * 2**20
"""What a slow client may leave unread, on disk for the most part, before a thread waits for it."""


COMPUTING_SECONDS = 30.0
"""Of a processor, for one request. Waiting for a slow client or the database takes none of them."""

MOST_MEMORY_BYTES = 2 * 2**30
"""Of one web process, as it is resident."""

MADE_BETWEEN_COLLECTIONS = 10_000
"""So many more objects there are, before Python looks which of them only know each other."""

LEAVING_SECONDS = 10.0
"""In which the other requests of a process end that is going to be replaced."""

REPLACED = 75
"""The exit status of a process that wants to be replaced; the supervisor starts another whatever it is."""

log = logging.getLogger(__name__)


class _Watched:
    """A request on its way through a thread, and what it has cost so far."""

    def __init__(self, channel: Any, running: set[_Watched]) -> None:
        self._channel, self._running = channel, running
        self.address = channel.requests[0].path if channel.requests else ""
        self.thread = 0
        self._clock, self._begun = 0, 0.0

    def service(self) -> None:
        """Answer it; called by the thread."""
        self.thread = threading.get_ident()
        if hasattr(time, "pthread_getcpuclockid"):
            self._clock = time.pthread_getcpuclockid(self.thread)
            self._begun = time.clock_gettime(self._clock)
        self._running.add(self)
        try:
            self._channel.service()
        finally:
            self._running.discard(self)

    def cancel(self) -> None:
        """Give it up before it began; called as the server ends."""
        self._channel.cancel()

    @property
    def seconds(self) -> float:
        """How long it has kept a processor busy; 0 where the system does not count that for threads."""
        return time.clock_gettime(self._clock) - self._begun if self._clock else 0.0


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with rules of our own: some requests pass all others, slow ones end, and so do greedy ones.

    counts_addresses: whether one address has `MOST_OF_ONE` connections at most.
    """

    def __init__(
        self,
        application: Callable[..., Any],
        listener: socket.socket,
        *,
        most_bytes: int,
        pulse: int | None = None,
        counts_addresses: bool = True,
    ) -> None:
        self._pulse = pulse
        self._counts_addresses, self._is_ending = counts_addresses, False
        self._running: set[_Watched] = set()
        self._leaves_at = 0.0
        self._quick, self._doors = ThreadedTaskDispatcher(), ThreadedTaskDispatcher()
        self._quick.set_thread_count(1)
        self._doors.set_thread_count(1)
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

    def accept(self) -> Any:
        """Take a connection; close it at once where its address has very many."""
        accepted = super().accept()
        if accepted is None or not self._counts_addresses:
            return accepted
        connection, address = accepted
        host = address[0] if isinstance(address, tuple) else address
        if sum(channel.addr[0] == host for channel in self.active_channels.values()) < MOST_OF_ONE:
            return accepted
        connection.close()
        return None

    def readable(self) -> bool:
        """Whether it takes connections; asked in each round of the loop, which `end` leaves here."""
        if self._is_ending:
            raise SystemExit(0)
        return bool(super().readable())

    def end(self) -> None:
        """Let `run` return soon; called by a signal, which may come at any place, so that nothing is raised there."""
        self._is_ending = True
        self.trigger.pull_trigger()

    def add_task(self, task: Any) -> None:
        """Give a request that has come to a thread."""
        request = task.requests[0] if task.requests else None
        if request is not None and request.path in QUICK:
            self._quick.add_task(task)
            return
        comes_in = request is not None and request.command == "POST" and request.path.startswith(DOORS)
        has_room = len(self._doors.queue) < MOST_AT_DOORS
        dispatcher = self._doors if comes_in and has_room else self.task_dispatcher
        dispatcher.add_task(_Watched(task, self._running))

    def maintenance(self, now: float) -> None:
        """Close what has been idle, and what sends a request too slowly; leave where a request costs too much."""
        super().maintenance(now)
        self._beat()
        self._watch()
        for channel in list(self.active_channels.values()):
            request = channel.request
            if request is None or channel.requests:
                channel.begun = None
            elif getattr(channel, "begun", None) is None:
                channel.begun = now
            elif now - channel.begun >= _most_seconds(request.body_bytes_received):
                channel.will_close = True

    def _beat(self) -> None:
        """Tell the supervisor that threads get their turns here."""
        if self._pulse is not None:
            os.write(self._pulse, b".")

    def _watch(self) -> None:
        greedy = {one for one in set(self._running) if one.seconds > COMPUTING_SECONDS}
        if not self._leaves_at and (greedy or _memory_bytes() > MOST_MEMORY_BYTES):
            self.accepting = False  # connections wait in the socket that all web processes share
            self._leaves_at = time.monotonic() + LEAVING_SECONDS
            for one in greedy:
                log.error("%s took more than %.0f s of a processor:\n%s", one.address, COMPUTING_SECONDS, _stack(one))
            log.error("this web process is replaced; it used %.0f MiB", _memory_bytes() / 2**20)
        if self._leaves_at and (not self._is_owing(greedy) or time.monotonic() > self._leaves_at):
            self.leave()

    def _is_owing(self, greedy: set[_Watched]) -> bool:
        """Whether somebody else waits for an answer."""
        is_sending = any(channel.total_outbufs_len for channel in self.active_channels.values())
        return is_sending or bool(set(self._running) - greedy)

    def leave(self) -> None:
        """End this process, whatever its threads do."""
        os._exit(REPLACED)

    def stop(self) -> None:
        """End the loop of `run` and the threads; to be called from another thread."""
        with self.trigger.lock:  # a request that ends may wake the loop: nothing is closed before the trigger is pulled
            self.trigger.thunks.append(lambda: wasyncore.close_all(self._map, ignore_all=True))
            self.trigger.pull_trigger()
        self._quick.shutdown()
        self._doors.shutdown()
        self.task_dispatcher.shutdown()


def _most_seconds(received: int) -> float:
    """How long after the look that first saw a request it may still come, with so many bytes of its body there."""
    return REQUEST_SECONDS - 2 * LOOK_SECONDS + received / LEAST_BYTES_PER_SECOND


def _stack(one: _Watched) -> str:
    """Where in the code a request is."""
    frame = sys._current_frames().get(one.thread)
    return "".join(traceback.format_stack(frame)[-12:]) if frame else "it has ended"


def _memory_bytes() -> int:
    """What of this process is in memory; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def collect_seldom() -> None:
    """Let Python look for garbage less often, and never among what was loaded at the start.

    A large page makes objects by the ten thousand, next to none of them in circles: looking took a twentieth of its
    time, and most of that on modules and templates.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE_BETWEEN_COLLECTIONS)


def main() -> NoReturn:
    """Serve the platform on a socket until told to stop. Arguments: its number, and that of the pipe for beats."""
    listener, pulse = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
    faulthandler.register(signal.SIGUSR1)  # tells where threads are, also while one lets no other run
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "probierz.web.settings")
    environment.tell_cookies_apart(listener.getsockname()[1])
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application

    from probierz.web.configuration.limits import request_bytes

    application = get_wsgi_application()
    collect_seldom()
    counts = not settings.PROBIERZ["PROBIERZ_BEHIND_PROXY"]
    # What is a little too large gets a page that says so.
    server = Server(application, listener, most_bytes=2 * request_bytes(), pulse=pulse, counts_addresses=counts)
    signal.signal(signal.SIGTERM, lambda _number, _frame: server.end())
    server.run()
    sys.exit(0)


if __name__ == "__main__":
    main()
