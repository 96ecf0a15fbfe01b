"""Licences and citations, which travel with the data: identifiers of https://spdx.org/licenses, and BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable

from probierz.errors import ChallengeError
from probierz.suites.suite import DeclaredTask, Licence

__all__ = ["check_citation", "check_licence", "identifier_of", "licence_doubt", "licence_doubts"]


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
