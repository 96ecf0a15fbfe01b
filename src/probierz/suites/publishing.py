"""What a platform needs to have a task: an archive with the expected results, and the published rows."""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import IO, Any

from probierz.challenges.challenge import kind_of_split
from probierz.challenges.create import GITIGNORE
from probierz.challenges.files import find_file, find_outputs
from probierz.errors import ChallengeError
from probierz.suites.averaging import scale_of
from probierz.suites.boards import board, board_split, by_submission, conflict_of, deciding_split
from probierz.suites.catalogue import suites
from probierz.suites.digests import content_sha256
from probierz.suites.published_results import PublishedResult, ranked_kinds
from probierz.suites.suite import DeclaredPhase, DeclaredTask, Suite

_SHOWN = ("title", "title_pl", "description", "description_pl", "homepage", "citation")
_UNWANTED = {"out.tsv", "out.jsonl"}


@dataclass(frozen=True)
class ReferenceRow:
    """A published system with its scores on tests, as fractions where the challenge shows percentages.

    name: the system and where it was published. scores: by split and metric, such as `test-A WER`. kind: official,
    authors, variant, ablation or baseline; empty where nobody says. is_ranked: whether it counts in ranks. printed: the
    same scores as they are printed, in the unit that the challenge shows. is_counted: on the data that the challenge
    has now, and not printed elsewhere. conflicts: what another place says instead, by split and metric; only of scores
    that are contradicted. source, year, link: where it is printed, when, and where a reader finds that.
    team: whose it is.
    """

    name: str
    scores: Mapping[str, float]
    kind: str = ""
    is_ranked: bool = True
    printed: Mapping[str, str] = field(default_factory=dict)
    is_counted: bool = False
    conflicts: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    year: int = 0
    link: str = ""
    team: str = ""


def suite_card(suite: Suite) -> dict[str, Any]:
    """Return what a platform shows of a suite: titles, tasks, and the published boards of each, as plain data.

    Boards are those of `boards.board`, by the main metric, on every split that has one; the deciding one comes first.
    """
    return {
        **{name: getattr(suite, name) for name in _SHOWN},
        "has_average": suite.has_average,
        "archive": suite.archive,
        "rules": list(suite.rules),
        "phases": [_phase_card(one) for one in suite.phases],
        "tasks": [_task_card(task) for task in suite.tasks],
        "averages": [
            {"system": one.system, "value": one.value, "source": one.source, "year": one.origin.year,
             "link": one.origin.link}
            for one in suite.published
            if one.metric == "average" and one.is_score
        ],
    }  # fmt: skip


def _phase_card(phase: DeclaredPhase) -> dict[str, Any]:
    moments = {name: getattr(phase, name) or None for name in ("opens", "closes", "disclosed_from")}
    return {**asdict(phase), **moments}


def _task_card(task: DeclaredTask) -> dict[str, Any]:
    decided, scale = deciding_split(task), scale_of(task)
    splits = dict.fromkeys([decided, *(one.split for one in task.published if one.metric == task.main_metric)])
    names = {split.name for split in task.splits}
    boards = [asdict(board(task, split)) for split in splits if split in names]
    return {
        "name": task.name,
        "title": task.title,
        "title_pl": task.title_pl,
        "metric": task.main_metric,
        "split": board_split(task),
        "better": scale.better,
        "highest": scale.highest,
        "is_percentage": scale.is_percentage,
        "licence": task.licence.name,
        "licence_link": task.licence.address,
        "citation": task.citation,
        "boards": boards,
    }


def slug_of(task: DeclaredTask) -> str:
    """Return the name of a task on a platform: `poleval-2021-ocr`."""
    return f"{task.suite}-{task.name}".lower().replace(".", "-").replace("_", "-")


def pack_challenge(
    folder: Path, into: IO[bytes], *, gold: Path | None = None, notices: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Write the files of a challenge as a zip; return the splits that are left out, and the file that each lacks.

    gold: a folder with splits whose expected results are held back from the public: `test-B/expected.tsv`.
    notices: texts by the names of their files, such as LICENCE.txt, that go with it where the challenge has none.
    Outputs and files of a repository stay behind, and so do splits without their input or their expected results.
    Raises ChallengeError when gold has nothing for this challenge, or no split can be scored.
    """
    extra = _gold_files(folder, gold)
    left_out = _incomplete_splits(folder, extra)
    if not any(_is_test(part) and part.name not in left_out for part in folder.iterdir()):
        raise ChallengeError(
            f"{folder.name}: no split with expected results is here to score outputs on; give a folder with them, "
            "as test-A/expected.tsv, by --expected"
        )
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for path in challenge_files(folder, left_out):
            archive.write(path, path.relative_to(folder).as_posix())
        for split, path in extra.items():
            archive.write(path, f"{split}/{path.name}")
        for name, text in (notices or {}).items():
            if not (folder / name).exists():
                archive.writestr(name, text + "\n")
        if not (folder / ".gitignore").is_file():  # platforms ask for one; copies of data often lack it
            archive.writestr(".gitignore", GITIGNORE)
    return left_out


def published_files(folder: Path) -> list[Path]:
    """Return the files of a challenge that a platform gets where nothing is held back from it."""
    return list(challenge_files(folder, _incomplete_splits(folder, ())))


def _incomplete_splits(folder: Path, gold: Collection[str]) -> dict[str, str]:
    """By split, the first file that it lacks; gold: splits whose expected results come from elsewhere."""
    found = {}
    for part in sorted(path for path in folder.iterdir() if _is_test(path) or path.name == "train"):
        wanted = ["in", *([] if part.name in gold else ["expected"])]
        missing = [f"{name}.tsv" for name in wanted if not any(part.glob(f"{name}.*"))]
        if missing and not (part.name == "train" and find_file(str(part), "train.tsv")):
            found[part.name] = missing[0]
    return found


def _is_test(part: Path) -> bool:
    return part.is_dir() and kind_of_split(part.name) in ("dev", "test")


def challenge_files(folder: Path, left_out: Collection[str] = ()) -> Iterator[Path]:
    """Yield the files of a challenge, without splits that are left out, outputs and those of a repository."""
    outputs = {path for part in folder.iterdir() if part.is_dir() for path in find_outputs(str(part))}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        is_outside = parts[0] in left_out or parts[0] == ".git"
        is_output = str(path) in outputs or path.name in _UNWANTED
        if path.is_file() and not path.is_symlink() and not is_outside and not is_output:
            yield path


def _gold_files(folder: Path, gold: Path | None) -> dict[str, Path]:
    """By split, the expected results in the gold folder that the challenge itself does not have.

    Raises ChallengeError where they are others than those of the challenge, or belong to no split.
    """
    if gold is None:
        return {}
    given = {}
    for part in sorted(path for path in folder.iterdir() if path.is_dir()):
        path = find_file(str(gold / part.name), "expected.tsv") if (gold / part.name).is_dir() else None
        if path is not None:
            given[part.name] = Path(path)
    if not given:
        raise ChallengeError(
            f"{gold}: there is no expected.tsv of a split of this task; put it into {_held_back(folder)}"
        )
    found = {}
    for split, expected in given.items():
        there = find_file(str(folder / split), "expected.tsv")
        if there is None:
            found[split] = expected
        elif content_sha256(there) != content_sha256(expected):
            raise ChallengeError(f"{expected}: the data have other expected results of {split}, {there}; keep one")
    return found


def _held_back(folder: Path) -> str:
    """The splits of a challenge whose expected results are not here, as folders; all of its tests where they are."""
    tests = sorted(part.name for part in folder.iterdir() if _is_test(part))
    without = [name for name in tests if find_file(str(folder / name), "expected.tsv") is None]
    return " or ".join(f"{name}/" for name in without or tests) or "a folder named as its split, such as test-A/"


def reference_rows(task: DeclaredTask, tests: Collection[str]) -> list[ReferenceRow]:
    """Return the published results on tests that a platform has, a row for each submission, and counted baselines.

    tests: by split and metric, such as `test-A WER`. As on the task's own board, what is printed of a submission at
    several places is one row, under the organisers' word for it, and only what was submitted is ranked, where anything
    was. Baselines that were counted come last and have no rank.
    """
    scale = 100 if task.config_options.show_as_percentage else 1
    measured = [one for one in task.published if one.is_score and f"{one.split} {one.metric}" in tests]
    ranked = ranked_kinds(one.kind for one in measured)
    rows = []
    for group in by_submission(measured):
        printed = group[0]
        of_tests: dict[str, list[PublishedResult]] = {}
        for one in group:
            of_tests.setdefault(f"{one.split} {one.metric}", []).append(one)
        row = ReferenceRow(
            _name(printed),
            {test: found[0].number / scale for test, found in of_tests.items()},
            printed.kind,
            is_ranked=printed.kind in ranked,
            printed={test: found[0].shown for test, found in of_tests.items()},
            conflicts={test: said for test, found in of_tests.items() if (said := conflict_of(found))},
            source=printed.source,
            year=printed.origin.year,
            link=printed.origin.link,
            team=printed.team,
        )
        rows.append(row)
    return [*rows, *_counted_baselines(task, tests, scale)]


def _counted_baselines(task: DeclaredTask, tests: Collection[str], scale: int) -> Iterator[ReferenceRow]:
    """Baselines with the scores that were counted for the declaration, as far as a platform has their tests."""
    for one in task.baselines:
        shown = {f"{split} {metric}": value for metric, split, value in one.all_scores(task.main_metric)}
        shown = {test: value for test, value in shown.items() if test in tests}
        scores = {test: float(Decimal(value) / scale) for test, value in shown.items()}
        if scores:
            yield ReferenceRow(one.name, scores, "baseline", is_ranked=False, printed=shown, is_counted=True)


def _name(one: PublishedResult) -> str:
    return f"{one.system} ({one.source})"


def recipe_of(name: str) -> str:
    """Return the system of `probierz systems` that a row of that name is a score of; empty where there is none.

    name: of a published result with its source, or of a baseline.
    """
    return _recipes().get(name, "")


@cache
def _recipes() -> dict[str, str]:
    of_baselines = {one.name: one.system for suite in suites() for task in suite.tasks for one in task.baselines}
    return of_baselines | {
        _name(one): recipe
        for suite in suites()
        for task in suite.tasks
        for group in by_submission(task.published)
        if (recipe := next((one.recipe for one in group if one.recipe), ""))
        for one in group
    }
