"""The page where people choose what they hear of, and the one that ends a kind of them without a login."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from probierz.web.accounts.requester import person_of
from probierz.web.html.context import sends_email
from probierz.web.html.forms import sent, taken
from probierz.web.notifications import services
from probierz.web.notifications.forms import ChoicesForm
from probierz.web.notifications.models import Channel, Kind


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def choices(request: HttpRequest) -> HttpResponse:
    """Choose what one hears of by e-mail, and by a webhook of one's own."""
    person = person_of(request)
    hook = services.own_webhook(person)
    channels = [*([Channel.EMAIL] if sends_email() else []), *([Channel.WEBHOOK] if hook else [])]
    form = ChoicesForm(sent(request), chosen={channel: services.chosen(person, channel) for channel in channels})

    def save() -> None:
        for channel in channels:
            services.save_choices(person, form.cleaned_data[channel], channel)

    if taken(request, form, save, _("Your choice is saved.")):
        return redirect("notifications")
    found = {"form": form, "person": person, "has_address": bool(person.email), "hook": hook}
    return render(request, "notifications/choices.html", found)


@csrf_exempt  # the token in the address is the right to do it; mail programs send this one request, and no cookie
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """End e-mails of one kind: looking at the address asks, sending the form does it."""
    found = services.read_stop_token(token)
    if found is None:
        raise Http404
    number, kind = found
    if request.method == "POST":
        services.stop(number, kind)
    return render(request, "notifications/stop.html", {"kind": Kind(kind).label, "is_done": request.method == "POST"})
