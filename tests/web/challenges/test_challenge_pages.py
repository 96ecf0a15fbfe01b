"""Pages of challenges: who sees what, and what organisers do."""

import time
from datetime import timedelta

import pytest
from challenge_examples import GOLD, challenge_files, uploaded, write_challenge
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from probierz.web.accounts.models import User
from probierz.web.challenges import services
from probierz.web.challenges.disclosure_notes import disclosure_notes
from probierz.web.challenges.models import Challenge, Phase, Test, Version
from probierz.web.challenges.services.imports import KIND, import_key
from probierz.web.challenges.visibility import Visitor
from probierz.web.jobs import worker
from probierz.web.jobs.models import Job
from probierz.web.submissions.models import Submission

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browsers(owner, challenge):
    """A client for each role."""
    made = {"nobody": Client()}
    people = {
        "organiser": owner,
        "helper": User.objects.create(username="helper"),
        "stranger": User.objects.create(username="stranger"),
        "administrator": User.objects.create(username="administrator", is_staff=True),
    }
    services.add_organiser(challenge, "helper", "organiser", by=owner)
    for role, person in people.items():
        made[role] = Client()
        made[role].force_login(person)
    return made


@pytest.fixture
def filled(challenge, tmp_path):
    readme = "# Numbers\n\nRead *numbers*.\n\n![plan](img/plan.png)\n"
    files = write_challenge(tmp_path / "filled", **{"README.md": readme, "img/plan.png": "picture"})
    services.import_directory(challenge, files)
    return challenge


@pytest.fixture
def shown(filled, owner):
    services.publish(filled, by=owner)
    return filled


PUBLIC = ("about", "how-to", "data", "files/README.md")
OWN = ("organise", "organise/versions", "organise/phases", "organise/people")


@pytest.mark.parametrize("page", [*PUBLIC, *OWN])
def test_before_it_is_published_only_organisers_see_anything(browsers, filled, page):
    address = f"/challenges/numbers/{page}"
    for role in ("organiser", "helper", "administrator"):
        assert browsers[role].get(address).status_code == 200, role
    assert browsers["stranger"].get(address).status_code == 404
    assert browsers["nobody"].get(address).status_code in {302, 404}
    assert b"Numbers" not in browsers["stranger"].get("/challenges").content


@pytest.mark.parametrize("page", PUBLIC)
def test_a_published_challenge_is_read_without_login(browsers, shown, page):
    assert browsers["nobody"].get(f"/challenges/numbers/{page}").status_code == 200


@pytest.mark.parametrize("page", OWN)
def test_organising_is_for_organisers(browsers, shown, page):
    assert browsers["stranger"].get(f"/challenges/numbers/{page}").status_code == 404
    assert browsers["stranger"].post(f"/challenges/numbers/{page}").status_code in {404, 405}


@pytest.mark.parametrize(
    "action",
    ["do/unpublish", "do/archive", "do/star", "rules", "tags", "phases/1/remove", "people/organiser/remove", "do/x"],
)
def test_changes_are_posts_of_organisers(browsers, shown, action):
    address = f"/challenges/numbers/organise/{action}"
    assert browsers["organiser"].get(address).status_code == 405
    assert browsers["stranger"].post(address).status_code == 404
    assert browsers["nobody"].post(address).status_code == 302
    assert Client(enforce_csrf_checks=True).post(address).status_code == 403
    shown.refresh_from_db()
    assert (shown.is_published, shown.archived, shown.organisers.count(), shown.phases.count()) == (True, None, 2, 1)


@pytest.mark.parametrize(
    "path", ["test-A/expected.tsv", "../secret", "test-A", "nothing", "test-A/../test-A/expected.tsv"]
)
def test_hidden_results_are_not_served(browsers, shown, path):
    for role in ("nobody", "organiser"):
        assert browsers[role].get(f"/challenges/numbers/files/{path}").status_code == 404


def test_files_come_as_downloads_and_pictures_as_pictures(browsers, shown):
    text = browsers["nobody"].get("/challenges/numbers/files/test-A/in.tsv")
    assert text.content == b"seven\neight\n"
    assert text["Content-Disposition"].startswith("attachment")
    picture = browsers["nobody"].get("/challenges/numbers/files/img/plan.png")
    assert picture["Content-Type"] == "image/png"
    assert "sandbox" in picture["Content-Security-Policy"]
    about = browsers["nobody"].get("/challenges/numbers/about").content.decode()
    assert '<img src="/challenges/numbers/files/img/plan.png" alt="plan">' in about
    assert "<em>numbers</em>" in about


def test_no_page_shows_a_hidden_line(browsers, challenge, owner, tmp_path):
    secret = "hiddenline"
    files = write_challenge(
        tmp_path / "x", gold=f"{secret}\n{secret}\n", **{"config.txt": "--metric Accuracy\n"}
    )  # fmt: skip
    services.import_directory(challenge, files)
    services.publish(challenge, by=owner)
    for page in ("", "/about", "/how-to", "/data", "/organise", "/organise/versions"):
        assert secret not in browsers["organiser"].get(f"/challenges/numbers{page}", follow=True).content.decode()


def test_the_list_is_searched_by_words_tags_and_archive(browsers, shown, owner):
    services.set_tags(shown, "Polish, numbers ", by=owner)
    anybody = browsers["nobody"]
    assert b"Read numbers" in anybody.get("/challenges").content
    assert b"Read numbers" in anybody.get("/challenges?filter=NUMB&tag=polish").content
    assert b"Read numbers" not in anybody.get("/challenges?filter=letters").content
    assert b"Read numbers" not in anybody.get("/challenges?tag=speech").content
    services.archive(shown, by=owner)
    assert b"Read numbers" not in anybody.get("/challenges").content
    assert b"Read numbers" in anybody.get("/challenges?archived=1").content
    assert anybody.get("/challenges/numbers/about").status_code == 200


def test_a_challenge_is_made_and_filled_from_a_browser(browsers, done, settings):
    administrator = browsers["administrator"]
    assert browsers["stranger"].get("/challenges/new").status_code == 404
    assert "taken" in administrator.post("/challenges/new", {"slug": "new"}).content.decode()
    assert "This short name is taken." in administrator.post("/challenges/new", {"slug": "numbers"}).content.decode()
    for alike in ("nurnbers", "num-bers"):
        assert (
            "whose short name looks like this one"
            in administrator.post("/challenges/new", {"slug": alike}).content.decode()
        )
    assert "ends with a letter or digit" in administrator.post("/challenges/new", {"slug": "others-"}).content.decode()
    made = administrator.post("/challenges/new", {"slug": "letters"}, follow=True)
    assert made.redirect_chain[-1][0] == "/challenges/letters/organise/versions"
    import io
    import zipfile

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in challenge_files(gold="7\n").items():
            archive.writestr(path, content)
    form = {"source": "upload", "hidden": "none", "archive": SimpleUploadedFile("x.zip", packed.getvalue())}
    sent = administrator.post("/challenges/letters/organise/versions", form)
    job = done(Job.objects.get())
    page = administrator.get(sent["Location"]).content.decode()
    assert job.state == "failed"
    assert "test-A" in page
    assert all(str(one["message"]).split("'")[0][:20] in page for one in job.failure["problems"])
    assert "Mend in the files what is told below" in page
    assert "an archive to upload" not in page, "nothing is missing"
    with zipfile.ZipFile(packed, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("test-A/expected.tsv", GOLD)


def test_what_is_missing_in_a_form_is_said(browsers):
    address = "/challenges/numbers/organise/versions"
    page = browsers["organiser"].post(address, {"source": "upload", "hidden": "upload"}).content.decode()
    assert page.count("Say where it is.") == 2
    form = {"source": "git", "url": "file:///etc", "branch": "x..y", "hidden": "none"}
    assert "branch" in browsers["organiser"].post(address, form).content.decode()
    assert "folder" not in str(browsers["organiser"].get(address).context["form"].fields["source"].choices)
    assert not Job.objects.exists()


def test_phases_are_added_changed_and_removed(browsers, shown):
    organiser = browsers["organiser"]
    main = shown.phases.get()
    values = {
        "name": "main",
        "opens": "",
        "closes": "2026-01-10T12:00",
        "disclosure": "hidden",
        "digits": "2",
        "items": "none",
        "ends_early": "on",
    }
    assert organiser.post(f"/challenges/numbers/organise/phases/{main.pk}", values).status_code == 302
    later = {**values, "name": "after", "opens": "2026-01-10T12:00", "closes": ""}
    assert organiser.post("/challenges/numbers/organise/phases", later).status_code == 302
    clashing = {**later, "name": "other", "opens": "2026-01-09T12:00", "closes": "2026-01-11T12:00"}
    assert "overlaps" in organiser.post("/challenges/numbers/organise/phases", clashing).content.decode()
    assert [phase.name for phase in shown.phases.all()] == ["main", "after"]
    main.refresh_from_db()
    assert main.closes.isoformat() == "2026-01-10T11:00:00+00:00"  # Warsaw's noon
    organiser.post(f"/challenges/numbers/organise/phases/{main.pk}/remove")
    assert not Phase.objects.filter(pk=main.pk).exists()


def test_a_phase_whose_scores_everybody_knows_is_open_again_only_where_that_is_meant(browsers, shown):
    main, now = shown.phases.get(), timezone.localtime()
    Phase.objects.update(closes=now - timedelta(days=2), disclosure="hidden", disclosed_from=now - timedelta(days=1))
    address = f"/challenges/numbers/organise/phases/{main.pk}"
    asked = "People may submit in it again, though everybody knows its scores"
    assert asked in browsers["organiser"].get(address).content.decode()
    ends = f"{now + timedelta(days=3):%Y-%m-%dT%H:%M}"
    values = {"name": "main", "closes": ends, "disclosure": "full", "digits": 2, "items": "none"}
    page = browsers["organiser"].post(address, values).content.decode()
    assert "Everybody knows the scores of the phase “main” since" in page
    assert asked in page
    assert Phase.objects.get(pk=main.pk).closes < now
    assert browsers["organiser"].post(address, {**values, "reopens": "on"}).status_code == 302
    assert Phase.objects.get(pk=main.pk).closes > now
    assert asked not in browsers["organiser"].get(address).content.decode()


def test_an_end_before_submissions_that_are_there_is_asked_about(browsers, shown):
    main, address = shown.phases.get(), f"/challenges/numbers/organise/phases/{shown.phases.get().pk}"
    assert "This is meant" not in browsers["organiser"].get(address).content.decode()
    Submission.objects.create(
        challenge=shown,
        version=shown.current,
        phase=main,
        state="scored",
        submitter=User.objects.get(username="stranger"),
    )
    ends = f"{timezone.localtime() - timedelta(hours=1):%Y-%m-%dT%H:%M}"
    values = {"name": "main", "closes": ends, "disclosure": "full", "digits": 2, "items": "none"}
    page = browsers["organiser"].post(address, values).content.decode()
    for told in ("1 submission came after this end", "The phase would be over at once", "This is meant"):
        assert told in page
    assert Phase.objects.get(pk=main.pk).closes is None
    assert browsers["organiser"].post(address, {**values, "ends_early": "on"}).status_code == 302
    assert browsers["organiser"].post(address, values).status_code == 302, "it is so already"


def test_what_another_tab_saved_meanwhile_stays(browsers, shown):
    page = browsers["organiser"].get("/challenges/numbers/organise").context["rules_form"]
    seen = {field.name: field.value() or "" for field in page}
    seen |= {f"initial-{name}": value for name, value in seen.items()}
    for changed in ({"daily_quota": 9}, {"variant_quota": 4}):
        browsers["organiser"].post("/challenges/numbers/organise/rules", {**seen, **changed})
    shown.refresh_from_db()
    assert (shown.daily_quota, shown.variant_quota) == (9, 4)


def test_the_first_page_names_a_draft_that_waits(browsers, shown):
    Challenge.objects.update(is_published=False)
    page = browsers["organiser"].get("/").content.decode()
    assert "waits to be published." in page
    assert "Make the first one" not in page


def test_where_an_import_failed_nobody_is_invited_to_submit(browsers, shown):
    Challenge.objects.update(is_published=False)
    empty = services.create_unasked("empty", User.objects.get(username="organiser"))
    assert "has no files yet." in browsers["organiser"].get("/").content.decode()
    Job.objects.create(kind=KIND, key=import_key(empty), state="failed", payload={})
    assert "has no files, as its import failed." in browsers["organiser"].get("/").content.decode()
    for page in ("board", "how-to"):
        text = browsers["organiser"].get(f"/challenges/empty/{page}").content.decode()
        assert "/challenges/empty/submit" not in text
        assert "submit an output" not in text
        assert "as often as you like" not in text


def test_scores_in_steps_are_told_exactly_from_a_moment_that_the_form_asks_for(browsers, shown):
    main = shown.phases.get()
    address = f"/challenges/numbers/organise/phases/{main.pk}"
    assert "also when the phase is over" not in browsers["organiser"].get(address).content.decode()
    Challenge.objects.update(ladder="lines")
    assert "also when the phase is over" in browsers["organiser"].get(address).content.decode()
    day = timezone.localtime() + timedelta(days=3)
    values = {"name": "main", "closes": f"{day:%Y-%m-%dT%H:%M}", "disclosure": "full", "digits": 2, "items": "none"}
    early = {**values, "disclosed_from": f"{day - timedelta(days=1):%Y-%m-%dT%H:%M}"}
    assert "before the phase ends" in browsers["organiser"].post(address, early).content.decode()
    late = {**values, "disclosed_from": values["closes"]}
    assert browsers["organiser"].post(address, late).status_code == 302
    assert "scores in steps until" in browsers["stranger"].get("/challenges/numbers/how-to").content.decode()


@pytest.mark.parametrize(("scheme", "is_justified"), [("Accuracy", True), ("NMI", False)])
def test_digits_of_groupings_are_not_said_to_be_justified_by_lines(shown, scheme, is_justified):
    """Chance makes these scores too high, by more than a step where groups are small."""
    Challenge.objects.update(ladder="lines")
    test = Test(scheme=scheme, name=scheme, split="test-A", is_hidden=True, lines=1000)
    challenge = Challenge.objects.get()
    (note,) = disclosure_notes(Visitor(), challenge, test, {challenge.phases.get().pk})
    assert "Scores are shown in steps of " in note
    assert ("as finely as the lines of the test justify" in note) == is_justified


def test_an_administrator_reads_in_the_log_that_a_phase_was_changed(browsers, shown):
    """It was an error once: what is noted of a phase has the name `items`."""
    address = f"/challenges/numbers/organise/phases/{shown.phases.get().pk}"
    values = {"name": "final", "disclosure": "hidden", "digits": 2, "items": "items"}
    assert browsers["organiser"].post(address, values).status_code == 302
    log = browsers["administrator"].get("/audit")
    assert log.status_code == 200
    assert "main → final" in log.content.decode()
    assert "nothing → everything" in log.content.decode()


def test_rules_tags_and_state_are_changed(browsers, shown):
    organiser = browsers["organiser"]
    revision = Challenge.objects.get().revision
    rules = {"daily_quota": "3", "total_quota": "0", "variant_quota": "3", "near_quota": "2", "aliases": "2021-numbers"}
    organiser.post("/challenges/numbers/organise/rules", rules)
    organiser.post("/challenges/numbers/organise/tags", {"tags": "one, two"})
    organiser.post("/challenges/numbers/organise/do/unpublish")
    changed = Challenge.objects.get()
    assert (changed.daily_quota, changed.near_quota) == (3, 2)
    assert (changed.aliases, changed.is_published) == (["2021-numbers"], False)
    assert changed.revision == revision + 3
    assert {tag.name for tag in changed.tags.all()} == {"one", "two"}


def test_owners_name_organisers_and_the_last_owner_stays(browsers, shown):
    people = "/challenges/numbers/organise/people"
    browsers["helper"].post(people, {"login": "stranger", "role": "organiser"})
    assert shown.organisers.count() == 2
    browsers["organiser"].post(people, {"login": "stranger", "role": "organiser"})
    assert shown.organisers.count() == 3
    browsers["organiser"].post(f"{people}/organiser/remove")
    assert shown.organisers.filter(user__username="organiser").exists()
    assert browsers["helper"].post(f"{people}/helper/remove")["Location"] == "/challenges"
    assert shown.organisers.count() == 2


def test_an_import_is_seen_by_organisers_of_that_challenge_only(browsers, shown, owner):
    job = services.request_import(shown, uploaded(challenge_files()), {"kind": "none"}, by=owner)
    other = services.create_unasked("other", User.objects.get(username="stranger"))
    assert browsers["helper"].get(f"/challenges/numbers/organise/imports/{job.pk}").status_code == 200
    assert browsers["stranger"].get(f"/challenges/{other.slug}/organise/imports/{job.pk}").status_code == 404


# --- READMEs ---------------------------------------------------------------------------------------------------------


def test_a_readme_that_would_take_markdown_minutes_costs_views_nothing(browsers, challenge, tmp_path, owner):
    files = write_challenge(tmp_path / "wild", **{"README.md": "# Wild\n\n" + "[" * 900_000})
    services.import_directory(challenge, files)
    services.publish(challenge, by=owner)
    begun = time.process_time()
    for _ in range(8):
        page = browsers["nobody"].get("/challenges/numbers/about").content.decode()
    assert "<pre># Wild" in page
    assert time.process_time() - begun < 2  # each took 30 seconds


def test_a_readme_of_an_earlier_release_is_made_into_a_page_when_somebody_asks(browsers, shown):
    Version.objects.update(readme_html=None)
    first = browsers["nobody"].get("/challenges/numbers/about").content.decode()
    assert "Read *numbers*." in first
    browsers["nobody"].get("/challenges/numbers/about")
    assert Job.objects.filter(kind="render-readme").count() == 1
    worker.work(until_empty=True)
    then = browsers["nobody"].get("/challenges/numbers/about").content.decode()
    assert "Read <em>numbers</em>." in then
    assert 'src="/challenges/numbers/files/img/plan.png"' in then


def test_a_phase_with_submissions_offers_to_set_when_it_closes_in_place_of_removing_it(browsers, shown):
    phase = shown.phases.get()
    by = User.objects.get(username="organiser")
    removes = f"/challenges/numbers/organise/phases/{phase.pk}/remove"
    assert removes in browsers["organiser"].get("/challenges/numbers/organise/phases").content.decode()
    Submission.objects.create(challenge=shown, version=shown.current, submitter=by, phase=phase)
    page = browsers["organiser"].get("/challenges/numbers/organise/phases").content.decode()
    assert removes not in page
    assert f'<a href="/challenges/numbers/organise/phases/{phase.pk}">Set when it closes</a>' in page
