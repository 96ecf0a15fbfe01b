"""What `suite publish` sends of a task: the archive of its challenge, and what keeps it from being sent."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from probierz.cli.terminal import print_warning

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge
    from probierz.challenges.input_changes import SplitLines
    from probierz.suites.checks.nearly_public_texts import NearlyPublicTexts
    from probierz.suites.checks.public_texts import TaskTexts
    from probierz.suites.findings import Finding
    from probierz.suites.suite import DeclaredTask


class PublishingQuestion(NamedTuple):
    """What is asked about a task. stops: whether it is about what is scored, so that somebody has to say yes."""

    text: str
    stops: bool


@dataclass(frozen=True)
class PackedTask:
    """The archive of a challenge, and in sentences what keeps it from being published.

    questions: what is odd about its data or results. lines, texts, leaks: where nothing keeps it, the lines of each of
    its splits that can be scored, its texts, and those of its tests that are nearly public.
    """

    archive: Path
    faults: Sequence[str]
    questions: Sequence[PublishingQuestion] = ()
    lines: Mapping[str, SplitLines] = field(default_factory=dict)
    texts: TaskTexts | None = None
    leaks: Sequence[NearlyPublicTexts] = ()


def pack_task(task: DeclaredTask, arguments: Namespace, work: Path, count: int) -> PackedTask:
    """Write the archive of a task's challenge into a folder for the moment, and look at what is in it."""
    from probierz.challenges.challenge import open_challenge
    from probierz.cli.suite.check import built_challenge
    from probierz.suites.building import notices_of
    from probierz.suites.checks.checked_split import CheckedSplit
    from probierz.suites.checks.nearly_public_texts import nearly_public_texts
    from probierz.suites.checks.public_texts import task_texts
    from probierz.suites.getting import other_data
    from probierz.suites.licences import other_licence_of_data
    from probierz.suites.publishing import pack_challenge

    archive = work / f"{task.name}.zip"
    folder, gold = built_challenge(task, arguments, work / task.name), _gold(task, arguments.expected, count)
    with open(archive, "wb") as file:
        left_out = pack_challenge(folder, file, gold=gold, notices=notices_of(task))
    _say_what_is_missing(task, left_out)
    others = [] if arguments.unchecked else other_data(task, folder, gold)
    remedy = "take the declared data, or add --unchecked to publish what is there"
    errors, questions, lines = _looked_into(archive, task, has_rows=not arguments.no_rows)
    licences = filter(None, [other_licence_of_data(task.licence, folder)])
    faults = [
        *(f"{one}; {remedy}" for one in others),
        *(f"{one}, and the task declares {task.licence.name}; say in one place what holds" for one in licences),
        *errors,
    ]
    if faults:  # what cannot be read is told there
        return PackedTask(archive, faults)
    sent = [split for split in CheckedSplit.of(open_challenge(folder)) if split.name not in left_out]
    return PackedTask(
        archive, faults, questions, lines, task_texts(task.full_name, sent), list(nearly_public_texts(task.known, sent))
    )


def _looked_into(
    archive: Path, task: DeclaredTask, *, has_rows: bool
) -> tuple[list[str], list[PublishingQuestion], dict[str, SplitLines]]:
    """What  probierz validate  calls an error in the challenge that the platform would get.

    Where there is none, what  probierz suite check  asks about it, and the lines of each split.
    """
    import shutil
    from tempfile import TemporaryDirectory

    from probierz.challenges.challenge import open_challenge
    from probierz.challenges.input_changes import split_lines
    from probierz.challenges.validate import validate
    from probierz.suites.checking import open_tests
    from probierz.suites.checks.hidden_results import open_results
    from probierz.suites.checks.publishable import results_given_away

    with TemporaryDirectory(prefix="probierz-") as folder:
        shutil.unpack_archive(archive, folder)
        found = [*validate(folder), *open_results(Path(folder))]
        errors = [str(one).replace(f"{folder}/", "") for one in found if one.severity == "error"]
        if errors:
            return errors, [], {}
        opened = open_challenge(folder)
        lines = {split.name: split_lines(opened, split) for split in opened.splits if split.expected is not None}
        given_away = results_given_away(found, Path(folder)) if open_tests(opened) else []  # else all have them anyhow
        return [], _questions(task, opened, given_away, has_rows=has_rows), lines


def _questions(
    task: DeclaredTask, challenge: Challenge, given_away: Sequence[Finding], *, has_rows: bool
) -> list[PublishingQuestion]:
    """What is odd about the data that are sent, their baselines and their published results.

    given_away: where expected results stand for everybody to read. has_rows: whether published results are sent, so
    that a value on another scale would be shown.
    """
    from probierz.suites.checks.checked_split import CheckedSplit
    from probierz.suites.checks.questions import baseline_questions, data_questions
    from probierz.suites.published_checks import scale_doubts
    from probierz.suites.result_doubts import result_doubts

    scales = set(scale_doubts(task, is_hundredfold=True)) if has_rows else set()
    results = (*baseline_questions(task, CheckedSplit.of(challenge)), *result_doubts(task))
    return [
        *(PublishingQuestion(one.message, stops=True) for one in data_questions(task, challenge, given_away)),
        *(PublishingQuestion(text, stops=text in scales) for text in results),
    ]


def _say_what_is_missing(task: DeclaredTask, left_out: Mapping[str, str]) -> None:
    """Say what the platform does not get, and what of that which it gets was compared with nothing."""
    for split, lacks in left_out.items():
        why = "its expected results are not here; see --expected" if lacks == "expected.tsv" else f"it has no {lacks}"
        print_warning(f"{task.full_name}: {split} is left out, as {why}")
    published = {one.split for one in task.published if one.is_score}
    sent = [split for split in task.splits if split.name in published and split.name not in left_out]
    unknown = ", ".join(split.name for split in sent if "expected.tsv" not in split.files)
    if unknown:
        print_warning(
            f"{task.full_name}: no checksum of what is expected on {unknown} is declared, so nothing shows that "
            "published results are of these data"
        )


def _gold(task: DeclaredTask, gold: str | None, count: int) -> Path | None:
    if gold is None:
        return None
    folder = Path(gold) / task.name
    if count == 1 and not folder.is_dir():
        return Path(gold)
    return folder if folder.is_dir() else None
