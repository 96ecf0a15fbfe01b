"""The parent's side: start the scoring process, watch it, and say what came of it.

    worker ── request (stdin) ──► scoring process, limited, in a session and a folder of its own
           ◄─ log, answer (pipe)
           ◄─ messages (stderr)   for the operator

The process dies with the thread that called `score`, also when that is killed with -9.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from probierz.metrics.definition import plugins_environment
from probierz.web.sandbox.child import PRIVATE_ROWS_NAME, ROWS_NAME
from probierz.web.sandbox.failures import blame_for_size, limit_failure, own_trouble
from probierz.web.sandbox.limits import ScoringLimits
from probierz.web.sandbox.outcome import Blame, ScoringFailure, ScoringRequest, ScoringResult
from probierz.whole_files import whole_path

_SOURCE = Path(__file__).resolve().parents[3]
# -I leaves PYTHONPATH and the working directory out of the search; the code that runs here is to run there.
_START = """
import sys
if sys.argv[1] not in sys.path: sys.path.insert(0, sys.argv[1])
from probierz.web.sandbox.child import main
main()
"""
_TICK_SECONDS = 0.1
_MOST_ANSWER_BYTES = 16 * 2**20
_PIECE = 2**16


def score(
    request: ScoringRequest,
    *,
    limits: ScoringLimits | None = None,
    on_log: Callable[[str], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ScoringResult | ScoringFailure:
    """Score one output in a process of its own; what goes wrong there is returned, not raised.

    on_log: gets lines that the submitter may read. cancelled: asked some ten times a second; once true, the process is
    ended. What these two raise ends the process too, and is passed on.
    """
    limits = limits or ScoringLimits()
    with tempfile.TemporaryDirectory(prefix="probierz-scoring-") as folder:
        try:
            with _started(request, limits, Path(folder)) as child:
                ending = _watch(child, limits, on_log, cancelled)
        except OSError as error:
            what = "The scoring process could not be started."
            return own_trouble("NotStarted", f"{type(error).__name__}: {error}", what, may_retry=True)
        return _outcome(child, ending, request, limits, Path(folder))


# --- the process -----------------------------------------------------------------------------------------------------


@dataclass
class _Child:
    """The running process, and what it has sent so far."""

    process: subprocess.Popen[bytes]
    answer: int
    limits: ScoringLimits
    last: dict[str, Any] = field(default_factory=dict)
    messages: bytearray = field(default_factory=bytearray)
    logged: int = 0
    received: int = 0
    unfinished: bytes = b""


@contextmanager
def _started(request: ScoringRequest, limits: ScoringLimits, folder: Path) -> Iterator[_Child]:
    """Start the process; whatever happens, it and all it may have started are gone afterwards."""
    answer, its_answer = os.pipe()
    try:
        with os.fdopen(its_answer, "wb"):
            process = subprocess.Popen(
                [sys.executable, "-I", "-X", "utf8", "-c", _START, str(_SOURCE)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=(its_answer,),
                cwd=folder,
                env=_environment(folder),
                start_new_session=True,
            )
        try:
            _send(process, {**_order(request, limits), "answer": its_answer})
            yield _Child(process, answer, limits)
        finally:
            _end(process)
    finally:
        os.close(answer)


def _environment(folder: Path) -> dict[str, str]:
    """Nothing of the server but its own metrics: no secrets, no proxies.

    One thread for linear algebra, as threads count as processes.
    """
    return {
        "PATH": os.defpath,
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "LC_ALL": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        **plugins_environment(),
    }


def _order(request: ScoringRequest, limits: ScoringLimits) -> dict[str, Any]:
    return {"request": request.as_dict(), "limits": limits.as_dict(), "parent": os.getpid()}


def _send(process: subprocess.Popen[bytes], order: dict[str, Any]) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin:  # it died at once; its end says more
        process.stdin.write(json.dumps(order).encode())


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stderr is not None:
        process.stderr.close()


# --- watching --------------------------------------------------------------------------------------------------------


def _watch(child: _Child, limits: ScoringLimits, on_log: Callable[[str], None], cancelled: Callable[[], bool]) -> str:
    """Read until the process ends; return why the watch ended: ended, cancelled, late or flood."""
    deadline = time.monotonic() + limits.wall_seconds
    assert child.process.stderr is not None
    errors = child.process.stderr.fileno()
    with selectors.DefaultSelector() as selector:
        for pipe in (child.answer, errors):
            selector.register(pipe, selectors.EVENT_READ)
        while selector.get_map():
            if cancelled():
                return "cancelled"
            if time.monotonic() > deadline:
                return "late"
            for key, _ in selector.select(_TICK_SECONDS):
                piece = os.read(key.fd, _PIECE)
                if not piece:
                    selector.unregister(key.fd)
                elif key.fd == errors:
                    _keep_message(child, piece)
                elif not _take_answer(child, piece, on_log):
                    return "flood"
    with suppress(subprocess.TimeoutExpired):
        child.process.wait(5)  # both pipes are closed, so that it is about to end
    return "ended"


def _keep_message(child: _Child, piece: bytes) -> None:
    room = child.limits.log_bytes - len(child.messages)
    child.messages += piece[: max(0, room)]


def _take_answer(child: _Child, piece: bytes, on_log: Callable[[str], None]) -> bool:
    """Take complete lines; false when it is more than a sane process sends."""
    child.received += len(piece)
    if child.received > _MOST_ANSWER_BYTES:
        return False
    *lines, child.unfinished = (child.unfinished + piece).split(b"\n")
    for line in lines:
        message = _read_line(line)
        if "log" in message:
            _log(child, str(message["log"]), on_log)
        else:
            child.last = message
    return True


def _read_line(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}


def _log(child: _Child, text: str, on_log: Callable[[str], None]) -> None:
    child.logged += len(text) + 1
    if child.logged <= child.limits.log_bytes:
        on_log(text)


# --- what came of it -------------------------------------------------------------------------------------------------


def _outcome(
    child: _Child, ending: str, request: ScoringRequest, limits: ScoringLimits, folder: Path
) -> ScoringResult | ScoringFailure:
    try:
        if "result" in child.last and ending == "ended":
            return _with_rows(ScoringResult.from_dict(child.last["result"]), request, folder)
        if "failure" in child.last and ending == "ended":
            return ScoringFailure.from_dict(child.last["failure"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return own_trouble("Crash", f"the answer cannot be read: {error!r}", "The scoring process broke down.")
    return _failure(child, ending, request, limits)


def _with_rows(result: ScoringResult, request: ScoringRequest, folder: Path) -> ScoringResult | ScoringFailure:
    rows = request.rows if result.rows is not None else None
    private_rows = request.private_rows if result.private_rows is not None else None
    try:
        for name, place in ((ROWS_NAME, rows), (PRIVATE_ROWS_NAME, private_rows)):
            if place is not None:
                _move(folder / name, place)
    except OSError as error:
        what = "The server could not write a file."
        return own_trouble("OSError", f"{request.rows}: {error}", what, may_retry=True)
    return replace(result, rows=rows, private_rows=private_rows)


def _move(source: Path, target: Path) -> None:
    """Move a file, perhaps to another disk, so that the target is whole or not there."""
    import shutil

    with whole_path(target) as place:
        shutil.move(source, place)


def _failure(child: _Child, ending: str, request: ScoringRequest, limits: ScoringLimits) -> ScoringFailure:
    """The failure of a process that gave no answer, by how it ended."""
    messages = child.messages.decode("utf-8", "replace")
    code = child.process.returncode
    if ending == "cancelled":
        return ScoringFailure("Cancelled", "Scoring was cancelled.", messages, "platform")
    if ending == "late":
        what = f"Scoring took longer than {limits.wall_seconds:g} seconds, because the server is busy."
        return own_trouble("WallLimit", f"{what}\n{messages}", what, may_retry=True)
    if code == -signal.SIGXCPU:
        return limit_failure("CpuLimit", limits, _blame(request), request.shown_name)
    if code == -signal.SIGKILL and ending == "ended":
        what = "The scoring process was killed from outside."
        return own_trouble("Killed", f"{what} Perhaps the machine ran out of memory.\n{messages}", what, may_retry=True)
    if "MemoryError" in messages or "bad_alloc" in messages:
        return limit_failure("MemoryLimit", limits, _blame(request), request.shown_name)
    operator = f"exit code {code}, {ending}\n{messages}"
    return own_trouble("Crash", operator, "The scoring process broke down.")


def _blame(request: ScoringRequest) -> Blame:
    split = request.challenge / request.split
    expected = sorted(split.glob("expected.*"))
    return blame_for_size(request.output, expected[0] if expected else None)
