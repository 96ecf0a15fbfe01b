"""Run all tests again and again, on a busy machine if wished, and report what failed how often.

    python scripts/repeat_tests.py --runs 10 --load 4 [--clock midnight] [paths and options of pytest]

A test that fails once in ten runs is a test that nobody believes. --load keeps as many processes busy meanwhile, as a
machine has that does other things too. Each run is what `make test` runs on SQLite, with another order of files.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree


def main() -> int:
    """Run, count, report; return 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--load", type=int, default=0, help="processes that are busy meanwhile")
    parser.add_argument("--jobs", type=int, default=2, help="processes of pytest")
    chosen, words = parser.parse_known_args()
    failures: Counter[str] = Counter()
    for number in range(1, chosen.runs + 1):
        begun = time.monotonic()
        with busy(chosen.load):
            failed, code = one_run(chosen.jobs, words)
        failures.update(failed)
        told = ", ".join(failed) or ("fine" if code == 0 else f"pytest ended with {code}")
        print(f"run {number} of {chosen.runs}, {time.monotonic() - begun:.0f} s: {told}", flush=True)
        failures.update(["pytest itself"] if code and not failed else [])
    for name, count in failures.most_common():
        print(f"{count} of {chosen.runs}: {name}")
    print("no failure" if not failures else f"{len(failures)} tests failed at least once")
    return int(bool(failures))


def one_run(jobs: int, words: list[str]) -> tuple[list[str], int]:
    """Run pytest once; return what failed, and its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        options = [
            "-n",
            str(jobs),
            "--dist",
            "loadgroup",
            "--hypothesis-profile=random",
            "--tb=short",
            f"--junit-xml={report}",
            "-o",
            "junit_family=xunit1",
        ]
        command = [sys.executable, "-m", "pytest", *options, *shuffled(words)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            print(done.stdout[-20_000:], flush=True)
        return failed_of(report), done.returncode


def shuffled(words: list[str]) -> list[str]:
    """Return the words, or where they name no paths those of all parts of the tests in another order."""
    if any(not word.startswith("-") and Path(word.partition("::")[0]).exists() for word in words):
        return words
    parts = sorted(str(path) for path in Path("tests").iterdir() if path.is_dir() or path.name.startswith("test_"))
    parts = [part for part in parts if "__pycache__" not in part]
    random.shuffle(parts)
    return [*parts, *words]


def failed_of(report: Path) -> list[str]:
    """Return the names of failed tests."""
    if not report.exists():
        return []
    cases = ElementTree.parse(report).iter("testcase")
    bad = (case for case in cases if case.find("failure") is not None or case.find("error") is not None)
    return [f"{case.get('file')}::{case.get('name')}" for case in bad]


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep so many processes computing."""
    processes = [multiprocessing.Process(target=_compute, daemon=True) for _ in range(count)]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _compute() -> None:
    while True:
        sum(range(100_000))


if __name__ == "__main__":
    sys.exit(main())
