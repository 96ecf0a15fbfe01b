import os

import pytest
from platform_processes import new_database


@pytest.fixture
def environment(tmp_path):
    """The environment of a platform of its own, whose database is empty."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PROBIERZ_", "DJANGO_"))}
    with new_database(tmp_path / "home") as database:
        yield {**kept, **database}


@pytest.fixture
def elsewhere(environment, tmp_path):
    """Another platform, new and empty."""
    with new_database(tmp_path / "elsewhere") as database:
        yield {**environment, **database}
