"""What every template knows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from probierz.version import __version__
from probierz.web.html.languages import czech_elsewhere, czech_note, languages_of


def sends_email() -> bool:
    """Whether the platform can send e-mail."""
    return bool(settings.PROBIERZ["PROBIERZ_EMAIL_URL"])


def platform(request: HttpRequest) -> dict[str, Any]:
    """Return the platform's own name, contact and version, and what it can do."""
    known = settings.PROBIERZ
    return {
        "platform_title": known["PROBIERZ_TITLE"],
        "platform_contact": known["PROBIERZ_CONTACT"],
        "platform_version": __version__,
        "is_alone": settings.IS_ALONE,
        "sends_email": sends_email(),
        "registration_is_open": known["PROBIERZ_REGISTRATION"] == "open",
        "languages": languages_of(request),
        "czech_elsewhere": czech_elsewhere(request),
        "czech_note": czech_note(request),
    }
