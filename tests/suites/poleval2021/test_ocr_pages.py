"""Scanned pages: escapes, years, columns, and the counts of the papers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.errors import ChallengeError, DataError, ParseError
from probierz.suites.poleval2021.ocr import (
    BookPage,
    Year,
    bucket,
    escape,
    parse_year,
    read_pages,
    read_splits,
    unescape,
)
from probierz.suites.poleval2021.ocr_statistics import buckets_table, sizes_table, years_picture, years_table


def test_an_escaped_line_stands_for_a_page():
    assert unescape(r"pierwszy\ndrugi \\n") == "pierwszy\ndrugi \\n"
    assert escape("pierwszy\ndrugi \\n") == r"pierwszy\ndrugi \\n"


@given(st.text(st.characters(blacklist_characters="\t\r", blacklist_categories=("Cs",))))
def test_every_page_comes_back_from_its_line(text):
    assert unescape(escape(text)) == text
    assert "\n" not in escape(text)


@pytest.mark.parametrize("text", [r"a\t", "a\\"])
def test_other_escapes_are_refused(text):
    with pytest.raises(ParseError, match="is no escape"):
        unescape(text, is_strict=True)
    assert unescape(text) == text, "systems take what they are given"


def test_what_no_escape_stands_for_cannot_be_written():
    with pytest.raises(ParseError, match="the text holds a TAB"):
        escape("a\tb")


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("1907", Year(1907, 1907)),
        ("", Year()),
        ("?", Year()),
        ("post 1923", Year(1923, None)),
        ("przed 1935", Year(None, 1934)),
    ],
)
def test_years_are_known_or_open(text, year):
    assert parse_year(text) == year
    assert parse_year(text).exact == (1907 if text == "1907" else None)


def test_another_year_is_refused():
    with pytest.raises(ParseError, match="a year, nothing, "):
        parse_year("ok. 1900")


# Dyda, proceedings of PolEval 2021, Table 1. Of the two pages of dev-0 without text one is printed with its year.
TIMES = {
    "dev-0": (908, 1251, 1358, 1624 - 1, 366, 1 + 1),
    "test-A": (1477, 1959, 2184, 2511, 544, 3),
    "test-B": (1406, 1992, 2066, 2420, 543, 8),
}
# Wróbel, proceedings of PolEval 2021, Table 1: pages, and "characters", which are bytes of the line
SIZES = {"dev-0": (5508, "1372.2"), "test-A": (8678, "1368.6"), "test-B": (8435, "1378.5")}


@pytest.fixture(scope="module")
def real(data_dir):
    return read_splits(data_dir / "poleval-2021" / "ocr")


def test_pages_are_counted_as_in_the_papers(real):
    assert list(real) == ["dev-0", "test-A", "test-B"]
    columns = list(zip(*buckets_table(real).rows, strict=True))[1:]
    assert {split: tuple(map(int, column)) for split, column in zip(real, columns, strict=True)} == TIMES
    assert {row[0]: (int(row[1]), row[5]) for row in sizes_table(real).rows} == SIZES


def test_every_page_has_a_year_in_the_table_and_a_picture(real, tmp_path):
    rows = years_table(real).rows
    assert rows[0] == ("1791", "20", "21", "26")
    assert [row[0] for row in rows[-5:]] == ["(none)", "?", "post 1900", "post 1923", "przed 1935"]
    assert [sum(int(row[at]) for row in rows) for at in (1, 2, 3)] == [5508, 8678, 8435]
    pytest.importorskip("matplotlib")
    years_picture(real).save(tmp_path / "years.svg")
    assert (tmp_path / "years.svg").stat().st_size > 10_000


def test_real_lines_are_escaped_as_they_were(real, data_dir):
    page = real["dev-0"][0]
    assert "\n" in page.text
    assert page.expected is not None
    assert real["test-B"][0].expected is None


def test_a_page_without_text_is_of_no_time():
    assert bucket(BookPage("1", "2", "1907", "")) == "other"
    assert bucket(BookPage("1", "2", "1907", "a")) == "1900 to 1919"


@pytest.mark.parametrize(
    ("lines", "expected", "said"),
    [
        ("1\t2\t1907\n", "a\n", "in.tsv line 1: 4 columns are wanted, docId pageId year inText; found 3"),
        ("1\t2\tok.\ta\n", "a\n", "in.tsv line 1: a year, nothing, ?"),
        ("1\t2\t\ta\\b\n", "a\n", "in.tsv line 1: '\\\\b' is no escape"),
        ("1\t2\t\ta\n", "a\\b\n", "expected.tsv line 1: '\\\\b' is no escape"),
        ("1\t2\t\ta\n1\t2\t\tb\n", "a\nb\n", "in.tsv line 2: page 2 of book 1 stands on an earlier line too"),
        ("1\t2\t\ta\n1\t3\t\tb\n", "a\n", "expected.tsv line 2: there is no line for page 3 of book 1"),
        ("1\t2\t\ta\n", "a\nb\n", "expected.tsv line 2: there are more lines than pages"),
    ],
)
def test_broken_pages_are_refused_with_their_line(tmp_path, lines, expected, said):
    (tmp_path / "in.tsv").write_text(lines)
    (tmp_path / "expected.tsv").write_text(expected)
    with pytest.raises(DataError) as caught:
        list(read_pages(tmp_path / "in.tsv", tmp_path / "expected.tsv"))
    assert said in caught.value.message


def test_a_folder_without_pages_is_refused(tmp_path):
    with pytest.raises(ChallengeError, match=r"there is no in\.tsv, here or in a folder below"):
        read_splits(tmp_path)
