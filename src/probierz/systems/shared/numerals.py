"""Numbers in words, in all their forms, in Polish and Czech: *dwudziestu pięciu* is 25."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PARTS: tuple[tuple[int, str], ...] = (
    (11, r"jedena[sś][tc]\w*|jeden[aá]ct\w*"),
    (12, r"dwuna[sś][tc]\w*|dwana[sś][tc]\w*|dvan[aá]ct\w*"),
    (13, r"trzyna[sś][tc]\w*|třin[aá]ct\w*"),
    (14, r"czterna[sś][tc]\w*|čtrn[aá]ct\w*"),
    (15, r"pi[eę]tna[sś][tc]\w*|patn[aá]ct\w*"),
    (16, r"szesna[sś][tc]\w*|šestn[aá]ct\w*"),
    (17, r"siedemna[sś][tc]\w*|sedmn[aá]ct\w*"),
    (18, r"osiemna[sś][tc]\w*|osmn[aá]ct\w*"),
    (19, r"dziewi[eę]tna[sś][tc]\w*|devaten[aá]ct\w*"),
    (20, r"dwadzie[sś]cia|dwadziestoma|dwudziest\w+|dvac[eá]t\w*"),
    (30, r"trzydzie[sś][tc]\w*|třic[eá]t\w*"),
    (40, r"czterdzie[sś][tc]\w*|čtyřic[eá]t\w*"),
    (50, r"pi[eę][cć]dziesi[aąeę][tc]\w*|pades[aá]t\w*"),
    (60, r"sze[sś][cć]dziesi[aąeę][tc]\w*|šedes[aá]t\w*"),
    (70, r"siedemdziesi[aąeę][tc]\w*|sedmdes[aá]t\w*"),
    (80, r"osiemdziesi[aąeę][tc]\w*|osmdes[aá]t\w*"),
    (90, r"dziewi[eę][cć]dziesi[aąeę][tc]\w*|devades[aá]t\w*"),
    (200, r"dwie[sś]cie|dwustu|dwu?setn\w+|dvě ?stě"),
    (300, r"trzysta|trzystu|trzechsetn\w+|třista"),
    (400, r"czterysta|czterystu|czterechsetn\w+|čtyřista"),
    (500, r"pi[eę][cć](?:iu)?s(?:et|tu|etn\w+)|pětset"),
    (600, r"sze[sś][cć](?:iu)?s(?:et|tu|etn\w+)|šestset"),
    (700, r"siede?m(?:iu)?s(?:et|tu|etn\w+)|sedmset"),
    (800, r"o[sś]ie?m(?:iu)?s(?:et|tu|etn\w+)|ośmius(?:et|tu|etn\w+)|osmset"),
    (900, r"dziewi[eę][cć](?:iu)?s(?:et|tu|etn\w+)|devětset"),
    (100, r"sto|stu|stoma|setn(?:y|a|e|ą|ej|ego|ym)|set(?:ka|ki|kę)|st[aě]"),
    (0, r"zero|zera|zerow\w+|żad(?:en|n\w+)|nul[ay]|žádn\w+"),
    (1, r"jed(?:en|na|no|ną|nej|nego|nemu|nym|nu|né|noho|nomu|ním)|pierwsz\w{1,3}|jednokrotnie|raz|jednou|prvn\w+"),
    (2, r"dw(?:a|aj|ie|óch|u|om|oma|iema|oje|ojga|ojgiem|ójka|ójki)|drug(?:i|a|ie|ą|iej|iego|im)|dwukrotnie"
        r"|dv(?:a|ě|ou)|druh(?:ý|á|é|ém|ého)|podwójn\w+"),
    (3, r"trz(?:y|ej|ech|em|ema)|troj(?:e|ga|giem|gu)|trójk\w+|trzeci\w{0,3}|trzykrotnie|potrójn\w+"
        r"|tř(?:i|í|em|emi)|třet\w+"),
    (4, r"czter(?:y|ej|ech|em|ema)|czworo|czworga|czwórk\w+|czwart(?:y|a|e|ą|ej|ego|ym)|czterokrotnie"
        r"|čtyř\w{1,3}|čtvrt(?:ý|á|é|ém|ého)"),
    (5, r"pi[eę][cć](?:iu|ioma|ioro|iorga|iokrotnie)?|pi[aą]t(?:y|a|e|ą|ej|ego|ym|k\w+)|pět|pěti|pát(?:ý|á|é|ém|ého)"),
    (6, r"sze[sś][cć](?:iu|ioma|ioro|iorga|iokrotnie)?|sz[oó]st(?:y|a|e|ą|ej|ego|ym)|šest|šesti|šest(?:ý|á|é|ém|ého)"),
    (7, r"siedem|siedmi(?:u|oma|oro|orga|okrotnie)|si[oó]dm(?:y|a|e|ą|ej|ego|ym)|sedm|sedmi|sedm(?:ý|á|é|ém|ého)"),
    (8, r"osiem|ośmi(?:u|oma|oro|orga|okrotnie)|[oó]sm(?:y|a|e|ą|ej|ego|ym)|osm|osmi|osm(?:ý|á|é|ém|ého)"),
    (9, r"dziewi[eę][cć](?:iu|ioma|ioro|iorga)?|dziewi[aą]t(?:y|a|e|ą|ej|ego|ym)|devět|devíti|devát(?:ý|á|é|ém|ého)"),
    (10, r"dziesi[eę][cć](?:iu|ioma|ioro|iorga|iokrotnie)?|dziesi[aą]t(?:y|a|e|ą|ej|ego|ym)"
        r"|deset|deseti|desát(?:ý|á|é|ém)"),
)  # fmt: skip
_SCALES: tuple[tuple[int, str], ...] = (
    (1_000, r"tysi[aą]c\w*|tysi[eę]c\w*|tisíc\w*"),
    (1_000_000, r"milion\w*|milión\w*"),
    (1_000_000_000, r"miliard\w*"),
)
_BEGINNINGS = (
    (1, "jed(?:en|n)|pierwsz"), (2, "dw(?:a|aj|ie|u|óch|óm|oma)$|drug|dwóch|dwoj"),
    (3, "trz(?:y|ej|ech|em)|trzec|troj"), (4, "czter|czwar|czwor"), (5, "pię(?:ć|ci)|piąt"), (6, "sześ[ćc]|szóst"),
    (7, "sied(?:em|mi)|siódm"), (8, "osiem|ośmi|ósm"), (9, "dziewię[ćc]|dziewiąt"), (10, "dziesię[ćc]|dziesiąt"),
    (11, "jedena"), (12, "dwuna|dwana"), (13, "trzyna"), (14, "czterna"), (15, "piętna"), (16, "szesna"),
    (17, "siedemna"), (18, "osiemna"), (19, "dziewiętna"), (20, "dwadzie|dwudzie"), (30, "trzydzie"),
    (40, "czterdzie"), (50, "pięćdziesi"), (60, "sześćdziesi"), (70, "siedemdziesi"), (80, "osiemdziesi"),
    (90, "dziewięćdziesi"), (100, "st(?:o|u)$|setn"), (1000, "tysi"),
)  # fmt: skip
"""Beginnings of Polish words that have a number in them, such as *trzydniowy*."""
_OF_BEGINNINGS = [(value, re.compile(begins)) for value, begins in _BEGINNINGS]
_OF_WORDS = [(value, re.compile(pattern, re.IGNORECASE)) for value, pattern in _PARTS]
_OF_SCALES = [(value, re.compile(pattern, re.IGNORECASE)) for value, pattern in _SCALES]
_TEN = 10  # of words for less some only mean them: raz, podwójny, żaden
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d")


def number_in(text: str) -> int | None:
    """Return the first number that a text has in words; None where it has digits, or no number.

    >>> number_in("dwudziestu pięciu uczniów"), number_in("w 1867 roku"), number_in("Narew")
    (25, None, None)
    """
    if _DIGITS.search(text):
        return None
    words = _WORD.findall(text)
    begin = next((at for at, word in enumerate(words) if _value(word) is not None), len(words))
    end = begin
    while end < len(words) and _value(words[end]) is not None:
        end += 1
    return number_of_words(words[begin:end]) if end > begin else None


def number_of_words(words: Sequence[str]) -> int | None:
    """Return the number that words make, such as *tysiąc dziewięćset piętnaście*; None where one is no number.

    Of what a word counts, greater steps multiply what stands before them: *dwa tysiące sto* is 2 * 1000 + 100.
    """
    total = part = 0
    for word in words:
        value = _value(word)
        if value is None:
            return None
        if value >= 1_000:
            total, part = total + max(part, 1) * value, 0
        else:
            part += value
    return total + part if words else None


def _value(word: str) -> int | None:
    for value, pattern in (*_OF_WORDS, *_OF_SCALES):
        if pattern.fullmatch(word):
            return value
    return None


def numbers_begun(word: str) -> list[int]:
    """Return the numbers that a Polish word in lower case may begin with, or that which it is.

    >>> numbers_begun("trzydniowy"), numbers_begun("pięćset"), numbers_begun("okno")
    ([3], [500], [])
    """
    begun = [value for value, begins in _OF_BEGINNINGS if begins.match(word)]
    exact = _value(word)
    return [exact] if exact is not None and (begun or exact > _TEN) else begun
