"""What was set aside from train: told, and whether what belongs together stayed together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from probierz.challenges.files import find_file
from probierz.lines import all_lines
from probierz.suites.findings import Finding, FindingPlace
from probierz.suites.hold_out import HeldOut, clusters_of


def check_torn_clusters(folder: Path, what: HeldOut) -> Iterator[Finding]:
    """Say what was set aside, and find lines of it whose like, or whose cluster, is in train too.

    count: such lines. Raises OptionError where the input has not the column of the clusters any more.
    """
    message = f"{len(what.lines)} lines were set aside from train (seed {what.seed}); train is checked with them"
    yield Finding("held-out", message, (what.split,), len(what.lines), severity="note")
    stayed, aside = (_clusters(folder, split, what.cluster) for split in ("train", what.split))
    there = set(stayed)
    torn = [at for at, name in enumerate(aside) if name in there]
    if torn:
        path = str(find_file(str(folder / what.split), "in.tsv"))
        places = tuple(FindingPlace(path, at + 1, aside[at][:60]) for at in torn)
        of = f"of the same {what.cluster}" if what.cluster else "equal lines"
        message = f"lines whose like stayed in train, {of}: {len(torn)}; set the part aside again"
        yield Finding("held-out", message, ("train", what.split), len(torn), places)


def _clusters(folder: Path, split: str, column: str) -> list[str]:
    return clusters_of(folder, all_lines(str(find_file(str(folder / split), "in.tsv"))), column)
