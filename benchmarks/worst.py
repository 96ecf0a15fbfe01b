"""Scores of lines and worst features of 5,508 OCR pages (a million words a side), against plain scoring."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import PROBIERZ, data, measure, python, table
from benchmarks.ocr_wer import _OUTPUT

GEVAL = [sys.executable, "-c", "import sys; from probierz.cli.geval import main; sys.exit(main())"]


def main() -> None:
    """Print the costs."""
    challenge = data("poleval-2021", "ocr")
    if challenge is None:
        print("\nWorst features: skipped, the real challenges are not here (set PROBIERZ_DATA)")
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "ocr"
        (copy / "dev-0").mkdir(parents=True)
        shutil.copy(challenge / "config.txt", copy / "config.txt")
        for name in ("in.tsv.xz", "expected.tsv.xz"):
            shutil.copy(challenge / "dev-0" / name, copy / "dev-0" / name)
        measure(python(_OUTPUT, str(copy / "dev-0" / "in.tsv.xz"), str(copy / "dev-0" / "out.tsv.xz")))
        place = [str(copy), "--split", "dev-0"]
        recorded = [*GEVAL, "--expected-directory", str(copy), "--out-directory", str(copy), "-t", "dev-0"]
        rows = [
            ("probierz eval", [*PROBIERZ, "eval", *place]),
            ("probierz lines --no-input", [*PROBIERZ, "lines", *place, "--no-input"]),
            ("probierz lines", [*PROBIERZ, "lines", *place]),
            ("probierz lines --diff word", [*PROBIERZ, "lines", *place, "--diff", "word"]),
            ("probierz worst", [*PROBIERZ, "worst", *place]),
            ("geval -w, all 839,162 features", [*recorded, "-w"]),
        ]
        table("OCR dev-0, 5,508 pages: lines and features", [(name, _quiet(command)) for name, command in rows])


def _quiet(command: list[str]):
    """The cost of a command whose output goes to a file: reading it here would be measured with it."""
    script = "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL))"
    return measure(python(script, *command))


if __name__ == "__main__":
    main()
