"""Make the pictures of README and documentation from the demonstration: board, submission, report, terminal.

Needs the extra `test` and chromium; run it after the look of pages has changed: `python scripts/pictures.py`.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
PROBIERZ = [sys.executable, "-m", "probierz"]
WIDTH = 1180
TERMINAL = """<!doctype html><style>body {{ margin: 0; padding: 20px 24px; width: max-content; background: #14191c; }}
pre {{ margin: 0; font: 15px/1.45 "DejaVu Sans Mono", monospace; color: #d5dbde; }}
b {{ color: #62c9bd; font-weight: 400; }}</style><pre>{}</pre>"""


def main() -> int:
    """Make all pictures anew."""
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="probierz-pictures-") as folder, sync_playwright() as playwright:
        browser = opened_browser(playwright)
        page = browser.new_page(viewport={"width": WIDTH, "height": 760}, locale="en-GB", reduced_motion="reduce")
        _platform(page, Path(folder) / "platform")
        _commands(page, Path(folder) / "challenge")
        browser.close()
    return 0


def opened_browser(playwright: Any) -> Any:
    """Return the browser that the tests take, too."""
    path = os.environ.get("PROBIERZ_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])


def _platform(page: Any, folder: Path) -> None:
    with serving(folder) as (root, password):
        sign_in(page, root, password)
        page.get_by_role("main").get_by_role("link", name="Number words").first.click()
        _keep(page, "board")
        page.get_by_role("table").get_by_role("link", name="Two Owls").first.click()
        page.set_viewport_size({"width": WIDTH, "height": 980})
        _keep(page, "submission")


def sign_in(page: Any, root: str, password: str) -> None:
    """Sign in to the demonstration as the one who runs it."""
    page.goto(f"{root}/login")
    page.fill("[name=username]", "demo")
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: not url.endswith("/login"))


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, str]]:
    """Run the demonstration's platform; give its address and the password of `demo`."""
    command = [*PROBIERZ, "demo", str(folder), "--serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert process.stdout is not None
    said = ""
    try:
        while not (root := re.search(r"runs at (http://\S+)", said)):
            line = process.stdout.readline()
            assert line, said
            said += line
        password = re.search(r"password (\S+)\. ", said)
        assert password is not None, said
        yield root[1], password[1]
    finally:
        process.terminate()
        process.wait(60)


def _commands(page: Any, folder: Path) -> None:
    subprocess.run([*PROBIERZ, "demo", str(folder)], check=True, stdout=subprocess.DEVNULL)
    words = ["eval", "--format", "table"], ["lines", "--out", "out-better.tsv", "--format", "table"]
    shown = [f"<b>$ probierz {' '.join(one)}</b>\n{html.escape(_output(one, folder))}" for one in words]
    page.goto("about:blank")  # away from the platform and its security policy
    page.set_content(TERMINAL.format("\n".join(shown)))
    page.locator("body").screenshot(path=PICTURES / "terminal.png")
    subprocess.run([*PROBIERZ, "report", "--to", "report.html"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    page.set_viewport_size({"width": WIDTH, "height": 900})
    page.goto((folder / "report.html").as_uri())
    page.wait_for_timeout(1000)
    _keep(page, "report")


def _output(words: list[str], folder: Path) -> str:
    environment = {**os.environ, "COLUMNS": "110"}
    done = subprocess.run([*PROBIERZ, *words], cwd=folder, check=True, capture_output=True, text=True, env=environment)
    lines = done.stdout.splitlines()
    return "\n".join([*lines[:12], *(["…"] if len(lines) > 12 else [])]) + "\n"


def _keep(page: Any, name: str) -> None:
    page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    raise SystemExit(main())
