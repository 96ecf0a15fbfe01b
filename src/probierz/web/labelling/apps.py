"""The application's place in Django."""

from django.apps import AppConfig


class LabellingConfig(AppConfig):
    """See the package's docstring."""

    name = "probierz.web.labelling"
    label = "labelling"

    def ready(self) -> None:
        """Listen to what happens below, and say above boards of samples what is still to come."""
        from probierz.web.labelling.listeners import scoring_note
        from probierz.web.leaderboards.notes import add_note

        add_note(scoring_note)
