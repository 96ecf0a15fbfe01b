"""`probierz train`: train a system on a challenge."""

from __future__ import annotations

import math
import os
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.cli.challenge_argument import CHALLENGE_HELP, add_getting_options, got_challenge
from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option, add_options, whole_number
from probierz.cli.system_settings import read_settings, read_space
from probierz.cli.terminal import is_first_process, print_table
from probierz.errors import OptionError, need_all

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge
    from probierz.schemes.scheme import Scheme
    from probierz.systems.cards import Card, TrainingData
    from probierz.systems.experiments.search import Trial
    from probierz.systems.recipes import Recipe
    from probierz.systems.system import System, Training

EXAMPLES = """
examples:
  probierz train majority my-challenge                        learn from its train, keep it under its name
  probierz train punctuation/crf punctuation --to my-model    into a folder, to keep or to send
  probierz train punctuation/crf punctuation --set threshold=0.3 --seed 7
  probierz train ocr/cascade ocr --split dev-0 --split test-A  learn from other splits

  probierz train enelpol-s1 punctuation --split test-A --development train --set backbone=./herbert-large
  probierz train ocr/enelpol-plt5-base ocr --set backbone=./plt5 --set batch=4 --set accumulate=3 --development dev-0

  probierz train ocr/cascade ocr --development dev-0 --search 20 --checkpoint search
  probierz train ocr/cascade ocr --development dev-0 --search 20 --over threshold=0.3..0.7
  probierz train ocr/cascade ocr --development dev-0 --track tensorboard

A search tries settings, prints what each trial scored by the challenge's main metric on the development split, and
trains with the best. With --checkpoint an interrupted training, or search, goes on.

Then:  probierz predict NAME-OR-FOLDER < in.tsv > out.tsv
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Train a system on a challenge and save it: into a folder, or under its name for  probierz predict."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("system", metavar="SYSTEM", help="a name that  probierz systems  lists")
    parser.add_argument("challenge", metavar="CHALLENGE", help=CHALLENGE_HELP)
    add_option(parser, "--to", metavar="FOLDER", help="where to save it (default: the user's own store, by name)")
    add_training_options(parser)
    add_option(parser, "--overwrite", help="replace the system that is there already")
    add_getting_options(parser)
    parser.add_argument(
        "--search", type=whole_number(1, 100_000), metavar="TRIALS", help="try so many settings, and take the best"
    )
    add_option(parser, "--over")


def add_training_options(parser: ArgumentParser) -> None:
    """Declare what every training can be told."""
    add_option(parser, "--split", help="learn from it (default: train)", is_repeated=True)
    add_option(parser, "--development")
    add_option(parser, "--seed", type=whole_number(0, 2**32 - 1), default=0)
    add_options(parser, "--set", "--checkpoint", "--track", "--quiet")


def run(arguments: Namespace) -> int:
    """Train and save."""
    from probierz.challenges.challenge import open_challenge
    from probierz.systems.recipes import find_recipe
    from probierz.systems.registry import stored
    from probierz.systems.storage import is_system, save

    recipe = find_recipe(arguments.system)
    if not recipe.learns:
        raise OptionError(f"{recipe.name} learns nothing; use it as it is:  probierz predict {recipe.name}")
    folder = arguments.to or stored(recipe.name)
    if is_system(Path(folder)) and not arguments.overwrite:
        other = "another folder" if arguments.to else "a folder with --to"
        raise OptionError(f"{folder} holds a system already; name {other}, or say --overwrite")
    _need_libraries(recipe, arguments)
    challenge = open_challenge(got_challenge(arguments.challenge, arguments))
    if arguments.search:
        system, card = _search(recipe, challenge, arguments)
    elif arguments.over:
        raise OptionError("--over says what a search tries: say with --search how many trials it has")
    else:
        system, card = train_as_told(recipe, challenge, arguments)
    if not is_first_process():
        return FINE
    if arguments.to:
        card = replace(card, command=shlex.join([*shlex.split(card.command), "--to", arguments.to]))
    save(system, folder, card)
    if not arguments.quiet:
        name = arguments.to or recipe.name
        learnt = f"{_lines(card, recipe)} of {_splits(card, recipe)}"
        print(f"{recipe.name} learnt from {learnt} in {card.seconds:.0f} s; it is saved in {folder}")
        print(f"try it:  probierz predict {shlex.quote(name)} < in.tsv > out.tsv")
    return FINE


def _need_libraries(recipe: Recipe, arguments: Namespace) -> None:
    """Raise MissingExtra for all that this training needs, before anything is fetched or learnt."""
    from probierz.systems.libraries import need_extras

    needs: list[Callable[[], object]] = [partial(need_extras, (*recipe.extras, *recipe.training_extras))]
    if arguments.search:
        from probierz.systems.experiments.search import need_optuna

        needs.append(need_optuna)
    if arguments.track:
        from probierz.systems.experiments.tracking import need_tracker

        needs.append(partial(need_tracker, arguments.track))
    need_all(*needs)


def train_as_told(recipe: Recipe, challenge: Challenge, arguments: Namespace) -> tuple[System, Card]:
    """Train with the options of the command line, showing how far it is."""
    from probierz.systems.training import train

    settings = read_settings(arguments.set, recipe)
    with _training(recipe, settings, arguments) as training:
        return train(
            recipe,
            challenge,
            training,
            splits=arguments.split or (),
            development=arguments.development,
            settings=settings,
        )


@contextmanager
def _training(recipe: Recipe, settings: Mapping[str, Any], arguments: Namespace) -> Iterator[Training]:
    """How to train, as the command line says: with progress, and kept track of."""
    from contextlib import ExitStack

    from probierz.cli.progress import WorkProgress
    from probierz.systems.system import Track, Training, no_track

    checkpoint = Path(arguments.checkpoint) if arguments.checkpoint else None
    track: Track = no_track
    with ExitStack() as stack:
        if arguments.track and is_first_process():
            from probierz.systems.experiments.tracking import tracked

            told = {**recipe.settings(), **settings, "seed": arguments.seed}
            track = stack.enter_context(tracked(arguments.track, recipe.name, told))
        progress = stack.enter_context(
            WorkProgress(recipe.name, enabled=not arguments.quiet and is_first_process(), is_watched=True)
        )
        yield Training(seed=arguments.seed, checkpoint=checkpoint, progress=progress, track=track)


def _search(recipe: Recipe, challenge: Challenge, arguments: Namespace) -> tuple[System, Card]:
    """Search for settings as the command line says, print the trials, and train with the best."""
    from probierz.systems.experiments.search import search_and_train

    if not arguments.development:
        raise OptionError("a search chooses by development pairs: name their split with  --development")
    if os.environ.get("WORLD_SIZE", "1") != "1":
        raise OptionError("a search runs in one process; start it without torchrun")
    settings = read_settings(arguments.set, recipe)
    with _training(recipe, settings, arguments) as training:
        found = search_and_train(
            recipe,
            challenge,
            training,
            trials=arguments.search,
            splits=arguments.split or (),
            development=arguments.development,
            settings=settings,
            space=read_space(arguments.over, recipe),
        )
    if not arguments.quiet:
        _print_trials(found.trials, challenge.schemes[0], arguments.development)
    return found.system, found.card


def _lines(card: Card, recipe: Recipe) -> str:
    """How many pairs of lines; files that were read beside them are not counted."""
    return f"{sum(one.lines for one in _learnt(card, recipe)) // 2:,} lines"


def _splits(card: Card, recipe: Recipe) -> str:
    """The splits that a system learnt from."""
    return ", ".join(dict.fromkeys(one.name.partition("/")[0] for one in _learnt(card, recipe)))


def _learnt(card: Card, recipe: Recipe) -> list[TrainingData]:
    beside = tuple(recipe.files.values())
    return [one for one in card.data if not beside or not one.name.startswith(beside)]


# --- the trials of a search ------------------------------------------------------------------------------------------


def _print_trials(trials: Sequence[Trial], scheme: Scheme, split: str) -> None:
    """Print number, settings, score and seconds of each trial; plain TSV in a pipe."""
    from probierz.reports.tables import Column, Table

    names = list(trials[0].settings)
    columns = (
        Column("trial", is_number=True),
        *(Column(name, is_number=not isinstance(trials[0].settings[name], str)) for name in names),
        Column(f"{scheme.name} on {split}", is_number=True, better=scheme.metric.better),
        Column("seconds", is_number=True),
    )
    rows = tuple(
        (
            str(one.number),
            *(_shown(one.settings[name]) for name in names),
            "out of memory" if math.isnan(one.value) else f"{one.value:.5f}",
            f"{one.seconds:.1f}",
        )
        for one in trials
    )
    print_table(Table(columns, rows), "table" if sys.stdout.isatty() else "tsv")


def _shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
