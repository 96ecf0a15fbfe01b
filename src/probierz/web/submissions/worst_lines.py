"""The worst lines of an output and the features of bad lines, as far as somebody may see them.

Both were found while it was scored, so that nothing is scored in a web request; only the texts of the few lines that
are shown are read from files.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from django.utils.safestring import SafeString

from probierz.errors import ProbierzError
from probierz.web.challenges.models import ItemLevel, Test
from probierz.web.configuration import places
from probierz.web.submissions.differences import marked
from probierz.web.submissions.models import Analysis, Score, Submission

FEWEST_LINES_OF_WORST = 10
"""Of a feature of a hidden test for those who may not see its lines: fewer would tell of single ones."""
LONGEST_TITLE = 700
FIRST_LINES = 5
MOST_FILE_BYTES = 64 * 2**20


@dataclass(frozen=True)
class WorstLine:
    """A line, its texts cut short. input, expected: None where they are not shown, or are none."""

    number: int
    score: str
    output: str
    input: str | None = None
    expected: str | None = None

    @property
    def differences(self) -> tuple[SafeString, SafeString] | None:
        """Expected and output with what differs marked; None where the expected line is not shown."""
        return None if self.expected is None else marked(self.expected, self.output)


@dataclass(frozen=True)
class ShownFeature:
    """What goes with bad lines, such as `in<1>:nie`. lines: that have it; score, others: their mean, that of the rest.

    effect: 1 where each of its lines is worse than every other, 0 where it makes no difference. q: see `worst`.
    """

    name: str
    lines: int
    score: float | None
    others: float | None
    effect: float | None
    q: float | None


@dataclass(frozen=True)
class WorstLines:
    """The worst lines first, where lines may be shown. features: None where they were not looked for.

    problem: why there are no lines to show, "Unscored" where the metric gives single lines no score.
    """

    test: Test
    level: ItemLevel
    lines: tuple[WorstLine, ...] = ()
    all: int = 0
    features: tuple[ShownFeature, ...] | None = None
    problem: str = ""

    @property
    def first(self) -> tuple[WorstLine, ...]:
        """The few that say the most."""
        return self.lines[:FIRST_LINES]

    @property
    def rest(self) -> tuple[WorstLine, ...]:
        """The others."""
        return self.lines[FIRST_LINES:]

    @property
    def has_lines(self) -> bool:
        """Whether the lines themselves may be shown."""
        return self.level in WITH_LINES


WITH_LINES = (ItemLevel.OWN_OUTPUT, ItemLevel.ITEMS)


def told_worst_lines(submission: Submission, score: Score, level: ItemLevel, *, sees_output: bool) -> WorstLines:
    """Return what lines tell at that level of detail, which the caller has asked `Viewer.items` for.

    sees_output: whether they may see the output itself; features of its words are left out otherwise.
    """
    analysis = Analysis.objects.filter(evaluation=score.evaluation_id).first()
    if analysis is None:
        return WorstLines(score.test, level, problem="Missing")
    view = WorstLines(
        score.test, level, all=analysis.lines, features=_features(analysis, score.test, level, sees_output)
    )
    return _with_lines(view, submission, score, analysis) if view.has_lines else view


def _features(analysis: Analysis, test: Test, level: ItemLevel, sees_output: bool) -> tuple[ShownFeature, ...] | None:
    """Words are shown only of texts that the viewer may read anyway."""
    if analysis.features is None:
        return None
    secret = [] if sees_output else ["out"]
    if test.is_hidden and level != ItemLevel.ITEMS:
        secret.append("exp")
    fewest = FEWEST_LINES_OF_WORST if test.is_hidden and level == ItemLevel.AGGREGATES else 0
    found = [ShownFeature(*row) for row in analysis.features]
    return tuple(one for one in found if one.lines >= fewest and not _is_of(one.name, secret))


def _is_of(name: str, spaces: list[str]) -> bool:
    """Whether a feature such as `exp:word` or `long exp` is of one of these texts."""
    return name.partition(":")[0] in spaces or any(name == f"{size} {space}" for space in spaces for size in SIZES)


SIZES = ("long", "short", "large", "small")


def _with_lines(view: WorstLines, submission: Submission, score: Score, analysis: Analysis) -> WorstLines:
    worst = [(int(number), str(value)) for number, value in analysis.worst if value != "NaN"]
    if analysis.worst and not worst:
        return replace(view, problem="Unscored")
    try:
        numbers = {number for number, _ in worst}
        output = _output_lines(submission, score, numbers)
        shared = _shared_lines(score.test, numbers) if view.level == ItemLevel.ITEMS else ({}, {})
    except (ProbierzError, OSError) as error:
        return replace(view, problem=type(error).__name__)
    lines = [
        WorstLine(number, value, output.get(number, ""), *(side.get(number) for side in shared))
        for number, value in worst
    ]
    return replace(view, lines=tuple(lines))


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
    return places.version_folder(test.challenge.slug, version.folder)


def _header(test: Test, *, is_output: bool = False) -> tuple[str, ...]:
    from probierz.challenges.challenge import open_challenge

    challenge = open_challenge(_folder(test))
    return challenge.out_header if is_output else challenge.in_header


def _read(path: Path, numbers: set[int], *, header: Iterable[str]) -> dict[int, str]:
    from probierz.lines import GEVAL, LineReader

    found: dict[int, str] = {}
    last = max(numbers, default=0)
    with LineReader(path, dialect=GEVAL, header=tuple(header)) as reader:
        for number, line in enumerate(reader, 1):
            if number > last:
                break
            if number in numbers:
                found[number] = str(line)[:LONGEST_TITLE]
    return found
