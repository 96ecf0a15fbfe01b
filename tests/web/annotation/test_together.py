"""Several people on one set of records: quotas, exports, imports, a challenge."""

import csv
import io
import json
import re
import sys
import zipfile
from html import unescape
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "suites" / "sqad"))
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from sqad_made import make_record, make_records, vert

from probierz.cli.main import main as probierz
from probierz.errors import Refused
from probierz.extras import install_command
from probierz.web.accounts.models import Membership, Team, User
from probierz.web.accounts.services import audit
from probierz.web.annotation import services
from probierz.web.annotation.files import record_of
from probierz.web.annotation.models import AnnotatedRecord
from probierz.web.annotation.speed import speed_of
from probierz.web.challenges.models import Challenge
from probierz.web.configuration import places
from probierz.web.submissions.services import Handing, submit_files

pytestmark = pytest.mark.django_db

COORDINATING = ("people", "people/ala", "rename", "import", "challenge")


@pytest.mark.parametrize("page", COORDINATING)
def test_only_coordinators_say_who_does_what(client, people, project, page):
    for name, status in (("ala", 403), ("celina", 403), ("ola", 200)):
        client.force_login(people[name])
        assert client.get(f"/annotations/questions/{page}").status_code == status
        if status == 403:
            assert client.post(f"/annotations/questions/{page}").status_code == 403


def test_annotators_export_nothing_and_read_guidelines_without_changing_them(client, people, project, seat):
    services.save_guidelines(seat("ola"), "Ask **short** questions. <script>alert(1)</script>")
    client.force_login(people["ala"])
    assert client.get("/annotations/questions/exports?ending=zip").status_code == 403
    page = client.get("/annotations/questions/guidelines").content.decode()
    assert "<p>Ask <strong>short</strong> questions. &lt;script&gt;alert(1)&lt;/script&gt;</p>" in page
    assert "Version 1" in page
    assert client.post("/annotations/questions/guidelines", {"text": "x"}).status_code == 403


WRITES = {
    "rename": {"title": "Other"}, "people": {"login": "stranger", "role": "annotator"},
    "people/ala": {"role": "reviewer"}, "people/ala/out": {}, "guidelines": {"text": "x"},
    "second": {"size": 1, "seed": 1},
    "second/{second}": {"none": 1, "question_type": "DATETIME", "answer_type": "DATETIME"},
    "import": {"clash": "keep"}, "challenge": {"slug": "pairs", "title": "New", "kind": "sentences"},
    "mend": {"rule": "any"}, "judge": {"verdict": "accepted", "shown": "{row}:1", "asked": "yes"},
    "drafts": {"type": "PERSON"}, "drafts/{draft}": {"act": "keep", "revision": 0, "question": "Kdo?"},
    "drafts/{draft}/check": {"act": "finish", "base": 0}, "drafts/{draft}/discard": {}, "records/000001/correct": {},
    "records/000001/mend": {}, "records/000001/remarks": {"text": "No.", "verdict": "returned"},
    "records/000001/withdraw": {"act": "withdraw"}, "records/000001/back": {"number": 1},
}  # fmt: skip


def test_nothing_changes_in_an_archived_project_until_it_is_taken_out(client, people, project, seat, write):
    row, other = write("ola"), write("ola", question="Ve kterém roce to bylo?")
    services.begin(seat("ola"), "DATETIME")
    User.objects.create(username="stranger")
    asked = other.second_answers.create(user=people["ola"], revision=other.revision)
    client.force_login(people["ola"])
    names = {"draft": project.drafts.get().pk, "row": row.pk, "second": asked.pk}
    said = "so nothing in it changes. A coordinator can take it out of the archive, under “Project members”."

    def state():
        project.refresh_from_db()
        kept = [list(one.values()) for one in (project.records, project.drafts, project.members, row.remarks)]
        return project.title, project.guidelines, kept, list(other.second_answers.values()), Challenge.objects.count()

    assert "Archive the project" in client.get("/annotations/questions/people").content.decode()
    client.post("/annotations/questions/archive")
    before = state()
    for address, data in WRITES.items():
        sent = {name: str(value).format(**names) for name, value in data.items()}
        sent |= {"archive": SimpleUploadedFile("records.zip", b"PK")} if address == "import" else {}
        answer = client.post(f"/annotations/questions/{address.format(**names)}", sent, follow=True)
        assert answer.status_code == 200, address
        assert state() == before, address
        text = unescape(answer.content.decode())
        assert said in text, (address, re.findall(r"(?s)<ul class=.(?:errors|messages).*?</ul>", text))
    for page in ("", "/people", "/guidelines", "/second", "/import", "/exports", "/challenge", "/records/000001"):
        assert "This project is archived" in client.get(f"/annotations/questions{page}").content.decode(), page
    listed = client.get("/annotations").content.decode()
    assert "1 archived project" in listed
    asked.delete()
    exported = client.get("/annotations/questions/exports?ending=zip")
    assert zipfile.ZipFile(io.BytesIO(b"".join(exported.streaming_content))).namelist()
    client.post("/annotations/questions/unarchive")
    client.post("/annotations/questions/rename", {"title": "Other"})
    assert state()[0] == "Other"
    assert "archived project" not in client.get("/annotations").content.decode()


def test_what_is_typed_in_a_project_that_was_archived_meanwhile_waits_until_it_is_taken_out(client, people, project):
    client.force_login(people["ola"])
    address = client.post("/annotations/questions/drafts", {"type": "PERSON"}).url
    client.post("/annotations/questions/archive")
    revision = project.drafts.get().revision
    typed = {"act": "continue", "revision": revision, "question": "Kdo?", "article": "Karel\n\nKarel byl král."}
    page = unescape(client.post(address, typed).content.decode())
    assert re.search(r"<textarea id=\"id_article\"[^>]* readonly>\s*Karel\n\nKarel byl král.</textarea>", page)
    assert re.search(r"<textarea name=\"question\"[^>]* readonly[^>]*>\s*Kdo\?</textarea>", page)
    assert '/annotations/questions/people#archive"' in page
    assert re.findall(r'<button name="act" value="(\w+)"', page) == ["save"], "to try again"
    (empty,) = re.findall(r"Still empty:(.*?)</p>", page)
    assert not re.search("Question<|Article<", empty), "what was typed and pasted stands there"
    assert "data-unsaved" in page
    assert "/discard" not in client.get("/annotations/questions").content.decode()
    untyped = client.get(address).content.decode()
    assert 'name="act"' not in untyped
    assert "data-unsaved" not in untyped
    assert ("Paste the article" in untyped, 'name="article"' in untyped) == (False, False)
    assert 'id="archive"' in client.get("/annotations/questions/people").content.decode()
    client.post("/annotations/questions/unarchive")
    assert "Karel byl král." in client.post(address, {**typed, "act": "save"}, follow=True).content.decode()
    kept = project.drafts.get()
    assert (kept.texts["question"], kept.article is None) == ("Kdo?", False)


def test_only_coordinators_archive(client, people, project):
    for name in ("ala", "celina"):
        client.force_login(people[name])
        assert client.post("/annotations/questions/archive").status_code == 403
    project.refresh_from_db()
    assert project.archived is None


def test_a_coordinator_gives_a_project_another_title(client, people, project):
    client.force_login(people["ola"])
    assert "/annotations/questions/rename" in client.get("/annotations/questions/people").content.decode()
    client.post("/annotations/questions/rename", {"title": "Answers"})
    page = client.get("/annotations/questions").content.decode()
    assert re.search(r"<title>Answers\b", page)


def test_a_title_that_no_form_looked_at_is_checked_as_that_of_a_new_project(seat, project):
    with pytest.raises(Refused):
        services.rename_project(seat("ola"), "x" * 1000)
    services.rename_project(seat("ola"), "  ")
    project.refresh_from_db()
    assert project.title == project.slug


def test_somebody_is_let_in_once_and_by_a_login_that_there_is(client, people, project):
    User.objects.create(username="dana")
    client.force_login(people["ola"])
    address = "/annotations/questions/people"
    assert (
        "Nobody here has the login nobody."
        in client.post(address, {"login": "nobody", "role": "reviewer"}).content.decode()
    )
    assert client.post(address, {"login": "dana", "role": "reviewer"}).status_code == 302
    assert (
        "dana is in this project already."
        in client.post(address, {"login": "dana", "role": "reviewer"}).content.decode()
    )
    assert list(project.members.values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_whoever_lets_somebody_in_is_led_to_quotas_which_only_annotators_have_at_first(client, people, project):
    for name in ("dana", "emil"):
        User.objects.create(username=name)
    client.force_login(people["ola"])
    address = "/annotations/questions/people"
    for name, role, quota in (("dana", "annotator", "200"), ("emil", "reviewer", "any number")):
        page = client.post(address, {"login": name, "role": role}, follow=True).content.decode()
        assert f"{name} is in." in page
        assert ("How many records they shall make is set by the link" in page) == (role == "annotator")
        assert f'<a href="{address}/{name}">{quota}</a>' in page
    client.force_login(User.objects.get(username="emil"))
    page = client.get("/annotations/questions").content.decode()
    assert "of 200" not in page
    assert "<summary>Write records yourself</summary>" in page
    client.force_login(people["ola"])
    page = client.get("/annotations/questions").content.decode()
    assert "In the project" in page
    assert "200 of 200" not in page


def test_where_no_number_is_asked_of_anybody_the_project_tells_what_is_made(client, people, project, write):
    write("ola")
    project.members.update(quotas={})
    client.force_login(people["ola"])
    page = client.get("/annotations/questions").content.decode()
    assert '<td class="number">1</td>' in page
    assert "1 of 0" not in page


def test_somebody_is_let_out_and_their_records_stay(client, people, project, write):
    write("ala")
    client.force_login(people["celina"])
    assert client.post("/annotations/questions/people/ala/out").status_code == 403
    client.force_login(people["ola"])
    assert "Take out" in client.get("/annotations/questions/people/ala").content.decode()
    page = client.post("/annotations/questions/people/ala/out", follow=True).content.decode()
    assert "They are out; their records stay." in page
    assert client.get("/annotations/questions/records/000001").status_code == 200
    client.force_login(people["ala"])
    assert client.get("/annotations/questions").status_code == 404
    assert "Questions" not in client.get("/annotations").content.decode()


def test_the_last_coordinator_stays_and_one_of_two_may_leave(client, people, project, seat):
    client.force_login(people["ola"])
    page = client.post("/annotations/questions/people/ola/out", follow=True).content.decode()
    assert "Somebody has to coordinate" in page
    services.save_member(seat("ola"), seat("celina").member, "coordinator", {})
    page = client.post("/annotations/questions/people/ola/out", follow=True)
    assert page.redirect_chain == [("/annotations", 302)]
    assert sorted(project.members.values_list("user__username", flat=True)) == ["ala", "bartek", "celina"]


def test_the_page_of_people_counts_what_each_has_made(client, people, write, seat):
    row = write("ala")
    services.remark(seat("celina"), row, "", "accepted")
    client.force_login(people["ola"])
    page = client.get("/annotations/questions/people").content.decode()
    row = page[page.index("people/ala") :].partition("</tr>")[0]
    assert re.findall(r'<td class="number">(?:<a [^>]*>)?(\d+)', row) == ["1", "200", "1", "0"]


def test_a_person_has_one_name_on_all_pages_and_beside_it_the_login_where_people_are_managed(
    client, people, project, tmp_path
):
    User.objects.filter(username="ola").update(name="Klára Nová", is_anonymous_entry=True)  # on boards
    make_record(tmp_path / "records", answer=None)
    client.force_login(people["ola"])
    choice = client.get("/annotations/questions/import").content.decode()
    assert '<option value="ola">Klára Nová (ola)</option>' in choice
    client.post("/annotations/questions/import", {"archive": archive_of(tmp_path / "records")})
    for page in ("", "?filter=Klára", "/records/000001"):
        assert "imported by Klára Nová" in client.get(f"/annotations/questions{page}").content.decode()
    row = client.get("/annotations/questions/people").content.decode().partition("people/ola")[2].partition("</tr>")[0]
    assert "<td>Klára Nová</td>" in row
    assert "<h2>Klára Nová (ola)</h2>" in client.get("/annotations/questions/people/ola").content.decode()


# --- out and in again ------------------------------------------------------------------------------------------------


def body(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


def test_an_export_keeps_all_rules_and_comes_back_byte_by_byte(client, people, write, seat, tmp_path, capsys):
    write("ala")
    write("bartek", question="Kolik dní trvala krize?", extraction="13", answer="13", selection="Krize trvala 13 dní.",
          question_type="NUMERIC", answer_type="NUMERIC")  # fmt: skip
    client.force_login(people["ola"])
    packed = body(client, "/annotations/questions/exports?ending=zip")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(tmp_path)
    assert probierz(["sqad", "check", str(tmp_path / "questions")]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == []
    again = client.post("/annotations/questions/import", {"archive": io.BytesIO(packed)}, follow=True)
    assert "0 records are new, 0 changed, 2 were here already." in again.content.decode()


def test_exported_lines_are_read_by_the_command_and_come_back_whole(client, people, write, tmp_path, capsys):
    write("ala", context="Karibská krize byla mezinárodní politická krize.")
    write("bartek", question="Kolik dní trvala krize?", extraction="13", answer="13", selection="Krize trvala 13 dní.",
          question_type="NUMERIC", answer_type="NUMERIC")  # fmt: skip
    client.force_login(people["ola"])
    lines = body(client, "/annotations/questions/exports?ending=jsonl")
    file = tmp_path / "otazky.jsonl"
    file.write_bytes(lines)
    assert probierz(["sqad", "check", str(file)]) == 0
    assert probierz(["sqad", "stats", str(file)]) == 0
    assert "question type\tNUMERIC\t1\t50.0" in capsys.readouterr().out
    assert (
        probierz(["sqad", "build", str(file), "sentences", "--to", str(tmp_path / "y"), "--only-split", "test-A"]) == 0
    )
    assert probierz(["sqad", "convert", str(file), "--to", str(tmp_path / "x")]) == 0
    assert probierz(["sqad", "check", str(tmp_path / "x")]) == 0
    assert probierz(["sqad", "convert", str(tmp_path / "x"), "--to", str(tmp_path / "again.jsonl")]) == 0
    before, again = (
        [{**json.loads(line), "annotator": ""} for line in text.decode().splitlines()]
        for text in (lines, (tmp_path / "again.jsonl").read_bytes())
    )
    assert again == before  # a record does not say who wrote it
    page = client.post("/annotations/questions/import", {"archive": io.BytesIO(lines)}, follow=True).content.decode()
    assert "0 records are new, 0 changed, 2 were here already." in page
    files = [record_of(row).files for row in AnnotatedRecord.objects.all()]
    AnnotatedRecord.objects.all().delete()
    page = client.post("/annotations/questions/import", {"archive": io.BytesIO(lines)}, follow=True).content.decode()
    assert "2 records are new, 0 changed, 0 were here already." in page
    assert [record_of(row).files for row in AnnotatedRecord.objects.all()] == files  # with lemmas and tags


def test_new_questions_in_lines_are_about_the_article_that_is_known(client, people, project, tmp_path):
    make_record(tmp_path / "records")
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(tmp_path / "records")})
    line = json.loads(body(client, "/annotations/questions/exports?ending=jsonl"))
    asked = json.dumps({**line, "id": "000002", "question": "Kde to leží?"})
    squad = json.loads(body(client, "/annotations/questions/exports?ending=squad.json"))
    squad["data"][0]["paragraphs"][0]["qas"][0] |= {"id": "000003", "question": "Ve které zemi to leží?"}
    for sent in (asked, json.dumps(squad)):
        page = client.post("/annotations/questions/import", {"archive": io.BytesIO(sent.encode())}, follow=True)
        assert "1 record is new" in page.content.decode()
    first, *others = AnnotatedRecord.objects.order_by("name")
    for row in others:
        assert row.article == first.article
        assert "same-url-same-text" not in row.rules


def test_lines_that_replace_records_keep_the_lemmas_of_what_they_do_not_change(client, people, project, tmp_path):
    make_record(tmp_path / "records", **{"notes.txt": "kept"})
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(tmp_path / "records")})
    before = record_of(AnnotatedRecord.objects.get()).files
    line = json.loads(body(client, "/annotations/questions/exports?ending=jsonl"))
    for change, told in (({}, "0 changed, 1 was here already"), ({"answer": "Francie"}, "1 changed, 0 were here")):
        sent = io.BytesIO(json.dumps({**line, **change}).encode())
        page = client.post("/annotations/questions/import", {"archive": sent, "clash": "replace"}, follow=True)
        assert told in page.content.decode()
    after = record_of(AnnotatedRecord.objects.get()).files
    assert {name for name in before if before[name] != after[name]} == {"02answer.vert"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"question": "Kde?"}', "the file line 2: an object with context, question, answers is wanted, or one with"),
        ('{"context": "A.", "question": "B?", "answers": []}', "answers is an empty list; give at least one answer"),
        ('{"context": ', "the file line 2: this is not JSON at column 13: the line ends before all its"),
        ('{"id": "../x", "question": "", "answer": "", "extraction": "", "selection": "", "article": ""}',
         "&#x27;../x&#x27; is no name of a record"),
        ('{"question": 1, "answer": "", "extraction": "", "selection": "", "article": ""}', "must be a text"),
        ('{"question": "\\ud800", "answer": "", "extraction": "", "selection": "", "article": ""}', "must be a text"),
        ('{"id": "7", "question": "", "answer": "", "extraction": "", "selection": "", "article": ""}',
         "line 1 has the number 7, too"),
    ],
)  # fmt: skip
def test_lines_that_are_no_records_are_named_and_nothing_is_taken(client, people, project, line, said):
    first = {"id": "7", "question": "Kde?", "answer": "", "extraction": "", "selection": "", "article": "Zde."}
    client.force_login(people["ola"])
    sent = io.BytesIO(f"{json.dumps(first)}\n{line}\n".encode())
    page = client.post("/annotations/questions/import", {"archive": sent}).content.decode()
    assert said in page
    assert not AnnotatedRecord.objects.exists()


@pytest.mark.parametrize("text", ["not json", "[1, 2]", "question,answer\nKde leží Jura?,ve Francii\n", "ž" * 999])
def test_a_text_that_holds_no_records_is_called_no_archive(client, people, project, text):
    client.force_login(people["ola"])
    page = client.post("/annotations/questions/import", {"archive": io.BytesIO(text.encode())}).content.decode()
    assert "This is neither an archive nor JSON lines or SQuAD" in page
    assert "pack the files" not in page


def test_what_is_wrong_with_a_line_is_said_in_czech(client, people, project):
    client.force_login(people["ola"])
    for line, said in (
        ('{"context": "A.", "question": "B?"}', "je potřeba objekt s context, question, answers"),
        ("{", "chyba ve sloupci 2: řádek končí dřív, než jsou uzavřeny všechny závorky"),
    ):
        sent = io.BytesIO(line.encode())
        address = "/annotations/questions/import"
        page = client.post(address, {"archive": sent}, headers={"Accept-Language": "cs"}).content.decode()
        assert said in page
        assert "is wanted" not in page


def test_people_are_numbers_where_names_are_not_wished_and_only_accepted_records_leave(client, people, write, seat):
    row = write("ala")
    write("bartek", question="Kdy to tedy bylo s tou krizí?")
    services.remark(seat("celina"), row, "", "accepted")
    client.force_login(people["celina"])
    address = "/annotations/questions/exports?ending="
    assert "2 records would leave. Accepted: 1." in client.get(address).content.decode()
    lines = [json.loads(line) for line in body(client, f"{address}jsonl").decode().splitlines()]
    assert [(one["id"], one["annotator"]) for one in lines] == [("000001", "ala"), ("000002", "bartek")]
    table = list(csv.DictReader(body(client, f"{address}csv&anonymous=on&only_accepted=on").decode().splitlines()))
    assert [(one["id"], one["annotator"]) for one in table] == [("000001", "A2")]
    assert len(json.loads(body(client, f"{address}squad.json"))["data"][0]["paragraphs"][0]["qas"]) == 2
    assert client.get(f"{address}exe").status_code == 200  # the form again


def test_imported_records_of_nobody_here_leave_without_a_name_and_without_files_that_may_have_one(
    client, people, project
):
    full = {"question": "Kde?", "answer": "Zde", "extraction": "Zde", "selection": "Zde.", "article": "Zde."}
    folder = {
        "000007/05metadata.txt": "<q_type>LOCATION</q_type>\n<annotator>Jan Novák</annotator>\n",
        "000007/notes.txt": "Jan Novák",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in folder.items():
            archive.writestr(name, text)
    client.force_login(people["ola"])
    for sent, name in ((io.BytesIO(json.dumps({**full, "id": "9" * 90}).encode()), "a.jsonl"), (packed, "a.zip")):
        sent.name = name
        sent.seek(0)
        client.post("/annotations/questions/import", {"archive": sent})
    address = "/annotations/questions/exports?ending="
    lines = [json.loads(line) for line in body(client, f"{address}jsonl").decode().splitlines()]
    assert {one["id"]: one["annotator"] for one in lines} == {"000007": "", "9" * 90: ""}
    lines = [json.loads(line) for line in body(client, f"{address}jsonl&anonymous=on").decode().splitlines()]
    assert {one["annotator"] for one in lines} == {"A0"}
    with zipfile.ZipFile(io.BytesIO(body(client, f"{address}zip&anonymous=on"))) as archive:
        texts = {
            name.rpartition("/")[2]: archive.read(name).decode() for name in archive.namelist() if "000007" in name
        }
    assert texts == {"05metadata.txt": "<q_type>LOCATION</q_type>\n<annotator>A0</annotator>\n"}


def test_a_number_that_is_no_record_number_changes_not_those_of_later_records(client, people, project, write):
    full = {"question": "Kde?", "answer": "Zde", "extraction": "Zde", "selection": "Zde.", "article": "Zde."}
    client.force_login(people["ola"])
    lines = (json.dumps({**full, "id": name, "question": name}) for name in ("9" * 90, "999999"))
    client.post("/annotations/questions/import", {"archive": io.BytesIO("\n".join(lines).encode())})
    assert [write("ala").name, write("bartek", question="Kdy to tedy bylo?").name] == ["000001", "000002"]


def test_a_table_says_its_encoding_and_has_no_formula(client, people, write):
    write("ala", question='=HYPERLINK("http://evil.example","Kdy?")')
    client.force_login(people["celina"])
    answer = client.get("/annotations/questions/exports?ending=csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    row = next(csv.DictReader(b"".join(answer.streaming_content).decode().splitlines()))
    assert row["question"].startswith("'=HYPERLINK")


def archive_of(folder):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder.parent))
    packed.seek(0)
    packed.name = "records.zip"
    return packed


def test_an_article_without_paragraphs_says_how_it_gets_them(client, people, project, tmp_path):
    sentences = ["Leží ve Francii ~.", *(f"Hora číslo {number} je vysoká ~." for number in range(12))]
    make_record(tmp_path / "records", text=vert(*sentences))
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(tmp_path / "records")})
    correct = "/annotations/questions/records/000001/correct"
    opened = client.post(correct, follow=True)
    assert "This article has no paragraphs" in opened.content.decode()
    address, text = opened.redirect_chain[-1][0], " ".join(sentences).replace(" ~", "")
    pasted = {"act": "article", "revision": 1, "article": text.replace("Hora číslo 6", "\n\nHora číslo 6")}
    page = client.post(address, pasted, follow=True).content.decode()
    assert "This article has no paragraphs" not in page
    assert len(re.findall(r'<p><span class="sentence"', page)) == 2


def test_a_record_with_a_file_missing_is_taken_and_listed(client, people, project, tmp_path):
    folder = tmp_path / "records"
    make_record(folder, answer=None)
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(folder)})
    row = AnnotatedRecord.objects.get()
    assert (row.rules, row.is_imported) == (["files-present"], True)
    assert "A part is missing (1)" in client.get("/annotations/questions").content.decode()
    page = client.get("/annotations/questions/records/000001").content.decode()
    assert "Fill this field." in page


def test_the_page_counts_what_breaks_a_rule_as_the_command_does(client, people, project, tmp_path, capsys):
    folder = tmp_path / "records"
    said = "To měří mnoho ~."
    refers_back = {"text": vert("Alpy jsou v Evropě ~.", said), "answer_selection": vert(said),
                   "answer_extraction": vert("mnoho")}  # fmt: skip
    changes = ({}, {"metadata": None}, {"answer": ""}, {"answer": None, "url": None})
    for number, change in enumerate(changes, 1):
        address = f"https://cs.wikipedia.org/wiki/Alpy_{number}\n"
        make_record(folder, f"{number:06d}", **{"url": address, **refers_back, **change})
    make_record(folder, "000005")
    make_record(folder, "000006", answer=vert("Francie"))  # with the question of the one before
    assert probierz(["sqad", "check", str(folder), "--summary", "--format", "json"]) == 1
    counted = {row["rule"]: int(row["records"]) for row in json.loads(capsys.readouterr().out)}
    assert counted == {"context-missing": 4, "files-present": 2, "files-not-empty": 1, "no-repeated-question": 1}
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(folder)})
    page = client.get("/annotations/questions").content.decode()
    shown = re.findall(r'<option value="([a-z-]+)">[^<]* \((\d+)\)</option>', page)
    assert {name: int(count) for name, count in shown} == counted
    page = client.get("/annotations/questions/records/000002").content.decode()
    assert "An answer sentence that refers back has the sentences it refers to." in page


def test_an_export_of_three_hundred_records_comes_back(client, people, project, tmp_path):
    folder = make_records(tmp_path / "records", 300)
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(folder)})
    packed = io.BytesIO(body(client, "/annotations/questions/exports?ending=zip"))
    assert len(zipfile.ZipFile(packed).namelist()) > 2000
    packed.seek(0)
    page = client.post("/annotations/questions/import", {"archive": packed}, follow=True).content.decode()
    assert "0 records are new, 0 changed, 300 were here already." in page


def taken_in(client, folder, **choices):
    """What the page says after a folder was packed and imported."""
    sent = {"archive": archive_of(folder), **choices}
    return client.post("/annotations/questions/import", sent, follow=True).content.decode()


def question_of(name):
    return AnnotatedRecord.objects.get(name=name).question


def test_records_of_two_folders_with_equal_numbers_are_both_kept_and_told(client, people, project, tmp_path):
    make_record(tmp_path / "first", "000001")
    make_record(tmp_path / "second", "000001", question="<s>\nProč\tproč\tk6\n</s>\n")
    make_record(tmp_path / "second", "000002", question="<s>\nKdy\tkdy\tk6\n</s>\n")
    client.force_login(people["ola"])
    assert "1 record is new" in taken_in(client, tmp_path / "first")
    page = taken_in(client, tmp_path / "second", clash="keep")
    assert "2 records are new, 0 changed, 0 were here already." in page
    assert "1 number was taken by another record, so that both are here: 000001 → 000003" in page
    assert [question_of(name) for name in ("000001", "000002", "000003")] == ["Kde leží Jura?", "Kdy", "Proč"]
    assert "0 records are new, 0 changed, 2 were here already." in taken_in(client, tmp_path / "second")
    assert AnnotatedRecord.objects.count() == 3


def test_an_old_copy_of_a_corrected_record_is_no_other_record(client, people, project, write, seat, tmp_path):
    row = write("ala")
    client.force_login(people["ola"])
    packed = io.BytesIO(body(client, "/annotations/questions/exports?ending=zip"))
    draft = services.save_draft(seat("celina"), services.correct(seat("celina"), row), 1, {"answer": "v roce 1962"})
    services.finish(seat("celina"), draft, base=1)
    page = client.post("/annotations/questions/import", {"archive": packed}, follow=True).content.decode()
    assert "0 records are new, 0 changed, 1 was here already." in page
    assert AnnotatedRecord.objects.get().answer == "v roce 1962"


def test_a_record_is_replaced_only_where_that_was_chosen_and_the_one_before_comes_back(
    client, people, project, write, tmp_path
):
    write("ala")
    make_record(tmp_path / "others", "000001")
    client.force_login(people["ola"])
    assert "0 records are new, 1 changed, 0 were here already." in taken_in(
        client, tmp_path / "others", clash="replace"
    )
    assert question_of("000001") == "Kde leží Jura?"
    client.post("/annotations/questions/records/000001/back", {"revision": "1"})
    assert question_of("000001") == "Ve kterém roce vypukla Karibská krize?"


def left_of(client, question_type):
    """How many records of a type the overview says are left, and how many the project has."""
    page = client.get("/annotations/questions").content.decode()
    row = page.split(f'<th scope="row">{question_type}</th>')[1].split("</tr>")[0]
    return [one.split("<")[0] for one in row.split('<td class="number">')[1:]]


def test_imported_records_count_for_the_project_and_for_whoever_made_them(client, people, project, tmp_path):
    folder = make_records(tmp_path / "records", 4)  # PERSON, DATETIME, NUMERIC, ENTITY
    client.force_login(people["ola"])
    taken_in(client, folder)
    assert left_of(client, "PERSON") == ["0", "1 of 56"]
    taken_in(client, folder, author="ala")  # said later
    client.force_login(people["ala"])
    assert left_of(client, "PERSON") == ["27 of 28"]
    client.force_login(people["ola"])
    assert left_of(client, "PERSON") == ["0", "1 of 56"]
    assert (
        '<a href="/annotations/questions/people/ala">ala</a>'
        in client.get("/annotations/questions/people").content.decode()
    )
    assert project.records.filter(author=people["ala"]).count() == 4


def test_records_are_imported_for_members_alone(client, people, project, tmp_path):
    User.objects.create(username="stranger")
    make_record(tmp_path / "records")
    client.force_login(people["ola"])
    assert "stranger is not one of the available choices" in taken_in(client, tmp_path / "records", author="stranger")
    assert AnnotatedRecord.objects.count() == 0


def test_the_page_says_how_many_records_are_taken_at_a_time_and_more_are_refused(
    client, people, project, tmp_path, monkeypatch
):
    client.force_login(people["ola"])
    assert "At most 5000 records and 64 MiB" in client.get("/annotations/questions/import").content.decode()
    monkeypatch.setattr("probierz.web.annotation.services.imports.MOST_RECORDS", 4)
    folder = make_records(tmp_path / "records", 5)
    page = client.post("/annotations/questions/import", {"archive": archive_of(folder)}).content.decode()
    assert "There are more than 4 records in the archive; import them in parts." in page
    assert AnnotatedRecord.objects.count() == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x/{}.txt", "More than 2000 files in the archive are no part of a record"),
        ("{:06d}/01question.vert", "There are more than 5000 records in the archive"),
    ],
)
def test_an_archive_of_very_many_files_is_refused_before_any_is_written(
    client, people, project, monkeypatch, name, said
):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(5001):
            archive.writestr(name.format(number), "")
    monkeypatch.setattr("probierz.web.annotation.services.imports.unpack", None)
    packed.seek(0)
    packed.name = "many.zip"
    client.force_login(people["ola"])
    assert said in client.post("/annotations/questions/import", {"archive": packed}).content.decode()


@pytest.mark.parametrize("depth", ["", "one/", "one/two/"])
def test_an_archive_without_records_is_refused_in_the_language_of_the_page(client, people, project, depth):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(f"{depth}notes.txt", "x")
        archive.writestr(f"{depth}more.txt", "x")
    client.force_login(people["ola"])
    for language, said in (("pl", "nie ma tu rekordów SQAD; rekord to folder"), ("en", "no records of SQAD are here")):
        packed.seek(0)
        packed.name = "x.zip"
        page = client.post("/annotations/questions/import", {"archive": packed}, headers={"Accept-Language": language})
        assert said in page.content.decode()
        assert "probierz-records-" not in page.content.decode()


def test_records_that_are_no_utf_8_come_back_as_they_were(client, people, project, tmp_path):
    folder = tmp_path / "records"
    make_record(folder, question="<s>\nKde\tkde\tk6\nleží\tležet\tk5\n</s>\n".encode("cp1250"))
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(folder)})
    row = AnnotatedRecord.objects.get()
    assert "utf-8" in row.rules
    assert record_of(row).files == {path.name: path.read_bytes() for path in (folder / "000001").iterdir()}
    assert client.get("/annotations/questions/records/000001").status_code == 200


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Records with bytes that are no UTF-8, which only the folders of SQAD can hold: 000001."),
        ("pl", "Rekordy z bajtami spoza UTF-8, które mieszczą się tylko w folderach SQAD: 000001."),
        ("cs", "Záznamy s bajty, které nejsou UTF-8 a vejdou se jen do složek SQAD: 000001."),
    ],
)
def test_a_form_of_texts_names_the_record_that_only_folders_can_hold(client, people, project, tmp_path, language, said):
    make_record(tmp_path / "records", question="<s>\nKde\tkde\tk6\nleží\tležet\tk5\n</s>\n".encode("cp1250"))
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(tmp_path / "records")})
    for ending in ("jsonl", "squad.json", "csv"):
        answer = client.get(f"/annotations/questions/exports?ending={ending}", headers={"accept-language": language})
        assert said in answer.content.decode()
    folders = b"".join(client.get("/annotations/questions/exports?ending=zip").streaming_content)
    assert zipfile.is_zipfile(io.BytesIO(folders))
    client.post("/annotations/questions/mend", {"rule": "any"})
    line = b"".join(client.get("/annotations/questions/exports?ending=jsonl").streaming_content).decode()
    assert json.loads(line)["question"].startswith("Kde leží")


@pytest.mark.parametrize("content", [b"no archive", b""])
def test_what_is_no_archive_is_told_in_a_sentence(client, people, project, content):
    client.force_login(people["ola"])
    file = io.BytesIO(content)
    file.name = "x.zip"
    page = client.post("/annotations/questions/import", {"archive": file}).content.decode()
    assert 'class="errors"' in page
    assert AnnotatedRecord.objects.count() == 0


def test_the_real_records_are_shown_retagged_and_exported_byte_by_byte(
    client, people, project, seat, data_dir, tmp_path
):
    sample = data_dir / "sqad" / "sample.jsonl"
    if not sample.is_file():
        pytest.skip("no real records of SQAD")
    folder = tmp_path / "records"
    assert probierz(["sqad", "convert", str(sample), "--to", str(folder)]) == 0
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(folder)})
    assert AnnotatedRecord.objects.count() == 5
    row = AnnotatedRecord.objects.get(name="000001")
    draft = services.correct(seat("ola"), row)
    page = client.get(f"/annotations/questions/drafts/{draft.pk}/check").content.decode()
    assert "Karibská\t-\t-" in page
    client.post(f"/annotations/questions/drafts/{draft.pk}/check", {"retag": "question"})
    page = client.get(f"/annotations/questions/drafts/{draft.pk}/check").content.decode()
    assert "vypukla\tvypuknout\t-" in page
    services.discard(seat("ola"), draft)
    for record in sorted(folder.iterdir()):
        assert client.get(f"/annotations/questions/records/{record.name}").status_code == 200
    packed = body(client, "/annotations/questions/exports?ending=zip")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(tmp_path)
    files = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
    assert {name: (tmp_path / "questions" / name).read_bytes() for name in files} == files


# --- a challenge -----------------------------------------------------------------------------------------------------


def test_records_become_a_challenge_with_whole_articles_in_each_split(client, people, project, tmp_path):
    folder = make_records(tmp_path / "records", 40)
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(folder)})
    before = client.get("/annotations/questions/challenge").context["sizes"]
    assert [one[1:] for one in before] == [
        ("train 24, dev-0 4, test-A 12", False),
        ("too few: ten of three articles are needed", False),  # nobody accepted any
    ]
    sent = {"title": "Which sentence", "slug": "which-sentence", "kind": "sentences"}
    told = client.post("/annotations/questions/challenge", sent, follow=True).content.decode()
    challenge = Challenge.objects.get()
    assert not challenge.is_published
    assert "Records: train 24, dev-0 4, test-A 12." in told
    assert '<a href="/annotations/questions">Back to Questions</a>' in told
    assert "Small or empty: dev-0 4. So few records tell little of a system." in told
    assert set(challenge.tests.values_list("split", flat=True)) >= {"dev-0", "test-A"}
    assert challenge.title == "Which sentence"
    page = client.get("/challenges/which-sentence/about").content.decode()
    assert "The data are the 40 records of the annotation project “Questions”" in page
    assert "SQAD 3.0: " not in page
    form = client.post("/annotations/questions/challenge", sent)
    assert form.status_code == 200  # the name is taken
    assert (
        'Made of these records before: <a href="/challenges/which-sentence">Which sentence</a>' in form.content.decode()
    )
    assert Challenge.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_who_took_part_in_making_a_test_is_marked_on_its_board(
    client, people, project, write, seat, tmp_path, uploaded, work
):
    """Ala wrote a record, Celina reviews, Bartek has done nothing and Dana was never there."""
    write("ala")
    dana = User.objects.create(username="dana", name="Dana")
    client.force_login(people["ola"])
    taken_in(client, make_records(tmp_path / "records", 40))
    sent = {"title": "Which sentence", "slug": "which-sentence", "kind": "sentences"}
    client.post("/annotations/questions/challenge", sent)
    challenge = Challenge.objects.get()
    Challenge.objects.update(is_published=True)
    challenge.refresh_from_db()
    expected = places.version_folder("which-sentence", challenge.current.folder) / "test-A" / "expected.tsv"
    for number, user in enumerate((people["ala"], people["celina"], people["bartek"], dana)):
        output = "\n".join([*expected.read_text("utf-8").splitlines()[: -number or None], *["x"] * number])
        submit_files(challenge, [uploaded(f"{output}\n")], Handing(user))
    work()
    client.logout()
    assert "took part in making this test" in client.get("/").content.decode().partition('class="leader"')[2][:900]
    page = client.get("/challenges/which-sentence/board").content.decode()
    assert "took part in making this test" in page.partition('class="finding"')[2].partition("</p>")[0]
    marked = {row.split('"')[0]: "took part in making this test" in row for row in page.split('data-row="')[1:]}
    assert marked == {"Ala": True, "Celina": True, "Bartek": False, "Dana": False}
    for address in ("/challenges/which-sentence/board.json", "/api/v1/challenges/which-sentence/board"):
        told = client.get(address).json()["rows"]
        assert {row["submitter"]: row["is_by_test_maker"] for row in told} == marked


@pytest.mark.django_db(transaction=True)
def test_who_took_part_in_making_a_test_reads_before_they_submit_that_it_will_be_marked(
    client, people, project, write, tmp_path
):
    """Ala wrote a record, and Bartek is in a team with her; Dana was never there."""
    write("ala")
    dana = User.objects.create(username="dana", name="Dana")
    client.force_login(people["ola"])
    taken_in(client, make_records(tmp_path / "records", 40))
    client.post(
        "/annotations/questions/challenge", {"title": "Which sentence", "slug": "which-sentence", "kind": "sentences"}
    )
    Challenge.objects.update(is_published=True)
    team = Team.objects.create(slug="two", name="Two")
    for name in ("ala", "bartek"):
        Membership.objects.create(team=team, user=people[name])
    told = {}
    for user in (people["ala"], people["bartek"], people["ola"], dana):
        client.force_login(user)
        page = client.get("/challenges/which-sentence/submit").content.decode()
        told[user.username] = re.findall("You took part in making this test|Somebody in the team Two", page)
    own, team = "You took part in making this test", "Somebody in the team Two"
    assert told == {"ala": [own], "bartek": [team], "ola": [own], "dana": []}


def test_who_saw_all_records_is_marked_whatever_they_are_when_a_test_is_made(client, people, project, seat, tmp_path):
    client.force_login(people["ola"])
    taken_in(client, make_records(tmp_path / "records", 40))
    services.add_member(seat("ola"), User.objects.create(username="dana", name="Dana").username, "coordinator")
    services.save_member(seat("ola"), seat("celina").member, "annotator", {})
    services.take_out(seat("ola"), seat("bartek").member)  # who saw nothing
    services.take_out(seat("ola"), project.members.get(user__username="dana"))
    client.post("/annotations/questions/challenge", {"title": "One", "slug": "one", "kind": "sentences"})
    marked = set(Challenge.objects.get().test_makers.values_list("user__username", flat=True))
    assert marked == {"ola", "celina", "dana"}


@pytest.mark.django_db(transaction=True)
def test_a_platform_of_before_learns_from_its_notes_who_saw_all_records(people, project, seat):
    services.take_out(seat("ola"), seat("celina").member)
    audit(people["ola"], "annotation.quotas", project, login="bartek", role="reviewer", quotas={})  # as it was noted
    executor = MigrationExecutor(connection)
    executor.migrate([("annotation", "0008_rules_counted")])
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert set(project.saw_all.values_list("username", flat=True)) == {"ola", "celina", "bartek"}


def test_neither_names_nor_places_of_articles_tell_which_question_is_about_which(client, people, project, tmp_path):
    folder = make_records(tmp_path / "records", 40)
    client.force_login(people["ola"])
    client.post("/annotations/questions/import", {"archive": archive_of(folder)})
    sent = {"title": "Which article", "slug": "which-article", "kind": "documents"}
    assert client.post("/annotations/questions/challenge", sent).status_code == 302
    challenge = Challenge.objects.get()
    files = places.version_folder("which-article", challenge.current.folder)
    names = [line.split("\t")[0] for line in (files / "articles.tsv").read_text("utf-8").splitlines()[1:]]
    assert len(names) == 14
    assert names == sorted(names)
    assert set((files / "test-A" / "expected.tsv").read_text().split()) < set(names)
    records = {one.name for one in folder.iterdir()}
    assert not records & set(names)
    assert all(len(name) == 12 for name in names)


def test_too_few_records_are_told_and_no_challenge_is_left_behind(client, people, write):
    write("ala")
    client.force_login(people["ola"])
    page = client.post("/annotations/questions/challenge", {"title": "x", "slug": "x", "kind": "sentences"})
    assert "at least 10 are needed" in page.content.decode()
    assert Challenge.objects.count() == 0


def test_a_project_needs_the_right_to_make_challenges(people, settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_NEW_CHALLENGES": "administrators"}
    with pytest.raises(Refused, match="operators"):
        services.create_project("mine", "Mine", by=people["ala"])


def test_without_what_cuts_articles_it_is_said_before_anything_is_typed(client, people, settings, monkeypatch):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_NEW_CHALLENGES": "everybody"}
    monkeypatch.setitem(sys.modules, "simplemma", None)  # as if it were not installed
    client.force_login(people["ola"])
    answer = client.get("/annotations/new")
    assert answer.status_code == 200  # what to install is no error of the server's
    assert f"<code>{install_command('annotation')}</code>" in unescape(answer.content.decode())


# --- guidelines and speed --------------------------------------------------------------------------------------------


def test_earlier_guidelines_stay_and_records_say_under_which_they_were_made(client, people, seat, write):
    services.save_guidelines(seat("ola"), "Ask briefly.")
    write("ala")
    services.save_guidelines(seat("ola"), "Ask briefly, and in your own words.")
    client.force_login(people["ala"])
    page = client.get("/annotations/questions/guidelines").content.decode()
    assert "in your own words" in page
    assert "?version=1" in page
    earlier = client.get("/annotations/questions/guidelines?version=1").content.decode()
    assert "<p>Ask briefly.</p>" in earlier
    assert "in your own words" not in earlier
    assert "guidelines 1" in client.get("/annotations/questions/records/000001").content.decode()
    for odd in ("x", "99", "٣"):
        assert client.get(f"/annotations/questions/guidelines?version={odd}").status_code == 200


def test_the_page_of_people_draws_how_many_records_each_made_a_day(client, people, project, write):
    from datetime import timedelta

    for number in range(5):
        write("ala", question=f"Ve kterém roce vypukla {number}?")
    write("bartek", question="Kdy?")
    long_ago = project.records.get(name="000001")
    type(long_ago).objects.filter(pk=long_ago.pk).update(created=long_ago.created - timedelta(days=40))
    yesterday = project.records.get(name="000002")
    type(yesterday).objects.filter(pk=yesterday.pk).update(created=yesterday.created - timedelta(days=1))
    found = {one.name.partition(" ")[0].lower(): one for one in speed_of(project)}
    assert set(found) == {"ala", "bartek"}
    assert [bar.made for bar in found["ala"].bars[-3:]] == [0, 1, 3]
    assert (found["ala"].made, found["ala"].days, found["ala"].a_day) == (4, 2, 2.0)
    assert [round(bar.height, 1) for bar in found["ala"].bars[-2:]] == [13.3, 40.0]
    client.force_login(people["ola"])
    page = client.get("/annotations/questions/people", headers={"accept-language": "pl"}).content.decode()
    assert page.count("<rect") == 3
    assert 'height="13.33' in page  # numbers of pictures have a point in any language


def test_guidelines_that_were_saved_before_they_had_a_page_are_shown_as_one(client, people, project, seat):
    services.save_guidelines(seat("ola"), "Ask *short* questions.")
    project.guidelines_versions.update(html="")  # as they were kept then
    client.force_login(people["ala"])
    client.get("/")
    for address in ("/annotations/questions/guidelines", "/annotations/questions/guidelines?version=1"):
        assert "<p>Ask <em>short</em> questions.</p>" in client.get(address).content.decode()
