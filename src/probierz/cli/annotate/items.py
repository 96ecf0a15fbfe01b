"""`probierz annotate items`: items of a challenge's test, labelled by one person."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from probierz.cli.options import add_option, whole_number

if TYPE_CHECKING:
    from probierz.web.accounts.models import User

EXAMPLES = """
examples:
  probierz annotate items my-labels --challenge quiz                     50 random items of its test
  probierz annotate items my-labels --challenge quiz --split dev-0 --limit 200
  probierz annotate items my-labels --challenge quiz --out out.tsv       those first of which this output is unsure

Only this machine can open the pages, and only who has the printed address. What is labelled is in my-labels/.probierz;
the same command goes on with it. Labels leave as TSV or JSON by the page. Ctrl-C stops it, and nothing is lost.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Label items of a test in the browser, one at a time, with buttons or a text field. Needs the extra web."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="where labels are kept; it is made where it is missing")
    add_option(parser, "--challenge", required=True, help="the directory of the challenge")
    add_option(parser, "--split", help="the test whose items are labelled (default: the last one)")
    add_option(parser, "--limit", type=whole_number(1, 2000), default=50, help="draw N items at random (default: 50)")
    add_option(parser, "--seed")
    add_option(
        parser, "--out", help="show those items first of which this output is unsure; best one with probabilities"
    )
    add_option(parser, "--port", help="port to listen on; 0 takes a free one (default: 0)", default=0)
    add_option(parser, "--open")


def run(arguments: Namespace) -> NoReturn:
    """Take the challenge, draw items, then keep the processes running."""
    from probierz.challenges.challenge import open_challenge
    from probierz.cli.alone import own_folder, serve_alone
    from probierz.errors import OptionError

    open_challenge(arguments.challenge)  # what is wrong with its name is said before anything is made
    if arguments.out is not None and not Path(arguments.out).is_file():
        raise OptionError(f"{arguments.out}: there is no such file; name an output with a line for each item")
    folder = own_folder(arguments.folder, advice="name a folder for the labels")
    serve_alone(folder, partial(_take, arguments), port=arguments.port, opens=arguments.open)


def _take(arguments: Namespace, person: User) -> str:
    from probierz.web.labelling.services.alone import round_alone

    found = round_alone(
        Path(arguments.challenge), by=person, split=arguments.split, size=arguments.limit, seed=arguments.seed,
        output=Path(arguments.out) if arguments.out else None,
    )  # fmt: skip
    decided = found.labellers.get().given.filter(is_decided=True).count()
    order = ", uncertain ones first" if found.order else ""
    return f"{len(found.lines)} of {found.of_lines} items of {found.split}{order}; {decided} are labelled."
