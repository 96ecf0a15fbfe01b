"""What all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A loaded machine is no bug: no example has a deadline.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real challenges: PROBIERZ_DATA, else ../shared/data beside the repository."""
    found = Path(os.environ.get("PROBIERZ_DATA") or REPOSITORY.parent / "shared" / "data")
    if not found.is_dir():
        pytest.skip(f"no real data: PROBIERZ_DATA is not set and {found} does not exist")
    return found
