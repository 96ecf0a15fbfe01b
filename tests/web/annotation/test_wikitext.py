"""Articles that are pasted as wikitext."""

import json
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probierz.web.annotation.wikitext import without_wikitext


@pytest.mark.django_db
def test_wikitext_that_is_pasted_goes_and_it_is_said_how_much(client, people, project):
    client.force_login(people["ala"])
    address = client.post("/annotations/questions/drafts", {"type": "LOCATION"}).headers["Location"]
    first = "{{citace|a={{b}}}} '''Vltava''' teče [[Praha|Prahou]].<ref>Novák 1990</ref>"
    text = f"{first}\n\n{{| class=x\n| a\n|}}\nKonec[1]."
    page = client.post(address, {"act": "article", "article": text, "revision": 1}, follow=True).content.decode()
    assert re.findall(r'<span class="sentence">([^<]*)</span>', page) == ["Vltava teče Prahou.", "Konec."]
    assert "2 marks of footnotes and links to edit were taken out of the article." in page
    assert "5 pieces of wiki markup were taken out of the article" in page


@pytest.mark.django_db
def test_headings_items_switches_and_tables_go_and_paragraphs_stay(client, people, project):
    client.force_login(people["ala"])
    address = client.post("/annotations/questions/drafts", {"type": "LOCATION"}).headers["Location"]
    text = (
        "__NOTOC__\n== Dějiny ==\nVltava teče Prahou.\n\n=== Mosty ===\n* Karlův most\n*Most Legií\n# První\n"
        "<table class=x><tr><td>délka<table><tr><td>430</td></tr></table></td></tr></table>\n----\nKonec je v moři."
    )
    page = client.post(address, {"act": "article", "article": text, "revision": 1}, follow=True).content.decode()
    paragraphs = [re.findall(r'<span class="sentence">([^<]*)</span>', one) for one in page.split("<p>")]
    said = [one for one in paragraphs if one]
    assert said == [[one] for one in (
        "Dějiny", "Vltava teče Prahou.", "Mosty", "Karlův most", "Most Legií", "První", "Konec je v moři.",
    )]  # fmt: skip
    assert "2 tables were taken out of the article." in page
    assert "7 pieces of wiki markup were taken out of the article" in page


@pytest.mark.parametrize(
    "text",
    [
        "- první\n- druhý\n- třetí", "* 4. ledna 1923, Praha\nČeský malíř.", "a == b\n== c", "#praha\n#brno",
        "E = mc ==", "__init__ a __FILE__", "-- pomlčka --", "Hotel ***\n* * *", "2 * 3\n# 1",
    ],
)  # fmt: skip
def test_plain_text_with_such_signs_stays(text):
    assert without_wikitext(text) == (text, 0)


def test_items_in_succession_are_a_list_also_without_other_wikitext():
    assert without_wikitext("Mosty:\n* Karlův\n* Legií\n\nKonec.").text == "Mosty:\nKarlův\nLegií\n\nKonec."


@pytest.mark.parametrize(
    "text",
    ["30° 15'' a 20''", "f'(x) = f''(x)", "a [x] b {y} c", "[[]] {{}} '' ''", "{{ [[ }} ]", "„Ano'' a ''ne“ '' ."],
)
def test_single_brackets_and_loose_quotes_are_no_wikitext(text):
    assert without_wikitext(text) == (text, 0)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab [](){}|'\n.,1", max_size=60))
def test_only_double_signs_make_wikitext(text):
    if not re.search(r"\[\[|\{\{|\{\||''", text):
        assert without_wikitext(text) == (text, 0)


def test_real_articles_stay_as_they_are(data_dir):
    source = data_dir / "sqad" / "sample.jsonl"
    if not source.is_file():
        pytest.skip(f"no records of SQAD: {source} does not exist")
    for line in source.read_text(encoding="utf-8").splitlines():
        article = json.loads(line)["context"]
        assert without_wikitext(article) == (article, 0)


@pytest.mark.parametrize(
    "text",
    [
        "[[" * 250_000,
        "[[a" * 160_000,
        "''a" * 160_000,
        "{|" * 120_000 + "|}" * 120_000,
        "=" * 500_000,
        "== a" * 120_000,
        "*" * 500_000,
        "* \n" * 160_000,
    ],
)
def test_markup_that_is_never_closed_costs_no_more_than_its_length(text):
    start = time.process_time()
    without_wikitext(text)
    assert time.process_time() - start < 5
