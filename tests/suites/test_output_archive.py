"""An archive with the outputs for all tasks of a suite, as people name and pack it."""

import bz2
import gzip
import io
import lzma
import tempfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from probierz.archives.errors import ArchiveError
from probierz.archives.limits import ArchiveLimits
from probierz.errors import ChallengeError
from probierz.suites.output_archive import WantedOutput
from probierz.suites.output_archive import read_outputs as unpack_outputs

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


def read_outputs(path, wanted, **options):
    """What was found, with the bytes of outputs instead of files."""
    with tempfile.TemporaryDirectory() as folder:
        found = unpack_outputs(path, wanted, Path(folder), **options)
        return found._replace(outputs={task: file.read_bytes() for task, file in found.outputs.items()})


def zipped(files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


@pytest.mark.parametrize(
    ("cats", "dogs"),
    [
        ("cats.tsv", "dogs.tsv"),
        ("cats/out.tsv", "dogs/out.tsv"),
        ("cats/test-A/out.tsv", "dogs/test-B/out.tsv"),
        ("mine/cats.tsv", "mine/dogs/test-B/out.tsv"),
        ("results/mine/cats.tsv", "results/mine/dogs.tsv"),
    ],
)
def test_a_file_is_known_by_its_task_or_its_folder(cats, dogs, pack):
    found = read_outputs(pack({cats: CATS, dogs: DOGS}), WANTED)
    assert (found.outputs, found.problems) == ({"cats": CATS, "dogs": DOGS}, ())


def test_the_one_folder_with_outputs_is_taken_and_what_is_beside_it_is_named(pack):
    path = pack({"my/cats.tsv": CATS, "my/dogs.tsv": DOGS, "my/log.txt": b"x", "README.md": b"# Mine"})
    found = read_outputs(path, WANTED)
    assert found.outputs == {"cats": CATS, "dogs": DOGS}
    assert [(one.severity, one.path.removeprefix(f"{path}/")) for one in found.problems] == [
        ("warning", "my/log.txt"),
    ]  # fmt: skip


def test_of_outputs_in_several_folders_each_is_named_with_its_task(pack):
    found = read_outputs(pack({"one/cats.tsv": CATS, "two/dogs.tsv": DOGS}), WANTED)
    said = " ".join(map(str, found.problems))
    assert "one/cats.tsv: no task has a file of this name; rename it to cats.tsv if it is that" in said
    assert "two/dogs.tsv: no task has a file of this name; rename it to dogs.tsv if it is that" in said


def test_an_output_for_a_dev_set_is_sent_to_its_challenge(pack):
    (told,) = read_outputs(pack({"cats.tsv": CATS, "dogs.tsv": DOGS, "dogs/dev-0/out.tsv": DOGS}), WANTED).problems
    said = "/dogs/dev-0/out.tsv: outputs for all tasks at once are scored on test-B alone; hand in outputs for dev-0 to"
    assert (told.severity, said in str(told)) == ("warning", True)


def test_the_folder_of_the_only_task_is_not_one_around_everything(pack):
    found = read_outputs(pack({"dogs/out.tsv": DOGS}), WANTED, partial=True)
    assert (found.outputs, found.problems) == ({"dogs": DOGS}, ())


def test_a_last_line_without_an_end_counts_and_bytes_stay_as_they_are(pack):
    odd = b"\xef\xbb\xbfa\r\nb\tc\xe9"
    found = read_outputs(pack({"cats.tsv": odd, "dogs.tsv": b"1\n2\n3"}), WANTED)
    assert found.outputs == {"cats": odd, "dogs": b"1\n2\n3"}


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"cats.tsv": CATS}, "there is no dogs.tsv; every task needs its output"),
        ({"cats.tsv": CATS, "Dogs.TSV": DOGS}, "Dogs.TSV: no task has a file of this name; rename it to dogs.tsv"),
        ({"cats.tsv": CATS, "dog.tsv": DOGS}, "dog.tsv: no task has a file of this name; rename it to dogs.tsv"),
        (
            {"cats.tsv": b"tak\n", "dogs.tsv": DOGS},
            "cats.tsv: there is 1 line, but 2 in test-A/in.tsv; give one output line",
        ),
        ({"cats.tsv": CATS + b"\n", "dogs.tsv": DOGS}, "cats.tsv line 3: the last line is empty; remove it"),
        ({"cats.tsv": b"", "dogs.tsv": DOGS}, "cats.tsv: there are 0 lines, but 2 in test-A/in.tsv"),
        (
            {"cats.tsv": CATS, "cats/out.tsv": CATS, "dogs.tsv": DOGS},
            "cats.tsv and cats/out.tsv are both the output of cats; leave one out",
        ),
        (
            {"cats.tsv": CATS, "cats.tsv.gz": gzip.compress(CATS), "dogs.tsv": DOGS},
            "cats.tsv and cats.tsv.gz are both the output of cats; leave one out",
        ),
        (
            {"cats.tsv": CATS, "cats.tsv.gz": gzip.compress(CATS), "cats/out.tsv": CATS, "dogs.tsv": DOGS},
            "3 files are the output of cats: cats.tsv, cats.tsv.gz, cats/out.tsv; leave out all but one",
        ),
        (
            {"cats.tsv": gzip.compress(CATS), "dogs.tsv": DOGS},
            "cats.tsv: the name of a file says nothing of compression, but it is a .gz file; put .gz at the end",
        ),
        (
            {"cats.tsv.gz": CATS, "dogs.tsv": DOGS},
            "cats.tsv.gz: the name of a file ends in .gz, but it is none; take .gz off its name",
        ),
        (
            {"cats.tsv.gz": gzip.compress(gzip.compress(CATS)), "dogs.tsv": DOGS},
            "cats.tsv.gz: the file is compressed twice, as .gz in .gz; compress it once",
        ),
        (
            {"cats.tsv.zip": zipped({"cats.tsv": CATS}), "dogs.tsv": DOGS},
            "cats.tsv.zip: the file is compressed twice, as .zip in .zip; compress it once",
        ),
        (
            {"cats.tsv": zipped({"cats.tsv": CATS}), "dogs.tsv": DOGS},
            "cats.tsv: the file is compressed twice, as .zip in .zip; compress it once",
        ),
        (
            {"cats.tsv.gz": gzip.compress(CATS)[:-6], "dogs.tsv": DOGS},
            "cats.tsv.gz: the file is damaged or cut off",
        ),
        (
            {"cats.tsv": CATS.decode().encode("utf-16"), "dogs.tsv": DOGS},
            "cats.tsv line 1: the file is UTF-16; save it as UTF-8",
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
    inner = zipped({"cats.tsv": CATS})
    with pytest.raises(ChallengeError, match=r"another archive, outputs\.zip; give that one"):
        read_outputs(pack({"outputs.zip": inner}), WANTED)
    with pytest.raises(ChallengeError, match=r"but other archives, cats\.zip the first; pack the files as they are"):
        read_outputs(pack({"cats.zip": inner, "dogs.zip": inner}), WANTED)
    plain = tmp_path / "cats.tsv"
    plain.write_bytes(CATS)
    with pytest.raises(ChallengeError, match="not a zip archive"):
        read_outputs(plain, WANTED)


def test_files_that_are_compressed_each_are_taken_as_single_ones_are(pack):
    found = read_outputs(
        pack({"cats.tsv.gz": gzip.compress(CATS), "my/x.txt": b"", "dogs.tsv.xz": lzma.compress(DOGS)}), WANTED
    )
    assert found.outputs == {"cats": CATS, "dogs": DOGS}
    found = read_outputs(pack({"my/cats/out.tsv.bz2": bz2.compress(CATS), "my/dogs.tsv": DOGS}), WANTED)
    assert (found.outputs, found.problems) == ({"cats": CATS, "dogs": DOGS}, ())


def test_compressed_files_together_keep_within_the_limits_of_the_archive(pack, monkeypatch):
    monkeypatch.setattr("probierz.suites.output_archive.LIMITS", ArchiveLimits(total_bytes=2**20, file_bytes=2**19))
    half = gzip.compress(b"0" * 2**19)
    files = {f"{name}.tsv.gz": half for name in ("cats", "dogs", "hens")}
    wanted = [*WANTED, WantedOutput("hens", "test-A", 1)]
    said = " ".join(map(str, read_outputs(pack(files), wanted).problems))
    assert said.count("unpacked, it has more than 1 MiB; leave out what is not needed") == 1
    large = gzip.compress(b"0" * 2**19 + b"0")
    said = " ".join(map(str, read_outputs(pack({"cats.tsv.gz": large}), WANTED).problems))
    assert "cats.tsv.gz has more than 0.5 MiB" in said


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({f"{number}.txt": b"" for number in range(201)}, "more than 200 entries"),
        ({"cats.tsv": bytes(64 * 2**20)}, "more than 64 MiB"),
    ],
)
def test_an_archive_has_the_limits_that_are_told(files, said, pack):
    with pytest.raises(ArchiveError, match=said):
        read_outputs(pack(files), WANTED)


def test_files_that_nobody_wants_are_kept_nowhere(pack, tmp_path):
    path, folder = pack({"cats.tsv": CATS, "dogs.tsv": DOGS, "model.bin": b"0" * 2**20}), tmp_path / "into"
    folder.mkdir()
    unpack_outputs(path, WANTED, folder)
    assert sorted(file.read_bytes() for file in folder.iterdir()) == [DOGS, CATS]


def test_a_budget_is_told_of_all_that_is_unpacked_and_ends_it(pack):
    came = []
    read_outputs(pack({"cats.tsv.gz": gzip.compress(CATS), "dogs.tsv": DOGS}), WANTED, told=came.append)
    assert sum(came) == len(gzip.compress(CATS)) + len(CATS) + len(DOGS)

    def ends(_count):
        raise TimeoutError

    with pytest.raises(TimeoutError):
        read_outputs(pack({"cats.tsv": CATS, "dogs.tsv": DOGS}), WANTED, told=ends)


def test_large_outputs_stay_on_disk(pack):
    files = {f"{name}.tsv": b"0\n" * 2**22 for name in ("cats", "dogs")}
    path = pack(files)
    tracemalloc.start()
    found = read_outputs_on_disk(path)
    assert tracemalloc.get_traced_memory()[1] < 4 * 2**20
    tracemalloc.stop()
    assert found == {"cats": 2**23, "dogs": 2**23}


def read_outputs_on_disk(path):
    wanted = [WantedOutput(name, "test-A", 2**22) for name in ("cats", "dogs")]
    with tempfile.TemporaryDirectory() as folder:
        found = unpack_outputs(path, wanted, Path(folder))
        return {task: file.stat().st_size for task, file in found.outputs.items()}


def test_an_output_with_as_many_lines_as_another_task_is_asked_about(pack):
    (problem,) = read_outputs(pack({"cats.tsv": DOGS, "dogs.tsv": DOGS}), WANTED).problems
    assert str(problem).endswith(
        "cats.tsv: there are 3 lines, but 2 in test-A/in.tsv; give one output line for every input line; dogs has as "
        "many: is this its output?"
    )


def test_one_output_for_two_tasks_is_questioned_unless_it_says_one_thing_alone_or_they_expect_the_same(pack, tmp_path):
    tasks = [WantedOutput("cats", "test-A", 2), WantedOutput("birds", "test-A", 2)]
    found = read_outputs(pack({"cats.tsv": CATS, "birds.tsv.gz": gzip.compress(CATS)}), tasks)
    assert found.outputs == {"cats": CATS, "birds": CATS}
    (problem,) = found.problems
    assert (problem.severity, problem.message) == ("warning", "these are the lines of cats, too")
    same = b"tak\ntak\n"
    assert read_outputs(pack({"cats.tsv": same, "birds.tsv": same}), tasks).problems == ()
    (tmp_path / "expected.tsv").write_bytes(CATS)
    tasks = [one._replace(expected=tmp_path / "expected.tsv") for one in tasks]
    assert read_outputs(pack({"cats.tsv": CATS, "birds.tsv": CATS}), tasks).problems == ()
