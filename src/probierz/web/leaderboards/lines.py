"""The worst lines of an output, as far as somebody may see them.

Scores of lines come from the rows that scoring kept, so that nothing a stranger wrote is parsed in a web request; only
the texts of the few lines that are shown are read from files.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from probierz.errors import ProbierzError
from probierz.metrics.definition import Better
from probierz.web import places
from probierz.web.challenges.models import ItemLevel, Test
from probierz.web.submissions.models import Score, Submission

__all__ = ["LinesView", "ShownLine", "lines_of"]

MOST_SHOWN = 40
LONGEST_CELL = 140
LONGEST_TITLE = 700
MOST_FILE_BYTES = 64 * 2**20


@dataclass(frozen=True)
class ShownLine:
    """A line, its texts cut short. input, expected: None where they are not shown, or are none."""

    number: int
    score: str
    output: str
    input: str | None = None
    expected: str | None = None


@dataclass(frozen=True)
class LinesView:
    """The worst lines first. problem: why there are none to show."""

    test: Test
    level: ItemLevel
    lines: tuple[ShownLine, ...] = ()
    all: int = 0
    problem: str = ""


def lines_of(submission: Submission, score: Score, level: ItemLevel) -> LinesView:
    """Return the worst lines of a score at that level of detail, which the caller has asked `Viewer.items` for."""
    test = score.test
    try:
        worst, count = _worst(score)
        numbers = {number for number, _ in worst}
        output = _output_lines(submission, score, numbers)
        shared = _shared_lines(test, numbers) if level == ItemLevel.ITEMS else ({}, {})
    except (ProbierzError, OSError) as error:
        return LinesView(test, level, problem=type(error).__name__)
    lines = [
        ShownLine(number, value, output.get(number, ""), *(side.get(number) for side in shared))
        for number, value in worst
    ]
    return LinesView(test, level, tuple(lines), count)


def _worst(score: Score) -> tuple[list[tuple[int, str]], int]:
    """Numbers and scores of the worst lines, and how many lines there are."""
    import math

    from probierz.scoring.format import formatted
    from probierz.web.sandbox.rows import read_rows

    assert score.evaluation_id is not None
    stored = read_rows(places.rows_file(score.evaluation_id))
    rows = next((one.rows for one in stored if str(one.scheme) == score.test.scheme), None)
    if rows is None:
        return [], 0
    better: Better = "higher" if score.test.higher_is_better else "lower"
    sign = 1 if better == "higher" else -1
    pairs = sorted(zip(rows.numbers, rows.values, strict=True), key=lambda pair: (math.isnan(pair[1]), sign * pair[1]))
    return [(number, formatted(value, 4)) for number, value in pairs[:MOST_SHOWN]], len(pairs)


def _output_lines(submission: Submission, score: Score, numbers: set[int]) -> dict[int, str]:
    from probierz.web.intake.gitstore import Store

    assert score.output is not None
    store = Store(places.store(submission.challenge.slug))
    entry = store.tree(submission.commit).file(score.output.path, MOST_FILE_BYTES)
    with tempfile.TemporaryDirectory(prefix="probierz-lines-") as folder:
        copy = Path(folder) / f"out{''.join(Path(score.output.path).suffixes[-2:])}"
        store.save(entry, copy)
        return _read(copy, numbers, header=_header(score.test, is_output=True))


def _shared_lines(test: Test, numbers: set[int]) -> tuple[Mapping[int, str], Mapping[int, str]]:
    """Lines of input and of expected results, from a version whose data this test scores."""
    from probierz.challenges.challenge import open_challenge

    split = open_challenge(_folder(test)).split(test.split)
    inputs = _read(split.input, numbers, header=_header(test)) if split.input else {}
    expected = _read(split.expected, numbers, header=_header(test, is_output=True)) if split.expected else {}
    return inputs, expected


def _folder(test: Test) -> Path:
    version = test.versions.order_by("-pk").first()
    assert version is not None
    return places.version_folder(test.challenge.slug, version.pk)


def _header(test: Test, *, is_output: bool = False) -> tuple[str, ...]:
    from probierz.challenges.challenge import open_challenge

    challenge = open_challenge(_folder(test))
    return challenge.out_header if is_output else challenge.in_header


def _read(path: Path, numbers: set[int], *, header: Iterable[str]) -> dict[int, str]:
    from probierz.lines import RECORDED, LineReader

    found: dict[int, str] = {}
    last = max(numbers, default=0)
    with LineReader(path, dialect=RECORDED, header=tuple(header)) as reader:
        for number, line in enumerate(reader, 1):
            if number > last:
                break
            if number in numbers:
                found[number] = str(line)[:LONGEST_TITLE]
    return found
