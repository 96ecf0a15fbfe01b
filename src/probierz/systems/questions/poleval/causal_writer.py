"""A network that goes on with a text (GPT-2): it learns `question answer`, and writes the answer behind a question.

Source: Kłeczek's closed-book papuGaPT2, PolEval 2021.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from probierz.systems.libraries import library
from probierz.systems.neural.backbones import Backbone
from probierz.systems.neural.engine import NeuralSystem
from probierz.systems.neural.pieces import padded, text_pieces
from probierz.systems.shared.batches import in_batches
from probierz.systems.system import Pair

_NO_LABEL = -100
_READ_AHEAD_WORDS = 20_000


class _QuestionAndAnswer(NamedTuple):
    """Pieces of a question, and of its answer with the end."""

    question: list[int]
    answer: list[int]


@dataclass(kw_only=True)
class CausalWriter(NeuralSystem):
    """Writes an answer behind each line. answer_length: the most pieces of an answer; length: of both together."""

    kind: ClassVar[str] = "causal-writer"
    unusable: ClassVar[str] = "all answers are empty"
    answer_length: int = 32
    length: int = 128

    def _toy(self) -> str:
        return "gpt2"

    def _learn_labels(self, pairs: Sequence[Pair]) -> None:
        """There are none."""

    def _make_network(self, body: Backbone | None) -> Any:
        auto = library("transformers").AutoModelForCausalLM
        return body.model("AutoModelForCausalLM") if body else auto.from_config(self._config)

    def _examples(self, pairs: Sequence[Pair]) -> list[_QuestionAndAnswer]:
        return [
            _QuestionAndAnswer(self._question(pair.input), self._answer(pair.expected))
            for pair in pairs
            if pair.expected
        ]

    def _question(self, text: str) -> list[int]:
        room = max(4, self.length - self.answer_length)
        return text_pieces(self._tokenizer, text, room).numbers[:room]

    def _answer(self, text: str) -> list[int]:
        room = self.answer_length - 1
        return [*text_pieces(self._tokenizer, f" {text}", room).numbers[:room], self._end()]

    def _end(self) -> int:
        return int(self._tokenizer.eos_token_id)

    def _loss(self, network: Any, examples: Sequence[_QuestionAndAnswer]) -> Any:
        """Of all pieces, as a language model learns; filling does not count."""
        torch = library("torch")
        device = next(network.parameters()).device
        rows = [[*one.question, *one.answer] for one in examples]
        pieces = padded(torch, rows, self._end(), device)
        labels = padded(torch, rows, _NO_LABEL, device)
        mask = padded(torch, [[1] * len(row) for row in rows], 0, device)
        scores = network(input_ids=pieces, attention_mask=mask).logits[:, :-1]
        return torch.nn.functional.cross_entropy(scores.flatten(0, 1).float(), labels[:, 1:].flatten())

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield an answer for each line, on one line. Raises Untrained."""
        for lines in in_batches(inputs, 8 * self.at_once, _READ_AHEAD_WORDS):
            self._ready()
            with self._memory():
                for low in range(0, len(lines), self.at_once):
                    yield from self._written([self._question(line) for line in lines[low : low + self.at_once]])

    def _written(self, rows: Sequence[list[int]]) -> list[str]:
        """What is written behind each row, the likeliest piece at each step; rows are filled up on their left."""
        torch = library("torch")
        device = next(self._network.parameters()).device
        rows = [row or [self._end()] for row in rows]
        width = max(map(len, rows))
        pieces = torch.tensor([[self._end()] * (width - len(row)) + row for row in rows], device=device)
        mask = torch.tensor([[0] * (width - len(row)) + [1] * len(row) for row in rows], device=device)
        self._network.eval()
        with torch.inference_mode():
            found = self._network.generate(
                input_ids=pieces, attention_mask=mask, max_new_tokens=self.answer_length, do_sample=False,
                pad_token_id=self._end(), eos_token_id=self._end(),
            )  # fmt: skip
        texts = self._tokenizer.batch_decode(found[:, width:], skip_special_tokens=True)
        return [" ".join(text.split()) for text in texts]
