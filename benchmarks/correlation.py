"""Time and memory of metrics over pairs of numbers, ten million lines: sums alone, or sixteen bytes a line."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import PROBIERZ, measure, python, table

_MAKE = """
import random, sys
random.seed(1)
with open(sys.argv[1], "w") as expected, open(sys.argv[2], "w") as output:
    for _ in range(int(sys.argv[3])):
        one = random.random()
        expected.write("1\\n" if one > 0.5 else "0\\n")
        output.write(f"{one + random.gauss(0, 0.3):.6f}\\n")
"""
LINES = 10_000_000
METRICS = ["MAE", "Pearson", "R2", "Spearman", "AUC", "Average-Precision"]


def main(lines: int = LINES) -> None:
    """Print what each costs, MAE first, whose sums are plain."""
    with tempfile.TemporaryDirectory() as folder:
        expected, output = (str(Path(folder, name)) for name in ("expected.tsv", "out.tsv"))
        subprocess.run(python(_MAKE, expected, output, str(lines)), check=True)
        files = ["--expected", expected, "--out", output, "--quiet"]
        rows = [(name, measure([*PROBIERZ, "eval", "--metric", name, *files], warm=False)) for name in METRICS]
        table(f"Pairs of numbers, {lines:,} lines", rows)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
