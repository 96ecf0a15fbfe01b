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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from probierz.errors import ChallengeError, DataError
from probierz.scoring.format import without_noise
from probierz.scoring.interval import ScoreInterval
from probierz.scoring.levels import CONFIDENCE
from probierz.scoring.score import Score, score
from probierz.suites.klej.folders import examples_of, expected_of_test, features_of_test
from probierz.suites.klej.format import TaskExample
from probierz.suites.suite import DeclaredTask
from probierz.systems.contents import code_of, contents_of
from probierz.systems.fit_and_predict import fit_system, predict_lines
from probierz.systems.klej.targets import folds_of, question_of
from probierz.systems.libraries import used_libraries
from probierz.systems.recipes import Recipe
from probierz.systems.system import Pair, Progress, System, Training, no_progress
from probierz.whole_files import write_whole

CROSS_VALIDATED = "train, cross-validated"
_FOLDS = 5


@dataclass(frozen=True)
class TaskData:
    """What is at hand of a task. scored_on: `test-A`, `dev-0` or `CROSS_VALIDATED`; inputs: of it, empty for train."""

    task: DeclaredTask
    train: Sequence[TaskExample]
    test: Sequence[tuple[str, ...]]
    scored_on: str
    inputs: Sequence[str]
    expected: Sequence[str]

    def checksums(self) -> dict[str, str]:
        """SHA-256 of the lines of train.tsv and test_features.tsv below the header, and of what is scored against."""
        return {
            "train": _sha256("\t".join((*one.fields, one.target)) for one in self.train),
            "test": _sha256("\t".join(one) for one in self.test),
            "expected": _sha256(self.expected),
        }


def _sha256(lines: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(f"{line}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def in_percent(share: float) -> float:
    """A score times 100, without the rounding error that people would see: 0.07 is 7."""
    return without_noise(100 * share)


@dataclass(frozen=True)
class TaskRuns:
    """The runs of a system on a task. scores: by seed; test: the predictions of the run in the middle.

    settings: all, also the usual ones. contents: checksums of the files and models that they name. code: of the
    system's source. made: by seed, when it was trained and with which versions. taken: seeds whose runs were there.
    """

    data: TaskData
    scores: Mapping[int, Score]
    test: Sequence[str]
    middle: int
    settings: Mapping[str, Any]
    contents: Mapping[str, str]
    code: Mapping[str, str]
    made: Mapping[int, Mapping[str, Any]]
    taken: Sequence[int]

    @property
    def median(self) -> float:
        """The score of the run in the middle, times 100: of an even number of runs the lower of the two there."""
        return in_percent(self.scores[self.middle].value)

    def interval(self, level: float = CONFIDENCE) -> ScoreInterval:
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
    runs, taken = {}, []
    for done, seed in enumerate(seeds):
        progress(f"{data.task.name}, seed {seed}", done, len(seeds))
        file = folder / "runs" / data.task.name / f"{seed}.json"
        kept = _kept(file, _key(data, seed, _basis(recipe, told, folder)))
        taken += [seed] if kept is not None else []
        runs[seed] = kept if kept is not None else _made(recipe, data, file, seed, told, folder)
    metric = data.task.schemes[0]
    scores = {seed: score(metric, data.expected, one["scored"]) for seed, one in runs.items()}
    in_order = sorted(scores, key=lambda seed: (scores[seed].value, seed))
    middle = in_order[(len(in_order) - 1) // 2]
    made = {seed: {"date": one["date"], "libraries": one["libraries"]} for seed, one in runs.items()}
    basis = runs[middle]["basis"]
    return TaskRuns(
        data, scores, runs[middle]["test"], middle, basis["settings"], basis["contents"], basis["code"], made, taken
    )


def _made(
    recipe: Recipe, data: TaskData, file: Path, seed: int, settings: Mapping[str, Any], folder: Path
) -> dict[str, Any]:
    """Train, ask, and keep what was said with all that it depends on."""
    basis = _basis(recipe, settings, folder)
    pairs = [Pair("\t".join(one.fields), one.target) for one in data.train]
    system = _trained(recipe, settings, pairs, seed)
    test = list(predict_lines(system, ("\t".join(one) for one in data.test)))
    if data.scored_on == "test-A":
        scored = test
    elif data.inputs:
        scored = list(predict_lines(system, data.inputs))
    else:
        scored = _cross_validated(recipe, pairs, seed, settings)
    # what was fetched from the hub meanwhile has a content only now
    basis["contents"] = {**_basis(recipe, settings, folder)["contents"], **basis["contents"]}
    found = {
        "key": _key(data, seed, basis),
        "seed": seed,
        "scored_on": data.scored_on,
        "basis": basis,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "libraries": used_libraries(),
        "test": test,
        "scored": scored,
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, json.dumps(found, ensure_ascii=False, default=str))
    return found


def _trained(recipe: Recipe, settings: Mapping[str, Any], pairs: Sequence[Pair], seed: int) -> System:
    system = recipe.build(**settings)
    fit_system(system, pairs, Training(seed=seed))
    return system


def _cross_validated(recipe: Recipe, pairs: Sequence[Pair], seed: int, settings: Mapping[str, Any]) -> list[str]:
    """What systems say of records that they did not learn from; those of one question are kept together."""
    parts = folds_of([question_of(pair) for pair in pairs], _FOLDS, seed)
    found = [""] * len(pairs)
    for part in range(_FOLDS):
        others = [pair for pair, at in zip(pairs, parts, strict=True) if at != part]
        system = _trained(recipe, settings, others, seed)
        here = [number for number, at in enumerate(parts) if at == part]
        for number, line in zip(here, predict_lines(system, (pairs[one].input for one in here)), strict=True):
            found[number] = line
    return found


def _basis(recipe: Recipe, settings: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """What a run depends on beside data and seed: settings, the files and models that they name, and the code."""
    known = {name: value for name, value in {**recipe.settings(), **settings}.items() if name != "cache"}
    system = recipe.build(**settings)
    told = {"recipe": recipe.name, "settings": known}
    return told | {"contents": contents_of(known, but=folder), "code": code_of(recipe, system)}


def _key(data: TaskData, seed: int, basis: Mapping[str, Any]) -> str:
    """Tells runs of the same basis, seed and data from others."""
    return _sha256(
        (
            json.dumps([seed, data.scored_on, basis], default=str, sort_keys=True),
            *("\t".join((*one.fields, one.target)) for one in data.train),
            *("\t".join(one) for one in data.test),
            *data.inputs,
        )
    )


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
