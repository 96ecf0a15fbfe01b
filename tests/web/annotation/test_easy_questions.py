"""What our search and reader make of a question: said at the final check and beside the record, never in the way."""

import pytest
from annotation_examples import PASSWORD, TEXT, TYPED

from browser import log_in
from probierz.systems.questions.answering.ease import Ease
from probierz.web.annotation import services
from probierz.web.annotation.models import AnnotatedRecord
from probierz.web.annotation.services.ease import ask_reader, asked_of, told_ease
from probierz.web.jobs import worker
from probierz.web.jobs.models import Job

pytestmark = pytest.mark.django_db(transaction=True)

EASY = {
    "question": "Kde leží Kuba?",
    "extraction": "v Karibském moři",
    "answer": "v Karibském moři",
    "selection": "Kuba leží v Karibském moři.",
    "question_type": "LOCATION",
    "answer_type": "LOCATION",
}
OTHER_TEXT = "Kuba je ostrovní stát. Kuba leží v Karibském moři. Jejím hlavním městem je Havana.\n"


@pytest.fixture
def draft(seat):
    where = seat("ala")
    begun = services.begin(where, "LOCATION")
    return services.save_draft(where, begun, begun.revision, {**TYPED, **EASY}, TEXT)


def asked(written):
    ask_reader(written)
    worker.work(until_empty=True)
    written.refresh_from_db()
    return told_ease(written)


def test_a_question_whose_words_lead_to_the_answer_is_too_easy(draft):
    found = asked(draft)
    assert found["ease"] == Ease.OVERLAP
    assert found["answer"] in EASY["extraction"]


def test_a_question_that_another_article_answers_is_too_easy_and_one_with_the_same_address_is_no_other(draft, write):
    about_cuba = {**EASY, "selection": "Kuba leží v Karibském moři.", "question": "Kde najdeme Kubu?"}
    write("bartek", text=OTHER_TEXT, **about_cuba, url="https://cs.wikipedia.org/wiki/Kuba")
    assert (asked(draft)["ease"], draft.ease["title"]) == (Ease.ELSEWHERE, "Kuba")
    AnnotatedRecord.objects.update(address="cs.wikipedia.org/wiki/Karibská_krize")
    draft.ease = {}
    assert asked(draft)["ease"] == Ease.OVERLAP


def test_what_was_said_of_another_question_is_not_said_of_this_one(draft, seat):
    asked(draft)
    changed = services.save_draft(seat("ala"), draft, draft.revision, {"question": "Kolik dní trvala?"})
    assert told_ease(changed) is None
    assert asked(changed)["ease"] in set(Ease)


def test_a_draft_with_a_part_missing_is_not_asked_about(seat):
    begun = services.begin(seat("ala"), "PERSON")
    ask_reader(begun)
    assert (asked_of(begun), told_ease(begun)) == (None, {})
    assert not Job.objects.exists()


def test_each_key_asks_nothing_and_a_second_look_asks_once(draft, seat):
    services.save_draft(seat("ala"), draft, draft.revision, {"answer": "v moři"})
    assert not Job.objects.exists()
    ask_reader(draft)
    ask_reader(draft)
    assert Job.objects.count() == 1


def test_what_is_found_stays_with_the_record_and_a_worker_asks_where_nobody_had(write, client, people):
    row = write(**EASY)
    assert row.ease == {}
    worker.work(until_empty=True)
    row.refresh_from_db()
    assert row.ease["ease"] == Ease.OVERLAP
    client.force_login(people["celina"])
    assert (
        "Ask in other words than those of the sentence."
        in client.get("/annotations/questions/records/000001").content.decode()
    )


def test_a_reader_that_fails_says_nothing_and_the_record_is_saved(write, monkeypatch):
    from probierz.errors import SystemFileError
    from probierz.systems.questions.answering import ease

    def fails(*_):
        raise SystemFileError("the weights cannot be read; install Probierz again")

    monkeypatch.setattr(ease, "question_ease", fails)
    row = write(**EASY)
    worker.work(until_empty=True)
    row.refresh_from_db()
    assert row.ease == {}
    assert Job.objects.get().state == Job.State.DONE


@pytest.mark.slow
def test_the_final_check_says_by_itself_what_the_reader_found(visit, project, transactional_db):
    page = visit("desk")
    log_in(page, "ala", PASSWORD)
    page.get_by_role("link", name="Annotation").click()
    page.get_by_role("link", name="Questions").click()
    page.get_by_role("button", name="Add LOCATION").click()
    page.get_by_label("Address of the article").fill(TYPED["url"])
    page.get_by_label("Text of the article").fill(TEXT)
    page.locator("#article .sentence").first.wait_for()
    for label, name in (
        ("Question", "question"),
        ("Exact answer", "extraction"),
        ("Answer sentence", "selection"),
        ("Answer", "answer"),
    ):
        page.get_by_label(label, exact=True).fill(EASY[name])
    page.get_by_text("All rules hold.").wait_for()
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("Our reader looks at the question").wait_for()
    worker.work(until_empty=True)
    page.get_by_text("The sentence with most words of the question has the answer").wait_for()
    page.get_by_role("button", name="Save the record").click()  # a warning keeps nobody from it
    page.get_by_role("link", name="000001").click()
    assert "too easy" in page.inner_text("main")
