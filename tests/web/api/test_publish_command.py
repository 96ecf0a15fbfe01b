"""`probierz suite publish` against a real platform in this process."""

import csv
import io
import re
import shutil
import sys
import time
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

sys.path.append(str(Path(__file__).parent.parent.parent / "suites"))
from suite_examples import make_repository, write_cats, write_suite

from probierz.cli.main import main
from probierz.cli.platform_client import PlatformClient, PlatformError
from probierz.suites.publishing import ReferenceRow
from probierz.web.accounts.services import make_token
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.configuration import places
from probierz.web.submissions.models import Score, Submission, Variant
from probierz.web.submissions.services import Handing, add_reference, delete, submit_files
from probierz.web.submissions.services.handing_in import Uploaded
from probierz.web.suites.models import PlatformSuite


@pytest.fixture
def server(transactional_db, live_server, tokens, monkeypatch, tmp_path):
    monkeypatch.setenv("PROBIERZ_SERVER", live_server.url)
    monkeypatch.setenv("PROBIERZ_TOKEN", tokens["administrator"])
    monkeypatch.setenv("PROBIERZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return live_server.url


@pytest.fixture
def task(tmp_path):
    cats = write_cats(tmp_path / "source" / "cats")
    make_repository(cats)
    return f"{write_suite(tmp_path, cats, address=str(cats))}/cats"


@pytest.fixture
def two_tasks(task, tmp_path):
    """A suite of two tasks: cats, and after them dogs."""
    path = tmp_path / "pets.toml"
    text = path.read_text()
    cats_alone = text[text.index("[[tasks]]") :]
    dogs = cats_alone.replace('"cats"', '"dogs"').replace("source/cats", "source/dogs")
    path.write_text(f"{text}\n\n{dogs}")
    shutil.copytree(tmp_path / "source" / "cats", tmp_path / "source" / "dogs")
    return path


def run(capsys, *arguments):
    code = main(["suite", "publish", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_task_becomes_a_challenge_with_hidden_results_and_published_rows(server, working, task, tmp_path, capsys):
    (tmp_path / "source" / "cats" / "test-A" / "out.tsv").write_text("a\n")
    code, out, err = run(capsys, task)
    print(err)
    assert (code, out) == (0, f"pets/cats: {server}/challenges/pets-cats, with 3 published results and 1 baseline\n")
    assert "test-B is left out, as its expected results are not here" in err
    made = Challenge.objects.get()
    assert (made.slug, made.title, made.is_published) == ("pets-cats", "Cats", True)
    assert [(test.split, test.name, test.is_hidden) for test in made.current.tests.all()] == [
        ("test-A", "Accuracy", True)
    ]
    files = {path.name for path in places.version_folder("pets-cats", made.current.folder).rglob("*")}
    assert "out.tsv" not in files
    rows = Submission.objects.filter(is_reference=True).order_by("pk")
    assert next(row.description for row in rows) == "good (Paper, Table 1)"
    assert [score.shown for score in Score.objects.order_by("pk")] == ["90.00", "66.67", "10.00", "66.67"]


def test_variants_and_baselines_stand_on_the_board_by_their_kind_and_have_no_rank(
    server, working, task, tmp_path, capsys
):
    results = tmp_path / "pets.tsv"
    header, *rows = results.read_text().splitlines()
    kinds = ["variant", "official", "official", "variant"]
    results.write_text("\n".join([f"{header}\tkind", *map("\t".join, zip(rows, kinds, strict=True))]) + "\n")
    assert run(capsys, task)[0] == 0
    page = Client().get("/challenges/pets-cats/board").content.decode()
    text = re.sub(r"<[^>]*>|\s+", " ", page[page.index("<tbody>", page.index('class="board"')) :])
    shown = [
        "– good (Paper, Table 1) published: variant",
        "1 middling (Paper, Table 1) published: official submission",
        "– a baseline",
        "2 poor (Paper, Table 1) published: official submission",
    ]
    squeezed = re.sub(" +", " ", text)
    places = [squeezed.find(row) for row in shown]
    assert -1 not in places, squeezed[:1500]
    assert places == sorted(places)
    assert "variants, ablations and baselines stand between them without one" in page
    rows_as_data = Client().get("/challenges/pets-cats/board.json").json()["rows"]
    assert [(one["published_kind"], one["is_published_result"], one["is_baseline"]) for one in rows_as_data] == [
        ("variant", True, False), ("official", True, False), ("baseline", True, True), ("official", True, False),
    ]  # fmt: skip
    results.write_text("\n".join([header, *rows]) + "\n")
    assert "corrected" not in run(capsys, task)[2]  # what it is of is no score


def test_files_of_a_board_and_the_api_say_the_same_of_published_results(server, working, task, tmp_path, capsys):
    results = tmp_path / "pets.tsv"
    header, first, *others = results.read_text().splitlines()
    printed = [f"{header}\tkind\tyear", f"{first}\tofficial\t2021", *(f"{one}\tablation\t2020" for one in others)]
    results.write_text("\n".join(printed) + "\n")
    assert run(capsys, task)[0] == 0
    in_file = Client().get("/challenges/pets-cats/board.json").json()["rows"]
    in_api = Client().get("/api/v1/challenges/pets-cats/board").json()["rows"]
    alone = [Client().get(f"/api/v1/submissions/{row['submission']}").json() for row in in_api]
    facts = ("is_published_result", "published_kind", "source", "year", "link", "is_counted", "is_baseline")
    told = [[row[fact] for fact in facts] for row in in_file]
    assert [row[1] for row in told] == ["official", "ablation", "baseline", "ablation"]
    assert [[row[fact] for fact in facts] for row in in_api] == [[row[fact] for fact in facts] for row in alone] == told
    names = [row["submitter"] for row in in_file]
    assert [row["submitter"] for row in in_api] == [row["submitter"] for row in alone] == names
    assert not any(f"({row['source']})" in row["submitter"] for row in in_file), "which stands beside it"
    assert {row["created"] for row in (*in_api, *alone)} == {row["when"] for row in in_file} == {None}


def test_where_and_when_a_result_was_printed_stands_on_the_board_and_in_its_files(
    server, working, task, tmp_path, capsys
):
    results = tmp_path / "pets.tsv"
    header, first, *others = results.read_text().splitlines()
    assert run(capsys, task)[0] == 0
    assert {one["year"] for one in Client().get("/challenges/pets-cats/board.json").json()["rows"]} == {None}
    printed = [f"{header}\tyear\tlink", f"{first}\t2021\thttps://example.org/paper", *(f"{one}\t\t" for one in others)]
    results.write_text("\n".join(printed) + "\n")
    assert "corrected" not in run(capsys, task)[2], "where it is printed is no score"
    page = Client().get("/challenges/pets-cats/board").content.decode()
    assert re.search(r'<a href="https://example.org/paper" title="Paper, Table 1"[^>]*>2021</a>', page)
    told = list(csv.DictReader(Client().get("/challenges/pets-cats/board.csv").content.decode().splitlines()))
    wanted = ("submitter", "source", "year", "link", "counted")
    assert [[row[name] for name in wanted] for row in told][:3] == [
        ["good", "Paper, Table 1", "2021", "https://example.org/paper", ""],
        ["middling", "Paper, Table 1", "", "", ""],
        ["a", "", "", "", "yes"],
    ]
    rows = Client().get("/challenges/pets-cats/board.json").json()["rows"]
    assert [(one["source"], one["year"], one["link"], one["is_counted"]) for one in rows][:3:2] == [
        ("Paper, Table 1", 2021, "https://example.org/paper", False), ("", None, "", True)
    ]  # fmt: skip
    latex = Client().get("/challenges/pets-cats/board.tex").content.decode()
    assert "good (Paper, Table 1) (published, 2021)" in latex
    assert "a (baseline, counted)" in latex


def test_whose_a_published_result_is_stands_on_the_board_on_its_page_and_in_files(
    server, working, task, tmp_path, capsys
):
    results = tmp_path / "pets.tsv"
    header, first, *others = results.read_text().splitlines()
    assert run(capsys, task)[0] == 0
    about = "2021\thttps://doi.org/10.1234/owls\tOwls"
    printed = [f"{header}\tyear\tlink\tteam", f"{first}\t{about}", *(f"{one}\t\t\t" for one in others)]
    results.write_text("\n".join(printed) + "\n")
    assert "corrected" not in run(capsys, task)[2], "whose it is is no score"
    browser = Client()
    board = browser.get("/challenges/pets-cats/board").content.decode()
    assert any(
        row.startswith("1 good (Paper, Table 1) published: official submission 2021 team Owls")
        for row in rows_of(board)
    )
    assert len(rows_of(browser.get("/challenges/pets-cats/board?filter=owls").content.decode())) == 1
    page = browser.get(re.search(r'href="(/submissions/\d+)"><bdi>good', board)[1]).content.decode()
    assert '<a href="https://doi.org/10.1234/owls" rel="noopener">Paper, Table 1</a>, 2021' in page
    assert "<dt>Team</dt><dd>Owls</dd>" in page
    rows = csv.DictReader(browser.get("/challenges/pets-cats/board.csv").content.decode().splitlines())
    assert [row["team"] for row in rows] == ["Owls", "", "", ""]
    for address in ("/challenges/pets-cats/board.json", "/api/v1/challenges/pets-cats/board"):
        told = browser.get(address).json()["rows"]
        assert [row["team"] for row in told] == ["Owls", None, None, None]
    assert browser.get(f"/api/v1/submissions/{told[0]['submission']}").json()["team"] == "Owls"


def test_where_nothing_official_is_published_variants_have_ranks_and_the_board_says_so(
    server, working, task, tmp_path, capsys
):
    results = tmp_path / "pets.tsv"
    header, *rows = results.read_text().splitlines()
    kinds = ["variant", "baseline", "variant", "variant"]
    results.write_text("\n".join([f"{header}\tkind", *map("\t".join, zip(rows, kinds, strict=True))]) + "\n")
    assert run(capsys, task)[0] == 0
    page = Client().get("/challenges/pets-cats/board").content.decode()
    rows_shown = [row.split(" (")[0] for row in rows_of(page)]
    assert rows_shown == ["1 good", "– middling", "– a baseline, counted 66.67 – – –", "2 poor"]
    said = (
        "What is handed in and all published systems but baselines have ranks, as no official submission is published. "
        "Baselines stand between them without one."
    )
    assert said in " ".join(page.split())
    assert "published official submissions have ranks" not in page
    rows_as_data = Client().get("/challenges/pets-cats/board.json").json()["rows"]
    shown = [(one["rank"], one["published_kind"]) for one in rows_as_data]
    assert shown == [(1, "variant"), (None, "baseline"), (None, "baseline"), (2, "variant")]
    lines = Client().get("/challenges/pets-cats/board.csv").content.decode().splitlines()[1:]
    assert [line.split(",")[0] for line in lines] == ["1", "", "", "2"]
    main(["suite", "board", task, "--format", "tsv"])
    assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()[1:]] == ["1", "", "", "2"]


def test_published_results_have_no_date_and_no_place_in_time(server, working, task, people, capsys):
    assert run(capsys, task)[0] == 0
    challenge = Challenge.objects.get()
    handed_in = {"submitter": people["ala"], "version": challenge.current, "state": Submission.State.SCORED}
    one = Submission.objects.create(challenge=challenge, description="our own", **handed_in)
    variant = Variant.objects.create(submission=one, name="out")
    about = {"challenge": challenge, "test": challenge.current.tests.get(), "shown": "50.00"}
    Score.objects.create(submission=one, variant=variant, value=0.5, **about)
    browser = Client()
    rows = browser.get("/challenges/pets-cats/board.json").json()["rows"]
    assert [row["is_published_result"] for row in rows if row["when"] is None] == [True, True, True, True]
    assert [row["submission"] for row in rows if row["when"] is not None] == [one.pk]
    lines = csv.DictReader(browser.get("/challenges/pets-cats/board.csv").content.decode().splitlines())
    assert sorted(bool(line["when"]) for line in lines) == [False, False, False, False, True]
    for order in ("when", "-when"):
        shown = rows_of(browser.get(f"/challenges/pets-cats/board?sort={order}").content.decode())
        assert ["just now" in row for row in shown] == [True, False, False, False, False]
    listed = rows_of(browser.get("/challenges/pets-cats/submissions").content.decode())
    assert ["just now" in row for row in listed] == [True, False, False, False, False]
    points = browser.get("/challenges/pets-cats/plots/history.json").json()["points"]
    assert [point["submission"] for point in points] == [one.pk]
    assert "that may be shown here" not in browser.get("/challenges/pets-cats/plots").content.decode()


def test_published_rows_are_nobodys_own(server, working, task, people, capsys):
    assert run(capsys, task)[0] == 0
    browser = Client()
    browser.force_login(people["administrator"])  # who published them
    text = browser.get("/challenges/pets-cats/board").content.decode()
    assert "good (Paper, Table 1)" in text
    assert "(you)" not in re.sub(r"<.*?>", "", text)


def test_a_second_run_brings_a_new_version_and_no_row_twice(server, working, task, tmp_path, capsys):
    assert run(capsys, task)[0] == 0
    gold = tmp_path / "gold" / "test-B"
    gold.mkdir(parents=True)
    (gold / "expected.tsv").write_text("a\na\nb\n")
    code, out, _err = run(capsys, task, "--expected", gold.parent)
    assert (code, "with 3 published results" in out) == (0, True)  # of one system on both tests is one row
    made = Challenge.objects.get()
    assert made.versions.count() == 2
    assert {test.split for test in made.current.tests.all()} == {"test-A", "test-B"}
    assert Submission.objects.filter(is_reference=True).count() == 4


def test_corrected_and_removed_results_are_followed_on_the_board(server, working, task, people, tmp_path, capsys):
    suite, results = tmp_path / "pets.toml", tmp_path / "pets.tsv"
    suite.write_text('homepage = "https://example.org/pets"\n' + suite.read_text())
    right = results.read_text()
    results.write_text(right.replace("90.00", "9.05"))
    assert run(capsys, task)[0] == 0
    kept = Submission.objects.get(description__startswith="poor")
    results.write_text("".join(line for line in right.splitlines(keepends=True) if "middling" not in line))
    code, out, err = run(capsys, task)
    assert (code, "with 2 published results" in out) == (0, True)
    assert "the scores of good (Paper, Table 1) were corrected there" in err
    assert "middling (Paper, Table 1) is not among the published results any more, and was removed there" in err
    board = Client().get("/challenges/pets-cats/board").content.decode()
    assert "90.00" in board
    assert "9.05" not in board
    assert "middling" not in board
    assert Submission.objects.get(description__startswith="poor", deleted=None) == kept  # what did not change stayed
    assert "there" not in run(capsys, task)[2]


def test_published_values_keep_the_digits_with_which_they_were_printed(server, working, task, tmp_path, capsys):
    results = tmp_path / "pets.tsv"
    assert run(capsys, task)[0] == 0
    results.write_text(results.read_text().replace("90.00", "90.0").replace("\t10.00", "\t10"))
    assert "corrected" not in run(capsys, task)[2]  # no score is another one
    assert {score.shown for score in Score.objects.all()} == {"90.0", "66.67", "10"}


def test_what_was_printed_stays_a_score_on_the_data_of_its_day(server, working, task, people, tmp_path, capsys):
    assert run(capsys, task)[0] == 0
    (tmp_path / "source" / "cats" / "test-A" / "expected.tsv").write_text("b\nb\na\n")
    code, _out, err = run(capsys, task, "--unchecked")
    assert (code, "corrected" in err) == (0, False)
    assert "the test was changed since these were printed, so the board marks them and gives them no rank: good" in err
    page = Client().get("/challenges/pets-cats/board").content.decode()
    row = page[page.index("good (Paper, Table 1)") :]
    assert row.index("scored on data that were replaced since") < row.index("</tr>")
    assert '<p class="muted">* scored on data that were replaced since' in page  # in words, below the table
    assert '<p class="muted">* scored on data that were replaced since' in embedded("pets-cats")
    lines = list(csv.DictReader(Client().get("/challenges/pets-cats/board.csv").content.decode().splitlines()))
    marked = {line["submitter"].split(" (")[0]: line["outdated"] for line in lines}
    accuracy = "test-A Accuracy"
    assert marked == {"good": accuracy, "middling": accuracy, "poor": accuracy, "a": ""}
    data = Client().get("/challenges/pets-cats/board.json").json()["rows"]
    assert {row["submitter"].split(" (")[0]: row["scores"][0]["is_outdated"] for row in data} == {
        "good": True, "middling": True, "poor": True, "a": False
    }  # fmt: skip
    text = Client().get("/challenges/pets-cats/board.tex").content.decode()
    assert "90.00$^{*}$" in text
    assert "$^{*}$ scored on data that were replaced since" in text
    baseline = Score.objects.get(submission__description="a")
    assert baseline.test in Challenge.objects.get().current.tests.all()  # it is counted anew for what is declared
    delete(Submission.objects.get(description__startswith="good"), people["administrator"])
    again = run(capsys, task, "--unchecked")[2]
    assert "no rank: middling (Paper, Table 1), poor (Paper, Table 1); where they hold" in again


def test_published_results_that_hold_for_changed_data_get_their_ranks_again_at_once(
    server, working, task, tmp_path, capsys
):
    assert run(capsys, task)[0] == 0
    before = ranks("pets-cats")
    assert any(before.values())
    (tmp_path / "source" / "cats" / "test-A" / "expected.tsv").write_text("b\nb\na\n")
    assert "run the same again with --results-hold" in run(capsys, task, "--unchecked")[2]
    assert not any(ranks("pets-cats").values())
    out, err = run(capsys, task, "--unchecked", "--no-rows")[1:]
    assert "pets-cats\n" in out  # it says of no results that it sent none
    code, out, err = run(capsys, task, "--unchecked", "--results-hold")
    assert (code, "with 3 published results" in out) == (0, True)
    assert "are marked no longer: good (Paper, Table 1), middling (Paper, Table 1), poor (Paper, Table 1)" in err
    assert ranks("pets-cats") == before
    assert "the data of now" not in run(capsys, task, "--unchecked")[2]


def test_published_results_that_hold_keep_their_places_in_the_suite_too(server, working, two_tasks, tmp_path, capsys):
    def places():
        rows = Client().get("/suites/pets/board.json").json()["rows"]
        return [(row["system"], row["rank"], row["scores"], row["outdated"]) for row in rows]

    assert run(capsys, two_tasks)[0] == 0
    before, ranked = places(), ranks("pets-cats")
    expected = tmp_path / "source" / "cats" / "test-A" / "expected.tsv"
    for labels in ("b\nb\na\n", "b\na\na\n"):  # at once with each repair, too
        expected.write_text(labels)
        code, _out, err = run(capsys, two_tasks, "--unchecked", "--results-hold")
        assert (code, "pets/cats: these hold for the data of now" in err) == (0, True)
        assert (places(), ranks("pets-cats")) == (before, ranked)


def ranks(slug):
    lines = csv.DictReader(Client().get(f"/challenges/{slug}/board.csv").content.decode().splitlines())
    return {line["submitter"]: line["rank"] for line in lines if line["submitter"] != "a"}


def embedded(slug):
    return Client().get(f"/challenges/{slug}/embed").content.decode()


def test_what_another_place_says_of_a_published_score_stands_wherever_the_score_does(
    server, working, task, tmp_path, capsys
):
    results = tmp_path / "pets.tsv"
    header, first, *rows = results.read_text().splitlines()
    with_reason = [f"{header}\tconflict", f"{first}\tthe talk says 91.00 & more", *(f"{row}\t" for row in rows)]
    results.write_text("\n".join(with_reason) + "\n")
    assert run(capsys, task)[0] == 0
    submission = Submission.objects.get(description__startswith="good")
    reason = '<p class="muted">* good (Paper, Table 1): the talk says 91.00 &amp; more</p>'
    browser = Client()
    for address in ("/challenges/pets-cats/board", "/challenges/pets-cats/submissions", "/challenges/pets-cats/embed"):
        page = browser.get(address).content.decode()
        assert reason in page, address
        assert page.count('">*</span>') == 1, address
    page = browser.get(f"/submissions/{submission.pk}").content.decode()
    assert '<p class="muted">* test-A Accuracy: the talk says 91.00 &amp; more</p>' in page
    (line, *others) = csv.DictReader(browser.get("/challenges/pets-cats/board.csv").content.decode().splitlines())
    assert line["conflict"] == "test-A Accuracy: the talk says 91.00 & more"
    assert {other["conflict"] for other in others} == {""}
    said = [row["scores"][0]["conflict"] for row in browser.get("/challenges/pets-cats/board.json").json()["rows"]]
    assert said == ["the talk says 91.00 & more", "", "", ""]
    text = browser.get("/challenges/pets-cats/board.tex").content.decode()
    assert r"90.00}$^{*}$" in text
    assert r"$^{*}$ good (Paper, Table 1): the talk says 91.00 \& more" in text
    results.write_text("\n".join([header, first, *rows]) + "\n")
    assert "corrected" not in run(capsys, task)[2]  # no score is another one
    assert "the talk says" not in browser.get("/challenges/pets-cats/board").content.decode()


def test_the_page_of_a_published_row_says_in_one_sentence_what_holds_of_its_score(
    server, working, task, tmp_path, capsys
):
    suite, results = tmp_path / "pets.toml", tmp_path / "pets.tsv"
    header, first, *rows, on_test_b = results.read_text().splitlines()
    table = [f"{header}\tconflict\trank", f"{first}\tthe talk says 91.00\t", *(f"{row}\t\t" for row in rows)]
    results.write_text("\n".join([*table, f"{on_test_b}\t\t1"]) + "\n")  # test-B decided
    assert run(capsys, suite)[0] == 0
    assert said_of("good") == ["* test-A Accuracy: the talk says 91.00"]
    assert said_of("poor") == []
    text = re.sub("<.*?>", "", page_of_row("good"))
    assert "test-A did not decide the competition; the final ranking is on test-B." in text
    (tmp_path / "source" / "cats" / "test-A" / "expected.tsv").write_text("b\nb\na\n")
    assert run(capsys, suite, "--unchecked")[0] == 0
    replaced = "scored on data that were replaced since"
    assert said_of("good") == [f"* test-A Accuracy: {replaced}; the talk says 91.00"]
    assert said_of("poor") == [f"* test-A Accuracy: {replaced}"]
    for address in ("/challenges/pets-cats/board", "/challenges/pets-cats/embed"):
        notes = starred(Client().get(address).content.decode())
        assert notes == [
            f"* {replaced}, so the score gives no rank",
            f"* good (Paper, Table 1): {replaced}, so the score gives no rank; the talk says 91.00",
        ]


def page_of_row(name):
    """The page of a published row, by its link on the board."""
    browser = Client()
    board = browser.get("/challenges/pets-cats/board").content.decode()
    return browser.get(re.search(rf'<a[^>]* href="(/submissions/\d+)"[^>]*><bdi>{name} \(', board)[1]).content.decode()


def said_of(name):
    return starred(page_of_row(name))


def starred(page):
    """What stars on a page say."""
    return re.findall(r'<p class="muted">(\* .*?)</p>', page)


def test_a_row_that_others_added_stays_and_is_told(server, working, task, people, capsys):
    assert run(capsys, task)[0] == 0
    add_reference(Challenge.objects.get(), people["administrator"], ReferenceRow("Blog", {"test-A Accuracy": 0.5}))
    err = run(capsys, task)[2]
    assert f"Blog on {server}/challenges/pets-cats/board is not among the published results; delete it" in err
    assert Submission.objects.filter(is_reference=True, deleted=None).count() == 5


def test_the_other_tasks_are_published_where_one_cannot_be(server, working, task, tmp_path, capsys):
    path = tmp_path / "pets.toml"
    text = path.read_text()
    cats_alone = text[text.index("[[tasks]]") :]
    dogs = cats_alone.replace('"cats"', '"dogs"').replace("source/cats", "source/dogs")
    path.write_text(text.replace(cats_alone, f"{dogs}\n\n{cats_alone}"))
    code, out, err = run(capsys, path, "--from", tmp_path / "source")
    assert (code, out.splitlines()) == (
        1,
        [
            f"pets: {server}/suites/pets",
            f"pets/cats: {server}/challenges/pets-cats, with 3 published results and 1 baseline",
        ],
    )
    assert "not published: pets/dogs" in err
    assert [made.slug for made in Challenge.objects.all()] == ["pets-cats"]
    suite = PlatformSuite.objects.get()
    assert [(one.name, one.challenge.slug) for one in suite.tasks.all()] == [("cats", "pets-cats")]
    assert [task["name"] for task in suite.card["tasks"]] == ["dogs", "cats"]


OVERLAPPING = """
[[phases]]
name = "practice"
[[phases]]
name = "final"
opens = "2027-05-01T12:00+02:00"
"""


def test_phases_that_overlap_are_told_before_anything_is_made(server, task, tmp_path, capsys):
    path = tmp_path / "pets.toml"
    path.write_text(path.read_text() + OVERLAPPING)
    code, _, err = run(capsys, path)
    assert code != 0
    assert "pets.toml: the phases 'practice' and 'final' overlap; close the one when the other opens" in err
    assert not Challenge.objects.exists()
    assert not PlatformSuite.objects.exists()


def test_tasks_are_shown_when_their_phases_stand_and_changed_phases_follow(server, working, task, tmp_path, capsys):
    path = tmp_path / "pets.toml"
    plain = path.read_text()
    path.write_text(plain + OVERLAPPING.replace('"practice"', '"practice"\ncloses = "2027-05-01T12:00+02:00"'))
    code, _, err = run(capsys, path)
    assert (code, "arranged on the platform" in err) == (0, False)
    made = Challenge.objects.get(slug="pets-cats")
    assert [one.name for one in made.phases.all()] == ["practice", "final"]
    path.write_text(plain + OVERLAPPING.replace('"practice"', '"practice"\ncloses = "2027-05-01T11:00+02:00"'))
    assert run(capsys, path)[0] == 0
    assert made.phases.get(name="practice").closes.hour == 9  # UTC
    made.phases.filter(name="final").update(disclosure="hidden")
    assert "its phases were arranged on the platform, and stay as they are there" in run(capsys, path)[2]


def test_the_phase_that_decides_is_said_in_the_plan_and_keeps_its_ranks(server, working, task, tmp_path, capsys):
    path = tmp_path / "pets.toml"
    plain, ends = path.read_text(), "2020-05-01T12:00Z"

    def told(final=""):
        path.write_text(
            f'{plain}\n[[phases]]\nname = "final"\ncloses = "{ends}"\n{final}\n'
            f'[[phases]]\nname = "afterwards"\nopens = "{ends}"\n'
        )
        code, _, err = run(capsys, path)
        assert (code, "arranged on the platform" in err) == (0, False)
        phases = Client().get("/api/v1/challenges/pets-cats/phases").json()
        return {one["name"]: one["decides"] for one in phases}

    assert told() == {"final": False, "afterwards": True}, "the last one, where none says so"
    assert told("decides = true") == {"final": True, "afterwards": False}, "a plan that says more is followed"
    assert told("decides = true") == {"final": True, "afterwards": False}
    assert told() == {"final": True, "afterwards": False}, "what it says nothing of stays"


def test_a_phase_whose_scores_everybody_knows_is_opened_again_only_where_one_insists(
    server, working, task, tmp_path, capsys
):
    path = tmp_path / "pets.toml"
    plain = path.read_text()

    def closing(year):
        path.write_text(f'{plain}\n[[phases]]\nname = "final"\ncloses = "{year}-05-01T12:00Z"\ndisclosure = "hidden"\n')
        return path

    assert run(capsys, closing(2020))[0] == 0
    assert run(capsys, closing(2021))[0] == 0, "nobody knows scores yet"
    assert main(["suite", "disclose", str(path), "--yes"]) == 0
    capsys.readouterr()
    code, _, err = run(capsys, closing(2099))
    assert code != 0
    assert "cats: everybody knows the scores of the phase “final” since" in err
    assert "and people could submit in it again. Nothing was published;" in err
    assert "or let it go on with --reopen" in err
    (phase,) = Challenge.objects.get(slug="pets-cats").phases.all()
    assert phase.closes.year == 2021
    assert run(capsys, path, "--reopen")[0] == 0
    phase.refresh_from_db()
    assert (phase.closes.year, phase.disclosed_from is None) == (2099, False)
    assert run(capsys, path)[0] == 0, "what is so already is no question"


def test_after_the_end_a_later_one_is_advised_and_where_private_parts_are_known_another_phase(
    server, working, task, tokens, tmp_path, capsys
):
    path, test = tmp_path / "pets.toml", tmp_path / "source" / "cats" / "test-A"
    plain = path.read_text()
    (test / "in.tsv").write_text("".join(f"{at}\tWhich of the cats is number {at}?\n" for at in range(20)))
    (test / "expected.tsv").write_text("a\nb\n" * 10)  # three lines are too few to be divided

    def published(closes):
        path.write_text(f'{plain}\n[[phases]]\nname = "final"\ncloses = "{closes}-05-01T12:00Z"\n')
        code, _, err = run(capsys, path, "--unchecked", "--end-early")
        assert code == 0
        return err

    over = "pets: all phases are over, so nobody can submit; "
    assert over not in published(2099)
    assert f"{over}set a later `closes` to change that" in published(2020)
    assert over not in published(2099)
    key = {"HTTP_AUTHORIZATION": f"Bearer {tokens['administrator']}"}
    saved = {"is_divided": True, "share": 0.5}
    rule = Client().put("/api/v1/challenges/pets-cats/division", saved, content_type="application/json", **key)
    assert rule.status_code == 200, rule.content
    assert f"{over}add a phase to change that" in published(2020)


@pytest.mark.usual_rules
def test_unchanged_data_make_no_version(server, working, task, capsys):
    first = run(capsys, task)
    assert (first[0], "version 1.0.0 is the current one; tests: test-A" in first[2]) == (0, True)
    assert "the challenge is not published yet: organisers alone see it now" in first[2]
    assert "everybody sees pets/cats\n" in first[2], "the command published it then"
    in_steps = f"scores on hidden tests are shown in steps, as finely as their lines justify; {server}/challenges/"
    assert in_steps in first[2]
    code, _out, err = run(capsys, task)
    assert in_steps not in err
    assert (code, Challenge.objects.get().versions.count()) == (0, 1)
    assert "nothing has changed: version 1.0.0 stays the current one" in err
    assert "organisers alone" not in err


def test_a_division_that_waits_for_a_new_version_begins_only_where_that_is_asked_for(
    server, working, task, tokens, people, capsys, tmp_path
):
    assert run(capsys, task)[0] == 0
    outputs = tmp_path / "out.tsv"
    outputs.write_text("a\na\na\n")
    submit_files(Challenge.objects.get(), [Uploaded(outputs, "out.tsv", "test-A")], Handing(people["administrator"]))
    key = {"HTTP_AUTHORIZATION": f"Bearer {tokens['administrator']}"}
    saved = {"is_divided": True, "share": 0.5}
    rule = Client().put("/api/v1/challenges/pets-cats/division", saved, content_type="application/json", **key)
    assert (rule.status_code, rule.json()["holds_now"]) == (200, False)
    code, _out, err = run(capsys, task)
    assert code == 1
    assert "has hidden tests that would be divided into a public and a private part from this version on" in err
    assert "add --divide to let them" in err
    code, _out, err = run(capsys, task, "--divide")
    assert "too small for two parts" in err  # so it was asked for


def test_lines_of_the_log_name_their_task_and_a_first_run_is_no_fault(server, working, two_tasks, capsys, caplog):
    code, _out, err = run(capsys, two_tasks)
    assert code == 0
    for name in ("cats", "dogs"):
        assert f"pets/{name}: the challenge is not published yet: organisers alone see it now" in err
        assert f"pets/{name}: version 1.0.0 is the current one" in err
    assert "Not Found" not in caplog.text


def test_that_something_is_scored_again_is_said_of_changed_tests_alone(server, working, task, people, tmp_path, capsys):
    expected = tmp_path / "source" / "cats" / "test-A" / "expected.tsv"
    assert run(capsys, task)[0] == 0
    expected.write_text("b\nb\na\n")
    err = run(capsys, task, "--unchecked")[2]
    assert "tests have changed\n" in err  # published results alone are there, which nobody scores
    challenge = Challenge.objects.get()
    about = {"version": challenge.current, "state": Submission.State.FAILED, "submitter": people["ala"]}
    Submission.objects.create(challenge=challenge, **about)
    assert "tests have changed" not in run(capsys, task, "--unchecked")[2]
    expected.write_text("b\na\na\n")
    assert "tests have changed: what was handed in is scored again\n" in run(capsys, task, "--unchecked")[2]


def without_last_line(folder):
    for name in ("in.tsv", "expected.tsv"):
        path = folder / "test-A" / name
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))


def test_a_test_that_lost_a_line_takes_no_ranks_unless_one_insists(
    server, working, two_tasks, people, tokens, tmp_path, capsys
):
    assert run(capsys, two_tasks)[0] == 0
    outputs = tmp_path / "out.tsv"
    outputs.write_text("a\nb\na\n")
    cats = Challenge.objects.get(slug="pets-cats")
    submit_files(cats, [Uploaded(outputs, "out.tsv", "test-A")], Handing(people["ala"]))
    until(lambda: Submission.objects.filter(submitter=people["ala"], state="scored").exists())
    source = tmp_path / "source" / "cats"
    swapped = source / "test-A" / "expected.tsv"
    labels = swapped.read_text()
    swapped.write_text(labels.translate({ord("a"): "b", ord("b"): "a"}))
    code, out, err = run(capsys, two_tasks, "--unchecked")
    assert "3 of 3 expected results of test-A differ from the current version" in err
    assert "another task, or add --replace-results to publish it" in err
    swapped.write_text(labels)
    held_back = (source / "test-A" / "expected.tsv").rename(tmp_path / "held back")
    (source / "test-B" / "expected.tsv").write_text("a\n" * (source / "test-B" / "in.tsv").read_text().count("\n"))
    code, out, err = run(capsys, two_tasks, "--unchecked")
    (source / "test-B" / "expected.tsv").unlink()
    assert (code, out) == (1, "")
    assert "pets-cats has 1 submission with 3 lines of test-A, which is left out now: they would have no scores" in err
    held_back.rename(source / "test-A" / "expected.tsv")
    inputs = source / "test-A" / "in.tsv"
    as_before = inputs.read_text()
    inputs.write_text("".join(reversed(as_before.splitlines(keepends=True))))
    code, out, err = run(capsys, two_tasks, "--unchecked", "--yes")
    assert (code, out) == (1, "")
    assert "the inputs of test-A are those of the current version in another order, 2 of 3 in other places" in err
    assert "1 submission would lose scores and ranks" in err
    inputs.write_text(as_before)
    for name in ("cats", "dogs"):
        without_last_line(tmp_path / "source" / name)
    code, out, err = run(capsys, two_tasks, "--unchecked")
    assert (code, out) == (1, "")
    assert "pets-cats has 1 submission with 3 lines of test-A, which has 2 now: they could not be scored again" in err
    assert "add --drop-scores to go on all the same" in err
    assert "nothing was published" in err
    assert {one.versions.count() for one in Challenge.objects.all()} == {1}, "the other task waits too"
    assert run(capsys, two_tasks, "--unchecked", "--drop-scores")[0] == 0
    numbers = [one.current.number for one in Challenge.objects.order_by("slug")]
    assert numbers == ["2.0.0", "1.0.1"], "other lines of what was handed in are another test"
    until(lambda: Submission.objects.get(submitter=people["ala"]).not_rescored)
    told_where_it_was_not_scored_again(people, tokens)
    without_last_line(tmp_path / "source" / "cats")
    assert run(capsys, two_tasks, "--unchecked")[0] == 0, "nothing has a score any more that could be lost"


def told_where_it_was_not_scored_again(people, tokens):
    why = "there are 3 lines, but 2 in test-A/in.tsv"
    pages = Client()
    pages.force_login(people["administrator"])

    def text(address):
        return " ".join(re.sub(r"<[^>]+>", " ", pages.get(address).content.decode()).split())

    number = Submission.objects.get(submitter=people["ala"]).pk
    assert "not scored again" in text("/suites/pets")
    assert "is scored again" not in text("/challenges/pets-cats/board")
    assert why in text(f"/submissions/{number}")
    key = {"HTTP_AUTHORIZATION": f"Bearer {tokens['administrator']}"}
    said = Client().get(f"/api/v1/submissions/{number}", **key).json()
    assert (said["state"], said["failure"]) == ("scored", None)
    assert said["not_rescored"]["message"].startswith(why)
    assert Client().get(f"/api/v1/submissions/{number}").json()["not_rescored"] is None
    assert why not in Client().get(f"/submissions/{number}").content.decode(), "others read no reason"


def until(is_so):
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_an_import_of_a_test_that_lost_a_line_takes_no_ranks_unless_it_is_said_to(
    server, working, task, people, tmp_path, capsys
):
    assert run(capsys, task)[0] == 0
    outputs = tmp_path / "out.tsv"
    outputs.write_text("a\nb\na\n")
    submit_files(Challenge.objects.get(), [Uploaded(outputs, "out.tsv", "test-A")], Handing(people["ala"]))
    until(lambda: Submission.objects.filter(submitter=people["ala"], state="scored").exists())
    without_last_line(tmp_path / "source" / "cats")
    pages = Client()
    pages.force_login(people["administrator"])
    content = packed(tmp_path / "source" / "cats")
    sent = {"source": "upload", "hidden": "kept", "change": "patch", "archive": content()}
    found = pages.post("/challenges/pets-cats/organise/versions", sent)
    until(lambda: "What was found" in pages.get(found["Location"]).content.decode())
    page = pages.get(found["Location"]).content.decode()
    assert "test-A would have 2 lines, and 1 submission has 3: it could not be scored again" in page
    assert "These submissions may lose their scores and ranks" in page
    refused = pages.post(f"{found['Location']}/confirm", follow=True).content.decode()
    assert "Nothing has changed yet: say that submissions may lose their scores" in refused
    assert Challenge.objects.get().versions.count() == 1
    pages.post(f"{found['Location']}/confirm", {"drops_scores": "on"})
    until(lambda: Challenge.objects.get().versions.count() == 2)


def packed(folder):
    """An archive of a challenge, made anew each time."""

    def archive():
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as file:
            for path in sorted(folder.rglob("*")):
                if path.is_file() and not {".git", "test-B"} & set(path.parts):
                    file.write(path, path.relative_to(folder))
        return SimpleUploadedFile("cats.zip", content.getvalue())

    return archive


def test_what_was_built_before_is_published(server, working, task, tmp_path, capsys):
    assert main(["suite", "get", task, "--to", str(tmp_path / "data" / "cats"), "--quiet"]) == 0
    code, out, err = run(capsys, task.rpartition("/")[0], "--from", tmp_path / "data")
    assert (code, "challenges/pets-cats, with 3 published results" in out) == (0, True), err


def test_a_folder_that_lacks_that_of_a_task_is_called_so(server, working, task, tmp_path, capsys):
    (tmp_path / "data" / "dogs").mkdir(parents=True)
    code, out, err = run(capsys, task, "--from", tmp_path / "data")
    assert (code, out) == (1, "")
    assert f"pets/cats: {tmp_path}/data: there is no folder cats here, no " in err
    assert "no split with" not in err


def test_a_challenge_may_stay_unseen_and_without_rows(server, working, task, capsys):
    code, out, _err = run(capsys, task, "--slug", "quiz", "--no-show", "--no-rows")
    assert (code, "challenges/quiz\n" in out) == (0, True)
    assert not Challenge.objects.get().is_published
    assert not Submission.objects.exists()


def test_what_the_platform_refuses_at_the_end_is_told_with_its_task(server, working, two_tasks, monkeypatch, capsys):
    post = PlatformClient.post

    def refusing(self, path, data):
        if path == "/challenges/pets-dogs/publish":
            raise PlatformError("Only organisers of the challenge may do this.", "forbidden")
        return post(self, path, data)

    monkeypatch.setattr(PlatformClient, "post", refusing)
    code, _out, err = run(capsys, two_tasks)
    assert code == 1
    assert "pets/dogs: Only organisers of the challenge may do this." in err.splitlines()[-1]


def test_a_name_that_no_challenge_can_have_is_refused_in_a_sentence(server, working, task, capsys):
    code, out, err = run(capsys, task, "--slug", "żółw i kot")
    assert (code, out, "Traceback" in err) == (1, "", False)
    assert "pets/cats: Use small letters, digits and hyphens" in err
    assert not Challenge.objects.exists()


def test_what_the_platform_refuses_is_told(server, working, task, people, monkeypatch, tmp_path, capsys):
    assert run(capsys, task, "--expected", tmp_path)[0] == 1
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(people["ala"], name="x", scopes=["read", "submit"]))
    code, _out, err = run(capsys, task)
    assert (code, "does not allow organise" in err) == (1, True)
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(people["ala"], name="y", scopes=["read", "organise"]))
    code, _out, err = run(capsys, task)
    assert (code, "You may not make challenges here; ask the operators." in err) == (1, True)
    assert not Challenge.objects.exists()


def test_other_data_than_declared_are_refused_before_anything_is_sent(server, task, tmp_path, capsys):
    train = tmp_path / "source" / "cats" / "train" / "in.tsv"
    train.write_text(train.read_text().replace("Ala", "Ula"))
    code, out, err = run(capsys, task.rpartition("/")[0])
    assert (code, out) == (1, "")
    assert re.search(r"pets/cats: train/in.tsv: the content has the sha256 \w{64}, declared is \w{64}; take the", err)
    assert "add --unchecked to publish what is there" in err
    assert "nothing was published; mend what is said above" in err
    assert not Challenge.objects.exists()
    assert not PlatformSuite.objects.exists()


def test_other_data_are_published_where_one_insists(server, working, task, tmp_path, capsys):
    train = tmp_path / "source" / "cats" / "train" / "in.tsv"
    train.write_text(train.read_text().replace("Ala", "Ula"))
    assert run(capsys, task, "--unchecked")[0] == 0
    assert Challenge.objects.get().is_published


TOYS = 'name = "toys"\ntitle = "Toys"\ndescription = "Toys."\n[licence]\nname = "MIT"\nspdx = "MIT"\nnotice = "-"\n'


@pytest.fixture
def made(tmp_path):
    """A suite of tasks, made of the texts of their splits; each is labelled by its last letter."""

    def act(tasks):
        plan = TOYS
        for task, splits in tasks.items():
            plan += f'[[tasks]]\nname = "{task}"\ntitle = "{task}"\ndescription = "-"\n'
            plan += f'schemes = ["Accuracy"]\ndata = "data/{task}"\n'
            for split, texts in splits.items():
                folder = tmp_path / "data" / task / split
                folder.mkdir(parents=True)
                (folder / "in.tsv").write_text("".join(f"{text}\n" for text in texts))
                (folder / "expected.tsv").write_text("".join(f"{text[-1]}\n" for text in texts))
        (tmp_path / "plan.toml").write_text(plan)
        assert main(["suite", "new", str(tmp_path / "plan.toml"), "--to", str(tmp_path / "toys")]) == 0
        return tmp_path / "toys" / "toys.toml"

    return act


def test_texts_of_a_test_that_train_has_are_told_of(server, working, made, capsys):
    there = made({"cats": {"train": ["a cat", "a dog"], "test-A": ["A cat!", "two cats", "two dogs"]}})
    said = "warning: toys/cats: 1 of the 3 texts of test-A stands in train, word for word"
    assert said in capsys.readouterr().err
    code, _out, err = run(capsys, there)
    assert (code, said in err) == (0, True), err


STORY = "the old {} of the house by the river sleeps on a warm stone all day long {}"


def test_a_test_whose_texts_are_nearly_those_of_train_is_published_only_where_one_insists(
    server, working, made, capsys
):
    animals = ["cat", "dog", "owl", "fox"]
    train = [STORY.format(animal, animal[0]) for animal in animals]
    there = made({"cats": {"train": train, "test-A": [text.replace("warm", "cold") for text in train]}})
    capsys.readouterr()
    assert main(["suite", "check", str(there), str(there.parent), "--quiet"]) == 1
    said = "texts of test-A that stand in train too, word for word or nearly: 4 (0 word for word)"
    assert said in capsys.readouterr().out
    code, out, err = run(capsys, there)
    assert (code, out, Challenge.objects.count()) == (1, "", 0)
    assert f"toys/cats: {said}; take another test set, or add --unchecked to publish this one" in err
    code, _out, err = run(capsys, there, "--unchecked")
    assert (code, f"warning: toys/cats: {said}; see  probierz suite check" in err) == (0, True)


def test_a_test_that_stands_in_another_task_with_its_labels_is_published_only_where_one_insists(
    server, working, made, capsys
):
    cats = {"train": ["one cat", "one dog"], "test-A": ["two cats", "two dogs"]}
    there = made({"cats": cats, "dogs": {"dev-0": ["two dogs", "two cats"], "test-A": ["nine cats", "nine dogs"]}})
    said = "toys/cats: 2 of the 2 texts of test-A stand in dev-0 of toys/dogs, word for word"
    assert said in capsys.readouterr().err
    code, out, err = run(capsys, there)
    assert (code, out, Challenge.objects.count()) == (1, "", 0)
    assert f"{said}; take another test set, or add --unchecked" in err
    assert run(capsys, there, "--unchecked", "--yes")[0] == 0
    assert Challenge.objects.count() == 2


@pytest.mark.parametrize("split", ["train", "test-A"])
def test_answers_of_ones_other_hidden_test_are_published_only_where_one_insists(
    server, working, made, people, tmp_path, capsys, split
):
    there = made({"cats": {"train": ["one cat", "one dog"], "test-A": ["a cat", "a dog"]}})
    shutil.copytree(tmp_path / "data" / "cats", tmp_path / "old")
    other = {"train": "test-A", "test-A": "dev-0"}[split]
    (tmp_path / "old" / split).rename(tmp_path / "old" / "kept")
    shutil.rmtree(tmp_path / "old" / {"train": "test-A", "test-A": "train"}[split])
    (tmp_path / "old" / "kept").rename(tmp_path / "old" / other)
    (tmp_path / "old" / "config.txt").write_text("--metric Accuracy\n")
    (tmp_path / "old" / "README.md").write_text("# Old\n\nCats.\n")
    publish_version(create_unasked("old", people["administrator"]), tmp_path / "old")
    capsys.readouterr()
    code, out, err = run(capsys, there)
    assert (code, out, Challenge.objects.get(slug="toys-cats").current) == (1, "", None)
    assert f"2 of 2 texts of {'old/test-A, the' if split == 'train' else 'the'} hidden test" in err
    assert "or add --unchecked to publish it" in err
    assert run(capsys, there, "--unchecked")[0] == 0
    assert Challenge.objects.get(slug="toys-cats").is_published


def test_what_tasks_share_on_purpose_is_not_told(server, working, made, capsys):
    splits = {"dev-0": ["one cat", "one dog"], "test-A": ["two cats", "two dogs"]}
    others = {"dev-0": ["two dogs", "two cats"], "test-A": ["one dog", "one cat"]}
    there = made({"cats": splits, "dogs": others, "birds": {"dev-0": ["a bird"], "test-A": ["birds"]}})
    there.write_text(there.read_text().replace('name = "cats"', 'name = "cats"\nshares = ["dogs"]', 1))
    capsys.readouterr()
    code, _out, err = run(capsys, there, "--yes")
    assert (code, "word for word" in err) == (0, False), err


def test_a_test_that_is_the_train_set_is_published_only_where_one_insists(server, working, made, tmp_path, capsys):
    made({"cats": {"train": ["a cat", "a dog"], "test-A": ["a cat", "a dog"]}})
    capsys.readouterr()
    code, out, err = run(capsys, tmp_path / "toys" / "toys.toml")
    assert (code, out, Challenge.objects.count()) == (1, "", 0)
    assert "toys/cats: 2 of the 2 texts of test-A stand in train, word for word; take another test set, or" in err
    assert run(capsys, tmp_path / "toys" / "toys.toml", "--unchecked")[0] == 0
    assert Challenge.objects.get().slug == "toys-cats"


def test_other_expected_results_than_declared_are_refused_where_they_come_apart(server, task, tmp_path, capsys):
    gold = tmp_path / "gold" / "test-A"
    gold.mkdir(parents=True)
    (tmp_path / "source" / "cats" / "test-A" / "expected.tsv").rename(gold / "expected.tsv")
    (gold / "expected.tsv").write_text("b\nb\nb\n")
    code, _out, err = run(capsys, task, "--expected", gold.parent)
    assert (code, "gold/test-A/expected.tsv: the lines have the sha256" in err) == (1, True), err
    assert not Challenge.objects.exists()


def test_what_cannot_be_scored_is_found_before_another_task_is_sent(server, two_tasks, tmp_path, capsys):
    (tmp_path / "source" / "dogs" / "train" / "expected.tsv").write_bytes(b"a\r\nb\r\na\r\nb\r\n")
    code, out, err = run(capsys, two_tasks, "--unchecked")
    assert (code, out, "pets/dogs: train/expected.tsv" in err) == (1, "", True), err
    assert not Challenge.objects.exists()


def test_files_that_the_platform_does_not_take_are_told_with_its_reason(
    server, working, task, tmp_path, monkeypatch, capsys
):
    (tmp_path / "source" / "cats" / "test-A" / "expected.tsv").write_text("a\n")
    monkeypatch.setattr("probierz.cli.suite.packed_tasks._looked_into", lambda *_, **__: ([], [], {}))  # as before
    code, _out, err = run(capsys, task, "--unchecked")
    assert (code, "the platform did not take the files" in err) == (1, True), err


def test_a_task_published_from_its_source_is_what_suite_get_makes(server, working, task, tmp_path, capsys):
    assert run(capsys, task)[0] == 0
    made = Challenge.objects.get()
    files = places.version_folder("pets-cats", made.current.folder)
    assert "CC BY 4.0. Name the authors." in (files / "LICENCE.txt").read_text()
    assert main(["suite", "get", task, "--to", str(tmp_path / "data" / "cats"), "--quiet"]) == 0
    assert run(capsys, task, "--from", tmp_path / "data" / "cats")[0] == 0
    assert made.versions.count() == 1


def test_a_changed_licence_and_citation_of_a_task_stand_on_its_page_and_in_its_archive(
    server, working, two_tasks, tmp_path, capsys
):
    assert run(capsys, two_tasks)[0] == 0
    about = Client().get("/challenges/pets-dogs/about").content.decode()
    assert "CC BY 4.0. Name the authors." in about
    assert "CITATION.bib" not in about
    head, dogs = two_tasks.read_text().split('name = "dogs"')
    own = 'citation = "@misc{dogs, title = {Dogs}}"\nlicence = { name = "MIT", spdx = "MIT", notice = "Keep <this>." }'
    two_tasks.write_text(f'{head}name = "dogs"\n{own}{dogs}')
    assert run(capsys, two_tasks)[0] == 0
    about = Client().get("/challenges/pets-dogs/about").content.decode()
    assert "SPDX-License-Identifier: MIT\nMIT. Keep &lt;this&gt;." in about
    assert "@misc{dogs, title = {Dogs}}" in about
    assert Challenge.objects.get(slug="pets-dogs").versions.count() == 2
    assert Challenge.objects.get(slug="pets-cats").versions.count() == 1  # which has the suite's licence
    sent = Client().get("/challenges/pets-dogs/data.zip")
    with zipfile.ZipFile(io.BytesIO(b"".join(sent.streaming_content))) as archive:
        files = {name.rpartition("/")[2]: archive.read(name).decode() for name in archive.namelist()}
    assert "Keep <this>." in files["LICENCE.txt"]
    assert files["CITATION.bib"] == "@misc{dogs, title = {Dogs}}\n"


def test_a_real_task_with_another_test_is_refused(server, data_dir, tmp_path, capsys):
    source = data_dir / "poleval-2021" / "qa"
    if not source.is_dir():
        pytest.skip(f"no real data: {source} is not there")
    shutil.copytree(source, tmp_path / "qa", copy_function=shutil.copyfile)
    for path in (tmp_path / "qa" / "dev-0").iterdir():
        shutil.copyfile(path, tmp_path / "qa" / "test-A" / path.name)
    code, _out, err = run(capsys, "poleval-2021/qa", "--from", tmp_path / "qa")
    assert (code, "test-A/in.tsv: the content has the sha256" in err) == (1, True), err
    assert not Challenge.objects.exists()


def test_a_real_task_is_published_with_the_rows_of_its_open_tests(server, working, data_dir, capsys):
    code, out, err = run(capsys, "poleval-2021/qa", "--from", data_dir)
    assert (code, "challenges/poleval-2021-qa, with 2 published results" in out) == (0, True), err
    made = Challenge.objects.get()
    assert {(test.split, test.is_hidden) for test in made.current.tests.all()} == {("dev-0", False), ("test-A", True)}
    assert {score.shown for score in Score.objects.all()} == {"5.10", "5.72", "18", "16.64"}  # as printed


def let_everybody_make_challenges(settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_NEW_CHALLENGES": "everybody"}


def test_nothing_is_sent_where_a_later_challenge_is_somebody_elses(
    server, two_tasks, people, settings, monkeypatch, capsys
):
    let_everybody_make_challenges(settings)
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(people["ala"], name="x", scopes=["read", "organise"]))
    theirs = create_unasked("pets-dogs", people["organiser"])
    Challenge.objects.filter(pk=theirs.pk).update(is_published=True)
    code, out, err = run(capsys, two_tasks)
    assert (code, out) == (1, "")
    assert f"pets/dogs: {server}/challenges/pets-dogs is there already. Only organisers of the challenge" in err
    assert "nothing was published; mend what is said above" in err
    assert [made.slug for made in Challenge.objects.all()] == ["pets-dogs"]
    assert not PlatformSuite.objects.exists()


def test_a_challenge_of_others_is_found_among_many_that_have_its_name_in_theirs(
    server, two_tasks, people, settings, monkeypatch, capsys
):
    monkeypatch.setattr("probierz.cli.suite.platform_challenges.PER_PAGE", 2)
    let_everybody_make_challenges(settings)
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(people["ala"], name="x", scopes=["read", "organise"]))
    for slug in ("pets-dogs", *(f"pets-dogs-{number}" for number in range(4))):  # the newest are listed first
        create_unasked(slug, people["organiser"])
    Challenge.objects.update(is_published=True)
    code, out, err = run(capsys, two_tasks)
    assert (code, out) == (1, "")
    assert f"pets/dogs: {server}/challenges/pets-dogs is there already. Only organisers of the challenge" in err
    assert "pets-cats" not in Challenge.objects.values_list("slug", flat=True)


@pytest.fixture
def taken(two_tasks, people, settings, monkeypatch):
    """The suite, whose second task has the name of a challenge that others are preparing, unseen."""
    let_everybody_make_challenges(settings)
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(people["ala"], name="x", scopes=["read", "organise"]))
    create_unasked("pets-dogs", people["organiser"])
    return two_tasks


def test_nothing_is_shown_before_all_of_a_suite_is_there_and_another_run_goes_on(server, working, taken, capsys):
    code, out, err = run(capsys, taken)
    assert (code, out) == (1, "")
    assert "pets/dogs: " in err
    assert "on the platform, and not shown to others yet: pets/cats; not published: pets/dogs; mend what" in err
    assert not Challenge.objects.get(slug="pets-cats").is_published
    assert Client().get("/suites/pets").status_code == 404
    Challenge.objects.get(slug="pets-dogs").delete()
    code, out, err = run(capsys, taken)
    assert (code, [line.split(": ")[0] for line in out.splitlines()]) == (0, ["pets", "pets/cats", "pets/dogs"]), err
    cats = Challenge.objects.get(slug="pets-cats")
    assert (cats.is_published, cats.versions.count()) == (True, 1)
    assert Submission.objects.filter(challenge=cats, is_reference=True).count() == 4
    assert Client().get("/suites/pets").status_code == 200


def test_files_that_are_not_taken_keep_no_other_task_from_getting_there(
    server, working, two_tasks, tmp_path, monkeypatch, capsys
):
    (tmp_path / "source" / "cats" / "test-A" / "expected.tsv").write_text("a\n")
    monkeypatch.setattr("probierz.cli.suite.packed_tasks._looked_into", lambda *_, **__: ([], [], {}))  # as before
    code, out, err = run(capsys, two_tasks, "--unchecked")
    assert (code, out) == (1, "")
    assert "not shown to others yet: pets/dogs; not published: pets/cats;" in err


@pytest.fixture
def compared(two_tasks, tmp_path):
    """The suite with an average, and for both tasks an official submission below a baseline, above an ablation."""
    text = two_tasks.read_text()
    two_tasks.write_text(text.replace('published = "pets.tsv"', 'published = "pets.tsv"\nhas_average = true'))
    systems = [("best guess", "99.0", "baseline"), ("ours", "80.0", "official"), ("ours less", "70.0", "ablation")]
    rows = [f"{task}\ttest-A\tAccuracy\t{name}\t{value}\t{kind}\tPaper, Table 1\n"
            for task in ("cats", "dogs") for name, value, kind in systems]  # fmt: skip
    header = "task\tsplit\tmetric\tsystem\tvalue\tkind\tsource\n"
    (tmp_path / "pets.tsv").write_text(header + "".join(rows))
    return two_tasks


def rows_of(page):
    """What stands in the rows of a page's board, without marks."""
    body = page[page.index("<tbody>", page.index('class="board"')) :]
    body = body[: body.index("</tbody>")]
    body = re.sub(r"(<span class=\"score\">[^<]*)</span>", r"\1", body)
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in re.findall(r"<tr.*?</tr>", body, re.S)]


def test_ablations_and_baselines_have_no_rank_on_the_pages_of_a_suite_and_are_named(server, working, compared, capsys):
    assert run(capsys, compared)[0] == 0
    browser = Client()
    text = browser.get("/suites/pets").content.decode()
    assert [row.split(" 9")[0].split(" 8")[0].split(" 7")[0] for row in rows_of(text)] == [
        "– best guess published: baseline", "1 ours published: official submission", "– ours less published: ablation",
        "– a baseline, counted 66.7 66.67 66.67 counted for this suite",
    ]  # fmt: skip
    assert "Published variants, ablations and baselines stand between them without one." in text
    task = rows_of(browser.get("/suites/pets/tasks/cats").content.decode())
    assert [row[:30] for row in task] == [
        "– best guess published: baseli", "1 ours published: official sub", "– ours less published: ablatio",
    ]  # fmt: skip
    header, *lines = browser.get("/suites/pets/board.csv").content.decode().splitlines()
    at = header.split(",").index("kind")
    assert [(line.split(",")[0], line.split(",")[at]) for line in lines] == [
        ("", "baseline"), ("1", "official"), ("", "ablation"), ("", "baseline"),
    ]  # fmt: skip
    rows = browser.get("/suites/pets/board.json").json()["rows"]
    expected = [(None, "baseline"), (1, "official"), (None, "ablation"), (None, "baseline")]
    assert [(row["rank"], row["published_kind"]) for row in rows] == expected
    rows = browser.get("/api/v1/suites/pets").json()["rows"]
    assert [(row["rank"], row["published_kind"]) for row in rows] == expected


def test_an_ablation_of_a_team_whose_own_system_stands_there_stands_on_the_board_of_a_suite_too(
    server, working, compared, capsys
):
    results = compared.parent / "pets.tsv"
    header, *rows = results.read_text().splitlines()
    results.write_text("\n".join([f"{header}\tteam", *(f"{row}\t{'Owls' * ('ours' in row)}" for row in rows)]) + "\n")
    assert run(capsys, compared)[0] == 0
    browser = Client()
    assert 'href="/suites/pets"' in browser.get("/suites").content.decode()
    for address in ("/suites/pets", "/suites/pets/embed"):
        shown = rows_of(browser.get(address).content.decode())
        assert any(row.startswith("– ours less published: ablation") for row in shown)
    task = rows_of(browser.get("/suites/pets/tasks/cats").content.decode())
    assert any(row.startswith("1 ours published: official submission 1 more system of this team") for row in task)
    for told in told_by_the_board("pets"):
        assert (told["ours"]["rank"] or "", told["ours less"]["rank"] or "") in ((1, ""), ("1", ""))
    assert "-- & ours less (published ablation) &" in browser.get("/suites/pets/board.tex").content.decode()


def told_by_the_board(name):
    """The rows of a suite's board as its files and the API give them."""
    browser = Client()
    lines = csv.DictReader(browser.get(f"/suites/{name}/board.csv").content.decode().splitlines())
    rows = browser.get(f"/suites/{name}/board.json").json()["rows"]
    api = browser.get(f"/api/v1/suites/{name}").json()["rows"]
    return (
        {line["system"]: line for line in lines},
        {row["system"]: row for row in rows},
        {row["name"]: row for row in api},
    )


def test_each_result_on_the_board_of_a_suite_has_the_place_where_it_is_printed(server, working, compared, capsys):
    results = compared.parent / "pets.tsv"
    header, *rows = results.read_text().splitlines()
    about = {"Paper, Table 1": "2021\thttps://example.org/1", "Paper, Table 2": "2022\thttps://example.org/2"}
    ours = "dogs\ttest-A\tAccuracy\tours\t80.0\tofficial\tPaper, Table "
    rows = [row.replace(f"{ours}1", f"{ours}2") for row in rows]
    rows = [f"{row}\t{about[row.split(chr(9))[-1]]}\t{'Owls' * (chr(9) + 'ours' + chr(9) in row)}" for row in rows]
    results.write_text("\n".join([f"{header}\tyear\tlink\tteam", *rows]) + "\n")
    assert run(capsys, compared)[0] == 0
    ours = next(row for row in rows_of(Client().get("/suites/pets").content.decode()) if "ours published" in row)
    assert ours.endswith("Paper, Table 1 , 2021 Paper, Table 2 , 2022")
    lines, rows, _api = told_by_the_board("pets")
    assert lines["ours"]["source"] == "Paper, Table 1; Paper, Table 2"
    assert [one["source"] for one in rows["ours"]["origins"]] == ["Paper, Table 1", "Paper, Table 2"]
    assert lines["ours less"]["source"] == "Paper, Table 1"
    assert rows["ours"]["links"] == [
        {"title": "Paper, Table 1", "url": "https://example.org/1"},
        {"title": "Paper, Table 2", "url": "https://example.org/2"},
    ]
    assert lines["ours"]["link"] == "https://example.org/1 https://example.org/2"
    assert rows["ours"]["team"] == lines["ours"]["team"] == "Owls"
    table = Client().get("/suites/pets/board.tex").content.decode()
    assert r"& Paper, Table 1; Paper, Table 2 \\" in table


def test_a_contradicted_result_has_its_star_on_the_board_of_a_suite(server, working, compared, capsys):
    results = compared.parent / "pets.tsv"
    header, *rows = results.read_text().splitlines()
    said = ["the talk says 81.0" if "cats" in row and "\tours\t" in row else "" for row in rows]
    lines = [f"{header}\tconflict", *(f"{row}\t{conflict}" for row, conflict in zip(rows, said, strict=True))]
    results.write_text("\n".join(lines) + "\n")
    assert run(capsys, compared)[0] == 0
    browser = Client()
    for address in ("/suites/pets", "/suites/pets/embed"):
        page = browser.get(address).content.decode()
        assert "1 ours published: official submission 80.0* 80.0* 80.0 " in " ".join(rows_of(page))
        assert '<p class="muted">* ours, cats: the talk says 81.0</p>' in page
    in_csv, in_json, in_api = told_by_the_board("pets")
    assert in_csv["ours"]["conflict"] == "cats: the talk says 81.0"
    assert in_json["ours"]["conflicts"] == in_api["ours"]["conflicts"] == {"cats": "the talk says 81.0"}
    text = browser.get("/suites/pets/board.tex").content.decode()
    assert r"\textbf{80.0}$^{*}$ & 80.0$^{*}$ & 80.0 " in text
    assert r"$^{*}$ ours, cats: the talk says 81.0" in text


def test_published_systems_on_replaced_data_keep_no_rank_on_the_board_of_a_suite(server, working, compared, capsys):
    assert run(capsys, compared)[0] == 0
    (compared.parent / "source" / "cats" / "test-A" / "expected.tsv").write_text("b\nb\na\n")
    assert run(capsys, compared, "--unchecked")[0] == 0
    page = Client().get("/suites/pets").content.decode()
    assert "– ours published: official submission 80.0* 80.0* 80.0 " in " ".join(rows_of(page))
    assert "* scored on data that were replaced since, so the score gives no rank" in page
    in_csv, in_json, in_api = told_by_the_board("pets")
    assert (in_csv["ours"]["rank"], in_csv["ours"]["outdated"]) == ("", "cats")
    assert in_json["ours"]["outdated"] == in_api["ours"]["outdated"] == ["cats"]
    assert in_json["a"]["outdated"] == []  # it is counted anew
    on_suite = [row.split(" published")[0] for row in rows_of(page) if "Paper" in row]
    board = Client().get("/challenges/pets-cats/board").content.decode()
    assert on_suite == ["– best guess", "– ours", "– ours less"]
    assert [row.split(" (")[0] for row in rows_of(board)][-3:] == on_suite, "below what is compared, on both boards"
    assert rows_of(page)[0].startswith("– a baseline, counted")
    assert page.count("* scored on data that were replaced since, so the score gives no rank") == 2, "below two tables"
    assert "* The test was changed" not in page
    told = '<p role="note"><a href="/suites/pets/tasks/cats">cats</a>: Version 1.0.1'
    assert told in " ".join(page.split())
    alone = Client().get(re.search(r'href="(/submissions/\d+)"><bdi>ours', board)[1]).content.decode()
    assert "scored again" not in alone, "it never was scored here"
    assert "scored on data that were replaced since" in alone


def test_no_baseline_and_no_ablation_is_bold_in_latex(server, working, compared, capsys):
    assert run(capsys, compared)[0] == 0
    table = Client().get("/challenges/pets-cats/board.tex").content.decode()
    assert r"best guess (Paper, Table 1) (published baseline) & 99.0 \\" in table
    assert r"ours (Paper, Table 1) (published) & \textbf{80.0} \\" in table
    assert r"a (baseline, counted)" in table
    assert r"a (baseline, counted) &" in Client().get("/suites/pets/board.tex").content.decode()


def test_each_row_of_a_board_has_its_bar_also_with_one_score_alone(server, working, compared, capsys):
    assert run(capsys, compared)[0] == 0
    board = Client().get("/challenges/pets-cats/board").content.decode()
    assert len(rows_of(board)) == board.count('<svg class="bar"') == 4


def test_another_suite_of_that_name_takes_no_page_without_a_word(server, working, two_tasks, tmp_path, capsys):
    both = two_tasks.read_text()
    one = tmp_path / "one" / "pets.toml"
    one.parent.mkdir()
    shutil.copy(tmp_path / "pets.tsv", one.parent / "pets.tsv")
    one.write_text(both[: both.rindex("[[tasks]]")])
    assert run(capsys, one)[0] == 0
    assert run(capsys, two_tasks)[0] == 0  # a task more
    assert run(capsys, two_tasks)[0] == 0  # once more
    before = Client().get("/api/v1/suites/pets").json()
    code, out, err = run(capsys, one)
    assert (code, out) == (1, ""), err
    assert "A suite pets is here already, with tasks that are not among these: dogs. Nothing was published" in err
    assert "--replace" in err
    assert Client().get("/api/v1/suites/pets").json() == before
    assert run(capsys, one, "--replace")[0] == 0
    assert [task["name"] for task in Client().get("/api/v1/suites/pets").json()["tasks"]] == ["cats"]


def test_published_results_beside_data_without_declared_checksums_are_questioned(
    server, working, task, tmp_path, capsys
):
    path = tmp_path / "pets.toml"
    path.write_text(re.sub(r'(name = "test-A"\n.*?)(files = \{[^}]*\})', r"\1files = {}", path.read_text(), flags=re.S))
    code, _out, err = run(capsys, task)
    assert code == 0, err
    assert "pets/cats: no checksum of what is expected on test-A is declared, so nothing shows that published" in err


def test_expected_results_that_the_data_have_already_may_be_given_again(server, working, task, tmp_path, capsys):
    gold = tmp_path / "gold" / "test-A"
    gold.mkdir(parents=True)
    shutil.copy(tmp_path / "source" / "cats" / "test-A" / "expected.tsv", gold)
    assert run(capsys, task, "--expected", gold.parent)[0] == 0
    (gold / "expected.tsv").write_text("b\nb\nb\n")
    code, _out, err = run(capsys, task, "--expected", gold.parent)
    assert (code, "the data have other expected results of test-A" in err) == (1, True), err


def test_words_that_nobody_wrote_are_named_when_a_suite_is_published(server, working, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    form = ["--task", "cats=Accuracy", "--task", "dogs=Accuracy", "--licence", "CC BY 4.0"]
    assert main(["suite", "new", "pups", *form]) == 0
    code, _out, err = run(capsys, tmp_path / "pups" / "pups.toml")
    assert code == 0, err
    assert 'to be replaced: the description "Describe pups here." of pups; ' in err
    assert 'the description "Describe dogs here." of pups/dogs; ' in err
    assert 'the notice "Say who may do what with the data." of the licence CC BY 4.0' in err


HIDING = """

[[phases]]
name = "final"
closes = "2020-05-01T12:00Z"
disclosure = "hidden"
"""


def test_who_won_is_asked_about_as_long_as_the_platform_hides_it(server, working, task, people, tmp_path, capsys):
    path = tmp_path / "pets.toml"
    path.write_text(path.read_text() + HIDING)
    asked = "the last phase, 'final', hides scores without an end, so nobody but organisers would see who won"
    assert asked in run(capsys, path)[2]
    browser = Client()
    browser.force_login(people["administrator"])
    assert "Show all scores now" in browser.get("/suites/pets").content.decode()
    browser.post("/suites/pets/phases", {"phase": "final", "now": "yes"})
    code, _out, err = run(capsys, path)
    assert (code, asked in err) == (0, False)


def test_expected_results_in_another_order_are_published_only_where_one_says_yes(server, working, tmp_path, capsys):
    words = [f"{first}{last}" for first in "bdkmprst" for last in ("ora", "ika", "uma", "asek", "elo")]
    lines = [" ".join(words[at : at + 8]) for at in range(30)]
    data = tmp_path / "data" / "test-A"
    data.mkdir(parents=True)
    (data / "in.tsv").write_text("".join(f"{line}\n" for line in lines))
    held_back = tmp_path / "held" / "test-A"
    held_back.mkdir(parents=True)
    (held_back / "expected.tsv").write_text("".join(f"{line.title()}.\n" for line in reversed(lines)))
    (tmp_path / "plan.toml").write_text(ORDER)
    assert main(["suite", "new", str(tmp_path / "plan.toml"), "--to", str(tmp_path / "marks")]) == 0
    capsys.readouterr()
    declared = str(tmp_path / "marks" / "marks.toml")
    code, _out, err = run(capsys, declared, "--expected", tmp_path / "held")
    assert (code, Challenge.objects.count()) == (1, 0)
    asked = "marks/points: test-A/expected.tsv: lines have the words of other lines' inputs: line 1 those of"
    assert asked in err
    assert "add --yes to publish it all the same" in err
    code, _out, err = run(capsys, declared, "--expected", tmp_path / "held", "--yes")
    assert (code, asked in err) == (0, True), err
    assert (Challenge.objects.get().total_quota, Challenge.objects.get().daily_quota) == (7, 0)
    (held_back / "expected.tsv").write_text("".join(f"{line.title()}.\n" for line in lines))
    code, _out, err = run(capsys, declared, "--expected", tmp_path / "held")
    assert (code, "0.88" in err, "add --yes" in err) == (1, True, True), err


ORDER = """
name = "marks"
quota = 7
daily_quota = 0
title = "Marks"
description = "Points."
licence = { name = "CC BY 4.0", spdx = "CC-BY-4.0", notice = "Name the authors." }
[[tasks]]
name = "points"
title = "Points"
description = "Capitals and points."
schemes = ["WER"]
settings = "--precision 4 --show-as-percentage"
data = "data"
[[published]]
task = "points"
split = "test-A"
metric = "WER"
system = "one"
value = "85.12"
source = "Paper"
[[published]]
task = "points"
split = "test-A"
metric = "WER"
system = "other"
value = "0.88"
source = "Paper"
"""
