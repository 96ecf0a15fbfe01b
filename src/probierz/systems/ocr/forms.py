"""Words that no text had that was learnt from, and that are good ones: forms of known words, and symbols of elements.

zapyla    stays: zapylać, zapylał and zapylania are known
Ca, Ir    stay, as do two capitalised letters in a row of such: Ab, Cd
"""

from __future__ import annotations

import re
from collections.abc import Callable

_PARADIGMS = tuple(
    frozenset("" if ending == "-" else ending for ending in endings.split())
    for endings in """
    ać am asz a amy acie ają ał ała ało ali ały ając any ana ane ani anych anego anej anym anie ania aniem aniu ano
    ić isz i imy icie ią ił iła iło ili iły iąc iony iona ione ienie ienia
    yć ę ysz y ymy ycie ą ył yła yło yli yły ąc ony ona one enie enia
    ować uję ujesz uje ujemy ujecie ują ował owała owało owali owały ując owany owana owane owanych owanie owania
    - a u owi em ie y i ów om ami ach iem
    - a y i ę ą o ie om ami ach
    y a e ego emu ej ą ym ych ymi
    i a ie iego iemu iej ą im ich imi
    o a u em ie - om ami ach
    """.strip().splitlines()
)
"""Endings of verbs, nouns and adjectives; -: none."""
_VERBS = 4  # the first of them
_STEM, _LONG_STEM = 3, 4  # letters
_FORMS, _FORMS_OF_SHORT, _SEEN = 2, 4, 4  # forms that are known, and times that all were seen

_ELEMENTS = frozenset(
    """
    He Li Be Ne Na Mg Al Si Cl Ar Ca Sc Ti Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Zr Nb Mo Tc Ru Rh Pd Ag Cd In
    Sn Sb Te Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac
    Th Pa Np Pu Am Cm
    """.split()
)
_TWO_LETTERS = re.compile(r"[A-Z][a-z]")
_EDGES = '.,;:!?()[]"„”'


def is_symbol(read: str, before: str, after: str) -> bool:
    """Whether a word is the symbol of an element, or two letters like one beside another such word."""
    word = read.strip().strip(_EDGES)
    beside = (one.strip(_EDGES) for one in (before, after))
    is_like_one = _TWO_LETTERS.fullmatch(word) is not None
    return word in _ELEMENTS or (is_like_one and any(map(_TWO_LETTERS.fullmatch, beside)))


def is_form_of_known(word: str, count: Callable[[str], int], *, is_worn: bool = False) -> bool:
    """Whether a word is a form of one that is known in several others.

    count: how often a word, in small letters, was seen. is_worn: it stands on a page that was read badly, where endings
    of nouns and adjectives are often misread: then verbs with long stems alone.
    """
    lower = word.lower()
    paradigms = _PARADIGMS[:_VERBS] if is_worn else _PARADIGMS
    stems = (
        (endings, ending, lower.removesuffix(ending))
        for endings in paradigms
        for ending in endings
        if lower.endswith(ending)
    )
    shortest = _LONG_STEM if is_worn else _STEM
    return any(_is_known(stem, endings - {ending}, count) for endings, ending, stem in stems if len(stem) >= shortest)


def _is_known(stem: str, endings: frozenset[str], count: Callable[[str], int]) -> bool:
    seen = [found for ending in endings if (found := count(stem + ending))]
    least = _FORMS if len(stem) >= _LONG_STEM else _FORMS_OF_SHORT
    return len(seen) >= least and sum(seen) >= _SEEN
