"""Where sentences end in a text that has its marks: not after abbreviations, ordinal numbers and initials."""

from __future__ import annotations

from probierz.systems.punctuation.abbreviations import ALWAYS, PERHAPS
from probierz.systems.punctuation.texts import LOWER

_NO_NAMES = frozenset([
    "Potem", "Następnie", "Później", "Wtedy", "Teraz", "Dziś", "Dzisiaj", "Jednak", "Jednakże", "Natomiast", "Dlatego",
    "Ponieważ", "Kiedy", "Gdy", "Gdyby", "Jeśli", "Jeżeli", "Chociaż", "Także", "Również", "Ponadto", "Nie", "Jest",
    "Są", "Był", "Była", "Było", "Były", "Byli", "Będzie", "Będą", "Została", "Został", "Zostało",
])  # fmt: skip
"""Words that begin sentences, and are nobody's name."""

_HANGING = frozenset([
    "w", "we", "z", "ze", "na", "do", "o", "od", "ode", "po", "za", "przez", "przy", "pod", "nad", "bez", "beze",
    "dla", "u", "ku", "przed", "między", "wśród", "wobec", "według", "podczas", "i", "oraz", "lub", "albo", "ani",
    "ale", "lecz", "że", "żeby", "aby", "ażeby", "bo", "gdyż", "ponieważ", "jeśli", "jeżeli", "chociaż", "niż",
    "który", "która", "które", "którzy",
])  # fmt: skip
"""Prepositions and conjunctions with something behind them always."""


def hangs(word: str) -> bool:
    """Whether a word wants another one behind it, and cannot end a sentence."""
    return word.lower() in _HANGING


def is_end(marks: str, word: str, next_case: int | None, *, interrupts: bool) -> bool:
    """Whether a sentence ends after a word with these marks.

    next_case: of the word that follows, see `texts.CASES`; None: nobody knows. interrupts: a quotation mark or a dash
    stands between, as in  „Kto tam?” – spytał.
    """
    if interrupts and next_case == LOWER:
        return False
    if "?" in marks or "!" in marks:
        return True
    if "…" in marks or "..." in marks:
        return bool(next_case)
    if "." not in marks or word.lower() in ALWAYS or _is_initial(word):
        return False
    return bool(next_case) if _may_go_on(word) else True


def ends_with_letter(before: str, letter: str, behind: str) -> bool:
    """Whether a sentence ends with a single capital letter and a full stop: … witaminę C. Potem …

    Of a name, what follows is one; and a letter that counts what is said stands first: A. Kiedy …
    """
    return _is_initial(letter) and before.islower() and behind in _NO_NAMES


def _is_initial(word: str) -> bool:
    """Whether a word is the letter of a name: J. Nowak. Sentences that end with such a letter are far fewer."""
    return len(word) == 1 and word.isupper()


def _may_go_on(word: str) -> bool:
    """Whether a full stop may belong to the word: an abbreviation, an initial, a number."""
    return len(word) == 1 or "." in word or word.isdigit() or word.lower() in PERHAPS
