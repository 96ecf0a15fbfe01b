"""What checks find: a fault, something odd, something to know, or a trait that the task declares."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from probierz.errors import DataError
from probierz.suites.suite import KnownFinding

Severity = Literal["error", "warning", "note", "known"]


class FindingPlace(NamedTuple):
    """Where something was found: a file, its line from 1 (0: the file as a whole), and what is there."""

    path: str
    line: int = 0
    text: str = ""

    def __str__(self) -> str:
        """Print file and line, and what is there."""
        where = f"{self.path} line {self.line}" if self.line else self.path
        return f"{where}: {self.text}" if self.text else where


@dataclass(frozen=True)
class Finding:
    """One thing that a check found.

    check: the check's name. splits: those concerned. count: how many lines (or files). places: where, all of them.
    severity: "error" and "warning" make the check fail; "note" and "known" do not.
    known: for a declared trait, what the declaration says about it.
    """

    check: str
    message: str
    splits: tuple[str, ...] = ()
    count: int = 1
    places: tuple[FindingPlace, ...] = ()
    severity: Severity = "error"
    known: str = ""

    def moved(self, start: str, place: str) -> Finding:
        """Return it with paths that begin with `place` in place of `start`."""
        places = (
            one._replace(path=place + one.path.removeprefix(start)) if one.path.startswith(start) else one
            for one in self.places
        )
        return replace(self, places=tuple(places))


def recognised(found: Sequence[Finding], declared: Sequence[KnownFinding]) -> list[Finding]:
    """Mark the findings that are declared traits, and add an error for each declared trait that was not found.

    A trait is recognised by check, splits and count; with another count it is a fault, and the message says so.
    A trait whose splits are not all looked at (see `Finding.splits` of the check "absent") is not missed.
    """
    absent = {split for finding in found if finding.check == "absent" for split in finding.splits}
    result = [_recognised(finding, declared) for finding in found]
    seen = {(finding.check, finding.splits) for finding in found}
    for trait in declared:
        if (trait.check, trait.splits) not in seen and not absent & set(trait.splits):
            message = f"the task declares {trait.count} of this ({trait.note}), and there is none"
            result.append(Finding(trait.check, message, trait.splits, 0))
    return result


def _recognised(finding: Finding, declared: Sequence[KnownFinding]) -> Finding:
    for trait in declared:
        if (trait.check, trait.splits) == (finding.check, finding.splits):
            if trait.count == finding.count:
                return replace(finding, severity="known", known=trait.note)
            return replace(finding, message=f"{finding.message}; the task declares {trait.count}", severity="error")
    return finding


def has_failed(findings: Sequence[Finding]) -> bool:
    """Whether something was found that is neither known nor merely a note."""
    return any(finding.severity in ("error", "warning") for finding in findings)


def not_checked(why: str) -> Finding:
    """Return what stands for all findings of a task whose data could not be had or read."""
    return Finding("data", why)


def unreadable(error: DataError, *splits: str) -> Finding:
    """Return the finding for a file that cannot be read to its end."""
    return Finding("files", error.detail, splits, places=(FindingPlace(str(error.path), error.line or 0),))


def was_checked(findings: Sequence[Finding]) -> bool:
    """Whether the data of a task could be looked at."""
    return all(finding.check != "data" for finding in findings)


def relative_to(folder: Path, finding: Finding) -> Finding:
    """Return the finding with places in a folder that is there for the moment only, as paths in that folder."""
    return finding.moved(f"{folder}{os.sep}", "")
