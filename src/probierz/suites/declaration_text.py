"""A suite as the TOML file that declares it; `probierz.suites.catalogue` reads it back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from probierz.suites.suite import UNSAID, Licence, Suite

_COMPUTED = {"suite", "published", "builder"}

_ABOUT_AVERAGE = [
    "",
    "# Uncommented, the next line has boards of the suite rank by the mean over the tasks, each by its first metric;",
    "# it is refused where these metrics differ in direction, or in their highest value.",
    "# has_average = true",
]


def declaration_text(suite: Suite, licence: Licence, published: str) -> str:
    """Return the suite as TOML: single values first, then the licence, phases and tasks.

    Its tasks are challenge directories, so no builder is named. licence: of tasks that have no other. published: the
    path of published results from the file; empty for none.
    """
    head = [f"{one.name} = {_value(getattr(suite, one.name))}" for one in fields(suite) if _is_said(suite, one.name)]
    head += [f"published = {_value(published)}"] if published else []
    head += [] if suite.has_average else _ABOUT_AVERAGE
    parts = ["\n".join(head), "[licence]\n" + _table(licence)]
    parts += ["[[phases]]\n" + _table(one) for one in suite.phases]
    for task in suite.tasks:
        parts.append("[[tasks]]\n" + _table(task))
        parts += ["[tasks.licence]\n" + _table(task.licence)] if task.licence != licence else []
        parts.append("[tasks.source]\n" + _table(task.source))
        parts += ["[[tasks.splits]]\n" + _table(one) for one in task.splits]
        parts += ["[[tasks.baselines]]\n" + _table(one) for one in task.baselines]
    return "\n\n".join(parts) + "\n"


def _is_said(what: Any, name: str) -> bool:
    """Whether a field is a plain value that says something, and is not written as a table of its own."""
    value = getattr(what, name)
    if name in _COMPUTED or name in ("tasks", "phases", "splits", "baselines", "source", "licence"):
        return False
    if name in ("quota", "daily_quota"):
        return bool(value != UNSAID)
    return bool(value) or (name == "lines" and value == 0)


def _table(what: Any) -> str:
    return "\n".join(
        f"{one.name} = {_value(getattr(what, one.name))}" for one in fields(what) if _is_said(what, one.name)
    )


def _value(value: Any) -> str:
    if is_dataclass(value) and not isinstance(value, type):
        pairs = (f"{one.name} = {_value(getattr(value, one.name))}" for one in fields(value))
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)  # texts, numbers and truth values are written alike in TOML
