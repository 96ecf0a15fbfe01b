"""Sentences above the board of a suite on scores that people do not see in full, as boards of challenges have them."""

from __future__ import annotations

from django.utils.html import strip_tags
from django.utils.translation import get_language

from probierz.web.challenges.disclosure_notes import counted_notes, disclosure_notes
from probierz.web.html import looks
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.queries import SuiteView, tests_of
from probierz.web.suites.shapes import SuiteIn


def board_notes(view: SuiteView, viewer: Viewer) -> list[str]:
    """Say how scores on the board are shown: what holds for all tasks alike once, anything else with its task."""
    phases = _phases_on(view)
    tests = tests_of(view.card, view.challenges)
    has_counted = any(row.is_counted for row in view.rows)
    told = {
        task: [
            *disclosure_notes(viewer, challenge, test, phases.get(challenge.pk, set())),
            *(counted_notes(viewer, challenge, test) if has_counted else []),
        ]
        for task, (challenge, test) in tests.items()
    }
    titles, alike = task_titles(view.card), dict[str, list[tuple[str, str]]]()
    for task, notes in told.items():
        for note in notes:  # that of each task may lead to the page of its own challenge
            alike.setdefault(strip_tags(note), []).append((note, titles[task]))
    return [_named(of[0][0], [title for _note, title in of], len(told)) for of in alike.values()]


def task_titles(card: SuiteIn) -> dict[str, str]:
    """Return by name how the tasks are called on pages, in the reader's language."""
    language = get_language() or ""
    return {task.name: task.titled(language) or task.name for task in card.tasks}


def _named(note: str, tasks: list[str], of: int) -> str:
    return note if len(tasks) == of else looks.formatted("{}: {}", ", ".join(tasks), note)


def _phases_on(view: SuiteView) -> dict[int, set[int | None]]:
    """By challenge, the phases of what stands on the board."""
    numbers = {cell.submission for row in view.rows for cell in row.cells if cell is not None and cell.submission}
    found: dict[int, set[int | None]] = {}
    for challenge, phase in Submission.objects.filter(pk__in=numbers).values_list("challenge_id", "phase_id"):
        found.setdefault(challenge, set()).add(phase)
    return found
