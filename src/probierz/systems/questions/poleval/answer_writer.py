"""A network that writes an answer: an encoder that reads a prompt, and a decoder (mT5, plT5).

What the encoder cannot read of a prompt is left out, as Piotrowski did: up to 99 % of what it sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from probierz.errors import OptionError
from probierz.systems.neural.memory import in_groups
from probierz.systems.neural.pieces import frame_of, text_pieces
from probierz.systems.neural.writing import RewritingExample, Writer
from probierz.systems.shared.batches import in_batches
from probierz.systems.system import Pair

_NEARLY = 0.99
_READ_AHEAD_WORDS = 20_000


@dataclass(kw_only=True)
class AnswerWriter(Writer):
    """Writes an answer to each line. answer_length: the most pieces of an answer; length: of what is read."""

    kind: ClassVar[str] = "answer-writer"
    unusable: ClassVar[str] = "all answers are empty"
    answer_length: int = 32

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.answer_length < 2:
            raise OptionError(f"answer_length={self.answer_length}: an answer has at least 2 pieces, with its end")

    def _learn_labels(self, pairs: Sequence[Pair]) -> None:
        """There are none."""

    def _examples(self, pairs: Sequence[Pair]) -> list[RewritingExample]:
        return [
            RewritingExample(self._source(pair.input), self._target(pair.expected)) for pair in pairs if pair.expected
        ]

    def _source(self, text: str) -> list[int]:
        frame = frame_of(self._tokenizer)
        room = int(_NEARLY * (self.length - frame.size))
        return [*frame.before, *text_pieces(self._tokenizer, text, room).numbers[:room], *frame.after]

    def _target(self, answer: str) -> list[int]:
        room = self.answer_length - 1
        return [*text_pieces(self._tokenizer, answer, room).numbers[:room], self._tokenizer.eos_token_id]

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield an answer for each line, on one line. Raises Untrained."""
        for lines in in_batches(inputs, 8 * self.at_once, _READ_AHEAD_WORDS):
            self._ready()
            yield from self._answers(lines)

    def _answers(self, lines: Sequence[str]) -> list[str]:
        sources = [self._source(line) for line in lines]
        written = [""] * len(lines)

        def write(group: Sequence[int]) -> None:
            rows = self._generated([sources[at] for at in group], self.answer_length)
            texts = self._tokenizer.batch_decode(rows, skip_special_tokens=True, clean_up_tokenization_spaces=False)
            for at, text in zip(group, texts, strict=True):
                written[at] = " ".join(text.split())

        with self._memory():  # those of like length together, little is filled up
            in_groups(sorted(range(len(lines)), key=lambda at: -len(sources[at])), self.at_once, write)
        return written
