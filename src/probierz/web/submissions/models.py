"""A submission, its variants and outputs, and what the engine said of each output."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from probierz.challenges.problems import DOUBTFUL
from probierz.web.accounts.models import Team, User
from probierz.web.challenges.counted_submissions import on_boards
from probierz.web.challenges.models import Challenge, Phase, Tag, Test, Version
from probierz.web.jobs.models import Job
from probierz.web.submissions.arrival import Arrival, is_after_end, is_late

HUMAN = "human"
"""The tag of labels that people gave; labelling alone sets it."""

COUNTED_BASELINE = _("baseline, counted")
"""How a baseline is marked that is printed nowhere, and was counted by who declared the suite."""


class Submission(models.Model):
    """What somebody handed in at one time: a commit in the challenge's store, whichever way it came.

    commit: SHA-1 in the store, below `refs/submissions/`; empty until it is fetched. content: SHA-256 over names and
    digests of all outputs. state: of its evaluation. failure: as a job's. not_rescored: why it could not be scored
    again on a version with other tests, as a job's failure, with the version's row; its old scores stay.
    held_back: why it was not published, as the failure of the job that was to do it. counts: whether it uses up quota,
    which what was scored does. cost: how much of it, see `services.quota.cost_of`.
    is_reference: a published result without outputs; published_kind: what it is of, empty where nobody said;
    published_source, published_year, published_link: where it is printed; published_team: the name of the team whose it
    is; is_counted: it is printed nowhere, and was counted for the suite; is_ranked: whether it counts in ranks, as what
    was submitted does. row_name: by which it stands on pages in place of its submitter's name; is_human: whether these
    are labels that people gave; is_majority: what most of those said whose own labels stand beside it, so that it is of
    nobody else; labelling alone sets the three. is_by_maker: whether somebody it is of took part in making
    the test, and so knows what is expected there; boards say so. form: what was typed, until all is known. is_chosen:
    it stands for its people on boards where people choose, and is one of those among which the private part decides.
    is_withdrawn: it was hidden when its phase ended, so that the private part decides without it, also if it is shown
    again. came_late: its phase was over when organisers handed it in, see `is_late`.
    """

    class Source(models.TextChoices):
        """How it came."""

        GIT = "git"
        UPLOAD = "upload"
        API = "api"
        TRIGGER = "trigger"
        REFERENCE = "reference"

    class State(models.TextChoices):
        """Where it stands; the last three are final."""

        WAITING = "waiting", _("waiting")
        FETCHING = "fetching", _("fetching")
        SCORING = "scoring", _("scoring")
        SCORED = "scored", _("scored")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    UNFINISHED: ClassVar = (State.WAITING, State.FETCHING, State.SCORING)
    UNSCORED: ClassVar = (State.FAILED, State.CANCELLED)  # seen by its people and organisers alone

    class PublishedKind(models.TextChoices):
        """What a published result is of, see `probierz.suites.published_results.SubmissionKind`."""

        OFFICIAL = "official", _("published: official submission")
        AUTHORS = "authors", _("published: run by the authors")
        VARIANT = "variant", _("published: variant")
        ABLATION = "ablation", _("published: ablation")
        BASELINE = "baseline", _("published: baseline")

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="submissions")
    version = models.ForeignKey(Version, models.PROTECT, related_name="submissions")
    phase = models.ForeignKey(Phase, models.SET_NULL, null=True, blank=True, related_name="submissions")
    submitter = models.ForeignKey(User, models.PROTECT, related_name="submissions")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="submissions")
    source = models.CharField(max_length=12, choices=Source.choices)
    url = models.CharField(max_length=1000, blank=True)
    branch = models.CharField(max_length=250, blank=True)
    commit = models.CharField(max_length=64, blank=True, db_index=True)
    content = models.CharField(max_length=64, blank=True, db_index=True)
    description = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True, db_index=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    failure = models.JSONField(null=True, blank=True)
    not_rescored = models.JSONField(null=True, blank=True)
    held_back = models.JSONField(null=True, blank=True)
    form = models.JSONField(default=dict)
    problems = models.JSONField(default=list)  # what its metadata had wrong, and did not stop it
    job = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="submissions")
    counts = models.BooleanField(default=False)
    cost = models.PositiveIntegerField(default=1)
    is_open = models.BooleanField(default=False)
    is_baseline = models.BooleanField(default=False)
    is_reference = models.BooleanField(default=False)
    published_kind = models.CharField(max_length=12, choices=PublishedKind.choices, blank=True)
    published_source = models.CharField(max_length=500, blank=True)
    published_year = models.PositiveIntegerField(default=0)
    published_link = models.CharField(max_length=1000, blank=True)
    published_team = models.CharField(max_length=200, blank=True)
    is_counted = models.BooleanField(default=False)
    is_ranked = models.BooleanField(default=True)
    row_name = models.CharField(max_length=250, blank=True)
    is_human = models.BooleanField(default=False)
    is_majority = models.BooleanField(default=False)
    is_by_maker = models.BooleanField(default=False)
    is_chosen = models.BooleanField(default=False)
    is_withdrawn = models.BooleanField(default=False)
    came_late = models.BooleanField(default=False)
    hidden = models.DateTimeField(null=True, blank=True)
    deleted = models.DateTimeField(null=True, blank=True)
    tags = models.ManyToManyField(Tag, through="SubmissionTag")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["challenge", "created"], name="submission_time"),
            models.Index(fields=["challenge", "submitter", "created"], name="submission_quota"),
            models.Index(fields=["challenge"], name="submission_on_boards", condition=on_boards()),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                *("challenge", "phase", "submitter", Coalesce("team", 0), "url", "branch", "commit"),  # 0: alone
                condition=~Q(commit="") & ~Q(url="") & Q(deleted=None) & ~Q(state__in=["failed", "cancelled"]),
                name="one_submission_of_a_commit",
            )
        ]

    @property
    def published_label(self) -> str:
        """How a published result is marked: what kind it is, where somebody said so; or that it was but counted."""
        if self.is_counted:
            return str(COUNTED_BASELINE)
        return str(self.get_published_kind_display() if self.published_kind else _("published result"))

    @property
    def team_name(self) -> str:
        """The name of the team that handed it in, or whose published result it is; empty for none."""
        return self.team.name if self.team else self.published_team

    @property
    def team_key(self) -> str | None:
        """The slug of that team, or the name of the one whose published result it is; None for none."""
        return self.team.slug if self.team else self.published_team or None

    @property
    def is_shown_as_baseline(self) -> bool:
        """Whether it is a baseline, handed in here or published; other published results are none."""
        return self.is_baseline and self.published_kind in ("", "baseline")

    @property
    def when_handed_in(self) -> datetime | None:
        """When it was handed in; None for a published result: the day on which it was noted here says nothing."""
        return None if self.is_reference else self.created

    @property
    def published_facts(self) -> dict[str, Any]:
        """For programs, what is published and where; year: None where nobody says."""
        return {
            "is_published_result": self.is_reference, "published_kind": self.published_kind,
            "source": self.published_source, "year": self.published_year or None, "link": self.published_link,
            "is_counted": self.is_counted,
        }  # fmt: skip

    def without_source(self, name: str) -> str:
        """Return its name without where it is printed: of a published result the system."""
        source = self.published_source
        return name.removesuffix(f" ({source})") if source else name

    @property
    def is_late(self) -> bool:
        """Whether it was handed in when its phase was over, as only organisers may; not where that was made longer."""
        return is_late(self._arrival)

    @property
    def is_after_end(self) -> bool:
        """Whether it came in time, and an end before it was set for its phase later; rows of labelling come then."""
        return is_after_end(self._arrival)

    @property
    def _arrival(self) -> Arrival:
        closes = self.phase.closes if self.phase else None
        return Arrival(self.created, closes, self.came_late, is_other=self.is_reference or bool(self.row_name))

    @property
    def is_doubtful(self) -> bool:
        """Whether it waits for somebody to say that its outputs are meant as they are."""
        return self.state == self.State.FAILED and (self.failure or {}).get("class") == DOUBTFUL

    @property
    def why_held_back(self) -> str:
        """What kept it from being published, behind the file in which that stands; empty of any other."""
        why = self.held_back or {"file": None, "message": ""}
        return f"{why['file']}: {why['message']}" if why["file"] else str(why["message"])

    @property
    def published_branch(self) -> str:
        """The branch of the public repository under which an open submission is found for ever."""
        return f"submission-{self.pk:05d}"


class SubmissionTag(models.Model):
    """A tag of a submission; organisers accept or reject it (None: not decided)."""

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="submission_tags")
    tag = models.ForeignKey(Tag, models.CASCADE)
    accepted = models.BooleanField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["submission", "tag"], name="one_submission_tag")]


def is_marked_baseline(submission: Submission, tags: Iterable[SubmissionTag]) -> bool:
    """Whether a mark has to say that it is a baseline: one of its tags may say so already."""
    is_tagged = any(one.tag.name in ("baseline", HUMAN) for one in tags)
    return submission.is_baseline and not submission.is_reference and not is_tagged


class Link(models.Model):
    """An address that a submission names: a paper, a model."""

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="links")
    title = models.CharField(max_length=300, blank=True)
    url = models.CharField(max_length=1000)


class Dependency(models.Model):
    """A commit on which a submission was built."""

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="dependencies")
    commit = models.CharField(max_length=64, db_index=True)


class Variant(models.Model):
    """One of the systems in a submission; usually there is one, `out`."""

    USUAL: ClassVar = "out"

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="variants")
    name = models.CharField(max_length=250)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["submission", "name"], name="one_variant")]


class Parameter(models.Model):
    """A name and a value, such as `epochs` and `3`."""

    variant = models.ForeignKey(Variant, models.CASCADE, related_name="parameters")
    name = models.CharField(max_length=120)
    value = models.TextField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["variant", "name"], name="one_parameter")]


class Output(models.Model):
    """A file of a variant. sha1: of the file as committed, for references such as `{53ed07}`; sha256: of the same.

    changed: on how many lines of a hidden test it differs from the nearest earlier output of the same people, where it
    is nearly equal to one; see `submissions.probing`.
    """

    variant = models.ForeignKey(Variant, models.CASCADE, related_name="outputs")
    split = models.CharField(max_length=64)
    path = models.CharField(max_length=500)
    sha1 = models.CharField(max_length=40, db_index=True)
    sha256 = models.CharField(max_length=64, db_index=True)
    size = models.PositiveBigIntegerField()
    lines = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["variant", "split", "path"], name="one_output")]


class Evaluation(models.Model):
    """What a test says of an output's content: computed once, whoever hands it in.

    sha256: of the content; for a file that is no plain `.tsv`, of its ending and that (see `evaluation_key`).
    value: None for NaN. notes: on the interval, as the engine says them; of a hidden test without numbers and labels of
    lines. rows: whether the tallies are kept in `rows/<id>.npz`, for paired comparisons.
    """

    test = models.ForeignKey(Test, models.CASCADE, related_name="evaluations")
    sha256 = models.CharField(max_length=64)
    value = models.FloatField(null=True, blank=True)
    shown = models.CharField(max_length=64)
    low = models.FloatField(null=True, blank=True)
    high = models.FloatField(null=True, blank=True)
    notes = models.JSONField(default=list, blank=True)
    signature = models.TextField()
    engine = models.CharField(max_length=40)
    rows = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["test", "sha256"], name="one_evaluation")]


class Analysis(models.Model):
    """What single lines tell of an evaluation; as secret as the expected results, see `Viewer.items`.

    lines: how many were scored. worst: [number, shown score] of the worst lines. features: what goes with bad lines,
    see `sandbox.looking`; None where that took too long.
    """

    evaluation = models.OneToOneField(Evaluation, models.CASCADE, related_name="analysis")
    lines = models.PositiveIntegerField()
    worst = models.JSONField(default=list)
    features = models.JSONField(null=True)


class Score(models.Model):
    """An evaluation of a variant: what boards read. The challenge stands here too, so that one index serves a board.

    is_withheld: it is no sure improvement, and the challenge shows only sure ones, see `submissions.ladder`. conflict:
    of a published one, what another place says instead.
    """

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="+")
    submission = models.ForeignKey(Submission, models.CASCADE, related_name="scores")
    variant = models.ForeignKey(Variant, models.CASCADE, related_name="scores")
    output = models.ForeignKey(Output, models.CASCADE, null=True, blank=True, related_name="scores")
    test = models.ForeignKey(Test, models.CASCADE, related_name="scores")
    evaluation = models.ForeignKey(Evaluation, models.CASCADE, null=True, blank=True, related_name="scores")
    value = models.FloatField(null=True, blank=True)
    shown = models.CharField(max_length=64)
    is_withheld = models.BooleanField(default=False)
    conflict = models.TextField(blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["challenge", "test", "value"], name="score_board")]
        constraints: ClassVar = [models.UniqueConstraint(fields=["variant", "test"], name="one_score")]
