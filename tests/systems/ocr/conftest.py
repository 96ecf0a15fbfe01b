"""The corrector that comes with the package, which takes seconds to load: once, in one process."""

import pytest

import probierz
from probierz.systems import registry
from probierz.systems.recipes import find_recipe


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Let what loads the cascade run in one of the processes of pytest-xdist."""
    for item in items:
        if {"correct", "cascade"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group("ocr/cascade"))


@pytest.fixture(scope="session")
def correct():
    """The shipped corrector: also where somebody has trained one of their own."""
    return probierz.ocr_corrector(str(registry.shipped(find_recipe("ocr/cascade"))))
