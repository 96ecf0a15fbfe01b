"""The form with a file that a platform takes, made on disk: files may be large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def upload_form(
    field: str, filename: str, content: IO[bytes], texts: Mapping[str, str] | None = None
) -> Iterator[tuple[IO[bytes], dict[str, str]]]:
    """Make a form of texts and one .zip; yield it, to be read from its beginning, and the headers of its request."""
    import secrets
    import shutil
    import tempfile

    boundary = secrets.token_hex(16)
    with tempfile.TemporaryFile() as form:
        for name, text in (texts or {}).items():
            form.write(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'.encode())
        form.write(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{filename}"\r\n'.encode()
        )
        form.write(b"Content-Type: application/zip\r\n\r\n")
        content.seek(0)
        shutil.copyfileobj(content, form)
        form.write(f"\r\n--{boundary}--\r\n".encode())
        length = form.tell()
        form.seek(0)
        yield form, {"Content-Type": f"multipart/form-data; boundary={boundary}", "Content-Length": str(length)}


@contextmanager
def pack_files(folder: Path, files: Iterable[Path]) -> Iterator[IO[bytes]]:
    """Pack files of a folder under their names in it; yield the .zip."""
    import tempfile
    import zipfile

    with tempfile.TemporaryFile() as packed:
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
            for path in files:
                archive.write(path, path.relative_to(folder).as_posix())
        yield packed
