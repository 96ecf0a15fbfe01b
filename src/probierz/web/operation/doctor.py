"""Whether everything is there that the platform needs: what `probierz doctor` prints."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from probierz.web.configuration.environment import SETTINGS, Setting
from probierz.web.intake.gitrun import OLDEST_GIT

State = Literal["fine", "odd", "broken"]
LITTLE_SPACE, TOO_LITTLE_SPACE = 5 * 2**30, 2**29
OTHERS = {
    "PROBIERZ_CACHE", "PROBIERZ_PLUGINS", "PROBIERZ_SERVER", "PROBIERZ_TOKEN", "PROBIERZ_DATA", "PROBIERZ_CHROMIUM",
}  # fmt: skip
"""Variables of other parts, which are no settings of the platform."""


@dataclass(frozen=True)
class Check:
    """What was looked at, how it is, what was found, and what to do about it."""

    name: str
    state: State
    found: str
    remedy: str = ""


def checks(home: Path) -> Iterator[Check]:
    """Look at one thing after the other; what goes wrong in a check is what it found.

    Where the database cannot be used as it is, nothing is asked of it.
    """
    is_usable = True
    for name, look in _LOOKS.items():
        if look in _ASKING and not is_usable:
            yield Check(name, "odd", "not looked at", "see the database and its migrations first")
            continue
        try:
            check = look(name, home)
        except Exception as error:
            check = Check(name, "broken", f"{type(error).__name__}: {error}".splitlines()[0])
        is_usable = is_usable and not (look in _DECIDING and check.state != "fine")
        yield check


def _git(name: str, _home: Path) -> Check:
    if shutil.which("git") is None:
        return Check(name, "broken", "not there", "install git")
    text = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    numbers = tuple(map(int, re.findall(r"\d+", text)[:2]))
    if numbers < OLDEST_GIT:
        return Check(name, "broken", text, f"install git {'.'.join(map(str, OLDEST_GIT))} or newer")
    return Check(name, "fine", text.removeprefix("git version "))


def _git_http(name: str, _home: Path) -> Check:
    found = subprocess.run(["git", "--exec-path"], capture_output=True, text=True, check=True).stdout.strip()
    if not (Path(found) / "git-http-backend").exists():
        return Check(name, "broken", "not there", "install all of git: opened submissions cannot be cloned without it")
    return Check(name, "fine", "there")


def _space(name: str, home: Path) -> Check:
    free = shutil.disk_usage(home).free
    found = f"{free / 2**30:.1f} GiB free"
    if free < TOO_LITTLE_SPACE:
        return Check(name, "broken", found, "make room")
    return Check(name, "odd" if free < LITTLE_SPACE else "fine", found, "make room" if free < LITTLE_SPACE else "")


def _permissions(name: str, home: Path) -> Check:
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        return Check(name, "broken", f"{home} cannot be written", "give it to the user that runs the platform")
    mode = home.stat().st_mode & 0o777
    key = home / "secret-key"
    if key.exists() and key.stat().st_mode & 0o077:
        return Check(name, "broken", "secret-key can be read by others", f"chmod 600 {key}")
    if mode & 0o005:
        return Check(name, "odd", f"others can look into {home}, where expected results are", f"chmod 750 {home}")
    return Check(name, "fine", f"{mode:o}")


def _database(name: str, _home: Path) -> Check:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode" if connection.vendor == "sqlite" else "SHOW server_version")
        (found,) = cursor.fetchone()
    return Check(name, "fine", f"{connection.vendor}, {found}")


def _migrations(name: str, _home: Path) -> Check:
    from probierz.web.operation.schema import pending, what_is_foreign

    foreign = what_is_foreign()
    if foreign is not None:
        found, _, remedy = foreign.partition(". ")
        return Check(name, "broken", found, remedy)
    missing = pending()
    if missing:
        return Check(name, "odd", f"{len(missing)} to do", "probierz serve does them, after a copy")
    return Check(name, "fine", "up to date")


def _workers(name: str, _home: Path) -> Check:
    from django.db.models import Q
    from django.utils import timezone

    from probierz.web.jobs.models import Job
    from probierz.web.jobs.queries import workers

    due = Q(not_before=None) | Q(not_before__lte=timezone.now())  # reminders of later days wait for nobody
    waiting = Job.objects.filter(due, state=Job.State.QUEUED).count()
    alive = workers()
    found = f"{alive} alive, {waiting} jobs wait"
    return Check(name, "fine" if alive else "odd", found, "" if alive else "start probierz serve or probierz worker")


def _administrator(name: str, _home: Path) -> Check:
    from probierz.web.accounts.models import User

    if not User.objects.filter(is_staff=True, is_active=True).exists():
        return Check(name, "odd", "nobody yet", "open the link that probierz serve prints")
    return Check(name, "fine", str(User.objects.filter(is_staff=True, is_active=True).count()))


def _files(name: str, _home: Path) -> Check:
    from probierz.web.operation.reconcile import look

    found = look()
    if found.missing:
        told = f"gone: {found.missing[0]}" + (f" (and {len(found.missing) - 1} more)" if found.missing[1:] else "")
        return Check(name, "broken", told, "get it back from a backup: see  probierz restore --help")
    if found.count:
        told = f"{found.count} left over by processes that were killed"
        return Check(name, "odd", told, "remove them:  probierz doctor --clean")
    return Check(name, "fine", "as the database says")


def _names(name: str, _home: Path) -> Check:
    unknown = unknown_settings(os.environ)
    if unknown:
        return Check(
            name, "odd", f"nothing reads {', '.join(unknown)}", "correct the spelling; see the table of settings"
        )
    return Check(name, "fine", "all known")


_LOOKS: dict[str, Callable[[str, Path], Check]] = {
    "git": _git,
    "git http-backend": _git_http,
    "disk": _space,
    "permissions": _permissions,
    "database": _database,
    "migrations": _migrations,
    "workers": _workers,
    "administrators": _administrator,
    "files": _files,
    "names of settings": _names,
}
_DECIDING = (_database, _migrations)
_ASKING = (_workers, _administrator, _files)


# --- settings --------------------------------------------------------------------------------------------------------


def unknown_settings(environment: Mapping[str, str]) -> list[str]:
    """Return variables that begin as ours and are none: misspelt ones, as a rule."""
    known = {setting.name for setting in SETTINGS} | OTHERS
    ours = (name for name in environment if name.startswith("PROBIERZ_") and not name.startswith("PROBIERZ_TEST_"))
    return sorted(set(ours) - known)


def shown_value(setting: Setting, environment: Mapping[str, str]) -> str:
    """Return a setting's value as it may be shown: without passwords and secrets."""
    text = environment.get(setting.name, setting.default)
    if not text:
        return ""
    if setting.name.endswith("_SECRET"):
        return "***"
    return _without_password(text) if setting.name.endswith("_URL") else text


def _without_password(address: str) -> str:
    try:
        parts = urlsplit(address)
        if parts.password is None:
            return address
    except ValueError:
        return "***"
    netloc = f"{parts.username or ''}:***@{parts.netloc.rpartition('@')[2]}"
    return urlunsplit(parts._replace(netloc=netloc))
