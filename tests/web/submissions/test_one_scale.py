"""A metric in percent is in percent everywhere: board, interval, difference, plot, exports and programs' answers."""

import csv
import io
import re

import pytest
from django.test import Client
from submission_examples import write_challenge

from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.submissions.services import Handing, submit_files

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def percent(people, tmp_path, uploaded, work):
    """Accuracy of four labels to four decimals in percent: three of four by ala, one of four by ola."""
    folder = write_challenge(tmp_path / "percent", metrics="--metric Accuracy --show-as-percentage")
    made = create_unasked("percent", people["organiser"])
    publish_version(made, folder)
    Challenge.objects.update(is_published=True)
    made.refresh_from_db()
    for by, content in (("ala", "1\n2\n3\n9\n"), ("ola", "1\n9\n9\n9\n")):
        submit_files(made, [uploaded(content)], Handing(people[by]))
        work()
    return made


def follow(client, page, words):
    """The page behind the link of these words, as somebody who clicks it."""
    found = re.search(rf'<a href="([^"]+)"[^>]*>\s*(?:<bdi>)?{words}(?:</bdi>)?\s*</a>', page.content.decode())
    assert found, words
    return client.get(found[1], follow=True)


def numbers(text):
    return [float(one) for one in re.findall(r"-?\d+\.\d+", text)]


def test_board_interval_difference_and_plot_are_in_percent(percent):
    client = Client()
    page = follow(client, client.get("/", follow=True), "Numbers")
    board = follow(client, page, "Board")
    row = re.search(r'<tr[^>]* data-row="Ala".*?</tr>', board.content.decode(), re.DOTALL)[0]
    (shown,) = numbers(re.search(r'<span class="score">(.*?)</span>', row)[1])
    low, high = numbers(re.search(r"<dt>Interval</dt><dd>(.*?)</dd>", row)[1])
    assert shown == 75.0
    assert 10 < low < shown < high <= 100
    submission = follow(client, board, "Ola").content.decode()
    assert "worse by 50" in submission
    plots = follow(client, board, "Every submission, and one metric against another")
    for drawn in (board, plots):
        ticks = [float(one) for one in re.findall(r'<text x="0" [^>]*>([\d.]+)</text>', drawn.content.decode())]
        assert min(ticks) >= 20
        assert max(ticks) >= 75


def test_a_difference_is_that_of_the_exact_scores_rounded_once(people, tmp_path, uploaded, work):
    folder = write_challenge(tmp_path / "tenths", metrics="--metric MAE")
    (folder / "config.txt").write_text("--metric MAE --precision 1\n")
    made = create_unasked("tenths", people["organiser"])
    publish_version(made, folder)
    Challenge.objects.update(is_published=True)
    for by, error in (("ala", 52.34), ("ola", 52.38)):
        output = "".join(f"{number + error:.2f}\n" for number in (1, 2, 3, 4))
        submit_files(Challenge.objects.get(), [uploaded(output)], Handing(people[by]))
        work()
    client = Client()
    board = follow(client, follow(client, client.get("/", follow=True), "Numbers"), "Board")
    page = follow(client, board, "Ola").content.decode()
    assert "52.4" in page
    assert "52.3" in page
    assert "worse by less than 0.1" in page, "0.1 would be the difference of the digits, 0.0 that nothing is left"


def test_a_difference_of_thirds_is_no_digit_away_from_the_exact_one(people, tmp_path, uploaded, work):
    folder = write_challenge(tmp_path / "twelfths", gold="a\n" * 12)
    (folder / "test-A" / "in.tsv").write_text("text\n" * 12)
    (folder / "config.txt").write_text("--metric Accuracy --precision 4 --show-as-percentage\n")
    made = create_unasked("twelfths", people["organiser"])
    publish_version(made, folder)
    Challenge.objects.update(is_published=True)
    for by, right in (("ala", 8), ("ola", 7)):
        submit_files(Challenge.objects.get(), [uploaded("a\n" * right + "b\n" * (12 - right))], Handing(people[by]))
        work()
    client = Client()
    board = follow(client, follow(client, client.get("/", follow=True), "Numbers"), "Board")
    page = follow(client, board, "Ola").content.decode()
    assert "58.33" in page
    assert "66.67" in page
    assert "worse by 8.33" in page  # a twelfth; the texts are 8.34 apart


def test_exports_and_programs_get_numbers_in_percent_and_the_unit(percent):
    client = Client()
    board = client.get("/challenges/percent/board.csv")
    row = next(csv.DictReader(io.StringIO(board.content.decode())))
    assert float(row["test-A Accuracy"]) == 75.0
    assert float(row["test-A Accuracy low"]) > 10
    plain = client.get("/challenges/percent/board.json").json()
    assert plain["columns"][0]["unit"] == "percent"
    assert plain["rows"][0]["scores"][0]["value"] == 75.0
    answer = client.get("/api/v1/challenges/percent/board").json()
    assert answer["columns"][0]["unit"] == "percent"
    assert answer["rows"][0]["cells"][0]["value"] == 75.0
    assert answer["rows"][0]["cells"][0]["low"] > 10


def test_rounded_percent_tell_no_more_than_the_rounded_share(percent):
    """0.75 to one digit is 0.8; as percent that is 80, not 75.0."""
    Phase.objects.update(disclosure="rounded", digits=1)
    Challenge.objects.update(revision=1000)
    answer = Client().get("/api/v1/challenges/percent/board").json()
    assert [row["cells"][0]["text"] for row in answer["rows"]] == ["80", "20"]
    assert [row["cells"][0]["value"] for row in answer["rows"]] == [80.0, 20.0]
