"""Boards: rules, groups, columns, versions, and a fixed number of queries."""

import csv
import io
import re
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from probierz.web.challenges.models import Phase, Test
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.queries import board_of, boards_of, read_board, read_list
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db


def rows(world, role=None, **fields):
    board = Board(challenge=world.challenge, slug="b", title="B", **fields)
    view = read_board(Viewer(world.people.get(role)), world.challenge, board)
    return [(row.rank, row.entry.name, row.entry.cells[view.main].text) for row in view.rows]


def test_columns_are_tests_of_first_priority_with_the_main_metric_last(world):
    view = read_board(Viewer(), world.challenge, boards_of(world.challenge)[0])
    assert [column.title for column in view.columns] == ["test-A Accuracy", "test-A WER"]
    assert view.main_column.title == "test-A WER"


def test_the_best_of_each_person_stands_with_shared_ranks_and_a_count(world):
    world.submit("owner", {"test-A WER": 0.3}, day=1)
    world.submit("owner", {"test-A WER": 0.2}, day=2)
    world.submit("stranger", {"test-A WER": 0.2}, day=3)
    world.submit("teammate", {"test-A WER": 0.1}, day=4)
    assert rows(world) == [(1, "Teammate", "0.1"), (2, "Owner", "0.2"), (2, "Stranger", "0.2")]
    view = read_board(Viewer(), world.challenge, board_of(world.challenge))
    assert [row.entries for row in view.rows] == [1, 2, 1]


def test_scores_that_look_equal_share_a_rank(world):
    world.submit("owner", {"test-A WER": ("0.20", 0.2049)}, day=1)
    world.submit("stranger", {"test-A WER": ("0.20", 0.1951)}, day=2)
    assert rows(world) == [(1, "Owner", "0.20"), (1, "Stranger", "0.20")]


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (["owner", "stranger"], "Owner and Stranger share the first rank"),
        (["owner", "stranger", "teammate"], "Owner, Stranger and Teammate share the first rank"),
        (["owner", "stranger", "teammate", "organiser"], "Owner, Stranger, Teammate and 1 more share the first rank"),
    ],
)
def test_the_headline_names_up_to_three_who_share_the_first_rank(world, client, who, said):
    for day, name in enumerate(who):
        world.submit(name, {"test-A WER": 0.2}, day=day)
    page = re.sub(r"</?strong[^>]*>", "", client.get("/challenges/ocr/board").content.decode())
    assert f"{said} with 0.2 test-A WER" in page
    assert ", ".join(name.title() for name in who[:3]) in client.get("/").content.decode()


def test_the_headline_names_once_who_shares_the_first_rank_with_themselves(world, client):
    Board.objects.create(challenge=world.challenge, slug="all", title="All", rule="all")
    for day in range(2):
        world.submit("owner", {"test-A WER": 0.2}, day=day)
    page = re.sub(r"</?strong[^>]*>", "", client.get("/challenges/ocr/board").content.decode())
    assert "Owner leads with 0.2 test-A WER" in page


def test_a_team_has_one_row_whoever_of_it_handed_in(world):
    world.submit("owner", {"test-A WER": 0.3}, team=world.team)
    world.submit("teammate", {"test-A WER": 0.2}, team=world.team)
    assert rows(world) == [(1, "Both", "0.2")]


def test_a_team_of_one_is_its_person_in_counts_and_headlines(world, client):
    world.submit("owner", {"test-A WER": 0.3}, day=1)
    world.submit("owner", {"test-A WER": 0.2}, day=2, team=world.team)
    view = read_board(Viewer(), world.challenge, board_of(world.challenge))
    assert [(row.entry.name, row.entries) for row in view.rows] == [("Both", 2)]
    Board.objects.create(challenge=world.challenge, slug="all", title="All", rule="all")
    world.submit("owner", {"test-A WER": 0.2}, day=3)
    page = re.sub(r"</?strong[^>]*>", "", client.get("/challenges/ocr/board").content.decode())
    assert "Both leads with 0.2 test-A WER" in page


@pytest.mark.parametrize(("rule", "expected"), [("best", ["0.1"]), ("last", ["0.3"]), ("chosen", ["0.2"])])
def test_rules(world, rule, expected):
    world.submit("owner", {"test-A WER": 0.1}, day=1)
    world.submit("owner", {"test-A WER": 0.2}, day=2, is_chosen=True)
    world.submit("owner", {"test-A WER": 0.3}, day=3)
    assert [text for _, _, text in rows(world, rule=rule)] == expected


def test_all_submissions_with_the_best_variant_of_each(world):
    first = world.submit("owner", {"test-A WER": 0.3}, variant="out-a")
    world.submit("owner", {"test-A WER": 0.2}, variant="out-b", into=first)
    world.submit("owner", {"test-A WER": 0.4}, day=1)
    assert rows(world, rule="all") == [(1, "Owner", "0.2"), (2, "Owner", "0.4")]


def test_groups_by_tag_and_by_parameter(world):
    world.submit("owner", {"test-A WER": 0.3}, day=1, tags=["crf"], parameters=[("epochs", "3")])
    world.submit("owner", {"test-A WER": 0.2}, day=2, tags=["crf"], parameters=[("epochs", "4")])
    world.submit("owner", {"test-A WER": 0.5}, day=3, parameters=[("epochs", "3")])
    assert [text for _, _, text in rows(world, group="tag")] == ["0.2"]
    assert [text for _, _, text in rows(world, group="parameter", parameter="epochs")] == ["0.2", "0.3"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"group": "tag"}, "2 submissions without a tag have no row here."),
        (
            {"group": "parameter", "parameter": "epochs"},
            "2 submissions without the parameter epochs have no row here.",
        ),
        ({"group": "tag", "rule": "all"}, None),
    ],
)
def test_a_board_by_tags_or_a_parameter_tells_how_many_have_no_row(world, client, fields, said):
    """They are of several people: one row of all of them would stand for nobody."""
    Board.objects.create(challenge=world.challenge, slug="b", title="B", **fields)
    world.submit("owner", {"test-A WER": 0.1})
    world.submit("stranger", {"test-A WER": 0.2})
    page = client.get("/challenges/ocr/board").content.decode()
    assert said in page if said else "have no row" not in page
    assert "Nothing has been scored yet." not in page
    world.submit("teammate", {"test-A WER": 0.3}, tags=["crf"], parameters=[("epochs", "3")])
    page = client.get("/challenges/ocr/board").content.decode()
    assert said in page if said else "have no row" not in page
    assert len(rows(world, **fields)) == (1 if said else 3)


@pytest.mark.parametrize(
    ("scores", "fields", "said"),
    [
        ({}, {}, "Nothing has been scored yet."),
        ({"dev-0 WER": 0.3}, {}, "no submission has a score by test-A WER, which ranks this board."),
        ({"test-A WER": 0.3}, {"tag": "crf"}, "Nothing stands on this board yet."),
    ],
)
def test_an_empty_board_says_why(world, client, scores, fields, said):
    Board.objects.create(challenge=world.challenge, slug="b", title="B", **fields)
    if scores:
        world.submit("owner", scores)
    assert said in client.get("/challenges/ocr/board").content.decode()
    assert said in client.get("/challenges/ocr/embed").content.decode()


def test_a_board_of_a_tag_leaves_out_what_organisers_rejected(world):
    world.submit("owner", {"test-A WER": 0.3}, tags=["crf"])
    rejected = world.submit("stranger", {"test-A WER": 0.2}, tags=["crf"])
    rejected.submission_tags.update(accepted=False)
    world.submit("teammate", {"test-A WER": 0.1})
    assert rows(world, tag="crf") == [(1, "Owner", "0.3")]


def test_a_board_may_name_columns_and_rank_by_another(world):
    world.submit("owner", {"dev-0 WER": 0.3, "test-A WER": 0.1, "test-A CER": 0.5})
    world.submit("stranger", {"dev-0 WER": 0.2, "test-A WER": 0.2, "test-A CER": 0.4})
    assert rows(world, columns=["dev-0", "test-A CER"], main="dev-0 WER")[0] == (1, "Stranger", "0.2")
    assert rows(world, columns=["dev-0", "test-A CER"])[0] == (1, "Stranger", "0.4")


@pytest.mark.parametrize("columns", [[], ["test-A WER"]])
@pytest.mark.parametrize("main", ["dev-0 WER", "test-A CER"])
def test_the_column_that_ranks_stands_there_also_where_it_is_not_chosen(world, columns, main):
    world.submit("owner", {"dev-0 WER": 0.3, "test-A WER": 0.1, "test-A CER": 0.3})
    world.submit("stranger", {"dev-0 WER": 0.2, "test-A WER": 0.2, "test-A CER": 0.2})
    assert rows(world, columns=columns, main=main)[0] == (1, "Stranger", "0.2")


def test_every_baseline_and_published_result_has_a_row(world):
    world.submit("organiser", {"test-A WER": 0.5}, is_baseline=True)
    world.submit("organiser", {"test-A WER": 0.4}, is_baseline=True)
    world.submit("organiser", {"test-A WER": 0.3}, is_reference=True, is_baseline=True, description="Kim 2024")
    assert [name for _, name, _ in rows(world)] == ["Kim 2024", "Organiser", "Organiser"]


def test_scores_on_replaced_data_have_no_rank_until_scored_again(world):
    old = world.submit("owner", {"test-A WER": 0.1})
    world.publish(gold="2", major=2)
    world.submit("stranger", {"test-A WER": 0.4})
    assert rows(world) == [(1, "Stranger", "0.4"), (None, "Owner", "0.1")]
    world.score(old, old.variants.get(), world.tests["test-A WER"], 0.2)
    assert rows(world) == [(1, "Owner", "0.2"), (2, "Stranger", "0.4")]


def test_nan_comes_last(world):
    world.submit("owner", {"test-A WER": ("NaN", None)})
    world.submit("stranger", {"test-A WER": 0.9})
    assert rows(world) == [(1, "Stranger", "0.9"), (None, "Owner", "NaN")]


def test_hidden_and_deleted_submissions_are_not_on_strangers_boards(world):
    world.submit("owner", {"test-A WER": 0.1}, hidden=timezone.now())
    world.submit("stranger", {"test-A WER": 0.2}, deleted=timezone.now())
    assert rows(world) == rows(world, "stranger") == []
    assert rows(world, "owner") == rows(world, "organiser") == [(None, "Owner", "0.1")]


def test_a_hidden_submission_takes_no_rank_from_anybody(world, browsers):
    """Whoever hid their best one sees it beside what counts, which leads as it does for everybody."""
    world.submit("owner", {"test-A WER": 0.1}, hidden=timezone.now())
    world.submit("owner", {"test-A WER": 0.3})
    of_others = world.submit("stranger", {"test-A WER": 0.2})
    counted = [(1, "Stranger", "0.2"), (2, "Owner", "0.3")]
    assert rows(world) == counted
    assert rows(world, "owner") == [(None, "Owner", "0.1"), *counted]
    for who in ("owner", "nobody"):
        assert "<strong>Stranger</strong> leads" in browsers[who].get("/challenges/ocr/board").content.decode()
        page = " ".join(strip_tags(browsers[who].get(f"/submissions/{of_others.pk}").content.decode()).split())
        assert "Rank 1 of 2" in page


def test_undisclosed_scores_stand_newest_first_and_organisers_see_ranks(world):
    world.hide_scores()
    for day, score in ((1, 0.1), (3, 0.5), (2, 0.3)):
        world.submit(("owner", "teammate", "stranger")[day - 1], {"test-A WER": score}, day=day)
    secret = [(None, name, "UNDISCLOSED") for name in ("Stranger", "Teammate", "Owner")]
    assert rows(world) == rows(world, "owner") == secret
    assert [name for _, name, _ in rows(world, "organiser")] == ["Owner", "Teammate", "Stranger"]


def test_rounded_scores_rank_as_they_are_shown(world):
    world.hide_scores("rounded", digits=1)
    world.submit("owner", {"test-A WER": 0.149}, day=1)
    world.submit("stranger", {"test-A WER": 0.101}, day=2)
    assert rows(world) == [(1, "Owner", "0.1"), (1, "Stranger", "0.1")]
    assert rows(world, "organiser") == [(1, "Stranger", "0.101"), (2, "Owner", "0.149")]


def test_what_is_known_with_more_digits_is_ranked_as_the_rounded_scores_beside_it(world):
    """Half to even, one digit: 0.1333 and a rounded 0.1 are the same constant output, and 0.15 is 0.2 for ranks."""
    world.hide_scores("rounded", digits=1)
    paper = {"is_reference": True, "is_baseline": True, "phase": None}
    world.submit("organiser", {"test-A WER": ("0.1333", 0.1333)}, day=1, description="always good", **paper)
    world.submit("organiser", {"test-A WER": 0.12}, day=2, description="HerBERT", **paper)
    world.submit("organiser", {"test-A WER": 0.15}, day=3, description="Kim", **paper)
    world.submit("owner", {"test-A WER": 0.1333}, day=4)
    view = read_board(Viewer(), world.challenge, boards_of(world.challenge)[0])
    assert [(row.rank, row.entry.cells[view.main].text) for row in view.rows] == [
        (1, "0.1333"), (1, "0.12"), (1, "0.1"), (4, "0.15"),
    ]  # fmt: skip
    assert view.rounds_ranks
    listed = read_list(Viewer(), world.challenge)
    assert [(row.rank, row.entry.name) for row in listed.rows][:1] == [(1, "Owner")]
    full = read_board(Viewer(world.people["organiser"]), world.challenge, boards_of(world.challenge)[0])
    assert [(row.rank, row.entry.cells[full.main].text) for row in full.rows] == [
        (1, "0.12"), (2, "0.1333"), (2, "0.1333"), (4, "0.15"),
    ]  # fmt: skip
    assert not full.rounds_ranks


def test_rounded_scores_of_a_practice_have_no_rank_beside_exact_ones_of_the_final_phase(world, browsers):
    """0.14 is shown as 0.1 of the practice: as such it would stand above 0.12, which is better."""
    now = timezone.now()
    world.hide_scores("rounded", digits=1, name="practice", closes=now - timedelta(days=2))
    world.submit("stranger", {"test-A WER": 0.14}, day=1)
    world.submit("owner", {"test-A WER": 0.08}, day=2)
    assert rows(world) == [(1, "Stranger", "0.1"), (1, "Owner", "0.1")], "rounded ones are ranked with rounded ones"
    final = Phase.objects.create(challenge=world.challenge, name="final", opens=now - timedelta(days=1), position=2)
    assert rows(world) == [(None, "Stranger", "0.1"), (None, "Owner", "0.1")], "the final phase has begun"
    world.submit("owner", {"test-A WER": 0.12}, day=29, phase=final)
    world.submit("teammate", {"test-A WER": 0.124}, day=29, phase=final)
    assert rows(world) == [
        (1, "Owner", "0.12"), (2, "Teammate", "0.124"), (None, "Stranger", "0.1"), (None, "Owner", "0.1"),
    ]  # fmt: skip
    page = browsers["nobody"].get("/").content.decode()
    page = browsers["nobody"].get(re.search('href="(/challenges/ocr)"', page)[1], follow=True).content.decode()
    assert "What was handed in during another phase is marked with that phase, and has no rank." in page
    assert page.count(">practice</span>") == 2
    assert "The line is the best so far of the phase “final”." in page
    board = browsers["nobody"].get("/challenges/ocr/board.json").json()["rows"]
    assert [(row["rank"], row["phase"]) for row in board] == [(1, ""), (2, ""), (None, "practice"), (None, "practice")]
    told = browsers["nobody"].get("/api/v1/challenges/ocr/board").json()["rows"]
    assert [row["phase"] for row in told] == ["", "", "practice", "practice"]
    listed = csv.DictReader(io.StringIO(browsers["nobody"].get("/challenges/ocr/board.csv").content.decode()))
    assert [row["phase"] for row in listed] == ["", "", "practice", "practice"]
    assert "Stranger (practice)" in browsers["nobody"].get("/challenges/ocr/board.tex").content.decode()
    assert [row[:2] for row in rows(world, "organiser")] == [
        (1, "Owner"), (2, "Teammate"), (None, "Owner"), (None, "Stranger"),
    ], "who sees all of them exactly reads the same ranks"  # fmt: skip


def test_a_hidden_final_phase_leaves_rank_one_to_what_is_published(world, browsers):
    """A practice is rounded, the final phase hidden: during it and after it nothing of the practice has a rank."""
    now = timezone.now()
    world.hide_scores("rounded", digits=1, name="practice", closes=now - timedelta(days=2))
    paper = {"is_reference": True, "is_baseline": True, "phase": None, "description": "HerBERT"}
    world.submit("organiser", {"test-A WER": 0.2}, day=1, **paper)
    world.submit("stranger", {"test-A WER": 0.14}, day=1)
    final = Phase.objects.create(
        challenge=world.challenge, name="final", opens=now - timedelta(days=1), position=2, disclosure="hidden"
    )
    world.submit("owner", {"test-A WER": 0.12}, day=29, phase=final)
    for closes in (None, now):
        Phase.objects.filter(pk=final.pk).update(closes=closes)
        board = browsers["nobody"].get("/challenges/ocr/board.json").json()["rows"]
        told = {row["description"] if row["is_published_result"] else row["submitter"]: row for row in board}
        ranks = {name: (row["rank"], row["phase"]) for name, row in told.items()}
        assert ranks == {"HerBERT": (1, ""), "Stranger": (None, "practice"), "Owner": (None, "")}
        assert browsers["nobody"].get("/api/challenge-info/ocr").json()["bestScore"] == "0.2"
    practice = world.challenge.phases.get(name="practice")
    assert rows(world, phase=practice) == [(1, "Stranger", "0.1")], "on its own board a practice counts"


def test_who_leads_is_said_with_the_baselines_that_are_better_and_tables_tell_kinds_apart(world, browsers):
    paper = {"is_reference": True, "is_baseline": True, "phase": None}
    for name, kind, score, is_ranked in (
        ("HerBERT", "official", 0.4, True),
        ("most frequent", "baseline", 0.1, False),
        ("rules", "baseline", 0.2, False),
    ):
        one = world.submit("organiser", {"test-A WER": score}, day=1, description=name, **paper)
        type(one).objects.filter(pk=one.pk).update(published_kind=kind, is_ranked=is_ranked)
    world.submit("owner", {"test-A WER": 0.3, "test-A Accuracy": 0.5}, day=2)
    page = browsers["nobody"].get("/").content.decode()
    page = browsers["nobody"].get(re.search('href="(/challenges/ocr)"', page)[1], follow=True).content.decode()
    assert "leads with" in page
    assert "2 baselines, which have no rank, are better." in page
    table = browsers["nobody"].get("/challenges/ocr/board.tex").content.decode()
    assert "(published)" in table
    assert table.count("(published baseline)") == 2
    head = browsers["nobody"].get("/challenges/ocr/board.csv").content.decode().splitlines()[0].split(",")
    assert head.index("test-A WER") < head.index("test-A Accuracy"), "what ranks stands before the others"


def test_who_leads_is_said_in_percent_where_the_column_is(world, browsers):
    world.submit("owner", {"test-A WER": 0.3583}, day=1)
    Test.objects.update(as_percentage=True)
    page = strip_tags(browsers["nobody"].get("/challenges/ocr/board").content.decode())
    assert re.search(r"leads with [0-9.]+ test-A WER \(%\)", page)
    assert len(re.findall(r"test-A WER \(%\)", page)) >= 2  # and the column


def test_a_published_score_that_looks_equal_where_scores_are_rounded_is_not_called_better(world, browsers):
    world.hide_scores("rounded", digits=2)
    world.submit("owner", {"test-A WER": 0.1188}, day=1)
    paper = {"is_reference": True, "is_baseline": True, "is_ranked": False, "phase": None}
    world.submit("organiser", {"test-A WER": 0.1160}, day=1, description="Paper", **paper)
    page = browsers["nobody"].get("/challenges/ocr/board").content.decode()
    assert 'leads with <strong class="score">0.12</strong>' in page
    assert "which has no rank" not in page
    world.submit("organiser", {"test-A WER": 0.1140}, day=1, description="Other paper", **paper)
    page = browsers["nobody"].get("/challenges/ocr/board").content.decode()
    assert "1 baseline, which has no rank, is better." in page


def test_of_scores_that_look_equal_the_second_is_no_record_and_both_firsts_are_bold(world, browsers):
    world.submit("owner", {"test-A WER": ("0.12", 0.1234)}, day=1)
    world.submit("stranger", {"test-A WER": ("0.12", 0.1232)}, day=2)
    table = browsers["nobody"].get("/challenges/ocr/board.tex").content.decode()
    assert r"1 & Owner & \textbf{0.12} & -- \\" in table
    assert r"1 & Stranger & \textbf{0.12} & -- \\" in table
    points = browsers["nobody"].get("/challenges/ocr/plots/history.json").json()["points"]
    assert [(point["name"], point["is_best"]) for point in points] == [("Owner", True), ("Stranger", False)]


def test_a_huge_score_can_be_rounded(world):
    world.hide_scores("rounded", digits=2)
    world.submit("owner", {"test-A WER": 1e30})
    world.submit("stranger", {"test-A WER": 0.126})
    assert [(rank, name) for rank, name, _ in rows(world)] == [(1, "Stranger"), (2, "Owner")]


def test_the_list_has_every_variant_and_those_without_scores_newest_first(world):
    first = world.submit("owner", {"test-A WER": 0.3}, day=1, variant="out-a")
    world.submit("owner", {"test-A WER": 0.2, "dev-0 WER": 0.1}, day=1, variant="out-b", into=first)
    world.submit("stranger", {}, day=2)
    view = read_list(Viewer(), world.challenge)
    assert [column.title for column in view.columns] == ["dev-0 WER", "test-A Accuracy", "test-A WER"]
    found = [(row.rank, row.entry.name, row.entry.variant_name) for row in view.rows]
    assert found[0] == (None, "Stranger", "")
    assert sorted(found[1:]) == [(1, "Owner", "out-b"), (2, "Owner", "out-a")]
    own = read_list(Viewer(world.people["stranger"]), world.challenge, own=True)
    assert [row.entry.name for row in own.rows] == ["Stranger"]


@pytest.mark.parametrize("role", [None, "owner", "organiser"])
def test_the_number_of_queries_does_not_depend_on_the_number_of_submissions(world, role, django_assert_max_num_queries):
    for count in (1, 30):
        for day in range(count):
            world.submit("owner", {"test-A WER": 0.1, "test-A Accuracy": 0.5}, day=day, tags=["crf"])
        with django_assert_max_num_queries(18):
            rows(world, role, rule="all")
