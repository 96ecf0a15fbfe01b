"""Run all benchmarks: `make bench`, or `python -m benchmarks.run ocr_wer` for some.

Those that take an hour by themselves run here in a small size, with the words that stand beside their names;
`python -m benchmarks.pages` and so on have them in full. A file of the real challenges that is not here leaves out the
benchmark that needs it. `people` and `crowd` are no benchmarks but what `kills`, `pages` and `traffic` are made of, as
`punctuation_peers` is of `punctuation_systems`, and `measure` of all.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from unittest.mock import patch

from benchmarks.measure import data

SMALL = ("--challenges", "5", "--submissions", "500", "--people", "100")
POLISH, QUESTIONS = Path("corpora", "pl-sample.txt.xz"), Path("poquad", "poquad-sample.json.xz")
ALL: Mapping[str, Sequence[str | Path]] = {
    "startup": (), "ocr_wer": (), "cluster": (), "translation": (), "correlation": (), "punctuation": (),
    "accuracy": (), "bootstrap": (), "compare": (), "worst": (), "ocr_systems": (), "punctuation_systems": (),
    "klej": (), "question_marks": (), "ratings": ("quality/features",),
    "recipes": ("--only", "clarin-large", "--minutes", "0.5"),
    "verdicts": ("--sets", "20"),
    "known_sentences": (POLISH, "--language", "pl", "--sentences", "100"),
    "passages": ("--passages", "5000", "--questions", "50", "--only", "ours", "--", POLISH),
    "questions": (QUESTIONS,), "question_recipes": ("qa/router", "qa/reader", "sqad/overlap"),
    "pages": SMALL, "traffic": (*SMALL, "--queued", "20", "--seconds", "2"),
    "kills": ("--kills", "5", "--submissions", "20", "--versions", "2"),
}  # fmt: skip
"""By name, what each is called with; paths are those of files below PROBIERZ_DATA."""


def run(name: str) -> None:
    """Run a benchmark, or say which file it needs."""
    words = {word: data(str(word)) if isinstance(word, Path) else word for word in ALL.get(name, ())}
    missing = [str(word) for word, found in words.items() if found is None]
    if missing:
        print(f"\n{name}: skipped, {', '.join(missing)} is not here (set PROBIERZ_DATA)")
        return
    with patch.object(sys, "argv", [name, *(str(words[word]) for word in ALL.get(name, ()))]):
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    for wanted in sys.argv[1:] or ALL:
        run(wanted)
