"""Training and scoring a KLEJ baseline on each task at hand: time and peak memory, beside labels drawn at random.

python -m benchmarks.klej                      klej/features
python -m benchmarks.klej klej/encoder cbd     with the encoder, one task; some minutes
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import PROBIERZ, Cost, data, measure, table


def main(arguments: Sequence[str] = ()) -> None:
    """Print a comparison for each task: drawing labels is what reading, scoring and starting cost."""
    challenges = data("klej")
    if challenges is None:
        print("\nklej: skipped, the tasks are not here (set PROBIERZ_DATA)")
        return
    system, *wanted = arguments or ["klej/features"]
    for task in wanted or _tasks(challenges):
        table(f"KLEJ {task}", [(name, _cost(name, task, challenges)) for name in ("klej/random", system)], of="wall")


def _tasks(challenges: Path) -> list[str]:
    with_train = (path.parent.name for path in challenges.glob("*/train*"))
    return sorted({name for name in with_train if not name.startswith("extra-")})


def _cost(system: str, task: str, challenges: Path) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        command = [*PROBIERZ, "klej", "run", system, task, "--data", str(challenges), "--to", folder, "--seeds", "1"]
        cost = measure([*command, "--format", "json", "--quiet"], warm=False)
    (found,) = json.loads(cost.output)["tasks"]
    print(f"  {task} {system}: {found['metric']} {found['score']:.1f} on {found['scored_on']}", file=sys.stderr)
    return cost


if __name__ == "__main__":
    main(sys.argv[1:])
