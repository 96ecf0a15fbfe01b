"""Full stops that belong to a word: of abbreviations, initials, ordinal numbers, numbers and letters of lists.

ul. Długa    J. R. R. Tolkien    w 1900 r.    na 3. piętrze    sp. z o.o.    1. Wstęp

They end no sentence by themselves, say nothing of whether a line is finished, and stay where marks are set anew.
Source: Wielki słownik ortograficzny PWN, rules on abbreviations (96) and numerals (87), in our own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import IntEnum

from probierz.systems.punctuation.tokens import TextToken
from probierz.systems.punctuation.units import as_unit

OF_THINGS = frozenset("szkl łyż opak rob kl odc".split())
"""Abbreviations of common nouns behind which a common word stands: 2 szkl. mąki, w dni rob. od ósmej."""

OF_MEASURES = frozenset("szkl łyż łyżecz opak szt pęcz ząb gł but pusz plast torb kost sł".split())
"""Abbreviations of what things are counted or measured in, behind their number: 2 ząb. czosnku."""

REFERENCES = OF_THINGS | frozenset(
    """
    sygn tabl tab rys ryc rozp rozdz str zob nr art ust pkt ppkt poz par lit np m.in tzw tj tzn wg dot podst zał zarz
    rozporz późn poł cyt godz ok przyp szer głęb ew ewent przen temp dz.u m.p
    """.split()
)
"""Abbreviations of places in texts and the like: what follows is seldom a name."""

ALWAYS = (REFERENCES - {"godz", "ok", "przyp", "temp"}) | frozenset(
    """
    prof dr mgr inż hab lek ks św bł bp abp kard gen płk ppłk mjr kpt por ppor sierż plut szer asp podkom nadkom ul al
    pl os im ur zm przew wiceprzew red wyd tel pow woj gm p.o vs sp dn zast dyr zw oddz zb pok jęz kol adw pw
    """.split()
)
"""Abbreviations with something behind them always."""

PERHAPS = frozenset(
    """
    itd itp godz tys mln mld zł gr br wł ok min sek proc pn wt śr czw pt sob kg km cm mm etc jr st bm ub cd cdn oprac
    tłum przyp temp nast dkg
    """.split()
)
"""Abbreviations that end a sentence when a capital letter follows."""

SHORT_PAIRS = frozenset(
    [
        *[("m", "in"), ("późn", "zm"), ("op", "cit"), ("loc", "cit"), ("rozp", "min")],
        *[("min", name) for name in ("fin", "zdr", "roln", "kult", "infr", "obr")],
    ]
)
"""Abbreviations that are one, or stand for another word, behind another: with something behind them mostly."""

_NO_STOP = frozenset(["mln", "mld", "zł", "gr", "kg", "dkg", "km", "cm", "mm", "min", "dr", "mgr", "wg"])
"""What is written without a full stop: one behind it ends a sentence, if a sentence may begin there."""

_ROMAN = re.compile(r"(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s@]+@|\w+://|www\.")
_OF_LETTERS = re.compile(r"[^\W\d_]{1,3}(?:\.[^\W\d_]{1,3})+")
_LETTER = re.compile(r"[bcdfghjklłmnoprstuwyzż]")
_UNKNOWN = re.compile(r"[^\W\d_A-ZĄĆĘŁŃÓŚŹŻ]{1,7}[bcćdfghjklłmnńprsśtwzźż]")
LIST_LETTER = re.compile(r"[a-zA-Z]\)|\d{1,2}\)")
LIST_NUMBER = re.compile(r"(?:\d{1,2}|[IVX]{1,4}|[A-Z])\.")


class Stop(IntEnum):
    """Whether a full stop is the word's: no; yes, and a sentence may end there, too; yes, and the sentence goes on."""

    MARK, PERHAPS, ALWAYS = range(3)


def own_stops(
    tokens: Sequence[TextToken], is_known: Callable[[str], bool] | None, *, begins: bool = True
) -> list[Stop]:
    """Whose the full stop of each token is; MARK where there is none.

    is_known: whether a word, in small letters, is in the dictionary, where there is one: other short words that end
    in a consonant, with a full stop amid a sentence, are abbreviations. begins: a line does with the first token.
    """
    found = [Stop.MARK] * len(tokens)
    for at, token in enumerate(tokens):
        if token.closing.startswith(".") and not token.closing.startswith("..") and token.body:
            is_label = at == 0 and begins and len(tokens) > 1 and LIST_NUMBER.fullmatch(token.text)
            found[at] = Stop.ALWAYS if is_label else _stop(tokens, at, is_known)
    return found


def _stop(tokens: Sequence[TextToken], at: int, is_known: Callable[[str], bool] | None) -> Stop:
    body = tokens[at].body
    before, after = _beside(tokens, at, -1), _beside(tokens, at, 1)
    word = body.lower()
    if _ADDRESS.match(body):
        return Stop.MARK
    if word in ALWAYS or (before.lower(), word) in SHORT_PAIRS:
        return Stop.MARK if word in _NO_STOP and after[:1].isupper() and tokens[at].closing != "." else Stop.ALWAYS
    if word in PERHAPS - _NO_STOP or (word in _NO_STOP and after[:1].islower()):
        return Stop.PERHAPS
    if before[-1:].isdigit() and after[:1].islower() and (word in OF_MEASURES or as_unit(before, word)):
        return Stop.PERHAPS
    if body.isdigit() or (body.isupper() and _ROMAN.fullmatch(body)):
        return Stop.PERHAPS if after[:1].islower() else _initial(body, after)
    if len(body) == 1:
        return _letter(body, before, after)
    if _OF_LETTERS.fullmatch(body):
        return Stop.PERHAPS
    is_unknown = is_known is not None and after and _UNKNOWN.fullmatch(body) is not None and not is_known(word)
    return Stop.PERHAPS if is_unknown else Stop.MARK


def _letter(letter: str, before: str, after: str) -> Stop:
    """Whose the stop of a single letter is: of an initial, a year, a century, a page."""
    if letter.isupper():
        is_of_name = before[:1].isupper() and before[1:].islower() and after[:1].islower()
        return Stop.PERHAPS if is_of_name else _initial(letter, after)
    if letter == "r":
        return Stop.PERHAPS if before[-1:].isdigit() or before.lower() == "w" else Stop.MARK
    if letter == "w":
        return Stop.PERHAPS if before and _ROMAN.fullmatch(before) else Stop.MARK
    if letter == "o":
        return Stop.PERHAPS if before.lower() in ("o", "z") or after[:1].isupper() else Stop.MARK
    return Stop.PERHAPS if after and _LETTER.fullmatch(letter) and letter != "z" else Stop.MARK


def _initial(letter: str, after: str) -> Stop:
    return Stop.PERHAPS if len(letter) == 1 and letter.isupper() and after[:1].isupper() else Stop.MARK


def _beside(tokens: Sequence[TextToken], at: int, step: int) -> str:
    """The word before or behind; "" where there is none."""
    place = at + step
    return tokens[place].body if 0 <= place < len(tokens) else ""
