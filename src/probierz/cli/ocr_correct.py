"""`probierz ocr-correct`: correct texts that were read from scanned pages."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.common import add_format_option, chosen_format, print_table, share
from probierz.cli.progress import LineProgress
from probierz.errors import OptionError

if TYPE_CHECKING:
    from probierz.systems.ocr.cascade import Corrected
    from probierz.systems.ocr.correcting import Corrector

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz ocr-correct page.txt                          print the corrected text
  probierz ocr-correct page.txt --marked                 what was read and what it became: [-wiekn-]{+wieku+}
  probierz ocr-correct page.txt --changes                each change, with how sure it is
  probierz ocr-correct page.txt --confidence 0.9         make only changes that are as good as sure
  probierz ocr-correct book/ --to clean/                 all .txt files of a folder
  pdftotext scan.pdf - | probierz ocr-correct > book.txt

The system must be trained once:  probierz train ocr/cascade CHALLENGE
Lines stay where they are; the rest of a word that was broken comes up. A form feed stands between pages.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Correct plain texts that were read from scanned pages: words broken or misread, odd lines."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "inputs", nargs="*", metavar="FILE", help="texts, or folders of .txt files (default: standard input)"
    )
    parser.add_argument("--to", metavar="PATH", help="write there: a file, or for folders and several files a folder")
    parser.add_argument(
        "--system", default="ocr/cascade", metavar="SYSTEM", help="a name, or a folder (default: ocr/cascade)"
    )
    parser.add_argument("--confidence", type=share, metavar="SHARE", help="leave what is less sure as it was read")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--marked", action="store_true", help="show what was changed inside the text")
    shown.add_argument("--changes", action="store_true", help="list the changes, with how sure each is, and no text")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    add_format_option(parser)


def run(arguments: Namespace) -> int:
    """Correct."""
    from probierz.cli.main import FINE
    from probierz.systems.homes import find_system
    from probierz.systems.ocr.correcting import corrector

    if arguments.changes and arguments.to:
        raise OptionError("--changes lists what would be changed and writes no text; leave --to out")
    files = list(_files(arguments.inputs or ["-"]))
    targets = _targets(files, arguments)
    correct = corrector(find_system(arguments.system), arguments.confidence)
    with LineProgress("texts", enabled=not arguments.quiet) as progress:
        if arguments.changes:
            _print_changes(files, correct, chosen_format(arguments))
            return FINE
        for (path, _), target in zip(files, targets, strict=True):
            _correct(path, target, correct, marked=arguments.marked)
            progress(1)
    return FINE


def _files(inputs: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each file, with its name below the folder that was asked for."""
    for name in inputs:
        folder = Path(name)
        if name == "-" or not folder.is_dir():
            yield name, folder.name
            continue
        found = sorted(folder.rglob("*.txt"))
        if not found:
            raise OptionError(f"{name} has no .txt file in it; name the files")
        yield from ((str(path), path.relative_to(folder).as_posix()) for path in found)


def _targets(files: list[tuple[str, str]], arguments: Namespace) -> list[Path | None]:
    """Where each text goes. Raises OptionError when two would go to the same place, or one onto itself."""
    if not arguments.to:
        return [None] * len(files)
    is_folder = len(files) > 1 or Path(arguments.to).is_dir() or any(Path(name).is_dir() for name in arguments.inputs)
    targets = [Path(arguments.to, name) if is_folder else Path(arguments.to) for _, name in files]
    for (path, _), target in zip(files, targets, strict=True):
        if path != "-" and target.resolve() == Path(path).resolve():
            raise OptionError(f"{target} would be overwritten by its own correction; name another place with --to")
    if len(set(targets)) < len(targets):
        raise OptionError("two of the texts have the same name; correct them one by one, or into different folders")
    return list(targets)


def _correct(path: str, target: Path | None, correct: Corrector, *, marked: bool) -> None:
    from probierz.systems.running import write_lines

    read = _text(path)
    found = correct(read)
    text = _marked(read, found) if marked else found.text
    if target:
        write_lines(target, text.split("\n"))
    else:
        sys.stdout.write(f"{text}\n")


def _marked(read: str, found: Corrected) -> str:
    from probierz.inspection.diff import differences_of, marked_text

    return marked_text(differences_of(read, found.text))


def _text(path: str) -> str:
    from probierz.lines import LineReader

    with LineReader(path, is_digested=False) as reader:
        return "\n".join(map(str, reader))


def _print_changes(files: list[tuple[str, str]], correct: Corrector, form: str) -> None:
    from probierz.reports.tables import Column, Table

    names = ("file", "line", "step", "read", "right")
    rows = [
        (path, str(change.line + 1), change.step, change.read, change.right, f"{change.chance:.2f}")
        for path, _ in files
        for change in sorted(correct(_text(path)).changes, key=lambda change: change.line)
    ]
    columns = (*(Column(name) for name in names), Column("confidence"))
    print_table(Table(columns, tuple(rows)), form)
