"""The application's place in Django."""

from django.apps import AppConfig


class LeaderboardsConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.leaderboards"
    label = "leaderboards"

    def ready(self) -> None:
        """Listen to what happens below."""
        from probierz.web.leaderboards import listeners  # noqa: F401
