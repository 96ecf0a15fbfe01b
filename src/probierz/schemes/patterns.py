r"""Regular expressions as recorded: PCRE on the bytes of the UTF-8 text, and never a hang.

The recorded evaluator compiles patterns with PCRE 1 and no options, so `.` and `[^x]` match single bytes, `\w \d \s \b`
and `(?i)` are ASCII, and a pattern may cut a multi-byte letter in two (what is left becomes U+FFFD). A pattern that
begins with `(*UTF8)` matches characters instead, and with `(*UCP)` classes are Unicode too, as in PCRE itself.

Time is bounded: a pattern whose worst case is at most polynomial runs freely on lines short enough for it; anything
else runs under a time limit a line and ends in a clear error.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.errors import PatternError
from probierz.text import decode_lenient, words

if TYPE_CHECKING:
    import regex

__all__ = ["LINE_SECONDS", "Pattern", "compiled", "find_all", "keep_tokens", "substitute"]

LINE_SECONDS = 2.0
"""How long one pattern may work on one line."""

_MOST_STEPS = 3e8  # about two seconds of matching: what a line may cost without a time limit
_LONGEST_PATTERN = 10_000

TextStep = Callable[[str], str]


# --- from PCRE to the regex module -----------------------------------------------------------------------------------

_ESCAPES = {
    "e": r"\x1b",
    "Z": r"(?=\n?(?!.|\n))",
    "z": r"(?!.|\n)",
    "N": r"[^\n]",
    "h": r"[\t\x20\xa0]",
    "H": r"[^\t\x20\xa0]",
    "v": r"[\n\v\f\r\x85]",
    "V": r"[^\n\v\f\r\x85]",
    "R": r"(?>\r\n|[\n\v\f\r\x85])",
    "C": r"(?s:.)",
}
_KNOWN_ESCAPES = frozenset("ABDGKSWXabdfnprstwxPk")
_UNSUPPORTED_ESCAPES = frozenset("LUluN")
_IN_CLASS = {"e": r"\x1b", "h": r"\t\x20\xa0", "v": r"\n\v\f\r\x85"}


def _translate(pattern: str) -> str:
    r"""Rewrite the escapes that PCRE and the regex module read differently; `\Q…\E` becomes escaped text."""
    parts: list[str] = []
    at, in_class = 0, False
    while at < len(pattern):
        character = pattern[at]
        if character != "\\" or at + 1 == len(pattern):
            in_class = _still_in_class(character, in_class, parts)
            parts.append(character)
            at += 1
            continue
        escaped = pattern[at + 1]
        if escaped == "Q":
            end = pattern.find("\\E", at)
            end = len(pattern) if end < 0 else end
            parts.append(re.escape(pattern[at + 2 : end]))
            at = end + 2
            continue
        parts.append(_escape(escaped, in_class))
        at += 2
    return "".join(parts)


def _still_in_class(character: str, in_class: bool, before: list[str]) -> bool:
    if not in_class:
        return character == "["
    # A bracket that opens the class is literal: []x] and [^]x].
    opening = before[-1] == "[" or (before[-1] == "^" and before[-2:-1] == ["["])
    return character != "]" or opening


def _escape(letter: str, in_class: bool) -> str:
    table = _IN_CLASS if in_class else _ESCAPES
    if letter in table:
        return table[letter]
    if letter.isascii() and letter.isalpha() and letter not in _KNOWN_ESCAPES and letter not in _UNSUPPORTED_ESCAPES:
        return letter  # PCRE: an unknown escape is the letter itself
    return "\\" + letter


@cache
def _compiled(pattern: str) -> Pattern:
    import regex

    if len(pattern) > _LONGEST_PATTERN:
        raise PatternError(f"the regular expression is {len(pattern)} characters long; at most {_LONGEST_PATTERN} work")
    body, unicode, properties = pattern, False, False
    while (verb := re.match(r"\(\*(UTF8?|UCP)\)", body)) is not None:
        unicode, properties = unicode or verb[1] != "UCP", properties or verb[1] == "UCP"
        body = body[verb.end() :]
    try:
        source = _translate(body)
        if unicode:
            expression: Any = regex.compile(source, regex.V0 | (0 if properties else regex.ASCII))
        else:
            expression = regex.compile(source.encode(), regex.V0)
    except (regex.error, RecursionError, OverflowError, UnicodeError, ValueError) as error:
        reason = str(error) or type(error).__name__
        raise PatternError(
            f"the regular expression {_shown(pattern)} does not compile: {reason}",
            recorded=f"Text.Regex.PCRE.Light: Error in regex: {reason}",
        ) from error
    return Pattern(pattern, expression, unicode, shape_of(body))


def compiled(pattern: str) -> Pattern:
    """Return the compiled pattern, to look at its shape and groups. Raises PatternError for a broken one."""
    return _compiled(pattern)


def _shown(pattern: str) -> str:
    return repr(pattern if len(pattern) <= 80 else pattern[:77] + "…")


# --- how bad a pattern can get ---------------------------------------------------------------------------------------


class Shape(NamedTuple):
    """What a look at a pattern's structure tells.

    simple: no nested or ambiguous repetition, nothing exotic: time is at most O(length ** (repeats + 1)).
    repeats: how many unbounded repetitions. consumes: a match is never empty. looks_left: the text before matters.
    """

    simple: bool
    repeats: int = 0
    consumes: bool = False
    looks_left: bool = True
    caret: bool = False
    groups: int = 0


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
    return Shape(True, reader.repeats, body.consumes, reader.looks_left, reader.caret, reader.groups)


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
        self.groups = 0
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
        self.groups += opening == "("
        if self.pattern.startswith("?", self.at):
            raise _TooOdd
        inner = self.alternatives()
        if not self.pattern.startswith(")", self.at):
            raise _TooOdd
        self.at += 1
        return _Part(False, inner.varies, None) if opening in ("(?=", "(?!") else inner


# --- running under a limit -------------------------------------------------------------------------------------------


class Pattern:
    """A compiled pattern that knows for which lines it needs a time limit."""

    def __init__(self, source: str, expression: regex.Pattern[Any], unicode: bool, shape: Shape) -> None:
        self.source = source
        self.expression = expression
        self.unicode = unicode
        self.shape = shape
        self.free_length = _MOST_STEPS ** (1 / (shape.repeats + 1)) if shape.simple else -1

    def encode(self, text: str) -> Any:
        return text if self.unicode else text.encode()

    def decode(self, data: Any) -> str:
        return data if self.unicode else decode_lenient(data)

    def limit(self, data: Any) -> dict[str, float]:
        return {} if len(data) <= self.free_length else {"timeout": LINE_SECONDS}

    def runs_away(self) -> PatternError:
        return PatternError(
            f"the regular expression {_shown(self.source)} needs more than {LINE_SECONDS:g} s on one line; "
            "write it without nested repetitions such as (a+)+",
            recorded="Text.Regex.PCRE.Light: match limit",
        )


def find_all(source: str) -> TextStep:
    """`m<re>`: all matches of the text, concatenated; no match gives the empty text."""
    pattern = _compiled(source)

    def step(text: str) -> str:
        data = pattern.encode(text)
        try:
            found = [match.group() for match in pattern.expression.finditer(data, **pattern.limit(data))]
        except TimeoutError:
            raise pattern.runs_away() from None
        return pattern.decode(data[:0].join(found))

    return step


def keep_tokens(source: str) -> TextStep:
    """`t<re>`: the white-space separated tokens in which the pattern matches anywhere, joined by one space."""
    pattern = _compiled(source)
    search = pattern.expression.search

    def matches(word: str) -> bool:
        data = pattern.encode(word)
        return search(data, **pattern.limit(data)) is not None

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
    did not take part is empty. An empty match with an empty replacement ends the whole substitution, as recorded; an
    empty match with another replacement, on which the recorded evaluator never ends, is replaced once at each place.
    """
    pattern = _compiled(source)
    pieces = [int(piece) if at % 2 else pattern.encode(piece) for at, piece in enumerate(_REFERENCE.split(replacement))]
    expand = _expander(pattern, [piece for piece in pieces if piece != pattern.encode("")])
    at_once = pattern.shape.simple and pattern.shape.consumes and not pattern.shape.looks_left
    run = _all_at_once(pattern, expand) if at_once else _one_by_one(pattern, expand)

    def step(text: str) -> str:
        try:
            return run(text)
        except TimeoutError:
            raise pattern.runs_away() from None

    return step


Expander = Callable[[Any], Any]


def _expander(pattern: Pattern, pieces: list[Any]) -> Any:
    """The replacement as a constant, or as a function of the match when it refers to groups."""
    empty = pattern.encode("")
    pieces = [piece for piece in pieces if not isinstance(piece, int) or piece <= pattern.expression.groups]
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
    sub = pattern.expression.sub
    constant = not callable(expand)
    template = expand.replace(pattern.encode("\\"), pattern.encode("\\\\")) if constant else expand
    careful = _one_by_one(pattern, expand) if pattern.shape.caret else None

    def run(text: str) -> str:
        data = pattern.encode(text)
        limit = pattern.limit(data)
        if careful is not None:
            first = pattern.expression.search(data, **limit)
            if first is not None and first.start() == 0 and not (expand if constant else expand(first)):
                return careful(text)  # what follows moves to the start, where ^ matches again
        return pattern.decode(sub(template, data, **limit))

    return run


def _one_by_one(pattern: Pattern, expand: Any) -> TextStep:
    """Replace match by match in the current text, as recorded."""
    search = pattern.expression.search

    def run(text: str) -> str:
        data, at = pattern.encode(text), 0
        deadline = time.perf_counter() + LINE_SECONDS
        limit = pattern.limit(data)
        while at < len(data):
            match = search(data, at, **limit)
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
