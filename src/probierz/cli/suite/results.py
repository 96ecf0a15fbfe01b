"""`probierz suite results`: every number that papers print about a task, and where."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from probierz.cli.options import FORMATS, add_option
from probierz.cli.terminal import chosen_format, print_json, print_table
from probierz.errors import ChallengeError, nearest
from probierz.text import first_few

if TYPE_CHECKING:
    from probierz.reports.tables import Table
    from probierz.suites.published_results import PublishedResult
    from probierz.suites.suite import DeclaredTask, Suite

EXAMPLES = """
examples:
  probierz suite results poleval-2021/ocr --split test-B         what was measured there
  probierz suite results --system punktor --metric comma         of all suites
  probierz suite results klej --format tsv > klej.tsv            everything, with notes
  probierz suite results poleval-2021/qa --format bibtex         the papers

A filter is a part of a name; small and capital letters are alike.
"""

_SHOWN = 8


class Placed(NamedTuple):
    """A result with the name of its suite. better: the direction of a metric that its challenge shows, else empty."""

    suite: str
    result: PublishedResult
    better: str = ""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Print published results: scores of systems with their variants and ablations, and counts of data, as printed. "
        "Ranks are those of the final tables of organisers. See `suite board` for who stands where."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("task", nargs="?", default="", metavar="TASK", help="a task or suite (default: all)")
    add_option(parser, "--system", default="", help="systems with this in their name, or in their team's")
    add_option(parser, "--metric", default="", help="metrics and counts with this in their name")
    add_option(parser, "--split", default="", help="splits, or parts of them, with this in their name")
    add_option(parser, "--format", choices=(*FORMATS, "bibtex"))


def run(arguments: Namespace) -> None:
    """Print them."""
    found = _chosen(_of(arguments.task), arguments)
    form = chosen_format(arguments)
    if form == "json":
        print_json([{**_as_dict(suite, one), "rank": one.rank or None} for suite, one, _better in found])
    elif form == "bibtex":
        from probierz.suites.published_results import as_bibtex

        print(as_bibtex([one.result.origin for one in found]))
    else:
        print_table(_full_table(found) if form in ("tsv", "csv") else _short_table(found), form)


def _of(name: str) -> list[Placed]:
    """The results of a task, a suite, or all suites, each with its unit."""
    from probierz.suites.catalogue import find_suite, find_task, names_suite, suites

    if not name:
        return [placed for suite in suites() for placed in _of_suite(suite)]
    if names_suite(name):
        return list(_of_suite(find_suite(name)))
    task = find_task(name)
    if not task.published:
        raise ChallengeError(f"{task.full_name}: no published result is known")
    return [_placed(task.suite, one, task) for one in task.published]


def _of_suite(suite: Suite) -> list[Placed]:
    tasks = {task.name: task for task in suite.tasks}
    return [_placed(suite.name, one, tasks.get(one.task)) for one in suite.results]


def _placed(suite: str, one: PublishedResult, task: DeclaredTask | None) -> Placed:
    schemes = task.parsed_schemes if task is not None else ()
    better = next((scheme.metric.better for scheme in schemes if scheme.name == one.metric), "")
    return Placed(suite, _with_unit(one, task), better)


def _with_unit(one: PublishedResult, task: DeclaredTask | None) -> PublishedResult:
    """Say of a score that names no unit what its challenge shows: times 100, or as it is."""
    if one.unit or task is None or not one.is_score:
        return one
    if task.config_options.show_as_percentage:
        return replace(one, unit="percent")
    bounds = next((scheme.metric.bounds for scheme in task.parsed_schemes if scheme.name == one.metric), ())
    return replace(one, unit="fraction") if bounds and max(map(abs, bounds)) <= 1 else one


# --- filters ---------------------------------------------------------------------------------------------------------


def _chosen(found: list[Placed], arguments: Namespace) -> list[Placed]:
    """Apply the filters one after the other. Raises ChallengeError for one that leaves nothing."""
    found = _having(found, "system", arguments.system, lambda one: (one.system, one.team))
    found = _having(found, "metric", arguments.metric, lambda one: (one.metric,))
    return _having(found, "split", arguments.split, lambda one: (one.split, one.slice))


def _having(
    found: list[Placed], what: str, part: str, names: Callable[[PublishedResult], tuple[str, ...]]
) -> list[Placed]:
    if not part:
        return found
    kept = [one for one in found if any(part.casefold() in name.casefold() for name in names(one.result))]
    if kept:
        return kept
    raise ChallengeError(f"no {what} has {part!r} in its name here; {_instead(found, part, names)}")


def _instead(found: list[Placed], part: str, names: Callable[[PublishedResult], tuple[str, ...]]) -> str:
    """What there is of the kind; not all that many suites have."""
    known = list(dict.fromkeys(name for one in found for name in names(one.result) if name))
    if close := nearest(part, known):
        return f"did you mean {' or '.join(close)}?"
    if len({one.suite for one in found}) > 1:
        return f"there are {len(known)} in all suites; name a task to see which it has"
    return f"there is {first_few(known, _SHOWN) or 'none'}"


# --- tables ----------------------------------------------------------------------------------------------------------

_COLUMNS = (
    "suite", "task", "split", "slice", "metric", "unit", "system", "team", "kind", "rank", "value", "source", "year",
    "link", "code", "recipe", "note", "conflict",
)  # fmt: skip


def _full_table(found: Sequence[Placed]) -> Table:
    from probierz.reports.tables import Column, Table

    rows = tuple(tuple(str(_as_dict(suite, one)[name]) for name in _COLUMNS) for suite, one, _better in found)
    return Table(tuple(Column(name, name in ("rank", "value", "year")) for name in _COLUMNS), rows)


def _short_table(found: Sequence[Placed]) -> Table:
    """What people look at: arrows say which values are better, a star marks one that another place contradicts."""
    from probierz.reports.tables import ARROWS, Column, Table

    columns = (
        Column("suite"), Column("task"), Column("split"), Column("metric"), Column("system"), Column("kind"),
        Column("value", True), Column("unit"), Column("source"),
    )  # fmt: skip
    rows = tuple(
        (
            suite, one.task, ", ".join(filter(None, (one.split, one.slice))),
            f"{one.metric} {ARROWS.get(better, '')}".rstrip(), one.system, one.kind,
            one.value + ("*" if one.conflict else ""), one.unit,
            ", ".join(filter(None, (one.source, str(one.origin.year or "")))),
        )
        for suite, one, better in found
    )  # fmt: skip
    return Table(columns, rows)


def _as_dict(suite: str, one: PublishedResult) -> dict[str, object]:
    return {
        "suite": suite, "task": one.task, "split": one.split, "slice": one.slice, "metric": one.metric,
        "unit": one.unit, "system": one.system, "team": one.team, "submission": one.submission, "kind": one.kind,
        "rank": one.rank or "", "value": one.value, "source": one.source, "year": one.origin.year or "",
        "doi": one.origin.doi, "link": one.origin.link, "code": one.origin.code, "recipe": one.recipe,
        "note": one.note, "conflict": one.conflict,
    }  # fmt: skip
