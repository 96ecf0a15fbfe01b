"""Single compressed files: nothing lost in silence, nothing without end, no traceback."""

import bz2
import gzip
import lzma
import pickle
import sys
import zlib

import pytest
import zstandard

from archive_attacks import PACKERS, zipped
from probierz.archives.decompressing import open_stream
from probierz.archives.errors import ArchiveError
from probierz.archives.limits import ArchiveLimits
from probierz.errors import ChallengeError, DataError, MissingExtra
from probierz.lines import LineReader

TEXT = "".join(f"{number}\tzażółć gęślą jaźń\n" for number in range(30)).encode()


def read(path, **options):
    with open_stream(path, **options) as stream:
        return stream.read()


def lines_of(path):
    with LineReader(path) as reader:
        return list(reader)


@pytest.mark.parametrize("kind", [*PACKERS, ".zip"])
def test_a_file_is_told_by_its_first_bytes_whatever_its_name(tmp_path, kind):
    (tmp_path / "x.txt").write_bytes(zipped([("x", TEXT)]) if kind == ".zip" else PACKERS[kind](TEXT))
    with open_stream(tmp_path / "x.txt") as stream:
        assert stream.compression == kind
        assert stream.read(10) == TEXT[:10]
        assert stream.read() == TEXT[10:]
        assert stream.read(10) == b""


@pytest.mark.parametrize("kind", [".gz", ".bz2", ".xz", ".zst"])
def test_all_frames_of_a_file_are_read(tmp_path, kind):
    pack = PACKERS[kind]
    (tmp_path / "x").write_bytes(pack(b"a") + pack(b"") + pack(TEXT * 100) + pack(b"z"))
    assert read(tmp_path / "x") == b"a" + TEXT * 100 + b"z"


@pytest.mark.parametrize(("count", "is_whole"), [(4, True), (2048, True), (3, False), (1025, False)])
def test_streams_of_xz_may_have_zeros_between_them_by_fours(tmp_path, count, is_whole):
    (tmp_path / "x").write_bytes(lzma.compress(b"a") + bytes(count) + lzma.compress(b"b"))
    if is_whole:
        assert read(tmp_path / "x") == b"ab"
    else:
        with pytest.raises(ArchiveError):
            read(tmp_path / "x")


@pytest.mark.parametrize("kind", [".gz", ".bz2", ".xz", ".zst", ".zip"])
def test_a_file_that_is_damaged_at_any_byte_gives_its_lines_or_one_sentence(tmp_path, kind):
    """Every single byte inverted, one bit of it changed, and the file cut off before it."""
    text = b"".join(TEXT.splitlines(keepends=True)[:9])
    good = zipped([("out.tsv", text)]) if kind == ".zip" else PACKERS[kind](text[:100]) + PACKERS[kind](text[100:])
    path = tmp_path / f"out.tsv{kind}"
    path.write_bytes(good)
    whole = lines_of(path)
    seam = len(PACKERS[kind](text[:100])) if kind != ".zip" else -1
    for at in range(1, len(good)):
        inverted = good[:at] + bytes([good[at] ^ 0xFF]) + good[at + 1 :]
        changed = good[:at] + bytes([good[at] ^ 4]) + good[at + 1 :]
        for damaged in (inverted, changed, good[:at]):
            path.write_bytes(damaged)
            if len(damaged) < 6 or damaged == good[:seam]:
                continue  # text like any other; a whole file
            try:
                found = lines_of(path)
            except DataError as error:
                assert str(error).startswith(str(path))  # noqa: PT017
                assert "\n" not in str(error)  # noqa: PT017
            else:
                assert found == whole, at


@pytest.mark.parametrize("kind", [".gz", ".bz2", ".xz", ".zst"])
def test_rubbish_behind_the_last_frame_is_no_end(tmp_path, kind):
    (tmp_path / "x").write_bytes(PACKERS[kind](TEXT) + b"rubbish that nobody packed")
    with pytest.raises(ArchiveError, match="damaged or cut off"):
        read(tmp_path / "x")


@pytest.mark.parametrize("kind", [".gz", ".bz2", ".xz", ".zst", ".zip"])
def test_what_inflates_without_measure_is_refused_while_it_is_read(tmp_path, kind):
    zeros = bytes(3 * 2**20)
    (tmp_path / "x").write_bytes(zipped([("x", zeros)]) if kind == ".zip" else PACKERS[kind](zeros))
    with pytest.raises(ArchiveError, match="inflate to more than 200 times as many") as caught:
        read(tmp_path / "x", limits=ArchiveLimits(free_bytes=2**20))
    assert caught.value.kind == "bomb"
    assert read(tmp_path / "x") == zeros, "up to a gigabyte any ratio will do"


def test_a_plain_file_is_held_to_the_limit_too(tmp_path):
    (tmp_path / "x").write_bytes(TEXT)
    assert read(tmp_path / "x", limits=ArchiveLimits(free_bytes=10)) == TEXT
    with pytest.raises(ArchiveError, match="more than"):
        read(tmp_path / "x", limits=ArchiveLimits(total_bytes=100))


def test_xz_that_asks_for_four_gigabytes_of_memory_gets_none(tmp_path):
    packed = bytearray(lzma.compress(TEXT))
    header = slice(12, 12 + 4 * (packed[12] + 1))  # of the first block: ..., filter 0x21, one byte, size of dictionary
    assert packed[14:16] == b"\x21\x01"
    packed[16] = 40
    packed[header.stop - 4 : header.stop] = zlib.crc32(packed[12 : header.stop - 4]).to_bytes(4, "little")
    (tmp_path / "x").write_bytes(packed)
    assert lzma.decompress(packed) == TEXT, "it is sound but for what it asks for"
    with pytest.raises(ArchiveError, match="Memory usage limit"):
        read(tmp_path / "x")


def test_a_zip_to_be_read_as_one_file_holds_exactly_one(tmp_path):
    (tmp_path / "x.zip").write_bytes(zipped([("one", TEXT), ("two", b"")]))
    with pytest.raises(ArchiveError, match="the archive holds 2 files; exactly one is wanted"):
        read(tmp_path / "x.zip")


def test_what_a_system_puts_into_every_zip_is_no_second_file(tmp_path):
    (tmp_path / "x.zip").write_bytes(zipped([("out.tsv", TEXT), ("__MACOSX/._out.tsv", b"\0")]))
    assert read(tmp_path / "x.zip") == TEXT


def test_a_missing_file_and_a_missing_library_are_told(tmp_path, monkeypatch):
    with pytest.raises(ChallengeError, match="x: the file cannot be read: No such file or directory"):
        read(tmp_path / "x")
    (tmp_path / "x").write_bytes(PACKERS[".zst"](TEXT))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingExtra, match=r"reading \.zst needs zstandard"):
        read(tmp_path / "x")


def test_what_is_wrong_travels_between_processes():
    error = ArchiveError("bomb", "it inflates", "unpack it", path="x.gz", cause="zeros")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.kind, again.path) == ("x.gz: it inflates (zeros); unpack it", "bomb", "x.gz")
    assert str(error.at("y.gz")) == "y.gz: it inflates (zeros); unpack it"


def test_the_libraries_own_readers_lose_lines_in_silence(tmp_path):
    """Why there is a reader of our own: a damaged byte between two frames is the end for the libraries' readers."""
    for pack, opener, kind in ((bz2.compress, bz2.open, ".bz2"), (lzma.compress, lzma.open, ".xz")):
        path = tmp_path / f"x{kind}"
        path.write_bytes(pack(b"a\n") + b"?" + pack(b"b\n")[1:])
        assert opener(path).read() == b"a\n"
        with pytest.raises(ArchiveError):
            read(path)
    assert gzip.decompress(gzip.compress(b"a") + gzip.compress(b"b")) == b"ab"
    assert zstandard.decompress(zstandard.compress(b"a") + zstandard.compress(b"b")) == b"a"
