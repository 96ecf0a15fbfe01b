"""What the test command says of itself."""

import sys
from pathlib import Path

from skipped import explained

WEB = Path(__file__).parent / "web"


def test_the_block_of_skipped_tests_tells_what_is_missing_and_what_would_run_them():
    reasons = [
        "Skipped: PyTorch, of the extra neural, is not installed",
        "Skipped: no real data: PROBIERZ_DATA is not set and /data does not exist",
        "Skipped: could not import 'torch': No module named 'torch'",
        "Skipped: the moon is not full",
    ]
    assert explained(reasons) == [
        "2  PyTorch and what networks need  make test-neural",
        "1  real challenges                 PROBIERZ_DATA=FOLDER make test",
        "1  the moon is not full",
    ]
    assert explained([]) == []


def test_what_runs_on_both_databases_is_there_once(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(WEB), *sys.path])
    from both_databases import ON_BOTH_DATABASES

    named = [path for paths in ON_BOTH_DATABASES.values() for path in paths]
    assert len(named) == len(set(named))
    for file, _, test in (path.partition("::") for path in named):
        assert f"def {test.partition('[')[0]}" in (WEB / file).read_text(encoding="utf-8")
