"""Searching for settings: trials of what a space holds, each scored on development pairs (Optuna, the extra `search`).

    random      the first ten trials are drawn
    informed    then a tree-structured Parzen estimator proposes what is likely to be better
    folder      each trial is noted in search.db (SQLite) as it ends, and an interrupted search goes on

The seed of a trial is its number, so a search that was interrupted ends as if it had not been.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.errors import ChallengeError, MissingExtra, OptionError, OutOfMemory, SystemFileError
from probierz.systems.cards import Card
from probierz.systems.recipes import Recipe
from probierz.systems.spaces import OneOf, Range, Space
from probierz.systems.system import System, Training
from probierz.systems.training import read_pairs, train, training_splits

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge

NAME = "search.db"
Score = Callable[[int, Mapping[str, Any]], float]
"""The score of settings; the number of the trial counts from 1."""


class Trial(NamedTuple):
    """Settings that were tried; value: nan where the memory was not enough."""

    number: int
    settings: Mapping[str, Any]
    value: float
    seconds: float


class SearchResult(NamedTuple):
    """What a search came to: the trials, the best first, and the system of the best one with its card."""

    trials: list[Trial]
    system: System
    card: Card


def search_and_train(
    recipe: Recipe,
    challenge: Challenge,
    training: Training,
    *,
    trials: int,
    development: str,
    splits: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    space: Space | None = None,
) -> SearchResult:
    """Search for settings by the main metric of a challenge on a split, and train with the best.

    space: what is tried, by default what the recipe declares; what `settings` says is not. A system learns only once
    where all of these can be changed later. The search is noted in the folder of checkpoints. Raises OptionError when
    nothing is to be tried, or no trial had memory enough, ChallengeError for a challenge without a metric,
    SystemFileError for another search's notes, MissingExtra.
    """
    fixed = dict(settings or {})
    tried = space or {name: values for name, values in recipe.space.items() if name not in fixed}
    _check(recipe, tried, fixed)
    if not challenge.schemes:
        raise ChallengeError(f"{challenge.path} names no metric to choose by; put one into its config.txt")

    trained = _trainer(recipe, challenge, fixed, tried, {"splits": splits, "development": development})

    def score(number: int, chosen: Mapping[str, Any]) -> float:
        training.progress(f"trial {number} of {trials}", number - 1, trials)
        value = trained(training.of_part(f"trial-{number}"), chosen)[1].scores[0].value
        training.track({"trial": value}, number)
        return value

    data = _digests(challenge, splits, development)
    found = search(
        score,
        tried,
        trials,
        better=challenge.schemes[0].metric.better,
        seed=training.seed,
        folder=training.checkpoint,
        fingerprint=json.dumps([recipe.name, fixed, str(challenge.schemes[0]), data]),
    )
    best = found[0]
    if math.isnan(best.value):
        raise OptionError("the memory was not enough for any trial; fix a smaller batch or length with --set")
    checkpoint = training.checkpoint / f"trial-{best.number}" if training.checkpoint else None  # it is trained there
    return SearchResult(found, *trained(replace(training, checkpoint=checkpoint), best.settings))


def _trainer(
    recipe: Recipe, challenge: Challenge, fixed: Mapping[str, Any], tried: Space, where: Mapping[str, Any]
) -> Callable[[Training, Mapping[str, Any]], tuple[System, Card]]:
    """What trains with settings that were chosen: anew each time, or once where all of them can be changed later."""
    is_learnt_once = set(tried) <= set(recipe.build(**fixed).changeable()) - set(recipe.files)
    learnt: list[tuple[System, Card]] = []

    def trained(told: Training, chosen: Mapping[str, Any]) -> tuple[System, Card]:
        if not is_learnt_once:
            return train(recipe, challenge, told, settings={**fixed, **chosen}, **where)
        known, first = learnt[0] if learnt else (None, None)
        system, card = train(recipe, challenge, told, settings=fixed, changes=chosen, learnt=known, **where)
        learnt[:] = [(system, first or card)]
        return system, replace(card, seconds=learnt[0][1].seconds)

    return trained


def _check(recipe: Recipe, space: Space, fixed: Mapping[str, Any]) -> None:
    known = recipe.settings()
    odd = [name for name in space if name not in known]
    both = [name for name in space if name in fixed]
    if odd:
        raise OptionError(f"{recipe.name} has no setting {odd[0]!r}; it has {', '.join(known) or 'none'}")
    if both:
        raise OptionError(f"{both[0]} is fixed by --set, and cannot be searched for")
    if not space:
        raise OptionError(f"{recipe.name} says of no setting what is worth trying; say it:  --over NAME=LOW..HIGH")


def _digests(challenge: Challenge, splits: Sequence[str], development: str) -> list[str]:
    used = [challenge.split(name) for name in splits] or training_splits(challenge)
    return [data.sha256 for split in (*used, challenge.split(development)) for data in read_pairs(split)[1]]


# --- searching -------------------------------------------------------------------------------------------------------


def search(
    score: Score,
    space: Space,
    trials: int,
    *,
    better: str,
    seed: int = 0,
    folder: Path | None = None,
    fingerprint: str = "",
) -> list[Trial]:
    """Try settings until there are so many trials, those of an earlier search in the folder counted; the best first.

    trials: at least 1. better: `higher` or `lower`. Raises OptionError for no trials, SystemFileError when the folder
    holds another search, or a broken one, MissingExtra.
    """
    if trials < 1:
        raise OptionError(f"a search has at least 1 trial, not {trials}")
    optuna = need_optuna()
    told = json.dumps([fingerprint, better, seed, {name: str(values) for name, values in space.items()}])
    with _study(optuna, better, folder, told) as study:
        distributions = {name: _distribution(optuna, values) for name, values in space.items()}
        for number in range(len(_done(study)) + 1, trials + 1):
            study.sampler = optuna.samplers.TPESampler(seed=seed * 1_000_003 % 2**31 + number)
            _try(optuna, study, distributions, score, number)
        worst = -math.inf if better == "higher" else math.inf
        return sorted(
            _done(study),
            key=lambda trial: worst if math.isnan(trial.value) else trial.value,
            reverse=better == "higher",
        )


def _try(optuna: Any, study: Any, distributions: Mapping[str, Any], score: Score, number: int) -> None:
    """Try what the sampler proposes. What is interrupted leaves a trial without a state, which counts for nothing."""
    trial = study.ask(distributions)
    began = time.monotonic()
    try:
        value = score(number, trial.params)
    except OutOfMemory:
        value = math.nan
    trial.set_user_attr("number", number)
    trial.set_user_attr("seconds", time.monotonic() - began)
    if math.isnan(value):
        study.tell(trial, state=optuna.trial.TrialState.FAIL)
    else:
        study.tell(trial, value)


def _done(study: Any) -> list[Trial]:
    """The trials that ended, in their order."""
    return [
        Trial(
            one.user_attrs["number"],
            one.params,
            math.nan if one.value is None else one.value,
            one.user_attrs.get("seconds", 0.0),
        )
        for one in study.get_trials(deepcopy=False)
        if "number" in one.user_attrs and one.state.is_finished()
    ]


def _distribution(optuna: Any, values: Range | OneOf) -> Any:
    kinds = optuna.distributions
    if isinstance(values, OneOf):
        return kinds.CategoricalDistribution(values.values)
    whole = isinstance(values.low, int) and isinstance(values.high, int)
    return (kinds.IntDistribution if whole else kinds.FloatDistribution)(values.low, values.high, log=values.log)


@contextmanager
def _study(optuna: Any, better: str, folder: Path | None, fingerprint: str) -> Iterator[Any]:
    """The notes of a search: in a file of the folder, or only in memory."""
    from sqlalchemy.exc import SQLAlchemyError

    storage = None
    path = folder / NAME if folder else None
    try:
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            storage = optuna.storages.RDBStorage(f"sqlite:///{path.resolve()}")
        direction = "maximize" if better == "higher" else "minimize"
        study = optuna.create_study(storage=storage, study_name="search", direction=direction, load_if_exists=True)
        known = study.user_attrs.setdefault("fingerprint", fingerprint)
        study.set_user_attr("fingerprint", known)
        for trial in study.get_trials(states=[optuna.trial.TrialState.RUNNING]):  # of a search that was interrupted
            study.tell(trial.number, state=optuna.trial.TrialState.FAIL)
    except (SQLAlchemyError, optuna.exceptions.OptunaError, RuntimeError) as error:
        first = str(error).strip().split("\n")[0]
        raise SystemFileError(f"{path} cannot be read ({first}); delete it to begin anew") from None
    try:
        if known != fingerprint:
            raise SystemFileError(
                f"{path} is of a search with other settings, values or data; name another folder, or delete it"
            )
        yield study
    finally:
        if storage:
            storage.remove_session()
            storage.engine.dispose()


def need_optuna() -> Any:
    """Return the library. Raises MissingExtra."""
    try:
        import optuna
    except ModuleNotFoundError as error:
        if error.name != "optuna":
            raise
        raise MissingExtra("Optuna", "search", "searching for settings") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna
