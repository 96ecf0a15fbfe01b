"""Systems trained and asked on challenges made of records: all that tables of a publication are counted from.

A folder keeps the challenges and the outputs in them. What is there is taken as it is, so that an experiment that was
interrupted goes on where it was: a network that is being learnt at its last state.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from probierz.challenges.challenge import Challenge, open_challenge
from probierz.errors import ChallengeError, DataError, OptionError
from probierz.suites.digests import sha256_of
from probierz.suites.sqad.builders import build_selection
from probierz.suites.sqad.json_lines import read_records_of
from probierz.suites.sqad.records import Record
from probierz.suites.sqad.scores import RankedQuestion, ranked_questions
from probierz.systems.fit_and_predict import predict_lines, write_lines
from probierz.systems.recipes import Recipe
from probierz.systems.spaces import OneOf, Space
from probierz.systems.system import Progress, System, Training
from probierz.systems.training import read_inputs, train
from probierz.whole_files import whole_text

DEVELOPMENT, TEST = "dev-0", "test-A"
_RECORDS = "records.json"
_ADADELTA: Mapping[str, Any] = {"optimiser": "adadelta", "rate": 1.0}
"""What the publication learnt its folds with; it does not say the rate, and 1 is the usual one."""

Watched = Callable[[str], AbstractContextManager[Progress]]
"""Shows how far a training is that is called so."""


@dataclass(frozen=True)
class SqadExperiment:
    """Challenges of the records of a source, and outputs in them. seed, by_article: of the split of the records.

    left_out: is told what cannot be used of the records of a challenge; None: there is no challenge then.
    """

    source: Path
    folder: Path
    seed: int = 1
    by_article: bool = False
    left_out: Callable[[Sequence[DataError]], None] | None = None

    def open(self) -> None:
        """Make the folder. Raises ChallengeError where it has challenges of other records, or of another split.

        Raises DataError or ChallengeError where the source has no records.
        """
        next(self._records([]), None)  # what is no records is refused before anything is written
        told = {"records": _digest(self.source), "seed": self.seed, "by_article": self.by_article}
        known = self.folder / _RECORDS
        if not known.exists():
            if self.folder.is_dir() and any(self.folder.iterdir()):
                raise ChallengeError(f"{self.folder} has other files in it; name a new folder")
            self.folder.mkdir(parents=True, exist_ok=True)
            with whole_text(known) as file:
                file.write(json.dumps(told) + "\n")
        if json.loads(known.read_text("utf-8")) != told:
            raise ChallengeError(
                f"{self.folder} was made of other records, or divided otherwise; name a new folder, or remove it"
            )

    def challenge(self, kind: str, fold: int = 0) -> Challenge:
        """Return the challenge of a kind, made where it is not there. fold: 1 to 5; 0 for 60 : 10 : 30."""
        place = self.folder / (f"{kind}-fold-{fold}" if fold else kind)
        if not place.exists():
            unusable: list[DataError] = []
            skipped = build_selection(
                self._records(unusable),
                place,
                kind,
                seed=self.seed,
                by_article=self.by_article,
                fold=fold,
                skip_broken=self.left_out is not None,
            )
            if self.left_out:
                self.left_out([*unusable, *skipped])
        return open_challenge(place)

    def _records(self, unusable: list[DataError]) -> Iterator[Record]:
        """The records; those that cannot be read are put to the unusable, where they may be left out."""
        return read_records_of(self.source, skipped=unusable if self.left_out else None)

    def ranked(
        self,
        recipe: Recipe,
        settings: Mapping[str, Any],
        watched: Watched,
        *,
        kind: str = "sentences",
        fold: int = 0,
        run: int = 0,
        split: str = TEST,
    ) -> list[RankedQuestion]:
        """Return how a system ranks what is right for each question of a split; it is trained where it has not been.

        run: the seed of its training. A system that learns keeps its best state by the development questions.
        Raises ChallengeError where no record is in the split.
        """
        challenge = self.challenge(kind, fold)
        if not (challenge.path / split).is_dir():
            what = "articles than folds; leave out --by-article" if self.by_article else "records than parts; give more"
            raise ChallengeError(f"{challenge.path}: no record is in {split}, as there are fewer {what}")
        name = _output_name(recipe, settings, run)
        if not (challenge.path / split / name).exists():
            system = self._system(recipe, settings, challenge, run, watched)
            for each in (DEVELOPMENT, TEST):
                _write(system, challenge, each, name)
            shutil.rmtree(self._state(challenge, name), ignore_errors=True)
        return ranked_questions(challenge, split, challenge.path / split / name)

    def _system(
        self, recipe: Recipe, settings: Mapping[str, Any], challenge: Challenge, run: int, watched: Watched
    ) -> System:
        if not recipe.learns:
            beside = {name: str(challenge.path / file) for name, file in recipe.files.items()}
            return recipe.build(**beside | dict(settings))
        name = _output_name(recipe, settings, run)
        with watched(f"{challenge.name}: {name.removeprefix('out-').removesuffix('.tsv')}") as progress:
            training = Training(seed=run, checkpoint=self._state(challenge, name), progress=progress)
            return train(recipe, challenge, training, development=DEVELOPMENT, settings=settings)[0]

    def _state(self, challenge: Challenge, name: str) -> Path:
        return self.folder / "states" / f"{challenge.name}-{name.removesuffix('.tsv')}"


def _write(system: System, challenge: Challenge, split: str, name: str) -> None:
    lines = challenge.split(split).input
    assert lines is not None
    write_lines(challenge.path / split / name, predict_lines(system, read_inputs(lines)))


def _output_name(recipe: Recipe, settings: Mapping[str, Any], run: int) -> str:
    """A name that says system, settings and run, as `eval` reads them from names of outputs."""
    told = {**settings, **({"run": run} if run else {})}
    text = ",".join([recipe.name.rpartition("/")[2], *(f"{name}={told[name]}" for name in sorted(told))])
    plain = re.sub(r"[^\w.,=+-]", "_", text)
    digest = "" if plain == text else f"-{hashlib.sha256(text.encode()).hexdigest()[:6]}"
    return f"out-{plain}{digest}.tsv"


def _digest(source: Path) -> str:
    """A digest of what is in the files of records, and of how they are called."""
    if source.is_file():
        return sha256_of(source)
    told = hashlib.sha256()
    for path in sorted(one for one in source.rglob("*") if one.is_file()):
        told.update(f"{path.relative_to(source)}\t{sha256_of(path)}\n".encode("utf-8", "surrogateescape"))
    return told.hexdigest()


def all_settings(space: Space) -> list[dict[str, Any]]:
    """Return each combination of values. Raises OptionError where values are from a range, or there are none."""
    values = {name: one.values for name, one in space.items() if isinstance(one, OneOf)}
    if len(values) < len(space) or not space:
        ranges = [name for name in space if name not in values]
        named = f"{ranges[0]} has a range" if ranges else "nothing is said to be tried"
        raise OptionError(f"{named}; write the values with commas, as in  --over rate=0.2,0.4,0.6")
    return [dict(zip(values, chosen, strict=True)) for chosen in itertools.product(*values.values())]


def settings_in_folds(recipe: Recipe, settings: Mapping[str, Any], told: Iterable[str]) -> dict[str, Any]:
    """Return the settings for cross-validation: Adadelta, as the publication has it, where nothing else was told."""
    if "optimiser" not in recipe.settings() or not _ADADELTA.keys().isdisjoint(told):
        return dict(settings)
    return {**settings, **_ADADELTA}
