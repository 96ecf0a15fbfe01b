"""Finding suites and tasks: those shipped, those of installed packages, and a user's own file.

A suite is a TOML file (see docs/guides/suites.md) with the keys of `Suite`; its `[[tasks]]` those of `DeclaredTask`.
Beside them it may have `published`, the path from the TOML file of published results (see `published_results`); and
`[licence]` and `builder`, taken by tasks that have none of their own.

A package offers suites by entry points of the group `probierz.suites`, each the path of such a file, or a function
that returns it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import Protocol

from probierz.challenges.files import CONFIG_NAME
from probierz.errors import ChallengeError, DataError, nearest
from probierz.suites.averaging import check_average
from probierz.suites.licences import check_citation, check_licence
from probierz.suites.phases import check_phases
from probierz.suites.published_checks import check_baseline, check_published, check_ranks
from probierz.suites.published_results import PublishedResult, read_published
from probierz.suites.suite import DeclaredTask, Licence, PublishedCount, Suite
from probierz.suites.toml_tables import read_table, read_toml

_FOLDER = Path(__file__).parent / "declarations"
_FOR_ALL_TASKS = ("licence", "builder", "homepage", "citation")


@cache
def suites() -> tuple[Suite, ...]:
    """Return the shipped suites, then those of installed packages, each kind by name.

    Raises ChallengeError for a declaration that cannot be used, also where the name is another suite's.
    """
    found: dict[str, Suite] = {}
    for suite in chain((read_suite(path) for path in sorted(_FOLDER.glob("*.toml"))), _of_packages()):
        if suite.name in found:
            raise ChallengeError(f"an installed package brings another suite {suite.name!r}; it must call it otherwise")
        found[suite.name] = suite
    return tuple(found.values())


def find_suite(name: str) -> Suite:
    """Return a suite by its name, its file, or the folder with one such file.

    Raises ChallengeError with the nearest names, or with what the folder has.
    """
    called = _called(name)
    if called.endswith(".toml"):
        return read_suite(called)
    for suite in suites():
        if suite.name == called:
            return suite
    files = _files_in(called)
    if len(files) == 1:
        return read_suite(files[0])
    _refuse_folder(called, files)
    task = next((one for suite in suites() for one in suite.tasks if one.full_name == called), None)
    if task is not None:
        raise ChallengeError(f"{name!r} is a task, and a suite is wanted; give {task.suite}")
    raise ChallengeError(f"no suite is called {name!r}; {_instead(name, [suite.name for suite in suites()])}")


def find_task(name: str) -> DeclaredTask:
    """Return a task by its name: `poleval-2021/ocr`, `my-suite.toml/my-task`, or `ocr` where one suite alone has it.

    In place of `my-suite.toml` the folder with that one file may stand.
    Raises ChallengeError with the nearest names, or for the name of a suite of several tasks.
    """
    tasks = find_tasks(name)
    if len(tasks) != 1:
        names = ", ".join(task.full_name for task in tasks)
        raise ChallengeError(f"{name!r} stands for several tasks: {names}; name one of them")
    return tasks[0]


def find_tasks(name: str) -> tuple[DeclaredTask, ...]:
    """Return the task of that name, as `find_task` does, or all tasks of that suite. Raises ChallengeError."""
    called = _called(name)
    if names_suite(called):
        return find_suite(called).tasks
    suite, slash, last = called.rpartition("/")
    if slash and names_suite(suite):
        return (find_suite(suite).task(last),)
    alone = [] if slash else [task for one in suites() for task in one.tasks if task.name == last]
    if not alone:
        _refuse_folder(called, _files_in(called))
        raise ChallengeError(f"no task is called {name!r}; {_instead(name, _all_names())}")
    return tuple(alone)


def names_suite(name: str) -> bool:
    """Whether a name that `find_tasks` takes is that of a suite, also of one with a single task.

    A folder is a suite where one file SUITE.toml lies in it, and nothing that is shipped has its name.
    """
    called = _called(name)
    if called.endswith(".toml") or called in {one.name for one in suites()}:
        return True
    return not is_shipped(called) and len(_files_in(called)) == 1


def is_shipped(name: str) -> bool:
    """Whether a name is that of a suite or task that is shipped or comes with a package, whatever lies here."""
    called = _called(name)
    return any(called == suite.name or _has_task(suite, called) for suite in suites())


def _has_task(suite: Suite, called: str) -> bool:
    return any(called in (task.name, task.full_name) for task in suite.tasks)


def own_file(name: str) -> Path | None:
    """Return somebody's own file that declares a task or a suite called so; None for what is shipped."""
    called = _called(name)
    for suite in (called, called.rpartition("/")[0]):
        if suite.endswith(".toml"):
            return Path(suite)
        if names_suite(suite):
            return next(iter(_files_in(suite)), None) if suite not in {one.name for one in suites()} else None
    return None


def address_of(task: DeclaredTask, given: str) -> str:
    """Return what `find_task` finds a task by that was found by this name: its full name, or one with its file."""
    called = _called(given)
    if names_suite(called):
        return f"{called}/{task.name}"
    return called if "/" in called else task.full_name


def _called(name: str) -> str:
    return name.strip().rstrip("/")


def _files_in(folder: str) -> list[Path]:
    """The files that may be suites in a folder; none in a challenge, nor where there is no folder."""
    is_folder = bool(folder) and os.path.isdir(folder) and not os.path.exists(os.path.join(folder, CONFIG_NAME))
    return sorted(Path(folder).glob("*.toml")) if is_folder else []


def _refuse_folder(folder: str, files: Sequence[Path]) -> None:
    """Raise ChallengeError for a folder that is there, and has not one file of a suite."""
    if os.path.isdir(folder):
        found = ", ".join(file.name for file in files) or "none"
        raise ChallengeError(f"{folder}: one file SUITE.toml is looked for here, found {found}; name that of the suite")


def _all_names() -> list[str]:
    return [name for suite in suites() for name in (suite.name, *(task.full_name for task in suite.tasks))]


def _instead(name: str, known: list[str]) -> str:
    last = name.rpartition("/")[2]
    alone = nearest(last, {one.rpartition("/")[2] for one in known})
    close = nearest(name, known) or nearest(last, known) or [one for one in known if one.rpartition("/")[2] in alone]
    return f"did you mean {' or '.join(close)}?" if close else "see  probierz suite list"


# --- reading ---------------------------------------------------------------------------------------------------------


def read_suite(path: str | os.PathLike[str]) -> Suite:
    """Read a suite from its TOML file, with the published results beside it. Raises ChallengeError or DataError."""
    file = Path(path)
    table = read_toml(file)
    published = table.pop("published", "")
    common = {key: table[key] for key in _FOR_ALL_TASKS if key in table}
    for key in ("licence", "builder"):
        table.pop(key, None)
    tasks = table.get("tasks")
    if not isinstance(tasks, list) or not tasks:
        raise ChallengeError(f"{file}: a suite needs tasks; add a table [[tasks]]")
    if any(isinstance(task, dict) and "data" in task for task in tasks):
        raise ChallengeError(
            f"{file}: this is a plan; make a suite of it by  probierz suite new {quote(str(file))}  and give that"
        )
    table["tasks"] = [_with_common(task, common) for task in tasks]
    suite = read_table(Suite, table, str(file))
    results = read_published(Path(os.path.normpath(file.parent / published))) if published else ()
    _refuse_unknown_tasks(suite, results, file)
    check_phases(suite.phases, str(file))
    for task in suite.tasks:
        check_licence(task.licence, f"{file}, task {task.name!r}")
        check_citation(task.citation, f"{file}, task {task.name!r}")
    shared = shared_tasks(suite.tasks, str(file))
    if suite.has_average:
        check_average(str(file), suite.tasks)
    return replace(
        suite,
        tasks=tuple(
            replace(_completed(task, suite.name, results, file), shares=shared[task.name]) for task in suite.tasks
        ),
        published=tuple(one for one in results if not one.task),
        licence=read_table(Licence, common["licence"], f"{file}, licence") if "licence" in common else None,
    )


class _Sharing(Protocol):
    """What `shared_tasks` looks at."""

    @property
    def name(self) -> str: ...

    @property
    def shares(self) -> tuple[str, ...]: ...


def shared_tasks(tasks: Sequence[_Sharing], where: str) -> dict[str, tuple[str, ...]]:
    """Return by task which others have the same texts, whichever of the two says so. Raises ChallengeError."""
    names = [task.name for task in tasks]
    for task in tasks:
        for other in task.shares:
            if other not in names or other == task.name:
                close = ", ".join(nearest(other, names) or [name for name in names if name != task.name])
                raise ChallengeError(f"{where}, task {task.name!r}: no other task is called {other!r}; try {close}")
    return {
        task.name: tuple(other.name for other in tasks if other.name in task.shares or task.name in other.shares)
        for task in tasks
    }


def _with_common(task: object, common: Mapping[str, object]) -> object:
    return {**common, **task} if isinstance(task, dict) else task


def _completed(task: DeclaredTask, suite: str, results: tuple[PublishedResult, ...], file: Path) -> DeclaredTask:
    published = tuple(one for one in results if one.task == task.name)
    for one in published:
        check_published(one, task)
    check_ranks(published, task)
    for baseline in task.baselines:
        check_baseline(baseline, task, f"{file}, task {task.name!r}")
    counts = tuple(_as_printed(count, published, f"{file}, task {task.name!r}") for count in task.counts)
    source = task.source
    if source.address.startswith(("./", "../")):
        source = replace(source, address=os.path.normpath(file.absolute().parent / source.address))
    return replace(task, suite=suite, published=published, counts=counts, source=source)


def _as_printed(count: PublishedCount, results: Sequence[PublishedResult], where: str) -> PublishedCount:
    """The count with the published number that it names, and with where it is printed."""
    if not count.printed:
        if not count.source:
            raise ChallengeError(f"{where}: the number of {count.what} needs `printed`, or `published` and `source`")
        return count
    paper, _, metric = count.printed.partition(": ")
    for one in results:
        is_it = one.kind == "statistic" and (one.split, one.slice, one.metric) == (count.split, "", metric)
        if is_it and one.origin.key.endswith(f"-{paper}"):
            number = 1000 * float(one.value[:-1]) if one.value.endswith("k") else one.number
            return replace(count, published=number, source=count.source or one.source)
    raise ChallengeError(f"{where}: no published result of {count.split} is {count.printed!r}")


def _refuse_unknown_tasks(suite: Suite, results: tuple[PublishedResult, ...], file: Path) -> None:
    names = [task.name for task in suite.tasks]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated:
        raise ChallengeError(f"{file}: two tasks are called {repeated!r}; give each a name of its own")
    for one in results:
        if one.task and one.task not in names:
            close = nearest(one.task, names) or names
            message = f"no task is called {one.task!r}; try {', '.join(close)}"
            raise DataError(message, path=one.file, line=one.line)


def _of_packages() -> list[Suite]:
    from importlib.metadata import entry_points

    found = []
    for point in entry_points(group="probierz.suites"):
        try:
            loaded = point.load()
            found.append(read_suite(loaded() if callable(loaded) else loaded))
        except Exception as error:
            raise ChallengeError(f"the suite {point.name!r} of an installed package cannot be read: {error}") from error
    return sorted(found, key=lambda suite: suite.name)
