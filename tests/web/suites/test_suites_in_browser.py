"""Suites in a real browser: KLEJ found from the first page, one archive handed in, its scores those of the commands."""

import json
import shutil
import zipfile
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from klej_examples import described, drawn_gold, publish_klej

from browser import faults, follow, log_in
from probierz.cli.geval import main as geval
from probierz.cli.main import main as probierz
from probierz.suites.catalogue import find_suite
from probierz.suites.klej.baselines import at_random
from probierz.suites.publishing import slug_of
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.jobs import worker
from probierz.web.submissions.models import Score

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "correct horse battery"
LINES = 40


@pytest.fixture
def gold():
    return drawn_gold(LINES)


@pytest.fixture
def klej(organiser, ala, gold, tmp_path):
    ala.set_password(PASSWORD)
    ala.save()
    described("poleval-2021", organiser)
    return publish_klej(organiser, tmp_path / "challenges", gold)


@pytest.fixture
def archive(gold, tmp_path):
    """Random predictions for the nine tasks."""
    path = tmp_path / "random.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for task, lines in gold.items():
            drawn = at_random(lines, LINES, seed=5)
            packed.writestr(f"test_pred_{task}.tsv", "".join(f"{line}\n" for line in ["target", *drawn]))
    return path


def logged_in(page):
    log_in(page, "ala", PASSWORD)
    return page


def test_klej_is_found_handed_in_and_scored_by_clicking_from_the_first_page(
    visit, klej, archive, gold, tmp_path, capsys, monkeypatch
):
    page = visit("desk")
    page.goto("/")
    page.get_by_role("link", name="Suites", exact=True).click()
    page.get_by_role("link", name=find_suite("klej").title).click()
    page.get_by_role("link", name="Submit all tasks as one archive").click()
    page.fill("[name=username]", "ala")
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    page.get_by_label("Archive of predictions").set_input_files(archive)
    page.get_by_label("Description").fill("drawn")
    page.get_by_role("button", name="Only look whether it fits").click()
    page.get_by_text("The outputs fit the input.").wait_for()
    page.get_by_role("main").get_by_role("button", name="Submit").click()  # the file is still chosen
    page.get_by_text("9 tasks were handed in; scores appear here.").wait_for()
    worker.work(until_empty=True)
    page.get_by_text("this page shows by itself what comes of it").wait_for(state="detached")
    assert page.get_by_text("9 tasks were handed in; scores appear here.").is_visible()
    row = page.get_by_role("row").filter(has_text="(you)")
    shown = [float(text) for text in row.locator("td.number").all_inner_texts()[1:]]

    command = by_the_command(archive, gold, tmp_path, monkeypatch, capsys)
    assert shown[0] == pytest.approx(command["average"], abs=0.051)
    kept = {one.challenge.slug: one.evaluation.value for one in Score.objects.select_related("evaluation", "challenge")}
    tasks = find_suite("klej").tasks
    for task, text in zip(tasks, shown[1:], strict=True):
        wanted = next(one["score"] for one in command["tasks"] if one["task"] == task.name)
        assert kept[slug_of(task)] == pytest.approx(wanted / 100, abs=1e-12)
        assert text == pytest.approx(wanted, abs=0.051)
        assert by_geval(tmp_path / "challenges" / task.name, archive, capsys) == text


def by_the_command(archive, gold, tmp_path, monkeypatch, capsys):
    """What `probierz klej evaluate` says of the archive; the tests have fewer lines than the official ones."""
    suite = find_suite("klej")
    short = [replace(task, splits=tuple(replace(one, lines=LINES) for one in task.splits)) for task in suite.tasks]
    monkeypatch.setattr("probierz.cli.klej.evaluate.klej", lambda: replace(suite, tasks=tuple(short)))
    made_up = ["--expected", str(tmp_path / "challenges"), "--unchecked"]
    assert probierz(["klej", "evaluate", str(archive), *made_up, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def by_geval(challenge, archive, capsys):
    """What `geval` says of one task, in the digits of its config.txt, which are those of the platform."""
    with zipfile.ZipFile(archive) as packed:
        lines = packed.read(f"test_pred_{challenge.name}.tsv").decode().split("\n", 1)[1]
    (challenge / "test-A" / "out.tsv").write_text(lines)
    assert geval(["--expected-directory", str(challenge), "--out-directory", str(challenge)]) == 0
    return float(capsys.readouterr().out)


def test_of_an_archive_that_lacks_tasks_it_is_enough_to_say_so(visit, klej, gold, tmp_path):
    path = tmp_path / "one.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("test_pred_dyk.tsv", "".join(f"{line}\n" for line in ["target", *gold["dyk"]]))
    page = logged_in(visit("desk"))
    follow(page, "Suites", "KLEJ", "Submit all tasks as one archive")
    page.get_by_label("Archive of predictions").set_input_files(path)
    page.get_by_text("tick “Some tasks are missing, and may be”").wait_for()
    submit = page.get_by_role("main").get_by_role("button", name="Submit")
    with page.expect_request("**/suites/klej/submit"):
        submit.click()  # it is looked at again
    page.locator("#seen[aria-busy]").wait_for(state="detached")
    page.get_by_label("Some tasks are missing, and may be").check()
    page.get_by_text("The outputs fit the input.").wait_for()
    assert page.locator("#seen .errors").count() == 0
    odd = shutil.copy(path, tmp_path / "odd.zip")
    with zipfile.ZipFile(odd, "a") as packed:
        packed.writestr("notes.txt", "Mine.")
    page.get_by_label("Archive of predictions").set_input_files(odd)
    page.get_by_text("notes.txt: no task has a file of this name").wait_for()
    page.once("dialog", lambda asked: asked.dismiss())
    submit.click()
    page.get_by_text("Nothing was handed in.").wait_for()
    page.once("dialog", lambda asked: asked.accept())
    submit.click()
    page.get_by_text("1 task was handed in; its score appears here.").wait_for()


@pytest.mark.parametrize(("size", "colours"), [("phone", "light"), ("desk", "dark")])
def test_axe_finds_nothing_serious_and_nothing_runs_over_the_edge(visit, klej, archive, size, colours):
    page = logged_in(visit(size, colours=colours))
    follow(page, "Suites", "KLEJ", "Submit all tasks as one archive")
    page.get_by_label("Archive of predictions").set_input_files(archive)
    page.get_by_role("main").get_by_role("button", name="Submit").click()
    worker.work(until_empty=True)
    found = {}
    for path in ("/suites", "/suites/klej", "/suites/klej/tasks/dyk", "/suites/klej/submit", "/suites/poleval-2021",
                 "/suites/poleval-2021/tasks/ocr"):  # fmt: skip
        page.goto(path)
        if serious := faults(page):
            found[path] = serious
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[f"{path} width"] = page.evaluate("document.documentElement.scrollWidth")
    assert found == {}


def test_on_a_phone_further_systems_of_a_team_unfold_whole(visit, organiser):
    described("poleval-2021", organiser)
    page = visit("phone")
    page.goto("/")
    page.get_by_role("link", name="Suites").first.click()
    page.get_by_role("link", name="PolEval 2021").click()
    page.get_by_role("link", name="Post-correction of OCR results").first.click()
    fold = page.locator("details", has_text="more systems of this team").first
    fold.locator("summary").click()
    whole, last = fold.bounding_box(), fold.locator("li").last.bounding_box()
    assert last["y"] + last["height"] <= whole["y"] + whole["height"]
    assert fold.evaluate("one => getComputedStyle(one).overflow") == "visible", "nothing is cut off"


def test_open_pages_follow_both_phases_of_a_suite_to_their_end(visit, pets):
    """The second phase begins when the first ends: suites, lists and cards say "open" until the second has ended."""
    now, hour = timezone.now(), timedelta(hours=1)
    Phase.objects.update(closes=now + hour)
    for challenge in Challenge.objects.all():
        challenge.phases.create(name="final", opens=now + hour, closes=now + 3 * hour, position=2)
    page = visit("desk")
    page.clock.install()
    main = page.locator("main")

    def shown(later, path):
        page.clock.set_system_time(now + later)
        page.goto(path)
        return " ".join(main.inner_text().split())

    submit = "Submit all tasks as one archive"
    for later, until in ((0 * hour, "in 59 minutes"), (2 * hour, "in 59 minutes"), (4 * hour, "")):
        suite, suites, cards, rows = (shown(later, path) for path in ("/suites/pets", "/suites", "/", "/challenges"))
        assert ("✓ open" in suite, submit in suite, "✓ open" in suites) == (bool(until),) * 3, later
        assert [until in text for text in (suite, suites, cards, rows)] == [True] * 4
        if not until:
            assert "Closed" in suite
            assert "closed ended" in suites
            assert cards.count("closed") == rows.count("closed") == 2
