"""Intervals: what 1,000 bootstrap samples add to a plain evaluation."""

from __future__ import annotations

import lzma
import re
import tempfile
from pathlib import Path

from benchmarks.measure import PROBIERZ, Cost, data, measure

_COMMA_RULE = re.compile(r"(\S+) (że|aby|jak[iaą]|któr[zaey])")


def main() -> None:
    """Print both comparisons."""
    ocr, punctuation = data("poleval-2021", "ocr"), data("poleval-2021", "punctuation")
    if ocr is None or punctuation is None:
        print("\nIntervals: skipped, the real challenges are not here (set PROBIERZ_DATA)")
        return
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "out.tsv.xz")
        with lzma.open(ocr / "dev-0" / "in.tsv.xz") as lines, lzma.open(output, "w", preset=1) as out:
            out.writelines(line.split(b"\t")[3] for line in lines)
        _compare("OCR dev-0, 5,508 pages: WER", [str(ocr), "--split", "dev-0", "--out", str(output)], 0.1)
        output = Path(folder, "out.tsv")
        with open(punctuation / "test-A" / "in.tsv", encoding="utf-8", newline="\n") as lines:
            texts = [_COMMA_RULE.sub(r"\1, \2", line.rstrip()).split("\t")[1] for line in lines]
        output.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
        title = "Punctuation test-A, 200 texts, eight metrics"
        _compare(title, [str(punctuation), "--split", "test-A", "--out", str(output)], 0.5)


def _compare(title: str, arguments: list[str], most: float, rounds: int = 5) -> None:
    """Take turns, so that a busy machine slows both down, and keep the cheapest run of each."""
    command = [*PROBIERZ, "eval", *arguments, "--quiet"]
    runs = [(measure(command), measure([*command, "--interval"])) for _ in range(rounds)]
    plain, interval = (min(costs, key=_cpu) for costs in zip(*runs, strict=True))
    print(f"\n{title}: 1,000 samples may add {most:.0%}")
    print(f"  plain           {plain}")
    print(f"  with intervals  {interval}  +{interval.cpu / plain.cpu - 1:.0%} CPU")


def _cpu(cost: Cost) -> float:
    return cost.cpu


if __name__ == "__main__":
    main()
