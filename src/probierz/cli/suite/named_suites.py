"""How a suite, here or on a platform, is named on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.platform_client import PlatformError
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.cli.platform_client import PlatformClient
    from probierz.suites.suite import Suite

__all__ = ["NAME_HELP", "suite_called", "suite_is_there", "suite_name"]

NAME_HELP = "its name on the platform, as in its address /suites/SUITE, or the SUITE.toml that was published"


def suite_called(name: str) -> Suite:
    """Return a suite by its name, its file, or the folder with one such file. Raises ChallengeError."""
    from probierz.suites.catalogue import find_suite, suites

    named = name.strip().rstrip("/")
    if Path(named).is_dir() and named not in {one.name for one in suites()}:
        files = sorted(Path(named).glob("*.toml"))
        if len(files) != 1:
            found = ", ".join(file.name for file in files) or "none"
            raise ChallengeError(
                f"{named}: one file SUITE.toml is looked for here, found {found}; name that of the suite"
            )
        named = str(files[0])
    return find_suite(named)


def suite_name(said: str) -> str:
    """Return the suite's name on the platform; that of a declaration where its path is given."""
    if not said.endswith(".toml"):
        return said
    from probierz.suites.catalogue import read_suite

    return read_suite(Path(said)).name


@contextmanager
def suite_is_there(platform: PlatformClient, name: str) -> Iterator[None]:
    """Say of a suite that the platform does not know where those stand that it does."""
    try:
        yield
    except PlatformError as error:
        if error.code != "unknown":
            raise
        where = f"see {platform.server}/suites for those that there are"
        raise PlatformError(f"there is no suite {name}; {where}", error.code) from error
