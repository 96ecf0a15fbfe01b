"""Take pictures of the platform's main pages in both languages and themes, on a desk and on a phone, to be looked at.

    python scripts/screenshots.py FOLDER [--pages board people]

Needs the extra `test` and chromium. Beside a picture of each page it makes contact sheets: one for each page, and the
pictures are named for what they show.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

from pictures import opened_browser, serving, sign_in

PAGES = {
    "home": "/",
    "challenges": "/challenges",
    "about": "/challenges/{challenge}/about",
    "how-to": "/challenges/{challenge}/how-to",
    "board": "/challenges/{challenge}/board",
    "submissions": "/challenges/{challenge}/submissions",
    "plots": "/challenges/{challenge}/plots",
    "submission": "/submissions/{submission}",
    "submit": "/challenges/{challenge}/submit",
    "my-submissions": "/submissions/mine",
    "people": "/people",
    "teams": "/teams",
    "organise": "/challenges/{challenge}/organise",
    "phases": "/challenges/{challenge}/organise/phases",
    "hidden-tests": "/challenges/{challenge}/organise/hidden-tests",
    "versions": "/challenges/{challenge}/organise/versions",
    "organisers": "/challenges/{challenge}/organise/people",
    "boards": "/challenges/{challenge}/organise/boards",
    "announcements": "/challenges/{challenge}/announcements",
    "new-challenge": "/challenges/new",
}
LANGUAGES = {"en": "en-GB", "pl": "pl-PL"}
THEMES = ("light", "dark")
WIDTHS = {"desk": 1180, "phone": 390}
HEIGHT, HIGHEST = 800, 2400
"""Of a screen, and what is taken of a page that is longer."""
SHEET = """<!doctype html><style>body {{ margin: 0; padding: 8px; width: max-content; background: #888;
font: 13px sans-serif; }} main {{ display: flex; gap: 8px; align-items: start; }} figure {{ margin: 0; }}
img {{ display: block; }}</style><main>{}</main>"""
FIGURE = '<figure><figcaption>{name}</figcaption><img src="{address}" width="{width}"></figure>'


def main() -> int:
    """Take all pictures, or those of some pages."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=list(PAGES))
    words = parser.parse_args()
    words.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="probierz-screenshots-") as home, sync_playwright() as playwright:
        browser = opened_browser(playwright)
        with serving(Path(home) / "platform") as (root, password):
            entered = _entered(browser, root, password)
            for language, theme, width in product(LANGUAGES, THEMES, WIDTHS):
                _take(browser, root, entered, words.folder, words.pages, (language, theme, width))
        for page in words.pages:
            _sheet(browser, words.folder, page)
        browser.close()
    return 0


def _entered(browser: Any, root: str, password: str) -> Any:
    """The cookies of somebody who is signed in: signing in eight times would be slowed down."""
    context = browser.new_context()
    sign_in(context.new_page(), root, password)
    state = context.storage_state()
    context.close()
    return state


def _take(browser: Any, root: str, entered: Any, folder: Path, pages: list[str], kind: tuple[str, str, str]) -> None:
    language, theme, width = kind
    context = browser.new_context(
        storage_state=entered, locale=LANGUAGES[language], color_scheme=theme, reduced_motion="reduce",
        viewport={"width": WIDTHS[width], "height": HEIGHT}, is_mobile=width == "phone",
    )  # fmt: skip
    page = context.new_page()
    page.goto(f"{root}/challenges")
    challenge = _last_part(page, "main a[href^='/challenges/']:not([href$='/new'])")
    page.goto(f"{root}/challenges/{challenge}/board")
    submission = _last_part(page, "table a[href^='/submissions/']")
    for name in pages:
        page.goto(root + PAGES[name].format(challenge=challenge, submission=submission))
        high = min(HIGHEST, page.evaluate("document.documentElement.scrollHeight"))
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > WIDTHS[width]:
            print(f"{name}-{language}-{theme}-{width}: the page is {wide} wide, the screen {WIDTHS[width]}")
        clip = {"x": 0, "y": 0, "width": WIDTHS[width], "height": high}
        page.screenshot(path=folder / f"{name}-{language}-{theme}-{width}.png", full_page=True, clip=clip)
    context.close()


def _last_part(page: Any, selector: str) -> str:
    return str(page.locator(selector).first.get_attribute("href")).strip("/").split("/")[1]


def _sheet(browser: Any, folder: Path, name: str) -> None:
    """All pictures of a page side by side: on a desk, then on a phone."""
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    for width, shown in (("desk", 590), ("phone", 390)):
        kinds = [f"{name}-{language}-{theme}-{width}" for language, theme in product(LANGUAGES, THEMES)]
        figures = [
            FIGURE.format(name=one, address=(folder / f"{one}.png").resolve().as_uri(), width=shown) for one in kinds
        ]
        sheet = folder / f"sheet-{name}-{width}.html"
        sheet.write_text(SHEET.format("".join(figures)))
        page.goto(sheet.resolve().as_uri())
        page.locator("body").screenshot(path=sheet.with_suffix(".png"))
        sheet.unlink()
    page.close()


if __name__ == "__main__":
    raise SystemExit(main())
