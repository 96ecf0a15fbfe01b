"""Running git on what nobody vouches for: no configuration but ours, no hooks, no prompts, limits on everything.

git gets its limits from a shell of one fixed line, because Python cannot set them safely between fork and exec while
other threads run. No word from outside is ever part of that line.
"""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO

from probierz.archives.limits import MIB
from probierz.web.intake.errors import GitFailure, TookTooLong, TooLarge

OnLine = Callable[[str], None]
"""Is given every line of progress as it comes."""


@dataclass(frozen=True)
class GitLimits:
    """What one run of git may use, and what one commit may hold.

    pack_bytes: what is transferred, compressed. blob_bytes: any single file. files: of one commit.
    memory_bytes: address space of a process. seconds: by the clock. idle_seconds: without a byte from the server.
    """

    pack_bytes: int = 256 * MIB
    blob_bytes: int = 128 * MIB
    files: int = 20_000
    memory_bytes: int = 4096 * MIB
    seconds: float = 120.0
    idle_seconds: int = 30

    @property
    def most_file_bytes(self) -> int:
        """How large any file may grow that git writes."""
        return max(self.pack_bytes, self.blob_bytes)


@dataclass(frozen=True)
class Finished:
    """How git ended: its exit status, negative for a signal; its output; the last of its messages."""

    status: int
    output: bytes
    messages: str

    def succeeded(self) -> Finished:
        """Return itself; raises GitFailure if git failed."""
        if self.status:
            remedy = "try again, and tell the operators if it stays so"
            raise GitFailure("git failed on the server", remedy, detail=self.messages)
        return self

    @property
    def ran_into_file_limit(self) -> bool:
        """Whether a file grew larger than allowed."""
        signs = ("died of signal 25", "File too large", "signal: 25")
        return self.status == -signal.SIGXFSZ or any(sign in self.messages for sign in signs)


_SETTINGS = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.attributesFile": "/dev/null",
    "core.excludesFile": "/dev/null",
    "core.bigFileThreshold": "16m",
    "core.alternateRefsCommand": "/bin/false",
    "credential.helper": "",
    "fetch.fsckObjects": "true",
    "transfer.fsckObjects": "true",
    "transfer.unpackLimit": "1",  # keep packs: the limit on the size of a file is then one on all that comes
    "fetch.unpackLimit": "1",
    "fetch.writeCommitGraph": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "http.followRedirects": "false",
    "http.emptyAuth": "false",
    "protocol.allow": "never",
    "pack.threads": "1",
    "safe.bareRepository": "explicit",
    "submodule.recurse": "false",
    "transfer.bundleURI": "false",
    # Slips of old programs that are found in sound repositories and harm nobody.
    "fetch.fsck.badTimezone": "ignore",
    "fetch.fsck.missingSpaceBeforeDate": "ignore",
    "fetch.fsck.zeroPaddedFilemode": "ignore",
}


def _environment(schemes: Sequence[str]) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": "/nonexistent",
        "LC_ALL": "C",
        "TZ": "UTC",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "/bin/false",
        "SSH_ASKPASS": "/bin/false",
        "GIT_SSH_COMMAND": "/bin/false",
        "GIT_PROXY_COMMAND": "/bin/false",
        "GIT_ALLOW_PROTOCOL": ":".join(schemes),
        "GIT_PROTOCOL_FROM_USER": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_LFS_SKIP_SMUDGE": "1",
    }


_LIMITED = 'ulimit -c 0; ulimit -f "$1"; ulimit -v "$2"; ulimit -t "$3"; shift 3; exec "$@"'
_DISK_BLOCK = 512  # what a POSIX shell counts files in


def limited_command(words: Sequence[str], limits: GitLimits) -> list[str]:
    """Return a command that runs these words, and all they start, each process within these limits."""
    blocks = -(-limits.most_file_bytes // _DISK_BLOCK)
    numbers = [blocks, limits.memory_bytes // 1024, int(limits.seconds) + 5]
    return ["/bin/sh", "-c", _LIMITED, "sh", *map(str, numbers), *words]


def _command(arguments: Sequence[str], git_dir: Path | None, limits: GitLimits, config: Mapping[str, str]) -> list[str]:
    settings = [part for key, value in {**_SETTINGS, **config}.items() for part in ("-c", f"{key}={value}")]
    directory = [f"--git-dir={git_dir}"] if git_dir is not None else []
    return limited_command(["git", *settings, *directory, *arguments], limits)


def git(
    arguments: Sequence[str],
    *,
    git_dir: Path | None = None,
    limits: GitLimits | None = None,
    schemes: Sequence[str] = (),
    config: Mapping[str, str] | None = None,
    stdin: IO[bytes] | None = None,
    stdout: IO[bytes] | None = None,
    most_output: int = 16 * MIB,
    on_line: OnLine | None = None,
) -> Finished:
    """Run git and wait for it; whatever happens, it and its children are gone afterwards.

    schemes: transports that it may use; none by default. config: settings beside our own.
    stdout: a file for its output, which is else returned. on_line: is given what it says; what it raises ends git.
    Raises TookTooLong after `limits.seconds`, TooLarge when it prints more than `most_output` bytes.
    """
    limits = limits or GitLimits()
    process = subprocess.Popen(
        _command(arguments, git_dir, limits, config or {}),
        stdin=stdin or subprocess.DEVNULL,
        stdout=stdout or subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(schemes),
        cwd="/",
        start_new_session=True,
    )
    try:
        pipes = _Pipes(process, time.monotonic() + limits.seconds, most_output, on_line)
        pipes.read_all()
        status = process.wait(pipes.rest())
        return Finished(status, bytes(pipes.output), "\n".join(pipes.messages))
    except (TimeoutError, subprocess.TimeoutExpired):
        raise TookTooLong(
            f"git did not end within {limits.seconds:g} seconds", "try again later, or submit less"
        ) from None
    finally:
        _end(process)


OLDEST_GIT = (2, 37)
"""The first version that can hold a connection to an address, and would not just overlook that it is told to."""


@cache
def check_version() -> None:
    """Raise GitFailure if git is missing or so old that fetching with it would not be safe."""
    finished = git(["version"])
    found = re.search(rb"(\d+)\.(\d+)", finished.output)
    if finished.status or not found or (int(found[1]), int(found[2])) < OLDEST_GIT:
        detail = f"git {OLDEST_GIT[0]}.{OLDEST_GIT[1]} or newer is needed; {finished.output!r} {finished.messages}"
        raise GitFailure("git cannot be used on the server", "tell the operators", detail=detail)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill git and its children, unless it has ended by itself; until it is waited for, its number is its own."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


_MOST_MESSAGES = 200
_MOST_SHOWN = 1000
_LONGEST_MESSAGE = 2000
_SECONDS_BETWEEN_REWRITES = 0.5


@dataclass
class _Pipes:
    """What git prints, read as it comes: the output as a whole, the messages as lines."""

    process: subprocess.Popen[bytes]
    deadline: float
    most_output: int
    on_line: OnLine | None
    output: bytearray = field(default_factory=bytearray)
    messages: list[str] = field(default_factory=list)
    _unfinished: bytes = b""
    _last_rewrite: float = 0.0
    _shown: int = 0

    def rest(self) -> float:
        """Seconds that are left."""
        return max(self.deadline - time.monotonic(), 0.01)

    def read_all(self) -> None:
        """Read until both pipes are closed. Raises TimeoutError, TooLarge."""
        with selectors.DefaultSelector() as selector:
            for pipe in (self.process.stdout, self.process.stderr):
                if pipe is not None:
                    selector.register(pipe, selectors.EVENT_READ)
            while selector.get_map():
                ready = selector.select(self.rest())
                if time.monotonic() > self.deadline:
                    raise TimeoutError
                for key, _ in ready:
                    data = os.read(key.fd, 2**16)
                    if not data:
                        selector.unregister(key.fileobj)
                    self._take(data, is_output=key.fileobj is self.process.stdout)
        self._add(self._unfinished, is_whole=True)

    def _take(self, data: bytes, *, is_output: bool) -> None:
        if not is_output:
            self._split(data)
            return
        self.output += data
        if len(self.output) > self.most_output:
            raise TooLarge(f"git printed more than {self.most_output} bytes", "submit fewer and smaller files")

    def _split(self, data: bytes) -> None:
        """Cut messages at line ends; a line that ends with CR is rewritten by the next, as on a terminal."""
        lines = (self._unfinished + data).replace(b"\r\n", b"\n").splitlines(keepends=True)
        self._unfinished = lines.pop()[-_LONGEST_MESSAGE:] if lines and not lines[-1].endswith((b"\n", b"\r")) else b""
        for line in lines:
            self._add(line, is_whole=line.endswith(b"\n"))

    def _add(self, line: bytes, *, is_whole: bool) -> None:
        text = line[:_LONGEST_MESSAGE].decode(errors="replace").strip()
        if not text:
            return
        if is_whole:
            self.messages = [*self.messages[-_MOST_MESSAGES:], text]
        elif time.monotonic() < self._last_rewrite + _SECONDS_BETWEEN_REWRITES:
            return
        else:
            self._last_rewrite = time.monotonic()
        self._shown += 1
        if self.on_line is not None and self._shown <= _MOST_SHOWN:
            self.on_line(text)
