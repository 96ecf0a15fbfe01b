"""The one way upwards: what happens, told to whoever stands above.

Who tells knows nobody who listens. Listeners are functions in the `listeners.py` of an application, which its
`AppConfig.ready` imports; they run where the event is told, in the same transaction, and may raise.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple, cast

from django.dispatch import Signal

announced = Signal()
"""Organisers announced something. announcement: it."""

deletion_asked = Signal()
"""Whether anything of others keeps a challenge from being deleted is asked. challenge: it. Listeners return a sentence
that says what does, or nothing.
"""

end_moved = Signal()
"""The end of a phase was set anew, or taken away. phase: it, as it is now. before: its end until now, or None."""

failed = Signal()
"""The evaluation of a submission failed. submission: it, as it is now."""

filled_by_platform = Signal()
"""Whether the platform itself puts the rows on a challenge's boards, so that nobody hands in there, is asked.
challenge: it. Listeners return whether they put them there; see `is_filled`.
"""

tests_changed = Signal()
"""A version has new tests: other data, more splits or more metrics. No major one tells it, which is another task, but
those that are major as inputs differ: what answers their inputs all the same is scored on them. version: it.
"""

tests_replaced = Signal()
"""A version has other tests than the one before, also where that is another task. Told before the one above, while the
scores of the version before are still there. version: it.
"""

scored = Signal()
"""A submission got its first scores. submission: it, as it is now."""

standing_changed = Signal()
"""A submission left boards or came onto them, as its people choose. submission: it, as it is now."""

scored_again = Signal()
"""Kept outputs of a submission were scored again. submission: it."""

pairs_asked = Signal()
"""Which outputs were compared by a p-value is asked. evaluations: numbers of some. Listeners return pairs of them."""

participants_asked = Signal()
"""How many teams and people take part in a challenge is asked. challenge: it. Listeners return the number of those that
they know; see `how_many_take_part`.
"""

phases_changed = Signal()
"""A phase was added, changed or removed, so that another one may decide. challenge: whose it is."""

people_shown = Signal()
"""Organisers look at who takes part in a challenge. challenge: it. Listeners return sections to show there, as HTML."""

state_shown = Signal()
"""Organisers look at where a challenge stands. challenge: it. Listeners return sections to show there, as HTML."""

submission_shown = Signal()
"""Somebody looks at a submission. page: a `submissions.page.ShownSubmission`, which listeners may add to."""

work_asked = Signal()
"""Somebody looks at what waits for them. user: they. Listeners return a list of `WaitingWork`."""


def compared_pairs(evaluations: Collection[int]) -> set[tuple[int, int]]:
    """Which pairs of these evaluations were compared by a p-value."""
    answers = pairs_asked.send(sender=None, evaluations=evaluations)
    found: set[tuple[int, int]] = set()
    for _listener, pairs in answers:
        found.update(cast("list[tuple[int, int]]", pairs))
    return found


def is_filled(challenge: Any) -> bool:
    """Whether the platform itself puts the rows on a challenge's boards."""
    return any(found for _listener, found in filled_by_platform.send(sender=None, challenge=challenge))


def how_many_take_part(challenge: Any) -> int:
    """Return how many teams, and people on their own, take part in a challenge."""
    answers: list[tuple[Any, Any]] = participants_asked.send(sender=None, challenge=challenge)
    return sum(found for _listener, found in answers)


class WaitingWork(NamedTuple):
    """Something that waits for somebody, and the address where they do it."""

    says: str
    address: str


def waiting_work(user: Any) -> list[WaitingWork]:
    """Return what waits for somebody, of all applications."""
    answers: list[tuple[Any, Any]] = work_asked.send(sender=None, user=user)
    return [one for _listener, found in answers for one in found]
