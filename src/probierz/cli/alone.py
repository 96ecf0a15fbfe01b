"""Pages of the platform for one person on this machine, without an account: what `probierz annotate` commands share."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from probierz.errors import Refused

if TYPE_CHECKING:
    from probierz.web.accounts.models import User

KEPT_SETTINGS = ("PROBIERZ_LANGUAGE", "PROBIERZ_TIME_ZONE")


def own_folder(name: str, *, advice: str) -> Path:
    """Return where a folder is, or will be. Raises Refused for a file, with what to do instead."""
    folder = Path(name).resolve()
    if folder.is_file():
        raise Refused(f"{name} is a file; {advice}")
    return folder


def serve_alone(
    folder: Path, take: Callable[[User], str], *, port: int, opens: bool, settings: Mapping[str, str] | None = None
) -> NoReturn:
    """Keep a platform in the folder and its processes running; where that fails, a new folder is not left behind.

    take: what is done first; it returns what is said. settings: of this platform; others are as in a new one, whatever
    the environment says.
    """
    from probierz.cli.serve import FIRST_START, only_one, serve
    from probierz.web.configuration.environment import ALONE_KEY, OWN_COOKIES
    from probierz.web.operation.home_folder import left_as_before, seen
    from probierz.web.operation.start import is_home, prepare
    from probierz.web.operation.supervisor import listening

    listener = listening("127.0.0.1", port)
    for name in [name for name in os.environ if name.startswith("PROBIERZ_") and name not in KEPT_SETTINGS]:
        del os.environ[name]  # this is no part of a platform that runs here
    os.environ.update(settings or {})
    os.environ[OWN_COOKIES] = f"annotate-{listener.getsockname()[1]}"  # beside a platform on another port
    before, is_first = seen(folder), not is_home(folder / ".probierz")
    with left_as_before(before):
        _make(folder)
        home = prepare(str(folder / ".probierz"))
        if is_first:
            print(FIRST_START, flush=True)
    with only_one(home) as lock, left_as_before(before):
        from probierz.web.operation.upgrade import upgrade

        upgrade()
        print(take(_person()), flush=True)
        os.environ[ALONE_KEY] = secrets.token_urlsafe(16)
        path = f"/annotations/alone/{os.environ[ALONE_KEY]}"
        print(f"Open  http://localhost:{listener.getsockname()[1]}{path}", flush=True)
        serve(listener, "127.0.0.1", workers=1, web_processes=1, opens=path if opens else None, lock=lock)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder} cannot be a folder: {error.strerror or error}; name another") from error


def _person() -> User:
    """The one who works here; nobody can log in as them but by the printed address."""
    from probierz.web.accounts.models import User
    from probierz.web.annotation.views.alone import LOCAL_LOGIN

    person = User.objects.filter(username=LOCAL_LOGIN).first()
    if person is None:
        person = User(username=LOCAL_LOGIN, is_staff=True)
        person.set_unusable_password()
        person.save()
    return person
