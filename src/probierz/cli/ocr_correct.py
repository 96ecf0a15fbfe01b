"""`probierz ocr-correct`: correct what was read from scanned pages, as plain texts or where it stands on the scans."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.archives.decompressing import compression_of, plain_name
from probierz.cli.input_files import (
    Faults,
    InputFile,
    find_inputs,
    find_targets,
    left_to_do,
    refuse_unnamed,
    tell_of_nothing,
)
from probierz.cli.options import add_option
from probierz.cli.progress import LineProgress
from probierz.cli.terminal import chosen_format, print_json, print_table, print_warnings
from probierz.errors import OptionError, ProbierzError
from probierz.given_folders import refuse_link
from probierz.text import first_few

if TYPE_CHECKING:
    from probierz.inspection.diff import DiffPiece
    from probierz.systems.ocr.corrected_files import Correction, FileChange

EXAMPLES = """
examples:
  probierz ocr-correct page.txt                          print the corrected text
  probierz ocr-correct page.txt --marked                 what was read and what it became: [-wiekn-]{+wieku+}
  probierz ocr-correct page.txt --changes                each change, with how sure it is
  probierz ocr-correct page.txt --confidence 0.9         make only changes that are as good as sure
  probierz ocr-correct book/ --to clean/                 all texts and layouts of a folder
  probierz ocr-correct alto/ --in-place                  write into the files themselves
  pdftotext scan.pdf - | probierz ocr-correct > book.txt

Plain texts: lines stay where they are, the rest of a word that was broken comes up, and lines that are no text go. A
form feed stands between pages; words that are broken there are joined, and between two files their halves stay.
hOCR, ALTO (2 to 4) and PAGE: only texts of words change, and confidences go down.
Links that lead out of a folder are left out and named, and below one nothing is written through a link.
Of several files one that cannot be corrected is told, and the others go on; run again, what is missing is made.
The system that comes with Probierz learnt from free texts; one of your own goes before it:
  probierz train ocr/cascade CHALLENGE
"""

_ENDINGS = (".txt", ".hocr", ".html", ".xhtml", ".htm", ".xml", ".alto", ".page")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Correct plain texts, and hOCR, ALTO and PAGE files, that were read from scanned pages: "
        "words broken or misread, odd lines."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("inputs", nargs="*", metavar="FILE", help="files, or folders of them (default: standard input)")
    where = parser.add_mutually_exclusive_group()
    add_option(where, "--to", help="write there: a file, or for folders and several files a folder")
    add_option(parser, "--overwrite")
    where.add_argument("--in-place", action="store_true", help="write what is changed into the files themselves")
    add_option(parser, "--system", default="ocr/cascade", help="a name, or a folder")
    add_option(parser, "--confidence", help="leave what is less sure as it was read")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--marked", action="store_true", help="show what was changed inside the text")
    shown.add_argument("--changes", action="store_true", help="list the changes, with how sure each is, and no text")
    add_option(parser, "--quiet")
    add_option(
        parser,
        "--format",
        help="how to print the changes; json also prints texts with their changes (default: table or tsv)",
    )


def run(arguments: Namespace) -> int:
    """Correct. A file that cannot be corrected is told, and does not stop the others."""
    from probierz.whole_files import write_whole

    _refuse_contradictions(arguments)
    found: list[tuple[str, Correction]] = []
    inputs = find_inputs(arguments, _ENDINGS, _is_meant)
    work = _with_targets(inputs, arguments)
    correct, above = _corrector(arguments), _files_above(inputs)
    faults = Faults(inputs)
    with LineProgress("files", enabled=not arguments.quiet) as progress:
        for (path, _), target in work:
            with faults.of(path):
                correction = correct(path, above.get(path, ""))
                print_warnings(_warnings(path, correction), arguments)
                if path == "-" and not correction.content:
                    tell_of_nothing(arguments)
                if arguments.changes or arguments.format == "json":
                    found.append((path, correction))
                elif target is None:
                    sys.stdout.flush()
                    sys.stdout.buffer.write(_content(correction, marked=arguments.marked))
                    sys.stdout.buffer.flush()
                elif correction.is_changed or str(target) != path:
                    write_whole(target, _content(correction, marked=arguments.marked))
                progress(1)
    if arguments.changes and arguments.format == "json":
        print_json([{"file": path, **_as_dict(change)} for path, made in found for change in made.changes])
    elif arguments.changes:
        _print_changes(found, chosen_format(arguments))
    elif arguments.format == "json":
        _print_json(found)
    faults.tell_of_others()
    return faults.code


def _warnings(path: str, correction: Correction) -> Iterator[str]:
    """Which lines were left because of their language."""
    if correction.foreign:
        name = "standard input" if path == "-" else path
        lines = first_few([*map(str, correction.foreign)], 1)
        yield (
            f"{name} line {lines}: in another language than Polish, so it seems; its words were left as they were read"
        )


def _refuse_contradictions(arguments: Namespace) -> None:
    is_written = arguments.to or arguments.in_place
    if is_written and (arguments.changes or arguments.format == "json"):
        what = "--changes lists what would be changed" if arguments.changes else "--format json prints"
        raise OptionError(f"{what} and writes no text; leave --to and --in-place out")
    if arguments.format == "json" and arguments.marked:
        raise OptionError("--marked shows changes inside the text, and --format json beside it; leave one of them out")
    if arguments.format not in (None, "json") and not arguments.changes:
        raise OptionError(
            f"--format {arguments.format} is for the list of changes; add --changes, or leave --format out"
        )
    if arguments.in_place and arguments.marked:
        raise OptionError("--marked is to be read and not to be kept; leave --in-place out, or say --to")
    if arguments.in_place and (not arguments.inputs or "-" in arguments.inputs):
        raise OptionError("--in-place needs files; standard input has no place to write into")


def _files_above(inputs: Sequence[InputFile]) -> dict[str, str]:
    """The file before each of a folder: its text may go on in the next one."""
    return {one.path: above.path for above, one in pairwise(inputs) if Path(one.path).parent == Path(above.path).parent}


def _corrector(arguments: Namespace) -> Callable[[str, str], Correction]:
    from probierz.systems.ocr.files import FileCorrector, read_file
    from probierz.systems.registry import find_system

    corrector = FileCorrector(find_system(arguments.system), arguments.confidence)

    def correct(path: str, above: str) -> Correction:
        raw = read_file(path)
        return corrector.correct(raw, "standard input" if path == "-" else path, above)

    return correct


# --- which files, and where to ---------------------------------------------------------------------------------------


def _with_targets(inputs: Sequence[InputFile], arguments: Namespace) -> Sequence[tuple[InputFile, Path | None]]:
    """Files with where each goes; None: to standard output. Those of a folder that are done are left out."""
    if arguments.in_place:
        return [(one, _checked(one.path, arguments.inputs)) for one in inputs]
    if not arguments.to:
        if not arguments.changes and arguments.format != "json":  # which name files
            refuse_unnamed(inputs, arguments.inputs)
        return [(one, None) for one in inputs]
    targets = find_targets(
        inputs,
        arguments.inputs,
        arguments.to,
        lambda one: plain_name(one.name),
        "say --in-place if it should be",
        overwrite=arguments.overwrite,
    )
    return left_to_do(inputs, targets, arguments)


def _is_meant(path: Path) -> bool:
    """Whether a file of a folder is a text, or a layout; XML and HTML of other kinds lie beside them."""
    if not path.is_file():
        return False
    if plain_name(path.name).lower().endswith(".txt"):
        return True
    from probierz.systems.ocr.files import read_file
    from probierz.systems.ocr.layout.sheets import is_layout

    try:
        return is_layout(read_file(str(path), 4096))
    except ProbierzError:
        return True  # correcting it tells what is wrong with it


def _checked(path: str, named: Sequence[str]) -> Path:
    """The file itself, if it can be written into: no archive, and of those that a folder brought no link."""
    if path not in named:
        refuse_link(Path(path), Path(path).parent)
    with Path(path).open("rb") as file:
        if compression_of(file.read(6)):
            raise OptionError(f"{path} is compressed; unpack it first, or write elsewhere with --to")
    return Path(path)


# --- what comes out --------------------------------------------------------------------------------------------------


def _content(correction: Correction, *, marked: bool) -> bytes:
    return _marked(correction).encode() if marked else correction.content


def _marked(correction: Correction) -> str:
    from probierz.inspection.diff import differences_of, marked_text

    pieces = _pieces(correction) or differences_of(correction.read, correction.text)
    found = marked_text(pieces)
    return found if found.endswith("\n") else f"{found}\n"


def _pieces(correction: Correction) -> list[DiffPiece]:
    """What was changed by the list of changes, spaces and marks sign by sign; none where it does not say where."""
    from probierz.inspection.diff import DiffPiece, differences_of

    pieces: list[DiffPiece] = []
    at = 0
    for change in sorted(correction.changes, key=lambda one: (one.start, one.end)):
        if change.start < at:
            return []
        has_same_words = _letters(change.read) == _letters(change.right) and "\n" not in change.read
        pieces.append(DiffPiece("same", correction.read[at : change.start]))
        pieces += differences_of(change.read, change.right, "char" if has_same_words else "word")
        at = change.end
    pieces.append(DiffPiece("same", correction.read[at:]))
    is_all = "".join(one.text for one in pieces if one.kind != "missing") == correction.text
    return [one for one in pieces if one.text] if is_all else []


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _print_changes(found: list[tuple[str, Correction]], form: str) -> None:
    from probierz.reports.tables import Column, Table
    from probierz.systems.ocr.corrected_files import in_one_row

    has_words = any(change.word for _, correction in found for change in correction.changes)
    names = ("file", "line", *(["word"] if has_words else []), "step", "read", "right", "confidence")
    rows = [
        (
            path,
            str(change.line),
            *([change.word] if has_words else []),
            change.step,
            in_one_row(change.read),
            in_one_row(change.right),
            _confidence(change),
        )
        for path, correction in found
        for change in correction.changes
    ]
    print_table(Table(tuple(map(Column, names)), tuple(rows)), form)


def _confidence(change: FileChange) -> str:
    return "" if isnan(change.chance) else f"{change.chance:.2f}"


def _print_json(found: list[tuple[str, Correction]]) -> None:
    print_json([
        {"file": path, "text": correction.text, "changes": [_as_dict(change) for change in correction.changes]}
        for path, correction in found
    ])  # fmt: skip


def _as_dict(change: FileChange) -> dict[str, object]:
    named = {"word": change.word} if change.word else {}
    place = {"start": change.start, "end": change.end} if change.start >= 0 else {}
    return {
        "line": change.line,
        **place,
        **named,
        "step": change.step,
        "read": change.read,
        "right": change.right,
        "confidence": None if isnan(change.chance) else round(change.chance, 4),
    }
