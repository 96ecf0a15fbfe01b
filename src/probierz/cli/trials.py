"""The trials of a search as a table: the best first."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from probierz.cli.terminal import print_table

if TYPE_CHECKING:
    from probierz.schemes.scheme import Scheme
    from probierz.systems.search import Trial

__all__ = ["print_trials"]


def print_trials(trials: Sequence[Trial], scheme: Scheme, split: str) -> None:
    """Print number, settings, score and seconds of each trial; plain TSV in a pipe."""
    from probierz.reports.tables import Column, Table

    names = list(trials[0].settings)
    columns = (
        Column("trial", is_number=True),
        *(Column(name, is_number=not isinstance(trials[0].settings[name], str)) for name in names),
        Column(f"{scheme.name} on {split}", is_number=True, better=scheme.metric.better),
        Column("seconds", is_number=True),
    )
    rows = tuple(
        (
            str(one.number),
            *(_shown(one.settings[name]) for name in names),
            "out of memory" if math.isnan(one.value) else f"{one.value:.5f}",
            f"{one.seconds:.1f}",
        )
        for one in trials
    )
    print_table(Table(columns, rows), "table" if sys.stdout.isatty() else "tsv")


def _shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
