"""When the words of texts were read aloud: from forced alignments, by the ID of a text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from probierz.suites.poleval2021.punctuation.alignments import SUFFIX, Aligned, join, read_alignments
from probierz.suites.poleval2021.punctuation.documents import Document, Word

__all__ = ["pauses_of", "read_times"]

_ARCHIVES = (".tar.gz", ".tgz", ".tar", ".tar.xz", ".tar.bz2")


def read_times(path: str | os.PathLike[str]) -> dict[str, Aligned]:
    """Return the alignments in a file, an archive, or a folder of them, by the ID of the text; the first of each ID.

    Raises ChallengeError where there are none, DataError with file and line for a broken one.
    """
    found: dict[str, Aligned] = {}
    for source in _sources(Path(path)):
        for aligned in read_alignments(source):
            found.setdefault(aligned.name, aligned)
    return found


def _sources(path: Path) -> Iterator[Path]:
    """What to read of a folder: its archives, and the folder itself where files lie in it, or nothing else does."""
    archives = [one for one in sorted(path.iterdir()) if one.name.endswith(_ARCHIVES)] if path.is_dir() else []
    yield from archives
    if not archives or any(path.rglob(f"*{SUFFIX}")):
        yield path


def pauses_of(times: Mapping[str, Aligned], name: str, words: Sequence[str]) -> list[int | None] | None:
    """The milliseconds after each word of a text, None for what is not known; None for a text without times.

    Raises DataError where the alignment is of another text.
    """
    aligned = times.get(name)
    if aligned is None:
        return None
    document = Document(name, name, tuple(Word(word, "", True) for word in words))
    return [word.pause for word in join(aligned, document).words]
