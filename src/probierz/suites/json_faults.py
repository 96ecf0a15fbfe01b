"""What is wrong with a text that is no JSON, in plain words, and what to do about it."""

from __future__ import annotations

import os
from typing import Any

from probierz.errors import DataError

_CLOSED_TOO_EARLY = {
    "file": "the file ends before all its brackets are closed; was it cut off? fetch or write it again",
    "line": "the line ends before all its brackets are closed; write each object on one line",
}
_EMPTY = {"file": "the file is empty; fetch or write it again", "line": "the line is empty; remove it"}
_COMMA_TOO_MANY = "a comma stands before a closing bracket; remove it"
_WORDS = {
    "Expecting value": (
        "a value is wanted here; write a text in double quotes, a number, a list, an object, true, false or null"
    ),
    "Expecting property name": "a name in double quotes is wanted here; put it into them",
    "Expecting ':'": "a colon is missing between a name and its value; write it here",
    "Expecting ','": (
        "a comma or a closing bracket is missing before this; write it, or a backslash before each quotation mark "
        "within a text"
    ),
    "Illegal trailing comma": _COMMA_TOO_MANY,
    "Extra data": "something stands behind the end of the object; remove it, or what closes the object too early",
    "Unterminated string": "a text begins here, and nothing ends it; close it with a quotation mark",
    "Invalid control character": (
        r"a line ends or a TAB stands within a text; close the text with a quotation mark, or write \n or \t there"
    ),
    "Invalid \\": "a backslash stands before what JSON does not know; write a backslash twice",
}
"""By the beginning of what Python's library says."""


def parsed_line(text: str, path: str | os.PathLike[str], line: int) -> Any:
    """Return what a line of JSON lines holds. Raises DataError, which says what is wrong with it and where."""
    import json

    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(json_fault(error), path=path, line=line) from None
    if fault := half_character(value, text):
        raise DataError(fault, path=path, line=line)
    return value


def parsed_file(text: str, path: str | os.PathLike[str]) -> Any:
    """Return what a file of JSON holds. Raises DataError, which says what is wrong with it and at which line."""
    import json

    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise DataError(json_fault(error, "file"), path=path, line=line) from None
    if fault := half_character(value, text):
        raise DataError(fault, path=path)
    return value


def json_fault(error: Exception, whole: str = "line") -> str:
    """Return why a text is no JSON, with the column and what to do. whole: the text is a `line`, or a `file`."""
    import json

    if isinstance(error, json.JSONDecodeError):
        return f"this is not JSON at column {error.colno}: {_fault(error.msg, error.doc, error.pos, whole)}"
    if isinstance(error, RecursionError):
        return "this is not JSON: it is nested too deeply; take out the lists and objects in one another"
    if "int_max_str_digits" in str(error):
        return "this is not JSON: a number has too many digits; shorten it"
    return f"this is not JSON: {error}"


def _fault(said: str, text: str, at: int, whole: str) -> str:
    known = next((words for begin, words in _WORDS.items() if said.startswith(begin)), said)
    if not text.strip():
        return _EMPTY[whole]
    if not text[at:].strip() and known != _WORDS["Extra data"]:
        return _CLOSED_TOO_EARLY[whole]
    is_comma_too_many = text[at : at + 1] in ("}", "]") and text[:at].rstrip().endswith(",")
    return _COMMA_TOO_MANY if is_comma_too_many else known


def half_character(value: Any, read: str) -> str:
    r"""Say that a text has half of a character, which no file of UTF-8 can keep: \ud800 alone; "" where none has.

    read: what the value was read from.
    """
    if "\\ud" not in read and "\\uD" not in read:
        return ""
    import json

    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        return f"a text has half of a character, \\u{ord(error.object[error.start]):04x}; write the whole one"
    return ""
