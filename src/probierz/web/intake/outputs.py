"""Which files of a submission are outputs of which test, and whether they can be scored, told without what is expected.

A plain `out.tsv` and every `out-….tsv` are variants of one submission, side by side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from probierz.archives.decompressing import open_stream
from probierz.archives.limits import MIB
from probierz.archives.names import folded
from probierz.challenges.challenge import Challenge, Split
from probierz.challenges.check import check_output
from probierz.challenges.file_survey import survey_file
from probierz.challenges.files import OutputName, natural_key
from probierz.challenges.headers_in_data import has_header
from probierz.challenges.line_counts import wrong_line_count
from probierz.challenges.problems import Problem
from probierz.web.intake.budget import Budget
from probierz.web.intake.errors import IntakeError
from probierz.web.intake.names import output_name
from probierz.web.intake.received import measure
from probierz.web.intake.trees import Tree

MOST_VARIANTS = 100
MOST_OUTPUT_BYTES = 512 * MIB


@dataclass(frozen=True)
class FoundOutput:
    """An output of a test.

    path: inside the submission, `test-A/out-lr=0.01.tsv.gz`. variant: `out-lr=0.01`. compression: `.gz` or nothing.
    """

    test: str
    path: str
    name: OutputName

    @property
    def variant(self) -> str:
        """The file name without its known extensions."""
        return self.name.variant

    @property
    def compression(self) -> str:
        """How the file is compressed: `.gz`, `.bz2`, `.xz`, `.zst`, `.zip` or not at all."""
        return self.name.compression

    @property
    def parameters(self) -> Mapping[str, str]:
        """The parameters in the file name."""
        return self.name.parameters


@dataclass(frozen=True)
class Outputs:
    """What was found: outputs by test and variant, in natural order, and what cannot be taken."""

    found: tuple[FoundOutput, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of all variants, each once."""
        return tuple(dict.fromkeys(output.variant for output in self.found))

    def of(self, test: str) -> tuple[FoundOutput, ...]:
        """The outputs of one test."""
        return tuple(output for output in self.found if output.test == test)


class CheckedFile(NamedTuple):
    """What a look at an output found. lines: None where it cannot be unpacked to its end."""

    problems: list[Problem]
    lines: int | None


def find_outputs(paths: Iterable[str], tests: Iterable[str]) -> Outputs:
    """Sort out which of these paths are outputs of these tests. Only the names count here.

    A variant that is there twice (`out.tsv` and `out.tsv.gz`) is a problem and is not taken: nobody knows which is
    meant. So is a name that differs from another only in case, and every variant beyond the first `MOST_VARIANTS`.
    """
    known = list(tests)
    candidates = sorted(filter(None, (_output_at(path, known) for path in paths)), key=_key)
    groups: dict[tuple[str, str], list[FoundOutput]] = {}
    for output in candidates:
        groups.setdefault((output.test, folded(output.variant)), []).append(output)
    found, problems = [], []
    for group in groups.values():
        if len(group) > 1:
            names = " and ".join(output.path for output in group)
            problems.append(Problem(group[0].path, None, f"there are {names} for one variant", "keep one of them"))
        else:
            found += group
    kept = [output for test in known for output in [one for one in found if one.test == test][:MOST_VARIANTS]]
    if len(kept) < len(found):
        message = f"there are more than {MOST_VARIANTS} outputs of one test"
        problems.append(Problem(found[0].test, None, message, "submit the others on a branch of their own"))
    return Outputs(tuple(kept), tuple(problems))


def outputs_of_tree(tree: Tree, tests: Iterable[str], *, most_bytes: int = MOST_OUTPUT_BYTES) -> Outputs:
    """Find the outputs in a commit; links, submodules and files that are too large are problems, and are not taken."""
    known = list(tests)
    outputs = find_outputs((entry.path for entry in tree), known)
    found, problems = [], [*outputs.problems, *_linked_folders(tree, known)]
    for output in outputs.found:
        try:
            tree.file(output.path, most_bytes)
        except IntakeError as error:
            problems.append(Problem(output.path, None, error.message, error.remedy))
        else:
            found.append(output)
    return Outputs(tuple(found), tuple(problems))


def _output_at(path: str, tests: list[str]) -> FoundOutput | None:
    test, _, file_name = path.rpartition("/")
    name = output_name(file_name) if test in tests else None
    return None if name is None else FoundOutput(test, path, name)


def _key(output: FoundOutput) -> tuple[list[tuple[int, int, str]], str]:
    return natural_key(output.path), output.path


def _linked_folders(tree: Tree, tests: list[str]) -> Iterable[Problem]:
    for entry in tree:
        if entry.path in tests:
            yield Problem(entry.path, None, f"this is {entry.kind}, not a folder", "commit the folder itself")


def check_file(
    output: FoundOutput,
    file: Path,
    challenge: Challenge,
    *,
    expected_lines: int | None = None,
    most_bytes: int = MOST_OUTPUT_BYTES,
    budget: Budget | None = None,
    open_splits: Collection[str] = (),
) -> CheckedFile:
    """Return what is wrong with an output, by file and line of the submission, and how many lines it has.

    file: where its content lies. expected_lines: how many lines there must be, where the input cannot tell.
    budget: for what is unpacked of this output and of others. What has no measure is looked at no further.
    open_splits: whose expected results everybody has, and outputs for which cost nothing, so that lines may not be far
    longer than theirs; those of others are never opened. Places on the server are not
    told.
    """
    lines = None
    try:
        lines = output_lines(output, file, challenge, most_bytes, budget)
        problems = _too_many_lines(output, file, challenge, expected_lines)
        if output.test in open_splits and (long := too_long_line(file, output.path, challenge.split(output.test))):
            problems.append(long)
        problems = problems or check_output(
            challenge, output.test, file, open_splits=open_splits, compression=output.compression
        )
    except IntakeError as error:
        return CheckedFile([Problem(output.path, None, error.message, error.remedy)], lines)
    return CheckedFile([_seen_from_outside(problem, output, file, challenge) for problem in problems], lines)


def output_lines(
    output: FoundOutput, file: Path, challenge: Challenge, most_bytes: int, budget: Budget | None = None
) -> int:
    """Unpack an output to its end and return its lines, without the header that it may begin with.

    Raises ProbierzError.
    """
    lines = measure(file, output.compression, most_bytes, budget)
    return lines - has_header(file, challenge.out_header)


def _too_many_lines(output: FoundOutput, file: Path, challenge: Challenge, expected: int | None) -> list[Problem]:
    if expected is None or challenge.split(output.test).input is not None:
        return []
    survey = survey_file(file, header=challenge.out_header, most_lines=expected + 1)
    if survey.lines == expected:
        return []
    source = f"{output.test}/expected.tsv"
    return [wrong_line_count(output.path, survey.lines, expected, source, goes_on=survey.goes_on)]


def _seen_from_outside(problem: Problem, output: FoundOutput, file: Path, challenge: Challenge) -> Problem:
    """The same problem with paths inside the submission and the challenge instead of those of the server."""

    def outside(text: str) -> str:
        text = text.replace(str(file), output.path)
        for folder in {str(challenge.path), str(challenge.path.resolve())}:
            text = text.replace(f"{folder}/", "")
        return text.replace(str(file.parent), "…")

    geval = outside(problem.geval) if problem.geval else None
    return replace(problem, path=outside(problem.path), message=outside(problem.message), geval=geval)


# --- lines that are too long ------------------------------------------------------------------------------------------


LEAST_BYTES = 20_000
"""A line may always be so long: a ranking of a thousand documents, or probabilities of as many classes."""
TIMES_AS_LONG = 10
_PIECE = 2**20


def too_long_line(file: Path, path: str, split: Split) -> Problem | None:
    """Return what is wrong with an output one of whose lines is too long, in bytes, beside all lines of its open test.

    path: what the output is called. Raises ProbierzError.
    """
    longest = max((length for known in (split.input, split.expected) if known for length in _lengths(known)), default=0)
    most = max(LEAST_BYTES, TIMES_AS_LONG * longest)
    for line, length in enumerate(_lengths(file), 1):
        if length > most:
            message = (
                f"the line has {length} bytes, and the longest one of the test {longest}; at most {most} are compared"
            )
            return Problem(path, line, message, "shorten it, such as where a system repeats itself without end")
    return None


def _lengths(file: Path) -> Iterator[int]:
    """The lengths of lines, in bytes, read in pieces."""
    begun = 0
    with open_stream(file) as stream:
        while piece := stream.read(_PIECE):
            first, *others = piece.split(b"\n")
            begun += len(first)
            for other in others:
                yield begun
                begun = len(other)
    yield begun
