"""`probierz punctuation convert`: from one form of texts to another."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.options import add_option
from probierz.cli.punctuation.forms import FORMS, add_form_option
from probierz.cli.terminal import print_warning

EXAMPLES = """
examples:
  probierz punctuation convert challenge texts --format json            each split: texts/test-A/json/….json
  probierz punctuation convert challenge/test-A gold --format csv       one split: gold/….csv
  probierz punctuation convert texts challenge --format tsv             and back: in.tsv and expected.tsv, byte for byte
  probierz punctuation convert system challenge/test-A --format tsv --file out.tsv
                                                                    an output for the input that is there

What one form cannot hold (order, titles, missing spaces, the layout of JSON) is kept in documents.jsonl beside
the files.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Turn texts with punctuation into another form: a folder of them, or all splits."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "source", metavar="SOURCE", help="a folder with in.tsv, .json or .csv files, or of such folders"
    )
    parser.add_argument("target", metavar="TARGET", help="a new folder; or for --format tsv, one with an in.tsv")
    add_option(parser, "--format", required=True, choices=FORMS, help="the form to write")
    add_form_option(parser)
    add_option(parser, "--file", default="expected.tsv")


def run(arguments: Namespace) -> None:
    """Convert, and say what was written."""
    from probierz.suites.poleval2021.punctuation.convert import convert

    done = convert(
        Path(arguments.source),
        Path(arguments.target),
        arguments.format,
        form=arguments.read_as,
        punctuated=arguments.file,
    )
    for one in done:
        print(f"{one.path}: {one.texts} texts")
        if one.relaid:
            count = "one file has" if len(one.relaid) == 1 else f"{len(one.relaid)} files have"
            print_warning(f"{count} a layout that is not kept, such as {one.relaid[0]}; the words and marks are")
