"""`probierz suite get`: a task, or all tasks of a suite, as challenge directories."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.options import ContradictingOptions, add_option, add_options, share
from probierz.cli.terminal import print_fault, print_warning, print_warnings, printable
from probierz.errors import ChallengeError, DataError

if TYPE_CHECKING:
    from probierz.suites.suite import DeclaredTask

EXAMPLES = """
examples:
  probierz suite get poleval-2021/ocr                          into the folder ocr
  probierz suite get poleval-2021 data                         all of its tasks, into data/ocr, data/qa, ...
  probierz suite get ocr --from ~/2021-ocr-correction          from a folder, bundle, archive or other address
  probierz suite get klej/psc --hold-out 0.1                   with a tenth of train set aside as dev-0
  probierz suite get poleval-2021/qa --accept-licence          in a script, where nobody can be asked
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Download a task and make an ordinary challenge directory of it. What was downloaded is kept, and a download "
        "that broke off goes on when the command is run again. Files are compared with the declared checksums."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("task", metavar="TASK", help="a task, or a suite for all of its tasks")
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help="where to put it, as by --to")
    add_option(
        parser,
        "--to",
        metavar="FOLDER",
        help="where to put it (default: a folder named like the task, or like the suite)",
    )
    add_options(parser, "--from", "--accept-licence")
    add_option(parser, "--unchecked")
    parser.add_argument(
        "--hold-out",
        type=share,
        default=0.0,
        metavar="SHARE",
        help="set this share of train aside as a development part, as 0.1; expected results in proportion",
    )
    add_option(parser, "--seed", help="of --hold-out")
    add_option(
        parser,
        "--cluster",
        default="",
        help="of --hold-out: the column of the input whose lines stay together, as those of one question "
        "(default: what the task declares; equal lines always)",
    )
    add_option(parser, "--quiet")


def run(arguments: Namespace) -> int:
    """Get them. Raises ContradictingOptions where two folders are named, or a second task."""
    if arguments.folder and arguments.to:
        raise ContradictingOptions(f"{arguments.folder} and --to {arguments.to} both say where to put it; name one")
    _refuse_second_task(arguments)
    arguments.to = arguments.to or arguments.folder
    from probierz.suites.catalogue import find_tasks, names_suite
    from probierz.suites.task_folders import refuse_wrong_place

    tasks = find_tasks(arguments.task)
    if len(tasks) == 1 and not names_suite(arguments.task):
        _get_one(tasks[0], arguments, Path(arguments.to or tasks[0].name))
        return FINE
    refuse_wrong_place(arguments.place, tasks[0].suite, [task.name for task in tasks])
    failed = [task.full_name for task in tasks if not _is_got(task, arguments)]
    if failed:
        print_warning(f"not here yet: {', '.join(failed)}; mend what is said above, and run the same again")
    return PROBLEM if failed else FINE


def _refuse_second_task(arguments: Namespace) -> None:
    """A folder may have the name of what is put into it, but that of another task is a slip."""
    from probierz.suites.catalogue import find_tasks, is_shipped

    folder = arguments.folder
    if not folder or not is_shipped(folder):
        return
    meant = {task.full_name for task in find_tasks(arguments.task)}
    if meant.isdisjoint(task.full_name for task in find_tasks(folder)):
        raise ContradictingOptions(
            f"{folder} is a task or suite too; get one after the other, or name a folder of this name by --to {folder}"
        )


def _is_got(task: DeclaredTask, arguments: Namespace) -> bool:
    """Get a task of a suite, unless an earlier run has; say why it cannot be had, so that the others go on."""
    target = Path(arguments.to or task.suite) / task.name
    if (target / "config.txt").is_file():
        if not arguments.quiet:
            print(printable(f"{task.full_name} is in {target} already"))
        return True
    try:
        _get_one(task, arguments, target)
    except (ChallengeError, DataError) as error:
        print_fault(str(error))
        return False
    return True


def _get_one(task: DeclaredTask, arguments: Namespace, target: Path) -> None:
    """Get one task, after its licence was shown. Raises ChallengeError."""
    from probierz.cli.licences import agree
    from probierz.cli.progress import ByteProgress
    from probierz.suites.getting import get_task

    agree(task, arguments.place, accepted=arguments.accept_licence)
    with ByteProgress(task.full_name, enabled=not arguments.quiet) as progress:
        told = get_task(
            task,
            target,
            place=arguments.place,
            checked=not arguments.unchecked,
            progress=progress,
            shown=not arguments.quiet and sys.stderr.isatty(),
            share=arguments.hold_out,
            seed=arguments.seed,
            cluster=arguments.cluster,
        )
    print_warnings((f"{task.full_name}: {sentence}" for sentence in told), arguments)
    if not arguments.quiet:
        print(printable(_next_steps(task, target)))


def _next_steps(task: DeclaredTask, target: Path) -> str:
    """Where answers go that can be scored here; where nothing can, where they go and that others score them."""
    from probierz.challenges.challenge import kind_of_split, open_challenge

    splits = [one for one in open_challenge(target).splits if one.name != "train" and one.input is not None]
    scored = [one.name for one in splits if one.expected is not None]
    if scored:
        first = next((name for name in scored if kind_of_split(name) == "dev"), scored[0])
        option = "" if first == task.config_options.test_name else f" --split {first}"
        place = f"put answers into {target}/{first}/out.tsv, then\n  probierz eval {quote(str(target))}{option}"
    elif splits:
        place = (
            f"answers go into {target}/{splits[-1].name}/out.tsv; nothing here has expected results to score them by"
        )
    else:
        place = "there is no test in these data"
    return f"{task.full_name} is in {target}; {place}"
