"""`probierz klej run`: train a system on the tasks at hand, several times, and tell how it stands beside the paper."""

from __future__ import annotations

import math
import shlex
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.challenges.problems import counted
from probierz.cli.exit_codes import FINE
from probierz.cli.klej.archives import klej
from probierz.cli.options import add_option, add_options, whole_number
from probierz.cli.terminal import chosen_format, print_json, print_table, print_warning, printable
from probierz.errors import ChallengeError, nearest

if TYPE_CHECKING:
    from probierz.suites.suite import DeclaredTask
    from probierz.systems.klej.runs import TaskData, TaskRuns
    from probierz.systems.recipes import Recipe
    from probierz.systems.system import Progress

_LONG_SECONDS = 10.0
"""A run that takes longer is told, with how long the others may take."""

EXAMPLES = """
examples:
  probierz klej run random --data klej --to random           the row Random of the paper's table
  probierz klej run klej/features --data klej --to features --seeds 5
  probierz klej run klej/encoder cbd dyk --data klej --to encoder --set trees=800

The folder gets predictions.zip, report.md, report.json, and what each training said, in runs: the same command goes on
where it was interrupted. Tasks whose test has no expected results at hand are scored on their development part, or by
cross-validation on train; the column "scored on" says so.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Train a system on each task whose train set is at hand, once for each seed; write the predictions of the run "
        "in the middle as one archive, and a report: the median of each task with the interval of that run, beside "
        "published results."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("system", metavar="SYSTEM", help="a recipe, as  probierz systems  names it")
    parser.add_argument("tasks", nargs="*", metavar="TASK", help="only these, such as cbd (default: all at hand)")
    add_option(parser, "--data", help="where the tasks lie: KLEJ's files, or challenges (default: .)")
    add_option(parser, "--to", required=True, metavar="FOLDER")
    parser.add_argument(
        "--seeds",
        type=whole_number(1, 1000),
        default=5,
        metavar="N",
        help="how many times, with seeds 1 to N (default: 5)",
    )
    add_options(parser, "--set", "--format", "--quiet")


def run(arguments: Namespace) -> int:
    """Train, write and print."""
    from probierz.cli.klej.run_report import RunReport
    from probierz.cli.system_settings import read_settings
    from probierz.suites.klej.baselines import write_submission
    from probierz.systems.libraries import need_extras

    recipe = _recipe(arguments.system)
    need_extras((*recipe.extras, *recipe.training_extras))
    settings = read_settings(arguments.set, recipe)
    folder = Path(arguments.to)
    found = _runs(recipe, settings, arguments, folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_submission(folder / "predictions.zip", {one.data.task.name: one.test for one in found})
    report = RunReport(recipe.name, found, _command(arguments))
    report.write(folder)
    if chosen_format(arguments) == "json":
        print_json(report.as_dict())
    else:
        print_table(report.table(chosen_format(arguments)), chosen_format(arguments))
    if not arguments.quiet:
        _say(folder, found, [*report.notes, *filter(None, [report.mixture])])
    return FINE


def _say(folder: Path, found: Sequence[TaskRuns], notes: Sequence[str]) -> None:
    """Tell what is odd about scores, what was taken from earlier, and what comes next."""
    for one in found:
        if math.isnan(one.median):
            print_warning(
                f"{one.data.task.name}: {one.data.task.schemes[0]} of predictions that are all equal is not defined"
            )
    for note in notes:
        print_warning(note)
    taken = sum(len(one.taken) for one in found)
    if taken:
        print_warning(f"{counted(taken, 'run')} taken from {folder / 'runs'}: same system, settings, files and data")
    archive = ["probierz", "klej", "board", str(folder / "predictions.zip")]
    rank = shlex.join([*archive, *([] if len(found) == len(klej().tasks) else ["--partial"]), "--expected", "FOLDER"])
    print_warning(
        f"{folder}: predictions.zip has {len(found)} of 9 tasks; report.md says how they were scored; where tests have"
        f" expected results,  {rank}  ranks it"
    )


def _recipe(name: str) -> Recipe:
    """Find the recipe; of equal names that of KLEJ. Raises UnknownSystem, and ChallengeError for what cannot be run."""
    from probierz.errors import UnknownSystem
    from probierz.systems.recipes import find_recipe, recipes

    own = f"klej/{name}"
    shorts = {recipe.name.rpartition("/")[2] for recipe in recipes()}
    is_of_others = name in shorts and own not in {recipe.name for recipe in recipes()}
    try:
        recipe = find_recipe(name if "/" in name or is_of_others else own)
    except UnknownSystem:
        if Path(name).is_dir():
            raise ChallengeError(_not_a_recipe(name)) from None
        raise
    if recipe.task and recipe.task.partition("/")[0] != "klej":
        raise ChallengeError(
            f"{recipe.name} is made for {recipe.task}, and cannot learn tasks of KLEJ;  probierz systems klej  lists"
            " those that can"
        )
    return recipe


def _not_a_recipe(folder: str) -> str:
    from probierz.systems.storage import is_system

    again = "klej run trains anew on each task and for each seed, so name a recipe;  probierz systems klej  lists them"
    if not is_system(folder):
        return f"{folder} is a folder; {again}"
    return (
        f"{folder} holds a system that is trained already; {again}. What this one says of a task:  probierz predict"
        f" {shlex.quote(folder)} TASK/in.tsv"
    )


def _runs(recipe: Recipe, settings: Mapping[str, Any], arguments: Namespace, folder: Path) -> list[TaskRuns]:
    from probierz.cli.progress import WorkProgress
    from probierz.systems.klej.runs import run_task

    data, found = _at_hand(recipe, arguments), []
    with WorkProgress(recipe.name, enabled=not arguments.quiet) as bar, _told_to_go_on(folder):
        progress = bar if arguments.quiet else _Pace(bar)
        for one in data:
            seeds = range(1, arguments.seeds + 1)
            found.append(run_task(recipe, one, folder, seeds=seeds, settings=settings, progress=progress))
    return found


def _at_hand(recipe: Recipe, arguments: Namespace) -> list[TaskData]:
    """Read the tasks; tell which are left out. Raises ChallengeError where none is there."""
    from probierz.suites.task_folders import refuse_one_task
    from probierz.systems.klej.runs import read_task

    place, made_for = Path(arguments.data), recipe.task.partition("/")[2]
    if not place.is_dir():
        raise ChallengeError(f"{place}: there is no such folder; name by --data the one with KLEJ's tasks")
    refuse_one_task(place, [task.name for task in klej().tasks])
    names = arguments.tasks or ([made_for] if made_for else [])
    data = {task.name: read_task(place, task) for task in _tasks(names)}
    lacking = {name: one for name, one in data.items() if isinstance(one, str)}
    if not arguments.quiet and (len(lacking) < len(data) or len(data) == 1):
        for name, reason in lacking.items():
            print_warning(f"{name}: {reason} below {place}; it is left out")
    if len(lacking) == len(data):
        raise ChallengeError(
            f"{place}: there is no task with train and test sets; TASK/train.tsv and TASK/test_features.tsv are looked"
            " for, such as cbd/train.tsv"
        )
    return [one for one in data.values() if not isinstance(one, str)]


@contextmanager
def _told_to_go_on(folder: Path) -> Iterator[None]:
    """Say at Ctrl-C that what is done is not lost."""
    try:
        yield
    except KeyboardInterrupt:
        if any(folder.glob("runs/*/*.json")):
            said = f"Finished runs are in {printable(str(folder / 'runs'))}; the same command goes on."
        else:
            said = "No run was finished; nothing is kept."
        print(said, file=sys.stderr)
        raise


class _Pace:
    """A progress that also says, once for each task whose runs take long, how long one took and the others may."""

    def __init__(self, shown: Progress) -> None:
        self._shown = shown
        self._began = time.monotonic()
        self._told: set[str] = set()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Say how far it is; a call stands at the beginning of each run."""
        self._shown(what, done, total)
        now, task = time.monotonic(), what.partition(",")[0]
        took, self._began = now - self._began, now
        if done and task not in self._told and took > _LONG_SECONDS:
            self._told.add(task)
            left = took * (total - done)
            print(
                f"{task}: a run took {_duration(took)}; the other {total - done} may take {_duration(left)}",
                file=sys.stderr,
                flush=True,
            )


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def _tasks(names: Sequence[str]) -> list[DeclaredTask]:
    tasks = {task.name: task for task in klej().tasks}
    for name in names:
        if name not in tasks:
            close = nearest(name, list(tasks)) or list(tasks)
            raise ChallengeError(f"KLEJ has no task {name!r}; try {', '.join(close)}")
    return [task for name, task in tasks.items() if not names or name in names]


def _command(arguments: Namespace) -> str:
    """What was typed, with the options that stand in for nothing said."""
    words = ["probierz", "klej", "run", arguments.system, *arguments.tasks]
    words += ["--data", arguments.data, "--to", arguments.to, "--seeds", str(arguments.seeds)]
    for one in arguments.set:
        words += ["--set", one]
    return shlex.join(words)
