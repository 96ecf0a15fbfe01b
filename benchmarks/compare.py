"""Comparing outputs: CPU time a pair, by metric, and against finishing scores by class one by one.

python -m benchmarks.run compare          half a minute
"""

from __future__ import annotations

import random
import time
from unittest.mock import patch

import probierz
from probierz.scoring.pool import AdditivePool

LINES = 1000
OUTPUTS = 20
FEW = 4
SEED = 1


def outputs(metric: str, count: int) -> dict[str, probierz.Score]:
    """Return scores of outputs that get worse little by little, of labels, or of numbers for a correlation."""
    chosen = random.Random(SEED)
    if metric in ("Kendall", "Spearman"):
        numbers = [chosen.gauss(0, 1) for _ in range(LINES)]
        rated = [[str(round(one + chosen.gauss(0, 0.3 + 0.05 * at), 1)) for one in numbers] for at in range(count)]
        return probierz.score(metric, [str(round(one, 1)) for one in numbers], _named(rated))
    labels = "01" if metric == "MCC" else "abcde"
    expected = chosen.choices(labels, k=LINES)
    given = [
        [one if chosen.random() < 0.9 - 0.02 * at else chosen.choice(labels) for one in expected] for at in range(count)
    ]
    return probierz.score(metric, expected, _named(given))


def _named(given: list[list[str]]) -> dict[str, list[str]]:
    return {f"output {number}": one for number, one in enumerate(given, 1)}


def seconds_a_pair(metric: str, count: int) -> float:
    """Compare so many outputs, each pair with each; return the CPU time that one pair took."""
    scores = outputs(metric, count)
    begin = time.process_time()
    pairs = probierz.compare(scores).pairs
    return (time.process_time() - begin) / len(pairs)


def main() -> None:
    """Print the times, and how often faster formulas over all test sets are."""
    print(f"\nComparing {OUTPUTS} outputs on {LINES} lines, CPU time a pair; and with scores finished one by one")
    seconds_a_pair("MCC", 2)  # what is imported
    for metric in ("Accuracy", "MCC", "Cohen-Kappa", "Macro-F1"):
        together = seconds_a_pair(metric, OUTPUTS)
        with patch.object(AdditivePool, "_class_formula", None):
            alone = seconds_a_pair(metric, FEW)
        print(f"  {metric:12} {together * 1000:7.1f} ms   {alone * 1000:7.1f} ms   {alone / together:5.1f} times")
    for metric in ("Spearman", "Kendall"):
        print(f"  {metric:12} {seconds_a_pair(metric, FEW) * 1000:7.1f} ms   ({FEW} outputs)")


if __name__ == "__main__":
    main()
