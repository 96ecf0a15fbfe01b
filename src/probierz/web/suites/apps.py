"""The application's place in Django."""

from django.apps import AppConfig


class Config(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.suites"
    label = "suites"

    def ready(self) -> None:
        """Tell the pages of submissions where each would have stood among what was published."""
        from probierz.web.submissions.panels import add_panel
        from probierz.web.suites.places import places_panel

        add_panel(places_panel)
