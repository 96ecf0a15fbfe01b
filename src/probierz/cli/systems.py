"""`probierz systems`: list, search and show systems."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option
from probierz.cli.terminal import BOLD, chosen_format, painted, print_json, print_table
from probierz.errors import OptionError, UnknownSystem, nearest

if TYPE_CHECKING:
    from probierz.systems.cards import Card
    from probierz.systems.published import RecipePlace
    from probierz.systems.recipes import Recipe

EXAMPLES = """
examples:
  probierz systems                             all systems
  probierz systems punctuation                 those whose name, task, summary or paper has the word
  probierz systems show punctuation/comma-rule  what it is, its paper, its published scores, its settings
  probierz systems show my-model               the card of a trained system in a folder
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "List the systems, search them by words, or show one: a recipe, or a trained one in a folder."
    parser.epilog = EXAMPLES
    parser.usage = f"{parser.prog} [options] [WORD ... | show NAME]"
    parser.add_argument("words", nargs="*", metavar="WORD", help="words to search for; or: show NAME")
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """List or show."""
    words = arguments.words
    if words[:1] == ["show"]:
        if len(words) != 2:
            raise OptionError("name one system to show, for instance  probierz systems show punctuation/comma-rule")
        return _show(words[1], arguments)
    return _list(words[1:] if words[:1] == ["list"] else words, arguments)


def _list(words: list[str], arguments: Namespace) -> int:
    from probierz.reports.tables import Column, Table
    from probierz.systems.recipes import recipes
    from probierz.systems.registry import home

    known = recipes()
    found = [recipe for recipe in known if _has_all(recipe, words)]
    if not found:
        close = nearest(" ".join(words), [recipe.name for recipe in known])
        hint = f"did you mean {' or '.join(close)}?" if close else "probierz systems lists all"
        raise UnknownSystem(f"no system has {' and '.join(map(repr, words))} in its name, task or summary; {hint}")
    if chosen_format(arguments) == "json":
        print_json([_as_dict(recipe) for recipe in found])
        return FINE
    columns = (Column("system"), Column("task"), Column("ready"), Column("what it is"))
    rows = tuple(
        (one.name, one.task or "any", "yes" if not one.learns or home(one) else "train it", one.summary)
        for one in found
    )
    print_table(Table(columns, rows), chosen_format(arguments))
    return FINE


def _has_all(recipe: Recipe, words: list[str]) -> bool:
    text = f"{recipe.name}\n{recipe.task}\n{recipe.summary}\n{recipe.paper}".casefold()
    return all(word.casefold() in text for word in words)


def _as_dict(recipe: Recipe) -> dict[str, Any]:
    from probierz.systems.published import places_of

    return {
        "name": recipe.name,
        "summary": recipe.summary,
        "task": recipe.task,
        "paper": recipe.paper,
        "published": [place._asdict() for place in places_of(recipe)],
        "extras": list(recipe.extras),
        "training_extras": list(recipe.training_extras),
        "hub_names": list(recipe.hub_names),
        "settings": dict(recipe.settings()),
        "worth_trying": {name: str(values) for name, values in recipe.space.items()},
        "chosen_by_us": list(recipe.chosen_by_us),
        "departures": list(recipe.departures),
        "learns": recipe.learns,
    }


def _show(name: str, arguments: Namespace) -> int:
    from probierz.systems.recipes import find_recipe
    from probierz.systems.storage import is_system, read_card

    form = chosen_format(arguments)
    if is_system(name):
        _show_card(read_card(name), form)
        return FINE
    recipe = find_recipe(name)
    if form == "json":
        print_json(_as_dict(recipe))
        return FINE
    _print_facts(recipe.name, recipe.summary, _facts(recipe), form)
    return FINE


def _show_card(card: Card, form: str) -> None:
    if form == "json":
        print_json(card.as_dict())
    else:
        print(card.as_markdown(), end="")


def _place(place: RecipePlace, recipe: Recipe) -> str:
    of = f" of {place.task}" if place.task != recipe.task else ""
    rank = f", rank {place.rank} of {place.of}" if place.rank else ""
    source = f" ({place.source})" if place.source else ""
    return f"{place.metric} {place.value} on {place.split}{of}{rank}{source}"


def _facts(recipe: Recipe) -> list[tuple[str, str]]:
    from probierz.extras import install_command
    from probierz.systems.published import places_of
    from probierz.systems.registry import home

    facts = [("task", recipe.task or "any"), ("paper", recipe.paper)]
    facts += [("published", _place(place, recipe)) for place in places_of(recipe)]
    facts += [("needs", install_command(*recipe.extras))] if recipe.extras else []
    more = recipe.training_extras
    facts += [("needs to train", install_command(*recipe.extras, *more))] if more else []
    facts += [("starts from", name) for name in recipe.hub_names]
    if recipe.weights:
        facts.append(("weights", f"{recipe.weights}; with its folder:  probierz predict {recipe.name}@FOLDER"))
    facts += [("setting", f"{name}={value}") for name, value in recipe.settings().items()]
    facts += [("worth trying", f"{name}={values}") for name, values in recipe.space.items()]
    facts += [("not published", f"{name}: chosen by us") for name in recipe.chosen_by_us]
    facts += [("otherwise", text) for text in recipe.departures]
    folder = home(recipe)
    facts += [("trained in", str(folder)), ("its card", f"probierz systems show {folder}")] if folder else []
    train = recipe.training_command if recipe.learns else "it learns nothing"
    return [(name, value) for name, value in [*facts, ("training", train)] if value]


def _print_facts(name: str, summary: str, facts: list[tuple[str, str]], form: str) -> None:
    from probierz.reports.tables import Column, Table

    if form == "table":
        print(painted(name, BOLD, sys.stdout), summary, sep="\n", end="\n\n")
        width = max(len(key) for key, _ in facts)
        print(*(f"{key:<{width}}  {value}" for key, value in facts), sep="\n")
    else:
        print_table(Table((Column("property"), Column("value")), tuple(facts)), form)
