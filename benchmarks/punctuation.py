"""The eight-metric punctuation config of PolEval 2021: all eight together against one of them alone."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from benchmarks.measure import PROBIERZ, data, measure, table

_COMMA_RULE = re.compile(r"(\S+) (że|aby|jak[iaą]|któr[zaey])")


def main() -> None:
    """Print the comparison: sharing is what keeps eight metrics from costing eight times one."""
    challenge = data("poleval-2021", "punctuation")
    if challenge is None:
        print("\nPunctuation: skipped, the real challenges are not here (set PROBIERZ_DATA)")
        return
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "out.tsv")
        with open(challenge / "test-A" / "in.tsv", encoding="utf-8", newline="\n") as lines:
            texts = [_COMMA_RULE.sub(r"\1, \2", line.rstrip()).split("\t")[1] for line in lines]
        output.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
        command = [*PROBIERZ, "eval", str(challenge), "--split", "test-A", "--out", str(output)]
        first = _first_metric(challenge)
        one = measure([*command, "--metric", first], repeat=3)
        eight = measure(command, repeat=3)
    table("Punctuation test-A, 200 texts", [("one metric", one), ("all eight", eight)])
    print("  " + eight.output.strip().replace("\n", "\n  "))


def _first_metric(challenge: Path) -> str:
    import probierz

    return str(probierz.open_challenge(challenge).schemes[0])


if __name__ == "__main__":
    main()
