"""Pages in a real browser, on a phone and on a desk, light and dark."""

import pytest

from browser import faults, follow
from probierz.web.accounts import services
from probierz.web.accounts.models import Team, User

PASSWORD = "correct horse battery"

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SIZES = ["phone", "desk"]


@pytest.fixture
def anna():
    person = services.register(login="anna", password=PASSWORD, name="Anna")
    User.objects.filter(pk=person.pk).update(is_staff=True)
    person.refresh_from_db()
    return person


def log_in(page):
    page.goto("/login")
    page.get_by_label("Login").fill("anna")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.wait_for_url("**/")


def theme(page):
    return page.evaluate("document.documentElement.dataset.theme ?? ''")


def background(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor || ''"), page.evaluate(
        "getComputedStyle(document.documentElement).backgroundColor"
    )


@pytest.mark.parametrize("size", SIZES)
def test_logging_in_and_out(visit, anna, size):
    page = visit(size)
    log_in(page)
    page.get_by_role("button", name="Log out").click()
    assert page.get_by_role("banner").get_by_role("link", name="Log in").is_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_password_is_said_beside_the_form(visit, anna, size):
    page = visit(size)
    page.goto("/login")
    page.get_by_label("Login").fill("anna")
    page.get_by_label("Password", exact=True).fill("wrong")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    assert "wrong" in page.get_by_role("alert").inner_text()


@pytest.mark.parametrize("size", SIZES)
def test_switching_the_language_and_back(visit, db, size):
    page = visit(size)
    page.goto("/login")
    page.get_by_role("button", name="Polski").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Zaloguj się"
    assert page.evaluate("document.documentElement.lang") == "pl"
    follow(page, "Nie pamiętasz hasła?")
    assert page.get_by_role("heading", level=1).inner_text() == "Zgubione hasło"
    page.get_by_role("button", name="English").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Lost password"


def test_a_polish_browser_gets_polish_pages(visit, db):
    page = visit(language="pl-PL")
    page.goto("/login")
    assert page.get_by_role("heading", level=1).inner_text() == "Zaloguj się"


@pytest.mark.parametrize("size", SIZES)
def test_switching_colours_is_kept_by_the_browser(visit, db, size):
    page = visit(size)
    page.goto("/login")
    light = background(page)
    page.get_by_role("button", name="Light or dark").click()
    assert theme(page) == "dark"
    assert background(page) != light
    page.reload()
    assert theme(page) == "dark"
    page.get_by_role("button", name="Light or dark").click()
    assert background(page) == light


def test_the_colours_of_the_system_are_taken_where_nobody_chose(visit, db):
    light, dark = visit(colours="light"), visit(colours="dark")
    light.goto("/login")
    dark.goto("/login")
    assert background(light) != background(dark)


def test_colours_chosen_for_the_account_win_over_what_the_browser_kept(visit, anna):
    page = visit()
    log_in(page)
    page.get_by_role("button", name="Light or dark").click()
    page.get_by_role("banner").get_by_role("link", name="anna").click()
    page.get_by_label("Colours").select_option("light")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your account is changed.").wait_for()
    assert theme(page) == "light"


def test_a_table_is_sorted_and_filtered_in_place(visit, anna):
    for number in range(60):
        User.objects.create(username=f"person-{number:02d}")
    page = visit()
    log_in(page)
    follow(page, "People")
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="Login", exact=True).click()
    page.get_by_role("rowheader", name="person-59").wait_for()
    assert page.url.endswith("?sort=-login")
    assert page.evaluate("document.activeElement.textContent") == "Login"
    page.get_by_role("searchbox").fill("person-3")
    page.keyboard.press("Enter")
    page.get_by_role("rowheader", name="person-59").wait_for(state="detached")
    assert page.get_by_role("rowheader").all_inner_texts() == [f"person-{n}" for n in range(39, 29, -1)]
    assert page.evaluate("window.stayed")
    page.go_back()
    page.get_by_role("rowheader", name="person-59").wait_for()


def test_pages_work_without_scripts(visit, anna):
    for number in range(60):
        User.objects.create(username=f"person-{number:02d}")
    page = visit(scripts=False)
    log_in(page)
    follow(page, "People")
    page.get_by_role("link", name="Login", exact=True).click()
    page.get_by_role("link", name="Next").click()
    assert page.get_by_role("rowheader").first.inner_text() == "person-09"
    page.get_by_role("button", name="Polski").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Ludzie"


def test_a_question_comes_before_harm(visit, anna):
    services.create_team(anna, slug="ours", name="Ours")
    page = visit()
    log_in(page)
    follow(page, "Teams", "Ours")
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Leave the team").click()
    assert Team.objects.exists()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Leave the team").click()
    page.wait_for_url("**/teams")
    assert not Team.objects.exists()


def test_a_new_token_can_be_copied(visit, anna):
    page = visit()
    log_in(page)
    page.get_by_role("banner").get_by_role("link", name="anna").click()
    follow(page, "Personal tokens")
    page.get_by_label("What it is for").fill("laptop")
    page.get_by_role("button", name="Make the token").click()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("prb_")


PAGES = ["/", "/account", "/account/password", "/account/tokens", "/teams", "/teams/ours", "/people", "/audit"]


def test_axe_finds_nothing_serious_and_nothing_runs_over_the_edge(visit, anna):
    team = services.create_team(anna, slug="ours", name="A long name of a team " * 5)
    services.invite(team, "somebody", by=anna)
    services.make_token(anna, name="laptop", scopes=["read", "submit"])
    User.objects.create(username="x" * 64, name="y" * 120, email="someone@example.org", is_active=False)
    page = visit("phone")
    found = {}
    for path in ["/login", "/password-reset", None, *PAGES]:
        if path is None:
            log_in(page)
            continue
        page.goto(path)
        if serious := faults(page):
            found[path] = serious
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[f"{path} width"] = page.evaluate("document.documentElement.scrollWidth")
    assert found == {}
