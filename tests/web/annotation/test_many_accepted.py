"""Who may accept many records at once, and which."""

import csv
import re

import pytest

from probierz.errors import Refused
from probierz.web.annotation import services

pytestmark = pytest.mark.django_db

ADDRESS = "/annotations/questions/judge"


def test_annotators_accept_nothing(client, people, write, seat):
    record = write("ala")
    client.force_login(people["ala"])
    assert "judging" not in client.get("/annotations/questions").content.decode()
    assert client.get(ADDRESS, {"which": "fine"}).status_code == 403
    assert client.post(ADDRESS, {"verdict": "accepted", "shown": f"{record.pk}:1"}).status_code == 403
    with pytest.raises(Refused, match="Only a reviewer can do this"):
        services.judge_many(seat("ala"), {record.pk: 1}, "accepted")


def test_who_works_without_another_reviewer_accepts_their_own_unasked_and_unmarked(client, people, project, write):
    project.members.filter(user=people["celina"]).delete()
    own = write("ola")
    client.force_login(people["ola"])
    page = f"/annotations/questions/records/{own.name}"
    assert "This record is your own" not in client.get(page).content.decode()
    client.post(f"{page}/remarks", {"verdict": "accepted"})
    assert "accepted by its author" not in client.get(page).content.decode()


def test_who_accepts_their_own_is_asked_where_another_could_review_it_and_it_is_marked(client, people, project, write):
    own, other = write("ola"), write("ala", question="Kdo to byl?")
    client.force_login(people["ola"])
    page = "/annotations/questions/records/{}"
    question = "This record is your own, and somebody else could review it."
    asked = [question in client.get(page.format(one.name)).content.decode() for one in (own, other)]
    assert asked == [True, False]
    for one in (own, other):
        client.post(page.format(one.name) + "/remarks", {"verdict": "accepted"})
    marked = ["accepted by its author" in client.get(page.format(one.name)).content.decode() for one in (own, other)]
    assert marked == [True, False]
    assert client.get("/annotations/questions?state=accepted").content.decode().count("accepted by its author") == 1
    table = client.get("/annotations/questions/exports?ending=csv")
    rows = csv.DictReader(b"".join(table.streaming_content).decode().splitlines())
    assert [(one["id"], one["accepted_by_author"]) for one in rows] == [(own.name, "yes"), (other.name, "")]


def test_nobody_accepts_their_own_together_with_others(client, people, project, write):
    own, other = write("celina"), write("ala", question="Kdy to bylo?")
    client.force_login(people["celina"])
    page = client.get("/annotations/questions").content.decode()
    assert re.findall(r'aria-label="Choose record (\d+)"', page) == [other.name]
    client.post(ADDRESS, {"verdict": "accepted", "shown": f"{own.pk}:1 {other.pk}:1"})
    assert dict(project.records.values_list("name", "state")) == {own.name: "done", other.name: "accepted"}


def test_only_what_the_list_shows_and_no_rule_finds_anything_in_is_accepted(client, people, project, write):
    write("ala", question="Kdy vypukla karibská krize?")
    write("bartek", question="Kdy to bylo?")
    broken = write("ala", question="Kde to bylo?", question_type="LOCATION")  # the answer is a date
    assert broken.rules
    client.force_login(people["celina"])
    asked = {"which": "fine", "filter": "bylo"}
    page = client.get("/annotations/questions", {"filter": "bylo"}).content.decode()
    assert "Accept 1 in which no rule finds anything" in page
    page = client.get(ADDRESS, asked).content.decode()
    assert "Accept 1 record?" in page
    assert "Kdy to bylo?" in page
    assert "Kdy vypukla" not in page


def test_what_one_owes_an_answer_to_is_accepted_only_after_it(client, people, write, seat):
    for number in range(3):
        write("ala", question=f"Kdy vypukla krize číslo {number}?")
    services.take_out(seat("ola"), seat("bartek").member)  # so that Celina is asked, too
    services.draw_second(seat("ola"), size=3, seed=1)
    client.force_login(people["celina"])
    owed = seat("celina").project.records.filter(second_answers__user=people["celina"])
    assert owed.exists()
    page = client.get("/annotations/questions").content.decode()
    assert not {one.name for one in owed} & set(re.findall(r'aria-label="Choose record (\d+)"', page))


@pytest.mark.parametrize("shown", ["", "x", "1:", "9999999999999999999:1", "1:1 1"])
def test_numbers_that_are_none_change_nothing(client, people, project, write, shown):
    record = write("ala")
    client.force_login(people["celina"])
    client.post(ADDRESS, {"verdict": "withdrawn", "shown": f"{record.pk}:1"})
    client.post(ADDRESS, {"verdict": "accepted", "shown": shown.replace("1", "7")})
    record.refresh_from_db()
    assert record.state == "done"


@pytest.mark.parametrize(
    ("language", "button", "heading", "done"),
    [
        ("pl", "Przyjmij wszystkie 2, w których", "Przyjąć 2 rekordy?", "Przyjęto 2 rekordy."),
        ("cs", "Přijmout všechny 2, ve kterých", "Přijmout 2 záznamy?", "2 záznamy jsou přijaty."),
    ],
)
def test_records_are_accepted_together_in_polish_and_czech(client, people, write, language, button, heading, done):
    shown = [f"{write('ala', question=f'Kdy vypukla krize číslo {number}?').pk}:1" for number in range(2)]
    client.force_login(people["celina"])
    speaks = {"accept-language": language}
    assert button in client.get("/annotations/questions", headers=speaks).content.decode()
    assert heading in client.get(ADDRESS, {"which": "fine"}, headers=speaks).content.decode()
    sent = {"verdict": "accepted", "shown": " ".join(shown)}
    assert done in client.post(ADDRESS, sent, headers=speaks, follow=True).content.decode()
