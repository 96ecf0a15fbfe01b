"""KLEJ's nine tasks: what is declared of them, reading their files, and the challenges built of them."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from probierz import open_challenge, parse_scheme
from probierz.errors import ChallengeError, DataError
from probierz.suites.building import build
from probierz.suites.checking import check_task
from probierz.suites.getting import get_task, other_data
from probierz.suites.klej.builders import format_of, official_folder
from probierz.suites.klej.format import Format, read_examples, read_features

FORM = Format(("sentence",), "target", ("0", "1"))
AT_HAND = ["nkjp-ner", "cdsc-e", "cdsc-r", "cbd", "polemo2.0-in", "polemo2.0-out", "dyk", "ar"]


# --- the declaration -------------------------------------------------------------------------------------------------


def test_metrics_are_those_of_the_paper(klej):
    assert {task.name: task.schemes[0] for task in klej.tasks} == {
        "nkjp-ner": "Accuracy",
        "cdsc-e": "Accuracy",
        "cdsc-r": "Spearman",
        "cbd": "F1",
        "polemo2.0-in": "Accuracy",
        "polemo2.0-out": "Accuracy",
        "dyk": "F1",
        "psc": "F1",
        "ar": "1-wMAE",
    }


def test_each_task_is_told_in_two_languages_with_its_licence_and_source(klej):
    for task in klej.tasks:
        assert task.title_pl
        assert task.description_pl
        assert task.licence.notice_pl
        assert task.source.address == f"https://klejbenchmark.com/static/data/klej_{task.name}.zip"
        assert task.citation
        assert parse_scheme(task.schemes[0]).metric.better == "higher"


def test_ten_systems_were_published_on_each_task(klej):
    for task in klej.tasks:
        scores = [one for one in task.published if one.is_score]
        assert len(scores) == 10
        assert {one.metric for one in scores} == {task.schemes[0]}


def test_every_difference_from_the_published_counts_is_explained(klej):
    for task in klej.tasks:
        for count in task.counts:
            assert count.counted == task.split(count.split).lines
            assert bool(count.why) == (count.counted != count.published)


def test_three_lines_are_known_of_each_split_whose_official_file_is_known(klej):
    for task in klej.tasks:
        for split in task.splits:
            held_back = task.name == "psc" or split.optional or (task.name, split.name) == ("dyk", "train")
            assert len(split.known) == (0 if held_back else 3)


# --- reading ---------------------------------------------------------------------------------------------------------


def test_quotes_are_letters(tmp_path):
    (tmp_path / "train.tsv").write_text('sentence\ttarget\n"raz\t0\ndwa"\t1\n"on ""ja"""\t0\n')
    assert [one.fields[0] for one in read_examples(tmp_path / "train.tsv", FORM)] == ['"raz', 'dwa"', '"on ""ja"""']


def test_a_reader_of_quotes_would_join_real_lines(klej, klej_data):
    import csv

    path = klej_data / "nkjp-ner" / "train.tsv"
    with open(path, encoding="utf-8", newline="") as file:
        joined = sum(1 for _ in csv.reader(file, delimiter="\t")) - 1
    assert (len(read_examples(path, format_of(klej.task("nkjp-ner")))), joined) == (15_794, 15_310)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the header must be sentence, target, separated by TAB; found ''"),
        ("raz\t0\n", "line 1: the header must be sentence, target, separated by TAB; found 'raz', '0'"),
        ("target\tsentence\n", "line 1: the header must be sentence, target"),
        ("sentence\ttarget\nraz\t0\ndwa\n", "line 3: 2 columns are wanted (sentence, target), found 1"),
        ("sentence\ttarget\nraz\tdwa\t0\n", "line 2: 2 columns are wanted (sentence, target), found 3"),
        ("sentence\ttarget\nraz\t2\n", "line 2: column 'target': the label is '2'; wanted 0 or 1"),
        ("sentence\ttarget\n\n", "line 2: 2 columns are wanted"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line(tmp_path, text, message):
    (tmp_path / "train.tsv").write_text(text)
    with pytest.raises(DataError) as caught:
        read_examples(tmp_path / "train.tsv", FORM)
    assert caught.value.message.startswith(f"{tmp_path}/train.tsv {message}")


def test_mixed_encodings_are_told_with_their_line(tmp_path):
    (tmp_path / "test_features.tsv").write_bytes("sentence\nżółw\n".encode() + "żółw\n".encode("iso-8859-2"))
    with pytest.raises(DataError, match=r"test_features\.tsv line 3: byte 0xBF is not UTF-8; save the file as UTF-8"):
        read_features(tmp_path / "test_features.tsv", FORM)


# --- challenges ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(klej, klej_data, tmp_path_factory):
    """Challenges of all tasks whose files are at hand."""
    folder = tmp_path_factory.mktemp("klej")
    for name in AT_HAND:
        build(klej.task(name), klej_data, folder / name)
    return folder


@pytest.mark.parametrize("name", AT_HAND)
def test_splits_have_the_lines_that_are_declared(klej, built, name):
    task = klej.task(name)
    challenge = open_challenge(built / name)
    for split in challenge.splits:
        lines = (split.path / "in.tsv").read_text(encoding="utf-8").count("\n")
        assert lines == task.split(split.name).lines


@pytest.mark.slow
@pytest.mark.parametrize("name", AT_HAND)
def test_the_check_finds_what_is_known_and_nothing_else(klej, built, name):
    findings = list(check_task(klej.task(name), built / name))
    assert [finding for finding in findings if finding.severity == "error"] == []


def test_the_facts_that_descriptions_tell_are_so(klej, built):
    def lines(path):
        return (built / path).read_text(encoding="utf-8").split("\n")[:-1]

    names = Counter(lines("nkjp-ner/train/expected.tsv"))["persName"] / 15_794
    assert (round(100 * names), round(100 * Counter(lines("nkjp-ner/dev-0/expected.tsv"))["persName"] / 1941)) == (
        23,
        31,
    )
    assert Counter(lines("cbd/test-A/expected.tsv"))["1"] == 134
    assert Counter(lines("polemo2.0-out/dev-0/expected.tsv"))["__label__meta_zero"] == 1
    train, test = ([line.split("\t")[1:] for line in lines(f"cdsc-e/{split}/in.tsv")] for split in ("train", "test-A"))
    seen = {sentence for pair in train for sentence in pair}
    shared = Counter(sum(sentence in seen for sentence in pair) for pair in test)
    assert (shared[1] + shared[2], shared[2]) == (770, 189)
    questions = [{line.split("\t")[1] for line in lines(f"dyk/{split}/in.tsv")} for split in ("train", "test-A")]
    assert not questions[0] & questions[1]


def test_published_baselines_come_out_of_the_challenges(klej, built):
    for name, split in (("cdsc-e", "test-A"), ("cbd", "test-A"), ("ar", "dev-0"), ("nkjp-ner", "dev-0")):
        for baseline in klej.task(name).baselines:
            if split in baseline.scores:
                place = built / name / split
                count = (place / "in.tsv").read_text(encoding="utf-8").count("\n")
                (place / "out.tsv").write_text(f"{baseline.recipe.partition(':')[2]}\n" * count)
                value = open_challenge(built / name).evaluate(split).scores[0].value
                assert 100 * value == pytest.approx(float(baseline.scores[split]), abs=0.05)


def test_files_of_an_unpacked_archive_are_found_in_its_folder(tmp_path):
    (tmp_path / "klej_ar").mkdir()
    (tmp_path / "klej_ar" / "test_features.tsv").write_text("text\n")
    assert official_folder(tmp_path, "ar") == tmp_path / "klej_ar"
    with pytest.raises(ChallengeError, match=r"there is no test_features\.tsv here, nor in a folder psc"):
        official_folder(tmp_path, "psc")


def test_expected_results_of_another_length_are_refused_and_nothing_is_left(klej, tmp_path):
    source, target = tmp_path / "cbd", tmp_path / "challenge"
    source.mkdir()
    (source / "test_features.tsv").write_text("sentence\nraz\ndwa\n")
    (source / "test_gold.tsv").write_text("0\n")
    with pytest.raises(DataError, match=r"test_gold\.tsv: 1 expected results for 2 records of test_features\.tsv"):
        build(klej.task("cbd"), source, target)
    assert [path.name for path in tmp_path.iterdir()] == ["cbd"]


@pytest.fixture
def copied(klej_data, tmp_path):
    """A folder with the files of CDSC-E, to be changed."""
    if not (klej_data / "cdsc-e").is_dir():
        pytest.skip("no files of CDSC-E")
    return Path(shutil.copytree(klej_data / "cdsc-e", tmp_path / "cdsc-e", copy_function=shutil.copyfile))


def test_shuffled_records_are_refused_unless_one_insists(klej, copied, tmp_path):
    file = copied / "test_features.tsv"
    header, *lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text(header + "".join(lines[::-1]), "utf-8")
    said = r"klej/cdsc-e: test-A/in.tsv: the content has the sha256 \w{64}, declared is \w{64}; .* add --unchecked"
    with pytest.raises(ChallengeError, match=said):
        get_task(klej.task("cdsc-e"), tmp_path / "mine", place=str(copied))
    assert not (tmp_path / "mine").exists()
    get_task(klej.task("cdsc-e"), tmp_path / "mine", place=str(copied), checked=False)
    assert (tmp_path / "mine" / "test-A" / "in.tsv").is_file()


def test_a_part_of_train_is_refused_and_a_held_out_part_is_not(klej, copied, tmp_path):
    get_task(klej.task("cdsc-e"), tmp_path / "whole", place=str(copied), share=0.1)
    assert other_data(klej.task("cdsc-e"), tmp_path / "whole") == []
    file = copied / "train.tsv"
    file.write_text("".join(file.read_text("utf-8").splitlines(keepends=True)[:500]), "utf-8")
    with pytest.raises(ChallengeError, match=r"train/in\.tsv: the content has the sha256"):
        get_task(klej.task("cdsc-e"), tmp_path / "mine", place=str(copied))
    assert not (tmp_path / "mine").exists()
