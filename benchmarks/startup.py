"""Start-up: an empty interpreter, `probierz --help`, and a whole evaluation of 1,000 lines, in wall time."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import PROBIERZ, data, measure, python, table


def main() -> None:
    """Print the comparison and the imports that cost most."""
    rows = [
        ("an empty interpreter", measure(python("pass"), repeat=10)),
        ("probierz --help", measure([*PROBIERZ, "--help"], repeat=10)),
    ]
    challenge = data("poleval-2021", "qa")
    command = None
    if challenge is not None:
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder, "out.tsv")
            output.write_text("tak\n" * 1000, encoding="utf-8")
            command = [*PROBIERZ, "eval", str(challenge), "--split", "dev-0", "--out", str(output)]
            rows.append(("probierz eval, QA dev-0", measure(command, repeat=10)))
            table("Start-up", rows, of="wall")
            _imports(command[1:])
            return
    table("Start-up", rows, of="wall")
    _imports(["-m", "probierz", "--help"])


def _imports(arguments: list[str]) -> None:
    process = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], capture_output=True, text=True, check=True
    )
    lines = [
        line.split("|") for line in process.stderr.splitlines() if line.startswith("import time:") and "us" not in line
    ]
    costs = sorted(((int(line[0].split(":")[1]), line[2].strip()) for line in lines), reverse=True)
    print("  imports that cost most, themselves alone:")
    for microseconds, module in costs[:8]:
        print(f"    {microseconds / 1000:6.1f} ms  {module}")


if __name__ == "__main__":
    main()
