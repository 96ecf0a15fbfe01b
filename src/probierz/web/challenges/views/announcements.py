"""Announcements of a challenge: a page, a feed, and what organisers write there."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from probierz.web.accounts.requester import person_of
from probierz.web.challenges import services
from probierz.web.challenges.forms import AnnouncementForm, refuse_other_words
from probierz.web.challenges.models import Announcement, Challenge
from probierz.web.challenges.views.frame import challenge_of, framed, organisers_only
from probierz.web.html.forms import changed_here, sent, taken, tell
from probierz.web.html.plain_text import on_one_line, without_unseen_in_lines
from probierz.web.http.addresses import public_root
from probierz.web.http.form_addresses import require_POST

MOST_SHOWN = 50


@require_safe
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all announcements, the newest first."""
    challenge = challenge_of(request, slug)
    found = challenge.announcements.all()[:MOST_SHOWN]
    return framed(request, challenge, "challenges/announcements.html", announcements=found, form=AnnouncementForm())


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """Write an announcement; of a version, where one is asked for, it begins with what has changed."""
    form = AnnouncementForm(sent(request), initial=_of_version(challenge, request.GET.get("version", "")))
    if taken(
        request,
        form,
        lambda: services.announce(challenge, **form.cleaned_data, by=person_of(request)),
        _("The announcement is published."),
    ):
        return redirect("challenge-announcements", slug=challenge.slug)
    return framed(request, challenge, "challenges/announce.html", form=form)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, challenge: Challenge, number: int) -> HttpResponse:
    """Put other words into an announcement of one's own. What was typed stays where it was taken away meanwhile."""
    if request.method == "POST" and not challenge.announcements.filter(pk=number).exists():
        return _gone(request, challenge)
    found = get_object_or_404(Announcement, pk=number, challenge=challenge, author=person_of(request))
    words = {"title": found.title, "text": found.text}
    form = AnnouncementForm(sent(request), initial=words)
    if form.is_valid():
        refuse_other_words(form, words)
    if taken(
        request,
        form,
        lambda: services.edit_announcement(found, **changed_here(form, words), by=person_of(request)),
        _("The announcement is changed."),
    ):
        return redirect("challenge-announcements", slug=challenge.slug)
    return framed(request, challenge, "challenges/announce.html", form=form, edited=found)


def _gone(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """What was typed to edit an announcement that is no more, to be announced as another one."""
    form = AnnouncementForm(request.POST)
    form.add_error(None, _("The announcement was taken away meanwhile. What you typed can be announced as a new one."))
    return framed(
        request,
        challenge,
        "challenges/announce.html",
        form=form,
        action=reverse("challenge-announce", args=[challenge.slug]),
    )


def _of_version(challenge: Challenge, number: str) -> dict[str, str]:
    """What an announcement of a version, by its number, begins with; nothing where there is no such version."""
    version = challenge.versions.filter(pk=number).first() if number.isascii() and number.isdigit() else None
    return {} if version is None else {"title": _("Version %s") % version.number, "text": version.description}


@organisers_only
@require_POST
def withdraw(request: HttpRequest, challenge: Challenge, number: int) -> HttpResponse:
    """Take an announcement away."""
    found = get_object_or_404(Announcement, pk=number, challenge=challenge)
    tell(request, lambda: services.withdraw(found, by=person_of(request)), _("The announcement is gone."))
    return redirect("challenge-announcements", slug=challenge.slug)


class _Feed(Atom1Feed):
    """A feed that is the same each time while nothing is announced: Django would date an empty one now."""

    def latest_post_date(self) -> datetime:
        """Return when the newest announcement was made; long ago without any."""
        return super().latest_post_date() if self.items else datetime(2000, 1, 1, tzinfo=UTC)


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the announcements as an Atom feed."""
    challenge, root = challenge_of(request, slug), public_root(request)
    page = root + reverse("challenge-announcements", args=[slug])
    title, summary = on_one_line(challenge.title), on_one_line(challenge.summary)
    made = _Feed(title, page, summary, feed_url=root + reverse("challenge-feed", args=[slug]))
    for one in challenge.announcements.all()[:MOST_SHOWN]:
        address = f"{page}#announcement-{one.pk}"
        words = on_one_line(one.title), address, without_unseen_in_lines(one.html)
        made.add_item(*words, unique_id=address, pubdate=one.created, updateddate=one.edited or one.created)
    return HttpResponse(made.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
