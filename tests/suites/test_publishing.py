"""A challenge is packed for a platform, with what it needs and nothing else."""

import io
import zipfile

import pytest
from suite_examples import write_cats, write_suite

from probierz.errors import ChallengeError
from probierz.suites.boards import board
from probierz.suites.catalogue import find_task, read_suite
from probierz.suites.publishing import ReferenceRow, pack_challenge, reference_rows


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


ACCURACY = "test-A Accuracy"
HEADER = "source\ttask\tsplit\tmetric\tsystem\tvalue\tkind\tsubmission\trank\n"
PRINTED = {
    "official": "Talk\tcats\ttest-A\tAccuracy\tBest\t90.00\tofficial\tbest\t1\n",
    "official again": "Paper\tcats\ttest-A\tAccuracy\tOur best\t90.00\tofficial\tbest\t\n",
    "variant": "Paper\tcats\ttest-A\tAccuracy\tLarger\t91.00\tvariant\t\t\n",
    "baseline": "Paper\tcats\ttest-A\tAccuracy\tRandom\t50.00\tbaseline\t\t\n",
}


def rows_of(tmp_path, cats, *printed):
    path = write_suite(tmp_path, cats, address=str(cats))
    (tmp_path / "pets.tsv").write_text(HEADER + "".join(PRINTED[one] for one in printed))
    return reference_rows(read_suite(path).tasks[0], {ACCURACY})


def test_each_published_row_says_of_what_it_is_and_only_submissions_are_ranked(cats, tmp_path):
    assert rows_of(tmp_path, cats, "variant", "official again", "official", "baseline") == [
        ReferenceRow(
            "Larger (Paper)", {ACCURACY: 0.91}, "variant", is_ranked=False, printed={ACCURACY: "91.00"}, source="Paper"
        ),
        ReferenceRow(  # printed twice
            "Best (Talk)", {ACCURACY: 0.9}, "official", printed={ACCURACY: "90.00"}, source="Talk"
        ),
        ReferenceRow(
            "Random (Paper)", {ACCURACY: 0.5}, "baseline", is_ranked=False, printed={ACCURACY: "50.00"}, source="Paper"
        ),
        ReferenceRow(
            "a", {ACCURACY: 0.6667}, "baseline", is_ranked=False, printed={ACCURACY: "66.67"}, is_counted=True
        ),
    ]


def test_what_contradicts_a_score_goes_with_the_score():
    rows = reference_rows(find_task("poleval-2021/ocr"), {"test-A WER", "test-B WER"})
    said = {(row.name.split(" (")[0], test): text for row in rows for test, text in row.conflicts.items()}
    assert said["Marcińczuk heuristics after OCR output", "test-A WER"].startswith("cannot be reproduced; ")
    assert all(test in row.scores for row in rows for test in row.conflicts)
    told = {row.system: row.conflict for row in board(find_task("poleval-2021/ocr"), "test-A", has_all=True).rows}
    assert sorted(filter(None, told.values())) == sorted(text for (_, test), text in said.items() if test[5] == "A")


def test_where_nothing_was_submitted_variants_are_ranked_and_no_baseline_is(cats, tmp_path):
    assert [(row.name, row.is_ranked) for row in rows_of(tmp_path, cats, "variant", "baseline")] == [
        ("Larger (Paper)", True),
        ("Random (Paper)", False),
        ("a", False),
    ]
    assert not any(row.is_ranked for row in rows_of(tmp_path, cats, "baseline"))


def test_of_the_systems_for_punctuation_those_are_ranked_that_were_submitted():
    found = reference_rows(find_task("poleval-2021/punctuation"), {"test-D Weighted-F1"})
    ranked = {row.name.partition(" (")[0] for row in found if row.is_ranked}
    assert all(row.kind == "official" for row in found if row.is_ranked)
    assert len(ranked) == len([row for row in found if row.kind == "official"]) > 1


@pytest.fixture
def cats(tmp_path):
    return write_cats(tmp_path / "cats")
