"""Writing a report so that there is either the whole of it or what was there before."""

from __future__ import annotations

import os
from collections.abc import Sequence

from probierz.challenges.evaluation import EvaluationRecord
from probierz.errors import OptionError, ProbierzError
from probierz.reports.document import report_document
from probierz.reports.document_formats import SUFFIXES, Look, is_report, render_document
from probierz.reports.material import gather
from probierz.reports.options import ReportOptions
from probierz.whole_files import refuse_missing_folder, refuse_unwritable, write_whole


class Target:
    """A file to be written. What stands in its place is replaced when all is written, and stays if anything fails.

    target = Target("report.html")  # says now if the file cannot be written, before the long work
    target.write(render_document(document, "html"))

    force: replace any file; otherwise only a report that was written here.
    Raises ProbierzError for a place where nothing can be written, and for a file that must not be replaced.
    """

    def __init__(self, path: str, *, force: bool = False) -> None:
        self.path = path
        self.size = 0
        _check(path, os.path.realpath(path), force)
        try:
            refuse_unwritable(path)
        except OSError as error:
            raise ProbierzError(
                f"{path} cannot be written: {error.strerror or error}; choose another place with --to"
            ) from error

    def write(self, text: str) -> None:
        """Write the whole text, and put the file in its place."""
        content = text.encode("utf-8", "backslashreplace")
        self.size = len(content)
        write_whole(self.path, content)


def _check(path: str, real: str, force: bool) -> None:
    if os.path.isdir(real):
        raise ProbierzError(f"{path} is a directory; name a file in it, e.g. {os.path.join(path, 'report.html')}")
    refuse_missing_folder(path)
    if not os.path.exists(real):
        return
    if not os.path.isfile(real):
        raise ProbierzError(f"{path} is not an ordinary file; name one, or print the report with --to -")
    try:
        known = force or is_report(real)
    except OSError:
        known = False
    if not known:
        raise ProbierzError(
            f"{path} is there already and is not a report of probierz; name another file with --to, "
            "or add --overwrite to replace it"
        )


def save_report(
    evaluations: Sequence[EvaluationRecord],
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
    target = Target(name, force=force)
    material = gather(evaluations, first.expected, first.inputs, reading=first.reading)
    target.write(render_document(report_document(material, options), SUFFIXES[suffix], look))
