"""After a repair of expected results: real ranks before and after, groups made anew, and a board that says it waits."""

import re
import threading

import pytest
from django.test import Client
from submission_examples import write_challenge

from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.events import scored_again
from probierz.web.jobs import worker
from probierz.web.leaderboards.models import Compared, PairTest
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing, submit_files

pytestmark = pytest.mark.django_db(transaction=True)

LINES = 40


def labels(wrong):
    """So many lines that are wrong, the last ones first."""
    return ["a"] * (LINES - wrong) + ["b"] * wrong


def lines(words):
    return "".join(f"{word}\n" for word in words)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "labels"


def write(folder, expected):
    write_challenge(folder, metrics="--metric Accuracy")
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("x\n" * LINES)
        (folder / split / "expected.tsv").write_text(lines(expected))
    return folder


@pytest.fixture
def repaired(people, folder, uploaded, work):
    """Ala has 36 lines right and ola 20; then it turns out that half of the expected results were wrong."""
    made = create_unasked("labels", people["organiser"])
    publish_version(made, write(folder, labels(0)))
    Challenge.objects.update(is_published=True)
    made.refresh_from_db()
    for by, wrong in (("ala", 4), ("ola", 20)):
        submit_files(made, [uploaded(lines(labels(wrong)))], Handing(people[by]))
    work()
    assert Compared.objects.get().different
    publish_version(made, write(folder, labels(20)), replaces_results=True, description="Half of the labels were wrong")
    return made


def clicked(client, page, words):
    found = re.search(rf'<a href="([^"]+)"[^>]*>\s*{words}\s*</a>', page.content.decode())
    assert found, words
    return client.get(found[1], follow=True)


def submission_page(people, who):
    """The text of the newest submission of somebody's, as they come to it from the first page."""
    client = Client()
    client.force_login(people[who])
    page = clicked(client, clicked(client, client.get("/", follow=True), "Numbers"), "Submissions")
    address = f"/submissions/{people[who].submissions.latest('pk').pk}"
    assert f'href="{address}"' in page.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(address).content.decode()).split())


def test_a_submission_says_that_it_was_scored_again_and_why(repaired, people, uploaded, work):
    work()
    told = "Half of the labels were wrong. What was handed in before counts with its score on the new tests."
    assert told in submission_page(people, "ala")
    assert re.search("Scores on version 1.0.0: .*test-A out Accuracy 0.9", submission_page(people, "ala"))
    submit_files(repaired, [uploaded(lines(labels(19)))], Handing(people["ala"]))
    work()
    page = submission_page(people, "ala")
    assert "0.975" in page
    assert told not in page  # handed in afterwards


def ranks(people, version="1.0.1"):
    """The table of a version as the organiser comes to it from the first page."""
    client = Client()
    client.force_login(people["organiser"])
    page = clicked(client, client.get("/", follow=True), "Numbers")
    versions = clicked(client, clicked(client, page, "Organise"), "Versions").content.decode()
    (row,) = [row for row in re.findall(r"<tr>.*?</tr>", versions, re.S) if f">{version}" in row]
    page = client.get(re.search(r'<a href="([^"]+)">What it did to ranks', row)[1]).content.decode()
    body = re.search(r"<tbody>(.*?)</tbody>", page, re.S)[1]
    rows = [re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<tr>(.*?)</tr>", body, re.S)]
    return [[word for word in row if word != "→" and not word.startswith("#")] for row in rows]


def board():
    client = Client()
    return clicked(client, clicked(client, client.get("/", follow=True), "Numbers"), "Board").content.decode()


def names_a_leader():
    """Whether board and first page name somebody who is first, both or neither."""
    named = {'class="finding"' in board(), 'class="leader"' in Client().get("/").content.decode()}
    assert len(named) == 1
    return named.pop()


def test_ranks_before_and_after_are_those_of_the_board(repaired, people, work):
    assert ranks(people) == [["Ala", "0.900", "waiting", "1", "–"], ["Ola", "0.500", "waiting", "2", "–"]]
    work()
    assert ranks(people) == [["Ola", "0.500", "1.000", "2", "1", "↑"], ["Ala", "0.900", "0.600", "1", "2", "↓"]]


def test_what_a_version_did_stays_so_when_a_later_one_takes_its_place(repaired, people, folder, uploaded, work):
    work()
    first = ranks(people)
    publish_version(repaired, write(folder, labels(0)), replaces_results=True, description="They were right after all")
    assert ranks(people) == first
    work()
    assert ranks(people) == first
    submit_files(repaired, [uploaded(lines(labels(0)))], Handing(people["ala"]))  # better than any: no version's doing
    work()
    assert ranks(people) == first
    back = [["Ala", "0.600", "0.900", "2", "1", "↑"], ["Ola", "1.000", "0.500", "1", "2", "↓"]]
    assert ranks(people, "1.0.2") == back
    publish_version(repaired, write(folder, labels(1)), change="major", description="Another task")
    assert ranks(people, "1.0.2") == back


def test_what_was_never_scored_on_a_version_is_called_so(repaired, people, folder, work):
    publish_version(repaired, write(folder, labels(0)), replaces_results=True, description="They were right after all")
    work()
    never = ["never", "scored"]
    assert ranks(people) == [["Ala", "0.900", *never, "1", "–"], ["Ola", "0.500", *never, "2", "–"]]


def test_versions_with_one_public_part_are_told_apart(repaired, people):
    client = Client()
    client.force_login(people["organiser"])
    page = clicked(client, client.get("/", follow=True), "Numbers")
    page = clicked(client, clicked(client, page, "Organise"), "Versions").content.decode()
    digests = re.findall(r"<td[^>]*><code>(\w*)</code></td><td[^>]*><code>(\w+)</code></td>", page)
    assert len({digest for _, digest in digests}) == 2
    assert "The commit is of the public part" in page


def test_a_version_that_adds_a_metric_has_no_ranks_to_compare(repaired, people, folder, work):
    work()
    (folder / "config.txt").write_text("--metric Accuracy --metric Macro-F1\n")
    publish_version(repaired, folder, change="minor", description="Another metric")
    client = Client()
    client.force_login(people["organiser"])
    page = clicked(client, client.get("/", follow=True), "Numbers")
    versions = clicked(client, clicked(client, page, "Organise"), "Versions").content.decode()
    assert "Another metric" in versions
    assert versions.count("What it did to ranks") == 1, "that of the repair"


def test_groups_and_chance_are_found_anew_without_another_submission(repaired, work):
    work()
    [compared] = Compared.objects.filter(test__in=repaired.current.tests.all())
    assert len(compared.evaluations) == 2
    assert len(compared.different) == 1
    assert PairTest.objects.filter(first__test__in=repaired.current.tests.all()).exists()


def places():
    """The ranks that the pages of submissions tell."""
    pages = (Client().get(f"/submissions/{one.pk}").content.decode() for one in Submission.objects.all())
    return sorted(rank for page in pages for rank in re.findall(r"Rank \d of \d", page))


def test_a_board_of_old_and_new_scores_says_so_until_all_is_scored_again(repaired):
    assert "2 submissions are still to be scored again" in board()
    stop = threading.Event()

    def end(**about):
        stop.set()

    scored_again.connect(end)
    worker.work(stop)  # one of the two
    scored_again.disconnect(end)
    assert "1 submission is still to be scored again" in board()
    assert not names_a_leader(), "the one that has a new score is the only one"
    assert places() == []
    worker.work(until_empty=True)
    assert "to be scored again" not in board()
    assert names_a_leader()
    assert places() == ["Rank 1 of 2", "Rank 2 of 2"]
