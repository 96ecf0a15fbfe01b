"""What every process of the platform does first."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from probierz.errors import MissingExtra, Refused


def is_home(folder: Path) -> bool:
    """Whether a platform keeps its data in this folder."""
    return any((folder / name).is_file() for name in ("secret-key", "probierz.sqlite3"))


def prepare(home: str | None = None) -> Path:
    """Make the platform's code usable in this process; return its home folder, which is made where it is missing.

    home: instead of PROBIERZ_HOME. Raises MissingExtra, OptionError for a setting with no sense, and Refused where the
    folder cannot be made.
    """
    if home is not None:
        os.environ["PROBIERZ_HOME"] = os.path.abspath(home)
    os.environ["DJANGO_SETTINGS_MODULE"] = "probierz.web.settings"
    from probierz.web.configuration import environment

    environment.read_all()  # before anything reads Django's settings, and wraps their faults
    folder = environment.home()
    need_libraries()
    try:
        folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise Refused(f"{folder} is a file, or in one; name a folder with --home") from None
    except OSError as error:
        raise Refused(f"{folder} cannot be made: {error.strerror or error}; name another with --home") from error
    os.environ["PROBIERZ_HOME"] = str(folder)  # also for the processes that this one starts elsewhere
    _keep_temporary_files(folder / "work")
    import django

    django.setup()
    return folder


def need_libraries() -> None:
    """Raise MissingExtra before anything is written: what could not start leaves nothing behind."""
    for name in ("django", "ninja", "whitenoise"):
        if find_spec(name) is None:
            raise MissingExtra(name, "web", "the platform")


LEFT_OVER_SECONDS = 86_400


def _keep_temporary_files(folder: Path) -> None:
    """Put temporary files where a later start finds those of processes that were killed, and removes them."""
    folder.mkdir(mode=0o700, exist_ok=True)
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    rows = folder.parent / "rows"
    for path in (*folder.iterdir(), *rows.glob("new-*"), *rows.glob("*.part")):
        try:
            is_old = time.time() - path.lstat().st_mtime > LEFT_OVER_SECONDS
        except FileNotFoundError:
            continue  # another process removed it
        if is_old and path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif is_old:
            path.unlink(missing_ok=True)
