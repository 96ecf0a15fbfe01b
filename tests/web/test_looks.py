"""Times, scores and tags on pages."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from probierz.web.html.looks import ago, deadline, interval, number, score, stamp, tag

pytestmark = pytest.mark.usefixtures("stopped_clock")

HOURS = {1: "1 godzinę temu", 2: "2 godziny temu", 4: "4 godziny temu", 5: "5 godzin temu", 12: "12 godzin temu",
         21: "21 godzin temu", 22: "22 godziny temu"}  # fmt: skip


def words(when):
    return ago(when).split(">")[1].split("<")[0]


@pytest.mark.parametrize(("number", "text"), HOURS.items())
def test_polish_plurals(number, text):
    with override("pl"):
        assert words(timezone.now() - timedelta(hours=number, seconds=1)) == text


@pytest.mark.parametrize(
    ("distance", "text"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(minutes=-1, seconds=-5), "1 minute ago"),
        (timedelta(minutes=-59, seconds=-59), "59 minutes ago"),
        (timedelta(days=-2), "2 days ago"),
        (timedelta(hours=23, minutes=30), "in 24 hours"),
        (timedelta(days=2), "in 2 days"),
    ],
)
def test_times_near_now_are_told_by_their_distance(distance, text):
    assert words(timezone.now() + distance) == text


@pytest.mark.parametrize(
    ("distance", "text"),
    [
        (timedelta(days=11, hours=23), "in 11 days"),
        (timedelta(hours=47), "in 47 hours"),
        (timedelta(minutes=119), "in 119 minutes"),
        (timedelta(seconds=50), "in less than a minute"),
        (timedelta(seconds=-61), "1 minute ago"),
        (timedelta(days=-2, hours=-3), "2 days ago"),
    ],
)
def test_a_deadline_is_told_as_the_page_counts_down_to_it(distance, text):
    """By the rule of `countDown` in probierz.js, so that no page says 12 days where the next one counts 11."""
    assert f">{text}</span>" in deadline(timezone.now() + distance)


def test_a_time_far_away_is_a_date_and_none_is_a_dash():
    assert words(timezone.now() - timedelta(days=400))[-4:].isdigit()
    assert ago(None) == stamp(None) == "–"


def test_bounds_are_rounded_as_commands_and_reports_round_them():
    assert interval(0.119787, 0.290028, 4) == "[0.1198, 0.2900]"
    assert interval(-1.4, 0.29, 2) == "[-1.40, 0.29]"


def test_numbers_have_a_decimal_comma_where_the_language_has_one():
    with override("pl"):
        assert number("0.9731 and 1.2e-05, p = 3") == "0,9731 and 1,2e-05, p = 3"
        assert interval(-1.4, 0.29, 2) == "[-1,40; 0,29]"
        assert score("0.50") == '<span class="score">0,50</span>'
    assert score("0.50") == '<span class="score">0.50</span>'


def test_a_score_is_shown_as_it_was_rounded():
    assert score("0.17") == '<span class="score">0.17</span>'
    assert "[0.10, 0.20]" in score("0.17", 0.1, 0.2)
    assert score("UNDISCLOSED") == '<span class="score">UNDISCLOSED</span>'


def test_hostile_words_stay_words():
    hostile = '"><script>alert(1)</script>'
    assert "<script>" not in tag(hostile, hostile, hostile) + score(hostile)
