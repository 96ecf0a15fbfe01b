"""`probierz pretrain clean`: raw text becomes a corpus of whole texts of one language, each once."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option, add_options, whole_number
from probierz.cli.progress import WorkProgress

EXAMPLES = """
examples:
  probierz pretrain clean texts/ --to clean.txt                   every .txt, .jsonl and .xml of a folder
  probierz pretrain clean plwiki-pages-articles.xml.bz2 --to wiki.txt
  probierz pretrain clean pl.txt.gz --read-as subtitles --to subtitles.txt    lines become longer texts
  probierz pretrain clean oscar.jsonl.gz --words 100 --to oscar.txt
  probierz pretrain clean noviny/ --in-language cs --near 0.9 --to cs.txt

Left out are texts that are short, of other signs than letters, in another language, or nearly the copy of an earlier
one: MinHash tells how many runs of five words two have in common. Files may be compressed (.gz, .bz2, .xz, .zst).
The result has paragraphs in lines and an empty line behind each text.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Keep whole texts of one language, each once, of files and folders of raw text."
    parser.epilog = EXAMPLES
    add_corpus_options(parser)
    add_option(parser, "--to", required=True, metavar="FILE")
    parser.add_argument(
        "--in-language", default="pl", metavar="CODE", help="the language, such as pl or cs; any: all (default: pl)"
    )
    parser.add_argument(
        "--words", type=whole_number(1, 10**6), default=20, metavar="N", help="the fewest words (default: 20)"
    )
    parser.add_argument(
        "--letters", type=float, default=0.6, metavar="SHARE", help="the least share of letters (default: 0.6)"
    )
    parser.add_argument(
        "--near", type=float, default=0.8, metavar="SHARE",
        help="runs of words in common from which a text is a copy; 0 keeps copies (default: 0.8)",
    )  # fmt: skip
    add_options(parser, "--overwrite", "--quiet")


def add_corpus_options(parser: ArgumentParser) -> None:
    """Declare the words for a corpus, and how it is read."""
    from probierz.systems.pretraining.corpora import FORMS

    parser.add_argument("corpus", nargs="+", metavar="PATH", help="files, or folders of them")
    add_option(parser, "--read-as", choices=FORMS)
    add_option(parser, "--encoding-errors")


def run(arguments: Namespace) -> int:
    """Clean, and say what was left out."""
    from probierz.errors import OptionError
    from probierz.systems.pretraining.cleaning import CleaningRules, clean_corpus
    from probierz.systems.pretraining.corpora import read_corpus
    from probierz.whole_files import refuse_unwritable

    if Path(arguments.to).exists() and not arguments.overwrite:
        raise OptionError(f"{arguments.to} is there already; name another file, or say --overwrite")
    if _is_read(Path(arguments.to), map(Path, arguments.corpus)):
        raise OptionError(f"{arguments.to} is what is read; name another file for the clean text")
    refuse_unwritable(arguments.to)
    language = "" if arguments.in_language == "any" else arguments.in_language
    rules = CleaningRules(language, arguments.words, arguments.letters, arguments.near)
    texts = read_corpus(arguments.corpus, arguments.read_as or "", is_lenient=arguments.encoding_errors == "replace")
    with WorkProgress("clean", enabled=not arguments.quiet) as progress:
        report = clean_corpus(texts, Path(arguments.to), rules, progress=progress)
    print(f"{arguments.to}: {report.kept:,} of {report.texts:,} texts, {report.words:,} words")
    for reason, count in report.left_out.most_common():
        if count:
            print(f"  {count:,} left out: {reason}")
    return FINE


def _is_read(path: Path, places: Iterable[Path]) -> bool:
    """Whether a file is one of these, or lies in a folder that is."""
    return path.exists() and any(path.resolve().is_relative_to(place.resolve()) for place in places)
