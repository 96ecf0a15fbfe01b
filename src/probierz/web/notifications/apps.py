"""The application's place in Django."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.notifications"
    label = "notifications"

    def ready(self) -> None:
        """Listen to what happens below."""
        from probierz.web.notifications import listeners  # noqa: F401
