"""Every setting of the platform: its name in the environment, default, meaning, and how its text is read.

This table is what `probierz doctor` prints and what the documentation shows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from probierz.errors import OptionError


@dataclass(frozen=True)
class Setting:
    """A setting: `default` is text, as it would stand in the environment; `parse` raises ValueError with the remedy."""

    name: str
    default: str
    help: str
    parse: Callable[[str], Any] = str


def _switch(text: str) -> bool:
    values = {"yes": True, "true": True, "1": True, "on": True, "no": False, "false": False, "0": False, "off": False}
    if text.lower() not in values:
        raise ValueError("say yes or no")
    return values[text.lower()]


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ValueError("say a whole number")
    return int(text)


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _choice(*names: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in names:
            raise ValueError(f"say one of {', '.join(names)}")
        return text

    return parse


def _parts(url: str) -> SplitResult | None:
    """The parts of an address; None where its host or its port cannot be."""
    with suppress(ValueError):
        parts = urlsplit(url)
        _ = parts.port  # checked only when it is asked for
        return parts
    return None


def _address(text: str) -> str:
    parts = _parts(text)
    is_web = parts is not None and parts.scheme in ("http", "https") and parts.hostname
    if text and not (is_web and "?" not in text and "#" not in text):
        raise ValueError("say an address such as https://evaluate.example.org")
    return text.rstrip("/")


def _zone(text: str) -> str:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ValueError("say a time zone such as Europe/Warsaw") from error
    return text


def _model(text: str) -> str:
    if text and not Path(text).is_file():
        raise ValueError("say the path of a model's file, such as /srv/czech-morfflex2.0-pdtc1.0-220710.tagger")
    return text


SETTINGS: tuple[Setting, ...] = (
    Setting("PROBIERZ_HOME", "", "folder of the platform's data (default: ./probierz-home)"),
    Setting("PROBIERZ_DATABASE_URL", "", "postgresql://user:password@host:port/name; empty: SQLite in the home folder"),
    Setting("PROBIERZ_URL", "", "address under which people reach the platform; empty: that of the request", _address),
    Setting("PROBIERZ_HOSTS", "localhost,127.0.0.1,[::1]", "host names that are answered, by commas", _list),
    Setting("PROBIERZ_BEHIND_PROXY", "no", "trust X-Forwarded-Proto and X-Forwarded-For of a proxy in front", _switch),
    Setting("PROBIERZ_TITLE", "Probierz", "name of this platform on its pages"),
    Setting("PROBIERZ_LANGUAGE", "en", "language of people who chose none: en, pl or cs", _choice("en", "pl", "cs")),
    Setting("PROBIERZ_TIME_ZONE", "Europe/Warsaw", "time zone of dates on pages and of a day's quota", _zone),
    Setting("PROBIERZ_PUBLIC", "yes", "whether boards and challenges are read without login", _switch),
    Setting("PROBIERZ_REGISTRATION", "invitation", "who may make an account: open or invitation",
            _choice("open", "invitation")),
    Setting("PROBIERZ_NEW_CHALLENGES", "administrators", "who may make challenges: administrators or everybody",
            _choice("administrators", "everybody")),
    Setting("PROBIERZ_CONTACT", "", "e-mail address or page shown to people in need"),
    Setting("PROBIERZ_GIT_HOSTS", "", "private host names or networks that git may fetch from, by commas", _list),
    Setting("PROBIERZ_GIT_TRANSPORTS", "https", "git transports: https, and file or http on trusted machines", _list),
    Setting("PROBIERZ_WEBHOOK_HOSTS", "", "private hosts or networks that webhooks may write to, by commas", _list),
    Setting("PROBIERZ_ARTICLES", "wikipedia", "where a button of annotation fetches articles, by commas and in this "
            "order: wikipedia, files of  probierz index build; empty: they are pasted", _list),
    Setting("PROBIERZ_MORPHODITA", "", "a model of MorphoDiTa for lemmas and tags of records (extra morphodita); "
            "empty: simplemma", _model),
    Setting("PROBIERZ_JOB_SECONDS", "600", "seconds that one evaluation may take by the clock; a fifth of them on a "
            "processor", _number),
    Setting("PROBIERZ_JOB_MEMORY_MB", "4096", "memory of one evaluation", _number),
    Setting("PROBIERZ_UPLOAD_MB", "64", "size of one upload or fetched repository", _number),
    Setting("PROBIERZ_LEASE_SECONDS", "30", "a job whose worker is silent that long goes to another", _number),
    Setting("PROBIERZ_CONCURRENT_JOBS", "2", "evaluations of one person that may wait or run at a time", _number),
    Setting("PROBIERZ_TEAMS", "10", "teams that one person may be in when they make another", _number),
    Setting("PROBIERZ_INVITATIONS", "20", "open invitations to teams that one person may have made", _number),
    Setting("PROBIERZ_QUEUE", "1000", "evaluations that may wait at all", _number),
    Setting("PROBIERZ_EMAIL_URL", "", "smtps://user:password@host:port (or smtp+tls, smtp); empty: links by hand"),
    Setting("PROBIERZ_EMAIL_FROM", "", "sender of its e-mail; empty: probierz@ that host"),
    Setting("PROBIERZ_OIDC_URL", "", "address of an OpenID Connect provider (extra sso)", _address),
    Setting("PROBIERZ_OIDC_CLIENT", "", "client id at that provider"),
    Setting("PROBIERZ_OIDC_SECRET", "", "client secret at that provider"),
    Setting("PROBIERZ_DEBUG", "no", "pages with tracebacks: for developers only", _switch),
)  # fmt: skip

ALONE_KEY = "PROBIERZ_ANNOTATE_KEY"
"""Where processes find the key to the pages of one person on a laptop; a platform has none."""
OWN_COOKIES = "PROBIERZ_OWN_COOKIES"
"""Where processes find what their cookies are told apart by: ports of one host have all cookies in common."""
SERVED_AT = "PROBIERZ_SERVED_AT"
"""Where processes find the address on which `serve` listens: workers have no request that would tell it."""

_BY_NAME = {setting.name: setting for setting in SETTINGS}


def read(name: str, environment: Mapping[str, str] | None = None) -> Any:
    """Return a setting's value. Raises OptionError with what to say instead."""
    setting = _BY_NAME[name]
    text = (os.environ if environment is None else environment).get(name, setting.default)
    try:
        return setting.parse(text)
    except ValueError as error:
        raise OptionError(f"{name}={text!r}: {error} ({setting.help})") from error


def read_all(environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return all settings; raises OptionError for a value that cannot be. Misspelt names are `doctor`'s to find."""
    environment = os.environ if environment is None else environment
    return {setting.name: read(setting.name, environment) for setting in SETTINGS}


def own_cookies(url: str = "") -> str:
    """Return what tells the cookies of these processes apart; empty where they have the usual names.

    url: the address of the platform, where it is set. The usual names are for https on its own port: several platforms
    on one host, each on a port, have all cookies in common.
    """
    if not url or OWN_COOKIES in os.environ:
        return os.environ.get(OWN_COOKIES, "")
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return "" if (parts.scheme, port) == ("https", 443) else str(port)


def tell_cookies_apart(port: int) -> None:
    """Name cookies by the port, before settings are read, where people reach it directly: no address is set."""
    if not read("PROBIERZ_URL") and not read("PROBIERZ_BEHIND_PROXY"):
        os.environ.setdefault(OWN_COOKIES, str(port))


def home() -> Path:
    """Return the folder of the platform's data."""
    return Path(read("PROBIERZ_HOME") or "probierz-home").resolve()


def database(url: str, folder: Path) -> dict[str, Any]:
    """Return Django's description of the database at this address; SQLite in the folder where there is none.

    Raises OptionError for an address that cannot be, without saying it: there may be a password in it.
    """
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(folder / "probierz.sqlite3"),
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA foreign_keys=ON;",
            },
        }
    parts = _parts(url)
    if parts is None or parts.scheme not in ("postgresql", "postgres") or not parts.path.strip("/"):
        raise OptionError("PROBIERZ_DATABASE_URL: say postgresql://user:password@host:port/name, or nothing for SQLite")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def email(url: str, sender: str) -> dict[str, Any]:
    """Return Django's description of the mail server at this address; without one, no mail is ever sent.

    Raises OptionError for an address that cannot be, without saying it: there may be a password in it.
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    parts = _parts(url)
    if parts is None or parts.scheme not in MAIL_PORTS or not parts.hostname:
        raise OptionError("PROBIERZ_EMAIL_URL: say smtps://user:password@host:port, smtp+tls://… or smtp://…")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or MAIL_PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 20,
        "DEFAULT_FROM_EMAIL": sender or f"probierz@{parts.hostname}",
    }
