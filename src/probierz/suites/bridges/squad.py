"""SQuAD files: the data set ({"data": […]}), predictions ({id: text}), and predictions as a list of objects."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from probierz.errors import DataError
from probierz.suites.bridges.foreign_rows import ForeignRow, ForeignRows
from probierz.suites.bridges.json_files import read_json

__all__ = ["read_squad"]

SCHEMES = ("SQuAD-F1", "SQuAD-EM")


def read_squad(path: Path) -> ForeignRows:
    """Read a data set, or predictions. Raises DataError where it is neither."""
    content = read_json(path)
    if isinstance(content, dict) and isinstance(content.get("data"), list):
        rows = [ForeignRow(fields, 0) for fields in _questions(content["data"], path)]
        expected = "answers" if any("answers" in row.fields for row in rows) else ""
        inputs = ("id", "question", "context")
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


def _questions(articles: list[Any], path: Path) -> Iterator[dict[str, Any]]:
    number = 0
    for article in articles:
        for paragraph in _listed(article, "paragraphs", path):
            for question in _listed(paragraph, "qas", path):
                number += 1
                yield _question(question, paragraph, str(article.get("title", "")), path, number)


def _listed(holder: Any, key: str, path: Path) -> list[Any]:
    value = holder.get(key) if isinstance(holder, dict) else None
    if not isinstance(value, list):
        raise DataError(
            f"a list {key!r} is wanted in every {'article' if key == 'paragraphs' else 'paragraph'}", path=path
        )
    return value


def _question(question: Any, paragraph: Any, title: str, path: Path, number: int) -> dict[str, Any]:
    """The fields of a question; one without an identifier gets its number in the file."""
    if not isinstance(question, dict) or "question" not in question:
        raise DataError(f"question {number} has no text: {str(question)[:60]!r}", path=path)
    fields = {
        "id": str(question.get("id", number)),
        "question": question["question"],
        "context": paragraph.get("context", ""),
        "title": title,
    }
    if "answers" not in question and not question.get("is_impossible"):  # held back by the organisers
        return fields
    answers = [one.get("text", "") for one in question.get("answers") or [] if isinstance(one, dict)]
    return {**fields, "answers": list(dict.fromkeys(answers)) or [""]}
