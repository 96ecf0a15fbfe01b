"""New accounts: open, by invitation, and the first administrator."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from probierz.errors import Refused
from probierz.web.accounts import services
from probierz.web.accounts.models import AuditEntry, Invitation, Spent, User
from probierz.web.accounts.services import throttle

pytestmark = pytest.mark.django_db
Kind = Invitation.Kind
FORM = {"username": "newcomer", "name": "New", "email": "", "password": "a quiet sentence", "again": "a quiet sentence"}


def test_a_platform_by_invitation_makes_no_accounts_without_a_link(client):
    assert client.get("/register").status_code == 403
    assert client.post("/register", FORM).status_code == 403
    assert not User.objects.exists()


def test_an_open_platform_makes_an_account_and_opens_a_session(client, public):
    public(PROBIERZ_REGISTRATION="open")
    wanted = "/register?next=/challenges"
    assert wanted in client.get("/login?next=/challenges").content.decode()
    assert client.post("/register", {**FORM, "next": "/challenges"}).headers["Location"] == "/challenges"
    person = User.objects.get()
    assert (person.username, person.name, person.is_staff, person.is_superuser) == ("newcomer", "New", False, False)
    assert client.get("/account").status_code == 200


def test_all_that_is_to_be_mended_is_told_at_once(client, public):
    public(PROBIERZ_REGISTRATION="open")
    User.objects.create(username="captain")
    page = client.post("/register", {**FORM, "username": "captain", "password": "short", "again": "other"}).text
    said = ("This login is taken.", "at least 10 characters", "The two passwords differ.")
    assert [one for one in said if one not in page] == []
    assert User.objects.count() == 1


def test_nobody_makes_themselves_an_administrator(client, public):
    public(PROBIERZ_REGISTRATION="open")
    client.post("/register", {**FORM, "is_staff": "on", "is_superuser": "on", "is_active": ""})
    assert not User.objects.get().is_staff


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"username": "ab c"}, "Use small letters"),
        ({"username": "<script>"}, "Use small letters"),
        ({"again": "another one"}, "The two passwords differ"),
        ({"password": "short", "again": "short"}, "too short"),
        ({"password": "newcomer12", "again": "newcomer12"}, "too similar"),
        ({"password": "password123", "again": "password123"}, "too common"),
        ({"email": "no"}, "valid email"),
    ],
)
def test_a_form_with_a_mistake_says_so_and_makes_nothing(client, public, change, said):
    public(PROBIERZ_REGISTRATION="open")
    page = client.post("/register", {**FORM, **change})
    assert page.status_code == 200
    assert said in page.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("login", "others"),
    [
        ("ola", "0la oia o1a"),
        ("amad", "arnad amacl arnacl"),
        ("wacek", "vvacek"),
        ("lila", "1ila"),
        ("two-owls", "twoowls tw0--owls"),
    ],
)
def test_a_login_that_looks_like_another_is_refused_to_people_and_teams(client, people, public, login, others):
    public(PROBIERZ_REGISTRATION="open")
    owner = User.objects.create(username=login)
    for other in others.split():
        page = client.post("/register", {**FORM, "username": other}).content.decode()
        assert "has a login, short name or name that looks like this one" in page
        with pytest.raises(Refused, match="looks like this one"):
            services.create_team(people["stranger"], slug=other, name="Quite another")
    assert services.create_team(owner, slug=others.split()[0], name="Ours").slug == others.split()[0]
    assert client.post("/register", {**FORM, "username": f"{login}-2"}).status_code == 302


def test_a_login_that_looks_like_a_name_that_others_show_is_refused(client, people, public):
    public(PROBIERZ_REGISTRATION="open")
    page = client.post("/register", {**FORM, "username": "adarn"}).content.decode()
    assert "has a login, short name or name that looks like this one" in page
    User.objects.filter(name="Adam").update(is_anonymous_entry=True)  # nobody is told of a name that is hidden
    assert client.post("/register", {**FORM, "username": "adarn"}).status_code == 302


@pytest.mark.parametrize("login", ["admin", "adm1n", "organiser", "pr0bierz", "support-2", "system", "deleted", "jan-"])
def test_a_login_that_reads_as_a_role_or_ends_with_a_hyphen_is_refused(client, public, login):
    public(PROBIERZ_REGISTRATION="open")
    assert client.post("/register", {**FORM, "username": login}).status_code == 200
    assert not User.objects.exists()


def test_the_first_administrator_may_be_called_so(client):
    address = f"/invitations/{services.make_link(Kind.ADMINISTRATOR)}"
    assert client.post(address, {**FORM, "username": "admin"}).status_code == 302
    assert User.objects.get().username == "admin"


@pytest.mark.parametrize(("name", "shown"), [
    ("Ewa Nowak [ewa]", "Ewa Nowak [ewa] (jan)"), ("Ewa Nowak [jan]", "Ewa Nowak [jan]"),
    ("Ewa Nowakʼ", "Ewa Nowakʼ (jan)"), ("Ewa ːNowakꓹ", "Ewa ːNowakꓹ (jan)"), ("Ewa Nowakꞌ", "Ewa Nowakꞌ (jan)"),
    ("Ewa Nowak™", "Ewa Nowak™ (jan)"), ("Ewa Nowakˢ", "Ewa Nowakˢ (jan)"), ("Ewa Nowaᵏ", "Ewa Nowaᵏ (jan)"),
    ("Ewa N○wak", "Ewa N○wak (jan)"), ("Ewa Now@k", "Ewa Now@k (jan)"), ("Ewa Nowakǀ", "Ewa Nowakǀ (jan)"),
    ("Ewa Nowakㆍ", "Ewa Nowakㆍ (jan)"), ("Ewa Nowak丨", "Ewa Nowak丨 (jan)"),
    ("administrator ℠", None), ("adm!n", None), ("adm¡n™", None),
    ("administratorʼ", None), ("ʽModerator", None), ("Probierzـ", None), ("adminǃ", None),
    ("Jan {Kot}", "Jan {Kot}"), ("Оргаnizator", None), ("Jan Νowak", None), ("Ян Kot", "Ян Kot"),
])  # fmt: skip
def test_brackets_marks_and_letters_of_several_alphabets_imitate_nobody(client, public, name, shown):
    public(PROBIERZ_REGISTRATION="open")
    User.objects.create(username="ewa", name="Ewa Nowak")
    client.post("/register", {**FORM, "username": "jan", "name": name})
    assert [one.name for one in User.objects.filter(username="jan")] == ([shown] if shown else [])


def test_a_taken_login_is_refused(client, people, public):
    public(PROBIERZ_REGISTRATION="open")
    assert "This login is taken" in client.post("/register", {**FORM, "username": "Captain"}).content.decode()


def test_a_link_makes_one_account_on_a_closed_platform():
    key = services.make_link(Kind.ACCOUNT)
    (address, _) = Client().get(f"/invitation/{key}", follow=True).redirect_chain[-1]  # as links were up to 0.2
    assert address == f"/invitations/{key}"
    assert Client().get(address).status_code == 200
    assert Client().post(address, FORM).status_code == 302
    assert Client().get(address).status_code == 404
    assert Client().post(address, {**FORM, "username": "second"}).status_code == 404
    assert User.objects.count() == 1


def test_a_mistake_in_the_form_does_not_spend_the_link(client):
    address = f"/invitations/{services.make_link(Kind.ACCOUNT)}"
    client.post(address, {**FORM, "again": "another"})
    assert client.post(address, FORM).status_code == 302


def test_a_link_out_of_date_looks_like_one_that_never_was(client):
    key = services.make_link(Kind.ACCOUNT)
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    old, never = client.get(f"/invitations/{key}"), client.get("/invitations/abc")
    assert old.status_code == never.status_code == 404
    assert "This link does not work" in old.content.decode()
    assert "Did you make your account with it already?" in old.content.decode()


def test_of_two_that_use_a_link_at_once_the_second_is_refused():
    from probierz.errors import Refused

    link = services.find_link(services.make_link(Kind.ACCOUNT))
    services.register(login="first", password="a quiet sentence", link=link)
    with pytest.raises(Refused, match="does not work any more"):
        services.register(login="second", password="a quiet sentence", link=link)
    assert not User.objects.filter(username="second").exists()


def test_the_key_of_a_link_is_kept_nowhere():
    key = services.make_link(Kind.ACCOUNT)
    kept = [str(value) for link in Invitation.objects.values() for value in link.values()]
    kept += [str(value) for entry in AuditEntry.objects.values() for value in entry.values()]
    assert not any(key in text for text in kept)


def test_the_first_administrator_comes_by_a_link(client, settings):
    address = services.first_administrator_link()
    assert address.startswith("http://localhost:8000/invitations/")
    client.post(address.removeprefix("http://localhost:8000"), FORM)
    assert User.objects.get().is_staff
    assert services.first_administrator_link() is None


def test_only_the_last_first_administrator_link_works(client):
    first, second = services.first_administrator_link(), services.first_administrator_link()
    assert client.get(first.removeprefix("http://localhost:8000")).status_code == 404
    assert client.get(second.removeprefix("http://localhost:8000")).status_code == 200


def test_a_link_has_the_address_people_use(public):
    public(PROBIERZ_URL="https://evaluate.example.org")
    assert services.first_administrator_link().startswith("https://evaluate.example.org/invitations/")


def test_many_registrations_from_one_address_are_slowed_down(public):
    public(PROBIERZ_REGISTRATION="open")
    answers = [Client().post("/register", {**FORM, "username": "!"}).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]


def test_a_second_person_of_one_name_has_the_login_beside_it(public):
    public(PROBIERZ_REGISTRATION="open")
    for login in ("pupil-1", "pupil-2"):
        page = Client().post("/register", {**FORM, "username": login, "name": "Ala Nowak"}, follow=True)
    assert "your login stands beside it: Ala Nowak (pupil-2)." in page.content.decode()
    assert list(User.objects.order_by("username").values_list("name", flat=True)) == [
        "Ala Nowak",
        "Ala Nowak (pupil-2)",
    ]


def test_a_class_of_thirty_registers_from_one_address_and_guessing_is_still_slowed_down(public):
    public(PROBIERZ_REGISTRATION="open")
    made = [Client().post("/register", {**FORM, "username": f"pupil-{n}"}).status_code for n in range(30)]
    assert made == [302] * 30
    answers = [Client().post("/register", {**FORM, "username": "pupil-1"}).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]


def test_one_address_makes_no_army_of_accounts(public, monkeypatch):
    public(PROBIERZ_REGISTRATION="open")
    monkeypatch.setattr(throttle, "MOST_ACCOUNTS", {timedelta(hours=1): 3, timedelta(days=1): 2})
    made = [Client().post("/register", {**FORM, "username": f"robot-{n}"}).status_code for n in range(3)]
    assert made == [302, 302, 429]
    assert User.objects.count() == 2
    assert Spent.objects.count() == 4, "what one window refuses counts in none"


def test_an_account_speaks_the_language_it_was_made_in(public):
    public(PROBIERZ_REGISTRATION="open")
    Client(HTTP_ACCEPT_LANGUAGE="pl").post("/register", FORM)
    assert User.objects.get().language == "pl"
