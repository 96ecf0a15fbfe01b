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
    import numpy
    from numpy.typing import NDArray

__all__ = ["BUCKETS", "cluster", "year_bucket"]

BUCKETS = ("19th century", "1900", "1920", "1930", "20th century")
_BOUNDS = (1900, 1920, 1930, 1940)
_NUMBER = re.compile(r"\d{4}")


def year_bucket(year: str) -> str:
    """Return the bucket of a year as the task writes it: 1900 is in 1900, and 1940 in the 20th century.

    `przed 1935` is in 1930; a page of no known year is in the 20th century, and so is everything of before 1800.
    """
    found = _NUMBER.search(year)
    number = int(found[0]) if found else 0
    if number < 1800:
        return BUCKETS[-1]
    return BUCKETS[sum(number >= bound for bound in _BOUNDS)]


def cluster(texts: Sequence[str], buckets: int = 6, seed: int = 0) -> NDArray[numpy.int32]:
    """Return the number of a bucket for each text: k-means over hashed character 1- to 3-grams, weighed by TF-IDF.

    How many buckets, and of which n-grams, was not published. Needs scikit-learn. Raises MissingExtra.
    """
    try:
        from sklearn.cluster import MiniBatchKMeans  # type: ignore[import-untyped]
        from sklearn.feature_extraction.text import (  # type: ignore[import-untyped]
            HashingVectorizer,
            TfidfTransformer,
        )
    except ImportError:
        raise MissingExtra("scikit-learn", "clusters", "sorting texts into buckets") from None
    counts = HashingVectorizer(analyzer="char", ngram_range=(1, 3), n_features=1 << 14, alternate_sign=False)
    vectors: Any = TfidfTransformer().fit_transform(counts.transform(texts))
    means = MiniBatchKMeans(min(buckets, len(texts)), random_state=seed, n_init=3)
    found: NDArray[numpy.int32] = means.fit_predict(vectors)
    return found
