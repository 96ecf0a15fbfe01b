"""From one form of texts with punctuation to another, and back without loss."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.files import find_file
from probierz.errors import ChallengeError
from probierz.suites.poleval2021.punctuation.documents import refuse_other_words
from probierz.suites.poleval2021.punctuation.folders import (
    Form,
    TextEntry,
    Texts,
    folders_of_splits,
    read_texts,
    write_texts,
)
from probierz.whole_files import refuse_occupied, write_whole


class Converted(NamedTuple):
    """A folder that was written, how many texts are in it, and the JSON files whose white space was not kept."""

    path: Path
    texts: int
    relaid: tuple[Path, ...]


def convert(
    source: Path, target: Path, to: Form, *, form: Form | None = None, punctuated: str = "expected.tsv"
) -> list[Converted]:
    """Convert the texts of a folder, or of each split in it, into another form.

    Of several splits, JSON goes to `SPLIT/json`, CSV to `SPLIT/csv`; of one folder the files go right into the target.
    Where the target has an in.tsv already, only the file with marks is put beside it, in the order of the input.
    punctuated: the name of that file, as read and as written.
    Raises ChallengeError or DataError; what is not complete is not there.
    """
    done = []
    for name, part in folders_of_splits(source, form).items():
        texts = read_texts(part, form=form, punctuated=punctuated)
        place = target / name if not name or to == "tsv" else target / name / to
        if to == "tsv" and find_file(str(place), "in.tsv") is not None:
            _write_beside(texts, place, punctuated)
        else:
            write_texts(texts, place, to, punctuated=punctuated)
        done.append(Converted(place, len(texts.entries), texts.relaid))
    return done


def _write_beside(texts: Texts, split: Path, name: str) -> None:
    """Write the file with marks for an input that is there."""
    path = split / name
    refuse_occupied(path)
    lines = "".join(f"{entry.document.line}\n" for entry in _in_order(texts, split))
    write_whole(path, lines)


def _in_order(texts: Texts, split: Path) -> Iterator[TextEntry]:
    """The entries in the order of the input, each of the very words of its text."""
    found = {entry.document.name: entry for entry in texts.entries}
    for wanted in read_texts(split, form="tsv", punctuated=None).entries:
        entry = found.get(wanted.document.name)
        if entry is None:
            missing = f"there is no text {wanted.document.name}, line {wanted.line} of the input"
            raise ChallengeError(f"{texts.path}: {missing}; give one for each line")
        refuse_other_words(wanted.document, entry.document, path=str(entry.path))
        yield replace(entry, line=wanted.line)
