"""Answers that look at the training targets alone: at random, and always the same."""

from __future__ import annotations

import io
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from probierz.suites.klej.archive import HEADER, prediction_file
from probierz.whole_files import write_whole


def drawn(counts: Mapping[str, int], *, seed: int) -> Iterator[str]:
    """Draw from the training targets for ever, with replacement; so labels come as often as in training.

    This is the row "Random" of KLEJ's table. A number is drawn like a label. counts: how often each target is there;
    their order does not matter.
    """
    targets = sorted(counts)
    weights, generator = [counts[target] for target in targets], random.Random(seed)
    while True:
        yield generator.choices(targets, weights)[0]


def at_random(targets: Sequence[str], count: int, *, seed: int = 1) -> list[str]:
    """Draw so many predictions from the training targets; see `drawn`. Raises IndexError without any target."""
    return list(islice(drawn(Counter(targets), seed=seed), count))


def always_the_same(targets: Sequence[str], count: int, *, seed: int = 1) -> list[str]:
    """Predict the commonest label, of equals the first by letters; of numbers, the mean. The seed does not matter."""
    try:
        numbers = [float(target) for target in targets]
    except ValueError:
        numbers = []
    if numbers and len(set(numbers)) > 2:  # 0 and 1 are labels
        return [repr(round(math.fsum(numbers) / len(numbers), 6))] * count
    shares = Counter(targets)
    return [min(shares, key=lambda label: (-shares[label], label))] * count


BASELINES: dict[str, Callable[..., list[str]]] = {"random": at_random, "majority": always_the_same}


def write_submission(path: Path, predictions: Mapping[str, Sequence[str]]) -> None:
    """Write an archive with a file of predictions for each task; the same predictions make the same bytes."""
    import zipfile

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for task, lines in predictions.items():
            text = "".join(f"{line}\n" for line in [HEADER, *lines])
            archive.writestr(zipfile.ZipInfo(prediction_file(task)), text.encode(), zipfile.ZIP_DEFLATED)
    write_whole(path, packed.getvalue())
