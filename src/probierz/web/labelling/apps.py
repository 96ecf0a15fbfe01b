"""The application's place in Django."""

from django.apps import AppConfig


class LabellingConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.labelling"
    label = "labelling"

    def ready(self) -> None:
        """Listen to what happens below."""
        from probierz.web.labelling import listeners  # noqa: F401
