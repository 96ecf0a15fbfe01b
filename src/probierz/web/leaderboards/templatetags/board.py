"""What the templates of boards need besides what every template has.

What stands in every row is put together here: a template that includes others for each cell takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from probierz.web.html import looks
from probierz.web.leaderboards.queries import BoardEntry
from probierz.web.submissions.templatetags.submissions import cell, recipe, tag_of

__all__ = ["about", "cells"]

register = template.Library()

LONGEST_DESCRIPTION, LONGEST_PARAMETER = 140, 40


@register.simple_tag
def cells(entry: BoardEntry, order: Sequence[int], main: int | None, *, intervals: bool = False) -> SafeString:
    """Show the scores of an entry, each as a cell of a table. order: of the columns; main: the one that ranks."""
    shown = [
        (
            "number main" if at == main else "number",
            cell(entry.cells[at], is_outdated=entry.outdated[at], intervals=intervals),
        )
        for at in order
    ]
    return format_html_join("", '<td class="{}">{}</td>', shown)


@register.simple_tag
def about(entry: BoardEntry) -> SafeString:
    """Say of an entry what its row has room for: variant, description, parameters, marks and tags."""
    submission = entry.submission
    parts: list[SafeString] = []
    if entry.variant_name:
        parts.append(format_html("<code>{}</code>", entry.variant_name))
    if not submission.is_reference:
        parts.append(format_html("{}", looks.shortened(submission.description, LONGEST_DESCRIPTION)))
    parts += [_parameter(name, value) for name, value in entry.parameters]
    if entry.is_marked_baseline:
        parts.append(looks.tag(_("baseline")))
    if submission.is_reference:
        parts.append(looks.tag(_("published result")))
        parts.append(recipe(submission))
    if submission.hidden:
        parts.append(looks.tag(_("hidden"), "", "waiting"))
    parts += [tag_of(one) for one in entry.tags]
    return mark_safe(" ".join(parts))


def _parameter(name: str, value: str) -> SafeString:
    value = looks.shortened(value, LONGEST_PARAMETER)
    return format_html('<code class="parameter">{}{}</code>', name, f"={value}" if value else "")
