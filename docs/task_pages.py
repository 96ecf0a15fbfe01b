"""Reference pages of the declared tasks: one for each, and their list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from probierz.suites.catalogue import suites
from probierz.suites.suite import Suite, Task

__all__ = ["task_pages"]


def task_pages() -> dict[str, Callable[[], str]]:
    """Return the pages by their file names."""
    pages: dict[str, Callable[[], str]] = {"tasks.md": _list}
    for suite in suites():
        for task in suite.tasks:
            pages[_file(task)] = lambda task=task: _page(task)  # type: ignore[misc]
    return pages


def _file(task: Task) -> str:
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


def _page(task: Task) -> str:
    parts = [
        f"# {task.title}",
        f"`{task.full_name}`: {task.description}",
        f"*Po polsku:* **{task.title_pl}**. {task.description_pl}" if task.title_pl else "",
        *([f"Superseded by `{task.superseded_by}`."] if task.superseded_by else []),
        f"```text\nprobierz suite get {task.full_name}\n```",
        f"* **Source:** <{task.source.address}>" + (f", commit `{task.source.revision}`" if task.source.revision else "")
        + f"\n* **Licence:** {task.licence.name}. {task.licence.notice}"
        + f"\n* **Metrics:** {', '.join(f'`{scheme.name}`' for scheme in task.parsed_schemes)}",
        _section("Splits", ["split", "lines", "remarks"], (
            [one.name, str(one.lines), "; ".join(
                (["expected results held back"] if one.hidden else []) + (["copies may leave it out"] if one.optional else [])
            )] for one in task.splits
        )),
        _section("Numbers printed about the data", ["split", "what", "printed", "counted", "where", "why they differ"], (
            [one.split, _cell(one.what), f"{one.published:.10g}", f"{one.counted:.10g}", _cell(one.source), _cell(one.why)]
            for one in task.counts
        )),
        _section("Traits", ["check", "splits", "count", "what to know"], (
            [f"`{one.check}`", ", ".join(one.splits), str(one.count), _cell(one.note)] for one in task.known
        )),
        "## Notes\n\n" + "\n".join(f"* {note}" for note in task.notes) if task.notes else "",
        _section("Baselines", ["name", "answers", "scores"], (
            [one.name, _cell(one.description), ", ".join(f"{split} {score}" for split, score in one.scores.items())]
            for one in task.baselines
        )),
        f"## Published results\n\n{len(task.published)} results are declared; `probierz suite board {task.full_name}` ranks them."
        if task.published else "",
        f"## Cite\n\n```bibtex\n{task.citation.strip()}\n```" if task.citation else "",
    ]  # fmt: skip
    return "\n\n".join(filter(None, parts)) + "\n"


def _section(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    listed = list(rows)
    return f"## {title}\n\n{_table(header, listed)}" if listed else ""


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, ["---"] * len(header), *rows])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
