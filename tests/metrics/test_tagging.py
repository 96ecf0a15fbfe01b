"""Entities as seqeval reads them. Values: seqeval 1.2.2, worked out once; compared at random where it is installed."""

import random
import warnings

import pytest

from probierz import score
from probierz.errors import DataError

# Expected tags, given tags, f1_score of seqeval, f1_score of seqeval with mode="strict" and scheme=IOBES.
CASES = [
    ("B-a I-a O", "B-a I-a O", 1.0, 0.0),
    ("B-a E-a O", "I-a E-a O", 1.0, 0.0),
    ("S-a O S-b", "S-a O B-b", 1.0, 2 / 3),
    ("B-a I-a E-a", "B-a I-b E-a", 0.0, 0.0),
    ("B-a E-a S-a", "B-a E-a E-a", 1.0, 2 / 3),
    ("B-a I-a I-a", "B-a I-a O", 0.0, 0.0),
    ("O O", "O O", 0.0, 0.0),
    ("B-a E-a B-a E-a", "B-a E-a B-a E-b", 0.4, 2 / 3),
]


@pytest.mark.parametrize(("expected", "output", "lenient", "strict"), CASES)
def test_tags_score_as_in_seqeval(expected, output, lenient, strict):
    assert score("Seqeval-F1", [expected], [output]).value == pytest.approx(lenient)
    assert score("Seqeval-IOBES-F1", [expected], [output]).value == pytest.approx(strict)


def test_random_tags_score_as_in_seqeval():
    seqeval = pytest.importorskip("seqeval.metrics")
    iobes = pytest.importorskip("seqeval.scheme").IOBES
    random_ = random.Random(7)
    tags = ["O", *(f"{prefix}-{label}" for prefix in "BIES" for label in "ab")]
    for _ in range(300):
        lengths = [random_.randint(1, 9) for _ in range(random_.randint(1, 3))]
        expected, output = ([random_.choices(tags, k=length) for length in lengths] for _ in range(2))
        lines = [list(map(" ".join, side)) for side in (expected, output)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of what is 0 / 0
            theirs = seqeval.f1_score(expected, output)
            strict = seqeval.f1_score(expected, output, mode="strict", scheme=iobes)
        assert score("Seqeval-F1", *lines).value == pytest.approx(theirs), lines
        assert score("Seqeval-IOBES-F1", *lines).value == pytest.approx(strict), lines


def test_other_tags_and_other_lengths_are_refused():
    with pytest.raises(DataError, match="wanted tags such as"):
        score("Seqeval-F1", ["O"], ["L-a"])
    with pytest.raises(DataError, match="as many tags as expected, found 1 for 2"):
        score("Seqeval-F1", ["O O"], ["O"])
