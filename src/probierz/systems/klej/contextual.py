"""Vectors of words that depend on what stands around them: made once, kept on disk, read where they are needed.

    FOLDER/texts.txt     a text a line: its words and marks, with single spaces between them
    FOLDER/vectors.npy   an array (words of all texts one after the other, layers, numbers), of 16 or 32 bits

They are made by any encoder or language model of Transformers: of the layers at a half and at three quarters of the way
and of the last one, the mean of a word's pieces. A text that is longer than the model sees is cut into windows that
overlap by half, and a word is taken from the window in which it is farthest from the edges. A folder of this form may
also be brought, such as one of ELMo itself, which had three layers, too (Peters et al. 2018).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.errors import OptionError, SystemFileError
from probierz.systems.contents import content_of
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import find_backbone, is_toy
from probierz.systems.neural.memory import usual_device
from probierz.systems.neural.pieces import Frame, frame_of, padded, word_pieces
from probierz.systems.shared.batches import in_batches, in_like_batches
from probierz.systems.shared.windows import Window, windows
from probierz.systems.system import Progress, no_progress
from probierz.whole_files import whole_folder

_TEXTS, _VECTORS = "texts.txt", "vectors.npy"
_TOGETHER = 4096  # pieces that are run together
_BLOCK_TEXTS, _BLOCK_WORDS = 256, 10_000  # that are held in memory until they are written: some 20 MB
_PLACES = 512
_LONGEST_WORD = 64  # pieces of a word that are looked at

Vectors = NDArray[numpy.floating[Any]]


@dataclass(frozen=True)
class ContextualVectors:
    """rows: (words, layers, numbers), a map of the file. begins: by text, the row of its first word."""

    rows: Vectors
    begins: Mapping[str, int]

    @property
    def shape(self) -> tuple[int, int]:
        """Layers, and numbers of each."""
        return self.rows.shape[1], self.rows.shape[2]

    def begin(self, words: Sequence[str]) -> int:
        """The row of a text's first word. Raises OptionError for a text that is not there."""
        text = " ".join(words)
        if text not in self.begins:
            raise OptionError(f"the folder of contextual vectors has none of the text {text[:60]!r}; add it there")
        return self.begins[text]


def contextual_vectors(
    source: str, texts: Sequence[Sequence[str]], cache: Path, progress: Progress = no_progress
) -> ContextualVectors:
    """Return the vectors of texts, given as words. source: a folder of vectors, or a model; see `find_backbone`.

    Vectors of a model are made below `cache`, unless they are there. Raises OptionError, MissingBackbone,
    SystemFileError for a folder that is broken.
    """
    if (Path(source) / _VECTORS).is_file():
        return _read(Path(source))
    if is_toy(source):
        raise OptionError(f"context={source}: name a pretrained model, such as e5-small, or a folder of vectors")
    lines = list(dict.fromkeys(" ".join(words) for words in texts))
    folder = cache / _digest(source, lines)
    if not folder.is_dir():
        _make(_body(source), lines, folder, progress)
    return _read(folder)


def _digest(source: str, lines: Sequence[str]) -> str:
    """Tells the texts and the model from others; it may be trained anew in the same folder."""
    digest = hashlib.sha256(f"{source}\0{content_of(source)}".encode())
    for line in lines:
        digest.update(f"\n{line}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


def _read(folder: Path) -> ContextualVectors:
    try:
        rows = numpy.load(folder / _VECTORS, mmap_mode="r", allow_pickle=False)
        lines = (folder / _TEXTS).read_text("utf-8", "surrogatepass").removesuffix("\n").split("\n")
    except (OSError, ValueError) as error:
        raise SystemFileError(f"{folder} holds no contextual vectors: {error}; remove it, or name another") from None
    counts = [len(line.split(" ")) for line in lines]
    if rows.ndim != 3 or len(rows) != sum(counts) or rows.dtype.kind != "f":
        raise SystemFileError(
            f"{folder / _VECTORS} has the shape {rows.shape}; one row for each of the {sum(counts)} words of {_TEXTS},"
            " by layers and numbers, is wanted"
        )
    ends = numpy.cumsum([0, *counts]).tolist()
    return ContextualVectors(rows, dict(zip(lines, ends, strict=False)))


# --- making ----------------------------------------------------------------------------------------------------------


class _Body(NamedTuple):
    """A model with its tokenizer. layers: those that are taken; room: the most pieces that it sees, without `frame`."""

    network: Any
    tokenizer: Any
    layers: Sequence[int]
    frame: Frame
    room: int

    @property
    def size(self) -> int:
        """Numbers of a layer."""
        found: int = self.network.config.hidden_size
        return found


@lru_cache(maxsize=1)
def _body(source: str) -> _Body:
    found = find_backbone(source)
    network = found.model("AutoModel")
    network = network.get_encoder() if found.config.is_encoder_decoder else network
    count, frame = found.config.num_hidden_layers, frame_of(found.tokenizer)
    places = getattr(found.config, "max_position_embeddings", None) or _PLACES
    if "roberta" in found.config.model_type:
        places -= found.config.pad_token_id + 1  # its places are counted from there
    layers = list(dict.fromkeys([count // 2, 3 * count // 4, count]))
    return _Body(network.to(usual_device()).eval(), found.tokenizer, layers, frame, min(places, _PLACES) - frame.size)


def _make(body: _Body, lines: Sequence[str], folder: Path, progress: Progress) -> None:
    """Write the folder, whole or not at all; texts are taken in order, so that nothing but a block is in memory."""
    words = sum(line.count(" ") + 1 for line in lines)
    form = {"descr": "<f2", "fortran_order": False, "shape": (words, len(body.layers), body.size)}
    folder.parent.mkdir(parents=True, exist_ok=True)
    with whole_folder(folder, replaces=lambda _: True) as made:
        (made / _TEXTS).write_text("".join(f"{line}\n" for line in lines), "utf-8", "surrogatepass")
        with (made / _VECTORS).open("wb") as file:
            numpy.lib.format.write_array_header_1_0(file, form)
            done = 0
            for block in in_batches(lines, _BLOCK_TEXTS, _BLOCK_WORDS):
                progress("reads words in their context", done, len(lines))
                _write(body, [line.split(" ") for line in block], file)
                done += len(block)


class _Job(NamedTuple):
    """A window over a text's words: the pieces of each."""

    text: int
    window: Window
    pieces: list[list[int]]

    @property
    def size(self) -> int:
        """How many pieces there are."""
        return sum(map(len, self.pieces))


def _write(body: _Body, texts: Sequence[Sequence[str]], file: IO[bytes]) -> None:
    found = [numpy.zeros((len(words), len(body.layers), body.size), numpy.float16) for words in texts]
    depths = [numpy.full(len(words), -1) for words in texts]
    jobs = (job for at, words in enumerate(texts) for job in _jobs(body, at, words))
    for batch in in_like_batches(jobs, lambda job: job.size, _TOGETHER):
        for job, rows in zip(batch, _run(body, batch), strict=True):
            places = numpy.arange(*job.window)
            depth = numpy.minimum(places - job.window.begin, job.window.end - 1 - places)
            is_deeper = depth > depths[job.text][places]
            found[job.text][places[is_deeper]] = rows[is_deeper]
            depths[job.text][places] = numpy.maximum(depth, depths[job.text][places])
    for one in found:
        file.write(one.tobytes())


def _jobs(body: _Body, text: int, words: Sequence[str]) -> Iterator[_Job]:
    pieces = word_pieces(body.tokenizer, words, min(_LONGEST_WORD, body.room))
    for window in windows([len(one) for one in pieces], body.room, 0.5):
        yield _Job(text, window, pieces[slice(*window)])


def _run(body: _Body, jobs: Sequence[_Job]) -> Iterator[Vectors]:
    """Yield for each job an array (words, layers, numbers)."""
    torch, device, frame = library("torch"), usual_device(), body.frame
    rows = [[*frame.before, *chain(*job.pieces), *frame.after] for job in jobs]
    mask = padded(torch, [[1] * len(row) for row in rows], 0, device)
    pieces = padded(torch, rows, body.tokenizer.pad_token_id or 0, device)
    with torch.inference_mode():
        states = body.network(input_ids=pieces, attention_mask=mask, output_hidden_states=True).hidden_states
    values = torch.stack([states[layer] for layer in body.layers], dim=2).float().cpu().numpy()  # (jobs, pieces, L, D)
    for job, one in zip(jobs, values, strict=True):
        counts = numpy.array([len(word) for word in job.pieces])
        firsts = len(frame.before) + numpy.cumsum(counts) - counts
        sums = numpy.add.reduceat(one[: firsts[-1] + counts[-1]], firsts, axis=0)
        yield sums / counts[:, None, None]
