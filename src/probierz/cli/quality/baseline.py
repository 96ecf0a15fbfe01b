"""`probierz quality baseline`: an output by sentence BLEU or GLEU."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

EXAMPLES = """
examples:
  probierz quality baseline challenge test-B > challenge/test-B/out.tsv      BLEU with smoothing method 2, the best
  probierz quality baseline challenge test-A --method gleu > out.tsv

The input has the columns MT, EN and HUMAN. A line of the output is 100 times the BLEU of MT against HUMAN.
"""

METHODS = ("0", "1", "2", "3", "4", "5", "6", "7", "gleu")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Rate translations by sentence BLEU or GLEU against the human one, without any training."
    parser.epilog = EXAMPLES
    parser.add_argument("challenge", metavar="CHALLENGE", help="its directory")
    parser.add_argument("split", metavar="SPLIT", help="such as test-A")
    parser.add_argument(
        "--method", choices=METHODS, default="2", help="NLTK's smoothing method of BLEU, or gleu (default: 2)"
    )


def run(arguments: Namespace) -> None:
    """Print the output."""
    from probierz.suites.poleval2021.quality import baseline_lines

    for line in list(baseline_lines(Path(arguments.challenge) / arguments.split, arguments.method)):
        print(line)
