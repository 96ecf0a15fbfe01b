"""One system on all tasks of KLEJ, several times: each run is kept, so that what was interrupted goes on.

    FOLDER/runs/TASK/SEED.json     what one training said of the test, and of the records that it is scored on
    FOLDER/predictions.zip         for each task the run in the middle, as KLEJ's platform takes them
    FOLDER/report.md               scores by task, with intervals, beside published ones

A task is scored on its test where the expected results are at hand, else on its development part, else on its train:
that is cut into five parts by question, and each is answered by a system that learnt from the other four.
"""

from __future__ import annotations

import hashlib
import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from probierz.errors import ChallengeError, DataError
from probierz.scoring.format import without_noise
from probierz.scoring.interval import ScoreInterval
from probierz.scoring.score import Score, score
from probierz.suites.klej.folders import examples_of, expected_of_test, features_of_test
from probierz.suites.klej.format import TaskExample
from probierz.suites.suite import DeclaredTask
from probierz.systems.klej.targets import folds_of, question_of
from probierz.systems.recipes import Recipe
from probierz.systems.running import predict_lines
from probierz.systems.system import Pair, Progress, Training, no_progress
from probierz.whole_files import write_whole

__all__ = ["CROSS_VALIDATED", "TaskData", "TaskRuns", "in_percent", "read_task", "run_task"]

CROSS_VALIDATED = "train, cross-validated"
_FOLDS = 5


@dataclass(frozen=True)
class TaskData:
    """What is at hand of a task. scored_on: `test-A`, `dev-0` or `CROSS_VALIDATED`; records: of it, empty for train."""

    task: DeclaredTask
    train: Sequence[TaskExample]
    test: Sequence[tuple[str, ...]]
    scored_on: str
    inputs: Sequence[str]
    expected: Sequence[str]


def in_percent(share: float) -> float:
    """A score times 100, without the rounding error that people would see: 0.07 is 7."""
    return without_noise(100 * share)


@dataclass(frozen=True)
class TaskRuns:
    """The runs of a system on a task. scores: by seed; test: the predictions of the run in the middle."""

    data: TaskData
    scores: Mapping[int, Score]
    test: Sequence[str]
    middle: int

    @property
    def median(self) -> float:
        """The median of the scores, times 100; that of an even number of runs lies between two."""
        return in_percent(statistics.median(one.value for one in self.scores.values()))

    def interval(self, level: float = 0.95) -> ScoreInterval:
        """The interval of the run in the middle, over records."""
        return self.scores[self.middle].interval(level)


def read_task(folder: Path, task: DeclaredTask) -> TaskData | str:
    """Read a task below a folder; or say what is missing. Raises DataError for a file that is not as it should be."""
    train, test = examples_of(folder, task, "train"), features_of_test(folder, task)
    if train is None:
        return "there is no train set"
    if not train:
        return "the train set has no record"
    if test is None:
        return "there is no test set"
    found, development = expected_of_test(folder, task), examples_of(folder, task, "dev-0")
    if found is not None and len(found[1]) != len(test):
        raise DataError(f"{len(found[1])} expected results for {len(test)} records of the test", path=found[0])
    if found is not None:
        return TaskData(task, train, test, "test-A", ["\t".join(one) for one in test], found[1])
    if development:
        inputs, expected = ["\t".join(one.fields) for one in development], [one.target for one in development]
        return TaskData(task, train, test, "dev-0", inputs, expected)
    return TaskData(task, train, test, CROSS_VALIDATED, [], [one.target for one in train])


def run_task(
    recipe: Recipe,
    data: TaskData,
    folder: Path,
    *,
    seeds: Sequence[int],
    settings: Mapping[str, Any] | None = None,
    progress: Progress = no_progress,
) -> TaskRuns:
    """Train and ask a system once for each seed, but for runs that the folder has of the same data and settings."""
    told = dict(settings or {})
    if "task" in recipe.settings():
        told["task"] = data.task.name
    runs = {}
    for done, seed in enumerate(seeds):
        progress(f"{data.task.name}, seed {seed}", done, len(seeds))
        runs[seed] = _run(recipe, data, folder / "runs" / data.task.name / f"{seed}.json", seed, told)
    metric = data.task.schemes[0]
    scores = {seed: score(metric, data.expected, one["scored"]) for seed, one in runs.items()}
    in_order = sorted(scores, key=lambda seed: (scores[seed].value, seed))
    middle = in_order[(len(in_order) - 1) // 2]
    return TaskRuns(data, scores, runs[middle]["test"], middle)


def _run(recipe: Recipe, data: TaskData, file: Path, seed: int, settings: Mapping[str, Any]) -> dict[str, Any]:
    key = _key(recipe, data, seed, settings)
    kept = _kept(file, key)
    if kept is not None:
        return kept
    pairs = [Pair("\t".join(one.fields), one.target) for one in data.train]
    system = recipe.build(**settings)
    system.fit(pairs, Training(seed=seed))
    test = list(predict_lines(system, ("\t".join(one) for one in data.test)))
    if data.scored_on == "test-A":
        scored = test
    elif data.inputs:
        scored = list(predict_lines(system, data.inputs))
    else:
        scored = _cross_validated(recipe, pairs, seed, settings)
    found = {
        "key": key,
        "recipe": recipe.name,
        "seed": seed,
        "scored_on": data.scored_on,
        "test": test,
        "scored": scored,
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, json.dumps(found, ensure_ascii=False))
    return found


def _cross_validated(recipe: Recipe, pairs: Sequence[Pair], seed: int, settings: Mapping[str, Any]) -> list[str]:
    """What systems say of records that they did not learn from; those of one question are kept together."""
    parts = folds_of([question_of(pair) for pair in pairs], _FOLDS, seed)
    found = [""] * len(pairs)
    for part in range(_FOLDS):
        system = recipe.build(**settings)
        system.fit([pair for pair, at in zip(pairs, parts, strict=True) if at != part], Training(seed=seed))
        here = [number for number, at in enumerate(parts) if at == part]
        for number, line in zip(here, predict_lines(system, (pairs[one].input for one in here)), strict=True):
            found[number] = line
    return found


def _key(recipe: Recipe, data: TaskData, seed: int, settings: Mapping[str, Any]) -> str:
    """Tells runs of the same recipe, settings, seed and data from others."""
    known = {name: value for name, value in {**recipe.settings(), **settings}.items() if name != "cache"}
    lines: Iterable[str] = (
        json.dumps([recipe.name, seed, sorted(known.items()), data.scored_on], default=str),
        *("\t".join((*one.fields, one.target)) for one in data.train),
        *("\t".join(one) for one in data.test),
        *data.inputs,
    )
    digest = hashlib.sha256()
    for line in lines:
        digest.update(f"{line}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _kept(file: Path, key: str) -> dict[str, Any] | None:
    """The run that a file holds, where it is of these data and settings. Raises ChallengeError for a broken file."""
    if not file.is_file():
        return None
    try:
        found = json.loads(file.read_text("utf-8"))
        is_same = found["key"] == key
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ChallengeError(f"{file}: this run cannot be read ({error}); remove the file to do it again") from None
    return found if is_same else None
