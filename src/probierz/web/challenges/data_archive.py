"""The data of a challenge as one archive: the files that everybody may have, as git keeps them, and nothing else."""

from __future__ import annotations

import threading
from pathlib import Path

from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.challenges.models import Challenge
from probierz.web.configuration import places
from probierz.web.intake.gitrun import git
from probierz.whole_files import whole_path

_packing = threading.Lock()
"""One archive is packed at a time in a process; each keeps a thread from answering others."""
WAIT_SECONDS = 10


_ATTRIBUTES = "* -export-ignore -export-subst -text -eol -ident -filter -working-tree-encoding\n"
"""What a challenge says in `.gitattributes` changes no file of the archive and leaves none out: these go before it."""


def archive_of(challenge: Challenge) -> Path | None:
    """Return the archive of the current version's public files, packed once; None before there are any.

    It is made of the public commit alone, in which expected results of hidden tests never are.
    Raises Refused while others are packed.
    """
    version = challenge.current
    if version is None or not version.public_commit:
        return None
    path = places.data_archive(challenge.slug, version.public_commit)
    if path.is_file():
        return path
    if not _packing.acquire(timeout=WAIT_SECONDS):
        raise Refused(_("Another archive is being packed. Try again in a moment."), "busy")
    try:
        if not path.is_file():
            _pack(challenge.slug, version.public_commit, path)
    finally:
        _packing.release()
    return path


def _pack(slug: str, commit: str, path: Path) -> None:
    """Write the archive whole, and throw those of earlier versions away."""
    path.parent.mkdir(parents=True, exist_ok=True)
    repository = places.public_repository(slug)
    with whole_path(repository / "info" / "attributes") as place:
        place.write_text(_ATTRIBUTES)
    with whole_path(path) as place, place.open("wb") as file:
        words = ["archive", "--format=zip", f"--prefix={slug}/", commit]
        git(words, git_dir=repository, stdout=file).succeeded()
    for old in path.parent.glob("*.zip"):
        if old != path:
            old.unlink(missing_ok=True)
