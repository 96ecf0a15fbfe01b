"""Who may see which challenge, and how much of the scores of its tests.

What is decided here and in `submissions.visibility` depends on who looks, submission, test and time, never on anything
that a participant's files say.
"""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import TypeVar

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from probierz.errors import ProbierzError
from probierz.scoring.score_steps import ScoreSteps, steps_for
from probierz.web.accounts.models import Membership, User
from probierz.web.accounts.requester import user_of
from probierz.web.challenges.far_scores import far_of_test
from probierz.web.challenges.models import Challenge, Disclosure, Ladder, Organiser, Part, Phase, Test
from probierz.web.challenges.phases import counting_phase, private_decides, private_is_out


class Visitor:
    """Somebody who looks: a person, or (None) anybody. now: when; everything is decided for that moment."""

    def __init__(self, user: User | None = None, now: datetime | None = None) -> None:
        self.came_as = user
        self.user = user if user is not None and user.is_authenticated and user.is_active else None
        self.now = now or timezone.now()
        self._divided: dict[int, frozenset[str]] = {}

    # --- who it is ---------------------------------------------------------------------------------------------------

    @property
    def is_administrator(self) -> bool:
        """Whether this is an administrator of the platform."""
        return self.user is not None and self.user.is_staff

    @cached_property
    def organised(self) -> frozenset[int]:
        """The challenges they run by name; an administrator runs all."""
        organised = Organiser.objects.filter(user=self.user) if self.user else Organiser.objects.none()
        return frozenset(organised.values_list("challenge_id", flat=True))

    @cached_property
    def teams(self) -> frozenset[int]:
        """The teams they are in."""
        teams = Membership.objects.filter(user=self.user) if self.user else Membership.objects.none()
        return frozenset(teams.values_list("team_id", flat=True))

    def organises(self, challenge: Challenge) -> bool:
        """Whether they run the challenge (an administrator runs all)."""
        return self.is_administrator or challenge.pk in self.organised

    # --- challenges --------------------------------------------------------------------------------------------------

    def challenges(self) -> QuerySet[Challenge]:
        """Return the challenges they may see."""
        if self.is_administrator:
            return Challenge.objects.all()
        open_to_all = Q(is_published=True) & (Q(team=None) | Q(team__in=self.teams))
        return Challenge.objects.filter(open_to_all | Q(pk__in=self.organised))

    def may_see(self, challenge: Challenge) -> bool:
        """Whether they may know that the challenge exists."""
        if self.organises(challenge):
            return True
        return challenge.is_published and (challenge.team_id is None or challenge.team_id in self.teams)

    # --- scores ------------------------------------------------------------------------------------------------------

    def knows(self, challenge: Challenge, phase: Phase | None, test: Test) -> bool:
        """Whether they may know of scores of this test at all: of a private part, once the phase is over."""
        return test.part != Part.PRIVATE or self.organises(challenge) or private_is_out(phase, self.now)

    def knows_private(self, challenge: Challenge) -> bool:
        """Whether there is a phase of which they may know scores on private parts."""
        return self.organises(challenge) or any(private_is_out(one, self.now) for one in challenge.phases.all())

    def disclosure(self, challenge: Challenge, phase: Phase | None, test: Test) -> Disclosure:
        """Return how much they see of a test's scores in a phase; their own are no exception."""
        if not self.knows(challenge, phase, test):
            return Disclosure.HIDDEN
        if not test.is_hidden or phase is None or self.organises(challenge):
            return Disclosure.FULL
        if phase.disclosed_from is not None and phase.disclosed_from <= self.now:
            return Disclosure.FULL
        if phase.disclosure == Disclosure.FULL and tells_in_steps(challenge, test):
            return Disclosure.ROUNDED
        return Disclosure(phase.disclosure)

    def has_steps(self, challenge: Challenge, phase: Phase | None, test: Test) -> bool:
        """Whether they see a test's scores in steps, as finely as its lines justify, see `scoring.score_steps`."""
        return self.disclosure(challenge, phase, test) == Disclosure.ROUNDED and tells_in_steps(challenge, test)

    def of_differences(self, challenge: Challenge, phase: Phase | None, test: Test) -> Disclosure:
        """Return how much they see of whether scores differ by more than chance: a p-value, yes or no, or nothing.

        A p-value tells more than a rounded score; yes, no or no verdict is less.
        """
        level = self.disclosure(challenge, phase, test)
        is_rounded = level == Disclosure.ROUNDED and phase is not None and phase.disclosure == Disclosure.ROUNDED
        return Disclosure.HIDDEN if is_rounded else level

    def counted_disclosure(self, challenge: Challenge, test: Test) -> Disclosure:
        """Return how much they see of a baseline that was counted on a test: as of what is handed in now.

        Its output can be made by anybody. Where the test is divided, its score on all lines beside one's own on the
        public part is that on the private part, so nobody knows it before private parts decide.
        """
        if not test.is_hidden or self.organises(challenge):
            return Disclosure.FULL
        if self._is_divided(challenge, test) and not private_decides(challenge, self.now):
            return Disclosure.HIDDEN
        return self.disclosure(challenge, counting_phase(challenge, self.now), test)

    def _is_divided(self, challenge: Challenge, test: Test) -> bool:
        if challenge.pk not in self._divided:
            divided = challenge.tests.filter(versions=challenge.current_id).exclude(part=Part.WHOLE)
            self._divided[challenge.pk] = frozenset(divided.values_list("split", flat=True))
        return test.split in self._divided[challenge.pk]

    def is_told_all(self, challenge: Challenge, phase: Phase | None) -> bool:
        """Whether they see scores that are no sure improvement, where the challenge shows only sure ones."""
        is_late = phase is not None and phase.disclosed_from is not None and phase.disclosed_from <= self.now
        return is_late or self.organises(challenge) or private_is_out(phase, self.now)


def tells_in_steps(challenge: Challenge, test: Test) -> bool:
    """Whether people are told scores of a test in steps while they hand in.

    Private parts are told once, when nothing can be learnt for another output on them.
    """
    return challenge.ladder == Ladder.LINES and test.is_hidden and test.part != Part.PRIVATE


def steps_of(test: Test) -> ScoreSteps:
    """Return in which steps scores of a test are told; what no metric here is called has no ends."""
    try:
        return steps_for(test.scheme, test.judging_lines, far_of_test(test))
    except ProbierzError:
        return steps_for("MAE", test.judging_lines)


def who_run(challenge: Challenge) -> frozenset[int]:
    """Return everybody who runs the challenge, as `Visitor.organises` has it, also whose account is blocked."""
    running = User.objects.filter(Q(is_staff=True) | Q(pk__in=challenge.organisers.values("user")))
    return frozenset(running.values_list("pk", flat=True))


Seen = TypeVar("Seen", bound=Visitor)
_LOOKED_AT_BY = "looked_at_by"
"""Where a request has its visitor."""


def visitor_of(request: HttpRequest) -> Visitor:
    """Return who looks."""
    return who_looks(request, Visitor)


def who_looks(request: HttpRequest, kind: type[Seen]) -> Seen:
    """Return who looks, at one moment for all of a page, of whom what was read stays known while the page is made.

    What a request changes must be seen by what comes after, so only those that change nothing share what was read.
    """
    user, known = user_of(request), vars(request).get(_LOOKED_AT_BY)
    if not isinstance(known, Visitor) or known.came_as is not user or request.method not in ("GET", "HEAD"):
        found = kind(user)
    elif isinstance(known, kind):
        return known
    else:
        found = kind(user)
        vars(found).update(vars(known))
    vars(request)[_LOOKED_AT_BY] = found
    return found
