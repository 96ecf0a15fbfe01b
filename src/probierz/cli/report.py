"""`probierz report`: everything about outputs in one page that can be sent, and the same as data and tables."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from probierz.cli.doubt_warnings import doubt_warnings
from probierz.cli.options import INTERVALS, ContradictingOptions, add_option, add_options, as_text, whole_number
from probierz.cli.outputs_to_score import OutputsToScore, add_number_options, add_outputs_options, outputs_to_score
from probierz.cli.progress import StepProgress
from probierz.cli.terminal import print_warnings, printable, sentence_columns, wrapped

if TYPE_CHECKING:
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.reports.document_formats import Look
    from probierz.reports.options import Wish
    from probierz.reports.saving import Target
    from probierz.reports.schema import ReportDocument

FORMATS = ("html", "json", "csv", "markdown", "latex")
DEFAULT_PATH = "report.html"

EXAMPLES = """
examples:
  probierz report                                             all outputs of the challenge here, into report.html
  probierz report my-challenge --split dev-0 --to dev.html   another split, another name
  probierz report out-a.tsv out-b.tsv --to ab.html --to ab.tex   two outputs: a page, and tables for a paper
  probierz report --format markdown                           print tables for a README
  probierz report --metric WER --expected good.tsv mine.tsv   files, no challenge

The page needs no network and no other file: it can be sent by mail, or opened from the disk.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Write a report on outputs of the same lines: scores with intervals, comparisons, histograms, slices, features "
        "of bad lines, and the lines themselves, to search and sort."
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "places",
        nargs="*",
        metavar="CHALLENGE|OUT",
        help="a challenge directory, and outputs: names in the split, or paths (default: all outputs of the split)",
    )
    add_option(parser, "--out", is_repeated=True)
    add_option(
        parser,
        "--to",
        metavar="FILE",
        is_repeated=True,
        help="where to write: .html, .json, .csv, .md or .tex; - prints (default: report.html)",
    )
    add_option(
        parser,
        "--format",
        choices=FORMATS,
        help="the format, whatever the name; all but html are printed where there is no --to",
    )
    add_option(parser, "--overwrite", help="replace a file that is not a report")
    add_outputs_options(parser, metric="those of the challenge, the first of which is the main one")
    add_option(parser, "--by", help="slices, as in probierz slices (default: length, label, columns with few values)")
    add_option(parser, "--beside")
    parser.add_argument("--title", metavar="TEXT", help="the title (default: the challenge and the split)")
    add_option(parser, "--language", help="language of the page at first")
    parser.add_argument(
        "--items",
        type=_wish,
        default="fitting",
        metavar="N",
        help="how many lines to embed: a number, all, or fitting: a page of about 2 MB (default: fitting)",
    )
    add_options(parser, "--cluster", *INTERVALS)
    add_number_options(parser, "as config.txt says, else 4")


def _wish(text: str) -> Wish:
    if text == "all":
        return "all"
    if text == "fitting":
        return "fitting"
    try:
        return whole_number(0, 10**9)(text)
    except ArgumentTypeError:
        raise ArgumentTypeError(f"{text!r} is not a whole number, and neither all nor fitting") from None


def run(arguments: Namespace) -> None:
    """Evaluate, and write or print."""
    _sort_places(arguments)
    fault = _usage_fault(arguments)
    if fault:
        raise ContradictingOptions(fault)
    # One process of one command: threads of the linear algebra would take longer to start than they save.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from probierz.reports.saving import Target

    targets = [
        (form, None if path == "-" else Target(path, force=arguments.overwrite)) for path, form in _targets(arguments)
    ]
    wanted = outputs_to_score(arguments, several_outputs=True)
    look = _look(arguments, wanted)
    evaluations = wanted.evaluate(arguments)
    document = _document(evaluations, arguments, wanted, look)
    for form, target in targets:
        _deliver(document, form, target, look)
    doubts = chain.from_iterable(map(doubt_warnings, evaluations))
    print_warnings(chain(_warnings(document), doubts), arguments)


def _sort_places(arguments: Namespace) -> None:
    """Tell the challenge from the outputs: a directory is a challenge."""
    arguments.directories = [place for place in arguments.places if os.path.isdir(place)]
    arguments.outputs = [place for place in arguments.places if not os.path.isdir(place)] + arguments.out
    if arguments.challenge is None and arguments.directories:
        arguments.challenge = arguments.directories.pop(0)


def _usage_fault(arguments: Namespace) -> str:
    if arguments.directories:
        return f"one challenge at a time, please: {arguments.challenge} or {arguments.directories[0]}"
    if "-" in (*arguments.outputs, arguments.expected, arguments.input):
        return "a report reads its files twice, which standard input does not allow; save it as a file first"
    return _target_fault(arguments)


def _target_fault(arguments: Namespace) -> str:
    from probierz.reports.document_formats import SUFFIXES

    paths = [os.path.realpath(path) if path != "-" else path for path in arguments.to]
    twice = next((path for path in paths if paths.count(path) > 1), None)
    if twice is not None:
        return f"{twice} is given twice; each format wants a file of its own"
    if arguments.format is not None:
        return "--format goes with one --to; of several files the names tell the formats" if len(paths) > 1 else ""
    folder = next((path for path in arguments.to if os.path.isdir(path)), None)
    if folder is not None:
        return f"--to {folder} is a folder; name a file in it, e.g. {os.path.join(folder, DEFAULT_PATH)}"
    unknown = next((path for path in arguments.to if _suffix(path) not in SUFFIXES), None)
    if unknown == "-":
        return "--to - wants --format too, e.g. --format json"
    known = ", ".join(SUFFIXES)
    return f"the format of {unknown} is not clear; end the name in {known}, or add --format" if unknown else ""


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _targets(arguments: Namespace) -> list[tuple[str, str]]:
    """Paths and formats; `-` is standard output."""
    from probierz.reports.document_formats import SUFFIXES

    if arguments.to:
        return [(path, arguments.format or SUFFIXES[_suffix(path)]) for path in arguments.to]
    form = arguments.format or "html"
    return [(DEFAULT_PATH if form == "html" else "-", form)]


def _look(arguments: Namespace, wanted: OutputsToScore) -> Look:
    from probierz.reports.document_formats import Look

    style = wanted.style(arguments)
    style = style if style.precision is not None else style._replace(precision=4)
    title = None if arguments.title is None else as_text(arguments.title)
    return Look(title, style, arguments.language)


def _document(
    evaluations: Sequence[EvaluationRecord], arguments: Namespace, wanted: OutputsToScore, look: Look
) -> ReportDocument:
    from probierz.reports.document import report_document
    from probierz.reports.material import gather
    from probierz.reports.options import ReportOptions

    options = ReportOptions(
        by=[as_text(by) for by in arguments.by],
        items=arguments.items,
        level=arguments.level,
        samples=arguments.samples,
        seed=arguments.seed,
        style=look.style,
        cluster=_cluster(arguments, wanted),
    )
    with StepProgress("probierz report", enabled=not arguments.quiet) as step:
        step("texts")
        material = gather(evaluations, wanted.expected, wanted.input, reading=wanted.reading)
        return report_document(material, options, step=step)


def _cluster(arguments: Namespace, wanted: OutputsToScore) -> list[str] | None:
    """What each line belongs to, where --cluster says so."""
    if arguments.cluster is None:
        return None
    from probierz.inspection.line_clusters import line_clusters

    return line_clusters(arguments.cluster, wanted.reading, wanted.expected, wanted.input)


# --- writing ---------------------------------------------------------------------------------------------------------


def _deliver(document: ReportDocument, form: str, target: Target | None, look: Look) -> None:
    from probierz.reports.document_formats import render_document

    text = render_document(document, form, look)
    if target is None:
        print(text, end="")
        return
    target.write(text)
    width = sentence_columns()
    print(printable(wrapped(f"{target.path}: {_facts(document)}, {_size(target.size)}. {NEXT[form]}", width)))


NEXT = {
    "html": "Open it in a browser; it needs no network.",
    "json": "Every number and text of the page, for programs.",
    "csv": "Every number of the page, one in each row.",
    "markdown": "Paste it into a README.",
    "latex": "Read it with \\input; it wants \\usepackage{booktabs}.",
}


def _facts(document: ReportDocument) -> str:
    counts = (("output", len(document["outputs"])), ("metric", len(document["metrics"])), ("line", document["lines"]))
    return ", ".join(f"{count:,} {noun}{'' if count == 1 else 's'}" for noun, count in counts)


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1e3))} kB"


def _warnings(document: ReportDocument) -> Iterator[str]:
    from probierz.reports.document_tables import notes_of

    yield from notes_of(document, of_slices=False)  # which are too many to be told here, too
    items = document["items"]
    if items["how"] is not None:
        yield f"the report shows {items['kept']} of {items['total']} lines: {items['how']}"
