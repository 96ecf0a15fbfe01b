"""Lines that end a letter: a closing formula and the signature below have no full stop.

Z poważaniem            Serdecznie pozdrawiam
Jan Kos
kierownik sprzedaży     Anna
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from probierz.systems.punctuation.labelling import Labelled
from probierz.systems.punctuation.texts import LOWER
from probierz.systems.punctuation.tokens import TextToken

_FORMULA = re.compile(
    r"(?:(?:i )?(?:łącz(?:ę|ymy)|przesył(?:am|amy)|pozostaj(?:ę|emy)) )?(?:z|ze|wyrazy) (?:\w+ ){0,3}"
    r"(?:poważani\w+|szacunk\w+|pozdrowieni\w+|uszanowani\w+|wyraz\w+)(?: \w+)?"
    r"|(?:\w+ )?(?:pozdrawiam[y]?|ściskam[y]?|całuję)(?: (?:\w+nie|\w+co|gorąco|ciepło|was|cię|państwa)){0,3}"
    r"|(?:serdeczne |gorące |ciepłe )?pozdrowienia|(?:twój|twoja|wasz|wasza)(?: oddan[ya])?|podpisan[oay]"
)
_LINES, _WORDS = 5, 6  # of a signature, and of each line of it

Line = Sequence[TextToken]


def are_signatures(lines: Sequence[Line], labels: Sequence[Labelled], has_verb: Callable[[Line], bool]) -> list[bool]:
    """Which lines are closing formulas with a signature below, or stand in that.

    has_verb: whether a line has a verb that makes a sentence; one that is no name ends the signature.
    """
    found = [False] * len(lines)
    for at, line in enumerate(lines):
        if _FORMULA.fullmatch(_text_of(line)):
            signed = list(_signed(lines, labels, at, has_verb))
            for one in [at, *signed] if signed else []:
                found[one] = True
    return found


def _text_of(line: Line) -> str:
    return " ".join(word for token in line for word in token.words)


def _signed(
    lines: Sequence[Line], labels: Sequence[Labelled], formula: int, has_verb: Callable[[Line], bool]
) -> Iterator[int]:
    """Yield the lines of the signature below a formula; one empty line may stand between."""
    first = formula + 1 if formula + 1 < len(lines) and lines[formula + 1] else formula + 2
    for at in range(first, min(first + _LINES, len(lines))):
        is_short = 0 < len(lines[at]) <= _WORDS
        if not is_short or (has_verb(lines[at]) and not _is_name(lines[at], labels[at])):
            return
        yield at


def _is_name(line: Line, label: Labelled) -> bool:
    """Whether all words have a capital letter, or would get one: Jan Kos."""
    if all(token.body[:1].isupper() for token in line if token.body):
        return True
    return label.cases is not None and LOWER not in label.cases
