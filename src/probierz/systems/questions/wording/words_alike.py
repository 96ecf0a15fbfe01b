"""Words of a question that are told by none of their own forms, but by one that only begins alike.

A word is told by a form of itself: not *kronika* by `kronikarz`, nor *kot* by `Kotowski`.
"""

from __future__ import annotations

from probierz.systems.questions.wording.field_words import begin_otherwise, forms
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import WORDS, without_asking, without_marks

_SHORTEST = 3


def told_by_words_alike(question: str, told: str, kind: str = "") -> set[str]:
    """The words of a question, as they are compared, that cells or a sentence have words alike to and no form of.

    kind: the headings and the column that answers, which may say it in a word of the same root: `prowadzący` for
    *prowadzi*. Words that name the same thing in other letters, *opłata* and `cena`, are none of them.

    >>> told_by_words_alike("Ile metrów ma kot?", "Barierka Kotowskiego ma 5 metrów.")
    {'kot'}
    """
    words = WORDS.findall(told)
    of_kind = forms(kind)
    found: set[str] = set()
    for word in WORDS.findall(without_asking(question)):
        own = forms(word) - of_kind if len(word) >= _SHORTEST else set()
        alike = [one for one in words if own and without_marks(one[:2].lower()) == without_marks(word[:2].lower())]
        alike = [one for one in alike if own & forms(one)]
        if alike and not any(begin_otherwise(word, one) or are_forms_of_one_word(word, one) for one in alike):
            found |= own
    return found
