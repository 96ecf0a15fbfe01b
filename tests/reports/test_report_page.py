"""The page of a report in a browser: what it shows, what one can do with it, and what it never does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from small_report import report

from probierz.reports.html import render

expect = pytest.importorskip("playwright.sync_api").expect

ROWS = ".lines-table tbody tr:not(.detail)"


class Opened:
    """A page and everything it did that it must not do."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (self.complaints.append("dialog"), dialog.dismiss()))
        page.on("request", lambda request: self.requests.append(request.url))


@pytest.fixture
def opened(chromium, tmp_path) -> Iterator[Any]:
    """Open a document as a page; in the end it must have kept quiet and loaded nothing but itself."""
    all_opened = []

    def open_document(document: dict[str, Any], fragment: str = "", language: str = "en", **options: Any) -> Any:
        path = tmp_path / f"report{len(all_opened)}.html"
        path.write_text(render(document, language=language), encoding="utf-8")
        size = {"width": options.pop("width", 1280), "height": 900}
        context = chromium.new_context(viewport=size, reduced_motion="reduce", locale="en-GB", **options)
        one = Opened(context.new_page())
        all_opened.append((one, path))
        one.page.set_default_timeout(15_000)
        one.page.goto(path.as_uri() + fragment)
        one.page.wait_for_selector("main")
        return one.page

    yield open_document
    for one, path in all_opened:
        assert one.complaints == []
        assert {re.sub("#.*", "", url) for url in one.requests} == {path.as_uri()}
        one.page.context.close()


def numbers(page: Any) -> list[int]:
    """The numbers of the lines shown."""
    return [int(text.strip("▸▾").replace(",", "")) for text in page.locator(f"{ROWS} .opener").all_text_contents()]


def count(page: Any) -> str:
    return page.locator("#lines-count").inner_text()


def test_every_section_is_there(opened):
    page = opened(report())
    titles = page.locator("h2").all_text_contents()
    assert titles[:4] == ["Scores", "Comparison", "Scores of single lines", "Slices"]
    assert titles[4:8] == ["Classes", "Calibration", "Agreement of the outputs", "What goes with bad lines"]
    assert titles[8:] == ["Lines", "How this was made"]
    assert page.locator(".contents a").all_text_contents() == titles
    for note in ("one note", "words in expected: odd lines"):
        assert page.get_by_text(note, exact=True).count() == 1
    assert page.locator(".picture svg").count() == 5  # two metrics, a histogram, slices, calibration


def test_sections_without_data_are_left_out(opened):
    empty = {"comparison": [], "histograms": [], "slices": [], "classes": [], "calibration": [], "agreement": None}
    page = opened({**report(outputs=1), **empty, "worst": []})
    assert page.locator("h2").all_text_contents() == ["Scores", "Lines", "How this was made"]


def test_a_report_without_scores_or_lines_opens(opened):
    document = report(outputs=1)
    document["scores"] = [[{"value": None, "shown": "NaN", "low": None, "high": None, "signature": ""}] * 2]
    document["items"] = {"total": 0, "kept": 0, "how": None, "columns": ["expected"], "rows": []}
    page = opened({**document, "histograms": [], "worst": [], "slices": []})
    assert page.locator(".card-score").inner_text() == "NaN"


def test_the_finding_names_the_better_output(opened):
    finding = opened(report()).inner_text(".finding")
    assert finding == "one is better than two: +0.1000 (0.0500 to 0.1500), p\u00a00.020."


def test_several_outputs_at_the_first_place_are_not_all_called_alike(opened):
    document = report(outputs=3)
    for entry in document["comparison"]:
        entry.update(clusters=[[0, 1, 2]], order=[0, 1, 2])
    page = opened(document)
    assert page.inner_text(".finding") == "one, two, three share the first place: one cannot be told from three."
    assert "the first cannot be told from the last" in page.locator(".clusters").first.inner_text()


def test_pictures_have_labels_and_tables_beside_them(opened):
    page = opened(report())
    assert page.locator(".picture[role=img][aria-label]").count() == page.locator(".picture").count()
    page.locator("#histogram .data summary").click()
    assert page.locator("#histogram-table tbody tr").count() == 4


def test_a_feature_filters_the_lines_until_it_is_removed(opened):
    page = opened(report())
    page.get_by_role("button", name="exp:kot").click()
    assert numbers(page) == [10, 20, 30, 40, 50, 60]
    page.get_by_role("button", name="Remove the filter one: exp:kot").click()
    assert count(page) == "60 of 60 lines"


def test_a_bar_of_the_histogram_filters_the_lines(opened):
    page = opened(report())
    bars = page.locator("#histogram .picture svg path[fill='#0b6aa8']")
    bars.first.click()
    assert count(page) == "30 of 60 lines"
    assert set(page.locator(f"{ROWS} td.score").all_inner_texts()[::2]) == {"0.0000"}
    page.locator("#histogram .data summary").click()
    page.locator("#bin-3-1").click()  # the best lines of the second output
    assert count(page) == "40 of 60 lines"


def test_a_cell_of_the_comparison_filters_the_lines(opened):
    page = opened(report())
    page.get_by_role("button", name="better on 10 lines").first.click()
    assert numbers(page) == [3, 9, 15, 21, 27, 33, 39, 45, 51, 57]  # wrong in the second output only


def test_the_search_takes_text_and_expressions(opened):
    page = opened(report())
    for query, found in [("KOT", 15), ("/^input 1.$/", 10), (".", 0), ("/very.*7$/", 2), ("", 60)]:
        page.fill("#search", query)
        expect(page.locator("#lines-count")).to_have_text(f"{found} of 60 lines")


def test_an_expression_that_could_hang_the_page_is_refused_with_a_sentence(opened):
    page = opened(report(lines=3))
    for query in ["/(a+)+$/", "/(a|aa)*b/", "/((ab)*c)+/", "/(?:(x+x+))+y/", "/(.*){3,}/", "/[/"]:
        page.fill("#search", query)
        page.wait_for_selector("#lines [role=alert]")
        assert "expression" in page.inner_text("#lines [role=alert]")
        page.fill("#search", "")
        page.wait_for_selector("#lines [role=alert]", state="detached")


def test_a_range_of_scores_filters_the_lines(opened):
    page = opened(report())
    page.select_option("#range-output", "1")
    page.fill("#high", "0.5")
    expect(page.locator("#lines-count")).to_have_text("20 of 60 lines")
    assert "up to 0.5" in page.inner_text(".chips")


def test_heads_of_columns_sort_both_ways(opened):
    page = opened(report())
    head = page.locator("#lines-sort-score-0")
    head.click()
    assert numbers(page)[:3] == [2, 4, 6]  # ascending: the wrong ones come first
    head.click()
    assert numbers(page)[:3] == [1, 3, 5]
    assert page.locator(".lines-table th[aria-sort=descending]").count() == 1
    page.locator("#scores-table-head-1").click()
    page.locator("#scores-table-head-1").click()
    assert page.locator("#scores-table tbody th").all_inner_texts() == ["two", "one"]


def test_lines_come_in_pages(opened):
    page = opened(report())
    page.click("#page-next")
    assert numbers(page) == list(range(26, 51))
    page.select_option("#size", "10")
    page.click("#page-last")
    assert numbers(page) == list(range(51, 61))
    assert page.locator("#page-next").is_disabled()


def test_an_opened_line_shows_what_differs(opened):
    page = opened(report())
    page.click("#open-6")
    detail = page.locator("#detail-6")
    assert page.get_attribute("#open-6", "aria-expanded") == "true"
    assert detail.locator("ins").first.text_content() == "[added: very ]"
    page.select_option("#unit", "character")
    assert detail.locator("ins").first.text_content() in {"[added: very ]", "[added:  very]"}
    page.click("#open-6")
    assert detail.count() == 0


def test_a_deep_link_leads_to_the_same_view(opened):
    page = opened(report())
    page.fill("#search", "very")
    page.locator("#lines-sort-score-1").click()
    page.select_option("#size", "10")
    page.click("#page-next")
    page.click(".opener >> nth=0")
    fragment, shown = "#" + page.url.split("#")[1], numbers(page)
    again = opened(report(), fragment)
    assert numbers(again) == shown
    assert again.locator(".detail").count() == 1


def test_what_is_chosen_right_after_typing_takes_the_search_along(opened):
    page = opened(report())
    page.select_option("#size", "10")
    page.evaluate("""() => {
      const search = document.querySelector("#search");
      search.value = "very";
      search.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector("#page-next").click();
    }""")
    page.wait_for_timeout(500)  # longer than the page waits for more typing
    assert page.url.endswith("#lines&q=very&page=2&size=10")
    assert count(page) == "40 of 60 lines"
    assert numbers(page)[0] == 16  # the eleventh line that has the word


@pytest.mark.parametrize(
    "fragment", ["#lines&page=-3&size=7&sort=score.9&feature=8.8&pair=x&low=NaN&line=x", "#lines&%", "#no"]
)
def test_a_wrong_deep_link_does_no_harm(opened, fragment):
    page = opened(report(), fragment)
    assert count(page) == "60 of 60 lines"


def test_the_theme_is_switched_and_remembered(opened):
    page = opened(report(lines=3), color_scheme="light")
    page.click("#theme")
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgb(20, 24, 27)"
    page.reload()
    page.wait_for_selector("main")
    assert page.evaluate(background) == "rgb(20, 24, 27)"


def test_the_language_is_switched_and_remembered(opened):
    page = opened(report(lines=3))
    page.click("#language-pl")
    assert page.locator("h2").first.inner_text() == "Wyniki"
    assert page.locator(".card-score").first.inner_text() == "0,9000"
    assert page.get_attribute("html", "lang") == "pl"
    page.reload()
    page.get_by_role("heading", name="Wyniki").first.wait_for()
    opened(report(lines=3), language="pl").get_by_role("heading", name="Wyniki").first.wait_for()


def test_everything_can_be_done_with_the_keyboard(opened):
    page = opened(report())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.locator("#feature-0").focus()
    page.keyboard.press("Enter")
    assert count(page) == "6 of 60 lines"
    assert page.evaluate("document.activeElement.id") == "lines"
    page.locator("#open-10").focus()
    page.keyboard.press("Enter")
    assert page.locator("#detail-10").count() == 1
    assert page.evaluate("document.activeElement.id") == "open-10"
    page.locator("#chip-0").focus()
    page.keyboard.press("Space")
    assert count(page) == "60 of 60 lines"
    page.locator("#lines-sort-number").focus()
    page.keyboard.press("Enter")
    assert numbers(page)[0] == 60


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing_serious(opened, theme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = opened(report(outputs=3), "#lines&feature=0.0&line=10", color_scheme=theme, width=width)
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    found = axe.Axe().run(page).response["violations"]
    told = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in {"serious", "critical"}]
    assert told == []


def test_a_phone_never_scrolls_sideways(opened):
    document = report(outputs=4)
    document["challenge"] = "a-very-long-name-without-any-space-in-it-" * 3
    document["outputs"][0]["name"] = "another-long-name-without-spaces-" * 4
    page = opened(document, width=360)
    page.click("#open-2")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\u202eabc\u2028\0\u200f",
    '"><b onclick=alert(1)>',
]


def test_hostile_texts_stay_texts(opened):
    document = report(lines=len(HOSTILE))
    for row, text in zip(document["items"]["rows"], HOSTILE, strict=True):
        row.update(input=text, expected=text, outputs=[text[::-1], text])
    evil = HOSTILE[1]
    document["challenge"] = document["outputs"][0]["name"] = document["metrics"][0]["name"] = evil
    document["slices"][0]["slices"][0]["name"] = document["classes"][0]["classes"][0]["name"] = evil
    document["worst"][0]["features"] = [{**report()["worst"][0]["features"][0], "name": evil, "items": [1]}]
    page = opened(document)
    for number in range(1, len(HOSTILE) + 1):
        page.click(f"#open-{number}")
    page.locator("#histogram .picture svg path[fill='#0b6aa8']").first.hover()
    page.wait_for_selector(".tip")
    assert page.locator("#page img, #page b, #page script").count() == 0
    assert page.inner_text(".tip strong") == evil
    assert HOSTILE[0] in page.inner_text("#detail-1")
    assert page.inner_text("#detail-3 dd >> nth=0") == "RLOabcLSNULRLM"  # marks, not the characters
    assert page.locator("#detail-3 [dir=auto]").count() > 0


def test_a_long_cell_is_cut_until_more_is_asked_for(opened):
    document = report(lines=1)
    document["items"]["rows"][0].update(expected="a" * 1_000_000, outputs=["b" * 1_000_000, "a"])
    page = opened(document)
    page.click("#open-1")
    shown = "[...document.querySelectorAll('#detail-1 .text')].map((one) => one.textContent.length)"
    assert max(page.evaluate(shown)) < 5_100
    page.locator("#detail-1 .text button").first.click()
    assert 100_000 <= max(page.evaluate(shown)) < 100_200


def test_a_hundred_thousand_lines_are_shown_a_page_at_a_time(opened):
    document = report(lines=100_000)
    page = opened(document)
    assert count(page) == "100,000 of 100,000 lines"
    assert page.locator(ROWS).count() == 25
    page.click("#page-last")
    assert numbers(page)[-1] == 100_000
    page.fill("#search", "input 99999")
    expect(page.locator("#lines-count")).to_have_text("1 of 100,000 lines")
    assert page.evaluate("document.getElementsByTagName('*').length") < 2_500


def test_a_sample_of_lines_is_called_one(opened):
    document = report(lines=5)
    document["items"].update(total=9000, how="5 of 9000 lines: the worst")
    assert "This file holds 5 of 9,000 lines." in opened(document).inner_text("#lines")


def test_paper_is_light_and_has_no_tools(opened):
    page = opened(report(), color_scheme="dark")
    page.emulate_media(media="print")
    assert not page.locator(".tools").is_visible()
    assert page.locator("#scores-table").is_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.get_attribute("html", "data-theme") == "light"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.get_attribute("html", "data-theme") == "dark"


def test_scores_are_shown_as_they_were_printed(opened):
    document = report(outputs=1)
    document["scores"][0][0] = {"value": 0.1655, "shown": "16.550", "low": 0.15, "high": 0.18, "signature": ""}
    page = opened(document)
    assert page.inner_text(".card-score") == "16.550"
    assert "15.000 to 18.000" in page.inner_text(".card")
