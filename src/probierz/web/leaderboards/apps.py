"""The application's place in Django."""

from django.apps import AppConfig


class Config(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.leaderboards"
    label = "leaderboards"
