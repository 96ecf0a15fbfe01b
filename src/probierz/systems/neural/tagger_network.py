"""The network of the tagger: an encoder, perhaps a BiLSTM, and a linear layer on the first piece of each word.

    h = encoder(pieces)                            (B, P, D)
    h = BiLSTM(h)                                  only with the head `lstm`
    scores = dropout(h at first pieces) V + a      (B, W, labels)

B texts of P pieces and W words; D is the width of the encoder.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from probierz.systems.libraries import library

HEADS = ("linear", "lstm")


def word_tagger(encoder: Any, head: str, labels: int, width: int, dropout: float) -> Any:
    """Make the network; the head's weights are random."""
    network = _class()()
    network.encoder = encoder
    new_head(network, head, labels, width, dropout)
    return network


def new_head(network: Any, head: str, labels: int, width: int, dropout: float) -> None:
    """Give the network a head with random weights, and keep its encoder."""
    torch = library("torch")
    size = network.encoder.config.hidden_size
    network.shape = (head, width)
    network.lstm = None
    if head == "lstm":
        network.lstm = torch.nn.LSTM(size, width, batch_first=True, bidirectional=True)
        size = 2 * width
    network.dropout = torch.nn.Dropout(dropout)
    network.output = torch.nn.Linear(size, labels)


@cache
def _class() -> Any:
    """The class, which can only be made when PyTorch is there."""
    torch = library("torch")
    pack, unpack = torch.nn.utils.rnn.pack_padded_sequence, torch.nn.utils.rnn.pad_packed_sequence

    class WordTagger(torch.nn.Module):  # type: ignore[misc, name-defined]
        """Scores of the labels of words."""

        def forward(self, pieces: Any, lengths: Any, firsts: Any) -> Any:
            """Pieces (B, P) of texts that are so long (B,), places of first pieces (B, W) to scores (B, W, labels)."""
            mask = torch.arange(pieces.shape[1], device=pieces.device)[None] < lengths[:, None]
            states = self.encoder(input_ids=pieces, attention_mask=mask.long()).last_hidden_state
            if self.lstm is not None:
                packed = pack(states, lengths.cpu(), batch_first=True, enforce_sorted=False)
                states = unpack(self.lstm(packed)[0], batch_first=True, total_length=pieces.shape[1])[0]
            words = states.gather(1, firsts[..., None].expand(-1, -1, states.shape[-1]))
            return self.output(self.dropout(words))

    return WordTagger
