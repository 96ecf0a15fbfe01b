"""Groups of systems that the test set cannot tell apart, beside the ranks of a board.

They are found by a job, from the rows that scoring kept, and shown only where every score in question is shown, in full
or in steps that its test justifies.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import combinations, product

from django.db import transaction

from probierz.errors import ProbierzError
from probierz.scoring.output_groups import groups_of
from probierz.web.challenges.models import Challenge, Disclosure, Phase, Test
from probierz.web.challenges.services import changed
from probierz.web.configuration import places
from probierz.web.jobs.models import Job
from probierz.web.jobs.services import QueueFull, enqueue
from probierz.web.leaderboards.board_view import BoardView, Place
from probierz.web.leaderboards.models import Compared
from probierz.web.leaderboards.queries import behind_first, boards_with_later, read_board
from probierz.web.submissions.models import Evaluation
from probierz.web.submissions.visibility import Viewer

KIND = "board-clusters"
MOST_COMPARED = 50
TRIALS = 2000


# --- showing ---------------------------------------------------------------------------------------------------------


def with_groups(viewer: Viewer, view: BoardView) -> BoardView:
    """Return the board with the number of the group of each row, as far as rows were compared, whether all were, and
    how many cannot be told from those with the first rank.
    """
    column = view.main_column
    if column is None or not view.board.shows_clusters or not _is_all_shown(viewer, view, column.test):
        return view
    compared = Compared.objects.filter(test=column.test).first()
    ranked = [_evaluation(place) for place in view.rows.places if place.rank is not None]
    are_several = len(set(ranked)) > 1
    if compared is None:
        return replace(view, lacks_groups=are_several)
    known, places = set(compared.evaluations), view.rows.places
    order = [at for at in ranked if at is not None and at in known]
    different = {frozenset(pair) for pair in compared.different}
    numbers = groups_of(order, different)
    marked = [place._replace(group=numbers.get(_evaluation(place) or 0)) for place in places]
    lacks_groups = are_several and not known.issuperset(_top(ranked))
    like_first = _like_first(view, known, different)
    return replace(view, rows=view.rows.replaced(marked), lacks_groups=lacks_groups, like_first=like_first)


def _like_first(view: BoardView, known: Collection[int], different: Collection[frozenset[int]]) -> int | None:
    """How many of the compared rows do not differ from one of those with the first rank, these counted.

    Rows of the same people are left out: nobody leads over oneself. None where the best row of others, or one with the
    first rank, was not compared. A group may hold some that do: it ends only where the first differs from all that
    follow.
    """
    top = [_evaluation(place) for place in view.rows.places if place.rank == 1]
    others = [_evaluation(place) for place in behind_first(view)]
    if not others or not {*top, others[0]} <= set(known):
        return None
    compared = [one for one in others if one in known]
    return len(top) + sum(any(frozenset((one, other)) not in different for one in top) for other in compared)


def _is_all_shown(viewer: Viewer, view: BoardView, test: Test) -> bool:
    phases = {phase.pk: phase for phase in view.challenge.phases.all()}
    named = {place.standing.of.phase for place in view.rows.places}
    levels = {viewer.of_differences(view.challenge, phases.get(one or 0), test) for one in named}
    return Disclosure.HIDDEN not in levels


def _evaluation(place: Place) -> int | None:
    return None if place.standing.is_outdated else place.standing.evaluation


# --- finding ---------------------------------------------------------------------------------------------------------


class AllDisclosed(Viewer):
    """Anybody, once everything is disclosed; only to choose what is compared, never to answer."""

    def knows(self, challenge: Challenge, phase: Phase | None, test: Test) -> bool:
        """Private parts too."""
        return True

    def knows_private(self, challenge: Challenge) -> bool:
        """Private parts too."""
        return True

    def disclosure(self, challenge: Challenge, phase: Phase | None, test: Test) -> Disclosure:
        """Everything."""
        return Disclosure.FULL

    def is_told_all(self, challenge: Challenge, phase: Phase | None) -> bool:
        """What is no sure improvement too."""
        return True


def compare_later(challenge: Challenge) -> Job | None:
    """Queue the comparison of the outputs on top of the boards; called where scores change."""
    try:
        return enqueue(KIND, {"challenge": challenge.pk}, key=f"{KIND}:{challenge.pk}", priority=-2)
    except QueueFull:  # the next score asks again
        return None


def compare_boards(
    challenge: Challenge, *, check: Callable[[], None] = lambda: None, log: Callable[[str], None] = lambda _line: None
) -> int:
    """Compare the best outputs of each board, where they are not compared already; return how many tests were.

    check: called between tests; may raise to stop. log: told of what cannot be compared.
    """
    done = 0
    for test, evaluations in _to_compare(challenge).items():
        check()
        compared = Compared.objects.filter(test=test).first()
        if len(evaluations) < 2 or (compared is not None and compared.evaluations == evaluations):
            continue
        try:
            different = _different(test, evaluations)
        except ProbierzError as error:  # such as rows of another version of the engine: the board has no groups then
            log(f"{test.split} {test.name}: the outputs on top of the board cannot be compared: {error}")
            different = None
        with transaction.atomic():
            Compared.objects.filter(test=test).delete()
            if different is not None:
                Compared.objects.create(test=test, evaluations=evaluations, different=different)
            changed(challenge)
        done += 1
    return done


def _to_compare(challenge: Challenge) -> dict[Test, list[int]]:
    found: dict[Test, list[int]] = {}
    # Of scores that are told equal another one may stand on the board that people see: both are compared.
    viewers = (Viewer(), AllDisclosed())
    for viewer, board, is_final in product(viewers, boards_with_later(challenge), (False, True)):
        view = read_board(viewer, challenge, board, is_final=is_final)
        if view.main_column is None or not board.shows_clusters or view.is_final != is_final:
            continue
        wanted = found.setdefault(view.main_column.test, [])
        ranked = [_evaluation(place) for place in view.rows.places if place.rank is not None]
        kept = set(Evaluation.objects.filter(pk__in=_top(ranked), rows=True).values_list("pk", flat=True))
        wanted += [at for at in _top(ranked) if at in kept]
    return {test: sorted(_top(evaluations)) for test, evaluations in found.items()}


def _top(ranked: Iterable[int | None]) -> list[int]:
    """The first evaluations, each once: people who hand in the same file share one."""
    return list(dict.fromkeys(at for at in ranked if at is not None))[:MOST_COMPARED]


def _different(test: Test, evaluations: Sequence[int]) -> list[list[int]]:
    from probierz.web.sandbox.rows import compare_rows

    paths = [places.rows_file(number) for number in evaluations]
    comparison = compare_rows(paths, test.scheme, trials=TRIALS)
    places_of_pairs = combinations(range(len(evaluations)), 2)
    return [
        [evaluations[first], evaluations[second]]
        for first, second in places_of_pairs
        if comparison.is_different(comparison.pair(first, second))
    ]
