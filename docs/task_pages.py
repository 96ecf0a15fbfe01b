"""Reference pages of the declared tasks: one for each, and their list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from probierz.suites.catalogue import suites
from probierz.suites.suite import Baseline, DeclaredSplit, DeclaredTask, KnownFinding, PublishedCount, Suite
from probierz.suites.task_display import held_back, recipes_of

__all__ = ["task_pages"]


def task_pages() -> dict[str, Callable[[], str]]:
    """Return the pages by their file names."""
    pages: dict[str, Callable[[], str]] = {"tasks.md": _list}
    for suite in suites():
        for task in suite.tasks:
            pages[_file(task)] = partial(_page, task)
    return pages


def _file(task: DeclaredTask) -> str:
    return f"tasks/{task.suite}-{task.name}.md"


def _list() -> str:
    parts = [
        "# Tasks",
        "Every task that `probierz suite get` knows, by suite; see the [guide to suites](../guides/suites.md).",
        *(_suite(suite) for suite in suites()),
    ]
    return "\n\n".join(parts) + "\n"


def _suite(suite: Suite) -> str:
    rows = [[f"[`{task.full_name}`]({_file(task)})", _cell(task.title), task.main_metric] for task in suite.tasks]
    return f"## {suite.title}\n\n{suite.description}\n\n{_table(['task', 'title', 'metric'], rows)}"


def _page(task: DeclaredTask) -> str:
    scores = sum(one.is_score for one in task.published)
    results = (
        f"{len(task.published)} numbers are declared, `probierz suite results {task.full_name}` prints them; "
        f"{scores} are scores of systems, `probierz suite board {task.full_name}` ranks them."
    )
    parts = [
        f"# {task.title}",
        _lines(f"`{task.full_name}`: {task.description}"),
        _lines(f"*Po polsku:* **{task.title_pl}**: {task.description_pl}") if task.title_pl else "",
        f"Superseded by `{task.superseded_by}`." if task.superseded_by else "",
        f"```text\nprobierz suite get {task.full_name}\n```",
        _facts(task),
        _section("Splits", ["split", "lines", "remarks"], (_split_row(task, split) for split in task.splits)),
        _section("Numbers printed about the data", COUNTS, map(_count_row, task.counts)),
        _section("Traits", ["check", "splits", "count", "what to know"], map(_trait_row, task.known)),
        "## Notes\n\n" + "\n".join(f"* {_lines(note, '  ')}" for note in task.notes) if task.notes else "",
        _section("Baselines", ["name", "answers", "scores"], map(_baseline_row, task.baselines)),
        f"## Published results\n\n{results}" if task.published else "",
        _table(["system to train or run", "as printed", task.main_metric], map(_recipe_row, recipes_of(task)))
        if recipes_of(task)
        else "",
        f"## Cite\n\n```bibtex\n{task.citation.strip()}\n```" if task.citation else "",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _lines(text: str, indent: str = "") -> str:
    """Text with each sentence on a line of its own."""
    return re.sub(r"(?<=[\w)`\"][.?!]) +(?=[A-ZŻŹĆŁŚ`*])", f"\n{indent}", text)


COUNTS = ["split", "what", "printed", "counted", "where", "why they differ"]


def _facts(task: DeclaredTask) -> str:
    commit = f", commit `{task.source.revision}`" if task.source.revision else ""
    metrics = ", ".join(f"`{scheme.name}`" for scheme in task.parsed_schemes)
    facts = [
        f"**Source:** <{task.source.address}>{commit}",
        f"**Licence:** {task.licence.name}. {task.licence.notice}",
        f"**Metrics:** {metrics}",
    ]
    return "\n".join(f"* {_lines(fact, '  ')}" for fact in facts)


def _split_row(task: DeclaredTask, split: DeclaredSplit) -> list[str]:
    remarks = (held_back(task, split), "copies may leave it out" if split.optional else "")
    return [split.name, str(split.lines), "; ".join(filter(None, remarks))]


def _count_row(count: PublishedCount) -> list[str]:
    numbers = [f"{count.published:.10g}", f"{count.counted:.10g}"]
    return [count.split, _cell(count.what), *numbers, _cell(count.source), _cell(count.why)]


def _trait_row(trait: KnownFinding) -> list[str]:
    return [f"`{trait.check}`", ", ".join(trait.splits), str(trait.count), _cell(trait.note)]


def _baseline_row(baseline: Baseline) -> list[str]:
    scores = ", ".join(f"{split} {score}" for split, score in baseline.scores.items())
    return [baseline.name, _cell(baseline.description), scores]


def _recipe_row(row: Sequence[str]) -> list[str]:
    return [f"`{row[0]}`", *map(_cell, row[1:])]


def _section(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    listed = list(rows)
    return f"## {title}\n\n{_table(header, listed)}" if listed else ""


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, ["---"] * len(header), *rows])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
