"""Which languages a page can be in: English and Polish all of them, Czech those on which people annotate.

AddQA was made for people who write Czech, and they label items, too. So these pages, the way to them and the pages of
errors are there in Czech; somebody who chose Czech sees any other page whole in the platform's language, and no page
mixes two.
"""

from __future__ import annotations

import re
from contextlib import AbstractContextManager

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

CZECH = "cs"
CZECH_ROUTES = frozenset(
    {
        "login", "register", "invitation", "password-reset", "set-language", "account", "account-unblock", "password",
        "tokens", "token-revoke", "notifications", "notifications-stop", "own-webhook", "own-webhook-secret",
    }
)  # fmt: skip
"""Names of the routes that are in Czech besides those of annotation and labelling."""

_ASKED_FOR_CZECH = "probierz.asked_for_czech"

_CZECH_SOURCES = re.compile(
    r"annotation/|labelling/|templates/(base\.html|parts/|errors/)|http/error_pages\.py|html/(?!engine_sentences)"
    r"|challenges/(templates/challenges/(frame|confirm_draft)\.html|templatetags/disclosing\.py)"
    r"|accounts/(forms|models|closed_platform|services/(links|people|tokens)|views/account|views/door)\.py"
    r"|accounts/templates/accounts/(account|closed|login|new_password|dead_link|password|password_reset|register|tokens)\.html"
    r"|notifications/(forms\.py|models\.py|views\.py|templates/)"
    r"|webhooks/(forms\.py|models\.py|queries\.py|services\.py|views\.py|templates/webhooks/(outcome|own|shown|state)\.html)"
)


def has_czech_words(source: str) -> bool:
    """Whether pages in Czech show messages of a file, which is named from `web/` on."""
    return _CZECH_SOURCES.match(source) is not None


def languages_of(request: HttpRequest) -> list[tuple[str, str]]:
    """Return code and name of the languages that the page is there in."""
    return [one for one in settings.LANGUAGES if one[0] != CZECH or _is_in_czech(request)]


def czech_elsewhere(request: HttpRequest) -> str:
    """Return, in Czech, the name of the link to what is there in Czech; empty where nobody asked for it, or all is."""
    return "Anotace česky" if request.META.get(_ASKED_FOR_CZECH) else ""


def czech_note(request: HttpRequest) -> str:
    """Say, in Czech, what is there in Czech, to who asked for it on another page; else nothing."""
    if not request.META.get(_ASKED_FOR_CZECH):
        return ""
    here = {"pl": "polsky"}.get(_in_place_of_czech(), "anglicky")
    return f"Česky jsou anotace, označování a účet; ostatní stránky, i tato, jsou {here}."


def said_on(route: str) -> AbstractContextManager[None]:
    """Return a context in which words are those of another page, to which somebody is led with a message."""
    now = translation.get_language()
    return translation.override(_in_place_of_czech() if now == CZECH and not _has_czech(route) else now)


def _in_place_of_czech() -> str:
    return "en" if settings.LANGUAGE_CODE == CZECH else settings.LANGUAGE_CODE


def _has_czech(route: str) -> bool:
    return "labelling" in route or route.startswith("annotation") or route in CZECH_ROUTES


def _is_in_czech(request: HttpRequest) -> bool:
    if request.resolver_match is None:  # no such page, which can be said in every language
        return True
    return _has_czech(request.resolver_match.url_name or "")


class LanguageOfPage(MiddlewareMixin):
    """Where a page is not there in Czech, it comes in the platform's language; stands behind Django's choice."""

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        """Choose the platform's language in place of Czech."""
        if translation.get_language() == CZECH and not _is_in_czech(request):
            request.META[_ASKED_FOR_CZECH] = True
            translation.activate(_in_place_of_czech())
