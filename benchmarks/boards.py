"""How long a board's page takes: 50 challenges with 10,000 submissions, each board asked for by several viewers.

Run: python -m benchmarks.boards [CHALLENGES SUBMISSIONS]; needs the extra `web`. It works in a temporary home.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time


def main() -> None:
    """Fill a database, ask for pages, print processor times, which do not change with other work on the machine."""
    challenges, submissions = (int(number) for number in (sys.argv[1:] or ("50", "10000")))
    with tempfile.TemporaryDirectory(prefix="probierz-boards-") as home:
        os.environ.update(
            PROBIERZ_HOME=home, DJANGO_SETTINGS_MODULE="probierz.web.settings", PROBIERZ_HOSTS="testserver"
        )
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        fill(challenges, submissions // challenges)
        measure(challenges)


def fill(challenges: int, each: int) -> None:
    """Make challenges with three tests and one score for each submission on each."""
    from django.db import transaction

    from probierz.web.accounts.models import User
    from probierz.web.challenges.models import Challenge, Phase, Test, Version
    from probierz.web.submissions.models import Evaluation, Score, Submission, Variant

    draw = random.Random(1)
    people = User.objects.bulk_create(
        User(username=f"person-{number}", name=f"Person {number}") for number in range(60)
    )
    for number in range(challenges):
        with transaction.atomic():
            challenge = Challenge.objects.create(
                slug=f"challenge-{number}", title=f"Challenge {number}", is_published=True
            )
            phase = Phase.objects.create(challenge=challenge, name="main")
            version = Version.objects.create(challenge=challenge, gold_hash="0")
            tests = [
                Test.objects.create(challenge=challenge, split=split, scheme=metric, name=metric, gold_hash="0",
                                    higher_is_better=True, position=position)
                for split, metric, position in (("dev-0", "F1", 1), ("test-A", "F1", 1), ("test-A", "Accuracy", 2))
            ]  # fmt: skip
            version.tests.set(tests)
            Challenge.objects.filter(pk=challenge.pk).update(current=version)
            made = Submission.objects.bulk_create(
                Submission(challenge=challenge, version=version, phase=phase, submitter=draw.choice(people),
                           source="upload", state="scored",
                           description=f"system {place}", commit=f"{number:020x}{place:020x}")
                for place in range(each)
            )  # fmt: skip
            variants = Variant.objects.bulk_create(Variant(submission=one, name="out") for one in made)
            values = [(variant, test, draw.random()) for variant in variants for test in tests]
            evaluations = Evaluation.objects.bulk_create(
                Evaluation(test=test, sha256=f"{variant.pk:064x}", value=value, shown=f"{value:.4f}", low=value - 0.01,
                           high=value + 0.01, signature="s" * 300, engine="e")
                for variant, test, value in values
            )  # fmt: skip
            Score.objects.bulk_create(
                Score(challenge=challenge, submission=variant.submission, variant=variant, test=test,
                      evaluation=evaluation, value=value, shown=f"{value:.4f}")
                for (variant, test, value), evaluation in zip(values, evaluations, strict=True)
            )  # fmt: skip


def measure(challenges: int) -> None:
    """Ask for every board twice as nobody, and once as somebody who takes part in it."""
    from django.test import Client

    from probierz.web.accounts.models import User

    nobody, somebody = Client(), Client()
    somebody.force_login(User.objects.get(username="person-0"))
    for name, client in (("first look", nobody), ("second look", nobody), ("participant", somebody)):
        times = []
        for number in range(challenges):
            start = time.process_time()
            assert client.get(f"/challenges/challenge-{number}/board").status_code == 200
            times.append(1000 * (time.process_time() - start))
        cuts = statistics.quantiles(times[1:], n=20)
        print(f"{name}: median {statistics.median(times):.1f} ms, p95 {cuts[-1]:.1f} ms, most {max(times[1:]):.1f} ms")


if __name__ == "__main__":
    main()
