r"""Where the words of a page stood in its text, so that each change says exactly what it replaces.

    text       Była czy-\ntała ksi@żkę       words as they were read: 0 Była, 1 czy- | 0 tała, 1 ksi@żkę
    words      Była czytała | książkę       read from: (0, 1) (1, 2) and what was below | (1, 2)
    changes    [5, 16) `czy-\ntała ` -> `czytała\n`, [16, 23) `ksi@żkę` -> `książkę`

What is in no change stays as it is: spaces, tabs, indents and ends of lines, so that the changes applied to the text
give the corrected text, character for character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from probierz.systems.ocr.joining import Joined, Spaced

_WORD = re.compile(r"\S+")
_LINE_END = re.compile(r"\r\n|\n|\r")
_SPACES = re.compile(r"[^\S\r\n]*")


class Change(NamedTuple):
    """Something that was replaced, by which steps, and how sure that is (0 to 1).

    line: of the page, from 0, on which it begins. read: the text from `start` to before `end`; right: what stands there
    now, "" for nothing.
    """

    step: str
    line: int
    read: str
    right: str
    chance: float
    start: int
    end: int


class Corrected(NamedTuple):
    """A page as it was corrected, with all that was changed, in order."""

    text: str
    changes: list[Change]


def apply_changes(text: str, changes: Iterable[Change]) -> str:
    """The text with changes made; they are in order and do not overlap."""
    parts, at = [], 0
    for change in changes:
        assert change.start >= at, "two changes touch the same characters"
        parts += [text[at : change.start], change.right]
        at = change.end
    return "".join([*parts, text[at:]])


def count_lines(text: str) -> int:
    r"""How many ends of lines a text has; `\r\n` is one."""
    return sum(1 for _ in _LINE_END.finditer(text))


class _Act(NamedTuple):
    step: str
    chance: float


@dataclass
class TracedLine:
    """A line under way. words: as they are now; `origins`: from which to before which word each was read (None: each
    from its own, after the first `taken`, which went up a line). join, given: the word that goes on below, and the one
    above that goes on here.
    """

    start: int
    end: int
    words: list[str]
    taken: int = 0
    origins: list[tuple[int, int]] | None = None
    dropped: float | None = None
    join: Joined | None = None
    given: Joined | None = None
    acts: dict[int, list[_Act]] = field(default_factory=dict)
    """What was done to words, by the number of the word that they were first read from."""

    def origin(self, at: int) -> tuple[int, int]:
        """From which to before which word of the line as it was read a word comes."""
        if self.origins is not None:
            return self.origins[at]
        return self.taken + at, self.taken + at + 1

    def take(self, found: Spaced) -> None:
        """Note that words were cut and put together."""
        if found.words is self.words:
            return
        spans = [found.origin(at) for at in range(len(found.words))]
        begins = [self.origin(first)[0] for first, _ in spans]
        ends = [self.origin(last - 1)[1] for _, last in spans]
        for at, chance in found.chances.items():
            self.acts.setdefault(begins[at], []).append(_Act("space", chance))
        self.words, self.origins = found.words, list(zip(begins, ends, strict=True))

    def replace(self, at: int, text: str, step: str, chance: float) -> None:
        """Put another text for a word, or nothing."""
        self.words[at] = text
        self.acts.setdefault(self.origin(at)[0], []).append(_Act(step, chance))

    @property
    def is_touched(self) -> bool:
        """Whether anything was done to the line."""
        return bool(self.acts) or self.dropped is not None or self.join is not None or self.given is not None


class TracedPage:
    """A text with its lines, whose words are changed step by step."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [TracedLine(start, end, text[start:end].split()) for start, end in _line_spans(text)]

    def words(self) -> list[str]:
        """All words as they are now."""
        return [word for line in self.lines for word in line.words]

    def texts(self) -> list[str]:
        """The lines as they were read, without their ends."""
        return [self.text[line.start : line.end] for line in self.lines]

    def join(self, lines: Sequence[str], joined: Iterable[Joined]) -> None:
        """Take up lines whose broken words were put together."""
        for one in joined:
            self.lines[one.line].join = one
            self.lines[one.below].taken = one.rest + 1
            self.lines[one.below].given = one
        for line, text in zip(self.lines, lines, strict=True):
            if line.join or line.taken:
                line.words = text.split()

    def corrected(self) -> Corrected:
        """The text with all changes made, and these."""
        changes = [change for number, line in enumerate(self.lines) if line.is_touched
                   for change in self._changes(number, line)]  # fmt: skip
        return Corrected(apply_changes(self.text, changes), changes)

    # --- what became of a line ---

    def _changes(self, number: int, line: TracedLine) -> Iterator[Change]:
        spans = [match.span() for match in _WORD.finditer(self.text, line.start, line.end)]
        groups = list(_groups(line))
        if line.given and not _is_next(line.given):
            yield self._given(number, line.given, line, spans)
        if line.dropped is not None:
            yield self._dropped_line(number, line, spans)
            return
        is_after_word = False
        for group in groups:
            first, last = spans[group.first][0], spans[group.last - 1][1]
            join = line.join if group is groups[-1] else None
            right, acts = group.text, list(line.acts.get(group.first, ()))
            for at in range(group.first + 1, group.last):
                acts += line.acts.get(at, ())
            if join:
                last, tail = self._joined(join, spans)
                right += tail
                acts.insert(0, _Act("join", join.chance))
            if not group.text and not join:
                first, last = self._with_gap(first, last, line, is_after_word)
            is_after_word |= bool(group.text)
            if self.text[first:last] != right:
                steps = dict.fromkeys(act.step for act in acts)
                chance = min(act.chance for act in acts)
                yield Change("+".join(steps), number, self.text[first:last], right, chance, first, last)

    def _dropped_line(self, number: int, line: TracedLine, spans: Sequence[tuple[int, int]]) -> Change:
        first, last, tail = spans[line.taken][0] if line.taken else line.start, line.end, ""
        if line.join:
            last, tail = self._joined(line.join, spans)
        assert line.dropped is not None
        return Change("lines", number, self.text[first:last], tail, line.dropped, first, last)

    def _joined(self, join: Joined, spans: Sequence[tuple[int, int]]) -> tuple[int, str]:
        """Where a word ends that goes on below, and what was between its halves and stays; signs that stray there go.

        With a line between them, that stays, and the other half goes by a change of its own.
        """
        if not _is_next(join):
            return spans[-1][1], ""
        below = self.lines[join.below]
        rest = [match.span() for match in _WORD.finditer(self.text, below.start, below.end)][join.rest]
        last = self._after_spaces(rest[1], below)
        if last == below.end:  # its own end takes the place of the one above, so that no empty line is left
            return last, ""
        return last, re.sub(r"[^\S\r\n]*\S+", "", self.text[spans[join.at][1] : rest[0]])

    def _given(self, number: int, join: Joined, line: TracedLine, spans: Sequence[tuple[int, int]]) -> Change:
        """The half of a word that went up over a line, with its line where nothing else stands there."""
        first, last = spans[0][0], self._after_spaces(spans[join.rest][1], line)
        if last == line.end and (end := _LINE_END.match(self.text, last)):
            first, last = line.start, end.end()
        return Change("join", number, self.text[first:last], "", join.chance, first, last)

    def _after_spaces(self, at: int, line: TracedLine) -> int:
        spaces = _SPACES.match(self.text, at, line.end)
        assert spaces is not None
        return spaces.end()

    def _with_gap(self, first: int, last: int, line: TracedLine, is_after_word: bool) -> tuple[int, int]:
        """A word that goes takes the space before it along, or, with none left before it, the one after it."""
        if is_after_word:
            before = self.text[line.start : first]
            return line.start + len(before.rstrip()), last
        return first, self._after_spaces(last, line)


def _is_next(join: Joined) -> bool:
    """Whether nothing stands between the halves of a word."""
    return join.below == join.line + 1


class _WordsOfStretch(NamedTuple):
    """Words that come from the same stretch of words that were read."""

    first: int
    last: int
    text: str


def _groups(line: TracedLine) -> Iterator[_WordsOfStretch]:
    held: list[str] = []
    first = last = -1
    for at, word in enumerate(line.words):
        begin, end = line.origin(at)
        if held and begin < last:
            held.append(word)
            last = max(last, end)
            continue
        if held:
            yield _WordsOfStretch(first, last, " ".join(filter(None, held)))
        held, first, last = [word], begin, end
    if held:
        yield _WordsOfStretch(first, last, " ".join(filter(None, held)))


def _line_spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in _LINE_END.finditer(text):
        yield start, end.start()
        start = end.end()
    yield start, len(text)
