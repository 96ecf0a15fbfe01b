"""Server time of the platform's pages: 50 challenges, 10,000 submissions, 1,000 people.

    python -m benchmarks.pages [--challenges 50] [--submissions 10000] [--people 1000]
    python scripts/with_postgres.py python -m benchmarks.pages

Needs the extra `web`. It works in a temporary home; on PostgreSQL where PROBIERZ_TEST_DATABASE_URL names one.
Times are processor time of the web process, all of Django included, which do not change with other work on the machine;
what the server of PostgreSQL computes is not in them. *First look* is a page of which nothing is remembered, as after a
start: for pages of one challenge each the cache is emptied once a round, for a page of one address before every look.
*After a change* every challenge has changed, as by a submission to each: what is remembered of them is of no use.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.crowd import fill

LIMIT = 50.0
"""Milliseconds of server time that 95 of 100 pages stay below."""
LOOKED_AT = ("first look", "after a change", "second look")
LOOKS = 20
"""So often a page is looked at that has but one address."""

PAGES = {
    "board": "/challenges/{slug}/board",
    "description": "/challenges/{slug}/about",
    "how to": "/challenges/{slug}/how-to",
    "all submissions": "/challenges/{slug}/submissions",
    "plots": "/challenges/{slug}/plots",
    "a submission": "/submissions/{number}",
    "list of challenges": "/challenges",
    "leaderboard (API)": "/api/v1/challenges/{slug}/board",
    "leaderboard (Gonito's API)": "/api/leaderboard/{slug}",
    "all challenges (Gonito's API)": "/api/list-challenges",
}


def main() -> int:
    """Fill a database, ask for pages, print times; 1 where a page is too slow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--challenges", type=int, default=50)
    parser.add_argument("--submissions", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=1_000)
    words = parser.parse_args()
    with platform() as database:
        started = time.perf_counter()
        fill(words.challenges, words.submissions, words.people)
        filled = time.perf_counter() - started
        print(
            f"{database}: {words.challenges} challenges, {words.submissions} submissions, {words.people} people "
            f"(filled in {filled:.0f} s)"
        )
        return measure()


@contextmanager
def platform() -> Iterator[str]:
    """Make Django usable in this process, with an empty database of its own; give the database's name."""
    url = os.environ.get("PROBIERZ_TEST_DATABASE_URL", "")
    with tempfile.TemporaryDirectory(prefix="probierz-pages-") as home:
        os.environ.update(PROBIERZ_HOME=home, PROBIERZ_HOSTS="testserver", PROBIERZ_DATABASE_URL=url)
        from probierz.web.operation.start import prepare

        prepare()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        yield connection.vendor
        connection.close()


def measure() -> int:
    """Look at every page as several viewers; return how many kinds of pages are too slow."""
    from django.core.cache import cache
    from django.test import Client

    from probierz.web.operation.webserver import collect_seldom

    slow = 0
    addresses = _addresses()
    collect_seldom()  # as every web process does
    print(f"{'milliseconds of processor time':32}", *(f"{look:>28}" for look in LOOKED_AT))
    print(f"{'page':22} {'viewer':9}", *[f"{'median':>8} {'p95':>9} {'most':>9}"] * len(LOOKED_AT))
    for page in PAGES:
        for viewer, person in _viewers():
            client = Client()
            if person:
                client.force_login(person)
            for url in addresses[page][:2]:  # templates and modules are read once in the life of a process
                _ask(client, url)
            looks = [_quickest(client, addresses[page], forget) for forget in (cache.clear, _change_all, lambda: None)]
            print(f"{page[:21]:22} {viewer:9}", *map(_summary, looks))
            slow += any(_p95(times) > LIMIT for times in looks)
    print(f"{slow} of {len(PAGES) * 3} with a p95 above {LIMIT:.0f} ms")
    return slow


def _change_all() -> None:
    from django.db.models import F

    from probierz.web.challenges.models import Challenge

    Challenge.objects.update(revision=F("revision") + 1)


def _viewers() -> list[tuple[str, Any]]:
    """Nobody; the one who handed in most; somebody else."""
    from django.db.models import Count

    from probierz.web.accounts.models import User

    people = User.objects.annotate(count=Count("submissions")).order_by("-count", "pk")
    return [("anybody", None), ("entrant", people[0]), ("visitor", people.last())]


def _addresses() -> dict[str, list[str]]:
    from probierz.web.challenges.models import Challenge
    from probierz.web.submissions.models import Submission

    slugs = list(Challenge.objects.order_by("pk").values_list("slug", flat=True))
    numbers = random.Random(1).sample(sorted(Submission.objects.values_list("pk", flat=True)), 100)
    found = {}
    for page, pattern in PAGES.items():
        by_number = [pattern.format(number=number) for number in numbers] if "{number}" in pattern else []
        by_slug = [pattern.format(slug=slug) for slug in slugs] if "{slug}" in pattern else []
        found[page] = by_number or by_slug or [pattern] * LOOKS
    return found


def _quickest(client: Any, urls: list[str], forget: Callable[[], None]) -> list[float]:
    """The quickest of three looks at each page: other work on the machine slows down some.

    forget: called wherever a page would be looked at again.
    """
    rounds = [_round(client, urls, forget) for _ in range(3)]
    return [min(times) for times in zip(*rounds, strict=True)]


def _round(client: Any, urls: list[str], forget: Callable[[], None]) -> list[float]:
    forget()
    times, seen = [], set[str]()
    for url in urls:
        if url in seen:
            forget()
        seen.add(url)
        times.append(_ask(client, url))
    return times


def _ask(client: Any, url: str) -> float:
    start = time.process_time()
    answer = client.get(url)
    taken = 1000 * (time.process_time() - start)
    assert answer.status_code == 200, (url, answer.status_code)
    return taken


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20, method="inclusive")[-1]


def _summary(times: list[float]) -> str:
    return f"{statistics.median(times):8.1f} {_p95(times):9.1f} {max(times):9.1f}"


if __name__ == "__main__":
    sys.exit(main())
