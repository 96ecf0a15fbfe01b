"""An archive with the outputs for all tasks of a suite, as people name and pack it."""

import io
import zipfile

import pytest

from probierz.errors import ChallengeError
from probierz.suites.output_archive import WantedOutput, read_outputs

WANTED = [WantedOutput("cats", "test-A", 2), WantedOutput("dogs", "test-B", 3)]
CATS, DOGS = b"tak\nnie\n", b"1\n2\n3\n"


@pytest.fixture
def pack(tmp_path):
    def packed(files):
        path = tmp_path / "mine.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return path

    return packed


@pytest.mark.parametrize(
    ("cats", "dogs"),
    [
        ("cats.tsv", "dogs.tsv"),
        ("cats/out.tsv", "dogs/out.tsv"),
        ("cats/test-A/out.tsv", "dogs/test-B/out.tsv"),
        ("mine/cats.tsv", "mine/dogs/test-B/out.tsv"),
    ],
)
def test_a_file_is_known_by_its_task_or_its_folder(cats, dogs, pack):
    found = read_outputs(pack({cats: CATS, dogs: DOGS}), WANTED)
    assert (found.outputs, found.problems) == ({"cats": CATS, "dogs": DOGS}, ())


def test_the_folder_of_the_only_task_is_not_one_around_everything(pack):
    found = read_outputs(pack({"dogs/out.tsv": DOGS}), WANTED, partial=True)
    assert (found.outputs, found.problems) == ({"dogs": DOGS}, ())


def test_a_last_line_without_an_end_counts_and_bytes_stay_as_they_are(pack):
    odd = "a\r\nb\tc".encode("utf-16-le")
    found = read_outputs(pack({"cats.tsv": b"\xff\xfe" + odd, "dogs.tsv": b"1\n2\n3"}), WANTED)
    assert found.outputs["dogs"] == b"1\n2\n3"
    assert found.outputs["cats"] == b"\xff\xfe" + odd


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"cats.tsv": CATS}, "there is no dogs.tsv; every task needs its output"),
        ({"cats.tsv": CATS, "dog.tsv": DOGS}, "dog.tsv: no task has a file of this name; rename it to dogs.tsv"),
        (
            {"cats.tsv": b"tak\n", "dogs.tsv": DOGS},
            "cats.tsv: there is 1 line, and test-A has 2; give one line",
        ),
        ({"cats.tsv": b"", "dogs.tsv": DOGS}, "cats.tsv: there are 0 lines, and test-A has 2"),
        (
            {"cats.tsv": CATS, "cats/out.tsv": CATS, "dogs.tsv": DOGS},
            "cats.tsv and cats/out.tsv are both the output of cats; leave one out",
        ),
    ],
)
def test_what_is_wrong_is_told(files, said, pack):
    found = read_outputs(pack(files), WANTED)
    assert said in " ".join(str(one) for one in found.problems if one.severity == "error")


def test_some_tasks_are_enough_when_that_is_said_but_none_are_not(pack):
    assert not read_outputs(pack({"cats.tsv": CATS}), WANTED, partial=True).problems
    assert read_outputs(pack({"notes.txt": b"x"}), WANTED, partial=True).problems


def test_a_task_that_nobody_can_score_may_be_missing_and_have_any_length(pack):
    wanted = [WANTED[0], WantedOutput("dogs", "test-B", None)]
    assert not read_outputs(pack({"cats.tsv": CATS}), wanted).problems
    assert read_outputs(pack({"cats.tsv": CATS, "dogs.tsv": b"1\n"}), wanted).outputs["dogs"] == b"1\n"


def test_what_is_no_archive_or_an_archive_of_archives_is_refused(pack, tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("cats.tsv", CATS)
    with pytest.raises(ChallengeError, match=r"another archive, outputs\.zip; give that one"):
        read_outputs(pack({"outputs.zip": inner.getvalue()}), WANTED)
    plain = tmp_path / "cats.tsv"
    plain.write_bytes(CATS)
    with pytest.raises(ChallengeError, match="not a zip archive"):
        read_outputs(plain, WANTED)


def test_files_that_are_compressed_each_are_no_archive_to_be_given_instead(pack):
    with pytest.raises(ChallengeError, match=r"cats\.tsv\.gz is compressed by itself; pack the files as they are"):
        read_outputs(pack({"cats.tsv.gz": b"", "dogs.tsv.gz": b""}), WANTED)
