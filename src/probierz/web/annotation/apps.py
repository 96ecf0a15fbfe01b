"""The application's place in Django."""

from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.annotation"
    label = "annotation"

    def ready(self) -> None:
        """Listen to what happens below."""
        from probierz.web.annotation import listeners  # noqa: F401
