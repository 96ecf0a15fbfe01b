r"""Patterns as PCRE 1 reads them: on the bytes of the UTF-8 text, with ASCII classes, and never a hang.

GEval compiles patterns with no options, so `.` and `[^x]` match single bytes, `\w \d \s \b` and `(?i)`
are ASCII, and a pattern may cut a multi-byte letter in two (what is left becomes U+FFFD). A pattern that begins with
`(*UTF8)` matches characters instead, and with `(*UCP)` classes are Unicode too, as in PCRE itself.

Time is bounded. A pattern whose worst case is plainly polynomial runs without a limit on lines short enough for it, by
the standard library, which reads that much just as PCRE does; anything else runs by the regex module under a time
limit a line and ends in a clear error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

from probierz.errors import OptionError, PatternError
from probierz.schemes.shape import Shape, shape_of
from probierz.text import decode_lenient

_BROKEN = " does not compile: "
LINE_SECONDS = 2.0
"""How long one pattern may work on one line."""

_MOST_STEPS = 3e8  # about two seconds of matching: what a line may cost without a time limit
_LONGEST_PATTERN = 10_000
# What the standard library reads otherwise than PCRE, or warns of, inside a class.
_ODD_CLASS = re.compile(r"\[\[|\[:|--|&&|\|\||~~")


class Pattern:
    """A compiled pattern that knows for which lines it needs a time limit.

    Text is matched in the form that `encode` gives it: bytes, or characters after `(*UTF8)`. What runs away raises
    TimeoutError; `runs_away()` is the error to tell the user.
    """

    def __init__(self, pattern: str, *, keep_groups: bool = True) -> None:
        if len(pattern) > _LONGEST_PATTERN:
            raise PatternError(
                f"the regular expression is {len(pattern)} characters long; at most {_LONGEST_PATTERN} work"
            )
        self.pattern = pattern
        self._body, self.unicode, self._properties = _without_verbs(pattern)
        self.shape: Shape = shape_of(self._body)
        self._quick: Any = self._standard(keep_groups) if self.shape.simple else None
        self._free_length = _MOST_STEPS ** (1 / (self.shape.repeats + 1)) if self._quick is not None else -1.0
        self.groups: int = (self._quick or self._limited).groups

    def encode(self, text: str) -> Any:
        """Return the text in the form that is matched."""
        return text if self.unicode else text.encode()

    def decode(self, data: Any) -> str:
        """Return matched data as text; pieces of a letter become U+FFFD."""
        return data if self.unicode else decode_lenient(data)

    def search(self, data: Any, at: int = 0) -> Any:
        """Return the first match at or after `at`, or None."""
        if len(data) <= self._free_length:
            return self._quick.search(data, at)
        return self._limited.search(data, at, timeout=LINE_SECONDS)

    def finditer(self, data: Any) -> Iterator[Any]:
        """Yield all matches."""
        if len(data) <= self._free_length:
            return self._quick.finditer(data)  # type: ignore[no-any-return]  # of either library
        return self._limited.finditer(data, timeout=LINE_SECONDS)  # type: ignore[no-any-return]

    def sub(self, replacement: Any, data: Any) -> Any:
        """Replace all matches by a template or by what a function of the match returns."""
        if len(data) <= self._free_length:
            return self._quick.sub(replacement, data)
        return self._limited.sub(replacement, data, timeout=LINE_SECONDS)

    def runs_away(self) -> PatternError:
        """Return the error for a pattern that needs too much time."""
        return PatternError(
            f"the regular expression {_shown(self.pattern)} needs more than {LINE_SECONDS:g} s on one line; "
            "write it without nested repetitions such as (a+)+",
            geval="Text.Regex.PCRE.Light: match limit",
        )

    def _standard(self, keep_groups: bool) -> Any:
        """The pattern by the standard library, or None where that might read it otherwise."""
        source = self._body if keep_groups else _without_groups(self._body, self.shape)
        if self.unicode or _ODD_CLASS.search(source) or _translate(self._body) != self._body:
            return None
        try:
            return re.compile(source.encode())
        except (re.error, OverflowError, RecursionError):
            return None

    @cached_property
    def _limited(self) -> Any:
        """The pattern by the regex module, which takes a time limit."""
        import regex

        try:
            source = _translate(self._body)
            if self.unicode:
                return regex.compile(source, regex.V0 | (0 if self._properties else regex.ASCII))
            return regex.compile(source.encode(), regex.V0)
        except (regex.error, RecursionError, OverflowError, UnicodeError, ValueError) as error:
            reason = str(error) or type(error).__name__
            raise PatternError(
                f"the regular expression {_shown(self.pattern)}{_BROKEN}{reason}",
                geval=f"Text.Regex.PCRE.Light: Error in regex: {reason}",
            ) from error


def compile_typed(pattern: str, *, keep_groups: bool = True) -> Pattern:
    """Compile what somebody typed on the command line, for Unicode. Raises OptionError, which shows just that."""
    try:
        return compile_pattern(f"(*UTF8)(*UCP){pattern}", keep_groups=keep_groups)
    except PatternError as error:
        reason = error.message.rpartition(_BROKEN)[2]  # without the verbs in front
        raise OptionError(f"{pattern!r} is not a regular expression: {reason}") from None


@cache
def compile_pattern(pattern: str, *, keep_groups: bool = True) -> Pattern:
    """Compile a pattern once; without groups it may be faster. Raises PatternError for a broken one."""
    return Pattern(pattern, keep_groups=keep_groups)


def _without_verbs(pattern: str) -> tuple[str, bool, bool]:
    unicode, properties = False, False
    while (verb := re.match(r"\(\*(UTF8?|UCP)\)", pattern)) is not None:
        unicode, properties = unicode or verb[1] != "UCP", properties or verb[1] == "UCP"
        pattern = pattern[verb.end() :]
    return pattern, unicode, properties


def _without_groups(body: str, shape: Shape) -> str:
    for at in reversed(shape.groups):
        body = f"{body[:at]}(?:{body[at + 1 :]}"
    return body


def _shown(pattern: str) -> str:
    return repr(pattern if len(pattern) <= 80 else pattern[:77] + "…")


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
