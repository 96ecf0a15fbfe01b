"""A report's document as a file: the page, JSON, CSV, Markdown, LaTeX; and how a file is told to be such a report."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from probierz.reports.document_csv import Fact
from probierz.reports.document_csv import as_csv as facts_as_csv
from probierz.reports.document_tables import LabelledTable, document_tables, notes_of, title_of
from probierz.reports.schema import ReportDocument
from probierz.reports.tables import NumberStyle, in_latex, in_markdown, render

SUFFIXES = {".html": "html", ".json": "json", ".csv": "csv", ".md": "markdown", ".tex": "latex"}


class Look(NamedTuple):
    """How a report is shown. title: instead of the challenge's name; style: of numbers; language: of the page."""

    title: str | None = None
    style: NumberStyle = NumberStyle(precision=4)
    language: str = "en"


def render_document(document: ReportDocument, form: str, look: Look | None = None) -> str:
    """Return the document in a format of `FORMATS`."""
    return FORMATS[form](document, look or Look())


def as_html(document: ReportDocument, look: Look) -> str:
    """One page that needs nothing else."""
    from probierz.reports.html import render as render_page

    return render_page(document, language=look.language, title=look.title)


def as_json(document: ReportDocument, _look: Look) -> str:
    """The document itself."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def as_csv(document: ReportDocument, _look: Look) -> str:
    """A row for every number."""
    return facts_as_csv(document)


def as_markdown(document: ReportDocument, look: Look) -> str:
    """Headings and tables, without single lines."""
    parts = [_MARKS["markdown"], f"# {in_markdown(look.title or title_of(document))}\n"]
    parts += [_markdown_section(one) for one in document_tables(document, look.style)]
    notes = [f"* {in_markdown(note)}\n" for note in notes_of(document)]
    return "\n".join([*parts, *(["## Notes\n", "".join(notes)] if notes else [])])


def _markdown_section(one: LabelledTable) -> str:
    notes = "".join(f"\n{in_markdown(note)}\n" for note in one.notes)
    return f"## {in_markdown(one.title)}\n\n{render(one.table, 'markdown')}{notes}"


def as_latex(document: ReportDocument, look: Look) -> str:
    r"""Floating tables to be read with \input; they want the package booktabs."""
    head = _MARKS["latex"] + _LATEX_HEAD
    return head + "".join(f"\n{_latex_table(one)}" for one in document_tables(document, look.style))


_LATEX_HEAD = r"""% In the preamble: \usepackage{booktabs}, and for letters such as ą \usepackage[T1]{fontenc}.
% Letters that pdfLaTeX does not know want LuaLaTeX or XeLaTeX and a font that has them.
"""


def _latex_table(one: LabelledTable) -> str:
    caption = ". ".join([one.title, *(note.removesuffix(".") for note in one.notes)])
    return (
        "\\begin{table}[htbp]\n\\centering\n"
        f"{render(one.table, 'latex')}"
        f"\\caption{{{in_latex(caption)}.}}\n\\label{{tab:{one.label}}}\n\\end{{table}}\n"
    )


FORMATS: dict[str, Callable[[ReportDocument, Look], str]] = {
    "html": as_html,
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
    "latex": as_latex,
}


# --- telling reports from other files --------------------------------------------------------------------------------

_MARKS = {
    "html": '<meta name="generator" content="Probierz',
    "json": '{\n "probierz": ',
    "csv": ",".join(Fact._fields),
    "markdown": "<!-- a report of probierz -->\n",
    "latex": "% a report of probierz\n",
}
_HEAD_BYTES = 4096


def is_report(path: str) -> bool:
    """Whether a file is a report that was written here, so that a new one may take its place."""
    with open(path, "rb") as file:
        head = file.read(_HEAD_BYTES).decode("utf-8", "replace")
    return _MARKS["html"].lower() in head.lower() or head.startswith(tuple(_MARKS.values()))
