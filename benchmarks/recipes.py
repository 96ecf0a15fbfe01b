"""Recipes of the papers of PolEval 2021 on a real encoder, on a toy, and as published.

    python -m benchmarks.recipes --only clarin-large --minutes 3 --set batch=16

Each learns about so many minutes on `backbone`, then as many steps on a toy, whose weights are random, and is scored on
test-A. How many steps that are is told by two short trainings. It needs the extras `neural` and `encoder`.
The tables of docs/guides/systems.md are such rows, with the settings that stand in them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

from benchmarks.measure import data
from probierz.challenges.challenge import Challenge, open_challenge
from probierz.cli.system_settings import read_settings
from probierz.errors import ProbierzError
from probierz.scoring.score import score_all
from probierz.systems.fit_and_predict import fit_system
from probierz.systems.recipes import Recipe, recipes
from probierz.systems.system import Pair, Training
from probierz.systems.training import read_pairs

LOWEST = "encoder.embeddings " + " ".join(f"encoder.encoder.layer.{layer}." for layer in range(6))
_LOWEST_FOUR, _LOWEST_TWO = (" ".join(LOWEST.split()[: 1 + layers]) for layers in (4, 2))
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "poleval-2021/punctuation": {"layers": 8, "rate": 3e-4, "batch": 8, "length": 128, "fixed": _LOWEST_FOUR},
    "poleval-2021/quality-nonblind": {"rate": 1e-4, "folds": 3, "evaluate_every": 20, "fixed": LOWEST},
    "poleval-2021/quality-blind": {"rate": 1e-4, "folds": 3, "evaluate_every": 20, "fixed": LOWEST},
    "poleval-2021/ocr": {
        "layers": 6, "rate": 3e-4, "head_rate": 2e-3, "batch": 8, "length": 128, "fixed": _LOWEST_TWO,
        "optimiser": "adamw", "schedule": "linear", "clip": 1.0, "beams": 1, "metric": "",
    },
}  # fmt: skip
"""What differs from the papers, by task, where a recipe has the setting."""
_TOY = {"backbone": "toy", "rate": 3e-3, "fixed": ""}
_TOYS: Mapping[str, Mapping[str, Any]] = {"poleval-2021/ocr": {"backbone": "toy:bert", "head_rate": 0.0}}
"""Where the toy, too, is to get a decoder with a pointer."""
_SPLITS = dict.fromkeys(("poleval-2021/quality-nonblind", "poleval-2021/quality-blind", "poleval-2021/ocr"), "dev-0")
_PROBES = (2, 8)  # steps


class Result(NamedTuple):
    """A score, and the seconds of learning."""

    score: float
    seconds: float


def main() -> None:
    """Print a row for each recipe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these recipes")
    parser.add_argument("--minutes", type=float, default=3.0, help="about how long each learns")
    parser.add_argument("--backbone", default="e5-small")
    parser.add_argument(
        "--lines", type=int, default=800, help="so many lines, from all over, are learnt from and tried"
    )
    parser.add_argument("--first", type=int, default=0, help="try so many of the first lines; 0: as many as --lines")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of all recipes")
    arguments = parser.parse_args()
    if find_spec("torch") is None:
        print("\nRecipes: skipped, PyTorch is not here (extra neural)")
        return
    print("\n| system | on the encoder | took | steps | a tiny random network | published |")
    print("| --- | --- | --- | --- | --- | --- |")
    for recipe in chosen(arguments.only):
        print(f"| `{recipe.name}` | {_cells(recipe, arguments)} |", flush=True)


def chosen(names: Sequence[str]) -> list[Recipe]:
    """The recipes on pretrained networks of the three tasks; with names, those."""
    known = [recipe for recipe in recipes() if recipe.task in SETTINGS and "steps" in recipe.settings()]
    found = [recipe for recipe in known if not names or {recipe.name, recipe.name.rpartition("/")[2]} & set(names)]
    if not found:
        raise SystemExit(f"no such recipe; there are {', '.join(recipe.name for recipe in known)}")
    return found


def _cells(recipe: Recipe, arguments: argparse.Namespace) -> str:
    folder = data(*recipe.task.split("/"))
    if folder is None:
        return "its challenge is not here (set PROBIERZ_DATA) | | | |"
    challenge = open_challenge(folder)
    usual = {name: value for name, value in SETTINGS[recipe.task].items() if name in recipe.settings()}
    try:
        told = {**usual, "backbone": arguments.backbone, **read_settings(arguments.set, recipe)}
        toy = {**told, **_TOY, **_TOYS.get(recipe.task, {})}
        tried = partial(_tried, recipe, challenge, lines=arguments.lines, first=arguments.first)
        probes = [tried({**told, "steps": steps}).seconds for steps in _PROBES]
        steps = steps_in(60 * arguments.minutes, probes)
        on_encoder, on_toy = (tried({**one, "steps": steps}) for one in (told, toy))
    except ProbierzError as error:
        return f"{error} | | | |"
    published = ", ".join(f"{one.value} on {one.split}" for one in recipe.published)
    took = f"{on_encoder.seconds / 60:.1f} min"
    return f"{on_encoder.score:.4f} | {took} | {steps} | {on_toy.score:.4f} | {published}"


def steps_in(seconds: float, probes: Sequence[float]) -> int:
    """How many steps take so long, when `_PROBES` of them took these seconds; at least one."""
    few, many = _PROBES
    each = max((probes[1] - probes[0]) / (many - few), 1e-3)
    return max(1, round((seconds - probes[0]) / each) + few)


def _tried(recipe: Recipe, challenge: Challenge, settings: Mapping[str, Any], *, lines: int, first: int) -> Result:
    split = _SPLITS.get(recipe.task, "train")
    system = recipe.build(**settings)
    began = time.perf_counter()
    fit_system(system, _some(challenge, split, lines), Training(seed=1))
    seconds = time.perf_counter() - began
    tried = _some(challenge, "test-A", lines) if not first else read_pairs(challenge.split("test-A"))[0][:first]
    outputs = list(system.predict(pair.input for pair in tried))
    (found,) = score_all(challenge.schemes[:1], [pair.expected for pair in tried], outputs, rows=False)
    return Result(found.value, seconds)


def _some(challenge: Challenge, split: str, lines: int) -> list[Pair]:
    pairs = read_pairs(challenge.split(split))[0]
    return pairs[:: max(1, len(pairs) // lines)][:lines]


if __name__ == "__main__":
    main()
