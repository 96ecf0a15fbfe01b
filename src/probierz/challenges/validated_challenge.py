"""The parts of a challenge as the checks see them: what was read of them so far, nothing of it taken for granted."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property

from probierz.archives.decompressing import COMPRESSIONS
from probierz.challenges.challenge import kind_of_split
from probierz.challenges.column_counts import odd_columns
from probierz.challenges.config import Options
from probierz.challenges.doubts import KnownSplit
from probierz.challenges.file_survey import Survey, survey_file
from probierz.challenges.files import Reading, natural_key
from probierz.challenges.item_columns import ALL_COLUMNS, ItemColumns, item_columns
from probierz.challenges.problems import MARK_LEFT_OUT, Problem, Severity, problem_from
from probierz.errors import ProbierzError
from probierz.lines import Dialect
from probierz.schemes.scheme import Scheme

LENIENT = Dialect(lenient=True)
"""Odd bytes are reported by the survey of a file, once; they do not stop the reading of its lines."""


@dataclass
class ValidatedChallenge:
    """What the checks look at. given_options: those to go by instead of config.txt's own.

    held_back: splits whose expected results may be missing. takes_outputs: whether somebody works in it, so that
    outputs belong there.
    """

    path: str
    options: Options = field(default_factory=Options)
    given_options: Options | None = None
    held_back: Collection[str] = ()
    takes_outputs: bool = False
    schemes: list[Scheme] = field(default_factory=list)
    in_header: tuple[str, ...] = ()
    out_header: tuple[str, ...] = ()
    config_is_broken: bool = False

    @cached_property
    def train_hashes(self) -> set[int]:
        """A number for each distinct input line of the training data."""
        paths = file_variants(self.file("train"), self.options.input_file)
        survey = survey_one(paths, self.in_header, keep_hashes=True, item=self.item_columns)
        return survey.hashes if isinstance(survey, Survey) else set()

    @cached_property
    def item_columns(self) -> ItemColumns:
        """The columns of the inputs that make items different; ids do not."""
        try:
            return item_columns((one.inputs[0] for one in self._splits if len(one.inputs) == 1), self.in_header)
        except (ProbierzError, OSError):
            return ALL_COLUMNS  # what cannot be read is told of the file itself

    @cached_property
    def answered_splits(self) -> list[KnownSplit]:
        """The splits that have one input and one expected file: train, then dev sets, then tests."""
        return [
            KnownSplit(one.name, one.expecteds[0], one.inputs[0])
            for one in self._splits
            if len(one.inputs) == len(one.expecteds) == 1
        ]

    @cached_property
    def odd_inputs(self) -> dict[str, str]:
        """By split, that its input has another number of columns than those of the others; see `odd_columns`."""
        if self.free_input_columns:
            return {}
        paths = {one.name: one.inputs[0] for one in self._splits if len(one.inputs) == 1}
        try:
            return odd_columns(paths)
        except (ProbierzError, OSError):
            return {}  # what cannot be read is told of the file itself

    @property
    def _splits(self) -> list[ValidatedSplit]:
        """All splits: train, then dev sets, then tests."""
        names = sorted(filter(kind_of_split, os.listdir(self.path)), key=lambda one: (one != "train", natural_key(one)))
        return [ValidatedSplit(self, self.file(name)) for name in names if os.path.isdir(self.file(name))]

    @property
    def reading(self) -> Reading:
        """How the files are read."""
        return Reading(LENIENT, self.in_header, self.out_header, self.options.selector, self.options.tokenizer)

    def file(self, name: str) -> str:
        """The path of a file of the challenge."""
        return os.path.join(self.path, name)

    @property
    def free_columns(self) -> bool:
        """Whether columns of expected lines are alternatives to the main metric, so that their number is free."""
        return bool(self.schemes) and self.schemes[0].metric.definition.free_columns

    @property
    def free_input_columns(self) -> bool:
        """Whether the main metric lets input lines differ in their number of columns."""
        return bool(self.schemes) and self.schemes[0].metric.definition.free_input_columns


@dataclass
class ValidatedSplit:
    """A directory with data. `input` and `expected` are None when there is not exactly one such file, and a
    problem when it cannot be read.
    """

    challenge: ValidatedChallenge
    path: str

    @property
    def name(self) -> str:
        """The name of the split."""
        return os.path.basename(self.path)

    @cached_property
    def inputs(self) -> list[str]:
        """All files that could be the input."""
        return file_variants(self.path, self.challenge.options.input_file)

    @cached_property
    def expecteds(self) -> list[str]:
        """All files that could be the expected file."""
        return file_variants(self.path, self.challenge.options.expected_file)

    @cached_property
    def input(self) -> Survey | Problem | None:
        """What was found in the input."""
        challenge = self.challenge
        known = frozenset() if self.name == "train" else challenge.train_hashes
        return survey_one(self.inputs, challenge.in_header, keep_hashes=True, item=challenge.item_columns, known=known)

    @cached_property
    def expected(self) -> Survey | Problem | None:
        """What was found in the expected file."""
        return survey_one(self.expecteds, self.challenge.out_header)


def file_variants(directory: str, name: str) -> list[str]:
    """The files of that name, plain and compressed; where the name is in.tsv or expected.tsv, JSON lines serve too."""
    paths = [os.path.join(directory, name + suffix) for suffix in ("", *COMPRESSIONS)]
    found = [path for path in paths if os.path.isfile(path)]
    if not found and name in ("in.tsv", "expected.tsv"):
        return file_variants(directory, f"{name.removesuffix('.tsv')}.jsonl")
    return found


def survey_one(
    paths: Sequence[str],
    header: Sequence[str],
    *,
    keep_hashes: bool = False,
    item: ItemColumns = ALL_COLUMNS,
    known: Set[int] = frozenset(),
) -> Survey | Problem | None:
    """Look through the one file of these paths: None unless there is exactly one, a problem if it cannot be read."""
    if len(paths) != 1:
        return None
    try:
        return survey_file(paths[0], header=header, keep_hashes=keep_hashes, item=item, known=known)
    except ProbierzError as error:
        return problem_from(error, paths[0])


_ODDITIES = [
    (
        "carriage return",
        "a CR (carriage return, 0x0D) was found",
        "end lines with LF alone, as  dos2unix FILE  does; CRs are ignored in scoring",
    ),
    ("trailing space", "a space stands at the end of the line", "remove spaces at line ends"),
    ("unseen end", "a sign that nobody sees stands at the end of the line", "remove such signs at line ends"),
    ("not UTF-8", "a byte that is not UTF-8 was found", "save the file as UTF-8"),
    ("NUL", "a NUL character was found", "remove it"),
]
_AT_ENDS = ("trailing space", "unseen end")
_GEVAL_ODDITIES = {
    "carriage return": "Found CR (Carriage Return, 0x0D) character: `{}`",
    "trailing space": "Found space at the end of line: `{}`",
}


def clean_text(survey: Survey | Problem | None, *, may_end_in_space: bool = False) -> Iterator[Problem]:
    """Yield what makes a file unfit whatever is in it: no lines, CR, spaces at line ends, odd bytes.

    may_end_in_space: texts as they were found, not made: a space or unseen sign at a line's end is only odd.
    """
    if isinstance(survey, Problem):
        yield survey
    if not isinstance(survey, Survey):
        return
    if not survey.size:
        yield Problem(survey.path, None, "the file is empty", "fill it", geval=f"Empty file: `{survey.path}`")
    elif survey.has_header and not survey.lines:
        yield Problem(survey.path, None, "there is nothing but a header line", "add the lines")
    for kind, what, remedy in _ODDITIES:
        if kind in survey.sightings:
            line, count = survey.sightings[kind]
            message = what if count == 1 else f"{what}, the first of {count} such lines"
            geval = _GEVAL_ODDITIES[kind].format(survey.path) if kind in _GEVAL_ODDITIES else None
            severity: Severity = "warning" if may_end_in_space and kind in _AT_ENDS else "error"
            yield Problem(survey.path, line, message, remedy, severity, geval)
    if survey.has_byte_order_mark:
        yield Problem(survey.path, 1, MARK_LEFT_OUT, "save the file as UTF-8 without a byte order mark", "warning")
