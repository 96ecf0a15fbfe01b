"""Rounds: those of a challenge and of a person, a new one, how far people are and agree, handing in."""

from __future__ import annotations

import math
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from probierz.web.accounts.requester import person_of, user_of
from probierz.web.challenges.models import Part
from probierz.web.challenges.views.frame import challenge_of, framed
from probierz.web.challenges.visibility import Visitor, visitor_of
from probierz.web.html.forms import sent, taken, tell
from probierz.web.html.languages import said_on
from probierz.web.html.tables import PageTable, TableColumn
from probierz.web.http.form_addresses import require_POST
from probierz.web.labelling import queries, services
from probierz.web.labelling.agreement import LabelledItem, together
from probierz.web.labelling.candidates import judged_archive
from probierz.web.labelling.forms import BoardNameForm, CandidatesForm, LabellerForm, RoundForm
from probierz.web.labelling.items import inputs_of, known_labels, labelled_splits
from probierz.web.labelling.queries import LabellingSeat, seat_in
from probierz.web.labelling.services.exports import ENDINGS
from probierz.web.submissions.uploads_on_disk import on_disk


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the rounds that somebody is in."""
    return render(request, "labelling/mine.html", {"rounds": queries.rounds_for(person_of(request))})


@require_safe
def of_challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """List the rounds of a challenge that somebody may open."""
    challenge = challenge_of(request, slug)
    about = {
        "rounds": queries.rounds_of(challenge, user_of(request)),
        "may_make": user_of(request) is not None and bool(_splits(request, slug)),
        "may_judge": user_of(request) is not None and challenge.current is not None,
    }
    return framed(request, challenge, "labelling/rounds.html", **about)


def _splits(request: HttpRequest, slug: str) -> list[str]:
    """Names of the splits of which they may make rounds."""
    challenge = challenge_of(request, slug)
    organises = visitor_of(request).organises(challenge)
    return [name for name, is_hidden in labelled_splits(challenge).items() if organises or not is_hidden]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a round."""
    challenge, splits = challenge_of(request, slug), _splits(request, slug)
    if not splits:
        raise PermissionDenied
    initial = {
        "title": _("%(challenge)s: people") % {"challenge": challenge.title},
        "labels": "\n".join(known_labels(challenge)),
        "split": splits[-1],
    }
    form = RoundForm(sent(request), request.FILES or None, initial=initial, splits=splits)
    made = []

    def make() -> None:
        data = dict(form.cleaned_data)
        file = data.pop("output")
        with on_disk([file] if file else []) as laid:
            output = laid[0].path if laid else None
            made.append(services.create_round(challenge, by=person_of(request), output=output, **data))

    if taken(request, form, make, _("The round is made. Let others in, or begin.")):
        return redirect("labelling", made[0].pk)
    parts = challenge.tests.filter(versions=challenge.current, split__in=splits).select_related("division")
    divided = sorted({(test.split, test.judging_lines) for test in parts.filter(part=Part.PUBLIC, position=1)})
    may_board = queries.may_make_board(person_of(request), challenge)
    return framed(request, challenge, "labelling/new.html", form=form, divided=divided, may_board=may_board)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def passages(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a round in which passages of a retriever are judged."""
    challenge = challenge_of(request, slug)
    initial = {"title": _("%(challenge)s: passages") % {"challenge": challenge.title}}
    form = CandidatesForm(sent(request), request.FILES or None, initial=initial)
    made = []

    def make() -> None:
        data = dict(form.cleaned_data)
        with on_disk([data.pop("table")]) as laid:
            made.append(services.create_candidate_round(challenge, by=person_of(request), table=laid[0].path, **data))

    if taken(request, form, make, _("The round is made. Let others in, or begin."), field="table"):
        return redirect("labelling", made[0].pk)
    return framed(request, challenge, "labelling/passages.html", form=form)


@login_required
@require_safe
def overview(request: HttpRequest, number: int) -> HttpResponse:
    """Show how far people are; to those who run the round also how far they agree, and each item."""
    return _overview(request, seat_in(request, number))


def _overview(request: HttpRequest, seat: LabellingSeat, **forms: Any) -> HttpResponse:
    found = seat.round
    own = next((one for one in queries.progress_of(found) if one.labeller.user_id == seat.user.pk), None)
    visitor = Visitor(seat.user)
    about = {
        "seat": seat, "round": found, "own": own, "count": len(found.lines),
        "left": len(found.lines) - own.decided if own else 0,
        "sees_challenge": visitor.may_see(found.challenge),
        "sees_board": found.board is not None and visitor.may_see(found.board),
    }  # fmt: skip
    if seat.runs:
        about |= _about_all(request, seat) | {
            "login_form": LabellerForm(), "board_form": BoardNameForm(initial={"slug": _board_name(seat)}), **forms,
        }  # fmt: skip
    return render(request, "labelling/overview.html", about)


def _board_name(seat: LabellingSeat) -> str:
    found = seat.round
    return f"{found.challenge.slug[:40]}-{found.split.lower()}-{len(found.lines)}"[:64].strip("-")


def _about_all(request: HttpRequest, seat: LabellingSeat) -> dict[str, Any]:
    items = queries.items_of(seat.round)
    agreement = together(items)
    inputs = inputs_of(seat.round)
    return {
        "people": queries.progress_of(seat.round), "agreement": agreement,
        "alpha": None if math.isnan(agreement.alpha) else agreement.alpha,
        "open_items": sum(not item.by for item in items), "is_unused": not any(item.by for item in items),
        "may_board": queries.may_make_board(seat.user, seat.round.challenge),
        "table": PageTable(request, _columns(), lambda words: _found(items, inputs, words),
                           sort="line" if settings.IS_ALONE else "-difficulty"),
        "endings": list(ENDINGS),
    }  # fmt: skip


def _columns() -> list[TableColumn]:
    columns = [
        TableColumn(_("Line"), "line", lambda row: row[0].line, is_number=True),
        TableColumn(_("Item")),
        TableColumn(_("Labels")),
    ]
    if settings.IS_ALONE:
        return columns
    return [
        *columns,
        TableColumn(_("Label of most")),
        TableColumn(
            _("Difficulty"), "difficulty", lambda row: row[0].difficulty, is_number=True, note=_("pairs that differ")
        ),
    ]


def _found(items: list[LabelledItem], inputs: dict[int, str], words: str) -> list[tuple[LabelledItem, str]]:
    rows = [(item, inputs[item.line].replace("\t", " · ").replace("\\n", " ")) for item in items]
    wanted = words.casefold().split()
    return [row for row in rows if all(word in f"{row[1]} {row[0].majority}".casefold() for word in wanted)]


def _running(request: HttpRequest, number: int) -> LabellingSeat:
    seat = seat_in(request, number)
    if not seat.runs:
        raise PermissionDenied
    return seat


@login_required
@require_POST
def people(request: HttpRequest, number: int) -> HttpResponse:
    """Let somebody in."""
    seat = _running(request, number)
    form = LabellerForm(request.POST)
    done = _("They are in, and find the items under “Labelling” on the page “Annotation”.")
    if taken(request, form, lambda: services.let_in(seat, form.cleaned_data["login"]), done, field="login"):
        return redirect("labelling", number)
    return _overview(request, seat, login_form=form)


@login_required
@require_POST
def out(request: HttpRequest, number: int, login: str) -> HttpResponse:
    """Take somebody out."""
    seat = _running(request, number)
    one = get_object_or_404(seat.round.labellers.select_related("user"), user__username=login)
    tell(request, lambda: services.let_go(seat, one), _("They are out."))
    return redirect("labelling", number)


@login_required
@require_POST
def leave(request: HttpRequest, number: int) -> HttpResponse:
    """Leave a round."""
    seat = seat_in(request, number)
    if tell(request, lambda: services.leave_round(seat), _("You have left the round.")):
        return redirect("labellings")
    return redirect("labelling", number)


@login_required
@require_POST
def delete(request: HttpRequest, number: int) -> HttpResponse:
    """Delete a round in which nothing is decided."""
    seat = _running(request, number)
    slug = seat.round.challenge.slug
    if tell(request, lambda: services.delete_round(seat), _("The round is deleted.")):
        return redirect("challenge-labellings", slug)
    return redirect("labelling", number)


@login_required
@require_POST
def hand_in(request: HttpRequest, number: int) -> HttpResponse:
    """Hand the labels in, once they say on the page that asks that they are sure."""
    seat = _running(request, number)
    is_sure = "sure" in request.POST
    if seat.round.is_whole:
        if not is_sure:
            return _ask(request, seat)
        with said_on("challenge-board"):  # it stands on the board
            done = _("The labels are handed in.")
        if tell(request, lambda: services.hand_in_labels(seat), done):
            return redirect("challenge-board", seat.round.challenge.slug)
        return redirect("labelling", number)
    form = BoardNameForm(request.POST)
    if form.is_valid() and not is_sure:
        return _ask(request, seat, form.cleaned_data["slug"])
    with said_on("challenge-board"):
        done = _("The labels are handed in; systems follow. Only organisers see this board, until it is published.")
    if taken(request, form, lambda: services.hand_in_labels(seat, form.cleaned_data["slug"]), done):
        assert seat.round.board is not None
        return redirect("challenge-board", seat.round.board.slug)
    return _overview(request, seat, board_form=form)


def _ask(request: HttpRequest, seat: LabellingSeat, slug: str = "") -> HttpResponse:
    """Ask whether they are sure, and say what follows."""
    count = len(seat.round.lines)
    on_their_way = [one for one in queries.progress_of(seat.round) if one.decided < count]
    about = {
        "round": seat.round, "slug": slug, "count": count, "is_hidden": queries.is_hidden(seat),
        "on_their_way": on_their_way,
    }  # fmt: skip
    return render(request, "labelling/hand_in.html", about)


@login_required
@require_POST
def systems(request: HttpRequest, number: int) -> HttpResponse:
    """Bring the systems of the challenge's board to that of the sample."""
    seat = _running(request, number)
    tell(request, lambda: services.bring_systems(seat), _("What stands on the board now is scored on these items."))
    return redirect("labelling", number)


@login_required
@require_safe
def labels(request: HttpRequest, number: int, ending: str) -> HttpResponse:
    """Send all decisions."""
    seat = _running(request, number)
    if ending not in ENDINGS:
        messages.error(request, _("There is no such format."))
        return redirect("labelling", number)
    answer = HttpResponse(services.export_labels(seat, ending), content_type=ENDINGS[ending])
    answer["Content-Disposition"] = f'attachment; filename="labels-{number}.{ending}"'
    return answer


@login_required
@require_safe
def judged(request: HttpRequest, number: int) -> HttpResponse:
    """Send judged passages as pairs and as a challenge."""
    seat = _running(request, number)
    if not seat.round.candidates:
        raise Http404
    answer = HttpResponse(judged_archive(seat.round), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="judged-{number}.zip"'
    return answer
