"""Fetching branches from other servers: one look-up of the host, one connection that is held to it, no redirects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from probierz.archives.limits import MIB
from probierz.web.intake.addresses import Address
from probierz.web.intake.errors import (
    BranchMissing,
    BrokenRepository,
    FetchError,
    GitFailure,
    IntakeError,
    Redirected,
    RepositoryMissing,
    TooLarge,
    Unreachable,
)
from probierz.web.intake.gitrun import Finished, GitLimits, OnLine, check_version, git
from probierz.web.intake.hosts import Resolver, Transports, pin, system_resolver


def fetch_branch(
    address: Address,
    branch: str,
    into: Path,
    *,
    transports: Transports,
    limits: GitLimits,
    resolver: Resolver = system_resolver,
    on_line: OnLine | None = None,
) -> None:
    """Fetch the last commit of a branch into the bare repository `into`, as its branch `incoming`.

    Files that are too large stay away where the server can leave them out. Raises PrivateHost, UnknownHost or a
    FetchError; TooLarge for a pack that is larger than allowed.
    """
    refspec = f"+refs/heads/{branch}:refs/heads/incoming"
    finished = git(
        [
            "fetch", "--progress", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-auto-maintenance",
            "--no-write-fetch-head", f"--filter=blob:limit={limits.blob_bytes + 1}", "--", address.url, refspec,
        ],
        git_dir=into,
        limits=limits,
        schemes=[address.scheme],
        config=_connection(address, transports, limits, resolver),
        on_line=on_line,
    )  # fmt: skip
    if finished.status and (finished.ran_into_file_limit or _has_file_at_limit(into, limits)):
        mib = limits.pack_bytes // MIB
        remedy = "leave models and data out of it"
        raise TooLarge(f"the branch is larger than {mib} MiB", remedy, detail=finished.messages)
    if finished.status:
        raise _reason(finished, address, branch)


def _has_file_at_limit(folder: Path, limits: GitLimits) -> bool:
    """Whether git was stopped in the midst of a file; the part of it that receives packs dies without a word then."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return any(path.stat().st_size >= limits.most_file_bytes for path in files)


def _connection(address: Address, transports: Transports, limits: GitLimits, resolver: Resolver) -> Mapping[str, str]:
    check_version()
    config = {"http.lowSpeedLimit": "1", "http.lowSpeedTime": str(limits.idle_seconds)}
    if transports.ca_file:
        config["http.sslCAInfo"] = transports.ca_file
    if address.scheme != "file":
        pinned = pin(address.host, address.port, transports, resolver)
        if str(pinned[0]) != address.host:  # an address that is a number is not looked up by anybody
            literals = ",".join(f"[{one}]" if one.version == 6 else str(one) for one in pinned)
            config["http.curloptResolve"] = f"{address.host}:{address.port}:{literals}"
    return config


_Trouble = Callable[[Address, str, str], IntakeError]

_ASK_AGAIN = "try again later"
_MAKE_PUBLIC = "check the address, and make the repository public"

# What git says, in the order in which it is looked for.
_SIGNS: list[tuple[tuple[str, ...], _Trouble]] = [
    (
        ("couldn't find remote ref",),
        lambda address, branch, detail: BranchMissing(
            f"the repository {address} has no branch {branch!r}", "push the branch, or correct its name", detail=detail
        ),
    ),
    (
        ("unable to update url base", "returned error: 30", "redirect"),
        lambda address, _, detail: Redirected(
            f"the repository {address} has moved", "give its present address, often with .git at its end", detail=detail
        ),
    ),
    (
        ("returned error: 401", "returned error: 403", "returned error: 404", "could not read Username", "not found",
         "Authentication failed", "terminal prompts disabled", "does not appear to be a git repository",
         "does not exist", "not valid: is this a git repository"),
        lambda address, _, detail: RepositoryMissing(
            f"there is no repository at {address}, or it is not public", _MAKE_PUBLIC, detail=detail
        ),
    ),
    (
        ("certificate", "SSL"),
        lambda address, _, detail: Unreachable(
            f"the certificate of the server of {address} is not trusted", "use a server with a valid one", detail=detail
        ),
    ),
    (
        ("Could not resolve host", "Failed to connect", "Connection refused", "Couldn't connect", "timed out",
         "Operation too slow", "Empty reply", "Connection reset", "returned error: 5"),
        lambda address, _, detail: Unreachable(f"the server of {address} does not answer", _ASK_AGAIN, detail=detail),
    ),
    (
        ("fsck", "index-pack", "bad object", "corrupt", "inflate", "invalid", "early EOF", "mismatched", "unexpected"),
        lambda address, _, detail: BrokenRepository(
            f"what {address} sent is no sound repository", "clone it afresh, check it with git fsck, and push again",
            detail=detail,
        ),
    ),
]  # fmt: skip


def _reason(finished: Finished, address: Address, branch: str) -> IntakeError:
    """Tell from what git said why it failed."""
    detail = finished.messages
    own = "\n".join(line for line in detail.splitlines() if not line.startswith("remote:"))
    for signs, trouble in _SIGNS:
        if any(sign in own for sign in signs):
            return trouble(address, branch, detail)
    if address.scheme == "file" or finished.status == 128:
        return FetchError(f"nothing could be fetched from {address}", _MAKE_PUBLIC, detail=detail)
    return GitFailure("git failed on the server", _ASK_AGAIN, detail=detail)
