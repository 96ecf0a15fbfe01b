"""One small process that starts the others, starts them again when they die, and ends them all.

supervisor ──► web 1 (pages and API; the socket stays open here, so nobody is turned away meanwhile)
├─► web n
├─► worker 1 (jobs)
└─► worker n
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType

from probierz.errors import Refused

PATIENCE = 20.0
"""Seconds that a program has to end when it is told to."""

FIRST_PAUSE, LONGEST_PAUSE, CALM = 0.2, 30.0, 20.0
"""Seconds before a dead program is started again, and how long it must have run to begin with the first of them."""

SILENCE = 30.0
"""Seconds without a beat after which a program that has beaten is ended: something in it lets no thread run."""

_TICK = 0.1
_TELLING = 0.5
"""Seconds in which a program tells where it is, before it is ended."""
_PR_SET_PDEATHSIG = 1


@dataclass
class Program:
    """A program that shall run. kept_open: files that it inherits.

    pulse: the end of a pipe from which its beats are read, if it beats. beaten: when it did last; 0 before the first.
    """

    name: str
    command: Sequence[str]
    kept_open: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE
    again_at: float = field(default=0.0)
    pulse: int | None = None
    beaten: float = 0.0

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.poll() is None


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 takes a free one. Raises Refused."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=256)
    except OSError as error:
        raise Refused(f"{host}:{port} cannot be used: {error.strerror or error}; choose another --port") from error


def web_programs(listener: socket.socket, count: int) -> list[Program]:
    """Return the web processes, on one socket that is ours."""
    return [_web_program(listener.fileno(), number) for number in range(1, count + 1)]


def _web_program(listener: int, number: int) -> Program:
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    command = [sys.executable, "-m", "probierz.web.operation.webserver", str(listener), str(write)]
    return Program(f"web {number}", command, (listener, write), pulse=read)


def worker_programs(count: int) -> list[Program]:
    """Return the workers."""
    command = [sys.executable, "-m", "probierz", "worker"]
    return [Program(f"worker {number}", command) for number in range(1, count + 1)]


def supervise(
    programs: Sequence[Program], say: Callable[[str], None], answers: Callable[[], bool], ready: Callable[[], None]
) -> None:
    """Keep the programs running until this process is told to stop.

    answers: whether they do by now what they are for; until then none is started again. ready: called once they do.
    Raises Refused where one ends before, and KeyboardInterrupt where Ctrl-C comes before.

    Whoever kills this process with -9 ends the programs too, where Linux sees to that.
    """
    stop = _Stop()
    try:
        for program in programs if not stop.asked else ():
            _start(program)
        while not stop.asked and not answers():
            _refuse_ended(programs)
            time.sleep(_TICK)
        if stop.is_interrupted:
            raise KeyboardInterrupt
        if not stop.asked:
            ready()
        while not stop.asked:
            for program in programs:
                _look_after(program, say)
            time.sleep(_TICK)
    finally:
        _end(programs, say)
        stop.restore()


class _Stop:
    """Whether somebody asked this process to stop."""

    def __init__(self) -> None:
        self.asked = self.is_interrupted = False
        self._before = {kind: signal.signal(kind, self._ask) for kind in (signal.SIGINT, signal.SIGTERM)}
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # held back until it could be handled

    def _ask(self, number: int, _frame: FrameType | None) -> None:
        self.asked = True
        self.is_interrupted = number == signal.SIGINT

    def restore(self) -> None:
        for kind, before in self._before.items():
            signal.signal(kind, before)


def _start(program: Program) -> None:
    _has_beaten(program)  # what one before it left in the pipe
    program.process = subprocess.Popen(
        program.command,
        pass_fds=program.kept_open,
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the supervisor alone, which ends the others in order
        preexec_fn=_die_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509 - there is one thread only
    )
    program.started = time.monotonic()
    program.again_at = program.beaten = 0.0


def _die_with_parent() -> None:
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def _refuse_ended(programs: Sequence[Program]) -> None:
    for program in programs:
        if not program.is_running and program.process is not None:
            code = program.process.returncode
            raise Refused(f"{program.name} ended with {code} as it started; see above why, and  probierz doctor")


def _look_after(program: Program, say: Callable[[str], None]) -> None:
    now = time.monotonic()
    if program.is_running:
        _listen(program, say, now)
        return
    if program.again_at == 0.0:
        assert program.process is not None
        program.pause = FIRST_PAUSE if now - program.started > CALM else min(LONGEST_PAUSE, program.pause * 2)
        program.again_at = now + program.pause
        say(f"{program.name} ended with {program.process.returncode}; it is started again in {program.pause:.1f} s")
    elif now >= program.again_at:
        _start(program)


def _listen(program: Program, say: Callable[[str], None], now: float) -> None:
    """Take the beats of a program; end it where it had some, and has none any more."""
    assert program.process is not None
    if _has_beaten(program):
        program.beaten = now
    if program.beaten and now - program.beaten > SILENCE:
        say(f"{program.name} has not answered for {SILENCE:.0f} s and is ended; where it was stands here:")
        program.process.send_signal(signal.SIGUSR1)
        time.sleep(_TELLING)
        os.killpg(program.process.pid, signal.SIGKILL)
        program.process.wait()


def _has_beaten(program: Program) -> bool:
    """Whether beats came since the last look."""
    with suppress(BlockingIOError):
        return program.pulse is not None and bool(os.read(program.pulse, 1000))
    return False


def _end(programs: Sequence[Program], say: Callable[[str], None]) -> None:
    """Ask all to end; after a while, make them."""
    running = [program for program in programs if program.is_running]
    for program in running:
        assert program.process is not None
        program.process.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    for program in running:
        assert program.process is not None
        try:
            program.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            say(f"{program.name} does not end; it is killed")
            os.killpg(program.process.pid, signal.SIGKILL)
            program.process.wait()
