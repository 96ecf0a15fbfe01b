"""The rewriter: an encoder and a decoder that write texts again, chunk by chunk (Piotrowski, Wróbel, Dyda 2021).

    input      1920 TAB Dom ktory stoi i ...        what is before a tab goes before every chunk
    source     correct 1920 Dom ktory stoi end      prefix, that, and a chunk
    written    Dom, który stoi end
    output     the chunks that were written, with spaces between

A network that copies (copying.py) learns to write the pieces that it reads wherever both texts agree; what it reads is
cut before `length`, so that there is room for what it puts in.

What a network does not read of a chunk, which is only so when a word or a whole page is longer than `length`, stays as
it is. What it writes is free: put a `Guard` around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from probierz.errors import OptionError
from probierz.systems.neural.chunkers import Chunker, Matched, Slots, Whole
from probierz.systems.neural.copied_text import ReadText, pieces_of_text, spelt, until, written_like
from probierz.systems.neural.memory import in_groups
from probierz.systems.neural.pieces import frame_of, text_pieces
from probierz.systems.neural.writing import RewritingExample, Writer
from probierz.systems.shared.batches import in_batches
from probierz.systems.shared.chunks import Fragment, normalised, restore
from probierz.systems.system import Pair

CHUNKS = ("whole", "slots", "matched")
_NEARLY = 0.99
"""A text is cut before this share of what the network reads."""
_READ_AHEAD_WORDS = 20_000
_PUT_IN = 8
"""A network that copies reads an eighth less than it may write, which is room for what it puts in."""


class SourcePieces(NamedTuple):
    """What the network reads: pieces with what is around them, and how many of them come before the text.

    text: that of a network that copies; of others it is empty.
    """

    pieces: list[int]
    head: int
    text: ReadText


class RewritingChunk(NamedTuple):
    """A chunk of a line to write again: what is read of it, and what comes after that."""

    line: int
    source: SourcePieces
    unread: str


@dataclass(kw_only=True)
class Rewriter(Writer):
    """Writes the text of a line again: the last column; what stands before it is put before each chunk.

    chunks: `whole`, `slots` (of so many places of an alignment, `size`) or `matched` (cut where both texts agree; pairs
    with fewer pieces than `shortest` are not learnt from); see chunkers.py. prefix: what each source begins with.
    length: the most pieces of a source, and of what is written for it.
    """

    kind: ClassVar[str] = "rewriter"
    unusable: ClassVar[str] = "no chunk of an input has a chunk that is expected for it"
    may_copy: ClassVar[bool] = True
    chunks: str = "whole"
    size: int = 50
    shortest: int = 0
    prefix: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.chunks not in CHUNKS:
            raise OptionError(f"no chunks are called {self.chunks!r}; there are {', '.join(CHUNKS)}")
        if self.size < 1:
            raise OptionError(f"size={self.size}: a chunk has at least 1 slot")

    # --- learning ---

    def _learn_labels(self, pairs: Sequence[Pair]) -> None:
        """There are none."""

    def _examples(self, pairs: Sequence[Pair]) -> list[RewritingExample]:
        return [example for pair in pairs for example in self._examples_of(pair)]

    def _examples_of(self, pair: Pair) -> Iterator[RewritingExample]:
        head, text = self._head_and_text(pair.input)
        end = self._tokenizer.eos_token_id
        for read, right in self._chunker(head).pairs(text, normalised(pair.expected)):
            source, unread = self._source(head, read)
            if self._copies:
                known = until(read, right, len(read) - len(unread)) if unread else right
                written = written_like(self._tokenizer, source.text, known)
            else:
                written = text_pieces(self._tokenizer, right, self.length).numbers
            yield RewritingExample(source.pieces, [*written[: self.length - 1], end], head=source.head)

    def _head_and_text(self, line: str) -> tuple[str, str]:
        before, _, text = line.rpartition("\t")
        return normalised(f"{self.prefix} {before}"), normalised(text)

    def _chunker(self, head: str) -> Chunker:
        if self.chunks == "whole":
            return Whole()
        if self.chunks == "slots":
            return Slots(self.size)
        room = min(self._room(head), int(_NEARLY * self.length))
        return Matched(lambda text: self._limit(text, room), self._count, self.length, self.shortest)

    def _room(self, head: str) -> int:
        """How many pieces of a text the network reads after a head."""
        frame = frame_of(self._tokenizer).size
        room = self.length - frame - (len(text_pieces(self._tokenizer, head, self.length).numbers) if head else 0)
        room -= self.length // _PUT_IN if self._copies else 0
        if room < 4:
            raise OptionError(f"length={self.length} leaves no room for a text after {head!r}; set a greater one")
        return room

    def _limit(self, text: str, room: int) -> int | None:
        """Where in a text the first piece begins that is too much; None when there is none."""
        begins = text_pieces(self._tokenizer, text, room).begins
        return max(1, begins[room]) if len(begins) > room else None

    def _count(self, text: str) -> int:
        return len(text_pieces(self._tokenizer, text, self.length).numbers)

    def _source(self, head: str, text: str) -> tuple[SourcePieces, str]:
        """The pieces of a chunk with what is around them, and the rest of the chunk that is not read."""
        limit = self._limit(text, self._room(head))
        known = text if limit is None else text[:limit].rstrip()
        frame = frame_of(self._tokenizer)
        room = self.length - frame.size
        if self._copies:
            first = text_pieces(self._tokenizer, head, room).numbers[:room] if head else []
            read = pieces_of_text(self._tokenizer, known, room - len(first))
            pieces, begin = [*first, *read.numbers], len(first) + len(frame.before)
        else:
            pieces = text_pieces(self._tokenizer, f"{head} {known}" if head else known, self.length).numbers[:room]
            read, begin = ReadText([], []), 0
        return SourcePieces([*frame.before, *pieces, *frame.after], begin, read), text[len(known) :]

    # --- predicting ---

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield the text of each line as it was written again, with single spaces. Raises Untrained."""
        for lines in in_batches(inputs, 8 * self.at_once, _READ_AHEAD_WORDS):
            self._ready()
            yield from self._rewritten(lines)

    def _rewritten(self, lines: Sequence[str]) -> list[str]:
        jobs = [job for number, line in enumerate(lines) for job in self._jobs(number, line)]
        written = [""] * len(jobs)
        order = sorted(range(len(jobs)), key=lambda at: -len(jobs[at].source.pieces))  # those alike together

        def write(group: Sequence[int]) -> None:
            for at, text in zip(group, self._written([jobs[at].source for at in group]), strict=True):
                written[at] = f"{text}{jobs[at].unread}"

        with self._memory():
            in_groups(order, self.at_once, write)
        return restore((Fragment(job.line, text) for job, text in zip(jobs, written, strict=True)), len(lines))

    def _jobs(self, number: int, line: str) -> Iterator[RewritingChunk]:
        head, text = self._head_and_text(line)
        for chunk in self._chunker(head).texts(text):
            if chunk:
                yield RewritingChunk(number, *self._source(head, chunk))

    def _written(self, sources: Sequence[SourcePieces]) -> list[str]:
        rows = self._generated([one.pieces for one in sources], self.length, [one.head for one in sources])
        if self._copies:
            end = self._tokenizer.eos_token_id
            ended = (row[: row.index(end)] if end in row else row for row in rows)
            return [spelt(self._tokenizer, one.text, row) for one, row in zip(sources, ended, strict=True)]
        found: Any = self._tokenizer.batch_decode(rows, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        return list(found)
