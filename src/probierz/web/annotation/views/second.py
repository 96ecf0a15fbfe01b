"""Second answers: how far people agree, and the questions that somebody is asked."""

from __future__ import annotations

from itertools import count

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from probierz.suites.sqad.vertical import Vertical
from probierz.web.annotation import services
from probierz.web.annotation.forms import SecondAnswerForm, SecondSampleForm
from probierz.web.annotation.models import SecondAnswer
from probierz.web.annotation.queries import awaited_answers, seat_in
from probierz.web.annotation.second_answers import agreement_of, question_of
from probierz.web.annotation.services.second import UNSAID
from probierz.web.annotation.views.numbers import asked_number
from probierz.web.html.forms import sent, taken


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def answers(request: HttpRequest, slug: str) -> HttpResponse:
    """List the questions that somebody is asked; to those who review how far people agree; draw records."""
    seat = seat_in(request, slug)
    if request.method == "POST" and not seat.coordinates:
        raise PermissionDenied
    form = SecondSampleForm(sent(request))
    drawn: list[int] = []
    if taken(request, form, lambda: drawn.append(services.draw_second(seat, **form.cleaned_data))):
        said = ngettext("%(n)d question is asked anew.", "%(n)d questions are asked anew.", drawn[0])
        messages.success(request, said % {"n": drawn[0]})
        return redirect("annotation-second", slug)
    about = {"seat": seat, "project": seat.project, "form": form, "asked": list(awaited_answers(seat))}
    if seat.reviews:
        about["agreement"] = agreement_of(seat.project)
    return render(request, "annotation/second.html", about)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Answer a question, of which only the article is shown."""
    seat = seat_in(request, slug)
    mine = SecondAnswer.objects.filter(record__project=seat.project, user=seat.user).select_related("record")
    second = mine.filter(pk=number).first()
    if second is None:
        messages.info(request, _("This question is not asked of you, or not any more: its record may be withdrawn."))
        return redirect("annotation-second", slug)
    initial = {
        "extraction": second.extraction, "question_type": second.question_type or UNSAID,
        "answer_type": second.answer_type or UNSAID,
    }  # fmt: skip
    form = SecondAnswerForm(sent(request), initial=initial if second.is_decided else {})

    def give() -> None:
        sentence = None if "none" in request.POST else asked_number(request, "sentence", -1)
        services.give_second(seat, second, sentence=sentence, **form.cleaned_data)

    if taken(request, form, give, _("Your answer is kept.")):
        left = awaited_answers(seat)
        first = left.first()
        return redirect("annotation-second-answer", slug, first.pk) if first else redirect("annotation-second", slug)
    record = question_of(second)
    has_none = "none" in request.POST if request.method == "POST" else second.is_decided and second.sentence is None
    chosen = request.POST.get("sentence", "" if second.sentence is None else str(second.sentence))
    about = {
        "seat": seat, "project": seat.project, "form": form, "second": second, "question": record.says("question"),
        "paragraphs": _numbered(record.parts["text"].vertical), "chosen": chosen,
        "has_none": has_none,
    }  # fmt: skip
    return render(request, "annotation/second_answer.html", about)


def _numbered(article: Vertical) -> list[list[tuple[int, str]]]:
    """The sentences of each paragraph, with their numbers in the article from 0."""
    numbers = count()
    return [[(next(numbers), one.text) for one in paragraph] for paragraph in article.paragraphs]
