"""`probierz index build`: documents become an index in one file."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option, add_options, whole_number
from probierz.cli.outputs_to_score import opened_workers
from probierz.cli.progress import WorkProgress
from probierz.cli.terminal import print_warning, print_warnings

if TYPE_CHECKING:
    from probierz.errors import DataError
    from probierz.systems.questions.finding.index import IndexRecipe

CUTS = ("paragraphs", "sentences-90", "words-100", "characters-300", "characters-500", "whole")

EXAMPLES = """
examples:
  probierz index build texts/ --to my.index               all .txt, .md, .tsv, .csv, .jsonl and .json of it
  probierz index build articles.tsv --to my.index         a document a line: title and text, or name, title and text
  probierz index build prices.csv --to my.index           or a table: each row is told with the names of its columns
  probierz index build squad.json --to my.index --cut whole
  probierz index build plwiki-latest-pages-articles.xml.bz2 --to wiki.index --cut words-100       a dump of Wikipedia
  probierz index build texts/ --to my.index --encoder     vectors too: slower, and finds other words for the same
  probierz index build texts/ --to my.shards --shards 4 --jobs 4         four indexes in a folder, searched as one

Text files are UTF-8, also compressed (.gz, .bz2, .xz, .zst). Dumps are pages-articles.xml; they need the extra
pretraining, which takes the markup off. After an interruption the same command goes on where it
stopped. Words are compared by their first five letters, without marks: reka finds řece, skladal finds Składała. With
--word-form by their lemmas: psa finds pies.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Cut documents into passages and write an index of them, for `index search` and `ask`."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "documents",
        nargs="+",
        metavar="PATH",
        help="texts, tables, SQuAD files, dumps of Wikipedia, or folders of them",
    )
    add_option(parser, "--to", required=True, help="the file of the index")
    parser.add_argument(
        "--cut",
        default="paragraphs",
        choices=CUTS,
        metavar="HOW",
        help=f"what a passage is: {', '.join(CUTS)} (default: paragraphs, between blank lines)",
    )
    parser.add_argument(
        "--word-form",
        default="cut",
        choices=("cut", "simplemma-pl", "simplemma-cs", "morfeusz"),
        help="how words are compared: cut to five letters (the default), or by lemmas of simplemma (extra: annotation)"
        " or Morfeusz (extra: morfeusz)",
    )
    parser.add_argument(
        "--encoder",
        nargs="?",
        const="e5-small",
        default="",
        metavar="FOLDER",
        help="keep vectors of a pretrained encoder too, of e5-small (extra: encoder) or of a folder",
    )
    parser.add_argument(
        "--shards",
        type=whole_number(1, 1000),
        metavar="N",
        help="write a folder of N indexes with equal parts of the documents, which --jobs or --on build side by side;"
        " `index search` and `ask` find the same in it as in one index",
    )
    add_options(parser, "--jobs", "--on")
    add_option(parser, "--skip-broken", help="go on without files that cannot be read, and say which")
    add_option(parser, "--overwrite")
    add_option(parser, "--quiet")


def run(arguments: Namespace) -> int:
    """Build, and say what the index holds."""
    from probierz.challenges.problems import counted
    from probierz.errors import OptionError
    from probierz.given_folders import left_links
    from probierz.systems.questions.finding.documents import left_out, read_documents
    from probierz.systems.questions.finding.index import IndexRecipe, NothingToIndex, build_index
    from probierz.whole_files import refuse_missing_folder, refuse_unwritable

    recipe = IndexRecipe(arguments.cut, _encoder(arguments.encoder), words=arguments.word_form)
    if Path(arguments.to).exists() and not arguments.overwrite and not _goes_on(arguments, recipe):
        raise OptionError(f"{arguments.to} is there already; name another file, or say --overwrite")
    refuse_missing_folder(arguments.to)
    refuse_unwritable(arguments.to)
    broken: list[DataError] = []
    flawed: list[DataError] = []
    files: set[Path] = set()
    if arguments.shards is None and (arguments.jobs != 1 or arguments.on is not None):
        raise OptionError("one index is built by one process; say how many --shards are wanted")
    try:
        if arguments.shards:
            about = _build_shards(arguments, recipe, broken, files, flawed)
        else:
            with WorkProgress("index", enabled=not arguments.quiet) as progress:
                read = read_documents(arguments.documents, broken if arguments.skip_broken else None, files, flawed)
                about = build_index(arguments.to, read, recipe, progress)
    except KeyboardInterrupt:
        print(f"{arguments.to} is not ready; the same command goes on where it stopped", file=sys.stderr)
        raise
    except NothingToIndex as nothing:
        left = f"; left out: {broken[0]}" if broken else "; name files or folders with text"
        raise OptionError(f"{', '.join(arguments.documents)}: {nothing}{left}") from None
    passages, documents = counted(int(about["passages"]), "passage"), counted(int(about["documents"]), "document")
    of_files = f" in {counted(len(files), 'file')}" if len(files) != int(about["documents"]) else ""
    print(f'{arguments.to}: {passages} of {documents}{of_files}; ask it: probierz ask {shlex.quote(arguments.to)} "…?"')
    for place in filter(Path.is_dir, map(Path, arguments.documents)):
        print_warnings(left_links(place), arguments)
    for error in broken:
        print_warning(f"left out: {error}")
    for error in flawed:
        print_warning(str(error))
    if missing := left_out(arguments.documents):
        told = ", ".join(f"{count} {what}" for what, count in missing.most_common())
        print(f"not read: {told}; save texts of another program as .txt and tables as .csv, in UTF-8", file=sys.stderr)
    return FINE


def _goes_on(arguments: Namespace, recipe: IndexRecipe) -> bool:
    """Whether the same command was interrupted that built shards."""
    from probierz.systems.questions.finding.shards import goes_on

    return bool(arguments.shards) and goes_on(arguments.to, arguments.documents, recipe, arguments.shards)


def _build_shards(
    arguments: Namespace, recipe: IndexRecipe, broken: list[DataError], files: set[Path], flawed: list[DataError]
) -> Mapping[str, str]:
    """Build a folder of shards, and say what they hold together; each reads all files and finds the same faults."""
    from probierz.challenges.problems import counted
    from probierz.systems.questions.finding.shards import build_shards

    with opened_workers(arguments) as workers:
        built = build_shards(
            arguments.to, arguments.documents, recipe, arguments.shards, workers, skips_broken=arguments.skip_broken
        )
    if kept := sum(one.is_kept for one in built):
        stood = "was whole, and was" if kept == 1 else "were whole, and were"
        print(f"{arguments.to}: {kept} of {counted(len(built), 'shard')} {stood} kept", file=sys.stderr)
    broken += built[0].broken
    flawed += built[0].flawed
    files.update(*(one.files for one in built))
    documents, passages = (
        str(sum(counts)) for counts in zip(*((one.documents, one.passages) for one in built), strict=True)
    )
    return {"documents": documents, "passages": passages}


def _encoder(named: str) -> str:
    """A name that is known, or the whole path of a folder, which the index keeps. Raises MissingBackbone."""
    from probierz.systems.encoder.folders import ENCODERS, encoder_folder

    return named if not named or named in ENCODERS else str(encoder_folder(named).resolve())
