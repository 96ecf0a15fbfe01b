"""Lines with their scores, out of a challenge or plain files; read anew each time somebody goes through them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from probierz.archives.standard_input import is_read_once
from probierz.challenges.evaluate import as_schemes, refuse_empty
from probierz.challenges.files import Reading
from probierz.errors import ChallengeError, OptionError
from probierz.inspection.line_by_line import LineScore, line_scores
from probierz.schemes.scheme import Scheme

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from probierz.challenges.challenge import Challenge


@dataclass(frozen=True)
class LineSource:
    """The lines of an output. Each iteration reads the files again and yields a `LineScore` for each line.

    A line's score is that of a test set of this line alone, with all flags of the scheme.
    inputs: the path of the input, None where there is none. preprocessed: give texts after flags and tokenizer.
    chosen: the numbers of the lines that are meant; None for all. jobs: processes, or an executor, that score them.
    """

    scheme: Scheme
    expected: str
    output: str
    inputs: str | None = None
    reading: Reading = field(default_factory=Reading)
    preprocessed: bool = False
    chosen: frozenset[int] | None = None
    jobs: int | Executor = field(default=1, compare=False)

    def __iter__(self) -> Iterator[LineScore]:
        """Read, score and yield the lines in the order of the files."""
        refuse_empty(self.output)
        lines = line_scores(
            self.scheme,
            self.expected,
            self.output,
            self.inputs,
            reading=self.reading,
            preprocessed=self.preprocessed,
            as_in_geval=False,
            jobs=self.jobs,
        )
        return lines if self.chosen is None else (line for line in lines if line.number in self.chosen)

    @property
    def can_be_read_again(self) -> bool:
        """Whether no file is a pipe, or a standard input that was not kept."""
        return not any(path and is_read_once(path) for path in (self.expected, self.output, self.inputs))


@dataclass(frozen=True)
class LineDifferences:
    """Two outputs of the same lines: scores are those of the first minus those of the second, texts are the first's."""

    one: LineSource
    other: LineSource

    @property
    def scheme(self) -> Scheme:
        """The scheme of both."""
        return self.one.scheme

    @property
    def reading(self) -> Reading:
        """How the files are read."""
        return self.one.reading

    @property
    def can_be_read_again(self) -> bool:
        """Whether that is so of both."""
        return self.one.can_be_read_again and self.other.can_be_read_again

    def __iter__(self) -> Iterator[LineScore]:
        """Read, score and yield the lines."""
        for line, other in zip_longest(self.one, self.other):  # both to their ends: either may be too long
            if line is None or other is None or line.number != other.number:
                raise OptionError(
                    f"{self.scheme} selects other lines of {self.one.output} than of {self.other.output}; "
                    "leave out its flags f<> and p<>"
                )
            yield line._replace(score=line.score - other.score)


def file_lines(
    scheme: str | Scheme,
    expected: str | os.PathLike[str],
    output: str | os.PathLike[str],
    inputs: str | os.PathLike[str] | None = None,
    *,
    reading: Reading | None = None,
) -> LineSource:
    """Return the lines of an output file, scored against a file of expected results."""
    return LineSource(
        as_schemes([scheme])[0],
        os.fspath(expected),
        os.fspath(output),
        None if inputs is None else os.fspath(inputs),
        reading or Reading(),
    )


def challenge_lines(
    challenge: Challenge,
    split: str | None = None,
    *,
    out: str | os.PathLike[str] | None = None,
    scheme: str | Scheme | None = None,
) -> LineSource:
    """Return the lines of an output of a challenge, under its main metric or another one; see `Challenge.evaluate`.

    Raises ChallengeError where config.txt names no metric and none is given.
    """
    part = challenge.scorable(split)
    output = challenge.output(part, out)
    schemes = challenge.schemes if scheme is None else challenge.find_schemes([scheme])
    if not schemes:
        raise ChallengeError(f"{challenge.path}: config.txt names no metric; say which one to use")
    assert part.expected is not None
    return LineSource(
        schemes[0],
        str(part.expected),
        str(output.path),
        None if part.input is None else str(part.input),
        challenge.reading,
    )


@dataclass(frozen=True)
class KnownLines:
    """Texts in memory with the scores of the lines that were scored; it stands for a `LineSource`.

    numbers, scores: of the scored lines, counted from 1. expected, output, inputs: the texts of all lines.
    """

    scheme: Scheme
    numbers: Sequence[int]
    scores: Sequence[float]
    expected: Sequence[str]
    output: Sequence[str]
    inputs: Sequence[str] | None
    reading: Reading

    can_be_read_again = True

    def __iter__(self) -> Iterator[LineScore]:
        """Yield the scored lines."""
        for number, score in zip(self.numbers, self.scores, strict=True):
            at = number - 1
            line_input = self.inputs[at] if self.inputs is not None else ""
            yield LineScore(number, score, line_input, self.expected[at], self.output[at])
