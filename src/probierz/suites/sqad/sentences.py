"""Where sentences end in Czech articles: not after abbreviations that stand before names and numbers.

Polish ones are among them, for articles about Poland have them in names. Those that as often end a sentence, such as
atd. or ml., are left out. n. m. and n. l., behind heights and years, end one where a capital follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

_TITLES = """
    akad arch bc bca dr doc ing ingarch judr mddr mga mgr mudr mvdr paeddr paedr pharmdr phdr phmr prof rndr rsdr
    rtdr thdr thlic thmgr
    sv bl ct mons msgre p pí
    brig čet des gen genmjr genplk genpor kpt mjr nadpor npor nprap plk podplk por pplk pprap ppor prap rtm svob škpt
"""
_OTHERS = """
    angl arab č čp franc hebr lat maď mj např něm obr odst popř příp resp roz řec srov str špan tj tzn tzv zvl
    hl kap nábř nám tel tř
"""
_POLISH = """
    abp bł bp hab inż kard ks lek m.in np nr płk ppłk św tzw ul zob
"""
_ABBREVIATIONS = frozenset(f"{_TITLES} {_OTHERS} {_POLISH}".split())

_END = re.compile(r"[.!?…]$")
_MAY_GO_ON = re.compile(r"(?:\b\w|\b(?:cca|st|atd|apod))\.$", re.I)
_INITIALS = re.compile(r"(?<![\w.])(?:[^\W\d_]\.){2,}[“”\"»]?$")
_YEAR_OR_ASIDE = re.compile(r"\d{3,4}(?!\w)|[(\[](?![^)\]]*[.!?…][)\]])")
"""How a sentence goes on behind initials: a year, or brackets that do not hold a sentence of their own."""
# quotation marks and pictures may stand before the capital
_LEVEL = re.compile(
    r"(?<!\w)n\.\s?[ml]\.\s+(?=(?:[„“”\"‚‘'«»\u2300-\u2bff\u200d\ufe0f\U0001f000-\U0001faff]\s?){0,9}([^\W\d_]))"
)


def announces_more(text: str) -> bool:
    """Whether a text ends with an abbreviation behind which its sentence goes on.

    >>> announces_more("Kostel sv."), announces_more("Psal povídky atd.")
    (True, False)
    """
    words = text.split()
    if not words or not words[-1].endswith("."):
        return False
    return words[-1].lstrip("([„“\"'«»").removesuffix(".").lower() in _ABBREVIATIONS


def cut_czech_sentences(text: str) -> list[str]:
    """Cut a text after marks that end sentences, before words that do not begin in small letters.

    >>> cut_czech_sentences("Založen byl v roce 1340. Zničil ho požár. V 19. Století psal 3. Listopadu.")
    ['Založen byl v roce 1340.', 'Zničil ho požár.', 'V 19. Století psal 3. Listopadu.']
    """
    words = text.split(" ")
    sentences: list[list[str]] = [[]]
    for at, word in enumerate(words):
        sentences[-1].append(word)
        following = words[at + 1] if at + 1 < len(words) else ""
        goes_on = announces_more(word) or _MAY_GO_ON.search(word) or _is_ordinal(word, words[at - 1] if at else "")
        ends = _END.search(word) and not goes_on
        if ends and len(sentences[-1]) > 1 and following and not following[0].islower():
            sentences.append([])
    return cut_behind_levels(" ".join(sentence) for sentence in sentences)


def _is_ordinal(word: str, before: str) -> bool:
    """Whether a number with a full stop may be an ordinal: 3. listopadu; a year is none."""
    return _ORDINAL.fullmatch(word) is not None and before.lower() not in _OF_YEARS


_ORDINAL = re.compile(r"\d{1,3}\.|\d{5,}\.")
_OF_YEARS = frozenset(["roce", "roku", "rok"])


def join_at_abbreviations(pieces: Iterable[str]) -> list[str]:
    """Return the pieces of a line as sentences: one that ends with an abbreviation goes on with the next.

    So does one that ends with initials, where a year or an aside in brackets follows.

    >>> join_at_abbreviations(["Napsal ji MUDr.", "Novák.", "Vyšla brzy."])
    ['Napsal ji MUDr. Novák.', 'Vyšla brzy.']
    >>> join_at_abbreviations(["Hra R.U.R.", "(1920) měla úspěch.", "Napsal R.U.R.", "Potom Matku."])
    ['Hra R.U.R. (1920) měla úspěch.', 'Napsal R.U.R.', 'Potom Matku.']
    """
    sentences: list[list[str]] = []
    for piece in pieces:
        if sentences and _goes_on(sentences[-1][-1], piece):
            sentences[-1].append(piece)
        else:
            sentences.append([piece])
    return [" ".join(sentence) for sentence in sentences]


def _goes_on(piece: str, following: str) -> bool:
    is_aside = _INITIALS.search(piece) is not None and _YEAR_OR_ASIDE.match(following) is not None
    return is_aside or announces_more(piece)


def cut_behind_levels(pieces: Iterable[str]) -> list[str]:
    """Return the pieces of a line as sentences: one ends with n. m. or n. l. where a capital follows.

    >>> cut_behind_levels(["Měří 456 m n. m. Na vrcholu „bydlí“ vítr.", "Roku 50 n. l. a potom 9 m n. m. „Zde“."])
    ['Měří 456 m n. m.', 'Na vrcholu „bydlí“ vítr.', 'Roku 50 n. l. a potom 9 m n. m.', '„Zde“.']
    """
    return [sentence for piece in pieces for sentence in _cut(piece)]


def _cut(piece: str) -> list[str]:
    starts = [found.end() for found in _LEVEL.finditer(piece) if found[1].isupper()]
    return [piece[start:end].rstrip() for start, end in pairwise((0, *starts, len(piece)))]
