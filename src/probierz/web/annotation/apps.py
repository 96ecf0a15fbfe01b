"""The application's place in Django."""

from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.annotation"
    label = "annotation"

    def ready(self) -> None:
        """Listen to what happens below, and choose what tags records."""
        from django.conf import settings

        from probierz.suites.sqad.tagging import choose_model
        from probierz.web.annotation import listeners  # noqa: F401

        choose_model(settings.PROBIERZ["PROBIERZ_MORPHODITA"])
