"""From a submission in the queue to outputs on disk: fetch, list, read what it says of itself, check.

Nothing here writes to the database but the commit that was fetched, so that another try takes the same one.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.archives.decompressing import open_stream
from probierz.archives.limits import MIB
from probierz.challenges.problems import DOUBTFUL, Problem
from probierz.web.challenges.models import Version
from probierz.web.configuration import limits
from probierz.web.intake.addresses import read_address
from probierz.web.intake.budget import Budget
from probierz.web.intake.errors import IntakeError
from probierz.web.intake.links import MetadataLink
from probierz.web.intake.masking import masked
from probierz.web.intake.metadata import (
    Description,
    Metadata,
    combine,
    parameters_of_variant,
    read_commit_message,
    read_metadata,
    read_parameter_files,
)
from probierz.web.intake.names import METADATA_NAME
from probierz.web.intake.outputs import FoundOutput, outputs_of_tree
from probierz.web.intake.uploaded_outputs import nothing_to_score
from probierz.web.intake.yamlread import MOST_YAML_BYTES
from probierz.web.jobs.registry import JobFailed
from probierz.web.submissions.models import Submission
from probierz.web.submissions.output_checks import (
    FileDigests,
    check_outputs,
    content_digest,
    file_digest,
    version_splits,
)
from probierz.web.submissions.services.handing_in import store_of
from probierz.web.token_shape import TOKEN_SIEVE, has_token, holds_token

if TYPE_CHECKING:
    from collections.abc import Iterator

    from probierz.web.intake.gitstore import Store
    from probierz.web.intake.trees import Entry, Tree


@dataclass(frozen=True)
class TakenOutput:
    """An output: what it is, where its content lies, and its digests."""

    found: FoundOutput
    file: Path
    digests: FileDigests


@dataclass
class TakenIn:
    """All that a submission holds. problems: what its metadata had wrong. doubts: what looks odd in its outputs."""

    outputs: list[TakenOutput]
    description: str
    tags: tuple[str, ...]
    parameters: dict[str, dict[str, str]]
    links: list[MetadataLink]
    dependencies: list[str]
    problems: list[Problem] = field(default_factory=list)
    doubts: list[Problem] = field(default_factory=list)

    @property
    def content(self) -> str:
        """One digest over all outputs."""
        return content_digest({output.found.path: output.digests.sha256 for output in self.outputs})


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what the intake refuses into the failure of a job; troubles of other servers and ours are tried again."""
    try:
        yield
    except IntakeError as error:
        fault = "submission" if error.fault == "sender" else "platform"
        retried = error.fault != "sender"
        raise JobFailed(str(error), kind=error.name, fault=fault, operator=error.detail, is_retried=retried) from error


def fetch(submission: Submission, on_line: Callable[[str], None]) -> str:
    """Fetch the submitted branch into the store and return its commit. Raises JobFailed."""
    with refusing():
        address = read_address(submission.url, limits.transports())
        reference = f"refs/submissions/{submission.job_id}"  # numbers of rows may be given again
        return store_of(submission.challenge).fetch(address, submission.branch, reference, on_line=on_line)


def take_in(submission: Submission, folder: Path, look: Callable[[list[str]], None], budget: Budget) -> TakenIn:
    """Read everything that the submission's commit holds, into a folder. Raises JobFailed for outputs with errors.

    look: is shown the split of each output before anything is unpacked, and may refuse them. budget: for unpacking.
    """
    store = store_of(submission.challenge)
    with refusing():
        tree = store.tree(submission.commit)
        outputs, problems = take_outputs(submission, submission.version, tree, folder, budget, look)
        metadata = _metadata(store, tree)
        files, file_problems = read_parameter_files(
            metadata, tree, lambda path: store.read(submission.commit, path, MOST_YAML_BYTES)
        )
        # the message of what was uploaded is written here, and says what the form says
        message = read_commit_message(store.commit_message(submission.commit) if submission.url else "")
        said = store.commit_words(submission.commit) if submission.url else ""
    form = Description(submission.form.get("description", ""), tuple(submission.form.get("tags", ())))
    described = combine(form, metadata, message)
    taken = TakenIn(
        outputs,
        described.description,
        described.tags,
        _parameters(outputs, files, metadata),
        metadata.links,
        list(dict.fromkeys([*metadata.dependencies, *tree.submodules()])),
        [*problems, *metadata.problems, *file_problems],
        [problem for problem in problems if problem.severity == "warning"],
    )
    _refuse_token(taken, said)
    return taken


def _refuse_token(taken: TakenIn, commit: str) -> None:
    """Fail where a personal token stands in what others would read. commit: all that it says beside its files."""
    parameters = [part for one in taken.parameters.values() for pair in one.items() for part in pair]
    links = [text for link in taken.links for text in (link.title or "", link.url)]
    places = [
        ([commit], _IN_COMMIT, _AMEND),
        (taken.parameters, "a personal token stands in the name of an output, which names its variant", _REVOKE),
        (parameters, "a personal token stands in a parameter of a variant, or in its key in gonito.yaml", _REVOKE),
        ([taken.description, *taken.tags, *links], _IN_DESCRIPTION, _REVOKE),
    ]
    for texts, said, remedy in places:
        if any(map(has_token, texts)):
            raise JobFailed(f"{said}; {remedy}", kind=TOKEN_FOUND)


TOKEN_FOUND = "TokenInText"
"""The kind of a failure: a personal token stands in what was handed in."""
_IN_COMMIT = "a personal token stands in the commit's message or in a name in it"
_IN_DESCRIPTION = "a personal token stands in the description, a tag or a link, such as gonito.yaml has them"
_REVOKE = "revoke that token on the page of your account, and hand in again without it"
_AMEND = (
    "revoke that token on the page of your account, take it out with git commit --amend (with --author where it stands "
    "there), and push again"
)


def refuse_token_in_files(store: Store, commit: str, tests: Iterable[str], budget: Budget) -> None:
    """Fail where a personal token stands in what is about to be published: a commit, its files and their names.

    tests: whose outputs are unpacked for that. budget: of what is read.
    """
    tree = store.tree(commit)
    if has_token(store.commit_words(commit)):
        raise _held_back(_IN_COMMIT, _AMEND)
    if any(has_token(entry.path) for entry in tree):
        raise _held_back("a personal token stands in the name of a file")
    outputs = outputs_of_tree(tree, tests).found
    packed = {one.path: tree.file(one.path) for one in outputs if one.compression}
    suspects = [*store.files_with(commit, TOKEN_SIEVE), *packed.values()]
    for entry in suspects:
        with _opened(store, entry, is_packed=entry.path in packed) as pieces:
            if holds_token(_spent(pieces, budget)):
                raise _held_back("a personal token stands in this file", file=masked(entry.path))


def _held_back(found: str, remedy: str = _REVOKE, *, file: str | None = None) -> JobFailed:
    return JobFailed(f"{found}, so nothing that was handed in was published; {remedy}", kind=TOKEN_FOUND, file=file)


@contextmanager
def _opened(store: Store, entry: Entry, *, is_packed: bool) -> Iterator[Iterable[bytes]]:
    """What a file holds, in pieces; of one that is packed, what is in it."""
    if not is_packed:
        data = store.read_entry(entry, store.limits.blob_bytes)
        yield (data[start : start + MIB] for start in range(0, len(data), MIB))
        return
    with tempfile.TemporaryDirectory(prefix="probierz-output-") as folder:
        store.save(entry, Path(folder) / "output")
        stream = open_stream(Path(folder) / "output")
        try:
            yield iter(lambda: stream.read(MIB), b"")
        finally:
            stream.close()


def _spent(pieces: Iterable[bytes], budget: Budget) -> Iterator[bytes]:
    for piece in pieces:
        budget.spend(len(piece))
        yield piece


def take_outputs(
    submission: Submission,
    version: Version,
    tree: Tree,
    folder: Path,
    budget: Budget,
    look: Callable[[list[str]], None] = lambda _splits: None,
) -> tuple[list[TakenOutput], list[Problem]]:
    """Save the outputs of a commit and check them against the input; return them and mere warnings.

    Raises JobFailed for outputs with errors, and NothingToScore.
    """
    store = store_of(submission.challenge)
    most = limits.archive_limits().total_bytes
    listed = outputs_of_tree(tree, version_splits(version), most_bytes=most)
    _refuse(list(listed.problems))
    if not listed.found:
        raise nothing_to_score([entry.path for entry in tree], version_splits(version))
    look([one.test for one in listed.found])
    files = {}
    for number, output in enumerate(listed.found):
        files[output.path] = folder / f"{number}{output.name.format}{output.compression}"
        entry = tree.file(output.path)
        budget.spend(entry.size)
        store.save(entry, files[output.path])
    outputs, problems, *_ = check_outputs(version, files, budget)
    _refuse(problems)
    return [TakenOutput(one, files[one.path], file_digest(files[one.path])) for one in outputs.found], problems


def _refuse(problems: list[Problem]) -> None:
    """Fail for the first error; all of them are told in the message's lines."""
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise _failed_for(errors, "OutputError")


def ask_about(doubts: Sequence[Problem]) -> None:
    """Fail where outputs look odd, before anything is scored and counted; who means them has it tried again."""
    if doubts:
        raise _failed_for(doubts, DOUBTFUL)


def _failed_for(problems: Sequence[Problem], kind: str) -> JobFailed:
    first = problems[0]
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    others = [{"message": _told(one), "file": one.path, "line": one.line} for one in problems[1:]]
    return JobFailed(f"{_told(first)}{more}", kind=kind, file=first.path, line=first.line, others=others)


def _told(problem: Problem) -> str:
    return f"{problem.message}; {problem.remedy}" if problem.remedy else problem.message


def _metadata(store: Store, tree: Tree) -> Metadata:
    if METADATA_NAME not in tree:
        return Metadata()
    try:
        return read_metadata(store.read_entry(tree.file(METADATA_NAME, MOST_YAML_BYTES), MOST_YAML_BYTES))
    except IntakeError as error:
        problem = Problem(METADATA_NAME, None, error.message, error.remedy, "warning")
        return Metadata(problems=[problem])


def _parameters(outputs: list[TakenOutput], files: dict[str, str], metadata: Metadata) -> dict[str, dict[str, str]]:
    return {output.found.variant: parameters_of_variant(output.found.parameters, files, metadata) for output in outputs}
