"""Repositories on this machine, and a platform in a folder of its own for every test."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "intake"))


@pytest.fixture(autouse=True)
def home(platform, settings):
    return settings.HOME
