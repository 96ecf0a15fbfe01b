"""AddQA without a mouse: every step can be seen, and a record takes few keys beside its texts."""

import pytest
from annotation_examples import PASSWORD, TEXT, URL

from browser import log_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

MOST_KEYS = 10


class Keys:
    """Keys, counted; typing and pasting texts is not."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def press(self, *keys):
        self.count += len(keys)
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.insert_text(text)


def at_overview(page, login="ala"):
    log_in(page, login, PASSWORD)
    page.get_by_role("link", name="Annotation").first.click()
    page.get_by_role("link", name="Questions").click()
    return page


def at_article(page, text=TEXT):
    """Open a form, paste an article into it, and go to the article."""
    at_overview(page).get_by_role("button", name="Add DATETIME").click()
    page.get_by_label("Address of the article").fill(URL)
    page.get_by_label("Text of the article").fill(text)
    page.locator("#article .sentence").first.wait_for()
    page.keyboard.press("F2")
    assert page.locator("#article").evaluate("one => one === document.activeElement")
    return page


def marked(page):
    return page.evaluate("getSelection().toString()")


def current(page):
    return page.locator("#article .sentence.current").inner_text()


def focused(page):
    return page.evaluate("document.activeElement.name || document.activeElement.id")


def test_a_record_takes_few_keys_beside_its_texts(visit, project):
    page = at_overview(visit("desk"))
    keys = Keys(page)
    keys.press("F2", "d", "Enter")
    page.locator("#id_url:focus").wait_for()
    keys.type(URL)
    keys.press("Tab", "Tab")
    keys.type(TEXT)
    page.locator("#article .sentence").first.wait_for()
    keys.type("Ve kterém roce vypukla Karibská krize?")
    keys.press("Tab")
    keys.type("1962")
    keys.press("F2", "Enter")
    page.get_by_text("All rules hold.").wait_for()
    assert page.get_by_label("Answer sentence").input_value().startswith("Vypukla v roce 1962")
    keys.press("Control+Enter")
    page.get_by_role("heading", name="Final check").wait_for()
    assert page.locator(":focus").inner_text() == "Save the record"
    keys.press("Control+Enter")
    page.get_by_text("Record 000001 is saved.").wait_for()
    assert keys.count <= MOST_KEYS
    assert page.get_by_role("link", name="000001").count() == 1


@pytest.mark.parametrize("colours", ["light", "dark", "forced"])
def test_the_word_on_which_one_stands_can_be_seen_and_marking_begins_with_it(visit, project, colours):
    page = visit("desk", colours=colours.replace("forced", "dark"))
    page.emulate_media(forced_colors="active" if colours == "forced" else "none", reduced_motion="reduce")
    page = at_article(page)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    seen = [page.screenshot()]
    for word in ("Vypukla", "v", "roce"):
        page.keyboard.press("ArrowRight")
        assert marked(page) == word
        seen.append(page.screenshot())
    assert len(set(seen)) == 4
    page.keyboard.press("Shift+ArrowRight")
    assert marked(page) == "roce 1962"
    page.keyboard.press("Enter")
    assert page.get_by_label("Exact answer").input_value() == "roce 1962"
    page.keyboard.press("Shift+ArrowLeft")
    assert marked(page) == "roce"
    page.keyboard.press("Shift+ArrowLeft")
    assert marked(page) == "v roce"


def test_words_lead_from_a_sentence_to_the_next_and_signs_can_be_marked(visit, project):
    page = at_article(visit("desk"), "Leží 150 m n. m. u moře. Měří 12 %.")
    sentences = page.locator("#article .sentence").all_inner_texts()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert marked(page) == "moře"
    assert current(page) == sentences[-2]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert (marked(page), current(page)) == ("12", sentences[-1])
    page.keyboard.press("Shift+ArrowRight")
    assert marked(page) == "12 %"


def test_keys_of_pages_lead_through_a_long_article(visit, project):
    page = at_article(visit("desk"), " ".join(f"Věta {n} je krátká." for n in range(40)))
    assert current(page) == "Věta 0 je krátká."
    found = []
    for key in ("PageDown", "PageDown", "PageUp", "End", "Home"):
        page.keyboard.press(key)
        found.append(int(current(page).split()[1]))
        box, article = page.locator(".sentence.current").bounding_box(), page.locator("#article").bounding_box()
        assert article["y"] <= box["y"] <= article["y"] + article["height"]
    assert found == [10, 20, 10, 39, 0]


def test_one_key_leads_to_the_article_from_any_field_and_back(visit, project):
    page = at_article(visit("desk"))
    for field in ("context", "extraction", "answer_type"):
        page.locator(f"[name={field}]").focus()
        page.keyboard.press("F2")
        assert focused(page) == "article"
        page.keyboard.press("F2")
        assert focused(page) == field


def test_arrows_and_letters_go_from_button_to_button_of_the_overview(visit, project):
    page = at_overview(visit("desk"))
    page.keyboard.press("F2")
    found = []
    for key in ("ArrowDown", "ArrowUp", "p", "End", "Home", "a"):
        page.keyboard.press(key)
        found.append(page.evaluate("document.activeElement.value"))
    assert found == ["ADJ_PHRASE", "ABBREVIATION", "PERSON", "VERB_PHRASE", "ABBREVIATION", "ADJ_PHRASE"]
