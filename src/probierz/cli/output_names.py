"""What words of the command line stand for: outputs of a split by the names that tables print, and by patterns.

out-better      the output out-better.tsv of a split; tables print it so
out-*.tsv       the outputs of a split, where the shell found no such file and passed the pattern on
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.challenges.challenge import Split

_PATTERN = re.compile(r"[*?\[]")


def is_pattern(word: str) -> bool:
    """Whether a word is no file here and might stand for several."""
    return _PATTERN.search(word) is not None and not os.path.exists(word)


def names_meant(words: Sequence[str], splits: Sequence[Split]) -> list[str]:
    """Return the outputs that words stand for; the first of the splits that has any tells. What is clear stays.

    Raises ChallengeError for a pattern that no output of the splits fits.
    """
    found = [name for word in words for name in _meant(word, splits)]
    return list(dict.fromkeys(found)) if len(found) > len(words) else found  # what is given twice is refused elsewhere


def _meant(word: str, splits: Sequence[Split]) -> list[str]:
    from probierz.challenges.files import existing_output, is_readable, named_output

    if is_pattern(word):
        return _fitting(word, splits)
    if is_readable(word) or os.path.isdir(word) or os.path.basename(word) != word:
        return [word]
    if any(existing_output(str(split.path), word) for split in splits):
        return [word]
    found = next(filter(None, (named_output(str(split.path), word) for split in splits)), word)
    return [os.path.basename(found)]


def _fitting(pattern: str, splits: Sequence[Split]) -> list[str]:
    for split in splits:
        if fits := [name for name in _names(split) if fnmatchcase(name, pattern)]:
            return fits
    looked = ", ".join(split.name for split in splits)
    raise ChallengeError(f"no output fits {pattern}, neither here nor in {looked or 'a split'}")


def _names(split: Split) -> list[str]:
    return [output.path.name for output in split.outputs]
