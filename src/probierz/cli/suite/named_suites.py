"""How a suite, here or on a platform, is named on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.platform_client import PlatformError

if TYPE_CHECKING:
    from probierz.cli.platform_client import PlatformClient

NAME_HELP = "its name on the platform, as in its address /suites/SUITE, or the SUITE.toml that was published"


def suite_name(said: str) -> str:
    """Return the suite's name on the platform; that of a declaration where its path or its folder is given."""
    if not said.endswith(".toml") and not Path(said).is_dir():
        return said
    from probierz.suites.catalogue import find_suite, names_suite

    return find_suite(said).name if names_suite(said) else said


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
