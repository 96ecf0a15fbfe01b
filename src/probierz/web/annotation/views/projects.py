"""The projects, the overview of one with its quotas and records, and help."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from probierz.errors import MissingExtra
from probierz.extras import install_command
from probierz.suites.sqad.records import place_of_records
from probierz.suites.sqad.rules import chosen_rules
from probierz.suites.sqad.tagging import chosen_model, need_tagger
from probierz.web.accounts.models import User
from probierz.web.accounts.requester import person_of
from probierz.web.annotation import queries, services
from probierz.web.annotation.forms import ProjectForm
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject
from probierz.web.annotation.queries import Seat, seat_in
from probierz.web.annotation.services.folders import HOME
from probierz.web.annotation.views.alone import own_page
from probierz.web.annotation.views.listing import chosen_records, remember_list, with_words
from probierz.web.annotation.words import ANSWER_TABLE, QUESTION_TABLE, RULES, rule_rows
from probierz.web.challenges.services import may_create
from probierz.web.events import waiting_work
from probierz.web.html.forms import sent, taken
from probierz.web.html.tables import PageTable, TableColumn

State = AnnotatedRecord.State


@never_cache
@login_required
@require_safe
def projects(request: HttpRequest) -> HttpResponse:
    """List the projects that somebody is in; who works alone has one thing to do."""
    if settings.IS_ALONE:
        return own_page()
    person = person_of(request)
    about = {
        "projects": [_listed(one, person) for one in queries.projects_of(person).filter(archived=None)],
        "archived": queries.projects_of(person).exclude(archived=None),
        "may_create": may_create(person), "work": waiting_work(person),
    }  # fmt: skip
    return render(request, "annotation/list.html", about)


class ListedProject(NamedTuple):
    """A project with how many records somebody still has to write, of how many; wanted is 0 where nobody said."""

    project: AnnotationProject
    left: int
    wanted: int


def _listed(project: AnnotationProject, person: User) -> ListedProject:
    quotas = queries.quotas_of(Seat(project, person, project.members.filter(user=person).first()))
    return ListedProject(project, sum(one.left for one in quotas), sum(one.wanted for one in quotas))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a project."""
    form = ProjectForm(sent(request))
    if not _can_cut_articles():
        return render(request, "annotation/no_tagger.html", {"command": install_command("annotation")})

    def make() -> None:
        services.create_project(form.cleaned_data["slug"], form.cleaned_data["title"], by=person_of(request))

    if taken(request, form, make):
        slug = form.cleaned_data["slug"]
        people = reverse("annotation-people", args=[slug])
        said = (_("The project is made."), people, _("Say who works in it"))
        messages.success(request, format_html('{} <a href="{}">{}</a>', *said))
        return redirect("annotation", slug)
    return render(request, "annotation/new.html", {"form": form})


def _can_cut_articles() -> bool:
    try:
        need_tagger()
    except MissingExtra:
        return False
    return True


@never_cache
@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how far somebody is with each type, what they left unfinished, and the records."""
    seat = seat_in(request, slug)
    remember_list(request, slug)
    quotas = queries.quotas_of(seat)
    shown = queries.marked_own(queries.with_last_word(chosen_records(request.GET, seat)))
    table = PageTable(request, _columns(), lambda words: with_words(shown, words, seat))
    verdict = State.DONE if request.GET.get("state") == State.ACCEPTED else State.ACCEPTED
    judged = queries.to_judge(seat, verdict)
    drafts = seat.project.drafts.filter(user=seat.user).select_related("record")
    asked = queries.awaited_answers(seat)
    asked = asked.none() if seat.project.archived else asked
    broken = request.GET.get("rule", "")
    rules = _rule_counts(seat, broken)
    about = {
        "seat": seat, "project": seat.project, "quotas": [one for one in quotas if one.wanted or one.made] or quotas,
        "others": [one.question_type for one in quotas if not one.wanted and not one.made], "table": table,
        "drafts": drafts, "left": sum(one.left for one in quotas), "wanted": sum(one.wanted for one in quotas),
        "broken": broken, "rules": rules, "chosen": request.GET,
        "can_mend": _can_mend([one[0] for one in rules] if broken == "any" else [broken]),
        "asked": set(asked.values_list("record", flat=True)),
        "came_back": [] if seat.project.archived else queries.returned_to(seat),
        "to_review": queries.to_review(seat).count() if _reviews_now(seat) else 0,
        "only_reviews": seat.reviews and not seat.coordinates and not any(one.wanted or one.made for one in quotas),
        "is_counting": services.ask_recount(seat.project), "states": State.choices, "verdict": verdict.value,
        "may_judge": set(judged.filter(pk__in=[one.pk for one in table.rows]).values_list("pk", flat=True)),
        "fine": with_words(shown, table.words, seat).filter(pk__in=judged.values("pk"), rules=[]).count(),
        "sees_together": seat.coordinates and not seat.project.folder, **_places(seat.project),
    }  # fmt: skip
    if about["quotas"] is quotas:
        about["others"] = []
    return render(request, "annotation/overview.html", about)


def _reviews_now(seat: Seat) -> bool:
    """Whether they look at records of others, of which some may wait."""
    return seat.reviews and not seat.project.folder and not seat.project.archived


def _places(project: AnnotationProject) -> dict[str, Path]:
    """Where the files of one person lie, and what is kept beside them; empty on a platform."""
    folder = Path(project.folder)
    return {"place": place_of_records(folder), "kept": folder / HOME} if project.folder and folder.is_dir() else {}


def _columns() -> list[TableColumn]:
    return [
        TableColumn(_("Record"), "name", "name"),
        TableColumn(_("Types"), "type", "question_type"),
        TableColumn(_("Question and answer"), "question", "question"),
        TableColumn(_("State"), "state", "state"),
        TableColumn(_("Changed"), "changed", "changed"),
    ]


def _rule_counts(seat: Seat, asked: str) -> list[tuple[str, str, int]]:
    """Name, what is wrong and number of records of each rule that is broken, and of the one that is asked for."""
    alive = queries.records_for(seat).exclude(state=State.WITHDRAWN).exclude(rules=[])
    counts = {asked: 0} if asked in RULES else {}
    for rules in alive.values_list("rules", flat=True):
        for rule in set(rules):
            counts[rule] = counts.get(rule, 0) + 1
    return sorted(((rule, str(RULES[rule].broken), count) for rule, count in counts.items()), key=lambda row: -row[2])


def _can_mend(rules: Iterable[str]) -> bool:
    """Whether there is anything that is mended by rule where one of these rules is broken."""
    return any(one.mends for one in chosen_rules(()) if one.name in rules)


@login_required
@require_safe
def help_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables of types, the rules and the keys."""
    seat = seat_in(request, slug)
    about = {"seat": seat, "project": seat.project, "questions": QUESTION_TABLE, "answers": ANSWER_TABLE,
             "rules": rule_rows(), "has_model": bool(chosen_model())}  # fmt: skip
    return render(request, "annotation/help.html", about)
