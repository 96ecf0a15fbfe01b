"""What an end that is set for a phase does at once: asked before it is saved, as it cannot always be taken back."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from probierz.web.challenges.counted_submissions import came_after, from_people
from probierz.web.challenges.models import Disclosure, Phase
from probierz.web.challenges.phases import is_over


def early_end(phase: Phase, closes: datetime | None, *, shows_private: bool) -> str:
    """Say what a new end brings, as `what_end_brings`, and ask whether it is meant; "" where nothing is to ask."""
    brings = what_end_brings(phase, closes, shows_private=shows_private)
    return f"{brings} {_('Tick below that this end is meant, or set another one.')}" if brings else ""


def early_scores(*, disclosure: str, closes: datetime | None, disclosed_from: datetime | None) -> str:
    """Ask whether all scores shall be seen while people submit, in a phase without an end; "" where nothing is to ask.

    One with an end keeps them until then in any case.
    """
    if disclosure == Disclosure.FULL or closes or not disclosed_from or disclosed_from > timezone.now():
        return ""
    return _(
        "The phase has no end: people would submit while everybody sees all scores. Tick below that this is meant, or "
        "give the phase an end."
    )


def what_end_brings(phase: Phase, closes: datetime | None, *, shows_private: bool) -> str:
    """Say what a new end brings that is before submissions of the phase, or past; "" where there is nothing to say.

    phase: as it is stored, or not stored yet. shows_private: whether private scores are shown at the end.
    """
    now = timezone.now()
    stays = phase.closes is not None and closes in (phase.closes, phase.closes.replace(second=0, microsecond=0))
    if closes is None or stays:  # browsers send no seconds
        return ""
    later = phase.submissions.filter(from_people(), came_after(closes)).count() if phase.pk else 0
    ends = closes <= now and not is_over(phase, now)
    return " ".join([*([_later(later)] if later else []), *([_ends(shows_private=shows_private)] if ends else [])])


def _later(number: int) -> str:
    text = ngettext(
        "%(number)d submission came after this end: it stays on the board and keeps its rank.",
        "%(number)d submissions came after this end: they stay on the board and keep their ranks.",
        number,
    )
    return text % {"number": number}


def _ends(*, shows_private: bool) -> str:
    if shows_private:
        return _("The phase would be over at once: selections are final, and private scores are shown.")
    return _("The phase would be over at once, and nobody could submit in it any more.")
