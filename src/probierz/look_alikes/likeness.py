"""What texts have in common that a reader may take for one another: `adam`, `аdаm` of Cyrillic letters, `adarn`.

Signs are replaced by those that they look like: by Unicode's table of confusables (UTS 39) in `likeness.tsv`, which
the script `look_alikes` makes, by the letter that the name of a Latin sign has (`Ɲ` is an N with a left hook), and by
the few below that the table leaves out. It goes on until nothing changes: `м` is `ʍ` in the table, and so `m` and `rn`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from probierz.text import without_unseen

TABLE = Path(__file__).with_suffix(".tsv")
"""A line for each sign or two: what they are, a TAB, and all signs that look so."""

_LEFT_OUT = {
    "i": "l", "w": "vv", "d": "cl", "ĸ": "k", "ʍ": "rn", "ɜ": "3", "π": "n", "β": "b", "ε": "e", "ζ": "z", "μ": "u",
    "χ": "x", "ω": "vv", "○": "o",
}  # fmt: skip
"""Letters of names in small sizes, and those of other scripts by the Latin ones they are drawn like."""

_COUNTED = {"Lu", "Ll", "Lt", "Lo", "Nd", "Nl", "No"}
"""Categories of signs that tell names apart; modifier letters (Lm), such as `ʼ`, `ː`, `ـ`, are drawn as marks."""
_DRAWN_AS_MARKS = frozenset("ǃʔɁꞋꞌꞏॽᐧᑊᛌꛫⲺⵈⵑ\u119eㆍ")
"""Letters of other categories that the table of Unicode has as `!`, `?`, `'`, `·` or `-`."""

_STROKES = frozenset("|ǀ丨")
_AMID_LETTERS = re.compile(r"(?<=[^\W\d_])[@!¡](?=[^\W\d_])")

_LATIN = re.compile(r"LATIN (?:(?:SMALL|CAPITAL) LETTER|LETTER SMALL CAPITAL) ([A-Z])(?: WITH .*)?")
_MOST_STEPS = 6


@lru_cache(100_000)
def likeness(text: str) -> str:
    """Return what texts that look alike have in common; marks, blanks, case and accents do not count."""
    plain, before = unicodedata.normalize("NFKD", without_unseen(text)), ""
    for _ in range(_MOST_STEPS):
        if plain == before:
            break
        before = plain
        plain = unicodedata.normalize("NFKD", "".join(map(_drawn, plain))).casefold()
    return "".join(filter(_counts, plain)) or text.strip()


@lru_cache(100_000)
def likenesses(text: str) -> frozenset[str]:
    """Return the same of each way to read a text: those that look alike have one of them in common."""
    return frozenset(map(likeness, readings(text)))


def title_likenesses(title: str) -> frozenset[str]:
    """The same of titles: in words, `5` and `$` are read as an s, which logins such as `anna5` must not be."""
    return likenesses(title.translate({ord("5"): "s", ord("$"): "s"}))


def readings(text: str) -> list[str]:
    """Return how a text may be read: strokes and small raised signs may be letters, or marks such as `™`.

    >>> readings("adm!n™")
    ['admin™', 'admin']
    """
    text = _AMID_LETTERS.sub(lambda found: "a" if found[0] == "@" else "i", text)
    plain = "".join(sign for sign in text if sign not in _STROKES and not _is_raised(sign))
    return [text, plain] if plain != text and any(map(_counts, plain)) else [text]


def in_latin(text: str) -> str:
    """Return a text with letters of other scripts as the Latin ones that they look like: `саt` becomes `cat`."""
    return text if text.isascii() else text.translate(_latin())


def plain_sign(sign: str) -> str:
    """Return a sign as normalisation and its name have it: `k` for `ƙ`, `ķ` and `ᴋ`."""
    found = _LATIN.fullmatch(unicodedata.name(sign, "")) if len(sign) == 1 and not sign.isascii() else None
    return found[1].lower() if found else unicodedata.normalize("NFKD", sign)


def _is_raised(sign: str) -> bool:
    return unicodedata.decomposition(sign).startswith(("<super>", "<sub>"))


def _counts(sign: str) -> bool:
    return unicodedata.category(sign) in _COUNTED and sign not in _DRAWN_AS_MARKS


def _drawn(sign: str) -> str:
    return _LEFT_OUT.get(sign) or _table().get(sign) or plain_sign(sign)


@cache
def _table() -> dict[str, str]:
    """From a sign to what it looks like."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {sign: like for like, signs in rows for sign in signs}


@cache
def _latin() -> dict[int, str]:
    """From letters to the one Latin letter that each looks like."""
    letters = ((sign, like) for sign, like in _table().items() if len(like) == 1 and like.isascii() and like.isalpha())
    return {ord(sign): like.lower() for sign, like in letters if not sign.isascii()}
