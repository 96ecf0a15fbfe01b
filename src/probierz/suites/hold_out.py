"""Setting a development part aside from the train set, for tasks that have none: stratified, the same again by seed.

Lines are sorted by what is expected of them (numbers by tenths of their order, labels by their name); of each sort the
same share goes, at random. What is expected only once or twice is no sort: such lines are drawn together.
Lines that belong together (of one question, of one text) stay on one side, and so do lines that read the same: else
the part that is set aside would be easier than any test.

What was done is kept in a file of the challenge, so that the data can be checked as they came:

    held-out.toml     split = "dev-0", share, seed, cluster, and lines = [3, 8, …], the lines of train that went there
"""

from __future__ import annotations

import json
import random
import re
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from probierz.challenges.challenge import open_challenge
from probierz.challenges.files import find_file
from probierz.challenges.problems import counted
from probierz.errors import ChallengeError, DataError, LengthError, OptionError
from probierz.lines import all_lines, save_lines
from probierz.suites.baselines import cell_of, column_of
from probierz.suites.toml_tables import read_table, read_toml

RECORD = "held-out.toml"
_FILES = ("in.tsv", "expected.tsv")

_MOST_LOOKS = 10
FEWEST = 3
"""Lines that make a sort of their own."""


@dataclass(frozen=True)
class HeldOut:
    """What was set aside from train: the split's name, what was asked for, and the lines of train, from 1."""

    split: str
    share: float
    seed: int
    lines: tuple[int, ...]
    cluster: str = ""


def held_out_lines(expected: Sequence[str], share: float, *, seed: int = 1, clusters: Sequence[str] = ()) -> set[int]:
    """Return the indices of the lines that are set aside: `share` of each sort, rounded so that the sum is right.

    clusters: of each line, what it belongs to; lines of one cluster stay together, so shares are met as well as can be.
    """
    generator = random.Random(seed)
    sorts = _strata(expected)
    members: dict[str, list[int]] = defaultdict(list)
    for at in range(len(expected)):
        members[clusters[at] if clusters else str(at)].append(at)
    together = [lines for lines in members.values() if len(lines) > 1]
    alone: dict[str, list[int]] = defaultdict(list)
    for lines in members.values():
        if len(lines) == 1:
            alone[sorts[lines[0]]].append(lines[0])
    return _drawn_alone(alone, share, generator) | _drawn_together(together, sorts, share, generator)


def _drawn_alone(lines_of: dict[str, list[int]], share: float, generator: random.Random) -> set[int]:
    chosen: set[int] = set()
    wanted = 0.0
    for stratum in sorted(lines_of):
        lines = sorted(lines_of[stratum])
        wanted += share * len(lines)
        chosen.update(generator.sample(lines, min(len(lines), max(0, round(wanted) - len(chosen)))))
    return chosen


def _drawn_together(
    clusters: Sequence[list[int]], sorts: Sequence[str], share: float, generator: random.Random
) -> set[int]:
    """Go through the clusters in an order of chance, and take each that brings the counts nearer to what is wanted;
    then look through them again, and take or leave single ones as long as that brings them nearer still.

    Near is the sum, over the sorts and over all lines together, of (wanted - taken)² / lines.
    """
    everything = "\0all"
    counts = [Counter([sorts[at] for at in lines]) + Counter({everything: len(lines)}) for lines in clusters]
    totals = sum(counts, Counter())
    missing = {sort: share * total for sort, total in totals.items()}
    order = list(range(len(clusters)))
    generator.shuffle(order)
    taken: set[int] = set()
    for _ in range(_MOST_LOOKS):
        before = len(taken), sum(taken)
        for at in order:
            sign = -1 if at in taken else 1
            moved = {sort: sign * count for sort, count in counts[at].items()}
            if sum(count * (2 * missing[sort] - count) / totals[sort] for sort, count in moved.items()) > 0:
                taken ^= {at}
                for sort, count in moved.items():
                    missing[sort] -= count
        if before == (len(taken), sum(taken)):
            break
    return {line for at in taken for line in clusters[at]}


def _strata(expected: Sequence[str]) -> list[str]:
    """The sort of each line, by name."""
    counts = Counter(expected)
    numbers = _numbers(expected)
    if numbers is not None and len(counts) > 10:
        order = {at: place for place, at in enumerate(sorted(range(len(numbers)), key=lambda at: numbers[at]))}
        return [f"tenth {10 * order[at] // len(numbers)}" for at in range(len(numbers))]
    return [f"= {text}" if counts[text] >= FEWEST else "rare" for text in expected]


def _numbers(expected: Sequence[str]) -> list[float] | None:
    try:
        return [float(text) for text in expected]
    except ValueError:
        return None


# --- files -----------------------------------------------------------------------------------------------------------


def hold_out(challenge: Path, share: float, *, seed: int = 1, cluster: str = "") -> tuple[str, int]:
    """Move a share of the train set of a challenge into a new split; return its name and its number of lines.

    The split is dev-0, or the next number that is free. cluster: the column of the input, by its name or number, whose
    lines stay together.
    Raises ChallengeError where there is no train set with in.tsv and expected.tsv, or a part was set aside already;
    OptionError for an unknown column, or where the share leaves one of the two parts empty; LengthError for unequal
    files.
    """
    if (challenge / RECORD).is_file():
        raise ChallengeError(f"a part was set aside already, as {RECORD} here says; make the challenge again first")
    train = challenge / "train"
    files = {name: find_file(str(train), name) for name in _FILES}
    if None in files.values():
        raise ChallengeError("train has no in.tsv with expected.tsv here, so no part of it can be set aside")
    lines = {name: all_lines(str(path)) for name, path in files.items()}
    if len(lines["in.tsv"]) != len(lines["expected.tsv"]):
        raise LengthError(f"{len(lines['expected.tsv'])} lines, in.tsv has {len(lines['in.tsv'])}", path=train)
    clusters = clusters_of(challenge, lines["in.tsv"], cluster)
    chosen = held_out_lines(lines["expected.tsv"], share, seed=seed, clusters=clusters)
    if not 0 < len(chosen) < len(lines["in.tsv"]):
        raise OptionError(f"{share:g} of {len(lines['in.tsv'])} lines leaves a part empty; choose another share")
    name = next(one for one in (f"dev-{at}" for at in range(1000)) if not (challenge / one).exists())
    (challenge / name).mkdir()
    for file, path in files.items():
        Path(str(path)).unlink()
        save_lines(train / file, [line for at, line in enumerate(lines[file]) if at not in chosen])
        save_lines(challenge / name / file, [line for at, line in enumerate(lines[file]) if at in chosen])
    _record(challenge, HeldOut(name, share, seed, tuple(at + 1 for at in sorted(chosen)), cluster))
    together = f", lines of one {cluster} together" if cluster else ""
    said = f"{name} was set aside from train: {len(chosen)} lines, {share:g} of it, seed {seed}{together}."
    _tell(challenge, said)
    return name, len(chosen)


def clusters_of(challenge: Path, inputs: Sequence[str], cluster: str) -> list[str]:
    """Return what each line belongs to: its cell in a column; without one, what it reads.

    Raises OptionError for a column that there is not.
    """
    if not cluster:
        return list(inputs)
    at = column_of(cluster, open_challenge(challenge).in_header)
    return [cell_of(line, at) for line in inputs]


def _tell(challenge: Path, sentence: str) -> None:
    readme = challenge / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.is_file() else ""
    readme.write_text(f"{text.rstrip()}\n\n{sentence}\n".lstrip(), encoding="utf-8", newline="\n")


def _record(challenge: Path, what: HeldOut) -> None:
    values = "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in asdict(what).items())
    (challenge / RECORD).write_text(values, encoding="utf-8", newline="\n")


# --- and back --------------------------------------------------------------------------------------------------------


def read_held_out(challenge: Path) -> HeldOut | None:
    """Return what was set aside from the train set of a challenge; None for nothing. Raises ChallengeError."""
    path = challenge / RECORD
    if not path.is_file():
        return None
    what = read_table(HeldOut, read_toml(path), str(path))
    if not re.fullmatch(r"dev-\d+", what.split):
        raise ChallengeError(
            f"{path}: {what.split!r} is no split that could have been set aside; wanted dev-0, dev-1 …"
        )
    return what


@contextmanager
def rejoined(challenge: Path) -> Iterator[tuple[Path, HeldOut | None]]:
    """Give a challenge as it was before a part was set aside, for the moment, and what that was; itself for nothing.

    Raises ChallengeError, and DataError where the parts do not fit together any more.
    """
    what = read_held_out(challenge)
    if what is None:
        yield challenge, None
        return
    with tempfile.TemporaryDirectory(prefix="probierz-") as place:
        whole = Path(place) / challenge.resolve().name
        shutil.copytree(
            challenge, whole, symlinks=True, ignore=lambda _, names: {what.split, "train", ".git"} & {*names}
        )
        (whole / "train").mkdir()
        for name in _FILES:
            save_lines(whole / "train" / name, _merged(challenge, name, what))
        yield whole, what


def _merged(challenge: Path, name: str, what: HeldOut) -> list[str]:
    paths = {split: find_file(str(challenge / split), name) for split in ("train", what.split)}
    missing = next((split for split, path in paths.items() if path is None), None)
    if missing:
        raise ChallengeError(f"{challenge / missing}: there is no {name}, which {RECORD} says was divided")
    kept, aside = (all_lines(str(path)) for path in paths.values())
    if len(aside) != len(what.lines):
        message = f"{counted(len(aside), 'line')}, and {len(what.lines)} were set aside; make the challenge again"
        raise DataError(message, path=paths[what.split])
    places = {line - 1 for line in what.lines}
    rest, those = iter(kept), iter(aside)
    try:
        return [next(those) if at in places else next(rest) for at in range(len(kept) + len(aside))]
    except StopIteration:
        message = "its lines are not those of the train set here; make the challenge again"
        raise DataError(message, path=challenge / RECORD) from None
