"""What is asked of the scoring process and what it answers, as data that travel between the two as JSON."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from probierz.scoring.levels import CONFIDENCE, SAMPLES

Fault = Literal["submission", "challenge", "platform"]
"""Who must mend it. Only what the submission is to blame for may count against a quota."""
Blame = Literal["large", "usual", "repeated"]
"""What is held against an output whose scoring used up a limit."""
LIMITS_USED = ("CpuLimit", "MemoryLimit")
"""The kinds of failures of a scoring that used up a limit."""
INCOMPARABLE = "Incomparable"
"""The kind of a failure that the hidden expected results decided: it tells of them, as a score does."""


@dataclass(frozen=True)
class ScoringRequest:
    """One output file to score.

    challenge: the directory with config.txt and <split>/expected.tsv. output: the file handed in. output_name: what its
    submitter calls it, `test-A/out.tsv` without one. schemes: None for those of config.txt.
    rows: where to put what single lines left behind, for later comparisons; it is as secret as the expected results.
    public: numbers of the lines of the public part, from 1, where the split is divided; then each scheme gets two
    scores, and private_rows is where the rows of the private part go.
    samples, seed, level: of the intervals; no samples, no intervals.
    is_hidden: whether the expected results are kept from the submitter, as is supposed unless somebody knows better.
    """

    challenge: Path
    split: str
    output: Path
    output_name: str = ""
    schemes: Sequence[str] | None = None
    rows: Path | None = None
    public: Sequence[int] = ()
    private_rows: Path | None = None
    samples: int = SAMPLES
    seed: int = 1
    level: float = CONFIDENCE
    is_hidden: bool = True

    @property
    def shown_name(self) -> str:
        """The output's name in messages."""
        return self.output_name or f"{self.split}/{self.output.name}"

    def as_dict(self) -> dict[str, Any]:
        """Return the request as plain data, paths made absolute."""
        return {
            **asdict(self),
            "challenge": os.path.abspath(self.challenge),
            "output": os.path.abspath(self.output),
            "output_name": self.shown_name,
            "schemes": None if self.schemes is None else list(self.schemes),
            "rows": None if self.rows is None else os.path.abspath(self.rows),
            "public": list(self.public),
            "private_rows": None if self.private_rows is None else os.path.abspath(self.private_rows),
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> ScoringRequest:
        """Return the request again."""
        names = ("challenge", "output", "rows", "private_rows")
        paths = {key: Path(plain[key]) for key in names if plain[key] is not None}
        return cls(**{**plain, **paths})


@dataclass(frozen=True)
class IntervalBounds:
    """From where to where a score goes with other lines of this kind.

    notes: on hidden expected results without numbers and labels of lines, see `scoring.interval_notes.Note`.
    """

    low: float
    high: float
    level: float
    method: str
    samples: int
    seed: int
    standard_error: float
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SchemeScore:
    """The score of one scheme.

    value: not rounded. shown: as the challenge wants it printed. lines: that were scored. interval: None where it was
    not asked for or took too long. signature: repeats the number; it holds the digest of the expected results, from
    which short ones can be guessed. public_signature: one line without that digest.
    part: which lines were scored: all (empty), public or private.
    worst: numbers and shown scores of the worst lines, the worst first. features: what goes with bad lines, as rows of
    name, lines, score, others, effect and q; None where that was not looked at. Both tell of the expected results.
    """

    name: str
    scheme: str
    value: float
    shown: str
    better: Literal["higher", "lower"]
    priority: int
    lines: int
    signature: Mapping[str, Any]
    public_signature: str
    interval: IntervalBounds | None = None
    part: str = ""
    worst: Sequence[Sequence[Any]] = ()
    features: Sequence[Sequence[Any]] | None = None

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> SchemeScore:
        """Return the score again."""
        interval = plain["interval"]
        if interval is not None:
            interval = IntervalBounds(**{**interval, "notes": tuple(interval["notes"])})
        return cls(**{**plain, "interval": interval})


@dataclass(frozen=True)
class ScoringResult:
    """The scores of one output.

    precision, percent: how the challenge prints scores. cpu_seconds: that were used. warnings: for the submitter.
    operator_warnings: all, as the engine says them, with paths and with what they tell of the expected results.
    rows, private_rows: where the rows are, None where there are none.
    network_is_cut: whether the kernel had cut the process off from the network.
    """

    scores: tuple[SchemeScore, ...]
    lines: int
    precision: int | None
    percent: bool
    version: str
    cpu_seconds: float
    warnings: tuple[str, ...] = ()
    operator_warnings: tuple[str, ...] = ()
    rows: Path | None = None
    private_rows: Path | None = None
    network_is_cut: bool = False

    def __getitem__(self, name: str) -> SchemeScore:
        """Return the score with that display name or scheme. Raises KeyError."""
        for score in self.scores:
            if name in (score.name, score.scheme):
                return score
        raise KeyError(name)

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> ScoringResult:
        """Return the result again."""
        changed = {
            "scores": tuple(map(SchemeScore.from_dict, plain["scores"])),
            "warnings": tuple(plain["warnings"]),
            "operator_warnings": tuple(plain["operator_warnings"]),
            **{key: None if plain[key] is None else Path(plain[key]) for key in ("rows", "private_rows")},
        }
        return cls(**{**plain, **changed})


@dataclass(frozen=True)
class ScoringFailure:
    """Why there are no scores.

    kind: the class of the error, or CpuLimit, MemoryLimit, WallLimit, Killed, Crash, Cancelled, NotStarted, Bug.
    message: for the submitter; it never quotes expected results nor names places on the server.
    operator: all that is known. fault: who must mend it. file, line: of the output, None where they play no part.
    may_retry: whether the same request may well succeed later.
    """

    kind: str
    message: str
    operator: str
    fault: Fault
    file: str | None = None
    line: int | None = None
    may_retry: bool = False

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> ScoringFailure:
        """Return the failure again."""
        return cls(**plain)
