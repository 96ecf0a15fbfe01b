"""Hosts that may be connected to: public ones, and those that an operator trusts.

A host is looked up once; all its addresses are checked, and the connection is held to them. So a name that answers
differently the second time (DNS rebinding) gains nothing.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from probierz.web.intake.errors import AddressError, NoSuchHost, PrivateHost, UnknownHost

IP = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Resolver = Callable[[str, int], list[str]]
"""From a host and a port to its addresses as text; raises OSError when there are none."""

DEFAULT_PORTS = {"https": 443, "http": 80, "file": 0}
LONGEST_ADDRESS = 1000


@dataclass(frozen=True)
class Transports:
    """What may be fetched from.

    schemes: kinds of addresses, of `https`, `http` and `file`; the latter two are for tests and closed networks.
    private_hosts: names that may lead into a private network. private_networks: addresses that count as public.
    ca_file: certificates to trust instead of the system's.
    """

    schemes: frozenset[str] = frozenset({"https"})
    private_hosts: frozenset[str] = frozenset()
    private_networks: tuple[Network, ...] = ()
    ca_file: str | None = None

    def trusts(self, host: str) -> bool:
        """Whether a host may be private: by its name, or by its address if it is one."""
        address = _as_ip(host)
        return host in self.private_hosts or (address is not None and self.contains(address))

    def contains(self, address: IP) -> bool:
        """Whether an address is in one of the private networks that may be fetched from."""
        return any(address.version == network.version and address in network for network in self.private_networks)


def odd_character(address: str) -> str | None:
    """Return the first character that no address may hold: blanks, quotes, backslashes, letters beyond ASCII."""
    return next((one for one in address if not "!" <= one <= "~" or one in '\\"<>^`{|}'), None)


def is_port_of_others(port: int, scheme: str, host: str, transports: Transports) -> bool:
    """Whether other services have this port: those below 1024 do, but for the usual one and hosts that are trusted."""
    return port != DEFAULT_PORTS[scheme] and port < 1024 and not transports.trusts(host)


def origin(scheme: str, host: str, port: int) -> str:
    """Return scheme, host and port as an address begins with them; the port where it is not the usual one."""
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" + ("" if port == DEFAULT_PORTS[scheme] else f":{port}")


_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_GIVE_PUBLIC = "give the address of a public repository"


def check_host_name(host: str, transports: Transports) -> str:
    """Return a host in lower case; raises AddressError for one that is none, or is private by its mere look."""
    host = host.lower().removesuffix(".")
    if ":" in host:
        return _check_ip(host, transports)
    labels = host.split(".")
    if len(host) > 253 or not all(map(_LABEL.fullmatch, labels)):
        raise AddressError("the address has no proper host", f"{_GIVE_PUBLIC}; write letters beyond ASCII as xn--…")
    if _NUMBER.fullmatch(labels[-1]):  # 127.1, 2130706433, 0x7f.1 and 017700000001 are addresses to some programs
        return _check_ip(host, transports)
    if (len(labels) == 1 or labels[-1] == "localhost") and not transports.trusts(host):
        raise PrivateHost("the host is a name inside a private network", _GIVE_PUBLIC)
    return host


def _check_ip(host: str, transports: Transports) -> str:
    address = _as_ip(host)
    if address is None or "%" in host:
        raise AddressError("the host is a number, but no IP address in its usual form", _GIVE_PUBLIC)
    _check_public(address, transports, trusted=False)
    return str(address)


def _as_ip(host: str) -> IP | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def system_resolver(host: str, port: int) -> list[str]:
    """Ask the system for the addresses of a host."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


_NO_SUCH_NAME = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}
"""What a resolver says of a name that does not exist; other faults of its may pass."""


def pin(host: str, port: int, transports: Transports, resolver: Resolver = system_resolver) -> list[IP]:
    """Look a host up; return all its addresses. Raises PrivateHost when one of them is not public."""
    literal = _as_ip(host)
    try:
        found = [literal] if literal else [ip_address(text) for text in resolver(host, port)]
    except (OSError, UnicodeError, ValueError) as error:
        if isinstance(error, socket.gaierror) and error.errno in _NO_SUCH_NAME:
            raise NoSuchHost(f"there is no host {host!r}", "check its spelling", detail=str(error)) from error
        raise UnknownHost(f"the host {host!r} has no address", "check its spelling", detail=str(error)) from error
    if not found:
        raise UnknownHost(f"the host {host!r} has no address", "check its spelling")
    for address in found:
        _check_public(address, transports, trusted=host in transports.private_hosts)
    return found


def _check_public(address: IP, transports: Transports, *, trusted: bool) -> None:
    networks = _NEVER if trusted else _NEVER + _SPECIAL
    if not transports.contains(address) and _touches(address, networks):
        raise PrivateHost("the host leads into a network that is not public", _GIVE_PUBLIC, detail=str(address))


def _touches(address: IP, networks: tuple[Network, ...]) -> bool:
    return any(_in(one, networks) for one in (address, *_carried(address)))


def _in(address: IP, networks: tuple[Network, ...]) -> bool:
    return any(address.version == network.version and address in network for network in networks)


def _networks(*texts: str) -> tuple[Network, ...]:
    return tuple(map(ip_network, texts))


# Addresses at which clouds tell a machine its secrets, and those that are no single host; a trusted name does not help.
_NEVER = _networks(
    "169.254.0.0/16", "168.63.129.16/32", "100.100.100.200/32", "192.0.0.192/32", "fd00:ec2::254/128",
    "fd20:ce::254/128", "0.0.0.0/8", "224.0.0.0/4", "240.0.0.0/4", "::/128", "ff00::/8", "fe80::/10",
)  # fmt: skip

# The registries of special-purpose addresses of IANA, written out, as the library's own view of them changes with time.
_SPECIAL = _networks(
    "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24",
    "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24",
    "203.0.113.0/24", "::1/128", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16",
    "fc00::/7", "fec0::/10",
)  # fmt: skip

_TRANSLATED = _networks("64:ff9b::/96", "::ffff:0:0:0/96", "::/96")


def _carried(address: IP) -> Iterator[IPv4Address]:
    """The IPv4 addresses inside an IPv6 address: mapped, compatible, translated, 6to4 and Teredo."""
    if isinstance(address, IPv4Address):
        return
    for inner in (address.ipv4_mapped, address.sixtofour, *(address.teredo or ())):
        if inner is not None:
            yield inner
    if int(address) > 0xFFFF and any(address in network for network in _TRANSLATED):
        yield IPv4Address(int(address) & 0xFFFFFFFF)
