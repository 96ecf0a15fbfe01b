"""Folders of texts with punctuation: the two files of a challenge's split, JSON files, or CSV files; read and written.

    test-A/in.tsv, test-A/expected.tsv       one line a text
    test-A/json/wikinews1.json, …            one file a text; also right in the folder
    test-A/csv/wikinews1.csv, …

What one form cannot hold goes into `documents.jsonl` beside the files, so that the way back gives the same bytes: the
order of the texts, titles, missing spaces, the layout of JSON. The file is left out where it would say nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from probierz.challenges.files import find_file
from probierz.errors import ChallengeError, DataError
from probierz.lines import all_lines
from probierz.suites.poleval2021.punctuation import csv_files, json_files
from probierz.suites.poleval2021.punctuation.documents import MarkedText, document_of_lines
from probierz.whole_files import whole_folder

Form = Literal["tsv", "json", "csv"]
FORMS: tuple[Form, ...] = ("tsv", "json", "csv")
DETAILS = "documents.jsonl"
_IN_HEADER = ("FileId", "ASROutput")


@dataclass(frozen=True)
class TextEntry:
    """A document, and what only one form holds of it.

    input_text: the text of in.tsv, where it is not the document's words in small letters. layout: that of its JSON,
    where it is not the plain one. has_marks: False for a text that is known without marks.
    path, line: where it was read.
    """

    document: MarkedText
    path: Path
    line: int | None = None
    input_text: str | None = None
    layout: json_files.JsonLayout | None = None
    has_marks: bool = True


@dataclass(frozen=True)
class Texts:
    """The texts of a folder, in order. relaid: JSON files whose white space will not be kept."""

    path: Path
    form: Form
    entries: tuple[TextEntry, ...]
    relaid: tuple[Path, ...] = ()

    @property
    def documents(self) -> dict[str, MarkedText]:
        """The documents by name."""
        return {entry.document.name: entry.document for entry in self.entries}


# --- looking ---------------------------------------------------------------------------------------------------------


def form_of(folder: Path, form: Form | None = None) -> tuple[Form, Path] | None:
    """Return the form of the texts in a folder, and where they lie: there, or in its `json` or `csv`; None for none."""
    if form in (None, "tsv") and find_file(str(folder), "in.tsv") is not None:
        return "tsv", folder
    for candidate in ("json", "csv"):
        if form not in (None, candidate):
            continue
        for place in (folder, folder / candidate):
            if place.is_dir() and any(place.glob(f"*.{candidate}")):
                return candidate, place
    return None


def folders_of_splits(folder: Path, form: Form | None = None) -> dict[str, Path]:
    """Return the folders with texts in a folder by name: "" for itself, or those of its splits.

    Raises ChallengeError where there are none.
    """
    if not folder.is_dir():
        raise ChallengeError(f"{folder} is not a directory; give one with in.tsv, or with .json or .csv files")
    if form_of(folder, form):
        return {"": folder}
    parts = {one.name: one for one in sorted(folder.iterdir()) if one.is_dir() and form_of(one, form)}
    if not parts:
        wanted = {"tsv": "no in.tsv", "json": "no .json file", "csv": "no .csv file"}
        found = wanted[form] if form else "neither in.tsv nor .json or .csv files"
        raise ChallengeError(f"{folder}: there is {found}, here or in a folder below")
    return parts


# --- reading ---------------------------------------------------------------------------------------------------------


def read_texts(folder: Path, *, form: Form | None = None, punctuated: str | None = "expected.tsv") -> Texts:
    """Return the texts of a folder.

    punctuated: the file beside in.tsv with the marks; None to read in.tsv alone.
    Raises ChallengeError or DataError.
    """
    found = form_of(folder, form)
    if found is None:
        raise ChallengeError(_nothing(folder, form))
    kind, place = found
    details = _read_details(place / DETAILS)
    if kind == "tsv":
        return Texts(place, kind, tuple(_from_tsv(place, punctuated, details)))
    return _from_files(place, kind, details)


def _nothing(folder: Path, form: Form | None) -> str:
    parts = folders_of_splits(folder, form)
    return f"{folder}: there are several folders of texts: {', '.join(parts)}; name one of them"


def _from_files(place: Path, form: Form, details: dict[str, dict[str, Any]]) -> Texts:
    order = {name: at for at, name in enumerate(details)}
    paths = sorted(place.glob(f"*.{form}"), key=lambda path: (order.get(path.stem, len(order)), path.stem))
    entries, relaid = [], []
    for path in paths:
        text = json_files.read_text(path)
        known = details.get(path.stem, {})
        if form == "csv":
            document = csv_files.parse_csv(text, path)
            layout = _layout(known)
        else:
            document = json_files.parse_json(text, path, schema="document")
            layout = json_files.layout_of(text, document)
            relaid += [path] * (layout is None)
        if form == "csv" and "title" in known:
            document = replace(document, title=known["title"])
        entries.append(_entry(TextEntry(document, path, layout=layout), known))
    return Texts(place, form, tuple(entries), tuple(relaid))


def _from_tsv(place: Path, punctuated: str | None, details: dict[str, dict[str, Any]]) -> Iterator[TextEntry]:
    source = find_file(str(place), "in.tsv")
    assert source is not None
    marked = find_file(str(place), punctuated) if punctuated else None
    if punctuated and marked is None and punctuated != "expected.tsv":
        raise ChallengeError(f"{place}: there is no {punctuated}")
    texts = all_lines(source, header=_IN_HEADER)
    lines = all_lines(marked) if marked else None
    if lines is not None and len(lines) != len(texts):
        raise DataError(f"there are {len(lines)} lines, and {len(texts)} in {source}; give one for each", path=marked)
    names: set[str] = set()
    for number, text in enumerate(texts, 1):
        name, plain = _columns(text, source, number, names)
        line = lines[number - 1] if lines is not None else None
        document = document_of_lines(name, plain, line, path=marked or source, number=number)
        known = details.get(name, {})
        document = replace(_respaced(document, known.get("spaces", ())), title=known.get("title", name))
        entry = TextEntry(document, Path(marked or source), number, layout=_layout(known), has_marks=line is not None)
        yield _entry(replace(entry, input_text=plain if plain != document.input_text else None), known)


def _columns(text: str, path: str, number: int, seen: set[str]) -> tuple[str, str]:
    name, tab, plain = text.partition("\t")
    if not tab or "\t" in plain:
        found = text.count("\t") + 1
        raise DataError(f"two columns are wanted, ID and text, found {found}", path=path, line=number)
    if not name or name.startswith(".") or any(letter in name for letter in "/\\:\0"):
        raise DataError(f"the ID {name!r} cannot be the name of a file", path=path, line=number)
    if name in seen:
        raise DataError(f"the ID {name!r} stands on an earlier line too", path=path, line=number)
    seen.add(name)
    return name, plain


# --- what one form alone holds ---------------------------------------------------------------------------------------


def _read_details(path: Path) -> dict[str, dict[str, Any]]:
    if not path.is_file():
        return {}
    found: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(json_files.read_text(path).removesuffix("\n").split("\n"), 1):
        try:
            known = json.loads(line)
            found[known["name"]] = known
        except (ValueError, TypeError, KeyError):
            message = f'an object with the key "name" is wanted; remove {DETAILS} if it is not of these texts'
            raise DataError(message, path=path, line=number) from None
    return found


def _entry(entry: TextEntry, known: dict[str, Any]) -> TextEntry:
    """The entry with what the details say that its own form does not hold."""
    text = entry.input_text if entry.input_text is not None else known.get("input")
    # A text that came without marks may have been given some since.
    has_marks = known.get("marks", True) or any(word.punctuation for word in entry.document.words)
    return replace(entry, input_text=text, has_marks=entry.has_marks and has_marks)


def _layout(known: dict[str, Any]) -> json_files.JsonLayout | None:
    return json_files.layout_from_dict(known["layout"]) if "layout" in known else None


def _respaced(document: MarkedText, odd: Sequence[int]) -> MarkedText:
    if not odd:
        return document
    places = set(odd)
    words = [word._replace(space_after=word.space_after ^ (at in places)) for at, word in enumerate(document.words, 1)]
    return replace(document, words=tuple(words))


def _odd_spaces(document: MarkedText) -> list[int]:
    """The words, from 1, that have no space behind them though another word follows, or have one at the end."""
    last = len(document.words)
    return [at for at, word in enumerate(document.words, 1) if word.space_after is not (at < last)]


def _details(entry: TextEntry, form: Form) -> dict[str, Any]:
    document = entry.document
    found: dict[str, Any] = {"name": document.name}
    if form != "json" and document.title != document.name:
        found["title"] = document.title
    if form == "tsv" and (odd := _odd_spaces(document)):
        found["spaces"] = odd
    if form != "tsv" and entry.input_text is not None:
        found["input"] = entry.input_text
    if form != "json" and entry.layout is not None and (layout := json_files.layout_as_dict(entry.layout)):
        found["layout"] = layout
    if form != "tsv" and not entry.has_marks:
        found["marks"] = False
    return found


# --- writing ---------------------------------------------------------------------------------------------------------


def write_texts(texts: Texts, target: Path, form: Form, *, punctuated: str = "expected.tsv") -> None:
    """Write texts into a new folder in a form; the folder is complete, or it is not there.

    punctuated: the name of the file with marks beside in.tsv.
    Raises ChallengeError where the folder holds something already.
    """
    with whole_folder(target) as beside:
        for name, text in _files(texts, form, punctuated):
            (beside / name).write_text(text, encoding="utf-8", newline="")


def _files(texts: Texts, form: Form, punctuated: str) -> Iterator[tuple[str, str]]:
    """Names and contents of the files."""
    if form == "tsv":
        yield from _tsv_files(texts, punctuated)
    for entry in texts.entries if form != "tsv" else ():
        document = entry.document
        written = (
            json_files.write_json(document, entry.layout or json_files.PLAIN)
            if form == "json"
            else csv_files.write_csv(document)
        )
        yield f"{document.name}.{form}", written
    details = [_details(entry, form) for entry in texts.entries]
    names = [one["name"] for one in details]
    is_sorted = form == "tsv" or names == sorted(names)
    if not is_sorted or any(len(one) > 1 for one in details):
        yield DETAILS, "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in details)


def _tsv_files(texts: Texts, punctuated: str) -> Iterator[tuple[str, str]]:
    yield "in.tsv", "".join(f"{entry.document.name}\t{_input_text(entry)}\n" for entry in texts.entries)
    if any(entry.has_marks for entry in texts.entries):
        yield punctuated, "".join(f"{entry.document.line}\n" for entry in texts.entries)


def _input_text(entry: TextEntry) -> str:
    return entry.input_text if entry.input_text is not None else entry.document.input_text
