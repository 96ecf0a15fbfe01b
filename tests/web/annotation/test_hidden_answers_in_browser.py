"""Who may not read answers yet, and who has read those of a test: by clicking from the first page."""

import shutil
import sys
from pathlib import Path

import pytest
from annotation_examples import PASSWORD

sys.path.append(str(Path(__file__).parents[2] / "suites" / "sqad"))
from sqad_made import make_records

from browser import follow, log_in
from probierz.web.accounts.models import User
from probierz.web.annotation import services
from probierz.web.challenges.models import Challenge
from probierz.web.configuration import places
from probierz.web.submissions.services import Handing, submit_files

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def at_project(page, login):
    """Somebody logs in, and opens the project."""
    log_in(page, login, PASSWORD)
    page.get_by_role("link", name="Annotation").click()
    page.get_by_role("link", name="Questions", exact=True).click()
    return page


def press(page, name):
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()


def test_a_reviewer_exports_once_they_have_given_the_second_answers_that_they_owe(visit, write, seat, project):
    """Ola judged the record, and Bartek is out: Celina is the one who can be asked."""
    services.remark(seat("ola"), write("ala"), "", "accepted")
    services.take_out(seat("ola"), seat("bartek").member)
    ola = at_project(visit(), "ola")
    ola.get_by_role("link", name="Second answers").click()
    press(ola, "Draw records")
    celina = at_project(visit(), "celina")
    celina.get_by_role("link", name="Export").click()
    assert "1 question waits for your second answer." in celina.inner_text("main")
    assert celina.get_by_role("button", name="Download").count() == 0
    celina.goto(f"{celina.url}?ending=csv")  # an address that she kept
    assert "1 question waits for your second answer." in celina.inner_text("main")
    celina.get_by_role("main").get_by_role("link", name="Second answers").last.click()
    follow(celina, "Begin")
    celina.get_by_label("The article does not answer it").check()
    celina.get_by_label("Type of question").select_option("I cannot say")
    press(celina, "Keep the answer")
    celina.get_by_role("link", name="Export").click()
    celina.get_by_label("CSV").check()
    with celina.expect_download() as file:
        press(celina, "Download")
    assert "Karibská krize" in Path(file.value.path()).read_text(encoding="utf-8")


def test_who_is_let_in_after_a_test_was_made_of_the_records_is_marked_on_its_board(
    visit, people, project, seat, tmp_path, uploaded, work
):
    """Dana is let in as a reviewer, Bartek becomes one and is taken out, and Emil writes records of his own."""
    for name in ("dana", "emil"):
        User.objects.create(username=name, name=name.title())
    ola = at_project(visit(), "ola")
    ola.get_by_role("link", name="Import").click()
    ola.set_input_files("[name=archive]", packed(make_records(tmp_path / "records", 40)))
    press(ola, "Import the records")
    ola.get_by_role("link", name="Make a challenge").click()
    press(ola, "Make the challenge")
    ola.get_by_role("link", name="Annotation").click()
    ola.get_by_role("link", name="Questions", exact=True).click()
    ola.get_by_role("link", name="Project members").click()
    for name, role in (("dana", "reviewer"), ("emil", "annotator")):
        ola.get_by_label("Login").fill(name)
        ola.get_by_label("Role").select_option(role)
        press(ola, "Let in")
    ola.get_by_role("link", name="bartek").click()
    ola.get_by_label("Role").select_option("reviewer")
    press(ola, "Save")
    ola.get_by_role("link", name="bartek").click()
    press(ola, "Take out")
    Challenge.objects.update(is_published=True)
    challenge = Challenge.objects.get()
    expected = places.version_folder(challenge.slug, challenge.current.folder) / "test-A" / "expected.tsv"
    lines = expected.read_text("utf-8").splitlines()
    for wrong, name in enumerate(("ala", "bartek", "celina", "dana", "emil")):
        output = "\n".join([*lines[: len(lines) - wrong], *["x"] * wrong])
        submit_files(challenge, [uploaded(f"{output}\n")], Handing(User.objects.get(username=name)))
    work()
    board = visit()
    board.goto("/")
    board.get_by_role("link", name="Questions").first.click()
    board.get_by_role("link", name="Board", exact=True).click()
    names = ("Ala", "Bartek", "Celina", "Dana", "Emil")
    marked = [name for name in names if "took part in making this test" in row_of(board, name)]
    assert marked == ["Bartek", "Celina", "Dana"]


def row_of(page, name):
    return page.locator("table tbody tr").filter(has_text=name).first.inner_text()


def packed(folder):
    """An archive of a folder of records."""
    return shutil.make_archive(str(folder), "zip", folder.parent, folder.name)
