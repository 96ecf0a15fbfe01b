"""Where the platform's files are: folders below PROBIERZ_HOME."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings


def _home() -> Path:
    return Path(settings.HOME)


def version_folder(slug: str, folder: str) -> Path:
    """Return the folder of a version's files, gold among them; nothing of it is ever served."""
    return _home() / "challenges" / slug / folder


def store(slug: str) -> Path:
    """Return the bare repository of all submissions to a challenge."""
    return _home() / "stores" / f"{slug}.git"


def public_repository(slug: str) -> Path:
    """Return the bare repository that everybody may clone: the challenge without gold, and opened submissions."""
    return _home() / "public" / f"{slug}.git"


def rows_file(evaluation: int) -> Path:
    """Return the file with the tallies of an evaluation, for paired comparisons."""
    return _home() / "rows" / f"{evaluation}.npz"


def marks_file(key: str) -> Path:
    """Return the file with a mark for each line of an output, by which nearly equal ones are found."""
    return _home() / "marks" / key[:2] / f"{key}.bin"


def score_marks_file(key: str) -> Path:
    """Return the file with what metrics say of each line of an output; as secret as rows."""
    return _home() / "marks" / "scores" / key[:2] / f"{key}.npy"


def data_archive(slug: str, commit: str) -> Path:
    """Return the archive of the files of a public commit; it is made when somebody asks, and may be thrown away."""
    return _home() / "archives" / slug / f"{commit}.zip"


def sources(slug: str) -> Path:
    """Return the bare repository into which a challenge's own parts are fetched, gold among them; never served."""
    return _home() / "sources" / f"{slug}.git"


def upload_file(name: str) -> Path:
    """Return where an upload waits for its job, under a name of our own."""
    return _home() / "uploads" / name
