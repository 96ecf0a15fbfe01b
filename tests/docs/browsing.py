"""Runs the `browser` blocks of a Markdown page in a real browser, one person after the other, as a reader would.

as Ala                      from here on, Ala sits at the browser (with cookies of her own)
open ADDRESS                an address or a path; `the link in FILE` is the first one there that lets in
type LABEL: VALUE           into a field; a file field takes the file of that name, a list the choice of that name
tick LABEL                  a box or a button of several
press NAME                  a button or a link
see TEXT                    wait until the page has it
keep the token in FILE      the personal token that the page shows
keep the invitation in FILE the link that the page shows
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import browser

SECONDS = 40
TOKEN, INVITATION = r"prb_\w{8}_\w{40}", r"https?://\S+/(?:invitations|annotations/alone)/[\w-]+"


class Browsing:
    """A browser with a window for each person. root: the platform's address."""

    def __init__(self, root: str) -> None:
        self._root, self._windows = root, dict[str, Any]()
        self._window: Any = None
        self._playwright: Any = None

    def act(self, line: str) -> None:
        """Do what a line of a block says."""
        verb, _blank, rest = line.strip().partition(" ")
        getattr(self, f"_{verb}")(rest)

    def close(self) -> None:
        """End the browser."""
        if self._playwright is not None:
            self._browser.close()
            self._playwright.stop()

    def _as(self, name: str) -> None:
        if self._playwright is None:
            from playwright.sync_api import sync_playwright

            self._playwright = sync_playwright().start()
            options = ["--no-sandbox", "--disable-gpu"]
            self._browser = self._playwright.chromium.launch(executable_path=browser.path(), args=options)
        if name not in self._windows:
            context = self._browser.new_context(base_url=self._root, locale="en-GB", reduced_motion="reduce")
            self._windows[name] = context.new_page()
            self._windows[name].set_default_timeout(10_000)
        self._window = self._windows[name]

    def _open(self, address: str) -> None:
        if file := re.fullmatch(r"the link in (\S+)", address):
            found = re.search(INVITATION, Path(file[1]).read_text(encoding="utf-8"))
            assert found, f"no link in {file[1]}"
            address = re.sub(r"https?://[^/]+", self._root, found[0])
        self._window.goto(address)

    def _type(self, words: str) -> None:
        label, _colon, value = words.partition(": ")
        pattern = re.compile(rf"^\s*{re.escape(label)}(\s*\(may stay empty\))?\s*$")
        field = self._window.get_by_role("main").get_by_label(pattern)
        kind = field.evaluate("node => node.type || node.tagName")
        if kind == "file":
            field.set_input_files(value.split(", "))
        elif kind.startswith("select"):
            field.select_option(label=value)
        else:
            field.fill(value)

    def _tick(self, label: str) -> None:
        self._window.get_by_role("main").get_by_label(label, exact=True).check()

    def _press(self, name: str) -> None:
        main = self._window.get_by_role("main")
        button, link = (main.get_by_role(role, name=name, exact=True) for role in ("button", "link"))
        button.or_(link).first.click()

    def _see(self, text: str) -> None:
        deadline = time.monotonic() + SECONDS
        while text not in self._text():
            assert time.monotonic() < deadline, f"{self._window.url} has no {text!r}, but:\n{self._text()}"
            time.sleep(0.3)  # pages that wait for something load themselves anew

    def _keep(self, words: str) -> None:
        what, file = re.fullmatch(r"the (\w+) in (\S+)", words).groups()  # type: ignore[union-attr]
        pattern = {"token": TOKEN, "invitation": INVITATION}[what]
        shown = [field.input_value() for field in self._window.locator("main input[readonly]").all()]
        found = re.search(pattern, "\n".join([self._text(), *shown]))
        assert found, f"the page shows no {what}"
        Path(file).write_text(found[0] + "\n", encoding="utf-8")

    def _text(self) -> str:
        try:
            return str(self._window.get_by_role("main").inner_text())
        except Exception as error:  # the page was being loaded anew
            if "navigat" in str(error) or "destroyed" in str(error):
                return ""
            raise
