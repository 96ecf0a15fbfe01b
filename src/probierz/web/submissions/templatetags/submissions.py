"""What pages that show submissions need besides what every template has."""

from __future__ import annotations

import re
from collections.abc import Callable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from probierz.suites.publishing import recipe_of
from probierz.web.html import looks
from probierz.web.html.engine_words import told
from probierz.web.html.numbers import rounded
from probierz.web.submissions.models import Submission, SubmissionTag
from probierz.web.submissions.services.handing_in import SCORED
from probierz.web.submissions.services.retrying import may_be_tried_again
from probierz.web.submissions.stars import star_note
from probierz.web.submissions.visibility import ShownScore, viewer_of

register = template.Library()

_ADDRESS = re.compile(rf"(?<=^{SCORED})/q/[0-9a-f]+$")


@register.simple_tag(takes_context=True)
def is_tried_again(context: template.RequestContext, submission: Submission) -> bool:
    """Whether whoever looks may have it evaluated again now."""
    return may_be_tried_again(submission, viewer_of(context["request"]))


@register.simple_tag
def cell(
    shown: ShownScore | None,
    *,
    is_outdated: bool = False,
    conflict: str = "",
    intervals: bool = False,
    score: Callable[[str, float | None, float | None], SafeString] = looks.score,
) -> SafeString:
    """Show a score as somebody may see it, with a star where it was got on data that were replaced since.

    conflict: what another place says instead of a published one; it has a star, too, and stands below the table.
    score: how it is told; for many on one page, what `looks.scores_told` returns.
    """
    if shown is None:
        text = mark_safe("–")
    elif not shown.is_disclosed:
        text = looks.formatted('<span class="muted">{}</span>', shown.says_kept)
    else:
        bounds = (shown.low, shown.high) if intervals else (None, None)
        text = score(shown.for_people, *bounds)
    why = star_note(conflict, is_outdated=is_outdated)
    if not why:
        return text
    return looks.formatted('{} <span class="muted" title="{}">*</span>', text, why)


@register.simple_tag
def recipe(submission: Submission, *, with_command: bool = False) -> SafeString:
    """Name the system of `probierz systems` that a published result is of, or say what makes it again."""
    name = recipe_of(submission.description) if submission.is_reference else ""
    if not name:
        return mark_safe("")
    command = f"probierz baseline CHALLENGE --system {name}"
    if with_command:
        return looks.formatted("{} <code>{}</code>", _("What makes it again:"), command)
    return looks.formatted('<code class="parameter" title="{}">{}</code>', command, name)


@register.simple_tag
def team_of(submission: Submission) -> SafeString:
    """Name the team of a published result."""
    if not submission.published_team:
        return mark_safe("")
    return looks.formatted("{}", _("team %(name)s") % {"name": submission.published_team})


@register.simple_tag
def tag_of(tag: SubmissionTag) -> SafeString:
    """Show a submission's tag with what organisers decided of it."""
    kinds = {True: ("good", _("accepted")), False: ("bad", _("rejected")), None: ("", "")}
    kind, word = kinds[tag.accepted]
    return looks.tag(tag.tag.name, tag.tag.description or word, kind)


@register.simple_tag
def late_tag(submission: Submission) -> SafeString:
    """Mark what organisers handed in when the phase was over, and what came before an earlier end was set."""
    if submission.is_late:
        return looks.tag(_("late"), _("handed in by organisers when the phase was over"))
    if submission.is_after_end:
        return looks.tag(_("before the end was moved"), _("handed in before this end was set; it keeps its rank"))
    return SafeString("")


@register.simple_tag
def made_test_tag() -> SafeString:
    """Mark what people handed in who took part in making the test, or labelled it, and may know what is expected."""
    return looks.tag(
        _("took part in making this test"),
        _("They know what is expected in it, or some of that, or gave labels of its items."),
    )


@register.simple_tag
def standing_tags(submission: Submission, *, is_own: bool = True) -> SafeString:
    """Mark what is selected, which only its people may know, and what is hidden."""
    words = []
    if submission.is_chosen and is_own:
        words.append(looks.tag(_("selected"), "", "good"))
    if submission.hidden is not None:
        words.append(looks.tag(_("hidden"), _("seen only by its people and the organisers; it has no rank"), "waiting"))
    return format_html_join("", " {}", ((word,) for word in words))


@register.simple_tag
def state_tag(submission: Submission) -> SafeString:
    """Show where a submission stands that is not scored: a failure looks like that of an import."""
    is_failed = submission.state == Submission.State.FAILED
    return looks.tag(submission.get_state_display(), "", "bad" if is_failed else "waiting")


@register.simple_tag
def on_whole_test_tag() -> SafeString:
    """Mark a published result that stands beside scores on a part of the test."""
    return looks.tag(_("on the whole test"))


@register.simple_tag
def verdict(difference: float, decimals: int) -> str:
    """Say whether a score is better than another, and by how much; decimals: with so many digits after the point."""
    if difference == 0:
        return _("equal")
    shown = f"{abs(difference):.{decimals}f}"
    if not shown.strip("0."):
        least = {"size": looks.number(f"{10**-decimals:.{decimals}f}")}
        return (_("better by less than %(size)s") if difference > 0 else _("worse by less than %(size)s")) % least
    words = {"size": looks.number(shown)}
    return _("better by %(size)s") % words if difference > 0 else _("worse by %(size)s") % words


@register.filter
def log_line(text: str) -> SafeString:
    """Show a line of a log; the address at the end of the last one, which programs read, is a link with words."""
    text = told(text)
    found = _ADDRESS.search(text)
    if found is None:
        return looks.formatted("{}", text)
    said = _("the lasting address of this submission")
    return looks.formatted('{}<a href="{}">{}</a>', text[: found.start()], found[0], said)


@register.simple_tag
def brief(number: float | None, digits: int = 4) -> str:
    """Show a number with so many significant digits."""
    return "–" if number is None else looks.number(rounded(f"{number:.{digits}g}", digits))
