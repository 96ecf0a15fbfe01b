"""Addresses that messages are sent to: read, and kept out of networks that are not public.

The rules are those of addresses that git fetches from, see `intake.hosts`; only a query may follow the path.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from probierz.web.intake.errors import AddressError, CredentialsInAddress, TransportRefused
from probierz.web.intake.hosts import DEFAULT_PORTS, Transports, check_host_name

__all__ = ["HookAddress", "read_hook_address"]

LONGEST_ADDRESS = 1000
_GIVE = "give the https:// address that the other service shows"
_PLAIN = re.compile(r"[!#-;=?-Z\[\]_a-z~]+")
"""What may stand in an address as it is typed: no blanks, quotes, backslashes, or letters beyond ASCII."""


@dataclass(frozen=True)
class HookAddress:
    """Where to send. `host` is in lower case; `target` is the path with its query, as it was typed.

    Whoever knows the target of some services may write there, so that it is kept like a password.
    """

    scheme: str
    host: str
    port: int
    target: str

    @property
    def root(self) -> str:
        """The part that may be shown: scheme, host and port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"

    @property
    def url(self) -> str:
        """The whole address."""
        return self.root + self.target


def read_hook_address(text: str, transports: Transports) -> HookAddress:
    """Return the address that a text gives. Raises AddressError for one that nothing may be sent to.

    Only https, and http to hosts that the operators trust. The host is not looked up yet, see `hosts.pin`.
    """
    text = text.strip()
    if len(text) > LONGEST_ADDRESS or not _PLAIN.fullmatch(text):
        raise AddressError("the address is empty, too long, or holds characters that no address may hold", _GIVE)
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise AddressError("the address cannot be taken apart", _GIVE, detail=str(error)) from None
    if "@" in parts.netloc:
        raise CredentialsInAddress("the address holds a user name or a password", _GIVE)
    if "#" in text or parts.netloc.endswith(":"):
        raise AddressError("the address goes on after '#', or has no port after ':'", _GIVE)
    if parts.scheme not in ("https", "http"):
        raise TransportRefused(f"nothing is sent to addresses of the kind {parts.scheme!r}", _GIVE)
    host = check_host_name(parts.hostname or "", transports)
    is_trusted = transports.trusts(host)
    if parts.scheme == "http" and not is_trusted:
        raise TransportRefused("messages would travel without encryption", _GIVE)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return HookAddress(parts.scheme, host, _port(port, parts.scheme, is_trusted=is_trusted), target)


def _port(port: int | None, scheme: str, *, is_trusted: bool) -> int:
    """Ports below 1024 belong to services that take no such messages."""
    usual = DEFAULT_PORTS[scheme]
    if port is None or port == usual:
        return usual
    if port < 1024 and not is_trusted:
        raise AddressError(f"nothing is sent to port {port}", f"use port {usual}, or one above 1023")
    return port
