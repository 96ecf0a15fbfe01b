"""Model cards: what a trained system is, what it learnt from, how good it is and what it is not for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class MeasuredScore:
    """A score that was measured, with what is needed to measure it again."""

    challenge: str
    split: str
    metric: str
    value: float
    signature: str = ""


@dataclass(frozen=True)
class TrainingData:
    """A file, or a part of one, that a system learnt from."""

    name: str
    lines: int
    sha256: str = ""
    licence: str = ""


@dataclass(frozen=True)
class Card:
    """What is known about a trained system. Seconds are wall time; speed is what was measured, in words.

    command: what made it, to be pasted in the folder where it was made. libraries: versions of Python and of those
    libraries that it learnt with. settings: all that it learnt with, also the usual ones. departures: what it does
    otherwise than the paper, and what of the paper cannot be had.
    """

    recipe: str = ""
    summary: str = ""
    paper: str = ""
    version: str = ""
    date: str = ""
    seed: int = 0
    seconds: float = 0.0
    data: tuple[TrainingData, ...] = ()
    scores: tuple[MeasuredScore, ...] = ()
    speed: str = ""
    licence: str = ""
    limits: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    command: str = ""
    libraries: Mapping[str, str] = field(default_factory=dict)
    departures: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Card:
        """Make a card of what `as_dict` gave; what is unknown or of another form is left out."""
        known = {one.name: values[one.name] for one in fields(cls) if one.name in values}
        known["data"] = tuple(TrainingData(**one) for one in values.get("data", ()))
        known["scores"] = tuple(MeasuredScore(**one) for one in values.get("scores", ()))
        known |= {name: tuple(values.get(name, ())) for name in ("limits", "departures")}
        return cls(**known)

    def as_markdown(self) -> str:
        """Return the card as a page."""
        facts = [("paper", self.paper), ("licence", self.licence), ("speed", self.speed), ("trained", self._training())]
        facts += [("settings", ", ".join(f"`{name}={value}`" for name, value in self.settings.items() if value != ""))]
        facts += [("made by", f"`{self.command}`" if self.command else "")]
        facts += [("libraries", ", ".join(f"{name} {version}" for name, version in self.libraries.items()))]
        lines = [f"# {self.recipe or 'A system'}", "", self.summary, ""]
        lines += [f"- {name}: {value}" for name, value in facts if value]
        lines += _table("Scores", ("challenge", "split", "metric", "value"), [
            (one.challenge, one.split, one.metric, f"{one.value:.4f}") for one in self.scores
        ])  # fmt: skip
        lines += _table("Learnt from", ("name", "lines", "licence", "SHA-256"), [
            (one.name, f"{one.lines:,}" if one.lines else "", one.licence or "not stated", _short(one.sha256))
            for one in self.data
        ])  # fmt: skip
        lines += _bullets("Otherwise than in the paper", self.departures)
        lines += _bullets("Limits", self.limits)
        signatures = dict.fromkeys(one.signature for one in self.scores if one.signature)
        lines += _bullets("Signatures of the scores", [f"`{one}`" for one in signatures])
        return "\n".join(lines) + "\n"

    def _training(self) -> str:
        if not self.date:
            return ""
        return f"{self.date}, seed {self.seed}, {self.seconds:.0f} s, Probierz {self.version}"


def _short(digest: str) -> str:
    return f"`{digest[:16]}`" if digest else ""


def _bullets(title: str, points: Iterable[str]) -> list[str]:
    shown = [f"- {point}" for point in points]
    return ["", f"## {title}", "", *shown] if shown else []


def _table(title: str, head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    if not rows:
        return []
    shown = [" | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) for row in rows]
    return ["", f"## {title}", "", f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |"] + [
        f"| {row} |" for row in shown
    ]
