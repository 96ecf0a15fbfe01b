"""The small suite as fixtures, with a cache of its own."""

import pytest
from suite_examples import make_repository, write_cats, write_suite

from probierz.suites.catalogue import find_task


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PROBIERZ_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def cats(tmp_path):
    return write_cats(tmp_path / "source" / "cats")


@pytest.fixture
def suite_file(tmp_path, cats):
    """The declaration, whose address is a repository on this disk."""
    make_repository(cats)
    return write_suite(tmp_path, cats, address=str(cats))


@pytest.fixture
def task(suite_file):
    return find_task(f"{suite_file}/cats")
