"""The application's place in Django."""

from django.apps import AppConfig


class Config(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.leaderboards"
    label = "leaderboards"

    def ready(self) -> None:
        """Listen to what changes boards without being asked to."""
        from probierz.web.leaderboards import listeners  # noqa: F401
