"""`probierz worst`: what goes with bad lines: words, shapes, numbers, lengths."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from probierz.cli.doubt_warnings import label_warnings
from probierz.cli.options import add_digits, add_option, add_options, whole_number
from probierz.cli.outputs_to_score import add_output_options, opened_workers, outputs_to_score
from probierz.cli.terminal import BOLD, chosen_format, painted, print_json, print_table, print_warnings, printable
from probierz.scoring.levels import LEVEL

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from probierz.cli.outputs_to_score import OutputsToScore
    from probierz.inspection.features import FeatureKinds
    from probierz.inspection.line_sources import LineDifferences, LineSource
    from probierz.inspection.worst import FeatureReport, Side, WorstFeature
    from probierz.reports.tables import Table

EXAMPLES = """
examples:
  probierz worst my-challenge                            what goes with bad lines
  probierz worst my-challenge --word-shapes --bigrams    more kinds of features
  probierz worst my-challenge --side better              what goes with good lines
  probierz worst my-challenge --out new.tsv --against old.tsv   what got worse, and what better
  probierz worst --metric WER --expected good.tsv --out mine.tsv   two files, no challenge

columns:
  score, others   mean score of the lines with the feature, and of the others (with --against: of the differences);
                  in percent where the challenge shows percents, as in probierz lines; JSON has the metric's own numbers
  effect          from -1 to 1: 1, each line with the feature is worse than each other line; 0, it makes no difference
  q               the share of false discoveries to expect among this feature and those above it
  also            features of nearly the same lines (nine tenths in common)
A length or number ("long out", "small in<2>") is compared by its most extreme quarter, or what comes nearest to it
without parting equal ones; its effect is Kendall's tau.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "List the features (words of the expected text exp, the output out and the input's columns in<1>, in<2> ...; "
        "lengths; numbers) that go with bad lines, the most significant first."
    )
    parser.epilog = EXAMPLES
    add_output_options(parser)
    add_option(parser, "--against", metavar="FILE", help="look at what changed in comparison with this other output")
    parser.add_argument(
        "--side",
        choices=("worse", "better", "both"),
        help="features of bad lines, of good ones, or both (default: worse; with --against: both)",
    )
    parser.add_argument("--word-shapes", action="store_true", help="shapes of words too: SHAPE:Aa+ for Adam")
    parser.add_argument("--bigrams", action="store_true", help="neighbouring words too: nie++ma")
    parser.add_argument("--cartesian", action="store_true", help="pairs of features of a line too (slow)")
    parser.add_argument(
        "--tokenizer", metavar="NAME", help="how words are cut (default: as config.txt says, else at spaces)"
    )
    add_option(parser, "--preprocessed", help="features of texts after flags and tokenizer")
    parser.add_argument(
        "--min-frequency",
        type=whole_number(1, 10**9),
        default=5,
        metavar="N",
        help="leave out features that fewer lines have, or lack (default: 5; rarer ones are hardly ever significant)",
    )
    add_option(parser, "--limit", default=20, help="how many")
    parser.add_argument(
        "--max-q",
        type=_rate,
        default=LEVEL,
        metavar="Q",
        help=f"leave out features with a greater q (default: {LEVEL})",
    )
    parser.add_argument(
        "--max-features",
        type=whole_number(1000, 10**9),
        default=2_000_000,
        metavar="N",
        help="how many different features to hold in memory; the rarest are dropped (default: 2000000)",
    )
    add_option(parser, "--format")
    add_options(parser, "--jobs", "--on")
    add_digits(parser, "four digits, or all in TSV and CSV")


def _rate(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 1:
        raise ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def run(arguments: Namespace) -> None:
    """Look for features and print them."""
    from probierz.inspection.worst import both_sides

    wanted = outputs_to_score(arguments)
    with opened_workers(arguments) as jobs:
        source = _source(wanted, arguments, jobs)
        reports = both_sides(
            source,
            _kinds(source, arguments),
            sides=_sides(arguments),
            min_frequency=arguments.min_frequency,
            limit=arguments.limit,
            level=arguments.max_q,
            max_features=arguments.max_features,
        )
    if chosen_format(arguments) == "json":
        print_json([_as_object(report) for report in reports])
    else:
        _print_table(reports, source, _shown_scores(wanted, arguments), arguments)
    print_warnings((*_notes(reports, arguments), *label_warnings(wanted, wanted.only_lines())), arguments)


def _source(wanted: OutputsToScore, arguments: Namespace, jobs: int | Executor) -> LineSource | LineDifferences:
    from dataclasses import replace

    from probierz.inspection.line_sources import LineDifferences

    source = replace(wanted.only_lines(), preprocessed=arguments.preprocessed, jobs=jobs)
    if arguments.against is None:
        return source
    return LineDifferences(source, replace(wanted.lines_of(arguments.against, scheme=wanted.scheme()), jobs=jobs))


def _sides(arguments: Namespace) -> Sequence[Side]:
    chosen = arguments.side or ("worse" if arguments.against is None else "both")
    sides: tuple[Side, ...] = ("worse", "better")
    return [side for side in sides if chosen in (side, "both")]


def _kinds(source: LineSource | LineDifferences, arguments: Namespace) -> FeatureKinds:
    from probierz.inspection.features import FeatureKinds

    return FeatureKinds(
        arguments.tokenizer or source.reading.tokenizer,
        arguments.word_shapes,
        arguments.bigrams,
        arguments.cartesian,
        source.reading.in_header,
    )


def _notes(reports: Sequence[FeatureReport], arguments: Namespace) -> list[str]:
    first = reports[0]
    notes = []
    if first.missed:
        notes.append(
            f"there are too many features to hold: some on at most {first.missed} lines were dropped and not tested; "
            "--max-features holds more"
        )
    if first.unscored:
        notes.append(f"{first.unscored} lines have no score of their own (NaN) and were left out")
    if not any(report.significant for report in reports):
        counts = f" (q at most {arguments.max_q:g}) among {first.tested} features of {first.lines} lines"
        told = "" if chosen_format(arguments) == "table" else counts  # a table has them below it
        notes.append(f"no feature is significant{told}; --max-q 1 shows the nearest ones")
    return notes


_FOR_PEOPLE = ("table", "markdown", "latex")

# --- printing --------------------------------------------------------------------------------------------------------


def _shown_scores(wanted: OutputsToScore, arguments: Namespace) -> Callable[[float], str]:
    """How scores are printed: as percents where the challenge does, with four digits for people."""
    style = wanted.style(arguments)._replace(precision=arguments.precision)
    if style.precision is not None or chosen_format(arguments) not in _FOR_PEOPLE:
        return style.show
    return lambda value: f"{100 * value if style.percent else value:.4g}"


def _print_table(
    reports: Sequence[FeatureReport],
    source: LineSource | LineDifferences,
    shown: Callable[[float], str],
    arguments: Namespace,
) -> None:
    form = chosen_format(arguments)
    if form != "table":
        print_table(_table(reports, shown, form), form)
        return
    for at, report in enumerate(reports):
        if len(reports) > 1:
            print("\n" * (at > 0) + painted(report.side.capitalize(), BOLD, sys.stdout))
        if report.features:
            print_table(_table([report], shown, form), form)
        found, tested, lines = report.significant, report.tested, report.lines
        counts = f"{found} of the {tested} features of {lines} lines have q at most {arguments.max_q:g}"
        print(printable(f"{_outputs(source)}: {counts}"))


def _outputs(source: LineSource | LineDifferences) -> str:
    from probierz.inspection.line_sources import LineSource

    return source.output if isinstance(source, LineSource) else f"{source.one.output} against {source.other.output}"


def _table(reports: Sequence[FeatureReport], shown: Callable[[float], str], form: str) -> Table:
    from probierz.reports.tables import Column, Table

    numbers = ("lines", "score", "others", "effect", "p", "q")
    columns = [Column("feature"), *(Column(name, True) for name in numbers), Column("also")]
    for_people = form in _FOR_PEOPLE
    rows = [(report.side, _cells(one, shown, for_people)) for report in reports for one in report.features]
    if len(reports) > 1:
        return Table((Column("side"), *columns), tuple((side, *cells) for side, cells in rows))
    return Table(tuple(columns), tuple(cells for _, cells in rows))


_ALSO_SHOWN = 3


def _cells(feature: WorstFeature, shown: Callable[[float], str], for_people: bool) -> tuple[str, ...]:
    from probierz.scoring.format import short_p, show

    scores = shown(feature.score), shown(feature.others)
    if not for_people:
        exact = (show(one) for one in (feature.effect, feature.p, feature.q))
        return feature.name, str(feature.lines), *scores, *exact, " ".join(feature.also)
    more = len(feature.also) - _ALSO_SHOWN
    also = " ".join(feature.also[:_ALSO_SHOWN]) + (f" and {more} more" if more > 0 else "")
    numbers = (f"{feature.effect:.2f}", short_p(feature.p), short_p(feature.q))
    return printable(feature.name), str(feature.lines), *scores, *numbers, printable(also)


def _as_object(report: FeatureReport) -> dict[str, Any]:
    facts = ("side", "lines", "unscored", "tested", "significant", "missed")
    values: dict[str, Any] = {name: getattr(report, name) for name in facts}
    values["features"] = [_feature_object(feature) for feature in report.features]
    return values


def _feature_object(feature: WorstFeature) -> dict[str, Any]:
    from probierz.reports.json_values import plain_number

    values = feature._asdict()
    values["also"] = list(feature.also)
    return {name: plain_number(one) for name, one in values.items()}
