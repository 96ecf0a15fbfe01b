"""WER of 5,508 OCR pages, decompressing, parsing and substituting included, against jiwer on ready tokens."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.measure import PROBIERZ, data, measure, python, table

# jiwer gets the same tokens (joined by single spaces, its default splits there again), read from plain files.
_TOKENS = """
import lzma, sys
from probierz.schemes.patterns import substitute
from probierz.text import words
step = substitute(r"(\\\\n| )+", " ")
for name, source, column in (("expected", sys.argv[1], 0), ("output", sys.argv[2], 3)):
    with lzma.open(source, "rt", encoding="utf-8", newline="\\n") as file, open(sys.argv[3] + "/" + name, "w") as out:
        for line in file:
            out.write(" ".join(words(step(line.rstrip("\\n").split("\\t")[column]))) + "\\n")
"""
_OUTPUT = """
import lzma, sys
with lzma.open(sys.argv[1]) as file, lzma.open(sys.argv[2], "w", preset=1) as out:
    out.writelines(line.split(b"\\t")[3] for line in file)
"""
_JIWER = """
import sys, jiwer
expected, output = (open(sys.argv[1] + "/" + name).read().split("\\n")[:-1] for name in ("expected", "output"))
print(round(jiwer.wer(expected, output) * 100, 3))
"""


def main() -> None:
    """Print the comparison."""
    challenge = data("poleval-2021", "ocr")
    if challenge is None:
        print("\nOCR: skipped, the real challenges are not here (set PROBIERZ_DATA)")
        return
    source, expected = (str(challenge / "dev-0" / name) for name in ("in.tsv.xz", "expected.tsv.xz"))
    with tempfile.TemporaryDirectory() as folder:
        measure(python(_TOKENS, expected, source, folder))
        output = str(Path(folder) / "out.tsv.xz")
        measure(python(_OUTPUT, source, output))
        ours = measure([*PROBIERZ, "eval", str(challenge), "--split", "dev-0", "--out", output], repeat=3)
        theirs = measure(python(_JIWER, folder), repeat=3)
    table("OCR dev-0, 5,508 pages: WER", [("probierz eval, .xz to score", ours), ("jiwer, ready tokens", theirs)])
    print(f"  values: {ours.output.split()[-1]} and {theirs.output.split()[-1]}")


if __name__ == "__main__":
    main()
