"""Under which licence each task of a suite is, and how it is cited: of plans and of challenges, what is equal once."""

from __future__ import annotations

from typing import NamedTuple

from probierz.suites.building import CITATION_NAME, LICENCE_NAME
from probierz.web.challenges.queries import notices
from probierz.web.suites.queries import SuiteView
from probierz.web.suites.shapes import SuiteTaskIn


class TaskNotice(NamedTuple):
    """A licence or a citation. file: as which it goes with the data. tasks: those that it is of."""

    file: str
    text: str
    tasks: tuple[SuiteTaskIn, ...]


def task_notices(view: SuiteView) -> list[TaskNotice]:
    """Return the licences and citations of the tasks of a suite, but for its own citation, which stands on its page.

    What a challenge has in its files counts before the plan, as that is what goes with the data here.
    """
    of_tasks: dict[tuple[str, str], list[SuiteTaskIn]] = {}
    for task, challenge in view.tasks:
        found = {CITATION_NAME: task.citation.strip(), **dict(notices(challenge) if challenge is not None else ())}
        for file, text in found.items():
            of_tasks.setdefault((file, text), []).append(task)
    own = _words(view.card.citation)
    told = [TaskNotice(file, text, tuple(tasks)) for (file, text), tasks in of_tasks.items() if text]
    return [one for one in sorted(told, key=_licences_first) if one.file == LICENCE_NAME or _words(one.text) != own]


def _licences_first(notice: TaskNotice) -> bool:
    return notice.file != LICENCE_NAME


def _words(text: str) -> str:
    return " ".join(text.split())
