"""Options of the commands that look at several outputs of the same lines: which outputs, which metrics, which files."""

from __future__ import annotations

import os
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from probierz.cli.common import add_plugin_option, read_schemes, whole_number
from probierz.cli.progress import LineProgress
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge, Split
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.challenges.files import Reading
    from probierz.lines import Dialect
    from probierz.reports.tables import NumberStyle
    from probierz.schemes.scheme import Scheme

__all__ = [
    "Job",
    "add_file_options",
    "add_scoring_options",
    "contradiction_of_several",
    "dialect_of",
    "place_of",
    "score_outputs",
    "split_of",
]


def add_file_options(parser: ArgumentParser, *, default_metric: str) -> None:
    """Declare where outputs lie and what they are scored with."""
    parser.add_argument(
        "--challenge", metavar="DIR", help="the challenge (default: that of the first output's directory, else .)"
    )
    parser.add_argument("--split", metavar="SPLIT", help="a split, e.g. dev-0 (default: the one with these outputs)")
    parser.add_argument(
        "--metric", action="append", metavar="METRIC", help=f"a metric (default: {default_metric}); may be repeated"
    )
    parser.add_argument("--expected", metavar="FILE", help="expected results, for files without a challenge")
    parser.add_argument("--input", metavar="FILE", help="the input, for metrics that read it (with --expected)")


def add_scoring_options(parser: ArgumentParser) -> None:
    """Declare how numbers are shown, and how files are read and scored."""
    parser.add_argument(
        "--precision", type=whole_number(0, 30), metavar="N", help="decimals (default: as config.txt says)"
    )
    parser.add_argument("--percent", action=BooleanOptionalAction, help="show 100 times the score")
    parser.add_argument(
        "--jobs", type=whole_number(0, 1024), default=1, metavar="N", help="processes (default: 1; 0: one a core)"
    )
    parser.add_argument(
        "--encoding-errors",
        choices=("strict", "replace"),
        default="strict",
        help="bytes that are not UTF-8: stop, or take each as U+FFFD, as GEval does (default: strict)",
    )
    parser.add_argument("--quiet", action="store_true", help="no warnings, no progress bar")
    add_plugin_option(parser)


def contradiction_of_several(arguments: Namespace) -> str:
    """How outputs and options contradict each other; empty when they do not."""
    twice = next((one for one in arguments.outputs if arguments.outputs.count(one) > 1), None)
    if twice is not None:
        return f"{twice} is given twice; name each output once"
    if arguments.expected is None:
        return "--input goes with --expected; in a challenge the input is found by itself" if arguments.input else ""
    if arguments.challenge is not None or arguments.split:
        return "--expected is for plain files; leave out --challenge and --split"
    return "" if arguments.metric else "--expected wants --metric too, e.g. --metric WER"


class Job(NamedTuple):
    """Outputs that were scored, the files beside them, and how their numbers are printed."""

    evaluations: list[EvaluationRecord]
    reading: Reading
    expected: str
    inputs: str | None
    style: NumberStyle


def score_outputs(arguments: Namespace, *, main_only: bool) -> Job:
    """Score the outputs that the options name. main_only: by the main metric where none is named, else by all."""
    directory = None if arguments.expected is not None else place_of(arguments)[0]
    schemes = read_schemes(arguments.metric, directory) if arguments.metric else None
    if arguments.expected is not None:
        return _score_files(arguments, schemes or [])
    return _score_in_challenge(arguments, schemes, main_only)


def _score_files(arguments: Namespace, schemes: list[Scheme]) -> Job:
    from probierz.challenges.evaluate import evaluate_files
    from probierz.challenges.files import Reading
    from probierz.reports.tables import NumberStyle

    reading = Reading(dialect_of(arguments))
    evaluations = []
    for output in arguments.outputs:
        with LineProgress(os.path.basename(output), enabled=not arguments.quiet) as progress:
            evaluations.append(
                evaluate_files(
                    schemes,
                    arguments.expected,
                    output,
                    arguments.input,
                    reading=reading,
                    jobs=arguments.jobs,
                    progress=progress,
                )
            )
    style = NumberStyle(arguments.precision, bool(arguments.percent))
    return Job(evaluations, reading, arguments.expected, arguments.input, style)


def _score_in_challenge(arguments: Namespace, schemes: list[Scheme] | None, main_only: bool) -> Job:
    from probierz.challenges.challenge import open_challenge
    from probierz.reports.tables import NumberStyle

    directory, split_name = place_of(arguments)
    challenge = open_challenge(directory, dialect=dialect_of(arguments))
    split = challenge.split(split_name) if split_name else split_of(challenge, arguments.outputs)
    chosen = schemes or challenge.schemes[: 1 if main_only else None]
    evaluations = []
    for output in arguments.outputs or _all_outputs(split):
        with LineProgress(os.path.basename(output), enabled=not arguments.quiet) as progress:
            evaluations.append(
                challenge.evaluate(split.name, out=output, schemes=chosen, jobs=arguments.jobs, progress=progress)
            )
    options = challenge.options
    style = NumberStyle(
        options.precision if arguments.precision is None else arguments.precision,
        options.show_as_percentage if arguments.percent is None else arguments.percent,
    )
    return Job(evaluations, challenge.reading, str(split.expected), str(split.input) if split.input else None, style)


def dialect_of(arguments: Namespace) -> Dialect:
    """Return how strictly files are read, as --encoding-errors says."""
    from probierz.lines import DEFAULT, Dialect

    return Dialect(lenient=True) if arguments.encoding_errors == "replace" else DEFAULT


# --- which split -----------------------------------------------------------------------------------------------------


def place_of(arguments: Namespace) -> tuple[str, str | None]:
    """Return the challenge and the split: as they are named, or where the first output lies."""
    if arguments.challenge is None and arguments.outputs and os.path.isfile(arguments.outputs[0]):
        split = os.path.dirname(os.path.abspath(arguments.outputs[0]))
        challenge = os.path.dirname(split)
        if os.path.isfile(os.path.join(challenge, "config.txt")):
            return os.path.relpath(challenge), arguments.split or os.path.basename(split)
    return arguments.challenge or ".", arguments.split


def split_of(challenge: Challenge, outputs: Sequence[str]) -> Split:
    """Return the split that has all these outputs (any output, for none).

    That is the test set where several have, or where the outputs lie elsewhere. Raises ChallengeError where it is not
    clear which split is meant.
    """
    scorable = [split for split in challenge.splits if split.expected]
    found = [split for split in scorable if _has_all(split, outputs)]
    if not found and outputs and all(map(os.path.isfile, outputs)):
        found = scorable
    main = [split for split in found if split.name == challenge.options.test_name] or found
    if len(main) == 1:
        return main[0]
    names = ", ".join(split.name for split in main or scorable) or "none"
    if main:
        raise ChallengeError(f"{challenge.path}: it is not clear which split is meant; name it with --split: {names}")
    wanted = f"all of {', '.join(outputs)}" if outputs else "an output"
    raise ChallengeError(f"{challenge.path}: no split has {wanted} (splits with expected results: {names})")


def _has_all(split: Split, outputs: Sequence[str]) -> bool:
    return all(_is_in(split, output) for output in outputs) if outputs else bool(split.outputs)


def _is_in(split: Split, output: str) -> bool:
    from probierz.challenges.files import existing_output

    return not os.path.isabs(output) and existing_output(str(split.path), output) is not None


def _all_outputs(split: Split) -> list[str]:
    if not split.outputs:
        raise ChallengeError(f"{split.path}: there is no output; put it there, one line for each line of the input")
    return [output.path.name for output in split.outputs]
