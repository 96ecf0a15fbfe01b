"""`probierz punctuate`: marks, capital letters and spaces for texts and transcripts without them."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, TextIO

from probierz.archives.decompressing import plain_name
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
from probierz.cli.terminal import print_warnings
from probierz.errors import OptionError
from probierz.systems.defaults import PUNCTUATION
from probierz.text import first_few

if TYPE_CHECKING:
    from probierz.systems.punctuation.printed_sentences import KeptLines, TimedSentence
    from probierz.systems.punctuation.restoring import Punctuator

Guarded = Iterable[tuple[InputFile, AbstractContextManager[None]]]
"""Files, each with what tells of its faults."""

EXAMPLES = """
examples:
  probierz punctuate speech.txt                          print the text with marks and capital letters
  echo "czy jan poszedł do domu" | probierz punctuate
  probierz punctuate talks/ --to readable/               all texts and transcripts of a folder
  probierz punctuate talk.txt --sentences                one sentence a line
  probierz punctuate interview.json --format json        what Whisper wrote, with its times; pauses help
  probierz punctuate film.vtt --format same --to new.vtt  the same captions with marks
  probierz punctuate draft.txt --every-line              lines that look finished, too: what they lack
  probierz punctuate old.txt --again                     take out the marks that are there, and set new ones
  recogniser | probierz punctuate                        a stream: each sentence as soon as it is sure

What is printed is for readers: signs that stand alone may join words, so lines may get other numbers of tokens. For the
task of PolEval 2021, probierz baseline poleval-2021/punctuation --system punctuation/network  writes the outputs.
Words are never changed, and what has a mark or a capital letter keeps it; with --again a word behind a full stop that
is taken out loses the capital letter, unless it is a name; a line that begins with a dash keeps its dashes, the marks
before them, and what is asked. Layout stays to the byte: spaces, tabs, ends of lines,
byte-order mark; only a single space gives way to a mark inside of a word, as in 10:45. A line that goes on with the
sentence of the line above begins with a small letter; with --lines-apart none goes on. --confidence rules the marks
that the system sets: commas and ends that Polish has rules for come at any.
A line that has its marks is left as it is: it ends with one, has one for 15 words or fewer and never more than 30 words
between two, and most commas before że, który and the like. Where a text is so as a whole, its headings and lines that
go on below are left, too. If such a line has no capital letters, it gets those alone. A line in another language than
Polish is left, and a warning says so. Tables with strokes, tabs or three spaces, code and markup always stay.
Transcripts: .ctm, .vtt, .srt, .json (Whisper and its relatives), .clntmstmp (forced alignments of PolEval 2021).
Links that lead out of a folder are left out and named, and below one nothing is written through a link.
Of several files one that cannot be read is told, and the others go on; run again, what is missing is made.
"""

_MOST_RANGES = 12


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Give texts and transcripts punctuation marks and capital letters."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "inputs", nargs="*", metavar="FILE", help="texts, transcripts, or folders of them (default: standard input)"
    )
    add_option(parser, "--to", help="write there, whole or not at all: a file, or for several inputs a folder")
    add_option(parser, "--overwrite")
    add_option(parser, "--system", default=PUNCTUATION, help=f"a name, or a folder (default: {PUNCTUATION})")
    add_option(
        parser,
        "--read-as",
        choices=("text", "ctm", "vtt", "srt", "json", "alignment"),
        help="what the files are (default: by their names); of folders only files of this kind are taken",
    )
    add_option(
        parser,
        "--format",
        choices=("text", "json", "same"),
        default="text",
        help="text; sentences with words, marks and times; or the same captions with marks",
    )
    parser.add_argument("--sentences", action="store_true", help="one sentence a line")
    parser.add_argument("--every-line", action="store_true", help="mark finished and foreign lines, too")
    parser.add_argument(
        "--tidy", action="store_true", help="close up signs that stand alone:  ( tak ) , 50 %% is (tak), 50%%"
    )
    parser.add_argument("--again", action="store_true", help="take out the marks that are there, and set new ones")
    parser.add_argument("--lines-apart", action="store_true", help="no line goes on with the sentence of the one above")
    add_option(
        parser, "--confidence", help="how probable a mark of the system must be; higher sets fewer (default: trained)"
    )
    add_option(parser, "--quiet")


def run(arguments: Namespace) -> int:
    """Punctuate. Of several files one that cannot be read is told, and does not stop the others."""
    from probierz.systems.punctuation.restoring import punctuator
    from probierz.whole_files import whole_text

    if arguments.sentences and arguments.format != "text":
        raise OptionError(f"--sentences prints a text; leave it out, or --format {arguments.format}")
    inputs = find_inputs(arguments, _suffixes(arguments.read_as))
    print_warnings(_warnings(inputs), arguments)
    targets = _targets(inputs, arguments)
    punctuate = punctuator(
        arguments.system,
        again=arguments.again,
        everything=arguments.every_line,
        tidy=arguments.tidy,
        apart=arguments.lines_apart,
        threshold=arguments.confidence,
    )
    shows_bar = not arguments.quiet and (bool(targets) or not sys.stdout.isatty())
    faults = Faults(inputs)
    with LineProgress("punctuate", enabled=shows_bar) as progress:
        if not targets:
            _write(_printed(punctuate, inputs, arguments, progress, faults), sys.stdout, arguments)
        for one, target in left_to_do(inputs, targets, arguments) if targets else []:
            with faults.of(one.path), whole_text(target) as file:
                _write(_printed(punctuate, [one], arguments, progress), file, arguments)
    faults.tell_of_others()
    return faults.code


def _warnings(inputs: Sequence[InputFile]) -> Iterator[str]:
    """Texts for reading have capital letters, which count as errors in a challenge."""
    for one in inputs:
        if plain_name(os.path.basename(one.path)) == "in.tsv":
            yield (
                f"{one.path} looks like the input of a challenge; what is written here has capital letters and would"
                " score badly there: the output that it wants is written by  "
                f"probierz predict {PUNCTUATION} {quote(one.path)}"
            )


# --- files -----------------------------------------------------------------------------------------------------------


def _targets(inputs: Sequence[InputFile], arguments: Namespace) -> list[Path]:
    """Where each file goes; none: all to standard output."""
    if not arguments.to:
        if arguments.format != "json":  # which names files
            refuse_unnamed(inputs, arguments.inputs)
        return []
    kinds = sorted({_form(one.path, arguments) for one in inputs})
    apart = f"take one kind at a time, as with --read-as {kinds[0]}" if len(kinds) > 1 else "take them one by one"
    rename, overwrite = _renamer(arguments), arguments.overwrite
    return find_targets(inputs, arguments.inputs, arguments.to, rename, apart=apart, overwrite=overwrite)


def _suffixes(form: str | None) -> list[str]:
    """What is taken of a folder."""
    from probierz.systems.punctuation.transcripts import SUFFIXES

    every = {".txt": "text"} | SUFFIXES
    return [suffix for suffix, found in every.items() if form in (None, found)]


def _form(path: str, arguments: Namespace) -> str:
    from probierz.systems.punctuation.transcripts import form_of

    return arguments.read_as or form_of(path)


def _renamer(arguments: Namespace) -> Callable[[InputFile], str]:
    """What outputs are called: as their inputs, with the ending of what they are."""

    def rename(one: InputFile) -> str:
        name = plain_name(one.name)
        if arguments.format == "json":
            return os.path.splitext(name)[0] + ".json"
        is_text = arguments.format == "text" and _form(one.path, arguments) != "text"
        return os.path.splitext(name)[0] + ".txt" if is_text else name

    return rename


# --- printing --------------------------------------------------------------------------------------------------------


def _write(parts: Iterable[str], file: TextIO, arguments: Namespace) -> None:
    """Write, and let nobody wait for what is there."""
    written = 0
    for part in parts:
        written += file.write(part)
        if file is sys.stdout:
            file.flush()
    if not written and arguments.inputs in ([], ["-"]):
        tell_of_nothing(arguments)


def _printed(
    punctuate: Punctuator,
    inputs: Sequence[InputFile],
    arguments: Namespace,
    progress: Callable[[int], None],
    faults: Faults | None = None,
) -> Iterator[str]:
    """What is printed of files. faults: where it is told what is wrong with one, and the others go on; None: raised."""

    def each() -> Iterator[tuple[InputFile, AbstractContextManager[None]]]:
        return ((one, faults.of(one.path) if faults else nullcontext()) for one in inputs)

    if arguments.format == "same":
        yield from _captions(punctuate, each(), arguments, progress)
        return
    found = _sentences(punctuate, each(), arguments, progress)
    if arguments.format == "json":
        yield from _as_json(found, len(inputs) > 1)
        return
    from probierz.systems.punctuation.printed_sentences import as_text

    for _, timed in found:
        yield as_text(timed.sentence, alone=arguments.sentences)


def _captions(
    punctuate: Punctuator, inputs: Guarded, arguments: Namespace, progress: Callable[[int], None]
) -> Iterator[str]:
    from probierz.systems.punctuation.printed_sentences import captions_of

    for one, told in inputs:
        with told:
            text, kept = captions_of(punctuate, one.path, _form(one.path, arguments))
            progress(text.count("\n"))
            yield text
            print_warnings(_kept_warnings(_shown(one.path), kept, "turn"), arguments)


def _sentences(
    punctuate: Punctuator, inputs: Guarded, arguments: Namespace, progress: Callable[[int], None]
) -> Iterator[tuple[str, TimedSentence]]:
    from probierz.systems.punctuation.printed_sentences import KeptLines, sentences_of_file

    for one, told in inputs:
        kept = KeptLines()
        with told:
            for timed in sentences_of_file(punctuate, one.path, _form(one.path, arguments)):
                yield one.path, timed
                kept.note(timed.sentence)
                if timed.sentence.ends_line:
                    progress(1)
        unit = "line" if _form(one.path, arguments) == "text" else "turn"
        print_warnings(_kept_warnings(_shown(one.path), kept, unit), arguments)


def _shown(path: str) -> str:
    return "standard input" if path == "-" else path


def _kept_warnings(name: str, kept: KeptLines, unit: str) -> Iterator[str]:
    """What was left as it is, where somebody may wonder at it. unit: what is counted, a line or a speaker's turn."""
    if kept.foreign:
        places = first_few([*map(str, kept.foreign)], 1)
        yield (
            f"{name} {unit} {places}: in another language than Polish, so it seems, and left without"
            " marks; --every-line sets them as in Polish"
        )
    if 0 < len(kept.finished) < kept.full:
        yield (
            f"{name} {unit}{'s' * (len(kept.finished) > 1)} {_ranges(kept.finished)}: finished, so it seems, and left"
            f" as {'they are' if len(kept.finished) > 1 else 'it is'}{_but_for(kept)};"
            " --every-line adds what may be missing"
        )
    if kept.finished and len(kept.finished) == kept.full:
        yield (
            f"{name} has its marks already and was left as it is{_but_for(kept)}; --every-line adds what may be"
            " missing, --again sets all marks anew"
        )


def _but_for(kept: KeptLines) -> str:
    return ", but for capital letters" if kept.has_new_capitals else ""


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers in their order, those that follow each other together: 1-3, 7."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    shown = ", ".join("-".join(map(str, one)) for one in found[:_MOST_RANGES])
    return shown if len(found) <= _MOST_RANGES else f"{shown} and others"


def _as_json(found: Iterable[tuple[str, TimedSentence]], names_files: bool) -> Iterator[str]:
    """An array with a sentence on each line, so that it can be read as it comes."""
    import json

    from probierz.systems.punctuation.printed_sentences import as_object

    before = "[\n"
    for path, timed in found:
        if timed.sentence.text:
            shown = ({"file": path} if names_files else {}) | as_object(timed)
            yield before + json.dumps(shown, ensure_ascii=False)
            before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"
