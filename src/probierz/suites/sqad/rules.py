"""Rules: what has to hold for a record of SQAD 3.0, a function for each, found by its name.

A rule is a function from a record to what is wrong with it:

    @rule("one-selection-sentence", "The answer selection is exactly one sentence.")
    def one_selection_sentence(record: Record) -> Iterator[RuleMatch]: ...

Rules on several records together are in `probierz.suites.sqad.cross_record_rules`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from probierz.errors import OptionError, nearest
from probierz.suites.sqad.records import Record
from probierz.taken_names import refuse_taken

Level = Literal["error", "warning"]


class RuleMatch(NamedTuple):
    """What a rule found: the part or file, the line in it (0: the file as a whole), and what is wrong there."""

    part: str
    line: int
    message: str


@dataclass(frozen=True)
class RecordFault:
    """A fault of a record, with its place."""

    rule: str
    level: Level
    record: str
    path: Path
    line: int
    message: str

    @property
    def place(self) -> str:
        """The file, and the line where there is one."""
        return f"{self.path}:{self.line}" if self.line else str(self.path)


@dataclass(frozen=True)
class RecordRule:
    """A rule: what holds, how bad it is when it does not, and the function that looks.

    mends: what `probierz sqad fix` does about it; empty where only a person can.
    together: it compares records, so `find` finds nothing.
    """

    name: str
    says: str
    level: Level
    mends: str
    find: Callable[[Record], Iterator[RuleMatch]]
    together: bool = False


RULES: dict[str, RecordRule] = {}
_MODULES = ("file_rules", "content_rules", "cross_record_rules")


def rule(
    name: str, says: str, *, level: Level = "error", mends: str = "", together: bool = False
) -> Callable[[Callable[[Record], Iterator[RuleMatch]]], Callable[[Record], Iterator[RuleMatch]]]:
    """Register a function as the rule of that name. Raises OptionError where another one has the name."""

    def register(find: Callable[[Record], Iterator[RuleMatch]]) -> Callable[[Record], Iterator[RuleMatch]]:
        refuse_taken("rule", name, find, RULES[name].find if name in RULES else None)
        RULES[name] = RecordRule(name, says, level, mends, find, together)
        return find

    return register


def chosen_rules(names: Sequence[str]) -> list[RecordRule]:
    """Return the rules of these names; all where none is named. Raises OptionError with the nearest names."""
    for module in _MODULES:
        importlib.import_module(f"probierz.suites.sqad.{module}")  # it registers its rules
    for name in names:
        if name not in RULES:
            close = nearest(name, RULES) or list(RULES)
            raise OptionError(f"no rule is called {name!r}; did you mean {' or '.join(close)}?")
    ordered = sorted(RULES.values(), key=lambda one: _MODULES.index(one.find.__module__.rpartition(".")[2]))
    return [one for one in ordered if not names or one.name in names]


def check_record(record: Record, rules: Sequence[RecordRule]) -> Iterator[RecordFault]:
    """Yield what is wrong with a record, in the order of the rules."""
    for one in rules:
        for found in one.find(record):
            path = record.file(found.part) if found.part in _PARTS else record.path / found.part
            yield RecordFault(one.name, one.level, record.name, path, found.line, found.message)


_PARTS = ("question", "answer", "text", "url", "metadata", "selection", "extraction", "context")
