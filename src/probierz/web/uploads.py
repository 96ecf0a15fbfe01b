"""Uploaded files: refused before they are read where they are too large, and laid on disk under names of our own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler

from probierz.web.limits import upload_bytes
from probierz.web.submissions.services.handing_in import Uploaded

__all__ = ["LimitedUpload", "on_disk"]

AROUND = 2**20
"""What a form may hold beside its files."""


class LimitedUpload(FileUploadHandler):
    """Refuses a form larger than PROBIERZ_UPLOAD_MB before any of it is read; keeps nothing itself."""

    def handle_raw_input(
        self, input_data: Any, META: Any, content_length: int, boundary: str, encoding: str | None = None
    ) -> None:
        """Look at the size that was announced; no more than that is read. Raises RequestDataTooBig."""
        if content_length > upload_bytes() + AROUND:
            raise RequestDataTooBig(f"an upload of {content_length} bytes")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Leave the data to the next handler."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the next handler."""


@contextmanager
def on_disk(files: Sequence[UploadedFile], test: str | None = None) -> Iterator[list[Uploaded]]:
    """Lay files in a folder for as long as they are looked at. test: which one single outputs are for."""
    with tempfile.TemporaryDirectory(prefix="probierz-form-") as folder:
        laid = []
        for number, file in enumerate(files):
            path = Path(folder) / str(number)
            with path.open("wb") as target:
                target.writelines(file.chunks())
            laid.append(Uploaded(path, file.name or "", test))
        yield laid
