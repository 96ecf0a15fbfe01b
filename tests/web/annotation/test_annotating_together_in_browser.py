"""From nothing to a scored challenge, by clicking from the first page: a coordinator, two annotators, a reviewer."""

import zipfile

import pytest
from annotation_examples import PASSWORD, TEXT, URL

from browser import follow, log_in
from probierz.cli.main import main as probierz
from probierz.web.accounts.models import User
from probierz.web.jobs import worker
from probierz.web.submissions.models import Score

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

# Type, question, exact answer, answer; five of each annotator.
RECORDS = [
    ("DATETIME", "Ve kterém roce vypukla Karibská krize?", "1962", "1962"),
    ("NUMERIC", "Kolik dní trvala krize?", "13", "13"),
    ("PERSON", "Který prezident odpověděl blokádou?", "John Kennedy", "John Kennedy"),
    ("LOCATION", "Kde leží Kuba?", "v Karibském moři", "v Karibském moři"),
    ("VERB_PHRASE", "Trvala krize 13 dní?", "13 dní", "ano"),
]
SECOND = (
    "Jura je pohoří v Evropě. Nejvyšší hora Jury měří 1720 metrů. Pohoří Jura popsal Alexander von Humboldt v roce "
    "1795.",
    "https://cs.wikipedia.org/wiki/Jura",
)
RECORDS_OF_SECOND = [
    ("DATETIME", "Kdy popsal pohoří Jura Humboldt?", "v roce 1795", "v roce 1795"),
    ("NUMERIC", "Kolik metrů měří nejvyšší hora Jury?", "1720", "1720"),
    ("PERSON", "Kdo popsal pohoří Jura?", "Alexander von Humboldt", "Alexander von Humboldt"),
]
THIRD = ("Sněžka je nejvyšší hora Česka. Sněžka leží v Krkonoších na hranici s Polskem.",
         "https://cs.wikipedia.org/wiki/Sněžka")  # fmt: skip
RECORDS_OF_THIRD = [
    ("LOCATION", "Kde leží Sněžka?", "v Krkonoších", "v Krkonoších"),
    ("VERB_PHRASE", "Je Sněžka nejvyšší hora Česka?", "nejvyšší hora Česka", "ano"),
]


def logged_in(page, login):
    return log_in(page, login, PASSWORD)


def press(page, name):
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()


def write_records(page, article, url, records):
    """Write records with the keyboard: the sentence is taken from the article by its arrows."""
    page.get_by_role("link", name="Annotation").click()
    page.get_by_role("link", name="Krize a hory").click()
    for number, (kind, question, extraction, answer) in enumerate(records):
        press(page, f"Add {kind}")
        page.get_by_label("Address of the article").fill(url)
        if number == 0:
            page.get_by_label("Text of the article").fill(article)
        page.locator("#article .sentence").first.wait_for()
        page.get_by_label("Question", exact=True).fill(question)
        page.locator("#article").focus()
        sentences = page.locator("#article .sentence").all_inner_texts()
        place = next(at for at, one in enumerate(sentences) if extraction in one)
        for _ in range(place + 1):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.get_by_label("Exact answer").fill(extraction)
        page.get_by_label("Answer", exact=True).fill(answer)
        page.get_by_label("Answer", exact=True).press("Control+Enter")
        page.get_by_role("heading", name="Final check").wait_for()
        press(page, "Save the record")
        page.get_by_text("is saved.").wait_for()


def test_records_are_made_reviewed_exported_and_become_a_challenge_that_is_scored(visit, settings, tmp_path, capsys):
    settings.HOME = tmp_path / "home"
    for login in ("ola", "ala", "bartek", "celina"):
        User.objects.create_user(login, password=PASSWORD, name=login.title(), is_staff=login == "ola")
    ola = logged_in(visit("desk"), "ola")
    ola.get_by_role("link", name="Annotation").click()
    follow(ola, "New project")
    ola.get_by_label("Title").fill("Krize – a HORY č. 2")
    assert ola.get_by_label("Short name").input_value() == "krize-a-hory-c-2"
    ola.get_by_label("Title").fill("Krize a hory")
    ola.get_by_label("Short name").fill("krize")
    press(ola, "Make the project")
    ola.get_by_role("link", name="Project members").click()
    for login, role in (("ala", "annotator"), ("bartek", "annotator"), ("celina", "reviewer")):
        ola.get_by_label("Login").fill(login)
        ola.get_by_label("Role").select_option(role)
        press(ola, "Let in")
    for login in ("ala", "bartek"):
        ola.get_by_role("main").get_by_role("link", name=login).click()
        for kind in ("ABBREVIATION", "ADJ_PHRASE", "CLAUSE", "ENTITY"):
            ola.fill(f"[name={kind}]", "0")
        for kind, *_ in RECORDS:
            ola.fill(f"[name={kind}]", "1")
        press(ola, "Save")

    ala, bartek = logged_in(visit("desk"), "ala"), logged_in(visit("desk"), "bartek")
    write_records(ala, TEXT, URL, RECORDS)
    assert "0 of 5 left" in ala.inner_text("main")
    write_records(bartek, *SECOND, RECORDS_OF_SECOND)
    write_records(bartek, *THIRD, RECORDS_OF_THIRD)

    celina = logged_in(visit("phone"), "celina")
    celina.get_by_role("link", name="Annotation").click()
    celina.get_by_role("link", name="Krize a hory", exact=True).click()
    celina.get_by_role("link", name="000001").click()
    press(celina, "Correct")
    celina.get_by_label("Answer", exact=True).fill("v roce 1962")
    press(celina, "Continue")
    press(celina, "Save the record")
    celina.get_by_role("heading", name="Record 000001").wait_for()
    assert "2. corrected by Celina" in celina.inner_text("main")
    press(celina, "Accept")

    ola.get_by_role("link", name="Export", exact=True).click()
    with ola.expect_download() as download:
        press(ola, "Download")
    download.value.save_as(tmp_path / "krize.zip")
    with zipfile.ZipFile(tmp_path / "krize.zip") as archive:
        archive.extractall(tmp_path)
    assert probierz(["sqad", "check", str(tmp_path / "krize")]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == []
    assert "v\tv\t-\nroce\trok\t-\n1962" in (tmp_path / "krize" / "000001" / "02answer.vert").read_text("utf-8")

    ola.get_by_role("link", name="Make a challenge").click()
    press(ola, "Make the challenge")
    told = ola.inner_text("main")
    assert "The challenge is made. Records: train 5, dev-0 2, test-A 3." in told
    assert "Small or empty: train 5, dev-0 2, test-A 3." in told
    ola.get_by_role("link", name="Back to Krize a hory").click()
    ola.get_by_role("link", name="Make a challenge").click()
    ola.get_by_role("main").get_by_role("link", name="Krize a hory").wait_for()
    output = tmp_path / "out.tsv"
    version = next((tmp_path / "home" / "challenges" / "krize").iterdir())
    lines = (version / "test-A" / "in.tsv").read_text("utf-8").splitlines()
    output.write_text("".join(f"{line.split()[-1]}\n" for line in lines), "utf-8")
    ola.get_by_role("main").get_by_role("link", name="Krize a hory").click()
    ola.get_by_role("link", name="Submit", exact=True).click()
    ola.set_input_files("input[type=file]", output)
    press(ola, "Submit")
    ola.wait_for_url("**/jobs/**")
    worker.work(until_empty=True)
    ola.reload()
    ola.get_by_text("Log", exact=True).click()
    ola.get_by_role("link", name="the lasting address of this submission").click()
    assert "/q/" in ola.url
    ola.get_by_role("heading", name="Submission 1: Krize a hory").wait_for()
    assert Score.objects.filter(challenge__slug="krize").count() > 0


def test_a_returned_record_stands_on_top_of_its_authors_overview_with_what_was_said(visit, project, write):
    write("ala")
    write("ala", question="Kdy vypukla?")
    celina = logged_in(visit("desk"), "celina")
    celina.get_by_role("link", name="Annotation").first.click()
    celina.get_by_role("link", name="Questions", exact=True).click()
    celina.get_by_role("link", name="000002").click()
    celina.get_by_label("Remark").fill("Zeptejte se na něco jiného.")
    press(celina, "Return to Ala")
    ala = logged_in(visit("phone"), "ala")
    ala.get_by_role("link", name="Annotation").first.click()
    ala.get_by_role("link", name="Questions", exact=True).click()
    line = ala.get_by_text("1 record came back to you:")
    assert "000002 Zeptejte se na něco jiného." in line.inner_text()
    box = line.bounding_box()
    assert box["y"] + box["height"] < ala.get_by_role("heading", name="What to make").bounding_box()["y"] < 740
    line.get_by_role("link", name="000002").click()
    press(ala, "Correct")
    ala.get_by_label("Question", exact=True).fill("Ve kterém roce začala krize?")
    press(ala, "Continue")
    press(ala, "Save the record")
    ala.get_by_text("Record 000002 is saved.").wait_for()
    assert ala.get_by_text("came back to you").count() == 0
