"""Systems that restore punctuation, on one core and two: words per second, memory, and how long they take to load.

The network is the one that `probierz predict punctuation/network` takes, or that of the folder PROBIERZ_NETWORK; the
field learns here, from 200 texts. Beside them the same network with the same weights in PyTorch, and an encoder as
large as HerBERT base, whose weights are random: what the systems of the papers cost, and nothing about how good they
are.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import PROBIERZ, Cost, data, measure, python

REPEATS = 2
FEW = 5  # texts for the encoder, which takes a hundred times as long
IS_IDLE = os.getloadavg()[0] < 1
"""Whether two cores can be measured: threads that wait for each other tell more of other processes otherwise."""

_RUN = """
import os, sys, time
cores, folder, path, repeats, peer = int(sys.argv[1]), *sys.argv[2:4], int(sys.argv[4]), sys.argv[5]
for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ[library + "_NUM_THREADS"] = str(cores)
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
from probierz.systems.registry import find_system
system = find_system(folder)
lines = [line.rstrip("\\n") for line in open(path, encoding="utf-8")]
if peer == "torch":
    from benchmarks.punctuation_peers import in_torch
    in_torch(system, cores)
if peer == "encoder":
    from benchmarks.punctuation_peers import Encoder
    system = Encoder(cores)
loaded = time.process_time()
list(system.predict(lines[:2]))  # what is done once is done
cpu, wall = time.process_time(), time.perf_counter()
words = sum(line.count(" ") + 1 for line in system.predict(lines * repeats))
print(loaded, words / (time.process_time() - cpu), words / (time.perf_counter() - wall))
"""


class Speed(NamedTuple):
    """Seconds of CPU to load, MB at the peak, words per second: of CPU on one core, of wall time on two."""

    load: float
    memory: float
    one: float
    two: float | None


def main() -> None:
    """Print the comparison."""
    challenge = data("poleval-2021", "punctuation")
    if challenge is None:
        print("\nSystems for punctuation: skipped, the real challenges are not here (set PROBIERZ_DATA)")
        return
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        texts, few = _texts(challenge, home)
        learning = _learn(challenge, home)
        network = os.environ.get("PROBIERZ_NETWORK") or "punctuation/network"
        rows = [
            ("network", network, texts, REPEATS, ""),
            ("the same in PyTorch", network, texts, REPEATS, "torch"),
            ("CRF", str(home / "crf"), texts, REPEATS, ""),
            ("comma rule", "punctuation/comma-rule", texts, REPEATS, ""),
            ("encoder as HerBERT base", "punctuation/comma-rule", few, 1, "encoder"),
        ]
        print("\nPunctuation, texts of test-A; seconds of CPU on one core, of wall time on two")
        print(f"  {'':24} {'loads in':>9} {'memory':>8} {'words/s, 1 core':>16} {'2 cores':>9} {'to network':>11}")
        base = 0.0  # words per second of the network
        for name, system, path, repeats, peer in rows:
            found = _speeds(system, path, repeats, peer)
            if name == "network" and isinstance(found, Speed):
                base = found.one
            _print(name, found, base)
        print(f"  the CRF learnt in {learning}")


def _texts(challenge: Path, home: Path) -> tuple[Path, Path]:
    """The texts without their IDs, in a file, and the first of them in another."""
    lines = (challenge / "test-A" / "in.tsv").read_text("utf-8").splitlines(keepends=True)
    texts, few = home / "texts.txt", home / "few.txt"
    texts.write_text("".join(lines), "utf-8")
    few.write_text("".join(lines[:FEW]), "utf-8")
    return texts, few


def _learn(challenge: Path, home: Path) -> Cost:
    split = home / "some" / "train"
    split.mkdir(parents=True)
    for name in ("in.tsv", "expected.tsv"):
        lines = (challenge / "train" / name).read_text("utf-8").splitlines(keepends=True)
        (split / name).write_text("".join(lines[:200]), "utf-8")
    options = ["--set", "rounds=20", "--to", str(home / "crf"), "--quiet"]
    command = [*PROBIERZ, "train", "punctuation/crf", str(home / "some"), *options]
    return measure(command, warm=False)


def _speeds(system: str, path: Path, repeats: int, peer: str) -> Speed | str:
    """What a system needs; or why it does not run here."""

    def run(cores: int) -> Cost:
        return measure(python(_RUN, str(cores), system, str(path), str(repeats), peer), warm=False)

    try:
        one = run(1)
        two = float(run(2).output.split()[2]) if IS_IDLE else None
    except SystemExit as error:
        return str(error).strip().splitlines()[-1]
    loaded, by_cpu, _ = map(float, one.output.split())
    return Speed(loaded, one.memory, by_cpu, two)


def _print(name: str, found: Speed | str, base: float) -> None:
    if isinstance(found, str):
        print(f"  {name:24} does not run here: {found}")
        return
    ratio = f"x{found.one / base:.2f}" if base else "-"
    two = "-" if found.two is None else f"{found.two:,.0f}"
    print(f"  {name:24} {found.load:7.2f} s {found.memory:5.0f} MB {found.one:16,.0f} {two:>9} {ratio:>11}")


if __name__ == "__main__":
    main()
