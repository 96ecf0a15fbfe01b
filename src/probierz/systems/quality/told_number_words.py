"""Whether numbers in words of a Polish translation are those of its source.

She has two brothers.            |  Ma trzech braci.                other ones
There are seventy-two steps.     |  Jest siedemdziesiąt stopni.     tens with units are compared whole
Two thousand people came.        |  Przyszli ludzie.                how many is lost
She finished first.              |  Była druga.                     so are first and once
One pill twice a day             |  Jedna tabletka raz dziennie     how often is compared apart from how many
One pill, half an hour           |  Dwie tabletki, godzina          one and a half tell beside a noun alone
Hundreds of people               |  Tysiące ludzi                   sizes
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from probierz.systems.quality.number_words import (
    ENGLISH_WORDS,
    english_fractions,
    english_number,
    in_english,
    in_polish,
    polish_fractions,
    polish_number,
    polish_wholes,
)

Told = tuple[list[str], list[str]]
"""Numbers that one side alone has: of the source, and of the translation."""

VAGUE = frozenset([1, 0.5, 10**3, 10**6, 10**9, 10**12])
"""Numbers whose words need no counterpart: one of them, at first, half, thousands."""
_NO_HUNDRED = re.compile(r"\bhundreds\b|\bset(?:ki|ek|kami|kach)\b|\bpercent|procent", re.IGNORECASE)
_NO_DOZEN = re.compile(r"\bdozens\b|kilkuna|kilkana", re.IGNORECASE)


def other_number_words(source: str, translation: str, digits: tuple[Set[str], Set[str]]) -> Told:
    """Numbers in words that differ. digits: all that either side says in digits, which words need not repeat."""
    often, often_there = _how_often(source, translation)
    if often and often_there and not any(digits):
        if english_number(often) != _times_in_polish(often_there):
            return [often], [often_there]
        source, translation = source.replace(often, ""), translation.replace(often_there, "")
    for given, made in (
        (dict(english_fractions(source)), dict(polish_fractions(translation))),
        (_sizes(source, 0), _sizes(translation, 1)),
    ):
        if given and made and not given.keys() & made.keys():
            return [*given.values()], [*made.values()]
    for find in (_other_words, _other_ones):
        lost, new = find(source, translation, digits)
        if lost and new:
            return [*map(text_of, sorted(lost))], [*map(text_of, sorted(new))]
    return _lost_count(source, translation, digits[1]) or _other_halves(source, translation, digits)


def text_of(value: float) -> str:
    """A number in digits, a whole one without a point."""
    return str(int(value)) if value == int(value) else f"{value:g}"


_HOW_OFTEN = (
    re.compile(
        rf"\b(?:once(?= (?:a|an|per|every|each|daily)\b)|twice|(?:{'|'.join(ENGLISH_WORDS)}) times)\b", re.IGNORECASE
    ),
    re.compile(r"\b(?:raz(?= (?:dziennie|na|co|w)\b)|\w+krotnie|\w+ razy)\b", re.IGNORECASE),
)
"""How often something is, in words of English and of Polish."""


def _how_often(source: str, translation: str) -> tuple[str, str]:
    """How often a source and its translation say that something is, where each says it once in words; else ""."""
    given, made = (
        [one.group() for one in pattern.finditer(text)]
        for pattern, text in zip(_HOW_OFTEN, (source, translation), strict=True)
    )
    is_told = len(given) == len(made) == 1 and english_number(given[0]) and _times_in_polish(made[0])
    return (given[0], made[0]) if is_told else ("", "")


def _times_in_polish(text: str) -> float:
    return 1 if text.lower() == "raz" else polish_number(text)


_Found = tuple[Set[float], Set[float]]


def _untold(values: Iterable[float], digits: Set[str]) -> set[float]:
    return {value for value in values if text_of(value) not in digits}


def _other_words(source: str, translation: str, digits: tuple[Set[str], Set[str]]) -> _Found:
    """Numbers of both sides that have none in common."""
    both = f"{source} {translation}"
    vague = {*VAGUE, *([100] if _NO_HUNDRED.search(both) else []), *([12] if _NO_DOZEN.search(both) else [])}
    given, made = {*in_english(source)} - vague, {*in_polish(translation)} - vague
    lost, new = _untold(given - made, digits[1]), _untold(made - given, digits[0])
    if lost and _ONE_OF_SCALE.search(translation):  # three thousand, and tysiąc
        new = new or {*polish_wholes(translation)} & VAGUE - {1}
    return lost, new


_ONE_OF_SCALE = re.compile(r"(?<!pół )\b(?:tysiąc|milion|miliard)(?:a|owi|em|ie)?\b", re.IGNORECASE)


# --- how many, and nothing there ---

_CARDINAL = "|".join(
    [word for word in ENGLISH_WORDS if not re.search(r"th$|st$|ce$|ird$|second|half|both|doubl|tripl|ies$", word)]
    + ["thousand", "million", "billion"]
)
_COUNT = re.compile(
    rf"\b((?:{_CARDINAL})(?:(?:[ -]| and )(?:{_CARDINAL}))*) "
    r"(?:(years|months|weeks|days|hours|minutes|times|people|men|women"
    r"|children|percent|kilomet\w+|miles|dollars|euros|pounds)|[a-z]{2,}[^s\W]s)\b",
    re.IGNORECASE,
)
"""A number in words, and what it counts, one of what is often counted or any noun with an s."""
_SAID_OTHERWISE = re.compile(
    r"kilk|kwadrans|ćwier|\bpar[ęąya]\b|dwu|trzy|cztero|\bob[oyuai]|razy|dekad|wiek|dob|weekend|raz\b|lec|dw[óo]|tr[óo]j",
    re.IGNORECASE,
)
"""Words that may say a number in another way."""


def _lost_count(source: str, translation: str, digits: Set[str]) -> Told | None:
    """How many years, days or people the source says, where the translation has no number at all; None: it has."""
    found = _COUNT.search(source)
    value = english_number(found[1]) if found else 0
    is_told = digits or any(in_polish(translation)) or _SAID_OTHERWISE.search(translation)
    is_lost = found and value > (1 if found[2] else _LARGE) and found[1].lower() not in _ROUND and not is_told
    return ([found.group()], []) if found and is_lost else None


_LARGE = 12  # numbers above this are no figures of speech
_ROUND = frozenset(["hundred", "thousand", "million", "billion"])


# --- one, and first --------------------------------------------------------------------------------------------------

_ONE = re.compile(
    r"\b(?:only|just|exactly|took|take|had|have|has|is|was|with|for|in|than|least) one "
    r"(?!of|day|who|that|thing|way|another|is|was|more|or|and|to|point|hand|side|in|out|at|on|by|with|time|which|where"
    r"|can|i|we|you|he|she|they|it|this|the|a)[a-z]{3,}|^One (?!of|day|thing|can|is|way|more|by|hand|side)[a-z]{3,}",
    re.IGNORECASE,
)
_MORE_THAN_ONE = re.compile(
    r"\b(?:both|two|couple|pair|second|other|others|another|half|twice|each|every|either|neither|double\w*|twin\w*|few"
    r"|several|between|next|again|more|too|also|else)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\bfirst\b(?! of all| and| place| hand)(?! name)", re.IGNORECASE)
_ORDINALS = re.compile(
    r"\b(?:(drug)(?:i|a|ie|ą|iej|iego|im|iemu)|(trzeci)\w{0,3}|(czwart)\w{1,3}|(piąt)(?!k)\w{1,3})(?!\w)", re.IGNORECASE
)
_FIRST_SAID = re.compile(
    r"\bpierw|najpierw|pocz[ąa]tk|wstęp|imi|raz|debiut|premier|dopiero|zrazu|prapre|start", re.IGNORECASE
)


def _other_ones(source: str, translation: str, digits: tuple[Set[str], Set[str]]) -> _Found:
    """One of something, or the first, of which the translation has several, or a later one."""
    if _MORE_THAN_ONE.search(source) or digits[0] or digits[1] or {*in_english(source)} - {1}:
        return set(), set()
    made = {*in_polish(translation)}
    if _ONE.search(source) and 1 not in made:
        return {1}, {value for value in made if 2 <= value <= 10}
    if _FIRST.search(source) and not _FIRST_SAID.search(translation) and _ORDINALS.search(translation):
        return {1}, {value for value in made if 2 <= value <= 5}
    return set(), set()


# --- sizes, and halves -----------------------------------------------------------------------------------------------

_SIZES = (
    ("dozens|tens", r"dziesiątk\w+|tuzin\w*|kilkadziesi\w+|kilkana\w+|kilkuna\w+"),
    ("hundreds", r"set(?:ki|ek|kom|kami|kach)|kilkaset|kilkuset"),
    ("thousands", r"tysi[ąę]c\w*|tys"), ("millions", r"milion\w*|mln"), ("billions", r"miliard\w*|mld"),
)  # fmt: skip
"""How many there are, roughly, in English and in Polish, as patterns of whole words."""
_OF_SIZES = [[re.compile(rf"\b(?:{one})\b", re.IGNORECASE) for one in names] for names in _SIZES]


def _sizes(text: str, side: int) -> dict[int, str]:
    found = ((at, names[side].search(text)) for at, names in enumerate(_OF_SIZES))
    return {at: one.group() for at, one in found if one}


_HALF_OF = re.compile(r"\bhalf an? (?!chance|mind|dozen)\w+|\bhalf-hour", re.IGNORECASE)
_HALVES = re.compile(r"pół|poł[oó]w|30|50|0,5|500|1/2|trzydzie|pięćdzie|pięćset|sześć\b|\b6\b|kwadran", re.IGNORECASE)
_POL = re.compile(r"\b(pół) (?:godzin|roku|dnia|mil|kilo|litr|szklan|tuzin)\w*", re.IGNORECASE)
_HALVES_IN_ENGLISH = re.compile(
    r"\bhalf|halves|30|50|0\.5|\.5|500|semi|thirty|fifty|six|6|bi-?annual|pint", re.IGNORECASE
)


def _other_halves(source: str, translation: str, digits: tuple[Set[str], Set[str]]) -> Told:
    """Half of a measure on one side, with nothing on the other that may say it."""
    if (found := _HALF_OF.search(source)) and not _HALVES.search(translation):
        return [found.group()], []
    if (found := _POL.search(translation)) and not _HALVES_IN_ENGLISH.search(source):
        return [], [found.group()]
    return [], []
