"""What is wrong with a line of JSON, in a few words."""

from __future__ import annotations

__all__ = ["json_fault"]


def json_fault(error: Exception) -> str:
    """Return what the library says of a text that is one line of a file, without the line that it counts itself."""
    import json

    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} (column {error.colno})"
    if "int_max_str_digits" in str(error):
        return "a number has too many digits"
    return str(error)
