"""A challenge is packed for a platform, which refuses what real data have."""

import io
import lzma
import zipfile

import pytest
from suite_examples import write_cats

from probierz.errors import ChallengeError
from probierz.suites.publishing import pack_challenge


def packed(folder, gold=None):
    """What was done, and the files of the archive."""
    into = io.BytesIO()
    told = pack_challenge(folder, into, gold=gold)
    with zipfile.ZipFile(into) as archive:
        return told, {name: archive.read(name).decode() for name in archive.namelist()}


def test_splits_without_their_input_or_expected_results_are_left_out(cats):
    (cats / "train" / "in.tsv").rename(cats / "train" / "alignments.tsv")
    told, files = packed(cats)
    assert told.left_out == {"train": "in.tsv", "test-B": "expected.tsv"}
    assert {name.partition("/")[0] for name in files if "/" in name} == {"test-A"}


def test_expected_results_from_elsewhere_complete_a_split(cats, tmp_path):
    (tmp_path / "gold" / "test-B").mkdir(parents=True)
    (tmp_path / "gold" / "test-B" / "expected.tsv").write_text("a\na\nb\n")
    told, files = packed(cats, tmp_path / "gold")
    assert (told.left_out, files["test-B/expected.tsv"]) == ({}, "a\na\nb\n")


def test_inputs_lose_spaces_at_the_ends_of_lines_and_nothing_else_does(cats):
    (cats / "train" / "in.tsv").write_text("1\t a \n2\tb\n3\tc  \n4\td")
    (cats / "train" / "notes.txt").write_text("as it is \n")
    told, files = packed(cats)
    assert told.trimmed == {"train/in.tsv": 2}
    assert files["train/in.tsv"] == "1\t a\n2\tb\n3\tc\n4\td\n"
    assert files["train/notes.txt"] == "as it is \n"
    assert files["test-A/in.tsv"] == (cats / "test-A" / "in.tsv").read_text()


def test_a_compressed_input_is_unpacked_where_it_has_such_spaces(cats):
    for name, text in (("train", "1\ta \n"), ("test-A", "1\ta\n")):
        (cats / name / "in.tsv").unlink()
        (cats / name / "in.tsv.xz").write_bytes(lzma.compress(text.encode()))
    into = io.BytesIO()
    assert pack_challenge(cats, into).trimmed == {"train/in.tsv.xz": 1}
    with zipfile.ZipFile(into) as archive:
        assert archive.read("train/in.tsv") == b"1\ta\n"
        assert "test-A/in.tsv.xz" in archive.namelist()


def test_a_challenge_on_which_nothing_can_be_scored_is_refused(cats):
    (cats / "test-A" / "expected.tsv").unlink()
    with pytest.raises(ChallengeError, match=r"cats: no split with expected results is here .*, by --gold"):
        packed(cats)


@pytest.mark.parametrize("name", ["poleval-2021/ocr", "poleval-2021/punctuation"])
def test_real_data_are_packed_without_what_platforms_refuse(data_dir, name):
    told = pack_challenge(data_dir / name, io.BytesIO())
    assert (
        told.left_out
        == {
            "poleval-2021/ocr": {"train": "in.tsv", "test-B": "expected.tsv"},
            "poleval-2021/punctuation": dict.fromkeys(["test-B", "test-C", "test-D"], "expected.tsv"),
        }[name]
    )
    assert told.trimmed == {}


@pytest.fixture
def cats(tmp_path):
    return write_cats(tmp_path / "cats")
