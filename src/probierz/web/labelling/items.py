"""What people label: the inputs of a split's lines, or passages that were found; known labels, and samples of lines.

Expected results are read for the labels of open splits alone, and for the test that a sample becomes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext as _

from probierz.archives.decompressing import plain_name
from probierz.challenges.candidates import CandidatePassage
from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import Split, open_challenge
from probierz.lines import LineReader, Text
from probierz.web.challenges.models import Challenge, Version
from probierz.web.configuration import places
from probierz.web.labelling.models import LabellingRound

MOST_LABELS = 20
"""Different expected results of which buttons are made; of more, people type."""
FEWEST_OF_A_LABEL = 5
"""Lines that a label has on average where labels are a closed set."""
LONGEST_LABEL = 60
_LOOKED_AT = 20_000
"""Lines that are read to find the labels of a split."""


class ItemCell(NamedTuple):
    """A column of an item: its name, empty where the challenge has no header, and its text."""

    name: str
    text: str


def opened(version: Version) -> ChallengeFolder:
    """Return the directory of a version."""
    return open_challenge(places.version_folder(version.challenge.slug, version.folder))


def split_of(version: Version, name: str) -> tuple[ChallengeFolder, Split]:
    """Return a version's directory and its split of that name, which was there when the round was made."""
    folder = opened(version)
    return folder, next(split for split in folder.splits if split.name == name)


def labelled_splits(challenge: Challenge) -> dict[str, bool]:
    """Return by name the splits that people may label, and whether they are hidden: tests with inputs, of TSV."""
    if challenge.current is None:
        return {}
    hidden = dict(challenge.current.tests.values_list("split", "is_hidden"))
    return {
        split.name: hidden[split.name]
        for split in opened(challenge.current).splits
        if split.name in hidden and split.input is not None and split.expected is not None
        and plain_name(split.expected.name).endswith(".tsv")
    }  # fmt: skip


def read_lines(folder: ChallengeFolder, path: Path, header: Sequence[str] = ()) -> list[str]:
    """Return the lines of a file of a split, a header left out."""
    with LineReader(path, dialect=folder.dialect, header=header, is_digested=False) as reader:
        return [_plain(line) for line in reader]


def read_inputs(folder: ChallengeFolder, split: Split, wanted: Sequence[int]) -> dict[int, str]:
    """Return the inputs with these numbers, from 1."""
    assert split.input is not None
    numbers = set(wanted)
    with LineReader(split.input, dialect=folder.dialect, header=folder.in_header, is_digested=False) as reader:
        some = islice(enumerate(reader, 1), max(numbers, default=0))
        return {number: _plain(line) for number, line in some if number in numbers}


def inputs_of(found: LabellingRound) -> dict[int, str]:
    """Return the items of a round by number: inputs of lines, or what was found for which question."""
    if found.candidates:
        return {number: "\t".join(row) for number, row in enumerate(found.candidates, 1)}
    return read_inputs(*split_of(found.version, found.split), found.lines)


def item_cells(found: LabellingRound, line: int) -> list[ItemCell]:
    """Return the columns of an item of a round, by its number."""
    if found.candidates:
        one = CandidatePassage(*found.candidates[line - 1])
        title = "" if one.passage.lstrip().startswith(one.title) else one.title  # an index puts it before the text
        named = ((_("Question"), one.question), (_("Title"), title), (_("Passage"), one.passage))
        return [ItemCell(name, text) for name, text in named if text]
    folder, split = split_of(found.version, found.split)
    return cells_of(folder, read_inputs(folder, split, [line])[line])


def _plain(line: Text) -> str:
    return line if isinstance(line, str) else "\t".join(line)


def cells_of(folder: ChallengeFolder, line: str) -> list[ItemCell]:
    r"""Return an item's columns; where files write `\n` in place of a new line, one is begun."""
    texts = line.split("\t")
    names = [*folder.in_header, *[""] * len(texts)] if len(folder.in_header) >= len(texts) else [""] * len(texts)
    return [ItemCell(name, text.replace("\\n", "\n")) for name, text in zip(names, texts, strict=False)]


def sampled(lines: Sequence[int], size: int, seed: int) -> list[int]:
    """Return random ones of these numbers of lines in random order; the same seed draws the same.

    Whoever stops early has labelled a random sample, too.
    """
    return random.Random(seed).sample(lines, min(size, len(lines)))


def known_labels(challenge: Challenge) -> list[str]:
    """Return the expected results of open splits where they are few, short and repeated enough for buttons, or none."""
    if challenge.current is None:
        return []
    folder = opened(challenge.current)
    hidden = set(challenge.current.tests.filter(is_hidden=True).values_list("split", flat=True))
    found: Counter[str] = Counter()
    for split in folder.splits:
        if split.name in hidden or split.expected is None:
            continue
        with LineReader(split.expected, dialect=folder.dialect, header=folder.out_header, is_digested=False) as reader:
            for line in islice(reader, _LOOKED_AT):
                label = _plain(line).strip()
                found[label] += 1
                if len(found) > MOST_LABELS or len(label) > LONGEST_LABEL or "\t" in label:
                    return []
    del found[""]
    if found.total() < FEWEST_OF_A_LABEL * len(found):
        return []  # answers or numbers, which only happen to be few
    return sorted(found, key=_by_number)


def _by_number(label: str) -> tuple[float, str]:
    """Numbers in their order, before words."""
    try:
        return (float(label), label)
    except ValueError:
        return (float("inf"), label)
