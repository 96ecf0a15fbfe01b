"""What the templates of boards need besides what every template has.

What stands in every row is put together here: a template that includes others for each cell takes ten times as long.
"""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from probierz.suites.publishing import recipe_of
from probierz.web.html import looks
from probierz.web.leaderboards.models import PairTest
from probierz.web.leaderboards.queries import Entry
from probierz.web.submissions.models import Submission, SubmissionTag
from probierz.web.submissions.visibility import ShownScore

__all__ = ["about", "brief", "cell", "cells", "chance", "recipe", "tag_of", "verdict"]

register = template.Library()

LONGEST_DESCRIPTION, LONGEST_PARAMETER = 140, 40


@register.simple_tag
def cells(entry: Entry, *, intervals: bool = False) -> SafeString:
    """Show the scores of an entry, each as a cell of a table."""
    shown = [
        cell(one, is_outdated=old, intervals=intervals) for one, old in zip(entry.cells, entry.outdated, strict=True)
    ]
    return format_html_join("", '<td class="number">{}</td>', ((one,) for one in shown))


@register.simple_tag
def cell(shown: ShownScore | None, *, is_outdated: bool = False, intervals: bool = False) -> SafeString:
    """Show a score as somebody may see it, marked where it was got on data that were replaced since."""
    if shown is None:
        text = mark_safe("–")
    elif not shown.is_disclosed:
        text = format_html('<span class="muted">{}</span>', shown.text)
    else:
        text = looks.score(shown.text, shown.low, shown.high) if intervals else looks.score(shown.text)
    if not is_outdated:
        return text
    why = _("scored on data that were replaced since")
    return format_html('{} <span class="muted" title="{}">*</span>', text, why)


@register.simple_tag
def about(entry: Entry) -> SafeString:
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


@register.simple_tag
def recipe(submission: Submission, *, with_command: bool = False) -> SafeString:
    """Name the system of `probierz systems` that a published result is of, or say what makes it again."""
    name = recipe_of(submission.description) if submission.is_reference else ""
    if not name:
        return mark_safe("")
    command = f"probierz baseline CHALLENGE --system {name}"
    if with_command:
        return format_html("{} <code>{}</code>", _("What makes it again:"), command)
    return format_html('<code class="parameter" title="{}">{}</code>', command, name)


def _parameter(name: str, value: str) -> SafeString:
    value = looks.shortened(value, LONGEST_PARAMETER)
    return format_html('<code class="parameter">{}{}</code>', name, f"={value}" if value else "")


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
        return _("sign test")
    if pair.is_exact:
        return _("exact randomisation")
    return _("randomisation with %(trials)d trials") % {"trials": pair.trials}


@register.simple_tag
def brief(number: float | None, digits: int = 4) -> str:
    """Show a number with so many significant digits."""
    return "–" if number is None else f"{number:.{digits}g}"
