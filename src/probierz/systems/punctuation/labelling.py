"""Labels of words by any system for punctuation: the network tells marks, capitals and spacing, others marks alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from probierz.errors import OptionError, ProbierzError
from probierz.systems.combinators import InputColumn
from probierz.systems.punctuation.addresses import with_addresses
from probierz.systems.punctuation.amounts import with_amounts
from probierz.systems.punctuation.answers import with_answers
from probierz.systems.punctuation.asked_of_you import with_questions_of_you
from probierz.systems.punctuation.capitals import with_capitals, with_ends_before_capitals, with_small_letters
from probierz.systems.punctuation.clause_ends import with_clause_ends, with_pleas
from probierz.systems.punctuation.clauses_before_and import with_clauses_before_and
from probierz.systems.punctuation.correlatives import with_correlatives
from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS, split_marked
from probierz.systems.punctuation.measures import with_measures
from probierz.systems.punctuation.misread_words import with_misread_words
from probierz.systems.punctuation.numbers import odd_times, with_numbers
from probierz.systems.punctuation.phrases import Grammar, with_phrases
from probierz.systems.punctuation.question_marks import with_questions
from probierz.systems.punctuation.rules import with_company_forms, with_lists, with_rules, with_short_pairs, with_stops
from probierz.systems.punctuation.spelt_addresses import Run, closed, closed_pauses, runs_of, widened, with_closed_runs
from probierz.systems.punctuation.spoken import with_spoken
from probierz.systems.punctuation.stand_ins import is_letter, with_stand_ins
from probierz.systems.punctuation.texts import LOWER, TITLE
from probierz.systems.punctuation.units import as_unit
from probierz.systems.punctuation.verbs_in_a_row import with_verbs_in_a_row
from probierz.systems.punctuation.vocatives import with_vocatives
from probierz.systems.punctuation.votes_and_speakers import with_speakers, with_votes
from probierz.systems.punctuation.whatever import with_whatever
from probierz.systems.punctuation.whoever import with_whoever
from probierz.systems.system import System

if TYPE_CHECKING:
    from probierz.systems.punctuation.encoder_tagger import EncoderTagger
    from probierz.systems.punctuation.tagger import Labels, NetworkTagger

_SURE_HYPHEN = 0.6
"""Of 145 hyphens between words of PolEval's tests 94 are right; of the 114 that are so probable 83."""
_SEEN_END = 0.25  # how likely an end of a sentence is that was seen
_NEAR, _AROUND = 12, 32  # words that a time changes, and those beside that tell what it is
_NONE, _DASH, _STOP = MARKS.index(""), MARKS.index("-"), MARKS.index(".")

Words = Sequence[Sequence[str]]
Pauses = Sequence[Sequence[int]]


class Labelled(NamedTuple):
    """Of each word of a text the number of its mark, and where the system knows them its case and what adjoins.

    behind: the mark behind the full stop of the word, which is an abbreviation. is_foreign: the text is
    not in the language that the system knows, and its marks mean nothing. grammar: kinds of words, where it knows them.
    ends: how likely the end of a sentence is behind each word, from 0 to 1; None: nobody knows. unset: behind which
    words the system saw one, and set no mark, as it was not sure enough; empty: nobody knows.
    """

    marks: Sequence[int]
    cases: Sequence[int] | None = None
    adjoins: Sequence[int] | None = None
    behind: Sequence[str] | None = None
    is_foreign: bool = False
    grammar: Grammar | None = None
    ends: Sequence[float] | None = None
    unset: Sequence[bool] = ()


Labeller = Callable[[Words, Pauses | None], list[Labelled]]
"""Labels texts; pauses: milliseconds of silence after each word of each text, UNHEARD (-1) where nobody knows."""


def labeller(system: System, threshold: float | None = None) -> Labeller:
    """Return what labels texts by the system, whole lines or columns of the task aside.

    threshold: how probable marks must be, from 0 to 1; None: as the system was made. Raises OptionError where a
    threshold is given for a system that has none.
    """
    from probierz.systems.punctuation.encoder_tagger import EncoderTagger
    from probierz.systems.punctuation.tagger import NetworkTagger

    inner = system.of if isinstance(system, InputColumn) else system
    if threshold is not None:
        if not hasattr(inner, "threshold"):
            raise OptionError(f"a system of kind {inner.kind} has no threshold; leave --confidence out")
        inner.threshold = threshold
    if isinstance(inner, NetworkTagger | EncoderTagger):
        return lambda texts, pauses: _of_network(inner, texts, pauses)
    return lambda texts, _pauses: _of_lines(inner, texts)


def _of_network(tagger: NetworkTagger | EncoderTagger, texts: Words, pauses: Pauses | None) -> list[Labelled]:
    """Labels of all kinds, with those that Polish has rules for; in another language neither rules nor capitals."""
    are_foreign, grammar = tagger.are_foreign(texts), tagger.grammar()
    runs = [runs_of(words) for words in texts]
    read = [closed(with_stand_ins(words), own) for words, own in zip(texts, runs, strict=True)]
    heard = None if pauses is None else [closed_pauses(*one) for one in zip(pauses, runs, strict=True)]
    found = tagger.label(read, heard)
    labels = [widened(one, len(words), own) for one, words, own in zip(found, texts, runs, strict=True)]
    pieces = [
        piece for number in range(len(texts)) for piece in _odd_pieces(number, texts[number], labels[number], grammar)
    ]
    if pieces:
        read = [with_stand_ins(texts[one.text], one.times)[one.begin : one.end] for one in pieces]
        heard = None if pauses is None else [pauses[one.text][one.begin : one.end] for one in pieces]
        for one, others in zip(pieces, tagger.label(read, heard), strict=True):
            _take_over(labels[one.text], others, one)
    return [_with_rules(*one, grammar) for one in zip(texts, labels, runs, are_foreign, strict=True)]


class _PieceWithTimes(NamedTuple):
    """The words of a text from `begin` to `end`, with times of day that a network did not understand."""

    text: int
    begin: int
    end: int
    times: Sequence[int]


def _odd_pieces(text: int, words: Sequence[str], found: Labels, grammar: Grammar) -> Iterator[_PieceWithTimes]:
    """Yield the pieces of a text with odd times, each with all that stand near."""
    marks, cases, adjoins = (one.tolist() for one in (found.marks, found.cases, found.adjoins))
    times = odd_times(words, marks, cases, adjoins, grammar.is_counted) if words else []
    near: list[int] = []
    for at in [*times, len(words) + 2 * _AROUND]:
        if near and at - near[-1] > _AROUND:
            yield _PieceWithTimes(text, max(0, near[0] - _AROUND), near[-1] + _NEAR + _AROUND, near)
            near = []
        near.append(at)


def _take_over(labels: Labels, others: Labels, piece: _PieceWithTimes) -> None:
    """Take the labels of a piece from each of its times on, as far as these tell of what stands there, in place."""
    for at in piece.times:
        for own, other in zip(labels, others, strict=True):
            own[at : at + _NEAR] = other[at - piece.begin : at - piece.begin + _NEAR]


def _with_rules(
    words: Sequence[str], found: Labels, runs: Sequence[Run], is_foreign: bool, grammar: Grammar
) -> Labelled:
    marks, cases, adjoins = _without_unsure_hyphens(words, found), found.cases.tolist(), found.adjoins.tolist()
    if is_foreign:
        return Labelled(marks, None, adjoins, is_foreign=True, grammar=grammar)
    with_questions(words, marks, found.asks.tolist(), grammar.is_finite)
    marks = with_rules(words, marks, grammar.is_finite, grammar.is_quality)
    with_correlatives(words, marks, cases, grammar)
    with_vocatives(words, marks, cases, grammar)
    with_whoever(words, marks, cases, found.commas.tolist(), grammar)
    with_whatever(words, marks, cases, found.commas.tolist(), grammar)
    with_clause_ends(words, marks, grammar, found.commas.tolist())
    with_clauses_before_and(words, marks, grammar)
    with_answers(words, marks)
    with_pleas(words, marks, grammar.is_bidding)
    with_questions_of_you(words, marks, cases, found.asks.tolist(), grammar)
    with_phrases(words, marks, cases, found.commas.tolist(), grammar)
    with_verbs_in_a_row(words, marks, cases, found.commas.tolist(), grammar)
    for at, word in enumerate(words):
        if word == "e" and is_letter(words, at):
            marks[at], adjoins[at] = _DASH, 1
    with_numbers(words, marks, adjoins, cases, grammar.is_finite, grammar.is_counted)
    with_votes(words, marks, cases)
    with_speakers(words, marks, cases, grammar.is_verb)
    with_spoken(words, marks, cases, grammar.is_verb)
    with_addresses(words, marks, cases, grammar.is_finite)
    with_amounts(words, marks, grammar)
    with_measures(words, marks, cases, grammar)
    with_small_letters(words, cases, found.capitals.tolist(), grammar.is_known)
    with_capitals(words, cases)
    with_ends_before_capitals(words, marks, cases, found.marked.tolist())
    _without_stops_of_measures(words, marks, cases, grammar)
    with_short_pairs(words, marks, cases)
    with_misread_words(words, marks, cases, grammar.is_finite)
    behind = with_stops(words, marks)
    with_lists(words, marks, cases, grammar.is_verb)
    with_closed_runs(runs, found, marks, cases, adjoins)
    ends = found.marked - found.commas
    unset = ((ends >= _SEEN_END) & (found.marks == _NONE)).tolist()
    labels = with_company_forms(words, marks, cases, adjoins)
    return Labelled(*labels, behind, grammar=grammar, ends=ends.tolist(), unset=unset)


def _without_unsure_hyphens(words: Sequence[str], found: Labels) -> list[int]:
    """The marks, without hyphens between two words that may not belong together: they would become another name.

    Between two names one stands where a first name stands before them, or where they are a place's; none in the name of
    a product: Nokia Pro Max.
    """
    is_hyphen = (found.marks == _DASH) & (found.adjoins > 0)
    is_title = found.cases == TITLE
    marks: list[int] = found.marks.tolist()
    for at in is_hyphen.nonzero()[0].tolist():
        is_of_names = at + 1 < len(words) and is_title[at] and is_title[at + 1]
        is_double = (at > 0 and is_title[at - 1]) or _is_place(*words[at : at + 2]) if is_of_names else True
        of_products = _OF_PRODUCTS.intersection(words[at : at + 2])
        is_product = bool(of_products) if is_of_names else len(of_products) > 1
        if found.hyphens[at] < _SURE_HYPHEN or not is_double or is_product:
            marks[at] = _NONE
    return marks


def _without_stops_of_measures(words: Sequence[str], marks: list[int], cases: list[int], grammar: Grammar) -> None:
    """Take full stops out, in place, behind the sign of a unit where words without a verb follow: 200 g mąki.

    Not before a number: Długa 15 m. 3.
    """
    for at in range(1, len(words) - 1):
        is_measure = marks[at] == _STOP and words[at + 1].isalpha() and as_unit(words[at - 1], words[at])
        if is_measure and grammar.is_known(words[at + 1]):
            end = next((place for place in range(at + 1, len(words)) if marks[place] in SENTENCE_ENDS), len(words) - 1)
            if not any(map(grammar.is_verb, words[at + 1 : end + 1])):
                marks[at], cases[at + 1] = _NONE, LOWER


_OF_PRODUCTS = frozenset("pro max plus ultra mini lite air slim neo note fold flip".split())
"""What tells products of one name apart."""
_PLACES = [
    place.split("-")
    for place in """
    bielsk-biał kędzierz-koź czechowic-dziedzic golub-dobrzy skarżysk-kamien konstancin-jezior czerwion-leszczyn
    boguszó-gorc austr-węg alzac-lotar szlezwi-holszty nadreni-westfali nadreni-palatyn saksoni-anhal meklembur-pomorz
    badeni-wirtember bośni-hercegowin gwine-bissau baden-baden
    """.split()
]
"""Places of two words with a hyphen between: how both begin, in any case."""
_SPAS = ("zdrój", "zdroj")


def _is_place(first: str, second: str) -> bool:
    """Whether two words, in small letters, are the name of one place."""
    begins = any(first.startswith(one) and second.startswith(other) for one, other in _PLACES)
    return begins or second.startswith(_SPAS)


def _of_lines(system: System, texts: Words) -> list[Labelled]:
    """By comparing what a system prints with what it was given. Raises ProbierzError when it prints other words."""
    outputs = list(system.predict(" ".join(words) for words in texts))
    return [_compared(system, words, output) for words, output in zip(texts, outputs, strict=True)]


def _compared(system: System, words: Sequence[str], output: str) -> Labelled:
    printed = output.split(" ") if words else []
    if len(printed) != len(words):
        raise ProbierzError(
            f"the system {system.kind} made {len(printed)} words of {len(words)}; it cannot punctuate real text"
        )
    marks = [split_marked(word, found) for word, found in zip(words, printed, strict=True)]
    with_numbers(words, marks)
    return Labelled(marks)
