"""Finding what is known of a task below a folder, be it of KLEJ's files or of built challenges.

For a task T these places are looked at: `T`, `klej_T` (as archives unpack), `klej/T` and `klej-T`; in each the official
file, then the file of a challenge directory; all of them may be compressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from probierz.challenges.files import find_file
from probierz.errors import DataError
from probierz.suites.klej.builders import format_of
from probierz.suites.klej.format import Format, TaskExample, read_examples, read_features, read_inputs, read_targets
from probierz.suites.klej_files import FEATURES, GOLD_NAME
from probierz.suites.suite import DeclaredTask


def expected_of_test(folder: Path, task: DeclaredTask) -> tuple[Path, list[str]] | None:
    """Return the file `test_gold.tsv` or `test-A/expected.tsv` of a task and what stands in it; None without one.

    Raises DataError with file and line.
    """
    for place in _places(folder, task):
        found = find_file(str(place), GOLD_NAME) or find_file(str(place / "test-A"), "expected.tsv")
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


def examples_of(folder: Path, task: DeclaredTask, split: str) -> list[TaskExample] | None:
    """Return the records of `train` or `dev-0` with their targets; None where they are not here.

    Raises DataError with file and line.
    """
    form = format_of(task)
    for place in _places(folder, task):
        official = find_file(str(place), f"{split.removesuffix('-0')}.tsv")
        if official:
            return read_examples(Path(official), form)
        inputs, targets = (find_file(str(place / split), name) for name in ("in.tsv", "expected.tsv"))
        if inputs and targets:
            return _joined(Path(inputs), Path(targets), form)
    return None


def features_of_test(folder: Path, task: DeclaredTask) -> list[tuple[str, ...]] | None:
    """Return the records of `test_features.tsv` or `test-A/in.tsv`; None without one. Raises DataError."""
    form = format_of(task)
    for place in _places(folder, task):
        official = find_file(str(place), FEATURES)
        if official:
            return read_features(Path(official), form)
        built = find_file(str(place / "test-A"), "in.tsv")
        if built:
            return read_inputs(Path(built), form)
    return None


def _joined(inputs: Path, targets: Path, form: Format) -> list[TaskExample]:
    fields, expected = read_inputs(inputs, form), read_targets(targets, form)
    if len(fields) != len(expected):
        raise DataError(f"{len(expected)} expected results for {len(fields)} records of in.tsv", path=targets)
    return [TaskExample(one, target) for one, target in zip(fields, expected, strict=True)]


def _places(folder: Path, task: DeclaredTask) -> Iterator[Path]:
    for name in (task.name, f"{task.suite}_{task.name}", f"{task.suite}/{task.name}", f"{task.suite}-{task.name}"):
        yield folder / name
