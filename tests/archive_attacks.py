"""Archives as strangers send them: harmless ones, and one set of attacks for everything that reads archives."""

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import warnings
import zipfile

import zstandard

FILE = "test-A/out.tsv"
"""A file that every reader of archives would take."""

PACKERS = {
    "": bytes,
    ".gz": lambda content: gzip.compress(content, mtime=0),
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor(write_checksum=True).compress,
}


def zipped(members, compression=zipfile.ZIP_DEFLATED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
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


def link_in_zip(mode):
    link = zipfile.ZipInfo(FILE)
    link.external_attr = mode << 16
    return zipped([(link, "/etc/passwd")])


def entry_in_tar(kind):
    info = tarfile.TarInfo(FILE)
    info.type, info.linkname = kind, "/etc/passwd"
    return tarred([(info, b"")])


def with_comment(size):
    info = tarfile.TarInfo(FILE)
    info.pax_headers = {"comment": "x" * size}
    return tarred([(info, b"b\n")])


def leading_backwards():
    info = tarfile.TarInfo(FILE)
    info.pax_headers = {"size": "-512"}
    return tarred([(info, b"b\n")])


def encrypted():
    packed = bytearray(zipped([(FILE, b"b\n")]))
    packed[6] |= 1  # flag in the local header
    packed[packed.index(b"PK\x01\x02") + 8] |= 1  # and in the directory
    return bytes(packed)


def overlapping():
    """Many names for one piece of compressed data, as in the bombs of D. Fifield (2019)."""
    packed = zipped([("test-A/out-0.tsv", bytes(2**20))])
    at, end = packed.index(b"PK\x01\x02"), packed.rindex(b"PK\x05\x06")
    entries = b"".join(packed[at:end].replace(b"out-0", b"out-%d" % n) for n in range(9))
    return packed[:at] + entries + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, len(entries), at, 0)


def lying_about_entries(count):
    """More entries than the end of the archive says."""
    packed = bytearray(zipped([("x" * 150 + str(number), b"") for number in range(200)]))
    struct.pack_into("<2H", packed, packed.rfind(b"PK\x05\x06") + 8, count, count)
    return bytes(packed)


def with_nul():
    return zipped([("test-A/out.tsvX.exe", b"b\n")]).replace(b"out.tsvX.exe", b"out.tsv\0.exe")


BAD_NAMES = {
    "above": "../test-A/out.tsv",
    "above in the middle": "test-A/../../out.tsv",
    "absolute": "/test-A/out.tsv",
    "two slashes": "//test-A/out.tsv",
    "a drive": "C:/test-A/out.tsv",
    "a backslash": "test-A\\out.tsv",
    "above by backslash": "..\\test-A\\out.tsv",
    "a wide slash": "test-A／out.tsv",
    "wide dots": "．．/test-A/out.tsv",
    "dots of another kind": "․․/out.tsv",
    "two dots in one": "test-A/‥/out.tsv",
    "written backwards": "test-A/out\u202e.tsv",
    "a space without width": "test-A/out.tsv\u200b",
    "a line end": "test-A/\nout.tsv",
    "endless": "test-A/" + "x" * 2000,
    "longer than a disk allows": "test-A/" + "ż" * 200,
}

TWO_NAMES = {
    "the same": (FILE, FILE),
    "in capitals": (FILE, FILE.upper()),
    "with a dot": (FILE, f"./{FILE}"),
    "composed otherwise": ("test-A/out-\u017c.tsv", "test-A/out-z\u0307.tsv"),
}

DEVICES = {
    "symbolic link": tarfile.SYMTYPE,
    "hard link": tarfile.LNKTYPE,
    "character device": tarfile.CHRTYPE,
    "block device": tarfile.BLKTYPE,
    "pipe": tarfile.FIFOTYPE,
}

ZEROS = [(FILE, bytes(3 * 2**20))]
TOO_LARGE = [(f"test-A/out-{number}.tsv", bytes(range(256)) * 2000) for number in range(5)]
TOO_MANY = [(f"test-A/out-{number}.tsv", b"b\n") for number in range(30)]

LIMITS = {"total_bytes": 2 * 2**20, "entries": 20, "free_bytes": 2**20}
"""The limits that the bombs among the attacks are made for; links are refused under them."""


def attacks():
    """Yield a name, an archive and what is wrong with it."""
    for name, bad in BAD_NAMES.items():
        yield f"zip, name: {name}", zipped([(FILE, b"b\n"), (bad, b"b\n")]), {"name"}
        yield f"tar, name: {name}", tarred([(FILE, b"b\n"), (bad, b"b\n")]), {"name"}
    yield "zip, name: NUL", with_nul(), {"name"}
    for name, (first, second) in TWO_NAMES.items():
        members = [(first, b"b\n"), (second, b"c\n")]
        yield f"tar, twice: {name}", tarred(members), {"name"}
        yield f"zip, twice: {name}", zipped(members), {"name"}
    for first, second in (("test-A", FILE), (FILE, "test-A"), (FILE, f"{FILE}/x")):
        yield f"zip, file and folder: {first}, {second}", zipped([(first, b""), (second, b"")]), {"name"}
        yield f"tar, file and folder: {first}, {second}", tarred([(first, b""), (second, b"")]), {"name"}
    yield "zip, symbolic link", link_in_zip(0o120777), {"entry"}
    yield "zip, device", link_in_zip(0o020666), {"entry"}
    for name, kind in DEVICES.items():
        yield f"tar, {name}", entry_in_tar(kind), {"entry"}
    yield "tar, sparse", entry_in_tar(tarfile.GNUTYPE_SPARSE), {"entry", "broken"}
    yield "zip, encrypted", encrypted(), {"encrypted"}
    yield "zip, bomb", zipped(ZEROS), {"bomb", "large"}
    yield "zip, overlapping", overlapping(), {"broken", "bomb", "large"}
    for kind in (".gz", ".bz2", ".xz", ".zst"):
        yield f"tar{kind}, bomb", tarred(ZEROS, kind), {"bomb", "large"}
    yield "zip, too large", zipped(TOO_LARGE), {"bomb", "large"}
    yield "tar, too large", tarred(TOO_LARGE), {"large"}
    yield "zip, too many", zipped(TOO_MANY), {"many"}
    yield "tar, too many", tarred(TOO_MANY), {"many"}
    yield "zip, lies: one entry", lying_about_entries(1), {"many"}
    yield "zip, lies: countless", lying_about_entries(0xFFFF), {"many"}
    yield "tar, endless header", with_comment(200_000), {"broken"}
    yield "tar, leads backwards", leading_backwards(), {"broken"}
    yield "no archive", b"just text\n" * 100, {"broken"}
    yield "nothing", b"", {"broken"}
    yield "zip, cut off", zipped(TOO_MANY[:3])[:-30], {"broken"}
    yield "tar, cut off in a file", tarred(TOO_LARGE[:2])[:600_000], {"broken"}
    yield "tar, cut off behind a file", tarred(TOO_MANY[:3])[: 2 * 1024], {"broken"}
    yield "tar.gz, cut off", tarred(TOO_MANY[:3], ".gz")[:-4], {"broken"}
