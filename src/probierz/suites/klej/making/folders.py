"""What a builder leaves: a folder with KLEJ's files, and how records are cut into splits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from probierz.lines import save_lines
from probierz.suites.klej.format import Format, TaskExample
from probierz.suites.klej_files import FEATURES, GOLD_NAME
from probierz.whole_files import whole_folder

T = TypeVar("T")

EIGHT_ONE_ONE = (0.8, 0.1, 0.1)
FOUR_ONE = (0.8, 0.0, 0.2)
"""Shares of train, dev and test."""


@dataclass(frozen=True)
class Made:
    """The records of a task that was made. notes: what was left out and how often, for people."""

    train: Sequence[TaskExample]
    dev: Sequence[TaskExample]
    test: Sequence[TaskExample]
    notes: Sequence[str] = ()


def cut_by_shares(records: Sequence[T], shares: Sequence[float], *, seed: int) -> list[list[T]]:
    """Shuffle records and cut them into parts of these shares; the first part takes what rounding leaves."""
    shuffled = list(records)
    random.Random(seed).shuffle(shuffled)
    sizes = [round(len(shuffled) * share) for share in shares[1:]]
    parts, at = [], len(shuffled) - sum(sizes)
    parts.append(shuffled[:at])
    for size in sizes:
        parts.append(shuffled[at : at + size])
        at += size
    return parts


def one_line(text: str) -> str:
    """The text with every run of white space as one space: a field holds neither TAB nor line end."""
    return " ".join(text.split())


def write_folder(target: Path, form: Format, made: Made) -> None:
    """Write train.tsv, dev.tsv (if there are any), test_features.tsv and test_gold.tsv; all of them, or nothing.

    Raises ChallengeError where the target is there already.
    """
    with whole_folder(target) as beside:
        header = "\t".join((*form.columns, form.target))
        save_lines(beside / "train.tsv", [header, *map(_row, made.train)])
        if made.dev:
            save_lines(beside / "dev.tsv", [header, *map(_row, made.dev)])
        save_lines(beside / FEATURES, ["\t".join(form.columns), *("\t".join(one.fields) for one in made.test)])
        save_lines(beside / GOLD_NAME, [one.target for one in made.test])


def _row(example: TaskExample) -> str:
    return "\t".join((*example.fields, example.target))
