"""`probierz klej baseline`: an archive of predictions that look at training labels alone."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from shlex import quote

from probierz.challenges.problems import counted
from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.klej.archives import klej
from probierz.cli.options import add_option
from probierz.cli.terminal import print_warning, printable
from probierz.errors import ChallengeError

EXAMPLES = """
examples:
  probierz klej baseline random --data klej --to random.zip     the row Random of the paper's table
  probierz klej baseline majority --data klej --to majority.zip
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Make an archive of predictions. random: each is drawn from the training labels, so they come as often as "
        "there. majority: always the commonest label, or the mean of numbers."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("name", choices=("random", "majority"), metavar="NAME", help="random or majority")
    add_option(parser, "--data", help="where training sets lie: TASK/train.tsv or TASK/train/expected.tsv (default: .)")
    add_option(parser, "--to", required=True, metavar="FILE", help="the archive to write")
    add_option(parser, "--seed")


def run(arguments: Namespace) -> int:
    """Make the predictions of all tasks that have a training set; where one has none, that is a problem."""
    from probierz.suites.klej.baselines import BASELINES, write_submission
    from probierz.suites.klej.folders import targets_of_train
    from probierz.suites.task_folders import refuse_wrong_place
    from probierz.whole_files import refuse_occupied

    target = Path(arguments.to)
    refuse_occupied(target)
    predict = BASELINES[arguments.name]
    predictions: dict[str, list[str]] = {}
    missing, suite = [], klej()
    refuse_wrong_place(arguments.data, suite.name, [task.name for task in suite.tasks])
    for task in suite.tasks:
        targets = targets_of_train(Path(arguments.data), task)
        if targets is None:
            missing.append(task.name)
        else:
            predictions[task.name] = predict(targets, task.split("test-A").lines, seed=arguments.seed)
    if not predictions:
        raise ChallengeError(f"{arguments.data}: there is no training set below; name its folder by --data")
    write_submission(target, predictions)
    print(printable(f"{target}: predictions for {counted(len(predictions), 'task')}"))
    if not missing:
        return FINE
    print_warning(
        f"{', '.join(missing)}: there is no train.tsv below {arguments.data}, so the archive lacks "
        f"{'this task' if len(missing) == 1 else 'these tasks'}; see what can be handed in of it by  "
        f"probierz klej check {quote(str(target))} --partial"
    )
    return PROBLEM
