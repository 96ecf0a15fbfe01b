"""AddQA in a real browser: records made from nothing, with few clicks and keys beside the texts.

`LOOKS=folder pytest tests/web/annotation/test_annotating_in_browser.py` keeps pictures of the pages, to be looked at.
"""

from urllib.parse import urlsplit

import pytest
from annotation_examples import PASSWORD, TEXT, TYPED, URL, keep_picture, seat_of

from browser import follow, log_in
from probierz.cli.main import main as probierz
from probierz.web.accounts.models import User
from probierz.web.annotation import services
from probierz.web.annotation.queries import Seat
from probierz.web.annotation.services import open_folder
from probierz.web.annotation.views.alone import LOCAL_LOGIN
from probierz.web.configuration.environment import ALONE_KEY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

MOST_ACTIONS = 6
PAGES = {
    "overview": "",
    "draft": "/drafts/{draft}",
    "check": "/drafts/{draft}/check",
    "record": "/records/000001",
    "help": "/help",
}


@pytest.fixture
def folder(tmp_path, settings, transactional_db, monkeypatch):
    """An empty folder on a laptop, and the key to its pages."""
    settings.HOME = tmp_path / "home"
    settings.IS_ALONE = True
    monkeypatch.setenv(ALONE_KEY, "secret-key")
    place = tmp_path / "records"
    place.mkdir()
    open_folder(place, User.objects.create(username=LOCAL_LOGIN, is_staff=True))
    return place


class Hands:
    """Clicks and keys, counted; typing and pasting texts is not."""

    def __init__(self, page):
        self.page, self.actions = page, 0

    def click(self, name, role="button"):
        self.actions += 1
        self.page.get_by_role("main").get_by_role(role, name=name, exact=True).click()

    def press(self, key):
        self.actions += 1
        self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.insert_text(text)

    def mark(self, words):
        """Draw the mouse over words of the article."""
        self.actions += 1
        self.page.locator("#article .sentence", has_text=words).first.wait_for()
        box = self.page.evaluate(
            """words => { for (const one of document.querySelectorAll('#article .sentence')) {
                const at = one.textContent.indexOf(words); if (at < 0) continue;
                const range = document.createRange();
                range.setStart(one.firstChild, at); range.setEnd(one.firstChild, at + words.length);
                const box = range.getBoundingClientRect();
                return [box.left + 1, box.right - 1, box.top + box.height / 2]; } }""",
            words,
        )
        self.page.mouse.move(box[0], box[2])
        self.page.mouse.down()
        self.page.mouse.move(box[1], box[2], steps=3)
        self.page.mouse.up()

    def kept(self):
        self.page.get_by_text("Everything typed is kept.").wait_for()


def test_one_person_writes_a_record_with_few_clicks_and_no_letter_is_lost(visit, folder, capsys):
    page = visit("desk")
    page.goto("/annotations/alone/secret-key")
    hands = Hands(page)
    keep_picture(page, "overview")
    hands.click("Add DATETIME")
    page.locator("#id_url:focus").wait_for()  # a new form begins there
    hands.type(URL)
    hands.press("Tab")
    hands.press("Tab")
    hands.type(TEXT)
    page.locator("#article .sentence").first.wait_for()
    hands.type("Ve kterém roce vypukla Karibská krize?")  # where it goes on once the article is there
    hands.mark("1962")
    page.get_by_text("All rules hold.").wait_for()
    keep_picture(page, "draft")
    hands.kept()
    page.reload()  # as after a crash
    assert page.get_by_label("Question", exact=True).input_value() == "Ve kterém roce vypukla Karibská krize?"
    assert page.get_by_label("Answer", exact=True).input_value() == "1962"
    assert page.get_by_label("Answer sentence").input_value().startswith("Vypukla v roce 1962")
    hands.click("Continue")
    page.get_by_role("heading", name="Final check").wait_for()
    keep_picture(page, "check")
    hands.click("Save the record")
    assert "Record 000001 is saved." in page.inner_text("main")
    assert hands.actions <= MOST_ACTIONS
    assert probierz(["sqad", "check", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == []
    extraction = (folder / "000001" / "09answer_extraction.vert").read_text("utf-8")
    assert extraction == "<s>\n1962\t1962\tk4\n</s>\n"
    page.get_by_role("link", name="000001").click()
    keep_picture(page, "record")
    page.get_by_role("link", name="Types, rules and keys").click()
    keep_picture(page, "help")


def test_on_a_phone_the_article_stands_above_what_is_asked_about_it(visit, folder):
    page = visit("phone")
    page.goto("/annotations/alone/secret-key")
    Hands(page).click("Add DATETIME")
    page.locator("#id_article").fill(TEXT)
    page.locator("#article .sentence").first.wait_for()
    boxes = [page.locator(one).bounding_box() for one in ("#id_url", "#article", "#id_question", "#findings")]
    tops = [box["y"] for box in boxes]
    assert tops == sorted(tops)
    page.locator("#article .sentence").nth(1).click()
    assert page.get_by_label("Answer sentence").input_value().startswith("Vypukla v roce 1962")


def test_a_form_without_a_connection_waits_with_its_last_letters_and_then_goes_on(visit, folder):
    page = visit("desk", refused=True)
    page.goto("/annotations/alone/secret-key")
    Hands(page).click("Add DATETIME")
    page.get_by_label("Address of the article").fill(URL)
    page.get_by_label("Text of the article").fill(TEXT)
    Hands(page).mark("1962")
    Hands(page).kept()
    page.context.set_offline(True)
    page.get_by_label("Question", exact=True).fill("Ve kterém roce vypukla Karibská krize?")
    page.get_by_text("There is no connection.").wait_for()
    Hands(page).click("Continue")
    page.get_by_text("it goes on once what you typed is kept").wait_for()
    assert page.get_by_label("Question", exact=True).input_value() == "Ve kterém roce vypukla Karibská krize?"
    page.context.set_offline(False)
    page.get_by_role("heading", name="Final check").wait_for()
    page.go_back()
    assert page.get_by_label("Question", exact=True).input_value() == "Ve kterém roce vypukla Karibská krize?"


def test_a_form_that_cannot_be_saved_stops_at_the_field_and_says_what_to_do(visit, folder):
    page = visit("desk")
    page.goto("/annotations/alone/secret-key")
    Hands(page).click("Add ENTITY")
    page.get_by_label("Address of the article").fill(URL)
    page.get_by_label("Text of the article").fill(TEXT)
    Hands(page).mark("Kubě")
    page.get_by_label("Question", exact=True).fill("Co se stalo?")
    page.get_by_label("Type of answer").select_option("")
    Hands(page).click("Continue")
    advice = page.locator(".field .errors")
    advice.wait_for()
    keep_picture(page, "stopped")
    assert advice.inner_text() == "Choose one from the list."
    focused = page.get_by_label("Type of answer")
    assert focused.evaluate("one => one === document.activeElement")
    focused.select_option("LOCATION")
    advice.wait_for(state="detached")
    Hands(page).click("Continue")
    Hands(page).click("Save the record")
    page.get_by_text("Record 000001 is saved.").wait_for()


def test_an_empty_form_stops_at_its_first_field(visit, folder):
    page = visit("desk")
    page.goto("/annotations/alone/secret-key")
    Hands(page).click("Add PERSON")
    Hands(page).click("Continue")
    page.locator("#stop").wait_for()
    assert page.get_by_label("Address of the article").evaluate("one => one === document.activeElement")
    assert page.locator("#stop").inner_text() == "Fill this field."


def test_what_is_not_kept_is_not_said_to_be(visit, folder, monkeypatch):
    monkeypatch.setattr("probierz.web.annotation.views.drafts.MOST_LETTERS", 1000)
    page = visit("phone", language="cs-CZ")
    page.goto("/annotations/alone/secret-key")
    page.get_by_role("button", name="Přidat DATETIME").click()
    page.get_by_label("Text článku").fill("Slovo. " * 200)
    page.get_by_text("Článek má více než 1\xa0000 znaků").wait_for()
    page.get_by_text("Není uloženo vše; viz výše.").wait_for()
    assert page.get_by_text("Vše napsané je uloženo").count() == 0


def test_a_record_is_withdrawn_only_after_a_question_and_in_czech_it_is_no_download(visit, project, write):
    write("ala")
    page = logged_in(visit("desk", language="cs-CZ"), "ala")
    follow(page, "Annotation", "Questions", "000001")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    Hands(page).click("Vyřadit záznam")
    assert asked[0].startswith("Vyřadit tento záznam?")
    page.reload()
    page.once("dialog", lambda dialog: dialog.accept())
    Hands(page).click("Vyřadit záznam")
    page.get_by_text("Záznam je vyřazen; jeho historie zůstává.").wait_for()
    assert "vyřazeno" in page.inner_text("main")
    Hands(page).click("Vrátit zpět")


def test_a_page_that_is_loaded_again_at_once_has_the_last_letter(visit, folder):
    page = visit("desk")
    page.goto("/annotations/alone/secret-key")
    menu = page.get_by_role("navigation", name="Main").get_by_role("link")
    assert menu.all_inner_texts() == ["Annotation"]
    assert page.get_by_role("link", name="Project members").count() == 0
    Hands(page).click("Add DATETIME")
    Hands(page).kept()
    page.route("**/drafts/*", lambda route: route.fulfill() if route.request.method == "POST" else route.continue_())
    page.get_by_label("Question", exact=True).fill("Ve kterém roce vypukla")
    page.reload()
    assert page.get_by_label("Question", exact=True).input_value() == "Ve kterém roce vypukla"
    page.unroute("**/drafts/*")
    Hands(page).kept()
    page.reload()
    assert page.get_by_label("Question", exact=True).input_value() == "Ve kterém roce vypukla"
    page.get_by_role("link", name="Back to the overview").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Discard").click()
    page.get_by_text("The draft is discarded.").wait_for()
    page.go_back()
    page.go_back()
    page.get_by_text("This draft was finished or discarded").wait_for()


@pytest.mark.parametrize(
    ("size", "colours", "language"),
    [("phone", "light", "pl-PL"), ("desk", "dark", "pl-PL"), ("phone", "dark", "cs-CZ")],
)
def test_no_page_is_wider_than_its_window_in_any_language(visit, project, write, people, size, colours, language):
    write("ala")
    draft = services.begin(Seat(project, people["ala"], project.members.get(user=people["ala"])), "PERSON")
    services.save_draft(seat_of(draft), draft, 1, {**TYPED, "extraction": "1963", "question": "Kdo?"}, TEXT)
    page = visit(size, colours=colours, language=language)
    logged_in(page, "ala")
    for name, path in PAGES.items():
        page.goto(f"/annotations/questions{path.format(draft=draft.pk)}")
        keep_picture(page, f"{name}-{size}-{colours}-{language}")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (name, wide)


def logged_in(page, login):
    return log_in(page, login, PASSWORD)


def test_who_is_taken_out_of_a_project_while_typing_is_told_so_and_nothing_is_sent_again(visit, project):
    ala = visit("desk", refused=True)
    ala.clock.install()
    follow(logged_in(ala, "ala"), "Annotation", "Questions")
    Hands(ala).click("Add DATETIME")
    Hands(ala).kept()
    ola = logged_in(visit("desk"), "ola")
    follow(ola, "Annotation", "Questions", "Project members", "ala")
    ola.on("dialog", lambda asked: asked.accept())
    Hands(ola).click("Take out")
    ola.get_by_text("They are out; their records stay.").wait_for()
    ala.get_by_label("Question", exact=True).fill("Ve kterém roce?")
    ala.get_by_text("You are no longer in this project; copy what you typed.").wait_for()
    sent = []
    ala.on("request", lambda request: sent.append(request.url))
    ala.get_by_label("Question", exact=True).fill("Ve kterém roce vypukla?")
    ala.clock.run_for(3500)  # it would have tried again after three seconds
    ala.wait_for_timeout(100)
    assert not sent
    assert ala.get_by_label("Question", exact=True).input_value() == "Ve kterém roce vypukla?"
    assert ala.get_by_text("You are no longer in this project").is_visible()


def test_a_draft_goes_on_after_a_new_login_in_another_tab(visit, project):
    page = logged_in(visit("desk", refused=True), "ala")
    follow(page, "Annotation", "Questions")
    Hands(page).click("Add DATETIME")
    Hands(page).kept()
    other = page.context.new_page()
    other.goto("/")
    other.evaluate("document.querySelector('form[action=\"/logout\"]').submit()")
    other.get_by_role("link", name="Log in").first.wait_for()
    page.get_by_label("Question", exact=True).fill("Ve kterém roce?")
    page.get_by_text("You were logged out, or cookies were cleared. What you typed stays here").wait_for()
    logged_in(other, "ala")
    Hands(page).kept()  # nobody touched it
    with page.expect_response(lambda answer: "/drafts/" in answer.url and answer.ok):
        page.get_by_label("Question", exact=True).fill("Ve kterém roce vypukla?")
    follow(other, "Annotation", "Questions")
    other.locator(f"main a[href='{urlsplit(page.url).path}']").click()
    assert other.get_by_label("Question", exact=True).input_value() == "Ve kterém roce vypukla?"


@pytest.mark.parametrize(
    ("language", "said", "door"),
    [
        ("en-GB", "You were logged out, or cookies were cleared. What you typed stays here", "Log in in another tab"),
        ("cs-CZ", "Byli jste odhlášeni, nebo byly smazány cookies. Co jste napsali, zůstává tady", "Přihlásit se"),
        ("pl-PL", "Sesja wygasła albo usunięto ciasteczka. Wpisany tekst zostaje tutaj", "Zaloguj się"),
    ],
)
def test_who_clears_cookies_reads_what_happened_and_goes_on_after_a_login(visit, project, seat, language, said, door):
    services.begin(seat("ala"), "DATETIME")
    page = logged_in(visit("desk", language=language, refused=True), "ala")
    follow(page, "Anotacja" if language == "pl-PL" else "Annotation", "Questions")
    page.get_by_role("main").get_by_role("link", name="DATETIME").first.click()
    page.locator("#id_question").fill("Ve kterém roce?")
    page.wait_for_timeout(1500)
    page.context.clear_cookies()
    page.locator("#id_question").fill("Ve kterém roce vypukla?")
    page.get_by_text(said).wait_for()
    with page.expect_popup() as opened:
        page.get_by_role("link", name=door).last.click()
    other = opened.value
    other.fill("[name=username]", "ala")
    other.fill("[name=password]", PASSWORD)
    with page.expect_response(
        lambda answer: "/drafts/" in answer.url and answer.ok and answer.request.method == "POST"
    ):
        other.click("main form button")
    assert project.drafts.get().texts["question"] == "Ve kterém roce vypukla?"


def test_without_scripts_a_lost_login_is_named_with_the_way_back(visit, project, seat):
    services.begin(seat("ala"), "DATETIME")
    page = logged_in(visit("phone", scripts=False, refused=True), "ala")
    follow(page, "Annotation", "Questions")
    page.get_by_role("main").get_by_role("link", name="DATETIME").first.click()
    page.locator("#id_question").fill("Ve kterém roce?")
    page.context.clear_cookies()
    page.get_by_role("button", name="Keep for later").click()
    page.get_by_role("heading", name="You were logged out.").wait_for()
    assert "Your login ended, or the cookies of this site were cleared." in page.inner_text("main")
    keep_picture(page, "lost-login")
    link = page.get_by_role("link", name="Log in in another tab")
    assert "next=/annotations/questions/drafts/" in link.get_attribute("href")
    with page.expect_popup() as opened:
        link.click()
    opened.value.fill("[name=username]", "ala")
    opened.value.fill("[name=password]", PASSWORD)
    opened.value.click("main form button")
    page.get_by_role("button", name="Send what I typed").click()
    page.get_by_role("heading", name="This form is out of date.").wait_for()  # keys change with each login
    page.get_by_role("button", name="Send what I typed").click()
    page.get_by_role("heading", name="This form is out of date.").wait_for(state="hidden")
    assert project.drafts.get().texts["question"] == "Ve kterém roce?"


def test_on_a_phone_a_saved_record_stands_above_its_article(visit, project, write):
    write("ala")
    page = logged_in(visit("phone", language="cs-CZ"), "ala")
    follow(page, "Annotation", "Questions", "000001")
    texts, article = page.locator("dl.texts").bounding_box(), page.get_by_role("group", name="Článek").bounding_box()
    assert texts["y"] + texts["height"] <= article["y"]
    assert abs(texts["width"] - article["width"]) < 40


def test_on_a_phone_nothing_lies_over_the_article_but_one_line_where_something_is_marked(visit, folder):
    page = visit("phone")
    page.goto("/annotations/alone/secret-key")
    Hands(page).click("Add DATETIME")
    page.locator("#id_article").fill(TEXT)
    page.locator("#article .sentence").first.wait_for()
    marking = page.locator(".marking")
    assert marking.get_by_role("button").count() == 0
    height = marking.bounding_box()["height"]
    assert height < 60
    Hands(page).mark("1962")
    assert marking.get_by_role("button").all_inner_texts() == ["Marked: exact answer", "Marked: sentence before"]
    assert marking.bounding_box()["height"] == height  # nothing moved under the finger


def test_who_was_logged_out_while_typing_finds_the_login_and_comes_back(visit, project):
    page = logged_in(visit("phone", refused=True, language="cs-CZ"), "ala")
    follow(page, "Annotation", "Questions")
    Hands(page).click("Přidat DATETIME")
    page.get_by_text("Vše napsané je uloženo.").wait_for()
    page.context.clear_cookies()
    page.get_by_label("Otázka", exact=True).fill("Ve kterém roce?")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Přihlásit se v jiné kartě").click()
    door = opened.value
    door.fill("[name=username]", "ala")
    door.fill("[name=password]", PASSWORD)
    with door.expect_event("close"):
        door.click("main form button")
    page.get_by_text("Vše napsané je uloženo.").wait_for()
    assert page.get_by_role("link", name="Přihlásit se v jiné kartě").count() == 0
    page.reload()
    assert page.get_by_label("Otázka", exact=True).input_value() == "Ve kterém roce?"


def test_the_login_in_another_tab_leads_to_the_draft_also_where_its_page_is_closed(visit, project):
    page = logged_in(visit("desk", refused=True), "ala")
    follow(page, "Annotation", "Questions")
    Hands(page).click("Add DATETIME")
    Hands(page).kept()
    draft = page.url
    page.context.clear_cookies()
    page.get_by_label("Question", exact=True).fill("Ve kterém roce?")
    with page.expect_popup() as opened:
        follow(page, "Log in in another tab")
    other = opened.value
    page.close()
    other.fill("[name=username]", "ala")
    other.fill("[name=password]", PASSWORD)
    other.click("main form button")
    other.wait_for_url(draft)
    other.get_by_label("Question", exact=True).wait_for()
