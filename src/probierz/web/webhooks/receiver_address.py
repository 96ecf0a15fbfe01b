"""Addresses that messages are sent to: read, and kept out of networks that are not public.

Length, characters, hosts and ports are those of addresses that git fetches from, see `intake.hosts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from probierz.web.intake import hosts
from probierz.web.intake.errors import AddressError, CredentialsInAddress, TransportRefused

_GIVE = "give the https:// address that the other service shows"


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
        return hosts.origin(self.scheme, self.host, self.port)

    @property
    def url(self) -> str:
        """The whole address."""
        return self.root + self.target


def read_hook_address(text: str, transports: hosts.Transports) -> HookAddress:
    """Return the address that a text gives. Raises AddressError for one that nothing may be sent to.

    Only https, and http to hosts that the operators trust. The host is not looked up yet, see `hosts.pin`.
    """
    text = text.strip()
    if not text or len(text) > hosts.LONGEST_ADDRESS or hosts.odd_character(text):
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
    host = hosts.check_host_name(parts.hostname or "", transports)
    if parts.scheme == "http" and not transports.trusts(host):
        raise TransportRefused("messages would travel without encryption", _GIVE)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return HookAddress(parts.scheme, host, _port(port, parts.scheme, host, transports), target)


def _port(port: int | None, scheme: str, host: str, transports: hosts.Transports) -> int:
    usual = hosts.DEFAULT_PORTS[scheme]
    if port is not None and hosts.is_port_of_others(port, scheme, host, transports):
        raise AddressError(f"nothing is sent to port {port}", f"use port {usual}, or one above 1023")
    return usual if port is None else port
