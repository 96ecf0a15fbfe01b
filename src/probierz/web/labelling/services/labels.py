"""What somebody says of an item: kept while they type, decided, or skipped."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.challenges.models import TestMaker
from probierz.web.html.plain_text import on_one_line
from probierz.web.labelling.checks import why_unreadable
from probierz.web.labelling.models import ItemLabel, LabellingRound
from probierz.web.labelling.queries import LabellingSeat, is_hidden

MOST_LETTERS = 20_000


@transaction.atomic
def keep_label(seat: LabellingSeat, line: int, text: str, *, is_decided: bool) -> ItemLabel:
    """Keep a label; of one that is not decided, whatever was typed by now, or nothing where it is skipped.

    What was decided stays so until something else is. Who decides items of a hidden test is marked where they compete.
    Raises Refused.
    """
    if seat.labeller is None or not seat.labels:
        raise Refused(_("Only who was let in labels these items."), "forbidden")
    if line not in seat.round.lines:
        raise Refused(_("This item is not in the sample."), "unknown")
    # handing in locks the round too: no label comes after the output was written
    if LabellingRound.objects.select_for_update(of=("self",)).get(pk=seat.round.pk).closed is not None:
        raise Refused(_("The labels were handed in; nothing changes any more."), "state")
    kept = on_one_line(text)
    if len(kept) > MOST_LETTERS:
        raise Refused(_("A label has at most %(most)d letters; shorten it.") % {"most": MOST_LETTERS}, "long")
    if is_decided and not kept:
        raise Refused(_("Type a label, or skip the item."), "empty")
    if is_decided and seat.round.labels and kept not in seat.round.labels:
        raise Refused(_("There is no such label."), "labels")
    if is_decided and (why := why_unreadable(seat.round, [kept])):
        raise Refused(_("No metric of the test reads this label: %(why)s.") % {"why": why}, "unreadable")
    known = seat.labeller.given.filter(line=line).first()
    if known is not None and known.is_decided and not is_decided:
        return known
    values = {"text": kept, "is_decided": is_decided}
    if is_decided and is_hidden(seat):
        TestMaker.objects.get_or_create(challenge=seat.round.challenge, user=seat.user)
    return seat.labeller.given.update_or_create(line=line, defaults=values)[0]
