"""Reading tables of a TOML file into the data classes of a declaration, with messages that name the key."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from probierz.errors import ChallengeError, nearest

T = TypeVar("T")

_WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


def read_toml(file: Path) -> dict[str, Any]:
    """Return what a TOML file holds. Raises ChallengeError."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ChallengeError(f"{file}: the file cannot be read: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ChallengeError(f"{file}: this is not TOML: {error}") from error


def read_table(kind: type[T], table: object, where: str) -> T:
    """Return an object of a data class whose fields are the keys of a table; tables inside become objects as well.

    where: the file and the place in it, for messages.
    Raises ChallengeError for a key that is unknown or missing, or a value of another type.
    """
    if not isinstance(table, Mapping):
        raise ChallengeError(f"{where}: a table is wanted, with the keys of {kind.__name__}; found {table!r}")
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    _refuse_unknown(table, known, where)
    hints = _types(kind)  # type: ignore[arg-type]
    values = {key: _value(hints[key], value, f"{where}, key {key!r}") for key, value in table.items()}
    missing = [name for name, one in known.items() if name not in values and _is_needed(one)]
    if missing:
        needed = ", ".join(name for name, one in known.items() if _is_needed(one))
        raise ChallengeError(f"{where}: the key {missing[0]!r} is missing; write it there (these are needed: {needed})")
    return kind(**values)


@cache
def _types(kind: type) -> dict[str, Any]:
    """The types of a data class's fields: to find out takes as long as to read the TOML."""
    return get_type_hints(kind)


def _refuse_unknown(table: Mapping[str, object], known: Mapping[str, object], where: str) -> None:
    for key in table:
        if key not in known:
            close = nearest(key, known)
            hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(known)}"
            raise ChallengeError(f"{where}: there is no key {key!r}; {hint}")


def _is_needed(one: Field[Any]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


def _value(hint: Any, value: Any, where: str) -> Any:
    arguments = get_args(hint)
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise ChallengeError(f"{where}: a list is wanted, found {value!r}")
        return tuple(_value(arguments[0], one, f"{where}, number {at}") for at, one in enumerate(value, 1))
    if isinstance(get_origin(hint), type) and issubclass(get_origin(hint), Mapping):
        if not isinstance(value, dict):
            raise ChallengeError(f"{where}: a table is wanted, found {value!r}")
        return {key: _value(arguments[1], one, f"{where}, key {key!r}") for key, one in value.items()}
    if hint is Any:
        return value
    if arguments:  # one of several words
        if value not in arguments:
            raise ChallengeError(f"{where}: one of {', '.join(arguments)} is wanted, found {value!r}")
        return value
    if hint in _WORDS:
        return _plain(hint, value, where)
    return read_table(hint, value, where)


def _plain(kind: type, value: object, where: str) -> object:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not kind:
        raise ChallengeError(f"{where}: {_WORDS[kind]} is wanted, found {value!r}")
    return value
