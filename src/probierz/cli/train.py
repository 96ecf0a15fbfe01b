"""`probierz train`: train a system on a challenge."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from probierz.cli.common import whole_number
from probierz.cli.tasks import CHALLENGE_HELP, add_getting_options, got_challenge
from probierz.errors import OptionError

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge
    from probierz.systems.cards import Card
    from probierz.systems.recipes import Recipe
    from probierz.systems.system import System

__all__ = ["add_training_options", "configure", "read_changes", "read_settings", "run"]

EXAMPLES = """
examples:
  probierz train majority my-challenge                        learn from its train, keep it under its name
  probierz train punctuation/crf punctuation --to my-model    into a folder, to keep or to send
  probierz train punctuation/crf punctuation --set threshold=0.3 --seed 7
  probierz train ocr/cascade ocr --split dev-0 --split test-A learn from other splits

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
    parser.add_argument("--to", metavar="FOLDER", help="where to save it (default: the user's own store, by name)")
    add_training_options(parser)
    add_getting_options(parser)


def add_training_options(parser: ArgumentParser) -> None:
    """Declare what every training can be told."""
    parser.add_argument("--split", action="append", metavar="SPLIT", help="learn from it (default: train); repeatable")
    parser.add_argument("--development", metavar="SPLIT", help="choose the best state by it, where a system can")
    parser.add_argument("--seed", type=whole_number(0, 2**32 - 1), default=0, metavar="N", help="default: 0")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting of the system; repeatable"
    )
    parser.add_argument("--checkpoint", metavar="FOLDER", help="keep states there, and go on from the last of them")
    parser.add_argument("--quiet", action="store_true", help="no progress bar, no summary")


def run(arguments: Namespace) -> int:
    """Train and save."""
    from probierz.challenges.challenge import open_challenge
    from probierz.cli.main import FINE
    from probierz.systems.homes import stored
    from probierz.systems.recipes import find_recipe
    from probierz.systems.storage import save

    recipe = find_recipe(arguments.system)
    if not recipe.learns:
        raise OptionError(f"{recipe.name} learns nothing; use it as it is:  probierz predict {recipe.name}")
    system, card = train_as_told(recipe, open_challenge(got_challenge(arguments.challenge, arguments)), arguments)
    if not _is_first():
        return FINE
    folder = arguments.to or stored(recipe.name)
    save(system, folder, card)
    if not arguments.quiet:
        name = arguments.to or recipe.name
        print(f"{recipe.name} learnt from {_lines(card, recipe)} in {card.seconds:.0f} s; it is saved in {folder}")
        print(f"try it:  probierz predict {name} < in.tsv > out.tsv")
    return FINE


def train_as_told(recipe: Recipe, challenge: Challenge, arguments: Namespace) -> tuple[System, Card]:
    """Train with the options of the command line, showing how far it is."""
    from pathlib import Path

    from probierz.cli.progress import TaskProgress
    from probierz.systems.system import Training
    from probierz.systems.training import train

    checkpoint = Path(arguments.checkpoint) if arguments.checkpoint else None
    with TaskProgress(recipe.name, enabled=not arguments.quiet and _is_first()) as progress:
        return train(
            recipe,
            challenge,
            Training(seed=arguments.seed, checkpoint=checkpoint, progress=progress),
            splits=arguments.split or (),
            development=arguments.development,
            settings=read_settings(arguments.set, recipe),
        )


def read_settings(texts: list[str], recipe: Recipe) -> dict[str, Any]:
    """Read NAME=VALUE for settings of a recipe. Raises OptionError."""
    return read_changes(texts, recipe.settings())


def read_changes(texts: list[str], usual: Mapping[str, Any]) -> dict[str, Any]:
    """Read NAME=VALUE, as the kind of value that is usual. Raises OptionError."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--set {text}: write NAME=VALUE, for instance --set seed=7")
        found[name] = _as_kind_of(usual.get(name), value, name)
    return found


def _as_kind_of(usual: Any, text: str, name: str) -> Any:
    if isinstance(usual, bool):
        known = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if text.lower() not in known:
            raise OptionError(f"--set {name}={text}: say true or false")
        return known[text.lower()]
    kind = type(usual) if isinstance(usual, int | float) else str
    try:
        return kind(text)
    except ValueError:
        raise OptionError(f"--set {name}={text}: {text!r} is no number like {usual}") from None


def _is_first() -> bool:
    """Whether this process saves: of several, one for each graphics card, only the first does."""
    import os

    return os.environ.get("RANK", "0") == "0"


def _lines(card: Card, recipe: Recipe) -> str:
    """How many pairs of lines; files that were read beside them are not counted."""
    beside = tuple(recipe.files.values())
    lines = sum(one.lines for one in card.data if not beside or not one.name.startswith(beside))
    return f"{lines // 2:,} lines"
