"""Expected lines that are empty although the metric compares one label with another."""

from __future__ import annotations

import os
import re

from probierz.lines import Dialect, LineReader
from probierz.schemes.scheme import Scheme

__all__ = ["compares_labels", "empty_lines"]

_OF_LABELS = re.compile(r"(Accuracy|Balanced-Accuracy|Macro-|Sklearn-|MCC|Cohen-Kappa)")
"""Metrics of one label in a line. To others, such as MultiLabel-F1 or WER, nothing is an answer like any."""


def compares_labels(scheme: Scheme) -> bool:
    """Whether the metric of a scheme compares one label with another."""
    return _OF_LABELS.match(scheme.metric.name) is not None


def empty_lines(path: str | os.PathLike[str]) -> list[int]:
    """Return the numbers of lines, from 1, that have nothing but white space."""
    with LineReader(os.fspath(path), dialect=Dialect(lenient=True)) as reader:
        return [number for number, line in enumerate(reader, 1) if not str(line).strip()]
