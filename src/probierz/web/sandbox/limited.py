"""Running code of ours on what strangers wrote, in a process with limits: it may run wild, and harms nobody."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from probierz.metrics.definition import plugins_environment

_LIMITED = 'ulimit -c 0; ulimit -f 0; ulimit -v "$1"; ulimit -t "$2"; shift 2; exec "$@"'


def run_limited(
    words: Sequence[str], *, seconds: int, memory_mb: int, given: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m` with these words and return how it ended; it writes no file, and knows no settings but the
    own metrics of the operator.

    seconds: on a processor; by the clock twice as many. given: its standard input.
    Raises subprocess.TimeoutExpired; a process over its limits ends with a status below 0 or above 128.
    """
    source = str(Path(sys.modules["probierz"].__path__[0]).parent)
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "PYTHONPATH": source}
    environment |= plugins_environment()
    environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    limits = [str(memory_mb * 1024), str(seconds)]
    command = ["/bin/sh", "-c", _LIMITED, "sh", *limits, sys.executable, "-P", "-m", *words]
    return subprocess.run(
        command, env=environment, input=given, capture_output=True, timeout=2 * seconds, check=False, cwd="/"
    )
