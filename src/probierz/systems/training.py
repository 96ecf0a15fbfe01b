"""Training a recipe on a challenge, with the card that says what came of it."""

from __future__ import annotations

import hashlib
import os
import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from probierz.challenges.challenge import Challenge, Split, kind_of_split
from probierz.errors import ChallengeError, DataError
from probierz.lines import LineReader
from probierz.scoring.score import score_all
from probierz.systems.cards import Card, MeasuredScore, TrainingData
from probierz.systems.fit_and_predict import fit_system
from probierz.systems.libraries import used_libraries
from probierz.systems.recipes import Recipe
from probierz.systems.resources import with_places
from probierz.systems.system import Pair, System, Training
from probierz.version import __version__

TRAIN = "train"
_BLOCK = 1 << 14


def train(
    recipe: Recipe,
    challenge: Challenge,
    training: Training,
    *,
    splits: Sequence[str] = (),
    development: str | None = None,
    settings: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    learnt: System | None = None,
) -> tuple[System, Card]:
    """Train a recipe on splits of a challenge (by default its train) and return the system with its card.

    development: a split by which systems that can choose their best state do so; the card gets its scores and speed.
    changes: settings that are changed when it has learnt. learnt: a system that has learnt so already.
    Raises ChallengeError when a split has no input or no expected results.
    """
    began = time.monotonic()
    used = [challenge.split(name) for name in splits] or training_splits(challenge)
    files = _files_beside(recipe, challenge, settings or {})
    told = {name: str(path) for name, path in files.items()} | with_places(settings or {}, challenge.path)
    read = [read_pairs(split) for split in used]
    if development:
        training = replace(training, development=read_pairs(challenge.split(development))[0])
    system = learnt or recipe.build(**told)
    if not learnt:
        with _named_place(recipe, challenge, used, [len(pairs) for pairs, _ in read]):
            fit_system(system, [pair for pairs, _ in read for pair in pairs], training)
    for name, value in (changes or {}).items():
        system.change(name, value)
    seconds = time.monotonic() - began
    scores, speed = _measured(system, challenge, development, training.development) if development else ((), "")
    training.track({f"{one.split}/{one.metric}": one.value for one in scores} | {"seconds": seconds}, 0)
    kept = {**(settings or {}), **(changes or {})}
    card = Card(
        recipe=recipe.name,
        summary=recipe.summary,
        paper=recipe.paper,
        version=__version__,
        date=date.today().isoformat(),
        seed=training.seed,
        seconds=round(seconds, 1),
        data=(*(one for _, entries in read for one in entries), *_data_beside(challenge, files)),
        scores=scores,
        speed=speed,
        settings=recipe.usual_settings() | {name: path.name for name, path in files.items()} | kept,
        command=_command(recipe, challenge, splits, development, kept, training),
        libraries=used_libraries(),
        departures=recipe.departures,
    )
    return system, card


def _command(
    recipe: Recipe,
    challenge: Challenge,
    splits: Sequence[str],
    development: str | None,
    settings: Mapping[str, Any],
    training: Training,
) -> str:
    """What trains a system so again, in the folder where it was trained."""
    words = ["probierz", "train", recipe.name, os.path.relpath(challenge.path)]
    for split in splits:
        words += ["--split", split]
    if development:
        words += ["--development", development]
    for name, value in settings.items():
        words += ["--set", f"{name}={value}"]
    return shlex.join([*words, "--seed", str(training.seed)])


@contextmanager
def _named_place(recipe: Recipe, challenge: Challenge, used: Sequence[Split], lines: Sequence[int]) -> Iterator[None]:
    """Say of a line that a system cannot learn from where it stands, and that the challenge may be one of another task.

    Systems see pairs, no files; and those of several splits, of so many lines each, one after the other.
    """
    try:
        yield
    except DataError as error:
        if error.path is not None:
            raise
        path, line = challenge.path, None
        if error.line or len(used) == 1:
            split, line = _place(used, lines, error.line)
            path = (split.expected if error.side == "expected" else split.input) or path
        wanted = f"; {recipe.name} is for {recipe.task}: is this a challenge of that task?" if recipe.task else ""
        raise DataError(f"{error.detail}{wanted}", path=path, line=line, side=error.side) from error


def _place(used: Sequence[Split], lines: Sequence[int], line: int | None) -> tuple[Split, int | None]:
    """The split of a line of all splits together, and its number there."""
    at = 0
    while line and line > lines[at] and at + 1 < len(used):
        line -= lines[at]
        at += 1
    return used[at], line


def training_splits(challenge: Challenge) -> list[Split]:
    """Return the train split, or without one the dev splits. Raises ChallengeError when there are none with results."""
    usable = [split for split in challenge.splits if split.expected and split.input]
    found = [split for split in usable if split.name == TRAIN] or [
        one for one in usable if kind_of_split(one.name) == "dev"
    ]
    if not found:
        raise ChallengeError(
            f"{challenge.path}: there is no train or dev split with input and expected results to learn from;"
            " name the splits to use"
        )
    return found


def read_pairs(split: Split) -> tuple[list[Pair], list[TrainingData]]:
    """Read the pairs of a split. Raises ChallengeError when one of the two files is missing, or they do not match."""
    if split.input is None or split.expected is None:
        missing = "input" if split.input is None else "expected results"
        raise ChallengeError(f"{split.path}: there is no file with the {missing}; learn from another split")
    inputs, digest_in = _read(split.input)
    expected, digest_expected = _read(split.expected)
    if len(inputs) != len(expected):
        raise ChallengeError(
            f"{split.input} has {len(inputs)} lines, {split.expected} has {len(expected)}; they must have equally many"
        )
    data = [
        TrainingData(f"{split.name}/{path.name}", len(lines), digest)
        for path, lines, digest in ((split.input, inputs, digest_in), (split.expected, expected, digest_expected))
    ]
    return [Pair(*pair) for pair in zip(inputs, expected, strict=True)], data


def _measured(
    system: System, challenge: Challenge, split: str, pairs: Sequence[Pair]
) -> tuple[tuple[MeasuredScore, ...], str]:
    """The scores of a system on a split, and how fast it was."""
    began = time.process_time()
    outputs = list(system.predict(pair.input for pair in pairs))
    seconds = max(time.process_time() - began, 1e-3)
    expected, inputs = [pair.expected for pair in pairs], [pair.input for pair in pairs]
    found = score_all(challenge.schemes, expected, outputs, inputs=inputs, rows=False)
    scores = [MeasuredScore(challenge.name, split, one.name, one.value, str(one.signature)) for one in found]
    return tuple(scores), f"{len(pairs) / seconds:,.0f} lines per second of one core, on {split}"


def _files_beside(recipe: Recipe, challenge: Challenge, settings: Mapping[str, Any]) -> dict[str, Path]:
    """Files of the challenge that the recipe can learn from, too, by the setting that names them."""
    found = {}
    for name, wanted in recipe.files.items():
        folder, _, start = wanted.rpartition("/")
        there = sorted((challenge.path / folder).glob(f"{start}*"))
        if there and name not in settings:
            found[name] = there[0]
    return found


def _data_beside(challenge: Challenge, files: Mapping[str, Path]) -> list[TrainingData]:
    return [_as_data(challenge, one) for path in files.values() for one in _files_of(path)]


def _files_of(path: Path) -> list[Path]:
    return sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]


def _as_data(challenge: Challenge, path: Path) -> TrainingData:
    name = path.relative_to(challenge.path).as_posix()
    if ".tar" in path.name:
        with path.open("rb") as file:
            return TrainingData(name, 0, hashlib.file_digest(file, "sha256").hexdigest())
    with LineReader(path) as reader:
        lines = 0
        while count := reader.ready(_BLOCK, 1 << 22):
            reader.take(count)
            lines += count
        return TrainingData(name, lines, reader.sha256)


def read_inputs(path: Path) -> list[str]:
    """Read the lines of an input."""
    return _read(path)[0]


def _read(path: Path) -> tuple[list[str], str]:
    with LineReader(path) as reader:
        return [str(line) for line in reader], reader.sha256
