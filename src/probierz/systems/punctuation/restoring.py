"""Punctuation for real texts: marks, capital letters and spaces, by any system for punctuation.

    punctuate = punctuator()
    punctuate("jan poszedł do domu ale wrócił")        a text; its lines are paragraphs and stay
    punctuate.sentences(text)                          its sentences
    for sentence in punctuate.stream(pieces): ...      a text that comes bit by bit

The words that come out are those that went in: the same letters, digits and signs in the same order. Only punctuation
marks and the size of letters change; no capital letter becomes small, but where marks are set again that of a word
whose sentence does not begin there any more. Layout stays, to the byte: spaces, tabs, ends of lines, a byte-order mark;
a single space gives way where a mark joins two words (`10 45` is `10:45`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from probierz.errors import DataError, OptionError
from probierz.systems.defaults import PUNCTUATION
from probierz.systems.punctuation.abbreviations import LIST_LETTER
from probierz.systems.punctuation.beginnings import AMID, without_false_beginnings
from probierz.systems.punctuation.brackets import with_brackets
from probierz.systems.punctuation.finished import Finish, finishes
from probierz.systems.punctuation.labelling import Labelled, Labeller, labeller
from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.no_sentences import are_items, without_ends
from probierz.systems.punctuation.pauses import UNHEARD
from probierz.systems.punctuation.program_text import is_program_text, records
from probierz.systems.punctuation.sentences import hangs
from probierz.systems.punctuation.texts import LOWER
from probierz.systems.punctuation.tokens import TextToken, read_token
from probierz.systems.punctuation.wrapped import wrapped_runs
from probierz.systems.punctuation.writing import BEGIN, LineState, Manner, Written, state_after, write_tokens
from probierz.systems.registry import find_system
from probierz.systems.shared.composed import as_spelt, composed
from probierz.systems.system import System

_AHEAD = 24  # tokens behind the end of a sentence that make it sure, and those before that are looked at once more
_BEGINNING, _CHANGED = 36, 24  # words of a line that are looked at with those above it, and those that this changes
_BLOCK = 20_000  # tokens of a very long line that are looked at together
_VERY_LONG = 500  # tokens of a sentence that is given before its end is found
_STEP = 12  # tokens that must have come since a line was looked at last while it comes
_PIECE = 2**18  # characters that are looked at together
_LONGEST = 2**24  # characters without a space
_NO_TEXT = f"there are next to no spaces in {_LONGEST:,} characters; this is not a text"


class Sentence(NamedTuple):
    """A sentence as it is written.

    kept: why its line was left as it is: it is finished, or foreign, or code; "": it was not.
    space: what stands before the next sentence: white space, with the end of the line where one is. ends: whether the
    sentence ends here; in a very long one it goes on. ends_line: whether the line ends here; an empty line is an empty
    sentence, and so is a byte-order mark. words: each token as it was read, and as it is written. `text + space` of all
    sentences is the text.
    """

    text: str
    space: str
    ends: bool
    ends_line: bool
    words: tuple[tuple[str, Written], ...]
    kept: str = ""


class Turn(NamedTuple):
    """The words of a text as they are written; kept: as in `Sentence`."""

    written: list[Written]
    kept: str


def punctuator(
    system: str | System = PUNCTUATION,
    *,
    again: bool = False,
    everything: bool = False,
    tidy: bool = False,
    apart: bool = False,
    threshold: float | None = None,
) -> Punctuator:
    """Return a function that punctuates texts.

    system: a name, a folder, or a system. again: marks that are there are taken out and set anew, else words that have
    one keep it. everything: lines that have their marks, and those in another language, are marked, too; else they stay
    as they are. tidy: spaces around signs that stand alone go: `( tak ) , 50 %` is `(tak), 50%`. apart: no line
    goes on with the one above. threshold: how probable marks of the system must be, from 0 to 1; higher sets fewer,
    but for those of rules. Raises UnknownSystem, and OptionError for a threshold that is none.
    """
    if threshold is not None and not 0 <= threshold <= 1:
        raise OptionError(f"threshold={threshold}: say a number from 0 to 1")
    found = find_system(system) if isinstance(system, str) else system
    return Punctuator(labeller(found, threshold), again=again, everything=everything, tidy=tidy, apart=apart)


class Punctuator:
    """Punctuates texts with the labels that a system gives."""

    def __init__(
        self, label: Labeller, *, again: bool = False, everything: bool = False, tidy: bool = False, apart: bool = False
    ) -> None:
        self._label = label
        self._manner = Manner(again=again, everything=everything, tidy=tidy, apart=apart)

    def __call__(self, text: str) -> str:
        """Return a text with marks and capital letters; its lines are paragraphs, and its layout stays."""
        return "".join(sentence.text + sentence.space for sentence in self.stream([text]))

    def sentences(self, text: str) -> list[str]:
        """Return the sentences of a text."""
        return [sentence.text.strip() for sentence in self.stream([text]) if sentence.text]

    def words(
        self, texts: Sequence[Sequence[str]], pauses: Sequence[Sequence[int]] | None = None
    ) -> list[list[Written]]:
        """Return the words of texts as they are written; they have no spaces in them.

        pauses: milliseconds of silence after each word of each text, UNHEARD where nobody knows.
        """
        return [turn.written for turn in self.turns(texts, pauses)]

    def turns(
        self,
        texts: Sequence[Sequence[str]],
        pauses: Sequence[Sequence[int]] | None = None,
        may_close: Sequence[Sequence[bool]] | None = None,
        are_said: Sequence[bool] = (),
    ) -> list[Turn]:
        """Return the words of texts as `words` does, and why one was left as it is.

        may_close: whether the space behind each word may go; between two lines of a caption it may not. are_said: which
        texts are all that one person says there, so that they end with a mark; empty: nobody knows.
        """
        tokens = [[read_token(composed(word)) for word in words] for words in texts]
        within = [_pauses(*one) for one in zip(tokens, pauses, strict=True)] if pauses is not None else None
        words = [_all_words(one) for one in tokens]
        labels = self._labels(tokens, words, within)
        if are_said:
            labels = [_ended(label) if is_said else label for label, is_said in zip(labels, are_said, strict=True)]
        gaps = may_close if may_close is not None else [()] * len(tokens)
        return [
            Turn(
                _as_read(read, write_tokens(own, label, manner=self._manner, finish=finish, may_close=gap)),
                _kept(label, finish),
            )
            for read, own, label, finish, gap in zip(
                texts, tokens, labels, self._finishes(tokens, labels), gaps, strict=True
            )
        ]

    def stream(self, pieces: Iterable[str | None]) -> Iterator[Sentence]:
        """Yield the sentences of a text that comes in pieces of any size, cut anywhere.

        None as a piece says that the next one may take a while: then all that is sure is given. A sentence is sure when
        its line has ended, or some 24 words of the next have come. Raises DataError for more than 16 million characters
        without a space.
        """
        line, is_first, fences = _LineSoFar(), True, _Fences()
        above = line.above
        for piece, is_last in _of_one_size(pieces):
            if piece is None:
                yield from self._written([line] if line.has_more() else [])
                continue
            begin = _BYTE_ORDER if is_first and piece.startswith(_BYTE_ORDER) else ""
            is_first = is_first and not piece
            if begin:
                yield Sentence("", begin, ends=False, ends_line=False, words=())
            *complete, rest = (line.rest + piece.removeprefix(begin)).split("\n")
            lines = [_LineSoFar(text, is_complete=True, end="\n", above=above) for text in complete]
            if lines:
                lines[0].follow(line)
                line = _LineSoFar(above=above)
            line.rest = rest
            line.is_complete = is_last and bool(line.rest or line.before)
            for one in [*lines, line]:
                fences.tell(one)
            yield from self._in_blocks([*lines, line])

    def _in_blocks(self, lines: Sequence[_LineSoFar]) -> Iterator[Sentence]:
        """The sentences of lines that are complete, and of those that are very long the first ones.

        A very long line is cut at the same words however it comes.
        """
        together: list[_LineSoFar] = []
        for line in lines:
            while line.is_long():
                yield from self._written(together)
                yield from self._written([line], _BLOCK)
                together = []
            if line.is_complete:
                together.append(line)
        yield from self._written(together)

    def _written(self, lines: Sequence[_LineSoFar], most: int | None = None) -> Iterator[Sentence]:
        for at in records([line.rest for line in lines]):
            lines[at].is_code = not lines[at].before
        cut = [line.tokens(most) for line in lines]
        read = [[] if line.is_code else one.tokens for line, one in zip(lines, cut, strict=True)]
        texts = [[*line.before, *_all_words(tokens)] for line, tokens in zip(lines, read, strict=True)]
        labels = self._labels(read, texts, None) if texts else []
        found, items = self._finishes(read, labels), are_items(read)
        owns = [_without(label, len(line.before)) for line, label in zip(lines, labels, strict=True)]
        ended = without_ends(read, owns, items)
        is_open = [
            not (line.before or line.is_code or finish >= Finish.MARKED)
            for line, finish in zip(lines, found, strict=True)
        ]
        wrapped = {} if self._manner.apart else self._wrapped(lines, read, is_open)
        looks = self._looks(read, ended, [may and at not in wrapped for at, may in enumerate(is_open)])
        for at, (line, one, label, finish, is_item, may_change) in enumerate(
            zip(lines, cut, ended, found, items, is_open, strict=True)
        ):
            own = label
            if at in wrapped:
                own, starts = wrapped[at]
                line.state = line.state._replace(starts=starts)
            elif may_change:
                own = self._of_item(one.tokens, own if is_item else self._going_on(line, one.tokens, own, looks), looks)
            if line.above.has_comma and at not in wrapped and not (line.before or line.is_code or self._manner.apart):
                own = self._behind_comma(line, one.tokens, own)
            yield from line.sentences(one, own, self._manner, finish, is_item=is_item)

    def _labels(
        self,
        lines: Sequence[Sequence[TextToken]],
        texts: Sequence[Sequence[str]],
        pauses: Sequence[Sequence[int]] | None,
    ) -> list[Labelled]:
        """The labels of texts, with what their tokens tell beside the words: brackets, and capital letters."""

        def ask(others: Sequence[Sequence[str]]) -> list[Labelled]:
            return self._label(others, None)

        labels = with_brackets(lines, texts, self._label(texts, pauses), ask)
        return without_false_beginnings(lines, texts, labels, ask)

    def _wrapped(
        self, lines: Sequence[_LineSoFar], read: Sequence[Sequence[TextToken]], is_open: Sequence[bool]
    ) -> dict[int, tuple[Labelled, bool]]:
        """The labels of lines that were broken at a fixed width, and whether a sentence starts there, by their number.

        They are labelled together, as the one text that they are.
        """
        texts = [line.rest if may and line.is_complete else "" for line, may in zip(lines, is_open, strict=True)]
        runs = list(wrapped_runs(texts))
        words = [[word for at in run for word in _all_words(read[at])] for run in runs]
        found: dict[int, tuple[Labelled, bool]] = {}
        for run, labels in zip(runs, self._label(words, None) if runs else [], strict=True):
            begin, starts = 0, lines[run[0]].state.starts
            for at in run:
                end = begin + len(_all_words(read[at]))
                found[at] = _part(labels, slice(begin, end)), starts
                begin, starts = end, end > begin and labels.marks[end - 1] in SENTENCE_ENDS
        return found

    def _looks(
        self, lines: Sequence[Sequence[TextToken]], labels: Sequence[Labelled], is_open: Sequence[bool]
    ) -> _Looks:
        """The labels of short items, and of lines that seem to go on, behind the words they are looked at with.

        All are labelled together, which takes a sixth of the time that one after the other takes.
        """
        texts = []
        for at, tokens in enumerate(lines):
            if is_open[at] and _is_short_item(tokens):
                texts.append((*_BEFORE_ITEMS, *_all_words(tokens)))
            if (
                at
                and not self._manner.apart
                and is_open[at]
                and is_open[at - 1]
                and _may_go_on(tokens)
                and _seems_open(lines[at - 1], labels[at - 1])
            ):
                texts.append((*_all_words(lines[at - 1])[-_AHEAD:], *_all_words(tokens)[:_BEGINNING]))
        return dict(zip(texts, self._label([*map(list, texts)], None), strict=True)) if texts else {}

    def _look(self, words: tuple[str, ...], looks: _Looks) -> Labelled:
        return looks[words] if words in looks else self._label([[*words]], None)[0]

    def _going_on(self, line: _LineSoFar, tokens: Sequence[TextToken], labels: Labelled, looks: _Looks) -> Labelled:
        """The labels of a line; if it goes on with a sentence of the line above, those that it has together with it."""
        above = line.above.words
        if not (above and _may_go_on(tokens)):
            return labels
        if line.above.is_half:
            return self._with_half(line, _all_words(tokens), labels)
        joined = self._look((*above, *_all_words(tokens)[:_BEGINNING]), looks)
        begins = joined.marks[len(above) - 1] in SENTENCE_ENDS
        line.state = line.state._replace(starts=begins)
        return labels if begins else _begun_with(_without(joined, len(above)), labels)

    def _with_half(self, line: _LineSoFar, words: Sequence[str], labels: Labelled) -> Labelled:
        """The labels of a line that begins with the rest of the word above it: druży- and ną."""
        *above, half = line.above.words
        joined = self._label([[*above, half + words[0], *words[1:_BEGINNING]]], None)[0]
        found = _begun_with(_without(joined, len(above)), labels)
        line.state = line.state._replace(starts=False)
        return found if found.cases is None else found._replace(cases=[LOWER, *found.cases[1:]])

    def _behind_comma(self, line: _LineSoFar, tokens: Sequence[TextToken], labels: Labelled) -> Labelled:
        """The labels of a line below one that ends with a comma: a small letter begins it, but for that of a name."""
        if not _may_go_on(tokens):
            return labels
        line.state = line.state._replace(starts=False)
        if not labels.cases:
            return labels
        words = _all_words(tokens)
        begin = next(at for at, word in enumerate(words) if word.isalnum())
        cases = self._look((*AMID, *words[begin : begin + _AHEAD]), {}).cases
        amid = cases[len(AMID)] if cases is not None else LOWER
        return labels._replace(cases=[*labels.cases[:begin], amid, *labels.cases[begin + 1 :]])

    def _of_item(self, tokens: Sequence[TextToken], labels: Labelled, looks: _Looks) -> Labelled:
        """The labels of a short item of a list: its words are names where they are so in a sentence, too.

        Of the few words of an item the network often thinks that they are a title.
        """
        if labels.cases is None or not _is_short_item(tokens):
            return labels
        is_lettered = LIST_LETTER.fullmatch(tokens[0].text) is not None  # behind a) no sentence begins
        first = len(tokens[0].words) + (not is_lettered)
        cases = self._look((*_BEFORE_ITEMS, *_all_words(tokens)), looks).cases
        if cases is None:
            return labels
        return labels._replace(cases=[*labels.cases[:first], *cases[len(_BEFORE_ITEMS) + first :]])

    def _finishes(self, lines: Sequence[Sequence[TextToken]], labels: Sequence[Labelled]) -> list[Finish]:
        """What lines have already; foreign ones are taken as finished."""
        if self._manner.again or self._manner.everything:
            return [Finish.RAW] * len(lines)
        grammar = next((label.grammar for label in labels), None)
        closes = [bool(label.marks) and label.marks[-1] in SENTENCE_ENDS for label in labels]
        found = finishes(lines, grammar, closes)
        return [Finish.WHOLE if label.is_foreign else finish for label, finish in zip(labels, found, strict=True)]


def _of_one_size(pieces: Iterable[str | None]) -> Iterator[tuple[str | None, bool]]:
    """Small pieces together and large ones apart, each with whether it is the last one.

    Nothing is held back where the next one may take a while.
    """
    held: list[str] = []
    size = 0
    for piece in pieces:
        for begin in range(0, len(piece or ""), _PIECE):
            part = (piece or "")[begin : begin + _PIECE]
            held.append(part)
            size += len(part)
            if size > _LONGEST:
                raise DataError(_NO_TEXT)
            if size >= _PIECE and _SPACE.search(part):
                yield "".join(held), False
                held, size = [], 0
        if piece is None:
            yield "".join(held), False
            yield None, False
            held, size = [], 0
    yield "".join(held), True


class _Cut(NamedTuple):
    """Tokens of a line, as they were read and taken apart, where they begin, and the spaces around them.

    is_all: the line ends behind them.
    """

    read: list[str]
    tokens: list[TextToken]
    begins: list[int]
    spaces: list[str]
    is_all: bool


@dataclass
class _Above:
    """The last words of the line before, if it has ended amid a sentence; lines of one text share it.

    has_comma: the last line that is not empty ended with a comma: `Szanowni Państwo,`. is_half: the last word goes on
    behind its hyphen.
    """

    words: Sequence[str] = ()
    is_half: bool = False
    has_comma: bool = False


@dataclass
class _LineSoFar:
    """A line, or what has come of it and is not given yet.

    end: what ends it. before: the last words that were given. state: how things stand there. looked_at: characters of
    it that were looked at in vain. is_code: it is no running text, see `_Fences`. above: what its lines share.
    """

    rest: str = ""
    is_complete: bool = False
    end: str = ""
    before: list[str] = field(default_factory=list)
    state: LineState = BEGIN
    looked_at: int = 0
    is_code: bool = False
    above: _Above = field(default_factory=_Above)

    def follow(self, line: _LineSoFar) -> None:
        """Go on where a line stood."""
        self.before, self.state, self.is_code = line.before, line.state, line.is_code

    def is_long(self) -> bool:
        """Whether there is more than a block of words."""
        if len(self.rest) > _LONGEST and self.rest.count(" ") < _BLOCK:
            raise DataError(_NO_TEXT)
        if len(self.rest) < 2 * _BLOCK or self.rest.count(" ") < _BLOCK:
            return False
        return next(islice(_TOKEN.finditer(self.rest), _BLOCK, None), None) is not None

    def has_more(self) -> bool:
        """Whether so much has come since it was looked at last that sentences may be sure now."""
        return self.rest.count(" ", self.looked_at) >= _STEP

    def tokens(self, most: int | None) -> _Cut:
        """Cut what there is, or the first tokens; the last word of a line that is not complete may have only begun."""
        found = list(islice(_TOKEN.finditer(self.rest), most))
        is_all = most is None and self.is_complete
        if not is_all and found and found[-1].end() == len(self.rest):
            found.pop()
        ends = [0, *(one.end() for one in found)]
        spaces = [self.rest[end : one.start()] for end, one in zip(ends, found, strict=False)]
        read = [one.group() for one in found]
        tokens = [read_token(composed(text)) for text in read]
        return _Cut(read, tokens, [one.start() for one in found], [*spaces, self.rest[ends[-1] :] + self.end], is_all)

    def sentences(
        self, cut: _Cut, labels: Labelled, manner: Manner, finish: Finish, *, is_item: bool = False
    ) -> Iterator[Sentence]:
        """Yield the sentences that are sure, and forget them."""
        if self.is_code:
            yield from self._as_it_is(cut)
            return
        is_gap = [space == " " for space in cut.spaces[1:]]
        written = write_tokens(
            cut.tokens,
            labels,
            manner=manner,
            state=self.state,
            is_last=cut.is_all,
            may_close=is_gap,
            finish=finish,
            is_item=is_item,
        )
        count = len(written) if cut.is_all else _count_sure(written)
        if count:
            self.rest = "" if cut.is_all else self.rest[cut.begins[count] :]
            self.state = state_after(cut.tokens[:count], written[:count], self.state)
            self.before = [*self.before, *_all_words(cut.tokens[:count])][-_AHEAD:]
        self.looked_at = len(self.rest)
        if cut.is_all:
            is_half = _is_half(cut.tokens)
            goes_on = finish < Finish.MARKED and (is_half or _breaks_off(cut.tokens, written))
            self.above.words = self.before if goes_on and not manner.apart else ()
            self.above.is_half = is_half
            self.above.has_comma = written[-1].mark.endswith(",") if written else self.above.has_comma
        if cut.is_all and not written:
            yield Sentence("", cut.spaces[-1], ends=True, ends_line=True, words=())
        kept = _kept(labels, finish)
        for sentence in sentences_of(cut.read, _as_read(cut.read, written[:count]), cut.spaces, is_complete=cut.is_all):
            yield sentence._replace(kept=kept) if kept else sentence

    def _as_it_is(self, cut: _Cut) -> Iterator[Sentence]:
        """What there is of a line of code; of one that is not complete all but the last word, which may go on."""
        self.above.words, self.above.has_comma, self.above.is_half = (), False, False
        words = tuple((text, Written(text, "", joins=False, ends=False)) for text in cut.read)
        text = "".join(space + word for space, word in zip(cut.spaces, cut.read, strict=False))
        self.rest = "" if cut.is_all else self.rest[len(text) :]
        self.before = [*self.before, *(token.text for token in cut.tokens)][-_AHEAD:]
        if words or cut.is_all:
            space = cut.spaces[-1] if cut.is_all else ""
            yield Sentence(
                text, space, ends=cut.is_all, ends_line=cut.is_all, words=words, kept="code" if words else ""
            )


class _Fences:
    """Tells lines that are no running text: between fences of ``` or ~~~, rows of tables, what programs read."""

    def __init__(self) -> None:
        self._open = ""

    def tell(self, line: _LineSoFar) -> None:
        """Say whether a line is code; they come in order, one that is not complete again when more of it is there."""
        if line.before:
            return  # a part of it was given as what it is
        fence = _FENCE.match(line.rest)
        closes = fence is not None and self._open != "" and fence[1].startswith(self._open) and not fence[2].strip()
        is_row = _ROW.match(line.rest) is not None or (line.is_complete and is_program_text(line.rest))
        line.is_code = self._open != "" or fence is not None or is_row
        if fence and line.is_complete:
            self._open = "" if closes else self._open or fence[1]


_FENCE = re.compile(r"[^\S\n]*(```+|~~~+)(.*)", re.DOTALL)
_ROW = re.compile(r"[^\S\n]*\|(?=.*\|)")
_TOKEN = re.compile(r"\S+")
_SPACE = re.compile(r"\s")
_Looks = dict[tuple[str, ...], Labelled]
"""Labels of texts that were looked at ahead."""
_BYTE_ORDER = "\ufeff"

_BULLET = re.compile(r"[-*•+]|\d{1,2}[.)]|[a-z]\)")
_BEFORE_ITEMS = ("na", "liście", "są")
"""A sentence for items of lists."""
_SHORT_ITEM = 6  # tokens
_BROKEN_LINE = 4  # words of a line that may have been broken; headings of one word or two are none


def _kept(labels: Labelled, finish: Finish) -> str:
    """Why a line is left as it is; "": it is not."""
    if finish < Finish.MARKED:
        return ""
    return "foreign" if labels.is_foreign else "finished"


def _is_short_item(tokens: Sequence[TextToken]) -> bool:
    """Whether a line is a list's item of a few words."""
    return 1 < len(tokens) <= _SHORT_ITEM and _BULLET.fullmatch(tokens[0].text) is not None


def _may_go_on(tokens: Sequence[TextToken]) -> bool:
    """Whether a line begins with a small letter, behind the signs of a quoted mail: > to."""
    first = next((token for token in tokens if token.text.strip(">")), None)
    return first is not None and not first.opening and first.body[:1].islower()


def _seems_open(tokens: Sequence[TextToken], labels: Labelled) -> bool:
    """Whether a line may break off, by its own labels alone: see `_breaks_off`."""
    if not tokens or not tokens[-1].body or tokens[-1].closing or not labels.marks:
        return False
    return hangs(tokens[-1].body) or MARKS[labels.marks[-1]] == ""


def _is_half(tokens: Sequence[TextToken]) -> bool:
    """Whether a line ends with half a word and its hyphen: druży-"""
    return bool(tokens) and tokens[-1].body[-1:].isalpha() and tokens[-1].closing in ("-", "‑")


def _breaks_off(tokens: Sequence[TextToken], written: Sequence[Written]) -> bool:
    """Whether a line ends amid a sentence: without a mark, and with a word that cannot end one or with many words."""
    if not written or written[-1].mark or not tokens[-1].body or tokens[-1].closing:
        return False
    return hangs(tokens[-1].body) or sum(bool(token.body) for token in tokens) >= _BROKEN_LINE


def _count_sure(written: Sequence[Written]) -> int:
    """How many tokens are sure: up to the last end of a sentence with enough behind it, in a very long one more."""
    most = len(written) - _AHEAD
    for at in range(most - 1, -1, -1):
        if written[at].ends:
            return at + 1
    return most if most >= _VERY_LONG else 0


def sentences_of(
    read: Sequence[str], written: Sequence[Written], spaces: Sequence[str] = (), *, is_complete: bool = True
) -> Iterator[Sentence]:
    """Put tokens together to sentences.

    spaces: what stands before each token, and behind the last; none: a space, but before the first, and the end of the
    line. is_complete: the line ends behind them.
    """
    spaces = spaces or ["", *(" " for _ in written[1:]), "\n"]
    parts, begin = [spaces[0]], 0
    for at, one in enumerate(written):
        is_last = at == len(written) - 1
        parts.append(one.text)
        ends_line = is_last and is_complete
        space = "" if one.joins and not ends_line else spaces[at + 1]
        if one.ends or is_last:
            words = tuple((read[number], written[number]) for number in range(begin, at + 1))
            text = "".join(parts)
            text = text if one.text else text.rstrip()  # the space before a mark that was taken out
            yield Sentence(text, space, one.ends, ends_line, words)
            parts, begin = [], at + 1
        else:
            parts.append(space)


def _as_read(read: Sequence[str], written: Sequence[Written]) -> list[Written]:
    """Tokens as they are written, with letters and signs apart where they were read so."""
    return [one._replace(text=as_spelt(one.text, text)) for text, one in zip(read, written, strict=False)]


def _all_words(tokens: Iterable[TextToken]) -> list[str]:
    return [word for token in tokens for word in token.words]


def _ended(labels: Labelled) -> Labelled:
    """The labels with a full stop at the end, where nothing stands that ends a sentence."""
    if not labels.marks or labels.marks[-1] in SENTENCE_ENDS:
        return labels
    return labels._replace(marks=[*labels.marks[:-1], MARKS.index(".")])


def _without(labels: Labelled, count: int) -> Labelled:
    """The labels without those of the first words."""
    return _part(labels, slice(count, None)) if count else labels


def _part(labels: Labelled, words: slice) -> Labelled:
    """The labels of some of the words."""
    cases, adjoins = (one[words] if one is not None else None for one in (labels.cases, labels.adjoins))
    behind = labels.behind[words] if labels.behind is not None else None
    ends = labels.ends[words] if labels.ends is not None else None
    return labels._replace(
        marks=labels.marks[words], cases=cases, adjoins=adjoins, behind=behind, ends=ends, unset=labels.unset[words]
    )


def _begun_with(joined: Labelled, labels: Labelled) -> Labelled:
    """The labels of a line, those of its first words by how they go on from the line above."""
    if len(joined.marks) == len(labels.marks):
        return joined
    rest = _without(labels, _CHANGED)
    return joined._replace(
        marks=[*joined.marks[:_CHANGED], *rest.marks],
        cases=_put_together(joined.cases, rest.cases),
        adjoins=_put_together(joined.adjoins, rest.adjoins),
        behind=_put_together(joined.behind, rest.behind),
        ends=_put_together(joined.ends, rest.ends),
    )


def _put_together(first: Sequence[Any] | None, rest: Sequence[Any] | None) -> list[Any] | None:
    return None if first is None or rest is None else [*first[:_CHANGED], *rest]


def _pauses(tokens: Sequence[TextToken], pauses: Sequence[int]) -> list[int]:
    """A pause for each word: that of the token after its last one, none known before."""
    return [
        pause if at == len(token.words) - 1 else UNHEARD
        for token, pause in zip(tokens, pauses, strict=True)
        for at in range(len(token.words))
    ]
