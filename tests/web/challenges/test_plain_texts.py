"""What cannot be seen in titles and names: forms and the API refuse it, files lose it, and feeds stay XML."""

import io
import pkgutil
import time
import zipfile
from functools import partial
from xml.etree import ElementTree

import pytest
from at_once import at_once
from challenge_examples import write_challenge
from django import forms
from django.test import Client
from pydantic import TypeAdapter, ValidationError

import probierz.web
from probierz.errors import Refused
from probierz.web.accounts.models import Team, User
from probierz.web.accounts.services import teams
from probierz.web.annotation.forms import ChallengeForm, ProjectForm
from probierz.web.challenges.forms import NewChallengeForm
from probierz.web.challenges.models import Announcement, Challenge, Phase
from probierz.web.challenges.services import (
    InvalidChallenge,
    announce,
    create_unasked,
    making,
    publish,
    publish_version,
    save_rules,
    save_words,
    unpublish,
    words,
)
from probierz.web.html.plain_text import on_one_line
from probierz.web.http.api_shapes import Line, Text
from probierz.web.labelling.forms import BoardNameForm
from probierz.web.suites.services import describing
from probierz.web.suites.shapes import SuiteIn
from probierz.web.token_shape import has_token, holds_token, token_line

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = f"prb_abcdefgh_{'0' * 40}"
BELL = "Numbers\x07\x1b\ufffe\uffff[31m"


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
        ("/teams", {"name": "Two\u200b Owls", "slug": "owls"}, Team.objects.count),
        ("/challenges/numbers/organise/announce", {"title": "N\uffff", "text": "Some."}, Announcement.objects.count),
        ("/account", {"name": BELL}, User.objects.exclude(name="").count),
    ],
)
def test_forms_refuse_what_cannot_be_seen(published, organiser, address, form, count):
    page = organiser.post(address, form)
    assert "character that cannot be seen" in page.content.decode()
    assert not count()


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/challenges/numbers/organise/announce", {"title": "News", "text": f"Use\n{TOKEN}."}),
        ("/challenges/numbers/organise/words", {"title": f"Numbers {TOKEN}", "summary": "x"}),
        ("/account", {"name": TOKEN}),
        ("/challenges/numbers/organise/tags", {"tags": f"new,{TOKEN.replace('_', '-')}"}),
        ("/teams", {"name": "Owls", "slug": TOKEN.replace("_", "-").lower()}),
    ],
)
def test_forms_refuse_personal_tokens(published, organiser, address, form):
    page = organiser.post(address, form, follow=True).content.decode()
    assert "A personal token stands in the text. Take it out, and revoke that token" in page
    assert not Announcement.objects.exists()
    assert not Challenge.objects.get().has_own_words
    assert not User.objects.exclude(name="").exists()
    assert not Team.objects.exists()
    assert not Challenge.objects.get().tags.exists()


@pytest.mark.parametrize("is_in_archive", [False, True])
@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("README.md", f"# Key {TOKEN}\n", 1),
        ("LICENCE.txt", f"Free.\nSee {TOKEN}\n", 2),
        ("notes.txt", f"# x\n\nprb\\_abcdefgh\\_{'0' * 40}\n", 3),
    ],
)
def test_a_version_makes_no_personal_token_public(challenge, tmp_path, name, text, line, is_in_archive):
    folder = write_challenge(tmp_path / "new", **{name: text})
    public = {name: folder / name} if is_in_archive else None
    with pytest.raises(InvalidChallenge, match="a personal token stands in this file") as refused:
        publish_version(challenge, folder, public=public)
    assert [(one.path, one.line) for one in refused.value.problems if "token" in one.message] == [(name, line)]
    assert not challenge.versions.exists()


@pytest.mark.parametrize(
    "title",
    [
        "Numbers of Poland",
        "NUMBERS of Po1and",
        "Numbers of Pоland",
        "Numbers of Polandʼ",
        "ˈNumber5 of Polandـ",
        "Number$ of Poland",
        "Numbers of Poland™",
        "Numbers of Polandǀ",
        "Numbers of Po|and",
        "Numbers ○f Pol@nd",
    ],
)
def test_a_title_looks_like_that_of_no_challenge_of_others(published, owner, tmp_path, title):
    numbers = Challenge.objects.get()
    save_words(numbers, title="Numbers of Poland", summary="", by=owner)
    save_words(numbers, title="numbers of Poland", summary="", by=owner)  # its own
    other_owner = User.objects.create(username="other")
    other = create_unasked("other", other_owner)
    publish_version(other, write_challenge(tmp_path / "other"), change="major")
    said = "There is a challenge whose title looks like this one"
    with pytest.raises(Refused, match=said):
        save_words(other, title=title, summary="", by=other_owner)
    Challenge.objects.filter(pk=other.pk).update(title=title)
    other.refresh_from_db()
    with pytest.raises(Refused, match=said):
        publish(other, by=other_owner)
    Challenge.objects.filter(pk=other.pk).update(title="Letters")
    other.refresh_from_db()
    publish(other, by=other_owner)
    folder = write_challenge(tmp_path / "again")
    (folder / "README.md").write_text(f"# {title}\n")
    with pytest.raises(InvalidChallenge, match="there is a challenge whose title looks like this one"):
        publish_version(other, folder, change="minor")  # and so does the check before it
    other.refresh_from_db()
    assert (other.title, other.versions.count()) == ("Letters", 1)


def test_a_challenge_that_is_hidden_for_a_while_keeps_its_title(published, owner, tmp_path):
    save_words(published, title="Numbers of Poland", summary="", by=owner)
    unpublish(published, by=owner)
    save_words(published, title="Digits", summary="", by=owner)  # what never was public is nobody's
    save_words(published, title="Numbers of Poland", summary="", by=owner)
    other_owner = User.objects.create(username="other")
    other = create_unasked("other", other_owner)
    with pytest.raises(Refused, match="whose title looks like this one"):
        save_words(other, title="Numbers of Po1and", summary="", by=other_owner)
    save_words(other, title="Digits", summary="", by=other_owner)
    publish_version(other, write_challenge(tmp_path / "other"), change="major")
    publish(other, by=other_owner)
    publish(published, by=owner)
    assert set(Challenge.objects.values_list("title", "is_published")) == {
        ("Numbers of Poland", True),
        ("Digits", True),
    }


@pytest.fixture
def slow_looks(monkeypatch):
    """Both look before either saves, unless one waits."""

    def slowly(look):
        def looked(*given, **more):
            look(*given, **more)
            time.sleep(0.2)

        return looked

    looks = [(making, "refuse_title_like_others"), (words, "refuse_title_like_others"), (teams, "check_name")]
    for module, name in [*looks, (describing, "_refuse_title_like_others")]:
        monkeypatch.setattr(module, name, slowly(getattr(module, name)))


def test_two_at_once_do_not_get_titles_that_look_alike(published, owner, tmp_path, slow_looks):
    unpublish(published, by=owner)
    Challenge.objects.filter(pk=published.pk).update(hidden_title="", title="Numbers of Poland")
    other_owner = User.objects.create(username="other")
    other = create_unasked("other", other_owner, title="Letters")
    Challenge.objects.filter(pk=other.pk).update(is_published=True)
    show = partial(publish, published, by=owner)
    assert sum(at_once(show, partial(save_words, other, title="Numbers-of-Poland", summary="", by=other_owner))) == 1


def test_two_at_once_do_not_get_names_of_teams_that_look_alike(slow_looks):
    people = [User.objects.create(username=name) for name in ("ala", "ola")]
    both = [
        partial(teams.create_team, one, slug=f"of-{one}", name="Two Owls" + f"-{one}"[:at])
        for at, one in enumerate(people)
    ]
    assert sum(at_once(*both)) == 1


def test_two_at_once_do_not_get_titles_of_suites_that_look_alike(slow_looks):
    people = [User.objects.create(username=name, is_staff=True) for name in ("ala", "ola")]
    task = {"name": "c", "title": "C", "metric": "Accuracy", "split": "test-A", "highest": None}
    cards = [SuiteIn(title=title, tasks=[task]) for title in ("Games", "Games-")]
    both = [partial(describing.describe_suite, str(one), card, by=one) for one, card in zip(people, cards, strict=True)]
    assert sum(at_once(*both)) == 1


def test_a_challenge_of_a_team_takes_another_title_before_everybody_sees_it(published, owner):
    save_words(published, title="Numbers of Poland", summary="", by=owner)
    team, other_owner = Team.objects.create(slug="owls", name="Owls"), User.objects.create(username="other")
    other = create_unasked("other", other_owner, title="Numbers of Po1and")
    Challenge.objects.filter(pk=other.pk).update(is_published=True, team=team)
    other.refresh_from_db()
    kept = {name: getattr(other, name) for name in ("daily_quota", "total_quota", "variant_quota", "near_quota")}
    with pytest.raises(Refused, match="whose title looks like this one"):
        save_rules(other, **kept, open_submissions=False, team=None, aliases=[], by=other_owner)


def test_the_check_of_a_version_warns_of_a_title_before_it_is_published(published, owner, tmp_path):
    other = create_unasked("other", User.objects.create(username="other"))
    folder = write_challenge(tmp_path / "again")
    (folder / "README.md").write_text(f"# {published.title}\n\nText.\n")
    version = publish_version(other, folder)
    told = [(one["path"], one["severity"]) for one in version.problems if "title looks like" in one["message"]]
    assert told == [("README.md", "warning")]


UNSEEN = ("&shy;", "&ZeroWidthSpace;", "&zwj;", "&#8291;", "\\u200b", "\\xad", "%E2%80%8B", "\u3164", "\u2800")


@pytest.mark.parametrize("kind", [Text, Line])
@pytest.mark.parametrize(
    "token",
    [
        TOKEN,
        TOKEN.upper(),
        TOKEN.replace("_", "-"),
        TOKEN.replace("_", "%5F"),
        TOKEN.replace("_", "\\u005f"),
        TOKEN.replace("_", "&#95;"),
        TOKEN.replace("_", "&amp;#95;"),
        TOKEN.replace("_", "&lowbar;"),
        TOKEN.replace("_", "\\_"),
        TOKEN.replace("_", "\\137"),
        TOKEN.replace("_", "_<wbr>"),
        f"**{TOKEN[:20]}**{TOKEN[20:]}",
        f"[{TOKEN[:20]}](https://example.org){TOKEN[20:]}",
        f"<https://example.org/{TOKEN}>",
        f"{TOKEN[:20]}\ufe0f{TOKEN[20:]}",
        TOKEN.replace("a", "\N{CIRCLED LATIN SMALL LETTER A}"),
        "".join(chr(ord(sign) + 0xFEE0) for sign in TOKEN),
        TOKEN.replace("0", "\N{MATHEMATICAL BOLD DIGIT ZERO}"),
    ],
)
def test_the_api_refuses_personal_tokens(kind, token):
    with pytest.raises(ValidationError, match="A personal token stands in the text"):
        TypeAdapter(kind).validate_python(f"Made with {token}")
    assert token_line([b"One\nmade with ", f"{token}\n".encode()]) == 2 or token in (
        TOKEN.upper(),
        TOKEN.replace("_", "-"),
    )


@pytest.mark.parametrize(
    "written",
    [
        *(TOKEN.replace("_", f"{one}_") for one in UNSEEN),
        *("".join(sign + one for sign in TOKEN) for one in ("&shy;", "\u0336")),
        "".join(f"**{sign}**" for sign in TOKEN),
        "".join(f'<b\nclass="x">{sign}</b>' for sign in TOKEN),
        *(TOKEN.replace("_", one) for one in ("_  \n", "![_](https://example.org/a.png)", "<![CDATA[_]]>")),
        *(TOKEN.replace("_", one) for one in ('<i title="a>b">_</i>', "\ufe4d", "\ufe33", "<!-- _ --><b\n>_</b>")),
        "".join(chr(0xE0000 + ord(sign)) for sign in TOKEN),
        TOKEN.replace("a", "\N{PARENTHESIZED LATIN SMALL LETTER A}"),
        TOKEN.replace("a", "\N{SQUARED LATIN CAPITAL LETTER A}"),
        TOKEN.replace("a", "\\U0001d41a").replace("c", "\\u{1d41c}"),
    ],
)
def test_a_token_is_found_with_what_is_not_seen_between_its_signs(written):
    assert has_token(f"Made with {written} here")
    assert token_line([b"One\nmade with ", f"{written}\n".encode()]) == 2 + written.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        *("&amp;" * 60_000, f"&#{'9' * 300_000};", "](" * 150_000, "[<" * 150_000, "prb_" * 75_000),
        *(
            "&shy;" * 60_000,
            "%E2%80%8B" * 33_000,
            "prb" * 100_000,
            "p][][" * 60_000,
            "p<]]>]]>" * 37_000,
            " " * 300_000,
        ),
    ],
)
def test_texts_take_time_by_their_length(text):
    started = time.perf_counter()
    assert not has_token(text)
    assert not holds_token([text.encode()])
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("name", ["\u2800 \u2800", "\u0301"])
def test_a_team_has_a_name_that_can_be_seen(organiser, name):
    assert "Nothing of the text can be seen" in organiser.post("/teams", {"name": name, "slug": "x"}).content.decode()
    assert not Team.objects.exists()


def test_no_form_has_a_text_field_that_takes_everything():
    names = (one.name for one in pkgutil.walk_packages(probierz.web.__path__, "probierz.web."))
    modules = [pkgutil.resolve_name(name) for name in names if name.endswith(".forms")]
    kinds = {one for module in modules for one in vars(module).values() if hasattr(one, "base_fields")}
    shown = [(kind, *one) for kind in kinds for one in kind.base_fields.items()]
    assert len(shown) > 100
    takes_all = [(kind, name, field) for kind, name, field in shown if type(field) is forms.CharField]
    assert [one for one in takes_all if not isinstance(one[-1].widget, forms.PasswordInput)] == []


def test_titles_of_files_are_one_line():
    assert on_one_line("Na\xadu\u200bka\u2028o\x07 kotach\n") == "Nauka o kotach"


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
