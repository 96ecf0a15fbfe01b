r"""What printers set that looks like an error of reading: dashes without spaces, stars of footnotes, hyphens of words.

1914—1918, Kraków—Warszawa        from one to the other: no spaces
Król*  był.**  Kraszewski*)       a footnote, where no quotation is open before it
dwu-\ni trzyletnie  XIX-\nwieczny  pół-\nPolak  www.sejm-\ngov.pl      the hyphen is part of the word
noc . . . i   dnia .. marca 19.. r.   Wstęp . . . 3        a pause, a place to fill in, the way to a number
3 egz. map  Ryc. 5  Ad 1.     abbreviations with their full stop, and Latin before the number of a point
p. Z—ski  K—i;  powiedzieć --.  zaś — .                names that are not told; a sentence that breaks off, with its end
"""

from __future__ import annotations

import re
from collections.abc import Callable

from probierz.systems.punctuation.abbreviations import ALWAYS, PERHAPS

_CUT_DASH = re.compile(r"(\w) (—+) (?=(\w+))")

_MARKS = re.compile(r",,|[„“”‟\"«»]|(?<=[^\W\d_])\*|(?<=[^\W\d_][.,!?…])\*")
_FAR = 800  # characters in which a quotation is closed
_FOOTNOTE = re.compile(r"[^\W\d_][.,;:!?…)\]]*(\*+)[\W_]*$")

_HALVES = re.compile(r"(\S*?)[-¬\xad]\W*\s+(?:[^\w\s]+\s+)*(\S+)\s*")
_ADDRESS = re.compile(r"://|@|www\.|\w\.\w", re.IGNORECASE)
_AROUND_DOTS = re.compile(r"([.\s]*)(.*?)([.\s]*)", re.DOTALL)
_DOTS_AT_END, _DOTS_AT_START = re.compile(r"(?<!\S)[. \t]+$"), re.compile(r"^[. \t]+")
_BLANK_OR_DOT = " \t.…"
_LONG_DASH, _SMALL = "(?:[—–]|--)", "[a-ząćęłńóśźż]"
_ENDING = rf"(?:{_SMALL}|[bcćdfghjklłmnńprsśtwzźż]+|\w*[sc]k(?:i|a|ą|ie)\w{{0,3}}|\w*wicz\w*)"
_SHORTENED_NAME = re.compile(
    rf"(?<![\w—–-])(?:[B-HJ-NPQRSTVXYĆŁŚŹŻ](?:{_LONG_DASH}{_SMALL}+)+"
    rf"|[AIOUWZ](?:{_LONG_DASH}{_SMALL}+)*{_LONG_DASH}{_ENDING})(?!\w)[.,;:!?…]*"
)
"""Behind a capital that is a word by itself, as in `A—rzekł`, only what is the ending of a name."""
_STOP_AT_DASH = re.compile(r"(?:[—–―]|--)[.!?…]+")
_STOPS = frozenset(".!?…")
_AFTER_SUSPENDED = frozenset(["i", "a", "lub", "oraz", "albo", "czy"])
_ABBREVIATIONS = (
    ALWAYS | PERHAPS | frozenset(["egz", "kpl", "opak", "szt", "lp", "cz", "t", "ps", "fig", "cf", "uł", "gub"])
)
_SHORTENED = re.compile(r"\W*(?:[^\W\d_]|[bcćdfghjklłmnńprsśtwzźż]{2,4})\.", re.IGNORECASE)
_PERHAPS_SHORTENED = re.compile(r"\W*[^\W\d_]{1,3}[bcćdfghjklłmnńprsśtwzźż]\.", re.IGNORECASE)
_INITIAL = re.compile(r"\W*[^\W\d_a-ząćęłńóśźż]\.")
_SHORT_WORD = re.compile(r"\W*([a-ząćęłńóśźż]{1,4}[bcćdfghjklłmnńprsśtwzźż])\.")
_BEFORE_COLON = re.compile(r"[^\W\d_]{0,5}[bcćdfghjklłmnńprsśtwzźż]\.:")
_LATIN_WORD = r"[A-Za-z]+"
_BEHIND_LATIN = re.compile(
    rf"\błac\.\s+[(„\"]?({_LATIN_WORD}(?:\s+{_LATIN_WORD}){{0,2}}(?=[\"”,;:.)])"
    rf"|[A-Z][a-z]+\s+[a-z]+(?![\w-])|{_LATIN_WORD}(?![\w-]))"
)
_NAME_OF_KIND = re.compile(r"\(([A-Z][a-z]{2,}\s+[a-z]{3,})(?=\W)")
_LATIN_ENDING = re.compile(r"(?:us|um|is|ae|ax|ex|ix|ens|ans|ops)\b")
_SURE_STOP = 0.8
_SELDOM = 400  # times that what may be an abbreviation was seen; words of as few letters were seen far oftener
_KNOWN = 20  # times that a word was seen, above which it is one


def closes_its_spans(read: str, right: str) -> str:
    """What was chosen, without the spaces at a long dash between digits, or between names, that had none."""

    def close(found: re.Match[str]) -> str:
        before, dashes, after = found.groups()
        is_range = before.isdigit() and after[0].isdigit()
        is_span = is_range or (_ends_name(found) and after[0].isupper() and (len(after) > 2 or after.isupper()))
        return before + dashes if is_span else found.group()

    return right if " —" in read or "— " in read or "—" not in read else _CUT_DASH.sub(close, right)


def _ends_name(found: re.Match[str]) -> bool:
    """Whether the word before the dash begins with a capital letter."""
    word = re.split(r"[^\w-]+", found.string[: found.end(1)])[-1]
    return word[:1].isupper()


def is_quotation_open(before: str) -> bool:
    """Whether a quotation was opened in what stands before, and not closed; a star at a word may have closed it."""
    text = before[-_FAR:]
    last = next(iter(list(_MARKS.finditer(text))[-1:]), None)
    if last is None or last.group() in ("”", "“", "‟", "*"):
        return False
    return last.group() in ("„", ",,") or not text[: last.start()] or text[last.start() - 1] in " \t\n(["


def loses_footnote(token: str, right: str, before: str) -> bool:
    """Whether the star at the end of a word goes, or becomes a quotation mark though no quotation is open."""
    found = _FOOTNOTE.search(token)
    if not found or right.count("*") >= token.count("*"):
        return False
    return not is_quotation_open(f"{before}{token[: found.start(1)]}")


def is_hyphen_of_word(read: str, count: Callable[[str], int] | None) -> bool:
    """Whether the hyphen at the end of a line, in what was put together, belongs to its word.

    count: how often the texts that were learnt from have a word; `rze-` and `czy` are one that they know.
    """
    found = _HALVES.fullmatch(read)
    if found is None:
        return False
    first, last = found[1].lstrip("„“”\"'([—–,"), found[2].rstrip(".,;:!?…)]”“\"'")
    if _ADDRESS.search(first) or not first or not last:
        return bool(first and last)
    if not last[0].isalpha() or not first[-1].isalpha():
        return False
    if len(first) == 1 and last.islower() and first.lower() not in _SYLLABLES and not _is_usual(first + last, count):
        return True
    is_number = first in ("V", "X") or (len(first) > 1 and first.isupper())
    is_name = first[-1].islower() and last[0].isupper() and not last[1:].isupper()
    if last in _AFTER_SUSPENDED and not is_number:
        return _is_word(first, count) and not _is_word(first + last, count) if count else last != "czy"
    return (is_number and last.islower()) or (is_name and not (count and _is_word(first + last, count)))


_SYLLABLES = "aouiwz"
"""Letters that old printers left alone at the end of a line, and words of one letter."""
_USUAL = 20  # times that a word was seen


def _is_usual(word: str, count: Callable[[str], int] | None) -> bool:
    return count is not None and count(word.lower()) > _USUAL


def with_its_dots(read: str, right: str, before: str, after: str, least: int = 2) -> str:
    """What was chosen, with so many dots in a row or more, and the gaps between them, as they were read.

    before, after: the text on both sides on its line, where more of them may stand: `noc .` of `noc . . .`. Dots beside
    other marks, `..,`, are three that were misread, and so are two behind a letter; one behind `noc.` may be a stain.
    """
    begun = sum(found[0].count(".") for found in _DOTS_AT_END.finditer(before))
    more = sum(found[0].count(".") for found in _DOTS_AT_START.finditer(after))
    parts = _AROUND_DOTS.fullmatch(read)
    assert parts is not None
    first, word, last = parts.groups()
    if not word:
        return read if begun + read.count(".") + more >= least else right
    is_first = "." in first and word[0].isalnum() and begun + first.count(".") >= least
    is_last = "." in last and word[-1].isalnum() and last.count(".") + more >= least
    is_misread = last == ".." and word[-1].isalpha() and right.rstrip().endswith("...")
    if "\n" in read or is_misread or not (is_first or is_last):
        return right
    if not right.strip(_BLANK_OR_DOT):
        return read
    right = first + right.lstrip(_BLANK_OR_DOT) if is_first else right
    return right.rstrip(_BLANK_OR_DOT) + last if is_last else right


def loses_shortened_name(read: str, right: str) -> bool:
    """Whether a name of which a capital and its ending are told is cut, or loses the mark behind it."""
    return any(name not in right for name in _SHORTENED_NAME.findall(read))


def loses_stop_at_dash(read: str, right: str, before: str) -> bool:
    """Whether the mark that ends a sentence goes behind the dash where it breaks off. before: the word before it."""
    text = read.strip()
    if before and not before.strip("—–―-") and text and _STOPS.issuperset(text):
        return right.strip() != text
    return any(end.strip("—–―-") not in right or not any(dash in right for dash in "—–―-")
               for end in _STOP_AT_DASH.findall(text))  # fmt: skip


def loses_abbreviation(read: str, right: str, beside: tuple[str, str], chance: float) -> bool:
    """Whether an abbreviation becomes another word or loses its full stop, on a page that was read well.

    It is one that is known, or a letter, or has no vowel, with more behind it; or has few letters and a small word
    behind it: wyż. i niż. beside: the words before and after.
    Before a number Latin stays, too: Ad 1. So does a colon behind a full stop, which ends no sentence: red.: Jan.
    """
    text, (before, after) = read.strip(), beside
    if _BEFORE_COLON.fullmatch(text):
        return right.strip() != text
    if text.lower() == "ad" and after[:1].isdigit():
        return right.strip() != text
    if chance >= _SURE_STOP or not after or not text.endswith("."):
        return False
    word = text.lstrip('(„"[')[:-1]
    if word.lower() in _ABBREVIATIONS:
        return right.strip() != text
    is_amid = text[0].islower() or before[-1:] not in ".?!…"
    is_same = "".join(filter(str.isalpha, right)) == word
    may_be_short = _SHORTENED.fullmatch(text) or (after[:1].islower() and _PERHAPS_SHORTENED.fullmatch(text))
    return is_same and is_amid and may_be_short is not None and not right.strip().endswith(".")


def loses_known_abbreviation(read: str, right: str, after: str, count: Callable[[str], int] | None) -> bool:
    """Whether an abbreviation or an initial with a word behind it is changed, however sure: gub. wołyń., Ł. Anczyc.

    One that is not known is a short word that was seldom seen; it may lose its stop to no other mark. after: the word
    behind. count: how often the texts that were learnt from have a word.
    """
    text, now = read.strip(), right.strip()
    letters, found = "".join(filter(str.isalpha, text)), _SHORT_WORD.fullmatch(text)
    is_same = "".join(filter(str.isalpha, now)) == letters
    if not after[:1].isalnum() and letters not in _ABBREVIATIONS:
        return False
    if _INITIAL.fullmatch(text):
        return not is_same and after[:1].isupper()
    if found is None or now == text:
        return False
    is_seldom = count is not None and count(letters) <= _SELDOM
    return letters in _ABBREVIATIONS or (is_same and is_seldom and not now.endswith("."))


def _is_word(text: str, count: Callable[[str], int]) -> bool:
    return count(text.lower()) > _KNOWN


def latin_places(page: str) -> list[tuple[int, int]]:
    """Where Latin that is told as such begins and ends on a page, in characters; it looks like misread Polish.

    (Corvus corax)       the name of a kind: a capital letter on the first of two words, one with a Latin ending
    łac. lex mercatoria  the words behind the abbreviation, up to the mark or the bracket behind them
    """
    behind = [found.span(1) for found in _BEHIND_LATIN.finditer(page)]
    return behind + [found.span(1) for found in _NAME_OF_KIND.finditer(page) if _LATIN_ENDING.search(found[1])]
