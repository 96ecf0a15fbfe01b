"""How many records somebody may make."""

from __future__ import annotations

from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.annotation.models import AnnotatedRecord
from probierz.web.annotation.queries import Seat, made_by


def check_quota(seat: Seat, question_type: str) -> None:
    """Refuse a record more than was asked for; where nobody asked for numbers, any number is fine. Raises Refused."""
    wanted = _wanted(seat, question_type)
    if wanted is not None and made_by(seat.project, seat.user)[question_type] >= wanted:
        message = _(
            "Your quota of %(type)s is %(wanted)d by now, and full. What you typed is kept: choose another type, or "
            "ask the coordinator for more."
        )
        none = _(
            "By the new quota you shall write no record of %(type)s any more. What you typed is kept: choose another "
            "type, or ask the coordinator for more."
        )
        message = message if wanted else none
        raise Refused(message % {"type": question_type, "wanted": wanted}, "quota")


def check_quota_again(seat: Seat, row: AnnotatedRecord) -> None:
    """Refuse to take back one's own record beyond the quota; those of others, and imported for nobody, are in none.

    Raises Refused.
    """
    wanted = _wanted(seat, row.question_type)
    if row.author_id != seat.user.pk or not row.is_theirs or wanted is None:
        return
    if made_by(seat.project, seat.user)[row.question_type] >= wanted:
        message = _(
            "Your quota of %(type)s is %(wanted)d, and full: withdraw another record, or ask the coordinator for more."
        )
        raise Refused(message % {"type": row.question_type, "wanted": wanted}, "quota")


def _wanted(seat: Seat, question_type: str) -> int | None:
    """The number of a type that somebody shall make at most; None where nobody asked for numbers.

    Who works alone asks themselves: their numbers are a plan, and no bound.
    """
    if seat.project.folder:
        return None
    quotas = seat.member.quotas if seat.member is not None else {}
    return int(quotas.get(question_type, 0)) if any(quotas.values()) else None
