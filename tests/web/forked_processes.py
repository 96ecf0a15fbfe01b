"""The platform's limited processes, forked from one that has loaded what they load.

To start an interpreter and load all that scoring, checking and drawing need takes longer than what tests ask of them.
So one process loads it, and each that is asked for is its fork: in a session, a folder and limits of its own, watched
and ended by the platform's own code. Started as they are on a platform, they are tried in sandbox/.

    test ── folder, environment, words (socket), pipes ──► the one that has loaded ──► minder ──► forked process
         ◄─ its number, later its status (pipe) ─────────────────────────────────────────┘
"""

import importlib
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Lock
from types import SimpleNamespace

SOURCE = Path(__file__).resolve().parents[2] / "src"
LOADED = (
    "ctypes", "difflib", "numpy", "probierz.challenges.evaluate", "probierz.challenges.revealed_texts",
    "probierz.challenges.validate", "probierz.cli.challenge_argument", "probierz.cli.main", "probierz.cli.validate",
    "probierz.inspection.worst", "probierz.reports.tables", "probierz.scoring.interval", "probierz.scoring.packed",
    "probierz.suites.checking", "probierz.suites.poleval2021.quality", "probierz.suites.publishing",
    "probierz.web.challenges.markdown", "probierz.web.sandbox.challenge_rules", "probierz.web.sandbox.child",
    "probierz.web.sandbox.failures", "probierz.web.sandbox.looking", "probierz.web.sandbox.rows",
)  # fmt: skip
_MOST_BYTES = 2**16


# --- on the side of tests --------------------------------------------------------------------------------------------


class _Loaded:
    """The process that has loaded everything: started when it is first needed."""

    def __init__(self):
        self._lock, self._ours, self._process = Lock(), None, None

    def fork(self, asked, descriptors):
        """Have a process forked that gets these descriptors."""
        with self._lock:
            if self._ours is None:
                self._start()
            socket.send_fds(self._ours, [json.dumps(asked).encode()], descriptors)
            assert self._ours.recv(1) == b"."

    def _start(self):
        self._ours, theirs = socket.socketpair()
        environment = {"PATH": os.defpath, "LC_ALL": "C.UTF-8", **dict.fromkeys(_THREADS, "1")}
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", __file__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()], env=environment, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        theirs.close()

    def end(self):
        """Let it end with the tests."""
        if self._ours is not None:
            self._ours.close()
            self._process.wait()


_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
LOADED_PROCESS = _Loaded()


class Forked:
    """What of `subprocess.Popen` the platform uses; the words are those of the scoring process, or of a module."""

    def __init__(self, words, *, stdin, stdout, cwd, env, pass_fds=(), module=(), limits=(), **_usual):
        self.args, self.returncode = words, None
        with ExitStack() as theirs:
            given, self.stdin = _pipe("wb") if stdin == subprocess.PIPE else (os.dup(stdin), None)
            out, self.stdout = _pipe("rb") if stdout == subprocess.PIPE else (os.open(os.devnull, os.O_WRONLY), None)
            errors, self.stderr = _pipe("rb")
            status, self._status = _pipe("rb")
            for one in (given, out, errors, status):
                theirs.callback(os.close, one)
            asked = {
                "cwd": str(cwd),
                "env": env,
                "module": list(module),
                "limits": list(limits),
                "keep": list(pass_fds),
            }
            LOADED_PROCESS.fork(asked, [given, out, errors, status, *pass_fds])
        self.pid = int(self._status.readline())

    def wait(self, timeout=None):
        """Wait for its end and return its status, as `subprocess.Popen` does."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout)
            self.returncode = int(self._status.readline())
            self._status.close()
        return self.returncode


def _pipe(mode):
    """Return a pipe's end for the other side, and the one to read or write here."""
    reading, writing = os.pipe()
    return (writing, os.fdopen(reading, mode, 0)) if mode == "rb" else (reading, os.fdopen(writing, mode, 0))


SUBPROCESS = SimpleNamespace(**{**vars(subprocess), "Popen": Forked})
"""To stand for the module where the platform starts its scoring process."""


def run_limited(words, *, seconds, memory_mb, given=b""):
    """Answer as `probierz.web.sandbox.limited.run_limited` does."""
    from probierz.metrics.definition import plugins_environment

    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", **plugins_environment()}
    environment |= dict.fromkeys(_THREADS, "1")
    deadline = time.monotonic() + 2 * seconds
    with tempfile.TemporaryFile() as stdin:
        stdin.write(given)
        stdin.seek(0)
        process = Forked(
            words, stdin=stdin.fileno(), stdout=subprocess.PIPE, cwd="/", env=environment,
            module=words, limits=[seconds, memory_mb * 2**20],
        )  # fmt: skip
    told = {process.stdout: b"", process.stderr: b""}
    try:
        reading = list(told)
        while reading:
            ready, _, _ = select.select(reading, [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise subprocess.TimeoutExpired(words, 2 * seconds)
            for pipe in ready:
                piece = pipe.read(_MOST_BYTES)
                told[pipe] += piece
                if not piece:
                    reading.remove(pipe)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in told:
            pipe.close()
    return subprocess.CompletedProcess(words, process.returncode, *told.values())


# --- on the other side -----------------------------------------------------------------------------------------------


def serve(ours):
    """Fork for each that asks, until nobody does any more."""
    import gc

    sys.path.insert(0, str(SOURCE))
    for module in LOADED:
        importlib.import_module(module)
    from probierz.metrics.definition import definitions
    from probierz.suites.catalogue import suites

    definitions(plugins=False)
    suites()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # minders are waited for by nobody
    while True:
        asked, descriptors, _, _ = socket.recv_fds(ours, _MOST_BYTES, 16)
        if not asked:
            return
        if os.fork() == 0:
            ours.close()
            _mind(json.loads(asked), *descriptors)
        for one in descriptors:
            os.close(one)
        ours.send(b".")


def _mind(asked, given, out, errors, status, *kept):
    """Fork the process, tell its number and then its status."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid == 0:
        _work(asked, (given, out, errors), kept)
    os.write(status, f"{pid}\n".encode())
    for one in (given, out, errors, *kept):
        os.close(one)
    _, ended = os.waitpid(pid, 0)
    with suppress(OSError):
        os.write(status, f"{os.waitstatus_to_exitcode(ended)}\n".encode())
    os._exit(0)


def _work(asked, usual, kept):
    import gc
    import traceback

    gc.enable()
    code = 1
    try:
        os.setsid()
        for number, one in enumerate(usual):
            os.dup2(one, number)
        for number, one in zip(asked["keep"], [os.dup(one) for one in kept], strict=True):
            os.dup2(one, number)
        os.chdir(asked["cwd"])
        os.environ.clear()
        os.environ.update(asked["env"])
        sys.stdin, sys.stdout, sys.stderr = (
            os.fdopen(number, mode, encoding="utf-8") for number, mode in enumerate(("r", "w", "w"))
        )
        code = _run_module(asked["module"], *asked["limits"]) if asked["module"] else _score()
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else int(ending.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _score():
    from probierz.web.sandbox.child import main

    order = json.loads(sys.stdin.read()) | {"parent": os.getppid()}
    sys.stdin = io.StringIO(json.dumps(order))
    main()
    return 0


def _run_module(words, seconds, memory):
    import resource
    import runpy

    for kind, most in (("CORE", 0), ("FSIZE", 0), ("AS", memory), ("CPU", seconds)):
        resource.setrlimit(getattr(resource, f"RLIMIT_{kind}"), (most, most))
    sys.argv = list(words)
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as _ours:
        serve(_ours)
