"""Digests of the inputs that outputs answer, for a platform to say which of them are old ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from probierz.errors import ProbierzError


def digests_of_inputs(folder: Path, splits: Collection[str]) -> list[str]:
    """Return `test-A=…` for these splits of a challenge directory; nothing where inputs cannot be read."""
    from probierz.challenges.challenge import open_challenge
    from probierz.challenges.input_changes import inputs_digest

    try:
        challenge = open_challenge(str(folder))
        here = [split for split in challenge.splits if split.name in splits and split.input is not None]
        return [f"{split.name}={inputs_digest(challenge, split)}" for split in here]
    except ProbierzError:
        return []


def joined_digests(digests: Iterable[str], most: int) -> str:
    """Return as many of them, by commas, as a form takes letters: half a digest would be that of other inputs."""
    said = ""
    for one in digests:
        longer = f"{said},{one}" if said else one
        if len(longer) > most:
            break
        said = longer
    return said
