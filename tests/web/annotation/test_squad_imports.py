"""Files of SQuAD's form become records, and what is exported so comes back: by clicking, as a coordinator does."""

import json
from html import unescape

import pytest
from annotation_examples import TEXT
from django.core.files.uploadedfile import SimpleUploadedFile

from probierz.web.annotation.files import record_of
from probierz.web.annotation.models import AnnotatedRecord
from probierz.web.annotation.services import create_project

pytestmark = pytest.mark.django_db


def import_into(client, slug, content, language="en"):
    sent = {"archive": SimpleUploadedFile("dev.json", content)}
    answer = client.post(f"/annotations/{slug}/import", sent, follow=True, headers={"accept-language": language})
    return unescape(answer.content.decode())


def squad(*asked, context=TEXT):
    data = [{"title": "Kuba", "paragraphs": [{"context": context, "qas": list(asked)}]}]
    return json.dumps({"data": data}).encode()


def about(said, text=TEXT):
    return {"id": "q1", "question": "Co?", "answers": [{"text": said, "answer_start": text.index(said)}]}


def texts_of(slug):
    parts = ("question", "answer", "extraction", "selection", "text")
    rows = AnnotatedRecord.objects.filter(project__slug=slug).order_by("name")
    return [[record_of(row).says(part) for part in parts] + [record_of(row).url, row.question_type] for row in rows]


def test_exported_squad_comes_back_into_another_project(client, people, project, write):
    write("ala")
    client.force_login(people["ola"])
    exported = client.get("/annotations/questions/exports?ending=squad.json")
    create_project("again", "Again", by=people["ola"])
    assert "1 record is new" in import_into(client, "again", exported.getvalue())
    assert texts_of("again") == texts_of("questions")


def test_questions_of_squad_become_records_and_those_without_an_answer_are_named(client, people, project):
    client.force_login(people["ola"])
    word = TEXT.split()[3]
    impossible = {"id": "q2", "question": "Proč?", "answers": [], "is_impossible": True}
    page = import_into(client, "questions", squad(about(word), impossible))
    assert "1 record is new" in page
    assert "1 question has no answer in its article, and was left out: q2" in page
    ((asked, _answer, extraction, selection, *_rest),) = texts_of("questions")
    assert (asked, extraction) == ("Co?", word)
    assert word in selection


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 1, "1 record is new, 0 changed, 0 were here already."),
        ("en", 2, "2 records are new, 0 changed, 0 were here already."),
        ("pl", 1, "1 rekord jest nowy, 0 zmienionych, 0 było tu już wcześniej."),
        ("pl", 2, "2 rekordy są nowe, 0 zmienionych, 0 było tu już wcześniej."),
        ("pl", 5, "5 rekordów jest nowych, 0 zmienionych, 0 było tu już wcześniej."),
        ("cs", 2, "2 záznamy jsou nové, 0 změněných, 0 tu už bylo."),
        ("cs", 5, "5 záznamů je nových, 0 změněných, 0 tu už bylo."),
    ],
)
def test_what_was_taken_is_counted_as_people_do(client, people, project, language, count, said):
    client.force_login(people["ola"])
    asked = [{**about(TEXT.split()[3]), "question": f"Co {number}?"} for number in range(count)]
    assert said in import_into(client, "questions", squad(*asked), language)


WRONG = {"id": "q1", "question": "Co?", "answers": [{"text": "nikde", "answer_start": 3}]}
PLACE = "data[0].paragraphs[0].qas[0].answers[0]: "
SAID = {
    "en": "the answer does not stand in the context at its answer_start, '3'; give the number of letters",
    "pl": "odpowiedzi nie ma w kontekście w miejscu answer_start, '3'; podaj liczbę znaków",
    "cs": "odpověď není v kontextu na místě answer_start, '3'; zadejte počet znaků",
}


@pytest.mark.parametrize("language", SAID)
def test_a_wrong_place_is_named_and_nothing_is_taken(client, people, project, language):
    client.force_login(people["ola"])
    page = import_into(client, "questions", squad(about(TEXT.split()[3]), WRONG), language)
    assert PLACE.replace("qas[0]", "qas[1]") + SAID[language] in page
    assert not AnnotatedRecord.objects.exists()


BROKEN = b'{"data": [\n  {"title": "Kuba",\n  }]}'
SAID_OF_BROKEN = {
    "en": "the file line 3: this is not JSON at column 3: a comma stands before a closing bracket; remove it",
    "pl": "plik, wiersz 3: to nie jest JSON, błąd w kolumnie 3: przed nawiasem zamykającym stoi przecinek; usuń go",
    "cs": "soubor, řádek 3: toto není JSON, chyba ve sloupci 3: před koncovou závorkou stojí čárka; odstraňte ji",
}


@pytest.mark.parametrize("language", SAID_OF_BROKEN)
def test_a_broken_file_is_told_with_its_place_and_what_to_do(client, people, project, language):
    client.force_login(people["ola"])
    assert SAID_OF_BROKEN[language] in import_into(client, "questions", BROKEN, language)
    assert not AnnotatedRecord.objects.exists()


def test_many_questions_on_a_long_article_are_refused_before_it_is_cut(client, people, project, platform):
    platform(PROBIERZ_UPLOAD_MB=1)
    client.force_login(people["ola"])
    long = TEXT + " slovo" * 70_000
    asked = [{**about(TEXT.split()[3]), "id": f"q{number}"} for number in range(5)]
    assert "import them in parts" in import_into(client, "questions", squad(*asked, context=long))
    assert not AnnotatedRecord.objects.exists()


@pytest.mark.parametrize("content", [b'{"data": ' + b"[" * 100_000, b'{"data": 7}', b'{"version": "\xff"}'])
def test_hostile_files_are_refused_in_a_sentence(client, people, project, content):
    client.force_login(people["ola"])
    assert 'class="errors"' in import_into(client, "questions", content)
