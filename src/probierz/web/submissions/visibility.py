"""Who may see which submission, and what of it: for pages, API, exports, plots, feeds, logs and webhooks.

A score of a hidden test is full, rounded (by its phase to so many digits, by its challenge to steps that the lines of
the test justify, see `scoring.score_steps`), or not shown; lines of a hidden test are shown as far as the phase lets
submitters see their own. What is decided here depends on viewer, submission, test and time, never on anything that a
participant's files say.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from decimal import ROUND_HALF_EVEN, Decimal
from functools import cached_property, partial, reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from probierz.scoring.format import without_noise
from probierz.scoring.score_steps import ScoreSteps
from probierz.web.accounts.models import Team, User
from probierz.web.accounts.names import shared_names, told_apart
from probierz.web.challenges.models import Challenge, Disclosure, ItemLevel, Part, Phase, Test
from probierz.web.challenges.phases import counting_phase
from probierz.web.challenges.visibility import Visitor, steps_of, who_looks
from probierz.web.html import numbers
from probierz.web.submissions.models import Score, Submission

UNDISCLOSED = "UNDISCLOSED"
NOT_SHOWN_YET = "not shown yet"
"""What tables for programs say of a score that is kept; its own cell is empty there."""
NO_SURE_IMPROVEMENT = "no sure improvement"
"""In place of a score that a challenge withholds, see `submissions.ladder`; pages say it in the reader's language."""
SIGNIFICANT = 3
"""So many significant digits, and the phase's, a rounded score has at most: else the digits before the point of a
score without an upper end, such as MSE, would spell the expected results of lines that an output makes large."""
HUGE = 1e15
"""From here on doubles have no digits after the point that could be rounded, and decimals too few for them."""


class Rounding(NamedTuple):
    """How scores of a test are rounded. digits: of the share, where the phase rounds; steps: where the challenge does.

    scale: by what a value is multiplied where it is shown.
    """

    digits: int | None
    steps: ScoreSteps | None
    scale: int

    def stepped(self, shown: float) -> float:
        """Return a number that is shown in full, as it would be in steps; ranks compare both."""
        return shown if self.steps is None else float(self.steps.told(shown / self.scale)) * self.scale


class ShownScore(NamedTuple):
    """A score as a viewer may see it. value: None where it is not shown, or NaN; rounded where `rounding` says so.

    It is infinite where the text is a bound alone. low, high, notes: the interval, and what the engine says of it, only
    with a full score. is_disclosed: False
    for `UNDISCLOSED`. is_withheld: it is no sure improvement. rounded_to: of a rounded one, how many digits after the
    point that leaves (-1: tens).
    decimals: with how many digits after the point people are shown it; None: with all of the text. comes_later: False
    for `UNDISCLOSED` where no moment is set from which it is shown. told: what others are told of a score that is shown
    in full to organisers alone.
    All numbers are in the unit in which the text prints them, `Test.unit`.
    """

    text: str
    value: float | None
    low: float | None = None
    high: float | None = None
    notes: tuple[str, ...] = ()
    is_disclosed: bool = True
    is_withheld: bool = False
    rounded_to: int | None = None
    decimals: int | None = None
    rounding: Rounding | None = None
    comes_later: bool = True
    told: ShownScore | None = None

    @property
    def in_ranks(self) -> ShownScore:
        """The score by which ranks go: what everybody is told, so that organisers read the ranks that others do."""
        return self if self.told is None else self.told

    @property
    def for_people(self) -> str:
        """The text with as many digits as people read."""
        return self.text if self.decimals is None else numbers.rounded(self.text, self.decimals)

    @property
    def for_programs(self) -> str:
        """The score with all digits that the viewer may know; empty where it is not disclosed."""
        if not self.is_disclosed:
            return ""
        is_whole = self.value is None or self.is_rounded or self.number == self.value
        return self.text if is_whole or self.value is None else repr(without_noise(self.value))

    @property
    def is_rounded(self) -> bool:
        """Whether phase or challenge round it, so that it is not the whole score."""
        return self.rounded_to is not None

    @property
    def why_kept(self) -> str:
        """Why there is no score to see, for tables of programs; empty where there is one."""
        if self.is_disclosed:
            return ""
        return NO_SURE_IMPROVEMENT if self.is_withheld else NOT_SHOWN_YET

    @property
    def says_kept(self) -> str:
        """The same for people, in their language."""
        if self.is_disclosed:
            return ""
        if self.is_withheld:
            return gettext("no sure improvement")
        return gettext("not shown yet") if self.comes_later else gettext("not shown")

    @property
    def number(self) -> float | None:
        """The value with the digits that are shown, as scores that look equal are equal; None for what has none."""
        if self.value is None:
            return None
        try:
            number = float(self.text.rstrip("% "))
        except ValueError:
            return self.value
        return None if math.isnan(number) else number


_HIDDEN = ShownScore(UNDISCLOSED, None, is_disclosed=False)
_KEPT = _HIDDEN._replace(comes_later=False)
_WITHHELD = ShownScore(NO_SURE_IMPROVEMENT, None, is_disclosed=False, is_withheld=True)


class Viewer(Visitor):
    """Somebody who looks at submissions."""

    # --- who it is ---------------------------------------------------------------------------------------------------

    @cached_property
    def entered(self) -> frozenset[int]:
        """The challenges in which they, or their teams, handed something in."""
        return frozenset(Submission.objects.filter(self.owned()).values_list("challenge_id", flat=True).distinct())

    def submitted(self, submission: Submission) -> bool:
        """Whether it is theirs or their team's."""
        return self.owns(submission.submitter_id, submission.team_id)

    def owns(self, submitter: int, team: int | None) -> bool:
        """Whether what this person handed in, for this team, is theirs or their team's; both by number."""
        return self.user is not None and (submitter == self.user.pk or team in self.teams)

    def acts_for(self, submission: Submission) -> bool:
        """Whether they decide about it: who left a team reads what they handed in for it, and its members decide."""
        if submission.team_id is not None:
            return submission.team_id in self.teams
        return self.submitted(submission)

    def owned(self, of: str = "") -> Q:
        """Return the condition that `submitted` is, for a query; of: the way to the submission, ending in `__`."""
        return _with(of, submitter=self.user) | _with(of, team__in=self.teams) if self.user else _with(of, pk=None)

    # --- submissions -------------------------------------------------------------------------------------------------

    def submissions(self, challenge: Challenge) -> QuerySet[Submission]:
        """Return the challenge's submissions that they may see: where it was closed to them since, their own."""
        return challenge.submissions.filter(self._sees(challenge), deleted=None)

    def submissions_to(self, challenges: Iterable[Challenge]) -> QuerySet[Submission]:
        """Return the same of several challenges."""
        alike: dict[Q, list[int]] = defaultdict(list)
        for challenge in challenges:
            alike[self._sees(challenge)].append(challenge.pk)
        seen = reduce(or_, (Q(challenge__in=some) & one for one, some in alike.items()), Q(pk=None))
        return Submission.objects.filter(seen, deleted=None)

    def _sees(self, challenge: Challenge) -> Q:
        if self.organises(challenge):
            return Q()
        if self.user is not None and not self.may_see(challenge):
            return self.owned()
        return Q(hidden=None) & ~Q(state__in=Submission.UNSCORED) | self.owned()

    def may_see_submission(self, submission: Submission) -> bool:
        """Whether they may know that the submission exists; their own also where only a team sees the challenge."""
        challenge = submission.challenge
        if submission.deleted is not None:
            return False
        if self.submitted(submission):
            return challenge.is_published or self.may_see(challenge)
        is_for_all = submission.hidden is None and submission.state not in Submission.UNSCORED
        return self.may_see(challenge) and (is_for_all or self.organises(challenge))

    def may_see_source(self, submission: Submission) -> bool:
        """Whether they may see where it came from, its outputs, and digests of these.

        With a digest whoever has nearly the same output could try out what is expected on their own machine.
        """
        return submission.is_open or self.submitted(submission) or self.organises(submission.challenge)

    def with_source(self, of: str) -> Q:
        """Return the condition that `may_see_source` is, for a query; of: the way to the submission, ending in `__`."""
        if self.is_administrator:
            return Q()
        return _with(of, is_open=True) | _with(of, challenge__in=self.organised) | self.owned(of)

    def may_see_log(self, submission: Submission) -> bool:
        """Whether they may read what happened to it; lines for operators are another matter."""
        return self.submitted(submission) or self.organises(submission.challenge)

    def name_of(self, submission: Submission) -> str:
        """Return whom the submission stands for on pages; organisers see through anonymity."""
        of = submission
        own = name_of_its_own(of.description, of.row_name, is_reference=of.is_reference)
        return self.name_for(of.challenge, of.submitter, of.team) if own is None else own

    @cached_property
    def _shared_names(self) -> frozenset[str]:
        return shared_names()

    def name_for(self, challenge: Challenge, submitter: User, team: Team | None) -> str:
        """Return whom a submission to the challenge stands for that this person made, for this team."""
        if team is not None:
            return told_apart(team.name, team.slug, self._shared_names)
        if not submitter.is_anonymous_entry or self.sees_who(challenge, submitter):
            return told_apart(submitter.own_name, submitter.username, self._shared_names)
        return submitter.shown_name

    def sees_who(self, challenge: Challenge, submitter: User) -> bool:
        """Whether they see through a hidden name: organisers do, and people their own."""
        return self.organises(challenge) or (self.user is not None and submitter.pk == self.user.pk)

    def login_of(self, submission: Submission) -> str | None:
        """Return the login of the person for whom a submission stands; None for teams, rows and hidden names."""
        of = submission
        if of.team_id or name_of_its_own(of.description, of.row_name, is_reference=of.is_reference) is not None:
            return None
        is_shown = not of.submitter.is_anonymous_entry or self.sees_who(of.challenge, of.submitter)
        return of.submitter.username if is_shown else None

    # --- scores ------------------------------------------------------------------------------------------------------

    def shown(self, score: Score, submission: Submission) -> ShownScore:
        """Return a score as they may see it."""
        evaluation = score.evaluation
        bounds: tuple[float | None, float | None, tuple[str, ...]] = (None, None, ())
        if evaluation is not None:
            bounds = evaluation.low, evaluation.high, tuple(evaluation.notes)
        look = self.look(submission.challenge, submission.phase, score.test, is_counted=submission.is_counted)
        return look(ShownScore(score.shown, score.value, *bounds, is_withheld=score.is_withheld))

    def look(
        self, challenge: Challenge, phase: Phase | None, test: Test, *, is_counted: bool = False
    ) -> Callable[[ShownScore], ShownScore]:
        """Return what makes full scores of a test, got in a phase, into what they may see: for many at a time.

        is_counted: whether they are of a baseline that was counted, which has no phase.
        """
        if is_counted:
            phase, level = counting_phase(challenge, self.now), self.counted_disclosure(challenge, test)
        else:
            level = self.disclosure(challenge, phase, test)
        if level == Disclosure.HIDDEN:
            comes_later = phase is None or will_be_shown(phase, test)
            return lambda _full: _HIDDEN if comes_later else _KEPT
        rounding = self.rounding(challenge, phase, test) if level == Disclosure.ROUNDED else None
        shown = partial(_in_unit, test.scale, test.decimals) if rounding is None else partial(_rounded, rounding, {})
        in_ranks = self.rounding_in_ranks(challenge, phase, test)
        if rounding is None and in_ranks is not None:
            told = partial(_rounded, in_ranks, {})
            return lambda full: shown(full)._replace(told=told(full))
        if self.is_told_all(challenge, phase):
            return shown
        return lambda full: _WITHHELD if full.is_withheld else shown(full)

    def rounding(self, challenge: Challenge, phase: Phase | None, test: Test) -> Rounding | None:
        """Return how they see scores of a test rounded that were got in a phase; None in full, or not at all."""
        if phase is None or self.disclosure(challenge, phase, test) != Disclosure.ROUNDED:
            return None
        steps = steps_of(test) if self.has_steps(challenge, phase, test) else None
        return Rounding(phase.digits if phase.disclosure == Disclosure.ROUNDED else None, steps, test.scale)

    def rounding_in_ranks(self, challenge: Challenge, phase: Phase | None, test: Test) -> Rounding | None:
        """Return how scores are rounded by which ranks go: as anybody sees them, also where organisers see them all, if
        the challenge tells scores in steps.
        """
        if not self.organises(challenge):
            return self.rounding(challenge, phase, test)
        told = Viewer(now=self.now).rounding(challenge, phase, test)
        return told if told is not None and told.steps is not None else None

    # --- lines -------------------------------------------------------------------------------------------------------

    def items(self, submission: Submission, test: Test) -> ItemLevel:
        """Return how much they may see of the lines of this test with this submission's outputs."""
        if not self.may_see_submission(submission):
            return ItemLevel.NONE
        if self.organises(submission.challenge):
            return ItemLevel.ITEMS
        if not test.is_hidden:
            return ItemLevel.ITEMS if self.may_see_source(submission) else ItemLevel.AGGREGATES
        phase = submission.phase
        if phase is None or not self.submitted(submission):
            return ItemLevel.NONE
        if not self.is_told_all(submission.challenge, phase) and self._is_withheld(submission, test):
            return ItemLevel.NONE
        if self.disclosure(submission.challenge, phase, test) != Disclosure.FULL:
            return ItemLevel.NONE  # lines would give away what their sum must not
        is_time = phase.items_from is None or phase.items_from <= self.now
        return ItemLevel(phase.items) if is_time else ItemLevel.NONE

    def _is_withheld(self, submission: Submission, test: Test) -> bool:
        return test.scores.filter(submission=submission, is_withheld=True).exists()


def will_be_shown(phase: Phase, test: Test) -> bool:
    """Whether a phase shows scores of a test that it keeps now some day, as far as it is set."""
    if test.part == Part.PRIVATE and not (phase.shows_private and phase.closes):
        return False
    return phase.disclosure != Disclosure.HIDDEN or phase.disclosed_from is not None


def _with(of: str, **conditions: object) -> Q:
    return Q(**{f"{of}{name}": value for name, value in conditions.items()})


def name_of_its_own(description: str, row_name: str, *, is_reference: bool) -> str | None:
    """Return the name that a submission has whoever handed it in; None for one that stands for its people.

    A published result stands for the system that it is described as, not for the organiser who typed it in.
    """
    return description if is_reference else row_name or None


def viewer_of(request: HttpRequest) -> Viewer:
    """Return who looks."""
    return who_looks(request, Viewer)


def _in_unit(scale: int, decimals: int | None, full: ShownScore) -> ShownScore:
    if scale == 1:
        return full if decimals is None else full._replace(decimals=decimals)
    value, low, high = (_scaled(number, scale) for number in (full.value, full.low, full.high))
    return ShownScore(full.text, value, low, high, full.notes, decimals=decimals)


def _scaled(number: float | None, scale: int) -> float | None:
    """Multiplied without a rounding error that people would see: 0.523 times 100 is 52.3."""
    return None if number is None else float(Decimal(repr(number)) * scale)


def _rounded(rounding: Rounding, in_steps: dict[str, ShownScore], full: ShownScore) -> ShownScore:
    """In steps, then to digits; with neither the ends of its interval, which would tell it once more, or twice.

    in_steps: those that were met, which is written to: a board has far more scores than steps.
    """
    if full.value is None:
        return ShownScore(full.text, None)
    if math.isnan(full.value) or (math.isinf(full.value) and rounding.steps is None):
        return ShownScore(str(Decimal(repr(full.value))), full.value)
    value = full.value
    if rounding.steps is not None:
        told = rounding.steps.told(value)
        if told.is_infinite():
            return _beyond(rounding, rounding.steps, float(told))
        if rounding.digits is None:
            text = str(told)  # 0.8 and 0.80 are equal, and told apart by their digits
            if text not in in_steps:
                in_steps[text] = _in_steps(rounding, told.scaleb(2) if rounding.scale == 100 else told)
            return in_steps[text]
        value = float(told)
    return _to_phase_digits(rounding, rounding.digits or 0, value)


def _in_steps(rounding: Rounding, told: Decimal) -> ShownScore:
    exponent = told.as_tuple().exponent
    assert isinstance(exponent, int)
    return ShownScore(f"{told:f}", float(told), rounded_to=-exponent, rounding=rounding)


def _beyond(rounding: Rounding, steps: ScoreSteps, told: float) -> ShownScore:
    """A score that is so far from any in earnest that its bound alone is told: `>200` percent of errors."""
    text = bound_text(steps, rounding.scale, is_above=told > 0)
    return ShownScore(text, told, rounded_to=rounding.digits or 0, rounding=rounding)


def bound_text(steps: ScoreSteps, scale: int, *, is_above: bool) -> str:
    """Return what is told of scores beyond the bounds in which a metric has steps; scale: see `Rounding`."""
    return f"{'>' if is_above else '<'}{(steps.bounds[is_above] * scale).normalize():f}"


def _to_phase_digits(rounding: Rounding, digits: int, value: float) -> ShownScore:
    """With that many digits of the share; as percent it has two fewer after the point, and tells no more.

    Large scores have `SIGNIFICANT` digits more in all: with one digit 24.3, and 151500000000.
    """
    kept = digits - 2 if rounding.scale == 100 else digits
    scaled = value * rounding.scale  # as commands round: multiplied first, also by a rounding error
    number = to_digits(scaled, kept)
    after_first = digits + SIGNIFICANT - 1
    is_large = number.is_finite() and bool(number) and number.adjusted() + kept > after_first
    if is_large:
        number = Decimal(f"{scaled:.{after_first}e}")
    text = f"{number:.{max(0, after_first - number.adjusted() if is_large else kept)}f}"
    return ShownScore(text, float(text), rounded_to=kept, rounding=rounding)


def to_digits(value: float, digits: int) -> Decimal:
    """Return a number with that many digits after the point (-1: in tens), half to even; huge ones as they are."""
    if not abs(value) < HUGE:
        return Decimal(repr(value))
    return Decimal(repr(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN)
