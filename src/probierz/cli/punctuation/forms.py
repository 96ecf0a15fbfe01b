"""The forms of texts with punctuation, and the option that says which one is read."""

from __future__ import annotations

from argparse import ArgumentParser

from probierz.cli.options import add_option

FORMS = ("tsv", "json", "csv")


def add_form_option(parser: ArgumentParser) -> None:
    """Declare --read-as."""
    add_option(
        parser,
        "--read-as",
        choices=FORMS,
        help="what to read where a folder has several forms (default: tsv, else json, else csv)",
    )
