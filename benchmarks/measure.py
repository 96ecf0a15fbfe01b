"""Measuring whole processes: CPU time, wall time and peak memory of a child.

The system counts the memory of the process that starts a child as the child's own peak, so a benchmark keeps its own
memory small: data are made in a child too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parent.parent
PROBIERZ = [sys.executable, "-m", "probierz"]


class Cost(NamedTuple):
    """What one process cost: seconds of CPU (user and system, children included), of wall time, and MB at the peak."""

    cpu: float
    wall: float
    memory: float
    output: str

    def __str__(self) -> str:
        return f"{self.cpu:6.2f} s CPU  {self.wall:6.2f} s wall  {self.memory:5.0f} MB"


def measure(command: Sequence[str], *, repeat: int = 1, warm: bool = True) -> Cost:
    """Run a command once to warm up, then `repeat` times; return the cost of its cheapest run by wall time."""
    if warm:
        _once(command)
    return min((_once(command) for _ in range(repeat)), key=lambda cost: cost.wall)


def _once(command: Sequence[str]) -> Cost:
    started = time.perf_counter()
    # Byte code is written as in any installation; without it every start would compile the sources again.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    output, errors = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    process.stderr.close()
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit {process.returncode}\n{errors}")
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, output)


def python(code: str, *arguments: str) -> list[str]:
    """The command that runs this code in a fresh interpreter."""
    return [sys.executable, "-c", code, *arguments]


def data(*parts: str) -> Path | None:
    """A file of the real challenges, or None where they are not here."""
    path = Path(os.environ.get("PROBIERZ_DATA") or REPOSITORY.parent / "shared" / "data", *parts)
    return path if path.exists() else None


def table(title: str, rows: Sequence[tuple[str, Cost]], *, of: str = "cpu") -> None:
    """Print the costs, each with its ratio to the first row."""
    print(f"\n{title}")
    base = getattr(rows[0][1], of)
    width = max(len(name) for name, _ in rows)
    for name, cost in rows:
        print(f"  {name:{width}}  {cost}  x{getattr(cost, of) / base:.2f}")
