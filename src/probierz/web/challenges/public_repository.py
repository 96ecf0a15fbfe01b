"""The public repository of a challenge: what everybody may clone. Expected results of hidden tests never get in."""

from __future__ import annotations

from datetime import datetime

from probierz.suites.checks.hidden_results import Files
from probierz.web.challenges.models import Version
from probierz.web.configuration import places
from probierz.web.intake.fastimport import COMMITTER
from probierz.web.intake.gitrun import git
from probierz.web.intake.gitstore import Store

BRANCH = "master"
BRANCH_REFERENCE = f"refs/heads/{BRANCH}"
HIDDEN_REFERENCES = "refs/versions"
"""Below them are commits of versions; whoever clones does not see them: not each of them was published."""


def write_public(slug: str, folder: str, files: Files, message: str, when: datetime) -> str:
    """Keep these files as a commit that nobody is shown yet; return it, or the one shown now if that has the same.

    folder: of the version, whose name keeps the commit until `show_public` or `forget_public`.
    """
    store = Store(places.public_repository(slug))
    before = _head(store)
    reference = _reference(folder)
    commit = store.write_commit(dict(files), message, reference=reference, author=COMMITTER, when=when, parent=before)
    if before and _tree(store, before) == _tree(store, commit):
        commit = before
        _git(store, "update-ref", reference, commit)
    return commit


def show_public(version: Version) -> None:
    """Make the commit of a published version what everybody clones; again does nothing."""
    store = Store(places.public_repository(version.challenge.slug))
    if version.public_commit and _head(store) != version.public_commit:
        _git(store, "update-ref", BRANCH_REFERENCE, version.public_commit)
        _git(store, "symbolic-ref", "HEAD", BRANCH_REFERENCE)


def shown_commit(slug: str) -> str | None:
    """Return what everybody clones now, None before anything was published."""
    return _head(Store(places.public_repository(slug)))


def forget_public(slug: str, folder: str) -> None:
    """Let go of the commit of a version that was not published."""
    store = Store(places.public_repository(slug))
    if (store.path / "HEAD").is_file():
        git(["update-ref", "-d", _reference(folder)], git_dir=store.path)


def _reference(folder: str) -> str:
    return f"{HIDDEN_REFERENCES}/{folder}"


def _head(store: Store) -> str | None:
    if not (store.path / "HEAD").is_file():
        return None
    finished = git(["rev-parse", "--verify", "--quiet", f"{BRANCH_REFERENCE}^{{commit}}"], git_dir=store.path)
    return None if finished.status else finished.output.decode().strip()


def _tree(store: Store, commit: str) -> str:
    return _git(store, "rev-parse", "--verify", f"{commit}^{{tree}}")


def _git(store: Store, *words: str) -> str:
    return git(words, git_dir=store.path).succeeded().output.decode().strip()
