"""What the templates of boards need besides what every template has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from probierz.web import looks
from probierz.web.leaderboards.models import PairTest
from probierz.web.leaderboards.queries import Entry
from probierz.web.submissions.models import SubmissionTag
from probierz.web.visibility import ShownScore

__all__ = ["brief", "cells_of", "chance", "tag_of", "verdict"]

register = template.Library()


@register.filter
def cells_of(entry: Entry) -> Iterator[tuple[ShownScore | None, bool]]:
    """Yield each score of an entry and whether it was got on data that were replaced since."""
    outdated: Sequence[bool] = entry.outdated
    return zip(entry.cells, outdated, strict=True)


@register.simple_tag
def tag_of(tag: SubmissionTag) -> SafeString:
    """Show a submission's tag with what organisers decided of it."""
    kinds = {True: ("good", _("accepted")), False: ("bad", _("rejected")), None: ("", "")}
    kind, word = kinds[tag.accepted]
    return looks.tag(tag.tag.name, tag.tag.description or word, kind)


@register.simple_tag
def verdict(difference: float) -> str:
    """Say whether a score is better than another, by that difference."""
    if difference == 0:
        return _("equal")
    size = f"{abs(difference):.4g}"
    return _("better by %(size)s") % {"size": size} if difference > 0 else _("worse by %(size)s") % {"size": size}


ALPHA = 0.05


@register.simple_tag
def chance(pair: PairTest) -> str:
    """Say whether a difference is more than chance, with the p-value and by which test."""
    if pair.p_value is None:
        return _("Whether that is chance cannot be said.")
    p = "p < 0.0001" if pair.p_value < 0.0001 else f"p = {pair.p_value:.2g}"
    words = {"p": p, "test": _test_of(pair)}
    if pair.p_value <= ALPHA:
        return _("That is more than chance: %(p)s, %(test)s.") % words
    return _("That may be chance: %(p)s, %(test)s.") % words


def _test_of(pair: PairTest) -> str:
    if pair.method == "sign":
        return _("exact sign test")
    if pair.is_exact:
        return _("exact randomisation")
    return _("randomisation with %(trials)d trials") % {"trials": pair.trials}


@register.simple_tag
def brief(number: float | None, digits: int = 4) -> str:
    """Show a number with so many significant digits."""
    return "–" if number is None else f"{number:.{digits}g}"
