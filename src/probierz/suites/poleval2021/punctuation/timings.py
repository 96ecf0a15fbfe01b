"""The texts of a folder with the times of their words."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from probierz.errors import ChallengeError, nearest
from probierz.suites.poleval2021.punctuation.alignments import TimedText, join, read_alignments
from probierz.suites.poleval2021.punctuation.folders import Form, read_texts


class Timings(NamedTuple):
    """Texts with times in the order of the folder, and the IDs of those that have no alignment."""

    texts: list[TimedText]
    untimed: list[str]


def timed_texts(alignments: Path, texts: Path, *, form: Form | None = None, only: str | None = None) -> Timings:
    """Join alignments to the texts of a folder by their IDs. only: the ID of one text.

    Raises ChallengeError for an alignment whose text is not there or whose ID is wanted and not there, DataError for a
    broken one, or one of another text.
    """
    documents = read_texts(texts, form=form).documents
    if only is not None and only not in documents:
        raise ChallengeError(f"{texts}: no text is called {only!r}; {_instead(only, list(documents))}")
    timed = {}
    for aligned in read_alignments(alignments):
        if only not in (None, aligned.name):
            continue
        if aligned.name not in documents:
            raise ChallengeError(f"{aligned.path}: {texts} has no text called {aligned.name!r}; give its own folder")
        timed[aligned.name] = join(aligned, documents[aligned.name])
    if only is not None and not timed:
        raise ChallengeError(f"{alignments}: there is no alignment of {only!r}")
    wanted = [only] if only is not None else list(documents)
    return Timings([timed[name] for name in wanted if name in timed], [name for name in wanted if name not in timed])


def _instead(name: str, known: list[str]) -> str:
    close = nearest(name, known)
    return f"try {', '.join(close)}" if close else f"it has {len(known)} others"
