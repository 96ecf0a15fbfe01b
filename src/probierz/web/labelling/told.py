"""About how much published boards of samples have told of the expected results of a hidden test.

They stand beside what the test's own scores have told, see `submissions.bits_told`: everybody reads them, whoever
handed in what they show.
"""

from __future__ import annotations

from dataclasses import dataclass

from probierz.web.challenges.models import Challenge
from probierz.web.events import compared_pairs
from probierz.web.labelling.models import LabellingRound
from probierz.web.submissions.bits_told import bits_of_difference, bits_shown
from probierz.web.submissions.models import Score
from probierz.web.submissions.visibility import Viewer


@dataclass(frozen=True)
class ToldByBoard:
    """What the board of a sample has told. outputs: that stand there; most: bits that everybody may have learnt."""

    board: Challenge
    split: str
    lines: int
    outputs: int
    most: float


def told_by_boards(challenge: Challenge) -> list[ToldByBoard]:
    """Return what each published board of a sample of the challenge's hidden tests has told."""
    rounds = challenge.labelling_rounds.filter(board__is_published=True).exclude(board=challenge)
    return [
        _told(found, found.board)
        for found in rounds.select_related("board", "version")
        if found.board is not None and found.version.tests.filter(split=found.split, is_hidden=True).exists()
    ]


def _told(found: LabellingRound, board: Challenge) -> ToldByBoard:
    viewer = Viewer()
    scores = Score.objects.filter(challenge=board, output__isnull=False, submission__in=viewer.submissions(board))
    outputs: set[int] = set()
    evaluations: dict[int, float] = {}
    most = 0.0
    for score in scores.select_related("test", "submission__phase"):
        most += bits_shown(viewer, board, score.submission.phase, score.test, is_withheld=score.is_withheld)
        outputs.add(score.submission_id)
        told = bits_of_difference(viewer.of_differences(board, score.submission.phase, score.test))
        if not score.is_withheld and told:
            evaluations[score.evaluation_id or 0] = told
    most += sum(min(evaluations[one], evaluations[other]) for one, other in compared_pairs(list(evaluations)))
    return ToldByBoard(board, found.split, len(found.lines), len(outputs), most)
