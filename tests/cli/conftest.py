"""What tests of commands share."""

import pytest
import run_here


@pytest.fixture
def run(capsys):
    """Run a command: `code, out, err = run("eval", folder)`."""
    return lambda *arguments, given=None: run_here.run(capsys, *arguments, given=given)
