"""Suites on the platform, clicked from the first page: boards without expected files, an archive scored as nine."""

import csv
import html
import json
import math
import re
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import escape
from klej_examples import GOLD, described, drawn_gold, packed, publish_klej
from submission_examples import write_challenge

from probierz.errors import Refused
from probierz.suites.catalogue import find_suite
from probierz.suites.klej.baselines import at_random
from probierz.suites.klej.results import evaluate
from probierz.suites.new_suite import make_suite, read_plan
from probierz.suites.publishing import slug_of, suite_card
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Organiser, Phase
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.jobs import worker
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded
from probierz.web.suites.models import PlatformSuite, SuiteArchive
from probierz.web.suites.services import add_task, describe_suite, publish_suite
from probierz.web.suites.shapes import SuiteIn

pytestmark = pytest.mark.django_db(transaction=True)


def archive(contents):
    return SimpleUploadedFile("mine.zip", packed(contents))


def page(browser, address):
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def cells(text, name):
    """What stands in the row of a board, without marks."""
    row = next(one for one in re.findall(r"<tr.*?</tr>", text, re.S) if re.search(rf'<th scope="row">{name}\b', one))
    return [re.sub(r"<.*?>", "", one).strip() for one in re.findall(r"<td.*?</td>", row, re.S)]


def test_published_boards_stand_where_no_task_is_on_the_platform(organiser):
    described("poleval-2021", organiser)
    stranger = Client()
    assert 'href="/suites"' in page(stranger, "/")
    assert 'href="/suites/poleval-2021"' in page(stranger, "/suites")
    assert 'href="/suites/poleval-2021/tasks/ocr"' in page(stranger, "/suites/poleval-2021")
    text = page(stranger, "/suites/poleval-2021/tasks/ocr")
    assert cells(text, "XXLv1")[:2] == ["1", "3.744"]
    assert cells(text, "Heuristics")[:2] == ["5", "8.217"]
    assert "chapter of the organisers, Table 1, 2021" in cells(text, "XXLv1")[-1]
    assert "published result" in text


def test_the_page_of_a_task_says_what_did_not_decide_who_is_ranked_and_what_stands_behind_a_team(organiser):
    described("poleval-2021", organiser)
    described("klej", organiser)
    text = page(Client(), "/suites/poleval-2021/tasks/qa")
    sections = re.findall(r"<section>.*?</section>", text, re.S)
    told = {re.search("<h2>(.*?):", one)[1]: "did not decide the competition" in one for one in sections}
    assert (told["test-A"], told["test-B"]) == (True, False)
    assert "No official submission is published here" in page(Client(), "/suites/klej/tasks/dyk")
    text = page(Client(), "/suites/poleval-2021/tasks/ocr")
    (found,) = [one for one in card_boards("ocr") if one.split == "test-B"]
    behind = [row for row in found.folded if row.kind != "baseline"]
    assert behind
    folds = " ".join(re.findall(r"<details.*?</details>", text, re.S))
    assert all(f"<li>{escape(row.system)}: {row.value}" in folds for row in behind)


def test_the_page_of_a_task_is_called_by_its_polish_title_on_polish_pages(organiser):
    described("poleval-2021", organiser)
    title = next(task.title_pl for task in find_suite("poleval-2021").tasks if task.name == "ocr")
    answer = Client(headers={"Accept-Language": "pl"}).get("/suites/poleval-2021/tasks/ocr")
    assert f"<h1>{title}</h1>" in answer.content.decode()


def test_what_another_place_says_stands_below_the_table_of_a_task(organiser):
    described("poleval-2021", organiser)
    text = page(Client(), "/suites/poleval-2021/tasks/ocr")
    doubted = [row.system for one in card_boards("ocr") for row in one.rows if row.conflict]
    assert doubted
    for name in doubted:
        assert f'<p class="muted">* {escape(name)}: ' in text
    assert "cannot be reproduced" in re.sub(r"<[^>]*>", "", text)  # no mere title of a star


def test_the_page_of_a_suite_says_under_which_licence_its_tasks_are_and_how_to_cite_them(organiser):
    described("klej", organiser)
    text = page(Client(), "/suites/klej")
    for task in find_suite("klej").tasks:
        assert escape(task.licence.name) in text

    assert "Rybak" in text[text.index('id="cite"') :]


def test_each_task_is_cited_as_its_plan_or_the_files_of_its_challenge_say(organiser, tmp_path):
    plan = tmp_path / "plan.toml"
    tasks = "".join(
        f'[[tasks]]\nname = "{name}"\ntitle = "{name.title()}"\ndescription = "Mend it."\n'
        f'schemes = ["Accuracy"]\n{more}'
        for name, more in (
            ("words", "citation = '@misc{words, title = {Words of 1900}}'\n"),
            ("marks", "citation = '@misc{marks, title = {Marks}}'\n"),
            ("lines", ""),
        )
    )
    plan.write_text(
        'name = "mending"\ntitle = "Mending"\ndescription = "Three tasks."\ncitation = "@misc{all, title = {All}}"\n'
        f'[licence]\nname = "MIT"\nspdx = "MIT"\nnotice = "Keep this."\n{tasks}'
    )
    suite, _ = describe_suite(
        "mending", SuiteIn.model_validate(suite_card(make_suite(read_plan(plan), tmp_path / "made"))), by=organiser
    )
    folder = write_challenge(tmp_path / "marks")
    (folder / "LICENCE.txt").write_text("SPDX-License-Identifier: CC0-1.0\n")
    (folder / "CITATION.bib").write_text("@misc{marks, title = {Marks, as printed}}\n")
    challenge = create_unasked("mending-marks", organiser)
    publish_version(challenge, folder)
    add_task(suite, "marks", challenge, by=organiser)
    text = page(Client(), "/suites/mending")
    assert text.count("title = {All}") == 1, "the suite's own citation is not repeated for tasks without one"
    assert cited(text) == [("CITATION.bib", "Words", "@misc{words, title = {Words of 1900}}"),
                           ("CITATION.bib", "Marks", "@misc{marks, title = {Marks}}")]  # fmt: skip
    Challenge.objects.update(is_published=True)
    assert cited(page(Client(), "/suites/mending")) == [
        ("LICENCE.txt", "Marks", "SPDX-License-Identifier: CC0-1.0"),
        ("CITATION.bib", "Words", "@misc{words, title = {Words of 1900}}"),
        ("CITATION.bib", "Marks", "@misc{marks, title = {Marks, as printed}}"),
    ]


def cited(text):
    """The files that are folded on the page of a suite, with their tasks and texts."""
    folded = r"<details><summary><code>(.*?)</code>: (.*?)</summary><pre[^>]*>(.*?)</pre>"
    return re.findall(folded, text, re.S)


def card_boards(name):
    card = SuiteIn.model_validate(suite_card(find_suite("poleval-2021")))
    return next(task.boards for task in card.tasks if task.name == name)


def test_the_board_of_klej_is_that_of_the_paper_with_its_year_and_link(klej, browser):
    text = page(browser, "/suites/klej")
    assert cells(text, "HerBERT")[:3] == ["1", "80.5", "92.7"]
    assert cells(text, "HerBERT")[-1] == "KLEJ, Table 3, 2020"
    assert 'href="https://doi.org/10.18653/v1/2020.acl-main.111"' in text


def test_an_average_has_the_digits_of_its_scores(organiser, tmp_path):
    plan = tmp_path / "plan.toml"
    tasks = "".join(
        f'[[tasks]]\nname = "{name}"\ntitle = "{name}"\ndescription = "Mend it."\nschemes = ["Accuracy"]\n'
        'settings = "--precision 4 --show-as-percentage"\n'
        for name in ("words", "marks")
    )
    rows = "".join(
        f'[[published]]\ntask = "{name}"\nsplit = "test-A"\nmetric = "Accuracy"\nsystem = "Ours"\nvalue = "{value}"\n'
        'source = "Report"\nyear = 2026\nlink = "https://example.org/report"\n'
        for name, value in (("words", "86.00"), ("marks", "97.10"))
    )
    plan.write_text(
        'name = "mending"\ntitle = "Mending"\ndescription = "Two tasks."\nhas_average = true\n'
        f'[licence]\nname = "MIT"\nspdx = "MIT"\nnotice = "Keep this."\n{tasks}{rows}'
    )
    suite = make_suite(read_plan(plan), tmp_path / "mending")
    describe_suite("mending", SuiteIn.model_validate(suite_card(suite)), by=organiser)
    stranger = Client()
    assert 'href="/suites"' in page(stranger, "/")
    assert 'href="/suites/mending"' in page(stranger, "/suites")
    text = page(stranger, "/suites/mending")
    assert cells(text, "Ours") == ["1", "91.55", "86.00", "97.10", "Report, 2026"]  # in binary 91.54999…
    assert 'href="https://example.org/report"' in text
    assert ",91.55,86.00,97.10," in page(stranger, "/suites/mending/board.csv")


def test_one_archive_is_scored_as_nine_and_stands_on_the_board(klej, browser):
    assert 'href="/suites/klej/submit"' in page(browser, "/suites/klej")
    assert 'name="archive"' in page(browser, "/suites/klej/submit")
    wrong = {**GOLD, "cbd": ["0", "0", "0"]}  # F1 is 0 then, and the average 800 / 9
    for contents, description in ((wrong, "the first"), (GOLD, "the second")):
        answer = browser.post(
            "/suites/klej/submit", {"archive": archive(contents), "description": description}, follow=True
        )
        assert answer.redirect_chain == [("/suites/klej", 302)]
        assert "9 tasks were handed in" in answer.content.decode()
    worker.work(until_empty=True)
    assert Submission.objects.filter(state="scored").count() == Submission.objects.count() == 10  # eight came again
    text = page(browser, "/suites/klej")
    assert cells(text, "ala")[:2] == ["1", "100.0"]
    assert "88.9" in text
    history = text[text.index("Your archives") :]
    assert history.index("the second") < history.index("the first")
    polish = browser.get("/suites/klej", headers={"accept-language": "pl"}).content.decode()
    assert ">88,9<" in polish[polish.index("Twoje archiwa") :]


def test_an_archive_is_one_of_the_submissions_that_may_wait(klej, browser):
    for count, status in ((1, 302), (2, 302), (3, 400)):  # two of one person may wait, as on a new platform
        contents = {**GOLD, "cbd": [*"001"[count - 1 :], *"000"[: count - 1]]}
        answer = browser.post("/suites/klej/submit", {"archive": archive(contents), "description": f"no. {count}"})
        assert answer.status_code == status
    assert "So many of your submissions wait" in answer.content.decode()
    assert worker.work(until_empty=True) is not False
    assert Submission.objects.exclude(state="scored").count() == 0


def test_tasks_that_are_missing_are_shown_as_missing_and_there_is_no_average(klej, browser):
    some = {task: GOLD[task] for task in ("cbd", "cdsc-r")}
    refused = browser.post("/suites/klej/submit", {"archive": archive(some)})
    assert refused.status_code == 400
    assert "there is no test_pred_dyk.tsv" in refused.content.decode()
    assert not Submission.objects.exists()
    browser.post("/suites/klej/submit", {"archive": archive(some), "partial": "on"})
    worker.work(until_empty=True)
    row = cells(page(browser, "/suites/klej"), "ala")
    assert (row[0], row[1], row.count("–")) == ("–", "–", 2 + 7)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"cbd": ["1", "0"]}, "mine.zip/test_pred_cbd.tsv: there are 2 predictions, and the test has 3 records"),
        ({"nkjp-ner": ["persName", "Time", "noEntity"]}, "test_pred_nkjp-ner.tsv line 3"),
        ({"ar": ["1.0", "3.0", "x"]}, "test_pred_ar.tsv line 4"),
        ({"others": ["1"]}, None),
    ],
)
def test_a_fault_in_one_task_keeps_the_whole_archive_out(klej, browser, change, said):
    answer = browser.post("/suites/klej/submit", {"archive": archive({**GOLD, **change})})
    if said is None:  # a file that no task has is left alone
        assert answer.status_code == 302
        return
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert not Submission.objects.exists()
    assert not SuiteArchive.objects.exists()


def test_what_is_no_archive_and_a_header_that_is_missing_are_told(klej, browser):
    for content, said in ((b"no zip", "mine.zip"), (packed(GOLD, header=""), "the header must be")):
        sent = {"archive": SimpleUploadedFile("mine.zip", content), "description": "a bold try"}
        answer = browser.post("/suites/klej/submit", sent)
        assert answer.status_code == 400
        text = answer.content.decode()
        assert said in text
        assert "Nothing was handed in." in text
        assert "Choose the file again: the browser does not send it twice." in text
        assert "a bold try" in text, "what was typed stays"
    assert not Submission.objects.exists()


def test_a_submission_sees_where_it_would_have_stood(klej, browser):
    browser.post("/suites/klej/submit", {"archive": archive({**GOLD, "dyk": ["1", "1", "0"]})})
    worker.work(until_empty=True)
    made = Submission.objects.get(challenge__slug="klej-dyk")  # P = R = 1/2
    text = page(browser, f"/submissions/{made.pk}")
    assert "50.0 would have been 5 of 10" in text
    assert "behind HerBERT (52.1)" in text
    assert "50.0 would have been 5 of 10" in page(browser, "/suites/klej/tasks/dyk")


def test_scores_that_a_phase_keeps_secret_count_in_no_average(klej, browser):
    challenge = Challenge.objects.get(slug="klej-dyk")
    Phase.objects.update_or_create(challenge=challenge, defaults={"name": "main", "disclosure": "hidden"})
    browser.post("/suites/klej/submit", {"archive": archive(GOLD)})
    worker.work(until_empty=True)
    row = cells(page(browser, "/suites/klej"), "ala")
    assert row[1] == "–"
    assert "not shown" in row
    made = Submission.objects.get(challenge__slug="klej-dyk")
    assert "would have been" not in page(browser, f"/submissions/{made.pk}")


def test_handing_in_wants_a_login_and_a_suite_that_takes_archives(klej, organiser, browser):
    assert Client().get("/suites/klej/submit").status_code == 302
    described("poleval-2021", organiser)
    assert browser.get("/suites/nothing").status_code == 404
    assert browser.get("/suites/klej/tasks/nothing").status_code == 404


def test_where_a_suite_takes_no_archives_the_page_says_why_and_leads_on(organiser, browser, tmp_path):
    described("poleval-2021", organiser)
    text = page(browser, "/suites/poleval-2021/submit")
    assert "No task of this suite is a challenge on this platform, so nothing can be handed in here." in text
    assert "probierz suite evaluate poleval-2021 OUTPUTS" in text
    assert 'href="/suites/poleval-2021"' in text
    assert 'name="archive"' not in text
    card = {"title": "Toys", "tasks": [{"name": "cars", "title": "Cars", "metric": "Accuracy", "split": "test-A"}]}
    toys, _ = describe_suite("toys", SuiteIn.model_validate(card), by=organiser)
    challenge = create_unasked("toys-cars", organiser)
    publish_version(challenge, write_challenge(tmp_path / "cars"))
    add_task(toys, "cars", challenge, by=organiser)
    Challenge.objects.update(is_published=True)
    for answer in (browser.get("/suites/toys/submit"), browser.post("/suites/toys/submit", {})):
        text = answer.content.decode()
        assert (answer.status_code, "This suite has one task, so it takes no archives" in text) == (200, True)
        assert '<a href="/challenges/toys-cars">toys-cars</a>' in text


def test_a_challenge_that_one_may_not_see_is_not_shown(klej, browser):
    Challenge.objects.filter(slug="klej-cbd").update(is_published=False)
    text = page(browser, "/suites/klej")
    assert "/challenges/klej-cbd" not in text
    assert "/challenges/klej-dyk" in text


def test_a_suite_belongs_to_who_described_it(klej, ala):
    card = SuiteIn.model_validate(suite_card(find_suite("klej")))
    with pytest.raises(Refused, match="The name is taken"):
        describe_suite("klej", card, by=ala)
    with pytest.raises(Refused, match="Only who runs both"):
        add_task(klej, "cbd", Challenge.objects.get(slug="klej-cbd"), by=ala)
    assert PlatformSuite.objects.count() == 1


def test_a_suite_looks_like_none_of_others(organiser, ala, settings):
    """Who may make suites takes neither the name nor the title of one that is shown."""
    described("klej", organiser)
    settings.PROBIERZ = settings.PROBIERZ | {"PROBIERZ_NEW_CHALLENGES": "everybody"}
    title = PlatformSuite.objects.get().card["title"].replace("E", "\N{CYRILLIC CAPITAL LETTER IE}")
    tasks = [{"name": "cars", "title": "Cars", "metric": "Accuracy", "split": "test-A"}]
    card = SuiteIn.model_validate({"title": title, "tasks": tasks})
    with pytest.raises(Refused, match="whose name looks like"):
        describe_suite("k1ej", card, by=ala)
    with pytest.raises(Refused, match="whose title looks like"):
        describe_suite("cars", card, by=ala)
    hidden, _ = describe_suite("cars", card.model_copy(update={"is_shown": False}), by=ala)
    with pytest.raises(Refused, match="whose title looks like"):
        publish_suite(hidden, by=ala)
    describe_suite("cars", card.model_copy(update={"title": "Cars"}), by=ala)


def test_tasks_get_the_phases_of_their_suite_and_its_page_has_the_rules(organiser):
    card = suite_card(find_suite("klej")) | {
        "rules": ["One account each."],
        "phases": [
            {"name": "practice", "closes": "2027-05-01T12:00+02:00", "disclosure": "rounded"},
            {"name": "final", "opens": "2027-05-01T12:00+02:00", "disclosure": "hidden"},
        ],
    }
    suite, _ = describe_suite("klej", SuiteIn.model_validate(card), by=organiser)
    challenge = create_unasked("klej-cbd", organiser)
    for _again in range(2):
        add_task(suite, "cbd", challenge, by=organiser)
        found = [(one.name, one.disclosure, bool(one.opens), bool(one.closes)) for one in challenge.phases.all()]
        assert found == [("practice", "rounded", False, True), ("final", "hidden", True, False)]
        assert [one.shows_private for one in challenge.phases.all()] == [False, True]  # the last one decides
    text = page(Client(), "/suites/klej")
    assert "One account each." in text
    assert [cells(text, name)[-1] for name in ("practice", "final")] == ["rounded scores", "no scores"]


PHASES = [
    {"name": "practice", "closes": "2027-05-01T12:00+02:00", "disclosure": "rounded"},
    {"name": "final", "opens": "2027-05-01T12:00+02:00", "disclosure": "hidden"},
]


def with_phases(phases):
    return SuiteIn.model_validate(suite_card(find_suite("klej")) | {"phases": phases})


def closes(challenge):
    return [(one.name, one.closes and one.closes.isoformat()[:10]) for one in challenge.phases.all()]


def test_phases_that_change_in_the_suite_change_on_the_platform_too(organiser, ala):
    suite, _ = describe_suite("klej", with_phases(PHASES), by=organiser)
    challenge = create_unasked("klej-cbd", organiser)
    add_task(suite, "cbd", challenge, by=organiser)
    first = challenge.phases.get(name="practice")
    later = [{**PHASES[0], "closes": "2027-05-10T12:00+02:00"}, {**PHASES[1], "opens": "2027-05-10T12:00+02:00"}]
    describe_suite("klej", with_phases(later), by=organiser)
    assert closes(challenge) == [("practice", "2027-05-10"), ("final", None)]
    assert challenge.phases.get(name="practice").pk == first.pk  # what was handed in stays with it


def test_phases_that_somebody_arranged_on_the_platform_stay(organiser):
    suite, _ = describe_suite("klej", with_phases(PHASES), by=organiser)
    challenge = create_unasked("klej-cbd", organiser)
    add_task(suite, "cbd", challenge, by=organiser)
    challenge.phases.filter(name="final").update(name="last week")
    describe_suite("klej", with_phases([PHASES[0]]), by=organiser)
    add_task(suite, "cbd", challenge, by=organiser)
    assert closes(challenge) == [("practice", "2027-05-01"), ("last week", None)]


def test_when_all_scores_are_shown_follows_the_suite_and_stays_where_that_says_nothing(organiser):
    shown = "2027-06-01T12:00+02:00"
    suite, _ = describe_suite("klej", with_phases([PHASES[0], {**PHASES[1], "disclosed_from": shown}]), by=organiser)
    challenge = create_unasked("klej-cbd", organiser)
    add_task(suite, "cbd", challenge, by=organiser)
    assert challenge.phases.get(name="final").disclosed_from.isoformat() == "2027-06-01T10:00:00+00:00"
    assert "no scores until 1 Jun 2027, 12:00" in cells(page(Client(), "/suites/klej"), "final")[-1]
    later = {**PHASES[1], "closes": "2027-05-20T12:00+02:00"}
    describe_suite("klej", with_phases([PHASES[0], later]), by=organiser)
    final = challenge.phases.get(name="final")
    assert (final.closes.day, final.disclosed_from.month) == (20, 6)


def test_phases_that_overlap_are_refused_before_anything_is_stored(organiser):
    with pytest.raises(Refused, match="the phases 'practice' and 'final' overlap"):
        describe_suite("klej", with_phases([{"name": "practice"}, PHASES[1]]), by=organiser)
    assert not PlatformSuite.objects.exists()


def test_an_average_that_mixes_directions_is_refused_and_never_shown(organiser):
    card = suite_card(find_suite("klej"))
    card["tasks"][0]["better"] = "lower"
    with pytest.raises(Refused, match=r"cannot be averaged: nkjp-ner \(Accuracy\) is better when lower"):
        describe_suite("klej", SuiteIn.model_validate(card), by=organiser)
    PlatformSuite.objects.create(name="klej", owner=organiser, card=card)  # as an earlier version stored it
    text = page(Client(), "/suites/klej")
    assert "Average" not in text


def test_a_task_that_could_not_be_scored_leads_to_the_reason(klej, browser):
    browser.post("/suites/klej/submit", {"archive": archive(GOLD)})
    made = Submission.objects.get(challenge__slug="klej-dyk")
    worker.work(until_empty=True)
    reason = {"code": "error", "message": "The evaluation was killed."}
    Submission.objects.filter(pk=made.pk).update(state=Submission.State.FAILED, failure=reason)
    made.scores.all().delete()
    text = page(browser, "/suites/klej")
    row = cells(text, "ala")
    assert (row[0], row[1], row.count("failed")) == ("–", "–", 1)
    assert text.count(f'<a href="/submissions/{made.pk}" title="why it could not be scored">failed</a>') == 2
    assert "failed" in page(browser, f"/submissions/{made.pk}")
    assert "failed" not in cells(page(Client(), "/suites/klej"), "ala")  # nobody else's business


def test_numbers_of_another_scale_are_taken_and_questioned(organiser, browser, tmp_path):
    gold = drawn_gold(12)
    publish_klej(organiser, tmp_path / "more", gold)
    mine = {**gold, "cdsc-r": [f"{float(one) / 5}" for one in gold["cdsc-r"]]}
    answer = browser.post("/suites/klej/submit", {"archive": archive(mine)}, follow=True)
    assert "mine.zip/test_pred_cdsc-r.tsv: all numbers are from" in answer.content.decode()
    assert "9 tasks were handed in" in answer.content.decode()


def test_an_archive_can_be_looked_at_before_anything_of_it_is_taken(organiser, browser, tmp_path):
    gold = drawn_gold(12)
    publish_klej(organiser, tmp_path / "more", gold)
    assert "Only look whether it fits" in page(browser, "/suites/klej/submit")

    def look(contents):
        answer = browser.post("/suites/klej/submit", {"archive": archive(contents), "try": "1"})
        assert answer.status_code == 200
        assert not Submission.objects.exists()
        assert not SuiteArchive.objects.exists()
        return answer.content.decode()

    assert "The outputs fit the input. Nothing was scored, and nothing was kept." in look(gold)
    text = look({**gold, "ar": [f"{(float(one) - 1) / 4}" for one in gold["ar"]]})
    assert "mine.zip/test_pred_ar.tsv: all numbers are from 0 to 1" in text
    assert text.count("are they on its scale?") == 1
    assert "The outputs fit the input" not in text
    assert "there are 2 predictions, and the test has 12 records" in look({**gold, "cbd": ["0", "1"]})


def test_a_score_of_another_split_stands_in_no_column_and_in_no_average(organiser, ala, browser, tmp_path):
    publish_klej(organiser, tmp_path / "challenges", GOLD, undecided=["nkjp-ner"])
    others = {task: lines for task, lines in GOLD.items() if task != "nkjp-ner"}
    assert browser.post("/suites/klej/submit", {"archive": archive(others), "partial": "on"}).status_code == 302
    challenge = Challenge.objects.get(slug="klej-nkjp-ner")
    handed_in(challenge, GOLD["nkjp-ner"], "dev-0", ala, tmp_path)
    worker.work(until_empty=True)
    assert Submission.objects.get(challenge=challenge).state == "scored"  # 100.0, on dev-0
    text = page(browser, "/suites/klej")
    assert cells(text, "ala")[:4] == ["–", "–", "–", "100.0"]
    assert "so no submission has a score in their columns: nkjp-ner test-A." in text
    for ending, row in (("csv", ",ala,,,,100.0,"), ("tex", "-- & ala & -- & -- & 100.0 &")):
        assert row in page(browser, f"/suites/klej/board.{ending}")
    rows = {row["system"]: row for row in browser.get("/suites/klej/board.json").json()["rows"]}
    assert (rows["ala"]["rank"], rows["ala"]["average"], rows["ala"]["scores"][0]) == (None, None, None)
    polish = browser.get("/suites/klej", headers={"Accept-Language": "pl"}).content.decode()
    assert "więc w ich kolumnach żadne zgłoszenie nie ma wyniku: nkjp-ner test-A." in polish


def test_tasks_without_a_challenge_are_among_those_that_nobody_can_score_here(organiser, browser, tmp_path):
    publish_klej(organiser, tmp_path / "challenges", GOLD, undecided=["nkjp-ner"])
    Challenge.objects.filter(slug__in=["klej-dyk", "klej-psc"]).delete()
    here = {task: lines for task, lines in GOLD.items() if task not in ("nkjp-ner", "dyk", "psc")}
    assert browser.post("/suites/klej/submit", {"archive": archive(here), "partial": "on"}).status_code == 302
    text = page(browser, "/suites/klej")
    assert "so no submission has a score in their columns: nkjp-ner test-A, dyk test-A, psc test-A." in text


def test_a_board_of_another_split_than_decided_leads_to_the_final_ranking(organiser, browser, tmp_path):
    suite = described("poleval-2021", organiser)
    challenges = {}
    for name, split in (("qa", "test-A"), ("ocr", "test-B")):
        task = next(one for one in find_suite("poleval-2021").tasks if one.name == name)
        challenges[name] = published(slug_of(task), task, split, organiser, tmp_path)
        add_task(suite, name, challenges[name], by=organiser)
    Challenge.objects.update(is_published=True)
    text = page(browser, "/challenges/poleval-2021-qa/board")
    link = '<a href="/suites/poleval-2021/tasks/qa" target="_top">test-B</a>'
    assert f"test-A did not decide the competition; the final ranking is on {link}." in text
    assert f"test-A did not decide the competition; the final ranking is on {link}." in page(
        browser, "/challenges/poleval-2021-qa/embed"
    )
    assert "<h2>test-B: " in page(browser, "/suites/poleval-2021/tasks/qa")
    assert "did not decide" not in page(browser, "/challenges/poleval-2021-ocr/board")  # its test-B did
    polish = browser.get("/challenges/poleval-2021-qa/board", headers={"Accept-Language": "pl"}).content.decode()
    assert f"test-A nie rozstrzygał konkursu; ostateczna klasyfikacja jest na {link}." in polish


def test_a_board_without_the_test_of_published_results_leads_to_their_ranking(organiser, browser, tmp_path):
    publish_klej(organiser, tmp_path / "challenges", GOLD, undecided=["nkjp-ner"])
    link = '<a href="/suites/klej/tasks/nkjp-ner" target="_top">test-A</a>'
    said = f"This board ranks by dev-0; the published ranking is on {link}."
    for address in ("board", "embed"):
        assert said in page(browser, f"/challenges/klej-nkjp-ner/{address}")
    assert cells(page(browser, "/suites/klej/tasks/nkjp-ner"), "HerBERT")[1] == "92.7"
    assert "the published ranking is on" not in page(browser, "/challenges/klej-dyk/board")


def test_where_no_system_stands_over_all_tasks_the_best_published_of_each_does(organiser, browser, tmp_path):
    suite = described("poleval-2021", organiser)
    task = next(one for one in find_suite("poleval-2021").tasks if one.name == "ocr")
    add_task(suite, "ocr", published(slug_of(task), task, "test-B", organiser, tmp_path), by=organiser)
    Challenge.objects.update(is_published=True)
    text = page(browser, "/suites/poleval-2021")
    assert "Nothing has been scored yet" not in text
    board = text[text.index("<h2>Board</h2>") : text.index("<h2>Tasks</h2>")]
    rows = [re.findall(r"<td.*?</td>", row, re.S) for row in re.findall(r"<tr>.*?</tr>", board, re.S)]
    cells = [re.sub("<.*?>", "", cell).strip() for row in rows for cell in row]
    assert cells[cells.index("3.744") - 1].startswith("XXLv1")
    assert "71.68" in cells
    assert '<a href="/challenges/poleval-2021-ocr/board" target="_top">' in board
    assert '<a href="/suites/poleval-2021/tasks/qa" target="_top">published results</a>' in board


def test_files_of_a_board_without_a_row_hold_the_best_that_was_published_as_its_page_does(organiser):
    described("poleval-2021", organiser)
    stranger = Client()
    shown = page(stranger, "/suites/poleval-2021")
    board = shown[shown.index("<h2>Board</h2>") : shown.index("<h2>Tasks</h2>")]
    systems = re.findall(r"<td>(XXLv1.*?) <", board)
    assert len(systems) == 1
    files = {}
    for ending in ("csv", "tex", "json"):
        assert f'href="/suites/poleval-2021/board.{ending}"' in shown
        files[ending] = page(stranger, f"/suites/poleval-2021/board.{ending}")
    lines = list(csv.DictReader(files["csv"].splitlines()))
    assert len(lines) == 5, "one for each task"
    (line,) = [one for one in lines if one["system"] == systems[0]]
    marks = ("rank", "published", "kind", "ocr test-B WER", "team", "year")
    assert [line[mark] for mark in marks] == ["", "yes", "official", "3.744", "Piotrowski", "2021"]
    assert not line[next(name for name in line if name.startswith("punctuation "))]
    (row,) = [one for one in json.loads(files["json"])["rows"] if one["system"] == systems[0]]
    assert (row["is_published_result"], row["rank"], row["average"]) == (True, None, None)
    assert row["scores"] == [None, None, None, "3.744", None]
    (of_api,) = [one for one in stranger.get("/api/v1/suites/poleval-2021").json()["rows"] if one["name"] in systems]
    assert (of_api["scores"]["ocr"], of_api["is_published_result"]) == ("3.744", True)
    assert f"-- & {systems[0]} (published, 2021) & -- & -- & -- & 3.744 & -- & PolEval 2021 proceedings" in files["tex"]
    embedded = stranger.get("/suites/poleval-2021/embed").content.decode()
    assert systems[0] in embedded
    assert "Nothing has been scored yet" not in embedded


def published(slug, task, split, organiser, folder):
    """A task as a challenge with two lines of one split."""
    place = folder / task.name
    (place / split).mkdir(parents=True)
    (place / "config.txt").write_text(f"--metric Accuracy --test-name {split}\n")
    (place / "README.md").write_text(f"# {task.title}\n\nText.\n")
    (place / ".gitignore").write_text("*~\n*.swp\n*.bak\n*.pyc\n.DS_Store\n.token\n")
    for name in ("in", "expected"):
        (place / split / f"{name}.tsv").write_text("one\ntwo\n")
    challenge = create_unasked(slug, organiser)
    publish_version(challenge, place)
    return challenge


def handed_in(challenge, lines, split, by, folder):
    """Hand in an output of one split, to be scored."""
    output = folder / "out.tsv"
    output.write_text("".join(f"{line}\n" for line in lines))
    submit_files(challenge, [Uploaded(output, "out.tsv", split)], Handing(by))


def test_a_column_says_on_which_split_its_scores_are(klej, browser):
    head = re.search(r"<thead>.*?</thead>", page(browser, "/suites/klej"), re.S).group()
    assert head.count("test-A<br>Accuracy") == 4
    assert all(task.title in html.unescape(head) for task in find_suite("klej").tasks), "titles, not short names"


def test_random_predictions_score_as_the_command_says(klej, browser, tmp_path):
    """The platform, `probierz klej` and each task's metric agree to the last digit that is kept."""
    tasks = [
        replace(task, splits=tuple(replace(one, lines=3) for one in task.splits)) for task in find_suite("klej").tasks
    ]
    drawn = {task.name: at_random(GOLD[task.name], 3, seed=5) for task in tasks}
    gold = tmp_path / "gold"
    for name, lines in GOLD.items():
        (gold / name).mkdir(parents=True)
        (gold / name / "test_gold.tsv").write_text("".join(f"{line}\n" for line in lines))
    offline = evaluate(tasks, drawn, gold)
    browser.post("/suites/klej/submit", {"archive": archive(drawn)})
    worker.work(until_empty=True)
    found = {
        score.challenge.slug: math.nan if score.evaluation.value is None else score.evaluation.value
        for score in Score.objects.select_related("evaluation", "challenge")
    }
    wanted = {slug_of(task): offline.values[task.name] / 100 for task in tasks}
    assert found == pytest.approx(wanted, abs=1e-12, nan_ok=True)
    mean = offline.average
    shown = "–" if mean is None or math.isnan(mean) else f"{mean:.1f}"
    assert cells(page(browser, "/suites/klej"), "ala")[1] == shown


def test_of_several_archives_of_one_system_the_newest_stands_on_the_board(klej, browser):
    wrong = {**GOLD, "cbd": ["0", "0", "0"]}
    for contents, description in ((GOLD, "herbert"), (GOLD, "bilstm"), (wrong, "herbert")):
        browser.post("/suites/klej/submit", {"archive": archive(contents), "description": description})
    worker.work(until_empty=True)
    text = page(browser, "/suites/klej")
    board, history = text.split("Your archives", 1)
    rows = [row for row in re.findall(r"<tr.*?</tr>", board, re.S) if '<th scope="row">ala' in row]
    assert ["88.9" in row for row in rows] == [False, True]
    assert ["1 more archive of this system" in row for row in rows] == [False, True]
    assert history.count("herbert") == 2  # all stay in one's own history


def test_an_archive_that_still_waits_takes_nobodys_place(klej, browser):
    browser.post("/suites/klej/submit", {"archive": archive(GOLD)})
    worker.work(until_empty=True)
    browser.post("/suites/klej/submit", {"archive": archive({**GOLD, "cbd": ["0", "0", "0"]})})
    assert cells(page(browser, "/suites/klej"), "ala")[:2] == ["1", "100.0"]


def test_ratings_counted_from_zero_are_taken_and_questioned(klej, browser):
    sent = {"archive": archive({**GOLD, "ar": ["0", "4", "2"]})}
    text = browser.post("/suites/klej/submit", sent, follow=True).content.decode()
    assert "the ratings are whole numbers from 0 to 4, and those of the task from 1 to 5; add 1 to each" in text


def test_the_board_of_a_suite_is_had_as_a_file_and_on_other_pages(klej, browser):
    text = page(browser, "/suites/klej")
    for ending in ("csv", "tex", "json"):
        assert f'href="/suites/klej/board.{ending}"' in text
    assert "&lt;iframe src=&quot;" in text or "iframe src=" in text
    header, first, *_rest = page(browser, "/suites/klej/board.csv").splitlines()
    assert header.startswith("rank,system,description,average,nkjp-ner test-A Accuracy")
    assert first.startswith("1,HerBERT,,80.5,92.7")
    table = page(browser, "/suites/klej/board.tex")
    assert r"1 & HerBERT (published, 2020) & \textbf{80.5} & 92.7" in table
    assert r"& 84.5 & KLEJ, Table 3 \\" in table
    assert " & System & Average & nkjp-ner & cdsc-e & cdsc-r " in table
    assert r" &  &  & Accuracy $\uparrow$ & Accuracy $\uparrow$ & Spearman $\uparrow$ " in table
    assert "% @inproceedings{rybak2020klej,\n" in table, "how the suite is cited"
    rows = browser.get("/suites/klej/board.json").json()["rows"]
    assert (rows[0]["system"], rows[0]["average"], rows[0]["is_published_result"]) == ("HerBERT", 80.5, True)
    assert rows[0]["links"] == [{"title": "KLEJ, Table 3", "url": "https://doi.org/10.18653/v1/2020.acl-main.111"}]
    embedded = Client().get("/suites/klej/embed")
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "HerBERT" in embedded.content.decode()
    assert browser.get("/suites/klej/board.exe").status_code == 404


def test_files_of_the_board_tell_archives_of_the_same_people_apart(klej, browser):
    for change, description in (({}, "mine, the first"), ({"cbd": ["0", "0", "0"]}, "the\nsecond")):
        sent = {"archive": archive({**GOLD, **change}), "description": description}
        assert browser.post("/suites/klej/submit", sent).status_code == 302
    worker.work(until_empty=True)
    files = {ending: page(browser, f"/suites/klej/board.{ending}") for ending in ("csv", "tex", "json")}
    assert '1,ala,"mine, the first",100.0,' in files["csv"]
    assert "2,ala,the second,88.9," in files["csv"]
    assert r"1 & ala (mine, the first) & \textbf{100.0}" in files["tex"]
    in_file = json.loads(files["json"])["rows"]
    assert [row["description"] for row in in_file[:2]] == ["mine, the first", "the\nsecond"]
    in_api = Client().get("/api/v1/suites/klej").json()
    assert in_api["description"].startswith("Nine tasks"), in_api["description"]
    told = ("description", "is_published_result", "published_kind", "is_on_whole_test", "source", "year", "links")
    assert [[row[name] for name in told] for row in in_api["rows"]] == [[row[name] for name in told] for row in in_file]
    times = [row["when"] and row["when"][:19] for row in in_api["rows"]]
    assert times == [row["when"] and row["when"][:19] for row in in_file]
    assert [when is None for when in times[:3]] == [False, False, True], "published results have none"


def no_constant(name):
    raise AssertionError(f"{name} is no JSON")


def test_a_score_that_is_no_number_makes_no_mean_and_no_rank(klej, browser):
    sent = {"archive": archive({**GOLD, "cdsc-r": ["1.0", "1.0", "1.0"]})}  # correlates with nothing
    assert browser.post("/suites/klej/submit", sent).status_code == 302
    worker.work(until_empty=True)
    row = cells(page(browser, "/suites/klej"), "ala")
    assert (row[:2], "NaN" in row) == (["–", "–"], True)
    rows = json.loads(page(browser, "/suites/klej/board.json"), parse_constant=no_constant)["rows"]
    (mine,) = [row for row in rows if row["system"] == "ala"]
    assert (mine["rank"], mine["average"]) == (None, None)
    assert 0 not in [row["rank"] for row in rows]


def test_a_challenge_leads_to_its_suite(klej, organiser, browser):
    alone = create_unasked("alone", organiser).slug
    Challenge.objects.filter(slug=alone).update(is_published=True)
    assert 'href="/challenges/klej-cbd"' in page(browser, "/")
    for address in ("/challenges/klej-cbd/board", "/challenges/klej-cbd/about"):
        assert '<a href="/suites/klej">KLEJ' in page(browser, address)
    assert "<dt>Suite</dt>" not in page(browser, f"/challenges/{alone}/about")


def test_one_task_that_is_handed_in_alone_is_counted_as_one(klej, browser):
    sent = {"archive": archive({"cbd": GOLD["cbd"]}), "partial": "on"}
    text = browser.post("/suites/klej/submit", sent, follow=True).content.decode()
    assert "1 task was handed in; its score appears here." in text


def test_a_suite_that_is_not_shown_is_found_by_who_runs_it_or_a_challenge_of_it(organiser, browser):
    card = SuiteIn.model_validate({**suite_card(find_suite("klej")), "is_shown": False})
    suite, _new = describe_suite("klej", card, by=organiser)
    for address in ("/suites/klej", "/suites/klej/tasks/cbd", "/suites/klej/board.csv", "/suites/klej/embed"):
        assert browser.get(address).status_code == 404, address
    assert browser.get("/api/v1/suites/klej").status_code == 404
    assert "/suites/klej" not in page(browser, "/suites")
    run_by = Client()
    run_by.force_login(organiser)
    assert "/suites/klej" in page(run_by, "/suites")
    challenge = create_unasked("klej-cbd", organiser)
    add_task(suite, "cbd", challenge, by=organiser)
    assert browser.get("/suites/klej").status_code == 404
    Challenge.objects.filter(pk=challenge.pk).update(is_published=True)
    assert browser.get("/suites/klej").status_code == 404
    helper = User.objects.create(username="helper")
    Organiser.objects.create(challenge=challenge, user=helper, role=Organiser.Role.ORGANISER)
    run_by.force_login(helper)
    assert run_by.get("/suites/klej").status_code == 200


def test_a_suite_that_people_have_found_is_not_hidden_again(organiser, browser):
    for is_shown in (True, False):
        card = SuiteIn.model_validate({**suite_card(find_suite("klej")), "is_shown": is_shown})
        describe_suite("klej", card, by=organiser)
    assert browser.get("/suites/klej").status_code == 200
