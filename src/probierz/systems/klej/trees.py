"""Extremely randomised trees (Geurts et al. 2006), grown by scikit-learn, kept and asked as plain arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from probierz.errors import SystemFileError
from probierz.systems.libraries import library

Floats = NDArray[numpy.floating]
_NAMES = ("left", "right", "columns", "limits", "values", "roots")


@dataclass(frozen=True)
class Forest:
    """All nodes of all trees, one after the other, tree by tree.

    left, right: where to go on, a node's number; -1 in leaves. columns, limits: left is where the column's value is at
    most the limit. values: a row a node: the shares of classes, or a number. roots: the first node of each tree.
    """

    left: NDArray[numpy.int32]
    right: NDArray[numpy.int32]
    columns: NDArray[numpy.int32]
    limits: Floats
    values: Floats
    roots: NDArray[numpy.int32]

    def __call__(self, rows: Floats) -> Floats:
        """The mean over the trees of what the leaf of each row holds: an array (rows, classes), or (rows, 1)."""
        rows = rows.astype(numpy.float32)
        if self.columns.min() < 0 or self.columns.max() >= rows.shape[1]:
            raise SystemFileError(
                f"trees ask for column {self.columns.max() + 1}, and there are {rows.shape[1]}; train the system anew"
            )
        found = numpy.zeros((len(rows), self.values.shape[1]))
        every = numpy.arange(len(rows))
        for root in self.roots:
            nodes = numpy.full(len(rows), root)
            while True:
                inner = self.left[nodes] >= 0
                if not inner.any():
                    break
                at, where = nodes[inner], every[inner]
                goes_left = rows[where, self.columns[at]] <= self.limits[at]
                nodes[inner] = numpy.where(goes_left, self.left[at], self.right[at])
            found += self.values[nodes]
        return found / len(self.roots)

    def arrays(self) -> dict[str, NDArray[numpy.generic]]:
        """What `from_arrays` reads."""
        return {f"tree_{name}": getattr(self, name) for name in _NAMES}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[numpy.generic]]) -> Forest:
        """Read what `arrays` gave. Raises KeyError for a missing one, ValueError for nodes that lead nowhere."""
        made = cls(**{name: arrays[f"tree_{name}"] for name in _NAMES})  # type: ignore[arg-type]
        nodes = len(made.left)
        is_leaf = made.left < 0
        later = numpy.arange(nodes)
        for side in (made.left, made.right):
            if len(side) != nodes or not ((side > later) & (side < nodes) | is_leaf).all():
                raise ValueError("a node of a tree leads to none that follows")
        if not len(made.roots) or made.roots.min() < 0 or made.roots.max() >= nodes or len(made.values) != nodes:
            raise ValueError("there is no tree, or one without values")
        return made


def grow(rows: Floats, wanted: NDArray[Any], *, classes: int, seed: int, trees: int, leaf: int, share: float) -> Forest:
    """Grow trees on rows. wanted: numbers of classes, from 0 to classes - 1; or with no classes numbers to be near to.

    leaf: rows in a leaf at least. share: of the columns, those that are tried for each node. Raises MissingExtra.
    """
    ensemble = library("sklearn.ensemble")
    kind = ensemble.ExtraTreesClassifier if classes else ensemble.ExtraTreesRegressor
    model = kind(trees, min_samples_leaf=leaf, max_features=share, random_state=seed)
    model.fit(rows.astype(numpy.float32), wanted)
    parts: dict[str, list[NDArray[Any]]] = {name: [] for name in _NAMES[:-1]}
    roots, begin = [], 0
    for one in model.estimators_:
        tree = one.tree_
        inner = tree.children_left >= 0
        parts["left"].append(numpy.where(inner, tree.children_left + begin, -1))
        parts["right"].append(numpy.where(inner, tree.children_right + begin, -1))
        parts["columns"].append(numpy.maximum(tree.feature, 0))
        parts["limits"].append(tree.threshold)
        parts["values"].append(
            _shares(tree.value[:, 0, :], model.classes_, classes) if classes else tree.value[:, 0, :]
        )
        roots.append(begin)
        begin += tree.node_count
    whole = {name: numpy.concatenate(found) for name, found in parts.items()}
    for name in ("left", "right", "columns"):
        whole[name] = whole[name].astype(numpy.int32)
    return Forest(**whole, roots=numpy.array(roots, numpy.int32))


def _shares(values: Floats, seen: NDArray[Any], classes: int) -> Floats:
    """The shares of all classes in each node, also of those that no record has."""
    found = numpy.zeros((len(values), classes), numpy.float32)
    found[:, seen] = values / values.sum(axis=1, keepdims=True)
    return found
