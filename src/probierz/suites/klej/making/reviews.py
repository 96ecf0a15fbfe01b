"""Tasks made of reviews: PolEmo 2.0 of known and of other domains, and Allegro reviews with their ratings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.files import find_file
from probierz.errors import ChallengeError, DataError
from probierz.lines import LineReader
from probierz.suites.klej.format import TaskExample
from probierz.suites.klej.making.folders import EIGHT_ONE_ONE, Made, cut_by_shares, one_line
from probierz.suites.klej.making.raw import read_raw_records

# --- PolEmo 2.0 ------------------------------------------------------------------------------------------------------

KNOWN_DOMAINS = ("medicine", "hotels")
OTHER_DOMAINS = ("products", "reviews")
"""In the files of PolEmo 2.0 those of university teachers are called `reviews`."""

_SPLITS = ("train", "dev", "test")
_LABEL = "__label__"


def read_polemo(folder: Path) -> dict[tuple[str, str], list[TaskExample]]:
    """Read `DOMAIN.text.SPLIT.txt`, one review a line with its label at the end; return examples by domain and split.

    Raises ChallengeError for a file that is not there, DataError for a line without a label.
    """
    found = {}
    for domain in (*KNOWN_DOMAINS, *OTHER_DOMAINS):
        for split in _SPLITS:
            name = f"{domain}.text.{split}.txt"
            path = find_file(str(folder), name)
            if path is None:
                raise ChallengeError(f"{folder}: there is no {name}; give the folder of PolEmo 2.0")
            found[domain, split] = list(_labelled(Path(path)))
    return found


def _labelled(path: Path) -> Iterator[TaskExample]:
    with LineReader(path) as reader:
        for number, line in enumerate(reader, 1):
            text, _, label = str(line).rstrip().rpartition(" ")
            if not label.startswith(_LABEL):
                raise DataError(f"a label such as {_LABEL}meta_zero is wanted at the end", path=path, line=number)
            yield TaskExample((one_line(text),), label)


def make_polemo(examples: Mapping[tuple[str, str], Sequence[TaskExample]], *, seed: int = 1) -> tuple[Made, Made]:
    """Make PolEmo2.0-IN and PolEmo2.0-OUT, which have one train set, of the known domains.

    IN has the dev and test sets of these. OUT has those of the other domains; their train sets, which nobody trains on,
    are cut in halves and added to both.
    """
    train, dev, test = (_together(examples, KNOWN_DOMAINS, split) for split in _SPLITS)
    spare, other_dev, other_test = (_together(examples, OTHER_DOMAINS, split) for split in _SPLITS)
    to_dev, to_test = cut_by_shares(spare, (0.5, 0.5), seed=seed)
    note = f"{len(spare)} reviews of {' and '.join(OTHER_DOMAINS)} were meant for training and are in dev and test"
    return Made(train, dev, test), Made(train, [*other_dev, *to_dev], [*other_test, *to_test], (note,))


def _together(
    examples: Mapping[tuple[str, str], Sequence[TaskExample]], domains: Sequence[str], split: str
) -> list[TaskExample]:
    return [example for domain in domains for example in examples[domain, split]]


# --- Allegro reviews -------------------------------------------------------------------------------------------------

LEAST_WORDS = 51
"""The paper tells of at least 50 words; in the files no text has fewer than 51, counted as below."""
STARS = (1.0, 5.0)


class Review(NamedTuple):
    """A review and its rating."""

    text: str
    rating: float


def read_reviews(path: Path) -> list[Review]:
    """Read JSONL with the keys `text` and `rating`. Raises DataError with file and line."""
    reviews = []
    for record in read_raw_records(path):
        try:
            rating = float(record.text("rating"))
        except ValueError:
            raise record.fault(f"the rating {record.text('rating')!r} is not a number") from None
        raw = record.text("text", may_be_blank=True)
        text = "".join(" " if letter in "\t\n\r" else letter for letter in raw)
        reviews.append(Review(text, rating))
    return reviews


def count_spaced_words(text: str) -> int:
    """Count words as KLEJ seems to have done: what stands between single spaces, so that two spaces make a word more.

    So counted all official texts have 51 words or more; by runs of letters one in twenty has fewer.
    """
    return text.count(" ") + 1


def rescaled(rating: float, scale: tuple[float, float], to: tuple[float, float] = (0.0, 1.0)) -> float:
    """Move a rating from one scale to another, ends to ends: 4 of 1 to 5 is 0.75 of 0 to 1."""
    share = (rating - scale[0]) / (scale[1] - scale[0])
    return to[0] + share * (to[1] - to[0])


def make_ratings(reviews: Sequence[Review], *, scale: tuple[float, float] = STARS, seed: int = 1) -> Made:
    """Make the task of long reviews, drawn at random into splits.

    scale: lowest and highest rating of the source; ratings are brought to 1 to 5, which `1-wMAE` divides by 4.
    Reviews with fewer words, or with a rating off the scale, are left out and counted.
    """
    long = [one for one in reviews if count_spaced_words(one.text) >= LEAST_WORDS]
    kept = [one for one in long if scale[0] <= one.rating <= scale[1]]
    examples = [TaskExample((one.text,), repr(round(rescaled(one.rating, scale, STARS), 6))) for one in kept]
    train, dev, test = cut_by_shares(examples, EIGHT_ONE_ONE, seed=seed)
    notes = (
        f"{len(reviews) - len(long)} reviews of fewer than {LEAST_WORDS} words are left out",
        f"{len(long) - len(kept)} reviews with a rating outside of {scale[0]:g} to {scale[1]:g} are left out",
    )
    return Made(train, dev, test, notes)
