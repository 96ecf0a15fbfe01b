"""Records of SQAD 3.0: a folder for each question, with a file for each part.

    000001/
      01question.vert            the question
      02answer.vert              the answer in somebody's words
      03text.vert                the whole article
      04url.txt                  the address of the article
      05metadata.txt             the types of question and answer
      06answer.selection.vert    the sentence with the answer
      09answer_extraction.vert   the part of that sentence that is the answer
      question_context.vert      sentences before it that say what its pronouns mean; few records have this

Publications spell the names of 04, 05 and the context in several ways, so parts are found by what their names say,
whatever the number in front. Other files of a folder are kept.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from shlex import quote

from probierz.errors import ChallengeError, DataError
from probierz.suites.sqad.types import canonical_type
from probierz.suites.sqad.vertical import Vertical, VerticalSentence, read_vertical
from probierz.whole_files import whole_folder, write_whole

PARTS = {
    "context": ("question_context.vert", re.compile(r"\d*[._]?(question|answer)?[._]?context\.vert")),
    "extraction": ("09answer_extraction.vert", re.compile(r"\d*[._]?answer[._]extraction\.vert")),
    "selection": ("06answer.selection.vert", re.compile(r"\d*[._]?answer[._]selection\.vert")),
    "question": ("01question.vert", re.compile(r"\d*[._]?question\.vert")),
    "answer": ("02answer.vert", re.compile(r"\d*[._]?answer\.vert")),
    "text": ("03text.vert", re.compile(r"\d*[._]?text\.vert")),
    "url": ("04url.txt", re.compile(r"\d*[._]?url(\.txt)?")),
    "metadata": ("05metadata.txt", re.compile(r"\d*[._]?metadata(\.txt)?")),
}
"""Parts of a record: the name a new file gets, and the names under which it is found."""

NEEDED = ("question", "answer", "text", "url", "metadata", "selection", "extraction")
"""Parts that every record has."""

DIGITS = 6
"""Of the number that a record is called by."""

VERTICAL_PARTS = ("question", "answer", "text", "selection", "extraction", "context")
"""Parts of words, one a line; the others are lines of text."""

LARGEST_FILE = 64 * 2**20
_TYPE = {
    kind: re.compile(
        rf"<{kind[0]}_type>((?:(?!<{kind[0]}_type>).)*?)</{kind[0]}_type>"
        rf"|^[^\S\n]*+(?:{kind[0]}_type|{kind}[ _]type)(?:\s*+[:=]|[^\S\t]*+\t)\s*+(.*)",
        re.M | re.I,
    )
    for kind in ("question", "answer")
}
"""Nothing is tried twice, so that no file costs more than another of its length."""


def numbered(number: int) -> str:
    """Return what a record of that number is called.

    >>> numbered(12)
    '000012'
    """
    return f"{number:0{DIGITS}d}"


def is_numbered(name: str) -> bool:
    """Whether a record is called by a number, as all should be."""
    return len(name) == DIGITS and name.isascii() and name.isdigit()


@dataclass(frozen=True)
class RecordPart:
    """A file of a record: its name in the folder, and what is in it. `.url` and `.metadata` files are lines as well."""

    name: str
    vertical: Vertical

    @property
    def text(self) -> str:
        """The content as it stands in the file."""
        return "\n".join(self.vertical.lines)


@dataclass(frozen=True)
class Record:
    """A record. parts: the files that are there, by what they are. others: further files, by name; kept as they are."""

    path: Path
    parts: Mapping[str, RecordPart]
    others: Mapping[str, bytes]

    @property
    def name(self) -> str:
        """The name of the folder, see `is_numbered`."""
        return self.path.name

    def file(self, part: str) -> Path:
        """Return the path of a part, also of one that is not there."""
        found = self.parts.get(part)
        return self.path / (found.name if found else PARTS[part][0])

    def need(self, part: str) -> RecordPart:
        """Return a part. Raises DataError where the record has none."""
        if part not in self.parts:
            name = PARTS[part][0]
            raise DataError(
                f"there is no {name}, which every record needs; `probierz sqad check` lists all such records",
                path=self.path,
            )
        return self.parts[part]

    def sentences(self, part: str) -> tuple[VerticalSentence, ...]:
        """Return the sentences of a part; none where it is missing."""
        return self.parts[part].vertical.sentences if part in self.parts else ()

    def says(self, part: str) -> str:
        """Return the text of a part as people read it; empty where it is missing."""
        return self.parts[part].vertical.text if part in self.parts else ""

    @property
    def url(self) -> str:
        """The address of the article; empty where there is none."""
        return self.parts["url"].text.strip() if "url" in self.parts else ""

    @cached_property
    def question_type(self) -> str:
        """The type of the question as the inventory spells it; empty where it is not said."""
        return self._type("question")

    @cached_property
    def answer_type(self) -> str:
        """The type of the answer as the inventory spells it; empty where it is not said."""
        return self._type("answer")

    def _type(self, of: str) -> str:
        found = _TYPE[of].search(self.parts["metadata"].text) if "metadata" in self.parts else None
        return canonical_type((found[1] or found[2] or "").strip()) if found else ""

    def with_part(self, part: str, lines: tuple[str, ...]) -> Record:
        """Return the record with other lines in a part, under the name the part has."""
        return replace(self, parts={**self.parts, part: RecordPart(self.file(part).name, Vertical(lines))})

    def without_part(self, part: str) -> Record:
        """Return the record without a part."""
        return replace(self, parts={name: one for name, one in self.parts.items() if name != part})

    @property
    def files(self) -> dict[str, bytes]:
        """All files of the record, by name."""
        return {**self.others, **{part.name: part.vertical.content for part in self.parts.values()}}


# --- reading ---------------------------------------------------------------------------------------------------------


def find_records(folder: str | os.PathLike[str]) -> list[Path]:
    """Return the folders of the records in a folder, by name; a folder that is a record itself stands alone.

    Raises ChallengeError where there is none.
    """
    home = Path(folder)
    if home.is_file():
        raise ChallengeError(
            f"{home}: this is a file, and a folder of records is wanted; "
            f"make one of JSON lines by  probierz sqad convert {quote(str(home))} --to records"
        )
    if not home.is_dir():
        raise ChallengeError(f"{home}: there is no such folder; give the folder that holds the records of SQAD")
    found = sorted(one for one in place_of_records(home).iterdir() if _is_record(one))
    if found or is_record_itself(home):
        return found or [home]
    below = [one for one in sorted(home.iterdir()) if _holds_records(one)]
    if below:
        raise ChallengeError(f"{home}: no records of SQAD are here; they are in {below[0]}; give that folder")
    raise ChallengeError(
        f"{home}: no records of SQAD are here; a record is a folder such as 000001 with 01question.vert in it"
    )


def place_of_records(home: Path) -> Path:
    """Return where the records of a folder lie: in it, or in its folder data, as SQAD was published."""
    inside = home / "data"
    if any(_is_record(one) for one in home.iterdir()) or not inside.is_dir():
        return home
    return inside if any(_is_record(one) for one in inside.iterdir()) else home


def _holds_records(path: Path) -> bool:
    try:
        is_visible = path.is_dir() and not path.name.startswith(".")
        return is_visible and any(_is_record(one) for one in place_of_records(path).iterdir())
    except OSError:  # not to be read
        return False


def is_record_itself(home: Path) -> bool:
    """Whether a folder has the files of a record, and no records in it."""
    if not home.is_dir() or any(_is_record(one) for one in place_of_records(home).iterdir()):
        return False
    return any(part_of(one.name) for one in home.iterdir())


def _is_record(path: Path) -> bool:
    if not path.is_dir() or path.name.startswith("."):
        return False
    return path.name.isdigit() or any(part_of(one.name) for one in path.iterdir())


def part_of(name: str) -> str | None:
    """Return what the name of a file says it is."""
    return next((part for part, (_, names) in PARTS.items() if names.fullmatch(name.lower())), None)


def read_records(folder: str | os.PathLike[str]) -> Iterator[Record]:
    """Read the records of a folder one after another. Raises ChallengeError or DataError."""
    for path in find_records(folder):
        yield read_record(path)


def read_record(path: str | os.PathLike[str]) -> Record:
    """Read a record, whatever is missing or wrong in it. Raises DataError for files that cannot be read at all."""
    home = Path(path)
    parts: dict[str, RecordPart] = {}
    others: dict[str, bytes] = {}
    for file in sorted(home.iterdir()):
        if not file.is_file():
            continue
        content = _read(file)
        part = part_of(file.name)
        if part is None:
            others[file.name] = content
        elif part in parts:
            raise DataError(f"this and {parts[part].name} are both the {part}; remove one of them", path=file)
        else:
            parts[part] = RecordPart(file.name, read_vertical(content))
    return Record(home, parts, others)


def _read(file: Path) -> bytes:
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise DataError(
                f"the file is larger than {LARGEST_FILE // 2**20} MiB; this is no part of a record", path=file
            )
        return file.read_bytes()
    except OSError as error:
        raise DataError(f"the file cannot be read: {error.strerror or error}", path=file) from error


# --- writing ---------------------------------------------------------------------------------------------------------


def write_record(record: Record, folder: str | os.PathLike[str]) -> Path:
    """Write a record as a new folder of that name; it is complete, or it is not there. Returns its path.

    Raises ChallengeError where there is such a folder already.
    """
    target = Path(folder) / record.name
    with whole_folder(target) as beside:
        for name, content in record.files.items():
            (beside / name).write_bytes(content)
    return target


def update_record(before: Record, after: Record) -> list[Path]:
    """Change the files in which two states of a record differ, each in one step."""
    old, new = before.files, after.files
    changed = [before.path / name for name in sorted({*old, *new}) if old.get(name) != new.get(name)]
    for file in changed:
        if file.name in new:
            write_whole(file, new[file.name])
        else:
            file.unlink()
    return changed
