"""What networks run on, and what helps when its memory is not enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from probierz.errors import OutOfMemory
from probierz.systems.libraries import library

Job = TypeVar("Job")


def usual_device() -> Any:
    """Where a network runs: the graphics card where there is one, else the processor."""
    torch = library("torch")
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


@contextmanager
def memory_explained(advice: str) -> Iterator[None]:
    """Say what helps when the memory, that of the card or the machine's, is not enough. Raises OutOfMemory."""
    try:
        yield
    except RuntimeError as error:
        if not _is_of_memory(error):
            raise
        raise OutOfMemory(f"the memory is not enough; {advice}") from None


def in_groups(jobs: Sequence[Job], size: int, do: Callable[[Sequence[Job]], None]) -> None:
    """Do jobs in groups of a size; where the memory is not enough for a group, in smaller ones from there on."""
    at = 0
    while at < len(jobs):
        try:
            do(jobs[at : at + size])
            at += size
        except RuntimeError as error:
            if size == 1 or not _is_of_memory(error):
                raise
            size //= 2


def _is_of_memory(error: RuntimeError) -> bool:
    """PyTorch's OutOfMemoryError is a RuntimeError; on a processor there is only the message."""
    return "out of memory" in str(error) or "can't allocate memory" in str(error)
