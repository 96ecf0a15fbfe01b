"""`probierz baseline`: train what suits a challenge, predict all splits, score: ready to hand in, and to beat."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from probierz.cli.challenge_argument import CHALLENGE_HELP, add_getting_options, got_challenge
from probierz.cli.missing_values import warnings_of
from probierz.cli.options import add_option
from probierz.cli.progress import LineProgress
from probierz.cli.terminal import chosen_format, print_table, print_warnings
from probierz.cli.train import add_training_options, train_as_told

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge, Split
    from probierz.reports.tables import Table
    from probierz.systems.cards import Card
    from probierz.systems.recipes import Recipe
    from probierz.systems.system import System

EXAMPLES = """
examples:
  probierz baseline my-challenge                     the default system for the task, or the commonest answer
  probierz baseline poleval-2021/ocr                 a task, got first where it is not here
  probierz baseline my-challenge --system unchanged  another system
  probierz baseline quiz --set index=wiki.index      what reads an index, where the task has questions
  probierz baseline my-challenge --to out-rule.tsv   another name for the outputs

An output is written into each split; one that is there already is kept unless --overwrite is given.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Train a system on a challenge (or take the one trained before), write its outputs into all splits, "
        "and score them where expected results are there."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("challenge", nargs="?", default=".", metavar="CHALLENGE", help=f"{CHALLENGE_HELP} (default: .)")
    add_option(parser, "--system")
    add_option(
        parser,
        "--to",
        metavar="FILE",
        help="name of the outputs, in each split (default: out.tsv; out-baseline.tsv beside other out-*.tsv)",
    )
    add_option(parser, "--overwrite", help="replace outputs that are there")
    add_training_options(parser)
    add_getting_options(parser)
    add_option(parser, "--format")


def run(arguments: Namespace) -> None:
    """Train, predict and score."""
    from probierz.challenges.challenge import open_challenge

    recipe = _named_recipe(arguments)
    challenge = open_challenge(got_challenge(arguments.challenge, arguments))
    splits = [split for split in challenge.splits if split.input]
    arguments.to = arguments.to or _usual_name(splits)
    _refuse_overwriting(splits, arguments)
    system, known = _system(challenge, recipe, arguments)
    for split in splits:
        _predict(system, split, arguments)
    learnt = [split for split in splits if split.expected and _is_known(split, known)]
    _print_scores(challenge, splits, learnt, arguments)
    _tell_what_was_known(learnt, arguments)


def _usual_name(splits: list[Split]) -> str:
    """The name of the outputs: out.tsv, which GEval would leave out beside out-*.tsv, and there out-baseline.tsv."""
    from probierz.challenges.files import DEFAULT_OUTPUT

    has_others = any(output.path.name.startswith("out-") for split in splits for output in split.outputs)
    return "out-baseline.tsv" if has_others else DEFAULT_OUTPUT


def _refuse_overwriting(splits: list[Split], arguments: Namespace) -> None:
    from probierz.errors import OptionError
    from probierz.whole_files import refuse_missing_folder

    for split in splits:
        refuse_missing_folder(split.path / arguments.to)
    there = [split.path / arguments.to for split in splits if (split.path / arguments.to).exists()]
    if there and not arguments.overwrite:
        raise OptionError(f"{there[0]} is there already; choose another name with --to, or say --overwrite")


def _named_recipe(arguments: Namespace) -> Recipe | None:
    """The recipe that is named; None for a folder, and for the default one.

    Its name is looked up before a challenge is got, which may take long.
    """
    from probierz.systems.recipes import find_recipe
    from probierz.systems.storage import is_system

    return find_recipe(arguments.system) if arguments.system and not is_system(arguments.system) else None


def _system(challenge: Challenge, recipe: Recipe | None, arguments: Namespace) -> tuple[System, frozenset[str]]:
    """The system, ready to predict, and what it learnt from: digests of files, or names of splits.

    recipe: None for that of the folder that is named, or the default one.
    """
    from probierz.systems.defaults import default_recipe
    from probierz.systems.storage import load, read_card

    if recipe is None and arguments.system:
        _refuse_training(arguments.system, arguments)
        return load(arguments.system), _digests(read_card(arguments.system))
    recipe = recipe or default_recipe(challenge, [text.partition("=")[0] for text in arguments.set])
    if not arguments.quiet:
        print(f"{recipe.name}: {recipe.summary}", file=sys.stderr)
    return _trained(recipe, challenge, arguments)


def _trained(recipe: Recipe, challenge: Challenge, arguments: Namespace) -> tuple[System, frozenset[str]]:
    from probierz.cli.system_settings import read_settings
    from probierz.systems.registry import home
    from probierz.systems.storage import load
    from probierz.systems.training import TRAIN

    if not recipe.learns:
        _refuse_training(recipe.name, arguments)
        return recipe.build(**read_settings(arguments.set, recipe)), frozenset()
    is_as_it_comes = not arguments.set and not _of_training(arguments)
    folder = home(recipe) if recipe.knows_train and is_as_it_comes else None
    if folder:
        return load(folder), frozenset([TRAIN])
    system, card = train_as_told(recipe, challenge, arguments)
    return system, _digests(card)


def _of_training(arguments: Namespace) -> list[str]:
    """The options given that say how to learn."""
    told = {"--split": arguments.split, "--development": arguments.development, "--checkpoint": arguments.checkpoint}
    return [name for name, value in {**told, "--seed": arguments.seed, "--track": arguments.track}.items() if value]


def _refuse_training(name: str, arguments: Namespace) -> None:
    """Refuse options that say how to learn, where nothing is learnt."""
    from probierz.errors import OptionError

    if told := _of_training(arguments):
        raise OptionError(f"{name} learns nothing here; leave out {' and '.join(told)}")


def _digests(card: Card) -> frozenset[str]:
    return frozenset(data.sha256 for data in card.data if data.sha256)


def _is_known(split: Split, known: frozenset[str]) -> bool:
    """Whether a system that learnt from these files, or splits of that name, has seen the split's pairs.

    Its input and its expected results: few labels may be expected in the same order of quite other inputs.
    """
    from probierz.systems.training import read_pairs

    return split.name in known or (bool(known) and known.issuperset(data.sha256 for data in read_pairs(split)[1]))


def _tell_what_was_known(splits: list[Split], arguments: Namespace) -> None:
    if splits and not arguments.quiet:
        names = " and ".join(split.name for split in splits)
        print(f"The system has learnt from {names}: scores there say nothing about other texts.", file=sys.stderr)


def _predict(system: System, split: Split, arguments: Namespace) -> None:
    from probierz.systems.fit_and_predict import predict_lines, write_lines
    from probierz.systems.training import read_inputs

    assert split.input is not None
    with LineProgress(f"{split.name}/{arguments.to}", enabled=not arguments.quiet, is_watched=True) as progress:
        outputs = predict_lines(system, read_inputs(split.input))
        write_lines(split.path / arguments.to, outputs, progress)
    if not arguments.quiet:
        print(f"{split.name}/{arguments.to}: {progress.lines:,} lines", file=sys.stderr)


def _print_scores(challenge: Challenge, splits: list[Split], learnt: list[Split], arguments: Namespace) -> None:
    """Print the scores; those of splits that the system has learnt from are marked in their rows."""
    from probierz.reports.json_values import scores_as_json
    from probierz.reports.score_tables import score_table
    from probierz.reports.tables import NumberStyle

    evaluations = [
        challenge.evaluate(split.name, out=split.path / arguments.to, rows=False) for split in splits if split.expected
    ]
    if not evaluations:
        return
    form, names = chosen_format(arguments), {split.name for split in learnt}
    if form == "json":
        print(scores_as_json(evaluations, None, learnt=names), end="")
    else:
        options = challenge.options
        table = score_table(evaluations, NumberStyle(options.precision, options.show_as_percentage, "undefined"))
        print_table(_marked(table, [one.split in names for one in evaluations]) if names else table, form)
    print_warnings((warning for one in evaluations for warning in warnings_of(one)), arguments)


def _marked(table: Table, learnt: list[bool]) -> Table:
    """The table with a column that says which scores are of splits that the system has learnt from.

    Of one split the rows are its metrics, and all of them are of that split.
    """
    from probierz.reports.tables import Column

    marks = learnt if len(learnt) > 1 else learnt * len(table.rows)
    rows = tuple((*row, "learnt from" if is_learnt else "") for row, is_learnt in zip(table.rows, marks, strict=True))
    return replace(table, columns=(*table.columns, Column("note")), rows=rows)
