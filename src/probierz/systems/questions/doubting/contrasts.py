"""Whether a sentence tells what is asked in another clause than that of an answer, which is contrasted with it.

Ile metrów ma nowa kładka?      Stary most miał 56 metrów, nowa kładka tylko 48.
Kiedy zakończono budowę?        Budowę rozpoczęto w 2021 roku, a zakończono rok później.
Co czeka na mecie?              Na mecie czeka grochówka, a najstarszy dostanie puchar.

Of 27 right answers to questions of PoQuAD that were sure, one is only likely with it. What stands before the clause of
an answer mostly has its subject, *okręt tonął, a potem zatonął koło wyspy*: it counts where that clause has no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile

from probierz.systems.questions.doubting.doubts import BEING, sentence_around
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by
from probierz.systems.questions.wording.field_words import OF_ASKING, forms
from probierz.systems.questions.wording.words import NAME_WORD, WORDS, without_asking, without_marks

__all__ = ["is_told_in_contrast"]

_OTHER = r"zaś|natomiast|podczas gdy|ale|lecz|zatímco|kdežto"
_STRONG_SEAM = re.compile(rf";\s|,\sa\s|,?\s(?=(?:{_OTHER})\s)")
_SEAM = re.compile(
    rf";\s|,\s(?!(?:w |z |na |do |o |od )?(?:któr|kter|gdzie|gdy|że|bo|ponieważ|aby|żeby|jak|więc|czyli)|\w+ąc[aey]?\b)"
    rf"|\s(?=(?:i|oraz|{_OTHER})\s)"
)
_NAME = re.compile(rf"{NAME_WORD} {NAME_WORD}")
_WHO = re.compile(r"\W*(?:kto|kdo)\b", re.IGNORECASE)
_SHORTEST = 3


def is_told_in_contrast(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a word of a question stands behind the clause of an answer alone: behind *a*, *zaś* or *ale*, or in a
    clause with a value of its own, as a number where one is asked for; or the answer behind *a* has none beside it.

    >>> text = "Stary most miał 56 metrów, nowa kładka tylko 48."
    >>> [is_told_in_contrast(f"Ile metrów {one}?", text, 16, 18) for one in ("ma nowa kładka", "miał stary most")]
    [True, False]
    """
    low, high = sentence_around(text, begin, end)
    return _has_no_word(question, text[low:begin], text[begin:high]) or any(
        _is_told_better(word, text[at:until], text[low:at])
        for at, until in _clauses_behind(question, text, end, high)
        for word in _telling(question)
    )


def _has_no_word(question: str, before: str, rest: str) -> bool:
    """Whether an answer stands behind a contrast with no word of a question, and what is before that has one."""
    seams = [one.start() for one in _STRONG_SEAM.finditer(before)]
    if not seams:
        return False
    front, own = forms(before[: seams[-1]]), forms(before[seams[-1] :] + rest)
    words = [forms(word) for word in _telling(question)]
    return any(word & front for word in words) and not any(word & own for word in words)


def _clauses_behind(question: str, text: str, end: int, high: int) -> Iterator[tuple[int, int]]:
    """The rest of a sentence behind its first contrast, and each clause before that which has a value of its own."""
    strong = _STRONG_SEAM.search(text, end, high)
    if strong:
        yield strong.start(), high
    starts = [*(one.start() for one in _SEAM.finditer(text, end, strong.start() if strong else high)), high]
    yield from ((at, until) for at, until in pairwise(starts) if _has_value(question, text[at:until]))


def _has_value(question: str, clause: str) -> bool:
    wanted = wanted_by(question)
    if wanted is Wanted.PERSON:
        return bool(_WHO.match(question) and _NAME.search(clause))
    return wanted in (Wanted.NUMBER, Wanted.DATE) and any(map(str.isdigit, clause))


def _telling(question: str) -> Iterator[str]:
    """The words of a question that say what it asks about."""
    for word in WORDS.findall(without_asking(question)):
        if len(word) >= _SHORTEST and not forms(word) & (OF_ASKING | BEING):
            yield word


def _is_told_better(word: str, behind: str, before: str) -> bool:
    """Whether a text has a word, and another one no form of it: of *samica* and *samiec* the one that is nearer."""
    likeness = _likeness(word, before)
    return likeness < len(word) - 1 and _likeness(word, behind) > likeness


def _likeness(word: str, text: str) -> int:
    """How many letters a word begins with as that word of a text does which has its form; 0 for none."""
    plain, known = without_marks(word.lower()), forms(word)
    alike = (without_marks(one.lower()) for one in WORDS.findall(text) if forms(one) & known)
    return max(
        (len([*takewhile(lambda pair: pair[0] == pair[1], zip(plain, one, strict=False))]) for one in alike), default=0
    )
