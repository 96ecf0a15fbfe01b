"""Articles as people paste them from Wikipedia, and the sentences that stand beside the form then."""

import re

import pytest
from annotation_examples import PASSWORD, TYPED

from browser import log_in
from probierz.suites.sqad.vertical import read_vertical
from probierz.web.annotation import services
from probierz.web.annotation.files import article_of
from probierz.web.annotation.models import AnnotatedRecord, UnfinishedRecord

pytestmark = pytest.mark.django_db(transaction=True)

DRAFT = "/annotations/questions/drafts/{}"


@pytest.fixture
def form(client, people, project):
    """The address of Ala's form for a new record."""
    client.force_login(people["ala"])
    client.post("/annotations/questions/drafts", {"type": "LOCATION"})
    return DRAFT.format(UnfinishedRecord.objects.get().pk)


def paste(client, form, article, **texts):
    """Send the form as its button does, and return the page that comes back."""
    return press(client, form, "article", article=article, **texts)


def press(client, form, act, **texts):
    """Send the form by one of its buttons, as it stands on the page, with what is typed."""
    revision = re.search(r'name="revision" value="(\d+)"', client.get(form).content.decode())[1]
    sent = {**TYPED, "question_type": "LOCATION", "answer_type": "LOCATION", **texts}
    return client.post(form, {"act": act, "revision": revision, **sent}, follow=True)


def sentences_on(page):
    return [part.partition("</span>")[0] for part in page.content.decode().split('<span class="sentence">')[1:]]


def test_a_sentence_goes_on_after_an_abbreviation_before_a_name(client, form):
    article = "Kostel sv. Petra a sv. Pavla stojí u Brna. Léčil tu MUDr. Novák, dříve Ing. arch. Kotěra."
    page = paste(
        client, form, article, question="Kde stojí kostel?", extraction="u Brna", answer="u Brna",
        selection="Kostel sv. Petra a sv. Pavla stojí u Brna.",
    )  # fmt: skip
    assert sentences_on(page) == [
        "Kostel sv. Petra a sv. Pavla stojí u Brna.", "Léčil tu MUDr. Novák, dříve Ing. arch. Kotěra."
    ]  # fmt: skip
    client.post(f"{form}/check", {"base": "0"})
    assert AnnotatedRecord.objects.get().selection == "Kostel sv. Petra a sv. Pavla stojí u Brna."


def test_a_sentence_goes_on_after_initials_before_a_year_or_an_aside(client, form):
    works = ["- R.U.R. (1920)", "- Hra „R.U.R.“ (Rossumovi univerzální roboti) je z roku 1920.", "- Bílá nemoc (1937)"]
    page = paste(client, form, "\n".join([*works, "Čapek napsal R.U.R. (Viz výše.) Potom psal dál."]))
    assert sentences_on(page) == [*works, "Čapek napsal R.U.R.", "(Viz výše.)", "Potom psal dál."]


def test_marks_of_footnotes_and_links_to_edit_go_from_plain_text_and_it_is_told_how_many(client, form):
    article = (
        "Dějiny[editovat | editovat zdroj]\nKuba leží v moři.[1] Krize vypukla roku 1962,[2][3] na podzim.[pozn. 1] "
        "Trvala 13 dní.[a] Jura je pohoří."
    )
    page = paste(client, form, article)
    assert sentences_on(page) == [
        "Dějiny", "Kuba leží v moři.", "Krize vypukla roku 1962, na podzim.", "Trvala 13 dní.", "Jura je pohoří."
    ]  # fmt: skip
    assert "6 marks of footnotes and links to edit were taken out" in page.content.decode()


def test_marks_of_footnotes_go_with_the_markup_of_a_page(client, form):
    article = (
        '<h2>Dějiny<span class="mw-editsection"><span>[</span><a href="/e">editovat</a><span> | </span>'
        '<a href="/z">editovat zdroj</a><span>]</span></span></h2>\n<p>Kuba leží v moři.<sup id="c1" class="reference">'
        '<a href="#c">[p 1]</a></sup> Je to ostrov.</p>'
    )
    page = paste(client, form, article)
    assert sentences_on(page) == ["Dějiny", "Kuba leží v moři.", "Je to ostrov."]
    assert "2 marks of footnotes" in page.content.decode()


def test_empty_fields_are_listed_as_they_stand_in_the_form(client, form):
    page = press(client, form, "save", url="", question="", answer="").content.decode()
    listed = re.findall(r'data-field="(\w+)"', page.partition("Still empty:")[2].partition("</p>")[0])
    assert listed == ["url", "text", "question", "answer"]


def test_a_form_of_a_place_names_no_other_type_as_an_example(client, form):
    assert '<i lang="cs">DATETIME' not in client.get(form).content.decode()


CUT = "Hrad stojí nad řekou u vsi Hor. Lhota. Je z kamene. Patří obci."
CASTLE = "Hrad stojí nad řekou u vsi Hor. Lhota."
PLACE = {
    "url": "https://cs.wikipedia.org/wiki/Hrad", "question": "U které vsi stojí stavba?", "extraction": "Hor. Lhota",
    "answer": "Hor. Lhota", "selection": CASTLE, "question_type": "LOCATION", "answer_type": "LOCATION",
}  # fmt: skip


def test_a_sentence_that_was_cut_is_joined_by_who_typed_it_whole(client, form):
    page = paste(client, form, CUT, **PLACE)
    assert sentences_on(page) == ["Hrad stojí nad řekou u vsi Hor.", "Lhota.", "Je z kamene.", "Patří obci."]
    assert "Join into one sentence" in page.content.decode().partition('id="findings"')[2]
    page = press(client, form, "join", **PLACE)
    assert sentences_on(page) == [CASTLE, "Je z kamene.", "Patří obci."]
    assert "They are one sentence of the article now." in page.content.decode()
    assert "All rules hold." in page.content.decode()
    client.post(f"{form}/check", {"base": "0"})
    assert AnnotatedRecord.objects.get().rules == []


def test_other_records_of_the_article_get_the_joined_sentence_and_stay_accepted(client, form, write, seat):
    other = {**PLACE, "question": "Z čeho je stavba?", "extraction": "z kamene", "answer": "z kamene"}
    services.remark(seat("celina"), write("bartek", text=CUT, **{**other, "selection": "Je z kamene."}), "", "accepted")
    page = press(client, form, "join", article=CUT, **PLACE)
    assert sentences_on(page)[0] == CASTLE
    client.post(f"{form}/check", {"base": "0"})
    first, second = AnnotatedRecord.objects.order_by("name")
    assert first.article == second.article
    assert (first.state, first.rules, second.rules) == ("accepted", [], [])


def test_nothing_is_joined_of_which_another_record_has_a_part(client, form, write):
    write("bartek", text=CUT, **{**PLACE, "extraction": "řekou", "selection": "Hrad stojí nad řekou u vsi Hor."})
    page = press(client, form, "join", article=CUT, **PLACE).content.decode()
    assert "Another record has one of these sentences for itself." in page
    assert "They are one sentence" not in page


def test_what_follows_nowhere_is_not_joined(client, form):
    page = press(client, form, "join", article=CUT, **{**PLACE, "selection": "Lhota. Patří obci."}).content.decode()
    assert "Only sentences that follow one another in the article can be joined." in page


MOUNTAIN = "Praděd je hora v Hrubém Jeseníku. Jeho výška je 1491 m n. m. {}Na vrcholu stojí vysílač z roku 1983."
HEIGHT = "Jeho výška je 1491 m n. m."
HIGH = {
    "url": "https://cs.wikipedia.org/wiki/Praděd", "question": "Kolik m měří Praděd?", "extraction": "1491",
    "answer": "1491", "selection": HEIGHT, "context": "Praděd je hora v Hrubém Jeseníku.",
    "question_type": "NUMERIC", "answer_type": "NUMERIC",
}  # fmt: skip


@pytest.mark.parametrize("between", ["", "🗼 "])
def test_a_sentence_ends_with_a_height_above_the_sea(client, form, between):
    page = paste(client, form, MOUNTAIN.format(between), **HIGH)
    assert sentences_on(page) == [
        "Praděd je hora v Hrubém Jeseníku.", HEIGHT, f"{between}Na vrcholu stojí vysílač z roku 1983."
    ]  # fmt: skip
    assert "All rules hold." in page.content.decode()


UNCUT = "Hrad stojí nad řekou. Je to dílo mistra D. Byl z kamene z hory B. Vznikl dávno. Patří obci."
WORK = "Byl z kamene z hory B."
STONE = {**PLACE, "question": "Z čeho byl hrad?", "extraction": "z kamene", "answer": "z kamene", "selection": WORK}


@pytest.mark.parametrize(
    ("selection", "parts"),
    [
        ("Je to dílo mistra D.", ["Je to dílo mistra D.", "Byl z kamene z hory B. Vznikl dávno."]),
        (WORK, ["Je to dílo mistra D.", WORK, "Vznikl dávno."]),
        ("Vznikl dávno.", ["Je to dílo mistra D. Byl z kamene z hory B.", "Vznikl dávno."]),
    ],
)
def test_a_part_of_a_sentence_is_cut_out_by_who_typed_it(client, form, selection, parts):
    page = paste(client, form, UNCUT, **{**STONE, "selection": selection})
    assert sentences_on(page)[1:-1] == ["Je to dílo mistra D. Byl z kamene z hory B. Vznikl dávno."]
    assert page.content.decode().partition('id="findings"')[2].count("Cut the sentence there") == 1
    page = press(client, form, "cut", **{**STONE, "selection": selection})
    assert sentences_on(page) == ["Hrad stojí nad řekou.", *parts, "Patří obci."]
    assert "It is a sentence of the article now." in page.content.decode()
    assert "Cut the sentence there" not in page.content.decode()


def test_a_record_of_a_sentence_that_was_cut_out_keeps_all_rules(client, form):
    paste(client, form, UNCUT, **STONE)
    page = press(client, form, "cut", **STONE)
    assert "All rules hold." in page.content.decode()
    client.post(f"{form}/check", {"base": "0"})
    record = AnnotatedRecord.objects.get()
    assert (record.selection, record.rules) == (WORK, [])


def test_other_records_of_the_article_get_the_sentences_that_were_cut_and_stay_accepted(client, form, write, seat):
    other = {**PLACE, "extraction": "nad řekou", "answer": "nad řekou", "selection": "Hrad stojí nad řekou."}
    services.remark(seat("celina"), write("bartek", text=UNCUT, **other), "", "accepted")
    write("bartek", text=UNCUT, **{**other, "question": "Nad čím stojí hrad?"})
    page = press(client, form, "cut", article=UNCUT, **STONE)
    assert WORK in sentences_on(page)
    assert [one.rules for one in AnnotatedRecord.objects.all()] == [[], []]
    assert AnnotatedRecord.objects.first().revisions.first().cause == "cut"
    client.post(f"{form}/check", {"base": "0"})
    first, second, third = AnnotatedRecord.objects.order_by("name")
    assert first.article == second.article == third.article
    assert (first.state, first.rules, second.rules, third.rules) == ("accepted", [], [], [])


def test_no_sentence_is_cut_that_another_record_has_as_its_own(client, form, write):
    whole = "Je to dílo mistra D. Byl z kamene z hory B. Vznikl dávno."
    write("bartek", text=UNCUT, **{**STONE, "question": "Čí je to dílo?", "selection": whole})
    page = press(client, form, "cut", article=UNCUT, **STONE)
    assert "Another record has the longer sentence for itself." in page.content.decode()
    assert whole in sentences_on(page)


def test_parts_of_words_and_what_stands_nowhere_are_not_cut_out(client, form):
    page = paste(client, form, UNCUT, **{**STONE, "selection": "yl z kamene z hory B."}).content.decode()
    assert "Cut the sentence there" not in page
    page = press(client, form, "cut", **{**STONE, "selection": "yl z kamene z hory B."}).content.decode()
    assert "Only whole words that follow one another in one sentence can be cut out." in page


def test_headings_and_paragraphs_stay_apart_on_the_form_on_the_record_and_in_its_files(client, form):
    page = paste(client, form, f"Popis\n\n{CUT}\nDějiny\nVznikl dávno.", **{**PLACE, "selection": "Je z kamene."})
    article = page.content.decode().partition('id="article"')[2].partition("</section>")[0]
    assert [len(one.split('"sentence"')) - 1 for one in article.split("<p>")[1:]] == [1, 4, 1, 1]
    press(client, form, "save", extraction="z kamene", answer="z kamene", selection="Je z kamene.")
    client.post(f"{form}/check", {"base": "0"})
    page = client.get("/annotations/questions/records/000001").content.decode()
    assert page.partition('class="text"')[2].count("<p>") == 4
    assert read_vertical(article_of(AnnotatedRecord.objects.get().article).content).paragraphs[0][0].text == "Popis"


@pytest.mark.slow
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_mark_over_a_cut_is_taken_whole_and_joined_beside_the_article(visit, people, project, size):
    page = visit(size)
    log_in(page, "ala", PASSWORD)
    page.get_by_role("link", name="Annotation").click()
    page.get_by_role("link", name="Questions", exact=True).click()
    page.get_by_role("button", name="Add LOCATION").click()
    page.locator("#id_article").fill(CUT)
    page.locator("#article .sentence").first.wait_for()
    page.evaluate(
        """() => { const [first, second] = document.querySelectorAll("#article .sentence");
            getSelection().setBaseAndExtent(first.firstChild, 27, second.firstChild, 5); }"""
    )
    page.get_by_role("button", name="Marked: exact answer").click()
    assert page.get_by_label("Exact answer").input_value() == "Hor. Lhota"
    assert page.get_by_label("Answer sentence").input_value() == CASTLE
    page.get_by_text("This is more than one sentence of the article").wait_for()
    page.get_by_role("region", name="Article").get_by_role("button", name="Join into one sentence").click()
    page.get_by_text("They are one sentence of the article now.").wait_for()
    assert page.locator("#article .sentence.taken").inner_text() == CASTLE
    assert page.get_by_text("This is more than one sentence of the article").is_hidden()


@pytest.mark.slow
def test_a_sentence_is_cut_by_the_button_beside_its_rule_which_is_drawn_anew_meanwhile(visit, people, project):
    page = visit("desk")
    log_in(page, "ala", PASSWORD)
    page.get_by_role("link", name="Annotation").click()
    page.get_by_role("link", name="Questions", exact=True).click()
    page.get_by_role("button", name="Add LOCATION").click()
    page.locator("#id_article").fill(UNCUT)
    page.locator("#article .sentence").first.wait_for()
    page.get_by_label("Answer sentence").fill(WORK)
    page.get_by_role("region", name="Rules").get_by_role("button", name="Cut the sentence there").click()
    page.get_by_text("It is a sentence of the article now.").wait_for()
    assert page.locator("#article .sentence").nth(2).inner_text() == WORK
