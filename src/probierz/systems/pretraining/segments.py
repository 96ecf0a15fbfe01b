"""Texts cut into segments that a network can see, kept in files, so that a corpus need not fit into memory.

    segments.txt     the segments, one behind the other, in UTF-8
    ends.bin         behind which byte each ends, numbers of 64 bits (little-endian)

Texts are not put together: a short one stays alone, a long one becomes several segments, cut between words.
"""

from __future__ import annotations

import hashlib
import math
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, overload

import numpy

from probierz.errors import DataError, SystemFileError
from probierz.systems.shared.batches import in_batches
from probierz.systems.system import Progress, no_progress
from probierz.whole_files import whole_folder

_TEXTS, _ENDS = "segments.txt", "ends.bin"
_TEXTS_TOGETHER, _WORDS_TOGETHER = 1_000, 50_000
PARTS = ("train", "held-out")


class Segments(Sequence[str]):
    """The segments of a folder; each is read when it is asked for."""

    def __init__(self, folder: Path) -> None:
        try:
            self._ends = numpy.memmap(folder / _ENDS, "<i8", "r")
            self._texts = numpy.memmap(folder / _TEXTS, numpy.uint8, "r")
        except (OSError, ValueError) as error:
            raise SystemFileError(
                f"{folder} has no segments that can be read ({error}); remove it to begin anew"
            ) from None
        if int(self._ends[-1]) != len(self._texts):
            raise SystemFileError(f"{folder} is cut off; remove it to begin anew")

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        """The segment of that number, or several."""
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        if not 0 <= at < len(self):
            raise IndexError(at)
        begin = int(self._ends[at - 1]) if at else 0
        return self._texts[begin : int(self._ends[at])].tobytes().decode("utf-8")

    def digest(self) -> str:
        """A SHA-256 of all segments."""
        return hashlib.sha256(self._texts.data).hexdigest()


def write_segments(
    texts: Iterable[str],
    folder: Path,
    tokenizer: Any,
    length: int,
    *,
    held_out: float,
    progress: Progress = no_progress,
) -> None:
    """Cut texts, and write those that are learnt from and those that are held out; the folder is whole or not there.

    length: the most pieces of a segment, with the marks around it. held_out: the share of texts that the network never
    learns from; which ones depends on the text alone. Segments of a single word have nothing to be told from, and are
    left out. Raises DataError where not both parts have a segment.
    """
    with whole_folder(folder) as made:
        files = [_Writer(made / part) for part in PARTS]
        done, lowest = 0, [1.0, 1.0]
        for batch in in_batches(texts, _TEXTS_TOGETHER, _WORDS_TOGETHER):
            pieces = tokenizer.encode_batch(batch, add_special_tokens=False)  # on all processors
            for text, found in zip(batch, pieces, strict=True):
                place = zlib.crc32(text.encode()) / 2**32
                segments = list(cut_text(text, found, length - 2))
                for segment in segments:
                    files[place < held_out].add(segment)
                if segments and place not in lowest:
                    lowest = sorted([*lowest, place])[:2]
            done += len(batch)
            progress("cuts texts into segments", done, 0)
        counts = [file.close() for file in files]
        if not all(counts):
            raise DataError(_too_few(counts, held_out, lowest))


def _too_few(counts: list[int], held_out: float, lowest: list[float]) -> str:
    """Why nothing can be learnt. lowest: of the texts' places between 0 and 1, the two that a share would part."""
    if not any(counts):
        return "no text has two words or more, so there is nothing to tell a hidden word from"
    said = f"of {sum(counts)} segments all are {'learnt from' if counts[0] else 'held out'}: give more texts"
    if lowest[1] == 1.0:
        return f"{said}, as there is only one"
    return f"{said}, or hold another share of them out (--set held_out={_between(*lowest):g}; now {held_out})"


def _between(low: float, high: float) -> float:
    """The number with the fewest digits above the one and not above the other."""
    for digits in range(1, 17):
        rounded: float = math.floor(low * 10**digits + 1) / 10**digits
        if rounded <= high:
            return rounded
    return high


class _Writer:
    """A folder of segments that is being written."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._texts = (folder / _TEXTS).open("wb")
        self._ends = (folder / _ENDS).open("wb")
        self._size = self._count = 0

    def add(self, segment: str) -> None:
        """Write a segment."""
        encoded = segment.encode()
        self._texts.write(encoded)
        self._size += len(encoded)
        self._count += 1
        self._ends.write(self._size.to_bytes(8, "little"))

    def close(self) -> int:
        """Finish; return how many segments there are."""
        self._texts.close()
        self._ends.close()
        return self._count


def cut_text(text: str, found: Any, room: int) -> Iterator[str]:
    """Yield segments of at most `room` pieces, each with two words or more. A word that is too long ends one.

    found: the pieces of the text, as the library Tokenizers gives them.
    """
    words, places = found.word_ids, found.offsets
    begin = 0
    while begin < len(words):
        end = min(begin + room, len(words))
        while end < len(words) and end - 1 > begin and words[end] == words[end - 1]:
            end -= 1
        if end < len(words) and words[end] == words[end - 1]:  # a single word fills the room
            end = begin + room
        if words[end - 1] != words[begin]:
            yield text[places[begin][0] : places[end - 1][1]]
        begin = end
