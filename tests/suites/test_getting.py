"""Tasks are fetched from repositories, bundles, archives, servers and folders, whole or not at all."""

import hashlib
import http.server
import lzma
import re
import shutil
import stat
import tarfile
import threading
from dataclasses import replace
from typing import ClassVar

import pytest
from suite_examples import git, make_repository, write_cats, write_suite

from probierz import download as downloading
from probierz.challenges.challenge import open_challenge
from probierz.cli.geval import main as geval
from probierz.download import download
from probierz.errors import ChallengeError, DataError, OptionError
from probierz.suites.catalogue import find_task
from probierz.suites.getting import get_task


def no_part_is_left(folder):
    return not [path for path in folder.rglob("*") if path.name.endswith(".part")]


# --- places ----------------------------------------------------------------------------------------------------------


def test_a_task_is_got_from_a_repository_as_an_ordinary_challenge(task, cats, tmp_path):
    get_task(task, tmp_path / "mine", place=f"file://{cats}/.git")
    challenge = open_challenge(tmp_path / "mine")
    assert [split.name for split in challenge.splits] == ["train", "test-A", "test-B"]
    assert not (tmp_path / "mine" / ".git").exists()
    (tmp_path / "mine" / "test-A" / "out.tsv").write_text("a\nb\na\n")
    assert challenge.evaluate()["Accuracy"].value == 1
    assert no_part_is_left(tmp_path)


def test_what_tools_left_in_a_source_stays_there(cats, tmp_path):
    (cats / ".seeme.png").write_bytes(b"a picture of somebody")
    (cats / ".gitignore").write_text("somebody's own\n")
    for name in (".seeme.png", "notes~", "Thumbs.db"):
        (cats / "test-A" / name).write_text("left by a tool")
    task = find_task(f"{write_suite(tmp_path, cats, address=str(cats))}/cats")
    get_task(task, tmp_path / "mine", place=str(cats))
    assert not (tmp_path / "mine" / ".seeme.png").exists()
    assert "somebody" not in (tmp_path / "mine" / ".gitignore").read_text()


def test_a_task_is_got_from_a_bundle_or_an_archive(task, cats, tmp_path):
    git(cats, "bundle", "create", str(tmp_path / "cats.bundle"), "main")
    with tarfile.open(tmp_path / "cats.tar.xz", "w:xz") as archive:
        archive.add(cats, "cats", filter=lambda member: None if ".git" in member.name.split("/") else member)
    for number, name in enumerate(("cats.bundle", "cats.tar.xz", "source")):
        get_task(task, tmp_path / f"mine{number}", place=str(tmp_path / name))
        assert (tmp_path / f"mine{number}" / "train" / "in.tsv").read_bytes() == (
            cats / "train" / "in.tsv"
        ).read_bytes()


def test_compressed_files_are_as_good_as_plain_ones(task, cats, tmp_path):
    plain = cats / "train" / "in.tsv"
    plain.with_name("in.tsv.xz").write_bytes(lzma.compress(plain.read_bytes()))
    plain.unlink()
    get_task(task, tmp_path / "mine", place=str(cats))
    assert open_challenge(tmp_path / "mine").split("train").input.name == "in.tsv.xz"


def test_a_read_only_source_becomes_a_challenge_that_takes_outputs(task, cats, tmp_path):
    for path in (cats / "test-A" / "in.tsv", cats / "test-A"):
        path.chmod(0o555)
    get_task(task, tmp_path / "mine", place=str(cats))
    (cats / "test-A").chmod(0o755)
    made = [tmp_path / "mine", *(tmp_path / "mine").rglob("*")]
    assert all(
        path.stat().st_mode & stat.S_IWUSR for path in made
    )  # where tests run as root, writing would always work


# --- faults ----------------------------------------------------------------------------------------------------------


def test_a_file_with_another_checksum_is_refused_and_nothing_is_left(task, cats, tmp_path):
    (cats / "train" / "in.tsv").write_text("other\n")
    with pytest.raises(ChallengeError, match=r"train/in.tsv: the content has the sha256 \w{64}, declared is \w{64}"):
        get_task(task, tmp_path / "mine", place=str(cats))
    assert not (tmp_path / "mine").exists()
    (cats / "test-A" / "expected.tsv").write_text("b\nb\nb\n")
    told = get_task(task, tmp_path / "mine", place=str(cats), checked=False)
    assert (tmp_path / "mine" / "train" / "in.tsv").read_text() == "other\n"
    assert [line.partition(" the content has the sha256 ")[0] for line in told] == [
        "train/in.tsv:",
        "test-A/expected.tsv:",
    ]


def test_a_missing_file_is_named(task, cats, tmp_path):
    (cats / "test-A" / "expected.tsv").unlink()
    with pytest.raises(ChallengeError, match=r"test-A/expected\.tsv is missing, which pets/cats needs"):
        get_task(task, tmp_path / "mine", place=str(cats))


def test_an_occupied_target_stays_as_it_is(task, cats, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note").write_text("mine")
    with pytest.raises(ChallengeError, match="it is there already; remove it, or choose another place"):
        get_task(task, tmp_path / "mine", place=str(cats))
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["note"]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("{tmp}/nowhere", "nowhere: there is no such file or folder; give what holds the files of pets/cats"),
        ("{tmp}/empty", r"there is no folder cats here, no \w*\.bundle and no challenge; give the folder or the"),
        (
            "{tmp}/broken.bundle",
            r"broken\.bundle: this is not a git bundle, or it was cut off or damaged; copy it again",
        ),
        ("{tmp}/broken.tar.gz", r"broken\.tar\.gz: the file is damaged or cut off \(Compressed file ended"),
        (
            "http://127.0.0.1:9/cats.zip",
            "it cannot be reached: Connection refused; look at the network, or give a copy of your own",
        ),
        ("http://127.0.0.1:9/cats.git", "the server cannot be reached; look at the network"),
    ],
)
def test_a_place_without_the_data_is_told(task, tmp_path, monkeypatch, place, said):
    monkeypatch.setattr(downloading, "PAUSE_SECONDS", 0)
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.bundle").write_text("nothing\n")
    (tmp_path / "broken.tar.gz").write_bytes(b"\x1f\x8b\x08nothing")
    with pytest.raises((ChallengeError, DataError), match=said):
        get_task(task, tmp_path / "mine", place=place.format(tmp=tmp_path))
    assert not (tmp_path / "mine").exists()
    assert no_part_is_left(tmp_path)


def test_a_link_that_leads_out_of_the_source_is_not_followed(task, cats, tmp_path):
    (tmp_path / "secret").write_text("secret")
    (cats / "notes.txt").symlink_to(tmp_path / "secret")
    with pytest.raises(ChallengeError, match=r"notes\.txt: this is a link that leads out of the challenge"):
        get_task(task, tmp_path / "mine", place=str(cats))
    assert not (tmp_path / "mine").exists()


def test_a_repository_that_has_moved_on_gives_its_declared_commit(tmp_path):
    cats = write_cats(tmp_path / "cats")
    commit = make_repository(cats)
    file = write_suite(tmp_path, cats, address=f"file://{cats}/.git")
    file.write_text(file.read_text().replace("[tasks.source]", f'[tasks.source]\nrevision = "{commit}"'))
    (cats / "train" / "in.tsv").write_text("other\n")
    git(cats, "commit", "--all", "--quiet", "--message", "Change")
    git(cats, "config", "uploadpack.allowAnySHA1InWant", "true")
    get_task(find_task(f"{file}/cats"), tmp_path / "mine")
    assert (tmp_path / "mine" / "train" / "in.tsv").read_text() != "other\n"


def test_a_bundle_may_be_named_from_where_one_stands(task, cats, tmp_path, monkeypatch):
    git(cats, "bundle", "create", str(tmp_path / "cats.bundle"), "main")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    get_task(task, tmp_path / "got", place="../cats.bundle")
    assert (tmp_path / "got" / "config.txt").is_file()


def test_a_bundle_that_was_cut_off_or_is_another_repository_is_told(task, cats, tmp_path):
    git(cats, "bundle", "create", str(tmp_path / "cats.bundle"), "main")
    (tmp_path / "cut.bundle").write_bytes((tmp_path / "cats.bundle").read_bytes()[:-100])
    with pytest.raises(ChallengeError, match="it was cut off or damaged; copy it again"):
        get_task(task, tmp_path / "mine", place=str(tmp_path / "cut.bundle"))
    dogs = tmp_path / "dogs"
    dogs.mkdir()
    (dogs / "README.md").write_text("# Dogs\n")
    make_repository(dogs)
    git(dogs, "bundle", "create", str(tmp_path / "dogs.bundle"), "main")
    declared = replace(task, source=replace(task.source, revision="1" * 40))
    with pytest.raises(
        ChallengeError, match=r"dogs\.bundle: .* is missing, which pets/cats needs; its commit is \w{40}"
    ):
        get_task(declared, tmp_path / "mine", place=str(tmp_path / "dogs.bundle"))
    assert not (tmp_path / "mine").exists()


# --- downloads -------------------------------------------------------------------------------------------------------

CONTENT = b"12345678\n" * 100_000


class Cutting(http.server.BaseHTTPRequestHandler):
    """Breaks off after some bytes; goes on from a given place if it is asked to and `ranges` says so."""

    cut_after: ClassVar[list[int]] = []
    ranges = True
    asked: ClassVar[list[str]] = []

    def do_GET(self):
        wanted = self.headers.get("Range", "")
        self.asked.append(wanted)
        begin = int(re.search(r"\d+", wanted)[0]) if wanted and self.ranges else 0
        if self.path == "/gone":
            self.send_error(410)
            return
        if begin >= len(CONTENT):
            self.send_error(416)
            return
        self.send_response(206 if begin else 200)
        self.send_header("Content-Length", str(len(CONTENT) - begin))
        self.end_headers()
        most = self.cut_after.pop(0) if self.cut_after else len(CONTENT)
        self.wfile.write(CONTENT[begin : begin + most])

    def log_message(self, *_):
        pass


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr(downloading, "PAUSE_SECONDS", 0)
    monkeypatch.setenv("no_proxy", "*")
    Cutting.cut_after, Cutting.ranges, Cutting.asked = [], True, []
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Cutting) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


def test_an_output_that_the_command_line_of_geval_names_is_fetched_though_it_breaks_off(server, tmp_path, capsys):
    Cutting.cut_after = [300_000]
    (tmp_path / "test-A").mkdir()
    (tmp_path / "test-A" / "expected.tsv").write_bytes(CONTENT)
    arguments = ["--metric", "MSE", "--out-directory", str(tmp_path), "--out-file", f"{server}/out.tsv"]
    assert geval([*arguments, "--expected-directory", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "0.0\n"


@pytest.mark.parametrize("ranges", [True, False])
def test_a_download_that_breaks_off_goes_on_or_begins_anew(server, tmp_path, ranges):
    Cutting.cut_after, Cutting.ranges = [300_000, 300_000] if ranges else [300_000], ranges
    told = []
    download(f"{server}/file", tmp_path / "file", progress=lambda done, total: told.append((done, total)))
    assert (tmp_path / "file").read_bytes() == CONTENT
    assert Cutting.asked[:2] == ["", "bytes=300000-"]
    assert told[-1] == (len(CONTENT), len(CONTENT))
    assert no_part_is_left(tmp_path)


def test_a_download_that_keeps_breaking_off_is_kept_for_the_next_run(server, tmp_path):
    Cutting.cut_after = [100_000] * 3
    with pytest.raises(ChallengeError, match=r"the download broke off after 300000 bytes: .*; run the same command"):
        download(f"{server}/file", tmp_path / "file")
    assert not (tmp_path / "file").exists()
    download(f"{server}/file", tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == CONTENT
    assert Cutting.asked[-1] == "bytes=300000-"


def test_a_part_that_is_longer_than_the_file_is_thrown_away(server, tmp_path):
    (tmp_path / "file.part").write_bytes(CONTENT + b"more")
    download(f"{server}/file", tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == CONTENT


def test_another_checksum_is_refused_and_the_file_is_not_kept(server, tmp_path):
    with pytest.raises(ChallengeError, match=r"the file has the sha256 \w+, and 0{64} is declared"):
        download(f"{server}/file", tmp_path / "file", sha256="0" * 64)
    assert list(tmp_path.glob("file*")) == []


def test_a_checksum_is_compared_to_its_last_letter(server, tmp_path):
    right = hashlib.sha256(CONTENT).hexdigest()
    with pytest.raises(ChallengeError, match="is declared"):
        download(f"{server}/file", tmp_path / "file", sha256=right[:-1] + ("0" if right[-1] != "0" else "1"))
    download(f"{server}/file", tmp_path / "file", sha256=right)
    assert (tmp_path / "file").read_bytes() == CONTENT


def test_a_file_that_has_moved_is_told(server, tmp_path):
    with pytest.raises(ChallengeError, match=r"there is no such file any more \(HTTP 410\); it may have moved"):
        download(f"{server}/gone", tmp_path / "file")


# --- what is told, and what is set aside -----------------------------------------------------------------------------


def test_what_the_data_lack_is_told_when_they_are_built(task, cats, tmp_path):
    assert get_task(task, tmp_path / "whole", place=str(cats)) == []
    (cats / "test-A" / "expected.tsv").unlink()
    shutil.rmtree(cats / "train")
    told = get_task(task, tmp_path / "part", place=str(cats), checked=False)
    assert told == ["train is not in these data", "test-A is here without its expected results"]


def test_a_split_that_is_not_there_is_not_told_to_lack_a_checksum_too(task, cats, tmp_path):
    (cats / "train" / "align.tsv").write_text("1\n")
    (cats / "train" / "in.tsv").unlink()
    bare = replace(task, splits=tuple(replace(one, files={}) if one.name == "train" else one for one in task.splits))
    told = get_task(bare, tmp_path / "part", place=str(cats), checked=False)
    assert told == ["train is not in these data"]


def test_a_development_part_is_set_aside_before_the_challenge_stands(task, cats, tmp_path):
    count = len((cats / "train" / "in.tsv").read_text().splitlines())
    told = get_task(task, tmp_path / "mine", place=str(cats), share=0.5, seed=4)
    assert told == [f"{count // 2} lines of train were set aside as dev-0 (seed 4)"]
    assert "dev-0" in [split.name for split in open_challenge(tmp_path / "mine").splits]
    with pytest.raises(OptionError, match="leaves a part empty"):
        get_task(task, tmp_path / "none", place=str(cats), share=0.0001)
    assert not (tmp_path / "none").exists()
    assert no_part_is_left(tmp_path)
