"""The `geval` command: takes the options of GEval 1.42.2.0 and prints what it prints, down to the messages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from probierz.challenges.config import CONFIG_NAME, Options, UsageError, parse_options, read_config
from probierz.cli.standard_streams import forget_output, replace_missing_streams, system_fault
from probierz.errors import ChallengeError, DataError, PatternError, ProbierzError

if TYPE_CHECKING:
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.challenges.files import Reading
    from probierz.challenges.geval_files import Locations
    from probierz.inspection.features import FeatureKinds
    from probierz.inspection.line_by_line import ChangedLine, LineScore
    from probierz.schemes.scheme import Scheme
    from probierz.scoring.score import Score

GEVAL_VERSION = "1.42.2.0"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (by default that of the process) and return its exit code: 0, or 1 for any trouble."""
    replace_missing_streams()
    _print_utf8()
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except UsageError as error:
        return _fail_with_usage(error)
    except ProbierzError as error:
        return _fail(f"geval: {error.geval or error.message}")
    except BrokenPipeError:  # nobody reads any more; what is still buffered must not fail at exit
        forget_output()
        return 1
    except OSError as error:
        forget_output()
        return _fail(f"geval: {system_fault(error)}")
    except KeyboardInterrupt:
        return 130
    return code


def _print_utf8() -> None:
    """Print UTF-8 whatever the locale; odd bytes of file names go out as they came in."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")


def _fail(message: str) -> int:
    sys.stdout.flush()
    print(message.rstrip("\n"), file=sys.stderr)
    return 1


def _fail_with_usage(error: UsageError) -> int:
    """The problem, a blank line and the usage, as in GEval; what we know beyond that comes last."""
    from probierz.cli.geval_help import usage

    geval = error.geval or error.message
    advice = f"\n\n{error.message}" if error.message != geval else ""
    return _fail(f"{geval}\n\n{usage().rstrip()}{advice}")


def _run(arguments: list[str]) -> int:
    own = parse_options(arguments)
    options = own if own.mode == "help" else _with_config(own, arguments)
    _refuse_what_is_not_offered(options)
    return MODES[options.mode](options, own)


def _with_config(own: Options, arguments: list[str]) -> Options:
    """The options with those of the challenge's config.txt before them."""
    config = os.path.join(own.expected_directory or own.out_directory, CONFIG_NAME)
    return parse_options([*read_config(config), *arguments]) if os.path.isfile(config) else own


def _refuse_what_is_not_offered(options: Options) -> None:
    asked = {
        "--train": options.mode == "train",
        "--infer": options.mode == "infer",
        "--plot-graph": options.plot_graph is not None,
    }
    for name, is_asked in asked.items():
        if is_asked:
            raise ProbierzError(f"{name} is not offered by this geval yet")


def _schemes(options: Options) -> list[Scheme]:
    """The metrics that the options ask for, reading numbers as GEval does; the first is the main one."""
    from probierz.metrics.geval_arithmetic import as_geval
    from probierz.schemes.scheme import parse_scheme, parse_schemes

    if options.alt_metric is not None:
        parsed = [parse_scheme(options.alt_metric)]
    else:
        parsed = [scheme for text in options.metric for scheme in parse_schemes(text)]
    schemes = [replace(scheme, metric=as_geval(scheme.metric)) for scheme in parsed]
    if not options.select_metric:
        return schemes
    return [_selected(name, schemes) for name in options.select_metric]


def _selected(name: str, schemes: Sequence[Scheme]) -> Scheme:
    for scheme in schemes:
        if scheme.geval_display == name:
            return scheme
    raise ProbierzError(f"Cannot find metric named '{name}'")


def _no_metric() -> ProbierzError:
    return ProbierzError("no metric given, use --metric option")


# --- scores ----------------------------------------------------------------------------------------------------------


def _evaluate(options: Options, own: Options) -> int:
    from probierz.challenges.geval_files import Locations

    schemes = _schemes(options)
    places = Locations(options, own)
    expected, outputs, reading = places.expected(), places.outputs(), places.reading()
    inputs = places.input() if any(scheme.needs_input for scheme in schemes) else None
    if not schemes:
        raise _no_metric()
    evaluations = [_evaluation(schemes, expected, output, inputs, reading) for output in outputs]
    if len(evaluations) == 1:
        _print_one(evaluations[0], options)
    else:
        _print_several(evaluations, options)
    return 0


def _evaluation(
    schemes: Sequence[Scheme], expected: str, output: str, inputs: str | None, reading: Reading
) -> EvaluationRecord:
    from probierz.challenges.evaluate import evaluate_files
    from probierz.challenges.geval_files import geval_parameters
    from probierz.cli.terminal import tell_of_waiting

    tell_of_waiting((expected, output, inputs))
    try:
        return evaluate_files(schemes, expected, output, inputs, reading=reading, parameters=geval_parameters(output))
    except (DataError, PatternError):
        # Metric after metric, as in GEval: the first metric's trouble is told, even if a later one has trouble earlier.
        if len(schemes) > 1 and "-" not in (expected, output, inputs):
            for scheme in schemes:
                evaluate_files([scheme], expected, output, inputs, reading=reading, rows=False)
        raise


def _print_one(evaluation: EvaluationRecord, options: Options) -> None:
    scores = evaluation.scores
    if len(scores) == 1:
        print(_text(scores[0], options))
        return
    from probierz.reports.crosstable import show_scores

    print(show_scores({score.scheme.geval_display: _text(score, options) for score in scores}), end="")


def _print_several(evaluations: Sequence[EvaluationRecord], options: Options) -> None:
    from probierz.challenges.geval_files import geval_name

    names = [score.scheme.geval_display for score in evaluations[0].scores]
    keys = sorted({key for evaluation in evaluations for key in evaluation.parameters})
    if keys or len(names) > 1:
        print("\t".join([*(keys or ["File name"]), *names]))
    for evaluation in evaluations:
        first = [evaluation.parameters.get(key, "") for key in keys] or [geval_name(evaluation.output)]
        print("\t".join([*first, *(_text(score, options) for score in evaluation.scores)]))


def _text(score: Score, options: Options) -> str:
    from probierz.metrics.geval_arithmetic import value_in_order
    from probierz.scoring.format import formatted

    assert score.rows is not None
    if options.bootstrap is not None and _is_resampled(score.scheme):
        return _interval_text(score, options.bootstrap, options)
    value = value_in_order(score.scheme.metric, score.rows.tallies)
    return formatted(value, options.precision, options.show_as_percentage)


_NOT_RESAMPLED = (
    "CharMatch",
    "LogLossHashed",
    "LikelihoodHashed",
    "PerplexityHashed",
    "Pearson",
    "Spearman",
    "Improvement",
    "Probabilistic-",
)


def _is_resampled(scheme: Scheme) -> bool:
    """Whether GEval resamples this metric; others are printed as if nobody had asked."""
    pattern = scheme.metric.definition.pattern
    if "Mean" in scheme.metric.prefixes and not pattern.startswith("MultiLabel-F"):
        return False
    return not pattern.startswith(_NOT_RESAMPLED)


def _interval_text(score: Score, samples: int, options: Options) -> str:
    """`middle±half`, with as many digits as the width deserves."""
    from probierz.scoring.format import formatted
    from probierz.scoring.resample import percentile_interval, resample

    assert score.rows is not None
    interval = percentile_interval(resample(score.scheme.metric, score.rows.tallies, samples))
    precision = _worthy_digits(interval.half)
    if options.precision is not None:
        precision = min(precision, options.precision)
    return "±".join(
        formatted(value, precision, options.show_as_percentage) for value in (interval.middle, interval.half)
    )


def _worthy_digits(half: float) -> int:
    from math import floor, isfinite, log10

    return max(0, 1 - floor(log10(half))) if half > 0 and isfinite(half) else 1


# --- lines -----------------------------------------------------------------------------------------------------------


class _LineMode:
    """What every item-wise mode needs: the main metric, files and how lines are shown."""

    def __init__(self, options: Options, own: Options) -> None:
        from probierz.challenges.geval_files import Locations

        schemes = _schemes(options)
        self.options = options
        self.places: Locations = Locations(options, own)
        self.expected = self.places.expected()
        self.output = self.places.single_output()
        self.reading = self.places.reading()
        self.input = self.places.input()
        if not schemes:
            raise _no_metric()
        self.scheme = schemes[0]

    def scores(self, output: str) -> Iterable[LineScore]:
        from probierz.inspection.line_by_line import line_scores

        return line_scores(
            self.scheme,
            self.expected,
            output,
            self.input,
            reading=self.reading,
            preprocessed=self.options.show_preprocessed,
        )

    def is_wanted(self) -> Callable[[str, str, str], bool]:
        """The test of --filter, on expected, input and output text."""
        if self.options.filter is None:
            return lambda _expected, _line_input, _output: True
        from probierz.inspection.features import line_features

        kinds, wanted = self.kinds(), self.options.filter
        return lambda *texts: wanted in line_features(kinds, *texts)

    def kinds(self) -> FeatureKinds:
        """The features that the options ask for."""
        from probierz.cli.geval_features import feature_kinds

        return feature_kinds(self.options, self.places, self.reading)


def _line_by_line(options: Options, own: Options) -> int:
    from probierz.inspection.line_by_line import worst_first

    mode = _LineMode(options, own)
    is_wanted = mode.is_wanted()
    scores = mode.scores(mode.output)
    lines: Iterable[LineScore] = (line for line in scores if is_wanted(line.expected, line.input, line.output))
    if options.order != "file":
        lines = worst_first(list(lines), mode.scheme.metric, best_first=options.order == "best")
    if options.mark_worst_features:
        return _print_marked(mode, lines)
    for line in lines:
        _print_line(line.score, line.input, line.expected, line.output)
    return 0


def _print_marked(mode: _LineMode, lines: Iterable[LineScore]) -> int:
    from probierz.cli.geval_features import marked
    from probierz.cli.terminal import colours

    metric, colour = mode.scheme.metric, colours(sys.stdout)
    for line, texts in marked(mode.options, mode.kinds(), metric, lines, colour=colour):
        _print_line(line.score, *texts)
    return 0


def _worst_features(options: Options, own: Options) -> int:
    from probierz.cli.geval_features import print_worst

    mode = _LineMode(options, own)
    print_worst(options, mode.kinds(), mode.scheme.metric, mode.scores(mode.output))
    return 0


def _most_worsening_features(options: Options, own: Options) -> int:
    from probierz.cli.geval_features import print_worsening

    mode = _LineMode(options, own)
    other = mode.places.output(options.other or "")
    scores, others = mode.scores(mode.output), mode.scores(other)
    print_worsening(options, mode.kinds(), mode.scheme.metric, scores, others)
    return 0


def _diff(options: Options, own: Options) -> int:
    from probierz.inspection.line_by_line import changed_lines, most_worsened_first

    mode = _LineMode(options, own)
    is_wanted = mode.is_wanted()
    other = mode.places.output(options.other or "")
    found = changed_lines(iter(mode.scores(mode.output)), iter(mode.scores(other)))
    lines: Iterable[ChangedLine] = (line for line in found if is_wanted(line.expected, line.input, line.output))
    if options.order != "file":
        lines = most_worsened_first(list(lines), mode.scheme.metric, best_first=options.order == "best")
    for line in lines:
        _print_line(line.difference, line.input, line.expected, line.other_output, line.output)
    return 0


def _print_line(score: float, *texts: str) -> None:
    from probierz.scoring.format import plain

    print("\t".join([plain(score), *(text.replace("\t", "<tab>") for text in texts)]))


def _oracle(options: Options, own: Options) -> int:
    from probierz.inspection.oracle import best_lines

    mode = _LineMode(options, own)
    if not options.alt_out_file:
        raise ProbierzError("--oracle-item-based needs another output to choose from, use --alt-out-file option")
    others = [mode.places.alternative(name) for name in options.alt_out_file]
    outputs = [mode.output, *(other for other in others if other is not None)]
    for line in best_lines(
        mode.scheme, mode.expected, outputs, mode.input, reading=mode.reading, preprocessed=options.show_preprocessed
    ):
        print(line.output)
    return 0


# --- other modes -----------------------------------------------------------------------------------------------------


def _just_tokenize(options: Options, _own: Options) -> int:
    from probierz.lines import GEVAL, LineReader
    from probierz.text import tokenizer

    if options.tokenizer is None:
        raise ProbierzError("--just-tokenize needs a tokenizer, use -T option")
    cut = tokenizer(options.tokenizer)
    for line in LineReader("-", dialect=GEVAL):
        print(cut(str(line)))
    return 0


def _help(_options: Options, _own: Options) -> int:
    from probierz.cli.geval_help import full_help

    print(full_help(), end="")
    return 0


def _version(_options: Options, _own: Options) -> int:
    print(f"geval {GEVAL_VERSION}")
    return 0


def _list_metrics(_options: Options, _own: Options) -> int:
    from probierz.cli.geval_help import metrics_listing

    print(metrics_listing(), end="")
    return 0


def _init(options: Options, _own: Options) -> int:
    from probierz.challenges.create import create_challenge

    if options.expected_directory is None:
        raise UsageError("--init needs a directory to make, use --expected-directory option")
    schemes = _schemes(options)
    if not schemes:
        raise _no_metric()
    create_challenge(
        options.expected_directory,
        schemes,
        test_name=options.test_name,
        precision=options.precision,
        percentage=options.show_as_percentage,
    )
    return 0


def _submit(_options: Options, own: Options) -> int:
    """The options of the command line alone: a config.txt says nothing of where to submit."""
    from probierz.cli.geval_submit import submit

    return submit(own)


def _validate(options: Options, _own: Options) -> int:
    """Print the first problem that GEval would find; what it does not look for is no problem here."""
    from probierz.challenges.validate import validate

    _schemes(options)
    for problem in validate(options.expected_directory or options.out_directory, options=options):
        if problem.geval is None:
            continue
        if problem.stops_geval:
            raise ChallengeError(str(problem), geval=problem.geval)
        print(problem.geval)
    return 0


MODES: dict[str, Callable[[Options, Options], int]] = {
    "help": _help,
    "evaluate": _evaluate,
    "line-by-line": _line_by_line,
    "worst-features": _worst_features,
    "diff": _diff,
    "most-worsening-features": _most_worsening_features,
    "oracle-item-based": _oracle,
    "just-tokenize": _just_tokenize,
    "version": _version,
    "list-metrics": _list_metrics,
    "init": _init,
    "validate": _validate,
    "submit": _submit,
}
