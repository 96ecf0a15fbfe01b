"""Bare repositories that keep what was submitted: one for a challenge, one reference for a submission.

What comes from outside is fetched into a repository of its own first and looked at there. Only a commit that is
complete and within the limits gets into the store. Nothing is ever checked out, so links, submodules, hooks, filters
and attributes are mere data.
"""

from __future__ import annotations

import fcntl
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO

from probierz.archives.limits import MIB
from probierz.web.intake.addresses import Address
from probierz.web.intake.branches import check_branch
from probierz.web.intake.errors import EntryError, TooLarge, TooManyFiles, UnknownCommit
from probierz.web.intake.fastimport import Person, import_stream
from probierz.web.intake.gitrun import GitLimits, OnLine, git
from probierz.web.intake.hosts import Resolver, Transports, system_resolver
from probierz.web.intake.masking import masked
from probierz.web.intake.remotes import fetch_branch
from probierz.web.intake.trees import Entry, Tree, parse_tree

_COMMIT = re.compile(r"[0-9a-f]{40}")
_REFERENCE = re.compile(r"refs/[a-z]+(?:/[A-Za-z0-9][A-Za-z0-9_-]*)+")
_INCOMING = "refs/heads/incoming"
_INCOMING_PREFIX = "incoming-"
_MOST_SAID = MIB


@dataclass(frozen=True)
class Store:
    """A bare repository with submissions, made when it is first written to.

    path: its directory. transports: what may be fetched from. limits: of a commit, and of each run of git.
    resolver: looks up hosts.
    """

    path: Path
    transports: Transports = field(default_factory=Transports)
    limits: GitLimits = field(default_factory=GitLimits)
    resolver: Resolver = system_resolver

    # --- writing ---

    def fetch(self, address: Address, branch: str, reference: str, *, on_line: OnLine | None = None) -> str:
        """Fetch the last commit of a branch, keep it under a reference such as `refs/submissions/17`, and return it.

        on_line: is given lines of progress, without secrets and paths of the server.
        Raises AddressError, BranchError, FetchError, TooLarge or TooManyFiles; then the store is as it was.
        """
        _check_reference(reference)
        branch = check_branch(branch)
        self._ensure()
        self._sweep()
        with tempfile.TemporaryDirectory(dir=self.path, prefix=_INCOMING_PREFIX) as folder:
            quarantine = Path(folder) / "git"
            _make_bare(quarantine)
            fetch_branch(
                address,
                branch,
                quarantine,
                transports=self.transports,
                limits=self.limits,
                resolver=self.resolver,
                on_line=self._masking(on_line, folder),
            )
            commit = _commit_of(quarantine, _INCOMING)
            _said(quarantine, commit, self.limits)  # refused here, where it can still be said at once
            self._check_files(quarantine, commit)
            self._take_over(quarantine, _INCOMING, reference)
        return commit

    def write_commit(
        self,
        files: Mapping[str, Path | bytes],
        message: str,
        *,
        reference: str,
        author: Person,
        when: datetime,
        parent: str | None = None,
    ) -> str:
        """Make a commit of these files and keep it under a reference; return it. The same input gives the same commit.

        files: from paths inside the commit to files on disk or bytes. parent: a commit of this store.
        """
        _check_reference(reference)
        self._ensure()
        if parent is not None:
            self._refuse_unknown(parent)
        with tempfile.TemporaryFile(dir=self.path) as stream, self._locked():
            import_stream(stream, files, message, reference=reference, author=author, when=when, parent=parent)
            stream.seek(0)
            self._git("fast-import", "--quiet", "--force", "--done", stdin=stream)
        return _commit_of(self.path, reference)

    def without_author(self, commit: str, message: str, when: datetime) -> str:
        """Keep the files of a commit under another one that names nobody, and return it; again gives the same."""
        self._refuse_unknown(commit)
        tree = self._git("rev-parse", "--verify", f"{commit}^{{tree}}").decode().strip()
        stamp = f"{Person('anonymous', 'nobody@localhost')} {int(when.timestamp())} +0000"
        text = f"tree {tree}\nauthor {stamp}\ncommitter {stamp}\n\n{message}\n"
        with tempfile.TemporaryFile(dir=self.path) as stream, self._locked():
            stream.write(text.encode())
            stream.seek(0)
            made = self._git("hash-object", "-t", "commit", "-w", "--stdin", stdin=stream).decode().strip()
            self._git("update-ref", f"refs/submissions/anonymous-{made}", made)
        return made

    def publish(self, commit: str, branch: str, public: Path, *, replaces: bool = False) -> None:
        """Copy a commit of this store into a public bare repository, as its branch `branch`; again does nothing.

        Raises EntryError if the branch shows another commit already, as what was cited must not change; unless this one
        replaces it, since it named somebody who wants no name there any more. Raises UnknownCommit for what nobody
        handed in.
        """
        branch = check_branch(branch)
        references = self._references(f"--points-at={_checked(commit)}")
        if not references:
            raise UnknownCommit(f"there is no submission {commit}", "give the commit of a submission")
        other = Store(public, limits=self.limits)
        other._ensure()
        shown = other._references(under=f"refs/heads/{branch}")
        is_same = shown == {f"refs/heads/{branch}": commit}
        if shown and not is_same and not replaces:
            raise EntryError(f"the branch {branch} shows another commit already", "publish it under another name")
        if not is_same:
            other._take_over(self.path, next(iter(references)), f"refs/heads/{branch}")

    def remove(self, reference: str) -> None:
        """Forget a reference; its commit is not found any more."""
        _check_reference(reference)
        with self._locked():
            self._git("update-ref", "-d", reference)

    # --- reading ---

    def tree(self, commit: str) -> Tree:
        """Return the list of all files of a commit. Raises UnknownCommit, TooManyFiles."""
        self._refuse_unknown(commit)
        return _tree(self.path, commit, self.limits)

    def read(self, commit: str, path: str, most_bytes: int) -> bytes:
        """Return the content of one plain file. Raises EntryError, TooLarge, UnknownCommit."""
        entry = self.tree(commit).file(path, most_bytes)
        return self.read_entry(entry, most_bytes)

    def read_entry(self, entry: Entry, most_bytes: int) -> bytes:
        """Return the content of a file that `tree` found. Raises TooLarge."""
        if entry.size > most_bytes:
            raise TooLarge(f"{entry.path} has {entry.size} bytes, more than {most_bytes}", "make it smaller")
        return self._git("cat-file", "blob", entry.oid, most_output=most_bytes)

    def save(self, entry: Entry, destination: Path) -> None:
        """Write the content of a file that `tree` found to a new file on disk."""
        if not entry.is_file:
            raise EntryError(f"{entry.path} is {entry.kind}, not a file", "commit the file itself")
        with destination.open("xb") as file:
            git(["cat-file", "blob", entry.oid], git_dir=self.path, limits=self.limits, stdout=file).succeeded()

    def files_with(self, commit: str, pattern: str) -> list[Entry]:
        """Return the files in which an extended regular expression finds a line, and all links.

        Binary files are looked through as well. Raises UnknownCommit, TookTooLong, TooManyFiles.
        """
        entries = self.tree(commit)
        words = ["grep", "--text", "--threads=1", "--full-name", "-l", "-z", "-E", "-e", pattern, commit]
        found = git(words, git_dir=self.path, limits=self.limits, most_output=self.limits.files * 500)
        listed = b"" if found.status == 1 else found.succeeded().output  # 1 is git's word for none
        paths = {path.removeprefix(f"{commit}:") for path in listed.decode(errors="surrogateescape").split("\0")}
        return [entry for entry in entries if entry.is_link or entry.path in paths]

    def commit_message(self, commit: str) -> str:
        """Return the message of a commit, of which at most 64 KiB."""
        return self._commit(commit).partition(b"\n\n")[2][: 2**16].decode(errors="replace")

    def commit_words(self, commit: str) -> str:
        """Return all that a commit says beside its files: who made it, and its whole message."""
        return self._commit(commit).decode(errors="replace")

    def _commit(self, commit: str) -> bytes:
        self._refuse_unknown(commit)
        return _said(self.path, commit, self.limits)

    # --- parts ---

    @property
    def _exists(self) -> bool:
        return (self.path / "HEAD").is_file()

    def _ensure(self) -> None:
        if not self._exists:
            self.path.mkdir(parents=True, exist_ok=True)
            with self._locked():
                _make_bare(self.path)

    def _sweep(self) -> None:
        """Remove what was left behind by fetches whose process was killed."""
        oldest = time.time() - 10 * self.limits.seconds
        for folder in self.path.glob(f"{_INCOMING_PREFIX}*"):
            with suppress(FileNotFoundError):
                if folder.stat().st_mtime < oldest:
                    shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Wait for other writers: git itself would give up at once where two of them meet."""
        with (self.path / "writers.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _git(
        self, *words: str, schemes: Sequence[str] = (), stdin: IO[bytes] | None = None, most_output: int = 16 * MIB
    ) -> bytes:
        """Run git on this repository and return its output. Raises GitFailure."""
        finished = git(
            words, git_dir=self.path, limits=self.limits, schemes=schemes, stdin=stdin, most_output=most_output
        )
        return finished.succeeded().output

    def _masking(self, on_line: OnLine | None, folder: str) -> OnLine | None:
        paths = (folder, str(self.path), str(self.path.resolve()))
        return None if on_line is None else lambda line: on_line(masked(line, paths))

    def _references(self, *conditions: str, under: str = "refs/submissions") -> dict[str, str]:
        listing = self._git("for-each-ref", "--format=%(refname) %(objectname)", *conditions, "--", under)
        return dict(line.split(" ", 1) for line in listing.decode().splitlines())

    def _refuse_unknown(self, commit: str) -> None:
        known = self._exists and git(["cat-file", "-e", f"{_checked(commit)}^{{commit}}"], git_dir=self.path)
        if not known or known.status:
            raise UnknownCommit(f"there is no commit {commit}", "give the commit of a submission")

    def _check_files(self, quarantine: Path, commit: str) -> None:
        """Refuse a commit that the store could not hold, or that lacks files which the server left out as too large."""
        listing = ["rev-list", "--objects", "--no-object-names", "--missing=print", "--max-count=1", commit]
        most = self.limits.files * 4 * 42
        objects = git(listing, git_dir=quarantine, limits=self.limits, most_output=most).succeeded().output
        missing = {line[1:] for line in objects.decode().split() if line.startswith("?")}
        tree = _tree(quarantine, commit, self.limits, sizes=not missing)
        for entry in tree:
            if entry.oid in missing or entry.size > self.limits.blob_bytes:
                raise TooLarge(
                    f"{masked(entry.path)} is larger than {self.limits.blob_bytes // MIB} MiB",
                    "leave models and data out of the branch",
                )

    def _take_over(self, source: Path, reference: str, own_reference: str) -> None:
        """Copy one commit from a repository on this machine, which is ours."""
        words = ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-auto-maintenance"]
        with self._locked():
            refspec = f"+{reference}:{own_reference}"
            self._git(*words, "--no-write-fetch-head", "--", f"file://{source.resolve()}", refspec, schemes=["file"])


def _make_bare(path: Path) -> None:
    git(["init", "--quiet", "--bare", "--template=", "--initial-branch=none", "--", str(path)]).succeeded()


def _commit_of(git_dir: Path, reference: str) -> str:
    words = ["rev-parse", "--verify", f"{reference}^{{commit}}"]
    return git(words, git_dir=git_dir).succeeded().output.decode().strip()


def _said(git_dir: Path, commit: str, limits: GitLimits) -> bytes:
    """All that a commit says beside its files. Raises TooLarge: what it says is read whole, wherever it is shown."""
    try:
        words = ["cat-file", "commit", commit]
        return git(words, git_dir=git_dir, limits=limits, most_output=_MOST_SAID).succeeded().output
    except TooLarge:
        raise TooLarge(
            f"the commit's message, or a name in it, is longer than {_MOST_SAID // MIB} MiB",
            "shorten it with git commit --amend, and push again",
        ) from None


def _tree(git_dir: Path, commit: str, limits: GitLimits, *, sizes: bool = True) -> Tree:
    """List a commit. A few objects can stand for billions of paths, so the listing ends where it gets too long."""
    words = ["ls-tree", "-r", *(["-l"] if sizes else []), "-z", "--full-tree", commit]
    try:
        listing = git(words, git_dir=git_dir, limits=limits, most_output=limits.files * 500).succeeded().output
    except TooLarge:
        raise _too_many(limits) from None
    if listing.count(b"\0") > limits.files:
        raise _too_many(limits)
    return parse_tree(commit, listing)


def _too_many(limits: GitLimits) -> TooManyFiles:
    return TooManyFiles(f"the commit has more than {limits.files} files", "commit your outputs and what explains them")


def _checked(commit: str) -> str:
    if not _COMMIT.fullmatch(commit):
        raise UnknownCommit(f"{commit[:50]!r} is no name of a commit", "give its 40 hexadecimal digits")
    return commit


def _check_reference(reference: str) -> None:
    assert _REFERENCE.fullmatch(reference), f"{reference!r} is not made by the platform"
