"""`probierz suite new`: a suite of several tasks, from a plan or from what is typed."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option
from probierz.cli.terminal import printable
from probierz.errors import OptionError
from probierz.text import first_few

if TYPE_CHECKING:
    from probierz.suites.new_suite import PlannedSuite
    from probierz.suites.suite import Suite

EXAMPLES = """
examples:
  probierz suite new pets --task cats=Accuracy --task dogs=Macro-F1     toy data, to be replaced
  probierz suite new plan.toml --to pets                                what the plan says
  probierz suite check pets/pets.toml pets                              is all well?
  probierz suite publish pets/pets.toml --server https://evaluate.example.org

docs/guides/new-suite.md shows a plan. A published result of it without a kind is an official submission, with a rank.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Make a suite of several tasks: a challenge for each, with rules, phases and baselines, and a declaration with "
        "lines, checksums, known lines and scores of baselines as they are counted. All of it is made, or nothing."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("plan", metavar="PLAN", help="a plan (.toml), or the name of the suite with --task")
    add_option(parser, "--to", metavar="FOLDER", help="the folder to be made (default: the name of the suite)")
    parser.add_argument(
        "--task", action="append", default=[], metavar="NAME=METRIC", help="a task and its metric; may be repeated"
    )
    parser.add_argument(
        "--suite-rule", action="append", dest="rules", default=[], metavar="TEXT", help="a rule; may be repeated"
    )
    parser.add_argument("--licence", default="CC BY 4.0", metavar="NAME", help="of the data (default: CC BY 4.0)")
    parser.add_argument("--spdx", metavar="ID", help="its SPDX identifier (default: that of the name)")


def run(arguments: Namespace) -> int:
    """Make it, check it, and say what comes next."""
    from probierz.cli.suite.named_systems import refuse_unknown_systems
    from probierz.suites.new_suite import make_suite

    plan = _plan(arguments)
    target = Path(arguments.to or plan.name)
    place = Path(arguments.plan).parent if arguments.plan.endswith(".toml") else Path()
    suite = make_suite(plan, target, place=place, check=refuse_unknown_systems)
    for task in suite.tasks:
        splits = ", ".join(f"{split.name} {split.lines}" for split in task.splits)
        print(printable(f"{target / task.name}: {splits}; {task.main_metric}"))
        for one in task.baselines:
            scores = ", ".join(f"{split} {value}" for split, value in one.scores.items())
            print(printable(f"  {one.name}: {scores or 'no recipe, so no score'}"))
    _warn(plan, suite, target, place)
    _say_next(suite, target)
    return FINE


def _warn(plan: PlannedSuite, suite: Suite, target: Path, place: Path) -> None:
    """Say which files were left where they are, and what looks like data or baselines of another task."""
    from probierz.challenges.challenge import open_challenge
    from probierz.cli.terminal import print_warning
    from probierz.suites.checks.checked_split import CheckedSplit
    from probierz.suites.checks.public_texts import public_texts, task_texts
    from probierz.suites.checks.publishable import check_publishable
    from probierz.suites.checks.questions import baseline_questions, data_questions
    from probierz.suites.licences import licence_doubts
    from probierz.suites.new_suite import left_out
    from probierz.suites.result_doubts import result_doubts, unscored_results

    for doubt in licence_doubts(suite.tasks):
        print_warning(doubt)
    texts = []
    for planned, task in zip(plan.tasks, suite.tasks, strict=True):
        others = left_out(place / planned.data) if planned.data else []
        if others:
            print_warning(
                f"{task.full_name}: left out: {first_few(others, 5)}; a challenge has in.tsv and expected.tsv. "
                f"Copy into {target / task.name} what everybody may see"
            )
        for doubt in (*result_doubts(task), *unscored_results(task)):
            print_warning(f"{task.full_name}: {doubt}")
        challenge = open_challenge(target / task.name)
        splits = CheckedSplit.of(challenge)
        texts.append(task_texts(task.full_name, splits))
        for found in (*data_questions(task, challenge), *check_publishable(target / task.name)):
            print_warning(f"{task.full_name}: {found.message}")
        for question in baseline_questions(task, splits):
            print_warning(f"{task.full_name}, {question}")
    for public in public_texts(texts, suite.tasks):
        if public.severity != "note":
            print_warning(f"{public.task}: {public}")


def _say_next(suite: Suite, target: Path) -> None:
    from datetime import UTC, datetime

    from probierz.cli.terminal import print_warning
    from probierz.suites.phases import closed_phases, scores_told_before, undisclosed_results

    if closed_phases(suite.phases, datetime.now(UTC)):
        print_warning("all phases are over, so nobody could submit; set a later `closes` in the plan")
    for question in filter(None, (scores_told_before(suite.phases), undisclosed_results(suite.phases))):
        print_warning(question)
    file = quote(str(target / f"{suite.name}.toml"))
    print(printable(f"next:  probierz suite check {file} {quote(str(target))}"))
    print(printable(f"       probierz suite publish {file} --server ADDRESS"))


def _plan(arguments: Namespace) -> PlannedSuite:
    from probierz.suites.licences import identifier_of
    from probierz.suites.new_suite import plan_of_form, read_plan
    from probierz.suites.placeholders import LICENCE_NOTICE
    from probierz.suites.suite import Licence

    if arguments.plan.endswith(".toml"):
        if arguments.task or arguments.rules:
            raise OptionError("a plan names its own tasks and rules; leave out --task and --suite-rule")
        return read_plan(Path(arguments.plan))
    tasks: dict[str, list[str]] = {}
    for text in arguments.task:
        name, equals, metric = text.partition("=")
        if not (name and equals and metric):
            raise OptionError(f"--task {text}: write it as NAME=METRIC, for instance cats=Accuracy")
        tasks.setdefault(name, []).append(metric)
    if not tasks:
        raise OptionError("give the tasks by --task NAME=METRIC, or a plan that ends with .toml")
    spdx = identifier_of(arguments.licence) if arguments.spdx is None else arguments.spdx
    if not spdx and arguments.spdx is None:
        where = "https://spdx.org/licenses, or LicenseRef-NAME"
        raise OptionError(f"--licence {arguments.licence}: give its identifier by --spdx ({where})")
    licence = Licence(arguments.licence, LICENCE_NOTICE, spdx=spdx)
    return plan_of_form(arguments.plan, tasks, licence, arguments.rules)
