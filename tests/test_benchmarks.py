"""All benchmarks are run by one command."""

import re
from pathlib import Path

from benchmarks.run import ALL

FOLDER = Path(__file__).resolve().parent.parent / "benchmarks"


def test_every_benchmark_runs_with_the_others():
    found = {path.stem for path in FOLDER.glob("*.py") if re.search(r"^def main\(", path.read_text("utf-8"), re.M)}
    assert found == ALL.keys()
