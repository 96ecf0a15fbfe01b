"""Counts of texts with punctuation: those of the papers."""

import pytest
from texts import GOLD, write_split

from probierz.suites.poleval2021.punctuation.alignments import read_alignments
from probierz.suites.poleval2021.punctuation.folders import folders_of_splits, read_texts
from probierz.suites.poleval2021.punctuation.statistics import (
    lengths_picture,
    lengths_table,
    marks_picture,
    marks_table,
    per_text_table,
    source_of,
)


@pytest.fixture(scope="module")
def real(data_dir):
    parts = folders_of_splits(data_dir / "poleval-2021" / "punctuation")
    return {name: read_texts(path) for name, path in parts.items()}


def column(table, name):
    at = [one.name for one in table.columns].index(name)
    return {row[0]: row[at] for row in table.rows}


def test_marks_are_as_many_as_the_papers_print(real, data_dir):
    # Ziętkiewicz, proceedings of PolEval 2021, Table 1 (its 10,465 full stops count the dots inside two addresses,
    # and its 165,913 tokens are 165,113)
    train = column(marks_table(real), "train")
    names = ("exclamation mark", "question mark", "colon", "hyphen", "comma", "texts")
    assert [int(train[name]) for name in names] == [118, 797, 913, 2448, 10132, 800]
    assert (train["full stop"], train["words"]) == ("10463", "165113")
    # the organisers' Table 1 is of the 793 texts that have an alignment
    aligned = {one.name for one in read_alignments(data_dir / "poleval-2021/punctuation/fa/poleval_fa.train.tar.gz")}
    printed = (10372, 10069, 768, 114, 2422, 897, 0, 90, 3363, 163471, 793)
    assert tuple(map(int, column(marks_table(real, only=aligned), "train").values())) == printed
    assert column(marks_table(real), "test-B")["comma"] == "-"


def test_texts_are_as_many_and_as_long_as_the_papers_print(real):
    # Wróbel and Żyłko, Table 2: 632 and 168 texts in train; Ziętkiewicz, Table 1: 313 tokens at most, we count 312
    rows = {(row[0], row[1]): row[2:] for row in lengths_table(real).rows}
    assert rows["train", "wikinews"][0] == "632"
    assert rows["train", "wikitalks"][0] == "168"
    assert rows["train", "all"][5] == "312"
    assert rows["test-D", "all"] == ("244", "24808", "101.7", "82.0", "25", "322")


def test_marks_of_a_text_have_mean_median_most_and_sum(tmp_path):
    table = per_text_table({"a": read_texts(write_split(tmp_path / "a", GOLD))})
    rows = {row[1]: row[3:] for row in table.rows}
    assert rows["comma"] == ("1.00", "1.0", "1", "2")
    assert rows["full stop"] == ("1.00", "1.0", "2", "2")
    assert rows["words"] == ("5.00", "5.0", "6", "10")


def test_a_text_is_from_where_its_id_begins():
    assert [source_of(name) for name in ("wikinews12", "wikitalks0012", "12")] == ["wikinews", "wikitalks", "12"]


def test_pictures_can_be_saved(real, tmp_path):
    pytest.importorskip("matplotlib")
    for name, picture in (("marks", marks_picture(real)), ("lengths", lengths_picture(real))):
        picture.save(tmp_path / f"{name}.svg")
        assert (tmp_path / f"{name}.svg").stat().st_size > 5_000
