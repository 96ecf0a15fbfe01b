"""Dividing the lines of a hidden split into a public and a private part.

Participants see scores on the public part; those on the private part decide when a phase ends. Nobody can fit to lines
whose scores were never shown. What is divided are lines, or documents: lines that share a value in a column of the
input, which stay together, as sentences of one document tell of each other. Within each stratum, lines (documents, by
their first line) that share an expected result or a value in a column, the same share is public.

The rule is data: {"share", "by": "line" or "document", "column", "strata": "", "expected" or "column",
"strata_column", "seed"}; columns are counted from 1. The same rule divides as many equal lines in the same way.

A line that an earlier version had keeps its part, whatever the number and the order of lines are now: what was shown
of it stays shown, and what decides was never seen. Only lines that are new are divided, in the same proportion.
"""

from __future__ import annotations

import random
import secrets
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import Split
from probierz.challenges.problems import Problem
from probierz.errors import Refused
from probierz.lines import all_lines
from probierz.web.challenges.kept_lines import Line, kept_lines

FEWEST_LINES_TO_DIVIDE = 10
"""Of a split that is divided; a part of fewer lines tells nothing of systems, and much of single lines."""
LARGEST_SEED = 2**53


class DivisionRule(NamedTuple):
    """How a split is divided. share: of public lines, between 0 and 1."""

    share: float
    by: str = "line"
    column: int = 1
    strata: str = ""
    strata_column: int = 1
    seed: int = 1

    def as_dict(self) -> dict[str, Any]:
        """Return the rule as plain data."""
        return self._asdict()


def read_rule(plain: dict[str, Any]) -> DivisionRule | None:
    """Return a stored rule; None where there is none."""
    return DivisionRule(**plain) if plain else None


def new_rule(*, share: float, by: str, column: int, strata: str, strata_column: int) -> DivisionRule:
    """Return a rule with a seed that nobody can guess: whoever knows which lines count works on them alone.

    Raises Refused for a share that leaves one part empty, and for words that are not known.
    """
    if not 0 < share < 1:
        raise Refused(_("The share of the public part lies between 0 and 1."))
    if by not in ("line", "document") or strata not in ("", "expected", "column"):
        raise Refused(_("Choose by what the test is divided."))
    return DivisionRule(share, by, max(1, column), strata, max(1, strata_column), secrets.randbelow(LARGEST_SEED) + 1)


# --- dividing --------------------------------------------------------------------------------------------------------


class DividedBefore(NamedTuple):
    """A split of an earlier version that was divided by the same rule. public: a bit for each line."""

    folder: ChallengeFolder
    split: Split
    public: bytes


def divided(folder: ChallengeFolder, split: Split, rule: DivisionRule, before: Sequence[DividedBefore] = ()) -> bytes:
    """Return for each line of a split, packed in bits, whether it belongs to the public part.

    before: what was divided earlier, the latest first.
    """
    units: dict[Hashable, list[int]] = {}
    stratum_of: dict[Hashable, str] = {}
    for number, (unit, stratum) in enumerate(_units(folder, split, rule)):
        units.setdefault(unit, []).append(number)
        stratum_of.setdefault(unit, stratum)
    known = _known(folder, split, rule, before)
    for own in units.values():
        parts = [known[number] for number in own if number in known]
        if parts:
            known.update((number, parts[0]) for number in own if number not in known)
    new = {unit: own for unit, own in units.items() if own[0] not in known}
    strata: dict[str, list[Hashable]] = defaultdict(list)
    for unit in new:
        strata[stratum_of[unit]].append(unit)
    sizes = {unit: len(own) for unit, own in new.items()}
    if known and new:
        generator, owed = _of_new_lines(folder, split, rule, [number for own in new.values() for number in own])
        owed *= sum(sizes.values()) / len(sizes)
    else:
        generator, owed = random.Random(rule.seed), 0.0
    public = _chosen(strata, sizes, rule.share, generator, owed)
    kept = [number for number, is_public in known.items() if is_public]
    return _packed(sum(map(len, units.values())), [*kept, *(line for unit in public for line in new[unit])])


def _of_new_lines(
    folder: ChallengeFolder, split: Split, rule: DivisionRule, numbers: Sequence[int]
) -> tuple[random.Random, float]:
    """What lines are drawn with that are added to others, and which share of a unit is left over at the beginning.

    The lines themselves are in the seed, and the rest is by chance, so that of lines that are added one by one the same
    share is public.
    """
    lines = lines_by_input(folder, split)
    generator = random.Random(f"{rule.seed} {[lines[number].input for number in numbers]}")
    return generator, generator.random() - 0.5


def _known(
    folder: ChallengeFolder, split: Split, rule: DivisionRule, before: Sequence[DividedBefore]
) -> dict[int, bool]:
    """Of each line that was there before, or whose document was, whether it was public; the latest version decides."""
    now = lines_by_input(folder, split)
    documents = _documents(folder, split, rule)
    known: dict[int, bool] = {}
    for earlier in before:
        if len(known) == len(now):
            break
        lines = lines_by_input(earlier.folder, earlier.split)
        public = list(unpacked(len(lines), earlier.public))
        parts = {number: public[old] for number, old in kept_lines(now, lines).items()}
        of_document = dict(zip(_documents(earlier.folder, earlier.split, rule), public, strict=False))
        parts = {at: of_document[name] for at, name in enumerate(documents) if name in of_document} | parts
        known = parts | known
    return known


def _chosen(
    strata: Mapping[str, Sequence[Hashable]],
    sizes: Mapping[Hashable, int],
    share: float,
    generator: random.Random,
    owed: float,
) -> list[Hashable]:
    """Of each stratum in random order the units until its share of lines is full; what is left over goes on.

    Without carrying the rest on, a test with many strata of one line would have no public line at all.
    owed: how many lines are left over at the beginning.
    """
    found: list[Hashable] = []
    for name in sorted(strata):
        units = list(strata[name])
        generator.shuffle(units)
        owed += share * sum(sizes[unit] for unit in units)
        for unit in units:
            if sizes[unit] <= 2 * owed:  # taking it comes nearer than leaving it
                found.append(unit)
                owed -= sizes[unit]
    return found


def _units(folder: ChallengeFolder, split: Split, rule: DivisionRule) -> Iterator[tuple[Hashable, str]]:
    """For each line its unit and its stratum."""
    documents = _documents(folder, split, rule)
    if rule.strata == "column":
        strata: Sequence[str] | None = _column(folder, split, rule.strata_column)
    else:
        strata = _expected(folder, split) if rule.strata else None
    for at in range(_count(folder, split)):
        unit: Hashable = documents[at] if documents else at
        yield unit, "" if strata is None else strata[at]


def _documents(folder: ChallengeFolder, split: Split, rule: DivisionRule) -> list[str]:
    """The document of each line; none where lines are divided."""
    return _column(folder, split, rule.column) if rule.by == "document" else []


def lines_by_input(folder: ChallengeFolder, split: Split) -> list[Line]:
    """Return all lines of a split, by which they are known in another version."""
    expected = _expected(folder, split)
    return [Line(*both) for both in zip_longest(_inputs(folder, split)[: len(expected)], expected, fillvalue="")]


def _count(folder: ChallengeFolder, split: Split) -> int:
    return len(_expected(folder, split))


def _expected(folder: ChallengeFolder, split: Split) -> list[str]:
    return all_lines(str(split.expected), dialect=folder.dialect, header=folder.out_header)


def _inputs(folder: ChallengeFolder, split: Split) -> list[str]:
    return [] if split.input is None else all_lines(split.input, dialect=folder.dialect, header=folder.in_header)


def _column(folder: ChallengeFolder, split: Split, number: int) -> list[str]:
    """The values of a column of the input."""
    cells = [line.split("\t") for line in _inputs(folder, split)]
    return [row[number - 1] if number <= len(row) else "" for row in cells]


# --- bits ------------------------------------------------------------------------------------------------------------


def _packed(lines: int, public: Sequence[int]) -> bytes:
    bits = bytearray((lines + 7) // 8)
    for line in public:
        bits[line // 8] |= 128 >> line % 8
    return bytes(bits)


def unpacked(lines: int, bits: bytes) -> Iterator[bool]:
    """Yield for each line whether it is public."""
    return (bool(bits[line // 8] & 128 >> line % 8) for line in range(lines))


def public_lines(lines: int, bits: bytes) -> frozenset[int]:
    """Return the numbers of the public lines, from 1."""
    return frozenset(number for number, is_public in enumerate(unpacked(lines, bits), 1) if is_public)


# --- what is wrong ---------------------------------------------------------------------------------------------------


def problems_of_division(
    folder: ChallengeFolder, split: Split, rule: DivisionRule, before: Sequence[DividedBefore] = ()
) -> list[Problem]:
    """Return why a split cannot be divided by a rule; before: see `divided`."""
    lines = _count(folder, split)
    needs_input = rule.by == "document" or rule.strata == "column"
    name = f"{split.name}/{'in' if needs_input else 'expected'}.tsv"
    if lines < FEWEST_LINES_TO_DIVIDE:
        return [_problem(name, f"a test of {lines} lines is too small for two parts",
                         f"give it {FEWEST_LINES_TO_DIVIDE} lines, or do not divide it")]  # fmt: skip
    if needs_input and split.input is None:
        return [_problem(name, "the test is divided by a column of its input, and has none", "divide it by lines")]
    if rule.by == "document":
        documents = set(_column(folder, split, rule.column))
        if len(documents) < 2:
            message = f"column {rule.column} of the input holds one document, and two parts need at least two"
            return [_problem(name, message, "name the column in which documents differ")]
    bits = divided(folder, split, rule, before)
    count = sum(unpacked(lines, bits))
    if not 0 < count < lines:
        message = f"a share of {rule.share:g} leaves one of the two parts without lines"
        return [_problem(name, message, "choose another share, or divide by lines")]
    return []


def _problem(path: str, message: str, remedy: str) -> Problem:
    return Problem(path, None, message, remedy, "error")
