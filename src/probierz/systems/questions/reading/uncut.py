"""What an answer is not cut in: digits in groups, abbreviations, the form of a firm, a name in quotation marks, a term.

61 1090 1014 0000 0712 1981 2874    84 tys. euro    Bud-Rem sp. z o.o.    „Pod Kogutem”    od 1 maja do 30 czerwca
"""

from __future__ import annotations

import re

from probierz.systems.questions.wanted.kinds import Wanted, asks_for_phone, asks_where, wanted_by
from probierz.systems.questions.wanted.terms import term_asked_for
from probierz.systems.questions.wording.field_words import end_asked
from probierz.systems.questions.wording.overlaps import overlapping
from probierz.systems.questions.wording.words import CAPITAL

_GROUPS = re.compile(r"(?<![\w,.])\+?\d{1,4}(?:[ \xa0\u202f-]\d{2,4}){2,}(?:,\d+)?(?![\w]|[ \xa0\u202f]?\d)")
_OF_FIGURES = re.compile(
    r"\b(?:numer|nr|telefon|tel|kom|kont[oa]|rachun|nip|regon|pesel|krs|iban|faks|fax|úč)", re.IGNORECASE
)
_ABBREVIATION = re.compile(
    r"(?<!\w)(?:tys|tis|mln|mld|r|w|godz|hod|szt|os|proc|ok|pn|wt|śr|czw|czwart|pt|sob|niedz|ndz|ul|al|pl|św|im|nr|tel|pow|woj"
    r"|gm|ust|poz|str|rozdz|kl|inż|mgr|dr|prof|hab|ks|zast|kier|o|a|n\.e|p\.n\.e|m\.in)$"
)
_BEHIND_THOUSANDS = re.compile(
    r"[ \xa0](?:zł\b|złot\w+|euro\b|€|\$|dolar\w*|USD\b|PLN\b|EUR\b|Kč|korun\w*|osób|mieszkańc\w+|obyvatel\w*)"
)
_THOUSANDS = re.compile(r"(?:tys|tis|mln|mld)\.?$")
_FIRM = re.compile(
    r"[ \xa0](?:sp\.? ?z ?o\.? ?o\.?|spółka z o\.o\.|sp\. ?[jkp]\."
    r"|S\.A\.|S\.?A\b|s\. ?c\.|s\. ?r\. ?o\.|a\. ?s\.|Ltd\.?|GmbH)(?!\w)"
)
_QUOTED = re.compile(r"„[^„”\"\n]{1,60}[”\"]|«[^»\n]{1,60}»|\"[^\"\n]{1,60}\"")
_NUMBER_BEHIND = re.compile(r"(?:(?<=\bnr)|[ \xa0]nr)[ \xa0]\d+[a-z]?(?:/\d+)?(?!\w)")
_STREET_BEFORE = re.compile(
    rf"\b(?:[uU]lic\w+|[uU]l\.|[aA]lei|[aA]leja\w*|[aA]l\.|[pP]lac\w*|[pP]l\.|[oO]siedl\w+|[oO]s\.)"
    rf"(?: (?:{CAPITAL}\w*|\w{{2,4}})\.?)*? {CAPITAL}\w+$"
)
_HOUSE = re.compile(r"[ \xa0]\d{1,4}[a-zA-Z]?(?:/\d+)?(?![\w:%]|[.,]\d)")
_NOUN_BEFORE = re.compile(r"(?<!\w)(?:we?|na|przy|u|do|ve?|nad|pod) (?:[^\W\d_A-Z]+ )?$")


def uncut(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return where an answer begins and ends with what it was cut in.

    >>> text = "Bud-Rem sp. z o.o. ma 84 tys. euro i konto 61 1090 1014 0000 0712."
    >>> [text[slice(*uncut(question, text, *at))] for question, at in (("Kto ma?", (0, 7)), ("Ile ma?", (22, 28)))]
    ['Bud-Rem sp. z o.o.', '84 tys. euro']
    >>> text[slice(*uncut("Jaki jest numer konta?", text, 49, 58))]
    '61 1090 1014 0000 0712'
    """
    wanted = wanted_by(question)
    if wanted is Wanted.DATE or end_asked(question):
        begin, end = term_asked_for(question, passage, begin, end)
    else:
        begin, end = _with_groups(question, passage, begin, end)
    number = _number_behind(passage, end) if wanted in (Wanted.PLACE, Wanted.WHICH) else None
    end = number.end() if number else _with_abbreviation(passage, end)
    if wanted in (Wanted.NUMBER, Wanted.DATE, Wanted.BOOLEAN):
        return begin, end
    end = _with_firm(passage, begin, end)
    return _with_quotes(question, passage, begin, end)


def _number_behind(passage: str, end: int) -> re.Match[str] | None:
    """The number that belongs to a thing or, behind the name of a street, to a house."""
    is_street = _STREET_BEFORE.search(passage, max(0, end - 60), end)
    return _NUMBER_BEHIND.match(passage, end) or (_HOUSE.match(passage, end) if is_street else None)


def _with_groups(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """With all groups of digits; of a telephone or account nothing else."""
    groups = overlapping(_GROUPS.finditer(passage), begin, end)
    if groups is None:
        return begin, end
    if asks_for_phone(question) or _OF_FIGURES.search(question):
        return groups.span()
    return min(begin, groups.start()), max(end, groups.end())


def _with_abbreviation(passage: str, end: int) -> int:
    """Behind the full stop of an abbreviation, and what a thousand is of."""
    if passage[end : end + 1] == "." and _ABBREVIATION.search(passage, max(0, end - 12), end):
        end += 1
    unit = _BEHIND_THOUSANDS.match(passage, end) if _THOUSANDS.search(passage, max(0, end - 5), end) else None
    return unit.end() if unit else end


def _with_firm(passage: str, begin: int, end: int) -> int:
    form = next((one for one in _FIRM.finditer(passage, begin) if one.start() <= end < one.end()), None)
    return form.end() if form else end


def _with_quotes(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """With all of the name in quotation marks that an answer has a part of, and to *gdzie* with what is called so."""
    quoted = overlapping(_QUOTED.finditer(passage), begin, end)
    if quoted is None or (begin <= quoted.start() and end >= quoted.end()):
        return begin, end
    if begin == quoted.start() + 1 and end == quoted.end() - 1 and not asks_where(question):
        return begin, end
    begin, end = min(begin, quoted.start()), max(end, quoted.end())
    before = _NOUN_BEFORE.search(passage, max(0, begin - 40), begin) if asks_where(question) else None
    return (before.start() if before else begin), end
