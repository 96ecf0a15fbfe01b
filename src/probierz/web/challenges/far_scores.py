"""From where on scores of a test are told as far alone, found once by its expected results and kept with the test."""

from __future__ import annotations

from itertools import islice

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import open_challenge
from probierz.errors import ProbierzError
from probierz.lines import LineReader
from probierz.scoring.far_scores import MOST_LINES, far_score
from probierz.scoring.score_steps import is_in_units_of_data
from probierz.web.challenges.models import Test
from probierz.web.configuration import places

UNKNOWN = 0.0
"""Kept where expected results do not say what is far, so that nobody asks them again."""


def far_of_test(test: Test) -> float | None:
    """Return it of a stored test, None where nothing tells it or the metric needs none.

    Of a test from before this was kept it is found now. It is of the whole split, so that it tells nothing of parts.
    """
    if not is_in_units_of_data(test.scheme):
        return None
    if test.far_score is None:
        test.far_score = _found(test)
        Test.objects.filter(pk=test.pk).update(far_score=test.far_score)
    return test.far_score or None


def far_of_split(folder: ChallengeFolder, split: str, scheme: str) -> float | None:
    """Return what is kept with a test of a split; None for a metric that needs none."""
    if not is_in_units_of_data(scheme):
        return None
    expected = str(folder.split(split).expected)
    with LineReader(expected, dialect=folder.dialect, header=tuple(folder.out_header)) as reader:
        lines = [str(line) for line in islice(reader, MOST_LINES)]
    return far_score(scheme, lines) or UNKNOWN


def _found(test: Test) -> float | None:
    version = test.versions.order_by("-pk").first()
    if version is None:
        return UNKNOWN
    try:
        folder = open_challenge(places.version_folder(version.challenge.slug, version.folder))
        return far_of_split(folder, test.split, test.scheme)
    except (OSError, ProbierzError):  # files that were lost are told elsewhere
        return UNKNOWN
