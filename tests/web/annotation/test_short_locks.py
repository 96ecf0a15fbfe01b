"""Text work, which takes long, is done before a transaction: while one lasts, nobody else can write."""

import io
import json

import pytest
from annotation_examples import TEXT, TYPED
from django.db import connection

from probierz.suites.sqad import tagging
from probierz.web.annotation import files, ready
from probierz.web.annotation.models import AnnotatedRecord, UnfinishedRecord

pytestmark = pytest.mark.django_db(transaction=True)

TEXT_WORK = [(tagging, "_known_words"), (ready, "findings_of"), (ready, "packed"), (files.zlib, "compress")]


@pytest.fixture
def locked(monkeypatch):
    """The names of text work that was done while the database was locked."""
    found = []

    def watch(place, name):
        real = getattr(place, name)

        def watched(*arguments):
            if connection.in_atomic_block:
                found.append(name)
            return real(*arguments)

        monkeypatch.setattr(place, name, watched)

    for place, name in TEXT_WORK:
        watch(place, name)
    files._packed_article.cache_clear()
    return found


def lines(*asked):
    article = TEXT.replace("\n\n", "\n")
    said = [
        {**TYPED, "question": question, "article": article, "id": f"{at:06d}"} for at, question in enumerate(asked, 1)
    ]
    return io.BytesIO("".join(json.dumps(one) + "\n" for one in said).encode())


def take_in(client, file, **more):
    page = client.post("/annotations/questions/import", {"archive": file, **more}, follow=True)
    return page.content.decode()


def test_records_are_taken_in_without_text_work_in_the_transaction(client, people, project, locked):
    client.force_login(people["ola"])
    assert "3 records are new" in take_in(client, lines("Kdy?", "Kde?", "Proč?"))
    assert "1 record is new, 0 changed, 3 were here already." in take_in(client, lines("Kdy?", "Kde?", "Proč?", "Jak?"))
    assert "0 records are new, 1 changed, 0 were here already." in take_in(client, lines("Odkdy?"), clash="replace")
    assert locked == []


def test_what_comes_twice_in_one_file_is_looked_at_again_and_taken_once(client, people, project):
    client.force_login(people["ola"])
    assert "1 record is new, 0 changed, 1 was here already." in take_in(client, lines("Kdy?", "Kdy?"))


def test_a_record_is_finished_corrected_and_mended_without_text_work_in_the_transaction(
    client, people, project, locked
):
    client.force_login(people["ala"])
    client.post("/annotations/questions/drafts", {"type": "DATETIME"})
    finish(client, article=TEXT, **TYPED)
    row = AnnotatedRecord.objects.get()
    client.post(f"/annotations/questions/records/{row.name}/correct")
    finish(client, **{**TYPED, "answer": "v roce 1962"})
    assert AnnotatedRecord.objects.get().answer == "v roce 1962"
    client.post(f"/annotations/questions/records/{row.name}/mend")
    assert locked == []


def finish(client, **texts):
    """Type a draft, and press the buttons that lead to the record."""
    draft = UnfinishedRecord.objects.get()
    form = f"/annotations/questions/drafts/{draft.pk}"
    client.post(form, {"act": "continue", "revision": draft.revision, **texts})
    client.post(f"{form}/check", {"base": str(draft.base)})
