"""Every reader of archives meets the same attacks, and answers each with one sentence."""

from dataclasses import replace

import pytest

from archive_attacks import FILE, LIMITS, attacks, tarred, zipped
from probierz.archives.errors import ArchiveError
from probierz.archives.limits import ArchiveLimits
from probierz.archives.members import archive_members
from probierz.archives.unpacking import unpack
from probierz.errors import ProbierzError
from probierz.suites import fetch as fetching
from probierz.suites.catalogue import find_suite
from probierz.suites.klej import archive as klej_archive
from probierz.web.intake import uploaded_outputs
from probierz.web.intake.errors import IntakeError

ATTACKS = {name: (content, kinds) for name, content, kinds in attacks()}
SMALL = ArchiveLimits(**LIMITS)


def read_all(path):
    found = {}
    for member in archive_members(path, SMALL):
        if member.opener:
            with member.open() as stream:
                found[member.name] = stream.read()
    return found


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_in_one_sentence_that_says_what_is_wrong(tmp_path, name):
    content, kinds = ATTACKS[name]
    (tmp_path / "upload").write_bytes(content)
    with pytest.raises(ArchiveError) as caught:
        read_all(tmp_path / "upload")
    assert caught.value.kind in kinds
    assert str(caught.value).startswith(f"{tmp_path / 'upload'}: ")
    assert "\n" not in str(caught.value)
    assert str(tmp_path) not in caught.value.found + caught.value.remedy


def unpacked(path, folder, monkeypatch):
    del monkeypatch
    unpack(path, folder, SMALL)


def fetched(path, folder, monkeypatch):
    """The archive as the source of a task."""
    monkeypatch.setattr(fetching, "DATA", SMALL)
    monkeypatch.setenv("PROBIERZ_CACHE", str(folder))
    named = path.rename(path.with_suffix(".tar.gz"))  # it is told by its first bytes
    fetching.fetch_source(find_suite("klej").task("cbd"), str(named))


def scored(path, folder, monkeypatch):
    """The archive as predictions for KLEJ."""
    del folder
    limits = replace(SMALL, packed_bytes=klej_archive.LIMITS.packed_bytes)
    monkeypatch.setattr(klej_archive, "LIMITS", limits)
    klej_archive.read_submission(path, find_suite("klej").tasks)


def submitted(path, folder, monkeypatch):
    """The archive as a submission to a platform."""
    del monkeypatch
    folder.mkdir()
    try:
        uploaded_outputs.read_upload(path, "x.zip", folder, tests=["test-A"], limits=SMALL)
    except IntakeError as error:
        assert str(path) not in str(error), "where it lies is nobody's business"  # noqa: PT017
        raise
    finally:
        for file in folder.iterdir():
            file.unlink()  # of no use, and of our own names


def organised(path, folder, monkeypatch):
    """The archive as a challenge for a platform."""
    del monkeypatch
    folder.mkdir()
    uploaded_outputs.unpack(path, "x.zip", folder, limits=SMALL)


@pytest.mark.parametrize("reader", [unpacked, fetched, scored, submitted, organised])
@pytest.mark.parametrize("name", ATTACKS)
def test_no_reader_of_archives_is_harmed(tmp_path, monkeypatch, reader, name):
    content, kinds = ATTACKS[name]
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "upload.bin"
    path.write_bytes(content)
    before = {file for file in tmp_path.rglob("*") if file.name.startswith("out") or "passwd" in file.name}
    if reader is fetched and kinds == {"entry"}:
        return fetched(path, tmp_path / "here" / "into", monkeypatch)  # an archive of data loses its links
    (tmp_path / "here").mkdir()
    with pytest.raises(ProbierzError) as caught:
        reader(path, tmp_path / "here" / "into", monkeypatch)
    assert "\n" not in str(caught.value)
    left = {file for file in tmp_path.rglob("*") if file.name.startswith("out") or "passwd" in file.name}
    assert left == before
    assert not list(tmp_path.rglob("*.part"))
    return None


HARMLESS = [(FILE, b"b\n"), ("test-A/out-model=żubr.tsv", b"c\n"), (".DS_Store", b"\0"), ("gonito.yaml", b"x: y\n")]


@pytest.mark.parametrize("kind", ["zip", "", ".gz", ".bz2", ".xz", ".zst"])
def test_a_harmless_archive_is_unpacked_without_what_systems_put_into_it(tmp_path, kind):
    (tmp_path / "x").write_bytes(zipped(HARMLESS) if kind == "zip" else tarred(HARMLESS, kind))
    unpack(tmp_path / "x", tmp_path / "into", SMALL)
    found = {file.relative_to(tmp_path / "into").as_posix() for file in (tmp_path / "into").rglob("*.*")}
    assert found == {FILE, "test-A/out-model=żubr.tsv", "gonito.yaml"}
    assert (tmp_path / "into" / FILE).read_bytes() == b"b\n"


def test_names_that_old_programs_wrote_as_utf_8_without_saying_so_are_read(tmp_path):
    name = "test-A/out-model=żubr.tsv"
    (tmp_path / "x").write_bytes(zipped([(name.replace("ż", "zz"), b"b\n")]).replace(b"zzubr", "żubr".encode()))
    assert list(read_all(tmp_path / "x")) == [name]


def test_a_zip_of_more_entries_than_two_bytes_can_count_is_read_if_it_may(tmp_path):
    count = 2**16 + 1
    (tmp_path / "x.zip").write_bytes(zipped([(f"{number}", b"") for number in range(count)]))
    found = sum(1 for _ in archive_members(tmp_path / "x.zip", ArchiveLimits(entries=count)))
    assert found == count
    with pytest.raises(ArchiveError, match="more than 65000 entries"):
        next(archive_members(tmp_path / "x.zip", ArchiveLimits(entries=65_000)))


# --- damage ----------------------------------------------------------------------------------------------------------


CONTENTS = [("a/in.tsv", b"kot\tpies\n" * 9), ("a/b/expected.tsv", bytes(range(200)))]


@pytest.mark.parametrize("kind", ["zip", ".gz", ".bz2", ".xz", ".zst"])
def test_an_archive_that_is_damaged_at_any_byte_is_read_as_it_was_or_told(tmp_path, kind):
    """Every single byte inverted, one bit of it changed, and the archive cut off before it."""
    good = zipped(CONTENTS) if kind == "zip" else tarred(CONTENTS, kind)
    path = tmp_path / "x"
    path.write_bytes(good)
    whole = read_all(path)
    assert whole == dict(CONTENTS)
    told = 0
    for at in range(len(good)):
        for damaged in (
            good[:at] + bytes([good[at] ^ 0xFF]) + good[at + 1 :],
            good[:at] + bytes([good[at] ^ 4]) + good[at + 1 :],
            good[:at],
        ):
            path.write_bytes(damaged)
            try:
                found = read_all(path)
            except ArchiveError as error:
                told += 1
                assert str(error).startswith(f"{path}: ")  # noqa: PT017
                assert "\n" not in str(error)  # noqa: PT017
                assert len(error.cause) < 130, "zipfile would quote all that follows a damaged name"  # noqa: PT017
            else:
                assert found == whole, at
    assert told > len(good)


def test_a_plain_tar_is_told_wherever_it_is_cut_and_wherever_a_header_is_damaged(tmp_path):
    """The content of files has no checksum in it; headers have one, and the end is marked."""
    good = tarred(CONTENTS)
    path = tmp_path / "x"
    path.write_bytes(good)
    whole = read_all(path)
    end = len(good.rstrip(b"\0")) // 512 * 512 + 512  # two empty blocks follow, of which one is enough
    for at in range(0, len(good), 31):
        path.write_bytes(good[:at])
        if at < end + 512:
            with pytest.raises(ArchiveError):
                read_all(path)
        else:
            assert read_all(path) == whole
    for block in range(0, end, 512):
        if good[block + 257 : block + 262] == b"ustar":
            for at in range(block, block + 345, 7):
                path.write_bytes(good[:at] + bytes([good[at] ^ 0xFF]) + good[at + 1 :])
                with pytest.raises(ArchiveError):
                    read_all(path)
