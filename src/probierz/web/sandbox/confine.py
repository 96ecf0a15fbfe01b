"""The walls around the scoring process; it puts them up itself, before it reads anything that a stranger wrote.

No wall needs privileges. Linux only: elsewhere the limits of memory and time hold, the rest is left out.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from typing import Any

from probierz.web.sandbox.limits import ScoringLimits

_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
_REFUSED = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "pty.")


def confine(limits: ScoringLimits, parent: int) -> bool:
    """Put up the walls; return whether the kernel has cut this process off from the network.

    parent: the process to die with. Ends this process if the parent is gone already.
    """
    cut = _confine_on_linux(parent) if sys.platform == "linux" else False
    if os.getppid() != parent:  # it died before the kernel was asked to watch it
        os._exit(1)
    os.nice(10)
    _limit_resources(limits)
    sys.addaudithook(_refuse_leaving)
    return cut


def _confine_on_linux(parent: int) -> bool:
    import ctypes

    kernel = ctypes.CDLL(None, use_errno=True)
    kernel.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    # An empty network of its own: allowed to root, or with a user namespace; many containers allow neither.
    cut = any(kernel.unshare(what) == 0 for what in (_CLONE_NEWNET, _CLONE_NEWUSER | _CLONE_NEWNET))
    kernel.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # last: a change of credentials takes it back
    return cut


def _limit_resources(limits: ScoringLimits) -> None:
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_CPU, limits.cpu_seconds, spare=2)  # SIGXCPU first, which tells why; SIGKILL after that
    _limit(resource.RLIMIT_AS, limits.memory_bytes)
    _limit(resource.RLIMIT_FSIZE, limits.file_bytes)
    _limit(resource.RLIMIT_NOFILE, limits.open_files)
    _limit(resource.RLIMIT_NPROC, 0)  # starts no process of its own; those of the same user elsewhere are not touched


def _limit(kind: int, most: int, spare: int = 0) -> None:
    """Lower a limit; one that is lower already stays."""
    _, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY or hard > most + spare:
        hard = most + spare
    resource.setrlimit(kind, (min(most, hard), hard))


def _refuse_leaving(event: str, _arguments: Any) -> None:
    """Scoring talks to nobody and starts nothing. A second wall, for where the kernel does not put up the first."""
    if event.startswith(_REFUSED):
        raise PermissionError(f"scoring may not do this: {event}")
