"""The document of a report: everything that is known about outputs of the same lines, as plain data.

>>> from probierz.reports.document import report_document
>>> challenge = open_challenge("my-challenge")  # doctest: +SKIP
>>> split = challenge.split("test-A")  # doctest: +SKIP
>>> evaluations = challenge.evaluate_all("test-A")  # doctest: +SKIP
>>> material = gather(evaluations, split.expected, split.input, reading=challenge.reading)  # doctest: +SKIP
>>> report_document(material)["scores"]  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable

from probierz.reports import breakdowns, sections
from probierz.reports.items import items_of
from probierz.reports.material import Material
from probierz.reports.options import ReportOptions
from probierz.reports.schema import ReportDocument

Step = Callable[[str], None]
"""Called with what is done next."""


def report_document(
    material: Material, options: ReportOptions | None = None, *, step: Step | None = None
) -> ReportDocument:
    """Return the document of a report on some outputs; see `schema.ReportDocument`.

    The scores of one output have the intervals of `probierz eval --interval`, those of several that of `compare`.
    """
    from probierz.version import __version__

    options = options or ReportOptions()
    step = step or (lambda _what: None)
    first = material.evaluations[0]
    step("slices")
    slices = breakdowns.slice_tables(material, options)
    step("intervals and comparisons")
    judged = sections.judge(material, options)
    step("features of bad lines")
    found = sections.worst(material)
    step("classes and agreement")
    classes, calibration = breakdowns.classes(material), breakdowns.calibrations(material)
    agreement = breakdowns.agreements(material)
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
        "interval": sections.interval(judged, options),
        "comparison": sections.comparisons(judged),
        "histograms": sections.histograms(material),
        "slices": slices,
        "classes": classes,
        "calibration": calibration,
        "agreement": agreement,
        "worst": sections.worst_entries(found, items),
        "items": items,
        "notes": sections.notes(material, judged),
    }
