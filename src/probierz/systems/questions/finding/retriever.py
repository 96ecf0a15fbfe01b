"""A retriever: an encoder tuned so that the vector of a question is near that of the passage that answers it.

    q, p = mean of the last layer over all pieces, of length 1, behind `query: ` and `passage: ` as E5 wants it
    loss = - ln softmax of q p / temperature over the passages of the batch, the right one and the wrong ones of all
           its questions (in-batch negatives and hard negatives: Karpukhin et al. 2020)

What is saved is an encoder for `probierz index build --encoder FOLDER`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from probierz.errors import OptionError
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import Backbone
from probierz.systems.neural.engine import NeuralSystem
from probierz.systems.neural.pieces import frame_of, padded, text_pieces
from probierz.systems.system import Pair
from probierz.whole_files import whole_folder


class _LearntQuestion(NamedTuple):
    """A question with the passage that answers it first, then passages that do not; as pieces."""

    question: list[int]
    passages: list[list[int]]


@dataclass(kw_only=True)
class Retriever(NeuralSystem):
    """Learns from `question TAB right passage TAB wrong passage …`; what is expected of a line does not matter.

    temperature: what cosines are divided by. negatives: wrong passages of a question that are learnt from, the first.
    """

    kind: ClassVar[str] = "retriever"
    unusable: ClassVar[str] = "no line has a question and a passage"
    temperature: float = 0.05
    negatives: int = 2
    length: int = 192
    epochs: int = 3
    batch: int = 15

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.temperature <= 0:
            raise OptionError(f"temperature={self.temperature}: say one above 0")

    def _learn_labels(self, pairs: Sequence[Pair]) -> None:
        """There are none."""

    def _make_network(self, body: Backbone | None) -> Any:
        encoder = body.model("AutoModel") if body else library("transformers").AutoModel.from_config(self._config)
        network = _class()()
        network.encoder = encoder
        return network

    def _examples(self, pairs: Sequence[Pair]) -> list[_LearntQuestion]:
        rows = (pair.input.split("\t") for pair in pairs)
        return [self._example(*row) for row in rows if len(row) > 1]

    def _example(self, question: str, *passages: str) -> _LearntQuestion:
        some = passages[: 1 + self.negatives]
        return _LearntQuestion(self._pieces(f"query: {question}"), [self._pieces(f"passage: {one}") for one in some])

    def _pieces(self, text: str) -> list[int]:
        frame = frame_of(self._tokenizer)
        room = self.length - frame.size
        return [*frame.before, *text_pieces(self._tokenizer, text, room).numbers[:room], *frame.after]

    def _loss(self, network: Any, examples: Sequence[_LearntQuestion]) -> Any:
        torch = library("torch")
        questions = self._vectors(network, [one.question for one in examples])
        passages = self._vectors(network, [row for one in examples for row in one.passages])
        right, at = [], 0
        for one in examples:
            right.append(at)
            at += len(one.passages)
        scores = questions @ passages.T / self.temperature
        return torch.nn.functional.cross_entropy(scores, torch.tensor(right, device=scores.device))

    def _vectors(self, network: Any, rows: Sequence[list[int]]) -> Any:
        torch = library("torch")
        device = next(network.parameters()).device
        lengths = torch.tensor([len(row) for row in rows], device=device)
        return network(padded(torch, rows, self._tokenizer.pad_token_id or 0, device), lengths)

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield for each line the number of the passage, from 1, that is nearest to the question; 0 without any."""
        self._ready()
        for line in inputs:
            question, *passages = line.split("\t")
            if not passages:
                yield "0"
                continue
            self._network.eval()
            with library("torch").inference_mode():
                asked = self._vectors(self._network, [self._pieces(f"query: {question}")])
                told = self._vectors(self._network, [self._pieces(f"passage: {one}") for one in passages])
            yield str(1 + int((told @ asked[0]).argmax()))

    def save_encoder(self, folder: Path) -> None:
        """Write the encoder as Transformers reads it, whole or not at all. Raises Untrained."""
        network = self._ready()
        with whole_folder(folder) as beside:
            network.encoder.save_pretrained(beside)
            self._tokenizer.save_pretrained(beside)


@cache
def _class() -> Any:
    """The class, which can only be made when PyTorch is there."""
    torch = library("torch")

    class MeanEncoder(torch.nn.Module):  # type: ignore[misc, name-defined]
        """Vectors of texts."""

        def forward(self, pieces: Any, lengths: Any) -> Any:
            """Pieces (B, P) of texts that are so long (B,) to vectors (B, D) of length 1."""
            mask = (torch.arange(pieces.shape[1], device=pieces.device)[None] < lengths[:, None]).long()
            states = self.encoder(input_ids=pieces, attention_mask=mask).last_hidden_state.float()
            mean = (states * mask[..., None]).sum(dim=1) / lengths[:, None]
            return torch.nn.functional.normalize(mean, dim=1)

    return MeanEncoder
