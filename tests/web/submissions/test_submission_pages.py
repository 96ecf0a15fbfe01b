"""The pages for handing in, for jobs, and for what papers cite."""

import re
from urllib.parse import unquote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from submission_examples import GOLD

from probierz.web.challenges.models import Challenge, Phase, Tag
from probierz.web.submissions.models import Submission
from probierz.web.submissions.queries import cited_by
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db(transaction=True)


def clicked(client, answer, text):
    """Follow the link with this text."""
    (target,) = set(re.findall(rf'<a [^>]*?href="([^"]+)"[^>]*>\s*{text}\s*</a>', answer.content.decode()))
    return client.get(target, follow=True)


def a_file(content=GOLD, name="out.tsv"):
    return SimpleUploadedFile(name, content.encode())


@pytest.fixture
def address(challenge):
    return reverse("submit", args=[challenge.slug])


@pytest.fixture
def scored(hand_in, work):
    made = hand_in().submission
    work()
    made.refresh_from_db()
    return made


def test_the_form_for_outputs_is_two_clicks_from_the_first_page(browsers, challenge):
    ala = browsers["ala"]
    page = clicked(ala, ala.get("/", follow=True), challenge.title)
    form = clicked(ala, page, "Submit")
    assert form.status_code == 200
    assert 'name="outputs"' in form.content.decode()


def test_who_sends_a_file_after_the_session_has_ended_is_told_that_nothing_was_handed_in(browsers, address):
    sent = browsers["nobody"].post(address, {"outputs": a_file(), "test": "test-A"})
    wanted = unquote(sent.headers["Location"].partition("next=")[2])
    said = "nothing was handed in: choose the file again"
    assert said in browsers["ala"].get(wanted).text
    assert said not in browsers["ala"].get(address).text
    assert not Submission.objects.exists()


@pytest.mark.parametrize("tab", ["about", "how-to", "data", "board", "submissions"])
def test_every_tab_of_a_challenge_leads_to_the_form_for_outputs(browsers, challenge, tab):
    ala = browsers["ala"]
    page = ala.get(f"/challenges/{challenge.slug}/{tab}")
    assert 'name="outputs"' in clicked(ala, page, "Submit").content.decode()


def test_where_nothing_is_taken_no_page_offers_the_form(browsers, challenge):
    Phase.objects.update(closes="2026-01-01T00:00:00Z")
    assert "Submit" not in browsers["ala"].get(f"/challenges/{challenge.slug}/about").content.decode()
    assert "Submit" in browsers["organiser"].get(f"/challenges/{challenge.slug}/about").content.decode()


def test_addresses_of_before_lead_to_those_of_now(browsers, challenge, scored):
    old_form = browsers["ala"].get("/challenge/numbers/submit?x=1")
    assert (old_form.status_code, old_form["Location"]) == (301, "/challenges/numbers/submit?x=1")
    old_act = browsers["ala"].post(f"/submission/{scored.pk}/hide")
    assert (old_act.status_code, old_act["Location"]) == (308, f"/submissions/{scored.pk}/hide")
    browsers["ala"].post(f"/submission/{scored.pk}/hide", follow=True)
    scored.refresh_from_db()
    assert scored.hidden is not None


def test_somebody_hands_in_a_file_and_watches_it(browsers, address, work):
    ala = browsers["ala"]
    answer = ala.post(address, {"outputs": [a_file()], "test": "test-A", "description": "First"}, follow=True)
    assert "Waiting; number 1 in the queue." in answer.text
    job = answer.redirect_chain[-1][0]
    assert browsers["stranger"].get(job).status_code == 404
    work()
    submission = Submission.objects.get()
    assert ala.get(job)["Location"] == reverse("submission", args=[submission.pk])
    assert "See the scores" in ala.get(f"{job}?log").text
    done = ala.get(job, follow=True).text
    assert f"/q/{submission.commit[:6]}" in done
    assert "Interval: all lines that count are right" in done
    assert "/challenges/numbers/board" in done
    assert "0.000" in ala.get(reverse("query", args=[submission.commit])).text


def test_looking_keeps_nothing(browsers, address):
    answer = browsers["ala"].post(address, {"outputs": [a_file("1\nx\n")], "test": "test-A", "try": "1"})
    assert "test-A/out.tsv" in answer.text
    assert "4" in answer.text
    fine = browsers["ala"].post(address, {"outputs": [a_file()], "test": "test-A", "try": "1"})
    assert "The outputs fit the input" in fine.text
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ({}, "one of the two"),
        ({"url": "https://localhost/x.git", "branch": "main"}, "private network"),
        ({"url": "ext::sh -c id", "branch": "main"}, "run programs"),
        ({"url": "https://example.org/x.git", "branch": "--upload-pack=id"}, "cannot be the name of a branch"),
        ({"url": "https://example.org/x.git", "branch": ""}, "Give the branch"),
    ],
)
def test_what_cannot_be_taken_is_said_in_the_form(browsers, address, typed, answer):
    page = browsers["ala"].post(address, typed)
    assert page.status_code == 400
    assert answer in page.text
    assert not Submission.objects.exists()


def test_the_form_needs_a_login_and_a_challenge_that_one_may_see(browsers, address, challenge):
    assert browsers["nobody"].get(address).status_code == 302
    Challenge.objects.filter(pk=challenge.pk).update(is_published=False)
    assert browsers["ala"].get(address).status_code == 404
    assert browsers["organiser"].get(address).status_code == 200


def test_forms_without_the_right_token_are_refused(people, address):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["ala"])
    assert client.post(address, {"outputs": [a_file()], "test": "test-A"}).status_code == 403


def test_uploads_that_are_too_large_are_not_read(browsers, address, settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_UPLOAD_MB": 1}
    answer = browsers["ala"].post(address, {"outputs": [a_file("x" * 3 * 2**20)], "test": "test-A"})
    assert answer.status_code == 413


@pytest.mark.parametrize("length", [4, 6, 40])
def test_a_commit_or_an_output_is_found_by_its_first_digits(scored, browsers, length):
    for digits in (scored.commit, scored.variants.get().outputs.get().sha1):
        page = browsers["ala"].get(f"/q/{digits[:length]}")
        assert page.status_code == 200
        assert f"Submission {scored.pk}" in page.text


@pytest.mark.parametrize("digits", ["%25%25%25%25", "____", "abc", "f" * 41, "xyzw", "0000'--"])
def test_what_is_no_reference_finds_nothing(scored, browsers, digits):
    assert browsers["nobody"].get(f"/q/{digits}").status_code == 404


def test_a_reference_in_braces_is_understood(scored, browsers):
    page = browsers["nobody"].get("/q", {"reference": f"{{{scored.commit[:6].upper()}}}"})
    assert page["Location"] == f"/q/{scored.commit[:6]}"
    assert "4 to 40" in browsers["nobody"].get("/q", {"reference": "%%%%"}).text


def test_references_show_no_more_than_boards(scored, browsers, people):
    Phase.objects.update(disclosure="hidden")
    page = browsers["ala"].get(f"/q/{scored.commit}").text
    assert "not shown</span>" in page
    assert "0.000" not in page
    assert "0.000" in browsers["organiser"].get(f"/q/{scored.commit}").text
    Challenge.objects.update(is_published=False)
    assert browsers["ala"].get(f"/q/{scored.commit}").status_code == 404
    assert cited_by(Viewer(people["administrator"]), scored.commit)


def test_logs_show_no_more_than_boards(challenge, hand_in, browsers, work):
    Phase.objects.update(disclosure="hidden")
    made = hand_in("1\n2\n3\n8\n").submission
    work()
    page = browsers["ala"].get(f"{reverse('job', args=[made.job_id])}?log").text
    assert "UNDISCLOSED" in page
    assert "2.000" not in page


def test_changes_are_made_by_post_alone(scored, browsers):
    hide = reverse("submission-change", args=[scored.pk, "hide"])
    assert browsers["ala"].get(hide).status_code == 405
    assert browsers["nobody"].post(hide).status_code == 302
    browsers["ala"].post(hide)
    scored.refresh_from_db()
    assert scored.hidden is not None
    assert browsers["stranger"].post(hide).status_code == 404
    assert browsers["ala"].post(reverse("submission-change", args=[scored.pk, "explode"])).status_code == 404


def press(client, number, label):
    """Send the form of the submission's page whose button has this label."""
    page = client.get(reverse("submission", args=[number])).text
    (action,) = [form[0] for form in re.findall(r'<form method="post" action="([^"]+)"(.*?)</form>', page, re.S)
                 if f">{label}</button>" in form[1]]  # fmt: skip
    return client.post(action, follow=True)


@pytest.mark.parametrize(
    ("language", "mark", "unmark", "again"),
    [
        ("en", "Mark as a baseline", "Not a baseline", "Score again"),
        ("pl", "Oznacz jako punkt odniesienia", "To nie punkt odniesienia", "Oceń ponownie"),
    ],
)
def test_organisers_mark_baselines_and_score_again_on_the_page(scored, browsers, work, language, mark, unmark, again):
    organiser = browsers["organiser"]
    organiser.cookies["django_language"] = language
    for label, is_baseline in ((mark, True), (unmark, False)):
        press(organiser, scored.pk, label)
        scored.refresh_from_db()
        assert scored.is_baseline is is_baseline
    before = scored.scores.get(test__name="RMSE").pk
    press(organiser, scored.pk, again)
    work()
    assert scored.scores.get(test__name="RMSE").pk != before
    own = browsers["ala"].get(reverse("submission", args=[scored.pk])).text
    assert "/rescore" not in own
    assert "baseline" not in own


def test_words_that_a_repetition_does_not_take_are_told_of_and_edited_on_the_page(browsers, address, work):
    Tag.objects.create(name="neural")
    ala, again = browsers["ala"], "Its description and tags stay as they were"

    def hand_in(**words):
        return ala.post(address, {"outputs": a_file(), "test": "test-A", **words}, follow=True).text

    hand_in()
    work()
    assert again not in hand_in(description="First words\n\nMore words"), "there were none, so they are taken"
    first = Submission.objects.get().pk
    assert "<p>First words</p>" in ala.get(reverse("submission", args=[first])).text
    Submission.objects.update(description="First words")
    assert again not in hand_in(description="First words")
    assert again in hand_in(description="Better words")
    assert again in hand_in(tags="neural")
    made = Submission.objects.get()
    page = clicked(ala, ala.get(reverse("submission", args=[made.pk])), "Edit")
    assert "First words</textarea>" in page.text
    edit = page.request["PATH_INFO"]
    page = ala.post(edit, {"description": "Better words", "tags": "neural, nueral"}, follow=True).text
    assert "There are no such tags, so they were left out: nueral." in page
    made.refresh_from_db()
    assert (made.description, [one.name for one in made.tags.all()]) == ("Better words", ["neural"])
    assert "the tag &#x27;nueral&#x27; is not in the vocabulary; it is left out" in page
    page = ala.post(edit, {"description": "Better words", "tags": "neural"}, follow=True).text
    assert "is not in the vocabulary" not in page, "it was mended"
    assert [browsers[who].get(edit).status_code for who in ("nobody", "stranger", "organiser")] == [302, 404, 200]


def test_what_is_edited_while_it_waits_is_scored_with_the_new_words(browsers, address, work):
    Tag.objects.create(name="neural")
    ala = browsers["ala"]
    ala.post(address, {"outputs": a_file(), "test": "test-A", "description": "Slip", "tags": "neural"})
    made = Submission.objects.get()
    ala.post(reverse("submission-edit", args=[made.pk]), {"description": "", "tags": ""})
    work()
    made.refresh_from_db()
    assert (made.state, made.description, made.tags.count()) == ("scored", "", 0)


def test_outputs_for_a_team_that_one_was_removed_from_are_not_taken_as_one_s_own(browsers, address, team):
    ala = browsers["ala"]
    chosen = re.search(r'<option value="(\d+)">Both', ala.get(address).content.decode())[1]
    team.memberships.all().delete()
    form = {"outputs": a_file(), "test": "test-A", "description": "ours", "team": chosen}
    for act in ({}, {"try": "1"}):
        answer = ala.post(address, form | {"outputs": a_file()} | act)
        assert answer.status_code == 400
        assert "You are no longer in this team." in answer.content.decode()
        assert ">\nours</textarea>" in answer.content.decode()
    assert not Submission.objects.exists()
