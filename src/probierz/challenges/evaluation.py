"""The scores of one output of one split, and where its files are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from probierz.challenges.beginnings import FirstLines
from probierz.challenges.emptiness import EmptyLines
from probierz.challenges.files import Reading
from probierz.errors import ProbierzError, nearest
from probierz.scoring.score import Score


@dataclass(frozen=True)
class EvaluationRecord:
    """The scores of one output of one split.

    challenge, split: their names, empty for files without a challenge. output: the path. lines: how many were read.
    parameters: those in the output's name. warnings: what a reader of the scores should know.
    expected, inputs: the paths of the other files (inputs: None without any); reading: how all are read.
    empty_lines: how many lines of the output are empty, and of what was expected, by their paths; of their beginnings
    only, where they are long. first_lines: of both, as they were read. open_results: by split of the challenge, the
    paths of the expected results that everybody has.
    `probierz.Evaluation` is this record with methods that look closer.
    """

    challenge: str
    split: str
    output: str
    scores: tuple[Score, ...]
    lines: int
    warnings: tuple[str, ...] = ()
    parameters: Mapping[str, str] = field(default_factory=dict)
    expected: str = ""
    inputs: str | None = None
    reading: Reading = field(default_factory=Reading)
    empty_lines: Mapping[str, EmptyLines] = field(default_factory=dict, compare=False)
    first_lines: Mapping[str, FirstLines] = field(default_factory=dict, compare=False, repr=False)
    open_results: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the output, of what was expected and, where there is one, of the input."""
        return (self.output, self.expected, *([] if self.inputs is None else [self.inputs]))

    def __getitem__(self, name: str) -> Score:
        """Return the score of that display name or scheme. Raises ProbierzError with the nearest names."""
        found = self.find(name)
        if found is not None:
            return found
        known = [score.name for score in self.scores]
        names = nearest(name, known) or known
        raise ProbierzError(f"no score is called {name!r}; try {', '.join(names)}")

    def find(self, name: str) -> Score | None:
        """Return the score of that display name or scheme, None where there is none."""
        for score in self.scores:
            if name in (score.name, str(score.scheme), score.scheme.geval_display):
                return score
        return None

    def __iter__(self) -> Iterator[Score]:
        """Iterate over the scores."""
        return iter(self.scores)

    def __len__(self) -> int:
        """Return the number of scores."""
        return len(self.scores)

    def as_dict(self) -> dict[str, Any]:
        """Return the evaluation as plain data; values are not rounded."""
        return {
            "challenge": self.challenge,
            "split": self.split,
            "output": self.output,
            "parameters": dict(self.parameters),
            "lines": self.lines,
            "scores": [score.as_dict() for score in self.scores],
            "warnings": list(self.warnings),
        }

    def _repr_html_(self) -> str:
        from probierz.display.html import table

        rows = [(score.name, f"{score.value:.4f}", str(score.signature)) for score in self.scores]
        title = " ".join(part for part in (self.challenge, self.split, self.output) if part)
        return table(("metric", "value", "signature"), rows, numbers=("value",), title=title, notes=self.warnings)
