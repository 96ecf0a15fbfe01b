"""`probierz suite submit`: hand outputs for all tasks of a suite in to a platform at once, and print their scores."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.first_look import has_error, look_first, print_problems, print_refusals, what_would_happen
from probierz.cli.input_digests import digests_of_inputs, joined_digests
from probierz.cli.options import add_option, add_options
from probierz.cli.platform_client import add_platform_options, chosen_platform
from probierz.cli.platform_jobs import follow_job, told_score, told_state
from probierz.cli.suite.named_suites import NAME_HELP, suite_is_there, suite_name
from probierz.cli.terminal import chosen_format, print_json, print_table, print_warning, printable
from probierz.cli.upload_forms import pack_files, upload_form

if TYPE_CHECKING:
    from probierz.cli.platform_client import PlatformClient

EXAMPLES = """
examples:
  probierz suite submit klej predictions.zip --dry-run                           only look whether it fits
  probierz suite submit klej predictions.zip --description "HerBERT, large"      an archive as it is
  probierz suite submit toys outputs --team parrots                              a folder with TASK.tsv of each task
  probierz suite submit toys outputs --partial                                   some tasks are enough
  probierz suite submit toys outputs --yes                                       do not look first, hand in all the same

Of a folder, TASK.tsv, TASK/out.tsv and TASK/SPLIT/out.tsv are packed, also compressed; for KLEJ, test_pred_TASK.tsv.
SPLIT is the one by which the board over the tasks ranks; hand in outputs for dev-0 to the challenge of each task.
Outputs are looked at first. Where something is found in them you are asked, or, where nobody can be asked, nothing
is handed in: no output is scored, and no quota used. All of it is taken, or nothing.
--dry-run says of each task what keeps it from being taken now, such as a phase that is over; it ends with 1 where
nothing would be taken, and with 0 where something is only questioned, as  probierz check  does.
The token needs the scopes read and submit.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Hand in outputs for all tasks of a suite on a platform, wait until they are scored, and print the scores."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("suite", metavar="SUITE", help=NAME_HELP)
    parser.add_argument("outputs", metavar="OUTPUTS", help="a .zip, or a folder, with an output for each task")
    add_options(parser, "--description", "--team", "--partial", "--dry-run", "--yes", "--no-wait")
    add_platform_options(parser)
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """Hand in, and print."""
    platform = chosen_platform(arguments)
    if arguments.dry_run:
        return _try_out(platform, arguments)
    told = [] if arguments.yes else look_first(lambda: _send(platform, "archives/check", arguments))
    taken = _send(platform, "archives", arguments)
    print_problems([note for note in taken["notes"] if note not in told], sys.stderr)
    _print_unscored(taken)
    if not arguments.no_wait:
        _wait(platform, taken["tasks"])
    submissions = {one["name"]: platform.get(f"/submissions/{one['submission']}") for one in taken["tasks"]}
    average = None if arguments.no_wait else _average(platform, submissions, arguments)
    _print(submissions, average, f"{platform.server}/suites/{quote(suite_name(arguments.suite))}", arguments)
    return PROBLEM if any(one["state"] in ("failed", "cancelled") for one in submissions.values()) else FINE


def _try_out(platform: PlatformClient, arguments: Namespace) -> int:
    found = _send(platform, "archives/check", arguments)
    if arguments.format == "json":
        print_json(found)
    else:
        refused = found.get("refused", ())  # platforms of before this version do not tell
        problems = print_refusals(found["problems"], refused)
        print_problems(problems, sys.stdout)
        _print_unscored(found)
        if found.get("late"):  # platforms of before this version do not tell
            print_warning(f"after the last phase, so marked as late and without a rank: {', '.join(found['late'])}")
        print(printable(what_would_happen(found["tasks"], problems, is_refused=bool(refused))))
    return PROBLEM if has_error(found["problems"]) else FINE


def _print_unscored(found: Any) -> None:
    if found["unscored"]:
        names = ", ".join(found["unscored"])
        print_warning(f"not scored, as the platform lacks these tasks or their expected results: {names}")


def _send(platform: PlatformClient, what: str, arguments: Namespace) -> Any:
    texts = {"description": arguments.description, "team": arguments.team}
    if arguments.partial:
        texts["partial"] = "true"
    path, name = Path(arguments.outputs), suite_name(arguments.suite)
    texts["inputs"] = joined_digests(_digests(path), 20_000)
    with (
        suite_is_there(platform, name),
        _archive(path) as archive,
        upload_form("archive", f"{path.resolve().stem}.zip", archive, texts) as (form, headers),
    ):
        return platform.upload(f"/suites/{quote(name, safe='')}/{what}", form, headers)


def _digests(path: Path) -> Iterator[str]:
    """Give the digests of inputs that lie beside outputs, for the platform to say which of them are old ones."""
    for folder in sorted(path.iterdir()) if path.is_dir() else ():
        if (folder / "config.txt").is_file():
            splits = {file.parent.name for file in folder.glob("*/out.*")}
            yield from (f"{folder.name}/{one}" for one in digests_of_inputs(folder, splits))


@contextmanager
def _archive(path: Path) -> Iterator[IO[bytes]]:
    """The .zip of that path, or one of the outputs in the folder of that path. Raises ChallengeError for none."""
    from probierz.suites.output_folder import output_files

    with ExitStack() as stack:
        if path.is_dir():
            yield stack.enter_context(pack_files(path, output_files(path)))
        else:
            yield stack.enter_context(path.open("rb"))


def _wait(platform: PlatformClient, tasks: Sequence[Mapping[str, Any]]) -> None:
    """Wait for each task's job; say on standard error which have ended."""
    for number, task in enumerate(tasks, 1):
        if task["job"] is not None:
            ended, _faults = follow_job(platform, task["job"], is_quiet=True)
            said = "scored" if ended["state"] == "done" else ended["state"]
            print(printable(f"{number}/{len(tasks)} {task['name']}: {said}"), file=sys.stderr)


def _average(
    platform: PlatformClient, submissions: Mapping[str, Any], arguments: Namespace
) -> Mapping[str, Any] | None:
    """The row of the board that has these scores; None where the board has no average, or no such row."""
    board = platform.get(f"/suites/{quote(suite_name(arguments.suite), safe='')}")
    shown = {task: {score["text"] for score in _scores(one)} for task, one in submissions.items()}
    for row in board["rows"]:
        found = {task: text for task, text in row["scores"].items() if text is not None}
        is_this = found.keys() == shown.keys() and all(text in shown[task] for task, text in found.items())
        if row["is_mine"] and is_this and row["mean"] is not None:
            return dict(row)
    return None


def _print(submissions: Mapping[str, Any], average: Mapping[str, Any] | None, link: str, arguments: Namespace) -> None:
    if arguments.format == "json":
        known = average or {}
        told = {"average": known.get("mean"), "rank": known.get("rank"), "is_rounded": bool(known.get("is_rounded"))}
        print_json({"tasks": submissions, **told, "link": link})
        return
    from probierz.cli.divided_tests import table_with_parts
    from probierz.reports.tables import Column

    found = [row for task, one in submissions.items() for row in _rows(task, one)]
    if average is not None:
        found.append((("average", "", "", _shown_mean(average), _told_rank(average)), ""))
    columns = (Column("task"), Column("test"), Column("metric"), Column("score", True), Column("state"))
    table = table_with_parts(columns, [cells for cells, _ in found], [part for _, part in found])
    print_table(table, chosen_format(arguments))
    for task, one in submissions.items():
        if one.get("failure"):
            print_warning(f"{task}: {one['failure']['message']}")
    print(f"the board: {link}", file=sys.stderr)


def _rows(task: str, submission: Any) -> list[tuple[tuple[str, ...], str]]:
    """The cells of each score, and the part of the test that it is on."""
    shown: list[tuple[tuple[str, ...], str]] = [
        ((task, score["test"], score["metric"], told_score(score), told_state(submission)), score["part"])
        for score in _scores(submission)
    ]
    return shown or [((task, "", "", "", told_state(submission)), "")]


def _scores(submission: Any) -> list[Any]:
    return [score for variant in submission["variants"] for score in variant["scores"]]


def _shown_mean(row: Mapping[str, Any]) -> str:
    """The average as the board shows it; platforms of before this version say only the number."""
    from probierz.suites.averaging import digits_of_mean

    return str(row.get("shown_mean") or "") or f"{row['mean']:.{digits_of_mean(filter(None, row['scores'].values()))}f}"


def _told_rank(row: Mapping[str, Any]) -> str:
    return f"rank {row['rank']}" if row["rank"] else "no rank"
