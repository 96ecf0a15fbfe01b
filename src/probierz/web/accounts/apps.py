"""The application's place in Django."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.accounts"
    label = "accounts"
