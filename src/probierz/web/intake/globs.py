"""Patterns for files, matched against a list of paths; the file system is never asked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import translate

from probierz.errors import ProbierzError

LONGEST_PATTERN = 200
MOST_STARS = 8


class GlobError(ProbierzError):
    """A pattern that leads out of the repository, or is too long or too wild to be tried."""


def matching_paths(pattern: str, paths: Iterable[str]) -> list[str]:
    """Return the paths that match, in order: `*` and `?` stay inside a folder, `**` stands for folders, `[…]` as usual.

    Raises GlobError.
    """
    parts = pattern.removeprefix("./").split("/")
    if pattern.startswith("/") or "\\" in pattern or any(part in {"", ".", ".."} for part in parts):
        raise GlobError(f"the pattern {pattern[:100]!r} leads out of the repository")
    if len(pattern) > LONGEST_PATTERN or pattern.count("*") > MOST_STARS or not pattern.isprintable():
        raise GlobError(f"the pattern {pattern[:100]!r} is too long, or has too many stars")
    matchers = [None if part == "**" else re.compile(translate(part)) for part in parts]
    return sorted(path for path in paths if _matches(path.split("/"), matchers))


def _matches(parts: list[str], matchers: list[re.Pattern[str] | None]) -> bool:
    """Whether the parts of a path match; `None` matches any number of folders.

    `open_at` holds how many matchers may be used up so far, as all ways are followed at once.
    """
    open_at = _past_folders({0}, matchers)
    for part in parts:
        step = set()
        for at in open_at:
            matcher = matchers[at] if at < len(matchers) else None
            if at < len(matchers) and matcher is None:
                step.add(at)
            elif matcher is not None and matcher.match(part):
                step.add(at + 1)
        open_at = _past_folders(step, matchers)
    return len(matchers) in open_at


def _past_folders(states: set[int], matchers: list[re.Pattern[str] | None]) -> set[int]:
    """Add the states that are reached by letting `**` stand for no folder."""
    reached = set(states)
    for at in range(len(matchers)):
        if at in reached and matchers[at] is None:
            reached.add(at + 1)
    return reached
