"""What jobs of boards do."""

from __future__ import annotations

from probierz.web.challenges.models import Challenge
from probierz.web.jobs.handlers import handler
from probierz.web.jobs.running import Running
from probierz.web.leaderboards.clusters import KIND, compare_boards

__all__ = ["find_clusters"]


@handler(KIND)
def find_clusters(running: Running) -> None:
    """Find which systems on the boards of a challenge its tests tell apart."""
    challenge = Challenge.objects.filter(pk=running.payload["challenge"]).first()
    done = 0 if challenge is None else compare_boards(challenge, check=running.check)
    with running.completing() as job:
        job.result = {"tests": done}
