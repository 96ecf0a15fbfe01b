"""The public repository of a challenge: what everybody may clone. Expected results of hidden tests never get in."""

from __future__ import annotations

from datetime import datetime

from probierz.web.challenges.gathering import Files
from probierz.web.configuration import places
from probierz.web.intake.fastimport import Person
from probierz.web.intake.gitrun import git
from probierz.web.intake.gitstore import Store

__all__ = ["BRANCH", "write_public"]

BRANCH = "master"
_REFERENCE = f"refs/heads/{BRANCH}"
_AUTHOR = Person("Probierz", "platform@localhost")


def write_public(slug: str, files: Files, message: str, when: datetime) -> str:
    """Make these files the newest commit of the public repository, unless they are it already; return the commit."""
    path = places.public_repository(slug)
    store = Store(path)
    before = _head(store)
    commit = store.write_commit(
        dict(files), message, reference="refs/next/master", author=_AUTHOR, when=when, parent=before
    )
    if before and _tree(store, before) == _tree(store, commit):
        commit = before
    _git(store, "update-ref", _REFERENCE, commit)
    _git(store, "update-ref", "-d", "refs/next/master")
    _git(store, "symbolic-ref", "HEAD", _REFERENCE)
    return commit


def _head(store: Store) -> str | None:
    if not (store.path / "HEAD").is_file():
        return None
    finished = git(["rev-parse", "--verify", "--quiet", f"{_REFERENCE}^{{commit}}"], git_dir=store.path)
    return None if finished.status else finished.output.decode().strip()


def _tree(store: Store, commit: str) -> str:
    return _git(store, "rev-parse", "--verify", f"{commit}^{{tree}}")


def _git(store: Store, *words: str) -> str:
    return git(words, git_dir=store.path).succeeded().output.decode().strip()
