"""Accuracy over a million lines against the cost of reading the two files."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from benchmarks.measure import PROBIERZ, measure, python, table

_READ = """
import sys
count = 0
for path in sys.argv[1:]:
    with open(path, encoding="utf-8", newline="\\n") as file:
        for line in file:
            count += 1
print(count)
"""
LINES = 1_000_000


def main() -> None:
    """Print the comparison for few labels and for a million different texts."""
    random.seed(1)
    labels = ["pozytywny", "negatywny", "neutralny", "mieszany"]
    with tempfile.TemporaryDirectory() as folder:
        for title, expected in (
            ("four labels", [random.choice(labels) for _ in range(LINES)]),
            ("all lines different", [f"odpowiedź {number}" for number in range(LINES)]),
        ):
            output = [line if random.random() < 0.8 else labels[0] for line in expected]
            paths = [str(Path(folder, name)) for name in ("expected.tsv", "out.tsv")]
            for path, lines in zip(paths, (expected, output), strict=True):
                Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
            reading = measure(python(_READ, *paths), repeat=3)
            command = [*PROBIERZ, "eval", "--metric", "Accuracy", "--expected", paths[0], "--out", paths[1]]
            ours = measure(command, repeat=3)
            two = measure([*command, "--jobs", "2"])
            rows = [("reading both files", reading), ("probierz eval", ours), ("probierz eval --jobs 2", two)]
            table(f"Accuracy, {LINES:,} lines, {title}", rows)


if __name__ == "__main__":
    main()
