r"""Which time a page is from, as a word before its text: what a model may go by in old spelling.

Dyda, PolEval 2021, task 3: pages by the year that the task gives, or by what their texts look like. As published, years
that are no plain numbers go by the number in them, `post 1900` to 1900, and pages without a year to the 20th century.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from probierz.errors import MissingExtra

if TYPE_CHECKING:
    from pathlib import Path

    import numpy
    from numpy.typing import NDArray

    Numbers = NDArray[numpy.float32]

BUCKETS = ("19th century", "1900", "1920", "1930", "20th century")
_BOUNDS = (1900, 1920, 1930, 1940)
_NUMBER = re.compile(r"\d{4}")
_GRAMS = 1 << 14


def year_bucket(year: str) -> str:
    """Return the bucket of a year as the task writes it: 1900 is in 1900, and 1940 in the 20th century.

    `przed 1935` is in 1930; a page of no known year is in the 20th century, and so is everything of before 1800.
    """
    found = _NUMBER.search(year)
    number = int(found[0]) if found else 0
    if number < 1800:
        return BUCKETS[-1]
    return BUCKETS[sum(number >= bound for bound in _BOUNDS)]


class Clusters:
    """Buckets of texts that look alike: k-means over hashed character 1- to 3-grams, weighed by TF-IDF.

    weights: those of the n-grams; middles: a row for each bucket. How many buckets, and of which n-grams, was not
    published. Needs scikit-learn.
    """

    def __init__(self, weights: Numbers, middles: Numbers) -> None:
        self.weights, self.middles = weights, middles

    @classmethod
    def learn(cls, texts: Sequence[str], buckets: int = 6, seed: int = 0) -> Clusters:
        """Find buckets, as many as there are texts at most. Raises MissingExtra."""
        counts = _grams(texts)
        from sklearn.cluster import MiniBatchKMeans  # type: ignore[import-untyped]
        from sklearn.feature_extraction.text import TfidfTransformer  # type: ignore[import-untyped]

        transformer = TfidfTransformer().fit(counts)
        means = MiniBatchKMeans(min(buckets, len(texts)), random_state=seed, n_init=3)
        means.fit(transformer.transform(counts))
        return cls(transformer.idf_.astype("float32"), means.cluster_centers_.astype("float32"))

    def numbers(self, texts: Sequence[str]) -> list[int]:
        """The number of the bucket of each text: that of the nearest middle. Raises MissingExtra."""
        import numpy

        if not texts:
            return []
        rows = _grams(texts).multiply(self.weights).tocsr()
        lengths = numpy.sqrt(numpy.asarray(rows.multiply(rows).sum(1))) + 1e-12
        # |r - m|² = |r|² - 2 r·m + |m|², of which the first is the same for all middles
        far = (self.middles**2).sum(1) - 2 * (rows @ self.middles.T) / lengths
        found: list[int] = far.argmin(1).tolist()
        return found

    def write(self, path: Path) -> None:
        """Write them as plain arrays."""
        import numpy

        numpy.savez_compressed(path, weights=self.weights, middles=self.middles)

    @classmethod
    def read(cls, path: Path) -> Clusters:
        """Read them. Raises OSError, KeyError or ValueError for anything else."""
        import numpy

        with numpy.load(path, allow_pickle=False) as found:
            weights, middles = found["weights"], found["middles"]
        if middles.ndim != 2 or weights.shape != (_GRAMS,) or middles.shape[1] != _GRAMS:
            raise ValueError(f"{path} holds no buckets")
        return cls(weights, middles)


def _grams(texts: Sequence[str]) -> Any:
    try:
        from sklearn.feature_extraction.text import HashingVectorizer
    except ImportError:
        raise MissingExtra("scikit-learn", "clusters", "sorting texts into buckets") from None
    return HashingVectorizer(analyzer="char", ngram_range=(1, 3), n_features=_GRAMS, alternate_sign=False).transform(
        texts
    )
