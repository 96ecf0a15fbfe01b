"""AddQA for people who read Czech: every page of it, the way to it, and no page in two languages."""

import io
import re
import zipfile
from html import unescape

import pytest
from annotation_examples import PASSWORD, TEXT, TYPED, seat_of
from czech_pages import CZECH, english_words, language_of, texts_of
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.html import strip_tags

from probierz.web.annotation import services
from probierz.web.annotation.models import SecondAnswer

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def english():
    return english_words()


@pytest.fixture
def pages(project, seat, write):
    """Addresses with something on each: records in every state, a draft that breaks rules, remarks, questions."""
    record = write("ala")
    services.remark(seat("celina"), record, "Zkraťte otázku.", "returned")
    services.save_guidelines(seat("ola"), "Pište krátce.")
    services.save_guidelines(seat("ola"), "Pište krátce a česky.")
    draft = services.begin(seat("ola"), "PERSON")
    services.save_draft(seat_of(draft), draft, 1, {**TYPED, "extraction": "1963", "question": "Kdo?"}, TEXT)
    services.draw_second(seat("ola"), size=1, seed=1)
    here = "/annotations/questions"
    names = ("help", "guidelines", "guidelines?version=1", "people", "people/ala", "second", "import", "exports")
    inner = [f"{here}/{name}" for name in (*names, "challenge", "records/000001", "records/missing")]
    drafts = [f"{here}/drafts/{draft.pk}", f"{here}/drafts/{draft.pk}/check"]
    account = ["/account", "/account/password", "/account/tokens", "/account/notifications"]
    return ["/annotations", "/annotations/new", here, *inner, *drafts, *account]


def test_every_page_on_which_records_are_written_is_whole_in_czech(client, people, pages, english):
    client.force_login(people["ola"])
    for address in pages:
        answer = client.get(address, headers=CZECH)
        assert language_of(answer) == "cs", address
        assert texts_of(answer) & english == set(), address


def test_whoever_is_asked_a_second_time_is_asked_in_czech(client, people, pages, english):
    asked = SecondAnswer.objects.select_related("user").get()
    client.force_login(asked.user)
    for address in ("/annotations/questions/second", f"/annotations/questions/second/{asked.pk}"):
        answer = client.get(address, headers=CZECH)
        assert language_of(answer) == "cs"
        assert texts_of(answer) & english == set(), address


def test_the_way_from_the_first_page_is_in_one_language_at_a_time(client, people, project):
    first = client.get("/", headers=CZECH)
    assert language_of(first) == "en"
    assert "Čeština" not in first.content.decode()  # it would change nothing there
    assert '<a href="/annotations" lang="cs" hreflang="cs">Anotace česky</a>' in first.content.decode()
    assert "ostatní stránky, i tato, jsou anglicky." in first.content.decode()
    assert "česky" not in client.get("/").content.decode().lower()
    door = client.get("/login", headers=CZECH)
    assert "Přihlásit se" in door.content.decode()
    wrong = client.post("/login", {"username": "ala", "password": "wrong"}, headers=CZECH)
    assert language_of(wrong) == "cs"
    client.post("/login", {"username": "ala", "password": PASSWORD})
    page = client.get("/annotations", headers=CZECH).content.decode()
    assert '<a href="/annotations" aria-current="page">Anotace</a>' in page
    missing = client.get("/no-such-page", headers=CZECH)
    assert "Taková stránka neexistuje." in missing.content.decode()


def test_somebody_switches_to_czech_where_there_is_some_and_it_stays(client, people, project):
    client.force_login(people["ala"])
    page = client.get("/annotations/questions").content.decode()
    assert '<button class="quiet" name="language" value="cs" lang="cs">Čeština</button>' in page
    switched = client.post("/language", {"language": "cs", "next": "/annotations/questions"}, follow=True)
    assert "Co vytvořit" in switched.content.decode()
    people["ala"].refresh_from_db()
    assert people["ala"].language == "cs"
    assert language_of(client.get("/challenges")) == "en"
    assert language_of(client.get("/annotations/questions")) == "cs"


def test_a_platform_in_polish_shows_its_other_pages_in_polish(client, settings):
    settings.LANGUAGE_CODE = "pl"
    assert language_of(client.get("/", headers=CZECH)) == "pl"
    assert language_of(client.get("/login", headers=CZECH)) == "cs"


def test_czech_fields_and_types_are_not_named_twice_on_czech_pages(client, people, project, seat):
    draft = services.begin(seat("ala"), "PERSON")
    client.force_login(people["ala"])
    form = client.get(f"/annotations/questions/drafts/{draft.pk}", headers=CZECH).content.decode()
    assert "Přesná odpověď" in form
    assert '<b lang="cs">' not in form
    assert client.get("/annotations/questions/help", headers=CZECH).content.decode().count(">kdo<") == 1


CUT, ENTRY = "archiv je useknutý: chybí jeho konec; stáhněte ho znovu", "vede ven z archivu; zabalte soubory znovu"
BROKEN = {
    "cs": {"cut": CUT, "outside": ENTRY, "twice": "jeden z nich odstraňte", "none": "nejsou tu žádné záznamy SQAD"},
    "pl": {"cut": "brakuje", "outside": "archiwum", "twice": "usuń", "none": "rekord"},
}


def broken_archive(kind):
    """An archive that is cut, or holds a way out, a part twice, or nothing of SQAD."""
    names = {"outside": ["../../x"], "twice": ["000001/01question.vert", "000001/question.vert"]}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names.get(kind, ["x.txt"]):
            archive.writestr(name, "x\n" * 50)
    content = packed.getvalue()
    return SimpleUploadedFile("records.zip", content[: -30 if kind == "cut" else None])


@pytest.mark.parametrize("kind", ["cut", "outside", "twice", "none"])
@pytest.mark.parametrize("language", ["cs", "pl"])
def test_what_is_wrong_with_an_archive_of_records_is_said_in_the_language_of_the_page(
    client, people, project, language, kind
):
    accepted = {"accept-language": language}
    client.force_login(people["ola"])
    assert language_of(client.get("/annotations/questions/import", headers=accepted)) == language
    sent = {"archive": broken_archive(kind)}
    page = client.post("/annotations/questions/import", sent, headers=accepted).content.decode()
    said = unescape(re.search(r'class="errors".*?</ul>', page, re.DOTALL)[0])
    assert BROKEN[language][kind] in said
    assert not re.search(r"\b(?:the|pack|remove|records|archive)\b", strip_tags(said)), said


def test_records_of_which_no_challenge_can_be_made_are_named_in_czech(client, people, project, write):
    write("ala")
    client.force_login(people["ola"])
    sent = {"title": "x", "slug": "x", "kind": "sentences"}
    page = client.post("/annotations/questions/challenge", sent, headers=CZECH).content.decode()
    assert "je jich potřeba aspoň 10" in page


def test_what_is_said_of_a_challenge_that_is_made_is_in_the_language_of_its_page(client, people, project, seat, write):
    for number in range(10):
        write("ala", question=f"Kdy vypukla krize číslo {number}?", url=f"https://cs.wikipedia.org/wiki/Krize_{number}")
    client.force_login(people["ola"])
    form = {"title": "Krize", "slug": "krize", "kind": "sentences"}
    answer = client.post("/annotations/questions/challenge", form, headers=CZECH, follow=True)
    assert language_of(answer) == "en"
    assert "The challenge is made." in answer.content.decode()
    assert "Úloha" not in answer.content.decode()
