"""What rules found in records is counted anew once the rules are others: an older Probierz counted by its own."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from probierz.suites.sqad.rules import RULES
from probierz.web.annotation import services
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject
from probierz.web.annotation.services import recounting
from probierz.web.jobs import worker
from probierz.web.jobs.models import Job

pytestmark = pytest.mark.django_db(transaction=True)

SAID = "The rules are others since this was counted."


def test_a_new_project_is_counted_by_the_rules_in_force(client, people, write):
    write("ala")
    client.force_login(people["ola"])
    assert SAID not in client.get("/annotations/questions").content.decode()
    assert not Job.objects.filter(kind=recounting.RECOUNT).exists()


def test_the_list_has_the_findings_of_the_rules_as_they_are_now(client, people, write, monkeypatch):
    monkeypatch.setattr(recounting, "rules_in_force", lambda: "those of an older Probierz")
    monkeypatch.setattr("probierz.web.annotation.services.projects.rules_in_force", recounting.rules_in_force)
    older = services.create_project("older", "Older", by=people["ola"])
    with monkeypatch.context() as before:
        before.setitem(RULES, "short-answer", RULES["short-answer"])
        before.delitem(RULES, "plausible-types")
        record = write("ala", question_type="LOCATION")
    monkeypatch.undo()
    AnnotationProject.objects.filter(slug="questions").update(rules_counted=older.rules_counted)
    assert record.rules == []

    client.force_login(people["ola"])
    assert SAID in client.get("/annotations/questions").content.decode()
    worker.work(until_empty=True)
    page = client.get("/annotations/questions").content.decode()
    assert SAID not in page
    assert "1 warning" in page
    assert AnnotatedRecord.objects.get().rules == ["plausible-types"]


def test_others_may_write_while_it_is_counted(write, monkeypatch):
    record = write("ala")
    fields = {name: value for name, value in vars(record).items() if name not in ("_state", "id", "name")}
    copies = [AnnotatedRecord(**fields, name=f"{number:06}") for number in range(2, 202)]
    AnnotatedRecord.objects.bulk_create(copies)

    def somebody_saves():
        AnnotationProject.objects.update(title="Other")
        connection.close()

    with ThreadPoolExecutor(1) as other:

        def counted(row):
            if row.name in ("000001", "000150"):
                other.submit(somebody_saves).result()
            return ["short-answer"]

        monkeypatch.setattr(recounting, "broken_rules", counted)
        assert recounting.recount(record.project) == 201
