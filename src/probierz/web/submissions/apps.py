"""The application's place in Django."""

from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.submissions"
    label = "submissions"

    def ready(self) -> None:
        """Listen to what happens below."""
        from probierz.web.submissions import listeners  # noqa: F401
