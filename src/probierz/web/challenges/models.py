"""A challenge, its versions with their tests, phases, tags and organisers."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from probierz.web.accounts.models import Team, User, slug_validator
from probierz.web.challenges.counted_submissions import on_boards
from probierz.web.html.numbers import DECIMALS

RESERVED = frozenset({"new"})
"""Short names that no challenge has: addresses of the platform's own pages."""


class Tag(models.Model):
    """A word of the vocabulary for submissions and challenges."""

    name = models.CharField(max_length=64, unique=True)
    description = models.CharField(max_length=500, blank=True)
    colour = models.CharField(max_length=7, blank=True)

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Ladder(models.TextChoices):
    """How scores on hidden tests are shown, and when a new one is to those who handed it in."""

    LINES = "lines", _("always, as finely as the lines of the test justify")
    OFF = "", _("always, with all digits")
    PAIRED = "paired", _("if it is better than their best by more than chance")
    STEP = "step", _("if it is better than their best by a step")


class Challenge(models.Model):
    """A task with tests. The slug stands in addresses and never changes.

    aliases: other names under which submissions by `geval --submit` arrive (the client sends a folder's name).
    source, gold: where the public and the hidden part come from: a git address and branch, or empty for a directory
    or an upload. team: only this team sees it. revision: raised whenever a board may change; caches are keyed by it.
    daily_quota, total_quota: outputs of one submitter (person or team) that are scored on a hidden test; 0 is no limit.
    variant_quota: how many outputs of one submission are scored on a hidden test; 0 is no limit. near_quota: how many
    outputs a day may be nearly equal to an earlier one of the same people on a hidden test, see `submissions.probing`.
    division: how hidden tests of the next version are divided into a public and a private part, see `division`; empty:
    they are not. selections: how many submissions somebody selects for the private part to decide among. ladder:
    which scores are shown, see `submissions.ladder`, and how finely, see `Visitor.has_steps`; ladder_step: how much
    better a score must be. has_usual_quotas: quotas follow from the lines of hidden tests, see `usual_quotas`.
    has_own_words: title and summary were written in the browser, and no README changes them. hidden_title: the title
    that everybody saw when it was hidden again, which nobody else may take meanwhile.
    """

    slug = models.CharField(max_length=64, unique=True, validators=[slug_validator])
    aliases = models.JSONField(default=list, blank=True)
    title = models.CharField(_("title"), max_length=300)
    hidden_title = models.CharField(max_length=300, blank=True, default="")
    summary = models.TextField(blank=True)
    source_url = models.CharField(max_length=1000, blank=True)
    source_branch = models.CharField(max_length=250, blank=True)
    gold_url = models.CharField(max_length=1000, blank=True)
    gold_branch = models.CharField(max_length=250, blank=True)
    is_published = models.BooleanField(default=False)
    is_starred = models.BooleanField(default=False)
    archived = models.DateTimeField(null=True, blank=True)
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True)
    tags = models.ManyToManyField(Tag, through="ChallengeTag")
    created = models.DateTimeField(auto_now_add=True)
    daily_quota = models.PositiveIntegerField(default=10)
    total_quota = models.PositiveIntegerField(default=100)
    has_usual_quotas = models.BooleanField(default=True)
    variant_quota = models.PositiveIntegerField(default=5)
    near_quota = models.PositiveIntegerField(default=5)
    division = models.JSONField(default=dict, blank=True)
    selections = models.PositiveIntegerField(default=2)
    ladder = models.CharField(max_length=12, choices=Ladder.choices, default=Ladder.LINES, blank=True)
    ladder_step = models.FloatField(null=True, blank=True)
    has_own_words = models.BooleanField(default=False)
    open_submissions = models.BooleanField(default=False)  # every submission is published as it is scored
    current = models.ForeignKey("Version", models.SET_NULL, null=True, blank=True, related_name="+")
    revision = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        """Return the title."""
        return self.title


class ChallengeTag(models.Model):
    """A tag of a challenge."""

    challenge = models.ForeignKey(Challenge, models.CASCADE)
    tag = models.ForeignKey(Tag, models.CASCADE)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["challenge", "tag"], name="one_challenge_tag")]


class Organiser(models.Model):
    """Who runs a challenge. An owner also names organisers."""

    class Role(models.TextChoices):
        """What they may do."""

        OWNER = "owner", _("owner")
        ORGANISER = "organiser", _("organiser")

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="organisers")
    user = models.ForeignKey(User, models.CASCADE, related_name="organised")
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.ORGANISER)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["challenge", "user"], name="one_organiser")]


class TestMaker(models.Model):
    """Who took part in making the tests of a challenge, or labelled them, and so knows what may be expected in them."""

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="test_makers")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["challenge", "user"], name="one_test_maker")]


class Announcement(models.Model):
    """What organisers tell everybody who may see the challenge. text: Markdown; html: its page, made once.

    edited: when whoever wrote it last changed its words.
    """

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="announcements")
    author = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    title = models.CharField(_("title"), max_length=200)
    text = models.TextField(_("text"))
    html = models.TextField()
    created = models.DateTimeField(auto_now_add=True)
    edited = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created", "-pk"]


class Version(models.Model):
    """A state of a challenge's files, which never change under a version.

    folder: its name below `challenges/<slug>`, which no other version ever has: numbers of rows are given again after a
    kill or a restore. public_commit: in the public repository. readme_html: the page of the README, None until it is
    made. commit: of the public part; gold_commit: of the hidden part, which is the version's name in old addresses.
    gold_hash: SHA-256 over expected results and config.txt; equal hashes mean equal scores. previous: the version
    before. changed_tests: it has tests that the version before had not, or with other data, so that what was handed in
    is scored again. job: the import that made it; the same one never makes two.
    """

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="versions")
    major = models.PositiveIntegerField(default=1)
    minor = models.PositiveIntegerField(default=0)
    patch = models.PositiveIntegerField(default=0)
    commit = models.CharField(max_length=64, blank=True)
    gold_commit = models.CharField(max_length=64, blank=True, db_index=True)
    description = models.TextField(blank=True)
    readme = models.TextField(blank=True)
    readme_html = models.TextField(null=True, blank=True)
    folder = models.CharField(max_length=64, blank=True)
    public_commit = models.CharField(max_length=64, blank=True)
    gold_hash = models.CharField(max_length=64)
    problems = models.JSONField(default=list)
    previous = models.ForeignKey("Version", models.SET_NULL, null=True, blank=True, related_name="+")
    changed_tests = models.BooleanField(default=False)
    job = models.UUIDField(null=True, blank=True, unique=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["challenge", "major", "minor", "patch"], name="one_version_number")
        ]

    @property
    def number(self) -> str:
        """The version as people write it."""
        return f"{self.major}.{self.minor}.{self.patch}"

    def lines_of_tests(self) -> dict[str, int]:
        """Return how many lines an output has for each split that it scores."""
        return {test.split: test.all_lines for test in self.tests.select_related("division")}

    def division_rules(self) -> dict[str, dict[str, Any]]:
        """Return by split the rule by which its tests are divided; empty where a test is whole."""
        tests = self.tests.select_related("division")
        return {test.split: test.division.rule if test.division else {} for test in tests}

    def redivided(self) -> dict[str, bool]:
        """Return of the splits that are divided otherwise than in the version before whether they are divided."""
        if not self.changed_tests or self.previous is None:
            return {}
        before = self.previous.division_rules()
        return {split: bool(rule) for split, rule in self.division_rules().items() if before.get(split, rule) != rule}

    @property
    def moves_scores(self) -> bool:
        """Whether a split of the version before has other data here, or is divided otherwise; a metric or a split that
        is added moves none.
        """
        if not self.changed_tests or self.previous is None:
            return False
        before = set(self.previous.tests.values_list("split", "gold_hash"))  # of a divided split two
        splits = {split for split, _gold in before}
        now = self.tests.values_list("split", "gold_hash")
        return any(split in splits and (split, gold) not in before for split, gold in now)

    @property
    def not_rescored(self) -> int:
        """How many submissions that stand on boards could not be scored again on its tests, and have no rank."""
        if not self.changed_tests:
            return 0
        return self.challenge.submissions.filter(on_boards(), not_rescored__version=self.pk).count()


class Disclosure(models.TextChoices):
    """What a phase shows of the scores of hidden tests."""

    FULL = "full", _("scores")
    ROUNDED = "rounded", _("rounded scores")
    HIDDEN = "hidden", _("no scores")


class ItemLevel(models.TextChoices):
    """What submitters may see of the lines of a hidden test."""

    NONE = "none", _("nothing")
    AGGREGATES = "aggregates", _("which features go with bad lines")
    OWN_OUTPUT = "own-output", _("their own output with the score of each line")
    ITEMS = "items", _("everything")


class Phase(models.Model):
    """A time in which submissions are taken. Empty bounds are open. Exactly one phase can be open at a time.

    digits: of a rounded score. disclosed_from: from then on everything is shown as with "full". shows_private: it
    decides. Once it is over, no later phase that does not decide takes ranks from it, and scores on private parts of
    what was handed in during it are shown. was_private_out: there were such scores to be known before something was
    changed.
    """

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="phases")
    name = models.CharField(_("name"), max_length=80)
    position = models.PositiveIntegerField(default=1)
    opens = models.DateTimeField(null=True, blank=True)
    closes = models.DateTimeField(null=True, blank=True)
    disclosure = models.CharField(max_length=16, choices=Disclosure.choices, default=Disclosure.FULL)
    digits = models.PositiveIntegerField(default=2)
    disclosed_from = models.DateTimeField(null=True, blank=True)
    shows_private = models.BooleanField(default=True)
    was_private_out = models.BooleanField(default=False)
    items = models.CharField(max_length=16, choices=ItemLevel.choices, default=ItemLevel.NONE)
    items_from = models.DateTimeField(null=True, blank=True)
    colour = models.CharField(max_length=7, blank=True)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["challenge", "name"], name="one_phase_name")]

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Division(models.Model):
    """Which lines of a hidden split are its public part; it never changes, and is as secret as expected results.

    rule: as the challenge had it, with its seed. lines: of the whole split. public: one bit a line, the first line in
    the highest bit of the first byte; 1 where the line belongs to the public part.
    """

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="divisions")
    split = models.CharField(max_length=64)
    rule = models.JSONField()
    lines = models.PositiveIntegerField()
    public = models.BinaryField()


class Part(models.TextChoices):
    """Which lines of a split a test scores."""

    WHOLE = "", _("all lines")
    PUBLIC = "public", _("public part")
    PRIVATE = "private", _("private part")


class Test(models.Model):
    """A metric on a split, or on a part of one. It outlives versions: as long as data and metric stay, its scores do.

    priority: of the scheme (`P<2>`); 1 stands on the board. position: of the metric in config.txt, from 1; the first
    is the main one. is_hidden: the public part has no expected results of this split. part: which lines of the split
    it scores; division: which these are, None for all. gold_hash: of a part, it holds that too. far_score: from
    which distance on a score is told as far alone, where the data decide it, see `far_scores`; None: not asked yet.
    """

    __test__ = False  # no test of pytest's

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="tests")
    split = models.CharField(max_length=64)
    scheme = models.CharField(max_length=500)
    name = models.CharField(max_length=200)
    gold_hash = models.CharField(max_length=64)
    versions = models.ManyToManyField(Version, related_name="tests")
    priority = models.IntegerField(default=1)
    position = models.PositiveIntegerField(default=1)
    higher_is_better = models.BooleanField()
    precision = models.PositiveIntegerField(null=True, blank=True)
    as_percentage = models.BooleanField(default=False)
    is_hidden = models.BooleanField(default=True)
    lines = models.PositiveIntegerField(default=0)
    part = models.CharField(max_length=8, choices=Part.choices, default=Part.WHOLE, blank=True)
    division = models.ForeignKey(Division, models.PROTECT, null=True, blank=True, related_name="tests")
    far_score = models.FloatField(null=True, blank=True)

    @property
    def public_percent(self) -> int:
        """About which share of the lines is public, as it was wished for.

        How many lines they really are is not told: where documents were divided, it tells which of them are public.
        """
        return 100 if self.division is None else round(100 * float(self.division.rule["share"]))

    @property
    def all_lines(self) -> int:
        """How many lines an output has that is scored, also where this test scores a part of them."""
        return self.lines if self.division is None else self.division.lines

    @property
    def judging_lines(self) -> int:
        """About how many lines its scores are made of; of a public part, as many as were wished for."""
        return round(self.all_lines * self.public_percent / 100) if self.part == Part.PUBLIC else self.lines

    @property
    def scale(self) -> int:
        """By what a value is multiplied wherever it is shown: 100 for percent."""
        return 100 if self.as_percentage else 1

    @property
    def decimals(self) -> int | None:
        """With how many digits after the point people are shown a score; None: with those of its text.

        A precision that the challenge declares is in the text; where it declares none, that has all digits there are.
        """
        if self.precision is not None:
            return None
        return DECIMALS - 2 if self.as_percentage else DECIMALS

    @property
    def unit(self) -> str:
        """What shown values are in: `percent`, or nothing."""
        return "percent" if self.scale == 100 else ""

    @property
    def ranks_published(self) -> bool:
        """Whether published results are compared with scores on it: they are known of whole tests, so not on a part."""
        return not self.part

    class Meta:
        ordering: ClassVar = ["split", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["challenge", "split", "scheme", "gold_hash"], name="one_test")
        ]
