"""What labelling adds to pages of challenges."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver
from django.template.loader import render_to_string

from probierz.web.challenges.models import Challenge
from probierz.web.events import state_shown
from probierz.web.labelling.told import told_by_boards

__all__ = ["show_told"]


@receiver(state_shown)
def show_told(challenge: Challenge, **_: Any) -> str:
    """Tell organisers how much published boards of samples have told of hidden tests."""
    boards = told_by_boards(challenge)
    return render_to_string("labelling/told.html", {"boards": boards}) if boards else ""
