"""Settings of systems on the command line: NAME=VALUE, and what is to be tried for a setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from probierz.errors import OptionError

if TYPE_CHECKING:
    from probierz.systems.recipes import Recipe
    from probierz.systems.spaces import OneOf, Range, Space


def read_settings(texts: list[str], recipe: Recipe) -> dict[str, Any]:
    """Read NAME=VALUE for settings of a recipe. Raises OptionError."""
    return read_changes(texts, recipe.settings())


def read_changes(texts: list[str], usual: Mapping[str, Any]) -> dict[str, Any]:
    """Read NAME=VALUE, as the kind of value that is usual. Raises OptionError."""
    named = _named("--set", texts, "NAME=VALUE, for instance --set seed=7")
    return {name: _value(usual.get(name), value, name) for name, value in named}


def read_space(texts: list[str], recipe: Recipe) -> Space:
    """Read NAME=LOW..HIGH and NAME=A,B,C. Raises OptionError."""
    usual = recipe.settings()
    named = _named("--over", texts, "NAME=LOW..HIGH, or NAME= and values with commas")
    return {name: _values(usual.get(name), values, name) for name, values in named}


def _named(option: str, texts: list[str], form: str) -> Iterator[tuple[str, str]]:
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"{option} {text}: write {form}")
        yield name, value


_WIDE = 100
"""A range in which one end is so many times the other is searched by size: 0.001 to 0.01 as long as 0.01 to 0.1."""


def _values(usual: Any, text: str, name: str) -> Range | OneOf:
    from probierz.systems.spaces import OneOf, Range

    low, dots, high = text.partition("..")
    if not dots:
        return OneOf(tuple(_value(usual, one, name) for one in text.split(",")))
    if isinstance(usual, bool) or not isinstance(usual, int | float):
        raise OptionError(f"--over {name}={text}: {name} is not a number; write the values with commas")
    first, last = _value(usual, low, name), _value(usual, high, name)
    if not first < last:
        raise OptionError(f"--over {name}={text}: write the lower number first")
    return Range(first, last, log=0 < _WIDE * first <= last)


def _value(usual: Any, text: str, name: str) -> Any:
    if isinstance(usual, bool):
        known = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if text.lower() not in known:
            raise OptionError(f"{name}={text}: say true or false")
        return known[text.lower()]
    kind = type(usual) if isinstance(usual, int | float) else str
    try:
        return kind(text)
    except ValueError:
        raise OptionError(f"{name}={text}: {text!r} is not a number like {usual}") from None
