"""Reading lines: nothing dropped, nothing without end."""

import bz2
import gzip
import io
import lzma

import numpy
import polars
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from probierz.errors import ChallengeError, DataError
from probierz.lines import GEVAL, LineReader, ListLines, json_selector

SAMPLE = "zażółć\tgęślą\n\njaźń\n".encode()


def read(path, **options):
    with LineReader(path, **options) as reader:
        return list(reader)


def test_lines_are_split_at_lf_alone(tmp_path):
    (tmp_path / "x").write_bytes("a\u2028b\x0bc\x85\r\nd\re\n\n".encode())
    assert read(tmp_path / "x") == ["a\u2028b\x0bc\x85", "de", ""]


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("x.tsv", bytes),
        ("x.tsv.gz", gzip.compress),
        ("x.tsv.bz2", bz2.compress),
        ("x.tsv.xz", lzma.compress),
        ("x.tsv.zst", zstandard.compress),
        ("misnamed.txt", gzip.compress),
    ],
)
def test_compressed_files_are_recognised_by_their_first_bytes(tmp_path, name, pack):
    (tmp_path / name).write_bytes(pack(SAMPLE))
    assert read(tmp_path / name) == ["zażółć\tgęślą", "", "jaźń"]


def test_plain_text_that_begins_with_bz_is_plain_text(tmp_path):
    (tmp_path / "x").write_bytes(b"BZ is not an archive\n")
    assert read(tmp_path / "x") == ["BZ is not an archive"]


def test_a_header_is_dropped_once_and_only_when_it_is_there(tmp_path):
    (tmp_path / "x").write_text("Text\tYear\nText\n")
    assert read(tmp_path / "x", header=["Text", "Year"]) == ["Text"]
    assert read(tmp_path / "x", header=["Other"]) == ["Text\tYear", "Text"]


def test_a_byte_order_mark_is_removed_unless_the_recorded_dialect_is_wanted(tmp_path):
    (tmp_path / "x").write_bytes(b"\xef\xbb\xbf1\n")
    assert read(tmp_path / "x") == ["1"]
    assert read(tmp_path / "x", dialect=GEVAL) == ["\ufeff1"]


def test_invalid_utf_8_is_an_error_that_names_the_line_or_a_replacement(tmp_path):
    (tmp_path / "x").write_bytes(b"ok\nb\xb3\xc5d\n")
    with pytest.raises(DataError, match=r"x line 2: byte 0xB3 is not UTF-8"):
        read(tmp_path / "x")
    assert read(tmp_path / "x", dialect=GEVAL) == ["ok", "b\ufffd\ufffdd"]


def test_a_nul_character_is_an_error_that_names_the_line(tmp_path):
    (tmp_path / "x").write_bytes(b"a\nb\nc\0\n")
    with pytest.raises(DataError, match="line 3: a NUL"):
        read(tmp_path / "x")


def test_an_endless_line_is_refused_before_it_fills_the_memory():
    with pytest.raises(DataError, match="/dev/zero line 1: the line is longer than 16 MiB"):
        read("/dev/zero", dialect=GEVAL)


def test_a_missing_file_is_a_sentence(tmp_path):
    with pytest.raises(ChallengeError, match="cannot be read: No such file"):
        read(tmp_path / "nothing")


def test_a_selector_picks_values_out_of_json_lines():
    select = json_selector("a/b")
    assert select('{"a":{"b":["x", 2.50, {"z":1,"y":2}]}}') == ('"x"', "2.5", '{"y":2,"z":1}')
    assert select('{"a":{"b":"x"}}') == '"x"'
    numbers = '{"a":{"b":[2.0, 1e5, 0.05, 0.1, 12345678.5, -1.5e-7, 7, true, null, "ż\\n", [1, 0.0]]}}'
    shortest = ("2.0", "100000", "5.0e-2", "0.1", "1.23456785e7", "-1.5e-7", "7", "true", "null", '"ż\\n"', "[1,0.0]")
    assert select(numbers) == shortest
    with pytest.raises(ValueError, match="no key 'b'"):
        select('{"a":{}}')


def test_blocks_respect_both_limits():
    lines = ListLines(["x" * 10] * 100)
    assert lines.ready(7, 1000) == 7
    lines.take(7)
    assert lines.ready(1000, 25) <= 10


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(st.characters(exclude_characters="\n\r\0", exclude_categories=["Cs"])), max_size=30), st.data())
def test_whatever_the_blocks_the_lines_are_the_same(tmp_path_factory, texts, data):
    if texts and texts[0].startswith("\ufeff"):
        texts[0] = ""
    path = tmp_path_factory.mktemp("lines") / "x"
    path.write_bytes("".join(text + "\n" for text in texts).encode())
    found = []
    with LineReader(path) as reader:
        while count := reader.ready(data.draw(st.integers(1, 5)), data.draw(st.integers(1, 40))):
            found += reader.take(count)
    assert found == texts


@pytest.mark.parametrize(
    ("line", "found"),
    [(None, "None; an empty line is ''"), (1, "int"), (b"a", "bytes"), (["a"], "list"), (("a", 1), "tuple")],
)
def test_what_is_no_text_is_no_line(line, found):
    # None once passed for the end, and everything after it was left out.
    with pytest.raises(DataError, match=f"output line 2: every line must be a string, found {found}"):
        ListLines(["a", line, "b"], "output").ready(10, 1000)


@pytest.mark.parametrize("lines", [None, 5, "ab", b"ab", {"a": 1}, {"a"}, polars.DataFrame({"a": ["b"]}), str])
def test_what_is_no_list_of_lines_is_refused(lines):
    with pytest.raises(DataError, match="expected: give the lines as a list of strings"):
        ListLines(lines, "expected")


@pytest.mark.parametrize(
    "lines",
    [polars.Series(["a", "b"]), numpy.array(["a", "b"]), iter(["a", "b"]), ("a", "b"), {1: "a", 2: "b"}.values()],
)
def test_columns_arrays_and_iterators_are_lists_of_lines(lines):
    assert ListLines(lines).ready(10, 1000) == 2


def test_the_lines_of_an_open_file_have_no_line_ends():
    lines = ListLines(io.StringIO("a\n\nb"))
    assert lines.take(lines.ready(10, 1000)) == ["a", "", "b"]
