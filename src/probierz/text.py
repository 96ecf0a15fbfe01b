"""Cutting text into pieces: white space as GEval sees it, lenient decoding, tokenizers by name."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from operator import methodcaller

from probierz.errors import OptionError, nearest

SPACES = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_SPACE_RUN = re.compile(f"[{SPACES}]+")


def _has_python_only_space(text: str) -> bool:
    """Whether there is a character that Python's str.split() also cuts at; GEval (Haskell's isSpace) does not.

    Seven searches for one character take a tenth of the time of one search for seven.
    """
    return (
        "\x1c" in text
        or "\x1d" in text
        or "\x1e" in text
        or "\x1f" in text
        or "\x85" in text
        or "\u2028" in text
        or "\u2029" in text
    )


def words(text: str) -> list[str]:
    """Split at Haskell white space: TAB LF VT FF CR, space, U+00A0 and category Zs; no empty words."""
    if not _has_python_only_space(text):
        return text.split()
    return [word for word in _SPACE_RUN.split(text) if word]


# A methodcaller and no function: it runs at the speed of C, and most labels pass through here.
strip_spaces: Callable[[str], str] = methodcaller("strip", SPACES)
"""Remove the white space of `words` from both ends."""


def lower_case(text: str) -> str:
    """Full lower case, each character on its own: a final sigma is not special (`ΑΣ` becomes `ασ`)."""
    lowered = text.lower()
    return "".join(map(str.lower, text)) if "ς" in lowered else lowered


def plain_letters(text: str) -> str:
    """Return a text without diacritics: `Łódź` becomes `Lodz`; letters of other scripts lose their marks, too."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFD", text).translate(_PLAIN)


class _PlainLetters(dict[int, str]):
    """What becomes of each character: it stays, unless it is a mark."""

    def __missing__(self, code: int) -> str:
        self[code] = "" if unicodedata.combining(chr(code)) else chr(code)
        return self[code]


_PLAIN = _PlainLetters(zip(map(ord, "łŁđĐøØħĦ"), "lLdDoOhH", strict=True))
"""At first those letters that Unicode does not take apart."""


def first_few(names: Sequence[str], most: int) -> str:
    """Name the first ones and count the rest: `a, b and 7 more`."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def visible(text: str, *, kept: str = "") -> str:
    r"""Return a text with what cannot be printed as `\x1b`, so that it steers no terminal and breaks no line.

    kept: characters that may stay all the same.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in kept else repr(letter)[1:-1] for letter in text)


def first_unseen(text: str, *, kept: str = "") -> int | None:
    """Return where the first character stands that nobody sees; nothing where there is none.

    Control characters, marks of formatting (the order of letters, soft hyphens, blanks without width), halves of
    surrogate pairs, separators of lines, noncharacters, which no XML holds. Not so a joiner or a selector of a variant
    behind a sign whose look it changes: emoji, Persian, Hindi, Chinese.

    kept: characters that may stay all the same.
    """
    if _shows_all(text):
        return None
    places = (place for place, sign in enumerate(text) if sign not in kept and _is_unseen(text, place))
    return next(places, None)


def without_unseen(text: str, *, kept: str = "") -> str:
    """Return a text without the characters that `first_unseen` finds. kept: some that stay all the same."""
    if _shows_all(text):
        return text
    return "".join(sign for place, sign in enumerate(text) if sign in kept or not _is_unseen(text, place))


_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"
_JOINED = {"Lo", "Mn", "Mc", "So", "Sk"}
_MARKS = "\u034f\u115f\u1160\u17b4\u17b5\u2065\u3164\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff"
"""What is never drawn and yet is among marks, letters (fillers of Hangul) and signs that are to come."""
_SELECTOR = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_MARK = re.compile(f"[{_MARKS}]")
_PRINTABLE_UNSEEN = re.compile(f"{_MARK.pattern}|{_SELECTOR.pattern}")
_VARIED_PUNCTUATION = "#*0123456789\u203c\u2049\u2139\u3030\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f"
"""Other signs than symbols that are an emoji as well, or have their place in the square chosen."""
_VARIED_LETTERS = ("CJK ", "MYANMAR ", "PHAGS-PA ", "MONGOLIAN ", "MANICHAEAN ")
"""How names of letters begin that have variants."""


def _shows_all(text: str) -> bool:
    """Whether nothing needs a closer look: true of nearly all texts, and quickly said."""
    return text.isprintable() and not _PRINTABLE_UNSEEN.search(text)


def _is_unseen(text: str, place: int) -> bool:
    sign = text[place]
    before = text[place - 1] if place else " "
    if sign in _JOINERS:
        return unicodedata.category(before) not in _JOINED or _is_unseen(text, place - 1)
    if _SELECTOR.match(sign):
        return not _has_variants(before)
    return unicodedata.category(sign) in _UNSEEN or bool(_MARK.match(sign)) or _is_noncharacter(sign)


def _has_variants(sign: str) -> bool:
    if unicodedata.category(sign) in {"So", "Sm"} or sign in _VARIED_PUNCTUATION:
        return True
    return unicodedata.name(sign, "").startswith(_VARIED_LETTERS)


def _is_noncharacter(sign: str) -> bool:
    return ord(sign) & 0xFFFE == 0xFFFE or "\ufdd0" <= sign <= "\ufdef"


def _one_replacement_a_byte(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "\ufffd", error.start + 1


codecs.register_error("probierz-lenient", _one_replacement_a_byte)


def decode_lenient(data: bytes) -> str:
    """Decode UTF-8; every byte that cannot be decoded becomes U+FFFD, as in GEval."""
    return data.decode("utf-8", "probierz-lenient")


# --- tokenizers --------------------------------------------------------------------------------------------------

_RUNS = re.compile("  +")


def _squeeze(text: str) -> str:
    return _RUNS.sub(" ", text).strip()


_MINIMALISTIC = re.compile(r"[\w\d]+\S*[\w\d]+|[\w\d]|[^\w\s]+", re.ASCII)


def minimalistic(text: str) -> str:
    """Words of ASCII letters and digits, runs of anything else apart. Letters outside ASCII count as punctuation."""
    return _squeeze(_MINIMALISTIC.sub(r" \g<0> ", text))


_13A = [
    # sacreBLEU's first class also has the space: to set it apart changes nothing and takes long.
    (re.compile(r"([\{-\~\[-\`\!-\&\(-\+\:-\@\/])"), r" \1 "),
    (re.compile(r"([^0-9])([\.,])"), r"\1 \2 "),
    (re.compile(r"([\.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
]


def mteval_13a(text: str) -> str:
    """mteval-v13a, as in sacreBLEU: ASCII symbols apart, full stops and commas apart unless inside a number."""
    text = f" {_without_entities(text)} "
    for pattern, replacement in _13A:
        text = pattern.sub(replacement, text)
    return _squeeze(text)


def _without_entities(text: str) -> str:
    text = text.replace("<skipped>", "")
    for entity, character in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(entity, character)
    return text


# The same four steps on many lines: each pattern begins with the rarest it looks for, and nothing is a template.
_SYMBOL = re.compile(r"([\{-\~\[-\`\!-\&\(-\+\:-\@\/])")
_MARK_BEHIND = re.compile(r"([.,])(?:(?<![0-9.,].)|([.,]))", re.DOTALL)  # of ... the first and the third
_MARK_BEFORE = re.compile(r"([.,])([^0-9])")
_HYPHEN = re.compile(r"-(?<=[0-9]-)")
_APART = {mark: f" {mark} " for mark in '!"#$%&()*+/:;<=>?@[\\]^_`{|}~.,'}
_PAIR_APART = {
    (one, other): one + _APART[other] if other else _APART[one] for one in ".," for other in (None, ".", ",")
}


def words_by_13a(texts: Sequence[str]) -> list[list[str]]:
    """Return the words of `mteval_13a` of each text, all at once: a fifth of the time of one text after another.

    No pattern of mteval-v13a reaches over a line feed between spaces.
    """
    whole = "\n".join(texts)
    if whole.count("\n") != len(texts) - 1:
        return [mteval_13a(text).split() for text in texts]
    parts = _SYMBOL.split(" " + _without_entities(whole).replace("\n", " \n ") + " ")
    parts[1::2] = map(_APART.__getitem__, parts[1::2])
    parts = _MARK_BEHIND.split("".join(parts))
    parts[1::3] = map(_PAIR_APART.__getitem__, zip(parts[1::3], parts[2::3], strict=True))
    del parts[2::3]
    parts = _MARK_BEFORE.split("".join(parts))
    parts[1::3] = map(_APART.__getitem__, parts[1::3])
    return list(map(str.split, _HYPHEN.sub(" - ", "".join(parts)).split("\n")))


@cache
def _v14_classes() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    categories: dict[str, list[str]] = {"P": [], "S": []}
    for code in range(0x110000):
        kind = unicodedata.category(chr(code))[0]
        if kind in categories:
            categories[kind].append(chr(code))
    punctuation, symbol = (re.escape("".join(categories[kind])) for kind in "PS")
    return (
        re.compile(f"([^0-9])([{punctuation}])"),
        re.compile(f"([{punctuation}])([^0-9])"),
        re.compile(f"([{symbol}])"),
    )


def mteval_v14(text: str) -> str:
    """mteval-v14, international: Unicode punctuation apart unless inside a number, every symbol apart."""
    before, after, symbol = _v14_classes()
    text = before.sub(r"\1 \2 ", text)
    text = after.sub(r" \1 \2", text)
    return _squeeze(symbol.sub(r" \1 ", text))


def character_by_character(text: str) -> str:
    """Every character a token; a space is shown as `_`."""
    return " ".join("_" if character == " " else character for character in text)


Tokenizer = Callable[[str], str]

TOKENIZERS: dict[str, Tokenizer] = {
    "minimalistic": minimalistic,
    "13a": mteval_13a,
    "v14": mteval_v14,
    "character-by-character": character_by_character,
}


def tokenizer(name: str) -> Tokenizer:
    """Return the tokenizer of that name: a function from a text to its tokens joined by single spaces.

    Raises OptionError with the nearest names.
    """
    if name not in TOKENIZERS:
        close = nearest(name, TOKENIZERS)
        hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(TOKENIZERS)}"
        raise OptionError(f"no tokenizer is called {name!r}; {hint}", geval=f"Unknown tokenizer: {name}")
    return TOKENIZERS[name]
