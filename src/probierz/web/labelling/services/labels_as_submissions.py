"""Labels become submissions: scored by the queue as any other, on the challenge itself or on a board of the sample.

An output answers every line of a test. Labels of a sample answer some of them, so that they are scored on a test of
just these lines: a challenge of its own with the same metrics, on which what stands on the first board is scored, too.
It takes in no outputs but by its organisers, and only these see it until they publish it: what is known of the lines
of a hidden test does not grow by it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import ProbierzError, Refused
from probierz.lines import save_lines
from probierz.web.accounts.names import MAJORITY, PERSON
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge, Tag
from probierz.web.challenges.services import admit_new, create_challenge, publish_version
from probierz.web.challenges.visibility import Visitor
from probierz.web.html.engine_words import in_this_language
from probierz.web.html.languages import said_on
from probierz.web.jobs.models import Job
from probierz.web.jobs.services import enqueue
from probierz.web.labelling.agreement import LabelledItem
from probierz.web.labelling.checks import first_unscored
from probierz.web.labelling.models import LabellingRound
from probierz.web.labelling.queries import LabellingSeat, items_of
from probierz.web.labelling.sample_challenge import write_sample
from probierz.web.labelling.services.rounds import check_public, check_running
from probierz.web.leaderboards.models import Board, Rule
from probierz.web.leaderboards.services import save_board
from probierz.web.submissions.models import HUMAN, Submission
from probierz.web.submissions.services import Handing, mark_baseline, submit_files
from probierz.web.submissions.services.handing_in import Uploaded

SYSTEMS = "label-systems"


def hand_in_labels(seat: LabellingSeat, slug: str = "") -> list[Submission]:
    """Hand in the labels of most people, and those of everybody who decided all items where there are several.

    slug: of the challenge that a sample becomes. Everything in the sample has to be decided by somebody: whoever could
    leave hard items out would score too well. Nothing changes afterwards. Raises Refused.
    """
    check_running(seat)
    if seat.round.candidates:
        raise Refused(_("Judged passages stand on no board; download them."), "state")
    check_public(seat.round)
    checked = _checked(seat)
    with transaction.atomic():
        found = LabellingRound.objects.select_for_update(of=("self",)).get(pk=seat.round.pk)
        if found.closed is not None:
            raise Refused(_("The labels were handed in already."), "state")
        rows = _rows(found, items_of(found))
        if rows != checked:
            raise Refused(_("A label was changed meanwhile; hand them in again."), "state")
        board = found.challenge if found.is_whole else _sample_board(seat, slug)
        Tag.objects.get_or_create(name=HUMAN, defaults={"description": "labels that people gave"})
        made = [_hand_in(seat, board, row) for row in rows]
        LabellingRound.objects.filter(pk=found.pk).update(closed=timezone.now(), board=board)
        audit(seat.user, "labelling.hand-in", found.challenge, round=found.pk, board=board.slug)
    seat.round.refresh_from_db()
    if not found.is_whole:
        bring_systems(seat)
    return made


class _LabelsOfRow(NamedTuple):
    """The labels that become a row of a board, in the order of the lines, and the name of that row.

    is_majority: see `Submission`.
    """

    name: str
    labels: list[str]
    is_majority: bool = False


def _checked(seat: LabellingSeat) -> list[_LabelsOfRow]:
    """Return the rows, all of whose labels can be scored. Raises Refused.

    Before the round is locked: scoring takes a moment.
    """
    found = LabellingRound.objects.select_related("challenge", "version__challenge").get(pk=seat.round.pk)
    if found.closed is not None:
        raise Refused(_("The labels were handed in already."), "state")
    items = items_of(found)
    open_items = sum(not item.by for item in items)
    if open_items:
        raise Refused(_("Nobody has decided %(number)d of the items yet.") % {"number": open_items}, "open")
    rows = _rows(found, items)
    wrong = first_unscored(found, [row.labels for row in rows])
    if wrong is not None:
        line, label, why = wrong
        about = {"place": found.lines.index(line) + 1, "line": line, "label": label[:60], "why": why}
        said = _("Item %(place)d (line %(line)d) cannot be scored with the label %(label)s; decide it anew: %(why)s")
        raise Refused(said % about, "unscored")
    return rows


def _rows(found: LabellingRound, items: list[LabelledItem]) -> list[_LabelsOfRow]:
    """The labels of most people, where there are several, and then of everybody who decided all items."""
    people = list(found.labellers.values_list("number", flat=True))
    whole = [number for number in people if all(number in item.by for item in items)]
    active = {number for item in items for number in item.by}
    with said_on("challenge-board"):
        majority, person = _(MAJORITY), _(PERSON)
    rows = [_LabelsOfRow(person % {"number": one}, [item.by[one] for item in items]) for one in whole]
    if len(active) == 1:
        return rows
    of_most = [item.majority for item in items]
    return [_LabelsOfRow(majority % {"number": len(active)}, of_most, is_majority=bool(rows)), *rows]


def _hand_in(seat: LabellingSeat, board: Challenge, row: _LabelsOfRow) -> Submission:
    with tempfile.TemporaryDirectory(prefix="probierz-labels-") as folder:
        file = Path(folder) / "out.tsv"
        save_lines(file, row.labels)
        handing = Handing(
            seat.user, description=_description(seat.round), tags=(HUMAN,), row_name=row.name, is_human=True,
            is_majority=row.is_majority, together=f"round:{seat.round.pk}",
        )  # fmt: skip
        made = submit_files(board, [Uploaded(file, "out.tsv", seat.round.split)], handing).submission
    if Visitor(seat.user).organises(board):
        mark_baseline(made, seat.user)  # each of them has a row
    return made


def _description(found: LabellingRound) -> str:
    return found.title if found.is_whole else f"{found.title}: {len(found.lines)} of {found.of_lines} items"


def _sample_board(seat: LabellingSeat, slug: str) -> Challenge:
    """Make a challenge whose only test is the sample. Raises Refused."""
    found = seat.round
    with tempfile.TemporaryDirectory(prefix="probierz-sample-") as place:
        folder = Path(place) / "challenge"
        try:
            admission = admit_new(slug, seat.user, sample_of=found.challenge)
            write_sample(found, folder)
            made = create_challenge(admission, title=found.title)
            Challenge.objects.filter(pk=made.pk).update(
                team=found.challenge.team,
                daily_quota=0,
                total_quota=0,
                variant_quota=0,
                near_quota=0,
                has_usual_quotas=False,
            )
            made.refresh_from_db()
            publish_version(made, folder, change="major")
        except ProbierzError as error:
            raise Refused(in_this_language(str(error).replace(str(folder), slug)), "sample") from error
        except ValidationError as error:
            raise Refused(" ".join(error.messages), "slug") from error
    made.phases.update(closes=timezone.now())
    with said_on("challenge-board"):
        title = _("People and systems")
    save_board(made, Board(slug="all", title=title, rule=Rule.ALL), seat.user)
    return made


def bring_systems(seat: LabellingSeat) -> Job:
    """Score on the sample what stands on the challenge's board now, as a job. Raises Refused."""
    check_running(seat)
    check_public(seat.round)
    if seat.round.board is None or seat.round.is_whole:
        raise Refused(_("There is no board of this sample yet."), "state")
    payload = {"round": seat.round.pk, "user": seat.user.pk}
    return enqueue(SYSTEMS, payload, user=seat.user, key=f"{SYSTEMS}:{seat.round.pk}", limited=False)
