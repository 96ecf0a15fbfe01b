"""Run all benchmarks: `make bench`, or `python -m benchmarks.run ocr_wer` for one."""

from __future__ import annotations

import importlib
import sys

ALL = [
    "startup", "ocr_wer", "cluster", "translation", "correlation", "punctuation", "accuracy", "bootstrap", "compare",
    "worst", "ocr_systems", "punctuation_systems",
]  # fmt: skip

if __name__ == "__main__":
    for name in sys.argv[1:] or ALL:
        importlib.import_module(f"benchmarks.{name}").main()
