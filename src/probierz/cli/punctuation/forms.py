"""The option of the form of files, which several commands have."""

from __future__ import annotations

from argparse import ArgumentParser

__all__ = ["FORMS", "add_form_option"]

FORMS = ("tsv", "json", "csv")


def add_form_option(parser: ArgumentParser) -> None:
    """Add --from."""
    parser.add_argument(
        "--from",
        dest="form",
        choices=FORMS,
        help="what to read where a folder has several forms (default: tsv, else json, else csv)",
    )
