"""Checks of many JSON files, each told of with what is wrong in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from probierz.errors import ChallengeError, DataError
from probierz.suites.poleval2021.punctuation.documents import MarkedText, refuse_other_words
from probierz.suites.poleval2021.punctuation.folders import form_of, read_texts
from probierz.suites.poleval2021.punctuation.json_files import parse_json, read_text, word_lines
from probierz.text import first_few


def json_paths(paths: Sequence[Path]) -> list[Path]:
    """Return the JSON files that paths stand for: themselves, or those of a folder.

    Raises ChallengeError for a folder without any.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        form = form_of(path, "json")
        if form is None:
            raise ChallengeError(f"{path}: there is no .json file in it")
        found += sorted(form[1].glob("*.json"))
    return found


def check_files(paths: Sequence[Path], *, schema: str = "submission", like: Path | None = None) -> list[str]:
    """Return what is wrong with JSON files, at most one message a file; none where all is fine.

    like: a folder with the texts whose words must be there, each in a file of its name.
    """
    wanted = read_texts(like, punctuated=None).documents if like is not None else None
    faults = []
    for path in paths:
        try:
            _check(path, schema, wanted)
        except DataError as error:
            faults.append(error.message)
    missing = [name for name in wanted or () if name not in {path.stem for path in paths}]
    if missing:
        files = first_few([f"{name}.json" for name in missing], 1)
        faults.append(f"there is no file {files}; give one for each text of {like}")
    return faults


def _check(path: Path, schema: str, wanted: dict[str, MarkedText] | None) -> None:
    text = read_text(path)
    document = parse_json(text, path, schema=schema)
    if wanted is None:
        return
    if document.name not in wanted:
        raise DataError(f"no text is called {document.name!r}; the name of the file is the ID of its text", path=path)
    refuse_other_words(wanted[document.name], document, path=str(path), lines=word_lines(text))
