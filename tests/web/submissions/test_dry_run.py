"""Outputs are looked at before anything counts: by a button, and in a browser as soon as they are chosen or dropped."""

import gzip
import io
import re
import zipfile
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from submission_examples import write_challenge

from browser import log_in
from probierz.web.challenges.models import Challenge, Phase, Tag
from probierz.web.challenges.services import publish_version
from probierz.web.submissions import output_checks
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Faulty

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def look(challenge, people):
    """Press the button of the form that one comes to from the board; return what the page says was found."""
    client = Client()
    client.force_login(people["ala"])
    assert b"/challenges/numbers/submit" in client.get("/challenges/numbers/board").content

    def act(name, content, **form):
        file = SimpleUploadedFile(name, content)
        page = client.post("/challenges/numbers/submit", {"outputs": file, "test": "test-A", "try": "1", **form})
        assert not Submission.objects.exists()
        return page

    return act


def rows(page):
    return [(one.path, one.test, one.format, one.lines, one.expected_lines) for one in page.context["tried"].found]


def test_a_look_tells_test_format_and_lines(look):
    page = look("out.tsv", b"1\n2\n3\n4\n")
    assert rows(page) == [("out.tsv", "test-A", ".tsv", 4, 4)]
    assert "The outputs fit the input" in page.content.decode()


@pytest.mark.parametrize("description", ["description: [1]\n", "a: [\n"])
def test_a_look_tells_of_a_description_that_cannot_be_used(look, description):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("test-A/out.tsv", "1\n2\n3\n4\n")
        archive.writestr("gonito.yaml", description)
    [problem] = look("mine.zip", packed.getvalue()).context["tried"].problems
    assert (problem.path.rpartition("/")[2], problem.severity) == ("gonito.yaml", "warning")


def test_a_look_says_that_the_phase_was_closed_meanwhile_and_what_was_typed_stays(look):
    Phase.objects.update(closes=timezone.now() - timedelta(minutes=1))
    text = look("out.tsv", b"1\n2\n3\n4\n", description="my words").content.decode()
    assert re.search(r'id="tried".*data-refused><li>The deadline has passed.*</section>', text, re.S)
    assert "my words" in text
    assert "my words" in look("out.tsv", b"1\n2\n3\n4\n", description="my words", **{"try": ""}).content.decode()


def test_a_look_asks_about_labels_that_differ_in_case_from_those_of_a_dev_set(challenge, people, look, tmp_path):
    labels = write_challenge(tmp_path / "labels", gold="spam\nham\nspam\nham\n", metrics="--metric Accuracy")
    (labels / "dev-0" / "expected.tsv").write_text("spam\nham\nspam\nham\n")
    (labels / "dev-0" / "in.tsv").write_text("a\nb\nc\nd\n")
    publish_version(challenge, labels, change="major")
    page = look("out.tsv", b"Spam\nHam\nSpam\nHam\n").content.decode()
    assert "labels differ from expected ones in upper and lower case alone" in page
    assert "The outputs fit the input" in look("out.tsv", b"spam\nham\nspam\nham\n").content.decode()


def test_a_last_line_without_an_end_counts(look):
    assert rows(look("out.tsv", b"1\n2\n3\n4"))[0][3:] == (4, 4)


def test_too_few_lines_are_told_with_what_is_expected(look):
    text = look("my results.tsv.gz", gzip.compress(b"1\n2\n")).content.decode()
    assert "2 of 4" in text
    assert "my results.tsv.gz: there are 2 lines" in text
    assert ".tsv.gz" in text
    assert "The outputs fit the input" not in text


def test_an_archive_without_an_output_is_held_back_with_one_sentence(look):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("readme.txt", "x")
    text = " ".join(look("outputs.zip", packed.getvalue()).content.decode().split())
    found = re.search(r'<section id="tried".*?</section>', text)[0]
    assert "data-refused" in found
    assert "Repair the files and choose them again." in found
    assert text.count(">Nothing was handed in.") == 1, "an attribute keeps it for a script, too"
    assert "only looked at" not in text


def test_what_is_missing_in_an_archive_is_named(look):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("dev-0/out.tsv", "1\n2\n3\n4\n")
        archive.writestr("notes.txt", "x")
    page = look("outputs.zip", packed.getvalue())
    assert page.context["tried"].missing == ["test-A"]
    text = " ".join(page.content.decode().split())
    assert "There is no output of these tests, so they give no score: <code>test-A</code>" in text
    assert "The outputs that are there fit the input." in text
    assert "The outputs fit the input." not in text
    assert "notes.txt" in page.content.decode()


def test_what_cannot_be_read_is_told_in_a_sentence(look):
    page = look("outputs.zip", b"PK no archive")
    assert page.status_code == 200
    assert page.context["why_not"] in page.context["why_not"].splitlines()
    assert page.context["tried"] is None


RATINGS = [1, 5, 3, 4, 2, 5, 4, 3, 1, 2]


@pytest.mark.parametrize("is_open", [True, False])
def test_numbers_on_another_scale_than_open_expected_ones_are_questioned_before_anything_counts(
    challenge, look, tmp_path, is_open
):
    folder = write_challenge(tmp_path / "ratings")
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("text\n" * 10)
        (folder / split / "expected.tsv").write_text("".join(f"{one}\n" for one in RATINGS))
    public = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    if not is_open:
        del public["dev-0/expected.tsv"]
    del public["test-A/expected.tsv"]
    publish_version(challenge, folder, public=public)
    text = look("out.tsv", "".join(f"{(one - 1) / 4}\n" for one in RATINGS).encode()).content.decode()
    said = "all numbers are from 0 to 1, and those of dev-0 from 1 to 5; are they on its scale?"
    assert (said in text, "The outputs fit the input" in text) == (is_open, not is_open)
    assert ("The outputs can be scored, but something looks odd" in text) == is_open


# --- the form around it -----------------------------------------------------------------------------------------------


@pytest.fixture
def form(challenge, people):
    """Send the form, or only look at it, as Ala; return the page in which that ends."""
    client = Client()
    client.force_login(people["ala"])
    address = "/challenges/numbers/submit"

    def act(**fields):
        if not fields:
            return client.get(address)
        fields["outputs"] = SimpleUploadedFile("out.tsv", b"1\n2\n3\n4\n")
        return client.post(address, {"test": "test-A", **fields}, follow=True)

    return act


def test_a_form_of_a_phase_of_another_challenge_is_refused(form):
    other = Challenge.objects.create(slug="other", title="Other")
    for told in (Phase.objects.create(challenge=other, name="main", position=1).pk, "main"):
        page = form(phase=told)
        assert (page.status_code, Submission.objects.exists()) == (400, False)
        assert "The challenge does not have the phase in which this form was opened." in page.content.decode()


def test_tags_that_are_not_known_are_told_and_the_others_are_named(form):
    assert 'name="tags"' not in form().content.decode(), "there are none to be given"
    Tag.objects.create(name="<neural>")
    assert "Separated by commas. There are: &lt;neural&gt;</small>" in form().content.decode()
    page = form(tags="<neural>, fast").content.decode()
    assert "There are no such tags, so they were left out: fast." in page


def test_tags_that_were_left_out_are_told_while_one_waits_and_beside_the_scores(form, work, people):
    Tag.objects.create(name="neural")
    form(tags="neural, fast, human")
    submission = Submission.objects.get()
    client = Client()
    client.force_login(people["ala"])
    for _ in range(2):  # the page asks again by itself, and must not forget it
        waiting = client.get(f"/jobs/{submission.job_id}").content.decode()
        assert "There are no such tags, so they were left out: fast, human." in waiting
    work()
    for _ in range(2):
        scored = client.get(f"/jobs/{submission.job_id}", follow=True).content.decode()
        assert "the tag &#x27;fast&#x27; is not in the vocabulary; it is left out" in scored
        assert "the tag &#x27;human&#x27; is not in the vocabulary" in scored
    assert "not in the vocabulary" not in Client().get(f"/submissions/{submission.pk}").content.decode()


def test_what_is_submitted_again_keeps_its_description_and_tags(form, work, people):
    Tag.objects.create(name="neural")
    form(description="Large & fast", tags="neural")
    number = Submission.objects.get().pk
    client = Client()
    client.force_login(people["ala"])

    def typed(page):
        return [page.context["form"][name].value() for name in ("description", "tags")]

    for state in ("waiting", "scored"):
        page = client.get(f"/jobs/{Submission.objects.get().job_id}?log")
        again = f"/challenges/numbers/submit?like={number}"
        assert (f'href="{again}"' in page.content.decode()) == (state == "scored")
        assert typed(client.get(again)) == ["Large & fast", "neural"]
        work()
    client.force_login(people["stranger"])
    assert not any(typed(client.get(again)))
    for odd in ("", "x", "²", "9" * 30):
        assert not any(typed(client.get("/challenges/numbers/submit", {"like": odd})))


def test_after_the_deadline_there_is_one_sentence_and_a_form_only_for_what_was_typed(form):
    Phase.objects.update(closes=timezone.now())
    for page, is_typed in ((form(), False), (form(description="late words"), True)):
        text = page.content.decode()
        assert text.count("The deadline has passed") == 1
        assert ('type="file"' in text, "late words" in text) == (is_typed, is_typed)
        assert "Left of your quota" not in text
    assert not Submission.objects.exists()


def test_who_has_used_the_quota_up_reads_it_once_and_may_still_look(form):
    Challenge.objects.update(daily_quota=1, near_quota=0)
    form(description="first")
    text = form(description="second").content.decode()
    assert text.count("Your quota of today is used up: 1 output") == 1
    assert "Nothing was handed in." in text
    assert "Only look whether it fits" in text
    for page in (text, form().content.decode()):
        assert ">Submit</button>" not in page
        assert "after midnight (Europe/Warsaw, in " in page
    assert "second" in text
    looked = form(**{"try": "1"}).content.decode()
    assert "Nothing is handed in: the files were only looked at." in looked
    assert not any(offer in looked for offer in ("Choose them again and submit", 'name="description"'))
    Phase.objects.update(closes=timezone.now() + timedelta(seconds=9))
    assert "The phase ends before there is another one." in form().content.decode()


def test_the_form_tells_what_is_left_to_a_team_of_which_others_handed_in(challenge, people, team, uploaded, work):
    Challenge.objects.update(daily_quota=3, total_quota=9)
    submit_files(challenge, [uploaded("1\n2\n3\n9\n")], Handing(people["ola"], team))
    work()
    client = Client()
    client.force_login(people["ala"])
    page = " ".join(client.get("/challenges/numbers/submit").content.decode().split())
    assert "Left of your quota: 3 of 3 scored outputs today, 9 of 9 in all. For Both: 2 today, 8 in all." in page
    assert "One file costs 1 of your 3 a day." in page
    assert "✓ open</span> · no deadline" in page
    Phase.objects.update(closes=timezone.now() + timedelta(days=2))
    assert re.search(r"closes <time[^>]*>", client.get("/challenges/numbers/submit").content.decode())
    Challenge.objects.update(total_quota=0)
    assert "For Both: 2 today." in client.get("/challenges/numbers/submit").content.decode()


def test_the_form_stands_below_the_name_and_the_tabs_of_the_challenge(challenge, client, people):
    client.force_login(people["ala"])
    page = client.get("/challenges/numbers/submit").content.decode()
    assert f"<h1>{challenge.title}</h1>" in page
    assert re.search(r'<nav class="tabs".*challenges/numbers/how-to.*</nav>.*<h2>Submit</h2>', page, re.S)
    assert "/challenges/numbers/organise" not in page
    client.force_login(people["organiser"])
    assert "/challenges/numbers/organise" in client.get("/challenges/numbers/submit").content.decode()


def test_a_question_looks_otherwise_than_a_fault(look, challenge, tmp_path):
    publish_version(challenge, write_challenge(tmp_path / "odd", metrics="--metric Accuracy"))
    odd = look("out.tsv", b"1\r\n2\r\n3\r\n4\r\n").content.decode()
    assert '<li class="doubt">' in odd
    head = odd.partition("<h2>Submit")[2].partition("<form")[0]
    assert "Nothing is handed in yet: the files were only looked at." in head
    faulty = look("out.tsv", b"1\n2\n").content.decode()
    assert "data-refused><li>" in faulty


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("out.tsv.gz", gzip.compress(b"1\n2\n")),
        ("out.tsv.gz", gzip.compress(b"1\n2\n3\n4\n")[:-6]),
        ("out.tsv", b"1\ntwo\n3\n4\n"),
        ("out.tsv", b"1\n\xff\n3\n4\n"),
        ("out.tsv", "1\n2\n3\n4\n".encode("utf-16")),
    ],
)
def test_what_cannot_be_scored_is_refused_at_once_as_a_look_says_it(look, people, name, content):
    problems = look(name, content).context["tried"].problems
    client = Client()
    client.force_login(people["ala"])
    file = SimpleUploadedFile(name, content)
    typed = {"outputs": file, "test": "test-A", "description": "Typed at length", "sure": "1"}
    page = client.post("/challenges/numbers/submit", typed)
    assert (page.status_code, Submission.objects.exists()) == (400, False)
    assert page.context["form"].errors["outputs"] == [str(problem) for problem in problems] != []
    assert "Typed at length</textarea>" in page.content.decode()


def test_of_outputs_too_large_for_a_look_what_unpacking_tells_is_refused(challenge, people, uploaded, monkeypatch):
    small = replace(output_checks.TRIED_LIMITS, total_bytes=4)
    monkeypatch.setattr(output_checks, "TRIED_LIMITS", small)
    handing = Handing(people["ala"], refuses_faulty=True)
    for name, content in (("out.tsv", b"1\n2\n3\n"), ("out.tsv.gz", gzip.compress(b"1\n2\n3\n4\n")[:-6])):
        with pytest.raises(Faulty):
            submit_files(challenge, [uploaded(content, name)], handing)
    assert submit_files(challenge, [uploaded(b"1\ntwo\n3\n4\n")], handing).is_new  # the worker tells


@pytest.mark.slow
def test_a_browser_looks_as_soon_as_files_are_chosen(challenge, people, visit, tmp_path):
    people["ala"].set_password("correct horse battery")
    people["ala"].save()
    page = visit(refused=True)
    log_in(page, "ala", "correct horse battery")
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    page.get_by_role("main").get_by_role("link", name="Submit", exact=True).click()
    (tmp_path / "out.tsv").write_text("1\n2\n")
    page.set_input_files("[name=outputs]", tmp_path / "out.tsv")
    page.locator("#tried table").wait_for()
    assert "2 of 4" in page.inner_text("#tried")
    page.get_by_role("main").get_by_role("button", name="Submit").click()  # asks nothing, as it would never be scored
    assert page.evaluate("document.activeElement.id") == "tried"
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(["1\\n2\\n3\\n4\\n"], "out.tsv"));
            const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
            document.querySelector("form[data-looks]").dispatchEvent(drop);
        }"""
    )
    page.locator("#tried").get_by_text("The outputs fit the input").wait_for()
    page.context.clear_cookies()
    page.set_input_files("[name=outputs]", tmp_path / "out.tsv")
    page.locator("#tried").get_by_text("You were logged out.").wait_for()
    assert not Submission.objects.exists()
