"""What coordinators do: who works in a project, guidelines, records in and out, a challenge of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from probierz.archives.limits import MIB
from probierz.errors import Refused
from probierz.suites.sqad.types import QUESTION_TYPES
from probierz.web.accounts.models import User
from probierz.web.annotation import queries, services
from probierz.web.annotation.forms import (
    ChallengeForm,
    ExportForm,
    GuidelinesForm,
    MemberForm,
    NewMemberForm,
    ProjectTitleForm,
    RecordArchiveForm,
    without_others,
)
from probierz.web.annotation.models import AnnotationMember
from probierz.web.annotation.queries import Seat, seat_in
from probierz.web.annotation.services import FORMATS, RecordsChosen
from probierz.web.annotation.services.exports import MOST_IN_CHALLENGE
from probierz.web.annotation.services.imports import MOST_RECORDS, TakenRecords
from probierz.web.annotation.speed import speed_of
from probierz.web.annotation.views.numbers import number_in
from probierz.web.challenges.visibility import Visitor
from probierz.web.configuration.limits import upload_bytes
from probierz.web.html.forms import sent, taken, tell
from probierz.web.html.languages import said_on
from probierz.web.http.form_addresses import require_POST
from probierz.web.submissions.uploads_on_disk import on_disk

FEWEST_RECORDS = 10
"""In each split of a challenge; of fewer, one right answer more is a tenth of the score and beyond."""
MOST_TOLD = 20
"""Numbers that are named after an import; the list of records has them all."""

shows_or_takes = require_http_methods(["GET", "HEAD", "POST"])


def _coordinating(request: HttpRequest, slug: str) -> Seat:
    seat = seat_in(request, slug)
    if not seat.coordinates:
        raise PermissionDenied
    return seat


@login_required
@shows_or_takes
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who works in a project and how far they are; let somebody in."""
    seat = _coordinating(request, slug)
    form = NewMemberForm(sent(request))

    def add() -> None:
        services.add_member(seat, form.cleaned_data["login"], form.cleaned_data["role"])

    if taken(request, form, add, field="login"):
        _tell_let_in(request, form.cleaned_data["login"].strip(), form.cleaned_data["role"])
        return redirect("annotation-people", slug)
    about = {
        "seat": seat, "project": seat.project, "form": form, "rows": queries.progress_of(seat.project),
        "speed": speed_of(seat.project),
    }  # fmt: skip
    return render(request, "annotation/people.html", about)


@login_required
@shows_or_takes
def rename(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a project another title."""
    seat = _coordinating(request, slug)
    form = ProjectTitleForm(sent(request), initial={"title": seat.project.title})
    done = _("The project has its new title; its address stays.")
    if taken(request, form, lambda: services.rename_project(seat, form.cleaned_data["title"]), done, field="title"):
        return redirect("annotation-people", slug)
    return render(request, "annotation/rename.html", {"seat": seat, "project": seat.project, "form": form})


@login_required
@require_POST
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Let nothing in a project change any more."""
    seat = _coordinating(request, slug)
    tell(request, lambda: services.archive_project(seat), _("The project is archived; nothing in it changes now."))
    return redirect("annotation-people", slug)


@login_required
@require_POST
def unarchive(request: HttpRequest, slug: str) -> HttpResponse:
    """Let people work in a project again."""
    seat = _coordinating(request, slug)
    done = _("The project is out of the archive; people work in it again.")
    tell(request, lambda: services.archive_project(seat, is_archived=False), done)
    return redirect("annotation-people", slug)


def _tell_let_in(request: HttpRequest, login: str, role: str) -> None:
    """Tell that somebody is in; of who only makes records, also where is set how many."""
    name = User.objects.get(username=login).own_name
    said = _("%(name)s is in.") % {"name": name}
    if role == AnnotationMember.Role.ANNOTATOR:
        said += " " + _("How many records they shall make is set by the link in their row.")
    messages.success(request, said)


@login_required
@shows_or_takes
def member(request: HttpRequest, slug: str, login: str) -> HttpResponse:
    """Set a member's role and quotas."""
    seat = _coordinating(request, slug)
    one = get_object_or_404(seat.project.members.select_related("user"), user__username=login)
    form = MemberForm(sent(request), initial={"role": one.role, **one.quotas})
    done = _("Role and quotas are saved.")
    if taken(request, form, lambda: services.save_member(seat, one, form.cleaned_data["role"], form.quotas), done):
        return redirect("annotation-people", slug)
    about = {"seat": seat, "project": seat.project, "form": form, "member": one, "types": QUESTION_TYPES}
    return render(request, "annotation/member.html", about)


@login_required
@require_POST
def take_out(request: HttpRequest, slug: str, login: str) -> HttpResponse:
    """Let a member out."""
    seat = _coordinating(request, slug)
    one = get_object_or_404(seat.project.members.select_related("user"), user__username=login)
    if tell(request, lambda: services.take_out(seat, one), _("They are out; their records stay.")):
        return redirect("annotations") if one.user_id == seat.user.pk else redirect("annotation-people", slug)
    return redirect("annotation-member", slug, login)


@login_required
@shows_or_takes
def guidelines(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the guidelines to all members; coordinators change them."""
    seat = seat_in(request, slug)
    if request.method == "POST" and not seat.coordinates:
        raise PermissionDenied
    form = GuidelinesForm(sent(request), initial={"text": seat.project.guidelines})
    done = _("The guidelines are saved.")
    if taken(request, form, lambda: services.save_guidelines(seat, form.cleaned_data["text"]), done):
        return redirect("annotation-guidelines", slug)
    versions = seat.project.guidelines_versions.select_related("author")
    shown = versions.filter(number=number_in(request.GET, "version", 0)).first()
    current = shown or versions.filter(number=seat.project.guidelines_version).first()
    about = {
        "seat": seat, "project": seat.project, "form": form, "versions": versions, "shown": shown,
        "current": current, "page": services.page_of_guidelines(current) if current is not None else "",
    }  # fmt: skip
    return render(request, "annotation/guidelines.html", about)


@login_required
@shows_or_takes
def take_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Take records from an archive."""
    seat = _coordinating(request, slug)
    most = {"most": MOST_RECORDS, "most_mb": upload_bytes() // MIB}
    members = [] if seat.project.folder else [one.user for one in seat.project.members.select_related("user")]
    form = RecordArchiveForm(sent(request), request.FILES or None, members=members, initial={"clash": "keep"})

    def take() -> None:
        login = form.cleaned_data.get("author")
        author = get_object_or_404(User, username=login) if login else None
        with on_disk([form.cleaned_data["archive"]]) as files:
            found = services.import_archive(
                seat, files[0].path, replaces=form.cleaned_data["clash"] == "replace", author=author
            )
        _tell_taken(request, found)
        _tell_left_out(request, found)

    if taken(request, form, take, field="archive"):
        return redirect("annotation", slug)
    return render(request, "annotation/import.html", {"seat": seat, "project": seat.project, "form": form, **most})


def _tell_taken(request: HttpRequest, found: TakenRecords) -> None:
    new = ngettext("%(n)d record is new", "%(n)d records are new", found.new) % {"n": found.new}
    changed = ngettext("%(n)d changed", "%(n)d changed", found.changed) % {"n": found.changed}
    same = ngettext("%(n)d was here already", "%(n)d were here already", found.same) % {"n": found.same}
    messages.success(request, f"{new}, {changed}, {same}.")
    if found.renamed:
        shown = [f"{before} → {after}" for before, after in list(found.renamed.items())[:MOST_TOLD]]
        numbers = ", ".join([*shown, "…"] if len(found.renamed) > MOST_TOLD else shown)
        said = ngettext(
            "%(n)d number was taken by another record, so that both are here: %(numbers)s",
            "%(n)d numbers were taken by other records, so that both are here: %(numbers)s",
            len(found.renamed),
        )
        messages.warning(request, said % {"n": len(found.renamed), "numbers": numbers})


def _tell_left_out(request: HttpRequest, found: TakenRecords) -> None:
    if found.left_out:
        names = ", ".join([*found.left_out[:MOST_TOLD], *["…"][: len(found.left_out) > MOST_TOLD]])
        said = ngettext(
            "%(n)d question has no answer in its article, and was left out: %(names)s",
            "%(n)d questions have no answer in their article, and were left out: %(names)s",
            len(found.left_out),
        )
        messages.warning(request, said % {"n": len(found.left_out), "names": names})


@login_required
@require_http_methods(["GET", "HEAD"])
def exports(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the formats, or send the records in one."""
    seat = seat_in(request, slug)
    if not seat.reviews:
        raise PermissionDenied
    is_asked = "ending" in request.GET
    form = without_others(seat, ExportForm(request.GET if is_asked else None, initial={"ending": "zip"}))
    owed = queries.awaited_answers(seat).count()
    if not owed and is_asked and form.is_valid():
        ending = form.cleaned_data["ending"]
        data = form.cleaned_data
        chosen = RecordsChosen(data.get("only_accepted", False), data.get("anonymous", False))
        try:
            file = services.export(seat, ending, chosen)
        except Refused as refusal:
            form.add_error("ending", refusal.message)
        else:
            return FileResponse(file, as_attachment=True, filename=f"{slug}.{ending}", content_type=FORMATS[ending])
    about = {
        "seat": seat,
        "project": seat.project,
        "form": form,
        "owed": owed,
        "leaving": services.leaving_counts(seat),
    }
    return render(request, "annotation/exports.html", about)


@login_required
@shows_or_takes
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a challenge of the records."""
    seat = _coordinating(request, slug)
    form = ChallengeForm(sent(request), initial={"title": seat.project.title, "slug": seat.project.slug})
    without_others(seat, form)

    made: list[services.MadeChallenge] = []

    def make() -> None:
        data = form.cleaned_data
        chosen = RecordsChosen(data.get("only_accepted", False))
        made.append(services.make_challenge(seat, data["slug"], data["title"], data["kind"], chosen))

    if taken(request, form, make):
        with said_on("challenge"):
            _tell_made(request, seat, made[0].sizes)
        return redirect("challenge", form.cleaned_data["slug"])
    about = {
        "seat": seat, "project": seat.project, "form": form, "most": MOST_IN_CHALLENGE, "sizes": _sizes(seat),
        "made": Visitor(seat.user).challenges().filter(pk__in=seat.project.challenges.values("pk")).order_by("pk"),
    }  # fmt: skip
    return render(request, "annotation/challenge.html", about)


class ExpectedSizes(NamedTuple):
    """What a challenge would be now. says: how many records each split would get; is_small: few to test on."""

    label: str
    says: str
    is_small: bool


def _sizes(seat: Seat) -> list[ExpectedSizes]:
    """Of all records, and of the accepted ones; who works alone accepts none."""
    found = [_expected(seat, _("All records"), only_accepted=False)]
    return found if seat.project.folder else [*found, _expected(seat, _("Only accepted records"), only_accepted=True)]


def _expected(seat: Seat, label: str, *, only_accepted: bool) -> ExpectedSizes:
    sizes = services.expected_sizes(seat, only_accepted=only_accepted)
    says = ", ".join(f"{split} {size}" for split, size in sizes.items())
    is_small = bool(sizes) and sizes["test-A"] < FEWEST_RECORDS
    return ExpectedSizes(label, says or _("too few: ten of three articles are needed"), is_small)


def _tell_made(request: HttpRequest, seat: Seat, sizes: Mapping[str, int]) -> None:
    """Tell that a challenge is made, of how much, and what to do where that is little; with the way back."""
    said = _("The challenge is made. Records: %(sizes)s. Only you see it, until you publish it.")
    counts = ", ".join(f"{split} {size}" for split, size in sizes.items())
    back = (reverse("annotation", args=[seat.project.slug]), _("Back to %(project)s") % {"project": seat.project.title})
    messages.success(request, format_html('{} <a href="{}">{}</a>', said % {"sizes": counts}, *back))
    small = [f"{split} {size}" for split, size in sizes.items() if size < FEWEST_RECORDS]
    if small:
        doubt = _(
            "Small or empty: %(sizes)s. So few records tell little of a system. Records of an article stay in one "
            "split: write about more articles, then make another challenge, and publish that one."
        )
        messages.warning(request, doubt % {"sizes": ", ".join(small)})
