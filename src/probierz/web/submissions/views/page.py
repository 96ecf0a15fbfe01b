"""A submission's page, and that of one variant."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from probierz.web.challenges.disclosure_notes import counted_notes, disclosure_notes
from probierz.web.challenges.models import ItemLevel, Test, Version
from probierz.web.challenges.queries import last_new_tests, name_suites
from probierz.web.challenges.views.frame import framed
from probierz.web.http.addresses import public_root
from probierz.web.jobs.models import LogLine
from probierz.web.jobs.queries import log_lines
from probierz.web.sandbox.outcome import INCOMPARABLE
from probierz.web.submissions import queries
from probierz.web.submissions.acts import may_edit
from probierz.web.submissions.models import Submission, is_marked_baseline
from probierz.web.submissions.page import ScoreRow, ShownSubmission, VariantView, page_of
from probierz.web.submissions.page_cache import remembered
from probierz.web.submissions.panels import panels_of
from probierz.web.submissions.reproducing import how_to_cite, how_to_fetch, how_to_reproduce
from probierz.web.submissions.services.admission import why_closed
from probierz.web.submissions.visibility import Viewer, viewer_of
from probierz.web.submissions.worst_lines import WorstLines, told_worst_lines


@require_safe
def submission(request: HttpRequest, number: int, variant: int | None = None) -> HttpResponse:
    """Show a submission, or one variant of it with its metrics of every priority."""
    viewer = viewer_of(request)
    found = submission_of(viewer, number)
    page = page_of(viewer, found, only=variant)
    variants = page.variants
    if variant is not None and not variants:
        raise Http404
    root = public_root(request)
    may_see_source = viewer.may_see_source(found)
    sees_inside = viewer.submitted(found) or viewer.organises(found.challenge)
    name_suites(viewer, [found.challenge])
    tags = list(found.submission_tags.select_related("tag").order_by("tag__name"))
    return framed(
        request,
        found.challenge,
        "submissions/submission.html",
        submission=found,
        name=viewer.name_of(found),
        variants=variants,
        headline=page.headline,
        disclosure_notes=_disclosure_notes(viewer, page),
        version=_scored_again_for(found),
        place=page.place,
        instead=page.instead,
        counting=page.counting,
        place_in_phase=page.place_in_phase,
        stands_later=page.stands_later,
        is_variant=variant is not None,
        is_own=viewer.submitted(found),
        may_see_source=may_see_source,
        problems=found.problems if sees_inside else [],
        held_back=found.held_back if sees_inside else None,
        acts=page.acts,
        may_edit=may_edit(viewer, found),
        log=_log(viewer, found),
        may_compare=page.may_compare,
        tags=tags,
        is_marked_baseline=is_marked_baseline(found, tags),
        verdicts=[("accept", _("Accept")), ("reject", _("Reject")), ("undecided", _("Leave open"))],
        links=found.links.all(),
        panels=panels_of(found, viewer),
        fetching=how_to_fetch(found, root),
        command=how_to_reproduce(found, variants, root) if may_see_source else "",
        citation=how_to_cite(found, variants, root),
        looked_at=_looked_at(viewer, found, variants),
        open_split=_open_split(viewer, found, variants),
        lines=_lines(request, viewer, found, variants),
        asks_for_lines=bool(request.GET.get("lines")),
    )


def _log(viewer: Viewer, found: Submission) -> list[LogLine]:
    """What they may read of what happened; why hidden results could not be compared with it is for organisers."""
    if found.job is None or not viewer.may_see_log(found):
        return []
    is_incomparable = (found.failure or {}).get("class") == INCOMPARABLE
    return log_lines(found.job, viewer.user, whole=is_incomparable and viewer.organises(found.challenge))


def _disclosure_notes(viewer: Viewer, page: ShownSubmission) -> list[str]:
    if page.headline is None:
        return []
    of = page.submission
    if of.is_counted:
        return counted_notes(viewer, of.challenge, page.headline.test)
    return disclosure_notes(viewer, of.challenge, page.headline.test, {of.phase_id})


def _scored_again_for(found: Submission) -> Version | None:
    """The newest version with other tests, where the submission was handed in before it; what is published is not
    scored here.
    """
    if found.is_reference:
        return None
    version = last_new_tests(found.challenge)
    return version if version is not None and found.created < version.created else None


def submission_of(viewer: Viewer, number: int) -> Submission:
    """Return a submission that they may see; for others there is no such page."""
    found = queries.find(viewer, number)
    if found is None:
        raise Http404
    return found


def _looked_at(viewer: Viewer, found: Submission, variants: list[VariantView]) -> list[tuple[str, str, Test]]:
    """The scores that may be looked into: address, variant, test."""
    return [
        (f"?{urlencode({'lines': row.score.pk})}#lines", view.variant.name, row.test)
        for view, row in _all(variants)
        if viewer.items(found, row.test) != ItemLevel.NONE and _has_lines(row)
    ]


def _open_split(viewer: Viewer, found: Submission, variants: list[VariantView]) -> str:
    """A test whose expected results are open, for whoever handed in outputs of hidden tests alone and may hand in more:
    there lines show.
    """
    if found.is_reference or not viewer.submitted(found) or found.state != Submission.State.SCORED:
        return ""
    if viewer.user is None or not all(row.test.is_hidden for _, row in _all(variants)):
        return ""
    is_open = (test.split for test in found.version.tests.order_by("split") if not test.is_hidden)
    split = next(is_open, "")
    return split if split and why_closed(found.challenge, viewer.user) is None else ""


def _all(variants: list[VariantView]) -> list[tuple[VariantView, ScoreRow]]:
    return [(view, row) for view in variants for row in view.scores]


def _has_lines(row: ScoreRow) -> bool:
    return row.score.output_id is not None and row.score.evaluation is not None and row.score.evaluation.rows


def _lines(request: HttpRequest, viewer: Viewer, found: Submission, variants: list[VariantView]) -> WorstLines | None:
    asked, sees_output = request.GET.get("lines", ""), viewer.may_see_source(found)
    rows = [row for _, row in _all(variants) if _has_lines(row)]
    row = next((row for row in rows if str(row.score.pk) == asked), None)
    if row is None and not asked and sees_output:
        row = _most_telling(viewer, found, rows)
    if row is None:
        return None
    level, score = viewer.items(found, row.test), row.score
    if level == ItemLevel.NONE:
        raise Http404
    about = {"score": str(score.pk), "level": level, "output": str(sees_output)}
    read = partial(told_worst_lines, found, score, level, sees_output=sees_output)
    return remembered(viewer, found.challenge, "lines", about, read)


def _most_telling(viewer: Viewer, found: Submission, rows: list[ScoreRow]) -> ScoreRow | None:
    """The score whose lines are shown without being asked for: with expected lines; that ranks, or else the first."""
    open_rows = [row for row in rows if viewer.items(found, row.test) == ItemLevel.ITEMS and not row.is_outdated]
    return next(iter(sorted(open_rows, key=lambda row: not row.is_main)), None)
