"""Forced alignments: when each word of a text was read aloud.

    (1440,1950) zmarł
    (2280,2850) romuald
    </s>

Times are milliseconds from the start of the recording; `</s>` ends the file. A word may have no duration (start and end
are equal), foreign names above all. Words may have been skipped, added or misread.

**Durations leak the marks.** In the alignments of train 87 % of the words before a question mark have no duration, and
7 % of all others; in those of test-A 90 % and 7 %, and 52 % before a colon. A system that learns from durations learns
this trait of the aligner, and nothing about speech. Use the pauses between words, and leave durations alone; mind that
the start of a word without duration is its end too. The later test sets have no alignments at all.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from probierz.archives.limits import DATA
from probierz.archives.members import archive_members
from probierz.errors import ChallengeError, DataError, not_utf8
from probierz.suites.poleval2021.punctuation.documents import MarkedText

SUFFIX = ".clntmstmp"
END = "</s>"
LEAST_SHARED = 0.9
"""The share of words that an alignment must have in common with its text."""
LARGEST = 16 * 2**20
"""Bytes of an alignment in an archive; real ones have some thousands."""
_MARKS = ".,?!:;-…"
_LINE = re.compile(r"\(([0-9]{1,12}),([0-9]{1,12})\) (\S+)")


class Spoken(NamedTuple):
    """A word of an alignment, from `start` to `end` in milliseconds. line: where it stands in the file."""

    word: str
    start: int
    end: int
    line: int


@dataclass(frozen=True)
class Aligned:
    """The alignment of a text. name: the text's ID."""

    name: str
    path: str
    words: tuple[Spoken, ...]


class TimedWord(NamedTuple):
    """A word of a text with its times in milliseconds; None where the alignment has no such word.

    pause: from its end to the start of the next word; None at the end, and beside words without times.
    """

    word: str
    start: int | None
    end: int | None
    pause: int | None


@dataclass(frozen=True)
class TimedText:
    """A text with times for its words. differences: what the alignment has otherwise, in words for people."""

    name: str
    words: tuple[TimedWord, ...]
    differences: tuple[str, ...] = ()


# --- reading ---------------------------------------------------------------------------------------------------------


def read_alignments(path: str | os.PathLike[str]) -> Iterator[Aligned]:
    """Yield the alignments in a tar archive (compressed or not), in a folder and those below, or of a single file.

    Raises ChallengeError where there are none, DataError with file and line for a broken one.
    """
    source = Path(path)
    found = False
    for name, place, data in _in_folder(source) if source.is_dir() else _in_file(source):
        found = True
        yield parse_alignment(data, name=name, path=place)
    if not found:
        raise ChallengeError(f"{source}: there is no file *{SUFFIX} in it")


def _in_folder(folder: Path) -> Iterator[tuple[str, str, bytes]]:
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        yield path.name.removesuffix(SUFFIX), str(path), path.read_bytes()


def _in_file(path: Path) -> Iterator[tuple[str, str, bytes]]:
    if path.name.endswith(SUFFIX):
        try:
            yield path.name.removesuffix(SUFFIX), str(path), path.read_bytes()
        except OSError as error:
            raise ChallengeError(f"{path}: the file cannot be read: {error.strerror or error}") from error
        return
    for member in archive_members(path, replace(DATA, file_bytes=LARGEST), skips_links=True):
        if member.is_file and member.name.endswith(SUFFIX):
            with member.open() as stream:
                yield os.path.basename(member.name).removesuffix(SUFFIX), f"{path}/{member.name}", stream.read()


def parse_alignment(data: bytes, *, name: str, path: str) -> Aligned:
    """Return the alignment that a file holds.

    Raises DataError, with file and line, for a line of another form, times that go back, or a missing `</s>`.
    """
    words: list[Spoken] = []
    lines = _decoded(data, path).split("\n")
    if lines and not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, 1):
        if line == END:
            if number < len(lines):
                raise DataError(f"there are lines behind {END}, which ends the file", path=path, line=number + 1)
            if not words:
                raise DataError("no word is aligned", path=path)
            return Aligned(name, path, tuple(words))
        words.append(_spoken(line, number, words[-1] if words else None, path))
    raise DataError(f"{END} is missing at the end; the file is cut off", path=path, line=len(lines) or None)


def _decoded(data: bytes, path: str) -> str:
    try:
        return data.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise not_utf8(data, error.start, path) from None


def _spoken(line: str, number: int, before: Spoken | None, path: str) -> Spoken:
    found = _LINE.fullmatch(line)
    if found is None:
        raise DataError(f"{line[:60]!r} is no aligned word; (start,end) word is wanted", path=path, line=number)
    spoken = Spoken(found[3], int(found[1]), int(found[2]), number)
    if spoken.end < spoken.start:
        raise DataError(f"{spoken.word!r} ends at {spoken.end}, before it starts", path=path, line=number)
    if before is not None and spoken.start < before.end:
        raise DataError(
            f"{spoken.word!r} starts at {spoken.start}, before {before.word!r} has ended at {before.end}",
            path=path,
            line=number,
        )
    return spoken


# --- joining ---------------------------------------------------------------------------------------------------------


def join(aligned: Aligned, document: MarkedText) -> TimedText:
    """Give the words of a text their times; marks and capitals of aligned words do not matter.

    A word that was skipped has no times; one that was added is left out; both are told as differences.
    Raises DataError where fewer than nine words of ten are the same: the alignment is of another text.
    """
    spoken = [one for one in aligned.words if one.word.strip(_MARKS)]  # a mark may stand alone
    heard = [one.word.strip(_MARKS).lower() for one in spoken]
    wanted = [word.word.strip(_MARKS).lower() or word.word for word in document.words]
    if heard == wanted:
        return TimedText(document.name, _timed(document, list(spoken)))
    steps = difflib.SequenceMatcher(None, wanted, heard, autojunk=False).get_opcodes()
    shared = sum(last - first for kind, first, last, _, _ in steps if kind == "equal")
    if shared < LEAST_SHARED * max(len(wanted), len(heard)):
        raise DataError(_other_text(document, spoken, steps, shared), path=aligned.path)
    times: list[Spoken | None] = [None] * len(wanted)
    told = []
    for kind, first, last, begin, end in steps:
        if last - first == end - begin:
            times[first:last] = spoken[begin:end]
        if kind != "equal":
            told.append(_difference(document, first, last, spoken[begin:end]))
    return TimedText(document.name, _timed(document, times), tuple(told))


def _timed(document: MarkedText, times: Sequence[Spoken | None]) -> tuple[TimedWord, ...]:
    timed = []
    for word, now, after in zip(document.words, times, [*times[1:], None], strict=True):
        pause = after.start - now.end if now is not None and after is not None else None
        timed.append(TimedWord(word.word, now.start if now else None, now.end if now else None, pause))
    return tuple(timed)


def _difference(document: MarkedText, first: int, last: int, spoken: Sequence[Spoken]) -> str:
    text = " ".join([word.word for word in document.words[first:last]]) or "nothing"
    heard = " ".join([one.word for one in spoken]) or "nothing"
    return f"word {first + 1}: {heard!r} was aligned where the text has {text!r}"


def _other_text(
    document: MarkedText, spoken: Sequence[Spoken], steps: Sequence[tuple[str, int, int, int, int]], shared: int
) -> str:
    _, first, last, begin, end = next(step for step in steps if step[0] != "equal")
    text = document.words[first].word if first < last else "nothing"
    heard = f"{spoken[begin].word!r} (line {spoken[begin].line})" if begin < end else "nothing"
    return (
        f"this is the alignment of another text than {document.name}: {shared} of {len(document.words)} words are the "
        f"same; the first that differs is word {first + 1}, {text!r}, and {heard} is aligned"
    )
