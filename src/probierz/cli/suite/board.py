"""`probierz suite board`: who stands where in a task, and where a score of one's own would have stood."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from probierz.cli.exit_codes import FINE
from probierz.cli.options import ContradictingOptions, add_option
from probierz.cli.outputs_to_score import given_twice
from probierz.cli.paper_notes import PAPER_FORMATS, print_notes
from probierz.cli.terminal import chosen_format, print_json, print_table, print_warning, sentence_columns, wrapped
from probierz.errors import ChallengeError, OptionError

if TYPE_CHECKING:
    from pathlib import Path

    from probierz.challenges.challenge import Challenge
    from probierz.suites.boards import PublishedBoard
    from probierz.suites.suite import DeclaredTask

EXAMPLES = """
examples:
  probierz suite board poleval-2021                              the main board of each task
  probierz suite board poleval-2021/ocr                          who submitted what
  probierz suite board poleval-2021/ocr --all                    all that is printed is ranked
  probierz suite board poleval-2021/ocr --split test-A --score 4.2       where would 4.2 stand?
  probierz suite board poleval-2021/ocr --out ocr/test-A/out.tsv         score this output, and rank it
  probierz suite board poleval-2021/punctuation --metric Comma-F1 --format latex
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Print who stands where: the submissions of a task, best first, each with where it was printed, and baselines "
        "between them, printed ones and those that were counted for the suite. Where no submission is published, "
        "all published systems but baselines have ranks. (+2) stands for further systems of the team; a star for a "
        "value that "
        "another place contradicts; TSV and CSV have columns for both. Scores of your own are shown where they "
        "would have stood, equal if they are equal with as many digits as were printed. Outputs are scored with the "
        "metric of the challenge."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("task", metavar="TASK", help="a task, as  probierz suite list  names it; or a suite")
    add_option(parser, "--split", help="the split (default: that of the output, else the one that decided)")
    add_option(parser, "--metric", default="", help="as the challenge shows it (default: the main one)")
    parser.add_argument(
        "--score", action="append", default=[], metavar="VALUE", help="a score to rank, as [NAME=]4.2; may be repeated"
    )
    add_option(parser, "--out", help="an output in a challenge to score", is_repeated=True)
    parser.add_argument(
        "--all", action="store_true", help="rank all that is printed: variants, ablations and baselines too"
    )
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """Print it."""
    from probierz.suites.boards import board, undecided, with_counted
    from probierz.suites.catalogue import find_task, find_tasks

    one_alone = arguments.score or arguments.out or arguments.split or arguments.metric
    if not one_alone and len(tasks := find_tasks(arguments.task)) > 1:
        _print_all(tasks, chosen_format(arguments), has_all=arguments.all)
        return FINE
    try:
        task = find_task(arguments.task)
    except ChallengeError as error:
        raise ChallengeError(f"{error}{_for_all_tasks(arguments.task)}") from None
    split, own = arguments.split or "", [_given(text) for text in arguments.score]
    given = list(own)
    for name, found, value in _evaluated(task, arguments):
        if split and found != split:
            raise OptionError(f"{name} is an output of {found}, and the board is that of {split}; give one split")
        split = found
        own.append((name, value))
    result = board(task, split, arguments.metric, own, has_all=arguments.all)
    _warn_of_unknown_systems(result)
    _warn_of_doubts(task, result, given)
    remark = undecided(result, task)
    _print_one(with_counted(result, task), remark, chosen_format(arguments))
    return FINE


def _for_all_tasks(name: str) -> str:
    """What scores outputs of all tasks at once, where a name is that of a suite; empty where it is not."""
    from probierz.suites.catalogue import find_suite, names_suite

    if not names_suite(name):
        return ""
    suite = find_suite(name)
    if suite.archive == "klej":
        return "; predictions for all of them are scored by  probierz klej evaluate ARCHIVE"
    return f"; outputs for all of them are scored by  probierz suite evaluate {name} OUTPUTS"


def _print_one(result: PublishedBoard, remark: str, form: str) -> None:
    """Print a board; what is to be said of it stands below it for people, else on standard error."""
    from probierz.suites.boards import board_table, data_table

    if form == "table":
        _print_title(result)
        print_table(board_table(result), form)
        _print_remarks(result, remark)
        return
    if form in PAPER_FORMATS:
        _print_for_paper(result, remark, form)
        return
    if form == "json":
        _print_json(result)
    else:
        print_table(data_table(result), form)
    if remark:
        print_warning(remark)


def _print_for_paper(result: PublishedBoard, remark: str, form: str) -> None:
    from probierz.suites.boards import paper_notes, paper_table

    if form == "latex":
        print(f"% {_title(result)}")
    print_table(paper_table(result), form)
    print_notes([*_conflicts(result), *paper_notes(result), *_remarks(result, remark)], form)


def _warn_of_unknown_systems(result: PublishedBoard) -> None:
    """Say which recipes nobody has; the board is right without them."""
    from probierz.cli.suite.named_systems import unknown_system

    for row in result.rows:
        problem = unknown_system(row.recipe)
        if problem:
            print_warning(f"{result.task}: the recipe of {row.system}: {problem}")


def _warn_of_doubts(task: DeclaredTask, result: PublishedBoard, own: Sequence[tuple[str, str]]) -> None:
    """Question scores on another scale. Raises ChallengeError for one that the metric cannot take."""
    from probierz.suites.boards import doubt

    for name, value in own:
        question = doubt(task, result.split, result.metric, value)
        if question:
            print_warning(f"{name}: {question}")


def _print_remarks(result: PublishedBoard, remark: str = "") -> None:
    """Say where scores of one's own would have stood, a remark, and what is contradicted elsewhere."""
    from probierz.suites.boards import place_of

    doubt = f"; {remark}" if remark else ""
    places = [place_of(result, row) + doubt for row in result.rows if row.is_own]
    remarks = [*places, *_remarks(result, "" if places else remark), *_conflicts(result)]
    if remarks:
        print("\n" + "\n".join(wrapped(one, sentence_columns()) for one in remarks))


def _remarks(result: PublishedBoard, remark: str) -> list[str]:
    """A remark, if there is one, and who has a rank where no submission is official."""
    remarks = [remark] if remark else []
    if all(row.is_own or row.is_counted for row in result.rows):
        remarks.append("nothing is published here, so nothing has a rank")
    elif not result.ranked:
        remarks.append("no submission is published here, so nothing has a rank; --all ranks baselines, too")
    elif result.ranks_all_kinds:
        remarks.append("no official submission is published here, so all published systems but baselines have ranks")
    return remarks


def _conflicts(result: PublishedBoard) -> list[str]:
    return [f"* {row.system}: {row.conflict}" for row in result.rows if row.conflict]


def _print_title(result: PublishedBoard) -> None:
    print(f"{wrapped(_title(result), sentence_columns())}\n")


def _title(result: PublishedBoard) -> str:
    return f"{result.task}, {result.split}: {result.metric}, {result.better} is better"


def _print_all(tasks: Sequence[DeclaredTask], form: str, *, has_all: bool) -> None:
    """Print the main boards of several tasks: one after the other on a terminal, else as one table."""
    from probierz.suites.boards import board, board_table, boards_table, with_counted

    known = [task for task in tasks if any(one.is_score for one in task.published)]
    found = [with_counted(board(task, has_all=has_all), task) for task in known]
    for result in found:
        _warn_of_unknown_systems(result)
    if form == "json":
        _print_json(found)
    elif form == "table":
        for result in found:
            _print_title(result)
            print_table(board_table(result), form)
            _print_remarks(result)
            print()
    else:
        print_table(boards_table(found, has_arrows=form not in ("tsv", "csv")), form)
    without = [task.full_name for task in tasks if not any(one.is_score for one in task.published)]
    if without:
        print_warning(f"no published result is known of {', '.join(without)}")
    if form == "table" and tasks[0].suite == "klej":
        print(wrapped("All nine beside each other, with their average:  probierz klej board", sentence_columns()))


def _given(text: str) -> tuple[str, str]:
    import math

    name, _, value = text.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise OptionError(f"--score {text}: {value!r} is not a number; write it as 4.2 or as mine=4.2")
    return name or "your score", value


def _evaluated(task: DeclaredTask, arguments: Namespace) -> Iterator[tuple[str, str, str]]:
    """Name, split and printed score of each output."""
    from pathlib import Path

    from probierz.cli.doubt_warnings import doubt_warnings
    from probierz.suites.boards import shown_as_printed

    metric = arguments.metric or task.main_metric
    scheme = next((one for one in task.parsed_schemes if one.name == metric), None)
    if "-" in arguments.out:
        raise ContradictingOptions(
            "an output to rank is a file in a challenge, which tells how it is scored; save standard input as one, "
            "such as CHALLENGE/test-A/out.tsv"
        )
    if twice := given_twice(arguments.out):
        raise ContradictingOptions(twice)
    for out in arguments.out:
        if scheme is None:
            raise OptionError(f"the challenge has no metric {metric!r}, so an output cannot be scored by it")
        file = _file_of(out, task, arguments)
        path = Path(file).resolve()
        challenge, split = _place_of(file, arguments)
        _refuse_other_task(task, challenge, path, split)
        evaluation = challenge.evaluate(split, out=path, schemes=[scheme], rows=False)
        for warning in doubt_warnings(evaluation):
            print_warning(warning.replace(str(path), file))
        yield out, split, shown_as_printed(task, evaluation.scores[0].value)


def _file_of(out: str, task: DeclaredTask, arguments: Namespace) -> str:
    """The file of an output that may be called by its name in a split of the challenge here, the board's split first.

    The word itself where it names a file, or nothing.
    """
    from pathlib import Path

    from probierz.challenges.challenge import open_challenge
    from probierz.challenges.config import CONFIG_NAME
    from probierz.challenges.files import named_output
    from probierz.cli.challenge_argument import found_challenge
    from probierz.suites.boards import board_split

    if Path(out).exists() or Path(out).name != out:
        return out
    try:
        challenge = open_challenge("." if Path(CONFIG_NAME).is_file() else found_challenge(arguments.task))
    except ChallengeError:  # said where the output is placed
        return out
    splits = sorted(challenge.splits, key=lambda one: one.name != (arguments.split or board_split(task)))
    found = (named_output(str(one.path), out) for one in splits if arguments.split in (None, "", one.name))
    return next(filter(None, found), out)


def _place_of(out: str, arguments: Namespace) -> tuple[Challenge, str]:
    """The challenge and the split of an output: where it lies, else --split of the task's challenge, if it is here."""
    from pathlib import Path

    from probierz.challenges.challenge import open_challenge
    from probierz.challenges.config import CONFIG_NAME
    from probierz.cli.challenge_argument import found_challenge

    part = Path(out).resolve().parent
    if (part.parent / CONFIG_NAME).is_file():
        return open_challenge(part.parent), part.name
    split = arguments.split or "test-A"
    outside = f"{out} lies in no split of a challenge; put it into one, as CHALLENGE/{split}/{Path(out).name}"
    try:
        folder = found_challenge(arguments.task)
    except ChallengeError as error:
        raise OptionError(f"{outside} ({error})") from None
    if not arguments.split:
        raise OptionError(f"{outside}, or name the split of {folder} with --split")
    return open_challenge(folder), arguments.split


def _refuse_other_task(task: DeclaredTask, challenge: Challenge, out: Path, split: str) -> None:
    """Refuse an output of data that are declared as another task's, or have another number of lines."""
    from probierz.suites.checking import declared_task, has_data_of
    from probierz.suites.checks.declaration import count_input_lines

    found = declared_task(challenge.path)
    if found is not None and found.full_name != task.full_name and not has_data_of(task, challenge.path):
        raise OptionError(f"{out}: this is an output for {found.full_name}, and the board is that of {task.full_name}")
    declared = next((one for one in task.splits if one.name == split), None)
    if declared is None:
        raise OptionError(f"{out}: {task.full_name} has no split {split!r}, so this output is not one for it")
    lines = count_input_lines(challenge, split)
    if found is None and lines is not None and lines != declared.lines:
        raise OptionError(
            f"{out}: {declared.name} of {task.full_name} has {declared.lines} lines, the challenge here {lines}; "
            "these are other data, and their scores cannot stand on its board"
        )


def _print_json(result: PublishedBoard | Sequence[PublishedBoard]) -> None:
    from dataclasses import asdict

    print_json([asdict(one) for one in result] if isinstance(result, Sequence) else asdict(result))
