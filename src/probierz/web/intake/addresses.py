"""Addresses of git repositories: read, made canonical, and kept out of networks that are not public.

An address is taken apart and built again from its parts, so that git never sees what was typed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

from probierz.web.intake import hosts
from probierz.web.intake.errors import AddressError, CredentialsInAddress, TransportRefused


@dataclass(frozen=True)
class Address:
    """Where a repository is. `host` is in lower case; `path` begins with a slash and has no %-escapes."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def url(self) -> str:
        """The address in its one canonical form."""
        if self.scheme == "file":
            return f"file://{quote(self.path)}"
        return hosts.origin(self.scheme, self.host, self.port) + quote(self.path, safe="/~@+,")

    def __str__(self) -> str:
        """Print the canonical form."""
        return self.url


_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)(://|::)")
_SCP = re.compile(r"(?P<user>[^@/:]+)@(?P<host>[^@/:]+|\[[^]]*\]):(?P<path>[^:].*)")


def read_address(text: str, transports: hosts.Transports) -> Address:
    """Return the address that a text gives; raises AddressError for one that must not be fetched from.

    `git@host:path` and `ssh://git@host/path` become `https://host/path`, as nobody's key is at hand.
    The host is not looked up yet, see `hosts.pin`.
    """
    text = text.strip()
    _check_length(text)
    scp = _SCP.fullmatch(text)
    scheme = "ssh" if scp else _scheme(text)
    if scheme not in {"ssh", *transports.schemes}:
        raise TransportRefused(f"addresses of the kind {scheme!r} are not fetched from", _WRITE_HTTPS)
    _check_characters(text)
    if scp:
        return _https(scp["host"].strip("[]"), scp["path"], transports)
    if scheme == "ssh":
        return _from_ssh(text, transports)
    return _file(text) if scheme == "file" else _from_url(text, scheme, transports)


_WRITE_HTTPS = "give the https:// address of a public repository"


def _check_length(text: str) -> None:
    if not text:
        raise AddressError("the address of the repository is empty", _WRITE_HTTPS)
    if len(text) > hosts.LONGEST_ADDRESS:
        raise AddressError(f"the address is longer than {hosts.LONGEST_ADDRESS} characters", _WRITE_HTTPS)


def _check_characters(text: str) -> None:
    odd = hosts.odd_character(text)
    if odd is not None:
        raise AddressError(f"the address holds the character {odd!r}, which no address may hold", _WRITE_HTTPS)


def _scheme(text: str) -> str:
    found = _SCHEME.match(text)
    if found is None:
        local = text.startswith(("/", ".", "~", "-")) or text.lower().startswith("file:")
        what = "the address is a path" if local else "the address does not say how to reach it"
        raise TransportRefused(what, _WRITE_HTTPS)
    if found[2] == "::":
        raise TransportRefused(f"addresses of the kind '{found[1]}::' run programs", _WRITE_HTTPS)
    return found[1].lower()


def _from_ssh(text: str, transports: hosts.Transports) -> Address:
    parts = _parts(text)
    if parts.password is not None:
        raise CredentialsInAddress("the address holds a password", _TAKE_OUT)
    return _https(parts.hostname or "", parts.path, transports)


_TAKE_OUT = "take out what stands before '@', and revoke it if it was a password or token"


def _https(host: str, path: str, transports: hosts.Transports) -> Address:
    return Address("https", hosts.check_host_name(host, transports), hosts.DEFAULT_PORTS["https"], _clean_path(path))


def _from_url(text: str, scheme: str, transports: hosts.Transports) -> Address:
    parts = _parts(text)
    if "@" in parts.netloc:
        raise CredentialsInAddress("the address holds a user name, a password or a token", _TAKE_OUT)
    if parts.query or parts.fragment or "?" in text or "#" in text:
        raise AddressError("the address goes on after '?' or '#'", "give the address that `git clone` takes")
    host = hosts.check_host_name(parts.hostname or "", transports)
    return Address(scheme, host, _port(parts.port, scheme, host, transports), _clean_path(parts.path))


class _Parts:
    """A URL taken apart; a ValueError of the library is an AddressError."""

    def __init__(self, text: str) -> None:
        parts = urlsplit(text)
        self.netloc, self.path, self.query, self.fragment = parts.netloc, parts.path, parts.query, parts.fragment
        self.hostname, self.port, self.password = parts.hostname, parts.port, parts.password
        rest = parts.netloc.rpartition("@")[2]
        if rest.endswith(":") or rest.count("[") != rest.count("]"):
            raise ValueError("odd host")


def _parts(text: str) -> _Parts:
    try:
        return _Parts(text)
    except ValueError as error:
        raise AddressError("the address cannot be taken apart", _WRITE_HTTPS, detail=str(error)) from None


def _port(port: int | None, scheme: str, host: str, transports: hosts.Transports) -> int:
    usual = hosts.DEFAULT_PORTS[scheme]
    if port is not None and hosts.is_port_of_others(port, scheme, host, transports):
        raise AddressError(f"port {port} is not fetched from", f"use port {usual}, or one above 1023")
    return usual if port is None else port


def _clean_path(path: str) -> str:
    """Return the path without escapes, with one slash between its parts; a path must lead downwards."""
    try:
        plain = unquote(path, errors="strict")
    except UnicodeDecodeError:
        raise AddressError("the path in the address is not UTF-8", _WRITE_HTTPS) from None
    parts = [part for part in plain.split("/") if part]
    if not parts:
        raise AddressError("the address names a server, but no repository", _WRITE_HTTPS)
    if any(part in {".", ".."} or part.startswith("-") for part in parts):
        raise AddressError("the path in the address has a part that is '.', '..' or begins with '-'", _WRITE_HTTPS)
    if not plain.isprintable() or any(character in plain for character in "\\%?#"):
        raise AddressError("the path in the address holds a character that is not allowed", _WRITE_HTTPS)
    return "/" + "/".join(parts)


def _file(text: str) -> Address:
    path = _parts(text).path
    if not text.startswith("file:///"):
        raise AddressError("a file address must begin with file:///", _WRITE_HTTPS)
    return Address("file", "", 0, _clean_path(path))
