"""The report of `probierz klej run`: scores beside published ones, and all that it takes to have them again."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.cli.klej.archives import klej
from probierz.cli.terminal import printable
from probierz.reports.json_values import plain_number

if TYPE_CHECKING:
    from probierz.reports.tables import Table
    from probierz.suites.suite import DeclaredTask
    from probierz.systems.klej.runs import TaskRuns

_BEST = "HerBERT"
_ORDER = ("test-A", "dev-0", "train, cross-validated")


@dataclass(frozen=True)
class RunReport:
    """What is told of runs on tasks, at least one. system: the recipe's name. command: what was typed."""

    system: str
    found: Sequence[TaskRuns]
    command: str

    @property
    def mixture(self) -> str:
        """Say that the mean is of scores on different parts; empty where all are on the test."""
        kinds = sorted({one.data.scored_on for one in self.found}, key=_ORDER.index)
        if kinds == ["test-A"]:
            return ""
        title = self._title
        if len(kinds) == 1:
            return f"the {title} is of scores on {kinds[0]}, those of the paper on the test"
        return (
            f"the {title} mixes scores on {', '.join(kinds[:-1])} and {kinds[-1]}; those of the paper are on the test"
        )

    @property
    def _title(self) -> str:
        return "average" if len(self.found) == len(klej().tasks) else f"mean of {len(self.found)}"

    @cached_property
    def notes(self) -> list[str]:
        """What a reader should know of the intervals."""
        from probierz.scoring.interval_notes import interval_notes

        return interval_notes((one.data.task.name, one.interval()) for one in self.found)

    @cached_property
    def _published_means(self) -> dict[str, float]:
        """By system, of the tasks that were run; of all nine the averages as printed."""
        from probierz.suites.klej.board import standings

        found = standings(klej(), {}, [one.data.task.name for one in self.found])
        return {one.system: one.mean for one in found if not math.isnan(one.mean)}

    @property
    def mean(self) -> float:
        """Of the medians of the tasks."""
        from probierz.scoring.format import without_noise

        return without_noise(sum(one.median for one in self.found) / len(self.found))

    def table(self, form: str) -> Table:
        """A row for each task and the mean."""
        from probierz.reports.tables import Column, NumberStyle, Table
        from probierz.systems.klej.runs import in_percent

        style = NumberStyle(None if form in ("tsv", "csv") else 1)
        columns = (
            Column("task"), Column("metric"), Column("scored on"), Column("score", True), Column("low", True),
            Column("high", True), Column("runs", True), Column(_BEST, True), Column("best published", True),
        )  # fmt: skip
        rows = []
        for one in self.found:
            bounds, printed = one.interval(), _published(one.data.task)
            rows.append((
                one.data.task.name, one.data.task.schemes[0], one.data.scored_on, style.show(one.median),
                style.show(in_percent(bounds.low)), style.show(in_percent(bounds.high)), str(len(one.scores)),
                printed.get(_BEST, ""), max(printed.values(), key=float, default=""),
            ))  # fmt: skip
        kinds = {one.data.scored_on for one in self.found}
        means = self._published_means
        rows.append((
            self._title, "mean", kinds.pop() if len(kinds) == 1 else "mixed", style.show(self.mean), "", "", "",
            f"{means[_BEST]:.1f}", f"{max(means.values()):.1f}",
        ))  # fmt: skip
        return Table(columns, tuple(rows))

    def as_dict(self) -> dict[str, Any]:
        """All of it, for report.json."""
        from probierz.version import __version__

        return {
            "system": self.system,
            "command": self.command,
            "date": self._date,
            "probierz": __version__,
            "settings": self._settings,
            "contents": dict(self.found[0].contents),
            "code": self._code,
            "mean": {
                "of": len(self.found),
                "score": plain_number(self.mean),
                "note": self.mixture,
                "published": {name: float(f"{mean:.1f}") for name, mean in self._published_means.items()},
            },
            "notes": self.notes,
            "tasks": [_task(one) for one in self.found],
        }

    @cached_property
    def _date(self) -> str:
        from datetime import UTC, datetime

        return datetime.now(UTC).isoformat(timespec="seconds")

    @property
    def _settings(self) -> dict[str, Any]:
        return {name: value for name, value in self.found[0].settings.items() if name != "task"}

    @property
    def _code(self) -> dict[str, str]:
        return {name: digest for one in self.found for name, digest in one.code.items()}

    def write(self, folder: Path) -> None:
        """Write report.md and report.json."""
        import json

        from probierz.whole_files import write_whole

        write_whole(folder / "report.md", self._as_markdown())
        text = json.dumps(self.as_dict(), ensure_ascii=False, indent=2, allow_nan=False, default=str)
        write_whole(folder / "report.json", f"{text}\n")

    def _as_markdown(self) -> str:
        from probierz.reports.tables import Column, Table, as_markdown

        mixture = "".join(f"{note[0].upper()}{note[1:]}.\n" for note in [self.mixture, *self.notes] if note)
        told = as_markdown(Table((Column("what"), Column("value")), tuple(self._what_was_run())))
        return (
            f"# {printable(self.system)} on KLEJ\n\n{as_markdown(self.table('table'))}\n\n"
            "Scores are medians over runs with other seeds, times 100 (of an even number, the lower of the two runs in "
            "the middle); low and high are the ends of that run's 95 % interval, over records.\n"
            "HerBERT and the best published result are on the test, with its "
            f"hidden expected results: only scores on test-A stand beside them as equals.\n{mixture}\n"
            f"## What was run\n\n    {printable(self.command)}\n\n{told}\n\n"
            "Checksums are SHA-256: of data, of the lines below the header of train.tsv and test_features.tsv, and of "
            "the expected lines that were scored against; of a folder, of the names and checksums of its files.\n"
        )

    def _what_was_run(self) -> Iterator[tuple[str, str]]:
        yield "report written", self._date
        dates = sorted(made["date"] for one in self.found for made in one.made.values())
        yield "trained", dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}"
        yield "seeds", ", ".join(map(str, self.found[0].scores))
        yield "taken from earlier", str(sum(len(one.taken) for one in self.found))
        for name, value in self._settings.items():
            content = self.found[0].contents.get(name)
            yield f"setting {printable(name)}", printable(f"{value}" + (f" ({content})" if content else ""))
        for name, versions in self._versions().items():
            yield name, ", ".join(versions)
        for name, digest in self._code.items():
            if name != "probierz":
                yield f"code of {printable(name)}", digest
        for one in self.found:
            for name, digest in one.data.checksums().items():
                yield f"{one.data.task.name} {name}", digest

    def _versions(self) -> dict[str, list[str]]:
        """Of Probierz and the libraries with which runs were trained; several where these differ."""
        versions = {"Probierz": dict.fromkeys(one.code["probierz"] for one in self.found)}
        for one in self.found:
            for made in one.made.values():
                for name, version in made["libraries"].items():
                    versions.setdefault(name, {})[version] = None
        return {name: list(several) for name, several in versions.items()}


def _published(task: DeclaredTask) -> dict[str, str]:
    """What was published on the test, by system."""
    return {one.system: one.shown for one in task.published if one.is_score and one.metric == task.main_metric}


def _task(one: TaskRuns) -> dict[str, Any]:
    from probierz.systems.klej.runs import in_percent

    bounds = one.interval()
    return {
        "task": one.data.task.name, "metric": one.data.task.schemes[0], "scored_on": one.data.scored_on,
        "score": plain_number(one.median), "low": plain_number(in_percent(bounds.low)),
        "high": plain_number(in_percent(bounds.high)),
        "by_seed": {str(seed): plain_number(in_percent(score.value)) for seed, score in one.scores.items()},
        "runs": {
            str(seed): {**made, "taken_from_earlier": seed in one.taken} for seed, made in one.made.items()
        },
        "published": _published(one.data.task), "data": one.data.checksums(),
    }  # fmt: skip
