"""Second answers: who is asked, what they see, and how far people agree."""

import io
import re
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from annotation_examples import PASSWORD, TYPED
from django.core.files.uploadedfile import SimpleUploadedFile

sys.path.append(str(Path(__file__).parents[2] / "suites" / "sqad"))
from sqad_made import make_records

from browser import log_in
from probierz.errors import Refused
from probierz.web.annotation import services
from probierz.web.annotation.models import AnnotatedRecord, SecondAnswer
from probierz.web.annotation.second_answers import agreement_of
from probierz.web.events import waiting_work

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = {"question_type": "DATETIME", "answer_type": "DATETIME"}
DAYS = {
    "question": "Jak dlouho trvala krize?",
    "extraction": "13 dní",
    "answer": "13 dní",
    "selection": "Krize trvala 13 dní.",
}


@pytest.fixture
def asked(write, seat):
    """Ala wrote two records, Ola drew both, and Bartek is asked them: Celina, who reviews, sees what Ala answered."""
    write("ala")
    write("ala", **DAYS)
    assert services.draw_second(seat("ola"), 10, 1) == 2
    return lambda name: SecondAnswer.objects.get(record__name=name)


def test_nothing_waits_for_anybody_in_an_archived_project(asked, people, seat):
    services.remark(seat("celina"), AnnotatedRecord.objects.order_by("pk").first(), "a typo", "returned")
    assert all(waiting_work(people[name]) for name in ("ala", "bartek", "celina"))
    services.archive_project(seat("ola"))
    assert not any(waiting_work(people[name]) for name in people)


def give(seat, second, sentence, extraction, **types):
    where = seat(second.user.username)
    services.give_second(where, second, sentence=sentence, extraction=extraction, **{**SECONDS, **types})


def logins():
    return sorted(one.user.username for one in SecondAnswer.objects.all())


def test_annotators_are_asked_before_those_who_see_all_records(asked):
    assert logins() == ["bartek", "bartek"]


def test_nobody_answers_their_own_question(write, seat):
    for name in ("celina", "bartek", "ala"):
        write(name, **{**DAYS, "question": f"Jak dlouho trvala krize, {name}?"})
        write(name, **{**DAYS, "question": f"Kolik dní trvala, {name}?"})
    services.draw_second(seat("ola"), 10, 1)
    assert set(logins()) == {"ala", "bartek"}
    assert all(one.user_id != one.record.author_id for one in SecondAnswer.objects.select_related("record"))


def test_nobody_answers_what_they_have_judged_or_changed(write, seat, project):
    row = write("ala")
    services.remark(seat("celina"), row, "", "accepted")
    project.members.filter(user__username="bartek").delete()
    services.draw_second(seat("ola"), 1, 1)
    assert logins() == ["ola"]


def test_who_is_asked_and_may_see_the_record_answers_before_they_see_it(write, seat, client, people, project):
    write("ala")
    project.members.filter(user__username__in=["bartek", "ola"]).update(role="reviewer")
    project.members.filter(user__username="celina").update(role="coordinator")
    project.members.filter(user__username="bartek").delete()
    services.draw_second(seat("celina"), 1, 1)
    second = SecondAnswer.objects.get()
    client.force_login(second.user)
    assert "1 question waits for your answer in Questions." in client.get("/annotations").content.decode()
    listed = client.get("/annotations/questions").content.decode()
    assert TYPED["question"] in listed
    assert TYPED["selection"] not in listed
    assert "The answer is hidden until you have given your own." in listed
    types = '<td>DATETIME<br><span class="muted">DATETIME</span></td>'
    assert types not in listed  # they are asked, too
    for answer in (
        client.get("/annotations/questions/records/000001", follow=True),
        client.post("/annotations/questions/records/000001/correct", follow=True),
    ):
        assert answer.redirect_chain[-1][0] == f"/annotations/questions/second/{second.pk}"
        assert "Answer this question yourself first" in answer.content.decode()
    give(seat, second, 1, "1962")
    assert TYPED["selection"] in client.get("/annotations/questions/records/000001").content.decode()
    assert types in client.get("/annotations/questions").content.decode()


@pytest.mark.parametrize(("role", "kept"), [("reviewer", "1962"), ("annotator", "v roce 1962")])
def test_whoever_sees_the_record_after_answering_changes_their_answer_no_more(
    write, seat, client, people, project, role, kept
):
    write("ala")
    project.members.exclude(user__username__in=["ala", "bartek", "ola"]).delete()
    project.members.filter(user=people["bartek"]).update(role=role)
    services.draw_second(seat("ola"), 1, 1)  # of nobody but reviewers and coordinators, one of these
    client.force_login(SecondAnswer.objects.get().user)
    begin = re.search(r'href="([^"]+)">Begin', client.get("/annotations/questions/second").content.decode())[1]
    client.post(begin, {"sentence": "1", "extraction": "1962", **SECONDS})
    again = client.post(begin, {"sentence": "1", "extraction": "v roce 1962", **SECONDS}, follow=True)
    said = "You have answered this question, and see its record since; your answer stays."
    assert (said in again.content.decode()) == (role == "reviewer")
    assert SecondAnswer.objects.get().extraction == kept


@pytest.mark.parametrize("ending", services.FORMATS)
def test_who_owes_a_second_answer_gets_no_file_with_the_first(write, seat, client, project, ending):
    write("ala")
    project.members.exclude(user__username__in=["ala", "celina", "ola"]).delete()
    services.remark(seat("ola"), AnnotatedRecord.objects.get(), "", "accepted")
    services.draw_second(seat("ola"), 1, 1)
    second = SecondAnswer.objects.get()
    client.force_login(second.user)
    address = f"/annotations/questions/exports?ending={ending}"
    assert "1 question waits for your second answer." in client.get(address).content.decode()
    give(seat, second, 1, "1962")
    with closing(client.get(address)) as file:
        assert "attachment" in file["Content-Disposition"]


def test_reviewers_are_told_what_waits_for_them(write, seat, client, people):
    row = write("ala")
    write("celina", **DAYS)
    client.force_login(people["celina"])
    assert "1 record waits for review in Questions." in client.get("/annotations").content.decode()
    assert "1 record of others waits for review." in client.get("/annotations/questions").content.decode()
    services.remark(seat("celina"), row, "", "accepted")
    assert "waits for review" not in client.get("/annotations").content.decode()


def test_a_record_is_drawn_once_and_the_same_seed_draws_the_same(write, seat):
    for number in range(6):
        write("ala", **{**DAYS, "question": f"Jak dlouho trvala {number}?"})
    services.draw_second(seat("ola"), 3, 7)
    first = set(SecondAnswer.objects.values_list("record__name", flat=True))
    SecondAnswer.objects.all().delete()
    services.draw_second(seat("ola"), 3, 7)
    assert set(SecondAnswer.objects.values_list("record__name", flat=True)) == first
    assert services.draw_second(seat("ola"), 10, 7) == 3
    with pytest.raises(Refused, match="No record is left"):
        services.draw_second(seat("ola"), 10, 7)


def test_who_writes_alone_is_told_that_somebody_else_is_needed(write, seat, project):
    write("ola")
    project.members.exclude(user__username="ola").delete()
    with pytest.raises(Refused, match="let in another member"):
        services.draw_second(seat("ola"), 1, 1)


def test_agreement_is_counted_as_by_hand(asked, seat, project):
    give(seat, asked("000001"), 1, "v roce 1962")  # 2 · 1 / (1 + 3)
    give(seat, asked("000002"), 2, "prezident John Kennedy", answer_type="PERSON", question_type="PERSON")
    found = agreement_of(project)
    assert [(one.name, one.f1, one.is_same_sentence) for one in found.pairs] == [
        ("000002", 0.0, False), ("000001", 0.5, True)
    ]  # fmt: skip
    assert (found.f1, found.same_sentence, found.open) == (0.25, 1, 0)
    # DATETIME, DATETIME; DATETIME, PERSON: 1 - 3 · (0 + 2) / (2 · 3 · 1)
    assert found.answer_alpha == pytest.approx(0.0)


def test_a_type_that_is_blank_is_missing_and_no_type_of_its_own(client, people, project, seat, tmp_path):
    """Two of three pairs agree; in the third the record was imported without a type."""
    make_records(tmp_path / "records", 3)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(tmp_path.glob("records/*/*")):
            content = path.read_bytes()
            blank = re.sub(rb"<q_type>.*?</q_type>\n", b"", content) if path.parent.name == "000003" else content
            packed.writestr(str(path.relative_to(tmp_path)), blank)
    client.force_login(people["ola"])
    sent = SimpleUploadedFile("records.zip", archive.getvalue())
    client.post("/annotations/questions/import", {"archive": sent})
    client.post("/annotations/questions/second", {"size": 3, "seed": 1})
    for second in SecondAnswer.objects.select_related("record"):
        give(seat, second, None, "", question_type=second.record.question_type or "PERSON")
    assert AnnotatedRecord.objects.get(name="000003").question_type == ""
    assert agreement_of(project).question_alpha == 1.0


def test_a_record_that_is_corrected_meanwhile_is_compared_as_it_was(asked, seat, project):
    row = asked("000001").record
    draft = services.correct(seat("ala"), row)
    draft = services.save_draft(seat("ala"), draft, draft.revision, {"extraction": "1962 v důsledku"})
    services.finish(seat("ala"), draft, base=row.revision)
    give(seat, asked("000001"), 1, "1962")
    assert agreement_of(project).f1 == 1.0


def test_no_answer_in_the_article_agrees_with_nobody(asked, seat, project):
    give(seat, asked("000001"), None, "")
    assert [(one.second, one.f1, one.is_same_sentence) for one in agreement_of(project).pairs] == [("", 0.0, False)]


def test_who_finds_no_answer_in_the_article_is_asked_no_types(asked, client):
    second = asked("000001")
    client.force_login(second.user)
    empty = {"extraction": "", "question_type": "", "answer_type": ""}
    address = f"/annotations/questions/second/{second.pk}"
    assert "Choose the sentence that answers." in client.post(address, empty).content.decode()
    assert "Your answer is kept." in client.post(address, {**empty, "none": "on"}, follow=True).content.decode()
    second.refresh_from_db()
    assert (second.is_decided, second.sentence, second.question_type, second.answer_type) == (True, None, "", "")


@pytest.mark.parametrize(
    ("sentence", "extraction", "types", "said"),
    [
        (-1, "1962", {}, "Choose the sentence"),
        (99, "1962", {}, "Choose the sentence"),
        (1, " ", {}, "Write the words"),
        (1, "1963", {}, "has no “1963”; take"),
        (1, "1962 roce", {}, "do not follow one another"),
        (1, "1962", {"answer_type": "WHEN"}, "Choose the type of the answer"),
    ],
)
def test_what_is_no_answer_is_refused(asked, seat, sentence, extraction, types, said):
    with pytest.raises(Refused, match=said):
        give(seat, asked("000001"), sentence, extraction, **types)


def test_only_who_is_asked_answers_and_annotators_read_no_agreement(asked, seat, client, people):
    second = asked("000001")
    with pytest.raises(Refused, match="Somebody else is asked"):
        services.give_second(seat("ala"), second, sentence=1, extraction="1962", **SECONDS)
    client.force_login(people["ala"])
    page = client.get(f"/annotations/questions/second/{second.pk}", follow=True).content.decode()
    assert "This question is not asked of you, or not any more" in page
    assert TYPED["question"] not in page.partition("<h2>")[0]
    assert client.post("/annotations/questions/second", {"size": 1, "seed": 1}).status_code == 403
    give(seat, second, 1, "1962")
    assert "Agreement" not in client.get("/annotations/questions/second").content.decode()


def test_the_page_of_a_question_has_the_article_and_no_answer(asked, client):
    second = asked("000001")
    client.force_login(second.user)
    page = client.get(f"/annotations/questions/second/{second.pk}").content.decode()
    assert TYPED["question"] in page
    assert 'value="1962"' not in page
    assert "DATETIME" not in page.replace('<option value="DATETIME">DATETIME</option>', "")


def logged_in(page, name):
    log_in(page, name, PASSWORD)
    page.get_by_role("link", name="Annotation").click()
    page.get_by_role("link", name="Questions", exact=True).click()
    page.get_by_role("link", name="Second answers").click()
    return page


@pytest.mark.slow
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_second_answer_is_marked_in_the_article_as_the_first_was(visit, asked, size):
    page = logged_in(visit(size), "bartek")
    page.get_by_role("link", name="Begin").click()
    article = page.get_by_role("textbox", name="Article: arrows choose a sentence")
    answer = page.get_by_label("Exact answer")
    if size == "phone":
        assert article.bounding_box()["y"] < answer.bounding_box()["y"]
    words = "Krize trvala" if "trvala" in page.inner_text("h1") else "v roce"
    page.evaluate(
        """words => { for (const one of document.querySelectorAll('#article .sentence')) {
            const text = one.lastChild, at = text.data.indexOf(words); if (at < 0) continue;
            getSelection().setBaseAndExtent(text, at, text, at + words.length); } }""",
        words,
    )
    page.get_by_role("button", name="Marked: exact answer").click()
    assert answer.input_value() == words
    assert words in page.locator("#article .taken").inner_text()
    page.get_by_label("Type of question").select_option("DATETIME")
    page.get_by_label("Type of answer").select_option("DATETIME")
    page.get_by_role("button", name="Keep the answer").click()
    page.get_by_text("Your answer is kept.").wait_for()


@pytest.mark.slow
def test_a_coordinator_draws_a_second_annotator_answers_on_a_phone_and_both_agree(visit, write, people):
    write("ala")
    ola = logged_in(visit("desk"), "ola")
    ola.get_by_label("Records").fill("1")
    ola.get_by_role("button", name="Draw records").click()
    assert "1 question is asked anew." in ola.inner_text("main")
    login = SecondAnswer.objects.get().user.username
    second = logged_in(visit("phone"), login)
    second.get_by_role("link", name="Begin").click()
    second.get_by_text("Vypukla v roce 1962").click()
    second.get_by_label("Exact answer").fill("1963")
    second.get_by_label("Type of question").select_option("DATETIME")
    second.get_by_label("Type of answer").select_option("DATETIME")
    second.get_by_role("button", name="Keep the answer").click()
    assert "The sentence has no “1963”" in second.inner_text("main")
    second.get_by_label("Exact answer").fill("1962")  # the sentence is still chosen
    second.get_by_role("button", name="Keep the answer").click()
    assert "No question waits for your answer." in second.inner_text("main")
    ola.reload()
    assert "1.000" in ola.inner_text("main")
    assert "1 of 1" in ola.inner_text("main")


def answered(client, people, asked, **fields):
    """Answer the first record's question as somebody does who presses the button, and return the page after it."""
    second = asked("000001")
    client.force_login(people["bartek"])
    return client.post(f"/annotations/questions/second/{second.pk}", fields, follow=True).content.decode()


def test_no_answer_and_an_answer_are_not_both_taken_and_what_was_typed_stays(client, people, asked):
    page = answered(client, people, asked, none="on", extraction="1962", **SECONDS)
    assert "which is it?" in page
    assert 'value="1962"' in page
    assert not asked("000001").is_decided


def test_a_type_is_chosen_or_it_is_said_that_one_cannot_say(client, people, asked):
    right = {"sentence": "1", "extraction": "1962"}
    assert "Choose the type of the question" in answered(client, people, asked, **right, answer_type="DATETIME")
    assert "Choose the type of the answer" in answered(client, people, asked, **right, question_type="DATETIME")
    assert not asked("000001").is_decided
    assert "Your answer is kept." in answered(
        client, people, asked, **right, question_type="unsaid", answer_type="DATETIME"
    )
    assert (asked("000001").question_type, asked("000001").answer_type) == ("", "DATETIME")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sentence": "1", "extraction": "roce 1962"}, "Somebody else answered otherwise:"),
        ({"none": "on"}, "Somebody else finds that the article does not answer"),
        ({"sentence": "1", "extraction": "1962"}, ""),
    ],
)
def test_a_reviewer_reads_beside_accept_that_somebody_else_answered_otherwise(client, people, asked, given, said):
    answered(client, people, asked, **given, **SECONDS)
    client.force_login(people["celina"])
    page = client.get("/annotations/questions/records/000001").content.decode()
    assert (said in page) if said else ("Somebody else" not in page)
    client.force_login(people["ala"])
    assert "Somebody else" not in client.get("/annotations/questions/records/000001").content.decode()


def test_a_withdrawn_record_asks_nobody(client, people, asked):
    """Bartek has the page open when Ala withdraws her record; later she takes it back in."""
    second = asked("000001")
    client.force_login(people["ala"])
    client.post("/annotations/questions/records/000001/withdraw")
    client.force_login(people["bartek"])
    assert "1 question waits for your answer." in client.get("/annotations/questions/second").content.decode()
    sent = {"sentence": "1", "extraction": "1962", **SECONDS}
    page = client.post(f"/annotations/questions/second/{second.pk}", sent, follow=True).content.decode()
    assert "its record may be withdrawn" in page
    client.force_login(people["ala"])
    client.post("/annotations/questions/records/000001/withdraw")
    assert list(SecondAnswer.objects.values_list("record__name", flat=True)) == ["000002"]


def test_who_owes_an_answer_finds_no_record_by_what_it_answers(client, people, asked, project, seat):
    project.members.filter(user=people["bartek"]).update(role="reviewer")
    client.force_login(people["bartek"])

    def found(query):
        page = client.get(f"/annotations/questions?{query}").content.decode()
        return [name for name in ("000001", "000002") if f"records/{name}" in page]

    assert found("filter=krize") == ["000001", "000002"]  # in both questions
    assert found("filter=1962") == found("filter=raket") == found("type=DATETIME") == []
    give(seat, asked("000001"), 1, "1962")
    assert found("filter=1962") == found("filter=raket") == found("type=DATETIME") == ["000001"]


def test_the_page_of_agreement_asks_as_little_of_many_answers_as_of_one(
    client, people, asked, seat, django_assert_max_num_queries
):
    client.force_login(people["celina"])

    def queries():
        with django_assert_max_num_queries(100) as counted:
            client.get("/annotations/questions/second")
        return len(counted)

    give(seat, asked("000001"), 1, "1962")
    one = queries()
    give(seat, asked("000002"), 3, "13 dní")
    assert queries() == one


@pytest.mark.slow
def test_a_mark_over_two_sentences_takes_nothing_and_says_so(visit, asked):
    page = logged_in(visit(), "bartek")
    page.get_by_role("link", name="Begin").click()
    page.evaluate(
        """() => { const [first, second] = document.querySelectorAll("#article .sentence");
            getSelection().setBaseAndExtent(first.lastChild, 10, second.lastChild, 5); }"""
    )
    page.get_by_role("button", name="Marked: exact answer").click()
    page.get_by_text("This is more than one sentence, and nothing of it is taken").wait_for()
    assert page.get_by_label("Exact answer").input_value() == ""
    page.get_by_label("The article does not answer it").check()
    page.locator("#article .sentence").nth(1).click()
    assert not page.get_by_label("The article does not answer it").is_checked()
    assert page.get_by_text("This is more than one sentence").is_hidden()
