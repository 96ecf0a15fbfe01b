"""Pages of organisers: state and rules of a challenge, its versions, phases and people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from probierz.errors import Refused
from probierz.scoring.score_steps import FEWEST_LINES
from probierz.web.accounts.models import User
from probierz.web.accounts.requester import person_of
from probierz.web.challenges import queries, services
from probierz.web.challenges.division import read_rule
from probierz.web.challenges.early_ends import what_end_brings
from probierz.web.challenges.failed_imports import what_next, why_failed
from probierz.web.challenges.forms import (
    DeletionForm,
    DivisionForm,
    ImportForm,
    NewChallengeForm,
    OrganiserForm,
    PhaseForm,
    ReportingForm,
    RulesForm,
    TagsForm,
    WordsForm,
)
from probierz.web.challenges.models import Challenge, Part, Phase, Version
from probierz.web.challenges.phases import early_private, open_phase
from probierz.web.challenges.views.frame import framed, organisers_only
from probierz.web.challenges.visibility import visitor_of
from probierz.web.events import people_shown, state_shown
from probierz.web.html.forms import asked_first, changed_here, made_or_told, sent, taken, tell
from probierz.web.http.form_addresses import require_POST
from probierz.web.jobs.models import Job
from probierz.web.jobs.queries import log_lines

GET_AND_POST = ["GET", "HEAD", "POST"]

ACTS: dict[str, tuple[Callable[..., None], object]] = {
    "publish": (services.publish, gettext_lazy("The challenge is published.")),
    "unpublish": (services.unpublish, gettext_lazy("Only organisers see the challenge now.")),
    "archive": (services.archive, gettext_lazy("The challenge is archived.")),
    "unarchive": (services.unarchive, gettext_lazy("The challenge is on the list again.")),
    "star": (
        lambda challenge, by: services.star(challenge, True, by=by),
        gettext_lazy("The challenge stands first on the list."),
    ),
    "unstar": (
        lambda challenge, by: services.star(challenge, False, by=by),
        gettext_lazy("The challenge stands among the others."),
    ),
}


@login_required
@require_http_methods(GET_AND_POST)
def new(request: HttpRequest) -> HttpResponse:
    """Make a challenge of an archive, which is looked at first; without one its files come on the next page."""
    if not services.may_create(person_of(request)):
        raise Http404
    is_sent = request.method == "POST"
    form = NewChallengeForm(request.POST if is_sent else None, request.FILES if is_sent else None)
    if is_sent and form.is_valid():
        try:
            admission = services.admit_new(form.cleaned_data["slug"], person_of(request))
            return _begun(admission, form.cleaned_data["archive"])
        except ValidationError as error:
            form.add_error("slug", error.messages)
        except Refused as refusal:
            form.add_error("archive", refusal.message)
    return render(request, "challenges/new.html", {"form": form})


def _begun(admission: services.Admission, archive: UploadedFile[Any] | None) -> HttpResponse:
    if not archive:
        return redirect("challenge-versions", slug=services.create_challenge(admission).slug)
    public = services.keep_upload(archive.name or "", archive.chunks())
    try:
        with transaction.atomic():
            made = services.create_challenge(admission)
            job = services.request_import(made, public, {"kind": "none"}, by=admission.owner, only_looks=True)
    except BaseException:
        services.discard_upload(public)
        raise
    return redirect("challenge-import", slug=made.slug, job=job.pk)


@organisers_only
@require_safe
def organise(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """Show where the challenge stands."""
    return _organise(request, challenge)


@organisers_only
@require_POST
def rules(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """Save quotas and who may see the challenge."""
    form = RulesForm(request.POST, instance=Challenge.objects.get(pk=challenge.pk), person=person_of(request))
    if not form.is_valid():
        return _organise(request, challenge, rules_form=form)
    values = changed_here(form, vars(Challenge.objects.get(pk=challenge.pk)) | {"team": challenge.team})
    out = queries.locked_out(challenge, values["team"])
    if out:
        back = reverse("challenge-organise", args=[challenge.slug])
        asked = asked_first(request, _limited(out, values["team"].name), _("Limit to the team"), back)
        if asked is not None:
            return asked
    tell(request, lambda: services.save_rules(challenge, **values, by=person_of(request)), _("The rules are saved."))
    return redirect("challenge-organise", slug=challenge.slug)


def _limited(out: int, team: str) -> str:
    """What is asked before a challenge is limited to a team, where that closes it to people who handed something in."""
    question = ngettext(
        "From then on only the team %(team)s and the organisers see the challenge, its board and its data, and can "
        "submit. %(number)d person who is not in the team has submitted something: they keep only the pages of their "
        "own submissions, whose scores and ranks stay. You can open the challenge to everybody again at any time.",
        "From then on only the team %(team)s and the organisers see the challenge, its board and its data, and can "
        "submit. %(number)d people who are not in the team have submitted something: they keep only the pages of their "
        "own submissions, whose scores and ranks stay. You can open the challenge to everybody again at any time.",
        out,
    )
    return question % {"number": out, "team": team}


@organisers_only
@require_POST
def tags(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """Save the tags."""
    text = request.POST.get("tags", "")[:1000]
    tell(request, lambda: services.set_tags(challenge, text, by=person_of(request)), _("The tags are saved."))
    return redirect("challenge-organise", slug=challenge.slug)


@organisers_only
@require_POST
def act(request: HttpRequest, challenge: Challenge, action: str) -> HttpResponse:
    """Publish, hide, archive, star."""
    if action not in ACTS:
        raise Http404
    verb, done = ACTS[action]
    tell(request, lambda: verb(challenge, by=person_of(request)), str(done))
    return redirect("challenge-organise", slug=challenge.slug)


@organisers_only
@require_POST
def delete(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """Delete the challenge, whose short name was typed."""
    form = DeletionForm(challenge, request.POST)
    if taken(
        request,
        form,
        lambda: services.delete_challenge(challenge, by=person_of(request)),
        _("The challenge is deleted."),
    ):
        return redirect("challenges")
    return _organise(request, challenge, deletion_form=form)


def _organise(request: HttpRequest, challenge: Challenge, **forms: Any) -> HttpResponse:
    shown = {
        "rules_form": RulesForm(instance=challenge, person=person_of(request)),
        "sections": [section for _listener, section in state_shown.send(sender=Challenge, challenge=challenge)],
        "words_form": WordsForm(instance=challenge),
        "why_not_deleted": services.why_not_deleted(challenge, person_of(request)),
        "deletion_form": DeletionForm(challenge),
        "tags_form": TagsForm(initial={"tags": ", ".join(tag.name for tag in challenge.tags.all())}),
    }
    return framed(request, challenge, "challenges/organise.html", **{**shown, **forms})


@organisers_only
@require_POST
def words(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """Save title and summary."""
    form = WordsForm(request.POST, instance=Challenge.objects.get(pk=challenge.pk))
    if not form.is_valid():
        return _organise(request, challenge, words_form=form)
    values = changed_here(form, vars(Challenge.objects.get(pk=challenge.pk)))
    tell(request, lambda: services.save_words(challenge, **values, by=person_of(request)), _("The words are saved."))
    return redirect("challenge-organise", slug=challenge.slug)


# --- hidden tests ----------------------------------------------------------------------------------------------------


@organisers_only
@require_http_methods(GET_AND_POST)
def hidden_tests(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """Show how hidden tests are divided, and say which scores people see."""
    stored = Challenge.objects.get(pk=challenge.pk)
    form = ReportingForm(sent(request), instance=stored, is_divided=_is_divided(challenge))

    def save() -> None:
        now = Challenge.objects.get(pk=challenge.pk)
        values = {"selections": now.selections, **changed_here(form, vars(now))}
        services.save_reporting(challenge, **values, by=person_of(request))

    if taken(request, form, save, _("The rules are saved.")):
        return redirect("challenge-hidden-tests", slug=challenge.slug)
    return _hidden_tests(request, challenge, form, _division_form(challenge))


@organisers_only
@require_POST
def divide(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """Divide hidden tests, or no longer."""
    form = DivisionForm(request.POST)
    if form.is_valid():
        try:
            at_once = services.save_division(challenge, **form.cleaned_data, by=person_of(request))
            later = _("Saved. As something was handed in already, it holds from the next version on.")
            messages.success(request, _("Saved.") if at_once else later)
            return redirect("challenge-hidden-tests", slug=challenge.slug)
        except Refused as refusal:
            form.add_error(None, refusal.message)
    reporting = ReportingForm(instance=challenge, is_divided=_is_divided(challenge))
    return _hidden_tests(request, challenge, reporting, form)


def _division_form(challenge: Challenge) -> DivisionForm:
    rule = read_rule(challenge.division)
    if rule is None:
        return DivisionForm()
    kept = {"column": rule.column, "strata": rule.strata, "strata_column": rule.strata_column, "by_what": rule.by}
    return DivisionForm(initial={"is_divided": True, "share": round(100 * rule.share, 6), **kept})


def _hidden_tests(
    request: HttpRequest, challenge: Challenge, form: ReportingForm, division_form: DivisionForm
) -> HttpResponse:
    tests = challenge.current.tests.filter(is_hidden=True, position=1) if challenge.current else ()
    endless = challenge.phases.filter(closes=None, shows_private=True).exists()
    small = [one for one in tests if one.part == Part.PUBLIC and one.judging_lines < FEWEST_LINES]
    return framed(
        request, challenge, "challenges/hidden_tests.html",
        form=form, division_form=division_form, tests=tests, endless=endless, small=small,
        early=_early_private(challenge), waits=not services.division_holds(challenge),
    )  # fmt: skip


# --- versions --------------------------------------------------------------------------------------------------------


@organisers_only
@require_http_methods(GET_AND_POST)
def versions(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """List versions and imports, and look at what the next one would be."""
    person = person_of(request)
    is_sent = request.method == "POST"
    form = ImportForm(
        request.POST if is_sent else None, request.FILES if is_sent else None, challenge=challenge, person=person,
        initial=queries.typed_before(challenge),
    )  # fmt: skip
    if is_sent and form.is_valid():
        try:
            job = _requested(challenge, form.cleaned_data, person)
            return redirect("challenge-import", slug=challenge.slug, job=job.pk)
        except Refused as refusal:
            form.add_error(None, refusal.message)
    return framed(
        request, challenge, "challenges/versions.html",
        form=form, versions=challenge.versions.order_by("-pk"), imports=queries.imports(challenge)[:10],
    )  # fmt: skip


def _requested(challenge: Challenge, values: dict[str, Any], person: User) -> Job:
    services.discard_drafts(challenge, by=person)
    public = _public_part(values)
    hidden = _hidden_part(values)
    try:
        return services.request_import(
            challenge,
            public,
            hidden,
            by=person,
            change=values.get("change") or "patch",
            description=values.get("description", ""),
            tests_are_open=values["tests_are_open"],
            only_looks=True,
        )
    except Refused:
        services.discard_upload(public)
        services.discard_upload(hidden)
        raise


def _public_part(values: dict[str, Any]) -> dict[str, str]:
    if values["source"] == "git":
        return {"kind": "git", "url": values["url"], "branch": values["branch"] or "main"}
    if values["source"] == "folder":
        return {"kind": "folder", "path": values["path"]}
    return services.keep_upload(values["archive"].name, values["archive"].chunks())


def _hidden_part(values: dict[str, Any]) -> dict[str, str]:
    if values["hidden"] == "git":
        url = values["hidden_url"] or values["url"]
        return {"kind": "git", "url": url, "branch": values["hidden_branch"] or "dont-peek"}
    if values["hidden"] == "upload":
        return services.keep_upload(values["hidden_archive"].name, values["hidden_archive"].chunks())
    return {"kind": values["hidden"]}


@organisers_only
@require_safe
def import_page(request: HttpRequest, challenge: Challenge, job: str) -> HttpResponse:
    """Show how an import goes: its log, and every problem it found."""
    found = get_object_or_404(queries.imports(challenge), pk=job)
    problems = (found.failure or {}).get("problems", [])
    lines = log_lines(found, visitor_of(request).user)
    result = found.result or {}
    made = Version.objects.filter(pk=result.get("version") or 0).first()
    return framed(
        request, challenge, "challenges/import.html",
        job=found, problems=problems, lines=lines, found=result.get("found"), result=result, made=made,
        only_looks=found.payload.get("only_looks", False), repaired=made if made and made.moves_scores else None,
        why_failed=why_failed(found), what_next=what_next(found), may_be_repeated=services.may_be_repeated(found),
    )  # fmt: skip


@organisers_only
@require_POST
def confirm_import(request: HttpRequest, challenge: Challenge, job: str) -> HttpResponse:
    """Publish what an import found."""
    draft = get_object_or_404(queries.imports(challenge), pk=job)
    asked = {name: request.POST.get(name) == "on" for name in ("drops_scores", "replaces_results", "has_leaks")}
    made = made_or_told(request, lambda: services.confirm_draft(challenge, draft, by=person_of(request), **asked))
    return redirect("challenge-import", slug=challenge.slug, job=made.pk if made else job)


@organisers_only
@require_POST
def discard_import(request: HttpRequest, challenge: Challenge, job: str) -> HttpResponse:
    """Throw away what an import found."""
    draft = get_object_or_404(queries.imports(challenge), pk=job)
    tell(
        request,
        lambda: services.discard_draft(challenge, draft, by=person_of(request)),
        _("The draft is thrown away; nothing was published."),
    )
    return redirect("challenge-versions", slug=challenge.slug)


@organisers_only
@require_POST
def import_again(request: HttpRequest, challenge: Challenge, job: str) -> HttpResponse:
    """Look once more at the files of an import that failed."""
    found = get_object_or_404(queries.imports(challenge), pk=job)
    again = made_or_told(request, lambda: services.import_again(challenge, found, by=person_of(request)))
    return redirect("challenge-import", slug=challenge.slug, job=again.pk if again else job)


@organisers_only
@require_POST
def delete_import(request: HttpRequest, challenge: Challenge, job: str) -> HttpResponse:
    """Delete an import that failed."""
    found = get_object_or_404(queries.imports(challenge), pk=job)
    tell(request, lambda: services.delete_import(challenge, found, by=person_of(request)), _("The import is deleted."))
    return redirect("challenge-versions", slug=challenge.slug)


@organisers_only
@require_POST
def cancel_import(request: HttpRequest, challenge: Challenge, job: str) -> HttpResponse:
    """Stop an import."""
    found = get_object_or_404(queries.imports(challenge), pk=job)
    tell(
        request,
        lambda: services.cancel_import(challenge, found, by=person_of(request)),
        _("The import is being stopped."),
    )
    return redirect("challenge-import", slug=challenge.slug, job=job)


# --- phases ----------------------------------------------------------------------------------------------------------


@organisers_only
@require_http_methods(GET_AND_POST)
def phases(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """List the phases, and add one."""
    form = PhaseForm(sent(request), instance=Phase(challenge=challenge), is_divided=_is_divided(challenge))
    if taken(
        request,
        form,
        lambda: services.add_phase(challenge, form.save(commit=False), by=person_of(request)),
        _("The phase is saved."),
    ):
        return redirect("challenge-phases", slug=challenge.slug)
    current = open_phase(challenge)
    return framed(
        request, challenge, "challenges/phases.html",
        form=form, phases=challenge.phases.all(), early=_early_private(challenge),
        current=current, close_now=_close_now(challenge, current) if current is not None else "",
    )  # fmt: skip


def _close_now(challenge: Challenge, current: Phase) -> str:
    """What is asked before the open phase is closed."""
    shows_private = _is_divided(challenge) and current.shows_private
    brings = what_end_brings(current, timezone.now(), shows_private=shows_private)
    question = _("Close it now?")
    return f"{brings} {question}".strip()


@organisers_only
@require_POST
def close_phase(request: HttpRequest, challenge: Challenge, number: int) -> HttpResponse:
    """Close the phase that is open."""
    found = get_object_or_404(Phase, pk=number, challenge=challenge)
    if found == open_phase(challenge):
        back = reverse("challenge-phases", args=[challenge.slug])
        asked = asked_first(request, _close_now(challenge, found), _("Close now"), back)
        if asked is not None:
            return asked
    tell(request, lambda: services.close_phase(challenge, found, by=person_of(request)), _("The phase is closed."))
    return redirect("challenge-phases", slug=challenge.slug)


def _early_private(challenge: Challenge) -> list[Phase]:
    """The phases that would show private scores too early, where there are private parts."""
    return early_private(challenge) if _is_divided(challenge) else []


@organisers_only
@require_http_methods(GET_AND_POST)
def phase(request: HttpRequest, challenge: Challenge, number: int) -> HttpResponse:
    """Change a phase."""
    found = get_object_or_404(Phase, pk=number, challenge=challenge)
    form = PhaseForm(sent(request), instance=found, is_divided=_is_divided(challenge))
    if taken(
        request,
        form,
        lambda: services.change_phase(
            challenge, form.save(commit=False), by=person_of(request), reopens=form.cleaned_data.get("reopens", False)
        ),
        _("The phase is saved."),
    ):
        return redirect("challenge-phases", slug=challenge.slug)
    return framed(request, challenge, "challenges/phase.html", form=form, shown_phase=found)


def _is_divided(challenge: Challenge) -> bool:
    """Whether a test has a private part, or will have one in the next version."""
    current = challenge.current
    return bool(challenge.division) or (current is not None and current.tests.exclude(division=None).exists())


@organisers_only
@require_POST
def remove_phase(request: HttpRequest, challenge: Challenge, number: int) -> HttpResponse:
    """Remove a phase in which nothing was handed in."""
    found = get_object_or_404(Phase, pk=number, challenge=challenge)
    tell(
        request, lambda: services.remove_phase(challenge, found, by=person_of(request)), _("The phase is removed.")
    )  # fmt: skip
    return redirect("challenge-phases", slug=challenge.slug)


# --- people ----------------------------------------------------------------------------------------------------------


@organisers_only
@require_http_methods(GET_AND_POST)
def people(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """List who runs the challenge, and name somebody."""
    form = OrganiserForm(sent(request))
    if taken(
        request,
        form,
        lambda: services.add_organiser(challenge, **form.cleaned_data, by=person_of(request)),
        field="login",
    ):
        messages.success(request, _("%(login)s has a role in this challenge.") % form.cleaned_data)
        return redirect("challenge-people", slug=challenge.slug)
    shown = queries.organisers(challenge)
    sections = [section for _listener, section in people_shown.send(sender=Challenge, challenge=challenge)]
    return framed(request, challenge, "challenges/people.html", form=form, organisers=shown, sections=sections)


@organisers_only
@require_POST
def remove_person(request: HttpRequest, challenge: Challenge, login: str) -> HttpResponse:
    """Take somebody's role away."""
    person = get_object_or_404(User, username=login, organised__challenge=challenge)
    tell(
        request,
        lambda: services.remove_organiser(challenge, person, by=person_of(request)),
        _("%(login)s has no role in this challenge any more.") % {"login": login},
    )
    if visitor_of(request).organises(challenge):
        return redirect("challenge-people", slug=challenge.slug)
    return redirect("challenges")
