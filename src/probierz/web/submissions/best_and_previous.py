"""What a submission's scores are compared with: the best of the others, and the last ones of the same people.

Both are of the same phase, or of none, as published results are: scores of two phases may be shown with more and fewer
digits, or on other terms. The best of the others has a rank on the board that counts: what organisers handed in late is
none, nor is on a part of a test what is published, and where private parts decide, what nobody selected. A few rows are
read for each test, however many submissions there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from probierz.web.challenges.board_columns import main_test
from probierz.web.challenges.models import Challenge, Disclosure, Part, Phase, Test
from probierz.web.challenges.phases import counting_phase, private_is_out
from probierz.web.submissions.best_scores import database_order, score_place
from probierz.web.submissions.final_selection import selected_submissions
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.page_cache import remembered
from probierz.web.submissions.ranked import is_on_whole_test, ranked_by
from probierz.web.submissions.visibility import Rounding, ShownScore, Viewer
from probierz.web.submissions.whose import WHOSE, Owners, Whose

Look = Callable[[ShownScore], ShownScore]
Place = tuple[tuple[tuple[bool, Any], datetime], int]
"""Where a score comes: what looks equal by its time, then by its submission."""
OWNER = ("submission", *(f"submission__{name}" for name in WHOSE))
PEOPLE = ("evaluation", "submission__submitter", "submission__team", "submission__phase")


class Known(NamedTuple):
    """A score that somebody may see, whole or rounded: of which submission, whose it is, and of which evaluation."""

    submission: int
    whose: Whose
    name: str
    shown: ShownScore
    evaluation: int | None
    phase: Phase | None


def best_of_others(viewer: Viewer, submission: Submission, tests: Sequence[Test]) -> dict[int, Known]:
    """Return the best score of other people or teams on each test, where there is one to be shown."""
    challenge = submission.challenge
    phase, owners = _phase_of(submission, viewer), Owners(challenge.submissions.all())

    def make() -> dict[int, list[Known]]:
        picked = {test.pk: _two_best(viewer, challenge, test, phase, owners) for test in tests}
        by_test = {test.pk: test for test in tests}
        scores = Score.objects.select_related(*PEOPLE).in_bulk([score for two in picked.values() for score in two])
        return {
            test: [_known(viewer, challenge, by_test[test], scores[score], owners) for score in two if score in scores]
            for test, two in picked.items()
        }

    two_best = remembered(viewer, challenge, "two best people", {"phase": str(phase.pk) if phase else ""}, make)
    own = owners.of(submission)
    compared = {test.pk for test in tests if not is_on_whole_test(submission, test)}
    others = {test: [one for one in known if one.whose != own] for test, known in two_best.items() if test in compared}
    return {test: known[0] for test, known in others.items() if known}


def last_of_the_same(viewer: Viewer, submission: Submission, tests: Sequence[Test]) -> dict[int, Known]:
    """Return the last score of the same people before this one on each test."""
    owners = Owners(submission.challenge.submissions.all())
    if owners.of(submission)[0] == "submission":
        return {}  # labels of another round are of other people, also under the same name
    same = viewer.submissions(submission.challenge).filter(
        owners.the_same(submission), pk__lt=submission.pk, is_human=False, is_reference=False, is_baseline=False
    )
    own = _phase_of(submission, viewer)
    shown = {
        (phase.pk if phase else None, test.pk)
        for test in tests
        for phase in _shown_phases(viewer, submission.challenge, test, own)
    }
    scores = Score.objects.filter(submission__in=same, test__in=tests, value__isnull=False)
    scores = scores.exclude(_withheld(viewer, submission.challenge))
    places = ("pk", "submission__phase", "test")
    last: dict[int, int] = {}
    for score, phase, test in scores.order_by("-submission", "variant").values_list(*places):
        if (phase, test) in shown:
            last.setdefault(test, score)
    found = Score.objects.filter(pk__in=last.values()).select_related(*PEOPLE)
    by_test = {test.pk: test for test in tests}
    return {one.test_id: _known(viewer, submission.challenge, by_test[one.test_id], one, owners) for one in found}


def _phase_of(submission: Submission, viewer: Viewer) -> Phase | None:
    """The phase with which a submission is compared: its own, and of one of none that which counts."""
    return submission.phase or counting_phase(submission.challenge, viewer.now)


def _two_best(viewer: Viewer, challenge: Challenge, test: Test, phase: Phase | None, owners: Owners) -> list[int]:
    """The best score, and the best of other people than that one's; of equal ones that which stands first on boards."""
    shown = _shown_phases(viewer, challenge, test, phase)
    theirs = viewer.submissions(challenge).filter(_got_in(shown), is_counted=False)
    seen = _ranked(theirs, challenge, test, phase, viewer.now)
    scores = Score.objects.filter(challenge=challenge, test=test, value__isnull=False, submission__in=seen)
    scores = scores.exclude(_withheld(viewer, challenge))
    first: tuple[int, Whose] | None = None
    alike: dict[Rounding | None, list[Phase | None]] = defaultdict(list)
    for one in shown:
        alike[viewer.rounding(challenge, one, test)].append(one)
    streams = [
        _best_first(
            scores.filter(_got_in(phases, "submission__")), test, viewer.look(challenge, phases[0], test), owners
        )
        for phases in alike.values()
    ]
    for _place, score, owner in merge(*streams, key=itemgetter(0)):
        if first is None:
            first = score, owner
        elif owner != first[1]:
            return [first[0], score]
    return [first[0]] if first else []


def _ranked(
    submissions: QuerySet[Submission], challenge: Challenge, test: Test, phase: Phase | None, now: datetime
) -> QuerySet[Submission]:
    """Those of these submissions that have a rank by a test on the board that counts."""
    found = submissions.filter(ranked_by(test))
    if test.part == Part.WHOLE or challenge.current is None or not private_is_out(phase, now):
        return found
    decided = main_test(challenge.current.tests.exclude(part=Part.PRIVATE))
    return found if decided is None else found.filter(pk__in=selected_submissions(challenge, decided))


def _withheld(viewer: Viewer, challenge: Challenge) -> Q:
    """Scores that are no sure improvement, in phases in which this viewer is told only of sure ones."""
    told = [phase.pk for phase in challenge.phases.all() if viewer.is_told_all(challenge, phase)]
    hers = Q(is_withheld=True)
    return Q(pk=None) if viewer.organises(challenge) else hers & ~Q(submission__phase__in=told)


def _shown_phases(viewer: Viewer, challenge: Challenge, test: Test, phase: Phase | None) -> list[Phase | None]:
    """Those of this phase and none of which scores of the test are shown."""
    both = dict.fromkeys((phase, None))
    return [one for one in both if viewer.disclosure(challenge, one, test) != Disclosure.HIDDEN]


def _got_in(phases: Sequence[Phase | None], of: str = "") -> Q:
    """The condition: handed in during one of these phases, or in none; of: the way to the submission."""
    during = Q(**{f"{of}phase__in": [phase for phase in phases if phase is not None]})
    return during | Q(**{f"{of}phase": None}) if None in phases else during


def _best_first(scores: QuerySet[Score], test: Test, look: Look, owners: Owners) -> Iterator[tuple[Place, int, Whose]]:
    """Scores that are shown alike with whose they are, the best first; of those that look equal the earlier.

    As on boards: the best of somebody's stands for them, and digits that are not shown must not decide between people.
    Rounding keeps the order of the others, so that the database has it; nobody knows how many come before somebody
    else's: rows are read until then, not all.
    """
    better = test.higher_is_better
    ordered = scores.order_by(*database_order(higher_is_better=better))
    rows = ordered.values_list("shown", "value", "submission__created", "pk", *OWNER).iterator()
    seen = ((look(ShownScore(text, value)), when, pk, owner) for text, value, when, pk, *owner in rows)
    for number, equal in groupby(seen, key=lambda one: one[0].number):
        exact = [
            ((score_place(shown.value, when, higher_is_better=better), owner[0]), when, pk, owners.whose(*owner))
            for shown, when, pk, owner in equal
        ]
        standing: dict[Whose, tuple[Place, int]] = {}
        for (_exact, submission), when, pk, who in sorted(exact, key=itemgetter(0)):
            place = score_place(number, when, higher_is_better=better), submission
            standing.setdefault(who, (place, pk))
        yield from sorted(((place, pk, who) for who, (place, pk) in standing.items()), key=itemgetter(0))


def _known(viewer: Viewer, challenge: Challenge, test: Test, score: Score, owners: Owners) -> Known:
    score.test, of = test, score.submission
    of.challenge = challenge
    shown = viewer.shown(score, of)
    return Known(of.pk, owners.of(of), viewer.name_of(of), shown, score.evaluation_id, of.phase)
