"""A suite as a whole in one folder, to keep and to pass on; with it alone the suite can be checked and published.

It holds SUITE.toml, README.md and CITATION.bib: the declaration, and rules, phases, tasks and boards in words; for each
task a folder TASK, which is its challenge with the licence; boards/TASK.SPLIT.tsv, who stands where; and published/,
what papers print, as it was declared.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from probierz.challenges.files import find_file
from probierz.errors import ChallengeError
from probierz.reports.tables import Column, Table, as_markdown, as_tsv, in_markdown
from probierz.suites.boards import PublishedBoard, board, data_table, deciding_split, paper_notes, paper_table
from probierz.suites.boards import with_counted as board_with_counted
from probierz.suites.building import CITATION_NAME, write_notices
from probierz.suites.catalogue import read_suite
from probierz.suites.declaration_text import declaration_text
from probierz.suites.digests import content_sha256
from probierz.suites.fetch import is_remote
from probierz.suites.published_results import SOURCES
from probierz.suites.publishing import challenge_files
from probierz.suites.suite import DeclaredSplit, DeclaredTask, Suite, TaskSource

_ENTRIES = re.compile(r"^(?=@)", re.MULTILINE)
"""What stands between entries of BibTeX."""


def write_suite(suite: Suite, challenges: Mapping[str, Path], into: Path, *, hide: Collection[str] = ()) -> Suite:
    """Write a suite into an empty folder; return it as it is read there.

    challenges: by task, the directory of its challenge; others are declared without data. hide: splits whose expected
    results stay behind, in all tasks.
    Raises ChallengeError where no task has a split of `hide`, or there are no data of a task.
    """
    unknown = [name for name in hide if not any((folder / name).is_dir() for folder in challenges.values())]
    if unknown:
        raise ChallengeError(f"{suite.name}: no task has a split {unknown[0]!r}")
    for task in suite.tasks:
        if task.name in challenges:
            _copy(task, challenges[task.name], into / task.name, hide)
    published = _copy_published(suite, into)
    kept = replace(suite, tasks=tuple(_kept(task, into / task.name) for task in suite.tasks))
    file = into / f"{suite.name}.toml"
    _write(file, declaration_text(kept, suite.licence or suite.tasks[0].licence, published))
    _write_boards(suite, into / "boards")
    _write(into / "README.md", _readme(suite))
    cited = (suite.citation, *(task.citation for task in suite.tasks))
    citations = dict.fromkeys(one.strip() for text in cited for one in _ENTRIES.split(text) if one.strip())
    if citations:
        _write(into / CITATION_NAME, "\n\n".join(citations) + "\n")
    return read_suite(file)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


# --- data ------------------------------------------------------------------------------------------------------------


def _copy(task: DeclaredTask, folder: Path, target: Path, hide: Collection[str]) -> None:
    hidden = {find_file(str(folder / split), "expected.tsv") for split in hide}
    target.mkdir()
    for path in challenge_files(folder):
        if str(path) not in hidden:
            place = target / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
    write_notices(task, target)


def _kept(task: DeclaredTask, folder: Path) -> DeclaredTask:
    """The task as its folder has it: from there, and without what is not there."""
    counts = tuple(replace(one, printed="") for one in task.counts)  # the number and its source are known by now
    splits = tuple(_split_in(folder / one.name, one) for one in task.splits)
    return replace(task, source=TaskSource(f"./{task.name}"), counts=counts, splits=splits)


def _split_in(folder: Path, split: DeclaredSplit) -> DeclaredSplit:
    if not folder.is_dir():
        return replace(split, optional=True)
    here = {name: path for name in {"in.tsv", "expected.tsv", *split.files} if (path := find_file(str(folder), name))}
    files = {name: split.files.get(name) or content_sha256(path) for name, path in sorted(here.items())}
    is_held_back = split.hidden or "expected.tsv" in split.files
    return replace(split, files=files, hidden=is_held_back and "expected.tsv" not in files)


# --- published results -----------------------------------------------------------------------------------------------


def _copy_published(suite: Suite, into: Path) -> str:
    """Copy the file or the folder of published results; return its path in the folder, empty where there are none."""
    files = sorted({Path(one.file) for one in suite.results})
    if not files:
        return ""
    source = files[0].parent if (files[0].parent / SOURCES).is_file() else files[0]
    target = into / "published" / source.name
    if source.is_file():
        target.parent.mkdir()
        shutil.copyfile(source, target)
    else:
        shutil.copytree(source, target)
    return f"published/{source.name}"


def _boards(task: DeclaredTask) -> list[PublishedBoard]:
    """The boards by the main metric, that of the split that decided first."""
    printed = [one.split for one in task.published if one.is_score and one.metric == task.main_metric]
    known = {one.name for one in task.splits}
    splits = [one for one in dict.fromkeys([deciding_split(task), *printed]) if one in known and one in printed]
    return [board_with_counted(board(task, split), task) for split in splits]


def _write_boards(suite: Suite, folder: Path) -> None:
    boards = {f"{task.name}.{one.split}.tsv": one for task in suite.tasks for one in _boards(task)}
    if boards:
        folder.mkdir()
    for name, one in boards.items():
        _write(folder / name, as_tsv(data_table(one)))


# --- words -----------------------------------------------------------------------------------------------------------


def _readme(suite: Suite) -> str:
    parts = [
        f"# {in_markdown(suite.title)}",
        suite.description,
        *([suite.homepage] if suite.homepage else []),
        *_about(suite),
        "## Tasks",
        as_markdown(_tasks(suite.tasks)).strip(),
        *_averages(suite),
        *(part for task in suite.tasks for part in _of_task(task)),
        "## With Probierz",
        f"```sh\nprobierz suite check {suite.name}.toml\nprobierz suite board {suite.name}.toml\n"
        f"probierz suite publish {suite.name}.toml --server ADDRESS\n```",
    ]
    return "\n\n".join(parts) + "\n"


def _about(suite: Suite) -> Iterator[str]:
    """Rules and phases, each with a heading."""
    if suite.rules:
        yield from ("## Rules", "\n".join(f"* {rule}" for rule in suite.rules))
    if suite.phases:
        columns = ("phase", "opens", "closes", "scores on hidden tests", "all scores from")
        seen = {"full": "at once, in steps where a challenge tells them so"}
        rows = [
            (one.name, one.opens, one.closes, seen.get(one.disclosure, one.disclosure), one.disclosed_from)
            for one in suite.phases
        ]
        yield from ("## Phases", as_markdown(Table(tuple(map(Column, columns)), tuple(rows))).strip())


def _averages(suite: Suite) -> Iterator[str]:
    """What is printed of the mean over the tasks."""
    printed = [one for one in suite.published if one.metric == "average" and one.is_score]
    if printed:
        columns = (Column("system"), Column("average", True), Column("source"))
        rows = tuple((one.system, one.value, one.source) for one in printed)
        yield from ("## Average", as_markdown(Table(columns, rows)).strip())


def _tasks(tasks: Sequence[DeclaredTask]) -> Table:
    columns = (Column("task"), Column("title"), Column("metric"), Column("lines"), Column("licence"), Column("from"))
    rows = tuple(
        (
            task.name, task.title, task.main_metric, ", ".join(f"{one.name} {one.lines}" for one in task.splits),
            task.licence.name, _origin(task.source),
        )
        for task in tasks
    )  # fmt: skip
    return Table(columns, rows)


def _origin(source: TaskSource) -> str:
    """Where the data came from; a path here tells nobody."""
    if not is_remote(source.address):
        return ""
    return f"{source.address}, commit {source.revision}" if source.revision else source.address


def _of_task(task: DeclaredTask) -> Iterator[str]:
    yield f"## {in_markdown(task.title)}"
    yield task.description
    if task.notes:
        yield "\n".join(f"* {note}" for note in task.notes)
    for found in _boards(task):
        yield f"### {found.split}: {found.metric}, {found.better} is better"
        yield as_markdown(paper_table(found)).strip()
        contradicted = [f"\\* {in_markdown(f'{row.system}: {row.conflict}')}" for row in found.rows if row.conflict]
        yield from (*contradicted, *map(in_markdown, paper_notes(found)))
