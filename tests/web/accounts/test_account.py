"""The account page."""

import re

import pytest

from probierz.web.accounts.forms import AccountForm
from probierz.web.accounts.models import User
from probierz.web.accounts.names import check_name

OLD = "correct horse battery"
FORM = {"name": "Ala", "email": "", "language": "", "theme": "", "password": ""}


def test_a_person_changes_what_others_see(browsers):
    browsers["captain"].post("/account", {**FORM, "is_anonymous_entry": "on", "theme": "dark"})
    person = User.objects.get(username="captain")
    assert (person.name, person.is_anonymous_entry, person.theme) == ("Ala", True, "dark")
    assert person.shown_name == "anonymous"
    assert 'data-theme="dark"' in browsers["captain"].get("/").content.decode()


@pytest.mark.parametrize(
    "name",
    ["teammate", "Teammate", "TEAMMATE.", "Both", "both", "Mallory (teammate)", "Tęammate"]
    + ["ᎢᎬᎪᎷᎷᎪᎢᎬ", "tearnmate", "teɑmmɑte", "ꭲeammate", "ᴛᴇᴀᴍᴍᴀᴛᴇ", "Ƭeammate", "T e a m m a t e"],
)
def test_a_name_of_somebody_else_is_refused(browsers, team, name):
    page = browsers["stranger"].post("/account", {**FORM, "name": name})
    assert "Somebody here is known by this name." in page.content.decode()
    assert User.objects.get(username="stranger").name == "Stranger"


@pytest.mark.parametrize("name", ["tеаmmаtе", "ƭeαmmαtε"])
def test_a_word_of_several_alphabets_is_refused(browsers, team, name):
    page = browsers["stranger"].post("/account", {**FORM, "name": name})
    assert "A word of this name mixes letters of several alphabets." in page.content.decode()
    assert User.objects.get(username="stranger").name == "Stranger"


@pytest.mark.parametrize("sign", ["\u3164", "\uffa0", "\u115f", "\u1160", "\u2065", "\U000e0000", "\u200b"])
def test_a_name_with_a_sign_that_nobody_sees_is_refused_for_people_and_teams(browsers, team, sign):
    page = browsers["stranger"].post("/account", {**FORM, "name": f"team{sign}mate"})
    assert f"cannot be seen (U+{ord(sign):04X})" in page.content.decode()
    page = browsers["stranger"].post("/teams", {"name": f"Bo{sign}th", "slug": "other"})
    assert f"cannot be seen (U+{ord(sign):04X})" in page.content.decode()
    assert User.objects.get(username="stranger").name == "Stranger"


HONEST = """
Anna Kowalska, Piotr Wiśniewski, Łucja Żółć, Świętosława Dąb, Michał Wąs, Grażyna Szczęsna, Jan Cichy, Ewa Król,
Stanisław Źrebiec, Maria Skłodowska-Curie, Wanda Rutkiewicz, Wiwa Wodnik, Klara Dąbrowska, Oskar Miłosz, Ida Ogórek,
Zofia Nałkowska, Karol Wojtyła, Bożena Ćwik, Mikołaj Rej, Aleksander Nowak-Jeż, Olga Mróz, Ula Mól, Adam Małysz,
Božena Němcová, Jiří Wolker, Řehoř Kůň, Antonín Dvořák, Zdeněk Šťastný, Tomáš Ďurica, Ludmila Vlková, Ota Pavel,
Václav Havel, Žofie Hladká, Eliška Krásnohorská, Petr Čech, Jakub Obrovský, Helena Světlá, Lída Baarová, Emil Zátopek,
Анна Ахматова, Борис Пастернак, Тарас Шевченко, Леся Українка, Ганна Ґонта, Їжакевич Іван, Марія Приймаченко,
Фёдор Достоевский, Лев Толстой, Янка Купала, Якуб Колас, Ўладзімір Караткевіч, Вук Караџић, Ђура Јакшић, Љиљана Њагул,
Христо Ботев, Иван Вазов, Михаил Булгаков, Ольга Кобилянська, Софія Русова, Дмитро Яворницький, Оксана Забужко,
Νίκος Καζαντζάκης, Ελένη Γλύκατζη, Οδυσσέας Ελύτης, Κωνσταντίνος Καβάφης, Γιώργος Σεφέρης, Μαρία Κάλλας, Χρήστος Ψυλλός,
Αλέξανδρος Παπαδιαμάντης, Διονύσιος Σολωμός, Ζωή Ξένου, Θεόδωρος Βλάχος, Ιωάννα Φίλη, Υακίνθη Ράλλη,
Nguyễn Văn An, Trần Thị Bưởi, Lê Lợi, Phạm Đình Hổ, Hoàng Ngân, Vũ Trọng Phụng, Đặng Thùy Trâm, Bùi Xuân Phái,
Đỗ Phủ, Hồ Xuân Hương, Ngô Bảo Châu, Dương Thu Hương, Lý Thái Tổ, Ưng Thuyên, Quách Mỹ Ý,
Ólafur Þór, Ærøe Søren, Françoise Gaël, Jürgen Groß, Ñandú Íñigo, Şükrü Iğdır, Ștefan Țurcanu,
Mārtiņš Ķeizars, Æthelred Óg,
Արամ Խաչատրյան, თამარ მეფე, 李白, 小林 一茶, 김소월, محمود درويش, שלום עליכם, लता मंगेशकर
"""


def test_a_hundred_honest_names_of_many_languages_are_taken(people):
    names = [name.strip() for name in HONEST.replace("\n", " ").split(",")]
    assert len(names) > 100
    for number, name in enumerate(names):
        assert AccountForm({"name": name}, instance=people["stranger"]).is_valid(), name
        check_name(name, f"person-{number}")
        User.objects.create(username=f"person-{number}", name=name)


@pytest.mark.parametrize("name", ["Majority of 3 people", "Większość z 3 osób", "Person 1", "anonymous"])
def test_a_name_of_a_row_of_the_platform_is_refused(browsers, name):
    page = browsers["stranger"].post("/account", {**FORM, "name": name})
    assert "The platform gives this name to rows of its own." in page.content.decode()


@pytest.mark.parametrize(
    "name",
    [
        "Ala (baseline)", "Ala [Baseline]", "Ala – punkt odniesienia", "Administrator", "Adm1nistrator", "organiser",
        "Ala, organizatorka", "Správce", "Probierz", "Zespół Probierza", "Ala (you)", "Ala (ty)", "Ala (late)",
    ],
)  # fmt: skip
def test_a_name_that_claims_a_role_or_a_mark_is_refused(browsers, name):
    page = browsers["stranger"].post("/account", {**FORM, "name": name})
    assert "This name reads as a role or a mark of the platform." in page.content.decode()
    assert User.objects.get(username="stranger").name == "Stranger"


@pytest.mark.parametrize("name", ["Baselinie", "Ty Nowak", "Późniak-Late", "Adminiuk", "Yousef Owner"])
def test_names_that_only_resemble_such_words_are_taken(browsers, name):
    browsers["stranger"].post("/account", {**FORM, "name": name})
    assert User.objects.get(username="stranger").name == name


def test_two_people_of_one_name_are_told_apart_by_the_login(browsers):
    browsers["stranger"].post("/account", {**FORM, "name": "Captain (stranger)"})
    assert User.objects.get(username="stranger").name == "Captain (stranger)"


def test_a_hidden_name_is_not_told_by_a_refusal(browsers):
    User.objects.filter(username="captain").update(name="Anna Nowak", is_anonymous_entry=True)
    browsers["stranger"].post("/account", {**FORM, "name": "Anna Nowak"})
    assert User.objects.get(username="stranger").name == "Anna Nowak"


def test_whoever_has_a_name_that_others_have_changes_other_things(browsers):
    User.objects.filter(username="stranger").update(name="Captain")
    browsers["stranger"].post("/account", {**FORM, "name": "Captain", "theme": "dark"})
    assert User.objects.get(username="stranger").theme == "dark"


def test_login_and_rights_are_not_changed_by_a_form(browsers):
    browsers["captain"].post("/account", {**FORM, "username": "other", "is_staff": "on", "is_superuser": "on"})
    person = User.objects.get(name="Ala")
    assert (person.username, person.is_staff, person.is_superuser) == ("captain", False, False)


def test_another_address_takes_the_password(browsers):
    page = browsers["captain"].post("/account", {**FORM, "email": "new@example.org"})
    assert "Type your password" in page.content.decode()
    assert User.objects.get(username="captain").email == ""
    browsers["captain"].post("/account", {**FORM, "email": "new@example.org", "password": OLD})
    assert User.objects.get(username="captain").email == "new@example.org"


def test_the_language_of_the_account_is_the_language_of_pages(browsers):
    page = browsers["captain"].post("/account", {**FORM, "language": "pl"}, follow=True)
    assert "Konto zmienione." in page.content.decode()


def test_an_unknown_language_is_refused(browsers):
    assert browsers["captain"].post("/account", {**FORM, "language": "xx"}).status_code == 200
    assert User.objects.get(username="captain").language == ""


@pytest.mark.parametrize("path", ["/account", "/account/password", "/account/tokens", "/teams", "/people", "/audit"])
def test_pages_of_people_ask_for_a_login(client, db, path):
    answer = client.get(path)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/login?next={path}"


def test_switching_the_language_is_kept_for_the_account(browsers):
    answer = browsers["captain"].post("/language", {"language": "pl", "next": "/"})
    assert answer.cookies["django_language"].value == "pl"
    assert User.objects.get(username="captain").language == "pl"


def test_switching_the_language_takes_a_post_and_stays_here(client, db):
    assert client.get("/language?language=pl").status_code == 405
    assert client.post("/language", {"language": "pl", "next": "https://evil.example/"}).headers["Location"] == "/"


@pytest.mark.parametrize(
    ("shown_at", "leads_to"),
    [
        ("/people/links", "/people"), ("/people/stranger/password-link", "/people"),
        ("/teams/both/invite", "/teams/both"), ("/challenges/ocr/organise/rules", "/challenges/ocr/organise"),
        ("/account?a=b", "/account?a=b"), ("/logout", "/"), ("/nowhere/at/all", "/"),
    ],
)  # fmt: skip
def test_switching_the_language_leads_to_a_page_that_can_be_read(client, db, shown_at, leads_to):
    answer = client.post("/language", {"language": "pl", "next": shown_at})
    assert answer.headers["Location"] == leads_to


def test_after_a_link_was_made_the_language_can_be_switched(browsers):
    page = browsers["administrator"].post("/people/links").content.decode()
    following = re.search(r'name="next" value="([^"]*)"', page)[1]
    answer = browsers["administrator"].post("/language", {"language": "pl", "next": following}, follow=True)
    assert answer.status_code == 200


def test_hostile_names_stay_text(browsers):
    hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    browsers["captain"].post("/account", {**FORM, "name": hostile})
    page = browsers["administrator"].get("/people").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    assert "<img src=x" not in page
