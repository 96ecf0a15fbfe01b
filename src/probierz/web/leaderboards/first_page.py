"""What the first page tells: which challenges are running, which open next, what was handed in last."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import itemgetter

from probierz.web.challenges.counted_submissions import on_boards
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.phases import PhaseStretch, ended, stretches
from probierz.web.challenges.queries import listed, name_suites
from probierz.web.leaderboards.headlines import Headline, headlines, named_part
from probierz.web.leaderboards.leading import lead_of
from probierz.web.leaderboards.output_groups import with_groups
from probierz.web.leaderboards.queries import boards_of, read_board
from probierz.web.submissions.models import Submission
from probierz.web.submissions.page_cache import remembered
from probierz.web.submissions.visibility import ShownScore, Viewer

MOST_CARDS, MOST_NEWS = 12, 8
LATELY = timedelta(days=14)


@dataclass(frozen=True)
class Leader:
    """Who leads a challenge's first board. others_alike, is_open, is_certain, names, more: see `leading.Lead`.

    part: which part of a divided test ranks.
    """

    text: str
    metric: str
    higher_is_better: bool
    names: tuple[str, ...]
    more: int
    others_alike: int
    part: str = ""
    is_by_maker: bool = False
    is_open: bool = False
    is_certain: bool = False


@dataclass(frozen=True)
class OpenChallenge:
    """A challenge with its phase: the open one, or the one that opens next; stretches: how it stands now and later.

    leader: None where nobody may be named.
    """

    challenge: Challenge
    phase: Phase
    stretches: list[PhaseStretch]
    leader: Leader | None = None


@dataclass(frozen=True)
class EndedChallenge:
    """A challenge whose last phase is over, when it ended, and who is first; None where nobody may be named."""

    challenge: Challenge
    ended: datetime
    leader: Leader | None


@dataclass(frozen=True)
class News:
    """A submission with its main score, as far as the viewer may see it. part: of a divided test, whose score it is."""

    submission: Submission
    name: str
    shown: ShownScore | None = None
    metric: str = ""
    part: str = ""


def running(viewer: Viewer) -> tuple[list[OpenChallenge], list[OpenChallenge], int]:
    """Return what is open, what closes first coming first; what opens later; how many open ones are left out."""
    known = list(listed(viewer).filter(is_published=True))
    standing = [(one, stretches(one, viewer.now)) for one in known]
    now = [OpenChallenge(one, times[0].phase, times) for one, times in standing if times[0].phase]
    coming = [(one, times) for one, times in standing if not times[0].phase]
    later = [OpenChallenge(one, times[0].later, times) for one, times in coming if times[0].later]
    now.sort(key=lambda one: (one.phase.closes is None, one.phase.closes or one.challenge.created))
    later.sort(key=lambda one: _opens(one.phase))
    shown = [replace(one, leader=leader_of(viewer, one.challenge)) for one in now[:MOST_CARDS]]
    return shown, later[:MOST_CARDS], max(0, len(now) - MOST_CARDS)


def lately_ended(viewer: Viewer, *, within: timedelta | None = LATELY) -> list[EndedChallenge]:
    """Return the challenges whose last phase is over, the last one first. within: since when; None: ever."""
    known = listed(viewer).filter(is_published=True)
    over = [(moment, one) for one in known if (moment := ended(one, viewer.now)) is not None]
    late = [(moment, one) for moment, one in over if within is None or viewer.now - moment <= within]
    late.sort(key=itemgetter(0), reverse=True)
    return [EndedChallenge(one, moment, leader_of(viewer, one)) for moment, one in late[:MOST_CARDS]]


def _opens(phase: Phase) -> datetime:
    assert phase.opens is not None
    return phase.opens


def leader_of(viewer: Viewer, challenge: Challenge) -> Leader | None:
    """Return who leads the challenge's first board, as this viewer may know it."""

    def make() -> tuple[Leader | None]:
        view = with_groups(viewer, read_board(viewer, challenge, boards_of(challenge)[0]))
        lead, column = lead_of(view), view.main_column
        if lead is None or column is None:
            return (None,)
        better = column.test.higher_is_better
        part = named_part(column)
        shown = (lead.text, column.heading, better, lead.names, lead.more)
        return (Leader(*shown, lead.others_alike, part, lead.is_by_maker, lead.is_open, lead.is_certain),)

    return remembered(viewer, challenge, "leader", {}, make)[0]


def newest(viewer: Viewer) -> list[News]:
    """Return the submissions that were scored last, of all challenges that they may see."""
    scored = Submission.objects.filter(
        on_boards(),
        challenge__in=viewer.challenges().filter(archived=None, is_published=True),
        is_reference=False,
        is_baseline=False,
    )
    people = scored.select_related("challenge__current", "submitter", "team", "phase")
    found = list(people.order_by("-created", "-pk")[:MOST_NEWS])
    name_suites(viewer, (one.challenge for one in found))
    scores = headlines(viewer, found)
    return [_news(viewer, one, scores.get(one.pk)) for one in found]


def _news(viewer: Viewer, submission: Submission, headline: Headline | None) -> News:
    name = viewer.name_of(submission)
    if headline is None:
        return News(submission, name)
    return News(submission, name, headline.shown, headline.column.heading, named_part(headline.column))
