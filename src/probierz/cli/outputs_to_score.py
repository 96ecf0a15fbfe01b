"""What is scored: outputs of a challenge, or plain files, under metrics.

Commands declare it by `add_output_options` (a challenge first) or `add_outputs_options` (outputs first), and open it by
`outputs_to_score`: from the words of the command line to the challenge, its split, the outputs, the metrics, the lines.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from probierz.cli.nothing_to_score import has, has_all, is_a_folder, nothing_to_score, or_by_a_pipe, unclear
from probierz.cli.options import ContradictingOptions, add_digits, add_option, add_options, as_text, load_plugins
from probierz.cli.output_names import names_meant
from probierz.cli.outputs_elsewhere import split_of_as_many_lines
from probierz.cli.progress import LineProgress
from probierz.cli.terminal import keep_if_read, print_warning, print_warnings
from probierz.errors import ChallengeError, OptionError, SchemeError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from probierz.challenges.challenge import Challenge, Split
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.challenges.files import Reading
    from probierz.inspection.line_sources import LineSource
    from probierz.lines import Dialect
    from probierz.reports.tables import NumberStyle
    from probierz.schemes.scheme import Scheme


# --- words -----------------------------------------------------------------------------------------------------------


def add_output_options(parser: ArgumentParser, *, several: Sequence[str] = ()) -> None:
    """Declare a challenge, a split, a metric and an output; several: the options that may be repeated."""
    parser.add_argument(
        "challenge", nargs="?", metavar="CHALLENGE", help="a challenge directory, or a task that was got (default: .)"
    )
    add_option(
        parser,
        "--split",
        is_repeated="--split" in several,
        help="a split, e.g. dev-0 (default: the test set; where it cannot be scored, those that can)",
    )
    add_option(parser, "--metric", is_repeated="--metric" in several)
    add_option(
        parser,
        "--out",
        is_repeated="--out" in several,
        dest="outputs",
        help="an output to look at: a name in the split, a path, or - for standard input",
    )
    add_reading_options(parser)


def add_outputs_options(parser: ArgumentParser, *, metric: str, several_metrics: bool = True) -> None:
    """Declare where outputs lie that stand first on the command line; metric: what is taken where none is named."""
    add_option(
        parser,
        "--challenge",
        help="the challenge: its directory, or a task (default: that of the first output's directory, else .)",
    )
    add_option(parser, "--split", help="a split of the challenge, e.g. dev-0 (default: the one with these outputs)")
    add_option(parser, "--metric", is_repeated=several_metrics, help=f"a metric (default: {metric})")
    add_reading_options(parser)


def add_reading_options(parser: ArgumentParser) -> None:
    """Declare plain files, and how files are read."""
    add_option(parser, "--expected", metavar="FILE", help="expected results, for files without a challenge")
    add_options(parser, "--input", "--encoding-errors", "--plugin", "--quiet")


def add_number_options(
    parser: ArgumentParser, usual: str = "as config.txt says, else 4, or all in TSV and CSV"
) -> None:
    """Declare where lines are scored, and how numbers are printed; usual: see `add_digits`."""
    add_options(parser, "--jobs", "--on")
    add_digits(parser, usual)


# --- what they open --------------------------------------------------------------------------------------------------


@contextmanager
def opened_workers(arguments: Namespace) -> Iterator[int | Executor]:
    """Give the number of processes of --jobs, or the executor of --on. Raises ContradictingOptions, OptionError."""
    if arguments.on is None:
        yield arguments.jobs
        return
    if arguments.jobs != 1:
        raise ContradictingOptions("--jobs counts processes here, and --on scores elsewhere; leave out one of them")
    from probierz.scoring.executors import open_executor

    with open_executor(arguments.on) as executor:
        yield executor


@dataclass(frozen=True)
class OutputsToScore:
    """Outputs, each with its split (None: plain files), and the metrics that were named.

    challenge: None for plain files. expected, input: of plain files, or of the first split.
    """

    outputs: Sequence[tuple[Split | None, str]]
    schemes: Sequence[Scheme]
    challenge: Challenge | None
    reading: Reading
    expected: str
    input: str | None

    @property
    def path(self) -> str:
        """The directory of the challenge; empty for plain files."""
        return str(self.challenge.path) if self.challenge else ""

    @property
    def main_schemes(self) -> Sequence[Scheme]:
        """The metrics that were named; for none, the challenge's main one."""
        return self.schemes or (self.challenge.schemes[:1] if self.challenge else ())

    def scheme(self) -> Scheme | None:
        """The one metric that was named, None for none. Raises OptionError for several."""
        if len(self.schemes) > 1:
            names = ", ".join(one.name for one in self.schemes)
            raise OptionError(f"--metric stands for {len(self.schemes)} metrics ({names}); one at a time, please")
        return self.schemes[0] if self.schemes else None

    def evaluate(
        self,
        arguments: Namespace,
        *,
        schemes: Sequence[Scheme] | None = None,
        rows: bool = True,
        jobs: int | Executor | None = None,
    ) -> list[EvaluationRecord]:
        """Score each output by these metrics, else by those that were named, else by all of the challenge.

        jobs: workers that are open already; None: those that the command line names.
        """
        chosen = schemes or self.schemes or None
        with opened_workers(arguments) if jobs is None else nullcontext(jobs) as workers:
            return [
                self._evaluate(split, output, chosen, workers, rows, arguments.quiet) for split, output in self.outputs
            ]

    def _evaluate(
        self,
        split: Split | None,
        output: str,
        schemes: Sequence[Scheme] | None,
        jobs: int | Executor,
        rows: bool,
        quiet: bool,
    ) -> EvaluationRecord:
        from probierz.challenges.evaluate import evaluate_files

        label = f"{split.name}/{os.path.basename(output)}" if split else os.path.basename(output)
        with LineProgress(label, enabled=not quiet) as progress:
            if self.challenge is None or split is None:
                return evaluate_files(
                    schemes or (), self.expected, output, self.input,
                    reading=self.reading, jobs=jobs, rows=rows, progress=progress,
                )  # fmt: skip
            return self.challenge.evaluate(
                split.name, out=output, schemes=schemes, jobs=jobs, rows=rows, progress=progress
            )

    def lines(self, *, scheme: Scheme | None = None) -> list[LineSource]:
        """Return the lines of each output under a metric; None: the main one."""
        return [self.lines_of(output, scheme=scheme) for _, output in self.outputs]

    def lines_of(self, output: str, *, scheme: Scheme | None = None) -> LineSource:
        """Return the lines of this output, which is one of the first split."""
        from probierz.inspection.line_sources import challenge_lines, file_lines

        split = self.outputs[0][0]
        if self.challenge is None or split is None:
            return file_lines(scheme or self.schemes[0], self.expected, output, self.input, reading=self.reading)
        found = challenge_lines(self.challenge, split.name, out=output, scheme=scheme)
        return replace(found, reading=self.reading)

    def only_lines(self) -> LineSource:
        """Return the lines of the one output, under the one metric."""
        return self.lines(scheme=self.scheme())[0]

    def style(self, arguments: Namespace) -> NumberStyle:
        """How numbers are printed: as the options say, else as config.txt does."""
        from probierz.reports.tables import NumberStyle

        options = self.challenge.options if self.challenge else None
        precision, percent = (options.precision, options.show_as_percentage) if options else (None, False)
        return NumberStyle(
            precision if arguments.precision is None else arguments.precision,
            percent if arguments.percent is None else arguments.percent,
        )


def outputs_to_score(
    arguments: Namespace, *, several_splits: bool = False, several_outputs: bool = False
) -> OutputsToScore:
    """Open what the command line names.

    several_splits, several_outputs: whether more than one is taken where none is named.
    Raises ContradictingOptions; ChallengeError where it is not clear, or not there, what is meant; SchemeError.
    """
    found = _opened(arguments, several_splits=several_splits, several_outputs=several_outputs)
    scored = [output for _, output in found.outputs]
    keep_if_read([found.expected, found.input, *scored, *_several(getattr(arguments, "against", None))])
    if arguments.metric:
        print_warnings(_slips(arguments, found.challenge), arguments)
    if getattr(arguments, "beside", None) is None:
        return found
    from probierz.inspection.beside import read_beside

    return replace(found, reading=replace(found.reading, beside=read_beside(arguments.beside)))


def _opened(arguments: Namespace, *, several_splits: bool, several_outputs: bool) -> OutputsToScore:
    from probierz.challenges.files import Reading
    from probierz.lines import DEFAULT, Dialect

    named = _several(arguments.outputs)
    _refuse_contradictions(arguments, named)
    load_plugins(arguments)
    dialect = Dialect(lenient=True) if arguments.encoding_errors == "replace" else DEFAULT
    if arguments.expected is not None:
        for path, what in ((arguments.expected, "expected results"), *((output, "output") for output in named)):
            if os.path.isdir(path):
                raise ChallengeError(is_a_folder(path, what))
        schemes = read_schemes(_several(arguments.metric))
        pairs = [(None, output) for output in named]
        return OutputsToScore(pairs, schemes, None, Reading(dialect), arguments.expected, arguments.input)
    found = _in_challenge(arguments, named, dialect)
    split_names = list(dict.fromkeys(split.name for split, _ in found.outputs if split))
    if len(split_names) > 1 and not several_splits:
        raise ChallengeError(
            f"{found.path}: it is not clear which split is meant; name it with --split: {', '.join(split_names)}"
        )
    if not (named or several_outputs):
        _refuse_several(found.outputs[0][0])
    return found


def _refuse_several(split: Split | None) -> None:
    """Where one output is looked at and none is named, there has to be one that would be scored."""
    if split is not None and len(split.outputs) > 1:
        names = ", ".join(output.path.name for output in split.outputs)
        raise ChallengeError(f"{split.path} has several outputs: {names}; choose one with --out")


def _several(value: str | Sequence[str] | None) -> list[str]:
    """The values of an option that may have been given once, several times or never."""
    return [value] if isinstance(value, str) else list(value or ())


def _refuse_contradictions(arguments: Namespace, outputs: Sequence[str]) -> None:
    fault = _contradiction(arguments, outputs)
    if fault:
        raise ContradictingOptions(fault)


def _contradiction(arguments: Namespace, outputs: Sequence[str]) -> str:
    scored = [*outputs, *_several(getattr(arguments, "against", None))]
    if twice := given_twice(scored):
        return twice
    if arguments.expected is None:
        return "--input goes with --expected; in a challenge the input is found by itself" if arguments.input else ""
    if arguments.challenge is not None or arguments.split:
        return "--expected scores plain files; leave out the challenge and --split"
    if not outputs:
        return "--expected wants --out too: the file to score"
    if not arguments.metric:
        return "--expected wants --metric too, e.g. --metric WER"
    beside = [arguments.expected, arguments.input]
    if [*beside, *scored].count("-") > 1 or ("-" in beside and len(scored) > 1):
        return "standard input can be read once only; save it as a file first"
    return ""


def given_twice(outputs: Sequence[str]) -> str:
    """Say that an output is named twice, which may have been meant for another one; empty where none is."""
    twice = next((one for one in outputs if outputs.count(one) > 1), None)
    if twice is None:
        return ""
    called = "standard input (-)" if twice == "-" else twice
    return f"{called} is given twice; name each output once"


# --- from the challenge to its outputs -------------------------------------------------------------------------------


def _in_challenge(arguments: Namespace, named: Sequence[str], dialect: Dialect) -> OutputsToScore:
    from probierz.challenges.challenge import open_challenge

    directory, names = _place(arguments, named)
    challenge = open_challenge(directory, dialect=dialect)
    schemes = _schemes_of(challenge, _several(arguments.metric))
    names = names or list(filter(None, map(challenge.split_around, named[:1])))
    _refuse_held_back(challenge, names)
    looked = [challenge.split(name) for name in dict.fromkeys(names)] or _by_likelihood(challenge)
    _refuse_folders(named, looked)
    named = names_meant(named, looked)
    if names:
        splits = looked
    else:
        splits = _scorable_splits(challenge, named)
        _tell_of_others(challenge, splits, named, arguments)
    pairs = [(split, output) for split in splits for output in named or _all_outputs(challenge, split)]
    first = splits[0]
    inputs = str(first.input) if first.input else None
    return OutputsToScore(pairs, schemes, challenge, challenge.reading, str(first.expected), inputs)


def _refuse_folders(outputs: Sequence[str], splits: Sequence[Split]) -> None:
    """Say at once that an output is none, but a folder or nothing."""
    for output in outputs:
        if not output:
            raise OptionError("an empty --out was given; name the file of an output")
        places = [output, *(os.path.join(split.path, output) for split in splits)]
        if any(map(os.path.isdir, places)) and not any(map(os.path.isfile, places)):
            raise ChallengeError(is_a_folder(output))


def _refuse_held_back(challenge: Challenge, names: Sequence[str]) -> None:
    """Say at once which named split has no expected results, before anybody looks for an output of it."""
    for split in (challenge.split(name, to_score=True) for name in names):
        if split.expected is None and split.input is not None:
            others = ", ".join(one.name for one in challenge.splits if one.expected)
            remedy = f"; {others} can be" if others else ""
            raise ChallengeError(
                f"{challenge.path}: {split.name} cannot be scored here, as its expected results are held back or "
                f"missing (expected.tsv){remedy}"
            )


def _place(arguments: Namespace, outputs: Sequence[str]) -> tuple[str, list[str]]:
    """The directory of the challenge and the names of splits: as they are given, or where the first output lies."""
    names = _several(arguments.split)
    if arguments.challenge is not None:
        from probierz.cli.challenge_argument import challenge_directory

        return challenge_directory(arguments.challenge), names
    if outputs and os.path.isfile(outputs[0]):
        split = os.path.dirname(os.path.abspath(outputs[0]))
        challenge = os.path.dirname(split)
        if os.path.isfile(os.path.join(challenge, "config.txt")):
            return os.path.relpath(challenge), names or [os.path.basename(split)]
    return ".", names


def _scorable_splits(challenge: Challenge, outputs: Sequence[str]) -> list[Split]:
    """The splits that have all these outputs (for none: any) and expected results: the test set, if it is among them.

    Outputs from elsewhere belong to the split that has as many lines; where none has, to the test set or the only split
    that can be scored, so that it is told what is wrong with them.
    Raises ChallengeError that says why nothing can be scored, or that the split is not clear.
    """
    from probierz.challenges.files import is_readable

    scorable = [split for split in challenge.splits if split.expected]
    found = [split for split in scorable if has_all(split, outputs)]
    if not found:  # some are in a split, the others elsewhere
        found = [split for split in scorable if any(has(split, one) for one in outputs) and _reaches(split, outputs)]
    if not found and outputs and all(map(is_readable, outputs)):
        keep_if_read(outputs)
        fitting = split_of_as_many_lines(challenge, outputs)
        found = [fitting] if fitting else _main(challenge, scorable)
        if len(found) != 1:
            raise ChallengeError(unclear(challenge, scorable))
    if not found:
        raise ChallengeError(nothing_to_score(challenge, outputs))
    return _main(challenge, found)


def _by_likelihood(challenge: Challenge) -> list[Split]:
    """The splits that can be scored, the test set first."""
    scorable = [split for split in challenge.splits if split.expected]
    return sorted(scorable, key=lambda split: split.name != challenge.options.test_name)


def _main(challenge: Challenge, splits: list[Split]) -> list[Split]:
    return [split for split in splits if split.name == challenge.options.test_name] or splits


def _reaches(split: Split, outputs: Sequence[str]) -> bool:
    from probierz.challenges.files import is_readable

    return all(has(split, output) or is_readable(output) for output in outputs)


def _all_outputs(challenge: Challenge, split: Split) -> list[str]:
    if not split.outputs:
        raise ChallengeError(
            f"{split.path}: there is no output to score; put it there as {challenge.options.out_file}, one line for "
            f"each line of the input, or name it{or_by_a_pipe()}"
        )
    return [output.path.name for output in split.outputs]


def _tell_of_others(
    challenge: Challenge, splits: Sequence[Split], outputs: Sequence[str], arguments: Namespace
) -> None:
    main = challenge.options.test_name
    if main not in [split.name for split in splits] and not arguments.quiet:
        others = ", ".join(split.name for split in splits)
        print_warning(f"{main} {_why_not(challenge, splits, outputs)}; these are scores on {others}")


def _why_not(challenge: Challenge, splits: Sequence[Split], outputs: Sequence[str]) -> str:
    """Why the test set is not the split that is scored, but these are."""
    main = challenge.options.test_name
    if not any(split.name == main and split.expected for split in challenge.splits):
        return "cannot be scored here"
    are_elsewhere = outputs and not any(has(split, output) for split in splits for output in outputs)
    return "has other lines" if are_elsewhere else f"has no {'such ' * bool(outputs)}output"


# --- metrics ---------------------------------------------------------------------------------------------------------


def read_schemes(texts: Sequence[str]) -> list[Scheme]:
    """Return the schemes that values of --metric stand for, in order. Raises SchemeError, OptionError."""
    from probierz.schemes.scheme import parse_schemes

    return [scheme for text in _named_metrics(texts) for scheme in parse_schemes(text)]


def _schemes_of(challenge: Challenge, texts: Sequence[str]) -> list[Scheme]:
    """The schemes; metrics of the challenge may be called by the names under which config.txt shows them."""
    try:
        return read_schemes(texts)
    except SchemeError:
        return list(challenge.find_schemes(_named_metrics(texts)))


def _slips(arguments: Namespace, challenge: Challenge | None) -> Iterator[str]:
    """What in the metrics that were named does otherwise than it looks; those of the challenge are as they are."""
    from probierz.inspection.explain import slips

    own = challenge.schemes if challenge else ()
    for text in _named_metrics(_several(arguments.metric)):
        with suppress(SchemeError):  # of a name under which config.txt shows a metric
            yield from (f"--metric: {slip}" for slip in slips(text, own))


def _named_metrics(texts: Sequence[str]) -> list[str]:
    texts = [as_text(text) for text in texts]
    if not all(text.strip() for text in texts):
        raise OptionError("an empty --metric was given; name a metric, e.g. --metric WER")
    return texts
