"""Who stands where on a board. Knows scores only as far as somebody may see them, so that no order tells more.

Each entry falls into one of these, in this order: a number on the current data; one of another phase than counts; not
a number; a number on data that were replaced since; a score that is not shown. Only the first have ranks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeVar

from probierz.ordering import missing_last
from probierz.web.submissions.best_scores import score_place


class Contender(Protocol):
    """What ranking looks at of an entry."""

    @property
    def number(self) -> float | None:
        """Its main score with the digits by which all are compared; None for NaN."""

    @property
    def exact(self) -> float | None:
        """The same with all digits that everybody may see, for choosing among one's own."""

    @property
    def is_shown(self) -> bool:
        """Whether the score is shown at all."""

    @property
    def when(self) -> datetime:
        """When it was handed in; breaks ties."""

    @property
    def variant_name(self) -> str:
        """The name of its variant; breaks ties, too."""

    @property
    def is_outdated(self) -> bool:
        """Whether it was scored on data that are not the challenge's any more."""

    @property
    def other_phase(self) -> str:
        """Where another phase counts than its own, the name of its own: it may be rounded as others are not."""

    @property
    def is_chosen(self) -> bool:
        """Whether its people chose it."""

    @property
    def is_withheld(self) -> bool:
        """Whether it is no sure improvement, so that another one of the same people stands for them."""

    @property
    def is_ranked(self) -> bool:
        """Whether it counts; what does not stands among the others without a rank."""


T = TypeVar("T", bound=Contender)

Key = tuple[int, tuple[tuple[bool, Any], datetime | float], str]


_NOT_SHOWN = 4


def _class(contender: Contender) -> int:
    if not contender.is_shown:
        return _NOT_SHOWN
    if contender.is_outdated:
        return 3
    if contender.number is None or math.isnan(contender.number):
        return 2
    return 1 if contender.other_phase else 0


def _key(contender: Contender, number: float | None, higher_is_better: bool) -> Key:
    """Sorts better first, of equals the earlier; what is not shown: newest first, whatever the score."""
    kind = _class(contender)
    if kind == _NOT_SHOWN:
        return kind, (missing_last(None), -contender.when.timestamp()), contender.variant_name
    return kind, score_place(number, contender.when, higher_is_better=higher_is_better), contender.variant_name


def rank(contenders: Iterable[T], *, higher_is_better: bool) -> list[tuple[int | None, T]]:
    """Order entries, the best first, and number from 1 those that count: None where no rank may or can be given; scores
    that look equal share a rank, and the next is left out.
    """
    ordered = sorted(contenders, key=lambda one: _key(one, one.number, higher_is_better))
    found: list[tuple[int | None, T]] = []
    shared: tuple[float | None, int] = (None, 0)
    place = 0
    for contender in ordered:
        if _class(contender) != 0 or not contender.is_ranked:
            found.append((None, contender))
            continue
        place += 1
        if contender.number != shared[0]:
            shared = (contender.number, place)
        found.append((shared[1], contender))
    return found


def best_of_groups(
    contenders: Sequence[T],
    groups: Callable[[T], Iterable[Hashable]],
    *,
    rule: str,
    higher_is_better: bool,
) -> list[T]:
    """Return the one of each group that stands on the board; an entry that stands for several groups comes once.

    rule: "best", "last", "chosen" (else the best) or "all".
    """
    if rule == "all":
        return list(contenders)
    members: dict[Hashable, list[T]] = {}
    for contender in contenders:
        for group in groups(contender):
            members.setdefault(group, []).append(contender)
    found = {id(one): one for one in (_best_of(some, rule, higher_is_better) for some in members.values())}
    return list(found.values())


def _best_of(members: Sequence[T], rule: str, higher_is_better: bool) -> T:
    if len(members) == 1:
        return members[0]
    members = [one for one in members if not one.is_withheld] or members
    if rule == "last":
        return max(members, key=lambda one: one.when)
    chosen = [one for one in members if one.is_chosen] if rule == "chosen" else []
    return min(chosen or members, key=lambda one: _key(one, one.exact, higher_is_better))
