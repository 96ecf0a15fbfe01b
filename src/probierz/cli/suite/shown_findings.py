"""Printing what checks found, for people and for programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from probierz.cli.terminal import GREEN, RED, YELLOW, painted, print_json, print_table, printable, terminal_columns

if TYPE_CHECKING:
    from probierz.suites.findings import Finding

Results = Sequence[tuple[str, Sequence["Finding"]]]

_COLOURS = {"error": RED, "warning": YELLOW, "known": GREEN, "note": ""}
_INDENT = 11


def print_text(name: str, findings: Sequence[Finding], places: int) -> None:
    """Print the findings of a task, folded to the terminal, with the first places of each."""
    import textwrap

    verdict = _verdict(findings)
    print(f"{printable(name)}: {painted(verdict, _verdict_colour(verdict), sys.stdout)}")
    width = max(terminal_columns(), 40) - _INDENT
    for finding, following in zip(findings, [*findings[1:], None], strict=False):  # there may be none
        label, colour = f"{finding.severity:<8}", _COLOURS[finding.severity]
        where = f" ({' ~ '.join(finding.splits)})" if finding.splits else ""
        first, *rest = textwrap.wrap(printable(f"{finding.check}{where}: {finding.message}"), width)
        print(f"  {painted(label, colour, sys.stdout) if colour else label} {first}")
        if finding.known and not _is_told_below(finding, following):
            rest += textwrap.wrap(printable(f"known: {finding.known}"), width)
        shown = [f"  {printable(str(place))}" for place in finding.places[:places]]
        more = len(finding.places) - places
        for line in [*rest, *shown, *([f"  and {more} more"] if places and more > 0 else [])]:
            print(f"{' ' * _INDENT}{line}")


def print_known(findings: Sequence[Finding]) -> None:
    """Print, as they are pasted into a plan or a declaration, what failed and may be a trait of the data."""
    import json

    from probierz.suites.findings import has_failed

    traits = [one for one in findings if has_failed([one]) and one.splits and one.count and one.places]
    if not traits:
        return
    print("What is meant to be so is known once this stands below its [[tasks]], with why:")
    for one in traits:
        print(f"\n[[tasks.known]]\ncheck = {json.dumps(one.check)}\nsplits = {json.dumps(list(one.splits))}")
        print(f'count = {one.count}\nnote = "…"')


def _is_told_below(finding: Finding, following: Finding | None) -> bool:
    """Whether what is known of a finding is the same for the next one, which stands right below it."""
    return following is not None and not finding.places and following.known == finding.known


def _verdict(findings: Sequence[Finding]) -> str:
    from probierz.suites.findings import has_failed, was_checked

    if not was_checked(findings):
        return "not checked"
    return "failed" if has_failed(findings) else "passed"


def _verdict_colour(verdict: str) -> str:
    return {"passed": GREEN, "failed": RED}.get(verdict, YELLOW)


def print_summary(results: Results) -> None:
    """Print a line for each of several tasks: how it went, and how many findings of each kind there are."""
    from probierz.reports.tables import Column, Table

    kinds = ("error", "warning", "known")
    rows = []
    for name, findings in results:
        counts = (sum(one.severity == kind and one.check != "data" for one in findings) for kind in kinds)
        rows.append((name, _verdict(findings), *(str(count or "") for count in counts)))
    columns = (Column("task"), Column("result"), *(Column(kind, True) for kind in ("errors", "warnings", "known")))
    shades = {(at, 1): _verdict_colour(row[1]) for at, row in enumerate(rows)}
    print()
    print_table(Table(columns, tuple(rows), shades=shades), "table")


def print_tsv(results: Results, places: int) -> None:
    """Print a line for each place, or for each finding that has none."""
    from probierz.reports.tables import Column, Table

    columns = ("task", "severity", "check", "splits", "count", "finding", "known", "file", "line", "text")
    rows = []
    for name, findings in results:
        for finding in findings:
            head = (
                name,
                finding.severity,
                finding.check,
                " ".join(finding.splits),
                str(finding.count),
                finding.message,
                finding.known,
            )
            shown = finding.places[:places] or (("", 0, ""),)
            rows += [(*head, path, str(line or ""), text) for path, line, text in shown]
    print_table(Table(tuple(map(Column, columns)), tuple(rows)), "tsv")


def print_findings_json(results: Results) -> None:
    """Print everything that was found."""
    from dataclasses import asdict

    from probierz.suites.findings import has_failed

    found = [
        {
            "task": name,
            "passed": not has_failed(findings),
            "findings": [{**asdict(one), "places": [place._asdict() for place in one.places]} for one in findings],
        }
        for name, findings in results
    ]
    print_json(found)
