"""Which outputs there are where one word was given for several: a challenge, a split of it, or one output."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from glob import escape as glob_escape
from glob import glob
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probierz.challenges.challenge import Split


def folder_of(word: str) -> tuple[str, str | None] | None:
    """Return the challenge that a word names, with its split where it names one; None for another word."""
    from probierz.challenges.config import CONFIG_NAME

    if not os.path.isdir(word):
        return None
    if is_challenge(word):
        return word, None
    above = os.path.relpath(os.path.join(word, os.pardir))
    return (
        (above, os.path.basename(os.path.abspath(word))) if os.path.isfile(os.path.join(above, CONFIG_NAME)) else None
    )


def is_challenge(word: str) -> bool:
    """Whether a word is the directory of a challenge."""
    from probierz.challenges.config import CONFIG_NAME

    return os.path.isfile(os.path.join(word, CONFIG_NAME))


def two_of(word: str) -> str:
    """The end of a sentence: what a word stands for, and which outputs could be named instead; empty for neither."""
    splits = _splits_at(word)
    found = [path for split in splits for path in _outputs_in(split)]
    several = next((paths for split in splits if len(paths := _outputs_in(split)) > 1), [])
    if several:
        return f", and {_told(word)}; name those that you mean of  {shlex.join(several)}"
    if found:
        return f", and {_told(word)}; there is {', '.join(found)} alone: put another beside it, as out-NAME.tsv"
    if not os.path.isdir(word):
        return ""
    if splits or is_challenge(word):
        return f", and there is none in {word}: they are called out.tsv, or out-NAME.tsv"
    if files := glob(os.path.join(glob_escape(word), "*.tsv")):
        return f"; {word} is no challenge or split, so name the files in it, as {_pattern(word, files)}"
    return f", and {word} is no challenge or split"


def _pattern(folder: str, files: Sequence[str]) -> str:
    return f"{shlex.quote(os.path.normpath(folder))}/*.tsv" if len(files) > 1 else shlex.join(files)


def _splits_at(word: str) -> Sequence[Split]:
    """The splits of a challenge, the test set first; or the one split that this is, or in which this output lies."""
    from probierz.challenges.challenge import open_challenge
    from probierz.challenges.config import CONFIG_NAME

    folder = word if os.path.isdir(word) else os.path.dirname(word)
    if os.path.isfile(os.path.join(folder, CONFIG_NAME)):
        challenge = open_challenge(folder)
        return sorted(challenge.splits, key=lambda split: split.name != challenge.options.test_name)
    above = os.path.relpath(os.path.join(folder, os.pardir))
    if not os.path.isfile(os.path.join(above, CONFIG_NAME)):
        return ()
    name = os.path.basename(os.path.abspath(folder))
    return [split for split in open_challenge(above).splits if split.name == name]


def _outputs_in(split: Split) -> list[str]:
    return [os.path.relpath(output.path) for output in split.outputs]


def _told(word: str) -> str:
    return f"{word} is a folder" if os.path.isdir(word) else f"{word} is named alone"
