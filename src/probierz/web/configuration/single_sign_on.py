"""Login through an organisation's OpenID Connect provider: the settings of django-allauth (extra `sso`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from probierz.errors import MissingExtra

PROVIDER = "organisation"
"""The provider's name in addresses: the callback is /sso/organisation/callback."""


def settings(known: Mapping[str, Any], apps: Sequence[str], middleware: Sequence[str]) -> dict[str, Any]:
    """Return what Django's settings gain. Raises MissingExtra where django-allauth is not installed."""
    if find_spec("allauth") is None:
        raise MissingExtra("django-allauth", "sso", "PROBIERZ_OIDC_URL")
    application = {
        "provider_id": PROVIDER,
        "name": PROVIDER,
        "client_id": known["PROBIERZ_OIDC_CLIENT"],
        "secret": known["PROBIERZ_OIDC_SECRET"],
        "settings": {"server_url": known["PROBIERZ_OIDC_URL"]},
    }
    return {
        "INSTALLED_APPS": [
            *apps,
            "allauth",
            "allauth.account",
            "allauth.socialaccount",
            "allauth.socialaccount.providers.openid_connect",
        ],
        "MIDDLEWARE": [*middleware, "allauth.account.middleware.AccountMiddleware"],
        "AUTHENTICATION_BACKENDS": [
            "django.contrib.auth.backends.ModelBackend",
            "allauth.account.auth_backends.AuthenticationBackend",
        ],
        "SOCIALACCOUNT_ADAPTER": "probierz.web.accounts.sso.Adapter",
        "SOCIALACCOUNT_ONLY": True,
        "SOCIALACCOUNT_PROVIDERS": {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": [application]}},
        "ACCOUNT_EMAIL_VERIFICATION": "none",
        # Two accounts may name one address; nobody gets into another's account by naming it.
        "ACCOUNT_UNIQUE_EMAIL": False,
        "SOCIALACCOUNT_EMAIL_AUTHENTICATION": False,
    }
