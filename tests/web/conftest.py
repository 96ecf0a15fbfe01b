"""A real browser for the tests of pages, and a platform that forgets each test."""

import threading
import time

import pytest
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.core.cache import cache
from django.db.models.signals import post_migrate
from django.utils import translation

SIZES = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1280, "height": 900}}


def pytest_collection_modifyitems(items):
    """Mark the tests that need a browser, so that a run on another database leaves them out: `-m "not browser"`."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup):
    """Nobody asks for the rights that Django names for each model: they are not made again after every emptying."""
    post_migrate.disconnect(create_permissions, dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """What is remembered of a challenge stands under its number, which another test gives to another challenge.

    And whoever was answered in Polish leaves that language behind.
    """
    cache.clear()
    translation.deactivate()


@pytest.fixture(autouse=True)
def _threads_end_before_the_database(_django_db_marker):
    """What a test started in the background ends with it: else it finds other rows, or no database at all."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + 20
    while left := [
        one.name
        for one in threading.enumerate()
        if one not in before and one.is_alive() and not one.name.startswith("asyncio_")  # the browser's, for its files
    ]:
        assert time.monotonic() < deadline, f"these threads outlive their test: {', '.join(left)}"
        time.sleep(0.01)


@pytest.fixture
def visit(chromium, live_server):
    """Open pages as a person would: `visit("desk", colours="dark")`. What the console complains of fails the test."""
    contexts, complaints = [], []

    def start(size="desk", *, colours="light", language="en-GB", scripts=True):
        context = chromium.new_context(
            base_url=live_server.url,
            viewport=SIZES[size],
            color_scheme=colours,
            locale=language,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield start
    for context in contexts:
        context.close()
    assert complaints == []
