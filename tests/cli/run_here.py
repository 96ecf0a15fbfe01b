"""Commands that are run in the process of the tests."""

import io
import sys

from probierz.cli.main import main


def run(capsys, *arguments, given=None):
    """Run a command; return how it ended, what it printed, and what it said. given: what standard input holds."""
    if given is not None:
        sys.stdin = io.TextIOWrapper(io.BytesIO(given if isinstance(given, bytes) else given.encode()))
    try:
        code = main([str(one) for one in arguments])
    finally:
        sys.stdin = sys.__stdin__
    said = capsys.readouterr()
    return code, said.out, said.err
