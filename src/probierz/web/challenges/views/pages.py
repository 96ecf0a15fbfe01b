"""What everybody sees of challenges: the list, about, how to submit, the data."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from probierz.challenges.ranked_values import ranks
from probierz.errors import Refused
from probierz.schemes.scheme import parse_scheme
from probierz.web.challenges import queries, services
from probierz.web.challenges.board_columns import main_test
from probierz.web.challenges.data_archive import archive_of
from probierz.web.challenges.disclosure_notes import step_notes
from probierz.web.challenges.git_http import clone_address
from probierz.web.challenges.models import Challenge, Part, Phase, Test
from probierz.web.challenges.phases import private_decides, stretches, will_decide
from probierz.web.challenges.views.frame import challenge_of, framed
from probierz.web.challenges.visibility import Visitor, visitor_of
from probierz.web.html.tables import PageTable, TableColumn
from probierz.web.http.addresses import public_root
from probierz.web.intake.errors import IntakeError

MOST_FILE_BYTES = 64 * 2**20
PICTURES = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
}  # fmt: skip


@require_safe
def challenges(request: HttpRequest) -> HttpResponse:
    """List challenges: searched by words, by tags; archived ones apart."""
    viewer = visitor_of(request)
    tags = [tag for tag in request.GET.getlist("tag") if tag][:10]
    archived = request.GET.get("archived") == "1"
    columns = [
        TableColumn(_("Challenge"), "title", "title"),
        TableColumn(_("Tags")),
        TableColumn(_("Phase")),
        TableColumn(_("Submissions"), "submissions", "entries", is_number=True),
        TableColumn(_("Created"), "created", "created"),
    ]
    table = PageTable(request, columns, lambda words: queries.listed(viewer, words=words, tags=tags, archived=archived))
    rows = [(one, stretches(one, viewer.now)) for one in table.rows]
    context = {
        "table": table, "rows": rows, "tags": tags, "known_tags": queries.tags_in_use(viewer), "archived": archived,
        "may_create": viewer.user is not None and services.may_create(viewer.user),
    }  # fmt: skip
    return render(request, "challenges/list.html", context)


@require_safe
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to the board, or to the description where there is no board."""
    found = challenge_of(request, slug)
    try:
        return redirect(reverse("challenge-board", args=[found.slug]))
    except NoReverseMatch:
        return redirect("challenge-about", slug=found.slug)


MOST_VERSIONS = 20
"""That the page tells of."""


@require_safe
def about(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the README, with the licence and the citation of the data."""
    found = challenge_of(request, slug)
    readme = mark_safe(services.readme_page(found.current)) if found.current else ""
    return framed(
        request, found, "challenges/about.html", readme=readme,
        versions=queries.told_versions(found)[:MOST_VERSIONS], notices=queries.notices(found),
        phases=_timed_phases(found),
    )  # fmt: skip


def _timed_phases(challenge: Challenge) -> list[Phase]:
    """The phases, where any of them begins or ends: a README that names times may be older than they are."""
    phases = list(challenge.phases.all())
    return phases if any(one.opens or one.closes for one in phases) else []


@require_safe
def how_to(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what is scored, when, how often, and how to hand something in."""
    found = challenge_of(request, slug)
    tests, now = _tests(found), timezone.now()
    return framed(
        request, found, "challenges/how_to.html",
        tests=tests, main=main_test(tests), phases=found.phases.all(), root=public_root(request),
        clone_address=clone_address(public_root(request), found.slug),
        splits=list(dict.fromkeys(test.split for test in tests)),
        steps=step_notes([test for test in tests if _is_told_in_steps(found, test, now)]),
        is_divided=any(test.division_id for test in tests), is_final=private_decides(found, now),
        decides=will_decide(found, now),
        is_ranking=any(ranks(parse_scheme(test.scheme)) for test in tests),
    )  # fmt: skip


def _is_told_in_steps(challenge: Challenge, test: Test, now: datetime) -> bool:
    """Whether there is a phase whose scores on a test others than organisers see in steps, as boards tell them."""
    anybody = Visitor(now=now)
    return any(anybody.has_steps(challenge, phase, test) for phase in challenge.phases.all())


def _tests(challenge: Challenge) -> list[Test]:
    """The tests of the current version; of a divided one only that on the public part, which tells of the other."""
    if challenge.current is None:
        return []
    return list(challenge.current.tests.exclude(part=Part.PRIVATE).select_related("division"))


@require_safe
def data(request: HttpRequest, slug: str) -> HttpResponse:
    """List the files that everybody may have."""
    found = challenge_of(request, slug)
    opened = queries.public_tree(found)
    tests = [test for test in _tests(found) if test.position == 1]
    files = opened[1].entries if opened else ()
    return framed(
        request, found, "challenges/data.html", files=files, tests=tests,
        clone_address=clone_address(public_root(request), found.slug),
        most_bytes=MOST_FILE_BYTES,
    )  # fmt: skip


@require_safe
def archive(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Give all files that everybody may have as one archive."""
    found = challenge_of(request, slug)
    try:
        path = archive_of(found)
    except Refused as error:
        messages.error(request, error.message)
        return redirect("challenge-data", slug=slug)
    if path is None:
        raise Http404
    response = StreamingHttpResponse(_pieces(path), content_type="application/zip")
    response["Content-Length"] = path.stat().st_size
    response["Content-Disposition"] = _attachment(f"{found.slug}.zip")
    return response


def _pieces(path: Path) -> Iterator[bytes]:
    """The content of a file, which is opened when the first piece is wanted."""
    with path.open("rb") as file:
        while piece := file.read(2**16):
            yield piece


@require_safe
def file(request: HttpRequest, slug: str, path: str) -> HttpResponse:
    """Give a file of the public part: a picture to look at, anything else to keep."""
    opened = queries.public_tree(challenge_of(request, slug))
    if opened is None:
        raise Http404
    store, tree = opened
    try:
        content = store.read_entry(tree.file(path, MOST_FILE_BYTES), MOST_FILE_BYTES)
    except IntakeError as error:
        raise Http404 from error
    name = path.rpartition("/")[2]
    kind = next((kind for ending, kind in PICTURES.items() if name.lower().endswith(ending)), None)
    response = HttpResponse(content, content_type=kind or "application/octet-stream")
    if kind is None:
        response["Content-Disposition"] = _attachment(name)
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _attachment(name: str) -> str:
    from django.utils.http import content_disposition_header

    return str(content_disposition_header(True, name))
