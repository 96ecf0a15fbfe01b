"""What the settings allow: where git may fetch from, how large things may be, how long scoring may take."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any

from django.conf import settings

from probierz.archives.limits import MIB, ArchiveLimits
from probierz.web.intake.gitrun import GitLimits
from probierz.web.intake.hosts import Transports
from probierz.web.sandbox.limits import ScoringLimits

UPLOADS_AN_HOUR = 16
"""Of the largest size, as many of one person; of smaller ones more."""


def transports() -> Transports:
    """Return what may be fetched from: PROBIERZ_GIT_TRANSPORTS and PROBIERZ_GIT_HOSTS."""
    return _trusting("PROBIERZ_GIT_HOSTS", schemes=frozenset(settings.PROBIERZ["PROBIERZ_GIT_TRANSPORTS"]))


def hook_transports() -> Transports:
    """Return where messages may go beside the open internet: PROBIERZ_WEBHOOK_HOSTS."""
    return _trusting("PROBIERZ_WEBHOOK_HOSTS")


def _trusting(setting: str, **more: Any) -> Transports:
    """Private hosts, addresses and networks (also as 10.1.2.3/8) that the setting names."""
    names, networks = set(), []
    for text in settings.PROBIERZ[setting]:
        try:
            networks.append(ip_network(text, strict=False))
        except ValueError:
            names.add(text.lower())
    return Transports(private_hosts=frozenset(names), private_networks=tuple(networks), **more)


def upload_bytes() -> int:
    """Return how large one upload may be, as it comes."""
    return int(settings.PROBIERZ["PROBIERZ_UPLOAD_MB"]) * MIB


def upload_bytes_an_hour() -> int:
    """Return how many bytes of outputs one person may send in an hour, those that are only looked at among them."""
    return UPLOADS_AN_HOUR * upload_bytes()


def request_bytes() -> int:
    """Return how large the body of a request may be: an upload, and a form around it."""
    return upload_bytes() + MIB


def most_teams() -> int:
    """Return how many teams somebody may be in who makes one."""
    return int(settings.PROBIERZ["PROBIERZ_TEAMS"])


def open_invitations_of_one() -> int:
    """Return how many open invitations to teams one person may have made."""
    return int(settings.PROBIERZ["PROBIERZ_INVITATIONS"])


def git_limits() -> GitLimits:
    """Return the limits of a fetched commit: what is transferred, and each file of it."""
    return GitLimits(pack_bytes=upload_bytes(), blob_bytes=upload_bytes())


def archive_limits() -> ArchiveLimits:
    """Return the limits of an uploaded archive."""
    return ArchiveLimits(packed_bytes=upload_bytes(), total_bytes=4 * upload_bytes())


def scoring_limits() -> ScoringLimits:
    """Return the limits of one scoring. A fifth of the time by the clock is the time on a processor."""
    wall = max(2, settings.PROBIERZ["PROBIERZ_JOB_SECONDS"])
    memory = max(256, settings.PROBIERZ["PROBIERZ_JOB_MEMORY_MB"]) * MIB
    return ScoringLimits(cpu_seconds=max(1, wall // 5), wall_seconds=wall, memory_bytes=memory)
