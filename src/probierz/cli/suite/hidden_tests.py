"""Expected results of tests that may be hidden: whether an export takes them along, and what is said of it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection

from probierz.cli.terminal import print_warning


def hidden_ones(arguments: Namespace, tests: Collection[str]) -> list[str]:
    """Of the tests whose expected results are not known to be public, those that stay here."""
    return [] if arguments.with_hidden else list(tests)


def tell_of_hidden(arguments: Namespace, tests: Collection[str]) -> None:
    """Say whether expected results that are not known to be public went out."""
    names = ", ".join(dict.fromkeys(tests))
    if names and arguments.with_hidden:
        print_warning(f"the expected results of {names} are in {arguments.folder}; keep it from participants")
    elif names:
        print_warning(f"the expected results of {names} are left out, as they may be hidden; --with-hidden adds them")
