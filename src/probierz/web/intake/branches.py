"""Names of branches, by the rules of `git check-ref-format --branch`."""

from __future__ import annotations

import re
from collections.abc import Collection

from probierz.web.intake.errors import BranchError

HIDDEN_BRANCH = "dont-peek"
"""The branch on which challenges keep their expected results; nobody may submit it."""

LONGEST_BRANCH = 200
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//|/\.|\.lock(?:/|$)|[\ud800-\udfff]")


def check_branch(name: str, *, refused: Collection[str] = ()) -> str:
    """Return the name of a branch without blanks around it; raises BranchError if git would not have it.

    refused: names that must not be used, such as `HIDDEN_BRANCH` for submissions.
    """
    name = name.strip(" \t\n")
    if not name:
        raise BranchError("the name of the branch is empty", "give the branch with your outputs")
    if len(name) > LONGEST_BRANCH:
        raise BranchError(f"the name of the branch is longer than {LONGEST_BRANCH} characters", _RENAME)
    wrong_ends = name.startswith(("-", "/", ".")) or name.endswith(("/", "."))
    if wrong_ends or name in {"@", "HEAD"} or _FORBIDDEN.search(name):
        raise BranchError(f"{name!r} cannot be the name of a branch", _RENAME)
    if name.casefold() in {one.casefold() for one in refused}:
        raise BranchError(f"the branch {name!r} must not be submitted", "submit a branch of your own")
    return name


_RENAME = "name the branch with letters, digits, '-', '_', '.' and '/'"
