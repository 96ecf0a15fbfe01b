"""Capital letters: small letters become capital where that can be taken back; what is capital stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from probierz.systems.punctuation.abbreviations import OF_THINGS, REFERENCES
from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.rules import PREPOSITIONS
from probierz.systems.punctuation.texts import LOWER, TITLE, UPPER

_PART = re.compile(r"[^\W_]+(?:['’][^\W_]+)*['’]?")
_LISTED = re.compile(r"[^\W\d_]{2,}(?:,[^\W\d_]{2,})+")  # words with commas and no spaces between: ala,ma,kota
_ROMAN = re.compile(r"(?!xi$)x{0,3}(?:ix|iv|v?i{0,3})")  # a lone xi may be a name
_MEASURE = re.compile(
    r"\d+[.,]?\d*(?:[mcdh]?l|[mcdkn]?m|[mkd]?g|t|ha|h|min|s|zł|gr|szt)(?<!\dg)"
)  # but 5G is a network
_PREFIX = re.compile(r"(?<!\w)([DLO]['’])([^\W\d_])(?=[^\W\d_]{2})")
"""What goes before a name: D'Artagnan, O'Connor, L'Oréal."""
_INITIALS = re.compile("[bcćdfghjklłmnńpqrsśtvwxzźż]{3,6}")
_NO_INITIALS = frozenset(
    """
    mgr kpt mjr płk ppłk ctrl ltd str rkp tzn tzw pkt czw wlkp młp wsch mld mln cdn przt krk brr grr mrr hmm hm pst psst
    csś ćśś sss szsz pfft
    """.split()
)
"""Words without a vowel that are written with small letters, or begin with a capital one: Gorzów Wlkp., Ctrl."""
_ORDINAL = re.compile(
    "(?:pierwsz|drug|trzec|czwart|piąt|szóst|siódm|ósm|dziewiąt|dziesiąt)i?(?:y|i|a|e|ego|emu|ej|ą|ym|im|ich|ych|imi|ymi)?"
)
_TENS = re.compile("(?:jede|dwu|trzy|czter|pięt|szes|siedem|osiem|dziewięt)nast(?:ej|ą|a)|dwudziest(?:ej|ą|a)")
_CLERGY = frozenset(["ks", "bp", "abp", "kard"])
_SMALL = _CLERGY | frozenset(
    ["św", "bł", "pw", "ul", "dn", "zb", "oddz", "zast", "dyr", "tel", "dyw", "nast", "woj", "pow", "bm"]
)
"""Abbreviations of common nouns."""
_BEFORE_UNITS = frozenset(["o", "ok", "około", "do", "od", "po", "przed", "w", "z", "na", "już", "jest"])
_SPELLINGS = {
    "pis": "PiS", "ko": "KO", "psl": "PSL", "sld": "SLD", "iphone": "iPhone", "ipad": "iPad", "ebay": "eBay",
    "youtube": "YouTube", "tiktok": "TikTok", "linkedin": "LinkedIn", "whatsapp": "WhatsApp", "macbook": "MacBook",
    "paypal": "PayPal", "github": "GitHub", "mbank": "mBank", "mobywatel": "mObywatel",
}  # fmt: skip
"""Names whose capital letters nothing tells; see `_SPELLED` for their forms."""
_SPELLED = re.compile(
    f"({'|'.join(_SPELLINGS)})"
    r"((?<=.{4})(?:['’]?(?:a|u|owi|em|ie|y|i|ów|om|ami|ach))?|(?<=pis)u|)"
)
_INSIDE = str.maketrans("", "", "-‑–'’")


def capitalised(word: str, cases: Sequence[int], *, starts: bool) -> str:
    """Return a word with its capital letters.

    cases: of its parts, see `texts.CASES`; none: nobody knows. starts: it is the first of a sentence. A word with a
    capital letter, and what is not a word, such as an address, stays as it is.
    """
    if not (starts or cases) or word.lower() != word:
        return word
    if not is_plain(word):
        return _in_case(word, TITLE) if starts and _LISTED.fullmatch(word) else word
    if cases and (found := _SPELLED.fullmatch(word)):
        return _SPELLINGS[found[1]] + found[2]
    if any(cases):
        of_parts = iter(cases)
        word = _PART.sub(lambda part: _in_case(part.group(), next(of_parts, LOWER)), word)
    return _in_case(word, TITLE) if starts else word


def with_capitals(words: Sequence[str], cases: list[int]) -> None:
    """Set the cases of what the network takes for names, in place: TLK and SSD, and "drugi" alone in quotation marks.

    A name has a vowel; initials that are read letter by letter need none. Nor is a letter an initial that stands for an
    hour or a year: o g. dziewiątej, w r. 1945.
    """
    for at, word in enumerate(words):
        if cases[at] == TITLE and _INITIALS.fullmatch(word) and word not in _NO_INITIALS:
            cases[at] = UPPER
        elif at and list(words[at - 1 : at + 2 : 2]) == ['"', '"'] and _ORDINAL.fullmatch(word):
            cases[at] = LOWER
        elif word == "mc" and words[at + 1 : at + 2] and words[at + 1].startswith("donald"):
            cases[at] = TITLE
        elif (cases[at] == TITLE and at and _is_common(words, cases, at)) or (
            word == "i" and words[at + 1 : at + 2] and words[at + 1] in _CLERGY
        ):
            cases[at] = LOWER
        elif word == "polska" and at and words[at - 1] == "żyje":
            cases[at] = TITLE
        elif cases[at] != LOWER and (_MEASURE.fullmatch(word) or word in OF_THINGS or (at and _is_small(words, at))):
            cases[at] = LOWER


def _is_common(words: Sequence[str], cases: Sequence[int], at: int) -> bool:
    """Whether a word behind another is no name by the words beside it."""
    return _is_common_behind(words[at - 1], words[at]) or _is_country(words, cases, at)


def _is_country(words: Sequence[str], cases: Sequence[int], at: int) -> bool:
    """Whether a word is a wood or the like, and not a part of a name: w rowie leżał; but w Rowie Mariańskim."""
    is_behind = words[at - 1] in PREPOSITIONS and _COUNTRY.fullmatch(words[at]) is not None
    return is_behind and (at + 1 == len(words) or cases[at + 1] == LOWER)


_COUNTRY = re.compile(
    "las(?:u|em|y|ach)?|lesie|r[oó]w(?:u|em|ie|y|ach)?|gór(?:y|ach|ami)|morz(?:e|a|u|em)|jezior(?:o|a|em|ze|ach)"
    "|rzek(?:a|i|ę|ą|ach)|rzece|łą(?:ce|kę|kach)|stawem"
)
"""Woods, ditches, mountains and waters, which are names as well."""


def _is_common_behind(short: str, word: str) -> bool:
    """Whether a word behind an abbreviation is no name: 2 szkl. mąki, wiceprzew. rady, but wiceprzew. Nowak."""
    return short in OF_THINGS or (short in _LEADERS and word in _LED)


_LEADERS = frozenset(["przew", "wiceprzew"])
_LED = frozenset(["rady", "komisji", "zarządu", "klubu", "związku"])


def with_small_letters(
    words: Sequence[str], cases: list[int], capitals: Sequence[float], is_known: Callable[[str], bool]
) -> None:
    """Give words that are common ones as well their small letters, in place, where nothing is sure: lot, as, 12 gru.

    Nor are many letters capital where nothing is sure: Ancelotti.

    capitals: how likely all letters of each are capital. is_known: whether a word is in the dictionary, which has
    abbreviations, too: of these the network is surer.
    """
    for at, word in enumerate(words):
        if cases[at] != UPPER:
            continue
        if len(word) >= _LONG and capitals[at] < _SURE_OF_LONG and _VOWEL.search(word):
            cases[at] = TITLE
            continue
        is_month = word in _MONTHS and words[max(0, at - 1)].isdigit()
        is_word = len(word) > 2 and _VOWEL.search(word) is not None and is_known(word)
        if is_month or (is_word and capitals[at] < _SURE) or (word in _COMMON and capitals[at] < _SURE_OF_COMMON):
            cases[at] = LOWER


def with_ends_before_capitals(
    words: Sequence[str], marks: list[int], cases: list[int], marked: Sequence[float]
) -> None:
    """Set a full stop before a capital letter of a word that is no name, or give it its small letter, in place.

    marked: how likely any mark is behind each word. Of those that are nearly as likely as not half stand there.
    """
    for at in range(1, len(words)):
        if cases[at] == TITLE and marks[at - 1] == _NONE and words[at] in _NO_NAMES and words[at - 1] != '"':
            if marked[at - 1] >= _NEARLY:
                marks[at - 1] = _STOP
            else:
                cases[at] = LOWER


_NONE, _STOP = MARKS.index(""), MARKS.index(".")
_NEARLY = 0.45
_NO_NAMES = frozenset(
    """
    dziś dzisiaj to ale nie jest już tak jak na ja on ona ono oni my wy teraz potem wtedy więc czy gdy kiedy po od do
    jeśli jeżeli ponieważ trzeba jednak również także tylko bardzo tu tam tutaj nikt nic ktoś coś wszystko wszyscy ten
    ta te ci tego tej tych był była było były są będzie gdzie dlaczego bo że
    """.split()
)
"""Common words that begin sentences, and no names but of titles."""
_MONTHS = frozenset("sty lut mar kwi maj cze lip sie wrz paź lis gru".split())
_COMMON = frozenset(["as", "spa", "sem", "pet", "apa", "wot"])
"""Words that the network takes for abbreviations by themselves."""
_VOWEL = re.compile("[aąeęioóuy]")
_SURE, _SURE_OF_COMMON, _SURE_OF_LONG = 0.75, 0.99, 0.95
_LONG = 7  # letters: more than most abbreviations that are read as words have


def _is_small(words: Sequence[str], at: int) -> bool:
    """Whether a word is an abbreviation with small letters.

    g stands for `godzina` and r for `rok` with a number or an ordinal behind and a preposition before, s for `strona`
    before a number, lok for `lokal` there, and nn for `następne` behind i.
    """
    word, before, after = words[at], words[at - 1], words[at + 1] if at + 1 < len(words) else ""
    if word in REFERENCES or word in _SMALL or (word == "nn" and before == "i") or (word == "lok" and after.isdigit()):
        return True
    if word == "x":  # 2 x 1 tabl.
        return before[-1:].isdigit()
    if word not in ("g", "r"):
        return word == "s" and after.isdigit() and (before in REFERENCES or before in ("na", "cit"))
    is_number = after.isdigit() or (_ORDINAL.fullmatch(after) or _TENS.fullmatch(after)) is not None
    return is_number and before in _BEFORE_UNITS


def small_letter(letter: str) -> str:
    """The small letter of a capital one; those whose capital would be another stay."""
    found = letter.lower()
    return found if len(found) == 1 and found.upper() == letter else letter


def is_plain(word: str) -> bool:
    """Whether a word has nothing but letters and digits, and hyphens and apostrophes between them."""
    return word.isalnum() or word.translate(_INSIDE).isalnum()


def _in_case(word: str, case: int) -> str:
    if case == UPPER or (case == TITLE and len(word) > 1 and _ROMAN.fullmatch(word)):
        return "".join(map(_capital, word))
    if case == LOWER:
        return word
    return _PREFIX.sub(lambda found: found[1] + _capital(found[2]), _capital(word[0]) + word[1:])


def _capital(letter: str) -> str:
    """The capital of a letter; those whose small letter would be another, such as ß and ı, stay."""
    found = letter.upper()
    return found if len(found) == 1 and found.lower() == letter else letter
