"""What administrators see and do, and nobody else."""

import re

import pytest
from django.test import Client
from django.utils import translation

from probierz.web.accounts import queries
from probierz.web.accounts.audit_details import noted
from probierz.web.accounts.models import AuditEntry, Invitation, Team, User
from probierz.web.accounts.services import audit

PAGES = ["/people", "/audit"]
ACTIONS = ["/people/links", "/people/links/1/withdraw", *(f"/people/stranger/{verb}" for verb in
           ("password-link", "deactivate", "reactivate", "administrator", "no-administrator"))]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("role", "status"), [("nobody", 302), ("captain", 403), ("administrator", 200)])
def test_pages_of_administrators(browsers, path, role, status):
    assert browsers[role].get(path).status_code == status


@pytest.mark.parametrize("path", ACTIONS)
@pytest.mark.parametrize("role", ["nobody", "captain", "stranger"])
def test_others_change_nothing(browsers, path, role):
    before = list(User.objects.order_by("pk").values()), Invitation.objects.count()
    assert browsers[role].post(path).status_code in (302, 403)
    after = list(User.objects.order_by("pk").values()), Invitation.objects.count()
    assert before == after


@pytest.mark.parametrize("path", ACTIONS)
def test_reading_changes_nothing(browsers, path):
    before = AuditEntry.objects.count()
    assert browsers["administrator"].get(path).status_code == 405
    assert AuditEntry.objects.count() == before


def test_a_shut_account_is_out_at_once_and_back_when_opened(browsers):
    browsers["administrator"].post("/people/stranger/deactivate")
    assert browsers["stranger"].get("/account").status_code == 302
    browsers["administrator"].post("/people/stranger/reactivate")
    assert User.objects.get(username="stranger").is_active


def test_administration_is_given_and_taken(browsers):
    browsers["administrator"].post("/people/stranger/administrator")
    assert browsers["stranger"].get("/people").status_code == 200
    browsers["administrator"].post("/people/stranger/no-administrator")
    assert browsers["stranger"].get("/people").status_code == 403


@pytest.mark.parametrize("verb", ["deactivate", "no-administrator"])
def test_administrators_do_not_shut_themselves_out(browsers, verb):
    browsers["administrator"].post(f"/people/administrator/{verb}")
    person = User.objects.get(username="administrator")
    assert person.is_active
    assert person.is_staff


@pytest.mark.parametrize("path", ["/people/links", "/people/stranger/password-link"])
def test_a_link_is_shown_once_and_works(browsers, path):
    page = browsers["administrator"].post(path)
    link = re.search(r"http://testserver(/invitations/[\w-]+)", page.content.decode())[1]
    assert "no-store" in page.headers["Cache-Control"]
    assert Client().get(link).status_code == 200
    assert link not in browsers["administrator"].get("/people").content.decode()


def test_a_class_gets_a_link_for_each_and_what_is_left_over_is_withdrawn(browsers):
    page = browsers["administrator"].post("/people/links", {"count": "30", "sent": "a"}).content.decode()
    assert 'download="links.txt"' in page
    again = browsers["administrator"].post("/people/links", {"count": "30", "sent": "a"}, follow=True).content.decode()
    assert "made already" in again, "a reload makes no others"
    links = re.findall(r"http://testserver(/invitations/[\w-]+)", page)
    assert len(set(links)) == 30
    made = {"username": "pupil", "password": "correct horse battery", "again": "correct horse battery"}
    assert Client().post(links[0], made).status_code == 302
    page = browsers["administrator"].get("/people").content.decode()
    assert "29 links are open" in page
    begin = links[1].rpartition("/")[2][:6]
    assert f"<code>…/{begin}…</code>" in page
    (*_, withdraw) = re.findall(
        r'action="(/people/links/\d+/withdraw)"', page
    )  # the second of them, as the newest are first
    assert "The link is withdrawn." in browsers["administrator"].post(withdraw, follow=True).content.decode()
    assert [Client().get(link).status_code for link in links[:3]] == [404, 404, 200]
    browsers["administrator"].post("/people/links/withdraw")
    assert not queries.open_account_links().exists()


@pytest.mark.parametrize("count", ["0", "101", "many"])
def test_no_links_are_made_for_odd_numbers_of_people(browsers, count):
    page = browsers["administrator"].post("/people/links", {"count": count}).content.decode()
    assert "/invitations/" not in page
    assert not Invitation.objects.exists()
    assert 'aria-invalid="true"' in page


def test_an_unknown_action_is_not_there(browsers):
    assert browsers["administrator"].post("/people/stranger/promote").status_code == 404


def test_the_audit_log_names_actor_action_and_object(browsers, people):
    browsers["administrator"].post("/people/stranger/deactivate")
    entry = AuditEntry.objects.get(action="account.deactivate")
    assert (entry.actor, entry.object_type, entry.object_id) == (
        people["administrator"], "user", str(people["stranger"].pk),
    )  # fmt: skip
    page = browsers["administrator"].get("/audit?filter=deactivate").content.decode()
    assert '<td title="account.deactivate">closed an account</td>' in page
    polish = browsers["administrator"].get("/audit?filter=zamkn", headers={"accept-language": "pl"}).content.decode()
    assert '<td title="account.deactivate">' in polish, "found by the words of the page"
    assert "closed an account" not in polish
    assert "person <bdi>stranger</bdi>" in page, "by name, not by number"
    assert "account.deactivate" not in browsers["administrator"].get("/audit?filter=rename").content.decode()


def test_the_audit_log_finds_what_something_was_done_to_by_its_name(browsers, people):
    audit(people["captain"], "test.one", people["stranger"])
    audit(people["captain"], "test.two", Team.objects.create(name="Ours", slug="ours"))
    audit(people["captain"], "test.three", None, person=people["stranger"].pk)
    audit(people["captain"], "test.four", None, team={"before": None, "after": "Łoś"})
    audit(people["captain"], "test.five", None, share={"before": None, "after": 0.335})
    asked = {
        "stranger": {"one", "three"}, "ours": {"two"}, "captain": {"one", "two", "three", "four", "five"},
        "limited": {"four"}, "Łoś": {"four"}, "share": {"five"},
    }  # fmt: skip
    for words, found in asked.items():
        page = browsers["administrator"].get(f"/audit?filter={words}").content.decode()
        assert set(re.findall(r"<td[^>]*>test\.(\w+)</td>", page)) == found, words
    assert "– → 33.5 %" in page


def test_the_audit_log_has_pages(browsers, people):
    for number in range(150):
        audit(people["captain"], "test.act", people["captain"], number=number)
    first = browsers["administrator"].get("/audit").content.decode()
    assert "<bdi>149</bdi>" in first
    assert "<bdi>3</bdi>" not in first
    assert "<bdi>3</bdi>" in browsers["administrator"].get("/audit?page=2").content.decode()


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({"closes": {"before": "", "after": "2026-05-01T10:00:00+00:00"}},
         [("zamknięcie", "bez terminu → 1 maja 2026, 12:00 CEST")]),
        ({"closes": "2026-05-01 10:00:00+00:00"}, [("zamknięcie", "1 maja 2026, 12:00 CEST")]),  # of earlier versions
        ({"disclosure": {"before": "full", "after": "hidden"}}, [("widoczne wyniki", "wyniki → bez wyników")]),
        ({"open_submissions": "False", "team": "None"},
         [("zgłoszenia są udostępniane", "nie"), ("ograniczone do zespołu", "–")]),
        ({"before": "A", "after": "B"}, [("nazwa", "A → B")]),
        ({"scopes": ["read", "submit"], "person": 7}, [("może", "czytać, zgłaszać"), ("osoba", "ala")]),
        ({"phases": {"main": {"digits": {"before": 2, "after": 3}}}},
         [("main: cyfry zaokrąglonych wyników", "2 → 3")]),
        ({"is_published": {"before": False, "after": True}, "new_word": 1}, [("new word", "1")]),
    ],
)  # fmt: skip
def test_details_of_the_audit_log_are_in_words(details, words):
    with translation.override("pl"):
        assert noted(details, {"7": "ala"}) == words


def test_people_are_sorted_and_found(browsers, people):
    def logins(query):
        page = browsers["administrator"].get(f"/people{query}").content.decode()
        return re.findall(r'<th scope="row">([^<]+)</th>', page)

    assert logins("") == ["administrator", "captain", "stranger", "teammate"]
    assert logins("?sort=-login") == ["teammate", "stranger", "captain", "administrator"]
    assert logins("?filter=cap") == ["captain"]
    assert logins("?sort=password&page=99") == logins("")
    assert logins("?filter=%00cap&page=x") == ["captain"]
