"""Builders: what turns a fetched source into an ordinary challenge directory.

A builder is a function

    @builder("klej.nkjp-ner")
    def build_nkjp_ner(task: DeclaredTask, source: Path, target: Path) -> None: ...

source: the fetched folder (of a repository, an unpacked archive, or the folder that holds the one file), or the folder
that somebody gave by `--from`; it is read only, and files in it may be compressed (use `probierz.lines.LineReader`, and
`probierz.challenges.files.find_file` for the name).
target: an empty folder, to be filled with config.txt (`write_config`), README.md (`write_readme`), header files and
splits with in.tsv and expected.tsv. It lies beside its final place and is renamed when the builder has returned; where
the builder raises, it is removed, so nothing half written is left.
A builder raises ChallengeError or DataError, with file and line, for what it cannot use.

Modules with builders are named in `_MODULES`, by what stands before the point in a builder's name, and are imported
when one of them is asked for. An installed package brings its own by an entry point of the group `probierz.builders`,
named like the builder.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

from probierz.errors import ChallengeError, nearest
from probierz.suites.fetch import is_remote
from probierz.suites.suite import DeclaredTask
from probierz.taken_names import refuse_taken
from probierz.whole_files import refuse_occupied, whole_folder

Builder = Callable[[DeclaredTask, Path, Path], None]

_MODULES = {
    "challenge": "probierz.suites.challenge_builder",
    "klej": "probierz.suites.klej.builders",
    "sqad": "probierz.suites.sqad.builders",
}
_builders: dict[str, Builder] = {}


def builder(name: str) -> Callable[[Builder], Builder]:
    """Register a function as the builder of that name. Raises OptionError where another one has the name."""

    def register(function: Builder) -> Builder:
        refuse_taken("builder", name, function, _builders.get(name))
        _builders[name] = function
        return function

    return register


def find_builder(name: str) -> Builder:
    """Return the builder of that name. Raises ChallengeError with the nearest names."""
    module = _MODULES.get(name.partition(".")[0])
    if module is not None:
        importlib.import_module(module)
    if name not in _builders:
        _load_from_packages(name)
    if name not in _builders:
        close = nearest(name, _builders) or sorted(_MODULES)
        raise ChallengeError(f"no builder is called {name!r}; try {', '.join(close)}")
    return _builders[name]


def _load_from_packages(name: str) -> None:
    from importlib.metadata import entry_points

    for point in entry_points(group="probierz.builders", name=name):
        builder(name)(point.load())


def build(
    task: DeclaredTask, source: Path, target: Path, *, then: Callable[[Path], list[str]] = lambda folder: []
) -> list[str]:
    """Build the challenge directory of a task from its fetched source; it is complete, or it is not there.

    then: what else is done in the folder before it gets its place; what it returns is returned.

    Raises ChallengeError where the target exists already and holds something, or the source cannot be used.
    """
    refuse_occupied(target)
    make = find_builder(task.builder)
    with whole_folder(target) as beside:
        make(task, source, beside)
        write_notices(task, beside)
        return then(beside)


def write_config(task: DeclaredTask, target: Path) -> None:
    """Write the config.txt that the declaration stands for."""
    (target / "config.txt").write_text(task.config + "\n", encoding="utf-8", newline="\n")


LICENCE_NAME, CITATION_NAME, CARD_NAME = "LICENCE.txt", "CITATION.bib", "CARD.yaml"
"""CARD.yaml: what the head of a card on the hub said of data beside that, such as languages and tags."""


def write_notices(task: DeclaredTask, target: Path) -> None:
    """Write LICENCE.txt and CITATION.bib, see `notices_of`, unless the source brought its own.

    They are files of the challenge, so they go with it wherever it is copied, exported or uploaded.
    """
    for name, text in notices_of(task).items():
        _write_new(target / name, text)


def notices_of(task: DeclaredTask) -> dict[str, str]:
    """Return the texts of LICENCE.txt, with the SPDX identifier, and of CITATION.bib where it is known, by name.

    A source that is a path here is nobody else's business.
    """
    licence = task.licence
    lines = [
        *([f"SPDX-License-Identifier: {licence.spdx}"] if licence.spdx else []),
        f"{licence.name}. {licence.notice}",
        *([f"Source: {task.source.address}"] if is_remote(task.source.address) else []),
        *([licence.address] if licence.address else []),
    ]
    return {LICENCE_NAME: "\n".join(lines), **({CITATION_NAME: task.citation.strip()} if task.citation else {})}


def _write_new(path: Path, text: str) -> None:
    if not path.exists():
        path.write_text(text + "\n", encoding="utf-8", newline="\n")


def write_readme(task: DeclaredTask, target: Path) -> None:
    """Write a README.md with title, description, origin, licence and citation."""
    parts = [
        f"# {task.title}",
        task.description,
        *([_source(task)] if is_remote(task.source.address) else []),
        f"Licence: {task.licence.name}. {task.licence.notice}",
        *task.notes,
    ]
    if task.citation:
        parts.append(f"```bibtex\n{task.citation.strip()}\n```")
    (target / "README.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8", newline="\n")


def _source(task: DeclaredTask) -> str:
    return f"Source: {task.source.address}" + (f", commit {task.source.revision}" if task.source.revision else "")
