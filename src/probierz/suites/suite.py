"""What a suite declares: its tasks, where each comes from, what its files hold, and what was published about it.

Everything here is plain data, read from a TOML file by `probierz.suites.catalogue`; field names are the keys there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from probierz.challenges.config import Options, escape_argument, parse_options, split_arguments
from probierz.errors import ChallengeError, nearest
from probierz.schemes.scheme import Scheme, parse_schemes
from probierz.suites.published_results import PublishedResult

SourceKind = Literal["git", "archive", "file"]


UNSAID = -1
"""A quota of which a declaration says nothing."""


@dataclass(frozen=True)
class Licence:
    """Who may do what with the data. The notice is shown before the first download.

    name: as in `CC BY-SA 4.0`; "not stated" where the owners state none. notice: one to three sentences for people.
    spdx: the identifier of the licence on https://spdx.org/licenses, for programs; `LicenseRef-…` for one without.
    """

    name: str
    notice: str
    spdx: str = ""
    notice_pl: str = ""
    address: str = ""


@dataclass(frozen=True)
class TaskSource:
    """Where the data of a task come from.

    address: on the network, or a path here; one that begins with `./` or `../` is from the folder of the declaration.
    kind: "git", a repository; "archive", a .zip or .tar.* that is unpacked; "file", a single file.
    branch, revision: of a repository; the revision is the commit that the declaration describes.
    sha256, bytes: of an archive or file as it is downloaded.
    files: the files that a builder reads, as a path in the source to the sha256 of its unpacked content; a path stands
    for its compressed variants too (`dev-0/in.tsv` for `dev-0/in.tsv.xz`). For tasks that are challenge directories
    already, leave it empty: the files of `DeclaredSplit` say the same.
    """

    address: str
    kind: SourceKind = "git"
    branch: str = "main"
    revision: str = ""
    sha256: str = ""
    bytes: int = 0
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class KnownLine:
    """A line that must stand in a file of a split: the file's name, the number from 1, and how the line begins."""

    file: str
    line: int
    begins: str


@dataclass(frozen=True)
class DeclaredSplit:
    """A split of the built challenge.

    lines: of its input. files: file names to the sha256 of their unpacked content.
    hidden: the expected results are held back by the organisers. optional: copies may leave it out (it is large).
    known: lines that must be there, three for each split.
    """

    name: str
    lines: int
    files: Mapping[str, str] = field(default_factory=dict)
    hidden: bool = False
    optional: bool = False
    known: tuple[KnownLine, ...] = ()

    @property
    def has_open_results(self) -> bool:
        """Whether everybody has the expected results."""
        return not self.hidden and "expected.tsv" in self.files


@dataclass(frozen=True)
class KnownFinding:
    """A trait of the data that a check finds, and that is shown as known instead of as a fault.

    check: the name of the check. splits: what it concerns, as the finding names them. count: how often; a finding with
    another count is no longer known. note: what it is and what to do about it.
    """

    check: str
    count: int
    note: str
    splits: tuple[str, ...] = ()


@dataclass(frozen=True)
class PublishedCount:
    """A number printed about the data, beside what is counted in the files.

    split: or several, separated by spaces, which are counted together. what: "texts", "commas", ...
    printed: which published result it is, as `SOURCE: METRIC`, by the source's key (`task1-organisers: comma`); the
    value and the place are taken from there. Without it, published is the number, and source where it is printed.
    why: explains a difference; empty where there is none.
    file, pattern: how it is counted: the matches of a regular expression in a file of the splits; without a pattern,
    the lines. Where no file is named, the number is taken on trust.
    """

    split: str
    what: str
    counted: float
    printed: str = ""
    published: float = 0
    source: str = ""
    why: str = ""
    file: str = ""
    pattern: str = ""


@dataclass(frozen=True)
class Baseline:
    """A simple way to answer.

    recipe: how it is made, see `probierz.suites.baselines`; empty where it cannot be made so. system: the one of
    `probierz systems` that makes it once it has learnt, by `probierz baseline`.

    scores: the main metric, as the challenge prints it, by split. other_scores: by the name of another metric, then by
    split.
    """

    name: str
    description: str = ""
    recipe: str = ""
    system: str = ""
    scores: Mapping[str, str] = field(default_factory=dict)
    other_scores: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def all_scores(self, main_metric: str) -> Iterator[tuple[str, str, str]]:
        """Yield metric, split and score as the challenge prints it: of the main metric first."""
        for metric, scores in {main_metric: self.scores, **self.other_scores}.items():
            for split, value in scores.items():
                yield metric, split, value


@dataclass(frozen=True)
class DeclaredPhase:
    """A time in which a platform takes submissions. opens, closes: as `2027-03-01T12:00+01:00`; empty for no bound.

    disclosure: what is seen of hidden scores meanwhile. disclosed_from: when everybody sees all of them; empty: never,
    unless somebody says so on the platform. decides: who is first when it ends has won, and no phase after it takes
    that away; where no phase says so, the last one decides.
    """

    name: str
    opens: str = ""
    closes: str = ""
    disclosure: Literal["full", "rounded", "hidden"] = "full"
    disclosed_from: str = ""
    decides: bool = False


@dataclass(frozen=True)
class DeclaredTask:
    """One task: an ordinary challenge, once its source is fetched and built.

    schemes: the metrics, as after `--metric` (braces are expanded); the first is the main one.
    settings: the other options of its config.txt.
    builder: the name of what turns the source into a challenge directory, see `probierz.suites.building`.
    options: what that builder wants to know.
    cluster: the column of the input whose lines belong together, such as all answers to one question; they stay on one
    side when a part is set aside.
    notes: what a reader should know about the data, a sentence or two each.
    superseded_by: the name of a task that should be used instead.
    shares: the names of tasks of the same suite that have the same texts on purpose, with another question.
    quota, daily_quota: how many outputs of a person or team a platform scores on hidden tests, in all and a day; 0 is
    no limit, UNSAID leaves it to the platform.
    """

    name: str
    title: str
    description: str
    source: TaskSource
    licence: Licence
    schemes: tuple[str, ...]
    title_pl: str = ""
    description_pl: str = ""
    settings: str = ""
    cluster: str = ""
    builder: str = "challenge"
    options: Mapping[str, Any] = field(default_factory=dict)
    splits: tuple[DeclaredSplit, ...] = ()
    counts: tuple[PublishedCount, ...] = ()
    known: tuple[KnownFinding, ...] = ()
    baselines: tuple[Baseline, ...] = ()
    notes: tuple[str, ...] = ()
    citation: str = ""
    homepage: str = ""
    superseded_by: str = ""
    shares: tuple[str, ...] = ()
    quota: int = UNSAID
    daily_quota: int = UNSAID
    suite: str = ""
    published: tuple[PublishedResult, ...] = ()

    @property
    def full_name(self) -> str:
        """The name with its suite: `poleval-2021/ocr`."""
        return f"{self.suite}/{self.name}"

    @property
    def config(self) -> str:
        """The text of a config.txt with the metrics and the settings, without a line end."""
        metrics = " ".join(f"--metric {escape_argument(scheme)}" for scheme in self.schemes)
        return f"{metrics} {self.settings}".strip()

    @cached_property
    def parsed_schemes(self) -> tuple[Scheme, ...]:
        """The metrics with braces expanded, the main one first."""
        return tuple(one for text in self.schemes for one in parse_schemes(text))

    @property
    def main_metric(self) -> str:
        """The name under which the challenge shows its main metric."""
        return self.parsed_schemes[0].name

    @cached_property
    def config_options(self) -> Options:
        """The options that `config` stands for."""
        return parse_options(split_arguments(self.config))

    def split(self, name: str) -> DeclaredSplit:
        """Return the split of that name. Raises ChallengeError with those there are."""
        for split in self.splits:
            if split.name == name:
                return split
        names = nearest(name, [split.name for split in self.splits]) or [split.name for split in self.splits]
        raise ChallengeError(f"{self.full_name}: no split is called {name!r}; try {', '.join(names)}")


@dataclass(frozen=True)
class Suite:
    """A benchmark: a list of tasks, and what they have in common.

    published: results about the suite as a whole, such as an average over its tasks; those of tasks are with them.
    has_average: whether the plain mean over the tasks counts, each by its main metric.
    rules, phases: of a campaign, for people and for a platform.
    licence: of tasks that have none of their own; None where each has one.
    archive: "klej" where predictions for all tasks may come as one archive in the form of KLEJ; empty where not.
    """

    name: str
    title: str
    description: str
    tasks: tuple[DeclaredTask, ...]
    title_pl: str = ""
    description_pl: str = ""
    homepage: str = ""
    citation: str = ""
    superseded_by: str = ""
    published: tuple[PublishedResult, ...] = ()
    has_average: bool = False
    rules: tuple[str, ...] = ()
    phases: tuple[DeclaredPhase, ...] = ()
    archive: Literal["", "klej"] = ""
    licence: Licence | None = None

    @property
    def results(self) -> tuple[PublishedResult, ...]:
        """All published results: those of the tasks in their order, then those about the suite as a whole."""
        return (*(one for task in self.tasks for one in task.published), *self.published)

    def task(self, name: str) -> DeclaredTask:
        """Return the task of that name. Raises ChallengeError with the nearest names."""
        for task in self.tasks:
            if task.name == name:
                return task
        names = [task.name for task in self.tasks]
        close = nearest(name, names) or names
        raise ChallengeError(f"{self.name}: no task is called {name!r}; try {', '.join(close)}")
