"""How near two texts are for a pretrained encoder, and what its vectors say of a translation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy

from probierz.systems.encoder.encoding import Encoded, Encoder
from probierz.systems.quality.features import Floats, Translation

_LAYERS = (3, 6, 9, 12)
_SHORTEST = 1e-9


def greedy_matching(
    one: Floats, other: Floats, weights: Floats | None = None, other_weights: Floats | None = None
) -> tuple[float, float, float]:
    """BERTScore of the pieces of two texts: precision, recall and their harmonic mean (Zhang et al. 2020).

        P = mean over pieces of the one of the greatest cosine with a piece of the other;  R: the other way round

    one, other: an array (pieces, hidden) each. weights: of the pieces in these means; 1 when not given, or all are 0.
    Empty: 0.
    """
    if not len(one) or not len(other):
        return 0.0, 0.0, 0.0
    cosines = _unit(one) @ _unit(other).T
    precision, recall = _mean(cosines.max(axis=1), weights), _mean(cosines.max(axis=0), other_weights)
    return precision, recall, 2 * precision * recall / max(precision + recall, _SHORTEST)


def _mean(values: Floats, weights: Floats | None) -> float:
    return float(numpy.average(values, weights=weights if weights is not None and weights.any() else None))


def _unit(rows: Floats) -> Floats:
    found: Floats = rows / numpy.maximum(numpy.linalg.norm(rows, axis=-1, keepdims=True), _SHORTEST)
    return found


def _near(one: Encoded, other: Encoded) -> Iterator[float]:
    """By layer: the cosine of the means, and BERTScore."""
    for these, those in zip(one.layers, other.layers, strict=True):
        yield float(_unit(these.mean(axis=0)) @ _unit(those.mean(axis=0)))
        yield from greedy_matching(these, those)


def vectors_beside(encoder: Encoder, translations: Sequence[Translation]) -> tuple[Floats, Floats]:
    """Sixteen similarities a line, with the human translation in four layers; and vectors.

    Vectors: the mean of the last layer for the machine's translation, its distance from the human one, number by
    number, and its product with it. The source says nothing beside it (Pearson of five folds .612 with and without),
    and would take half as long again.
    """
    near, vectors = [], []
    layers = [min(layer, encoder.network.layers) for layer in _LAYERS]
    texts = (text for one in translations for text in (one.machine, one.human))
    found = encoder.pieces(texts, layers, ends=True)  # together, as then more of them are of like length
    for machine, human in zip(found, found, strict=True):
        near.append([*_near(machine, human)])
        mine, meant = (one.layers[-1].mean(axis=0) for one in (machine, human))
        vectors.append(numpy.concatenate([mine, abs(mine - meant), mine * meant]))
    return numpy.array(near), numpy.array(vectors)


def vectors_alone(encoder: Encoder, translations: Sequence[Translation]) -> Floats:
    """The means of layers 3, 6 and 9 for the machine's translation, one after the other."""
    layers = [min(layer, encoder.network.layers) for layer in (3, 6, 9)]
    found = encoder.pieces((one.machine for one in translations), layers, ends=True)
    return numpy.array([numpy.concatenate([layer.mean(axis=0) for layer in one.layers]) for one in found])
