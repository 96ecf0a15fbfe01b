"""What a pretrained encoder says of texts and of pairs of texts, as numbers; kept in a folder where one is named.

Of a text: the mean of its pieces in the last layer, and in the layer at three quarters of the way the mean and the
greatest of the words that may be names: capitalised ones behind the first, and numbers. Of a pair: how near the two
are, how near the pieces are that the other text hardly has, and both vectors compared number by number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy

from probierz.systems.contents import kept_array
from probierz.systems.encoder.encoding import Encoded, open_encoder
from probierz.systems.klej.overlap import Floats, TextPair
from probierz.systems.quality.similarities import greedy_matching

_SHORTEST = 1e-9
_SIMILARITIES = 20
_PREFIX = "query: "


def pair_numbers(encoder: str, pairs: Sequence[TextPair], cache: str = "") -> tuple[Floats, Floats]:
    """Return twenty similarities a pair, and vectors.

    In the middle layer and the last: the cosine of the means, and precision, recall and F of BERTScore. In the layer
    at three quarters of the way, for each text: how near its pieces are to the nearest one of the other, see `_least`.
    Vectors: the distance of the means of the last layer, number by number, and their product.
    """
    texts = ["\t".join(pair) for pair in pairs]
    found = _kept(encoder, "pairs with least", texts, cache, lambda: _of_pairs(encoder, pairs))
    return found[:, :_SIMILARITIES], found[:, _SIMILARITIES:]


class _EncodedText(NamedTuple):
    """Vectors of the pieces of a text with all around it: of the middle layer and the last; and those of its own pieces
    in the layer between. Arrays (pieces, hidden) of 16 bits, as there are many.
    """

    middle: Floats
    last: Floats
    own: Floats


def _of_pairs(name: str, pairs: Sequence[TextPair]) -> Floats:
    encoder = open_encoder(name)
    count = encoder.network.layers
    layers = [count // 2, count, 3 * count // 4]
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    found = encoder.pieces((_PREFIX + text for text in texts), layers, ends=True)
    of_text = {text: _encoded(one) for text, one in zip(texts, found, strict=True)}
    return numpy.array([_pair(of_text[first], of_text[second]) for first, second in pairs], numpy.float32)


def _encoded(found: Encoded) -> _EncodedText:
    middle, last, between = (layer.astype(numpy.float16) for layer in found.layers)
    is_own = numpy.array([end >= len(_PREFIX) for _, end in found.spans])  # neither the prefix nor a mark
    return _EncodedText(middle, last, between[is_own])


def _pair(first: _EncodedText, second: _EncodedText) -> Floats:
    near: list[float] = []
    for one, other in ((first.middle, second.middle), (first.last, second.last)):
        these, those = one.astype(numpy.float32), other.astype(numpy.float32)
        mean, other_mean = _unit(these.mean(axis=0)), _unit(those.mean(axis=0))
        near += [float(mean @ other_mean), *greedy_matching(these, those)]
    return numpy.concatenate([near, _matched(first.own, second.own), abs(mean - other_mean), mean * other_mean])


def _matched(one: Floats, other: Floats) -> list[float]:
    """What `_least` says of the pieces of both texts; zeros where one has none."""
    if not len(one) or not len(other):
        return [0.0] * 12
    cosines = _units(one.astype(numpy.float32)) @ _units(other.astype(numpy.float32)).T
    return [*_least(cosines.max(axis=1)), *_least(cosines.max(axis=0))]


def _least(nearest: Floats) -> list[float]:
    """The three least, the lower quartile, the median and the deviation: what one text says and the other does not."""
    ordered = numpy.sort(nearest)
    places = [min(place, len(ordered) - 1) for place in (0, 1, 2, len(ordered) // 4, len(ordered) // 2)]
    return [*ordered[places].tolist(), float(ordered.std())]


def text_numbers(encoder: str, texts: Sequence[str], cache: str = "") -> Floats:
    """Return three vectors a text, one after the other: of all of it, and of what may be names, see above."""
    return _kept(encoder, "texts", texts, cache, lambda: _of_texts(encoder, texts))


def _of_texts(name: str, texts: Sequence[str]) -> Floats:
    encoder = open_encoder(name)
    layers = [3 * encoder.network.layers // 4, encoder.network.layers]
    words = [text.split() or [""] for text in texts]
    rows = []
    for here, (middle, last) in zip(words, encoder.words(words, layers), strict=True):
        named = middle[[at for at, word in enumerate(here) if _is_named(word, at)]]
        some = named if len(named) else numpy.zeros((1, middle.shape[1]), numpy.float32)
        rows.append(numpy.concatenate([last.mean(axis=0), some.mean(axis=0), some.max(axis=0)]))
    return numpy.array(rows, numpy.float32)


def _is_named(word: str, at: int) -> bool:
    return any(char.isdigit() for char in word) or (at > 0 and word[:1].isupper())


def _units(rows: Floats) -> Floats:
    found: Floats = rows / numpy.maximum(numpy.linalg.norm(rows, axis=1, keepdims=True), _SHORTEST)
    return found


def _unit(row: Floats) -> Floats:
    found: Floats = row / max(float(numpy.linalg.norm(row)), _SHORTEST)
    return found


def _kept(encoder: str, form: str, texts: Sequence[str], cache: str, make: Callable[[], Floats]) -> Floats:
    """Read the numbers of these very texts from a folder, or make them and write them there."""
    return kept_array(Path(cache), encoder, form, texts, make) if cache else make()
