"""Words that were broken at the end of a line, put together again; and words with a gap inside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from probierz.systems.ocr.pages import cut
from probierz.systems.parts.lexicon import Lexicon

__all__ = ["join_lines", "space"]

_ALWAYS = "-¬\xad"
_WHERE_KNOWN = "=»«~_*+”<>'—–"
_RARE, _TIMES = 2, 20
_LAST = re.compile(r"([^\W\d_]+)[^\w\s]?$")
_FIRST = re.compile(r"[^\W\d_]+")


def join_lines(lines: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Put words together that a hyphen, or what was read for one, breaks at the end of a line.

    The rest of the word comes up to the line where it begins. An empty line, or one of a single sign, may lie between.
    `-` always joins, unless it stands far off; `=` and the like where the lexicon knows the whole word; anything else,
    or no sign at all, where it does not know a half.
    """
    done = list(lines)
    for number, line in enumerate(lines):
        line = done[number].rstrip()  # noqa: PLW2901 - an earlier join may have changed it
        if not line:
            continue
        below = _next(done, number)
        if below is None:
            continue
        first, space, rest = done[below].lstrip().partition(" ")
        if _belong_together(line, first, lexicon, near=below == number + 1):
            done[number] = (line if line[-1].isalpha() else line[:-1].rstrip("-")) + first
            done[below] = rest if space else ""
    return done


def _next(lines: Sequence[str], number: int) -> int | None:
    """The next line with more than a sign in it."""
    for below in range(number + 1, min(number + 3, len(lines))):
        if len(lines[below].strip()) > 1:
            return below
    return None


def _belong_together(line: str, first: str, lexicon: Lexicon, *, near: bool) -> bool:
    left, right = _LAST.search(line), _FIRST.match(first)
    if not left or not right or not first[0].islower():
        return False
    half, other = left[1].lower(), right[0].lower()
    if line[-1] in _ALWAYS:
        return near or half + other in lexicon or not (half in lexicon and other in lexicon)
    if line[-1] in _WHERE_KNOWN:
        return half + other in lexicon
    return _is_one_word(half, other, lexicon)


def _is_one_word(half: str, other: str, lexicon: Lexicon) -> bool:
    """Whether two words are hardly one each, and well known as one."""
    least = min(lexicon.count(half), lexicon.count(other))
    return least <= _RARE and lexicon.count(half + other) > _TIMES * least + 1


# --- within a line ---------------------------------------------------------------------------------------------------

_DASH = re.compile(r"(—+)(?![,.;:!?)])")
_ALONE = frozenset([",", ";", ":", "!", "?", ".", "...", "!...", "?...", "?!", "!!", "....", "…"])


def space(tokens: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Give dashes their spaces, marks the word before them, and words with a gap their other half."""
    if "—" in "".join(tokens):
        tokens = list(_dashes(tokens))
    if not _ALONE.isdisjoint(tokens):
        tokens = list(_marks(tokens))
    return list(_whole(tokens, lexicon))


def _dashes(tokens: Sequence[str]) -> Iterator[str]:
    """Cut tokens at a long dash: `mnie—mówił` is three tokens."""
    for token in tokens:
        if "—" in token and len(token) > 1 and token.strip("—-"):
            yield from _DASH.sub(r" \1 ", token).split()
        else:
            yield token


def _marks(tokens: Sequence[str]) -> Iterator[str]:
    """Put marks that stand alone to the word before them: `serce ,` is one token."""
    waiting = ""
    for token in tokens:
        if waiting and token in _ALONE and waiting[-1].isalnum():
            waiting += token
            continue
        if waiting:
            yield waiting
        waiting = token
    if waiting:
        yield waiting


def _whole(tokens: Sequence[str], lexicon: Lexicon) -> Iterator[str]:
    """Put two tokens together where only the whole is a word: `gwizd nąć`."""
    number = 0
    while number < len(tokens):
        token = tokens[number]
        if number + 1 < len(tokens) and _are_halves(token, tokens[number + 1], lexicon):
            yield token.rstrip("-") + tokens[number + 1]
            number += 1
        else:
            yield token
        number += 1


def _are_halves(left: str, right: str, lexicon: Lexicon) -> bool:
    if not right[0].islower() or not (left[-1].isalpha() or left[-1] == "-"):
        return False
    if lexicon.count(left) > _RARE and lexicon.count(right) > _RARE:
        return False
    first, last = cut(left).word.lower(), cut(right).word.lower()
    return bool(first and last) and _is_one_word(first, last, lexicon)
