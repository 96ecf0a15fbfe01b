"""`probierz klej run`: train a system on the tasks at hand, several times, and tell how it stands beside the paper."""

from __future__ import annotations

import math
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.cli.exit_codes import FINE
from probierz.cli.klej.archives import klej
from probierz.cli.options import add_option, add_options, whole_number
from probierz.cli.suite_scores import plain_number
from probierz.cli.terminal import chosen_format, print_json, print_table, print_warning, printable
from probierz.errors import ChallengeError, nearest

if TYPE_CHECKING:
    from probierz.reports.tables import Table
    from probierz.suites.suite import DeclaredTask
    from probierz.systems.klej.runs import TaskRuns
    from probierz.systems.system import Progress

__all__ = ["configure", "run"]

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
    from probierz.cli.system_settings import read_settings
    from probierz.suites.klej.baselines import write_submission
    from probierz.systems.recipes import find_recipe

    recipe = find_recipe(arguments.system if "/" in arguments.system else f"klej/{arguments.system}")
    settings = read_settings(arguments.set, recipe)
    folder = Path(arguments.to)
    found = _runs(recipe, settings, arguments, folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_submission(folder / "predictions.zip", {one.data.task.name: one.test for one in found})
    _write_report(folder, recipe.name, found)
    if chosen_format(arguments) == "json":
        print_json(_as_dict(recipe.name, found))
    else:
        print_table(_table(found, chosen_format(arguments)), chosen_format(arguments))
    if not arguments.quiet:
        for one in found:
            if math.isnan(one.median):
                print_warning(
                    f"{one.data.task.name}: {one.data.task.schemes[0]} of predictions that are all equal is not defined"
                )
        print_warning(f"{folder}: predictions.zip has {len(found)} of 9 tasks; report.md says how they were scored")
    return FINE


def _runs(recipe: Any, settings: Mapping[str, Any], arguments: Namespace, folder: Path) -> list[TaskRuns]:
    from probierz.cli.progress import WorkProgress
    from probierz.systems.klej.runs import read_task, run_task

    data = {task.name: read_task(Path(arguments.data), task) for task in _tasks(arguments.tasks)}
    found = []
    with WorkProgress(recipe.name, enabled=not arguments.quiet) as bar, _told_to_go_on(folder):
        progress = bar if arguments.quiet else _Pace(bar)
        for name, one in data.items():
            if isinstance(one, str) and not arguments.quiet:
                print_warning(f"{name}: {one} below {arguments.data}; it is left out")
            elif not isinstance(one, str):
                seeds = range(1, arguments.seeds + 1)
                found.append(run_task(recipe, one, folder, seeds=seeds, settings=settings, progress=progress))
    if not found:
        raise ChallengeError(f"{arguments.data}: there is no task with train and test sets; name its folder by --data")
    return found


@contextmanager
def _told_to_go_on(folder: Path) -> Iterator[None]:
    """Say at Ctrl-C that what is done is not lost."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"Finished runs are in {printable(str(folder / 'runs'))}; the same command goes on.", file=sys.stderr)
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


# --- the report ------------------------------------------------------------------------------------------------------


def _table(found: Sequence[TaskRuns], form: str) -> Table:
    from probierz.reports.tables import Column, NumberStyle, Table
    from probierz.scoring.format import without_noise
    from probierz.systems.klej.runs import in_percent

    style = NumberStyle(None if form in ("tsv", "csv") else 1)
    columns = (
        Column("task"), Column("metric"), Column("scored on"), Column("score", True), Column("low", True),
        Column("high", True), Column("runs", True), Column("HerBERT", True), Column("best published", True),
    )  # fmt: skip
    rows = []
    for one in found:
        bounds, printed = one.interval(), _published(one.data.task)
        rows.append((
            one.data.task.name, one.data.task.schemes[0], one.data.scored_on, style.show(one.median),
            style.show(in_percent(bounds.low)), style.show(in_percent(bounds.high)), str(len(one.scores)),
            printed.get("HerBERT", ""), max(printed.values(), key=float, default=""),
        ))  # fmt: skip
    mean = without_noise(sum(one.median for one in found) / len(found))
    title = "average" if len(found) == len(klej().tasks) else f"mean of {len(found)}"
    rows.append((title, "mean", "", style.show(mean), "", "", "", "", ""))
    return Table(columns, tuple(rows))


def _published(task: DeclaredTask) -> dict[str, str]:
    """What was published on the test, by system."""
    return {one.system: one.shown for one in task.published if one.is_score and one.metric == task.main_metric}


def _as_dict(system: str, found: Sequence[TaskRuns]) -> dict[str, Any]:
    from probierz.systems.klej.runs import in_percent

    tasks = []
    for one in found:
        bounds = one.interval()
        tasks.append(
            {
                "task": one.data.task.name, "metric": one.data.task.schemes[0], "scored_on": one.data.scored_on,
                "score": plain_number(one.median), "low": plain_number(in_percent(bounds.low)),
                "high": plain_number(in_percent(bounds.high)),
                "by_seed": {str(seed): plain_number(in_percent(score.value)) for seed, score in one.scores.items()},
                "published": _published(one.data.task),
            }
        )  # fmt: skip
    return {"system": system, "tasks": tasks}


def _write_report(folder: Path, system: str, found: Sequence[TaskRuns]) -> None:
    import json

    from probierz.reports.tables import as_markdown
    from probierz.whole_files import write_whole

    text = (
        f"# {printable(system)} on KLEJ\n\n{as_markdown(_table(found, 'table'))}\n\n"
        "Scores are medians over runs with other seeds, times 100; low and high are the ends of the 95 % interval of "
        "the run in the middle, over records.\nHerBERT and the best published result are on the test, with its hidden "
        "expected results: only scores on test-A stand beside them as equals.\n"
    )
    write_whole(folder / "report.md", text)
    write_whole(
        folder / "report.json",
        json.dumps(_as_dict(system, found), ensure_ascii=False, indent=2, allow_nan=False) + "\n",
    )
