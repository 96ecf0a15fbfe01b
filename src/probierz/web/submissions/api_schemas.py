"""What the API takes and gives of submissions."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Literal

from ninja import Schema
from pydantic import AfterValidator, Field

from probierz.suites.publishing import ReferenceRow
from probierz.web.challenges.api import PartName, VariantQuota
from probierz.web.http.api_shapes import Line, PageAsked, PageOfList, ProblemOut, Text
from probierz.web.intake.metadata import LONGEST_DESCRIPTION
from probierz.web.intake.tags import LONGEST_TAG, split_tags
from probierz.web.jobs.api import FailureOut

IsRounded = Annotated[
    bool, Field(description="its phase or challenge shows scores rounded; value and text have no more digits")
]
IsOutdated = Annotated[bool, Field(description="on data that were replaced since; it gives no rank")]
Login = Annotated[
    str | None, Field(description="of the person whose it is; null for teams, published results and hidden names")
]
TeamName = Annotated[str | None, Field(description="its short name here; of a published result its name in print")]
Created = Annotated[datetime | None, Field(description="when it was handed in; null for a published result")]
IsLate = Annotated[bool, Field(description="handed in by organisers when its phase was over; it has no rank")]


class ScoreOut(Schema):
    """A score of a test. value: None where it is not shown, or is no number. low, high: its interval."""

    test: str
    metric: str
    part: PartName = ""
    text: str
    value: float | None
    low: float | None
    high: float | None
    is_disclosed: bool
    is_rounded: IsRounded = False
    higher_is_better: bool
    unit: str = Field("", description="what value, low and high are in: percent, or nothing")
    conflict: str = Field("", description="of a published one: what another place says instead")
    is_outdated: IsOutdated = False


class OutputOut(Schema):
    """A file that was handed in. sha1: by which it can be cited; None for people who may not see the file."""

    test: str
    path: str
    sha1: str | None
    lines: int


class VariantOut(Schema):
    """One of the systems in a submission."""

    name: str
    parameters: dict[str, str]
    outputs: list[OutputOut]
    scores: list[ScoreOut]


class TagOut(Schema):
    """A tag. accepted: None while organisers have not decided."""

    name: str
    accepted: bool | None


class LinkOut(Schema):
    """An address that a submission names."""

    title: str
    url: str


class PublishedFacts(Schema):
    """What is said of a published result: of what kind it is, and where it is printed."""

    is_published_result: bool
    published_kind: str = Field(
        "", description="of a published result: official, authors, variant, ablation or baseline"
    )
    source: str = Field("", description="where it is printed")
    year: int | None = None
    link: str = ""
    is_counted: bool = Field(False, description="a baseline that was counted for its suite, and is printed nowhere")


class SubmissionOut(PublishedFacts):
    """A submission. version: whose tests gave its scores. url, branch: None for people who may not see its source; job,
    failure, not_rescored, held_back: for its people and organisers alone.
    """

    id: int
    challenge: str
    version: str
    phase: str | None
    submitter: str
    login: Login = None
    team: TeamName
    is_mine: bool
    url: str | None
    branch: str | None
    commit: str
    description: str
    created: Created
    state: Literal["waiting", "fetching", "scoring", "scored", "failed", "cancelled"]
    failure: FailureOut | None
    not_rescored: FailureOut | None = Field(
        None, description="why it could not be scored again when tests were changed; its scores are old then"
    )
    held_back: FailureOut | None = Field(None, description="why it was not published, and cannot be")
    problems: list[str]
    job: uuid.UUID | None
    tags: list[TagOut]
    links: list[LinkOut]
    is_open: bool
    is_baseline: bool
    is_reference: bool
    is_ranked: bool = Field(
        True, description="whether it counts in ranks: no published result beside them, and no outdated score"
    )
    is_late: IsLate = False
    is_chosen: bool
    is_hidden: bool
    variants: list[VariantOut]


class SubmissionPage(PageOfList):
    """Submissions."""

    items: list[SubmissionOut]


class HandedInOut(Schema):
    """What became of something handed in. is_new: false when it was handed in before; `note` says so,
    or which inputs are not those of the current version.
    """

    submission: SubmissionOut
    is_new: bool
    note: str


class QuotaOut(Schema):
    """How many more outputs of the caller are scored on a hidden test; null: as many as one likes.

    Each variant counts as one. A submission costs as many as it has on the hidden test where it has most, and one where
    it has none; what fails or is cancelled before anything is compared with a hidden test costs nothing.
    """

    left_today: int | None
    left_in_all: int | None
    daily: int = Field(description="the quota of a day; 0: no limit")
    total: int = Field(description="the quota in all; 0: no limit")
    variants: VariantQuota


class TriedOut(Schema):
    """What a look at outputs found. outputs: what was looked at; left_out: what is no output.

    closed: why nothing would be taken now, whatever is in them; empty where something would.
    """

    outputs: list[str]
    problems: list[ProblemOut]
    left_out: list[str]
    closed: str
    quota: QuotaOut


Tags = Annotated[
    list[Annotated[Line, Field(max_length=LONGEST_TAG)]],
    Field(max_length=50),
    AfterValidator(lambda names: split_tags(",".join(names))),
]


class FilesIn(Schema):
    """What goes with uploaded files."""

    description: Text = Field("", max_length=LONGEST_DESCRIPTION)
    tags: Line = Field("", max_length=2000, description="by commas")
    team: Line = Field("", max_length=64, description="slug of the team that hands in")
    test: Line = Field("", max_length=64, description="which test a single output is for; archives have folders")
    inputs: Line = Field(
        "",
        max_length=4000,
        description="SHA-256 of the inputs that were answered, as test-A=…, by commas: of the lines of in.tsv with "
        "\\n between them, without names of columns and without the last line end; small hexadecimal digits",
    )


class GitIn(Schema):
    """A branch to hand in."""

    url: Line = Field(max_length=1000, description="an https:// address of a public repository")
    branch: Line = Field("master", max_length=250)
    description: Text = Field("", max_length=LONGEST_DESCRIPTION)
    tags: Tags = Field(default_factory=list)
    team: Line = Field("", max_length=64)
    sure: bool = Field(True, description="false: outputs that look odd are not scored until `retry` confirms them")


class EditIn(Schema):
    """What to change; what is left out stays."""

    description: Text | None = Field(None, max_length=LONGEST_DESCRIPTION)
    tags: Tags | None = None


class EditedOut(Schema):
    """The submission as it is now. unknown_tags: those that the vocabulary does not have."""

    submission: SubmissionOut
    unknown_tags: list[str]


class BaselineIn(Schema):
    """Whether it is a baseline."""

    is_baseline: bool = True


class TagIn(Schema):
    """What organisers decide of a tag. accepted: None takes the decision back."""

    name: Line = Field(min_length=1, max_length=64)
    accepted: bool | None


class ReferenceRowIn(Schema):
    """One of several published results. scores: by split and metric, such as `test-A WER`.

    kind: what it is of, empty where that is not said. is_ranked: whether it counts in ranks; where it is not said, what
    was submitted does, and what has no kind. printed: scores with the digits that were printed, in the unit that the
    challenge shows, such as `90.0`; others are shown with those of the challenge. is_counted: on the data that the
    challenge has now; a score that was printed elsewhere stays one on the data it was printed for. conflicts: by split
    and metric, what another place says instead of a score, and why. source, year, link: where it is printed, when, and
    where a reader finds that. team: the name of the one whose it is.
    """

    name: Line = Field(min_length=1, max_length=300)
    scores: dict[Line, float] = Field(min_length=1, max_length=100)
    kind: Literal["", "official", "authors", "variant", "ablation", "baseline"] = ""
    is_ranked: bool | None = None
    printed: dict[Line, Line] = Field(default_factory=dict, max_length=100)
    is_counted: bool = False
    conflicts: dict[Line, Annotated[Text, Field(max_length=2000)]] = Field(default_factory=dict, max_length=100)
    source: Line = Field("", max_length=500)
    year: int = Field(0, ge=0, le=9999)
    link: Line = Field("", max_length=1000)
    team: Line = Field("", max_length=200)

    @property
    def row(self) -> ReferenceRow:
        """Return it as services take it."""
        is_ranked = self.kind in ("", "official") if self.is_ranked is None else self.is_ranked
        return ReferenceRow(
            self.name, self.scores, self.kind, is_ranked=is_ranked, printed=self.printed, is_counted=self.is_counted,
            conflicts=self.conflicts, source=self.source, year=self.year, link=self.link, team=self.team,
        )  # fmt: skip


class ReferenceIn(ReferenceRowIn):
    """A result that was published elsewhere, with a link.

    is_sure: take a score that is a tenth or a hundredth of all others, or so many times as much, all the same.
    """

    url: Line = Field("", max_length=1000)
    title: Line = Field("", max_length=300)
    is_sure: bool = False


class ReferencesIn(Schema):
    """All published results of one source. url, title: the link that its rows have.

    hold: take those that were printed before the data were replaced for scores on the data of now.
    """

    rows: list[ReferenceRowIn] = Field(max_length=2000)
    url: Line = Field("", max_length=1000)
    title: Line = Field("", max_length=300)
    hold: bool = False


class ReferencesOut(Schema):
    """What was done, by the names of rows. others: published results that are of no such source, and stayed.

    outdated: rows with scores that were printed for data that were replaced since; boards mark them so. renewed: rows
    that were such, and hold for the data of now.
    """

    added: list[str]
    corrected: list[str]
    removed: list[str]
    others: list[str]
    outdated: list[str]
    renewed: list[str]


class JobStarted(Schema):
    """A job that does the rest."""

    job: uuid.UUID


class SubmissionsAsked(PageAsked):
    """Which submissions are wanted."""

    mine: bool = Field(False, description="only the caller's, and those of their teams")


class QuotaAsked(Schema):
    """Whose quota."""

    team: Line = Field("", max_length=64, description="slug of a team of the caller's; empty: handing in alone")
