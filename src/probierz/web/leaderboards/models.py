"""A board is data: which submissions, which tests, which of somebody's submissions counts."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from probierz.web.accounts.models import slug_validator
from probierz.web.challenges.models import Challenge, Phase, Test, Version
from probierz.web.submissions.models import Evaluation

PLAIN_TITLE = _("Best of each")
"""The title of the board that every challenge has, where it stands beside others."""


@cache
def _plain_titles() -> frozenset[str]:
    """That title in each language: a board has it in that of whoever made it."""
    titles = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            titles.add(str(PLAIN_TITLE))
    return frozenset(titles)


class Rule(models.TextChoices):
    """Which of a group's submissions stands on the board."""

    BEST = "best", _("the best")
    LAST = "last", _("the last")
    CHOSEN = "chosen", _("the chosen, else the best")
    ALL = "all", _("all")


class Group(models.TextChoices):
    """Whose submissions compete for one row."""

    SUBMITTER = "submitter", _("person or team")
    TAG = "tag", _("tag")
    PARAMETER = "parameter", _("parameter")


class Board(models.Model):
    """A board of a challenge; without any, there is one by submitter with the best of each.

    columns: names of tests (`test-A` or `test-A WER`), empty: those of the rule for main tests. tag: only submissions
    with it. parameter: by which a board is grouped. main: the column that ranks; empty: the last.
    """

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="boards")
    slug = models.CharField(max_length=64, validators=[slug_validator])
    title = models.CharField(_("title"), max_length=200)
    position = models.PositiveIntegerField(default=1)
    rule = models.CharField(max_length=12, choices=Rule.choices, default=Rule.BEST)
    group = models.CharField(max_length=12, choices=Group.choices, default=Group.SUBMITTER)
    parameter = models.CharField(max_length=120, blank=True)
    columns = models.JSONField(default=list, blank=True)
    main = models.CharField(max_length=300, blank=True)
    phase = models.ForeignKey(Phase, models.CASCADE, null=True, blank=True)
    tag = models.CharField(max_length=64, blank=True)
    shows_intervals = models.BooleanField(default=True)
    shows_clusters = models.BooleanField(default=True)

    class Meta:
        ordering: ClassVar = ["position", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["challenge", "slug"], name="one_board")]

    @property
    def shown_title(self) -> str:
        """The title; of the board that every challenge has in the language of the page."""
        return str(PLAIN_TITLE) if self.title in _plain_titles() else self.title


class Compared(models.Model):
    """Which outputs a test tells apart: of the evaluations listed, the pairs that differ by more than chance."""

    test = models.OneToOneField(Test, models.CASCADE, related_name="compared")
    evaluations = models.JSONField(default=list)
    different = models.JSONField(default=list)
    when = models.DateTimeField(auto_now=True)


class PairTest(models.Model):
    """Whether two outputs of a test differ by more than chance, as `probierz compare` says of just these two.

    first, second: evaluations, that with the smaller id first. difference: value of the first minus that of the second;
    low, high: its interval. p_value: two-sided; None where no verdict is possible, as for scores that are NaN.
    method: "sign" or "randomisation"; trials: of the latter, when it is not exact.
    why_none: where no verdict is possible, why; differing: where too few lines differ, how many, if that is known.
    """

    class WhyNone(models.TextChoices):
        """Why no verdict is possible."""

        SAME = "same"
        FEW = "few"
        UNDEFINED = "undefined"
        GROUPS = "groups"

    first = models.ForeignKey(Evaluation, models.CASCADE, related_name="+")
    second = models.ForeignKey(Evaluation, models.CASCADE, related_name="+")
    difference = models.FloatField(null=True)
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)
    p_value = models.FloatField(null=True)
    method = models.CharField(max_length=20, blank=True)
    trials = models.PositiveIntegerField(default=0)
    is_exact = models.BooleanField(default=False)
    why_none = models.CharField(max_length=20, blank=True)
    differing = models.PositiveIntegerField(null=True)
    when = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["first", "second"], name="one_pair_test")]


class RanksBefore(models.Model):
    """The first board as it was when a version came with other tests: scores of before are replaced one by one.

    So it is also how the board stood at last on the version before.

    rows: [{"submission", "shown", "rank", "is_private", "ranked", "left"}], in the order of the board; see
    `rank_changes.remember_ranks`.
    """

    version = models.OneToOneField(Version, models.CASCADE, related_name="+")
    rows = models.JSONField(default=list)
