"""`probierz klej board`: the published results, with archives of one's own among them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from probierz.cli.exit_codes import FINE
from probierz.cli.klej.archives import add_expected_options, klej, scored
from probierz.cli.options import add_options
from probierz.cli.paper_notes import PAPER_FORMATS, print_notes
from probierz.cli.suite_scores import warn_of_constants
from probierz.cli.terminal import GREEN, chosen_format, print_json, print_table
from probierz.cli.titled_tables import print_folded
from probierz.errors import ChallengeError
from probierz.ordering import winners
from probierz.reports.json_values import plain_number

if TYPE_CHECKING:
    from probierz.reports.tables import Table
    from probierz.suites.klej.board import Standing
    from probierz.suites.suite import Suite

EXAMPLES = """
examples:
  probierz klej board                               Table 3 of the paper
  probierz klej board mine.zip --expected klej      with one of your own
  probierz klej board a.zip b.zip --expected klej --format latex

Where some tasks have no score, all systems are ranked by the mean of those that have one.
A rank in brackets is where your own would have stood; it moves nobody. A published baseline has no rank, as on the
boards of the tasks (probierz suite board klej/psc).
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Print the published results of KLEJ, best average first, with archives of your own ranked."
    parser.epilog = EXAMPLES
    parser.add_argument("archives", nargs="*", metavar="ARCHIVE", help="archives of predictions, or folders")
    add_expected_options(parser)
    add_options(parser, "--partial", "--format")


def run(arguments: Namespace) -> int:
    """Score what is given, and print the board."""
    from probierz.challenges.files import distinct_names
    from probierz.suites.klej.board import standings

    suite = klej()
    names = distinct_names(arguments.archives)
    results = [scored(path, suite, arguments) for path in arguments.archives]
    own = {name: result.values for name, result in zip(names, results, strict=True)}
    tasks = [task.name for task in suite.tasks if all(task.name in values for values in own.values())]
    if not tasks:
        raise ChallengeError("the archives have no task in common that has a score; show them one by one")
    found = standings(suite, own, tasks)
    if chosen_format(arguments) == "json":
        print_json({"tasks": tasks, "systems": [_as_dict(one, tasks) for one in found]})
        return FINE
    form = chosen_format(arguments)
    if form in PAPER_FORMATS:
        print_table(_paper_table(suite, found, tasks), form)
        print_notes(_paper_notes(suite, found, tasks), form)
    else:
        print_folded(_table(suite, found, tasks, form), form, kept=2)
    for result in results:
        warn_of_constants(result)
    return FINE


def _table(suite: Suite, found: Sequence[Standing], tasks: Sequence[str], form: str) -> Table:
    from probierz.reports.tables import Column, NumberStyle, Table
    from probierz.scoring.format import without_noise

    style = NumberStyle(1 if form not in ("tsv", "csv") else None)
    mean = "average" if len(tasks) == len(suite.tasks) else f"mean of {len(tasks)} of {len(suite.tasks)}"
    columns = (Column("rank", True), Column("system"), *(Column(title, True) for title in [mean, *tasks]))
    rows = tuple(
        (
            f"({one.rank})" if one.is_own and one.rank else str(one.rank or ""),
            _name(one),
            *(style.show(without_noise(value)) for value in _values(one, tasks)),
        )
        for one in found
    )
    shades = {(at, 1): GREEN for at, one in enumerate(found) if one.is_own}
    return Table(columns, rows, best=_best(found, tasks), shades=shades)


def _paper_table(suite: Suite, found: Sequence[Standing], tasks: Sequence[str]) -> Table:
    """The board as a table that stands alone: which values are better, which systems are baselines, and sources."""
    from dataclasses import replace

    from probierz.reports.tables import ARROWS, Column

    table = _table(suite, found, tasks, "latex")
    better = [suite.task(task).parsed_schemes[0].metric.better for task in tasks]
    rank, system, *scores = table.columns
    titled = [
        one._replace(name=f"{one.name} {ARROWS[way]}") for one, way in zip(scores, [better[0], *better], strict=True)
    ]
    rows = tuple(
        (place, f"{name} (baseline)" if one.kind == "baseline" else name, *values, one.source or "our own")
        for (place, name, *values), one in zip(table.rows, found, strict=True)
    )
    return replace(table, columns=(rank, system, *titled, Column("source")), rows=rows)


def _paper_notes(suite: Suite, found: Sequence[Standing], tasks: Sequence[str]) -> list[str]:
    """Say by which metric each task is scored and on which split, and what the mark of baselines means."""
    from probierz.suites.boards import board_split

    measured: dict[tuple[str, str], list[str]] = {}
    for name in tasks:
        task = suite.task(name)
        measured.setdefault((task.main_metric, board_split(task)), []).append(name)
    said = [f"{', '.join(names)}: {metric} on {split}" for (metric, split), names in measured.items()]
    has_baselines = any(one.kind == "baseline" for one in found)
    told = ["A baseline is there to compare with, and has no rank."] if has_baselines else []
    return [f"Scores times 100. {'; '.join(said)}.", *told]


def _values(one: Standing, tasks: Sequence[str]) -> list[float]:
    return [one.mean, *(one.values[task] for task in tasks)]


def _name(one: Standing) -> str:
    return f"{one.system} (yours)" if one.is_own else one.system


def _best(found: Sequence[Standing], tasks: Sequence[str]) -> frozenset[tuple[int, int]]:
    """Places of the best values of each column; none where all are equal."""
    columns = [[one.mean for one in found], *([one.values[task] for one in found] for task in tasks)]
    return frozenset((row, 2 + at) for at, values in enumerate(columns) for row in winners(values, "higher"))


def _as_dict(one: Standing, tasks: Sequence[str]) -> dict[str, Any]:
    values = {task: plain_number(one.values[task]) for task in tasks}
    mean = plain_number(one.mean)
    return {
        "rank": one.rank or None, "system": one.system, "yours": one.is_own, "mean": mean, "scores": values,
        "source": one.source or None,
    }  # fmt: skip
