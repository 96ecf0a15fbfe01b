"""Accuracy over a million lines against the cost of reading the two files."""

from __future__ import annotations

import subprocess
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
_MAKE = """
import random, sys
random.seed(1)
labels, lines = ["pozytywny", "negatywny", "neutralny", "mieszany"], int(sys.argv[4])
expected = [random.choice(labels) if sys.argv[1] == "labels" else f"odpowiedź {number}" for number in range(lines)]
output = [line if random.random() < 0.8 else labels[0] for line in expected]
for path, texts in zip(sys.argv[2:4], (expected, output)):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(text + "\\n" for text in texts)
"""
LINES = 1_000_000


def main() -> None:
    """Print the comparison for few labels and for a million different texts."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder, name)) for name in ("expected.tsv", "out.tsv")]
        for kind, title in (("labels", "four labels"), ("different", "all lines different")):
            subprocess.run(python(_MAKE, kind, *paths, str(LINES)), check=True)
            reading = measure(python(_READ, *paths), repeat=3)
            command = [*PROBIERZ, "eval", "--metric", "Accuracy", "--expected", paths[0], "--out", paths[1]]
            ours = measure(command, repeat=3)
            two = measure([*command, "--jobs", "2"])
            rows = [("reading both files", reading), ("probierz eval", ours), ("probierz eval --jobs 2", two)]
            table(f"Accuracy, {LINES:,} lines, {title}", rows)


if __name__ == "__main__":
    main()
