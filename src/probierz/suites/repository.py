"""Copies of git repositories, made by git itself."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from probierz.errors import ChallengeError

_ADDRESS = re.compile(r"(?:git|ssh|git\+ssh|file)://|[\w.-]+@[\w.-]+:|https?://.*\.git/?$")

# What a stranger's repository must not be able to do: run hooks, ask for passwords, use other ways of transport.
_SETTINGS = (
    "core.hooksPath=/dev/null",
    "protocol.allow=never",
    *(f"protocol.{name}.allow=always" for name in ("https", "http", "git", "ssh", "file", "bundle")),
    "submodule.recurse=false",
    "core.autocrlf=false",
    "advice.detachedHead=false",
)


def is_repository_address(address: str) -> bool:
    """Whether an address can only be one for git: by its scheme, or by the ending .git."""
    return _ADDRESS.match(address) is not None


def clone(address: str, target: Path, *, branch: str = "", revision: str = "", shown: bool = False) -> str:
    """Put the files of a repository, or of a bundle, into an empty folder; return their commit.

    The commit of `revision` is taken where the repository gives it out, else the end of the branch (by default the
    one that the repository itself names). shown: git prints its progress on standard error.
    Raises ChallengeError when git is missing, or the repository is.
    """
    if os.path.exists(address):
        address = os.path.abspath(address)  # git runs in the target
    _fetch(address, target, branch, revision, shown)
    _git(target, "checkout", "--quiet", "--force", "FETCH_HEAD", shown=False, address=address)
    return _git(target, "rev-parse", "HEAD", shown=False, address=address).strip()


def _fetch(address: str, target: Path, branch: str, revision: str, shown: bool) -> None:
    _git(target, "init", "--quiet", shown=False, address=address)
    is_bundle = os.path.isfile(address)
    depth = [] if is_bundle else ["--depth=1"]
    wanted = [ref for ref in (revision, f"refs/heads/{branch}" if branch else "", "HEAD") if ref]
    for ref in wanted:
        try:
            _git(target, "fetch", "--no-tags", *depth, "--", address, ref, shown=shown, address=address)
            return
        except _NoSuchRef:
            continue
    raise ChallengeError(
        f"{address}: the repository has neither the commit {revision or '-'} nor the branch {branch or '-'}; "
        "it may have been changed: give a copy of your own by --from"
    )


class _NoSuchRef(Exception):
    """The repository is there, but not this commit or branch."""


_SIGNS_OF_MISSING_REF = (
    "not our ref",
    "couldn't find remote ref",
    "does not allow request for unadvertised",
    "no such ref",
    "did not send all necessary objects",  # of a bundle that has other commits
)


def _git(folder: Path, *arguments: str, shown: bool, address: str) -> str:
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "GIT_LFS_SKIP_SMUDGE": "1"}
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        environment.pop(name, None)
    progress = ["--progress"] if shown and arguments[0] == "fetch" else []
    command = ["git", *settings, "-C", str(folder), arguments[0], *progress, *arguments[1:]]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    except FileNotFoundError:
        raise ChallengeError(
            f"{address}: git is needed to fetch it and is not installed; install it, or give a copy by --from"
        ) from None
    messages = done.stderr.decode("utf-8", "replace")
    if done.returncode == 0:
        return done.stdout.decode("utf-8", "replace")
    if _has_sign(messages.lower(), _SIGNS_OF_MISSING_REF):
        raise _NoSuchRef(messages)
    raise ChallengeError(_explained(address, messages))


_SIGNS_OF_ABSENCE = ("not found", "does not exist", "could not read username", "not appear to be a git", "error: 404")
_SIGNS_OF_NO_NETWORK = ("could not resolve host", "connect to", "timed out", "unable to access", "connection refused")


def _explained(address: str, messages: str) -> str:
    lower = messages.lower()
    if os.path.isfile(address):
        return f"{address}: this is not a git bundle, or it was cut off or damaged; copy it again"
    if _has_sign(lower, _SIGNS_OF_ABSENCE):
        why = "there is no such repository, or not any more, or it is not public; give its new address"
    elif _has_sign(lower, _SIGNS_OF_NO_NETWORK):
        why = "the server cannot be reached; look at the network"
    else:
        last = next((line for line in reversed(messages.splitlines()) if line.strip()), "git says nothing")
        why = f"git cannot fetch it: {last.strip()}; give another address"
    return f"{address}: {why}, or give a copy of your own by --from"


def _has_sign(messages: str, signs: Iterable[str]) -> bool:
    return any(sign in messages for sign in signs)
