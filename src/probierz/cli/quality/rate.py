"""`probierz quality rate`: how good each line of a translation is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from probierz.cli.options import add_option, add_options
from probierz.cli.terminal import chosen_format, print_json, print_table, print_warning
from probierz.text import first_few

if TYPE_CHECKING:
    from probierz.systems.quality.files import RatedLine

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
lies: poor, weak, middling, good, very good. A line has no rating, and no part in the mean, that is called
  empty           it has no letter or digit
  not translated  it is its source, marks and capital letters aside
  not Polish      its language is another, or none, where what was learnt from is Polish
  no reference    its human translation is empty
  no source       its source is empty
  scrap           it is much shorter than it should be
No rating looks at the meaning: a lost "not" or another number costs next to nothing. The notes of a line tell of other
numbers than in the source, of opposites (rose, spadły), and of who did it to whom: its word is middling at best. They
tell of copies, capitals and an order of words that a rating hardly sees, of markup on one side alone, letters of
another encoding, and texts with nothing in common; and they say where lines begin to be shifted, as one is missing or
too many. Words are known of English sources and Polish translations, and notes know few of them: a line without a note
may have lost anything all the same. Where meaning matters, people read it.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Rate the lines of a translation as people would, with a human one beside it or without."
    parser.epilog = EXAMPLES
    parser.add_argument("source", metavar="SOURCE", help="the text that was translated")
    parser.add_argument("translation", metavar="TRANSLATION", help="what is to be rated")
    parser.add_argument("--reference", metavar="FILE", help="a human translation of the same text")
    add_option(parser, "--summary", help="the mean, and how many lines are how good")
    add_options(parser, "--system", "--format", "--quiet")


def run(arguments: Namespace) -> None:
    """Print the ratings."""
    from probierz.reports.tables import Column, Table
    from probierz.systems.quality.files import rate_files
    from probierz.systems.registry import find_system

    name = arguments.system or ("quality/features" if arguments.reference else "quality/blind")
    rated = list(rate_files(find_system(name), arguments.source, arguments.translation, arguments.reference or ""))
    if not arguments.quiet:
        _warn(rated, arguments.translation)
    form = chosen_format(arguments)
    if form == "json":
        print_json(dict(_summary(rated)) if arguments.summary else [one._asdict() for one in map(_judged, rated)])
        return
    if arguments.summary:
        names = [Column("what"), Column("value", True)]
        rows: list[tuple[str, ...]] = [(what, _printed(value)) for what, value in _summary(rated)]
    else:
        names = [Column("line"), Column("rating", True), Column("word"), Column("notes")]
        shown = map(_judged, rated)
        rows = [(str(line), _printed(rating), word, "; ".join(notes)) for line, rating, word, notes in shown]
    print_table(Table(tuple(names), tuple(rows)), form)


_NAMED = 5  # lines that a warning names


def _warn(rated: Sequence[RatedLine], path: str) -> None:
    """Warn of lines whose ratings say less than they seem to, each kind once."""
    from probierz.systems.quality.files import FAULTS, SHIFTED

    for fault in FAULTS[2:]:
        _warn_of([one.line for one in rated if one.word == fault], path, f"{fault}; no rating is given")
    for one in rated:
        for note in filter(SHIFTED.__contains__, one.notes):
            print_warning(f"{path} line {one.line}: {note}")
    noted = [one for one in rated if one.notes and not one.is_fault]
    odd = [one.line for one in noted if one.notes[0].startswith("other numbers")]
    _warn_of(odd, path, "other numbers than in the source; no rating tells of that")
    others = [one.line for one in noted if any(not note.startswith("other numbers") for note in one.notes)]
    _warn_of(others, path, "odd in a way that ratings hardly tell; see the notes")


def _warn_of(lines: Sequence[int], path: str, what: str) -> None:
    if lines:
        named = first_few([*map(str, lines)], _NAMED)
        print_warning(f"{path} line{'s' if len(lines) > 1 else ''} {named}: {what}")


class _RatedLine(NamedTuple):
    """A line as it is shown: one that is no translation has no rating."""

    line: int
    rating: float | None
    word: str
    notes: tuple[str, ...]


def _judged(one: RatedLine) -> _RatedLine:
    if one.is_fault:
        return _RatedLine(one.line, None, one.word, ())
    return _RatedLine(one.line, round(one.rating, 4), one.word, one.notes)


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
