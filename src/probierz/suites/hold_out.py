"""Setting a development part aside from the train set, for tasks that have none: stratified, the same again by seed.

Lines are grouped by what is expected of them (numbers by tenths of their order, labels by their name); of each group
the same share goes, at random. What is expected only once or twice is no group: such lines are drawn together.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from probierz.challenges.files import find_file
from probierz.errors import ChallengeError, LengthError, OptionError
from probierz.lines import LineReader

__all__ = ["hold_out", "held_out_lines"]

FEWEST = 3
"""Lines that make a group of their own."""


def held_out_lines(expected: Sequence[str], share: float, *, seed: int = 1) -> set[int]:
    """Return the indices of the lines that are set aside: `share` of each group, rounded so that the sum is right."""
    generator = random.Random(seed)
    groups: dict[str, list[int]] = defaultdict(list)
    for at, stratum in enumerate(_strata(expected)):
        groups[stratum].append(at)
    chosen: set[int] = set()
    wanted = 0.0
    for stratum in sorted(groups):
        lines = groups[stratum]
        wanted += share * len(lines)
        chosen.update(generator.sample(lines, min(len(lines), max(0, round(wanted) - len(chosen)))))
    return chosen


def _strata(expected: Sequence[str]) -> list[str]:
    """The group of each line, by name."""
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


def hold_out(challenge: Path, share: float, *, seed: int = 1) -> tuple[str, int]:
    """Move a share of the train set of a challenge into a new split; return its name and its number of lines.

    The split is dev-0, or the next number that is free. Raises ChallengeError where there is no train set with in.tsv
    and expected.tsv, OptionError where the share leaves one of the two parts empty, LengthError for unequal files.
    """
    train = challenge / "train"
    files = {name: find_file(str(train), name) for name in ("in.tsv", "expected.tsv")}
    if None in files.values():
        raise ChallengeError(f"{train}: there is no in.tsv with expected.tsv to set a part aside from")
    lines = {name: _lines(str(path)) for name, path in files.items()}
    if len(lines["in.tsv"]) != len(lines["expected.tsv"]):
        raise LengthError(f"{len(lines['expected.tsv'])} lines, in.tsv has {len(lines['in.tsv'])}", path=train)
    chosen = held_out_lines(lines["expected.tsv"], share, seed=seed)
    if not 0 < len(chosen) < len(lines["in.tsv"]):
        raise OptionError(f"{share:g} of {len(lines['in.tsv'])} lines leaves a part empty; choose another share")
    name = next(one for one in (f"dev-{at}" for at in range(1000)) if not (challenge / one).exists())
    (challenge / name).mkdir()
    for file, path in files.items():
        _write(challenge / name / file, [line for at, line in enumerate(lines[file]) if at in chosen])
        Path(str(path)).unlink()
        _write(train / file, [line for at, line in enumerate(lines[file]) if at not in chosen])
    _tell(challenge, f"{name} was set aside from train: {len(chosen)} lines, {share:g} of it, seed {seed}.")
    return name, len(chosen)


def _lines(path: str) -> list[str]:
    with LineReader(path) as reader:
        return [str(line) for line in reader]


def _write(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="")


def _tell(challenge: Path, sentence: str) -> None:
    readme = challenge / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.is_file() else ""
    readme.write_text(f"{text.rstrip()}\n\n{sentence}\n".lstrip(), encoding="utf-8", newline="\n")
