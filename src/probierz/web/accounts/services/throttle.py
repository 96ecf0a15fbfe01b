"""Slow guessing down. Attempts are counted in the database, so that all web processes count together."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac

from probierz.web.accounts.models import Attempt, Spent

WINDOW = timedelta(minutes=15)

LIMITS = {
    # One address is stopped long before the account is: a stranger elsewhere cannot lock its owner out with ease.
    "login-here": 10,
    "login": 50,
    "address": 100,
    "register": 20,
    "reset": 10,
    "password": 10,
    "look": 60,
    "confirm": 5,
    "confirm-to": 3,
    "challenge": 30,
    "round": 20,
}
"""How many attempts of each kind one value has in a window."""

MOST_ACCOUNTS = {timedelta(hours=1): 60, timedelta(days=1): 200}
"""So many one address makes where everybody may register: a class or two, and no army."""


def try_once(**values: str) -> int:
    """Count an attempt by each kind's value; return after how many seconds to come back, 0 when it may go on.

    The attempt is written before it is judged: a hundred at a time are a hundred.
    """
    now = timezone.now()
    Attempt.objects.filter(when__lt=now - WINDOW).delete()
    keys = {kind: _key(kind, value) for kind, value in values.items()}
    Attempt.objects.bulk_create([Attempt(key=key) for key in keys.values()])
    waits = [0]
    for kind, key in keys.items():
        recent = Attempt.objects.filter(key=key, when__gte=now - WINDOW).order_by("-when")
        # As many as are allowed, then this one too many: it may come back when the oldest of them is forgotten.
        blocking = recent.values_list("when", flat=True)[LIMITS[kind] : LIMITS[kind] + 1].first()
        if blocking is not None:
            waits.append(max(1, round((WINDOW - (now - blocking)).total_seconds())))
    return max(waits)


def spend(kind: str, value: str, amount: int, most: int, window: timedelta) -> int:
    """Count so much against what one value may use in a window; return after how many seconds to come back.

    0 where it may go on. What is refused does not count: who waits as long as they are told may go on.
    amount, most: in one unit, the same for each kind; most is at least amount.
    """
    return _spend({_key(kind, value): (most, window)}, amount)


def spend_account(network: str) -> int:
    """Count an account that an address makes, as `spend`; one that any window refuses counts in none."""
    kinds = {f"accounts-{window.total_seconds():.0f}": (most, window) for window, most in MOST_ACCOUNTS.items()}
    return _spend({_key(kind, network): bound for kind, bound in kinds.items()}, 1)


def _spend(bounds: Mapping[str, tuple[int, timedelta]], amount: int) -> int:
    """bounds: by key, how much may be used in which window."""
    now = timezone.now()
    Spent.objects.filter(until__lte=now).delete()
    wait = max(_wait(key, amount, *bound, now) for key, bound in bounds.items())
    if not wait:
        made = [Spent(key=key, amount=amount, until=now + window) for key, (_most, window) in bounds.items()]
        Spent.objects.bulk_create(made)
    return wait


def _wait(key: str, amount: int, most: int, window: timedelta, now: datetime) -> int:
    """After how many seconds there is room for so much more; 0 now."""
    recent = list(Spent.objects.filter(key=key, until__gt=now).order_by("until").values_list("until", "amount"))
    over = sum(each for _, each in recent) + amount - most
    if over <= 0:
        return 0
    for until, each in recent:
        over -= each
        if over <= 0:
            return max(1, round((until - now).total_seconds()))
    return round(window.total_seconds())


def forget_attempts(**values: str) -> None:
    """Drop what is held against these values, once somebody has shown who they are."""
    Attempt.objects.filter(key__in=[_key(kind, value) for kind, value in values.items()]).delete()


def take_back(**values: str) -> None:
    """Let the last attempt of each kind not count: it was no guess, it went well."""
    for kind, value in values.items():
        last = Attempt.objects.filter(key=_key(kind, value)).order_by("-when", "-pk").first()
        if last is not None:
            last.delete()


def _key(kind: str, value: str) -> str:
    """No address or login stands in the table."""
    return salted_hmac(f"probierz.attempt.{kind}", value.casefold(), algorithm="sha256").hexdigest()
