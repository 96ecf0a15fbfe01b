"""Rounds in which people label the same items of a test, who takes part, and what each says of an item."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Version


class LabellingRound(models.Model):
    """A sample of the items of a split that people label.

    version: whose files they are. lines: numbers of the sampled lines, from 1, in the order in which they are shown;
    of_lines: how many the split has. instructions: Markdown; instructions_html: its page, made once. labels: those
    that people choose from; empty: they type. closed: since when nothing can be changed, as the labels were handed in.
    board: the challenge on which they stand. order: how many outputs say which items come first, 0 where none does.
    candidates: rows of a `CandidatePassage` that are judged in place of lines of the split, which has no name then.
    """

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="labelling_rounds")
    version = models.ForeignKey(Version, models.CASCADE, related_name="+")
    split = models.CharField(max_length=64)
    title = models.CharField(max_length=200)
    instructions = models.TextField(blank=True)
    instructions_html = models.TextField(blank=True)
    labels = models.JSONField(default=list)
    lines = models.JSONField(default=list)
    of_lines = models.PositiveIntegerField()
    order = models.PositiveIntegerField(default=0)
    candidates = models.JSONField(default=list)
    seed = models.PositiveBigIntegerField()
    creator = models.ForeignKey(User, models.PROTECT, related_name="+")
    board = models.ForeignKey(Challenge, models.SET_NULL, null=True, related_name="+")
    closed = models.DateTimeField(null=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-created", "-pk"]

    def __str__(self) -> str:
        """Return the title."""
        return self.title

    @property
    def is_whole(self) -> bool:
        """Whether every item of the split is labelled."""
        return not self.candidates and len(self.lines) == self.of_lines


class Labeller(models.Model):
    """Somebody who labels. number: by which boards and exports name them."""

    round = models.ForeignKey(LabellingRound, models.CASCADE, related_name="labellers")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "user"], name="one_labeller"),
            models.UniqueConstraint(fields=["round", "number"], name="one_labeller_number"),
        ]


class ItemLabel(models.Model):
    """What somebody says of an item. is_decided: False where it was skipped, and while it is typed."""

    labeller = models.ForeignKey(Labeller, models.CASCADE, related_name="given")
    line = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    is_decided = models.BooleanField(default=False)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["labeller", "line"], name="one_item_label")]
