"""The one browser of a process of tests: Debian's or Playwright's Chromium. Playwright starts but once in a thread."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
from collections.abc import Callable, Sequence
from typing import Any

import pytest

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SIZES = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1280, "height": 900}}


def path() -> str | None:
    """Return where the browser is, if there is one; the one without windows needs less than half of the time."""
    named = os.environ.get("PROBIERZ_CHROMIUM")
    return named or next(filter(None, map(shutil.which, PROGRAMS)), None)


@functools.cache
def chromium() -> Any:
    """Return the browser, started at the first call and ended with the process."""
    from playwright.sync_api import Locator, sync_playwright

    Locator.click = _click_and_see(Locator.click)  # type: ignore[method-assign]
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in the thread of the tests
    return playwright.chromium.launch(executable_path=path(), args=["--no-sandbox", "--disable-gpu"])


def follow(page: Any, *names: str) -> None:
    """Click the links of these names one after another, each on the page to which the one before led.

    So a test finds its way as people do, from where they are: `follow(page, "Annotation", "Questions")`.
    """
    for name in names:
        page.get_by_role("link", name=name, exact=True).first.click()


def log_in(page: Any, login: str, password: str) -> Any:
    """Log in, in whatever language the page is, and return the page."""
    page.goto("/login")
    page.fill("[name=username]", login)
    page.fill("[name=password]", password)
    page.click("main form button")
    page.locator("form[action='/logout']").wait_for(state="attached")
    return page


def faults(page: Any, rules: Sequence[str] = ()) -> list[tuple[str, list[str]]]:
    """Return what axe finds on a page that is serious: each rule with its first places. rules: only these, if any.

    Axe's own answer lists all that is right as well, which takes longer to read than the page.
    """
    script = pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT
    if not page.evaluate("'axe' in window"):
        page.evaluate(script)
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    return [(rule, places) for rule, places in page.evaluate(_FAULTS, options)]


_FAULTS = """async options => (await axe.run(options)).violations
    .filter(one => ["serious", "critical"].includes(one.impact))
    .map(one => [one.id, one.nodes.slice(0, 3).map(node => node.html)])"""


def _click_and_see(click: Callable[..., None]) -> Callable[..., None]:
    """Click as people do, who look when the next page is there: Playwright goes on before it has been read."""

    @functools.wraps(click)
    def both(locator: Any, **options: Any) -> None:
        click(locator, **options)
        locator.page.wait_for_load_state("domcontentloaded")

    return both
