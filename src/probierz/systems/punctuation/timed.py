"""Times of words beside the texts of a challenge: which alignment is of which text, told by their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from probierz.archives.names import archive_ending
from probierz.errors import DataError
from probierz.suites.poleval2021.punctuation.alignments import SUFFIX, Aligned, join, read_alignments
from probierz.suites.poleval2021.punctuation.documents import document_of_lines
from probierz.systems.punctuation.marks import SIGNS
from probierz.systems.punctuation.pauses import Heard, pauses_after

_RUN = 4
"""So many words in a row tell a text."""


class Alignments:
    """The alignments of a file, an archive, or a folder of them, found by the words of a text, whatever its name.

    Raises ChallengeError where there are none, DataError with file and line for a broken one.
    """

    def __init__(self, path: Path) -> None:
        sources = _sources(path)
        self._alignments = {aligned.path: aligned for source in sources for aligned in read_alignments(source)}
        self._runs: dict[tuple[str, ...], str] = {}
        for aligned in self._alignments.values():
            words = [one.word.strip(f"{SIGNS}…").lower() for one in aligned.words]
            for run in _runs(words):
                self._runs.setdefault(run, aligned.path)

    def pauses(self, words: Sequence[str]) -> list[int] | None:
        """The pause after each word of a text; None when none of the alignments is of this text."""
        aligned = self._of([word.lower() for word in words])
        if aligned is None:
            return None
        try:
            timed = join(aligned, document_of_lines(aligned.name, " ".join(words), None))
        except DataError:  # too many other words
            return None
        return pauses_after([Heard(one.word, one.start, one.end) for one in timed.words])

    def _of(self, words: Sequence[str]) -> Aligned | None:
        votes = Counter(self._runs[run] for run in _runs(words) if run in self._runs)
        if not votes:
            return None
        path, count = votes.most_common(1)[0]
        return self._alignments[path] if count * 2 >= len(words) - _RUN + 1 else None


def _sources(path: Path) -> list[Path]:
    """What to read of a folder: its archives, and the folder itself where files lie in it, or nothing else does."""
    archives = [one for one in sorted(path.iterdir()) if archive_ending(one.name)] if path.is_dir() else []
    if not archives or any(path.rglob(f"*{SUFFIX}")):
        return [*archives, path]
    return archives


def _runs(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return zip(*(words[at:] for at in range(_RUN)), strict=False)
