"""Pages of webhooks: of a challenge, for its organisers, and of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.requester import person_of
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.views.frame import framed, organisers_only
from probierz.web.html.forms import sent, tell
from probierz.web.http.form_addresses import require_POST
from probierz.web.webhooks import services
from probierz.web.webhooks.forms import WebhookForm
from probierz.web.webhooks.models import Delivery, Webhook
from probierz.web.webhooks.queries import shown_address, shown_deliveries

MOST_SHOWN = 50


@sensitive_post_parameters("url")
@never_cache
@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """List the webhooks, and make one."""
    form = WebhookForm(sent(request))
    if request.method == "POST" and form.is_valid():
        try:
            made, fresh = services.make_webhook(challenge, **form.cleaned_data, by=person_of(request))
        except Refused as refusal:
            form.add_error("url", refusal.message)
        else:
            messages.success(request, _("The webhook is made."))
            if made.kind == Webhook.Kind.GENERIC:  # the others sign nothing
                return _page(request, challenge, made, fresh)
            return redirect("challenge-webhook", slug=challenge.slug, number=made.pk)
    hooks = [(hook, shown_address(hook), hook.deliveries.first()) for hook in challenge.webhooks.all()]
    return framed(request, challenge, "webhooks/webhooks.html", form=form, hooks=hooks)


@never_cache
@organisers_only
@require_safe
def webhook(request: HttpRequest, challenge: Challenge, number: int) -> HttpResponse:
    """Show a webhook and what became of its messages."""
    return _page(request, challenge, get_object_or_404(Webhook, challenge=challenge, pk=number))


@never_cache
@organisers_only
@require_POST
def secret(request: HttpRequest, challenge: Challenge, number: int) -> HttpResponse:
    """Make another secret; it is in this one answer and nowhere else."""
    hook = get_object_or_404(Webhook, challenge=challenge, pk=number)
    return _page(request, challenge, hook, services.new_secret(hook, by=person_of(request)))


def _page(request: HttpRequest, challenge: Challenge, hook: Webhook, fresh: str = "") -> HttpResponse:
    at = {action: reverse("challenge-webhook-act", args=[challenge.slug, hook.pk, action]) for action in ACTS}
    at["secret"] = reverse("challenge-webhook-secret", args=[challenge.slug, hook.pk])
    return framed(request, challenge, "webhooks/webhook.html", **_shown(hook, at, fresh))


def _shown(hook: Webhook, at: dict[str, str], fresh: str) -> dict[str, Any]:
    rows = shown_deliveries(hook, MOST_SHOWN)
    is_testing = any(row.delivery.event == Delivery.Event.TEST and not row.delivery.is_final for row in rows)
    return {
        "hook": hook, "shown": shown_address(hook), "fresh": fresh, "at": at, "deliveries": rows,
        "is_testing": is_testing and not fresh,  # a secret is shown this once
    }  # fmt: skip


Verb = Callable[[Webhook, User], object]

ACTS: dict[str, tuple[Verb, object]] = {
    "on": (lambda hook, by: services.switch(hook, True, by=by), gettext_lazy("The webhook is on.")),
    "off": (lambda hook, by: services.switch(hook, False, by=by), gettext_lazy("The webhook is off.")),
    "test": (lambda hook, by: services.send_test(hook, by=by), gettext_lazy("The test is on its way.")),
    "remove": (lambda hook, by: services.remove_webhook(hook, by=by), gettext_lazy("The webhook is gone.")),
}


@organisers_only
@require_POST
def act(request: HttpRequest, challenge: Challenge, number: int, action: str) -> HttpResponse:
    """Send a test, switch on or off, remove."""
    _do(request, get_object_or_404(Webhook, challenge=challenge, pk=number), action)
    if action == "remove":
        return redirect("challenge-webhooks", slug=challenge.slug)
    return redirect("challenge-webhook", slug=challenge.slug, number=number)


def _do(request: HttpRequest, hook: Webhook, action: str) -> None:
    if action not in ACTS:
        raise Http404
    verb, done = ACTS[action]
    tell(request, lambda: verb(hook, person_of(request)), str(done))


# --- one's own -------------------------------------------------------------------------------------------------------


@sensitive_post_parameters("url")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_webhook(request: HttpRequest) -> HttpResponse:
    """Show the webhook of one's notifications and what became of its messages; without one, make it."""
    person = person_of(request)
    hook = Webhook.objects.filter(user=person).first()
    if hook is not None:
        return _own_page(request, hook)
    form = WebhookForm(sent(request))
    if request.method == "POST" and form.is_valid():
        try:
            made, fresh = services.make_own_webhook(person, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("url", refusal.message)
        else:
            messages.success(request, _("The webhook is made. Choose what it tells under Notifications."))
            if made.kind == Webhook.Kind.GENERIC:  # the others sign nothing
                return _own_page(request, made, fresh)
            return redirect("own-webhook")
    return render(request, "webhooks/own.html", {"form": form})


@never_cache
@login_required
@require_POST
def own_secret(request: HttpRequest) -> HttpResponse:
    """Make another secret; it is in this one answer and nowhere else."""
    person = person_of(request)
    hook = get_object_or_404(Webhook, user=person)
    return _own_page(request, hook, services.new_secret(hook, by=person))


@login_required
@require_POST
def act_on_own(request: HttpRequest, action: str) -> HttpResponse:
    """Send a test, switch on or off, remove."""
    _do(request, get_object_or_404(Webhook, user=person_of(request)), action)
    return redirect("own-webhook")


def _own_page(request: HttpRequest, hook: Webhook, fresh: str = "") -> HttpResponse:
    at = {action: reverse("own-webhook-act", args=[action]) for action in ACTS}
    at["secret"] = reverse("own-webhook-secret")
    return render(request, "webhooks/own.html", _shown(hook, at, fresh))
