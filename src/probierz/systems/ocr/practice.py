"""A challenge of made-up scans, to learn from where no real ones with right texts are at hand.

Of clean texts, a share of the pages is made into scans with right texts (train/in.tsv, train/expected.tsv); the other
pages, and texts that were named for their words alone, are kept as clean texts (train/texts.txt).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from probierz.errors import OptionError
from probierz.lines import LineReader
from probierz.systems.ocr.scans import Piece, made_up_scan, pieces_of
from probierz.systems.system import Progress, no_progress
from probierz.whole_files import whole_folder

_CONFIG = "--metric WER:s<(\\\\n|\\ )+><\\ >N<WER> --precision 3 --show-as-percentage\n"


class Practice(NamedTuple):
    """How many pages were made into scans, and how many were kept as texts."""

    scans: int
    texts: int


def make_practice(
    folder: str | os.PathLike[str],
    texts: Sequence[str],
    more: Sequence[str] = (),
    *,
    share: float = 0.1,
    seed: int = 0,
    progress: Progress = no_progress,
) -> Practice:
    """Make a challenge of texts: a paragraph on a line, an empty line between texts.

    more: texts for their words alone. share: of the pages, the ones that are made into scans. The same seed and texts
    give the same challenge. Raises ChallengeError when the folder is there already, OptionError when no page was made.
    """
    target = Path(folder)
    with whole_folder(target) as made:
        (made / "train").mkdir()
        (made / "config.txt").write_text(_CONFIG, "utf-8")
        found = _write(made / "train", _pieces([*texts], [*more], share, seed), seed, progress)
        if not found.scans:
            raise OptionError("the texts are too short to make a page of; name more of them, or a larger --share")
    return found


def _pieces(texts: list[str], more: list[str], share: float, seed: int) -> Iterator[tuple[Piece, bool]]:
    """Yield pages, and whether each is to be made into a scan."""
    random = Random(seed)
    for number, path in enumerate([*texts, *more]):
        with LineReader(path, is_digested=False) as reader:
            for piece in pieces_of(map(str, reader), seed):
                yield piece, number < len(texts) and random.random() < share


def _write(folder: Path, pieces: Iterator[tuple[Piece, bool]], seed: int, progress: Progress) -> Practice:
    scans = 0
    number = -1
    with (
        (folder / "in.tsv").open("w", encoding="utf-8", newline="\n") as read,
        (folder / "expected.tsv").open("w", encoding="utf-8", newline="\n") as expected,
        (folder / "texts.txt").open("w", encoding="utf-8", newline="\n") as kept,
    ):
        for number, (piece, is_scan) in enumerate(pieces):
            if is_scan:
                pair = made_up_scan(piece, f"{seed}:{number}")
                read.write(f"1\t{number}\t{piece.era}\t{pair.input}\n")
                expected.write(f"{pair.expected}\n")
                scans += 1
            else:
                kept.writelines(f"{paragraph}\n" for paragraph in piece.paragraphs)
            if not number % 1000:
                progress("pages", number, 0)
    return Practice(scans, number + 1 - scans)
