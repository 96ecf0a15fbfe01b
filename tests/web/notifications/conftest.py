"""A platform in a folder of its own for every test."""

import pytest


@pytest.fixture(autouse=True)
def home(platform, settings):
    return settings.HOME
