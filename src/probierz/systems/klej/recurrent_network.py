"""The BiLSTM of KLEJ's paper: one encoder for all tasks, a head for each.

    e = embed(words), or scale * sum over layers k of softmax_k(mix) c_k of vectors c that were made before
    h = BiLSTM(e)                                                   (B, W, 2 units)
    u = max of h over the words                                     (B, 2 units)
    pairs: x = [u, v, |u - v|, u * v];   single texts: x = u
    answer = V tanh(U dropout(x))                                   (B, labels), or (B, 1) for a number

With attention each word of one text looks at all words of the other before the greatest is taken:

    c_i = sum over j of softmax_j(h_i h'_j) h'_j;    h_i becomes BiLSTM([h_i, c_i])
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from probierz.systems.libraries import library


class HeadShape(NamedTuple):
    """What a task asks for. labels: 0 for a number."""

    has_pairs: bool
    labels: int


class RecurrentShape(NamedTuple):
    """How large the network is. words: of the table; size: numbers of each; units: in a direction; hidden: of heads.
    mixed: layers of vectors that stand in place of the table's; 0: none do.
    """

    words: int
    size: int
    units: int
    layers: int
    hidden: int
    dropout: float
    has_attention: bool
    mixed: int = 0


def recurrent_network(shape: RecurrentShape, heads: Mapping[str, HeadShape]) -> Any:
    """Make the network with random weights; heads: by task."""
    torch = library("torch")
    network = _class()()
    encoder = torch.nn.Module()
    encoder.lstm = torch.nn.LSTM(
        shape.size, shape.units, shape.layers, batch_first=True, bidirectional=True,
        dropout=shape.dropout if shape.layers > 1 else 0.0,
    )  # fmt: skip
    if shape.mixed:
        network.mix = torch.nn.ParameterDict({"weights": torch.zeros(shape.mixed), "scale": torch.ones(1)})
    else:
        network.embed = torch.nn.Embedding(shape.words, shape.size, padding_idx=0)
    network.encoder = encoder
    width = 2 * shape.units
    network.across = None
    if shape.has_attention:
        network.across = torch.nn.LSTM(2 * width, shape.units, batch_first=True, bidirectional=True)
    network.dropout = torch.nn.Dropout(shape.dropout)
    network.heads = torch.nn.ModuleDict(
        {
            _key(task): torch.nn.Sequential(
                torch.nn.Linear((4 if one.has_pairs else 1) * width, shape.hidden),
                torch.nn.Tanh(),
                torch.nn.Dropout(shape.dropout),
                torch.nn.Linear(shape.hidden, one.labels or 1),
            )
            for task, one in heads.items()
        }
    )
    return network


def _embedded(network: Any, words: Any) -> Any:
    """Numbers of words (B, W), or their vectors by layer (B, W, layers, size), to one vector each."""
    if words.dim() == 2:
        return network.embed(words)
    return network.mix["scale"] * (words * network.mix["weights"].softmax(dim=0)[:, None]).sum(dim=2)


def _key(task: str) -> str:
    """A task's name as PyTorch takes it, which wants no point."""
    return task.replace(".", "_")


@cache
def _class() -> Any:
    """The class, which can only be made when PyTorch is there."""
    torch = library("torch")
    pack, unpack = torch.nn.utils.rnn.pack_padded_sequence, torch.nn.utils.rnn.pad_packed_sequence

    class RecurrentNetwork(torch.nn.Module):  # type: ignore[misc, name-defined]
        """Answers of a task's head to texts."""

        def forward(self, task: str, texts: list[Any]) -> Any:
            """texts: one or two of (words (B, W) or vectors (B, W, layers, size), lengths (B,)); to (B, labels)."""
            states = [self._run(self.encoder.lstm, _embedded(self, words), lengths) for words, lengths in texts]
            if self.across is not None and len(states) == 2:
                states = self._crossed(states, [lengths for _, lengths in texts])
            tops = [self._greatest(state, lengths) for state, (_, lengths) in zip(states, texts, strict=True)]
            if len(tops) == 2:
                one, other = tops
                tops = [one, other, (one - other).abs(), one * other]
            return self.heads[_key(task)](self.dropout(torch.cat(tops, dim=1)))

        @staticmethod
        def _run(lstm: Any, values: Any, lengths: Any) -> Any:
            packed = pack(values, lengths.cpu(), batch_first=True, enforce_sorted=False)
            return unpack(lstm(packed)[0], batch_first=True, total_length=values.shape[1])[0]

        @staticmethod
        def _is_there(states: Any, lengths: Any) -> Any:
            return torch.arange(states.shape[1], device=states.device)[None] < lengths[:, None]

        def _greatest(self, states: Any, lengths: Any) -> Any:
            return states.masked_fill(~self._is_there(states, lengths)[..., None], -torch.inf).amax(dim=1)

        def _crossed(self, states: list[Any], lengths: list[Any]) -> list[Any]:
            one, other = states
            likeness = one @ other.transpose(1, 2)
            found = []
            for own, their, scores, own_lengths, their_lengths in (
                (one, other, likeness, lengths[0], lengths[1]),
                (other, one, likeness.transpose(1, 2), lengths[1], lengths[0]),
            ):
                is_there = self._is_there(their, their_lengths)[:, None]
                weights = scores.masked_fill(~is_there, -torch.inf).softmax(dim=2)
                found.append(self._run(self.across, torch.cat([own, weights @ their], dim=2), own_lengths))
            return found

    return RecurrentNetwork
