"""The application's place in Django."""

from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.annotation"
    label = "annotation"
