"""Running a system over files: one line out for each line in, whatever the system does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from probierz.errors import ProbierzError
from probierz.systems.system import System
from probierz.whole_files import whole_text

__all__ = ["predict_lines", "write_lines"]


def predict_lines(system: System, inputs: Iterable[str]) -> Iterator[str]:
    """Yield the outputs of a system; a line break in one is a bug of the system and raises ProbierzError.

    So do outputs that are more or fewer than the inputs.
    """
    given = 0

    def counted() -> Iterator[str]:
        nonlocal given
        for line in inputs:
            given += 1
            yield line

    made = 0
    for output in system.predict(counted()):
        made += 1
        if "\n" in output:
            raise ProbierzError(f"the system {system.kind} made a line break on line {made}; this is a bug of it")
        yield output
    if made != given:
        raise ProbierzError(f"the system {system.kind} made {made} lines of {given}; this is a bug of it")


def write_lines(path: Path, lines: Iterable[str], tick: Callable[[int], None] = lambda _: None) -> int:
    """Write lines into a file that is complete or not there; return how many."""
    count = 0
    with whole_text(path) as file:
        for line in lines:
            file.write(f"{line}\n")
            count += 1
            tick(1)
    return count
