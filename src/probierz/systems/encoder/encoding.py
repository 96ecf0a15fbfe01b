"""Vectors of texts and of words from a pretrained encoder.

    >>> vectors = probierz.encode(["Kot śpi.", "A cat sleeps."])     # doctest: +SKIP
    >>> vectors.shape                                                  # doctest: +SKIP
    (2, 384)

A text's vector is the mean over its pieces in the last layer, of length 1, as E5 is used (Wang et al. 2024): the dot
product of two is their cosine. A text of more pieces than the encoder sees is cut into windows that overlap by half,
and each piece is taken from the window in which it has most on both sides.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from probierz.errors import DataError, OptionError
from probierz.systems.encoder.folders import encoder_folder
from probierz.systems.encoder.network import Network, open_network
from probierz.systems.libraries import library
from probierz.systems.shared.batches import in_like_batches
from probierz.systems.shared.windows import window_starts

if TYPE_CHECKING:
    import numpy as np

Kind = Literal["query", "passage", ""]
"""What E5 is told before a text: `query` for questions and for texts that are compared, `passage` for what is found."""

_TOGETHER = 256  # pieces that are run together: more need more filling up, and thousands leave the processor's cache
_BLANKS = re.compile(r"\s*")
_AHEAD = 512  # texts that are read ahead, to put those of like length together


@dataclass(frozen=True)
class Encoded:
    """A text's pieces without the two that mark its ends: their spans in characters, and their vectors by layer.

    spans: (begin, end) of each. layers: for each asked layer an array (pieces, hidden) of 32-bit numbers.
    """

    spans: Sequence[tuple[int, int]]
    layers: Sequence[np.ndarray]


@dataclass(frozen=True)
class _Window:
    """A piece of work: ids with both marks, and which of its vectors are for which pieces of which text."""

    text: int
    ids: Sequence[int]
    first: int  # the first piece of the text that is taken from it
    taken: slice  # the rows that are taken


class Encoder:
    """A network with its tokenizer. It may be used by one thread at a time."""

    def __init__(self, network: Network, tokenizer: Any) -> None:
        self.network = network
        self._tokenizer = tokenizer
        self._ends = ends_of(tokenizer)

    @property
    def hidden(self) -> int:
        """How many numbers a vector has."""
        return self.network.hidden

    def vectors(self, texts: Iterable[str], kind: Kind = "query") -> Iterator[np.ndarray]:
        """Yield a text's vector of length 1 for each text, in order; that of an empty text says nothing. See `Kind`."""
        import numpy as np

        prefix = f"{kind}: " if kind else ""
        for encoded in self.pieces((prefix + text for text in _checked(texts)), ends=True):
            mean = encoded.layers[0].mean(axis=0)
            yield mean / max(float(np.linalg.norm(mean)), 1e-12)

    def pieces(self, texts: Iterable[str], layers: Sequence[int] = (-1,), *, ends: bool = False) -> Iterator[Encoded]:
        """Yield the pieces of each text with their vectors in the layers: 0 before the first, -1 the last.

        ends: with the two marks around the text, whose spans are empty. Reads some hundred texts ahead.
        """
        wanted = [number % (self.network.layers + 1) for number in layers]
        waiting = _checked(texts)
        while block := list(islice(waiting, _AHEAD)):
            yield from self._block(block, wanted, ends)

    def words(self, texts: Iterable[Sequence[str]], layers: Sequence[int] = (-1,)) -> Iterator[list[np.ndarray]]:
        """Yield for each text, given as words, by layer an array (words, hidden): the mean of each word's pieces.

        A word without a piece, such as a blank, has zeros.
        """
        kept: list[Sequence[str]] = []

        def joined() -> Iterator[str]:
            for words in texts:
                kept.append(words)
                yield " ".join(words)

        for encoded in self.pieces(joined(), layers):
            yield [_by_word(kept[0], encoded.spans, rows) for rows in encoded.layers]
            del kept[0]

    def _block(self, texts: Sequence[str], layers: Sequence[int], ends: bool) -> Iterator[Encoded]:
        import numpy as np

        cut = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        extra = 1 if ends else 0
        rows = [[np.empty((len(one.ids) + 2 * extra, self.hidden), np.float32) for _ in layers] for one in cut]
        windows = [window for number, one in enumerate(cut) for window in self._windows(number, one.ids, ends)]
        for batch in in_like_batches(windows, lambda window: len(window.ids), _TOGETHER):
            for window, found in zip(batch, self._run(batch, layers), strict=True):
                for target, values in zip(rows[window.text], found, strict=True):
                    chosen = values[window.taken]
                    target[window.first : window.first + len(chosen)] = chosen
        for one, found_rows in zip(cut, rows, strict=True):
            spans = [(0, 0), *one.offsets, (0, 0)] if ends else one.offsets
            yield Encoded(spans, found_rows)

    def _windows(self, text: int, ids: Sequence[int], ends: bool) -> Iterator[_Window]:
        begin, end = self._ends
        room = self.network.longest - 2
        extra = 1 if ends else 0
        starts = window_starts(len(ids), room)
        middles = [(before + room + after) // 2 for before, after in pairwise(starts)]
        for start, (first, last) in zip(starts, pairwise([0, *middles, len(ids)]), strict=True):
            low = first - start + 1 - (extra if first == 0 else 0)
            high = last - start + 1 + (extra if last == len(ids) else 0)
            place = first + (0 if first == 0 else extra)
            yield _Window(text, [begin, *ids[start : start + room], end], place, slice(low, high))

    def _run(self, batch: Sequence[_Window], layers: Sequence[int]) -> Iterator[list[np.ndarray]]:
        """Yield the outputs by layer for each window, in order."""
        import numpy as np

        longest = max(len(window.ids) for window in batch)
        ids = np.zeros((len(batch), longest), np.int64)
        mask = np.zeros((len(batch), longest), np.int32)
        for row, window in enumerate(batch):
            ids[row, : len(window.ids)] = window.ids
            mask[row, : len(window.ids)] = 1
        outputs = self.network.run(ids, mask, layers)
        return ([output[row] for output in outputs] for row in range(len(batch)))


def _checked(texts: Iterable[str]) -> Iterator[str]:
    """The texts, as long as they are texts."""
    for number, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise DataError(f"text {number} is {type(text).__name__}, not a text")
        yield text


def _by_word(words: Sequence[str], spans: Sequence[tuple[int, int]], rows: np.ndarray) -> np.ndarray:
    import numpy as np

    text = " ".join(words)
    ends = np.cumsum([len(word) + 1 for word in words]) if words else np.zeros(0, int)
    found = np.zeros((len(words), rows.shape[1]), np.float32)
    counts = np.zeros(len(words), np.float32)
    for (begin, end), row in zip(spans, rows, strict=True):
        place = end - 1 if text[begin:end].strip() else _after_blanks(text, end)
        word = int(np.searchsorted(ends, place, side="right"))
        if word < len(words):
            found[word] += row
            counts[word] += 1
    return found / np.maximum(counts, 1)[:, None]


def _after_blanks(text: str, begin: int) -> int:
    """Where the word begins that a piece of a blank alone belongs to: XLM-R writes `∆` as two pieces, `▁` and `∆`."""
    found = _BLANKS.match(text, begin)
    return found.end() if found else begin


@cache
def open_encoder(name: str = "e5-small", threads: int = 0) -> Encoder:
    """Open an encoder by its name or folder; it stays open. See folders.py for what is raised."""
    folder = encoder_folder(name)
    return Encoder(open_network(folder, threads), open_tokenizer(folder))


def open_tokenizer(folder: Path) -> Any:
    """The tokenizer of an encoder's folder, which cuts nothing off and fills nothing up."""
    tokenizer = library("tokenizers").Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def ends_of(tokenizer: Any) -> tuple[int, int]:
    """The pieces that mark the beginning and the end of a text: XLM-R's, or BERT's."""
    found = tokenizer.token_to_id("<s>"), tokenizer.token_to_id("</s>")
    if None in found:
        found = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    return found


def encode(
    texts: Iterable[str],
    *,
    kind: Kind = "query",
    backbone: str = "e5-small",
    cache: str | os.PathLike[str] | None = None,
) -> np.ndarray:
    """Return the vectors of texts: an array (texts, 384) of 32-bit numbers, each row of length 1, made in blocks.

    kind: `query` for texts that are compared with each other or look for others, `passage` for those that are to be
    found; the dot product of two rows is their similarity. backbone: the encoder of the extra `encoder`, or a folder.
    cache: a folder in which the vectors of these very texts are kept for the next time.
    Raises OptionError for another kind, MissingExtra, MissingBackbone, DataError for what is not a text.
    """
    import numpy as np

    if kind not in ("query", "passage", ""):
        raise OptionError(f"kind is 'query', 'passage' or '', not {kind!r}")
    if isinstance(texts, str):
        raise DataError("texts is one text; give a list of texts")
    if cache is not None:
        from probierz.systems.contents import kept_array

        listed = list(texts)
        return kept_array(Path(cache), backbone, kind, listed, lambda: encode(listed, kind=kind, backbone=backbone))
    encoder = open_encoder(backbone)
    found = list(encoder.vectors(texts, kind))
    return np.stack(found) if found else np.zeros((0, encoder.hidden), np.float32)


def encode_words(
    texts: Iterable[str | Sequence[str]], *, layer: int = -1, backbone: str = "e5-small"
) -> Iterator[np.ndarray]:
    """Yield for each text an array (words, 384) of 32-bit numbers: the mean of the pieces of each word in a layer.

    A text is cut into words at blanks, or given as its words; its vectors are the same whatever texts are beside it.
    Some hundred texts are read ahead, and no more are in memory. layer: 0 before the first, -1 the last. backbone: as
    for `encode`. Raises OptionError for a layer that there is not, MissingExtra, MissingBackbone, DataError for what is
    no text.
    """
    if isinstance(texts, str):
        raise DataError("texts is one text; give a list of texts")
    encoder = open_encoder(backbone)
    layers = encoder.network.layers
    if not -layers - 1 <= layer <= layers:
        raise OptionError(
            f"layer={layer}: {backbone} has {layers} layers, counted from 1; 0 is before them, -1 the last"
        )
    return (rows for (rows,) in encoder.words(map(_words_of, texts, count(1)), [layer]))


def _words_of(text: str | Sequence[str], number: int) -> Sequence[str]:
    words = text.split() if isinstance(text, str) else text
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise DataError(f"text {number} is {type(text).__name__}, neither a text nor a list of words")
    return words
