"""Articles as people paste them from Wikipedia, and the sentences that stand beside the form then."""

import re

import pytest
from annotation_examples import TYPED

from probierz.web.annotation.models import AnnotatedRecord, UnfinishedRecord

pytestmark = pytest.mark.django_db

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
