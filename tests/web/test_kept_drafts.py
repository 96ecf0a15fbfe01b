"""What people typed is still there after an expired login and after an error in a neighbouring form."""

import pytest
from django.contrib.sessions.models import Session

from probierz.web.challenges.models import Challenge

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def page(challenge, people, visit):
    """The browser of the organiser, who has logged in."""
    people["organiser"].set_password("correct horse battery")
    people["organiser"].save()
    page = visit()
    page.goto("/")
    page.get_by_role("link", name="Log in").first.click()
    log_in(page)
    return page


def log_in(page):
    page.fill("[name=username]", "organiser")
    page.fill("[name=password]", "correct horse battery")
    page.locator("main form button").first.click()


def open_organising(page):
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    page.get_by_role("link", name="Organise", exact=True).click()


def test_an_expired_login_loses_no_word(page):
    open_organising(page)
    page.get_by_role("link", name="Announcements").first.click()
    page.get_by_role("link", name="Announce something").click()
    page.fill("[name=title]", "A larger train set")
    page.fill("[name=text]", "Twice as many lines.")
    Session.objects.all().delete()
    page.locator("main form.fields button").click()
    log_in(page)
    page.get_by_text("What you typed is here again.").wait_for()
    assert page.input_value("[name=title]") == "A larger train set"
    assert page.input_value("[name=text]") == "Twice as many lines."
    page.locator("main form.fields button").click()
    page.get_by_text("The announcement is published.").wait_for()


def test_an_expired_login_loses_no_word_of_the_account_and_keeps_no_password(page):
    page.get_by_role("link", name="organiser").first.click()
    page.fill("[name=name]", "Olga")
    page.fill("[name=password]", "correct horse battery")
    Session.objects.all().delete()
    page.locator("main form.fields button").click()
    page.get_by_text("What you typed will be there again").wait_for()
    assert "correct horse" not in page.evaluate("JSON.stringify(sessionStorage)")
    log_in(page)
    page.get_by_text("What you typed is here again.").wait_for()
    assert (page.input_value("[name=name]"), page.input_value("[name=password]")) == ("Olga", "")


def test_an_expired_login_leads_back_to_a_page_of_several_forms(page):
    open_organising(page)
    page.fill("[name=title]", "Larger numbers")
    Session.objects.all().delete()
    page.get_by_role("button", name="Save the words").click()
    log_in(page)
    assert page.input_value("[name=title]") == "Larger numbers"
    assert page.url.endswith("/challenges/numbers/organise")


def test_what_was_typed_into_another_form_is_there_after_an_error(page):
    open_organising(page)
    page.fill("[name=title]", "Larger numbers")
    page.fill("[name=daily_quota]", "-5")
    page.get_by_role("button", name="Save the rules").click()
    page.locator(".errors").first.wait_for()
    assert page.input_value("[name=title]") == "Larger numbers"
    assert page.input_value("[name=daily_quota]") == "-5"
    page.fill("[name=daily_quota]", "7")
    page.get_by_role("button", name="Save the rules").click()
    page.get_by_text("The rules are saved.").wait_for()
    assert page.input_value("[name=title]") == "Larger numbers"
    assert Challenge.objects.get().daily_quota == 7


def test_an_import_shows_the_fields_of_what_is_chosen_and_keeps_the_others(page):
    open_organising(page)
    page.get_by_role("link", name="Versions").click()
    shown = page.locator("form.import .field:visible :is(input, select, textarea)")
    names = shown.evaluate_all("all => all.map((one) => one.name)")
    assert names == ["source", "archive", "hidden", "tests_are_open", "change", "description"]
    page.select_option("[name=source]", "git")
    page.fill("[name=url]", "https://git.example.org/numbers")
    page.select_option("[name=source]", "upload")
    assert not page.locator("[name=url]").is_visible()
    page.select_option("[name=source]", "git")
    assert page.input_value("[name=url]") == "https://git.example.org/numbers"


def test_an_archive_of_hidden_results_is_not_passed_over(page, tmp_path):
    (tmp_path / "hidden.zip").write_bytes(b"PK")
    (tmp_path / "public.zip").write_bytes(b"PK")
    open_organising(page)
    page.get_by_role("link", name="Versions").click()
    page.set_input_files("[name=archive]", tmp_path / "public.zip")
    page.select_option("[name=hidden]", "upload")
    page.set_input_files("[name=hidden_archive]", tmp_path / "hidden.zip")
    page.select_option("[name=hidden]", "kept")
    page.locator("form.import button").click()
    page.get_by_text("You chose a file, and another place above").wait_for()
