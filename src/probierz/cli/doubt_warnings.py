"""Warnings of outputs that were scored and look like those of another task, in another order or of another scale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from probierz.archives.standard_input import can_be_read_again
from probierz.errors import ProbierzError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from probierz.challenges.doubts import KnownSplit
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.challenges.problems import Doubt
    from probierz.cli.outputs_to_score import OutputsToScore
    from probierz.inspection.line_sources import LineSource


def doubt_warnings(evaluation: EvaluationRecord) -> list[str]:
    """Return what is odd about an output beside its input and what was expected.

    What scoring did not keep of the files is read again. That all labels are the same is asked only where a metric that
    compares them is 0: always to say the commonest one is a baseline.
    Of long outputs nothing is asked, as that would take as long as scoring them.
    What is no plain file (a pipe) cannot be read twice, and is let be. Nothing is asked of correlations: they mind no
    scale, and of numbers that are all the same their NaN tells.
    """
    from probierz.challenges.doubts import KnownSplit, OutputToDoubt
    from probierz.challenges.emptiness import MOST_COUNTED
    from probierz.challenges.labels import compares_classes

    if evaluation.lines > MOST_COUNTED or not all(map(can_be_read_again, evaluation.files)):
        return []
    known = KnownSplit(evaluation.split or evaluation.expected, evaluation.expected, evaluation.inputs)
    wrong = [one.scheme for one in evaluation.scores if one.value == 0 and compares_classes(one.scheme)]
    schemes = wrong or [one.scheme for one in evaluation.scores if not one.scheme.metric.needs_variation]
    output = OutputToDoubt(
        evaluation.output, schemes, evaluation.inputs, known if wrong else None, known, evaluation.reading,
        counted=evaluation.empty_lines, begun=evaluation.first_lines,
        open_splits=_open_splits(evaluation.split, evaluation.expected, evaluation.open_results),
    )  # fmt: skip
    return _told(evaluation.output, output.of_all())


def label_warnings(wanted: OutputsToScore, source: LineSource) -> list[str]:
    """Return what is odd about the labels of an output whose lines are looked at one by one, see `doubt_warnings`."""
    from probierz.challenges.doubts import KnownSplit, OutputToDoubt
    from probierz.challenges.emptiness import MOST_COUNTED
    from probierz.challenges.labels import has_labels

    if not has_labels(source.scheme) or not all(map(can_be_read_again, (source.output, source.expected))):
        return []
    split = wanted.outputs[0][0]
    opened = wanted.challenge.open_results() if wanted.challenge else {}
    name = split.name if split else ""
    output = OutputToDoubt(
        source.output, [source.scheme], known=KnownSplit(name, source.expected), reading=source.reading,
        most_lines=MOST_COUNTED, open_splits=_open_splits(name, source.expected, opened),
    )  # fmt: skip
    return _told(source.output, output.of_labels())


def _open_splits(split: str, expected: str, opened: Mapping[str, str]) -> list[KnownSplit]:
    """Where the labels of an output may stand: what it is compared with first, as that mostly has them all."""
    from probierz.challenges.doubts import KnownSplit

    return [KnownSplit(name, path) for name, path in {split: expected, **opened}.items()]


def _told(path: str, doubts: Iterable[Doubt]) -> list[str]:
    from probierz.challenges.problems import Problem

    found: list[str] = []
    try:
        found.extend(str(Problem(path, one.line, one.message, one.remedy)) for one in doubts)
    except ProbierzError as error:  # of the input: it may be broken where no metric reads it
        found.append(str(error))
    return found
