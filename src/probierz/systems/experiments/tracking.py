"""Experiment tracking: what a training tells goes to TensorBoard, MLflow or Weights & Biases (the extra `tracking`).

    tensorboard                     files below runs/, a folder for each training; tensorboard=FOLDER: below that
    mlflow                          where MLFLOW_TRACKING_URI says; mlflow=sqlite:///mlflow.db, mlflow=http://…
    wandb                           the project probierz; wandb=PROJECT; what WANDB_MODE and its like say holds

Told are the settings, the loss and the rate of each step of a network, and scores on development pairs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from probierz.errors import MissingExtra, OptionError, nearest
from probierz.systems.system import Track

Settings = Mapping[str, Any]


@contextmanager
def tracked(where: str, name: str, settings: Settings) -> Iterator[Track]:
    """Begin a run of a name with settings, and give what keeps its values; where: NAME or NAME=PLACE, see above.

    Raises OptionError for a tracker that nobody knows or that cannot be reached, MissingExtra.
    """
    need_tracker(where)
    kind, _, place = where.partition("=")
    with TRACKERS[kind](place, name, settings) as track:
        yield track


def need_tracker(where: str) -> None:
    """Raise OptionError for a tracker that nobody knows, MissingExtra for one whose library is not installed."""
    kind = where.partition("=")[0]
    if kind not in TRACKERS:
        names = " or ".join(nearest(kind, TRACKERS)) or ", ".join(TRACKERS)
        raise OptionError(f"--track {where}: nothing of this name keeps track; say {names}")
    _library(*_LIBRARIES[kind])


@contextmanager
def _tensorboard(place: str, name: str, settings: Settings) -> Iterator[Track]:
    now = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    folder = Path(place or "runs") / f"{name.replace('/', '-')}-{now}"
    writer = _library(*_LIBRARIES["tensorboard"]).SummaryWriter(str(folder))
    writer.add_text("settings", "\n".join(f"    {key}={value}" for key, value in settings.items()))

    def track(values: Mapping[str, float], step: int) -> None:
        for key, value in values.items():
            writer.add_scalar(key, value, step)

    try:
        yield track
    finally:
        writer.close()


@contextmanager
def _mlflow(place: str, name: str, settings: Settings) -> Iterator[Track]:
    mlflow = _library(*_LIBRARIES["mlflow"])
    try:
        if place:
            mlflow.set_tracking_uri(place)
        mlflow.set_experiment(name)
        run = mlflow.start_run()
    except mlflow.exceptions.MlflowException as error:
        raise _unreachable("mlflow", error) from None

    def track(values: Mapping[str, float], step: int) -> None:
        mlflow.log_metrics({_ODD.sub("_", key): value for key, value in values.items()}, step=step)

    with run:
        mlflow.log_params(dict(settings))
        yield track


_ODD = re.compile(r"[^\w\-./: ]")
"""What MLflow does not take in names."""


@contextmanager
def _wandb(place: str, name: str, settings: Settings) -> Iterator[Track]:
    wandb = _library(*_LIBRARIES["wandb"])
    try:
        run = wandb.init(project=place or "probierz", name=name, config=dict(settings))
    except wandb.errors.Error as error:
        raise _unreachable("wandb", error) from None

    def track(values: Mapping[str, float], step: int) -> None:
        run.log({**values, "step": step})  # its own steps may never go back, as those of a second stage do

    with run:
        yield track


def _unreachable(kind: str, error: Exception) -> OptionError:
    first = str(error).strip().split("\n")[0].rstrip(".")
    return OptionError(f"--track {kind}: {first}; name another place, as in  --track {kind}=PLACE")


_LIBRARIES = {
    "mlflow": ("mlflow", "MLflow"),
    "tensorboard": ("tensorboardX", "tensorboardX"),
    "wandb": ("wandb", "Weights & Biases"),
}
"""The module of each tracker, and what it is called."""


def _library(name: str, title: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise MissingExtra(title, "tracking", "keeping track of a training") from None


Tracker = Callable[[str, str, Settings], AbstractContextManager[Track]]

TRACKERS: Mapping[str, Tracker] = {"mlflow": _mlflow, "tensorboard": _tensorboard, "wandb": _wandb}
"""What keeps track, by name."""
