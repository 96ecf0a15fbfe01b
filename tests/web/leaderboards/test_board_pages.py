"""Pages, exports, feed, plots and the embedded board: who gets them, and that nothing hidden leaks through them."""

import csv
import json
import math
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from probierz.reports.tables import safe_cell
from probierz.suites.catalogue import find_task
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Ladder, Phase, Test
from probierz.web.challenges.services import changed
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.plots import Point, draw_history
from probierz.web.submissions.best_and_previous import best_of_others
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db

ADDRESSES = [
    "board", "board?sort=-s{test}", "board?sort=s{test}", "board?sort=name", "board.csv", "board.tex", "board.json",
    "embed", "plots", "plots/history.json", "plots/scatter.json", "plots/scatter.json?x=1&y=2", "submissions",
    "submissions?sort=-s{test}", "submissions.csv", "submissions.tex", "submissions.json", "boards/by-tag",
]  # fmt: skip


def get(client, world, address, status=200):
    response = client.get(f"/challenges/ocr/{address}".format(test=world.tests["test-A WER"].pk))
    assert response.status_code == status
    return response.content.decode()


@pytest.fixture
def secrets(world):
    """Scores of a hidden test whose digits stand nowhere else; the order of time is not that of the scores."""
    world.hide_scores()
    world.challenge.boards.add(
        Board(slug="main", title="Main"),
        Board(slug="by-tag", title="By tag", group="tag", rule="all", columns=["test-A"], position=2),
        bulk=False,
    )
    found = {}
    for day, (who, score) in enumerate((("owner", 0.71717), ("stranger", 0.73737), ("teammate", 0.72727))):
        submission = world.submit(who, {"test-A WER": score, "test-A Accuracy": score, "test-A CER": score}, day=day)
        found[submission.pk] = score
    return found


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("role", ["nobody", "owner", "teammate", "stranger"])
def test_no_digit_and_no_order_of_undisclosed_scores_appears(world, browsers, secrets, address, role):
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", get(browsers[role], world, address))
    assert not re.search(r"7[123]7[123]7|[0-9]\.7|0\.[0-9]{3}", text)
    newest_first = [str(pk) for pk in sorted(secrets, reverse=True)]
    if "sort=name" not in address:
        places = re.findall(r'submissions/([0-9]+)"|"submission": ?([0-9]+)|submissions/([0-9]+)\r', text)
        seen = list(dict.fromkeys(pk for found in places for pk in found if pk))
        assert seen in ([], newest_first)


@pytest.mark.parametrize("address", [one for one in ADDRESSES if one != "embed"])
def test_organisers_see_what_is_hidden(world, browsers, secrets, address):
    for role in ("organiser", "administrator"):
        assert "0.71717" in get(browsers[role], world, address)


def test_the_embedded_board_is_that_of_anybody_even_for_organisers(world, browsers, secrets):
    text = get(browsers["organiser"], world, "embed")
    assert "not shown</span>" in text
    assert "0.71717" not in text


@pytest.mark.parametrize("address", ADDRESSES)
def test_rounded_scores_have_no_more_digits_anywhere(world, browsers, secrets, address):
    world.hide_scores("rounded", digits=1)
    text = get(browsers["owner"], world, address)
    assert "0.7" in text
    assert not re.search(r"0\.7[0-9]", text)


def test_files_say_which_scores_are_rounded(world, browsers, secrets):
    world.hide_scores("rounded", digits=1)
    told = list(csv.DictReader(get(browsers["owner"], world, "board.csv").splitlines()))
    assert all(row["rounded"].startswith("test-A") for row in told)
    assert "(rounded)" in get(browsers["owner"], world, "board.tex")
    rows = json.loads(get(browsers["owner"], world, "board.json"))["rows"]
    assert {one["is_rounded"] for row in rows for one in row["scores"] if one and one["text"] == "0.7"} == {True}
    told = csv.DictReader(get(browsers["organiser"], world, "board.csv").splitlines())
    assert not any(row["rounded"] for row in told)


def test_files_say_which_scores_are_not_shown_in_cells_of_their_own(world, browsers, secrets):
    told = list(csv.DictReader(get(browsers["owner"], world, "board.csv").splitlines()))
    assert {row["test-A WER"] for row in told} == {""}
    assert {row["undisclosed"] for row in told} == {"test-A Accuracy: not shown yet; test-A WER: not shown yet"}
    rows = json.loads(get(browsers["owner"], world, "board.json"))["rows"]
    assert {(one["value"], one["is_disclosed"]) for row in rows for one in row["scores"]} == {(None, False)}
    told = list(csv.DictReader(get(browsers["organiser"], world, "board.csv").splitlines()))
    assert {row["undisclosed"] for row in told} == {""}


def test_bounds_in_files_have_no_digits_of_binary_fractions(world, browsers):
    assert repr(0.57 - 0.01) == "0.5599999999999999"  # as the interval of this score ends
    world.submit("owner", {"test-A WER": 0.57})
    (row,) = csv.DictReader(get(browsers["nobody"], world, "board.csv").splitlines())
    assert (row["test-A WER low"], row["test-A WER high"]) == ("0.56", "0.58")


def test_csv_has_all_digits_and_all_submissions_can_be_had_in_it(world, browsers):
    for day, score in enumerate((("0.12", 0.1234567), ("0.23", 0.2345678))):
        world.submit("owner", {"test-A WER": score}, day=day)
    for address, scores in (("board", ["0.1234567"]), ("submissions", ["0.2345678", "0.1234567"])):
        told = csv.DictReader(get(browsers["nobody"], world, f"{address}.csv").splitlines())
        assert [row["test-A WER"] for row in told] == scores
        rows = json.loads(get(browsers["nobody"], world, f"{address}.json"))["rows"]
        assert [repr(row["scores"][0]["value"]) for row in rows] == scores
    assert '/submissions.tex"' in get(browsers["nobody"], world, "submissions")


def test_files_name_the_team(world, browsers):
    world.submit("owner", {"test-A WER": 0.1}, team=world.team)
    world.submit("stranger", {"test-A WER": 0.2})
    told = list(csv.DictReader(get(browsers["nobody"], world, "board.csv").splitlines()))
    assert [(row["submitter"], row["team"]) for row in told] == [("Both", "Both"), ("Stranger", "")]
    rows = json.loads(get(browsers["nobody"], world, "board.json"))["rows"]
    assert [row["team"] for row in rows] == ["Both", None]


def test_the_board_says_once_that_scores_are_rounded(world, browsers):
    world.hide_scores("rounded", digits=2)
    world.submit("owner", {"test-A WER": 0.1188})
    paper = {"is_reference": True, "is_baseline": True, "phase": None}
    world.submit("organiser", {"test-A WER": 0.1160}, description="Paper", **paper)
    text = get(browsers["nobody"], world, "board")
    assert "Scores of the phase “main” are rounded to 2 digits after the point." in text
    assert "For ranks all other scores are rounded in the same way." in text
    assert "It is not set yet when scores of the phase “main” will be shown in full." in text
    assert "shown rounded" not in text


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_organisers_saw_is_not_remembered_for_others(world, browsers, secrets, address):
    get(browsers["organiser"], world, address)
    for role in ("owner", "nobody"):
        assert "0.71717" not in get(browsers[role], world, address)


def test_a_board_that_is_remembered_in_one_language_is_made_anew_in_another(world, browsers):
    world.submit("owner", {"test-A WER": 0.5})
    asked = [{"Accept-Language": language} for language in ("en", "pl", "en")]
    pages = [browsers["nobody"].get("/challenges/ocr/board", headers=one).text for one in asked]
    tables = [page.partition("<table")[2] for page in pages]
    assert tables[0] == tables[2] != tables[1]
    assert ["Miejsce" in table for table in tables] == [False, True, False]


def test_scores_appear_at_once_when_they_are_disclosed(world, browsers, secrets):
    assert "0.71717" not in get(browsers["nobody"], world, "board")
    world.hide_scores("full")
    assert "0.71717" in get(browsers["nobody"], world, "board")


def test_when_a_new_phase_opens_ranks_of_the_one_before_are_told_nowhere_any_more(stopped_clock, world, browsers):
    now = timezone.now()
    world.hide_scores("full", closes=now - timedelta(days=1))
    opens = now + timedelta(minutes=10)
    Phase.objects.create(challenge=world.challenge, name="second", opens=opens, position=2)
    world.submit("owner", {"test-A WER": 0.3}, day=1)
    page = browsers["nobody"].get

    def ranks():
        told = {
            "csv": next(csv.DictReader(page("/challenges/ocr/board.csv").content.decode().splitlines()))["rank"],
            "api": page("/api/v1/challenges/ocr/board").json()["rows"][0]["rank"],
            "Gonito": page("/api/challenge-info/ocr").json()["bestScore"],
            "board": "leads with" in page("/challenges/ocr/board").content.decode(),
            "list": re.findall(r'class="number rank">([0-9]+)<', page("/challenges/ocr/submissions").content.decode()),
        }
        return {name: bool(found) for name, found in told.items()}

    assert all(ranks().values())
    stopped_clock.shift(timedelta(minutes=20))
    assert not any(ranks().values())


def test_no_phase_that_keeps_scores_shows_them_before_it_ends(world, browsers):
    world.submit("owner", {"test-A WER": 0.71717})
    now = timezone.localtime()
    moments = {"closes": now + timedelta(days=30), "disclosed_from": now - timedelta(hours=5)}
    sent = {"name": "main", "opens": "", "disclosure": "hidden", "digits": "2", "items": "none"}
    sent |= {name: f"{moment:%Y-%m-%dT%H:%M}" for name, moment in moments.items()}
    address = f"/challenges/ocr/organise/phases/{world.phase.pk}"
    told = browsers["organiser"].post(address, sent).content.decode()
    assert "All scores would be shown before the phase ends." in told
    assert Phase.objects.get().disclosure == "full"
    later = sent | {"disclosed_from": sent["closes"]}
    assert browsers["organiser"].post(address, later).status_code == 302
    assert "0.71717" not in get(browsers["stranger"], world, "board")


def test_a_challenge_that_one_may_not_see_is_not_there(world, browsers, secrets):
    world.challenge.is_published = False
    world.challenge.save()
    changed(world.challenge)
    for address in ADDRESSES:
        for role in ("nobody", "owner"):
            get(browsers[role], world, address, 404)
    get(browsers["organiser"], world, "board")
    get(browsers["organiser"], world, "embed", 404)


def test_there_is_no_board_of_an_unknown_name_or_ending(world, browsers):
    for address in ("boards/unknown", "board.csv?board=unknown", "embed?board=unknown", "board.exe"):
        get(browsers["nobody"], world, address, 404)


def test_a_page_needs_few_queries_and_the_second_even_fewer(world, browsers, django_assert_max_num_queries):
    for day in range(60):
        world.submit("owner", {"test-A WER": 0.1 + day / 100}, day=day, parameters=[("a", "1")], is_baseline=True)
    for most in (36, 15):
        with django_assert_max_num_queries(most):
            get(browsers["owner"], world, "board")


def test_hostile_text_stays_text(world, browsers):
    hostile = "<script>alert(1)</script>=HYPERLINK(1)"
    world.people["owner"].name = hostile
    world.people["owner"].save()
    world.submit("owner", {"test-A WER": 0.1, "dev-0 WER": 0.2}, description=hostile, parameters=[("<b>", "<i>")])
    for address in ("board", "embed", "plots", "submissions", "submissions?filter=<b>"):
        text = get(browsers["nobody"], world, address)
        assert "<script>alert" not in text
        assert "<b>" not in text
        assert "<i>" not in text


def test_a_new_name_is_shown_at_once(world, browsers):
    world.submit("owner", {"test-A WER": 0.1})
    assert "Owner" in get(browsers["nobody"], world, "board")
    world.people["owner"].is_anonymous_entry = True
    world.people["owner"].save()
    text = get(browsers["nobody"], world, "board")
    assert "Owner" not in text
    assert "anonymous" in text


# --- exports ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "safe"),
    [("=1+1", "'=1+1"), ("+SUM(A1)", "'+SUM(A1)"), ("@x", "'@x"), ("-x", "'-x"), ("\tx", "'\tx"), ("-0.5", "-0.5"),
     *((f"{sign}x", f"'{sign}x") for sign in "＝＋－＠"), ("plain", "plain"), ("", "")],
)  # fmt: skip
def test_no_cell_is_taken_for_a_formula(text, safe):
    assert safe_cell(text) == safe


def test_csv_has_scores_with_intervals(world, browsers):
    world.people["owner"].name = "=HYPERLINK(1)"
    world.people["owner"].save()
    world.submit("owner", {"test-A WER": 0.5}, description="-2", tags=["crf"])
    (row,) = csv.DictReader(get(browsers["nobody"], world, "board.csv").splitlines())
    assert row["rank"] == "1"
    assert row["submitter"] == "'=HYPERLINK(1)"
    assert (row["test-A WER"], row["test-A WER low"], row["test-A Accuracy"]) == ("0.5", "0.49", "")
    assert row["tags"] == "crf"


def test_columns_of_files_and_the_api_stand_as_on_the_page(world, browsers):
    world.submit("owner", {"test-A WER": 0.5, "test-A Accuracy": 0.7, "dev-0 WER": 0.6})
    page = get(browsers["nobody"], world, "board?metrics=all")
    row = page[page.index("<tbody") :].partition("</tr>")[0]
    in_file = json.loads(get(browsers["nobody"], world, "board.json"))
    in_api = browsers["nobody"].get(f"/api/v1/challenges/{world.challenge.slug}/board").json()
    columns = [(one["test"], one["metric"]) for one in in_file["columns"]]
    assert [(one["test"], one["metric"]) for one in in_api["columns"]] == columns
    assert (in_api["main"], [one["is_main"] for one in in_file["columns"]][:2]) == (0, [True, False])
    in_csv = next(csv.reader(get(browsers["nobody"], world, "board.csv").splitlines()))
    assert [title for title in in_csv if title in {" ".join(one) for one in columns}] == [
        " ".join(one) for one in columns
    ]
    scores = [one["text"] for one in in_file["rows"][0]["scores"]]
    assert [one["text"] for one in in_api["rows"][0]["cells"]] == scores
    places = [row.index(f">{score}") for score in scores]
    assert (len(scores) > 1, places) == (True, sorted(places))


def test_latex_escapes_and_marks_the_best(world, browsers):
    world.people["owner"].name = r"50% \input{x}_$"
    world.people["owner"].save()
    world.submit("owner", {"test-A WER": 0.5, "test-A Accuracy": 0.5})
    world.submit("stranger", {"test-A WER": 0.4, "test-A Accuracy": 0.3})
    text = get(browsers["nobody"], world, "board.tex")
    assert r" & System & test-A WER $\downarrow$ & test-A Accuracy $\uparrow$ \\" in text, "what ranks stands first"
    assert r"1 & Stranger & \textbf{0.4} & 0.3 \\" in text
    assert r"2 & 50\% \textbackslash{}input\{x\}\_\$ & 0.5 & \textbf{0.5} \\" in text
    assert r"\toprule" in text


def test_latex_is_escaped_as_in_reports(world, browsers):
    world.people["owner"].name = "a|b -- ↑\u202ec"
    world.people["owner"].save()
    world.submit("owner", {"test-A WER": 0.5})
    assert r"1 & a\textbar{}b -{}- $\uparrow$c & " in get(browsers["nobody"], world, "board.tex")


def test_what_has_no_score_comes_last_whichever_the_direction(world, browsers):
    for who, values in (("owner", {"test-A Accuracy": 0.5}), ("teammate", {"test-A WER": 0.3}),
                        ("stranger", {"test-A WER": 0.4})):  # fmt: skip
        world.submit(who, values)
    test = world.tests["test-A WER"].pk
    for order, first in (("s", "Teammate"), ("-s", "Stranger")):
        page = get(browsers["nobody"], world, f"submissions?sort={order}{test}")
        rows = page.split("<tbody", 1)[1]
        names = sorted(("Owner", "Teammate", "Stranger"), key=rows.index)
        assert (names[0], names[-1]) == (first, "Owner")


def test_a_board_may_be_of_a_phase_by_its_name(world, browsers):
    page = browsers["organiser"].get(reverse("challenge-boards", args=["ocr"])).content.decode()
    assert f'<option value="{world.phase.pk}">main</option>' in page


def test_of_equal_scores_the_earlier_is_the_best_of_the_others(world):
    first, _second, third = [world.submit(who, {"test-A WER": 0.5}) for who in ("owner", "teammate", "stranger")]
    test = world.tests["test-A WER"]
    for viewer in (Viewer(), Viewer(world.people["owner"])):
        assert best_of_others(viewer, third, [test])[test.pk].submission == first.pk


def test_the_first_page_names_who_won_what_has_just_ended(world, browsers):
    world.submit("owner", {"test-A WER": 0.5})
    world.submit("stranger", {"test-A WER": 0.4})
    world.phase.closes = timezone.now() - timedelta(hours=1)
    world.phase.save()
    changed(world.challenge)
    over = browsers["nobody"].get("/").content.decode().partition('id="over"')[2].partition("</section>")[0]
    assert re.search(r'class="score">0\.4</strong>.*<br>Stranger', over)
    assert "Owner" not in over


def test_the_feed_is_plain_data(world, browsers):
    world.submit("owner", {"test-A WER": 0.5})
    world.submit("stranger", {"test-A WER": ("NaN", None)})
    data = json.loads(get(browsers["nobody"], world, "board.json"))
    assert [column["is_main"] for column in data["columns"]] == [True, False]
    first, second = data["rows"]
    numbers = {"text": "0.5", "value": 0.5, "low": 0.49, "high": 0.51}
    marks = {"is_disclosed": True, "is_rounded": False, "is_outdated": False, "conflict": ""}
    assert first["scores"] == [numbers | marks, None]
    assert first["address"].startswith("http://testserver/submissions/")
    assert (second["rank"], second["scores"][0]["text"], second["scores"][0]["value"]) == (None, "NaN", None)


def test_organisers_read_the_ranks_of_everybody_else_beside_exact_digits(world, browsers):
    """In steps these are equal: of one's own the earlier stands on the board, and both people share the first rank."""
    Challenge.objects.update(ladder=Ladder.LINES)
    Test.objects.update(lines=40)
    for who, score, day in (("owner", 0.505, 0), ("owner", 0.501, 1), ("stranger", 0.503, 2), ("teammate", 0.9, 3)):
        world.submit(who, {"test-A WER": score}, day=day)

    def board(who):
        rows = json.loads(get(browsers[who], world, "board.json"))["rows"]
        page = get(browsers[who], world, "board")
        finding = re.sub(r"<[^>]+>", "", re.search(r'class="finding">(.*?)</p>', page, re.S)[1])
        bold = re.findall(r"textbf", get(browsers[who], world, "board.tex"))
        return [(row["rank"], row["submission"]) for row in rows], finding, len(bold), page

    *everybody, page = board("nobody")
    *organiser, exact = board("organiser")
    assert [rank for rank, _ in organiser[0]] == [1, 1, 3]
    assert organiser == everybody
    assert "0.505" in exact
    assert "0.505" not in page
    assert "Ranks go by the scores as others see them." in exact
    assert "Ranks go by" not in page
    assert "0.505" in browsers["organiser"].get("/challenges/ocr/submissions").content.decode()


def test_only_the_embedded_board_may_be_framed(world, browsers):
    embedded = browsers["nobody"].get("/challenges/ocr/embed")
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded
    page = browsers["nobody"].get("/challenges/ocr/board")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


# --- plots -----------------------------------------------------------------------------------------------------------


def test_history_knows_what_was_best_at_its_time(world, browsers):
    for day, score in enumerate((0.5, 0.6, 0.4)):
        world.submit("owner", {"test-A WER": score, "test-A Accuracy": 1 - score}, day=day)
    points = json.loads(get(browsers["nobody"], world, "plots/history.json"))["points"]
    assert [(point["y"], point["is_best"]) for point in points] == [(0.5, True), (0.6, False), (0.4, True)]
    text = get(browsers["nobody"], world, "plots")
    assert text.count("<circle") == 6
    assert "style=" not in text


def test_plots_say_when_in_the_zone_of_the_platform(world, browsers):
    late = world.submit("owner", {"test-A WER": 0.5, "test-A Accuracy": 0.5})
    world.submit("stranger", {"test-A WER": 0.4, "test-A Accuracy": 0.5})
    Submission.objects.filter(pk=late.pk).update(created=datetime(2024, 2, 29, 23, 30, tzinfo=UTC))
    changed(world.challenge)
    for address in ("board", "plots"):
        text = get(browsers["nobody"], world, address)
        assert re.search(r"<td>(<time[^>]*>)?1 Mar 2024, 00:30 CET(</time>)?</td>", text)
        assert "(1 Mar 2024, 00:30 CET)" in text


@pytest.mark.parametrize(
    ("scheme", "is_percent", "scores", "ends"),
    [("Accuracy", False, [1.0, 1.0], ("0.4", "1.0")), ("Accuracy", False, [0.0], ("0.0", "0.6")),
     ("Accuracy", True, [99.0, 100.0], ("99.0", "100.0")), ("Accuracy", False, [0.93, 0.99], ("0.92", "1.00")),
     ("WER", False, [0.0, 0.0], ("0.0", "0.6")), ("WER", False, [1.0, 1.6], ("1.0", "1.6")),
     ("Pearson", False, [-1.0, -1.0], ("-1.0", "-0.4")), ("no metric", False, [1.0, 1.0], ("0.5", "1.5"))],
)  # fmt: skip
def test_an_axis_ends_where_scores_end(scheme, is_percent, scores, ends):
    points = [Point(1, "Ala", "", timezone.now(), at, score, ("",)) for at, score in enumerate(scores)]
    up = draw_history(points, Test(scheme=scheme, as_percentage=is_percent)).up
    assert (up[0][1], up[-1][1]) == ends


def test_scores_told_as_a_bound_stand_at_the_edge_and_press_no_others_together():
    """Without both ends 200 % of errors is where a bound alone is told."""
    scores = (0.5, 1e9, 0.6, math.inf)
    points = [Point(1, "Ala", "", timezone.now(), at, score, ("",)) for at, score in enumerate(scores)]
    drawing = draw_history(points, Test(scheme="WER", split="test-A", is_hidden=True, lines=50))
    places = [mark.y for mark in drawing.marks]
    assert places[1] == places[3] == drawing.up[-1][0], "the edge"
    assert [text for _place, text in (drawing.up[0], *drawing.up[-2:])] == ["0.50", "0.60", ">2"]
    assert places[0] - places[2] > 50, "hundredths of the drawing"
    (cut,) = drawing.breaks_up
    assert places[1] < cut < places[2], "the axis is broken between them"


@pytest.mark.parametrize(
    ("scores", "last", "is_broken"),
    [((0.5, 923.77, 0.6), "923.77", True), ((0.5, 2.5, 923.77), "2.5–923.77", True), ((3.5, 4.5), "4.5", False)],
)
def test_far_scores_that_are_shown_in_full_are_told_so_at_the_edge(scores, last, is_broken):
    """As organisers see them; where all are far, none is."""
    points = [Point(1, "Ala", "", timezone.now(), at, score, ("",)) for at, score in enumerate(scores)]
    drawing = draw_history(points, Test(scheme="WER", split="test-A", is_hidden=True, lines=50))
    assert (drawing.up[-1][1], drawing.is_broken) == (last, is_broken)


@pytest.mark.parametrize("who", ["owner", "organiser"])
def test_a_far_score_has_a_broken_bar_and_leaves_the_others_theirs(world, browsers, who):
    """Others than organisers see steps, and of the far one that it is beyond 2."""
    Challenge.objects.update(ladder=Ladder.LINES)
    for score in (0.3, 0.6, 923.77):
        world.submit("owner", {"test-A WER": score, "test-A Accuracy": 0.5}, description=f"WER {score}")
    text = get(browsers[who], world, "submissions")
    bars = re.findall(r'<rect width="([0-9.]+)%" height="100%"/>(<line class="break")?', text)
    assert [float(width) for width, broken in bars if broken] == [100]
    near = [float(width) for width, broken in bars if not broken]
    assert all(20 < width <= 75 for width in near), "none is too short to be seen, or as long as the broken one"
    assert "The axis is broken at the dashed line" in get(browsers[who], world, "plots")


@pytest.mark.parametrize(
    ("scores", "parts"), [((0.06,), []), ((0.06, 923.77), [64.3, 100]), ((0.06, 0.03), [42.9, 85.7])]
)
def test_the_best_of_two_is_no_longer_than_a_far_one_and_one_alone_has_no_bar(world, browsers, scores, parts):
    """The scale ends where the interval of the best does, 0.01 above it, and behind three quarters of the track where a
    bar is broken: 0.06 / 0.07 is 0.857, and 0.643 of them.
    """
    for score in scores:
        world.submit("owner", {"test-A WER": score, "test-A Accuracy": 0.5}, description=f"WER {score}")
    text = get(browsers["organiser"], world, "submissions")
    assert sorted(map(float, re.findall(r'<rect width="([0-9.]+)%" height="100%"/>', text))) == parts


def test_scatter_takes_two_columns_and_survives_odd_ones(world, browsers):
    world.submit("owner", {"dev-0 WER": 0.3, "test-A WER": 0.5})
    (point,) = json.loads(get(browsers["nobody"], world, "plots/scatter.json?x=0&y=2"))["points"]
    assert (point["x"], point["y"]) == (0.3, 0.5)
    for odd in ("x=-1", "x=999999999999999999", "x=a&y=%00", "x=²"):
        get(browsers["nobody"], world, f"plots/scatter.json?{odd}")
        get(browsers["nobody"], world, f"plots?{odd}")


# --- the organisers' pages -------------------------------------------------------------------------------------------

FORM = {"title": "By tag", "slug": "by-tag", "position": 1, "rule": "best", "group": "tag", "columns": ["test-A WER"]}


@pytest.mark.parametrize("role", ["nobody", "owner", "stranger", "organiser", "administrator"])
def test_only_organisers_arrange_boards(world, browsers, role):
    address = reverse("challenge-boards", args=["ocr"])
    status = browsers[role].post(address, FORM).status_code
    may = role in ("organiser", "administrator")
    assert status == (404 if role in ("owner", "stranger") else 302)
    assert world.challenge.boards.exists() == may
    if may:
        board = world.challenge.boards.get()
        assert board.columns == ["test-A WER"]
        assert browsers[role].get(reverse("challenge-board-change", args=["ocr", board.pk])).status_code == 200
        assert browsers[role].post(reverse("challenge-board-remove", args=["ocr", board.pk])).status_code == 302
        assert not world.challenge.boards.exists()


@pytest.mark.parametrize(("position", "first"), [(2, "Best of each"), (1, "By tag")])
def test_a_first_own_board_keeps_the_board_that_there_was_beside_it(world, browsers, position, first):
    world.submit("owner", {"test-A WER": 0.5})
    address = reverse("challenge-boards", args=["ocr"])
    page = browsers["organiser"].get(address).content.decode()
    assert re.search(r'<input type="checkbox" name="keeps_plain"[^>]* checked', page)
    assert re.search(r'name="position" value="2"', page)
    browsers["organiser"].post(address, {**FORM, "position": position, "keeps_plain": "on"})
    board = get(browsers["nobody"], world, "board")
    assert f"<h2>{first}</h2>" in board
    assert {"Best of each", "By tag"} == set(re.findall(r"boards/[a-z-]+\"[^>]*>([^<]+)<", board))
    polish = browsers["nobody"].get("/challenges/ocr/board", headers={"Accept-Language": "pl"}).content.decode()
    assert (">Best of each<" in polish, ">Najlepsze wyniki<" in polish) == (False, True)
    world.challenge.boards.filter(title="By tag").update(title="t" * 200)
    assert re.search(f'title="{"t" * 200}">{"t" * 59}…</a>', get(browsers["nobody"], world, "board"))
    assert "keeps_plain" not in browsers["organiser"].get(address).content.decode(), "there is no plain one to keep"


def test_a_board_must_make_sense(world, browsers):
    address = reverse("challenge-boards", args=["ocr"])
    text = browsers["organiser"].post(address, {**FORM, "group": "parameter"}).content.decode()
    assert "Say which parameter." in text
    as_plain = {**FORM, "title": "best of each", "keeps_plain": "on"}
    same_title = "Another board has this title; choose another one."
    assert same_title in browsers["organiser"].post(address, as_plain).content.decode()
    world.challenge.boards.add(Board(slug="by-tag", title="x"), bulk=False)
    assert "Another board has this name in its address" in browsers["organiser"].post(address, FORM).content.decode()
    twin = {**FORM, "title": "X", "slug": "other"}
    assert same_title in browsers["organiser"].post(address, twin).content.decode()
    assert world.challenge.boards.count() == 1


@pytest.mark.parametrize(("title", "has_plain"), [("X-ray5", False), ("Be5t of each", True)])
def test_a_board_looks_like_no_other_of_its_challenge(world, browsers, title, has_plain):
    address = reverse("challenge-boards", args=["ocr"])
    if not has_plain:
        browsers["organiser"].post(address, {**FORM, "title": "X-rays"})
    form = {**FORM, "slug": "other", "title": title, "keeps_plain": "on"}
    assert "has a title that looks like this one" in browsers["organiser"].post(address, form).content.decode()
    assert not world.challenge.boards.filter(slug="other").exists()
    assert browsers["organiser"].post(address, {**form, "title": "By length"}).status_code == 302


def test_my_submissions_are_for_those_who_logged_in(world, browsers):
    world.submit("owner", {"test-A WER": 0.5}, team=world.team, description="ours")
    assert browsers["nobody"].get("/challenges/ocr/submissions/mine").status_code == 302
    assert "ours" in get(browsers["teammate"], world, "submissions/mine")
    assert "ours" not in get(browsers["stranger"], world, "submissions/mine")


def test_all_that_one_handed_in_stands_with_its_best_score_and_its_rank(world, browsers):
    worse = world.submit("owner", {"test-A WER": 0.5})
    best = world.submit("owner", {"test-A WER": 0.3}, day=1)
    world.submit("stranger", {"test-A WER": 0.4})
    failed = world.submit("owner", {}, day=2)
    Submission.objects.filter(pk=failed.pk).update(state="failed")
    page = browsers["owner"].get("/submissions/mine").content.decode()
    rows = [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in page.split("<tr>")[2:]]
    assert [row.split(" ", 1)[0] for row in rows] == [f"#{one.pk}" for one in (failed, best, worse)]
    assert "– – ✗ failed" in rows[0]
    assert "0.3 test-A WER ↓ 1 of 2 scored" in rows[1]
    assert "0.5 test-A WER ↓ – scored" in rows[2]
    assert '<a href="/challenges/ocr">' in page
    assert 'href="/challenges"' in browsers["stranger"].get("/submissions/mine?q=").content.decode()
    equal = world.submit("owner", {"test-A WER": 0.3}, day=3)
    link = rf"stands there\. <a href=\"/submissions/{best.pk}\">"
    alone = world.submit("owner", {"test-A WER": 0.5}, day=4, team=world.team)  # nobody else handed in for it
    why_not = ((worse, "another one of the same people "), (equal, "whose score is shown equal, "))
    for other, why in (*why_not, (alone, "another one of the same people ")):
        told = browsers["owner"].get(f"/submissions/{other.pk}").content.decode()
        assert re.search(why + link, told)
    assert "It is not on the board" not in browsers["owner"].get(f"/submissions/{best.pk}").content.decode()


def test_a_published_result_names_the_system_that_makes_it_again(world, browsers):
    task = find_task("poleval-2021/punctuation")
    row = next(one for one in task.published if one.system == "enelpol-E1")
    for name in (f"{row.system} ({row.source})", "Kim 2024"):
        world.submit("organiser", {"test-A WER": 0.3}, is_reference=True, is_baseline=True, description=name)
    assert re.findall(r"<code[^>]*>(punctuation/.*?)</code>", get(browsers["nobody"], world, "board")) == [row.recipe]
    pages = [
        browsers["nobody"].get(f"/submissions/{pk}").content.decode()
        for pk in Submission.objects.values_list("pk", flat=True)
    ]
    assert sum("probierz baseline CHALLENGE --system punctuation/enelpol-e1" in page for page in pages) == 1


@pytest.mark.parametrize(
    ("seconds", "texts"),
    [(86400, ["14 Nov 2023", "15 Nov 2023"]), (60, ["14 Nov 2023, 23:13 CET", "23:14 CET"]),
     (5, ["14 Nov 2023, 23:13 CET"])],
)  # fmt: skip
def test_a_plot_says_when_its_first_and_last_points_were(seconds, texts):
    start = 1_700_000_000.0
    points = [Point(1, "Ala", "", timezone.now(), x, 0.5, ("0.5",)) for x in (start, start + seconds)]
    assert [text for _place, text in draw_history(points, None).across] == texts


@pytest.mark.parametrize("address", ["board", "boards/all", "board.csv", "submissions", "embed"])
def test_people_who_had_one_name_before_are_told_apart_by_their_logins(world, browsers, address):
    User.objects.filter(username__in=["owner", "stranger"]).update(name="Anna Nowak")
    world.challenge.boards.add(Board(slug="all", title="All", rule="all"), bulk=False)
    for who in ("owner", "stranger"):
        submission = world.submit(who, {"test-A WER": 0.5})
        Submission.objects.filter(pk=submission.pk).update(team=None)
    cache.clear()
    text = get(browsers["nobody"], world, address)
    assert "Anna Nowak (owner)" in text
    assert "Anna Nowak (stranger)" in text
    sentence = re.sub("<[^>]*>", "", text.partition('class="finding"')[2].partition("</p>")[0])
    assert ("Anna Nowak (owner) and Anna Nowak (stranger) share" in sentence) == (address in ("board", "boards/all"))


def test_programs_are_told_logins_but_for_hidden_names(world, browsers):
    for who in ("owner", "stranger"):
        submission = world.submit(who, {"test-A WER": 0.5})
        Submission.objects.filter(pk=submission.pk).update(team=None)
    User.objects.filter(username="owner").update(is_anonymous_entry=True)
    changed(world.challenge)
    rows = browsers["nobody"].get("/api/v1/challenges/ocr/board").json()["rows"]
    assert {row["login"] for row in rows} == {None, "stranger"}


@pytest.mark.parametrize("address", ["board", "submissions"])
def test_kept_rows_tell_how_long_ago_it_was_when_each_reader_asks(world, browsers, stopped_clock, address):
    """Nothing happens on the challenge between: its rows are those that were kept, their ages are not."""

    def ages(role):
        return re.findall(r"<time[^>]*>([^<]*)</time>", get(browsers[role], world, address))

    Submission.objects.filter(pk=world.submit("owner", {"test-A WER": 0.5}).pk).update(created=timezone.now())
    assert ages("nobody") == ["just now"]
    stopped_clock.shift(105)
    assert ages("stranger") == ages("nobody") == ["1 minute ago"]
    stopped_clock.shift(3600)
    assert ages("owner") == ages("stranger") == ages("nobody") == ["1 hour ago"]
