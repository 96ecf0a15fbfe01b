"""Licences and citations, which travel with the data: identifiers of https://spdx.org/licenses, and BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from probierz.errors import ChallengeError
from probierz.suites.suite import DeclaredTask, Licence


def check_licence(licence: Licence, where: str) -> None:
    """Raise ChallengeError for an identifier that is none: `CC BY 4.0` for `CC-BY-4.0`. None at all is allowed."""
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    if not licence.spdx:
        return
    try:
        found = canonicalize_license_expression(licence.spdx)
    except InvalidLicenseExpression:
        hint = identifier_of(licence.spdx) or identifier_of(licence.name)
        remedy = f"did you mean {hint}?" if hint else "write LicenseRef-NAME for a licence without one"
        raise ChallengeError(
            f"{where}: {licence.spdx!r} is no SPDX identifier (https://spdx.org/licenses); {remedy}"
        ) from None
    if found != licence.spdx:
        raise ChallengeError(f"{where}: the SPDX identifier {licence.spdx!r} is spelt {found!r}; write it so")


def licence_doubt(licence: Licence) -> str:
    """Say in a sentence that the name of a licence is that of another one than its identifier; empty where not."""
    named = identifier_of(licence.name)
    parts = licence.spdx.replace("(", " ").replace(")", " ").split()
    if not named or not parts or any(one == named or one.startswith(f"{named}-") for one in parts):
        return ""  # LGPL 3.0 is said of LGPL-3.0-only, too
    return (
        f"the licence is called {licence.name!r}, and its SPDX identifier is {licence.spdx!r}; which of the two is it?"
    )


def licence_doubts(tasks: Iterable[DeclaredTask]) -> list[str]:
    """Return what is odd about the licences of tasks, each doubt once, behind the names of the tasks it concerns."""
    concerned: dict[str, list[str]] = {}
    for task in tasks:
        doubt = licence_doubt(task.licence)
        if doubt:
            concerned.setdefault(doubt, []).append(task.full_name)
    return [f"{', '.join(names)}: {doubt}" for doubt, names in concerned.items()]


_FILE = re.compile(r"(licen[cs]e|copying)(\.\w+)?", re.IGNORECASE)
_IDENTIFIER = re.compile(r"SPDX-License-Identifier:[ \t]*(.+)")


def licence_files(folder: Path) -> list[Path]:
    """Return the files of a folder that say what may be done with it."""
    return [one for one in sorted(folder.iterdir()) if _FILE.fullmatch(one.name) and one.is_file()]


def other_licence_of_data(licence: Licence, folder: Path, *, named: bool = False) -> str:
    """Say in words which file of a folder of data names another licence than this one; empty where none does.

    named: a file without an SPDX identifier has to hold the name of the licence, or its identifier.
    """
    ours = licence.spdx or identifier_of(licence.name)
    for file in licence_files(folder):
        text = file.read_text(encoding="utf-8", errors="replace")
        found = _IDENTIFIER.search(text)
        if found and found[1].strip().casefold() != ours.casefold():
            return f"{file} says that the licence of the data is {found[1].strip()}"
        words = " ".join(text.split()).casefold()
        if named and not found and not any(one and one.casefold() in words for one in (licence.name, ours)):
            return f"{file} says what may be done with the data, and does not name {licence.name}"
    return ""


_ENTRY = re.compile(r"^[ \t]*@\w+\s*(?:\{[^{}]*[,}]|\([^()]*[,)])", re.MULTILINE)
"""Also behind other words: BibTeX skips what is outside of entries."""


def check_citation(citation: str, where: str) -> None:
    """Raise ChallengeError for a citation that is no BibTeX, as it becomes the file CITATION.bib. None is allowed."""
    if citation.strip() and not _ENTRY.search(citation):
        raise ChallengeError(
            f"{where}: the citation is no BibTeX; write an entry, such as "
            "@misc{KEY, title = {TITLE}, author = {NAME}, year = {YEAR}}, and plain words in the description"
        )


def identifier_of(name: str) -> str:
    """The identifier that a name stands for when its spaces are hyphens; empty where it is none."""
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    try:
        return canonicalize_license_expression("-".join(name.split()))
    except InvalidLicenseExpression:
        return ""
