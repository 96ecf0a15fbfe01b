"""Parts of a divided test from one version to the next: lines that stay keep theirs, and so do scores."""

import io
import zipfile
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from probierz.web.accounts.services import make_token
from probierz.web.challenges.division import public_lines
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.jobs.models import LogLine
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing, submit_files

pytestmark = pytest.mark.django_db(transaction=True)

RULE = {"is_divided": True, "share": 0.4, "strata": "expected"}
TEXTS = [f"text {at}" for at in range(40)]
LABELS = ["good" if at % 4 else "bad" for at in range(40)]
DATA = list(zip(TEXTS, LABELS, strict=True))


class Organiser:
    """Somebody who publishes through the API."""

    def __init__(self, person, work):
        self.token, self.work, self.client = make_token(person, name="t", scopes=["read", "organise"]), work, Client()

    def call(self, verb, path, data, **more):
        answer = getattr(self.client, verb)(
            f"/api/v1/challenges{path}", data, headers={"Authorization": f"Bearer {self.token}"}, **more
        )
        assert answer.status_code < 300, answer.content
        return answer.json()

    def divide(self, **rule):
        return self.call("put", "/letters/division", {**RULE, **rule}, content_type="application/json")

    def publish(self, data, change="patch"):
        """Publish a version with these inputs and expected results; return what the import says."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as file:
            file.writestr("config.txt", "--metric Accuracy --precision 4\n")
            file.writestr("README.md", "# Letters\n\nRead letters.\n")
            file.writestr("test-A/in.tsv", "".join(f"{text}\n" for text, _label in data))
            file.writestr("test-A/expected.tsv", "".join(f"{label}\n" for _text, label in data))
        archive = SimpleUploadedFile("letters.zip", packed.getvalue())
        sent = {"archive": archive, "change": change, "drops_scores": "true"}
        job = self.call("post", "/letters/versions", sent)["job"]
        self.work()
        log = "\n".join(LogLine.objects.filter(job_id=job).order_by("pk").values_list("text", flat=True))
        assert "is the current one" in log, log
        return log


@pytest.fixture
def organiser(people, work):
    """Who runs a challenge with a test of 40 lines, 16 of them public, in a phase that lasts an hour."""
    one = Organiser(people["administrator"], work)
    one.call("post", "", {"slug": "letters"}, content_type="application/json")
    one.divide()
    one.publish(DATA)
    one.call("post", "/letters/publish", {})
    Phase.objects.update(closes=timezone.now() + timedelta(hours=1))
    return one


@pytest.fixture
def sent(organiser, people, uploaded, work):
    """An output of Ala's that is right on every third line."""
    answers = "".join(f"{label if at % 3 == 0 else 'neither'}\n" for at, label in enumerate(LABELS))
    found = submit_files(Challenge.objects.get(), [uploaded(answers)], Handing(people["ala"])).submission
    work()
    return found


def parts(data):
    """By input, whether it is public now."""
    challenge = Challenge.objects.get()
    division = challenge.current.tests.filter(part="public").get().division
    public = public_lines(division.lines, bytes(division.public))
    assert division.lines == len(data)
    return {text: at in public for at, (text, _label) in enumerate(data, 1)}


def scores(submission):
    """What it has on each part in the version of now."""
    tests = Challenge.objects.get().current.tests.all()
    return dict(
        Submission.objects.get(pk=submission.pk).scores.filter(test__in=tests).values_list("test__part", "value")
    )


def test_a_dropped_line_moves_no_other_and_the_old_data_bring_the_old_scores_back(organiser, sent):
    before, scored = parts(DATA), scores(sent)
    assert sum(before.values()) == 16
    assert set(scored) == {"public", "private"}
    shorter = [*DATA[:7], *DATA[8:]]
    log = organiser.publish(shorter)
    assert "WARNING" not in log
    assert parts(shorter) == {text: before[text] for text, _label in shorter}
    assert "WARNING" not in organiser.publish(DATA)
    assert (parts(DATA), scores(sent)) == (before, scored)
    Phase.objects.update(closes=timezone.now())
    assert "WARNING" not in organiser.publish(shorter)
    organiser.publish(DATA)
    assert (parts(DATA), scores(sent)) == (before, scored)


def test_lines_that_are_added_are_drawn_and_the_others_keep_their_part_in_any_order(organiser, sent):
    before = parts(DATA)
    more = [(f"new {at}", "good") for at in range(40)]
    longer = [*more[:20], *reversed(DATA), *more[20:]]
    assert "WARNING" not in organiser.publish(longer)
    now = parts(longer)
    assert {text: now[text] for text in TEXTS} == before
    assert sum(now[text] for text, _label in more) in (15, 16, 17)
    organiser.publish(more)
    assert parts(more) == {text: now[text] for text, _label in more}
    organiser.publish(longer)
    assert parts(longer) == now


def test_of_lines_that_are_added_one_by_one_some_are_public(organiser):
    data = DATA
    for at in range(12):
        data = [*data, (f"new {at}", "good")]
        organiser.publish(data)
    now = parts(data)
    assert {now[f"new {at}"] for at in range(12)} == {True, False}


def test_a_line_that_was_gone_for_a_version_comes_back_to_its_part(organiser, sent):
    before = parts(DATA)
    organiser.publish(DATA[10:])
    changed = [("new", "good"), *reversed(DATA)]
    organiser.publish(changed)
    now = parts(changed)
    assert {text: now[text] for text in TEXTS} == before


def test_mended_texts_and_results_and_another_order_move_nothing(organiser, sent):
    before = parts(DATA)
    mended = [(f"{text}, mended", label) if at % 5 == 0 else (text, label) for at, (text, label) in enumerate(DATA)]
    assert "WARNING" not in organiser.publish(mended)
    assert list(parts(mended).values()) == list(before.values())
    other_results = [(text, "bad" if at == 3 else label) for at, (text, label) in enumerate(DATA)][::-1]
    assert "WARNING" not in organiser.publish(other_results)
    assert parts(other_results) == before


def test_a_version_without_parts_between_changes_nothing(organiser, sent):
    before, scored = parts(DATA), scores(sent)
    organiser.divide(is_divided=False)
    assert "test-A is divided no longer from this version on" in organiser.publish(DATA)
    assert set(scores(sent)) == {""}
    organiser.divide()
    assert "WARNING: test-A is divided from this version on" in organiser.publish(DATA)
    assert (parts(DATA), scores(sent)) == (before, scored)
    organiser.divide(share=0.5)
    assert "WARNING: test-A is divided from this version on" in organiser.publish(DATA)
    organiser.divide()
    organiser.publish(DATA)
    assert (parts(DATA), scores(sent)) == (before, scored)


def test_documents_keep_their_part_and_new_lines_of_theirs_share_it(organiser, people, uploaded, work):
    def document(name, lines):
        return [(f"{name}, line {at}\t{name}", "good") for at in range(lines)]

    data = [line for name in "abcdefghij" for line in document(name, 5)]
    organiser.publish(data)
    assert organiser.divide(by="document", column=2, strata="")["holds_now"]
    before = parts(data)
    submit_files(Challenge.objects.get(), [uploaded("good\n" * 50)], Handing(people["ala"]))
    work()
    now = [line for name in "jihgfedcb" for line in document(name, 7)] + document("new", 4)
    assert "WARNING" not in organiser.publish(now)
    found = parts(now)
    assert {text: found[text] for text in found if text in before} == {
        text: is_public for text, is_public in before.items() if not text.endswith("\ta")
    }
    for name in [*"bcdefghij", "new"]:
        assert len({is_public for text, is_public in found.items() if text.endswith(f"\t{name}")}) == 1
