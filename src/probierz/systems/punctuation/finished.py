"""Which lines have their marks already: those are left as they are.

A line is finished when it ends with a mark, no stretch of it is long without one, and most commas stand that clauses
want (`że`, `który`). Full stops of abbreviations are no marks. Of lines that belong together, headings, items of lists
and the lines of a paragraph that goes on below are finished, too, when all together are and none of this speaks against
the line; one without a mark that has a verb, or more words than a heading, is not. Nor is a line that ends without a
mark where none comes soon in its paragraph, or where no line of this ends with one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

from probierz.systems.punctuation.abbreviations import Stop, own_stops
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.rules import clause_commas
from probierz.systems.punctuation.sentences import is_end
from probierz.systems.punctuation.texts import LOWER
from probierz.systems.punctuation.tokens import TextToken, marks_in

_LONGEST = 30  # words without a mark; of 2,427 finished paragraphs 14 have longer stretches
_DENSE = 15  # words a mark; 99 of 100 finished paragraphs have fewer
_LEAST_ENDS = 3  # sentences of a text that tells of its other lines
_STOPS, _WITHIN = frozenset(".?!…"), frozenset(":;,")
_SHORT_HEADING, _HEADING = 3, 8  # words of a heading that may have a verb in it, and of one that has none


class Finish(IntEnum):
    """What a line has already: nothing to rely on, capital letters and an end, its marks, or its marks and capitals."""

    RAW, EDITED, MARKED, WHOLE = range(4)


class _Look(NamedTuple):
    """What a line shows.

    stretch: the most words without a mark. wanted, missing: commas of clauses. small, large: sentences inside that
    begin with such a letter; begin: 1 when the line does with a capital, -1 with a small one. is_closed: a mark ends
    it; is_ended: that of a sentence. has_verb: without a mark, it has a verb that makes a sentence. lead, tail: words
    up to the first mark, and behind the last one.
    """

    words: int
    marks: int
    stretch: int
    wanted: int
    missing: int
    ends: int
    small: int
    large: int
    begin: int
    is_closed: bool
    is_ended: bool
    has_verb: bool
    lead: int = 0
    tail: int = 0

    @property
    def is_heading(self) -> bool:
        """Whether a line without marks has next to no words, or few and no verb."""
        return not self.marks and (self.words <= _SHORT_HEADING or (self.words <= _HEADING and not self.has_verb))

    @property
    def is_dense(self) -> bool:
        return self.words <= _DENSE * self.marks and 2 * self.missing <= self.wanted

    @property
    def is_finished(self) -> bool:
        return self.is_closed and self.is_dense and self.stretch <= _LONGEST and not self._lacks_only_comma

    @property
    def _lacks_only_comma(self) -> bool:
        return self.wanted == self.missing == 1

    @property
    def has_capitals(self) -> bool:
        return self.begin >= 0 and self.small <= self.large + (self.begin > 0)

    def goes_on(self, above: _Look | None) -> bool:
        """Whether the line goes on with the one above, and begins no sentence."""
        return above is not None and above.words > 0 and not above.is_ended


def finishes(
    lines: Sequence[Sequence[TextToken]], grammar: Grammar | None = None, closes: Sequence[bool] = ()
) -> list[Finish]:
    """What each line has already; lines are tokens, in the order of the text.

    grammar: kinds of words, where a dictionary is there. closes: whether a system would set a mark behind each line.
    """
    looks = [_look(tokens, grammar) for tokens in lines]
    is_text, has_capitals = _together(looks)
    is_wrapped = _is_wrapped(looks)
    is_open = _are_open(looks, is_wrapped) if is_text else [True] * len(looks)
    found = []
    for at, (above, look) in enumerate(pairwise([None, *looks])):
        assert look is not None
        is_odd = look.begin < 0 and has_capitals and not look.goes_on(above)
        is_part = (
            not is_open[at] and not is_odd and look.stretch <= _LONGEST and look.missing <= max(1, look.wanted / 2)
        )
        if is_part and not look.marks and not is_wrapped:
            below = looks[at + 1] if at + 1 < len(looks) else None
            is_part = _needs_no_mark(above, look, below, closes=not closes or closes[at])
        if not (look.is_finished or is_part):
            is_edited = look.is_ended and look.begin > 0 and look.has_capitals and look.stretch <= _LONGEST
            found.append(Finish.EDITED if is_edited else Finish.RAW)
        elif is_part and has_capitals:
            found.append(Finish.WHOLE)
        else:
            found.append(Finish.WHOLE if look.has_capitals else Finish.MARKED)
    return found


def _are_open(looks: Sequence[_Look], is_wrapped: bool) -> list[bool]:
    """Which lines lack their last mark: none comes soon in their paragraph, and they are no headings.

    A paragraph is what stands between empty lines; one in which no line ends with a mark has none that goes on below.
    """
    found = [False] * len(looks)
    begin = 0
    for end in range(len(looks) + 1):
        if end < len(looks) and looks[end].words:
            continue
        paragraph = looks[begin:end]
        is_unclosed = not any(look.is_closed for look in paragraph)
        ahead = _LONGEST + 1  # words up to the next mark
        for at in range(end - 1, begin - 1, -1):
            look = looks[at]
            is_far = is_unclosed or look.tail + ahead > _LONGEST
            is_title = is_wrapped and end - begin == 1 and look.begin > 0 and look.words <= _HEADING
            found[at] = is_far and not (look.is_closed or look.is_heading or is_title)
            ahead = look.lead if look.marks else min(ahead + look.words, _LONGEST + 1)
        begin = end + 1
    return found


def _is_wrapped(looks: Sequence[_Look]) -> bool:
    """Whether lines are broken amid sentences: of those that do not end with a mark half have a small letter below."""
    below = [other.begin for look, other in pairwise(looks) if look.words and other.words and not look.is_closed]
    return 2 * sum(begin < 0 for begin in below) > len(below)


def _needs_no_mark(above: _Look | None, look: _Look, below: _Look | None, *, closes: bool) -> bool:
    """Whether a line without a mark may be whole: a heading, an item of a list, or it goes on in the line below."""
    if below is not None and below.words and below.begin < 0:
        return True
    stands_alone = all(other is None or not other.words for other in (above, below))
    is_title = not look.has_verb and (stands_alone or not closes)
    return look.words <= _SHORT_HEADING or (is_title and look.words <= _HEADING)


def _together(looks: Sequence[_Look]) -> tuple[bool, bool]:
    """Whether lines are a finished text together, and whether its sentences begin with capital letters."""
    words, marks, wanted, missing, ends, small, large = (
        sum(getattr(look, name) for look in looks)
        for name in ("words", "marks", "wanted", "missing", "ends", "small", "large")
    )
    is_text = ends >= _LEAST_ENDS and words <= _DENSE * marks and 2 * missing <= wanted
    begins = sum(look.begin for above, look in pairwise([None, *looks]) if look and not look.goes_on(above))
    return is_text, small < large + begins


def _look(tokens: Sequence[TextToken], grammar: Grammar | None) -> _Look:
    stops = own_stops(tokens, grammar.is_known if grammar else None)
    words: list[str] = []
    marked: list[bool] = []
    bracketed: set[int] = set()  # words behind a bracket that opens, which need no comma before
    ends = small = large = shortened = 0
    is_end = False
    begin, is_closed, last = 0, False, -1
    for at, token in enumerate(tokens):
        signs = token.closing if token.body else token.text
        is_own = stops[at] is Stop.ALWAYS or (stops[at] is Stop.PERHAPS and at + 1 < len(tokens))
        if token.body:
            if not words:
                begin = token.body[0].isupper() - token.body[0].islower()
            last = at
            small += is_end and token.body[0].islower()
            large += is_end and token.body[0].isupper()
        has_mark = bool(marks_in(signs))
        shortened += has_mark and not marks_in(signs[1:] if stops[at] else signs)
        if "(" in token.opening:
            bracketed.add(len(words))
        if token.words:
            marked += [False] * (len(token.words) - 1) + [has_mark]
            words += token.words
        elif marked:
            marked[-1] = marked[-1] or has_mark
        is_stop = not _STOPS.isdisjoint(signs[1:] if is_own else signs)
        ends += is_stop
        is_end = is_stop or (is_end and not token.body)
        is_closed = is_stop or not _WITHIN.isdisjoint(signs) or (is_closed and not token.body)
    is_ended = (last >= 0 and _ends_before_small(tokens[last])) or any(
        not _STOPS.isdisjoint(token.text) for token in tokens[last + 1 :]
    )
    wanted = [at for at in clause_commas(words) if at not in bracketed]
    missing = sum(not marked[at - 1] for at in wanted)
    count = sum(marked) - shortened
    has_verb = not count and grammar is not None and any(map(grammar.is_verb, words))
    return _Look(
        len(words), count, _stretch(marked), len(wanted), missing, ends, small, large, begin, is_closed, is_ended,
        has_verb, *_edges(marked),
    )  # fmt: skip


def _ends_before_small(token: TextToken) -> bool:
    """Whether a sentence ends behind a word, though the next word may be a small one."""
    return is_end(marks_in(token.closing), token.body, LOWER, interrupts=False)


def _edges(marked: Sequence[bool]) -> tuple[int, int]:
    """Words up to the first mark, and behind the last one."""
    if True not in marked:
        return len(marked), len(marked)
    return marked.index(True) + 1, list(reversed(marked)).index(True)


def _stretch(marked: Sequence[bool]) -> int:
    longest = run = 0
    for is_marked in marked:
        run = 0 if is_marked else run + 1
        longest = max(longest, run)
    return longest
