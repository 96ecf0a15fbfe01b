"""Correcting scanned pages: the shipped cascade, one of your own, and a spelling corrector that knows the same words.

The peer is symspellpy (MIT; `pip install symspellpy`), with the words and counts of the shipped cascade: it corrects
each unknown word by itself, after the same joining of broken words. PROBIERZ_OCR_SYSTEM names the folder of a trained
cascade to measure beside the shipped one, which must not have learnt from test-A.
Loading, and the pages of one core, are told in seconds of CPU.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess

from benchmarks.measure import data, measure, python

PAGES = 400

_READ = """
import itertools, lzma, sys, time
from pathlib import Path
def lines(name):
    with lzma.open(Path(sys.argv[1], "test-A", name), "rt", encoding="utf-8", newline="\\n") as file:
        return [line.rstrip("\\n") for line in itertools.islice(file, 0, 20 * int(sys.argv[2]), 20)]
inputs = lines("in.tsv.xz")
"""

_CASCADE = """
from probierz.systems.registry import find_system
began = time.process_time()
system = find_system(sys.argv[3])
if sys.argv[4]:
    system.of.steps = sys.argv[4].replace("-", " ")
list(system.predict(inputs[:1]))
loaded, started = time.process_time(), time.perf_counter()
outputs = list(system.predict(inputs))
"""

_PEER = """
from symspellpy import SymSpell, Verbosity
from probierz.systems.registry import find_system
from probierz.systems.ocr.pages import cut
cascade = find_system(sys.argv[3])
cascade.of.steps = "join"
joined = list(cascade.predict(inputs))
counts = cascade.of._knowledge.lexicon.counts
began = time.process_time()
speller = SymSpell(max_dictionary_edit_distance=2, prefix_length=7)
for word, count in counts.items():
    speller.create_dictionary_entry(word, count)
def right(token):
    before, word, after = cut(token)
    if len(word) < 3 or not word.isalpha() or word.lower() in counts:
        return token
    found = speller.lookup(word, Verbosity.TOP, max_edit_distance=2, transfer_casing=True)
    return before + found[0].term + after if found else token
loaded, started = time.process_time(), time.perf_counter()
outputs = ["\\\\n".join(" ".join(map(right, line.split())) for line in page.split("\\\\n")) for page in joined]
"""

_TELL = """
ended, stopped = time.process_time(), time.perf_counter()
import probierz
value = probierz.score(r"WER:s<(\\\\n| )+>< >", lines("expected.tsv.xz"), outputs).value
speeds = [len(inputs) / max(seconds, 1e-3) for seconds in (ended - loaded, stopped - started)]
print(f"{loaded - began:.2f} {speeds[0]:.0f} {100 * value:.2f} {speeds[1]:.0f}")
"""


def main() -> None:
    """Print what each costs and how many errors it leaves."""
    challenge = data("poleval-2021", "ocr")
    if challenge is None:
        print("\nOCR systems: skipped, the real challenges are not here (set PROBIERZ_DATA)")
        return
    print(f"\nCorrecting {PAGES} pages of test-A: load, pages/s of one core and of two processes, MB, WER")
    shipped = _row("shipped cascade", _CASCADE, challenge, "ocr/cascade", "")
    _row("  joining alone", _CASCADE, challenge, "ocr/cascade", "join", base=shipped)
    own = os.environ.get("PROBIERZ_OCR_SYSTEM")
    if own:
        _row("trained cascade", _CASCADE, challenge, own, "", base=shipped)
    if importlib.util.find_spec("symspellpy"):
        _row("joining, symspellpy", _PEER, challenge, "ocr/cascade", "", base=shipped)
    else:
        print("  symspellpy is not installed:  pip install symspellpy")


def _row(name: str, code: str, *arguments: object, base: tuple[float, float] | None = None) -> tuple[float, float]:
    """Measure one, print it, and return pages per second and the error rate."""
    challenge, system, steps = arguments
    command = python(_READ + code + _TELL, str(challenge), str(PAGES), str(system), str(steps))
    cost = measure(command)
    load, speed, errors, _ = map(float, cost.output.split())
    both = _two_at_once(command)
    ratio = f"  x{speed / base[0]:.2f} speed, x{errors / base[1]:.2f} errors" if base else ""
    costs = f"{load:5.2f} s  {speed:5.0f}  {both:5.0f} pages/s  {cost.memory:5.0f} MB  {errors:5.2f} %"
    print(f"  {name:20} {costs}{ratio}")
    return speed, errors


def _two_at_once(command: list[str]) -> float:
    """Pages per second of two processes beside each other, by the clock."""
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    return sum(float(process.communicate()[0].split()[3]) for process in running)


if __name__ == "__main__":
    main()
