"""A challenge is packed for a platform, with what it needs and nothing else."""

import io
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
    assert told == {"train": "in.tsv", "test-B": "expected.tsv"}
    assert {name.partition("/")[0] for name in files if "/" in name} == {"test-A"}


def test_a_train_set_in_one_file_stays(cats):
    (cats / "train" / "in.tsv").unlink()
    (cats / "train" / "expected.tsv").rename(cats / "train" / "train.tsv")
    assert packed(cats)[0] == {"test-B": "expected.tsv"}


def test_expected_results_from_elsewhere_complete_a_split(cats, tmp_path):
    (tmp_path / "gold" / "test-B").mkdir(parents=True)
    (tmp_path / "gold" / "test-B" / "expected.tsv").write_text("a\na\nb\n")
    told, files = packed(cats, tmp_path / "gold")
    assert (told, files["test-B/expected.tsv"]) == ({}, "a\na\nb\n")


def test_a_challenge_on_which_nothing_can_be_scored_is_refused(cats):
    (cats / "test-A" / "expected.tsv").unlink()
    with pytest.raises(ChallengeError, match=r"cats: no split with expected results is here .*, by --expected"):
        packed(cats)


@pytest.mark.parametrize("name", ["poleval-2021/ocr", "poleval-2021/punctuation"])
def test_real_data_are_packed_without_splits_that_nobody_can_score(data_dir, name):
    told = pack_challenge(data_dir / name, io.BytesIO())
    assert (
        told
        == {
            "poleval-2021/ocr": {"train": "in.tsv", "test-B": "expected.tsv"},
            "poleval-2021/punctuation": dict.fromkeys(["test-B", "test-C", "test-D"], "expected.tsv"),
        }[name]
    )


@pytest.fixture
def cats(tmp_path):
    return write_cats(tmp_path / "cats")
