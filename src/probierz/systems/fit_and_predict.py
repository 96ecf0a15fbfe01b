"""Running a system over files: one line out for each line in, whatever the system does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from probierz.errors import ProbierzError
from probierz.systems.system import Pair, System, Training
from probierz.whole_files import whole_text


def fit_system(system: System, pairs: Sequence[Pair], training: Training) -> None:
    """Train a system; raises ProbierzError where its `fit` takes its arguments for something else."""
    try:
        system.fit(pairs, training)
    except TypeError as error:
        if "'Training' object" not in str(error) and "fit() takes" not in str(error):
            raise
        raise ProbierzError(
            f"{type(system).__name__}.fit does not take what it is given ({error}); write it as  def fit(self, pairs,"
            " training):  where each of pairs has input and expected, and training has the seed"
        ) from None


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
        if not isinstance(output, str):
            raise ProbierzError(
                f"the system {system.kind} made {output!r:.40} of line {made}, which is no text;"
                " let predict yield strings"
            )
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
