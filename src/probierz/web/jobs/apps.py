"""The application's place in Django."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.jobs"
    label = "jobs"
