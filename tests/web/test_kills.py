"""Twenty processes are killed while forty submissions are handed in: a short run of `benchmarks/kills.py`."""

import sys

import pytest
from benchmarks.kills import faults, run


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_no_kill_loses_or_doubles_a_submission():
    """On SQLite, or on the server that PROBIERZ_TEST_DATABASE_URL names, in a database of its own."""
    report = run(kills=20, submissions=40, pause=0.7, seed=7)
    assert faults(report, submissions=40) == []
    assert sum(report.killed.values()) == 20
