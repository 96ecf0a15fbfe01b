"""Expected results that data lack, in somebody's folder: `TASK/SPLIT/expected.tsv` for each task.

Those of KLEJ's test may be called `TASK/test_gold.tsv`, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from probierz.archives.decompressing import plain_name
from probierz.challenges.problems import Problem, counted, there_are
from probierz.errors import ChallengeError, nearest
from probierz.lines import LineReader
from probierz.suites.checks.declaration import count_input_lines
from probierz.suites.digests import lines_sha256
from probierz.suites.klej_files import GOLD_NAME
from probierz.suites.output_folder import called_names
from probierz.suites.output_scores import TaskTest, held_back_results
from probierz.suites.task_folders import refuse_folder_above

_NAME = "expected.tsv"


def folder_of_results(name: str) -> Path:
    """Return the folder with expected results that somebody names. Raises ChallengeError where there is none."""
    if not name or not Path(name).is_dir():
        found = "this is a file, and a folder is wanted" if name and Path(name).exists() else "there is no such folder"
        what = f"give one with expected results, as TASK/test-A/{_NAME}"
        raise ChallengeError(f"{name or repr(name)}: {found}; {what}")
    return Path(name)


def looked_at_results(
    folder: Path, splits: Mapping[str, str], tests: Mapping[str, TaskTest], outputs: Path
) -> list[Problem]:
    """Return what is wrong with expected results in a folder, and which of them are not looked at.

    Where a task has those of the split that is scored, those of its others are nothing to tell.
    splits: the one that is scored, by task. tests: what is scored by, where there are data. outputs: what is scored.
    Raises ChallengeError where none of them is of a task and its split.
    """
    names = (f"{pattern}{name}*" for pattern in ("", "*/", "*/*/") for name in (_NAME, GOLD_NAME))
    files = sorted(file for name in names for file in folder.glob(name))
    if not folder.samefile(outputs):  # else it is an output
        files += sorted(file for file in folder.glob("*.tsv*") if called_names(file.name)[0] in splits)
    task, split = next(iter(splits.items()))
    if not files:
        remedy = f"put them there as TASK/SPLIT/{_NAME}, such as {task}/{split}/{_NAME}"
        raise ChallengeError(f"{folder}: there are no expected results in it; {remedy}")
    refuse_folder_above(folder, list(splits), option="--expected")
    problems = [problem for file in files for problem in _misplaced(file, folder, splits, tests)]
    if len(problems) == len(files):
        raise ChallengeError(f"{problems[0]}")
    settled = {
        folder / name / split.name
        for name, test in tests.items()
        for split in test.challenge.splits
        if test.expected is not None
    }
    told = [one for one in problems if Path(one.path).parent not in settled]
    return told + [problem for test in tests.values() for problem in _wrong_results(test, folder)]


def _misplaced(file: Path, folder: Path, splits: Mapping[str, str], tests: Mapping[str, TaskTest]) -> Iterator[Problem]:
    """What is said of expected results that are of no task that is scored, or of another split."""
    parts = plain_name(file.relative_to(folder).as_posix()).split("/")
    if len(parts) == len(("task", "file")) and parts[-1] == GOLD_NAME:
        parts = [parts[0], "test-A", _NAME]
    if len(parts) != len(("task", "split", "file")) or parts[-1] != _NAME:
        task, split = next(
            ((one, splits[one]) for one in called_names("/".join(parts)) if one in splits), ("TASK", "SPLIT")
        )
        message, remedy = "expected results are not looked for there", f"put them into {task}/{split}/{_NAME}"
        yield Problem(str(file), None, message, remedy, "warning")
        return
    task, split, _ = parts
    if task not in splits:
        close = nearest(task, list(splits), 1)
        remedy = f"did you mean {close[0]}?" if close else f"try {', '.join(splits)}"
        yield Problem(str(file), None, f"no task is called {task!r}", remedy, "warning")
    elif split != splits[task]:
        message = f"{task} is scored on {splits[task]}, and not on {split}"
        is_split = task in tests and any(one.name == split for one in tests[task].challenge.splits)
        put = f"put them into {task}/{splits[task]}/{_NAME} if they are of that"
        remedy = f"score outputs for {split} by  --split {split}" if is_split else put
        yield Problem(str(file), None, message, remedy, "warning")


def _lines_sha256(file: Path, test: TaskTest) -> str:
    with LineReader(file, header=test.challenge.out_header) as lines:
        return lines_sha256(lines)


def _wrong_results(test: TaskTest, folder: Path) -> Iterator[Problem]:
    """What is said of results that do not fit the input, or are not those that the data have themselves."""
    given, own = held_back_results(folder / test.task.name, test.split.name), test.split.expected
    if given is None:
        return
    if own is not None:
        if _lines_sha256(own, test) != _lines_sha256(given, test):
            message = f"the data have other expected results of {test.split.name}, {own}"
            yield Problem(str(given), None, message, "keep one")
        return
    with LineReader(given, header=test.challenge.out_header) as reader:
        found = sum(1 for _ in reader)
    wanted = count_input_lines(test.challenge, test.split.name)
    if wanted is not None and found != wanted:
        message = f"{there_are(found, 'line')}, but {counted(wanted, 'line')} in {test.split.input}"
        yield Problem(str(given), None, message, "give one expected line for every input line")
