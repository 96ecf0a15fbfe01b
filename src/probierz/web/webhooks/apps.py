"""The application's place in Django."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.webhooks"
    label = "webhooks"

    def ready(self) -> None:
        """Listen to what happens below."""
        from probierz.web.webhooks import listeners  # noqa: F401
