"""The application's place in Django."""

from django.apps import AppConfig


class ChallengesConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.challenges"
    label = "challenges"

    def ready(self) -> None:
        """Know the operator's own metrics."""
        from probierz.metrics.definition import load_named_plugins

        load_named_plugins()
