"""Attentive pooling of question and sentence (dos Santos et al. 2016), as AQA's recurrent network is rebuilt.

    Q, A = RNN(embed(words))                         (B, M, 2 units), (B, N, 2 units); RNN in both directions, shared
    G = tanh(Q U A^T)                                (B, M, N)
    q = softmax(max over n of G) Q                   (B, 2 units); filling is masked before each maximum
    a = softmax(max over m of G) A                   (B, 2 units)
    score = cos(q, a)                                (B,)
    loss = max(0, margin - score of the right one + the greatest score of wrong ones of the same article)

The publication of SQAD 3.0 names a recurrent network with attention and prints no equation.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from probierz.systems.libraries import library

CELLS = ("gru", "lstm")


class AttentiveShape(NamedTuple):
    """How large the network is. words: of the table; size: numbers of each; units: in a direction."""

    words: int
    size: int
    units: int
    cell: str
    dropout: float


def attentive_network(shape: AttentiveShape) -> Any:
    """Make the network with random weights."""
    torch = library("torch")
    network = _class()()
    network.embed = torch.nn.Embedding(shape.words, shape.size, padding_idx=0)
    kind = torch.nn.GRU if shape.cell == "gru" else torch.nn.LSTM
    network.recurrent = kind(shape.size, shape.units, batch_first=True, bidirectional=True)
    network.across = torch.nn.Linear(2 * shape.units, 2 * shape.units, bias=False)
    network.dropout = torch.nn.Dropout(shape.dropout)
    return network


@cache
def _class() -> Any:
    """The class, which can only be made when PyTorch is there."""
    torch = library("torch")
    pack, unpack = torch.nn.utils.rnn.pack_padded_sequence, torch.nn.utils.rnn.pad_packed_sequence

    class AttentiveNetwork(torch.nn.Module):  # type: ignore[misc, name-defined]
        """How well sentences answer questions."""

        def forward(self, questions: Any, sentences: Any) -> Any:
            """Words (B, M) and (B, N) as numbers, 0 being filling, to cosines (B,)."""
            asked, told = self._run(questions), self._run(sentences)
            scores = torch.tanh(self.across(asked) @ told.transpose(1, 2))
            no_word, no_told = (questions == 0)[:, :, None], (sentences == 0)[:, None, :]
            weights = (
                scores.masked_fill(no_told, -torch.inf).amax(2).masked_fill(no_word[..., 0], -torch.inf).softmax(1)
            )
            others = scores.masked_fill(no_word, -torch.inf).amax(1).masked_fill(no_told[:, 0], -torch.inf).softmax(1)
            question, sentence = (weights[:, None] @ asked)[:, 0], (others[:, None] @ told)[:, 0]
            return torch.nn.functional.cosine_similarity(question, sentence, dim=1)

        def _run(self, words: Any) -> Any:
            states = self.dropout(self.embed(words))
            lengths = (words != 0).sum(dim=1).clamp(min=1).cpu()
            packed = pack(states, lengths, batch_first=True, enforce_sorted=False)
            return unpack(self.recurrent(packed)[0], batch_first=True, total_length=words.shape[1])[0]

    return AttentiveNetwork
