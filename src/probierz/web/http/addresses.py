"""Addresses as people outside see them, and the addresses that people come from."""

from __future__ import annotations

import ipaddress
import os

from django.conf import settings
from django.http import HttpRequest

from probierz.web.configuration.environment import SERVED_AT

LOCAL = "http://localhost:8000"


def public_root(request: HttpRequest | None = None) -> str:
    """Return the address of the platform: PROBIERZ_URL, else that to which the request was sent.

    Where there is no request, as in workers: that on which `serve` listens, which started them.
    """
    known: str = settings.PROBIERZ["PROBIERZ_URL"]
    return known or (f"{request.scheme}://{request.get_host()}" if request else os.environ.get(SERVED_AT, LOCAL))


def client_network(request: HttpRequest) -> str:
    """Return where a request comes from: an IPv4 address, or the /64 network that one customer has in IPv6.

    Behind a proxy that is the last address in X-Forwarded-For, the only one that the proxy itself wrote.
    """
    text = request.META.get("REMOTE_ADDR", "")
    if settings.PROBIERZ["PROBIERZ_BEHIND_PROXY"]:
        text = request.headers.get("X-Forwarded-For", text).split(",")[-1].strip()
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address) and not address.ipv4_mapped:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)
