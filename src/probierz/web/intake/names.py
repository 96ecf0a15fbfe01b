"""Names of files that come in: which are outputs, which are harmless, which are meant to lead elsewhere.

A name from outside is never a path of the server. It is matched against what may be there, and only what matches is
used, in the words of the challenge.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from probierz.archives import names
from probierz.challenges import files
from probierz.challenges.files import OutputName
from probierz.web.intake.errors import archives_told

METADATA_NAME = "gonito.yaml"
LONGEST_NAME = 200


def output_name(name: str) -> OutputName | None:
    """Take a file name apart; None if it is not that of an output, or has letters that only look like others."""
    is_plain = len(name) <= LONGEST_NAME and name.isprintable() and not _looks_like_another(name)
    return files.output_name(name) if is_plain else None


def checked_name(name: str) -> str:
    """Return a name from outside, its parts joined by one slash. Raises UnsafeName for one that leads elsewhere."""
    with archives_told():
        return names.checked_name(name)


def _looks_like_another(name: str) -> bool:
    """Whether a name holds wide letters, ligatures or the like, which some programs take for plain ones."""
    return unicodedata.normalize("NFKC", name) != unicodedata.normalize("NFC", name)


def submitted_name(name: str, tests: Collection[str]) -> str | None:
    """Return where a checked name belongs: `test-A/out.tsv` or `gonito.yaml`; None for what is not submitted.

    One folder around everything, as archives often have it, is left out.
    """
    parts = name.split("/")
    inner = parts[1:] if len(parts) in {2, 3} and parts[0] not in tests else parts
    if inner == [METADATA_NAME]:
        return METADATA_NAME
    if len(inner) == 2 and inner[0] in tests and output_name(inner[1]):
        return "/".join(inner)
    return None
