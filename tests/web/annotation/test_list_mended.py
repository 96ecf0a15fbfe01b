"""A list of broken rules, mended one record after the other."""

import pytest
from annotation_examples import TYPED

from probierz.suites.sqad.drafts import TypedRecord, draft_record
from probierz.suites.sqad.tagging import tagged_article
from probierz.web.annotation.files import record_of
from probierz.web.annotation.models import AnnotatedRecord, UnfinishedRecord
from probierz.web.annotation.ready import ready
from probierz.web.annotation.services.records import keep_new

pytestmark = pytest.mark.django_db

BASE = "/annotations/questions"


def save(client, name):
    client.post(f"{BASE}/records/{name}/correct")
    draft = UnfinishedRecord.objects.get(record__name=name)
    return client.post(f"{BASE}/drafts/{draft.pk}/check", {"base": draft.base})


def test_each_record_of_a_list_of_broken_rules_leads_to_the_next_one(client, people, write):
    for question in ("Kdy vypukla?", "Ve kterém roce?", "Který rok to byl?"):
        write("ala", question=question, answer_type="PERSON")
    client.force_login(people["ola"])
    client.get(f"{BASE}?rule=plausible-types&filter=e")
    page = client.get(f"{BASE}/records/000001").content.decode()
    assert f'href="{BASE}/records/000002">Next of the list' in page
    assert f'href="{BASE}?rule=plausible-types&amp;filter=e#records">Back to the list' in page
    assert save(client, "000001").url == f"{BASE}/records/000002"
    assert save(client, "000003").url == f"{BASE}?rule=plausible-types&filter=e#records"
    client.get(BASE)  # whoever opens the overview mends no list any more
    assert save(client, "000001").url == f"{BASE}/records/000001"


def test_bytes_that_are_no_letters_are_shown_at_the_check_and_stay_until_they_are_typed_anew(client, people, project):
    record = draft_record("000001", TypedRecord.of(TYPED), tagged_article(TYPED["selection"]))
    record = record.with_part("question", ("<s>", "Kdy\udcff\tkdy\t-", "</s>", ""))
    keep_new(project, "000001", ready(record), by=people["ola"])
    client.force_login(people["ola"])
    client.post(f"{BASE}/records/000001/correct")
    draft = UnfinishedRecord.objects.get()
    page = client.get(f"{BASE}/drafts/{draft.pk}/check")
    lines = next(one.lines for one in page.context["fields"] if one.name == "question")
    assert "Kdy\ufffd" in page.content.decode()
    client.post(f"{BASE}/drafts/{draft.pk}/check", {"base": draft.base, "tagged-question": lines, "retag": "answer"})
    assert "question" not in UnfinishedRecord.objects.get().texts.get("tagged", {})
    assert record_of(AnnotatedRecord.objects.get()).parts["question"].vertical.is_broken
