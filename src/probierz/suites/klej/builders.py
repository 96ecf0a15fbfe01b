"""From the official files of a task to a challenge directory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from probierz.challenges.create import GITIGNORE
from probierz.challenges.files import find_file
from probierz.errors import ChallengeError, DataError
from probierz.lines import save_lines
from probierz.suites.building import builder, write_config, write_readme
from probierz.suites.klej.format import Format, TaskExample, read_examples, read_features, read_targets
from probierz.suites.klej_files import FEATURES, GOLD_NAME, OFFICIAL_SPLITS
from probierz.suites.suite import DeclaredTask
from probierz.suites.toml_tables import read_table


def format_of(task: DeclaredTask) -> Format:
    """Return what the files of a task hold, from the options of its declaration."""
    return read_table(Format, task.options, f"{task.full_name}, options")


@builder("klej.official")
def build_official(task: DeclaredTask, source: Path, target: Path) -> None:
    """Build a challenge from a folder with train.tsv, dev.tsv, test_features.tsv and perhaps test_gold.tsv.

    Each may be compressed. A split whose file is absent is left out; without test_features.tsv there is nothing to
    build. Fields are taken as they are, quotes included. Raises DataError for a file that is not as the task has it.
    """
    form = format_of(task)
    folder = official_folder(source, task.name)
    write_config(task, target)
    write_readme(task, target)
    (target / ".gitignore").write_text(GITIGNORE, encoding="utf-8")
    save_lines(target / "in-header.tsv", ["\t".join(form.columns)])
    save_lines(target / "out-header.tsv", ["target"])
    for split, name in OFFICIAL_SPLITS.items():
        found = find_file(str(folder), name)
        if found:
            _write_examples(target / split, read_examples(Path(found), form))
    _build_test(task, folder, target / "test-A")


def official_folder(source: Path, name: str) -> Path:
    """Return the folder that holds the files of a task: the source, or the folder in it that is named like the task.

    Raises ChallengeError when there is no test_features.tsv in either.
    """
    for folder in (source, source / name, source / f"klej_{name}"):
        if find_file(str(folder), FEATURES):
            return folder
    raise ChallengeError(f"{source}: there is no {FEATURES} here, nor in a folder {name}; give the unpacked archive")


def _build_test(task: DeclaredTask, folder: Path, target: Path) -> None:
    form = format_of(task)
    features_file = find_file(str(folder), FEATURES)
    assert features_file is not None, "official_folder has found it"
    features = read_features(Path(features_file), form)
    target.mkdir(exist_ok=True)
    save_lines(target / "in.tsv", map("\t".join, features))
    gold_file = find_file(str(folder), GOLD_NAME)
    if gold_file is None:
        return
    targets = read_targets(Path(gold_file), form)
    if len(targets) != len(features):
        raise DataError(f"{len(targets)} expected results for {len(features)} records of {FEATURES}", path=gold_file)
    save_lines(target / "expected.tsv", targets)


def _write_examples(folder: Path, examples: Sequence[TaskExample]) -> None:
    folder.mkdir(exist_ok=True)
    save_lines(folder / "in.tsv", ("\t".join(example.fields) for example in examples))
    save_lines(folder / "expected.tsv", (example.target for example in examples))
