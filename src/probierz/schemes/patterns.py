"""What the flags `m<>`, `t<>` and `s<><>` do with a regular expression, as in GEval. Patterns are those of `pcre`."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from operator import methodcaller
from typing import Any

from probierz.schemes import pcre
from probierz.schemes.pcre import Pattern, compile_pattern
from probierz.text import words

TextStep = Callable[[str], str]


def find_all(source: str) -> TextStep:
    """`m<re>`: all matches of the text, concatenated; no match gives the empty text."""
    pattern = compile_pattern(source, keep_groups=False)

    def step(text: str) -> str:
        data = pattern.encode(text)
        try:
            found = [match.group() for match in pattern.finditer(data)]
        except TimeoutError:
            raise pattern.runs_away() from None
        return pattern.decode(data[:0].join(found))

    return step


def keep_tokens(source: str) -> TextStep:
    """`t<re>`: the white-space separated tokens in which the pattern matches anywhere, joined by one space."""
    pattern = compile_pattern(source, keep_groups=False)

    def matches(word: str) -> bool:
        return pattern.search(pattern.encode(word)) is not None

    def step(text: str) -> str:
        try:
            return " ".join(filter(matches, words(text)))
        except TimeoutError:
            raise pattern.runs_away() from None

    return step


_REFERENCE = re.compile(r"\\(\d+)")


def substitute(source: str, replacement: str) -> TextStep:
    r"""`s<re><replacement>`: replace all matches, each searched for in the text as replaced so far.

    In the replacement only `\` and digits are special, greedily: `\10` is group ten. A group that does not exist or
    did not take part is empty. An empty match with an empty replacement ends the whole substitution, as in GEval; an
    empty match with another replacement, on which GEval never ends, is replaced once at each place.
    """
    pieces = _REFERENCE.split(replacement)
    literals = _literals_of_run(source, replacement)
    if literals:
        return _squeeze(literals, replacement)
    pattern = compile_pattern(source, keep_groups=len(pieces) > 1)
    expand = _expander(pattern, pieces)
    at_once = pattern.shape.simple and pattern.shape.consumes and not pattern.shape.looks_left
    run = _all_at_once(pattern, expand) if at_once else _one_by_one(pattern, expand)

    def step(text: str) -> str:
        try:
            return run(text)
        except TimeoutError:
            raise pattern.runs_away() from None

    return step


def substitute_between_words(source: str, replacement: str) -> TextStep | None:
    """A quicker step after which a text has the same words as after `substitute`; None where there is none.

    How many spaces stand between words makes no difference to them.
    """
    literals = _literals_of_run(source, replacement) if replacement == " " else []
    if len(literals) != 1:
        return None
    return methodcaller("replace", literals[0], " ")


_RUN = re.compile(r"\((?:\?:)?(?P<literals>(?:\\[^a-zA-Z0-9]|[^][\\^$.*+?(){}])+)\)\+", re.ASCII)


def _literals_of_run(source: str, replacement: str) -> list[str]:
    r"""Return the alternatives but ` ` of a pattern such as `(\\n| )+` that is replaced by ` `, else nothing.

    No two of them share a character, so that it does not matter which is replaced first.
    """
    found = _RUN.fullmatch(source) if source.isascii() else None
    if found is None or len(replacement) != 1 or replacement == "\\":
        return []
    literals = [re.sub(r"\\(.)", r"\1", one) for one in re.findall(r"(?:\\.|[^|\\])+", found["literals"])]
    letters = [letter for literal in literals for letter in set(literal)]
    is_plain = found["literals"].count("|") == len(literals) - 1 and "\\|" not in found["literals"]
    if not is_plain or replacement not in literals or len(letters) != len(set(letters)):
        return []
    return [literal for literal in literals if literal != replacement]


def _squeeze(literals: list[str], replacement: str) -> TextStep:
    """Replace runs of these texts and the replacement by one replacement: a third of the time of an expression."""
    several = re.compile(re.escape(replacement) + "{2,}")

    def step(text: str) -> str:
        for literal in literals:
            text = text.replace(literal, replacement)
        return several.sub(replacement, text) if 2 * replacement in text else text

    return step


def _expander(pattern: Pattern, texts: list[str]) -> Any:
    """The replacement as a constant, or as a function of the match when it refers to groups.

    texts: literal pieces and, between them, numbers of groups.
    """
    empty = pattern.encode("")
    pieces = [_group_number(text) if at % 2 else pattern.encode(text) for at, text in enumerate(texts)]
    pieces = [piece for piece in pieces if not isinstance(piece, int) or piece <= pattern.groups]
    if not any(isinstance(piece, int) for piece in pieces):
        return empty.join(pieces)

    def group(match: Any, number: int) -> Any:
        # A piece of a letter that was cut in two is lost before it is put in.
        return pattern.encode(pattern.decode(match.group(number) or empty))

    def expand(match: Any) -> Any:
        return empty.join([group(match, piece) if isinstance(piece, int) else piece for piece in pieces])

    return expand


def _all_at_once(pattern: Pattern, expand: Any) -> TextStep:
    """Replace in one go: for a pattern whose matches cannot be empty nor see what was replaced to their left."""
    constant = not callable(expand)
    template = expand.replace(pattern.encode("\\"), pattern.encode("\\\\")) if constant else expand
    careful = _one_by_one(pattern, expand) if pattern.shape.caret else None

    def run(text: str) -> str:
        data = pattern.encode(text)
        if careful is not None:
            first = pattern.search(data)
            if first is not None and first.start() == 0 and not (expand if constant else expand(first)):
                return careful(text)  # what follows moves to the start, where ^ matches again
        return pattern.decode(pattern.sub(template, data))

    return run


def _one_by_one(pattern: Pattern, expand: Any) -> TextStep:
    """Replace match by match in the current text, as in GEval."""

    def run(text: str) -> str:
        data, at = pattern.encode(text), 0
        deadline = time.perf_counter() + pcre.LINE_SECONDS
        while at < len(data):
            match = pattern.search(data, at)
            if match is None:
                break
            new = expand(match) if callable(expand) else expand
            start, end = match.span()
            if start == end and not new:
                break
            data = data[:start] + new + data[end:]
            at = start + len(new) + (start == end)
            if time.perf_counter() > deadline:
                raise TimeoutError
        return pattern.decode(data)

    return run


def _group_number(digits: str) -> int:
    return int(digits[-9:]) if not digits[:-9].strip("0") else 10**9  # no pattern has that many groups
