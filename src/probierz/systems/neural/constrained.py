"""A sequence-to-sequence system that may only insert marks (Ropiak et al. 2021).

    source     ▁tak ▁wie m          pieces of the words
    allowed    ▁tak | , . ▁wie | m | , . end
                      └ after the last piece of a word: a mark, or the next word (at last: the end)

Inside a word there is no choice, and after a mark neither, so a word has at most one mark, words can be neither changed
nor lost, and what comes out is read as a mark for each word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from probierz.errors import OptionError
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import Backbone
from probierz.systems.neural.edit_tags import apply_tags, mark_tags, only_last_mark
from probierz.systems.neural.memory import in_groups
from probierz.systems.neural.pieces import frame_of, padded, word_pieces
from probierz.systems.neural.writing import RewritingExample, Writer
from probierz.systems.shared.batches import in_batches
from probierz.systems.shared.windows import Window, windows
from probierz.systems.system import Pair

_NO_CHOICE = -1


class WindowWords(NamedTuple):
    """The words of a window, as the numbers of their pieces."""

    words: list[list[int]]


class Constraint:
    """What may come next, for a source, marks and the piece that ends a text."""

    def __init__(self, source: WindowWords, marks: Sequence[int], end: int) -> None:
        self.pieces = [piece for word in source.words for piece in word]
        self.ends = {0} | {sum(map(len, source.words[:count])) for count in range(1, len(source.words) + 1)}
        self.marks = list(marks)
        self.end = end

    def allowed(self, written: Sequence[int]) -> list[int]:
        """The pieces that may follow those written; never none."""
        at, is_marked = self._place(written)
        following = [self.pieces[at]] if at < len(self.pieces) else [self.end]
        return [*following, *self.marks] if at in self.ends and at and not is_marked else following

    def labels(self, written: Sequence[int]) -> list[int]:
        """For each word the number of its mark, from 1; 0 is none."""
        found: list[int] = []
        at = 0
        numbers = {mark: number for number, mark in enumerate(self.marks, 1)}
        for piece in written:
            if at < len(self.pieces) and piece == self.pieces[at]:
                at += 1
                if at in self.ends:
                    found.append(0)
            elif found and piece in numbers and at in self.ends:
                found[-1] = numbers[piece]
        return found

    def _place(self, written: Sequence[int]) -> tuple[int, bool]:
        """How many pieces of the source are written, and whether the last thing was a mark."""
        at, is_marked = 0, False
        for piece in written:
            is_copied = at < len(self.pieces) and piece == self.pieces[at]
            at, is_marked = at + is_copied, not is_copied
        return at, is_marked


@dataclass(kw_only=True)
class ConstrainedRewriter(Writer):
    """Writes the words again, with marks: the words that come out are those that went in.

    marks: what may be inserted. choices_only: learns to choose among what it may write, of which alone it is asked, and
    not to foretell the words, which takes a network that never wrote far longer.
    """

    kind: ClassVar[str] = "constrained-rewriter"
    marks: tuple[str, ...] = (".", ",", "?", "!", "-", ":", "...")
    toy: str = "bart"
    choices_only: bool = False
    _ids: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        odd = [mark for mark in self.marks if not mark or mark.strip(".,?!-:;")]
        if odd or not self.marks:
            raise OptionError(f"marks are made of . , ? ! - : ; and there is at least one; {list(self.marks)} is odd")

    # --- learning ---

    def _learn_labels(self, pairs: Sequence[Pair]) -> None:
        """The marks are a setting."""

    def _make_network(self, body: Backbone | None) -> Any:
        network = super()._make_network(body)
        if body:
            self._ids = _mark_pieces(self._tokenizer, self.marks)
            if len(self._tokenizer) > network.get_input_embeddings().num_embeddings:
                network.resize_token_embeddings(len(self._tokenizer), mean_resizing=False)
            self._config = network.config
        return network

    def _published_network(self, body: Backbone) -> Any:
        known = len(body.tokenizer)
        network = super()._published_network(body)
        if len(self._tokenizer) > known:
            raise OptionError(f"{body.source} has no piece for each of {' '.join(self.marks)}: it was not trained to")
        return network

    def _examples(self, pairs: Sequence[Pair]) -> list[RewritingExample]:
        return [example for pair in pairs for example in self._examples_of(pair)]

    def _examples_of(self, pair: Pair) -> Iterator[RewritingExample]:
        words = pair.input.split(" ")
        tags = mark_tags(words, pair.expected)
        if tags is None:
            return
        pieces = word_pieces(self._tokenizer, words)
        for begin, end in self._windows(pieces):
            yield self._example(pieces[begin:end], tags[begin:end])

    def _example(self, pieces: Sequence[list[int]], tags: Sequence[str]) -> RewritingExample:
        end = self._tokenizer.eos_token_id
        written: list[int] = []
        unmarked: list[int] = []
        for word, tag, following in zip(pieces, tags, [*(word[0] for word in pieces[1:]), end], strict=True):
            mark = only_last_mark(tag).removeprefix("append:")
            written += [*word, *([self._ids[self.marks.index(mark)]] if mark in self.marks else [])]
            unmarked += [_NO_CHOICE] * (len(written) - len(unmarked) - (mark in self.marks)) + [following]
        unmarked += [_NO_CHOICE] * (len(written) + 1 - len(unmarked))
        return RewritingExample(self._framed(pieces), [*written, end], unmarked)

    def _loss(self, network: Any, examples: Sequence[RewritingExample]) -> Any:
        if not self.choices_only:
            return super()._loss(network, examples)
        torch = library("torch")
        scores, device = self._scores(network, examples), self._device()
        unmarked = padded(torch, [example.unmarked for example in examples], _NO_CHOICE, device)
        written = padded(torch, [example.written for example in examples], _NO_CHOICE, device)
        chosen = unmarked != _NO_CHOICE
        marks = torch.tensor(self._ids, device=device)
        among = torch.cat([scores[chosen].gather(1, unmarked[chosen, None]), scores[chosen][:, marks]], dim=1)
        is_mark = written[chosen, None] == marks
        labels = torch.where(is_mark.any(1), is_mark.long().argmax(1) + 1, 0)
        return torch.nn.functional.cross_entropy(among.float(), labels)

    def _windows(self, pieces: Sequence[Sequence[int]]) -> Iterator[Window]:
        """Windows whose words, with a mark after each, can be written."""
        return windows([len(one) + 1 for one in pieces], self.length - frame_of(self._tokenizer).size - 1)

    def _framed(self, words: Sequence[Sequence[int]]) -> list[int]:
        frame = frame_of(self._tokenizer)
        return [*frame.before, *(piece for word in words for piece in word), *frame.after]

    # --- predicting ---

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield each line with marks; its words are what they were."""
        for lines in in_batches(inputs, 8 * self.at_once, 5000):
            texts = [line.split(" ") for line in lines]
            for words, tags in zip(texts, self.tag(texts), strict=True):
                yield apply_tags(words, tags)

    def tag(self, texts: Sequence[Sequence[str]]) -> list[list[str]]:
        """The tags of the words of texts. Raises Untrained."""
        self._ready()
        found = [[""] * len(words) for words in texts]
        jobs = [job for number, words in enumerate(texts) for job in self._jobs(number, words)]
        jobs.sort(key=lambda job: -sum(map(len, job[2].words)))
        with self._memory():
            in_groups(jobs, self.at_once, lambda group: self._write(group, found))
        return [
            [tag if word else "" for word, tag in zip(words, tags, strict=True)]
            for words, tags in zip(texts, found, strict=True)
        ]

    def _jobs(self, number: int, words: Sequence[str]) -> Iterator[tuple[int, Window, WindowWords]]:
        pieces = word_pieces(self._tokenizer, words)
        for window in self._windows(pieces):
            yield number, window, WindowWords(pieces[slice(*window)])

    def _write(self, group: Sequence[tuple[int, Window, WindowWords]], found: list[list[str]]) -> None:
        for (number, window, _), labels in zip(group, self._written([one[2] for one in group]), strict=True):
            found[number][slice(*window)] = [f"append:{self.marks[one - 1]}" if one else "" for one in labels]

    def _written(self, sources: Sequence[WindowWords]) -> list[list[int]]:
        """The labels of the words of sources, out of what the network writes of them."""
        constraints = [Constraint(source, self._ids, self._tokenizer.eos_token_id) for source in sources]
        rows = self._generated(
            [self._framed(source.words) for source in sources],
            1 + max(len(one.pieces) + len(one.ends) for one in constraints),
            prefix_allowed_tokens_fn=lambda number, row: constraints[number].allowed(row[1:].tolist()),
        )
        return [one.labels(row) for one, row in zip(constraints, rows, strict=True)]

    # --- keeping ---

    def _learnt(self) -> dict[str, Any]:
        return {"ids": self._ids}

    def _take(self, learnt: dict[str, Any]) -> None:
        self._ids = [int(one) for one in learnt["ids"]]
        if len(set(self._ids)) != len(self.marks):
            raise ValueError("the marks do not fit the pieces")


def _mark_pieces(tokenizer: Any, marks: Sequence[str]) -> list[int]:
    """The piece of each mark, without a space before it; those that the tokenizer does not have are added to it."""
    unknown = tokenizer.unk_token_id
    new = [mark for mark in marks if tokenizer.convert_tokens_to_ids(mark) in (None, unknown)]
    tokenizer.add_tokens(new)
    return [int(tokenizer.convert_tokens_to_ids(mark)) for mark in marks]
