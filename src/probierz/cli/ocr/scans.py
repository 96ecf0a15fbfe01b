"""`probierz ocr scans`: make scans of clean texts up, to train a correcting system where there are no real ones."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.options import add_option, share, whole_number
from probierz.cli.progress import WorkProgress

EXAMPLES = """
examples:
  probierz ocr scans novels.txt --to practice            one page in ten becomes a scan with its right text
  probierz ocr scans novels.txt --more laws.txt --to practice
  probierz train ocr/cascade practice --to my-cleaner    learn from them

A text has a paragraph on a line, and an empty line before another text. The scans have broken words, running heads,
stains and misread letters as old Polish books have them, and half of them the spelling of their time.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Make a challenge of made-up scans with their right texts, out of clean texts."
    parser.epilog = EXAMPLES
    parser.add_argument("texts", nargs="+", metavar="TEXT", help="texts to make scans of, also compressed")
    parser.add_argument("--more", action="append", default=[], metavar="TEXT", help="a text for its words alone")
    add_option(parser, "--to", required=True, metavar="FOLDER", help="the challenge to make")
    parser.add_argument("--share", type=share, default=0.1, metavar="SHARE", help="of the pages (default: 0.1)")
    add_option(parser, "--seed", type=whole_number(0, 2**32 - 1), default=0)
    add_option(parser, "--quiet")


def run(arguments: Namespace) -> None:
    """Make them."""
    from probierz.systems.ocr.practice import make_practice

    with WorkProgress("made-up scans", enabled=not arguments.quiet) as progress:
        found = make_practice(
            arguments.to, arguments.texts, arguments.more, share=arguments.share, seed=arguments.seed, progress=progress
        )
    if not arguments.quiet:
        print(f"{arguments.to}: {found.scans:,} made-up scans to learn from, and {found.texts:,} pages of clean text")
