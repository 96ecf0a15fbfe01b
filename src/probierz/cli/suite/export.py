"""`probierz suite export`: a challenge as a Hugging Face data set, or a suite as a whole."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.options import ContradictingOptions, add_option, add_options
from probierz.cli.platform_client import add_platform_options
from probierz.text import first_few

if TYPE_CHECKING:
    from probierz.suites.suite import DeclaredTask

EXAMPLES = """
examples:
  probierz suite export ocr ocr-hf                             JSON lines with a card
  probierz suite export ocr ocr-hf --format parquet            Parquet with a card
  probierz suite export poleval-2021/qa qa-hf                  a task, got first
  probierz suite export my-challenge shared                    without the expected results of its tests
  probierz suite export letters/letters-2027.toml letters.zip --with-hidden
      a whole suite with all there is, to keep

In Python:  datasets.load_dataset("ocr-hf")
And back:   probierz convert ocr-hf --to ocr-again
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Write a challenge, or a task of a suite, as a folder that datasets.load_dataset reads: a card, and JSON lines "
        "or Parquet for each split. A single dev set is called validation there, and a single test set test; several "
        "keep their names, as in test_A. Expected results of tests that may be hidden are left out without "
        "--with-hidden. "
        "A suite becomes one folder, or one .zip, with its declaration, data, licences, citations, published results "
        "and boards, from which it can be published again; with --server also the boards of a platform, as everybody "
        "sees them; with --with-hidden as whoever has the token."
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "task", metavar="TASK", help="a challenge directory; a task of a suite, which is got first; or a suite"
    )
    parser.add_argument("folder", metavar="DIRECTORY", help="the folder to be made; of a suite also a .zip")
    add_option(
        parser, "--format", choices=("hf", "parquet"), help="of a challenge: JSON lines, or Parquet (default: hf)"
    )
    parser.add_argument("--about", metavar="TASK", help="add the licence and citation of this task to the card")
    parser.add_argument(
        "--hide", action="append", default=[], metavar="SPLIT", help="leave out its expected results; may be repeated"
    )
    parser.add_argument(
        "--with-hidden",
        action="store_true",
        help="also the expected results of tests that no shipped or installed suite declares to be public, and, with "
        "--server, scores that are kept from people",
    )
    add_options(parser, "--from", "--accept-licence")
    add_platform_options(parser)


def run(arguments: Namespace) -> int:
    """Export."""
    from probierz.suites.catalogue import find_suite, find_task

    if _is_suite(arguments.task):
        from probierz.cli.suite.whole_suite import export_suite

        return export_suite(find_suite(arguments.task), arguments)
    if arguments.server:
        raise ContradictingOptions("--server adds the boards of a whole suite; name a suite, or leave it out")
    if Path(arguments.task).is_dir():
        task = find_task(arguments.about) if arguments.about else None
        return _export(Path(arguments.task), task, arguments)
    from tempfile import TemporaryDirectory

    from probierz.cli.licences import agree
    from probierz.suites.getting import get_task

    task = find_task(arguments.task)
    agree(task, arguments.place, accepted=arguments.accept_licence)
    with TemporaryDirectory() as place:
        get_task(task, Path(place) / task.name, place=arguments.place)
        return _export(Path(place) / task.name, task, arguments)


def _is_suite(name: str) -> bool:
    """Whether a suite is meant, by its name, its file, or the folder that holds the file and the tasks."""
    from probierz.suites.catalogue import names_suite

    folder = Path(name)
    if (folder / "config.txt").is_file():
        return False
    return names_suite(name) or (folder.is_dir() and any(folder.glob("*.toml")))


def _export(place: Path, task: DeclaredTask | None, arguments: Namespace) -> int:
    from probierz.challenges.challenge import open_challenge
    from probierz.challenges.problems import counted
    from probierz.cli.suite.hidden_tests import hidden_ones, tell_of_hidden
    from probierz.cli.terminal import print_warning
    from probierz.suites.bridges.export import (
        export_challenge,
        not_exported,
        with_byte_order_marks,
        with_carriage_returns,
    )
    from probierz.suites.checking import open_tests

    challenge = open_challenge(place)
    for split in arguments.hide:
        challenge.split(split)
    form = arguments.format or "hf"
    hidden = open_tests(challenge, arguments.hide)
    hide = [*arguments.hide, *hidden_ones(arguments, hidden)]
    counts = export_challenge(challenge, Path(arguments.folder), form=form, task=task, hide=hide)
    for split, count in counts.items():
        print(f"{split}: {count} rows")
    tell_of_hidden(arguments, hidden)
    if marks := with_byte_order_marks(challenge):
        print_warning(f"byte order marks are left out, as in scoring: {', '.join(marks)}")
    if ends := with_carriage_returns(challenge):
        files = ", ".join(f"{name} ({counted(count, 'line')})" for name, count in ends.items())
        print_warning(f"carriage returns are left out, as in scoring: {files}; data made of this differ in these bytes")
    if others := not_exported(challenge):
        print_warning(f"left out: {first_few(others, 5)}; a data set has the input and the expected results alone")
    return 0
