"""Nothing is published before an organiser has seen what was found and confirmed it."""

import gzip
import html
import io
import re
import subprocess
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from challenge_examples import challenge_files, uploaded, write_challenge
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from probierz.web.accounts.models import User
from probierz.web.accounts.services import make_token
from probierz.web.challenges.models import Challenge, Version
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.configuration import places
from probierz.web.html.engine_words import in_this_language
from probierz.web.jobs.models import Job
from probierz.web.operation.reconcile import clean
from probierz.web.submissions.models import Score, Submission, Variant

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(owner):
    User.objects.filter(pk=owner.pk).update(is_staff=True)
    client = Client()
    client.force_login(User.objects.get(pk=owner.pk))
    return client


def archive(**changes):
    kept = places.upload_file(uploaded({**challenge_files(), **changes})["name"])
    content = kept.read_bytes()
    kept.unlink()
    return SimpleUploadedFile("numbers.zip", content)


def begin(browser, done, **changes):
    """As from the first page: a name and an archive; return the address of what was found."""
    assert b"/challenges/new" in browser.get("/challenges").content
    sent = browser.post("/challenges/new", {"slug": "letters", "archive": archive(**changes)})
    done(Job.objects.latest("created"))
    return sent["Location"]


def uploads():
    folder = places.upload_file("x").parent
    return sorted(folder.iterdir()) if folder.is_dir() else []


def test_an_archive_is_looked_at_confirmed_and_published(browser, done):
    train = {"train/in.tsv": "a\nb\nc\n", "train/expected.tsv": "1\n2\n3\n"}
    address = begin(browser, done, **train, **{"source/all.csv": "a,b\n", "test-A/out.tsv": "1\n2\n"})
    page = browser.get(address)
    text = page.content.decode()
    for shown in (
        "Numbers",
        "version 1.0.0",
        "10 files",
        '<th scope="row">train</th><td class="number">3</td>',
        "RMSE",
        "MAE",
        "test-A/expected.tsv",
        "Nothing is published yet",
    ):
        assert shown in text, shown
    assert text.count("this is an output, and no part of the challenge: it is left out; hand it in") == 2, "log too"
    assert page.context["found"]["hidden"] == ["test-A/expected.tsv"]
    assert page.context["found"]["further"] == ["source/all.csv"]
    assert [(one["name"], one["lines"], one["is_hidden"]) for one in page.context["found"]["tests"]] == [
        ("dev-0", 2, False), ("test-A", 2, True),
    ]  # fmt: skip
    assert Challenge.objects.get(slug="letters").current is None
    sent = browser.post(f"{address}/confirm")
    assert done(Job.objects.latest("created")).result["number"] == "1.0.0"
    assert "/organise/do/publish" in browser.get(sent["Location"]).content.decode()
    assert Challenge.objects.get(slug="letters").current.tests.count() == 4
    assert uploads() == []
    assert sent["Location"] in browser.get(address).content.decode()
    browser.post("/challenges/letters/organise/do/publish")
    page = browser.get(sent["Location"]).content.decode()
    form = browser.get(re.search(r'href="([^"]+)">Announce what has changed', page)[1]).context["form"]
    assert form.initial == {"title": "Version 1.0.0", "text": Version.objects.get().description}


@pytest.mark.parametrize(
    ("files", "said", "remedy"),
    [
        (
            {"test-A/in.tsv": "one\ntwo\n", "test-A/expected.tsv": "1\n2\n"},
            "2 of the 2 texts of test-A stand in dev-0, word for word",
            "take another test set",
        ),
        (
            {"train/in.tsv": "seven\nx\n", "train/expected.tsv": "7\n2\n"},
            "1 of 2 distinct lines: in the training data too",
            "keep training and test data apart",
        ),
        (
            {
                f"{split}/{name}.tsv": "".join(f"{begin}{at}\n" for at in range(12))
                for split in ("test-A", "train")
                for name, begin in (("in", "a text of six words, number "), ("expected", "1"))
            },
            "12 of the 12 texts of test-A stand in train, word for word",
            "take another test set",
        ),
    ],
)
def test_lines_of_a_test_that_can_be_read_elsewhere_are_told_and_want_a_tick(browser, done, files, said, remedy):
    address = begin(browser, done, **files)
    text = browser.get(address).content.decode()
    assert said in text
    assert "probierz-import" not in text
    assert remedy in text
    assert "Make version 1.0.0 of it" in text  # it may be meant
    form = browser.get("/challenges/letters/organise/versions").content.decode()
    assert re.search(r"Archive \(\.zip or \.tar\.gz\)</label>", form)  # it may not stay empty
    refused = browser.post(f"{address}/confirm", follow=True).content.decode()
    assert "Nothing has changed yet: say that texts or results of a test may stand elsewhere" in refused
    tick = re.search(r'name="(\w+)" required> Publish it all the same: texts or results', refused)[1]
    browser.post(f"{address}/confirm", {tick: "on"})
    done(Job.objects.latest("created"))
    assert said in browser.get("/challenges/letters/organise/versions").content.decode()


@pytest.mark.parametrize("is_mine", [True, False])
def test_texts_of_hidden_tests_of_the_same_people_want_a_tick_and_those_of_others_are_not_told(
    browser, done, owner, tmp_path, is_mine
):
    whose = owner if is_mine else User.objects.create(username="other")
    publish_version(create_unasked("numbers", whose), write_challenge(tmp_path / "numbers"))
    mine = {"test-A/in.tsv": "one\ntwo\n", "dev-0/in.tsv": "eleven\ntwelve\n"}
    address = begin(browser, done, **mine, **{"train/in.tsv": "seven\nx\n", "train/expected.tsv": "7\n2\n"})
    page = browser.get(address).content.decode()
    told = (
        "1 of 2 texts of numbers/test-A, the hidden test of another challenge of yours, can be read word for word here",
        "2 of 2 texts of the hidden test can be read word for word in numbers/dev-0",
    )
    assert [one in page for one in told] == [is_mine] * 2
    assert ("has_leaks" in page) == is_mine
    browser.post(f"{address}/confirm", {"has_leaks": "on"})
    assert done(Job.objects.latest("created")).result["number"] == "1.0.0"


def test_what_no_hidden_test_shares_is_told_nowhere(browser, done):
    assert "word for word" not in browser.get(begin(browser, done)).content.decode()


def test_a_draft_that_waits_says_so_wherever_its_organisers_look(browser, done):
    address = begin(browser, done)
    pages = [f"/challenges/letters/{page}" for page in ("about", "organise", "organise/versions")]
    for page in pages:
        text = browser.get(page).content.decode()
        assert f'<a href="{address}">confirm version 1.0.0</a>' in text
        assert "no files yet" not in text
    shown = browser.get(address).content.decode()
    assert "Version 1.0.0 waits for you to confirm it." in shown
    assert '<time datetime="' in shown.partition("kept until:")[2][:40]
    Job.objects.update(finished=timezone.now() - timedelta(days=4))
    assert all("confirm version" not in browser.get(page).content.decode() for page in pages)


def test_a_draft_is_confirmed_once(browser, done):
    address = begin(browser, done)
    browser.post(f"{address}/confirm")
    done(Job.objects.latest("created"))
    page = browser.post(f"{address}/confirm", follow=True).content.decode()
    assert "not kept any more" in page
    assert Challenge.objects.get(slug="letters").versions.count() == 1


def test_a_draft_is_thrown_away_with_what_it_hides(browser, done):
    address = begin(browser, done)
    assert len(uploads()) == 1
    browser.post(f"{address}/discard")
    assert uploads() == []
    assert "not kept any more" in browser.post(f"{address}/confirm", follow=True).content.decode()
    assert not Challenge.objects.get(slug="letters").versions.exists()


def test_another_import_takes_the_place_of_a_draft(browser, done):
    first = begin(browser, done)
    versions = "/challenges/letters/organise/versions"
    browser.post(versions, {"source": "upload", "hidden": "none", "archive": archive(**{"README.md": "# Others\n"})})
    done(Job.objects.latest("created"))
    assert len(uploads()) == 1
    assert "not kept any more" in browser.post(f"{first}/confirm", follow=True).content.decode()


def test_a_draft_left_behind_is_cleaned_after_some_days(browser, done):
    address = begin(browser, done)
    assert clean(everything=True).leftovers == []
    assert len(uploads()) == 1
    Job.objects.update(finished=timezone.now() - timedelta(days=4))
    clean(everything=True)
    assert uploads() == []
    assert "not kept any more" in browser.post(f"{address}/confirm", follow=True).content.decode()


def test_files_that_changed_meanwhile_are_not_published(browser, challenge, done, tmp_path):
    folder = write_challenge(tmp_path / "files")
    versions = "/challenges/numbers/organise/versions"
    sent = browser.post(versions, {"source": "folder", "path": str(folder), "hidden": "none"})
    done(Job.objects.latest("created"))
    (folder / "test-A" / "expected.tsv").write_text("7\n9\n")
    browser.post(f"{sent['Location']}/confirm")
    job = done(Job.objects.latest("created"))
    assert job.state == "failed"
    assert "have changed since they were looked at" in job.failure["message"]
    challenge.refresh_from_db()
    assert challenge.current is None
    assert not list((Path(places.version_folder("numbers", "x")).parent).glob("*"))


def test_what_is_wrong_is_listed_and_cannot_be_confirmed(browser, done):
    address = begin(browser, done, **{"test-A/expected.tsv": "7\n"})
    page = browser.get(address)
    assert "test-A" in page.content.decode()
    assert "/confirm" not in page.content.decode()
    assert uploads() == []


def test_expected_results_that_would_lie_open_are_named(browser, challenge, done):
    form = {"source": "upload", "hidden": "none", "archive": archive(), "tests_are_open": "on"}
    sent = browser.post("/challenges/numbers/organise/versions", form)
    done(Job.objects.latest("created"))
    found = browser.get(sent["Location"]).context["found"]
    assert (found["hidden"], found["open"]) == ([], ["test-A/expected.tsv"])


VERSIONS = "/challenges/letters/organise/versions"
REPAIRED = {"test-A/expected.tsv": "7\n9\n"}


def publish(browser, done, address):
    browser.post(f"{address}/confirm")
    job = done(Job.objects.latest("created"))
    assert (job.state, job.failure) == ("done", None)
    return Challenge.objects.get(slug="letters").current


def next_version(browser, done, files, **typed):
    """Import an archive with the form as it is shown, but for what is typed; return the address of what was found."""
    form = browser.get(VERSIONS).context["form"]
    shown = {name: form[name].value() or "" for name in ("source", "hidden", "description")}
    shown["change"] = form["change"].value() or "patch"
    sent = browser.post(VERSIONS, {**shown, **typed, "archive": files})
    done(Job.objects.latest("created"))
    return sent["Location"]


def everybody_gets(version):
    listed = ["git", "-C", str(places.public_repository("letters")), "ls-tree", "-r", "--name-only", version.commit]
    return set(subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split())


def test_a_repaired_archive_brings_new_hidden_results_which_nobody_gets(browser, done):
    first = publish(browser, done, begin(browser, done))
    address = next_version(browser, done, archive(**REPAIRED), description="One label is repaired.")
    page = browser.get(address)
    found = page.context["found"]
    assert (found["hidden"], found["open"], found["problems"]) == (["test-A/expected.tsv"], [], [])
    assert "test-A: 1 of 2 expected results differs from the current version." in page.content.decode()
    second = publish(browser, done, address)
    assert (second.number, second.description) == ("1.0.1", "One label is repaired.")
    assert (places.version_folder("letters", second.folder) / "test-A/expected.tsv").read_text() == "7\n9\n"
    assert everybody_gets(second) == everybody_gets(first) == set(challenge_files(gold=None))
    assert set(second.tests.values_list("split", "is_hidden")) == {("dev-0", False), ("test-A", True)}
    assert second.moves_scores


def test_hidden_results_stay_as_they_are_where_the_archive_has_none(browser, done):
    first = publish(browser, done, begin(browser, done))
    files = {name: content for name, content in challenge_files().items() if name != "test-A/expected.tsv"}
    kept = places.upload_file(uploaded({**files, "README.md": "# Letters\n"})["name"])
    packed = SimpleUploadedFile("letters.zip", kept.read_bytes())
    second = publish(browser, done, next_version(browser, done, packed))
    assert set(second.tests.all()) == set(first.tests.all())
    assert everybody_gets(second) == set(challenge_files(gold=None))


def test_hidden_results_under_another_name_or_packed_take_the_place_of_the_kept_ones(browser, done):
    publish(browser, done, begin(browser, done))
    files = {name: content for name, content in challenge_files().items() if name != "test-A/expected.tsv"}
    kept = places.upload_file(uploaded({**files, "test-A/expected.tsv.gz": gzip.compress(b"7\n9\n")})["name"])
    packed = SimpleUploadedFile("letters.zip", kept.read_bytes())
    second = publish(browser, done, next_version(browser, done, packed))
    assert everybody_gets(second) == set(challenge_files(gold=None))
    test = places.version_folder("letters", second.folder) / "test-A"
    assert sorted(path.name for path in test.iterdir()) == ["expected.tsv.gz", "in.tsv"]


def test_a_new_test_is_refused_with_the_choice_that_hides_it_and_what_was_typed_stays(browser, done):
    publish(browser, done, begin(browser, done))
    new = archive(**{"test-B/in.tsv": "nine\n", "test-B/expected.tsv": "9\n"})
    address = next_version(browser, done, new, change="minor", description="A second test.")
    page = browser.get(address).content.decode()
    assert "say that the hidden expected results are in the archive or folder itself" in page
    assert "/confirm" not in page
    form = browser.get(VERSIONS).context["form"]
    assert (form["change"].value(), form["description"].value()) == ("minor", "A second test.")
    new.seek(0)
    second = publish(browser, done, next_version(browser, done, new, hidden="none"))
    assert (second.number, second.description) == ("1.1.0", "A second test.")
    assert everybody_gets(second) == {*challenge_files(gold=None), "test-B/in.tsv"}
    assert browser.get(VERSIONS).context["form"]["description"].value() in (None, "")


def test_strangers_find_no_draft(browser, done):
    address = begin(browser, done)
    stranger = Client()
    stranger.force_login(User.objects.create(username="stranger"))
    for place in (address, f"{address}/confirm", f"{address}/discard"):
        assert stranger.post(place).status_code in (404, 405)
        assert stranger.get(place).status_code in (404, 405)
    assert len(uploads()) == 1


def test_an_archive_that_is_none_leaves_no_challenge(browser):
    page = browser.post("/challenges/new", {"slug": "letters", "archive": SimpleUploadedFile("x.txt", b"x")})
    assert "“x.txt” is no archive. Upload one" in page.content.decode()
    again = browser.post("/challenges/new", {"slug": "Not good", "archive": archive()}).content.decode()
    assert "Choose the file again" in again
    assert not Challenge.objects.filter(slug="letters").exists()
    assert uploads() == []


def test_turned_inputs_are_told_before_they_are_published_and_want_a_tick(browser, done):
    confirmed = begin(browser, done)
    browser.post(f"{confirmed}/confirm")
    done(Job.objects.latest("created"))
    sent = {"source": "upload", "hidden": "kept", "change": "patch"}
    turned = archive(**{"test-A/in.tsv": "eight\nseven\n"})
    address = browser.post("/challenges/letters/organise/versions", {**sent, "archive": turned})["Location"]
    done(Job.objects.latest("created"))
    page = browser.get(address).content.decode()
    assert "test-A: the inputs are those of the current version in another order; 2 of 2 stand in other places." in page
    assert "most likely the inputs got other results than their own" in page
    assert "The inputs are meant to differ" in page
    refused = browser.post(f"{address}/confirm", follow=True).content.decode()
    assert "say that the inputs are meant to differ" in refused


LABELS = dict.fromkeys(("test-A/in.tsv", "test-A/expected.tsv"), "a\nb\na\nb\na\nb\n")
LABELS["config.txt"] = "--metric Accuracy\n"
SWAPPED = {**LABELS, "test-A/expected.tsv": "b\na\nb\na\nb\na\n"}


@pytest.fixture
def answered(browser, done):
    """A challenge with one scored submission, whose labels somebody swaps."""
    publish(browser, done, begin(browser, done, **LABELS))
    challenge = Challenge.objects.get(slug="letters")
    one = Submission.objects.create(
        challenge=challenge, version=challenge.current, state="scored", source="upload",
        submitter=User.objects.create(username="ala"),
    )  # fmt: skip
    variant = Variant.objects.create(submission=one, name="out")
    test = challenge.current.tests.get(split="test-A")
    Score.objects.create(challenge=challenge, submission=one, variant=variant, test=test, value=1, shown="1")
    return challenge


def test_swapped_labels_are_no_repair_without_a_tick(browser, done, answered):
    address = next_version(browser, done, archive(**SWAPPED))
    page = browser.get(address).content.decode()
    assert "test-A: 6 of 6 expected results differ from the current version. 1 submission is scored again." in page
    assert 'name="replaces_results" required> Many expected results differ: they are meant to' in page
    assert (
        "say that many expected results are meant" in browser.post(f"{address}/confirm", follow=True).content.decode()
    )
    browser.post(f"{address}/confirm", {"replaces_results": "on"})
    done(Job.objects.filter(kind="import-challenge").latest("created"))
    answered.refresh_from_db()
    assert str(answered.current.number) == "1.0.1"


def test_small_repairs_are_added_up_since_the_version_that_was_meant(browser, done, answered):
    def repaired(labels, change="patch", **ticked):
        """The page of what was found, which is published then; the number of the version that is current after it."""
        expected = "".join(f"{label}\n" for label in labels)
        address = next_version(browser, done, archive(**{**LABELS, "test-A/expected.tsv": expected}), change=change)
        page = browser.get(address).content.decode()
        browser.post(f"{address}/confirm", ticked)
        done(Job.objects.filter(kind="import-challenge").latest("created"))
        answered.refresh_from_db()
        Score.objects.update(test=answered.current.tests.get(split="test-A"))  # scored again
        return "they are meant to" in page, str(answered.current.number), page

    assert repaired("babbab")[:2] == (False, "1.0.1")  # three of six, for which nobody is asked
    asked, number, page = repaired("bababa")
    assert (asked, number) == (True, "1.0.1")
    assert (
        "test-A: 3 of 6 expected results differ from the current version. From version 1.0.0 6 differ in all." in page
    )
    assert repaired("bababa", replaces_results="on")[1] == "1.0.2"
    assert repaired("bababb")[:2] == (False, "1.0.3")  # added up from the one that was meant
    assert repaired("aabbab", "major")[1] == "2.0.0"
    assert repaired("ababab")[:2] == (False, "2.0.1")  # all differ from 1.0.2, which was another task


@pytest.mark.parametrize(
    ("files", "more", "number"),
    [
        (SWAPPED, {}, "1.0.0"),
        (SWAPPED, {"replaces_results": "true"}, "1.0.1"),
        (SWAPPED, {"change": "major"}, "2.0.0"),
        ({**LABELS, "test-A/expected.tsv": "b\na\nb\nb\na\nb\n"}, {}, "1.0.1"),
    ],
    ids=["swapped", "said so", "another task", "half"],
)
def test_programs_say_that_most_results_are_meant_to_differ(browser, done, answered, owner, files, more, number):
    token = make_token(User.objects.get(pk=owner.pk), name="t", scopes=["read", "organise"])
    sent = {"archive": archive(**files), **more}
    Client().post("/api/v1/challenges/letters/versions", sent, headers={"Authorization": f"Bearer {token}"})
    job = done(Job.objects.filter(kind="import-challenge").latest("created"))
    answered.refresh_from_db()
    assert str(answered.current.number) == number
    if number == "1.0.0":
        assert "6 of 6 expected results of test-A differ from the current version" in str(job.failure)
        with override("pl"):
            said = in_this_language(job.failure["message"])
        assert "6 z 6 oczekiwanych odpowiedzi test-A różni się" in said
        assert said.endswith("z replaces_results publikuje się to mimo wszystko")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"test-A/expected.tsv": "7\n9\n"},
            "this archive must hold the whole challenge; what is missing: README.md, config.txt, dev-0/expected.tsv",
        ),
        (
            {f"a/b/{name}": content for name, content in challenge_files().items()} | {"a/notes.txt": "x"},
            "the challenge lies in b, a folder in the archive; pack what is in that folder",
        ),
        (
            {f"{one}/{name}": text for one in ("cats", "dogs") for name, text in challenge_files().items()},
            "the archive holds 2 challenges: cats, dogs; pack one of them",
        ),
    ],
)
def test_an_archive_that_is_not_a_whole_challenge_says_what_it_is(browser, done, files, said):
    browser.post(f"{begin(browser, done)}/confirm")
    done(Job.objects.latest("created"))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
    sent = {"source": "upload", "hidden": "kept", "change": "patch"}
    archive = SimpleUploadedFile("part.zip", packed.getvalue())
    address = browser.post("/challenges/letters/organise/versions", {**sent, "archive": archive})["Location"]
    done(Job.objects.latest("created"))
    page = html.unescape(browser.get(address).content.decode())
    assert said in page
    assert "Nothing has changed." in page
    with override("pl"):
        assert "challenge" not in in_this_language(said.replace("challenge_", "")).partition(":")[0]


def test_who_made_a_challenge_that_came_to_nothing_deletes_it_and_nobody_else(browser, done, owner):
    """A drop that failed: the list does not call it open, and its name is free again."""
    browser.post("/challenges/new", {"slug": "letters", "archive": archive(**{"config.txt": "--metric Nothing\n"})})
    assert done(Job.objects.latest("created")).state == "failed"
    listed = browser.get("/challenges").content.decode().partition("<tbody>")[2]
    assert "no files yet" in listed
    assert "open" not in listed
    stranger = Client()
    stranger.force_login(User.objects.create(username="stranger"))
    delete, name = "/challenges/letters/organise/delete", {"name": "letters"}
    assert stranger.post(delete, name).status_code == 404
    assert delete in browser.get("/challenges/letters/organise").content.decode()
    assert "Type letters to delete it." in browser.post(delete, {"name": "numbers"}).content.decode()
    assert "The challenge is deleted." in browser.post(delete, name, follow=True).content.decode()
    assert not Challenge.objects.exists()
    assert not Job.objects.exists()
    assert uploads() == []
