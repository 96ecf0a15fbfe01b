"""`probierz predict`: run a system over lines."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, TextIO

from probierz.cli.options import add_option, add_options
from probierz.cli.progress import LineProgress
from probierz.cli.terminal import tell_of_waiting

if TYPE_CHECKING:
    from pathlib import Path

    from probierz.systems.system import System

EXAMPLES = """
examples:
  probierz predict punctuation/comma-rule < in.tsv > out.tsv
  probierz predict my-model test-A/in.tsv --to test-A/out.tsv   a trained system in a folder
  probierz predict my-model poleval-2021/ocr/test-A            the input of a split of a task
  probierz predict ocr/enelpol-plt5-large@FOLDER in.tsv         a recipe with weights that its authors trained
  probierz predict my-model day1.tsv day2.tsv.xz                several files, one after the other

  probierz predict ocr/cascade ocr/test-A --to out.tsv --changes-to changes.tsv   and all that was changed in the pages

An input is a line of the task's in.tsv, an output a line of its out.tsv. Lines come out as soon as they are done.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Give each input line to a system, and print its output lines in the same order."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "system", metavar="SYSTEM", help="a folder of a trained system, or a name from  probierz systems"
    )
    parser.add_argument(
        "inputs", nargs="*", metavar="FILE", help="inputs, also compressed, or splits (default: standard input)"
    )
    add_option(parser, "--to", metavar="FILE", help="write there; the file is complete or not there (default: print)")
    parser.add_argument(
        "--changes-to", metavar="FILE", help="list there all that a system that corrects pages changes in them"
    )
    add_options(parser, "--overwrite", "--set", "--quiet")


def run(arguments: Namespace) -> None:
    """Predict."""
    from pathlib import Path

    from probierz.cli.challenge_argument import found_input
    from probierz.cli.system_settings import read_changes
    from probierz.systems.fit_and_predict import write_lines
    from probierz.systems.registry import find_system
    from probierz.systems.resources import with_places
    from probierz.whole_files import whole_text

    for path in filter(None, (arguments.to, arguments.changes_to)):
        _refuse_target(Path(path), may_replace=arguments.overwrite)
    system = find_system(arguments.system)
    for name, value in with_places(read_changes(arguments.set, system.changeable())).items():
        system.change(name, value)
    inputs = [found_input(path) for path in arguments.inputs] or ["-"]
    tell_of_waiting(inputs)
    with ExitStack() as stack:
        progress = stack.enter_context(LineProgress(arguments.system, enabled=not arguments.quiet))
        if arguments.changes_to:
            lines = _listing(system, inputs, stack.enter_context(whole_text(Path(arguments.changes_to))))
        else:
            lines = _outputs(system, inputs)
        if arguments.to:
            write_lines(Path(arguments.to), lines, progress)
        else:
            for line in lines:
                sys.stdout.write(f"{line}\n")
                progress(1)


def _refuse_target(target: Path, *, may_replace: bool) -> None:
    from probierz.errors import OptionError
    from probierz.whole_files import refuse_missing_folder

    refuse_missing_folder(target)
    if target.is_file() and not may_replace:
        raise OptionError(f"{target} is there already; choose another place with --to, or say --overwrite")


def _outputs(system: System, paths: list[str]) -> Iterator[str]:
    """The outputs for the lines of all files; a fault of a line names the file that it is in."""
    from probierz.errors import DataError
    from probierz.systems.fit_and_predict import predict_lines

    for path in paths:
        try:
            yield from predict_lines(system, _lines(path))
        except DataError as error:
            raise (error if error.path else error.at(path)) from None


def _listing(system: System, paths: list[str], file: TextIO) -> Iterator[str]:
    """The same, while all changes go into a file: places are those in the page, whose line ends are one sign each."""
    from probierz.suites.poleval2021.ocr import escaped
    from probierz.systems.ocr.corrected_files import in_one_row
    from probierz.systems.ocr.correcting import predicted

    file.write("line\tstart\tend\tstep\tread\tright\tconfidence\n")
    pages = chain.from_iterable(predicted(system, _lines(path)) for path in paths)
    for number, page in enumerate(pages, 1):
        for one in page.changes:
            texts = f"{in_one_row(one.read)}\t{in_one_row(one.right)}"
            file.write(f"{number}\t{one.start}\t{one.end}\t{one.step}\t{texts}\t{one.chance:.4f}\n")
        yield escaped(page.text)


def _lines(path: str) -> Iterator[str]:
    from probierz.lines import LineReader

    with LineReader(path, is_digested=False) as reader:
        yield from map(str, reader)
