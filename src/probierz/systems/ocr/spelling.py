"""How Polish was spelled before 1936, made from today's spelling by rule.

    dobrej, tymi, historia    today
    dobrej, temi, historja    until 1936
    dobrej, temi, historya    until 1918
    dobréj, temi, historya    until about 1890
    dobrey, temi, historya   until about 1830

The rules are the parts of the reforms of 1891, 1918 and 1936 that touch many words. They know no grammar: they give
what a reader of old books may have seen, not what a careful edition has.
"""

from __future__ import annotations

import re
from functools import lru_cache

ERAS = ("today", "1936", "1918", "1890", "1830")
"""Until when a spelling was usual, the newest first; each has the rules of those before it."""

_WORD = re.compile(r"[^\W\d_]+")
_CASE_ENDINGS = r"(?=(?:a|ę|ą|e|o|i|om|ach|ami)$)"
_TOGETHER = {
    "po prostu": "poprostu", "w ogóle": "wogóle", "na pewno": "napewno", "przede wszystkim": "przedewszystkiem",
    "nie ma": "niema", "z daleka": "zdaleka", "po trochu": "potrochu", "na razie": "narazie", "przy tym": "przytem",
    "co dzień": "codzień", "na próżno": "napróżno", "poza tym": "pozatem", "od razu": "odrazu",
}  # fmt: skip
_PHRASES = re.compile(r"\b(?:" + "|".join(_TOGETHER) + r")\b")

_RULES = {
    "1936": [
        (rf"(?<=\w[rldtf])i{_CASE_ENDINGS}|(?<=\wg)i(?=(?:a|ę|ą|o|i)$)", "j"),
        (r"(?<=[^iyc])ymi$", "emi"),
        (r"(?<=[kg])imi$", "iemi"),
        (r"^(t|cz|nicz|przyt|pozat)ym$", r"\1em"),
        (r"^wszystkim$", "wszystkiem"),
    ],
    "1918": [
        (rf"(?<=[rldtfgcsz])j{_CASE_ENDINGS}", "y"),
        (r"^((?:po|wspomó|do|prze|wy|z)?)móc$", r"\1módz"),
        (r"^((?:po|wy|za|u|prze)?)biec$", r"\1biedz"),
        (r"^((?:po|wy|u|prze)?)strzec$", r"\1strzedz"),
        (r"^([sz])(?=tąd$|kąd$)", "z"),
        (r"^generał", "jenerał"),
        (r"^(bli|ni|wą)sk", r"\1zk"),
    ],
    "1890": [
        (r"ej$", "éj"),
        (r"^(t|cz|nicz|przyt|pozat|pot|zat|wszystki)em$", r"\1ém"),
        (r"^też$", "téż"),
        (r"ie(?=rać$|rał$|rała$|rali$|rsz|rwsz|rz$)", "ié"),
        (r"(?<=kob)ie(?=t)|(?<=dop)ie(?=ro)|(?<=pap)ie(?=r)", "ié"),
        (r"(?<=[dpm])ieć$", "iéć"),
    ],
    "1830": [(r"éj$", "ey"), (r"é", "e"), (r"j(?=[aeiouyąęó])", "i"), (r"(?<=[aeiouyąęó])j", "y")],
}

_ACCENTS = tuple(_RULES["1890"])


def respelled(text: str, era: str) -> str:
    """Return a text of today as it may have been spelled in an era; `today` leaves it as it is."""
    rules = tuple(rule for one in ERAS[1 : ERAS.index(era) + 1] for rule in _RULES[one])
    if not rules:
        return text
    text = _PHRASES.sub(lambda found: _TOGETHER[found[0]], text)
    return _WORD.sub(lambda found: _respelled(found[0], rules), text)


def accents_of(text: str) -> list[bool]:
    """Whether it has its é, for each word of a text to which the spelling until 1890 gives one: jéj, jej.

    Other words tell nothing of that spelling: café, Beyoncé.
    """
    return ["é" in word for word in _WORD.findall(text.lower()) if _has_place(word)]


def without_accents(text: str) -> str:
    """A text without the é that only the spelling until 1890 has: café by jéj is café by jej."""
    return _WORD.sub(lambda found: found[0].replace("é", "e") if _has_place(found[0].lower()) else found[0], text)


def _has_place(word: str) -> bool:
    plain = word.replace("é", "e")
    return _respelled(plain, _ACCENTS) != plain


@lru_cache(maxsize=1 << 18)
def _respelled(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    found = word.lower()
    if word not in (found, found.capitalize()):
        return word
    for pattern, right in rules:
        found = re.sub(pattern, right, found)
    return found if word.islower() else found.capitalize()
