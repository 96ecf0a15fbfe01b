"""`probierz quality rate`: how good each line of a translation is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from probierz.cli.options import add_option, add_options
from probierz.cli.terminal import chosen_format, print_json, print_table, print_warning

if TYPE_CHECKING:
    from probierz.systems.quality.files import RatedLine

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz quality rate source.txt translation.txt --reference human.txt   a rating and a word for each line
  probierz quality rate source.txt translation.txt                         without a human translation: less sure
  probierz quality rate source.txt translation.txt --summary               the mean, and how many lines are how good
  probierz quality rate en.txt pl.txt --reference human.txt --format json
  probierz quality rate en.txt pl.txt --reference human.txt --system quality/bleu-2   BLEU, which needs no training

Files have a line each for the same sentence. What rates them learns in a minute from ratings of people, once:
  probierz train quality/features poleval-2021/quality-nonblind --split dev-0 --split test-A --accept-licence
  probierz train quality/blind poleval-2021/quality-blind --split dev-0 --split test-A --accept-licence
That downloads the data, and agrees to their notice: no licence is stated, they are for research. Ratings are then those
that these people would give, from 1 to 5. The word says in which fifth of the translations that were learnt from one
lies: poor, weak, middling, good, very good. A line without a letter is called empty, and one that is its source not
translated; they have no rating, and no part in the mean. No rating looks at the meaning: a lost "not" or another number
costs next to nothing; of numbers that are not the source's, in digits, a warning tells.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Rate the lines of a translation as people would, with a human one beside it or without."
    parser.epilog = EXAMPLES
    parser.add_argument("source", metavar="SOURCE", help="the text that was translated")
    parser.add_argument("translation", metavar="TRANSLATION", help="what is to be rated")
    parser.add_argument("--reference", metavar="FILE", help="a human translation of the same text")
    add_option(parser, "--summary", help="the mean, and how many lines are how good")
    add_options(parser, "--system", "--format")


def run(arguments: Namespace) -> None:
    """Print the ratings."""
    from probierz.reports.tables import Column, Table
    from probierz.systems.quality.files import rate_files
    from probierz.systems.registry import find_system

    name = arguments.system or ("quality/features" if arguments.reference else "quality/blind")
    rated = list(rate_files(find_system(name), arguments.source, arguments.translation, arguments.reference or ""))
    _warn_of_numbers(rated, arguments.translation)
    form = chosen_format(arguments)
    if form == "json":
        print_json(dict(_summary(rated)) if arguments.summary else [one._asdict() for one in map(_judged, rated)])
        return
    if arguments.summary:
        names = [Column("what"), Column("value", True)]
        rows: list[tuple[str, ...]] = [(what, _printed(value)) for what, value in _summary(rated)]
    else:
        names = [Column("line"), Column("rating", True), Column("word")]
        rows = [(str(one.line), _printed(one.rating), one.word) for one in map(_judged, rated)]
    print_table(Table(tuple(names), tuple(rows)), form)


def _warn_of_numbers(rated: Sequence[RatedLine], path: str) -> None:
    odd = [one.line for one in rated if not one.has_numbers and not one.is_fault]
    if odd:
        others = f" and {len(odd) - 1} more" if len(odd) > 1 else ""
        print_warning(f"{path} line {odd[0]}{others}: other numbers than in the source; no rating tells of that")


class _Judged(NamedTuple):
    """A line as it is shown: one that is no translation has no rating."""

    line: int
    rating: float | None
    word: str


def _judged(one: RatedLine) -> _Judged:
    return _Judged(one.line, None if one.is_fault else round(one.rating, 4), one.word)


def _summary(rated: Sequence[RatedLine]) -> list[tuple[str, float | None]]:
    """What is told of all lines together; the mean is that of lines that are translations, None without any."""
    from probierz.systems.quality.files import FAULTS, WORDS

    counts = Counter(one.word for one in rated)
    ratings = [one.rating for one in rated if not one.is_fault]
    mean = round(sum(ratings) / len(ratings), 4) if ratings else None
    words = [(word, counts[word]) for word in WORDS] if any(counts[word] for word in WORDS) else []
    words += [(word, counts[word]) for word in FAULTS if counts[word]]
    return [("lines", len(rated)), ("rated", len(ratings)), ("mean rating", mean), *words]


def _printed(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else str(value)
