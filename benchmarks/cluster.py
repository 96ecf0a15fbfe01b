"""WER and Accuracy on a cluster of Dask of three workers, one of them killed in the middle, against one process.

python -m benchmarks.run cluster                      ten million lines, five minutes
python -m benchmarks.cluster --lines 300000
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence

import probierz
from probierz.scoring.executors import open_executor

LINES = 10_000_000
SCHEMES = ["WER", "Accuracy"]
WORDS = ["kot", "pies", "dom", "las", "rzeka", "pole", "chleb", "woda"]


def lines(seed: int, count: int) -> Iterator[str]:
    """Yield lines of five words; those of two seeds share most words."""
    chosen, changed = random.Random(1), random.Random(seed)
    for number in range(count):
        words = chosen.choices(WORDS, k=5)
        if changed.random() < 0.3:
            words[number % 5] = WORDS[number % 8]
        yield " ".join(words)


def killing(texts: Iterator[str], at: int, pid: int) -> Iterator[str]:
    """Yield lines, and kill a process at one of them."""
    for number, text in enumerate(texts):
        if number == at:
            os.kill(pid, signal.SIGKILL)
        yield text


def values(count: int, pid: int = 0, **options: object) -> tuple[list[str], float]:
    """Return the values in hexadecimal, and the seconds it took."""
    expected = killing(lines(2, count), count // 2, pid) if pid else lines(2, count)
    begin = time.perf_counter()
    scores = probierz.score_all(SCHEMES, expected, lines(3, count), rows=False, **options)  # type: ignore[arg-type]
    return [score.value.hex() for score in scores], time.perf_counter() - begin


def main(arguments: Sequence[str] = ()) -> None:
    """Print both, and whether the bits are the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=LINES, help=f"how many (default: {LINES})")
    count = parser.parse_args(arguments).lines
    try:
        from distributed import LocalCluster
    except ImportError:
        print("\ncluster: skipped, the extra dask is not installed")
        return
    one, alone = values(count)
    print(f"\n{count:,} lines under {' and '.join(SCHEMES)}\n  one process      {alone:8.1f} s  {' '.join(one)}")
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as cluster:
        pid = next(iter(cluster.workers.values())).pid
        with open_executor(f"dask://{cluster.scheduler_address.removeprefix('tcp://')}") as executor:
            three, together = values(count, pid, executor=executor)
    print(f"  three workers    {together:8.1f} s  {' '.join(three)}  (one killed in the middle)")
    print(f"  the same bits: {'yes' if one == three else 'NO'}")


if __name__ == "__main__":
    main(sys.argv[1:])
