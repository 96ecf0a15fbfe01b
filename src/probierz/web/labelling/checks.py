"""Whether labels can be scored: one as it is decided, and whole outputs before they are handed in.

The schemes of a challenge are its organisers': their expressions run in the scoring process alone, which has limits.
Here only the metric's own reading of a value is asked, and only where nothing changes the text before it.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from probierz.errors import ParseError, ProbierzError
from probierz.lines import save_lines
from probierz.metrics.names import get_metric
from probierz.web.html.engine_words import in_this_language
from probierz.web.labelling.items import opened
from probierz.web.labelling.models import LabellingRound
from probierz.web.labelling.sample_challenge import write_sample
from probierz.web.sandbox.limits import ScoringLimits
from probierz.web.sandbox.outcome import ScoringFailure, ScoringRequest
from probierz.web.sandbox.scorer import score

_ONLY_SHOWN = re.compile(r"(?:[NP]<[^>]*>)*")
"""Flags that say how a score is shown, and change no text."""
_LIMITS = ScoringLimits(cpu_seconds=10, wall_seconds=20)
_ALL_SECONDS = 30.0
"""By the clock, for all outputs of a round; what is not looked at by then is scored by the queue as it is."""


def why_unreadable(found: LabellingRound, labels: Sequence[str]) -> str:
    """Return why a metric of the test cannot read one of these labels, a sentence; empty where all can be read."""
    schemes = set(found.version.tests.filter(split=found.split).values_list("scheme", flat=True))
    if not schemes or opened(found.version).options.tokenizer:
        return ""
    for scheme in sorted(schemes):
        name, _colon, flags = scheme.partition(":")
        if not _ONLY_SHOWN.fullmatch(flags):
            continue
        try:
            read = get_metric(name).parse_output
        except ProbierzError:
            continue
        for label in labels:
            try:
                read(label)
            except ParseError as error:
                return f"{label[:60]} ({name}): {in_this_language(error.reason)}"
            except ProbierzError:
                continue  # the scoring process says it better
    return ""


def first_unscored(found: LabellingRound, outputs: Sequence[Sequence[str]]) -> tuple[int, str, str] | None:
    """Return the line of the first item whose label cannot be scored, the label, and why; None where all can be.

    outputs: labels in the order of the lines, the most important first. Scored in the limited process; what it cannot
    do in time, or is not to blame on a label, is left to the queue.
    """
    lines, until = sorted(found.lines), time.monotonic() + _ALL_SECONDS
    with tempfile.TemporaryDirectory(prefix="probierz-check-") as place:
        folder, file = Path(place) / "challenge", Path(place) / "out.tsv"
        write_sample(found, folder)
        for labels in outputs:
            if time.monotonic() > until:
                break
            save_lines(file, labels)
            came = score(ScoringRequest(folder, found.split, file, samples=0, is_hidden=False), limits=_LIMITS)
            if isinstance(came, ScoringFailure) and came.fault == "submission" and came.line:
                at = came.line - 1
                if at < len(lines):
                    return lines[at], labels[at], in_this_language(came.message)
    return None
