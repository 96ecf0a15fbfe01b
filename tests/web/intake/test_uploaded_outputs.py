import gzip

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archive_attacks import LIMITS, PACKERS, attacks, tarred, zipped
from probierz.archives.limits import ArchiveLimits
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
from probierz.web.intake.uploaded_outputs import read_upload

TESTS = ["dev-0", "test-A", "test-B"]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "into").mkdir()
    return tmp_path


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


def test_an_output_may_be_zipped_by_itself(folder):
    packed = zipped([("anything.tsv", b"b\nc\n")])
    assert contents(unpack(folder, packed, "out-lr=1.tsv.zip", test="test-A")) == {"test-A/out-lr=1.tsv.zip": packed}
    both = zipped([("test-A/out.tsv.zip", packed), ("dev-0/out.tsv", b"b\n")])
    assert sorted(unpack(folder, both, "x.zip").files) == ["dev-0/out.tsv", "test-A/out.tsv.zip"]


def test_a_single_output_needs_a_test_and_a_known_ending(folder):
    for test in (None, "test-Z", "../test-A"):
        with pytest.raises(UploadError, match="which test"):
            unpack(folder, b"b\n", "out.tsv", test=test)
    for name in ("out.csv", "out", "", "out.exe", "out.tsv.zip.rar"):
        with pytest.raises(UploadError, match=f"^{name!r} is neither an output nor an archive"):
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


def test_an_output_that_is_in_two_folders_is_refused(folder):
    members = [("test-A/out.tsv", b"b\n"), ("x/test-A/out.tsv", b"c\n")]
    for packed, kind in ((zipped(members), "x.zip"), (tarred(members), "x.tar")):
        with pytest.raises(UnsafeName, match="in two folders"):
            unpack(folder, packed, kind)


REFUSED = {
    "name": UnsafeName, "entry": UnsafeEntry, "encrypted": EncryptedArchive, "bomb": ArchiveBomb, "large": TooLarge,
    "many": TooManyFiles, "broken": BrokenArchive,
}  # fmt: skip


@pytest.mark.parametrize(("name", "content", "kinds"), list(attacks()))
def test_attacks_have_names_that_programs_can_tell_apart(folder, name, content, kinds):
    del name
    with pytest.raises(tuple(REFUSED[kind] for kind in kinds)):
        unpack(folder, content, "x.zip", limits=ArchiveLimits(**LIMITS))


def test_an_upload_that_is_too_large_as_it_comes_is_refused(folder):
    with pytest.raises(TooLarge, match="the file has more than"):
        unpack(folder, zipped(MEMBERS), "x.zip", limits=ArchiveLimits(packed_bytes=100))


def test_an_archive_inside_an_archive_is_not_opened(folder):
    inner = zipped([("test-A/out.tsv", b"b\n")])
    with pytest.raises(UnsafeEntry, match="another archive"):
        unpack(folder, zipped([("inner.zip", inner)]), "x.zip")
    with pytest.raises(UnsafeEntry):
        unpack(folder, zipped([("test-A/outs.zip", inner)]), "x.zip")


@pytest.mark.parametrize(
    ("names", "said"),
    [(["gonito.yaml", "out.tsv"], ": gonito.yaml, out.tsv"), (["test-Z/out.tsv"], ": test-Z/out.tsv"),
     ([f"test-Z/{name}.tsv" for name in "abcdefg"], r"test-Z/e\.tsv, …"), ([], "no file in what")],
)  # fmt: skip
def test_an_archive_without_outputs_is_told_by_what_it_holds_and_what_is_wanted(folder, names, said):
    with pytest.raises(NothingToScore, match=said) as error:
        unpack(folder, zipped([(name, b"") for name in names]), "x.zip")
    assert "test-A/out.tsv" in error.value.remedy


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
