"""SQuAD files: the data set ({"data": […]}), predictions ({id: text}), and predictions as a list of objects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from probierz.errors import DataError
from probierz.suites.bridges.foreign_rows import ForeignRow, ForeignRows
from probierz.suites.bridges.json_files import read_json
from probierz.suites.squad_form import SquadParagraph, SquadQuestion, squad_paragraphs

SCHEMES = ("SQuAD-F1", "SQuAD-EM")


def read_squad_rows(path: Path) -> ForeignRows:
    """Read a data set, or predictions. Raises DataError where it is neither."""
    content = read_json(path)
    if isinstance(content, dict) and isinstance(content.get("data"), list):
        asked = [(one, question) for one in squad_paragraphs(content, path) for question in one.questions or ()]
        rows = [ForeignRow(_fields(*one, number), 0) for number, one in enumerate(asked, 1)]
        expected = "answers" if any("answers" in row.fields for row in rows) else ""
        inputs = ("id", "question", "context", *(("title",) if any(row.fields["title"] for row in rows) else ()))
        held_back = not expected
        return ForeignRows(path, rows, "id", expected=expected, inputs=inputs, schemes=SCHEMES, is_held_back=held_back)
    if isinstance(content, dict) and content and all(isinstance(text, str) for text in content.values()):
        rows = [ForeignRow({"id": name, "output": text}, 0) for name, text in content.items()]
        return ForeignRows(path, rows, "id", "output", schemes=SCHEMES, is_ordered=False)
    if isinstance(content, list) and content and all(isinstance(one, dict) for one in content):
        output = next((name for name in ("prediction_text", "prediction", "output") if name in content[0]), "")
        identifier = "id" if "id" in content[0] else ""
        return ForeignRows(path, [ForeignRow(one, 0) for one in content], identifier, output, schemes=SCHEMES)
    raise DataError('neither a SQuAD data set ({"data": […]}) nor predictions ({"id": "text"}) are here', path=path)


def _fields(paragraph: SquadParagraph, question: SquadQuestion, number: int) -> dict[str, Any]:
    """The fields of a question; one without an identifier gets its number in the file."""
    fields = {
        "id": question.name or str(number),
        "question": question.text,
        "context": paragraph.context,
        "title": paragraph.title,
    }
    if question.answers is None and not question.is_impossible:  # held back by the organisers
        return fields
    return {**fields, "answers": list(dict.fromkeys(one.text for one in question.answers or ())) or [""]}
