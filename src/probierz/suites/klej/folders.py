"""Finding what is known of a task below a folder, be it of KLEJ's files or of built challenges.

For a task T these places are looked at: `T`, `klej_T` (as archives unpack), `klej/T` and `klej-T`; in each the official
file, then the file of a challenge directory; all of them may be compressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from probierz.challenges.files import find_file
from probierz.suites.klej.builders import GOLD, format_of
from probierz.suites.klej.format import read_examples, read_targets
from probierz.suites.suite import DeclaredTask

__all__ = ["expected_of_test", "targets_of_train"]


def expected_of_test(folder: Path, task: DeclaredTask) -> tuple[Path, list[str]] | None:
    """Return the file `test_gold.tsv` or `test-A/expected.tsv` of a task and what stands in it; None without one.

    Raises DataError with file and line.
    """
    for place in _places(folder, task):
        found = find_file(str(place), GOLD) or find_file(str(place / "test-A"), "expected.tsv")
        if found:
            return Path(found), read_targets(Path(found), format_of(task))
    return None


def targets_of_train(folder: Path, task: DeclaredTask) -> list[str] | None:
    """Return the expected results of `train.tsv` or `train/expected.tsv`; None without one.

    Raises DataError with file and line.
    """
    form = format_of(task)
    for place in _places(folder, task):
        official = find_file(str(place), "train.tsv")
        if official:
            return [example.target for example in read_examples(Path(official), form)]
        built = find_file(str(place / "train"), "expected.tsv")
        if built:
            return read_targets(Path(built), form)
    return None


def _places(folder: Path, task: DeclaredTask) -> Iterator[Path]:
    for name in (task.name, f"{task.suite}_{task.name}", f"{task.suite}/{task.name}", f"{task.suite}-{task.name}"):
        yield folder / name
