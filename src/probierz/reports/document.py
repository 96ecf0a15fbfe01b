"""The document of a report: everything that is known about outputs of the same lines, as plain data.

>>> from probierz.reports.document import report_document
>>> challenge = open_challenge("my-challenge")  # doctest: +SKIP
>>> split = challenge.split("test-A")  # doctest: +SKIP
>>> evaluations = challenge.evaluate_all("test-A")  # doctest: +SKIP
>>> material = gather(evaluations, split.expected, split.input, reading=challenge.reading)  # doctest: +SKIP
>>> report_document(material)["scores"]  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from probierz.reports import sections
from probierz.reports.items import Wish, items_of
from probierz.reports.material import Material
from probierz.reports.schema import Document
from probierz.reports.tables import NumberStyle

__all__ = ["ReportOptions", "report_document"]

FOR_PEOPLE = NumberStyle(precision=4)

Step = Callable[[str], None]
"""Called with what is done next."""


@dataclass(frozen=True)
class ReportOptions:
    """What goes into a report.

    by: slicings; empty for those that suit the data. items: how many lines are embedded. level, samples, seed, trials:
    of intervals and tests, as in `compare`. style: how scores are shown.
    """

    by: Sequence[str] = ()
    items: Wish = "fitting"
    level: float = 0.95
    samples: int = 1000
    seed: int = 1
    trials: int = 10_000
    style: NumberStyle = FOR_PEOPLE


def report_document(material: Material, options: ReportOptions | None = None, *, step: Step | None = None) -> Document:
    """Return the document of a report on some outputs; see `schema.Document`.

    The scores of one output have the intervals of `probierz eval --interval`, those of several that of `compare`.
    """
    from probierz.version import __version__

    options = options or ReportOptions()
    step = step or (lambda _what: None)
    first = material.evaluations[0]
    step("intervals and comparisons")
    judged = sections.judge(material, options.level, options.samples, options.seed, options.trials)
    step("features of bad lines")
    found = sections.worst(material)
    step("lines")
    items = items_of(material, sections.needed_lines(found), wish=options.items, seed=options.seed)
    return {
        "probierz": __version__,
        "challenge": first.challenge,
        "split": first.split,
        "lines": first.lines,
        "metrics": sections.metrics(material),
        "outputs": sections.outputs(material),
        "scores": sections.scores(material, judged, options.style),
        "interval": sections.interval(judged, level=options.level, samples=options.samples, seed=options.seed),
        "comparison": sections.comparisons(judged),
        "histograms": sections.histograms(material),
        "slices": [],
        "classes": [],
        "calibration": [],
        "agreement": None,
        "worst": sections.worst_entries(found, items),
        "items": items,
        "notes": sections.notes(material, judged),
    }
