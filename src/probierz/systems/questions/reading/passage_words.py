"""The words of a passage beside a question, as arrays: flags, sentences, what both share, and sums."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy
from numpy.typing import NDArray

from probierz.systems.questions.doubting.lives import BIRTHS, DEATHS
from probierz.systems.questions.doubting.told_marks import LIFE_YEARS, marks_of_asked
from probierz.systems.questions.reading.asked_question import AskedQuestion
from probierz.systems.questions.wanted.clock_times import hours_of
from probierz.systems.questions.wanted.kinds import (
    asks_for_figures,
    asks_for_hour,
    asks_for_lasting,
    asks_where,
    event_of_life,
    is_bare,
    noun_asked_for,
    ordinals_of,
    preposition_asked_with,
)
from probierz.systems.questions.wanted.units import units_asked_for
from probierz.systems.questions.wording.clauses import seams_of
from probierz.systems.questions.wording.cut_words import cut_form, cut_forms
from probierz.systems.questions.wording.headings import end_of_title_lines
from probierz.systems.questions.wording.phrases import BY, phrases_behind
from probierz.systems.questions.wording.short_words import as_asked
from probierz.systems.questions.wording.span_tokens import SENTENCE_END
from probierz.systems.questions.wording.word_flags import (
    FLAG_NUMBERS,
    flags_of_word,
    is_no_nominative,
    with_its_other_form,
)
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import ASKS_WHO, terms, without_marks

_FAR = 99
_WITH_PREPOSITION = re.compile(
    r"\W*(przy|na|w|we|do|z|ze|nad|pod|od|u|za|po) (?:jak\w{1,3}|któr\w{1,3}) (\w{4,})", re.IGNORECASE
)
_OF_OTHERS = frozenset(("od", "ode", "dla", "pro", "wobec", "im", "imienia"))
"""Behind these stands nobody who does something; behind *przez* and *podle* may be."""
_OPENING, _CLOSING = frozenset('„“«"'), frozenset('”“»"')
_LONGEST_QUOTED = 8
"""Words and signs of a name in quotation marks, at most."""
_BODY = re.compile(
    r"(?:klub|zespol|kolo|chor|stowarzysz|towarzyst|fundacj|druzyn|orkiestr|kapel|teatr|kino|dom|szkol|spoldziel|bractw"
    r"|kabaret|hufiec|ognisk|hotel|restaurac|spolek|sbor|soubor|sdruzeni|divadl|skol)"
)
"""How names of what people found or lead begin, without marks."""
_OBLIQUE = re.compile(r"\w+(?:[yi]|ej|ego|ého)")
_BETWEEN_CLAUSES = frozenset((",", ";", "a", "i", "oraz", "zaś", "natomiast"))
_SHORT_NOUNS = {"ulicy": "ul", "alei": "al", "placu": "pl"}

Flags = NDArray[numpy.float32]
Numbers = NDArray[numpy.int64]


class PassageWords:
    """The words and signs of a passage beside a question, as arrays with a place for each."""

    def __init__(
        self, question: AskedQuestion, title: str, passage: str, tokens: Sequence[str], begins: Sequence[int]
    ) -> None:
        self.count = len(tokens)
        self.flags = numpy.array([flags_of_word(one) for one in tokens], numpy.float32)
        ends = [found.end() for found in SENTENCE_END.finditer(passage)]
        self.sentence = numpy.searchsorted(numpy.array(ends, numpy.int64), numpy.array(begins), side="right")
        told = question.told
        stems = as_asked([cut_form(one) for one in tokens], told)
        self.hits = numpy.array([told.get(stem, 0.0) for stem in stems], numpy.float32)
        of_title = set(terms(title, bare=True))
        self.titled = numpy.array([stem in of_title for stem in stems], numpy.float32)
        noun = cut_form(noun_asked_for(question.text))
        self.noun = numpy.array([bool(noun) and stem == noun for stem in stems], numpy.float32)
        self.is_bare = float(is_bare(question.text))
        self.is_of_price = bool({"koszt", "zapla", "placi"} & cut_forms(question.text))
        self.is_of_lasting = asks_for_lasting(question.text)
        self.is_of_figures = asks_for_figures(question.text)
        self.is_of_life = bool(event_of_life(question.text))
        self.is_of_where = asks_where(question.text)
        self.is_of_hour = asks_for_hour(question.text)
        self.is_of_order = bool(ordinals_of(question.text))
        self.hours = hours_of(tokens) if self.is_of_hour or self.is_of_price else numpy.zeros(self.count, numpy.float32)
        self.seams = seams_of(tokens)
        end = end_of_title_lines(passage)
        self.titled_until = sum(begin < end for begin in begins)
        self.named = self._first_of_names()
        self.asked_behind = self._asked_behind(question.text, tokens)
        self.of_others = self._of_others(question.text, tokens)
        units = units_asked_for(question.text)
        self.sized = numpy.array(
            [bool(units and units.match(without_marks(one.lower()))) for one in tokens], numpy.float32
        )
        self.told_of = self._told_of(question.text, tokens, stems)
        self.shares, self.around = self._shares(tokens, stems, told)
        depth = numpy.cumsum(self.flag("opens")) - numpy.cumsum(self.flag("closes"))
        self.inside = (depth > 0).astype(numpy.float32)
        starts = numpy.flatnonzero(numpy.diff(self.sentence, prepend=-1))
        sizes = numpy.diff([*starts, self.count])
        self.low = numpy.repeat(starts, sizes)
        self.high = numpy.repeat(starts + sizes - 1, sizes)
        self.before, self.after = self._distances()

    def flag(self, name: str) -> Flags:
        """What is known of each word alone."""
        return self.flags[:, FLAG_NUMBERS[name]]

    def _shares(self, tokens: Sequence[str], stems: Sequence[str], told: Mapping[str, float]) -> tuple[Flags, Flags]:
        """How much of the question each sentence has, alone and with its neighbours; by sentence."""
        found: list[set[str]] = [set() for _ in range(int(self.sentence[-1]) + 1)]
        for token, stem, number in zip(tokens, stems, self.sentence.tolist(), strict=True):
            if stem in told:
                found[number].add(stem)
            elif self.is_of_life and LIFE_YEARS.fullmatch(token):
                found[number] |= told.keys() & (BIRTHS | DEATHS)
        around = [set().union(*found[max(0, at - 1) : at + 2]) for at in range(len(found))]
        alone = [sum(told[stem] for stem in one) for one in found]
        return numpy.array(alone, numpy.float32), numpy.array(
            [sum(told[stem] for stem in one) for one in around], numpy.float32
        )

    def _told_of(self, question: str, tokens: Sequence[str], stems: Sequence[str]) -> Numbers:
        """Whether a place is told of what is asked, 1, or of its opposite, -1: birth and death, today and another time.

        The last mark of either before a place in its sentence decides, without one the first behind it; of a life that
        behind it in its own clause, *w Łodzi się urodził, a w Pile zmarł*, rather than one before that.
        """
        marks = marks_of_asked(question, tokens, stems)
        found = numpy.zeros(self.count, numpy.int64)
        if not marks.any():
            return found
        begin = 0
        for end in [*(numpy.flatnonzero(numpy.diff(self.sentence)) + 1).tolist(), self.count]:
            own = _led_by_clauses(marks[begin:end], tokens[begin:end]) if self.is_of_life else marks[begin:end]
            if own.any():
                places = numpy.maximum.accumulate(numpy.where(own != 0, numpy.arange(end - begin), -1))
                found[begin:end] = numpy.where(places >= 0, own[places], own[numpy.flatnonzero(own)[0]])
            begin = end
        return found

    def _distances(self) -> tuple[Flags, Flags]:
        """How far the nearest word of the question is before and behind each place."""
        places = numpy.arange(self.count)
        is_hit = self.hits > 0
        last = numpy.maximum.accumulate(numpy.where(is_hit, places, -_FAR))
        following = numpy.minimum.accumulate(numpy.where(is_hit, places, self.count + _FAR)[::-1])[::-1]
        before = places - numpy.concatenate([[-_FAR], last[:-1]])
        after = numpy.concatenate([following[1:], [self.count + _FAR]]) - places
        return before.astype(numpy.float32), after.astype(numpy.float32)

    def _first_of_names(self) -> Numbers:
        """The first of the words with capitals, and quotation marks, that each word follows without a gap; else it."""
        names = self.flag("capital") + self.flag("quote") > 0
        places = numpy.arange(self.count)
        gaps = numpy.maximum.accumulate(numpy.where(names, -1, places))
        return numpy.where(names, gaps + 1, places)

    def _asked_behind(self, question: str, tokens: Sequence[str]) -> Flags:
        """1 behind the noun asked for with the preposition it is asked with, *przy ulicy*; 0 elsewhere."""
        found = numpy.zeros(self.count, numpy.float32)
        asked = _WITH_PREPOSITION.match(question)
        if of_person := preposition_asked_with(question):
            for phrase in phrases_behind(with_its_other_form(of_person), tokens):
                is_end = [at for at in phrase if tokens[at][0].isupper() and self.hits[at] > 0]
                found[[phrase[0] - 1, *(at for at in phrase if not is_end or at < is_end[0])]] = 1
        if asked:
            nouns = cut_form(asked[2]), _SHORT_NOUNS.get(asked[2].lower(), "")
            words = [(at, one) for at, one in enumerate(tokens) if one != "."]
            for (_, before), (_, noun), (at, _) in zip(words, words[1:], words[2:], strict=False):
                is_asked = noun == nouns[1] or (cut_form(noun) == nouns[0] and are_forms_of_one_word(asked[2], noun))
                found[at] = before.lower() == asked[1].lower() and is_asked
        return found

    def _of_others(self, question: str, tokens: Sequence[str]) -> Flags:
        """1 at names that *kto* does not ask for, by their case or what stands before them; 0 elsewhere."""
        found = numpy.zeros(self.count, numpy.float32)
        if not ASKS_WHO.match(question):
            return found
        for phrase in phrases_behind(_OF_OTHERS, tokens):
            names = [at for at in phrase if tokens[at][0].isupper()]
            if names and (names[0] == phrase[0] or _OBLIQUE.fullmatch(tokens[names[0]])):
                found[phrase] = 1
        doers = {at for phrase in phrases_behind(BY, tokens) for at in phrase}
        for at, one in enumerate(tokens):
            found[at] += at not in doers and one[0].isupper() and is_no_nominative(one)
        for low, high in self._asked_in_quotes(tokens):
            found[low:high] = 1
        return found

    def _asked_in_quotes(self, tokens: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The names in quotation marks that the question has, each with the words with capitals before it.

        Those before it are of it where the question has one, or the first is of a body: `Klub Żeglarski „Rybitwa”`.
        """
        asked, capital = self.hits > 0, self.flag("capital") > 0
        for opening in (at for at, one in enumerate(tokens) if one in _OPENING):
            behind = range(opening + 1, min(opening + _LONGEST_QUOTED, self.count))
            closing = next((at for at in behind if tokens[at] in _CLOSING), 0)
            if closing and asked[opening:closing].any():
                first = opening
                while first and capital[first - 1] and self.sentence[first - 1] == self.sentence[opening]:
                    first -= 1
                is_of_it = asked[first:opening].any() or _BODY.match(without_marks(tokens[first].lower()))
                yield (first if is_of_it else opening), closing + 1

    def sum(self, name: str, first: Numbers, last: Numbers) -> Flags:
        """How many words from first to last, both included, have a flag."""
        return self.sums(self.flag(name), first, last)

    @staticmethod
    def sums(values: Flags, first: Numbers, last: Numbers) -> Flags:
        """Sums from first to last, both included; 0 where last is before first."""
        sums = numpy.concatenate([[0.0], numpy.cumsum(values, dtype=numpy.float64)])
        found: Flags = numpy.where(last >= first, sums[last + 1] - sums[first], 0.0).astype(numpy.float32)
        return found

    def beside(self, values: Flags, places: Numbers, is_there: NDArray[numpy.bool_]) -> Flags:
        """Values at places, 0 where there is no such place in the sentence."""
        found: Flags = numpy.where(is_there, values[numpy.clip(places, 0, self.count - 1)], 0.0)
        return found


def _led_by_clauses(marks: Numbers, tokens: Sequence[str]) -> Numbers:
    """The marks of a sentence, those that are not at the begin of their clause there as well."""
    found = marks.copy()
    begins = [0, *(at + 1 for at, one in enumerate(tokens) if one.lower() in _BETWEEN_CLAUSES), len(tokens)]
    for low, high in pairwise(begins):
        if marks[low:high].any():
            found[low] = marks[low:high][numpy.flatnonzero(marks[low:high])[0]]
    return found
