"""What every process of the platform does first."""

from __future__ import annotations

import os
from pathlib import Path

from probierz.errors import MissingExtra

__all__ = ["prepare"]


def prepare(home: str | None = None) -> Path:
    """Make the platform's code usable in this process; return its home folder, which is made where it is missing.

    home: instead of PROBIERZ_HOME. Raises MissingExtra, and OptionError for a setting with no sense.
    """
    if home is not None:
        os.environ["PROBIERZ_HOME"] = os.path.abspath(home)
    os.environ["DJANGO_SETTINGS_MODULE"] = "probierz.web.settings"
    try:
        import django
        import ninja  # noqa: F401
        import whitenoise  # type: ignore[import-untyped]  # noqa: F401
    except ImportError as error:
        raise MissingExtra(error.name or "django", "web", "the platform") from error
    from probierz.web import environment

    environment.read_all()
    folder = environment.home()
    folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    os.environ["PROBIERZ_HOME"] = str(folder)  # also for the processes that this one starts elsewhere
    django.setup()
    return folder
