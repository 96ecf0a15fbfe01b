"""Writing words with their labels as readable text: marks, capital letters, spaces.

The words stay what they are, whatever the labels say: marks are added, small letters become capital.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from probierz.systems.punctuation.abbreviations import ALWAYS, LIST_LETTER, LIST_NUMBER, SHORT_PAIRS, Stop, own_stops
from probierz.systems.punctuation.addresses import STREETS
from probierz.systems.punctuation.capitals import capitalised, is_plain, small_letter
from probierz.systems.punctuation.finished import Finish
from probierz.systems.punctuation.labelling import Labelled
from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.numbers import is_no_name, results_of, times_of
from probierz.systems.punctuation.question_marks import asks_first
from probierz.systems.punctuation.rules import ASKING
from probierz.systems.punctuation.sentences import ends_with_letter, hangs, is_end
from probierz.systems.punctuation.texts import LOWER, TITLE
from probierz.systems.punctuation.tokens import DASHES, QUOTES, TextToken, marks_in, without_punctuation
from probierz.systems.punctuation.units import as_unit
from probierz.systems.punctuation.votes_and_speakers import SAID


class Written(NamedTuple):
    """A token as it is written.

    mark: the marks after its word. joins: the next token follows without a space. ends: a sentence ends here.
    """

    text: str
    mark: str
    joins: bool
    ends: bool


class Manner(NamedTuple):
    """What is done beside setting marks.

    again: marks that are there are taken out and set anew; else a word that has one keeps it. everything: finished and
    foreign lines are marked, too. tidy: spaces around signs that stand alone go. apart: no line goes on with the one
    above.
    """

    again: bool = False
    everything: bool = False
    tidy: bool = False
    apart: bool = False


KEEPING = Manner()


class LineState(NamedTuple):
    """Where a line stands: whether a sentence starts, a quotation mark is open, and a sentence ended as it was read.

    spoken: it began with a dash, behind which somebody speaks.
    """

    starts: bool = True
    quoted: bool = False
    ended: bool = False
    spoken: bool = False


BEGIN = LineState()


def state_after(tokens: Sequence[TextToken], written: Sequence[Written], before: LineState) -> LineState:
    """The state behind tokens that are written; there is one at least."""
    signs = sum(token.text.count('"') for token in tokens)
    quoted, spoken = before.quoted ^ (signs % 2 == 1), _is_spoken(tokens, before)
    return LineState(written[-1].ends, quoted, _ended(tokens[-1]), spoken)


def _is_spoken(tokens: Sequence[TextToken], before: LineState) -> bool:
    """Whether the line of some tokens began with a dash."""
    return before.spoken or (before == BEGIN and len(tokens) > 1 and tokens[0].text in DASHES)


def _ended(token: TextToken) -> bool:
    return any(sign in ".?!…" for sign in (token.closing if token.body else token.text))


def write_tokens(
    tokens: Sequence[TextToken],
    labels: Labelled,
    *,
    manner: Manner = KEEPING,
    state: LineState = BEGIN,
    is_last: bool = True,
    may_close: Sequence[bool] = (),
    finish: Finish = Finish.RAW,
    is_item: bool = False,
) -> list[Written]:
    """Return each token as it is written.

    labels: of the words of all tokens, one after the other. is_last: the line ends behind these tokens. may_close:
    whether the space behind each may go where a mark joins it with the next, columns for instance may not; empty: all.
    finish: what the line has already, and keeps as it is. is_item: it is one of several items of a list.
    """
    line = _TokenLine(tokens, labels, state, is_last)
    line.tidy, line.may_close, line.is_item, line.is_again = manner.tidy, may_close, is_item, manner.again
    if manner.again:
        line.take_marks_out()
    line.is_whole = finish is Finish.WHOLE
    line.is_edited = line.is_edited or finish in (Finish.EDITED, Finish.WHOLE)
    if finish < Finish.MARKED:
        line.mark()
    line.find_ends()
    return list(line.written())


class _TokenKind(Enum):
    """What a token is for its neighbours; one without a word belongs to that before it or behind it."""

    WORD, OPENING, CLOSING, DASH, OTHER = range(5)


class _TokenLine:
    """Tokens, and what is found out of each of them step by step."""

    def __init__(self, tokens: Sequence[TextToken], labels: Labelled, state: LineState, is_last: bool) -> None:
        self.tokens, self.labels, self.state, self.is_last = tokens, labels, state, is_last
        self.firsts = [0]  # where the words of each token begin among all words
        for token in tokens:
            self.firsts.append(self.firsts[-1] + len(token.words))
        self.kinds = list(_kinds(tokens, state.quoted))
        self.ending = [token.closing if token.body else token.text for token in tokens]
        self.marks = [marks_in(ending) for ending in self.ending]
        is_known = labels.grammar.is_known if labels.grammar else None
        self.code = list(_code(tokens))
        self.stops = own_stops(tokens, is_known, begins=state == BEGIN)
        self.tidy = self.is_whole = self.is_item = self.is_again = False
        self.may_close: Sequence[bool] = ()
        self.adjoins = [False] * len(tokens)
        self.ends = [False] * len(tokens)
        self.began = [False] * len(tokens)  # a sentence that its words began, behind a mark that was taken out
        self.taken = [""] * len(tokens)  # what ended a sentence there, and was taken out
        self.asked = -1  # the token behind which somebody else answers
        self.is_edited = self._looks_edited()

    def _looks_edited(self) -> bool:
        """Whether sentences have ends, and begin with capital letters: then small letters are meant, too."""
        words = [at for at, token in enumerate(self.tokens) if token.last >= 0]
        marks = ["".join(self.marks[at : self._last_of(at) + 1]) for at in words]
        begins = Counter(
            self.tokens[after].body[0].islower()
            for at, after, found in zip(words, words[1:], marks, strict=False)
            if not (found == "." and self.stops[at]) and is_end(found, self.tokens[at].body, None, interrupts=False)
        )
        small, other = begins[True], begins[False]
        ends = small + other + any(sign in ".?!…" for found in marks[-1:] for sign in found)
        return ends * _LONG_SENTENCE >= max(1, len(words)) and small <= other and (other > 0 or self._has_titles())

    def _has_titles(self) -> bool:
        """Whether words have capital letters; the first word, and those that have nothing else, tell nothing."""
        words = [token.body for token in self.tokens if token.last >= 0][1:]
        titles = sum(word[0].isupper() and not word.isupper() for word in words)
        return titles > 0 and titles * _WORDS_A_TITLE >= len(words)

    # --- marks ---

    def take_marks_out(self) -> None:
        """Remove the marks behind words; one before the first word stays, as nothing could put it back.

        Nor could anything put back who speaks in a line of dialogue: dashes, marks before them and what is asked stay.
        """
        is_behind, ended = not self.state.starts, self.state.ended
        is_spoken = _is_spoken(self.tokens, self.state)
        for at, token in enumerate(self.tokens):
            is_behind = is_behind or bool(token.body)
            self.began[at] = ended and bool(token.body)
            kept = "." if self.stops[at] else ""
            ended = (_ended(token) and not kept) or (ended and not token.body)
            if is_spoken and self._is_of_dialogue(at):
                ended = False
            elif is_behind and self.kinds[at] is not _TokenKind.OTHER and not self.code[at]:
                if ended and token.body:
                    self.taken[at] = self.ending[at]
                self.ending[at] = kept + without_punctuation(self.ending[at])
                self.marks[at] = kept

    def _is_of_dialogue(self, at: int) -> bool:
        """Whether a token is a dash, stands before one with its mark, or ends with a question or a call."""
        return self.kinds[at] is _TokenKind.DASH or self._begins_with_mark(at + 1) or bool({*"?!"} & {*self.marks[at]})

    def mark(self) -> None:
        """Set marks behind words that have none."""
        for at, token in enumerate(self.tokens):
            if token.last < 0 or self._is_within_code(at):
                continue
            last = self._last_of(at)
            if self._divides_number(at) or self._is_heard(at, last) or self._is_label(at) or self._is_inner_item(at):
                continue
            if not any(self.marks[at : last + 1]) and not self._begins_with_mark(last + 1):
                self._mark(at, last)
            elif not any(self.marks[at : last + 1]) and self._asks_before_dash(at, last):
                self.ending[at] = self.marks[at] = "?"
            if self.marks[at] == "." and last == at and (behind := self._behind_stop(at)):
                self.ending[at] += behind
                self.marks[at] += behind
        if self.is_again:
            self._keep_ends()
            self._divide_names()
        if self.labels.cases is not None:
            self._divide_from_speaker()
            self._divide_answers()
        if self.is_last and self.labels.cases is not None:
            self._end_with_address()
            self._ask_before_answer()

    def _keep_ends(self) -> None:
        """Put ends of sentences back that were taken out before a capital letter, unless it is sure that none is there.

        On 441 ends of finished texts that leaves 99 of 100, and 9 in 100 that are put where no mark stands. A full stop
        behind `nie` and `tak` is meant, and so is a question mark before these, though hardly any system sees an end
        there; and a comma between two names, which would be one without it.
        """
        for at, taken in enumerate(self.taken[:-1]):
            after, place = self.tokens[at + 1], self.firsts[at] + self.tokens[at].last
            if not taken or self.labels.ends is None or self.marks[at] not in ("", ","):
                continue
            is_answered = "?" in taken and after.body.lower() in _ANSWERS and _ended(after)
            is_answer = self.tokens[at].body.lower() in _ANSWERS or self.labels.ends[place] >= _LIKELY_END
            if is_answered or (self.began[at + 1] and after.body[0].isupper() and is_answer):
                self.ending[at], self.marks[at] = taken, marks_in(taken)
                self._ask_no_more(at)

    def _ask_no_more(self, at: int) -> None:
        """Let the sentence behind an end that was put back end as it was read, where nothing in it asks."""
        end = next((one for one in range(at + 1, len(self.tokens)) if set(".?!…") & set(self.marks[one])), -1)
        words = (self.tokens[one].body.lower() for one in range(at + 1, end + 1))
        read = self.tokens[end].closing if end > at else ""
        if self.marks[end] == "?" and marks_in(read) == "." and ASKING.isdisjoint(words):
            self.ending[end], self.marks[end] = read, "."

    def _divide_names(self) -> None:
        """Put commas back that were taken out between two names, where no other mark stands."""
        for (at, token), after in zip(enumerate(self.tokens), self.tokens[1:], strict=False):
            are_names = token.body[:1].isupper() and after.body[:1].isupper() and not (token.opening or after.opening)
            if are_names and token.closing == "," and not self.ending[at] and token.body.isalpha():
                self.ending[at] = self.marks[at] = ","

    def _divide_from_speaker(self) -> None:
        """Set the dash between a question or a call and who utters it: Przyjdziesz? – zapytała Ewa."""
        for at, after in enumerate(self.tokens[1:]):
            is_new = self.marks[at] in ("?", "!") and not self.tokens[at].closing and self.tokens[at].body
            if is_new and not after.opening and SAID.fullmatch(after.body) and self._case(at + 1) == LOWER:
                self._dash(at)

    def _divide_answers(self) -> None:
        """End the words of who speaks between two quotations: „Kto to?” – zapytała babcia. „To ja” – odparł wnuk."""
        said = [at for at in range(len(self.tokens) - 1) if self._is_quoted_before(at)]
        for at, after in pairwise(said):
            begins = [
                one for one in range(at + 1, after + 1) if any(sign in QUOTES for sign in self.tokens[one].opening)
            ]
            between = range(at + 1, begins[0] if begins else at + 1)
            is_bare = not any(self.tokens[one].closing or not self.tokens[one].body for one in between)
            if not 2 <= len(between) <= _WORDS_OF_ANSWER or not is_bare:
                continue
            for one in between:
                self.ending[one] = self.marks[one] = ""
            self.ending[between[-1]] = self.marks[between[-1]] = "."
            for quoted in (at, after):
                self._end_quotation(quoted)

    def _is_quoted_before(self, at: int) -> bool:
        """Whether a quotation without marks ends with a token, and who says it follows."""
        closing, after = self.tokens[at].closing, self.tokens[at + 1]
        return bool(closing) and set(closing) <= set(QUOTES) and not after.opening and bool(SAID.fullmatch(after.body))

    def _end_quotation(self, at: int) -> None:
        """Set the mark inside a quotation, if it asks, and the dash before who says it."""
        asks = self.tokens[at + 1].body.startswith(_OF_ASKERS) or "?" in self.marks[at]
        self.ending[at], self.marks[at] = ("?" if asks else "") + self.tokens[at].closing, "?" if asks else ""
        self._dash(at)

    def _end_with_address(self) -> None:
        """Set the mark behind an e-mail or web address that ends a line of several words."""
        if len(self.tokens) < _WORDS_OF_SENTENCE or not _ADDRESS.match(self.tokens[-1].body):
            return
        behind = (at + 1 for at, marks in enumerate(self.marks[:-1]) if any(sign in ".?!…" for sign in marks))
        asks = asks_first([token.body.lower() for token in self.tokens[max(behind, default=0) :]])
        if not self.ending[-1] or (asks and self.ending[-1] == "." != self.tokens[-1].closing):
            self.ending[-1] = self.marks[-1] = "?" if asks else "."

    def _ask_before_answer(self) -> None:
        """Move the question mark of a line to the one who asks: `– Co robisz? – Czytam.`"""
        dashes = [at for at in range(len(self.tokens)) if self._is_dash(at) and not self.tokens[at].body]
        if len(dashes) != 2 or dashes[0] != 0 or self.marks[-1] != "?" or "?" in "".join(self.marks[:-1]):
            return
        asks, answers = self.tokens[1].body.lower(), self.tokens[dashes[1] + 1 :]
        before = dashes[1] - 1
        if before and asks in ASKING and answers and answers[0].body.lower() not in ASKING and not self.marks[before]:
            self.ending[before], self.marks[before] = self.ending[before] + "?", "?"
            self.ending[-1], self.marks[-1] = self.ending[-1].replace("?", "."), "."
            self.asked = before if not answers[0].body.lower().endswith(_OF_NARRATORS) else -1

    def _is_heard(self, at: int, last: int) -> bool:
        """Whether a word ends what is heard and no sentence, [śmiech]; a number in brackets is a reference: [5]."""
        return "]" in "".join(self.ending[at : last + 1]) and not self.tokens[at].body[-1:].isdigit()

    def _behind_stop(self, at: int) -> str:
        """The mark behind the full stop of a word, which is an abbreviation: itd., kiedy; w 1989 r.?"""
        place, is_end = self.firsts[at] + self.tokens[at].last, at + 1 == len(self.tokens)
        if self.labels.behind is not None and self.labels.behind[place]:
            return self.labels.behind[place]
        if not is_end and ends_with_letter(self._unmarked_before(at), self.tokens[at].body, self.tokens[at + 1].body):
            return ""
        mark = MARKS[self.labels.marks[place]]
        is_fit = mark == "," if not is_end else mark in ("?", "!") and self.is_last
        return mark if self.stops[at] is Stop.PERHAPS and is_fit and not self.tokens[at].body.isdigit() else ""

    def _is_label(self, at: int) -> bool:
        """Whether a token is the letter or number of an item: a) 1.; or the name of a row before a tab: id1."""
        if at or self.state != BEGIN or len(self.tokens) == 1:
            return False
        text = self.tokens[0].text
        return (
            self._is_name_of_row(at)
            or _TIME_BEFORE.fullmatch(text) is not None
            or LIST_LETTER.fullmatch(text) is not None
            or (self.is_item and LIST_NUMBER.fullmatch(text) is not None)
        )

    def _is_inner_item(self, at: int) -> bool:
        """Whether a token is the letter or number of an item amid its line: a) nocleg b) śniadanie."""
        if at + 1 == len(self.tokens) or not LIST_LETTER.fullmatch(self.tokens[at].text):
            return False
        before = "".join(token.text for token in self.tokens[:at] if not LIST_LETTER.fullmatch(token.text))
        return before.count("(") <= before.count(")")

    def _is_name_of_row(self, at: int) -> bool:
        return at == 0 and not self._may_close(0) and _NAME_OF_ROW.fullmatch(self.tokens[0].text) is not None

    def _is_within_code(self, at: int) -> bool:
        """Whether code goes on behind a token: `git commit`."""
        return self.code[at] and self.code[at + 1 : at + 2] == [True] and not self.tokens[at].text.endswith("`")

    def _divides_number(self, at: int) -> bool:
        """Whether the next word goes on with digits: an account, a phone or a price would become another number.

        A time of day is one where a word says so, and gets its colon: o 10 45; a comma may stand between two.
        """
        token = self.tokens[at]
        if at + 1 >= len(self.tokens) or not token.body[-1:].isdigit() or token.closing:
            return False
        after = self.tokens[at + 1]
        if after.opening or not after.body[:1].isdigit():
            return False
        mark = MARKS[self.labels.marks[self.firsts[at] + token.last]]
        if mark == "," and _POSTCODE.fullmatch(after.body):
            return False
        is_time = mark == ":" and self._may_close(at) and at in self._times
        return not (is_time or (mark == "," and {at - 1, at + 1} <= self._times))

    @cached_property
    def _times(self) -> frozenset[int]:
        """Which tokens are the hours of times, or begin the results of matches."""
        words = [token.body.lower() for token in self.tokens]
        return frozenset([*times_of(words), *results_of(words)])

    def _may_close(self, at: int) -> bool:
        return not self.may_close or self.may_close[at]

    def _last_of(self, at: int) -> int:
        """The last token that belongs to a word: signs may stand alone behind it."""
        while at + 1 < len(self.kinds) and self.kinds[at + 1] is _TokenKind.CLOSING:
            at += 1
        return at

    def _begins_with_mark(self, at: int) -> bool:
        """Whether a token begins with the mark of the word before: `tak – nie`, `tak ,nie`."""
        if at == len(self.tokens):
            return False
        token = self.tokens[at]
        return token.opening[:1] in (",", ";", "–", "—") if token.body else self._is_dash(at)

    def _asks_before_dash(self, at: int, last: int) -> bool:
        """Whether a question ends before a dash and who asks it: – Kiedy wrócisz? – zapytał."""
        is_said = last + 2 < len(self.tokens) and SAID.fullmatch(self.tokens[last + 2].body) is not None
        is_bare = not self.ending[at] and last == at and self._is_dash(last + 1)
        return is_bare and is_said and MARKS[self.labels.marks[self.firsts[at] + self.tokens[at].last]] == "?"

    def _is_dash(self, at: int) -> bool:
        return self.kinds[at] is _TokenKind.DASH and bool(self.ending[at])

    def _mark(self, at: int, last: int) -> None:
        """Set the marks of a word and of the quotation marks behind it."""
        place, end = self.firsts[at] + self.tokens[at].last, self.firsts[last + 1]
        inside, behind = MARKS[self.labels.marks[place]], MARKS[self.labels.marks[end - 1]]
        if place == end - 1 or inside == "-":
            inside = ""
        if inside in ("?", "!", "...") and behind != ",":
            behind = ""
        elif behind:
            inside = ""
        if self.is_edited and self._is_small_after(last):
            inside, behind = (mark if mark in _WITHIN else "" for mark in (inside, behind))
        if self._is_unfinished(last) or self._is_in_column(at):
            return
        if not inside:
            behind = self._beside_address(at, last, behind)
        if inside:
            ending = self.ending[at]
            cut = next((number for number, sign in enumerate(ending) if sign in QUOTES), len(ending))
            self.ending[at] = ending[:cut] + inside + ending[cut:]
            self.marks[at] = inside
        if behind == "-":
            self._dash(last)
        elif behind:
            self.adjoins[last] = self._is_inside_of_word(last, behind)
            self.ending[last] += behind
            self.marks[last] += behind

    def _beside_address(self, at: int, last: int, behind: str) -> str:
        """The mark behind a word, if no address there wants another."""
        if (behind == "-" and self._is_in_address(last)) or (behind == "." and self._goes_on_behind_address(at)):
            return ""
        return "." if not behind and self._ends_with_address(at) else behind

    def _is_small_after(self, at: int) -> bool:
        """Whether the next word has a small letter."""
        words = (self.tokens[number] for number in range(at + 1, len(self.tokens)) if self.tokens[number].last >= 0)
        after = next(words, None)
        return after is not None and after.body[0].islower()

    def _is_unfinished(self, at: int) -> bool:
        """Whether an address follows, as in `mail jan@wp.pl`, or the line breaks off behind a word such as `do`."""
        if at + 1 < len(self.tokens):
            is_short = self.tokens[at].body.lower() in ALWAYS  # np. probierz.pl
            return not is_short and _ADDRESS.match(self.tokens[at + 1].body) is not None
        return self.is_last and hangs(self.tokens[at].body)

    def _goes_on_behind_address(self, at: int) -> bool:
        """Whether no sentence begins behind an address on the net: zajrzyj na onet.pl jutro."""
        if at + 1 >= len(self.tokens) or not _ADDRESS.match(self.tokens[at].body) or not self.tokens[at + 1].body:
            return False
        return self._case(at + 1) == LOWER

    def _ends_with_address(self, at: int) -> bool:
        """Whether the network begins a sentence behind an address, with a word that is no name: … onet.pl Jutro …"""
        if at + 1 >= len(self.tokens) or not _ADDRESS.match(self.tokens[at].body):
            return False
        after, grammar = self.tokens[at + 1], self.labels.grammar
        is_new = after.body != "" and after.body[0].islower() and not after.opening and self._case(at + 1) == TITLE
        return is_new and grammar is not None and is_no_name(after.body, grammar.is_verb)

    def _is_in_column(self, at: int) -> bool:
        """Whether a single letter has more than a space on each side: it is a column, and nobody's initial.

        With a space on one side it is a word that begins or ends a line of a caption.
        """
        if len(self.tokens[at].body) != 1 or not self.tokens[at].body.isalpha():
            return False
        beside = self.may_close[max(0, at - 1) : min(at + 1, len(self.tokens) - 1)]
        return len(beside) > 0 and not any(beside)

    def _is_in_address(self, at: int) -> bool:
        """Whether the number of a house follows, which a dash would make another one: ul. Długa – 5."""
        follows = at + 1 < len(self.tokens) and self.tokens[at + 1].text[:1].isdigit()
        near = self.tokens[max(0, at - _STREET_WORDS) : at]
        return follows and any(token.body.lower() in STREETS for token in near)

    def _dash(self, at: int) -> None:
        if self.is_last and at == len(self.tokens) - 1:
            return  # there is nothing to divide
        self.adjoins[at] = self._is_inside_of_word(at, "-")
        self.ending[at] += "-" if self.adjoins[at] else " –"
        self.marks[at] += "-"

    def _is_inside_of_word(self, at: int, mark: str) -> bool:
        """Whether no space stands behind the mark: o 10:45, biało-czerwony, m.in."""
        if at + 1 >= len(self.tokens) or self.ending[at] or self.tokens[at + 1].opening:
            return False
        is_postcode = mark == "," and _POSTCODE.fullmatch(self.tokens[at + 1].body) is not None
        if (
            is_postcode
            or not self._may_close(at)
            or self.stops[at + 1]
            or self.tokens[at].body.lower() in ALWAYS - {"np"}
        ):
            return False
        told = self.labels.adjoins[self.firsts[at + 1] - 1] if self.labels.adjoins is not None else mark == ":"
        left, right = self.tokens[at].body, self.tokens[at + 1].body
        if left[-1:].isdigit() and right[:1].isdigit():
            return bool(told) and mark in ":,.-"
        is_short = len(left) <= 2 and len(right) <= 2
        is_one = mark == "-" or (mark == "." and is_short and not right[:1].isdigit())
        return bool(told) and is_plain(left) and is_plain(right) and is_one

    # --- sentences ---

    def find_ends(self) -> None:
        """Find out behind which tokens sentences end, from the last to the first."""
        next_case: int | None = None
        behind, is_interrupted = "", False
        for at in reversed(range(len(self.tokens))):
            token = self.tokens[at]
            is_interrupted = is_interrupted or self._is_dash(at)
            if token.last < 0:
                continue
            last = self._last_of(at)
            marks = "".join(self.marks[at : last + 1])
            if marks and not self.adjoins[at]:
                interrupts = is_interrupted or any(sign in QUOTES for sign in "".join(self.ending[at : last + 1]))
                is_letter = marks == "." and ends_with_letter(self._unmarked_before(at), token.body, behind)
                interrupts = (interrupts and at != self.asked) or marks in ("?-", "!-")
                goes_on = marks == "." and self.stops[at] and (self.stops[at] is Stop.ALWAYS or not next_case)
                ends = is_end(marks, self._joined(at), next_case, interrupts=interrupts)
                goes_on = goes_on or (marks == "." and next_case == LOWER and self._is_of_short_pair(at))
                self.ends[last] = is_letter or (ends and not goes_on)
            behind = token.body
            next_case, is_interrupted = self._case(at), any(sign in DASHES for sign in token.opening)
        if self.is_last and self.tokens:
            self.ends[-1] = True

    def _is_of_short_pair(self, at: int) -> bool:
        """Whether a word is one of two that are abbreviations together."""
        near = [token.body.lower() for token in self.tokens[max(0, at - 1) : at + 2]]
        return any(pair in SHORT_PAIRS for pair in pairwise(near))

    def _unmarked_before(self, at: int) -> str:
        """The word before, if no mark stands between."""
        return self.tokens[at - 1].body if at and not self.marks[at - 1] else ""

    def _joined(self, at: int) -> str:
        """The word with those that it was joined to: m.in"""
        begin = at
        while begin and self.adjoins[begin - 1]:
            begin -= 1
        return "".join(self.tokens[one].body + self.ending[one] for one in range(begin, at)) + self.tokens[at].body

    def _case(self, at: int) -> int | None:
        token = self.tokens[at]
        if token.body[0].isupper() and not self._had_begun(at):
            return TITLE
        if self.is_edited:
            return LOWER
        return None if self.labels.cases is None else self.labels.cases[self.firsts[at] + token.first]

    # --- writing ---

    def written(self) -> Iterator[Written]:
        """Yield the tokens as they are written."""
        starts, spoken = self.state.starts and not self.is_whole, self._speaker()
        for at, token in enumerate(self.tokens):
            text = token.text if token.text == _DONE else self.ending[at]
            if token.body and token.text != _DONE:
                body = token.body
                if self._had_begun(at) and not starts:
                    body = small_letter(body[0]) + body[1:]
                if self.code[at]:
                    starts = False
                elif self._is_label(at):
                    starts = starts and (self._is_name_of_row(at) or _IS_BEGUN.fullmatch(token.text) is not None)
                elif self._is_inner_item(at):
                    starts = False
                elif (unit := self._unit(at)) and not starts:
                    body = unit
                elif not self._is_in_column(at):
                    body = capitalised(body, self._cases(at), starts=starts)
                text = token.opening + body + text
                starts = starts and (self._is_label(at) or not any(map(str.isalnum, body)))  # >> Nie wiem
            yield Written(text, self.marks[at], self._joins(at, text), self.ends[at])
            starts = starts or ((self.ends[at] or at == spoken) and not self.is_whole)

    def _unit(self, at: int) -> str | None:
        """A unit behind a number as it is written; None for other words."""
        is_behind = at > 0 and not self.tokens[at].opening and not self.marks[at - 1]
        return as_unit(self.tokens[at - 1].body, self.tokens[at].body) if is_behind else None

    def _speaker(self) -> int:
        """The token of a line that ends the name in capitals of who speaks: DR NOWAK: ; -1: there is none."""
        for at, token in enumerate(self.tokens[:_WORDS_OF_SPEAKER] if self.state == BEGIN else ()):
            if token.opening or not token.body.isupper() or not any(map(str.isalpha, token.body)):
                return -1
            if self.ending[at]:
                return at if self.ending[at] == ":" and (at or len(token.body) > 1) else -1
        return -1

    def _had_begun(self, at: int) -> bool:
        """Whether a word has its capital letter only from the end of a sentence before it that was taken out."""
        body, cases = self.tokens[at].body, self.labels.cases
        if (
            not self.began[at]
            or self.stops[at]
            or cases is None
            or not body[0].isupper()
            or body[1:] != body[1:].lower()
        ):
            return False
        return cases[self.firsts[at] + self.tokens[at].first] == LOWER

    def _cases(self, at: int) -> Sequence[int]:
        token, first = self.tokens[at], self.firsts[at]
        if self.labels.cases is None or self.is_edited or token.first < 0 or self._is_shortened(at):
            return ()
        if at and self.adjoins[at - 1] and self.marks[at - 1] == "-" and self.labels.cases[first - 1] == LOWER:
            return ()  # biało-czerwony, as the first half has it
        return self.labels.cases[first + token.first : first + token.last + 1]

    def _is_shortened(self, at: int) -> bool:
        """Whether a word is an abbreviation with its full stop and a small letter: al. Lipowa, s. 34."""
        if not self.stops[at]:
            return False
        return self.stops[at] is Stop.ALWAYS or any(token.text[:1].isdigit() for token in self.tokens[at + 1 : at + 2])

    def _joins(self, at: int, text: str) -> bool:
        if not text or self.adjoins[at]:
            return True
        if not self.tidy or at + 1 == len(self.tokens) or self._is_dash(at):
            return False
        after = self.tokens[at + 1]
        if self.kinds[at + 1] is _TokenKind.CLOSING:
            return bool(self.ending[at + 1])
        return self.kinds[at] is _TokenKind.OPENING or (
            text[-1].isdigit() and after.body[:1] == "%" and not after.opening
        )


def _code(tokens: Sequence[TextToken]) -> Iterator[bool]:
    """Which tokens stand between backticks, with these."""
    text = " ".join(token.text for token in tokens)
    spans = [found.span() for found in _CODE.finditer(text)] if "`" in text else []
    at = 0
    for token in tokens:
        yield any(begin < at + len(token.text) and at < end for begin, end in spans)
        at += len(token.text) + 1


def _kinds(tokens: Sequence[TextToken], is_quoted: bool) -> Iterator[_TokenKind]:
    for token in tokens:
        yield _TokenKind.WORD if token.body else _kind(token.text, is_quoted)
        is_quoted ^= token.text.count('"') % 2 == 1


def _kind(signs: str, is_quoted: bool) -> _TokenKind:
    """What signs are that stand alone; what else there may be, such as (?) or :), is left alone."""
    if _LONE_DASH.fullmatch(signs):
        return _TokenKind.DASH
    if _LONE_CLOSING.fullmatch(signs) or (is_quoted and _LONE_QUOTE.fullmatch(signs)):
        return _TokenKind.CLOSING
    return _TokenKind.OPENING if _LONE_OPENING.fullmatch(signs) else _TokenKind.OTHER


_ADDRESS = re.compile(
    r"[^\s@]+@[^\s@]+\.\w|\w+://|www\.|(?:[a-z0-9-]{2,}\.)+(?:pl|com|eu|org|net|info|edu|gov|cz|de|io|tv)(?:/|$)"
)
"""An address on the net: jan@firma.pl, https://probierz.pl, www.pkp.pl, um.warszawa.pl."""

_STREET_WORDS = 3
_WORDS_OF_SPEAKER = 3
_WORDS_OF_SENTENCE = 4
_WORDS_OF_ANSWER = 4  # of who says something between two quotations
_OF_ASKERS = ("zapyta", "spyta", "pyta")
_OF_NARRATORS = ("ł", "ła", "li", "ły", "ło")
"""Ends of verbs that tell who asked: – Co robisz? – zapytał."""

_DONE = "[x]"
"""The box of a task that is done, in Markdown."""

_TIME_BEFORE = re.compile(r"\[\d{1,2}(?:[:.]\d{2}){1,2}\]|\(\d{1,2}(?::\d{2}){1,2}\)")
_IS_BEGUN = re.compile(rf"{LIST_NUMBER.pattern}|{_TIME_BEFORE.pattern}")
"""What stands before a sentence, which begins behind it: 1. or [10:15]."""
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:.*?[^`])\1(?!`)")

_POSTCODE = re.compile(r"\d\d-\d{3}")
_NAME_OF_ROW = re.compile(r"[\w.:/#-]*\d[\w.:/#-]*")

_LONE_DASH = re.compile("[-–—‑]+")
_LONE_CLOSING = re.compile("[.,?!:;…]+[”»]?|[”»)\\]}][.,?!:;…]*")
_LONE_QUOTE = re.compile('[.,?!:;…]*["“][.,?!:;…]*')
_LONE_OPENING = re.compile('[(\\[{]?["“„«]|[(\\[{¿¡]')


_LIKELY_END = 0.02
_ANSWERS = frozenset(["nie", "tak"])
_LONG_SENTENCE = 40  # words
_WORDS_A_TITLE = 20
_WITHIN = ("", ",", "-", ":")
"""Marks that may stand inside of a sentence."""
