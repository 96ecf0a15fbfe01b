"""Texts as JSON files: read with checks by a JSON Schema, and written again byte for byte.

    {"title": "wikinews1", "words": [{"word": "np", "punctuation": ".", "space_after": true}, ...]}

Two schemas are shipped: `document.schema.json` for any text, and `submission.schema.json`, which knows only the marks
of the task. They are plain files for other tools too; see `schema_path`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from probierz.errors import DataError, not_utf8
from probierz.suites.poleval2021.punctuation.documents import MarkedText, MarkedWord


def schema_path(name: str) -> Path:
    """Return the path of a schema: "document" or "submission"."""
    return Path(__file__).with_name(f"{name}.schema.json")


@dataclass(frozen=True)
class JsonLayout:
    """How a JSON file is laid out: what its values do not say, and what makes its bytes."""

    indent: int | str | None = 2
    is_ascii: bool = False
    is_compact: bool = False
    keys: tuple[str, ...] = ("title", "words")
    word_keys: tuple[str, ...] = ("word", "punctuation", "space_after")
    end: str = "\n"


PLAIN = JsonLayout()


def read_text(path: Path) -> str:
    """Return the text of a file. Raises DataError, with the line of a byte that is not UTF-8."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(f"the file cannot be read: {error.strerror or error}", path=path) from error
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise not_utf8(data, error.start, path) from None


# --- reading ---------------------------------------------------------------------------------------------------------


def parse_json(text: str, path: Path, *, schema: str = "document") -> MarkedText:
    """Return the document in the text of a JSON file.

    Raises DataError, with file, line and word, for what is not JSON or does not fit the schema.
    """
    try:
        plain = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise DataError(f"this is not JSON: {error.msg} (column {error.colno})", path=path, line=error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"this cannot be read as JSON: {error}", path=path) from None
    _validate(plain, text, path, schema)
    words = [MarkedWord(word["word"], word["punctuation"], word["space_after"]) for word in plain["words"]]
    return MarkedText(path.stem, plain["title"], tuple(words))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {repeated!r} stands twice in one object")
    return found


@cache
def _validator(schema: str) -> Callable[[Any], Any]:
    import fastjsonschema

    compiled: Callable[[Any], Any] = fastjsonschema.compile(json.loads(schema_path(schema).read_bytes()))
    return compiled


def _validate(plain: Any, text: str, path: Path, schema: str) -> None:
    validate = _validator(schema)
    from fastjsonschema import JsonSchemaValueException

    try:
        validate(plain)
    except JsonSchemaValueException as fault:
        raise DataError(_explained(fault, plain), path=path, line=_line(fault, text)) from None


def _explained(fault: Any, plain: Any) -> str:
    """The fault in words for people: where, what was found, what is wanted."""
    place = fault.path[1:]
    where = ""
    if len(place) > 1:
        word = plain["words"][int(place[1])]
        told = f" ({word['word']!r})" if isinstance(word, dict) and isinstance(word.get("word"), str) else ""
        where = f"word {int(place[1]) + 1}{told}: "
    key = f"{place[-1]!r}" if place and not place[-1].isdigit() else "what stands here"
    if fault.rule == "required":
        missing = [name for name in fault.rule_definition if name not in fault.value]
        return f"{where}the key {missing[0]!r} is missing"
    if fault.rule == "additionalProperties":
        known = fault.definition["properties"]
        unknown = next(name for name in fault.value if name not in known)
        return f"{where}there is a key {unknown!r}; only {', '.join(known)} are known"
    found = json.dumps(fault.value, ensure_ascii=False)
    return f"{where}{key} is {found[:60]}; {_wanted(fault)}"


def _wanted(fault: Any) -> str:
    if fault.rule == "type":
        names = {"object": "an object {…}", "array": "a list […]", "string": 'a text "…"', "boolean": "true or false"}
        return f"{names[fault.rule_definition]} is wanted"
    if fault.rule == "enum":
        marks = " ".join(mark for mark in fault.rule_definition if mark)
        return f'one mark of {marks} is wanted, or "" for none'
    if fault.rule == "minItems":
        return "a text has at least one word"
    return "a text without spaces is wanted" + (", and not an empty one" if fault.path[-1] == "word" else "")


def _line(fault: Any, text: str) -> int | None:
    """The line on which the word of a fault begins."""
    if len(fault.path) < 3:
        return None
    return next((line for at, line in enumerate(word_lines(text)) if at == int(fault.path[2])), None)


def word_lines(text: str) -> Iterator[int]:
    """Yield the line on which each word of a JSON document begins; nothing where that cannot be found."""
    import re

    start = re.search(r'"words"\s*:\s*\[', text)
    if start is None:
        return
    decoder, at, line, counted = json.JSONDecoder(), start.end(), 1, 0
    while True:
        at += len(text[at:]) - len(text[at:].lstrip(" \t\r\n,")) if text[at : at + 1] in " \t\r\n," else 0
        line, counted = line + text.count("\n", counted, at), at
        try:
            _, at = decoder.raw_decode(text, at)
        except ValueError:
            return
        yield line


# --- writing ---------------------------------------------------------------------------------------------------------


def write_json(document: MarkedText, layout: JsonLayout = PLAIN) -> str:
    """Return a document as the text of a JSON file."""
    values: dict[str, Any] = {"title": document.title, "words": []}
    for word in document.words:
        parts = word._asdict()
        values["words"].append({key: parts[key] for key in layout.word_keys})
    text = json.dumps(
        {key: values[key] for key in layout.keys},
        ensure_ascii=layout.is_ascii,
        indent=layout.indent,
        separators=(",", ":") if layout.is_compact else None,
    )
    return text + layout.end


def layout_of(text: str, document: MarkedText) -> JsonLayout | None:
    """Return the layout with which `write_json` gives this very text again; None where it has none of them."""
    plain = json.loads(text.removeprefix("\ufeff"))
    indent = _indent(text)
    for is_ascii in (False, True):
        for is_compact in (False, True):
            layout = JsonLayout(
                indent,
                is_ascii,
                is_compact,
                tuple(plain),
                tuple(plain["words"][0]),
                "\n" if text.endswith("\n") else "",
            )
            if write_json(document, layout) == text:
                return layout
    return None


def _indent(text: str) -> int | str | None:
    _, newline, rest = text.strip().partition("\n")
    if not newline:
        return None
    space = rest[: len(rest) - len(rest.lstrip(" \t"))]
    return space if "\t" in space else len(space)


def layout_as_dict(layout: JsonLayout) -> dict[str, Any]:
    """Return what is special in a layout as plain data."""
    return {key: value for key, value in asdict(layout).items() if value != getattr(PLAIN, key)}


def layout_from_dict(values: Mapping[str, Any]) -> JsonLayout:
    """Return the layout that such plain data stand for."""
    plain: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    return replace(PLAIN, **plain)
