"""Kinds of quiz questions, as Rybak's Table 1 slices test-B of PolEval 2021, task 4; a question may be of several.

The chapter names the kinds and prints how many questions each has, not how they are told apart. These rules look at the
question alone. On test-B, whose answers are not public, they find what is printed for centuries (54), years (49),
persons (304), choices (226), capitals (21) and proverbs (10). Three kinds come near and cannot be met:

* Binary: 155 of 157. The chapter tells yes (97) from no (60), so it counts by answers; here it is the questions that
  begin with *Czy* and have no second *czy*. Where answers are known, these are counted by them, too.
* Other number: 136 of 165, and so Number 239 of 268. Most likely counted by answers, too: of the 362 answers of dev-0
  and test-A with a number, the rules foresee 333; the others are asked for like anything else.
* Definition: 420 of 417. These ask in the present tense how something is called, wherever the verb stands.

Of capitals, *Lizbona to stolica którego państwa?* is left out, or four more would be found. Other (1,137 of 1,124) is
what is left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from probierz.challenges.challenge import Challenge
from probierz.errors import ChallengeError
from probierz.lines import all_lines
from probierz.reports.tables import Column, Table

# The genitives that such questions have; suites know nothing of `systems.shared.months`, which stands above them.
_MONTHS = "stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia"
_SIZES = r"liczb\w+\b(?! mnog)|cyfr|prędkoś|głębokoś|długoś|wysokoś|odległoś|temperatur|nominał|dystans|ograniczenie"

KINDS: Mapping[str, str] = {
    "Number": r"",  # any of the next three
    "Century": r"(?i)\bktórym wieku\b",
    "Year": r"(?i)\bktórym roku\b",
    "Other number": (
        r"(?i)\bil(e|u|oma|okrot\w*|uzgłosk\w*)\b|\bktórą liczbą\b|\bktórego (roku|wieku)\b|\bktóry to (wiek|rok)\b"
        rf"|\bktór(y dzień|ego dnia) roku\b|\bktórego ({_MONTHS}|dnia)\b|^(proszę podać|podaj) (dokładną )?(rok|dat)"
        rf"|\bjak(a|ą|iej|im|ie|i) (jest |była |był )?({_SIZES})|^jak (często|długo|długi|wysok|głębok|szybk|daleko)"
    ),
    "Binary": r"(^|[.?!] )Czy\b(?!.*\bczy\b)",
    "Definition": r"(?i)^jak\b.*\bnazyw(a|amy|ają)\b",
    "Person": r"(?i)^(kto|kogo|komu|kim|czyj\w*)\b|^jak nazywał[ay]?\b",
    "Choice": r" czy ",
    "Capital": r"(?i)^które miasto jest stolicą|nazywa się stolica|^stolicą którego",
    "Proverb": r"(?i)przysłowi",
}
"""By kind, the regular expression of its questions, which is looked for anywhere in them."""

_NUMBERS = ("Century", "Year", "Other number")
OTHER, TOTAL = "Other", "Total"
_BINARY = "Binary"
_BY_ANSWER = {"tak": f"{_BINARY}: yes", "nie": f"{_BINARY}: no"}
"""What yes-or-no questions are counted as, too, by a word that is accepted."""


def kinds_of(question: str) -> tuple[str, ...]:
    """Return the kinds of a question in the order of `KINDS`; `Other` alone where it is of none.

    >>> kinds_of("W którym wieku został odlany dzwon Zygmunta?")
    ('Number', 'Century')
    """
    found = [kind for kind, pattern in KINDS.items() if pattern and re.search(pattern, question)]
    if any(kind in _NUMBERS for kind in found):
        found.insert(0, "Number")
    return tuple(found) or (OTHER,)


def narrowest_kind(question: str) -> str:
    """Return one kind of a question: its first in the order of `KINDS`, and rather what sort of number than Number.

    >>> narrowest_kind("W którym wieku został odlany dzwon Zygmunta?")
    'Century'
    """
    return next(kind for kind in kinds_of(question) if kind != "Number")


@dataclass(frozen=True)
class KindCount:
    """The questions of a kind: how many there are, how many were printed (None for none), and the share answered.

    published: the share that a paper prints, perhaps of another split.
    """

    kind: str
    questions: int
    printed: int | None = None
    accuracy: float | None = None
    published: float | None = None


def count_kinds(
    challenge: Challenge,
    split: str,
    *,
    out: Path | None = None,
    printed: Mapping[str, int] = MappingProxyType({}),
    published: Mapping[str, float] = MappingProxyType({}),
) -> list[KindCount]:
    """Count the questions of a split by kind; with an output, also the share of each kind that is answered right.

    Yes-or-no questions are counted by their answers too, where these are known. printed: how many questions of each
    kind were published. published: which share of each was answered right.

    Raises ChallengeError where the split has no input, and what scoring raises.
    """
    source = challenge.split(split).input
    if source is None:
        raise ChallengeError(f"{challenge.path / split}: there is no in.tsv with questions")
    kinds = [kinds_of(line) for line in all_lines(source)]
    expected = challenge.split(split).expected
    told = list(KINDS)
    if expected is not None:
        at = told.index(_BINARY) + 1
        told[at:at] = _BY_ANSWER.values()
        kinds = [(*found, *_by_answer(found, line)) for found, line in zip(kinds, all_lines(expected), strict=False)]
    right = _right(challenge, split, out) if out is not None else None
    counts = [_counted(kind, kinds, right, printed) for kind in (*told, OTHER, TOTAL)]
    return [replace(one, published=published.get(one.kind)) for one in counts]


def _by_answer(kinds: Sequence[str], accepted: str) -> list[str]:
    """What a yes-or-no question is counted as by its answer."""
    if _BINARY not in kinds:
        return []
    return [kind for word, kind in _BY_ANSWER.items() if word in accepted.lower().split("\t")]


def _right(challenge: Challenge, split: str, out: Path) -> Sequence[float]:
    rows = challenge.evaluate(split, out=out, schemes=[challenge.schemes[0]]).scores[0].rows
    assert rows is not None, "rows were asked for"
    return rows.values


def _counted(
    kind: str, kinds: Sequence[tuple[str, ...]], right: Sequence[float] | None, printed: Mapping[str, int]
) -> KindCount:
    lines = [at for at, found in enumerate(kinds) if kind == TOTAL or kind in found]
    accuracy = sum(right[at] for at in lines) / len(lines) if right is not None and lines else None
    return KindCount(kind, len(lines), printed.get(kind), accuracy)


def kinds_table(counts: Sequence[KindCount]) -> Table:
    """Return the counts as a table; shares as percentages."""
    columns = [Column("kind"), Column("questions", True)]
    has_printed = any(one.printed is not None for one in counts)
    has_scores = any(one.accuracy is not None for one in counts)
    columns += [Column("printed", True)] * has_printed + [Column("accuracy", True, "higher")] * has_scores
    has_published = any(one.published is not None for one in counts)
    columns += [Column("published", True, "higher")] * has_published
    rows = []
    for one in counts:
        cells = [one.kind, str(one.questions)]
        cells += [str(one.printed or "")] * has_printed
        cells += [_percentage(one.accuracy)] * has_scores + [_percentage(one.published)] * has_published
        rows.append(tuple(cells))
    return Table(tuple(columns), tuple(rows))


def _percentage(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.2f}"
