"""Running a system over files: one line out for each line in, whatever the system does."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from probierz.errors import ProbierzError
from probierz.systems.system import System

__all__ = ["predict_lines", "whole_file", "write_bytes", "write_lines"]


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
    with whole_file(path) as file:
        for line in lines:
            file.write(f"{line}\n")
            count += 1
            tick(1)
    return count


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file that is complete or as it was before."""
    with _whole(path) as file:
        file.write(content)


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Open a text file for writing that is complete or not there: it takes its name when the block is done."""
    with _whole(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
        yield text
        text.detach()  # after writing what waits; the file is closed by its own block


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write that takes its place at the end; one that is replaced keeps its rights."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rights = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(name, rights)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
