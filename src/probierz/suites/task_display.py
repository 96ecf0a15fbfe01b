"""A declared task as text for people and as JSON for programs."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from probierz.challenges.problems import counted
from probierz.suites.published_results import PublishedResult
from probierz.suites.suite import DeclaredSplit, DeclaredTask, KnownFinding

_WIDTH = 100


def task_as_text(task: DeclaredTask, language: str = "en", address: str = "") -> str:
    """Return title, description, origin, licence, splits, counts, traits, baselines and citation.

    address: what commands find the task by, where that is not its full name: `plan.toml/length`.
    """
    polish = language == "pl"
    title = (polish and task.title_pl) or task.title
    notice = (polish and task.licence.notice_pl) or task.licence.notice
    parts = [
        f"{task.full_name}: {title}",
        _folded((polish and task.description_pl) or task.description),
        *([f"Superseded by {task.superseded_by}."] if task.superseded_by else []),
        _facts(task, notice, address or task.full_name),
        "\n".join(["Splits", *(f"  {_split(task, split)}" for split in task.splits)]),
        _listed("Baselines", [_baseline(task, at) for at in range(len(task.baselines))]),
        _listed(
            "Published systems to train or run, see  probierz systems show",
            [f"{recipe}: {system}; {task.main_metric}: {scores}" for recipe, system, scores in recipes_of(task)],
        ),
        _listed("Published numbers that differ", [_difference(task, at) for at in range(len(task.counts))]),
        _listed("Traits that  probierz suite check  knows", _traits(task.known)),
        _listed("Notes", list(task.notes)),
        f"Cite\n{textwrap.indent(task.citation.strip(), '  ')}" if task.citation else "",
    ]
    return "\n\n".join(filter(None, parts))


def _facts(task: DeclaredTask, notice: str, address: str) -> str:
    facts = [
        ("source", task.source.address),
        *([("commit", task.source.revision)] if task.source.revision else []),
        ("licence", task.licence.name),
        ("", notice),
        ("metrics", ", ".join(scheme.name for scheme in task.parsed_schemes)),
        *([("published", _published(task, address))] if task.published else []),
    ]
    return "\n".join(
        textwrap.fill(
            f"{name:<10} {text}", _WIDTH, subsequent_indent=" " * 11,
            break_on_hyphens=False, break_long_words=False,  # paths and addresses
        )
        for name, text in facts
    )  # fmt: skip


def _published(task: DeclaredTask, address: str) -> str:
    return f"{counted(len(task.published), 'number')}; see  probierz suite results {address}  and  suite board"


def held_back(task: DeclaredTask, split: DeclaredSplit) -> str:
    """Say that expected results are held back, and whether they are known all the same: scores were counted by them."""
    if not split.hidden:
        return ""
    is_known = any(split.name in baseline.scores for baseline in task.baselines)
    return f"expected results held back by the organisers{', and known from elsewhere' if is_known else ''}"


def _split(task: DeclaredTask, split: DeclaredSplit) -> str:
    remarks = list(filter(None, (held_back(task, split), "may be left out" if split.optional else "")))
    return f"{split.name:<10}{split.lines:>8} lines{'  ' if remarks else ''}{', '.join(remarks)}"


def _baseline(task: DeclaredTask, at: int) -> str:
    baseline = task.baselines[at]
    of_metrics = {task.main_metric: baseline.scores, **baseline.other_scores}
    scores = [
        f"; {metric}: " + ", ".join(f"{split} {value}" for split, value in found.items())
        for metric, found in of_metrics.items()
        if found
    ]
    how = f" (probierz baseline {task.full_name} --system {baseline.system})" if baseline.system else ""
    return ": ".join(filter(None, (baseline.name, baseline.description))) + how + "".join(scores)


def recipes_of(task: DeclaredTask) -> list[tuple[str, str, str]]:
    """Return the systems of `probierz systems` that were scored: each with its printed name, and its main scores."""
    found: dict[str, list[PublishedResult]] = {}
    for one in task.published:
        if one.recipe and one.metric == task.main_metric:
            found.setdefault(one.recipe, []).append(one)
    return [(recipe, rows[0].system, _scores(rows)) for recipe, rows in found.items()]


def _scores(rows: Sequence[PublishedResult]) -> str:
    return ", ".join(dict.fromkeys(f"{row.split} {row.value}" for row in rows))


def _difference(task: DeclaredTask, at: int) -> str:
    count = task.counts[at]
    if not count.why:
        return ""
    return (
        f"{count.what} of {count.split}: {count.published:g} ({count.source}), counted {count.counted:g}. {count.why}"
    )


_TRAITS = {
    "duplicates": "repeated texts of {0}",
    "conflicts": "repeated texts of {0} whose expected lines differ",
    "leaks": "texts of {1} that stand in {0} too",
    "others": "texts of {1} that stand in {0} too",
}
"""What a check finds, in words that name the splits concerned."""


def _traits(known: Sequence[KnownFinding]) -> list[str]:
    """Each note once, behind what was found, in which splits, and how often."""
    concerned: dict[str, list[str]] = {}
    for one in known:
        concerned.setdefault(one.note, []).append(f"{_trait(one)} ({one.count:,})")
    return [f"{'; '.join(found)}: {note}" for note, found in concerned.items()]


def _trait(known: KnownFinding) -> str:
    words = _TRAITS.get(known.check, "")
    if words.count("{") != len(known.splits):  # a check of another kind, or splits that somebody left out
        return " ".join(filter(None, [known.check, ", ".join(known.splits)]))
    return words.format(*known.splits)


def _listed(title: str, texts: Sequence[str]) -> str:
    lines = [textwrap.fill(f"  * {text}", _WIDTH, subsequent_indent="    ") for text in texts if text]
    return "\n".join([title, *lines]) if lines else ""


def _folded(text: str) -> str:
    return textwrap.fill(text, _WIDTH)


def task_as_json(tasks: Sequence[DeclaredTask]) -> str:
    """Return the declarations as a JSON list, in the order of the tasks."""
    import json
    from dataclasses import asdict

    return json.dumps([asdict(task) for task in tasks], ensure_ascii=False, indent=2)
