"""`probierz suite evaluate`: outputs for all tasks of a suite scored here, with the average of its board."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from probierz.cli.exit_codes import FINE
from probierz.cli.input_files import refuse_standard_input
from probierz.cli.options import INTERVALS, add_option, add_options
from probierz.cli.printed_problems import refuse_errors
from probierz.cli.suite_scores import print_scores
from probierz.cli.terminal import print_warning
from probierz.errors import ChallengeError, DataError

if TYPE_CHECKING:
    from probierz.suites.output_archive import ArchivedOutputs
    from probierz.suites.output_scores import TaskTest
    from probierz.suites.suite import DeclaredTask, Suite
    from probierz.suites.suite_scores import TaskScore

EXAMPLES = """
examples:
  probierz suite evaluate toys/toys.toml outputs                a folder with TASK.tsv of each task
  probierz suite evaluate toys/toys.toml mine.zip --interval    an archive; how sure is each score?
  probierz suite evaluate toys toys --split dev-0               outputs in the challenges of the suite in toys
  probierz suite evaluate poleval-2021 outputs --from data --split dev-0
                                                                challenges that  probierz suite get  put into data
  probierz suite evaluate poleval-2021 data --split dev-0       outputs in those challenges
  probierz suite evaluate pets.toml mine.zip --expected hidden  with results that are held back from others

Of a folder, TASK.tsv, TASK/out.tsv and TASK/SPLIT/out.tsv are looked at, also compressed; an archive holds the same.
All may lie in one folder more; other files are told by name, with the place where they would be an output.
A task without an output, or without expected results, has no score, and then there is no average.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Score outputs for the tasks of a suite here, each by its main metric on the split by which the board of the "
        "suite ranks, with the average and the digits of that board. Outputs are looked at first, as by "
        "probierz suite submit --dry-run: where one has faults, nothing is scored; what is odd is told."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("suite", metavar="SUITE", help="a suite, its SUITE.toml, or the folder with that file")
    parser.add_argument("outputs", metavar="OUTPUTS", help="a .zip, or a folder, with an output for each task")
    add_option(parser, "--split", help="the split of every task (default: the one that decides)")
    add_options(parser, "--from", "--accept-licence")
    add_option(
        parser,
        "--expected",
        metavar="FOLDER",
        help="expected results that the data lack, in a folder for each task, as TASK/test-B/expected.tsv "
        "(of KLEJ also TASK/test_gold.tsv)",
    )
    add_option(parser, "--unchecked")
    add_options(parser, "--interval", *INTERVALS, "--format")


def run(arguments: Namespace) -> int:
    """Look at them, score and print."""
    from tempfile import TemporaryDirectory

    from probierz.suites.output_scores import suite_scores

    suite = _suite_called(arguments)
    arguments.place = arguments.place or _place_of_outputs(suite, arguments)
    _refuse_wrong_places(suite, arguments)
    with TemporaryDirectory(prefix="probierz-") as work:
        evaluation = _evaluation(suite, arguments, Path(work))
        found = evaluation.read(Path(work))
        evaluation.refuse_faults(found)
        result = suite_scores(suite, [evaluation.score(task, found) for task in suite.tasks])
    if not result.values:
        checked = [name for name, test in evaluation.tests.items() if test.expected is None and name in found.outputs]
        also = f"; checked for form: {', '.join(checked)}" if checked else ""
        raise ChallengeError(f"{suite.name}: nothing can be scored here{also}")
    print_scores(result, {"suite": suite.name, "outputs": arguments.outputs}, arguments, has_tests=True)
    return FINE


def _suite_called(arguments: Namespace) -> Suite:
    """The suite that is named. Raises ChallengeError for outputs that have the form of its own archives alone."""
    from probierz.suites.catalogue import find_suite
    from probierz.suites.fetch import is_remote
    from probierz.suites.klej.archive import has_all_predictions, has_form_of_klej
    from probierz.suites.task_folders import suite_of_challenges

    refuse_standard_input(arguments.outputs)
    other, split = suite_of_challenges(arguments.suite), arguments.split
    suite = find_suite(arguments.suite if other is None else other)
    folder = arguments.place or ("" if other is None else arguments.suite)
    if suite.archive == "klej" and has_form_of_klej(Path(arguments.outputs), suite.tasks):
        place = arguments.expected or ("" if is_remote(folder) else folder)
        words = ["probierz", "klej", "evaluate", arguments.outputs, *(["--expected", place] if place else [])]
        words += [] if has_all_predictions(Path(arguments.outputs), suite.tasks) else ["--partial"]
        if split not in (None, "test-A"):
            raise ChallengeError(
                f"predictions in the form of KLEJ are of its test; for {split}, name outputs as their tasks, "
                f"such as {suite.tasks[0].name}.tsv, and leave out the header"
            )
        raise ChallengeError(f"predictions in the form of KLEJ are scored by  {shlex.join(words)}")
    if other is not None:
        options = ["--from", folder, *(["--split", split] if split else [])]
        call = shlex.join(["probierz", "suite", "evaluate", other, arguments.outputs, *options])
        raise ChallengeError(f"{arguments.suite}: these are challenges of {other}; score outputs for them by  {call}")
    return suite


# --- data ------------------------------------------------------------------------------------------------------------


def _place_of_outputs(suite: Suite, arguments: Namespace) -> str:
    """The folder of outputs, where it holds challenges of a suite whose data are declared far away; else nothing."""
    from probierz.suites.fetch import is_remote
    from probierz.suites.task_folders import challenges_in

    far = [task.name for task in suite.tasks if is_remote(task.source.address)]
    return arguments.outputs if challenges_in(arguments.outputs, far) else ""


def _refuse_wrong_places(suite: Suite, arguments: Namespace) -> None:
    """Say once what would be wrong with every task. Raises ChallengeError."""
    from probierz.archives.zips import is_zip
    from probierz.suites.given_results import folder_of_results
    from probierz.suites.output_archive import WantedOutput, meant_output
    from probierz.suites.output_folder import may_be_output
    from probierz.suites.task_folders import refuse_one_task, refuse_wrong_place

    outputs, tasks = Path(arguments.outputs), [task.name for task in suite.tasks]
    if outputs.is_file() and may_be_output(outputs.name, tasks) and not is_zip(outputs):
        wanted = [WantedOutput(task, "", None) for task in tasks]
        right = f"{(meant_output(outputs.name, wanted, wanted) or wanted[0]).task}.tsv"
        put = f"put it into a folder as TASK.tsv, such as {right}, and give the folder"
        remedy = f"give its folder, {outputs.parent}" if outputs.name == right else put
        raise ChallengeError(f"{outputs}: this is the output of one task; {remedy}")
    refuse_wrong_place(arguments.place, suite.name, tasks)
    if arguments.expected is not None:
        refuse_one_task(folder_of_results(arguments.expected), tasks)


def _refuse_place_above(suite: Suite, place: str) -> None:
    """Raise ChallengeError where data of tasks are in a folder of the one that is given, in which none are."""
    from probierz.suites.task_folders import refuse_folder_above

    if place and Path(place).is_dir():
        refuse_folder_above(Path(place), [task.name for task in suite.tasks], option="--from")


class _Absent(NamedTuple):
    """Why a task is not scored. fault: a sentence; empty where its data are not here. note: as the table has it."""

    fault: str = ""
    note: str = "no data"


def _evaluation(suite: Suite, arguments: Namespace, work: Path) -> _Evaluation:
    """Open the data of all tasks. work: where those that have to be built are put.

    Raises ChallengeError where no task has the split that is asked for, and where no task has data, after it is told
    why.
    """
    tests: dict[str, TaskTest] = {}
    absent: dict[str, _Absent] = {}
    splits: set[str] = set()
    for task in suite.tasks:
        known = None
        try:
            folder = _challenge_of(task, arguments, work)
            if folder is None:
                absent[task.name] = _Absent()
                continue
            known = _splits_of(folder)
            splits |= known
            tests[task.name] = _test(task, folder, arguments)
        except (ChallengeError, DataError) as error:
            has_split = known is None or arguments.split in (None, *known)
            note = _Absent().note if has_split else "no such split"
            absent[task.name] = _Absent(f"{task.name} is not scored: {error}", note)
    if arguments.split is not None and splits and arguments.split not in splits:
        raise ChallengeError(
            f"no task of {suite.name} has a split {arguments.split!r}; try {', '.join(sorted(splits))}"
        )
    if not tests:
        _refuse_place_above(suite, arguments.place)
        _tell_of_absent(absent, arguments.suite)
        raise ChallengeError(f"{suite.name}: nothing can be scored here")
    return _Evaluation(suite, arguments, tests, absent)


def _splits_of(folder: Path) -> set[str]:
    from probierz.challenges.challenge import open_challenge

    return {split.name for split in open_challenge(folder).splits}


def _tell_of_absent(absent: Mapping[str, _Absent], suite: str) -> None:
    """Say of tasks why they have nothing to be scored by."""
    for one in absent.values():
        if one.fault:
            print_warning(one.fault)
    names = [name for name, one in absent.items() if not one.fault]
    if names:
        get = f"get them with  probierz suite get {suite}  or name their folder by --from"
        print_warning(f"the data of {', '.join(names)} are not here; {get}")


def _test(task: DeclaredTask, folder: Path, arguments: Namespace) -> TaskTest:
    """Open the data of a task. Raises ChallengeError where they are not the declared ones, or lack the split."""
    from probierz.suites.getting import other_data
    from probierz.suites.output_scores import opened_test

    gold = Path(arguments.expected, task.name) if arguments.expected else None
    others = [] if arguments.unchecked else other_data(task, folder, gold)
    if others:
        raise ChallengeError(f"{others[0]}; take the declared data, or add --unchecked to score by what is there")
    return opened_test(task, folder, split=arguments.split or "", gold=gold)


def _challenge_of(task: DeclaredTask, arguments: Namespace, work: Path) -> Path | None:
    """Where --from says, else the declaration; of what is far away where  probierz suite get  put it, or None."""
    from probierz.cli.suite.check import built_challenge, got_challenge
    from probierz.suites.fetch import is_remote

    if not arguments.place and is_remote(task.source.address):
        return got_challenge(task)
    built: Path = built_challenge(task, arguments, work / task.name)
    return built


# --- outputs ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Evaluation:
    """What is asked of outputs of a suite, and what they are scored by.

    asked: the command line. tests: by task, where its data are here, at least one. absent: why others have none.
    """

    suite: Suite
    asked: Namespace
    tests: Mapping[str, TaskTest]
    absent: Mapping[str, _Absent]

    @cached_property
    def _splits(self) -> dict[str, str]:
        """Those that are scored, by task."""
        from probierz.suites.boards import board_split

        return {task.name: self.asked.split or board_split(task) for task in self.suite.tasks}

    def read(self, work: Path) -> ArchivedOutputs:
        """Read the outputs, and tell of tasks that have one why it cannot be scored."""
        from probierz.suites.output_archive import WantedOutput, read_outputs

        folder = work / "outputs of all tasks"
        folder.mkdir()
        wanted = [
            self.tests[name].wanted if name in self.tests else WantedOutput(name, split, None)
            for name, split in self._splits.items()
        ]
        found = read_outputs(Path(self.asked.outputs), wanted, folder, partial=True, remedy=self._remedy_of_other_split)
        _tell_of_absent({name: one for name, one in self.absent.items() if name in found.names}, self.asked.suite)
        _tell_of_held_back([test for name, test in self.tests.items() if name in found.names])
        return found

    def refuse_faults(self, found: ArchivedOutputs) -> None:
        """Tell what is odd. Raises ChallengeError where an output has faults, whether it can be scored here or not."""
        from probierz.suites.given_results import looked_at_results
        from probierz.suites.output_scores import also_of_other, looked_at

        outputs, expected, problems = self.asked.outputs, self.asked.expected, list(found.problems)
        if expected is not None:
            problems += looked_at_results(Path(expected), self._splits, self.tests, Path(outputs))
        looked = {
            name: looked_at(self.tests[name], file, self._place(name, found), self.tests)
            for name, file in found.outputs.items()
            if name in self.tests
        }
        problems += [problem for one in looked.values() for problem in one.problems]
        problems += also_of_other(looked, outputs)
        refuse_errors(outputs, problems)

    def score(self, task: DeclaredTask, found: ArchivedOutputs) -> TaskScore:
        """Return the score of a task, or why it has none. Raises DataError where a line cannot be scored."""
        from probierz.suites.output_scores import score_of
        from probierz.suites.suite_scores import TaskScore

        test, output = self.tests.get(task.name), found.outputs.get(task.name)
        if test is None:
            why = self.absent[task.name].note
            note = why if output is None else f"{why}, so its output is not looked at"
            return TaskScore(task.name, task.main_metric, None, note, self._splits[task.name])
        if output is None or test.expected is None:
            return test.without(_why_unscored(test, has_output=output is not None))
        return score_of(test, output, self._place(task.name, found), rows=self.asked.interval)

    def _place(self, task: str, found: ArchivedOutputs) -> str:
        return f"{self.asked.outputs}/{found.names[task]}"

    def _remedy_of_other_split(self, task: str, split: str) -> str:
        """What is to be done with an output of a task for a split that is not scored now."""
        known = self.tests[task].challenge.splits if task in self.tests else ()
        if any(one.name == split and one.expected is None for one in known):
            return f"the expected results of {split} are not here to score it by"
        return f"score outputs for {split} by  --split {split}"


def _why_unscored(test: TaskTest, *, has_output: bool) -> str:
    given = "checked for form" if has_output else "no output"
    return f"{given}; expected results held back" if test.expected is None else given


def _tell_of_held_back(tests: Sequence[TaskTest]) -> None:
    held = [one for one in tests if one.expected is None]
    if not held:
        return
    splits = {one.split.name: [other.task.name for other in held if other.split.name == one.split.name] for one in held}
    named = " and ".join(f"{split} of {', '.join(tasks)}" for split, tasks in splits.items())
    others, instead = _scored_splits(held), ""
    if others:
        instead = f"; outputs for {' or '.join(others)} can be scored here, by  --split {others[0]}"
        without = [one.task.name for one in held if others[0] not in _scored_splits([one])]
        instead += f", but for {', '.join(without)}" if without else ""
    print_warning(
        f"the expected results of {named} are not here: where they are held back, only a platform that has them can "
        f"score it{instead}"
    )


def _scored_splits(tests: Sequence[TaskTest]) -> list[str]:
    """What can be scored in place of splits whose expected results are not here, tests first."""
    from probierz.challenges.challenge import kind_of_split

    others = {
        split.name
        for one in tests
        for split in one.challenge.splits
        if split.expected is not None and split.name != "train"
    }
    return sorted(others, key=lambda name: (kind_of_split(name) != "test", name))
