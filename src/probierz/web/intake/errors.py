"""What can be wrong with what comes in, as a tree.

IntakeError               something that was sent cannot be taken; safe to show to the one who sent it
  AddressError            a git address cannot be used
    TransportRefused      it is no https address
    CredentialsInAddress  it holds a user name, a password or a token
    PrivateHost           it leads into a network that is not public
    UnknownHost           its host has no address
  BranchError             a branch has no name that git allows, or one that must not be submitted
  FetchError              the repository did not give what was asked for
    RepositoryMissing     there is none, or it is not public
    BranchMissing         it has no such branch
    Redirected            it has moved
    Unreachable           its server does not answer
    TookTooLong           it did not come in time
    BrokenRepository      what came is not sound
  TooLarge                more bytes than allowed
  TooManyFiles            more files than allowed
  EntryError              a file of a commit cannot be read: a link, a submodule, a clash of names, no such file
  UnknownCommit           no such commit
  UploadError             an uploaded file cannot be taken
    UnsafeName            a name in an archive leads elsewhere, or only looks like what it is not
    UnsafeEntry           an archive holds links, devices or archives
    ArchiveBomb           an archive inflates without measure
    BrokenArchive         an archive cannot be read to its end
    EncryptedArchive      an archive asks for a password
    NothingToScore        there is no output in it
  GitFailure              git failed in a way that nobody foresaw: a fault of the platform
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Literal

from probierz.archives.errors import ArchiveError, Kind
from probierz.errors import ProbierzError

__all__ = [
    "AddressError",
    "ArchiveBomb",
    "BranchError",
    "BranchMissing",
    "BrokenArchive",
    "BrokenRepository",
    "CredentialsInAddress",
    "EncryptedArchive",
    "EntryError",
    "FetchError",
    "GitFailure",
    "IntakeError",
    "NothingToScore",
    "PrivateHost",
    "Redirected",
    "RepositoryMissing",
    "TookTooLong",
    "TooLarge",
    "TooManyFiles",
    "TransportRefused",
    "UnknownCommit",
    "UnknownHost",
    "Unreachable",
    "UnsafeEntry",
    "UnsafeName",
    "UploadError",
    "archives_told",
]


class IntakeError(ProbierzError):
    """Something that was sent cannot be taken.

    message: one sentence about what was found. remedy: what to do about it. Both are safe to show to the sender.
    detail: what git or a library said, for operators only; it may name paths of the server.
    fault: who can mend it; a fault of the platform or of another server must not cost the sender a try.
    """

    fault: ClassVar[Literal["sender", "remote", "platform"]] = "sender"

    def __init__(self, message: str, remedy: str, *, detail: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy
        self.detail = detail

    @property
    def name(self) -> str:
        """The name of the class, by which programs tell one trouble from another."""
        return type(self).__name__

    def __str__(self) -> str:
        """Print what was found and what to do, in one line."""
        return f"{self.message}; {self.remedy}"


class AddressError(IntakeError):
    """A git address cannot be used."""


class TransportRefused(AddressError):
    """An address of a kind that is never fetched from."""


class CredentialsInAddress(AddressError):
    """An address that holds a user name, a password or a token."""


class PrivateHost(AddressError):
    """An address that leads into a network that is not public."""


class UnknownHost(AddressError):
    """A host without an address."""

    fault: ClassVar[Literal["sender", "remote", "platform"]] = "remote"


class NoSuchHost(UnknownHost):
    """A host whose name does not exist: misspelt, as a rule, so that nothing comes of trying again."""

    fault = "sender"


class BranchError(IntakeError):
    """A branch has no name that git allows, or one that must not be submitted."""


class FetchError(IntakeError):
    """A repository did not give what was asked for."""


class RepositoryMissing(FetchError):
    """There is no such repository, or it is not public."""


class BranchMissing(FetchError):
    """The repository has no such branch."""


class Redirected(FetchError):
    """The repository has moved; addresses are not followed, as the next one could lead anywhere."""


class Unreachable(FetchError):
    """The server of the repository does not answer."""

    fault = "remote"


class TookTooLong(FetchError):
    """The repository did not come in time."""

    fault = "remote"


class BrokenRepository(FetchError):
    """What came is not sound."""


class TooLarge(IntakeError):
    """More bytes than allowed."""


class TooManyFiles(IntakeError):
    """More files than allowed."""


class EntryError(IntakeError):
    """A file of a commit cannot be read."""


class UnknownCommit(IntakeError):
    """There is no such commit."""


class UploadError(IntakeError):
    """An uploaded file cannot be taken."""


class UnsafeName(UploadError):
    """A name in an archive leads elsewhere, or only looks like what it is not."""


class UnsafeEntry(UploadError):
    """An archive holds links, devices or archives."""


class ArchiveBomb(UploadError):
    """An archive inflates without measure."""


class BrokenArchive(UploadError):
    """An archive cannot be read to its end."""


class EncryptedArchive(UploadError):
    """An archive asks for a password."""


class NothingToScore(UploadError):
    """There is no output in what was uploaded."""


class GitFailure(IntakeError):
    """Git failed in a way that nobody foresaw; `detail` has what it said."""

    fault = "platform"


# --- archives --------------------------------------------------------------------------------------------------------

_OF_ARCHIVES: dict[Kind, type[IntakeError]] = {
    "broken": BrokenArchive,
    "bomb": ArchiveBomb,
    "large": TooLarge,
    "many": TooManyFiles,
    "name": UnsafeName,
    "entry": UnsafeEntry,
    "encrypted": EncryptedArchive,
}


@contextmanager
def archives_told() -> Iterator[None]:
    """Turn what is wrong with an archive into what its sender may read, without the place where it lies."""
    try:
        yield
    except ArchiveError as error:
        raise _OF_ARCHIVES[error.kind](error.found, error.remedy, detail=error.cause) from None
