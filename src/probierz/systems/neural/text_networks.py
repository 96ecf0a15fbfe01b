"""The network of the judge: an encoder, one vector for each text, and layers above that say numbers.

    H = last layer, or  g Σ s_k H_k  over all layers k, s = softmax of learnt weights, g learnt    (B, P, D)
    t = first row of H, mean or maximum of its rows; or the encoder's pooler, tanh(P first row)     (B, D)
    f = t, or blocks of several texts one after the other: t1, t1 * t2, |t1 - t2|                  (B, F)
    scores = linear layers with tanh between them on f                                             (B, outputs)

B records of P pieces; D is the width of the encoder. The mix of layers and the blocks are COMET's (Rei et al. 2020).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from probierz.errors import OptionError
from probierz.systems.libraries import library

POOLINGS = ("first", "mean", "max", "pooler")
_BLOCK = re.compile(r"(\d)(?:\*(\d))?|\|(\d)-(\d)\|")
_DROPOUTS = re.compile("dropout|dropout_(prob|rate)|.*_(dropout|pdrop|dropout_prob)")


class VectorBlock(NamedTuple):
    """A part of what is judged: a text's vector, or of two their product or distance, number by number."""

    first: int
    second: int
    operation: str

    def __call__(self, vectors: Sequence[Any]) -> Any:
        """The block, of vectors (B, D) of all texts."""
        one = vectors[self.first]
        if self.operation == "*":
            return one * vectors[self.second]
        return (one - vectors[self.second]).abs() if self.operation == "-" else one


def read_blocks(text: str, texts: int) -> list[VectorBlock]:
    """Read blocks such as `1 2 1*2 |1-2|`; texts are counted from 1. Raises OptionError for what is none."""
    found = []
    for word in text.split():
        match = _BLOCK.fullmatch(word)
        numbers = [int(one) - 1 for one in match.groups() if one] if match else []
        if not match or not all(0 <= one < texts for one in numbers):
            raise OptionError(f"blocks={text!r}: {word} is none of {texts} texts; write 1, 1*2 or |1-2|")
        found.append(VectorBlock(numbers[0], numbers[-1], "-" if match[3] else "*" if match[2] else ""))
    if not found:
        raise OptionError("there is at least one block, such as 1")
    return found


class NetworkShape(NamedTuple):
    """What a network is made of, beside its encoder.

    hidden: widths of the layers above it; 0: as wide as the encoder. dropout: before these layers. mixed: all layers of
    the encoder are mixed.
    """

    outputs: int
    pooling: str = "first"
    mixed: bool = False
    blocks: Sequence[VectorBlock] = (VectorBlock(0, 0, ""),)
    hidden: Sequence[int] = ()
    dropout: float = 0.1


def text_network(encoder: Any, shape: NetworkShape, fresh_layers: int = 0) -> Any:
    """Make the network; what is above the encoder is random, and so are its last `fresh_layers` layers."""
    torch = library("torch")
    network = _class()()
    network.encoder, network.pooling, network.blocks = encoder, shape.pooling, list(shape.blocks)
    config = encoder.config
    layers = config.num_hidden_layers + 1
    network.mix = torch.nn.Parameter(torch.zeros(layers)) if shape.mixed else None
    network.gain = torch.nn.Parameter(torch.ones(1)) if shape.mixed else None
    network.head = torch.nn.Sequential(*_head(torch, config.hidden_size, shape))
    if fresh_layers:
        _refresh(torch, encoder, fresh_layers)
    return network


def set_dropout(config: Any, share: float) -> None:
    """Set every dropout of a configuration, those of layers and of attention, too."""
    for name in list(vars(config)):
        if _DROPOUTS.fullmatch(name):
            setattr(config, name, share)


def _head(torch: Any, width: int, shape: NetworkShape) -> Iterator[Any]:
    here = width * len(shape.blocks)
    for wanted in shape.hidden:
        yield torch.nn.Linear(here, wanted or width)
        yield torch.nn.Tanh()
        here = wanted or width
        yield torch.nn.Dropout(shape.dropout)
    if not shape.hidden:
        yield torch.nn.Dropout(shape.dropout)
    yield torch.nn.Linear(here, shape.outputs)


def _refresh(torch: Any, encoder: Any, count: int) -> None:
    """Begin the last layers anew: weights drawn as before the pretraining, norms 1, the rest 0."""
    stacks = [one for one in encoder.modules() if isinstance(one, torch.nn.ModuleList)]
    layers = max(stacks, key=len, default=())
    if not 0 <= count <= len(layers):
        raise OptionError(f"fresh_layers={count}: the encoder has {len(layers)} layers")
    for layer in list(layers)[len(layers) - count :]:
        for part in layer.modules():
            if isinstance(part, torch.nn.Linear):
                torch.nn.init.normal_(part.weight, std=encoder.config.initializer_range)
                if part.bias is not None:
                    torch.nn.init.zeros_(part.bias)
            elif isinstance(part, torch.nn.LayerNorm):
                part.reset_parameters()


@cache
def _class() -> Any:
    """The class, which can only be made when PyTorch is there."""
    torch = library("torch")

    class TextNetwork(torch.nn.Module):  # type: ignore[misc, name-defined]
        """Numbers for records of one or several texts. language: its number, for encoders that are told it."""

        language: int | None = None

        def forward(self, texts: Sequence[Any]) -> Any:
            """For each text pieces (B, P), their lengths (B,) and types (B, P) or None; gives scores (B, outputs)."""
            vectors = [self._vector(*one) for one in texts]
            return self.head(torch.cat([block(vectors) for block in self.blocks], 1))

        def _vector(self, pieces: Any, lengths: Any, types: Any) -> Any:
            mask = torch.arange(pieces.shape[1], device=pieces.device)[None] < lengths[:, None]
            more = {} if types is None else {"token_type_ids": types}
            if self.language is not None:
                more["langs"] = torch.full_like(pieces, self.language)
            found = self.encoder(
                input_ids=pieces, attention_mask=mask.long(), output_hidden_states=self.mix is not None, **more
            )
            if self.pooling == "pooler":
                return found.pooler_output
            return _pooled(torch, self._mixed(found), mask[..., None], self.pooling)

        def _mixed(self, found: Any) -> Any:
            if self.mix is None:
                return found.last_hidden_state
            shares = torch.softmax(self.mix, 0)
            mixed = sum(share * layer for share, layer in zip(shares, found.hidden_states, strict=True))
            return self.gain * mixed

    return TextNetwork


def _pooled(torch: Any, rows: Any, mask: Any, pooling: str) -> Any:
    if pooling == "first":
        return rows[:, 0]
    if pooling == "max":
        return rows.masked_fill(~mask, -torch.inf).amax(1)
    return (rows * mask).sum(1) / mask.sum(1)
