"""Words that `suite new` puts where somebody has to write their own, and where they are still in a suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from probierz.suites.suite import DeclaredTask, Suite

LICENCE_NOTICE = "Say who may do what with the data."


def description_of(name: str) -> str:
    """Return the description of a suite or task before anybody wrote one."""
    return f"Describe {name} here."


def placeholders_left(suite: Suite | None, tasks: Sequence[DeclaredTask]) -> str:
    """Return a warning that names the texts of a suite, if all of it is meant, and of its tasks that nobody wrote yet.

    Empty where all are written.
    """
    left = list(dict.fromkeys(_left(suite, tasks)))
    if not left:
        return ""
    return f"everybody would read what  suite new  put there to be replaced: {'; '.join(left)}"


def _left(suite: Suite | None, tasks: Sequence[DeclaredTask]) -> Iterator[str]:
    if suite is not None and suite.description == description_of(suite.name):
        yield f'the description "{suite.description}" of {suite.name}'
    for task in tasks:
        if task.description == description_of(task.name):
            yield f'the description "{task.description}" of {task.full_name}'
    for task in tasks:
        if task.licence.notice == LICENCE_NOTICE:
            yield f'the notice "{LICENCE_NOTICE}" of the licence {task.licence.name}'
