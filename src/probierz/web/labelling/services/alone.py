"""A round of one person on a laptop, of the directory of a challenge."""

from __future__ import annotations

import tempfile
from pathlib import Path

from probierz.challenges.create import GITIGNORE
from probierz.errors import OptionError
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, import_directory
from probierz.web.challenges.version_files import copy_without_outputs
from probierz.web.labelling.items import known_labels, labelled_splits
from probierz.web.labelling.models import LabellingRound
from probierz.web.labelling.services.rounds import create_round

SLUG = "items"


def round_alone(
    folder: Path, *, by: User, split: str | None, size: int, seed: int, output: Path | None
) -> LabellingRound:
    """Return the round that somebody is in already, made with the same choices of the same data, or a new one.

    split: None for the last one. Raises OptionError for an unknown split, Refused, and what a broken challenge raises.
    """
    challenge = Challenge.objects.filter(slug=SLUG).first() or create_unasked(SLUG, by, title=folder.resolve().name)
    with tempfile.TemporaryDirectory(prefix="probierz-items-") as place:
        import_directory(challenge, _whole(folder, Path(place) / "challenge"))
    splits = labelled_splits(challenge)
    if not splits or (split is not None and split not in splits):
        known = ", ".join(splits) or "none at all"
        raise OptionError(f"{folder} has no test {split or ''} with inputs in TSV to be labelled; there are: {known}")
    wanted = split or list(splits)[-1]
    rounds = LabellingRound.objects.filter(
        challenge=challenge, version=challenge.current, split=wanted, seed=seed, order=int(output is not None)
    )  # fmt: skip
    made = next((one for one in rounds if len(one.lines) == min(size, one.of_lines)), None)
    title = f"{challenge.title}: {wanted}"
    return made or create_round(
        challenge, by=by, split=wanted, size=size, seed=seed, title=title, labels=known_labels(challenge), output=output
    )


def _whole(folder: Path, place: Path) -> Path:
    """The challenge with what platforms ask for and nobody needs who labels alone; itself where nothing is missing."""
    texts = {".gitignore": GITIGNORE, "README.md": f"# {folder.resolve().name}\n"}
    missing = {name: text for name, text in texts.items() if not (folder / name).is_file()}
    if not missing or not folder.is_dir():
        return folder
    copy_without_outputs(folder, place)
    for name, text in missing.items():
        (place / name).write_text(text, encoding="utf-8")
    return place
