"""What all tests share."""

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real challenges: PROBIERZ_DATA, else ../shared/data beside the repository."""
    found = Path(os.environ.get("PROBIERZ_DATA") or REPOSITORY.parent / "shared" / "data")
    if not found.is_dir():
        pytest.skip(f"no real data: PROBIERZ_DATA is not set and {found} does not exist")
    return found
