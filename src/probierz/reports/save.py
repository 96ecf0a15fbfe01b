"""A report of evaluations that were made already, saved under a name that tells its format."""

from __future__ import annotations

import os
from collections.abc import Sequence

from probierz.challenges.evaluation import Evaluation
from probierz.errors import OptionError
from probierz.reports.document import report_document
from probierz.reports.document_formats import SUFFIXES, Look, render_document
from probierz.reports.material import gather
from probierz.reports.options import ReportOptions
from probierz.reports.saving import Target

__all__ = ["save_report"]


def save_report(
    evaluations: Sequence[Evaluation],
    path: str | os.PathLike[str],
    options: ReportOptions,
    look: Look,
    *,
    force: bool = False,
) -> None:
    """Write a report on outputs of the same lines; see `Target` for what may be replaced.

    Raises OptionError for a name whose suffix is no format, ProbierzError for a place where nothing can be written.
    """
    name = os.fspath(path)
    suffix = os.path.splitext(name)[1].lower()
    if suffix not in SUFFIXES:
        raise OptionError(f"the format of {name} is not clear; end the name in {', '.join(SUFFIXES)}")
    first = evaluations[0]
    with Target(name, force=force) as target:
        material = gather(evaluations, first.expected, first.inputs, reading=first.reading)
        target.write(render_document(report_document(material, options), SUFFIXES[suffix], look))
