"""Files and folders are whole or not there, whatever happens while they are written."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from probierz.errors import ChallengeError
from probierz.whole_files import (
    PART,
    added_files,
    put_in_place,
    refuse_unwritable,
    unfinished_folder,
    whole_file,
    whole_folder,
    whole_path,
    whole_text,
    write_first,
    write_whole,
)

WRITERS = {
    "a file": "with whole_file(target) as file:\n    for _ in range(100): file.write(bytes(10_000)); tick()",
    "a text": "with whole_text(target) as file:\n    for _ in range(100): file.write('ż' * 10_000); tick()",
    "a place": "with whole_path(target) as place:\n    for n in range(9): place.write_bytes(bytes(200_000)); tick()",
    "a folder": "with whole_folder(target) as made:\n"
    "    for n in range(9): (made / str(n)).write_bytes(bytes(200_000 * n)); tick()",
    "more files of a folder": "target.mkdir(exist_ok=True)\nwith added_files(target) as made:\n"
    "    for n in range(9): (made / str(n)).write_bytes(bytes(200_000 * n)); tick()",
}
HEAD = """
import resource, signal, sys, time
from pathlib import Path
from probierz.whole_files import *
target = Path(sys.argv[1])
def tick():
    if len(sys.argv) > 2:
        print("writing", flush=True)
        time.sleep(0.2)
"""


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def target(tmp_path, request):
    """What stands where something is to be written: a file, or nothing."""
    name = request.node.callspec.params["writer"]
    path = tmp_path / "out"
    if name in {"a file", "a text", "a place"}:
        path.write_bytes(b"before")
    if name == "more files of a folder":
        path.mkdir()
        (path / "old").write_bytes(b"before")
    return path


@pytest.mark.parametrize("writer", WRITERS)
def test_a_full_disk_leaves_what_was_there(tmp_path, target, writer):
    before = files(tmp_path)
    limit = "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, (150_000,) * 2)\n"
    run = [sys.executable, "-c", HEAD + limit + WRITERS[writer], str(target)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert "OSError: [Errno 27] File too large" in done.stderr
    assert files(tmp_path) == before


@pytest.mark.parametrize("writer", WRITERS)
def test_ctrl_c_leaves_what_was_there(tmp_path, target, writer):
    before = files(tmp_path)
    run = [sys.executable, "-c", HEAD + WRITERS[writer], str(target), "slowly"]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdout.readline()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.wait()
    assert process.returncode
    assert files(tmp_path) == before


@pytest.mark.parametrize("writer", WRITERS)
def test_a_killed_process_leaves_what_was_there_and_a_part_that_says_so(tmp_path, target, writer):
    before = files(tmp_path)
    run = [sys.executable, "-c", HEAD + WRITERS[writer], str(target), "slowly"]
    with subprocess.Popen(run, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.readline()
        process.kill()
    left = {name: content for name, content in files(tmp_path).items() if name not in before}
    assert files(tmp_path).items() >= before.items()
    assert all(any(part.endswith(PART) for part in Path(name).parts) for name in left)


@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_whole_takes_its_place_and_leaves_nothing_beside(tmp_path, target, writer):
    subprocess.run([sys.executable, "-c", HEAD + WRITERS[writer], str(target)], check=True)
    found = files(tmp_path)
    assert found
    assert b"before" not in {content for name, content in found.items() if name != "out/old"}
    assert not [path for path in tmp_path.rglob("*") if path.name.endswith(PART)]


def test_a_file_that_is_replaced_keeps_its_rights_and_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_text("before")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "after\n")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "after\n"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o640


def test_folders_above_are_made_and_text_is_written_as_it_is(tmp_path):
    write_whole(tmp_path / "a" / "b" / "c", "zażółć\r\n")
    assert (tmp_path / "a" / "b" / "c").read_bytes() == "zażółć\r\n".encode()
    with whole_text(tmp_path / "d", errors="backslashreplace") as file:
        file.write("\ud800\n")
    assert (tmp_path / "d").read_bytes() == b"\\ud800\n"


def test_a_pipe_is_just_written(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE) as reader:
        with whole_file(tmp_path / "pipe") as file:
            file.write(b"through\n")
        assert reader.stdout.read() == b"through\n"
    assert (tmp_path / "pipe").is_fifo()


def test_names_may_be_as_long_as_a_disk_allows(tmp_path):
    name = "ż" * 127
    write_whole(tmp_path / name, b"x")
    assert (tmp_path / name).read_bytes() == b"x"


@pytest.mark.parametrize("stands", ["a file", "a folder with a file", "a link to nowhere"])
def test_a_new_folder_replaces_nothing_but_an_empty_one(tmp_path, stands):
    target = tmp_path / "new"
    if stands == "a file":
        target.write_text("mine")
    elif stands == "a folder with a file":
        write_whole(target / "mine", "mine")
    else:
        target.symlink_to("nowhere")
    told = "new: it is there already; remove it, or choose another place"
    with pytest.raises(ChallengeError, match=told), whole_folder(target):
        pytest.fail("it is told before the work")
    (tmp_path / "empty").mkdir()
    with whole_folder(tmp_path / "empty") as made:
        (made / "x").write_text("x")
    assert files(tmp_path / "empty") == {"x": b"x"}


def test_a_folder_of_the_same_kind_is_replaced_if_it_may(tmp_path):
    write_whole(tmp_path / "system" / "system.json", "old")
    write_whole(tmp_path / "system" / "rest", "old")
    with whole_folder(tmp_path / "system", replaces=lambda folder: (folder / "system.json").exists()) as made:
        (made / "system.json").write_text("new")
    assert files(tmp_path) == {"system/system.json": b"new"}


def add(folder, *names):
    with added_files(folder) as made:
        for name in names:
            write_whole(made / name, "new")


def test_files_are_added_to_a_folder_all_or_none(tmp_path):
    write_whole(tmp_path / "mine" / "a" / "old", "old")
    (tmp_path / "mine" / "z").mkdir()
    (tmp_path / "mine" / "z" / "x").mkdir()
    before = files(tmp_path)
    with pytest.raises(OSError, match="directory"):
        add(tmp_path / "mine", "a/new", "b/new", "z/x")  # of which the last is a folder
    assert files(tmp_path) == before
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["a", "z"]
    add(tmp_path / "mine", "a/new", "b/new")
    assert files(tmp_path) == before | {"mine/a/new": b"new", "mine/b/new": b"new"}


def test_an_unfinished_folder_goes_unless_it_gets_a_name(tmp_path):
    with unfinished_folder(tmp_path / "x") as made:
        write_whole(made / "y", "")
    assert list(tmp_path.iterdir()) == []
    with unfinished_folder(tmp_path / "x") as made:
        put_in_place(made, tmp_path / "z")
    assert list(tmp_path.iterdir()) == [tmp_path / "z"]


def test_of_two_that_write_a_file_first_the_first_counts(tmp_path):
    write_first(tmp_path / "key", "one", rights=0o600)
    write_first(tmp_path / "key", "two", rights=0o600)
    assert files(tmp_path) == {"key": b"one"}
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_a_place_where_nothing_can_be_written_is_told_before_the_work(tmp_path):
    refuse_unwritable(tmp_path / "x")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError):
        refuse_unwritable(tmp_path / "none" / "x")


def test_a_place_that_nobody_wrote_is_our_own_mistake(tmp_path):
    with pytest.raises(FileNotFoundError), whole_path(tmp_path / "x"):
        pass


def test_nobody_writes_whole_files_by_hand():
    """The second copy of the rule: `os.replace`, `os.rename`, and names of unfinished files."""
    source = Path(__file__).parent.parent / "src" / "probierz"
    found = [
        path.name
        for path in source.rglob("*.py")
        if path.name != "whole_files.py" and any(word in path.read_text() for word in ("os.replace(", "os.rename("))
    ]
    assert found == []
