"""BLEU, chrF and TER of Polish translations against sacreBLEU: the same values, and how long they take.

Then with one process and with two, each line of the translations again and again with a number of its own.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from benchmarks.measure import PROBIERZ, data, measure, python, table

_OURS = """
import sys, probierz
expected, output = (open(path, encoding="utf-8").read().split("\\n")[:-1] for path in sys.argv[1:3])
print(probierz.score(sys.argv[3], expected, output, rows=False).value * 100)
"""
_THEIRS = """
import sys
from sacrebleu.metrics import BLEU, CHRF, TER
expected, output = (open(path, encoding="utf-8").read().split("\\n")[:-1] for path in sys.argv[1:3])
metric = {"SacreBLEU": BLEU, "chrF": CHRF, "TER": TER}[sys.argv[3]]()
print(metric.corpus_score(output, [expected]).score)
"""


def main() -> None:
    """Print the comparison."""
    source = data("poleval-2021", "quality-nonblind")
    if source is None:
        print("\nTranslation: skipped, the real challenges are not here (set PROBIERZ_DATA)")
        return
    lines = [line for split in ("dev-0", "test-A", "test-B") for line in _lines(source / split / "in.tsv")]
    with tempfile.TemporaryDirectory() as folder:
        expected, output = Path(folder, "expected"), Path(folder, "output")
        expected.write_text("".join(line[2] + "\n" for line in lines), encoding="utf-8")
        output.write_text("".join(line[0] + "\n" for line in lines), encoding="utf-8")
        for name in ("SacreBLEU", "chrF", "TER"):
            ours = measure(python(_OURS, str(expected), str(output), name), repeat=3)
            theirs = measure(python(_THEIRS, str(expected), str(output), name), repeat=3)
            table(f"{name}, {len(lines)} sentences", [("probierz", ours), ("sacreBLEU", theirs)])
            print(f"  values: {float(ours.output):.6f} and {float(theirs.output):.6f}")
        _processes(lines, expected, output)


def _processes(lines: list[list[str]], expected: Path, output: Path) -> None:
    """Print the wall time of one process and of two."""
    print("\nOne process and two (wall time)")
    for name, count in (("SacreBLEU", 96_000), ("BLEU", 96_000), ("chrF", 96_000), ("TER", 12_000)):
        expected.write_text("".join(_numbered([line[2] for line in lines], count)), encoding="utf-8")
        output.write_text("".join(_numbered([line[0] for line in lines], count)), encoding="utf-8")
        command = [*PROBIERZ, "eval", "--metric", name, "--expected", str(expected), "--out", str(output), "--quiet"]
        one, two = (measure([*command, "--jobs", jobs], repeat=3) for jobs in "12")
        same = "the same bits" if one.output == two.output else "OTHER BITS"
        print(f"  {name:9}  {count:7,} lines  {one.wall:5.2f} s  {two.wall:5.2f} s  x{one.wall / two.wall:.2f}  {same}")


def _numbered(texts: list[str], count: int) -> Iterator[str]:
    return (f"{text} {at // len(texts)}\n" for at, text in enumerate(islice(cycle(texts), count)))


def _lines(path: Path) -> list[list[str]]:
    with open(path, encoding="utf-8", newline="\n") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return [row for row in rows if row != ["MT", "EN", "HUMAN"]]


if __name__ == "__main__":
    main()
