"""Uploaded files, laid on disk under names of our own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from probierz.web.submissions.services.handing_in import Uploaded

MOST_FILES = 50
"""At once; more come in an archive."""


@contextmanager
def on_disk(files: Sequence[UploadedFile[Any]], test: str | None = None) -> Iterator[list[Uploaded]]:
    """Lay files in a folder for as long as they are looked at. test: which one single outputs are for."""
    with tempfile.TemporaryDirectory(prefix="probierz-form-") as folder:
        laid = []
        for number, file in enumerate(files):
            path = Path(folder) / str(number)
            with path.open("wb") as target:
                target.writelines(file.chunks())
            laid.append(Uploaded(path, file.name or "", test))
        yield laid
