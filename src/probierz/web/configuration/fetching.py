"""From where, and how much, git may fetch: as the platform's settings say."""

from __future__ import annotations

from ipaddress import ip_network

from django.conf import settings

from probierz.web.intake.hosts import Transports

__all__ = ["transports"]


def transports() -> Transports:
    """Return what git may fetch from; PROBIERZ_GIT_HOSTS names hosts, addresses and networks that may be private."""
    names, networks = set(), []
    for text in settings.PROBIERZ["PROBIERZ_GIT_HOSTS"]:
        try:
            networks.append(ip_network(text, strict=False))
        except ValueError:
            names.add(text.lower())
    schemes = frozenset(settings.PROBIERZ["PROBIERZ_GIT_TRANSPORTS"])
    return Transports(schemes=schemes, private_hosts=frozenset(names), private_networks=tuple(networks))
