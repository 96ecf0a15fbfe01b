"""Commas behind `nie`, `tak` and `jasne` that answer by themselves: nie, dziękuję; nie, to nieprawda; nie, nie palę.

Only what cannot be read otherwise: `nie dziękuję ci za to` thanks nobody, and `nie doktor wyszedł` may mean both.
"""

from __future__ import annotations

from collections.abc import Sequence

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS

_NONE, _COMMA = MARKS.index(""), MARKS.index(",")
_ANSWERS = frozenset(["nie", "tak", "jasne"])
THANKS = frozenset(["dziękuję", "dziękujemy"])
_BEHIND_THANKS = frozenset("nie już wolę mam jestem".split())
"""What goes on behind thanks: nie, dziękuję, już jadłem."""
_SURELY = frozenset(["oczywiście", "naturalnie", "pewnie", "jasne", "tak"])
_JUDGED = frozenset(["prawda", "nieprawda", "niemożliwe", "kłamstwo", "bzdura", "pomyłka", "nonsens"])


def with_answers(words: Sequence[str], marks: list[int]) -> None:
    """Set these commas, in place."""
    for at in range(len(words) - 1):
        begins = at == 0 or marks[at - 1] in SENTENCE_ENDS
        if not begins or words[at] not in _ANSWERS or marks[at] != _NONE:
            continue
        after, ends = words[at + 1], at + 2 >= len(words) or marks[at + 1] in SENTENCE_ENDS
        if after in THANKS and (ends or words[at + 2] in _BEHIND_THANKS):
            marks[at] = _COMMA
            marks[at + 1] = marks[at + 1] if ends or marks[at + 1] != _NONE else _COMMA
        elif _is_answer(words[at], after, words[at + 2 : at + 3], ends=ends):
            marks[at] = _COMMA


def _is_answer(answer: str, after: str, rest: Sequence[str], *, ends: bool) -> bool:
    """Whether the word behind an answer says it again, with what follows, or judges what was said."""
    if ends:
        return (after in _SURELY and answer != "nie") or (answer == after == "nie")
    return (answer == after == "nie") or (after == "to" and answer != "jasne" and not _JUDGED.isdisjoint(rest))
