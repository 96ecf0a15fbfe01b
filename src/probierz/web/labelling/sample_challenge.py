"""The test that a sample of items is: the same metrics, on these lines alone."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from probierz.archives.decompressing import plain_name
from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.lines import save_lines
from probierz.web.labelling.items import read_lines, split_of
from probierz.web.labelling.models import LabellingRound


def write_sample(found: LabellingRound, target: Path) -> None:
    """Write the challenge directory of a round's sample; lines come in the order of the split."""
    folder, split = split_of(found.version, found.split)
    assert split.input is not None
    assert split.expected is not None
    target.mkdir()
    for file in folder.path.iterdir():
        if file.is_file() and not file.is_symlink() and file.name != "README.md":
            shutil.copyfile(file, target / file.name)
    (target / split.name).mkdir()
    for path, header in ((split.input, folder.in_header), (split.expected, folder.out_header)):
        lines = chosen_lines(folder, path, header, found.lines)
        save_lines(target / split.name / plain_name(path.name), lines)
    (target / "README.md").write_text(_readme(found), encoding="utf-8")


def chosen_lines(folder: ChallengeFolder, path: Path, header: Sequence[str], numbers: Sequence[int]) -> list[str]:
    """Return the lines of a file with these numbers, from 1, in the order of the file. Raises IndexError for others."""
    lines = read_lines(folder, path, header)
    return [lines[number - 1] for number in sorted(numbers)]


def _readme(found: LabellingRound) -> str:
    title = " ".join(found.title.split())
    source, version = found.challenge, found.version.number
    return (
        f"# {title}\n\n"
        f"{len(found.lines)} of the {found.of_lines} lines of {found.split} of the challenge {source.slug}, "
        f"version {version}, which people labelled.\n\n"
        f"The lines were drawn at random with the seed {found.seed} before anybody labelled, and none was left out "
        "afterwards.\nSystems are scored on the same lines, so that both stand on one board; intervals say how far "
        "scores on so few lines can be trusted.\nWhere as many people gave one label as another, one of them was "
        "drawn.\n"
    )
