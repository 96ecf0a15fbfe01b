"""Learning in stages: on other texts first, with other settings later, or with many of which the best are kept.

    Stages(tagger, (
        {"texts": "rest", "epochs": 5, "rate": 2e-5},
        {"epochs": [1, 2, 4, 10], "rate": [5e-6, 1e-5]},    a list: all ways are tried
    ))

What a stage sets holds while it learns; afterwards the part has its own settings again.
"""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol, cast

from probierz.errors import DataError, OptionError
from probierz.lines import LineReader
from probierz.systems.system import Answer, Pair, System, Training

TEXTS = "texts"
GIVEN = ""
WITH_DEVELOPMENT = "with-development"


class _ScoresItself(Protocol):
    """A system that can score itself, which a choice among settings needs."""

    def score(self, pairs: Sequence[Pair]) -> float: ...


@dataclass
class Stages(System):
    """Fits its part, then tunes it, stage by stage.

    stages: for each the settings of the part that it changes; a list of values is a grid, of which the best on the
    development pairs is kept. `texts` says what a stage learns from, a list of them from all together: `` the pairs
    given, `with-development` those and the development pairs (by which nothing is chosen then), or a folder with
    in.tsv and expected.tsv. hold_back: without development pairs, so great a share of the pairs is drawn to be such.
    """

    kind: ClassVar[str] = "stages"
    of: System
    stages: tuple[Mapping[str, Any], ...]
    hold_back: float = 0.0
    tried: list[tuple[dict[str, Any], float]] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        known = {one.name for one in fields(self.of) if one.init} | {TEXTS}  # type: ignore[arg-type]
        odd = [name for stage in self.stages for name in stage if name not in known]
        if odd:
            raise OptionError(f"{self.of.kind} has no setting {odd[0]!r} that a stage could change")
        if not self.stages or not 0 <= self.hold_back < 1:
            raise OptionError("there is at least one stage, and hold_back is a share below 1")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit in the first stage, tune in the others. Raises OptionError for a grid without development pairs."""
        if self.hold_back and not training.development:
            pairs, held = _drawn(pairs, self.hold_back, training.seed)
            training = replace(training, development=held)
        self.tried = []
        for number, stage in enumerate(self.stages):
            texts, told = self._texts(stage.get(TEXTS, GIVEN), pairs, training)
            ways = list(_ways({name: value for name, value in stage.items() if name != TEXTS}))
            self.of = self._best(ways, texts, told.of_part(f"stage-{number}"), is_first=number == 0)

    def predict(self, inputs: Any) -> Iterator[str]:
        """Yield what the part says."""
        return self.of.predict(inputs)

    def answers(self, inputs: Any) -> Iterator[Answer]:
        """Yield what the part knows."""
        return self.of.answers(inputs)

    def _texts(
        self, names: str | Sequence[str], pairs: Sequence[Pair], training: Training
    ) -> tuple[Sequence[Pair], Training]:
        found: list[Pair] = []
        told = training
        for name in [names] if isinstance(names, str) else names:
            if name in (GIVEN, WITH_DEVELOPMENT):
                found += pairs
            else:
                found += read_folder(Path(name))
            if name == WITH_DEVELOPMENT:
                found += training.development
                told = replace(training, development=())
        return found, told

    def _best(
        self, ways: Sequence[Mapping[str, Any]], pairs: Sequence[Pair], training: Training, *, is_first: bool
    ) -> System:
        if len(ways) == 1:
            return _trained(self.of, ways[0], pairs, training, is_first=is_first)
        if not training.development or not getattr(self.of, "metric", ""):
            raise OptionError("a grid needs development pairs to choose by: name their split with  --development")
        best: tuple[float, System] | None = None
        for number, way in enumerate(ways):
            part = copy.deepcopy(self.of)
            part = _trained(part, way, pairs, training.of_part(f"way-{number}"), is_first=is_first)
            score = cast("_ScoresItself", part).score(training.development)
            self.tried.append((dict(way), score))
            if best is None or score > best[0]:
                best = score, part
        assert best
        return best[1]


def _trained(
    part: System, way: Mapping[str, Any], pairs: Sequence[Pair], training: Training, *, is_first: bool
) -> System:
    own = {name: getattr(part, name) for name in way}
    for name, value in way.items():
        setattr(part, name, value)
    try:
        (part.fit if is_first else part.tune)(pairs, training)
    finally:
        for name, value in own.items():
            setattr(part, name, value)
    return part


def _ways(settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """All combinations of the values; a value that is no list is the only one."""
    values = [value if isinstance(value, list) else [value] for value in settings.values()]
    for chosen in itertools.product(*values):
        yield dict(zip(settings, chosen, strict=True))


def _drawn(pairs: Sequence[Pair], share: float, seed: int) -> tuple[list[Pair], list[Pair]]:
    order = list(range(len(pairs)))
    random.Random(seed).shuffle(order)
    held = set(order[: round(share * len(pairs))])
    kept = [pair for number, pair in enumerate(pairs) if number not in held]
    return kept, [pairs[number] for number in sorted(held)]


def read_folder(folder: Path, *, is_whole: bool = False) -> list[Pair]:
    """Read in.tsv and expected.tsv, whole lines or their last columns. Raises DataError when they do not match."""
    columns = []
    for name in ("in.tsv", "expected.tsv"):
        with LineReader(folder / name) as reader:
            columns.append([str(line) if is_whole else str(line).rpartition("\t")[2] for line in reader])
    if len(columns[0]) != len(columns[1]):
        raise DataError(f"{folder}: in.tsv has {len(columns[0])} lines, expected.tsv has {len(columns[1])}")
    return [Pair(*pair) for pair in zip(*columns, strict=True)]
