"""What a system is: it learns from pairs of lines and turns input lines into output lines.

    system = find_recipe("punctuation/comma-rule").build()
    system.fit(pairs)                     pairs of an input line and an expected line
    list(system.predict(inputs))          one output line for each input line, in order
    system.save(folder)                   plain files, no pickle; load(folder) in storage.py

A system is a dataclass: its fields are its settings, what it learnt is written by `write` and read by `read`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from probierz.errors import OptionError

Progress = Callable[[str, int, int], None]
"""What is done, how many steps of it are, and of how many (0: nobody knows)."""


def no_progress(_what: str, _done: int, _total: int) -> None:
    """Tell nobody."""


Track = Callable[[Mapping[str, float], int], None]
"""Values by name, such as a loss, and the step that they are of."""


def no_track(_values: Mapping[str, float], _step: int) -> None:
    """Keep nothing."""


class Pair(NamedTuple):
    """An input line and the line that is expected for it, both without line end."""

    input: str
    expected: str


class Answer(ABC):
    """What a system says of an input. answers.py has numbers, labels, rankings and spans."""

    @property
    @abstractmethod
    def line(self) -> str:
        """What stands in out.tsv."""


@dataclass(frozen=True)
class Text(Answer):
    """A text."""

    text: str

    @property
    def line(self) -> str:
        """The text."""
        return self.text


@dataclass(frozen=True)
class Training:
    """How to train, beside the pairs.

    seed: the same seed, pairs and machine give the same system. development: pairs to choose the best state by.
    checkpoint: a folder for states, so that an interrupted training goes on; None keeps none. track: is told how the
    learning goes, see tracking.py.
    """

    seed: int = 0
    development: Sequence[Pair] = ()
    checkpoint: Path | None = None
    progress: Progress = no_progress
    track: Track = no_track

    def of_part(self, name: str) -> Training:
        """The same for a part of the system: its states have a folder of their own, its values names of their own."""

        def track(values: Mapping[str, float], step: int) -> None:
            self.track({f"{name}/{key}": value for key, value in values.items()}, step)

        return replace(self, checkpoint=self.checkpoint / name if self.checkpoint else None, track=track)


class System(ABC):
    """A system. Subclasses are dataclasses, named in `storage.KINDS`, with settings that JSON can hold, or systems.

    Any of them raises OptionError for settings that cannot be, as it is made; DataError for pairs and inputs that are
    none of its task; Untrained where it answers or is written and must learn first; MissingExtra and MissingBackbone
    for a library or model that is not here.
    """

    kind: ClassVar[str]
    learns: ClassVar[bool] = True
    later: ClassVar[tuple[str, ...]] = ()
    """Settings that can be changed after the training: they matter when it is used."""

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:  # noqa: B027
        """Learn from pairs. A system that learns nothing leaves this as it is."""

    def tune(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn further from where it stands; a system that cannot begins anew."""
        self.fit(pairs, training)

    @abstractmethod
    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield an output for each input, in order: one line each, without a line break. Reads ahead at most a batch.

        Raises Untrained when the system must learn first.
        """

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield for each input all that the system knows of it; here its line alone."""
        return (Text(line) for line in self.predict(inputs))

    def answers_to(self, said: Iterable[Answer]) -> Iterator[Answer]:
        """Yield what the system knows of each answer of another one, in order; here of its line alone."""
        return self.answers(answer.line for answer in said)

    def write(self, folder: Path) -> None:  # noqa: B027
        """Write what was learnt into an empty folder."""

    def read(self, folder: Path) -> None:  # noqa: B027
        """Read what `write` wrote. Raises SystemFileError for a file that is cut off or of another kind."""

    def changeable(self) -> Mapping[str, Any]:
        """The settings, of its parts too, that still matter when it has learnt, with their values."""
        of_parts = (item for part in self.parts().values() for item in part.changeable().items())
        return {**dict(of_parts), **{name: getattr(self, name) for name in self.later}}

    def change(self, name: str, value: Any) -> None:
        """Change such a setting, in all parts that have it. Raises OptionError for another one."""
        if name not in self.changeable():
            known = ", ".join(self.changeable()) or "none"
            raise OptionError(
                f"a trained system of this kind has no setting {name!r} that can be changed; it has {known}"
            )
        if name in self.later:
            setattr(self, name, value)
        for part in self.parts().values():
            if name in part.changeable():
                part.change(name, value)

    def settings(self) -> Mapping[str, Any]:
        """The settings that are no systems themselves."""
        return {name: value for name, value in self._fields() if not _holds_systems(value)}

    def parts(self) -> Mapping[str, System]:
        """The systems that this one is made of, by the name of the setting (and number) that holds them."""
        found: dict[str, System] = {}
        for name, value in self._fields():
            if isinstance(value, System):
                found[name] = value
            elif _holds_systems(value):
                found |= {f"{name}-{number}": one for number, one in enumerate(value)}
        return found

    def _fields(self) -> Iterator[tuple[str, Any]]:
        if not is_dataclass(self):
            raise OptionError(f"the class {type(self).__name__} is no dataclass; write  @dataclass  before it")
        return ((one.name, getattr(self, one.name)) for one in fields(self) if one.init)


def _holds_systems(value: object) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(isinstance(one, System) for one in value)
    return isinstance(value, System)
