"""What the templates of boards need besides what every template has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from probierz.web import looks
from probierz.web.leaderboards.queries import Entry
from probierz.web.submissions.models import SubmissionTag
from probierz.web.visibility import ShownScore

__all__ = ["cells_of", "tag_of", "verdict"]

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
