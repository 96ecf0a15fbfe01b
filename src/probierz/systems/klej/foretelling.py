"""Ridge regression of an encoder's vectors as further columns for what learns next: told of records not learnt from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

from probierz.systems.klej.overlap import Floats
from probierz.systems.klej.targets import TaskTargets
from probierz.systems.shared.ridge import Ridge, fit_ridge

FOLDS = 5


def columns_of_targets(question: TaskTargets, wanted: NDArray[Any]) -> Floats:
    """Return numbers as one column; labels as a column each, 1 for the right one."""
    labels = question.form.labels
    return numpy.eye(len(labels))[wanted] if labels else wanted[:, None]


def ridges_of(vectors: Floats, targets: Floats, penalty: float) -> tuple[Ridge, ...]:
    """Learn one for each column of the targets."""
    return tuple(fit_ridge(vectors, column, penalty) for column in targets.T)


def foretold(vectors: Floats, targets: Floats, penalty: float, parts: NDArray[numpy.int64]) -> Floats:
    """Return what is said of each record when it has been learnt from the records of the other parts.

    So the columns are as trustworthy for records that were learnt from as they will be for new ones.
    """
    found = numpy.zeros(targets.shape)
    for part in numpy.unique(parts):
        here = parts == part
        ridges = ridges_of(vectors[~here], targets[~here], penalty)
        found[here] = numpy.column_stack([ridge(vectors[here]) for ridge in ridges])
    return found


def ridge_arrays(ridges: tuple[Ridge, ...]) -> dict[str, Floats]:
    """Return what `read_ridges` reads."""
    return {f"ridge{at}_{name}": array for at, ridge in enumerate(ridges) for name, array in ridge.arrays().items()}


def read_ridges(arrays: Mapping[str, NDArray[Any]]) -> tuple[Ridge, ...]:
    """Read what `ridge_arrays` gave. Raises KeyError or ValueError."""
    count = sum(name.startswith("ridge") and name.endswith("_offset") for name in arrays)
    names = ("means", "scales", "weights", "offset")
    return tuple(Ridge.from_arrays({name: arrays[f"ridge{at}_{name}"] for name in names}) for at in range(count))
