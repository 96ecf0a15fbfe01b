"""What is asked of the data of a task when they are made, and before they are published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from probierz.challenges.challenge import Challenge
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.expected import check_expected
from probierz.suites.checks.headers import check_headers
from probierz.suites.checks.labels import check_empty_labels, check_labels, strange_constant, strangely_labelled
from probierz.suites.checks.odd_columns import check_columns
from probierz.suites.findings import Finding, recognised
from probierz.suites.suite import DeclaredTask


def data_questions(task: DeclaredTask, challenge: Challenge, more: Sequence[Finding] = ()) -> list[Finding]:
    """Return what  probierz suite check  asks of headers, columns, labels and expected lines, declared traits aside.

    more: what was found of the data otherwise.
    """
    splits = CheckedSplit.of(challenge)
    labels = list(check_labels(splits))
    expected = check_expected(challenge, told=strangely_labelled(labels))
    empty = check_empty_labels(splits, challenge.schemes)
    found = [*check_headers(splits), *check_columns(challenge), *labels, *empty, *expected, *more]
    seen = {(one.check, one.splits) for one in found}
    declared = [trait for trait in task.known if (trait.check, trait.splits) in seen]
    return [one for one in recognised(found, declared) if one.severity in ("error", "warning")]


def baseline_questions(task: DeclaredTask, splits: Sequence[CheckedSplit]) -> Iterator[str]:
    """Ask about baselines that answer what nobody expects, a sentence each with the baseline before it."""
    for baseline in task.baselines:
        question = strange_constant(baseline.recipe, splits)
        if question:
            yield f"baseline {baseline.name!r}: {question}"
