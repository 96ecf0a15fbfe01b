r"""Letters as the cascade knows them: ligatures as the letters that they are, letters and their signs as one.

aﬁsz                  corrected as afisz, and written so
daw¬no, sa\u00admym     read without the soft hyphen, which is no sign of a word but where it is broken
„ksiegarni”           read as „ksiegarni", as books that were learnt from close quotations otherwise, and written so
a and its ogonek      read as ą; where a text has all of its signs apart (NFD), what is changed is written so, too
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from unicodedata import normalize

from probierz.systems.ocr.tracing import Change, Corrected, apply_changes, count_lines
from probierz.systems.shared.composed import are_apart, composed

_LIGATURES = "\ufb00-\ufb06"
_LIGATURE = re.compile(f"[{_LIGATURES}]")
_SOFT_HYPHEN = r"(?<=[^\W\d_])\u00ad+(?=[^\W\d_])|(?<=[^\W\d_]{2})¬(?=[^\W\d_]{2})"
_CLOSING, _OTHER_CLOSING = "”", re.compile('["“]')
_QUOTED = re.compile(r'(„[^„”“"*\n]{1,80}(?<=[^\W\d_]))”(?=[.,;:!?)]{0,2}(?: *[^\s.]|$))')
"""A quotation of a line; at the end of one the mark may be a hyphen that was misread."""
_HYPHENS = re.compile(_SOFT_HYPHEN)
_WITH_LIGATURE = re.compile(rf"\S*(?:[{_LIGATURES}]|{_SOFT_HYPHEN})\S*")
_SPELT_OTHERWISE = re.compile(rf"[{_LIGATURES}]|\w[\u0300-\u036f]+|{_SOFT_HYPHEN}")


def usual_letters(text: str) -> str:
    """A text with letters for ligatures, and with each letter and its sign as one character, as networks learnt it."""
    return text if text.isascii() else _SPELT_OTHERWISE.sub(lambda found: _plain(found[0]), text)


def with_usual_letters(text: str, correct: Callable[[str], Corrected]) -> Corrected:
    """A text corrected as one of plain letters; changes tell places in the text as it was read."""
    plain = _QUOTED.sub(r'\1"', usual_letters(text))
    if plain == text:
        return correct(text)
    origins = _origins(text)
    placed = [_closed(_placed(change, text, plain, origins)) for change in correct(plain).changes]
    changes = [one for one in placed if one.read != one.right]
    if are_apart(text):
        changes = [one._replace(right=normalize("NFD", one.right)) for one in changes]
    changes = sorted([*changes, *_spelt_out(text, changes)], key=lambda one: (one.start, one.end))
    return Corrected(apply_changes(text, changes), changes)


def _closed(change: Change) -> Change:
    """A change with the mark behind a quotation as it was read."""
    is_closed = _CLOSING in change.read and not _OTHER_CLOSING.search(change.read)
    return change._replace(right=_OTHER_CLOSING.sub(_CLOSING, change.right)) if is_closed else change


def _plain(letters: str) -> str:
    return composed(_LIGATURE.sub(lambda found: normalize("NFKC", found[0]), letters).strip("\u00ad¬"))


def _origins(text: str) -> list[int]:
    """For each character of the plain text, and its end, where the one that it comes from begins."""
    origins: list[int] = []
    at = 0
    for found in _SPELT_OTHERWISE.finditer(text):
        origins += [*range(at, found.start()), *([found.start()] * len(_plain(found[0])))]
        at = found.end()
    return [*origins, *range(at, len(text) + 1)]


def _placed(change: Change, text: str, plain: str, origins: list[int]) -> Change:
    """A change of the plain text as one of the text; it takes in the whole of a ligature."""
    start, end = change.start, change.end
    while start > 0 and origins[start - 1] == origins[start]:
        start -= 1
    while start < end < len(plain) and origins[end - 1] == origins[end]:
        end += 1
    right = plain[start : change.start] + change.right + plain[change.end : end]
    return change._replace(
        read=text[origins[start] : origins[end]], right=right, start=origins[start], end=origins[end]
    )


def _spelt_out(text: str, changes: list[Change]) -> Iterator[Change]:
    """Words with ligatures or soft hyphens that nothing else changes, without them."""
    for found in _WITH_LIGATURE.finditer(text):
        if not any(one.start < found.end() and found.start() < one.end for one in changes):
            word = _LIGATURE.sub(lambda one: normalize("NFKC", one[0]), _HYPHENS.sub("", found[0]))
            yield Change("words", count_lines(text[: found.start()]), found[0], word, 1.0, *found.span())
