"""`probierz suite board`: what was published for a task, with a score of one's own ranked in it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option
from probierz.cli.terminal import chosen_format, print_table
from probierz.errors import OptionError

if TYPE_CHECKING:
    from probierz.suites.boards import PublishedBoard
    from probierz.suites.suite import DeclaredTask

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz suite board poleval-2021                              the main board of each task
  probierz suite board poleval-2021/ocr                          all published results
  probierz suite board poleval-2021/ocr --split test-A --score 4.2       where would 4.2 stand?
  probierz suite board poleval-2021/ocr --out ocr/test-A/out.tsv         score this output, and rank it
  probierz suite board poleval-2021/punctuation --metric Comma-F1 --format latex
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Print the published results of a task, best first, each with where it was printed; and rank scores of your "
        "own among them. Outputs are scored with the metric of the challenge."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("task", metavar="TASK", help="a task, as  probierz suite list  names it; or a suite")
    add_option(parser, "--split", help="the split (default: that of the output, else that with most results)")
    add_option(parser, "--metric", default="", help="as the challenge shows it (default: the main one)")
    parser.add_argument(
        "--score", action="append", default=[], metavar="VALUE", help="a score to rank, as [NAME=]4.2; may be repeated"
    )
    add_option(parser, "--out", help="an output in a challenge to score", is_repeated=True)
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """Print it."""
    from probierz.suites.boards import board, board_table
    from probierz.suites.catalogue import find_task, find_tasks

    one_alone = arguments.score or arguments.out or arguments.split or arguments.metric
    if not one_alone and len(tasks := find_tasks(arguments.task)) > 1:
        _print_all(tasks, chosen_format(arguments))
        return FINE
    task = find_task(arguments.task)
    split, own = arguments.split or "", [_given(text) for text in arguments.score]
    for name, found, value in _evaluated(task, arguments):
        if split and found != split:
            raise OptionError(f"{name} is an output of {found}, and the board is that of {split}; give one split")
        split = found
        own.append((name, value))
    result = board(task, split, arguments.metric, own)
    if chosen_format(arguments) == "json":
        _print_json(result)
    else:
        if chosen_format(arguments) == "table":
            _print_title(result)
        print_table(board_table(result), chosen_format(arguments))
    return FINE


def _print_title(result: PublishedBoard) -> None:
    print(f"{result.task}, {result.split}: {result.metric}, {result.better} is better\n")


def _print_all(tasks: Sequence[DeclaredTask], form: str) -> None:
    """Print the main boards of several tasks: one after the other on a terminal, else as one table."""
    from probierz.cli.terminal import print_warning
    from probierz.suites.boards import board, board_table, boards_table

    found = [board(task) for task in tasks if task.published]
    if form == "json":
        _print_json(found)
    elif form == "table":
        for result in found:
            _print_title(result)
            print_table(board_table(result), form)
            print()
    else:
        print_table(boards_table(found), form)
    without = [task.full_name for task in tasks if not task.published]
    if without:
        print_warning(f"no published result is known of {', '.join(without)}")
    if form == "table" and tasks[0].suite == "klej":
        print("All nine beside each other, with their average:  probierz klej board")


def _given(text: str) -> tuple[str, str]:
    import math

    name, _, value = text.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise OptionError(f"--score {text}: {value!r} is no number; write it as 4.2 or as mine=4.2")
    return name or "your score", value


def _evaluated(task: DeclaredTask, arguments: Namespace) -> Iterator[tuple[str, str, str]]:
    """Name, split and printed score of each output."""
    from pathlib import Path

    from probierz.challenges.challenge import open_challenge
    from probierz.suites.boards import shown_as_printed

    metric = arguments.metric or task.main_metric
    scheme = next((one for one in task.parsed_schemes if one.name == metric), None)
    for out in arguments.out:
        if scheme is None:
            raise OptionError(f"the challenge has no metric {metric!r}, so an output cannot be scored by it")
        path = Path(out).resolve()
        challenge = open_challenge(path.parent.parent)
        evaluation = challenge.evaluate(path.parent.name, out=path, schemes=[scheme], rows=False)
        yield out, path.parent.name, shown_as_printed(task, evaluation.scores[0].value)


def _print_json(result: PublishedBoard | Sequence[PublishedBoard]) -> None:
    import json
    from dataclasses import asdict

    data = [asdict(one) for one in result] if isinstance(result, Sequence) else asdict(result)
    print(json.dumps(data, ensure_ascii=False, indent=2))
