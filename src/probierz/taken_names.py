"""A name stands for one function in a registry, whatever was imported first."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from probierz.errors import OptionError


def refuse_taken(what: str, name: str, new: Callable[..., Any], old: Callable[..., Any] | None) -> None:
    """Raise OptionError, with both places, where a name stands for another function already.

    what: kind of thing that has the name, such as "metric". old: what has the name; None: nothing.
    The same function may come again, as a module does that is loaded anew or a cell that is run once more: the one of
    the same qualified name in the same module or file.
    """
    if old is not None and not _is_same(new, old):
        here, there = _definition_place(new), _definition_place(old)
        raise OptionError(f"{here}: the {what} {name!r} is defined in {there} already; give this one another name")


def _definition_place(function: Callable[..., Any]) -> str:
    """Module and line of a function, such as `probierz.metrics.edits:14`; the file where it is no module's."""
    code = getattr(function, "__code__", None)
    if code is None:
        return f"{function.__module__}.{_name(function)}"
    is_imported = getattr(function, "__globals__", {}).get("__spec__") is not None
    return f"{function.__module__ if is_imported else code.co_filename}:{code.co_firstlineno}"


def _is_same(new: Callable[..., Any], old: Callable[..., Any]) -> bool:
    return _name(new) == _name(old) and (new.__module__ == old.__module__ or _file(new) == _file(old) != "")


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__qualname__", repr(function))


def _file(function: Callable[..., Any]) -> str:
    code = getattr(function, "__code__", None)
    return os.path.realpath(code.co_filename) if code and os.path.exists(code.co_filename) else ""
