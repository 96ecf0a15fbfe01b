"""The application's place in Django."""

from django.apps import AppConfig


class ChallengesConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.challenges"
    label = "challenges"
