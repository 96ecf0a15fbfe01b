"""Whether a sentence tells what is asked in another clause than that of an answer, which is contrasted with it.

Ile metrów ma nowa kładka?      Stary most miał 56 metrów, nowa kładka tylko 48.
Kiedy zakończono budowę?        Budowę rozpoczęto w 2021 roku, a zakończono rok później.
Co czeka na mecie?              Na mecie czeka grochówka, a najstarszy dostanie puchar.
Kogo wezwała pani Maria?        Murarza wezwała pani Maria, malarza pan Józef.
Ile osób z Rzymu przyszło?      Przyszło 20 osób z Pragi i 5 z Rzymu.

Of 27 right answers to questions of PoQuAD that were sure, one is only likely with it. What stands before the clause of
an answer mostly has its subject, *okręt tonął, a potem zatonął koło wyspy*: it counts where that clause has no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile

from probierz.systems.questions.doubting.doubts import clauses_of, sentence_around
from probierz.systems.questions.wanted.kinds import Wanted, noun_asked_for, wanted_by
from probierz.systems.questions.wording.cut_words import SMALL
from probierz.systems.questions.wording.field_words import OF_ASKING, forms
from probierz.systems.questions.wording.verbs import BEING
from probierz.systems.questions.wording.words import NAME_WORD, WORDS, without_asking, without_marks
from probierz.systems.shared.numerals import number_in

_OTHER = r"zaś|natomiast|podczas gdy|ale|lecz|zatímco|kdežto"
_STRONG_SEAM = re.compile(rf";\s|,\sa\s|,?\s(?=(?:{_OTHER})\s)|\s[ia]\s(?=[^\W\d_]+(?:ł|ła|li|ły|no|to|la|ly)\b)")
_SEAM = re.compile(
    rf";\s|,\s(?!(?:w |z |na |do |o |od )?(?:któr|kter|gdzie|gdy|że|bo|ponieważ|aby|żeby|jak|więc|czyli)|\w+ąc[aey]?\b)"
    rf"|\s(?=(?:i|oraz|{_OTHER})\s)"
)
_NAME = re.compile(rf"(?:{NAME_WORD}|\b(?:pan|pani|ksiądz|pán|paní)) {NAME_WORD}")
_WHO = re.compile(r"\W*(?:kto|kdo|(?P<whom>kogo|komu|koho))\b", re.IGNORECASE)
_TITLE = re.compile(r"pan\w{0,3}|pán|paní", re.IGNORECASE)
_AND = re.compile(r"\b(?:i|oraz|a także|a také)\b")
_SHORTEST = 3
_FIRST_NUMBER = re.compile(r"(?<![\w.,])(?![12]\d{3}\b)\d")
_WORDS_OF_HALF = 3
"""Words beside a person in a half of a sentence without a verb, at most."""


def is_told_in_contrast(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a word of a question stands behind the clause of an answer alone: behind *a*, *zaś* or *ale*, or in a
    clause with a value of its own, as a number where one is asked for; or the answer behind *a* has none beside it.

    >>> text = "Stary most miał 56 metrów, nowa kładka tylko 48."
    >>> [is_told_in_contrast(f"Ile metrów {one}?", text, 16, 18) for one in ("ma nowa kładka", "miał stary most")]
    [True, False]
    """
    low, high = sentence_around(text, begin, end)
    if _is_told_in_front(question, text[low:begin], text[begin:high]) or _lacks_its_verb(question, text, begin, end):
        return True
    before = _told_before(question, text, low, begin)
    counted = noun_asked_for(question)
    return any(
        _is_told_better(word, text[at:until], text[low:at] if word == counted else before + text[begin:at])
        for at, until in _clauses_behind(question, text, end, high)
        for word in _telling(question)
    )


def _told_before(question: str, text: str, low: int, begin: int) -> str:
    """What is told of an answer before it: of a number what stands before the first one, which is told of all, and
    behind the last clause with a number before its own.
    """
    if wanted_by(question) is not Wanted.NUMBER:
        return text[low:begin]
    first = _FIRST_NUMBER.search(text, low, begin)
    seams = [low, *(one.end() for one in _SEAM.finditer(text, low, begin))]
    own = max((until for at, until in pairwise(seams) if _has_value(question, text[at:until])), default=low)
    return f"{text[low : first.start()]} {text[max(own, first.start()) : begin]}" if first else text[low:begin]


def _lacks_its_verb(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a person of an answer stands in a half that says only of whom or what else it is: `malarza pan Józef`.

    The half before it then has all words of the question, and to *kto* a name of its own.
    """
    asked, words = _WHO.match(question), [forms(word) for word in _telling(question) if not _TITLE.fullmatch(word)]
    if not asked or not words:
        return False
    clauses = clauses_of(text, begin, end)
    own = next((at for at, (low, high) in enumerate(clauses) if low <= begin < high), 0)
    low, high = clauses[own]
    beside = f"{text[low:begin]} {text[end:high]}"
    rest = [word for word in WORDS.findall(beside) if word.lower() not in SMALL]
    if not own or not rest or len(rest) > _WORDS_OF_HALF or _AND.search(beside) or _has_any(words, text[low:high]):
        return False
    before = text[slice(*clauses[own - 1])]
    return _has_all(words, before) and (bool(asked["whom"]) or bool(_NAME.search(before)))


def _has_any(words: list[set[str]], text: str) -> bool:
    known = forms(text)
    return any(word & known for word in words)


def _is_told_in_front(question: str, before: str, rest: str) -> bool:
    """Whether an answer stands behind a contrast with no word of a question, and what is before that has one; or lacks
    one, and what is before that has all, and a value of its own.
    """
    seams = [one.start() for one in _STRONG_SEAM.finditer(before)]
    if not seams:
        return False
    words = [forms(word) for word in _telling(question)]
    front, own = before[: seams[-1]], before[seams[-1] :] + rest
    if not _has_any(words, own):
        return _has_any(words, front)
    return _has_all(words, front) and not _has_all(words, own) and _has_value(question, front)


def _has_all(words: list[set[str]], text: str) -> bool:
    known = forms(text)
    return all(word & known for word in words)


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
    if wanted is Wanted.NUMBER and number_in(clause) is not None:
        return True
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
