"""Processes are killed while people hand in and publish, with a restore half-way: a short run of `benchmarks.kills`."""

import sys

import pytest
from benchmarks.kills import Plan, faults, run


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_no_kill_and_no_restore_loses_or_doubles_what_was_acknowledged():
    """On SQLite, or on the server that PROBIERZ_TEST_DATABASE_URL names, in a database of its own."""
    report = run(Plan(kills=8, submissions=12, versions=2, pause=0.7, seed=7, restores=True))
    assert faults(report, submissions=12) == []
    assert report.killed.total() == 8
