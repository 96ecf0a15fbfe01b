"""`probierz punctuation timings`: when each word of a text was read aloud."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.options import add_option
from probierz.cli.punctuation.forms import add_form_option
from probierz.cli.terminal import chosen_format, print_table, print_warning

if TYPE_CHECKING:
    from probierz.suites.poleval2021.punctuation.alignments import TimedText

EXAMPLES = """
examples:
  probierz punctuation timings fa/poleval_fa.validation.tar.gz test-A > timings.tsv
  probierz punctuation timings fa/poleval_fa.train.tar.gz train --text wikinews237571
  probierz punctuation timings fa/poleval_fa.train.tar.gz train --check         only look whether they fit

Times are milliseconds. pause: from the end of a word to the start of the next. Words that have no duration leak the
marks: most words before a question mark are among them. So train on pauses, not on durations.
"""

_SHOWN = 5


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Join forced alignments to the words of texts, and check that they are of these texts."
    parser.epilog = EXAMPLES
    parser.add_argument("alignments", metavar="ALIGNMENTS", help="a .tar.gz, a folder, or a .clntmstmp file")
    parser.add_argument("texts", metavar="TEXTS", help="the folder with in.tsv, or with .json or .csv files")
    parser.add_argument("--text", metavar="ID", help="one text only")
    parser.add_argument("--check", action="store_true", help="print counts, and nothing of the words")
    add_form_option(parser)
    add_option(parser, "--format")


def run(arguments: Namespace) -> None:
    """Join and print."""
    from probierz.suites.poleval2021.punctuation.timings import timed_texts

    found = timed_texts(Path(arguments.alignments), Path(arguments.texts), form=arguments.read_as, only=arguments.text)
    _print_counts(found.texts, arguments) if arguments.check else _print_words(found.texts, arguments)
    for timed in found.texts:
        for difference in timed.differences[:_SHOWN]:
            print_warning(f"{timed.name} {difference}")
    if found.untimed and arguments.text is None:
        count = "one text has" if len(found.untimed) == 1 else f"{len(found.untimed)} texts have"
        print_warning(f"{count} no alignment, such as {found.untimed[0]}")


def _print_words(texts: list[TimedText], arguments: Namespace) -> None:
    from probierz.reports.tables import Column, Table

    rows = tuple(
        (timed.name, str(at), one.word, *("" if time is None else str(time) for time in one[1:]))
        for timed in texts
        for at, one in enumerate(timed.words, 1)
    )
    head = (Column("text"), Column("number", True), Column("word"))
    print_table(
        Table((*head, *(Column(name, True) for name in ("start", "end", "pause"))), rows), chosen_format(arguments)
    )


def _print_counts(texts: list[TimedText], arguments: Namespace) -> None:
    from probierz.reports.tables import Column, Table

    words = [word for timed in texts for word in timed.words]
    rows = (
        ("texts with times", str(len(texts))),
        ("words", str(len(words))),
        ("words without times", str(sum(word.start is None for word in words))),
        ("words without duration", str(sum(word.start is not None and word.start == word.end for word in words))),
        ("differences", str(sum(len(timed.differences) for timed in texts))),
    )
    print_table(Table((Column("counted"), Column("number", True)), rows), chosen_format(arguments))
