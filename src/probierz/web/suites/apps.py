"""The application's place in Django."""

from django.apps import AppConfig


class Config(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.suites"
    label = "suites"

    def ready(self) -> None:
        """Tell pages of submissions where each would have stood among what was published, and boards what decided."""
        from probierz.web.leaderboards.notes import add_note
        from probierz.web.submissions.panels import add_panel
        from probierz.web.suites import listeners  # noqa: F401
        from probierz.web.suites.published_places import (
            places_panel,
            undecided_note,
            undecided_panel,
            whole_archives_note,
        )

        add_panel(places_panel)
        add_panel(undecided_panel)
        add_note(undecided_note)
        add_note(whole_archives_note)
