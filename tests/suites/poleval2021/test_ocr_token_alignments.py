"""Token alignments of scanned pages."""

import pytest

from probierz.errors import DataError
from probierz.suites.poleval2021.ocr_tokens import TokenPair, read_alignments, summary

ROWS = "0\t6\tbene\tbene\n0\t6\tka\tnull\n0\t6\tnull\tkapustą\n0\t6\tlub\tlub\n0\t7\t—\t\u2009—\n1\t6\tnull\tnull\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "align.tsv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def test_rows_are_pairs_of_pages_and_null_is_no_token(file):
    pages = list(read_alignments(file))
    assert [(page.book, page.page, page.first, len(page.pairs)) for page in pages] == [
        ("0", "6", 1, 4),
        ("0", "7", 5, 1),
        ("1", "6", 6, 1),
    ]
    assert pages[0].pairs[1:3] == (TokenPair("ka", None), TokenPair(None, "kapustą"))


def test_one_surplus_and_one_missed_token_are_a_confusion(file):
    found = summary(file)
    assert (found.books, found.pages, found.rows, found.same) == (2, 3, 6, 3)
    assert (found.surplus, found.missed, found.empty, found.spaced) == (2, 2, 1, 1)
    assert found.confusions == {TokenPair("ka", "kapustą"): 1}  # a thin space is no confusion


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("0\t6\ta\n", "align.tsv line 1: 4 columns are wanted, book, page, token read, token right; found 3"),
        ("0\t6\ta\ta\n0\t7\ta\ta\n0\t6\tb\tb\n", "align.tsv line 3: page 6 of book 0 stands further above too"),
    ],
)
def test_broken_rows_are_refused_with_their_line(tmp_path, rows, said):
    (tmp_path / "align.tsv").write_text(rows)
    with pytest.raises(DataError) as caught:
        summary(tmp_path / "align.tsv")
    assert said in caught.value.message


def test_the_first_real_pages_are_as_they_were_counted(data_dir):
    # counted by another script (xzcat, cut, awk) on the same rows
    found = summary(data_dir / "poleval-2021" / "ocr" / "train" / "align.tsv.xz", pages=2000)
    assert (found.pages, found.rows, found.same) == (2000, 440777, 341735)


@pytest.mark.slow
def test_all_real_rows_are_read_and_are_as_many_as_the_readme_says(data_dir):
    # README of the data: 9,321,078 rows, 968 books, 46,097 pages; 7,666,904 rows with the same token
    found = summary(data_dir / "poleval-2021" / "ocr" / "train" / "align.tsv.xz")
    assert (found.rows, found.books, found.pages, found.same) == (9_321_078, 968, 46_097, 7_666_904)
