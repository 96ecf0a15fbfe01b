import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from probierz.web.intake.archives import ArchiveLimits, read_upload
from probierz.web.intake.errors import (
    ArchiveBomb,
    BrokenArchive,
    EncryptedArchive,
    IntakeError,
    NothingToScore,
    TooLarge,
    TooManyFiles,
    UnsafeEntry,
    UnsafeName,
    UploadError,
)
from probierz.web.intake.names import checked_name, output_name

TESTS = ["dev-0", "test-A", "test-B"]
PACKERS = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
    "": bytes,
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "into").mkdir()
    return tmp_path


def zipped(members, compression=zipfile.ZIP_DEFLATED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return packed.getvalue()


def tarred(members, compression=""):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in members:
            info = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return PACKERS[compression](packed.getvalue())


def unpack(folder, content, name, **options):
    (folder / "upload").write_bytes(content)
    into = folder / f"into-{len(list(folder.iterdir()))}"
    into.mkdir()
    return read_upload(folder / "upload", name, into, tests=TESTS, **options)


def contents(upload):
    return {name: path.read_bytes() for name, path in upload.files.items()}


MEMBERS = [
    ("test-A/", b""),
    ("test-A/out.tsv", b"b\nc\n"),
    ("dev-0/out-lr=0.01.tsv.gz", gzip.compress(b"x\n", mtime=0)),
    ("gonito.yaml", b"description: x\n"),
    ("test-A/in.tsv", b"not wanted"),
    ("__MACOSX/test-A/._out.tsv", b"rubbish"),
    ("test-C/out.tsv", b"no such test"),
    ("README.md", b"hi"),
]
KEPT = {"test-A/out.tsv", "dev-0/out-lr=0.01.tsv.gz", "gonito.yaml"}


@pytest.mark.parametrize("wrap", ["", "my-submission/", "./"])
@pytest.mark.parametrize("kind", ["x.zip", "X.ZIP", "x.tar", "x.tar.gz", "x.tgz", "x.tar.bz2", "x.tar.xz", "x.tar.zst"])
def test_an_archive_gives_its_outputs_and_tells_what_it_left_out(folder, kind, wrap):
    members = [(wrap + name, content) for name, content in MEMBERS if not name.endswith("/")]
    ending = ".gz" if kind == "x.tgz" else kind.lower().removeprefix("x").removeprefix(".tar")
    packed = zipped(members) if ending == ".zip" else tarred(members, ending)
    upload = unpack(folder, packed, kind)
    assert contents(upload) == {name: content for name, content in MEMBERS if name in KEPT}
    assert len(upload.left_out) == 4
    assert all(path.name.isdecimal() for path in upload.files.values()), "no name from outside is a path"


@pytest.mark.parametrize("ending", [".gz", ".bz2", ".xz", ".zst", ""])
def test_a_single_output_is_kept_as_it_came(folder, ending):
    packed = PACKERS[ending](b"b\nc\n")
    assert contents(unpack(folder, packed, f"out-lr=1.tsv{ending}", test="test-A")) == {
        f"test-A/out-lr=1.tsv{ending}": packed
    }
    assert list(unpack(folder, packed, f"My Results.JSONL{ending}", test="dev-0").files) == [f"dev-0/out.jsonl{ending}"]
    assert list(unpack(folder, packed, f"C:\\me\\out.tsv{ending}", test="dev-0").files) == [f"dev-0/out.tsv{ending}"]


def test_a_single_output_needs_a_test_and_a_known_ending(folder):
    for test in (None, "test-Z", "../test-A"):
        with pytest.raises(UploadError, match="which test"):
            unpack(folder, b"b\n", "out.tsv", test=test)
    for name in ("out.csv", "out", "", "out.exe", "out.tsv.zip.rar"):
        with pytest.raises(UploadError, match="neither an output nor an archive"):
            unpack(folder, b"b\n", name, test="test-A")


def test_a_file_that_is_not_what_its_name_says_is_refused(folder):
    for content, name in (
        (gzip.compress(b"b\n", mtime=0), "out.tsv"),
        (b"b\n", "out.tsv.gz"),
        (b"b\n", "x.zip"),
        (b"b\n", "x.tgz"),
    ):
        with pytest.raises(BrokenArchive):
            unpack(folder, content, name, test="test-A")


BAD_NAMES = [
    "../test-A/out.tsv", "test-A/../../out.tsv", "/test-A/out.tsv", "//test-A/out.tsv", "C:/test-A/out.tsv",
    "test-A\\out.tsv", "..\\test-A\\out.tsv", "test-A／out.tsv", "．．/test-A/out.tsv", "․․/out.tsv",
    "test-A/out\u202e.tsv", "test-A/out.tsv\u200b", "test-A/\nout.tsv", "test-A/" + "x" * 2000, "test-A/‥/out.tsv",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES)
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_names_that_lead_elsewhere_make_the_archive_be_refused(folder, pack, name):
    kind = "x.zip" if pack is zipped else "x.tar"
    with pytest.raises(UnsafeName):
        unpack(folder, pack([("test-A/out.tsv", b"b\n"), (name, b"b\n")]), kind)
    assert not (folder.parent / "out.tsv").exists()


def test_a_name_with_nul_is_refused(folder):
    packed = zipped([("test-A/out.tsvX.exe", b"b\n")]).replace(b"out.tsvX.exe", b"out.tsv\0.exe")
    with pytest.raises(UnsafeName):
        unpack(folder, packed, "x.zip")


@pytest.mark.parametrize(
    "name",
    [
        "test\u2010A/out.tsv",
        "test-А/out.tsv",
        "test-A/ｏｕｔ.tsv",
        "test-A/оut.tsv",
        "TEST-A/out.tsv",
        "test-A/OUT.tsv",
    ],
)
def test_names_that_look_like_outputs_are_none(folder, name):
    upload = unpack(folder, zipped([("test-A/out.tsv", b"b\n"), (f"x/{name}", b"c\n")]), "x.zip")
    assert contents(upload) == {"test-A/out.tsv": b"b\n"}


@pytest.mark.parametrize("second", ["test-A/out.tsv", "test-A/OUT.tsv", "./test-A/out.tsv", "x/test-A/out.tsv"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_packed_twice_is_refused(folder, second):
    members = [("test-A/out.tsv", b"b\n"), (second, b"c\n")]
    for packed, kind in ((zipped(members), "x.zip"), (tarred(members), "x.tar")):
        with pytest.raises(UnsafeName):
            unpack(folder, packed, kind)


@pytest.mark.parametrize(
    "kind",
    [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.GNUTYPE_SPARSE],
)
def test_links_and_devices_in_a_tar_are_refused(folder, kind):
    info = tarfile.TarInfo("test-A/out.tsv")
    info.type, info.linkname = kind, "/etc/passwd"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.addfile(info)
    with pytest.raises((UnsafeEntry, BrokenArchive)):
        unpack(folder, packed.getvalue(), "x.tar")


def test_a_link_in_a_zip_is_refused(folder):
    link = zipfile.ZipInfo("test-A/out.tsv")
    link.external_attr = 0o120777 << 16
    with pytest.raises(UnsafeEntry):
        unpack(folder, zipped([(link, "/etc/passwd")]), "x.zip")


def test_an_encrypted_zip_is_refused(folder):
    packed = bytearray(zipped([("test-A/out.tsv", b"b\n")]))
    packed[6] |= 1  # flag in the local header
    packed[packed.index(b"PK\x01\x02") + 8] |= 1  # and in the directory
    with pytest.raises(EncryptedArchive, match="encrypted"):
        unpack(folder, bytes(packed), "x.zip")


def test_an_archive_inside_an_archive_is_not_opened(folder):
    inner = zipped([("test-A/out.tsv", b"b\n")])
    with pytest.raises(UnsafeEntry, match="another archive"):
        unpack(folder, zipped([("inner.zip", inner)]), "x.zip")
    with pytest.raises(UnsafeEntry):
        unpack(folder, zipped([("test-A/out.tsv.zip", inner)]), "x.zip")


def test_an_archive_without_outputs_is_told(folder):
    with pytest.raises(NothingToScore, match="no output") as error:
        unpack(folder, zipped([("gonito.yaml", b""), ("out.tsv", b"b\n")]), "x.zip")
    assert "test-A/out.tsv" in error.value.remedy


@pytest.mark.parametrize("kind", ["x.zip", "x.tar.gz", "x.tar.bz2", "x.tar.zst"])
def test_a_bomb_is_defused_while_it_is_read(folder, kind):
    members = [("test-A/out.tsv", bytes(70 * 2**20))]
    packed = zipped(members) if kind == "x.zip" else tarred(members, kind.removeprefix("x.tar"))
    assert len(packed) < 100_000
    with pytest.raises(ArchiveBomb):
        unpack(folder, packed, kind, limits=ArchiveLimits(total_bytes=10**9))


def test_total_size_number_of_entries_and_upload_are_limited(folder):
    members = [(f"test-A/out-{n}.tsv", b"12345678\n" * 100) for n in range(20)]
    for packed, kind in ((zipped(members), "x.zip"), (tarred(members, ".gz"), "x.tgz")):
        with pytest.raises(TooLarge):
            unpack(folder, packed, kind, limits=ArchiveLimits(total_bytes=5000, entries=30))
        with pytest.raises(TooManyFiles):
            unpack(folder, packed, kind, limits=ArchiveLimits(entries=10))
        with pytest.raises(TooLarge):
            unpack(folder, packed, kind, limits=ArchiveLimits(packed_bytes=100))


def test_a_zip_whose_directory_lies_about_its_size_is_refused(folder):
    packed = bytearray(zipped([("test-A/out.tsv", b"b\n")]))
    end = packed.rindex(b"PK\x05\x06")
    packed[end + 10 : end + 12] = struct.pack("<H", 0xFFFF)
    with pytest.raises(TooManyFiles):
        unpack(folder, bytes(packed), "x.zip")


def test_members_of_a_zip_that_overlap_give_no_more_than_the_limit(folder):
    """Many names for one piece of compressed data, as in the bombs of D. Fifield (2019)."""
    packed = zipped([("test-A/out-0.tsv", bytes(2**20))])
    at, end = packed.index(b"PK\x01\x02"), packed.rindex(b"PK\x05\x06")
    entry = packed[at:end]
    entries = b"".join(entry.replace(b"out-0", b"out-%d" % n) for n in range(9))
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, len(entries), at, 0)
    with pytest.raises(IntakeError):
        unpack(folder, packed[:at] + entries + tail, "x.zip", limits=ArchiveLimits(total_bytes=4 * 2**20))


@pytest.mark.parametrize("pack", [zipped, tarred, lambda members: tarred(members, ".gz")])
def test_an_archive_that_breaks_off_is_told(folder, pack):
    packed = pack([(f"test-A/out-{n}.tsv", bytes(range(256)) * 40) for n in range(5)])
    kind = "x.zip" if pack is zipped else "x.tar" if pack is tarred else "x.tar.gz"
    for end in (0, 3, 20, len(packed) // 2, len(packed) * 3 // 4):
        with pytest.raises((BrokenArchive, NothingToScore)):
            unpack(folder, packed[:end], kind)


def test_a_tar_whose_headers_are_huge_or_lead_backwards_is_told(folder):
    huge = tarfile.TarInfo("test-A/out.tsv")
    huge.pax_headers = {"comment": "x" * 200_000}
    backwards = tarfile.TarInfo("test-A/out.tsv")
    backwards.pax_headers = {"size": "-512"}
    for info in (huge, backwards):
        with pytest.raises((BrokenArchive, TooManyFiles, UnsafeName)):
            unpack(folder, tarred([(info, b"b\n")]), "x.tar")


def test_names_in_old_encodings_are_read(folder):
    name = "test-A/out-model=żubr.tsv"
    plain = zipped([(name.replace("ż", "zz"), b"b\n")])
    packed = plain.replace(b"zzubr", "żubr".encode())  # as if by a program that sets no flag for UTF-8
    assert list(unpack(folder, packed, "x.zip").files) == [name]
    assert list(unpack(folder, zipped([(name, b"b\n")]), "x.zip").files) == [name]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=300), st.integers(0, 10_000), st.sampled_from(["x.zip", "x.tar", "x.tar.gz"]))
def test_any_bytes_are_an_upload_or_a_clear_refusal(tmp_path, noise, at, kind):
    good = zipped(MEMBERS) if kind == "x.zip" else tarred(MEMBERS[1:], kind.removeprefix("x.tar"))
    at %= len(good)
    (tmp_path / "upload").write_bytes(good[:at] + noise + good[at + len(noise) :])
    into = tmp_path / "into"
    into.mkdir(exist_ok=True)
    try:
        read_upload(tmp_path / "upload", kind, into, tests=TESTS)
    except IntakeError as error:
        assert str(tmp_path) not in str(error)  # noqa: PT017
    for path in tmp_path.rglob("*"):
        assert path.name in {"upload", "into"} or path.parent == into
        if path.parent == into:
            path.unlink()


@given(st.text(st.characters() | st.sampled_from("./\\\0"), max_size=30))
def test_a_checked_name_stays_below_its_folder(name):
    try:
        checked = checked_name(name)
    except UnsafeName:
        return
    assert ".." not in checked.split("/")
    assert not checked.startswith("/")
    assert "\0" not in checked


@given(st.from_regex(r"\Aout[-=.,a-zA-Z0-9 ]{0,30}\Z"))
def test_an_output_name_is_its_variant_and_known_extensions(name):
    found = output_name(name)
    if found:
        assert found.variant + found.format + found.compression == name
