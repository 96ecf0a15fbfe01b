"""Words that were broken at the end of a line, put together again; and words with a gap inside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from probierz.systems.ocr.pages import cut
from probierz.systems.parts.lexicon import RARE, Lexicon

__all__ = ["Joined", "join_and_tell", "join_lines", "space"]

_ALWAYS = "-¬\xad"
_WHERE_KNOWN = "=»«~_*+”<>'—–"
_TIMES = 20
_LAST = re.compile(r"([^\W\d_]+)[^\w\s]?$")
_STRAY_AFTER = re.compile(r"(?<=[^\W\d_])- [^\w\s]$")
_STRAY_BEFORE = re.compile(r"^\s*(?:[^\w\s] )?\s*")
_FIRST = re.compile(r"[^\W\d_]+")


class Joined(NamedTuple):
    """A word that was put together. line, below: where it begins and where its rest stood.

    at, rest: which of the words of these lines, as they were read, are its halves.
    """

    line: int
    at: int
    below: int
    rest: int


def join_lines(lines: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Put words together that a hyphen, or what was read for one, breaks at the end of a line.

    The rest of the word comes up to the line where it begins. Signs that stand alone may lie between.
    `-` always joins, unless it stands far off; `=` and the like where the lexicon knows the whole word; anything else,
    or no sign at all, where it does not know a half.
    """
    return join_and_tell(lines, lexicon)[0]


def join_and_tell(lines: Sequence[str], lexicon: Lexicon) -> tuple[list[str], list[Joined]]:
    """Put broken words together, and say which words they were."""
    done, joined = list(lines), []
    taken = [0] * len(done)  # words that went up from the beginning of a line
    for number in range(len(done)):
        line = done[number].rstrip()
        if not line or not _may_be_broken(line, lexicon):
            continue
        line = _STRAY_AFTER.sub("-", line)
        below = _next(done, number)
        if below is None:
            continue
        text = _STRAY_BEFORE.sub("", done[below]) if line[-1] == "-" else done[below].lstrip()
        first, space, rest = text.partition(" ")
        if first and _belong_together(line, first, lexicon, near=below == number + 1):
            left = line if line[-1].isalpha() else line[:-1].rstrip("-")
            taken[below] = len(done[below].split()) - len(rest.split())
            joined.append(Joined(number, taken[number] + len(line.split()) - 1, below, taken[below] - 1))
            done[number] = left + (first if left[-1:].isupper() else first[0].lower() + first[1:])
            done[below] = rest if space else ""
    return done, joined


def _may_be_broken(line: str, lexicon: Lexicon) -> bool:
    """Whether a line ends with a sign, or with a word that is hardly one."""
    return not line[-1].isalnum() or (line[-1].isalpha() and lexicon.is_rare[line[line.rfind(" ") + 1 :]])


def _next(lines: Sequence[str], number: int) -> int | None:
    """The next line with more than a sign in it."""
    for below in range(number + 1, min(number + 3, len(lines))):
        if len(lines[below].strip()) > 1:
            return below
    return None


def _belong_together(line: str, first: str, lexicon: Lexicon, *, near: bool) -> bool:
    left, right = _LAST.search(line), _FIRST.match(first)
    if not left or not right:
        return False
    half, other = left[1].lower(), right[0].lower()
    if not first[0].islower():
        return line[-1] in _ALWAYS and left[1][-1].islower() and half + other in lexicon
    if line[-1] in _ALWAYS:
        return near or half + other in lexicon or not (half in lexicon and other in lexicon)
    if line[-1] in _WHERE_KNOWN:
        return half + other in lexicon
    return _is_one_word(half, other, lexicon)


def _is_one_word(half: str, other: str, lexicon: Lexicon) -> bool:
    """Whether two words are hardly one each, and well known as one."""
    least = min(lexicon.count(half), lexicon.count(other))
    return least <= RARE and lexicon.count(half + other) > _TIMES * least + 1


# --- within a line ---------------------------------------------------------------------------------------------------

_GAPLESS = re.compile(r"(?<=[^\W\d_]{2})([,;:!?]+|\.(?=[^\W\d_a-ząćęłńóśźż]))(?=[^\W\d_]{2})")
_DASH = re.compile(r"(—+)(?![,.;:!?)])")
_ALONE = frozenset([",", ";", ":", "!", "?", ".", "...", "!...", "?...", "?!", "!!", "....", "…"])


def space(tokens: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Give dashes their spaces, marks the word before them, and words with a gap their other half."""
    if any(map(_IS_ODD.__getitem__, tokens)):
        tokens = [part for token in tokens for part in (_parts(token) if _IS_ODD[token] else (token,))]
        if not _ALONE.isdisjoint(tokens):
            tokens = list(_marks(tokens))
    return _whole(list(tokens), lexicon)


class _Oddity(dict[str, bool]):
    """Whether a token has signs that need care; each token is looked at once."""

    def __missing__(self, token: str) -> bool:
        if len(self) > _REMEMBERED:
            self.clear()
        found = self[token] = "—" in token or token in _ALONE or _GAPLESS.search(token) is not None
        return found


_IS_ODD = _Oddity()
_REMEMBERED = 300_000


def _parts(token: str) -> list[str]:
    """Cut a token at long dashes, `mnie—mówił` in three, and after marks inside it, `widzę,że` in two; no addresses."""
    if "—" in token and token.strip("—-"):
        token = _DASH.sub(r" \1 ", token)
    return [token] if "/" in token or "@" in token else _GAPLESS.sub(r"\1 ", token).split()


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


def _whole(tokens: list[str], lexicon: Lexicon) -> list[str]:
    """Put two tokens together where only the whole is a word: `gwizd nąć`."""
    is_rare = [lexicon.is_rare[token] for token in tokens]
    joined, at = [], 0
    while at < len(tokens) - 1:
        if (is_rare[at] or is_rare[at + 1]) and _are_halves(tokens[at], tokens[at + 1], lexicon):
            joined.append(at)
            at += 1
        at += 1
    for at in reversed(joined):
        tokens = [*tokens[:at], tokens[at].rstrip("-") + tokens[at + 1], *tokens[at + 2 :]]
    return tokens


def _are_halves(left: str, right: str, lexicon: Lexicon) -> bool:
    if not right[0].islower() or not (left[-1].isalpha() or left[-1] == "-"):
        return False
    first, last = cut(left).word.lower(), cut(right).word.lower()
    if left[-1] == "-" and len(left) > 2:
        return first + last in lexicon
    return bool(first and last) and _is_one_word(first, last, lexicon)
