"""Scores of a challenge that declares no precision: people read a few digits, programs all."""

import re

import pytest
from django.core import mail
from django.utils.translation import override

from probierz.web.challenges.models import Test
from probierz.web.html.numbers import decimals_telling_apart, number, rounded
from probierz.web.notifications.messages import message_of
from probierz.web.notifications.models import Kind, Notice
from probierz.web.webhooks.messages import body_of


@pytest.mark.parametrize(
    ("text", "decimals", "shown"),
    [
        ("0.8123456789012345", 4, "0.8123"),
        ("0.75", 4, "0.75"),
        ("0.8123456789", None, "0.8123456789"),
        ("5.0e-2", 4, "0.05"),
        ("1.23456e-5", 4, "0.00001235"),
        ("1.23456e-12", 4, "1.235e-12"),
        ("52.345678", 2, "52.35"),
        ("1.23456789e7", 4, "12345678.9"),
        ("-1515.00000012", 4, "-1515.0000"),
        ("NaN", 4, "NaN"),
        ("UNDISCLOSED", 4, "UNDISCLOSED"),
    ],
)
def test_a_number_has_the_digits_that_people_read(text, decimals, shown):
    assert rounded(text, decimals) == shown


def test_so_many_digits_that_different_numbers_look_different():
    assert decimals_telling_apart([0.81234561, 0.81234569, 0.5, None, float("nan")], 4) == 7
    assert decimals_telling_apart([0.5, 0.5], 4) == 4


def test_a_comma_in_polish():
    with override("pl"):
        assert number(rounded("0.8123456789", 4)) == "0,8123"


@pytest.fixture
def world(world):
    Test.objects.update(precision=None)
    return world


def read(client, address, language="en"):
    page = client.get(address, headers={"accept-language": language}).content.decode()
    return re.sub(r"<(script|code)\b.*?</\1>|<input[^>]*>|<(?!title)[^>]*>", " ", page, flags=re.DOTALL)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "pl"])
def test_no_page_shows_sixteen_digits_and_rows_that_ranks_tell_apart_look_different(world, browsers, language):
    first = world.submit("owner", {"test-A WER": ("5.0123416789012345e-2", 0.050123416789012345), "dev-0 WER": 1 / 3})
    other = world.submit("stranger", {"test-A WER": ("5.0123456999012345e-2", 0.050123456999012345)}, day=1)
    third = world.submit("teammate", {"test-A WER": 1 / 7, "test-A Accuracy": 2 / 3, "test-A CER": 1 / 9}, day=2)
    addresses = ["/", "/challenges/ocr/", *(f"/submissions/{one.pk}" for one in (first, other, third))]
    tables = [f"/challenges/ocr/{one}" for one in ("board", "submissions", "my-submissions", "plots", "embed")]
    point = "." if language == "en" else ","
    for address in [*addresses, *tables, f"/q/{first.commit[:8]}"]:
        page = read(browsers["organiser"], address, language)
        most = 10 if address in tables else 8
        assert not re.findall(rf"\d[.,]\d{{{most + 1},}}|\d[.,]\d+e-", page), address
    board = read(browsers["organiser"], "/challenges/ocr/board", language)
    assert f"0{point}0501234 " in board
    assert f"0{point}0501235" in board
    assert f"0{point}142857" in board  # a column has as many digits in all rows
    assert "0.6666666666666666" in browsers["organiser"].get("/challenges/ocr/board.csv").content.decode()
    latex = browsers["organiser"].get("/challenges/ocr/board.tex").content.decode()
    assert not re.findall(r"\d\.\d{11,}", latex)
    assert "{0.0501234}" in latex
    assert "0.0501235" in latex


@pytest.mark.django_db
def test_letters_and_chats_have_few_digits_and_the_comma_of_their_language(world, settings):
    one = world.submit("owner", {"test-A WER": 1 / 7})
    person = one.submitter
    person.email, person.language = "owner@example.org", "pl"
    person.save()
    letter = message_of(Notice(user=person, challenge=world.challenge, kind=Kind.SCORED, number=one.pk))
    assert "test-A WER 0,1429\n" in letter.body
    settings.LANGUAGE_CODE = "pl"
    best = {"submitter": "Ala", "url": "https://x.example", "score": "0.14285714285714285", "shown": "0.1429"}
    news = {"event": "new-best", "challenge": {"title": "T", "url": "https://x.example"}, "test": "test-A",
            "metric": "WER", "best": best, "previous": best}  # fmt: skip
    assert "WER 0,1429 " in body_of("slack", news).decode()
    assert not mail.outbox
