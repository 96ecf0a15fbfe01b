"""Control characters in titles and names: forms and the API refuse them, files lose them, and feeds stay XML."""

import io
import zipfile
from xml.etree import ElementTree

import pytest
from challenge_examples import write_challenge
from django.test import Client

from probierz.web.accounts.models import Team, User
from probierz.web.annotation.forms import ChallengeForm, ProjectForm
from probierz.web.challenges.forms import NewChallengeForm
from probierz.web.challenges.models import Announcement, Challenge, Phase
from probierz.web.challenges.services import announce, publish_version
from probierz.web.labelling.forms import BoardNameForm

pytestmark = pytest.mark.django_db(transaction=True)
BELL = "Numbers\x07\x1b[31m"


@pytest.fixture
def published(challenge, folder):
    publish_version(challenge, folder)
    Challenge.objects.update(is_published=True)
    challenge.refresh_from_db()
    return challenge


@pytest.fixture
def organiser(owner):
    client = Client()
    client.force_login(owner)
    return client


def feed():
    answer = Client().get("/challenges/numbers/announcements.atom")
    assert answer.status_code == 200
    return ElementTree.fromstring(answer.content)


@pytest.mark.parametrize(
    ("address", "form", "count"),
    [
        ("/challenges/numbers/organise/announce", {"title": BELL, "text": "Some."}, Announcement.objects.count),
        (
            "/challenges/numbers/organise/words",
            {"title": BELL, "summary": "x"},
            lambda: Challenge.objects.get().has_own_words,
        ),
        (
            "/challenges/numbers/organise/phases",
            {"name": BELL, "disclosure": "full"},
            lambda: Phase.objects.count() - 1,
        ),
        ("/teams", {"name": BELL, "slug": "bells"}, Team.objects.count),
        ("/account", {"name": BELL}, User.objects.exclude(name="").count),
    ],
)
def test_forms_refuse_what_cannot_be_seen(published, organiser, address, form, count):
    page = organiser.post(address, form)
    assert "character that cannot be seen" in page.content.decode()
    assert not count()


def test_the_title_of_a_file_loses_them(challenge, tmp_path):
    publish_version(challenge, write_challenge(tmp_path / "new", **{"README.md": f"# {BELL}\n\nRead\x08 them.\n"}))
    challenge.refresh_from_db()
    assert challenge.title == "Numbers [31m"


def test_a_feed_is_xml_whatever_was_kept_before(published, owner):
    announce(published, title="News", text="Some.", by=owner)
    Challenge.objects.update(title=BELL, summary=BELL)
    Announcement.objects.update(title=BELL, html=f"<p>{BELL}</p>")
    assert "Numbers [31m" in [one.text for one in feed().iter("{http://www.w3.org/2005/Atom}title")]


def test_the_archive_of_data_holds_every_file_as_it_is(challenge, tmp_path):
    attributes = "dev-0/in.tsv export-ignore\n*.md export-subst\n*.tsv text eol=crlf\n.gitattributes export-ignore\n"
    files = {".gitattributes": attributes, "README.md": "# Numbers\n\n$Format:%H$\n"}
    publish_version(challenge, write_challenge(tmp_path / "new", **files))
    Challenge.objects.update(is_published=True)
    answer = Client().get("/challenges/numbers/data.zip")
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        assert archive.read("numbers/dev-0/in.tsv") == b"one\ntwo\n"
        assert archive.read("numbers/README.md").decode() == files["README.md"]
        assert archive.read("numbers/.gitattributes").decode() == attributes


# --- short names -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [NewChallengeForm, ProjectForm, ChallengeForm, BoardNameForm])
def test_every_form_takes_the_short_names_that_are_addresses(form):
    assert "slug" not in form({"slug": "my-task-2"}).errors
    for slug, told in (("My_Task", "small letters"), ("-a", "begin with"), ("new", "taken"), ("", "required")):
        assert told in form({"slug": slug}).errors["slug"][0]
