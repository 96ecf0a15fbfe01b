"""How bad a regular expression can get: a look at its structure, without running it."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class Shape(NamedTuple):
    """What a look at a pattern's structure tells.

    simple: no nested or ambiguous repetition, nothing exotic: time is at most O(length ** (repeats + 1)).
    repeats: how many unbounded repetitions. consumes: a match is never empty. looks_left: the text before matters.
    caret: it can match only at the start somewhere. groups: where the capturing groups open.
    """

    simple: bool
    repeats: int = 0
    consumes: bool = False
    looks_left: bool = True
    caret: bool = False
    groups: tuple[int, ...] = ()


_COMPLEX = Shape(simple=False)
_ATOM = re.compile(
    r"""\\(?P<escape>.)|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|(?P<open>\((?:\?(?:[:=!]|i\)))?)|(?P<close>\))"""
    r"""|(?P<bar>\|)|(?P<anchor>[\^$])|(?P<odd>[*+?{])|.""",
    re.DOTALL,
)
_QUANTIFIER = re.compile(r"([*+?])[?+]?")


@cache
def shape_of(pattern: str) -> Shape:
    """Look at the structure of a pattern; whatever is not plainly simple is taken to be complex."""
    try:
        reader = _ShapeReader(pattern)
        body = reader.alternatives()
    except (_TooOdd, RecursionError):
        return _COMPLEX
    if reader.at < len(pattern):
        return _COMPLEX
    return Shape(True, reader.repeats, body.consumes, reader.looks_left, reader.caret, tuple(reader.groups))


class _TooOdd(Exception):
    pass


class _Part(NamedTuple):
    consumes: bool
    varies: bool  # holds a repetition or an option
    firsts: frozenset[str] | None  # the literal characters it can begin with; None: something wider
    branches: int = 1


class _ShapeReader:
    """A recursive reader of patterns that only keeps what `Shape` needs."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.repeats = 0
        self.groups: list[int] = []
        self.looks_left = False
        self.caret = False

    def alternatives(self) -> _Part:
        branches = [self.sequence()]
        while self.at < len(self.pattern) and self.pattern[self.at] == "|":
            self.at += 1
            branches.append(self.sequence())
        known = [branch.firsts for branch in branches if branch.firsts is not None]
        joined = frozenset().union(*known)
        distinct = len(known) == len(branches) and len(joined) == sum(map(len, known))
        return _Part(
            all(branch.consumes for branch in branches),
            any(branch.varies for branch in branches),
            joined if distinct else None,
            len(branches),
        )

    def sequence(self) -> _Part:
        consumes, varies = False, False
        firsts: frozenset[str] | None = None
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            part = self.quantified()
            if not consumes:
                firsts = part.firsts if part.consumes and firsts is None and not varies else None
            consumes = consumes or part.consumes
            varies = varies or part.varies
        return _Part(consumes, varies, firsts if consumes else None)

    def quantified(self) -> _Part:
        part = self.atom()
        found = _QUANTIFIER.match(self.pattern, self.at)
        if found is None:
            return part
        self.at = found.end()
        if self.at < len(self.pattern) and self.pattern[self.at] in "*+?{":
            raise _TooOdd
        if found[1] != "?":
            if part.varies or not part.consumes or (part.branches > 1 and part.firsts is None):
                raise _TooOdd  # a repetition that can be cut up in more than one way
            self.repeats += 1
        return _Part(part.consumes and found[1] == "+", True, part.firsts if found[1] == "+" else None)

    def atom(self) -> _Part:
        found = _ATOM.match(self.pattern, self.at)
        if found is None or found["odd"] or found["close"]:
            raise _TooOdd
        self.at = found.end()
        text = found.group()
        if found["open"]:
            return self.group(text)
        if found["anchor"]:
            self.caret = self.caret or text == "^"
            return _Part(False, False, None)
        if found["escape"]:
            return self.escape(found["escape"])
        literal = frozenset(text) if len(text) == 1 and text != "." and text.isascii() else None
        return _Part(True, False, literal)

    def escape(self, letter: str) -> _Part:
        if letter in "bB":
            self.looks_left = True
            return _Part(False, False, None)
        if letter.isalnum() and letter not in "dDwWsSntrfa":
            raise _TooOdd
        return _Part(True, False, None if letter.isalnum() else frozenset(letter))

    def group(self, opening: str) -> _Part:
        if opening == "(?i)":
            raise _TooOdd  # letters of both cases could make branches overlap
        if opening == "(":
            self.groups.append(self.at - 1)
        if self.pattern.startswith("?", self.at):
            raise _TooOdd
        inner = self.alternatives()
        if not self.pattern.startswith(")", self.at):
            raise _TooOdd
        self.at += 1
        return _Part(False, inner.varies, None) if opening in ("(?=", "(?!") else inner
