"""Drafts, records, their history: nothing that was typed is lost, whatever happens meanwhile."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from annotation_examples import TEXT, TYPED, URL, seat_of

sys.path.append(str(Path(__file__).parents[2] / "suites" / "sqad"))
from sqad_made import make_record, make_records

from probierz.errors import Refused
from probierz.suites.sqad.records import read_records
from probierz.suites.sqad.squad_files import MOST_LETTERS
from probierz.web.accounts.models import User
from probierz.web.annotation import services
from probierz.web.annotation.files import record_of
from probierz.web.annotation.models import AnnotatedRecord, UnfinishedRecord
from probierz.web.annotation.pasting import read_pasted
from probierz.web.annotation.services import RecordChanged
from probierz.web.annotation.services.drafts import MOST_TYPED, typed_record

pytestmark = pytest.mark.django_db

PAGES = ("", "/help", "/drafts/1", "/drafts/1/check", "/records/000001")
ACTS = ("/drafts", "/drafts/1/discard", "/mend", *(f"/records/000001/{act}" for act in
        ("correct", "mend", "remarks", "withdraw", "back")))  # fmt: skip


# --- who may what ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page", ["/annotations", "/annotations/new", *(f"/annotations/questions{one}" for one in PAGES)]
)
def test_nobody_sees_anything_without_a_login(client, project, page):
    assert client.get(page).headers["Location"].startswith("/login")


def test_somebody_outside_the_project_finds_nothing(client, project, write):
    write()
    client.force_login(User.objects.create(username="stranger"))
    for page in PAGES:
        assert client.get(f"/annotations/questions{page}").status_code == 404, page
    for act in ACTS:
        assert client.post(f"/annotations/questions{act}").status_code == 404, act
    assert "Questions" not in client.get("/annotations").content.decode()


def test_annotators_see_their_own_records_and_reviewers_all(client, people, write):
    write("ala")
    client.force_login(people["bartek"])
    assert client.get("/annotations/questions/records/000001").status_code == 404
    client.force_login(people["celina"])
    assert client.get("/annotations/questions/records/000001").status_code == 200


def test_nobody_sees_what_others_are_typing(client, people, seat):
    draft = services.begin(seat("ala"), "PERSON")
    services.save_draft(seat("ala"), draft, draft.revision, {"question": "Kdo?"})
    client.force_login(people["ola"])
    for page in ("", "/check"):
        answer = client.get(f"/annotations/questions/drafts/{draft.pk}{page}", follow=True)
        assert answer.redirect_chain == [("/annotations/questions", 302)]
        assert "Kdo?" not in answer.content.decode()
    client.post(f"/annotations/questions/drafts/{draft.pk}/discard")
    assert UnfinishedRecord.objects.filter(pk=draft.pk).exists()


def test_the_door_of_a_laptop_is_shut_without_its_key(client, people, monkeypatch):
    User.objects.create(username="me")
    assert client.get("/annotations/alone/x").status_code == 404
    monkeypatch.setenv("PROBIERZ_ANNOTATE_KEY", "right")
    assert client.get("/annotations/alone/wrong").status_code == 404
    assert client.get("/annotations/alone/right").status_code == 302


def test_on_a_laptop_the_first_page_is_the_work_and_strangers_are_told_of_the_printed_address(client, settings, people):
    settings.IS_ALONE = True
    outside = client.get("/", follow=True).content.decode()
    assert "open the whole address that probierz annotate printed" in outside
    assert "administrator" not in outside
    client.force_login(people["celina"])
    assert client.get("/").url == "/labellings"
    for page in ("/annotations", "/challenges"):
        shown = client.get(page).content.decode()
        assert "New challenge" not in shown
        assert 'href="/challenges"' not in shown.partition("</header>")[0]


def test_who_is_in_no_project_reads_who_lets_them_in_and_who_begins_one(client, project, settings):
    client.force_login(User.objects.create(username="stranger"))
    page = client.get("/annotations").content.decode()
    assert "Whoever runs one lets you in by your login" in page
    assert "You may begin one yourself" in page
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_NEW_CHALLENGES": "administrators"}
    page = client.get("/annotations").content.decode()
    assert "Projects are begun by those who may make challenges" in page


# --- typing ----------------------------------------------------------------------------------------------------------


def keep(client, draft, **texts):
    draft.refresh_from_db()
    sent = {"act": "keep", "revision": draft.revision, **draft.texts, **texts}
    sent.pop("tagged")
    return client.post(f"/annotations/questions/drafts/{draft.pk}", sent)


@pytest.fixture
def draft(client, people, seat):
    client.force_login(people["ala"])
    return services.begin(seat("ala"), "DATETIME")


def test_a_draft_is_kept_as_it_is_typed_and_says_what_is_missing(client, draft):
    page = keep(client, draft, question="Kdy vypukla?").content.decode()
    draft.refresh_from_db()
    assert (draft.texts["question"], draft.texts["answer_type"]) == ("Kdy vypukla?", "DATETIME")
    assert "Still empty:" in page
    assert f'data-revision="{draft.revision}"' in page


def findings_on(page):
    """The words of the list of findings, without markup."""
    shown = page.partition('id="findings"')[2].partition("</section>")[0].partition(">")[2]
    return " ".join(re.sub(r"<[^>]*>", "", shown).split())


def test_a_type_that_nobody_chose_yet_is_empty_and_no_error(client, people, seat):
    client.force_login(people["ala"])
    page = client.post("/annotations/questions/drafts", {"type": "ENTITY"}, follow=True).content.decode()
    assert "Type of answer" in findings_on(page).partition("Still empty:")[2]
    assert "C5" not in findings_on(page)
    made = UnfinishedRecord.objects.get()
    assert made.texts["answer_type"] == ""
    page = keep(client, made, **{**TYPED, "question_type": "ENTITY", "answer_type": ""}, article=TEXT).content.decode()
    assert findings_on(page) == "Still empty: Type of answer"
    check = client.get(f"/annotations/questions/drafts/{made.pk}/check").content.decode()
    assert findings_on(check) == "Still empty: Type of answer"
    client.post(f"/annotations/questions/drafts/{made.pk}/check", {"base": "0"})
    assert UnfinishedRecord.objects.exists()  # it is no record yet


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Type of answer · Rule: Both types are known. Choose one from the list."),
        ("pl", "Typ odpowiedzi · Zasada: Oba typy są znane. Wybierz jeden z listy."),
    ],
)
def test_an_error_names_the_rule_as_a_rule_and_says_what_to_do(client, draft, language, says):
    page = keep(client, draft, **{**TYPED, "answer_type": "NO_SUCH"}, article=TEXT)
    assert page.status_code == 200
    page = client.get(f"/annotations/questions/drafts/{draft.pk}", headers={"Accept-Language": language})
    assert says in findings_on(page.content.decode())


def test_pressing_add_again_goes_on_with_a_form_that_is_still_empty(client, draft):
    answer = client.post("/annotations/questions/drafts", {"type": "DATETIME"})
    assert answer.headers["Location"] == f"/annotations/questions/drafts/{draft.pk}"


def test_whoever_goes_back_to_a_finished_draft_is_led_to_the_records(client, people, seat, write):
    write("ala")
    client.force_login(people["ala"])
    for page in ("", "/check"):
        answer = client.get(f"/annotations/questions/drafts/1{page}", follow=True)
        assert answer.redirect_chain == [("/annotations/questions", 302)]
        assert "This draft was finished or discarded" in answer.content.decode()


def test_the_draft_of_somebody_else_is_not_called_finished(client, people, draft, seat):
    client.force_login(people["celina"])
    page = client.get(f"/annotations/questions/drafts/{draft.pk}", follow=True).content.decode()
    assert "Somebody else is still typing this" in page
    assert "finished or discarded" not in page


def test_an_article_of_five_megabytes_is_refused_beside_what_was_typed(client, draft):
    sent = {"revision": draft.revision, "act": "continue", "question": "Kdy to bylo?", "article": "Slovo. " * 750_000}
    page = client.post(f"/annotations/questions/drafts/{draft.pk}", sent, follow=True).content.decode()
    assert "at most 500,000 are taken; paste the part that is asked about." in page
    assert "Kdy to bylo?" in page


def test_a_form_beyond_what_is_read_at_all_is_told_in_a_sentence(client, draft):
    page = client.post(f"/annotations/questions/drafts/{draft.pk}", {"article": "x" * (9 << 20)})
    assert page.status_code == 413
    assert "What you sent is larger than 8 MiB." in page.content.decode()


def test_what_is_typed_after_the_draft_was_discarded_elsewhere_is_kept(client, draft):
    before = draft.pk
    keep(client, draft, question="Kdy")
    client.post(f"/annotations/questions/drafts/{before}/discard")
    sent = {"act": "keep", "revision": 2, "question_type": "DATETIME", "question": "Kdy vypukla?"}
    page = client.post(f"/annotations/questions/drafts/{before}", sent).content.decode()
    kept = UnfinishedRecord.objects.get()
    assert kept.texts["question"] == "Kdy vypukla?"
    assert f'data-address="/annotations/questions/drafts/{kept.pk}"' in page
    sent |= {"question_type": "NO SUCH"}
    UnfinishedRecord.objects.all().delete()
    assert client.post(f"/annotations/questions/drafts/{before}", sent).headers["Location"] == "/annotations/questions"


def test_two_pages_with_one_draft_lose_nothing(client, draft):
    keep(client, draft, question="from the first page")
    sent = {"act": "keep", "revision": 1, "question": "from the second page"}
    page = client.post(f"/annotations/questions/drafts/{draft.pk}", sent).content.decode()
    kept = UnfinishedRecord.objects.order_by("pk")
    assert [one.texts["question"] for one in kept] == ["from the first page", "from the second page"]
    assert f"/annotations/questions/drafts/{kept[1].pk}" in page


def test_nobody_has_more_than_a_hundred_drafts_however_they_come(client, draft, write, seat, monkeypatch):
    keep(client, draft, question="from the first page")
    row = write("ala")
    monkeypatch.setattr("probierz.web.annotation.services.drafts.MOST_DRAFTS", 1)
    with pytest.raises(Refused, match="unfinished records"):
        services.correct(seat("ala"), row)
    sent = {"revision": 1, "question": "from the second page"}
    address = f"/annotations/questions/drafts/{draft.pk}"
    assert "You have 1 unfinished records" in client.post(address, {"act": "keep", **sent}).content.decode()
    page = client.post(address, {"act": "save", **sent}).content.decode()
    assert "You have 1 unfinished records" in page
    assert "from the second page" in page
    assert [one.texts["question"] for one in UnfinishedRecord.objects.all()] == ["from the first page"]


def test_a_field_that_is_far_too_long_is_told_and_not_kept(client, draft):
    page = keep(client, draft, question="a" * (MOST_TYPED + 1)).content.decode()
    assert "A field has more than 20000 letters" in page
    draft.refresh_from_db()
    assert draft.texts["question"] == ""
    keep(client, draft, question="a" * MOST_TYPED)
    draft.refresh_from_db()
    assert len(draft.texts["question"]) == MOST_TYPED
    services.save_draft(seat_of(draft), draft, draft.revision, TYPED, TEXT)
    sent = {"tagged-answer": "1962\t1962\tk4\n" * 20_000}
    page = client.post(f"/annotations/questions/drafts/{draft.pk}/check", sent).content.decode()
    assert "A field has more than 200000 letters" in page


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 20, "-1", "x"])
def test_a_number_that_no_page_sends_breaks_nothing(client, draft, number):
    address = f"/annotations/questions/drafts/{draft.pk}"
    assert client.post(address, {"act": "keep", "revision": number, "question": "Kdy?"}).status_code == 200
    services.save_draft(seat_of(draft), draft, draft.revision, TYPED, TEXT)
    answer = client.post(f"{address}/check", {"base": number}, follow=True)
    assert "Record 000001 is saved." in answer.content.decode()
    assert client.post("/annotations/questions/records/000001/back", {"revision": number}).status_code == 302
    assert client.get(f"/annotations/questions/drafts/{'9' * 5000}").status_code == 404


def test_the_article_comes_with_the_address_that_another_record_has(write, seat):
    write("bartek")
    draft = services.begin(seat("ala"), "NUMERIC")
    draft = services.save_draft(
        seat_of(draft), draft, draft.revision, {"url": "https://cs.wikipedia.org/wiki/Karibsk%C3%A1_krize"}
    )
    assert typed_record(draft).says("text") == " ".join(TEXT.split())


def test_an_article_that_is_too_long_is_refused_and_the_rest_is_kept(client, draft):
    page = keep(client, draft, question="Kdy?", article="a " * MOST_LETTERS).content.decode()
    draft.refresh_from_db()
    assert "paste the part that is asked about" in page
    assert draft.texts["question"] == "Kdy?"
    assert draft.article is None


def test_markup_and_scripts_of_a_page_go_and_its_text_stays():
    page = (
        "<html><script>alert('Kuba')</script><style>p{}</style><p>Kuba je <b>ostrov</b>.</p>"
        "<p>Leží v moři &amp; jinde.</p><!-- ne --><img src=x onerror=alert(1)>"
    )
    text, had_markup = read_pasted(page)
    assert [one.text for one in text.sentences] == ["Kuba je ostrov.", "Leží v moři & jinde."]
    assert had_markup


def test_a_line_end_among_the_words_of_a_page_is_a_space_and_an_empty_line_ends_a_paragraph():
    page = (
        "<p>Kuba je\n   <b>ostrov</b> v moři</p><h2>Dějiny</h2>\r\n"
        "<p>Krize vypukla\r\nv roce 1962<br>na jaře</p>\n\nJinde"
    )
    text, _ = read_pasted(page)
    assert [one.text for one in text.sentences] == [
        "Kuba je ostrov v moři", "Dějiny", "Krize vypukla v roce 1962", "na jaře", "Jinde"
    ]  # fmt: skip


def test_lines_stay_paragraphs_where_no_tag_says_what_one_is():
    text, _ = read_pasted("Dějiny\nKuba je <i>ostrov</i>\nJinde")
    assert [one.text for one in text.sentences] == ["Dějiny", "Kuba je ostrov", "Jinde"]


def test_what_goes_inside_a_sentence_does_not_cut_it():
    text, _ = read_pasted("Jura <script>alert(1)</script><b>leží</b> ve <img src=x onerror=alert(2)>Francii.")
    assert [one.text for one in text.sentences] == ["Jura leží ve Francii."]


def test_an_answer_with_the_capital_of_its_sentence_is_hinted_at_and_not_changed(client, people, seat):
    where = seat("ala")
    draft = services.begin(where, "DATETIME")
    texts = {"question": "Kdy krize vypukla?", "selection": "V roce 1962 vypukla krize.", "extraction": "V roce 1962"}
    texts["answer"] = texts["extraction"]
    draft = services.save_draft(where, draft, draft.revision, {**TYPED, **texts}, "V roce 1962 vypukla krize.")
    client.force_login(people["ala"])
    page = client.get(f"/annotations/questions/drafts/{draft.pk}").content.decode()
    assert "in Answer it may be v roce 1962, if it is no name" in page
    assert 'value="V roce 1962"' in page


def test_a_smaller_sign_is_no_markup():
    text, had_markup = read_pasted("Platí 3 < 5 a 7 > 2.")
    assert text.text == "Platí 3 < 5 a 7 > 2."
    assert not had_markup


def test_hostile_text_is_text_on_every_page(client, people, write):
    hostile = "<script>alert(1)</script>"
    with pytest.raises(Refused):
        write("ala", question=hostile, extraction="nowhere")
    made = write("ala", question=f"Kdy vypukla Karibská krize {hostile}?")
    client.force_login(people["ala"])
    draft = UnfinishedRecord.objects.get()
    for page in ("", f"/drafts/{draft.pk}", f"/drafts/{draft.pk}/check", f"/records/{made.name}"):
        shown = client.get(f"/annotations/questions{page}").content.decode()
        assert hostile not in shown, page
        assert "&lt;script&gt;" in shown, page


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"url": "https://169.254.169.254/latest/meta-data"}, "C8"),
        ({"url": "https://en.wikipedia.org/wiki/Cuba"}, "C8"),
        ({"selection": "Vypukla roku 1962."}, "C3"),
        ({"extraction": "1963"}, "C4"),
        ({"question": ""}, "C1"),
    ],
)
def test_a_record_that_breaks_a_rule_is_not_saved_and_stays_a_draft(write, texts, said):
    with pytest.raises(Refused, match=said):
        write("ala", **texts)
    assert AnnotatedRecord.objects.count() == 0
    assert UnfinishedRecord.objects.count() == 1


def test_a_question_that_somebody_else_asked_is_found(client, write, people):
    write("bartek")
    with pytest.raises(Refused, match="C9"):
        write("ala", question=TYPED["question"].upper())
    client.force_login(people["ala"])
    page = client.get(f"/annotations/questions/drafts/{UnfinishedRecord.objects.get().pk}").content.decode()
    assert "Record 000001 asks the same." in page


def test_another_text_under_the_same_address_is_found(write):
    write("bartek")
    with pytest.raises(Refused, match="C8"):
        write("ala", text=TEXT + " A ještě věta.", question="Kdy to bylo s Karibskou krizí?")


def test_the_article_that_is_known_under_an_address_is_taken_by_a_button(client, write, people):
    write("bartek")
    with pytest.raises(Refused, match="C8"):
        write("ala", text=TEXT + " A ještě věta.", question="Kdy to bylo s Karibskou krizí?")
    client.force_login(people["ala"])
    draft = UnfinishedRecord.objects.get()
    address = f"/annotations/questions/drafts/{draft.pk}"
    button = '<button name="act" value="known"'
    assert button in client.get(address).content.decode()
    assert button in keep(client, draft).content.decode()
    assert button not in client.get(f"{address}/check").content.decode()  # outside the form: nothing would be kept
    draft.refresh_from_db()
    typed = {name: text for name, text in draft.texts.items() if name != "tagged"}
    sent = {**typed, "act": "known", "revision": draft.revision, "article": "Another one that was pasted."}
    page = client.post(address, sent, follow=True).content.decode()
    assert button not in page
    draft.refresh_from_db()
    assert draft.article == AnnotatedRecord.objects.get().article
    assert draft.texts["question"] == "Kdy to bylo s Karibskou krizí?"


# --- the check -------------------------------------------------------------------------------------------------------


def test_tags_that_were_corrected_stay_until_the_field_is_retagged(client, draft):
    services.save_draft(seat_of(draft), draft, draft.revision, TYPED, TEXT)
    address = f"/annotations/questions/drafts/{draft.pk}/check"
    page = client.get(address).content.decode()
    assert "vypukla\tvypuknout\t-" in page
    lines = "<s>\r\n1962\t1962\tk4xC\r\n</s>"
    client.post(address, {"tagged-answer": lines, "retag": "question"})
    assert "k4xC" in client.get(address).content.decode()
    client.post(address, {"tagged-answer": lines, "retag": "all"})
    assert "k4xC" not in client.get(address).content.decode()


def test_a_line_that_lost_its_tag_is_told_before_saving(client, draft):
    services.save_draft(seat_of(draft), draft, draft.revision, TYPED, TEXT)
    page = client.post(f"/annotations/questions/drafts/{draft.pk}/check", {"tagged-answer": "<s>\n1962\n</s>"})
    assert "C10" in page.content.decode()
    assert AnnotatedRecord.objects.count() == 0


# --- quotas ----------------------------------------------------------------------------------------------------------


def test_a_quota_that_was_changed_meanwhile_keeps_the_draft(client, write, seat, people):
    where = seat("ala")
    draft = services.save_draft(where, services.begin(where, "DATETIME"), 1, TYPED, TEXT)
    services.save_member(seat("ola"), where.member, "annotator", {"PERSON": 3})
    client.force_login(people["ala"])
    page = client.post(f"/annotations/questions/drafts/{draft.pk}/check", {}).content.decode()
    assert "By the new quota you shall write no record of DATETIME any more." in page
    assert UnfinishedRecord.objects.get().texts["question"] == TYPED["question"]


def test_the_overview_says_how_many_are_left(client, write, people):
    write("ala")
    client.force_login(people["ala"])
    page = client.get("/annotations/questions").content.decode()
    assert "9 of 10" in page
    assert re.search(r"Questions</a> <span[^>]*>\d+ of \d+ left", client.get("/annotations").content.decode())
    assert "199 of 200 left" in page


def test_what_is_full_or_not_asked_cannot_be_begun_and_the_page_says_so(client, write, seat, people):
    write("ala")
    services.save_member(seat("ola"), seat("ala").member, "annotator", {"DATETIME": 1, "PERSON": 2})
    client.force_login(people["ala"])
    page = client.get("/annotations/questions").content.decode()
    found = re.findall(r'<button ([^>]* value="([A-Z_]+)"[^>]*)>', page)
    buttons = {name: "disabled" in button for button, name in found}
    assert buttons == {"DATETIME": True, "PERSON": False}
    assert "Not asked of you: ABBREVIATION, ADJ_PHRASE" in page


def test_beside_a_verdict_it_is_said_that_the_name_is_the_authors(client, write, seat, people):
    services.remark(seat("celina"), write("ala"), "Ask for the month, too.", "returned")
    client.force_login(people["celina"])
    page = client.get("/annotations/questions/records/000001").content.decode()
    assert re.search(r"returned</span> <span class=\"muted\">author Ala,", page)


def test_a_quota_holds_for_what_is_taken_back_in_and_for_a_changed_type(write, seat):
    row = write("ala")
    services.withdraw(seat("ala"), row)
    services.save_member(seat("ola"), seat("ala").member, "annotator", {"DATETIME": 1})
    other = write("ala", question="Kdy to tedy bylo s tou krizí?")
    with pytest.raises(Refused, match="Your quota of DATETIME is 1, and full"):
        services.withdraw(seat("ala"), row, is_withdrawn=False)
    with pytest.raises(Refused, match="By the new quota you shall write no record of NUMERIC any more"):
        corrected(seat("ala"), other, question_type="NUMERIC", answer_type="NUMERIC")
    assert corrected(seat("celina"), other, question_type="NUMERIC", answer_type="NUMERIC").question_type == "NUMERIC"
    services.withdraw(seat("ala"), row, is_withdrawn=False)
    row.refresh_from_db()
    assert row.state == "done"


def test_somebody_has_to_coordinate(seat):
    with pytest.raises(Refused, match="coordinate"):
        services.save_member(seat("ola"), seat("ola").member, "annotator", {})


# --- correcting ------------------------------------------------------------------------------------------------------


def test_two_people_on_one_record_are_told_and_lose_nothing(client, write, seat, people):
    row = write("ala")
    mine, theirs = (services.correct(seat(name), row) for name in ("ala", "celina"))
    services.save_draft(seat_of(theirs), theirs, 1, {"answer": "v roce 1962"})
    services.finish(seat("celina"), UnfinishedRecord.objects.get(pk=theirs.pk), base=1)
    services.save_draft(seat_of(mine), mine, 1, {"answer": "roku 1962"})
    client.force_login(people["ala"])
    address = f"/annotations/questions/drafts/{mine.pk}/check"
    page = client.post(address, {"base": 1}, follow=True).content.decode()
    assert "Celina changed this record meanwhile." in page
    assert "v roce 1962" in page
    assert "roku 1962" in page
    client.post(address, {"base": 2})
    row.refresh_from_db()
    assert (row.answer, row.revision) == ("roku 1962", 3)
    with pytest.raises(Refused):
        services.bring_back(seat("bartek"), row, 2)


def test_a_conflict_is_raised_to_whoever_comes_second(write, seat):
    row = write("ala")
    draft = services.correct(seat("ala"), row)
    services.save_draft(seat_of(draft), draft, 1, {"answer": "v roce 1962"})
    draft.refresh_from_db()
    with pytest.raises(RecordChanged):
        services.finish(seat("ala"), draft, base=0)


def test_every_state_of_a_record_can_be_brought_back(write, seat, client, people):
    row = write("ala")
    before = record_of(row).files
    draft = services.correct(seat("ala"), row)
    draft = services.save_draft(seat_of(draft), draft, 1, {"answer": "v roce 1962"})
    services.finish(seat("ala"), draft, base=1)
    client.force_login(people["ala"])
    client.post("/annotations/questions/records/000001/back", {"revision": 1})
    row.refresh_from_db()
    assert (row.answer, row.revision, row.revisions.count()) == ("1962", 3, 3)
    assert record_of(row).files == before


def test_a_reviewer_returns_a_record_and_its_author_mends_it(write, seat, client, people):
    row = write("ala")
    client.force_login(people["celina"])
    address = "/annotations/questions/records/000001"
    client.post(f"{address}/remarks", {"verdict": "returned"})
    row.refresh_from_db()
    assert row.state == "done"
    client.post(f"{address}/remarks", {"verdict": "returned", "text": "Say it in a sentence."})
    client.force_login(people["ala"])
    assert "Say it in a sentence." in client.get(address).content.decode()
    draft = services.correct(seat("ala"), row)
    services.finish(seat("ala"), services.save_draft(seat_of(draft), draft, 1, {"answer": "v roce 1962"}), base=1)
    row.refresh_from_db()
    assert (row.state, row.answer) == ("done", "v roce 1962")
    client.post(f"{address}/remarks", {"verdict": "accepted"})
    row.refresh_from_db()
    assert row.state == "done"


def test_a_reviewer_goes_from_one_record_to_the_next_and_hears_what_was_done(write, client, people):
    for number in range(3):
        write("ala", question=f"Kdy vypukla krize číslo {number}?")
    client.force_login(people["celina"])
    address = "/annotations/questions/records/00000{}".format
    following = r'href="/annotations/questions/records/(\d+)">Next record to review'
    page = client.get(address(2)).content.decode()
    assert re.findall(following, page) == ["000003"]
    accepted = client.post(f"{address(2)}/remarks", {"verdict": "accepted", "text": ""}, follow=True)
    page = accepted.content.decode()
    assert accepted.redirect_chain == [(address(3), 302)]
    assert "Record 000002 is accepted; this is the next one to review." in page
    assert "Your remark is kept." not in page
    assert re.findall(following, page) == ["000001"]
    assert client.post(f"{address(3)}/remarks", {"verdict": "accepted"}).url == address(1)
    last = client.post(f"{address(1)}/remarks", {"verdict": "accepted"}, follow=True)
    assert last.redirect_chain == [(address(1), 302)]
    assert "Record 000001 is accepted; no other one waits for review." in last.content.decode()
    assert "Next record to review" not in last.content.decode()


def test_only_who_reviews_saves_and_accepts_in_one_step(write, seat, client, people):
    row = write("ala")
    draft = services.correct(seat("ala"), row)
    services.save_draft(seat_of(draft), draft, 1, {"answer": "v roce 1962"})
    client.force_login(people["ala"])
    address = f"/annotations/questions/drafts/{draft.pk}/check"
    assert "Save and accept" not in client.get(address).content.decode()
    assert "Only a reviewer can do this." in client.post(address, {"base": "1", "accept": ""}).content.decode()
    row.refresh_from_db()
    assert (row.state, row.answer, row.drafts.count()) == ("done", "1962", 1)


def test_what_a_reviewer_just_said_is_what_is_to_be_changed(write, seat, client, people):
    row = write("ala")
    client.force_login(people["celina"])
    address = "/annotations/questions/records/000001/remarks"
    services.remark(seat("ala"), row, "I was not sure.")
    assert "Say what is to be changed." in client.post(address, {"verdict": "returned"}, follow=True).content.decode()
    client.post(address, {"text": "Say it in a sentence."})
    page = client.post(address, {"verdict": "returned"}, follow=True).content.decode()
    assert "The record is returned to Ala" in page
    # once it is corrected, something new has to be said
    draft = services.correct(seat("ala"), row)
    services.finish(seat("ala"), services.save_draft(seat_of(draft), draft, 1, {"answer": "v roce 1962"}), base=1)
    assert "Say what is to be changed." in client.post(address, {"verdict": "returned"}, follow=True).content.decode()


def test_a_record_that_is_withdrawn_counts_no_more_and_can_come_back(write, seat):
    row = write("ala")
    services.withdraw(seat("ala"), row)
    assert write("ala").name == "000002"
    with pytest.raises(Refused, match="C9"):
        write("ala")
    services.withdraw(seat("ala"), row, is_withdrawn=False)
    row.refresh_from_db()
    assert row.state == "done"


# --- what becomes of a state that somebody else gave -----------------------------------------------------------------


def corrected(where, row, **texts):
    draft = services.save_draft(where, services.correct(where, row), 1, texts)
    return services.finish(where, draft, base=row.revision)


def test_what_an_annotator_changes_is_to_be_reviewed_again(write, seat, monkeypatch):
    row = write("ala")
    services.remark(seat("celina"), row, "", "accepted")
    row = corrected(seat("ala"), row, answer="v roce 1962")
    assert row.state == "done"
    services.remark(seat("celina"), row, "", "accepted")
    services.bring_back(seat("ala"), row, 1)
    row.refresh_from_db()
    assert row.state == "done"
    services.remark(seat("celina"), row, "", "accepted")
    monkeypatch.setattr("probierz.web.annotation.services.records.mend_record", lambda record: (record, ["one"]))
    assert services.mend(seat("ala"), [row]) == 1
    row.refresh_from_db()
    assert row.state == "done"


def test_what_a_reviewer_changes_stays_accepted(write, seat):
    row = write("ala")
    services.remark(seat("celina"), row, "", "accepted")
    assert corrected(seat("celina"), row, answer="v roce 1962").state == "accepted"


def test_a_withdrawn_record_is_neither_judged_nor_changed(write, seat, client, people):
    row = write("ala")
    draft = services.save_draft(seat("ala"), services.correct(seat("ala"), row), 1, {"answer": "v roce 1962"})
    services.withdraw(seat("ala"), row)
    acts = [
        lambda: services.remark(seat("celina"), row, "", "accepted"),
        lambda: services.remark(seat("celina"), row, "Why?", "returned"),
        lambda: services.finish(seat("ala"), draft, base=1),
        lambda: services.bring_back(seat("ala"), row, 1),
        lambda: services.mend(seat("ala"), [row]),
    ]
    for act in acts:
        with pytest.raises(Refused, match="is withdrawn"):
            act()
    client.force_login(people["celina"])
    page = client.post("/annotations/questions/records/000001/correct", follow=True).content.decode()
    assert "The record is withdrawn; take it back in first." in page
    assert "Return to Ala" not in page
    services.remark(seat("celina"), row, "Why?")
    row.refresh_from_db()
    assert (row.state, row.revision, row.remarks.count()) == ("withdrawn", 1, 1)


def test_only_a_reviewer_takes_back_what_a_reviewer_withdrew(write, seat):
    row = write("ala")
    services.withdraw(seat("celina"), row)
    with pytest.raises(Refused, match="only a reviewer"):
        services.withdraw(seat("ala"), row, is_withdrawn=False)
    services.withdraw(seat("ola"), row, is_withdrawn=False)
    row.refresh_from_db()
    assert row.state == "done"


@pytest.mark.parametrize("state", ["accepted", "returned"])
def test_a_record_that_is_taken_back_in_is_what_it_was(write, seat, state):
    row = write("ala")
    services.remark(seat("celina"), row, "Shorter, please.", state)
    services.withdraw(seat("ala"), row)
    services.withdraw(seat("ala"), row)  # a second page says so again
    services.withdraw(seat("ala"), row, is_withdrawn=False)
    row.refresh_from_db()
    assert row.state == state


def test_a_reviewer_who_is_none_any_more_changes_nothing_through_an_open_draft(write, seat):
    row = write("ala")
    draft = services.save_draft(seat("celina"), services.correct(seat("celina"), row), 1, {"answer": "v roce 1962"})
    services.save_member(seat("ola"), seat("celina").member, "annotator", {})
    with pytest.raises(Refused, match="Only a reviewer"):
        services.finish(seat("celina"), draft, base=1)
    row.refresh_from_db()
    assert row.answer == "1962"


# --- records in the folder of a laptop -------------------------------------------------------------------------------


@pytest.fixture
def me():
    return User.objects.create(username="me", is_staff=True)


def finished(project, user, **texts):
    from probierz.web.annotation.queries import Seat

    where = Seat(project, user, project.members.get())
    draft = services.begin(where, "DATETIME")
    return where, services.finish(
        where, services.save_draft(seat_of(draft), draft, 1, {**TYPED, **texts}, TEXT), base=0
    )


@pytest.mark.django_db(transaction=True)
def test_a_record_lies_in_the_folder_as_soon_as_it_is_saved_and_leaves_it_when_withdrawn(tmp_path, me):
    folder = tmp_path / "records"
    folder.mkdir()
    project, taken = services.open_folder(folder, me)
    assert taken[:3] == (0, 0, 0)
    project.refresh_from_db()
    where, row = finished(project, me)
    assert [one.name for one in read_records(folder)] == ["000001"]
    services.withdraw(where, row)
    assert not (folder / "000001").exists()
    services.withdraw(where, row, is_withdrawn=False)
    assert [one.files for one in read_records(folder)] == [record_of(row).files]
    assert services.open_folder(folder, me)[1][:3] == (0, 0, 1)


@pytest.mark.django_db(transaction=True)
def test_what_was_changed_in_the_folder_meanwhile_becomes_the_next_state(tmp_path, me):
    folder = tmp_path / "records"
    folder.mkdir()
    project, _ = services.open_folder(folder, me)
    project.refresh_from_db()
    _, row = finished(project, me)
    (folder / "000001" / "04url.txt").write_text(f"{URL}#a\n", "utf-8")
    assert services.open_folder(folder, me)[1][:3] == (0, 1, 0)
    row.refresh_from_db()
    assert (row.url, row.revision) == (f"{URL}#a", 2)
    assert row.revisions.first().cause == "imported"


@pytest.mark.django_db(transaction=True)
def test_a_record_whose_folder_was_removed_is_withdrawn(tmp_path, me):
    folder = tmp_path / "records"
    make_records(folder, 2)
    project, taken = services.open_folder(folder, me)
    assert taken[:3] == (2, 0, 0)
    shutil.rmtree(folder / "000002")
    services.open_folder(folder, me)
    assert list(project.records.values_list("name", "state")) == [("000001", "done"), ("000002", "withdrawn")]


def test_faulty_records_of_three_pages_are_listed_and_mended_by_rule(tmp_path, me, client):
    folder = make_records(tmp_path / "records", 120)
    for number in range(1, 121):
        path = folder / f"{number:06d}" / "09answer_extraction.vert"
        path.write_bytes(path.read_bytes().replace("Věta".encode(), "věta".encode()))
    make_record(folder, "000121", answer=None)
    services.open_folder(folder, me)
    client.force_login(me)
    page = client.get("/annotations/sqad?rule=extraction-in-selection").content.decode()
    assert "1–50 of 120" in page
    assert "The exact answer does not stand in the answer sentence (120)" in page
    assert "A part is missing (1)" in page
    client.post("/annotations/sqad/mend", {"rule": "extraction-in-selection"})
    assert AnnotatedRecord.objects.exclude(rules=[]).count() == 1
    mended = AnnotatedRecord.objects.get(name="000007")
    assert "Věta".encode() in record_of(mended).files["09answer_extraction.vert"]
    assert [one.cause for one in mended.revisions.all()] == ["mended", "imported"]


def sent_by(page, address):
    """What the form of a page with that address would send."""
    form = page.partition(f'action="{address}"')[2].partition("</form>")[0]
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))


def test_who_mends_by_rule_stays_in_the_list_and_mends_what_it_shows(tmp_path, me, client):
    folder = make_records(tmp_path / "records", 3)
    for number in (1, 2):
        path = folder / f"{number:06d}" / "09answer_extraction.vert"
        path.write_bytes(path.read_bytes().replace("Věta".encode(), "věta".encode()))
    (folder / "000003" / "09answer_extraction.vert").write_text("<s>\nnikde\tnikde\tk6\n</s>\n", "utf-8")
    services.open_folder(folder, me)
    client.force_login(me)
    listed = "/annotations/sqad?rule=extraction-in-selection"

    def mend(address):
        form = sent_by(client.get(address).content.decode(), "/annotations/sqad/mend")
        answer = client.post("/annotations/sqad/mend", form, follow=True)
        return answer.redirect_chain[-1][0], answer.content.decode()

    address, page = mend(f"{listed}&filter=000001")
    assert address == f"{listed}&filter=000001#records"
    assert "1 record is mended." in page
    assert "No record has what was asked for." in page
    address, page = mend(listed)
    assert address == f"{listed}#records"
    assert "1 record is mended." in page
    assert '<option value="extraction-in-selection" selected>' in page
    assert re.findall(r'records/(\d+)"', page) == ["000003"]  # a person has to look at it
    assert "Nothing could be mended by rule" in mend(listed)[1]


def test_an_author_reads_on_the_first_page_what_was_returned_until_it_is_corrected(client, people, write):
    for question in ("When was it?", "When did it begin?"):
        write(question=question)
    for count, name in enumerate(("000001", "000002"), 1):
        client.force_login(people["celina"])
        address = f"/annotations/questions/records/{name}"
        answer = client.post(f"{address}/remarks", {"verdict": "returned", "text": "Shorter."}, follow=True)
        assert "The record is returned to Ala, who reads it on their first page." in answer.content.decode()
        assert "returned to you" not in client.get("/").content.decode()
        client.force_login(people["ala"])
        says = "1 record was" if count == 1 else "2 records were"
        for page in ("/", "/annotations"):
            text = client.get(page).content.decode()
            (link,) = re.findall(rf'<a href="([^"]+)">{says} returned to you in Questions.</a>', text)
        assert client.get(link).status_code == 200
        assert link == (address if count == 1 else "/annotations/questions?state=returned")
    AnnotatedRecord.objects.update(state="done")
    assert "Waiting for you" not in client.get("/").content.decode()


def test_fields_and_types_are_named_in_czech_in_any_language_of_the_pages(client, draft):
    from probierz.web.annotation.words import ANSWER_TABLE, FIELDS, QUESTION_TABLE

    for language in ("en", "pl"):
        form = client.get(
            f"/annotations/questions/drafts/{draft.pk}", headers={"accept-language": language}
        ).content.decode()
        assert all(f'<b lang="cs">{words.czech}</b>' in form for words in FIELDS.values())
        table = client.get("/annotations/questions/help", headers={"accept-language": language}).content.decode()
        assert all(f'lang="cs">{row.czech}</span>' in table for row in (*QUESTION_TABLE, *ANSWER_TABLE))
