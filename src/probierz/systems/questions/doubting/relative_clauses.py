"""What a relative clause tells, and of whom: its pronoun stands for the words before it, in a case of its own.

Kogo zaprosiła Ewa Kos?         Wystąpiła Ewa Kos, którą zaprosił Jan Lis.
Kto podarował szkole obraz?     Obraz, który namalowała Ewa Kos, podarował szkole Jan Lis.
Kdo pomáhá Petru Malému?        Kronikářem je Jan Novotný, kterému pomáhá Petr Malý.

Nothing is known of a clause but where it begins and that it ends at a comma, so one with a list in it is cut short.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from probierz.systems.questions.doubting.doubts import sentence_around
from probierz.systems.questions.wording.cut_words import SMALL
from probierz.systems.questions.wording.overlaps import overlapping
from probierz.systems.questions.wording.verbs import IS
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import WORDS

_OBLIQUE = (
    r"któr(?:ego|emu|ym|ą|ej|ych|ymi)|kter(?:ého|ému|ém|ým|ou|ých|ými)"
    r"|j(?:ehož|emuž|ejž|ímž|imiž|ejíž|ejichž)|n(?:ěhož|ěmuž|ěmž|ímž|íž|ěž|imiž|ichž)"
)
_PRONOUN = rf"(?:(?P<oblique>{_OBLIQUE})|któr\w+|kter\w+|jenž|již|jež|gdzie|kde)"
_RELATIVE = re.compile(rf",\s(?:[^\W\d_]+\s){{0,2}}?{_PRONOUN}\b[^,;]*")
RELATIVE_OBJECT = re.compile(rf"(?:{_OBLIQUE})\b", re.IGNORECASE)
"""How a clause begins whose pronoun is no subject in it."""
_ASKED = re.compile(r"\W*(?:\w{1,6} )?(?P<asking>k[td]o|kogo|koho|komu|kim|kým|czyj\w*)\s+(?P<rest>.*)", re.IGNORECASE)
_WHO = re.compile(r"k[td]o", re.IGNORECASE)
_OF_CASE = {
    "kim": r"któr(?:ym|ą|ymi)",
    "kým": r"kter(?:ým|ou|ými)|[jn](?:ímž|íž|imiž)",
    "kogo": r"któr(?:ego|ą|ych)",
    "koho": r"kter(?:ého|ou|ých)|(?:je|ně)hož|[jn]iž|[jn]ichž",
    "komu": r"któr(?:emu|ej|ym)|kter(?:ému|é|ým)|(?:je|ně)muž|[jn]íž|[jn]imž",
}
"""The pronouns that stand for what each word asks for, where the verb of their clause is asked for."""
_TO_WHOM = re.compile(r"kogo|koho|komu", re.IGNORECASE)
_IS = re.compile(IS, re.IGNORECASE)
_WORDS_BEFORE = 3
"""Words before a pronoun that it may stand for."""


@dataclass(frozen=True)
class _Clause:
    """A clause from its comma on, the words that its pronoun stands for, and whether that is no subject in it."""

    begin: int
    end: int
    words: list[str]
    before: list[re.Match[str]]
    pronoun: str
    is_oblique: bool

    def has(self, begin: int) -> bool:
        """Whether a character stands in it."""
        return self.begin <= begin < self.end


def _clauses(text: str, begin: int, end: int) -> list[_Clause]:
    """The relative clauses of the sentence of a span."""
    low, high = sentence_around(text, begin, end)
    return [
        _Clause(
            *one.span(),
            WORDS.findall(one.group()),
            [*WORDS.finditer(text, low, one.start())][-_WORDS_BEFORE:],
            (one["oblique"] or "").lower(),
            one["oblique"] is not None,
        )
        for one in _RELATIVE.finditer(text, low, high)
    ]


def tells_of_other_clause(question: str, text: str, begin: int, end: int) -> bool:
    """Whether an answer stands in a relative clause, and what is asked was done in the one around it, or in the clause
    to that for which its pronoun stands, where the question lets it do so.

    >>> text = "Wystąpiła Ewa Kos, którą zaprosił Jan Lis."
    >>> [tells_of_other_clause(one, text, 34, 41) for one in ("Kogo zaprosiła Ewa Kos?", "Kto zaprosił Ewę Kos?")]
    [True, False]
    >>> tells_of_other_clause("Kto wystąpił?", text, 34, 41), tells_of_other_clause("Kto zaprosił?", text, 10, 17)
    (True, True)
    >>> tells_of_other_clause("Z kim zatańczył Jan Lis?", "Ewa Kos, z której córką zatańczył Jan Lis.", 0, 7)
    True
    """
    asked = _ASKED.match(question)
    clauses = _clauses(text, begin, end) if asked else []
    verb, *others = _said(asked["rest"]) if asked and clauses else [""]
    if not asked or not verb:
        return False
    own = next((one for one in clauses if one.has(begin)), None)
    if own and not _is_told(verb, own.words):
        return _is_told(verb, _outside(text, begin, end, own)) and not any(map(_IS.fullmatch, own.words))
    if own:
        stands_for = [one.group() for one in own.before]
        is_turned = own.is_oblique and _TO_WHOM.fullmatch(asked["asking"])
        return bool(is_turned) and any(_is_told(word, stands_for) for word in others)
    asking = asked["asking"].lower()
    return any(
        one.is_oblique
        and (bool(_WHO.fullmatch(asking)) or not re.fullmatch(_OF_CASE.get(asking, ".*"), one.pronoun))
        and overlapping(one.before, begin, end)
        and _is_told(verb, one.words)
        and not _is_told(verb, _outside(text, begin, end, one))
        for one in clauses
    )


def told_around(verb: str, text: str, begin: int, end: int) -> str:
    """Return what tells who did something to whom: the sentence of an answer, or but its relative
    clause where that has the verb, and its pronoun is no subject.
    """
    own = next((one for one in _clauses(text, begin, end) if one.has(begin)), None)
    is_own = own is not None and own.is_oblique and _is_told(verb, own.words)
    return text[own.begin : own.end] if own and is_own else text[slice(*sentence_around(text, begin, end))]


def _said(rest: str) -> list[str]:
    """The words behind that which asks, of which the first is mostly the verb."""
    return [one for one in WORDS.findall(rest) if one.lower() not in SMALL] or [""]


def _outside(text: str, begin: int, end: int, clause: _Clause) -> list[str]:
    low, high = sentence_around(text, begin, end)
    return WORDS.findall(f"{text[low : clause.begin]} {text[clause.end : high]}")


def _is_told(word: str, told: Iterable[str]) -> bool:
    return any(are_forms_of_one_word(word, one) for one in told)
