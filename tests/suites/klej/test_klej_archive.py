"""Submissions: what is accepted, what is told of what is wrong, and what is refused as hostile."""

import contextlib
import gzip
import io
import random
from dataclasses import replace

import pytest

from probierz.cli.main import main
from probierz.errors import ProbierzError
from probierz.suites.klej.archive import prediction_file, read_submission

NER = "test_pred_nkjp-ner.tsv"


def told(path, tasks, **options):
    """The problems, without the path of the archive."""
    found = read_submission(path, tasks, **options).problems
    return [str(problem).removeprefix(f"{path}").lstrip("/: ") for problem in found]


def test_nine_files_of_predictions_are_asked_for(klej):
    assert [prediction_file(task.name) for task in klej.tasks] == [
        "test_pred_nkjp-ner.tsv",
        "test_pred_cdsc-e.tsv",
        "test_pred_cdsc-r.tsv",
        "test_pred_cbd.tsv",
        "test_pred_polemo2.0-in.tsv",
        "test_pred_polemo2.0-out.tsv",
        "test_pred_dyk.tsv",
        "test_pred_psc.tsv",
        "test_pred_ar.tsv",
    ]


def test_a_good_archive_is_read(small, pack, good):
    found = read_submission(pack(good), small)
    assert found.problems == ()
    assert found.predictions["nkjp-ner"] == ["persName", "time", "noEntity"]
    assert found.predictions["cdsc-r"] == ["0.5", "5.0", "2.17"]


def test_a_folder_of_files_will_do_as_well(small, tmp_path, good):
    for name, text in good.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / ".DS_Store").write_bytes(b"\0")
    found = read_submission(tmp_path, small)
    assert (found.problems, len(found.predictions)) == ((), 3)


@pytest.mark.parametrize("name", ["{}.tsv", "{}/out.tsv", "mine/{}/test-A/out.tsv"])
def test_outputs_of_challenges_are_read_from_an_archive_as_from_a_folder(small, pack, good, tmp_path, name):
    """Files of these names were taken for predictions and never opened, so that all was told to be fine."""
    files = {name.format(task.name): good[prediction_file(task.name)].removeprefix("target\n") for task in small}
    assert len(read_submission(pack(files), small).predictions) == 3
    for one, text in files.items():
        (tmp_path / "all" / one).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "all" / one).write_text(text)
    assert len(read_submission(tmp_path / "all", small).predictions) == 3
    files[name.format("nkjp-ner")] = "wrong\n" * 3
    assert sum(": the label is 'wrong'; wanted" in line for line in told(pack(files), small)) == 3


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("nkjp-ner.tsv.bak", "nkjp-ner.tsv"),
        ("nkjp-ner/test-A/out.txt", "nkjp-ner/test-A/out.tsv"),
        ("klej_nkjp-ner/out.tsv", "nkjp-ner/out.tsv"),
        ("nkjpner.tsv", "nkjp-ner.tsv"),
        ("test-nkjp-ner.tsv", "nkjp-ner.tsv"),
        ("test_pred_nkjp-ner.json", NER),
        ("test-pred-nkjp-ner.tsv", NER),
        ("test_preds_nkjp-ner.tsv", NER),
    ],
)
@pytest.mark.parametrize("partial", [True, False])
def test_a_misplaced_output_is_told_in_a_folder_as_in_an_archive(small, pack, good, tmp_path, name, right, partial):
    good[name] = good.pop(NER)
    folder = tmp_path / "all"
    for one, text in (good | {"nkjp-ner/dev.tsv": "of the data", "nkjp-ner/more.tsv": "of the data"}).items():
        (folder / one).parent.mkdir(parents=True, exist_ok=True)
        (folder / one).write_text(text)
    for given in (pack(good), folder):
        said = f"{name}: no task has a file of this name; rename it to {right} if it is that"
        assert told(given, small, partial=partial) == [said]


def test_compressed_files_of_a_folder_may_hold_as_much_as_those_of_an_archive(small, tmp_path):
    """Each inflates to seven eighths of what a file may hold, and all of them to more than any ratio is looked at."""
    text = b"target\n" + random.Random(3).randbytes(2**15).hex().encode() * 112
    for number in range(10):
        packed = gzip.compress(text, 1)
        (tmp_path / prediction_file(f"task-{number}")).with_suffix(".tsv.gz").write_bytes(packed)
    tasks = [replace(small[0], name=f"task-{number}") for number in range(10)]
    assert not any("inflate" in line for line in told(tmp_path, tasks))


def test_a_compressed_file_of_a_folder_may_hold_no_more_than_one_that_is_not(small, tmp_path):
    (tmp_path / f"{NER}.gz").write_bytes(gzip.compress(b"target\n" + b"time\n" * 2**21))
    said = told(tmp_path, small, partial=True)
    assert any("has more than 8 MiB; leave out what is not needed" in line for line in said), said


@pytest.mark.parametrize(
    "changed",
    [
        lambda good: {f"my-submission/{name}": text for name, text in good.items()},
        lambda good: good | {"__MACOSX/._test_pred_cbd.tsv": b"\0\1"},
        lambda good: {name: text.replace("\n", "\r\n") for name, text in good.items()},
        lambda good: {name: text.removesuffix("\n") for name, text in good.items()},
        lambda good: {name: b"\xef\xbb\xbf" + text.encode() for name, text in good.items()},
    ],
    ids=["a folder around all", "files of Mac OS", "CR LF", "no last line end", "a byte order mark"],
)
def test_harmless_habits_of_systems_do_no_harm(small, pack, good, changed):
    found = read_submission(pack(changed(good)), small)
    assert found.problems == ()
    assert found.predictions["cbd"] == ["1", "0", "0"]


# --- what is wrong with a file ---------------------------------------------------------------------------------------


def test_a_missing_task_is_named(small, pack, good):
    del good[NER]
    assert told(pack(good), small) == ["there is no test_pred_nkjp-ner.tsv; every task needs its predictions"]


def test_a_missing_task_is_no_fault_of_a_partial_submission(small, pack, good):
    del good[NER]
    assert told(pack(good), small, partial=True) == []


@pytest.mark.parametrize("partial", [True, False])
def test_where_there_are_no_predictions_it_is_said_once_what_they_are_called(small, pack, tmp_path, partial):
    remedy = "name each as its task, such as test_pred_nkjp-ner.tsv, or put it there as nkjp-ner/test-A/out.tsv"
    for path in (pack({"readme.txt": "hello"}), tmp_path):
        assert told(path, small, partial=partial)[-1:] == [f"there is no output for test-A; {remedy}"]


def test_a_renamed_task_is_recognised(small, pack, good):
    good["test_pred_nkjp_ner.tsv"] = good.pop(NER)
    said = f"test_pred_nkjp_ner.tsv: no task has a file of this name; rename it to {NER} if it is that"
    assert told(pack(good), small) == [said]


@pytest.mark.parametrize("name", ["test_pred_nkjp-ner.csv", "test_pred_NKJP-NER.tsv", "Test_Pred_nkjp-ner.tsv"])
@pytest.mark.parametrize("partial", [True, False])
def test_of_a_lone_file_under_another_name_that_alone_is_told(small, pack, good, tmp_path, name, partial):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / name).write_text(good[NER])
    said = f"{name}: no task has a file of this name; rename it to {NER} if it is that"
    for given in (tmp_path / "mine", pack({name: good[NER]})):
        assert told(given, small, partial=partial) == [said]


def test_two_files_of_one_task_are_one_too_many_in_a_folder_as_in_an_archive(small, pack, good, tmp_path):
    files = {NER: good[NER], "nkjp-ner.tsv": good[NER].removeprefix("target\n")}
    (tmp_path / "mine").mkdir()
    for name, text in files.items():
        (tmp_path / "mine" / name).write_text(text)
    for given in (tmp_path / "mine", pack(files)):
        (said,) = told(given, small, partial=True)
        assert "are both the output of nkjp-ner; leave one out" in said


def test_a_header_that_is_called_otherwise_is_told_once(small, pack, good):
    found = told(pack(good | {NER: good[NER].replace("target", "Target")}), small)
    assert found == [f"{NER} line 1: the header must be 'target', found 'Target'; write it in place of that"]


def test_the_one_file_under_another_name_must_be_the_one_that_is_missing(small, pack, good):
    good["test_pred_imiona.tsv"] = good.pop(NER)
    assert told(pack(good), small)[0].endswith(f"rename it to {NER} if it is that")


def test_a_file_too_many_is_a_warning(small, pack, good):
    path = pack(good | {"notes.txt": "my best run"})
    problems = read_submission(path, small).problems
    assert [(problem.severity, problem.path) for problem in problems] == [("warning", f"{path}/notes.txt")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("target\npersName\n", f"{NER}: there is 1 prediction, and the test has 3 records; predict every record"),
        (
            "target\ntime\ntime\ntime\ntime\ntime\n",
            f"{NER} line 5: 2 lines too many; the test has 3 records; predict each record once",
        ),
        ("target\ntime\ntime\ntime\n\n", f"{NER} line 5: the last line is empty; remove it"),
        ("persName\ntime\ntime\n", f"{NER} line 1: the header must be 'target', found 'persName'; put it above"),
        ("label\ntime\ntime\ntime\n", f"{NER} line 1: the header must be 'target', found 'label'"),
        (
            "target\ntime\npersname\ntime\n",
            f"{NER} line 3: the label is 'persname'; wanted geogName, noEntity, orgName, persName, placeName or time",
        ),
        ("target\ntime\n\ntime\n", f"{NER} line 3: the label is ''; wanted "),
        ("target\ntime\ntime\t0.9\ntime\n", f"{NER} line 3: one column is wanted, the prediction alone; found 2"),
        ("target\rtime\rtime\rtime\r", f"{NER}: lines end with CR (carriage return, 0x0D); end lines with LF alone"),
        ("target\ntime \ntime\ntime\n", f"{NER} line 2: the label is 'time '; wanted "),
        ("", f"{NER}: the file is empty; the header target and the predictions belong in it"),
        (b"target\ntime\nosoba\xb9\ntime\n", f"{NER} line 3: byte 0xB9 is not UTF-8; save the file as UTF-8"),
        (b"\xef\xbb\xbftarget\n\xb9\ntime\ntime\n", f"{NER} line 2: byte 0xB9 is not UTF-8"),
        ("target\ntime\ntime\ntime\n".encode("utf-16"), f"{NER} line 1: the file is UTF-16; save it as UTF-8"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(small, pack, good, content, message):
    found = told(pack(good | {NER: content}), small)
    assert any(one.startswith(message) for one in found), found


def test_a_file_with_a_fault_is_not_scored_and_the_others_are(small, pack, good):
    found = read_submission(pack(good | {NER: "target\ntime\n"}), small)
    assert sorted(found.predictions) == ["cbd", "cdsc-r"]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        (
            [at / 12 for at in range(12)],
            "from 0 to 0.916667, and those of the task from 0 to 5; are they on its scale?",
        ),
        ([9 * at for at in range(12)], "all numbers are from 0 to 99, and those of the task from 0 to 5"),
        ([at / 3 for at in range(12)], None),
        ([0.5] * 3, None),  # few lines prove nothing
    ],
)
def test_numbers_of_another_scale_are_questioned_and_taken(klej, pack, numbers, said):
    task = klej.task("cdsc-r")
    short = replace(task, splits=tuple(replace(one, lines=len(numbers)) for one in task.splits))
    content = {prediction_file("cdsc-r"): "".join(f"{one}\n" for one in ["target", *numbers])}
    found = read_submission(pack(content), [short])
    assert len(found.predictions["cdsc-r"]) == len(numbers)
    assert [one.severity for one in found.problems] == ["warning"] * bool(said)
    assert said is None or said in str(found.problems[0])


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("cbd", "0", "all labels are '0'; expected are '0', '1'; is this the right file?"),
        ("cdsc-r", "2.5", "all numbers are 2.5, and a correlation has no value then; is this the right file?"),
    ],
)
def test_predictions_that_are_all_the_same_are_questioned_as_in_any_challenge(klej, pack, capsys, name, line, said):
    many = klej.task(name).split("test-A").lines
    path = pack({prediction_file(name): "target\n" + f"{line}\n" * many})
    assert main(["klej", "check", str(path), "--partial"]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("task", "numbers", "said"),
    [
        ("ar", ["3", "6", "-40"], "line 3: numbers not from 1 to 5: 2, the first is 6; replace them by the ends"),
        ("ar", ["500"], "line 2: numbers not from 1 to 5: 1, the first is 500; replace them by the ends"),
        ("cdsc-r", ["7.5", "500"], "line 2: numbers not from 0 to 5: 2, the first is 7.5; are they on its scale?"),
    ],
)
def test_numbers_out_of_range_are_questioned_with_their_line(klej, pack, capsys, task, numbers, said):
    many = klej.task(task).split("test-A").lines
    path = pack({prediction_file(task): "\n".join(["target", *numbers, *["4.5", "1"] * (many // 2)][: many + 1])})
    assert main(["klej", "check", str(path), "--partial"]) == 0
    assert f"test_pred_{task}.tsv {said}" in capsys.readouterr().out


@pytest.mark.parametrize("number", ["much", "nan", "1e999", "1,5", "", "0x10", "1_0"])
def test_a_number_must_be_one(small, pack, good, number):
    content = f"target\n1.5\n{number}\n-2e1\n"
    found = told(pack(good | {"test_pred_cdsc-r.tsv": content}), small)
    assert found == [f"test_pred_cdsc-r.tsv line 3: a number such as 2.5 is wanted, found {number!r}"]


def test_a_probability_is_no_class(small, pack, good):
    found = told(pack(good | {"test_pred_cbd.tsv": "target\n0.7\n1.0\n0\n"}), small)
    assert found == [
        "test_pred_cbd.tsv line 2: the label is '0.7'; wanted 0 or 1",
        "test_pred_cbd.tsv line 3: the label is '1.0'; wanted 0 or 1",
    ]


def test_of_many_wrong_lines_some_are_told_and_the_rest_is_counted(klej, pack):
    task = klej.task("cbd")
    found = told(pack({"test_pred_cbd.tsv": "target\n" + "0\nspam\n" * 500}), [task])
    assert len(found) == 6
    assert found[-1] == "test_pred_cbd.tsv: 495 more lines cannot be used, the last is line 1001"


@pytest.mark.parametrize(
    ("name", "lines", "said"),
    [
        (
            "cbd",
            "True\nFalse\n",
            ": none of the labels is an expected one: 'False', 'True'; expected are '0', '1'; write",
        ),
        ("cdsc-e", "NEUTRAL\nneutral\n", " line 3: labels differ from expected ones in upper and lower case alone: "),
    ],
)
def test_labels_that_are_wrong_in_one_way_are_told_once_with_what_is_to_be_done(klej, pack, name, lines, said):
    (found,) = told(pack({f"test_pred_{name}.tsv": "target\n" + lines * 500}), [klej.task(name)])
    assert found.startswith(f"test_pred_{name}.tsv{said}")


@pytest.mark.parametrize(("count", "whose"), [(1941, "dev-0"), (1029, "dyk")])
def test_predictions_of_another_split_or_task_are_told_by_their_number(klej, pack, count, whose):
    found = told(pack({NER: "target\n" + "time\n" * count}), klej.tasks, partial=True)
    assert [one.endswith(f"; {whose} has as many: is this its output?") for one in found] == [True]


# --- what is refused -------------------------------------------------------------------------------------------------


def refused(path, tasks, **options):
    with pytest.raises(ProbierzError) as caught:
        read_submission(path, tasks, **options)
    return caught.value.message.removeprefix(str(path)).lstrip(": ")


def test_a_file_that_inflates_without_measure_is_refused(small, pack, good):
    path = pack(good | {NER: b"0" * (9 * 2**20)})
    assert path.stat().st_size < 2**17
    assert refused(path, small) == f"{NER} has more than 8 MiB; leave out what is not needed"


def test_an_archive_of_an_archive_is_one_sentence(small, pack, good):
    whole = pack(good).read_bytes()
    with pytest.raises(ProbierzError, match=r"there are no predictions in it, but another archive, mine\.zip"):
        read_submission(pack({"mine.zip": whole}), small)
    assert "mine.zip" in str(read_submission(pack({**good, "mine.zip": whole}), small).problems[0])


def test_of_one_file_of_predictions_its_folder_is_wanted(small, tmp_path, good):
    (tmp_path / NER).write_text(good[NER])
    assert refused(tmp_path / NER, small) == f"these are the predictions of one task; give their folder, {tmp_path}"


def test_what_is_no_archive_is_told(small, tmp_path):
    (tmp_path / "mine.zip").write_text("target\n")
    assert refused(tmp_path / "mine.zip", small).startswith("this is not a zip archive")
    assert "No such file" in refused(tmp_path / "other.zip", small)
    (tmp_path / "empty.zip").write_bytes(io.BytesIO().getvalue())
    assert refused(tmp_path / "empty.zip", small).startswith("this is not a zip archive")


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_archive_is_read_or_told_but_is_no_bug(small, pack, good, seed):
    path, generator = pack(good), random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(generator.choice([1, 2, 8])):
        data[generator.randrange(len(data))] = generator.randrange(256)
    path.write_bytes(data)
    with contextlib.suppress(ProbierzError):
        read_submission(path, small)
