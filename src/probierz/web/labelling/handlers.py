"""What workers do for labelling: score systems on the lines that people labelled."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from probierz.errors import ProbierzError
from probierz.lines import save_lines
from probierz.web.accounts.models import User
from probierz.web.jobs.registry import JobFailed, handler
from probierz.web.jobs.running_job import Running
from probierz.web.labelling.items import split_of
from probierz.web.labelling.models import LabellingRound
from probierz.web.labelling.queries import LabellingSeat
from probierz.web.labelling.sample_challenge import chosen_lines
from probierz.web.labelling.services.labels_as_submissions import SYSTEMS
from probierz.web.leaderboards.board_view import BoardEntry
from probierz.web.leaderboards.queries import board_of, read_board
from probierz.web.submissions.models import Output, Submission
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded, store_of
from probierz.web.submissions.visibility import Viewer

MOST_SYSTEMS = 100


@handler(SYSTEMS)
def score_systems(running: Running) -> dict[str, Any]:
    """Hand in what stands on the challenge's board, cut to the sample, to the board of the sample.

    Only what the one who asks may fetch anyway: outputs that are open, theirs, or of a challenge that they organise.
    """
    found = LabellingRound.objects.select_related("challenge", "version__challenge", "board").filter(
        pk=running.payload["round"]
    ).first()  # fmt: skip
    user = User.objects.filter(pk=running.payload["user"]).first()
    if found is None or user is None or found.board is None or not LabellingSeat(found, user, None).runs:
        raise JobFailed("the round, its board or the right to fill it is gone", kind="Deleted")
    count = 0
    for entry in _entries(found, user):
        running.check()
        count += _taken_along(running, found, user, entry)
    with running.completing() as job:
        job.result = {"systems": count}
    return {"systems": count}


def _entries(found: LabellingRound, user: User) -> list[BoardEntry]:
    """What stands on the board of the challenge, as far as its outputs may be fetched."""
    viewer = Viewer(user)
    board = board_of(found.challenge)
    rows = read_board(viewer, found.challenge, board).rows if board is not None else []
    entries = [row.entry for row in rows]
    return [one for one in entries if one.variant and one.submission.commit and viewer.may_see_source(one.submission)][
        :MOST_SYSTEMS
    ]


def _public_name(submission: Submission) -> str:
    """Whom it stands for where everybody reads; people without a name are told apart, as rows belong to names."""
    public = Viewer().name_for(submission.challenge, submission.submitter, submission.team)
    is_nameless = submission.team is None and submission.submitter.is_anonymous_entry
    return f"{public} ({submission.pk})" if is_nameless else public


def _taken_along(running: Running, found: LabellingRound, user: User, entry: BoardEntry) -> bool:
    """Hand in one output, cut; whether it could be."""
    assert found.board is not None
    output = Output.objects.filter(variant=entry.variant, split=found.split).first()
    if output is None:
        return False
    folder, _split = split_of(found.version, found.split)
    with tempfile.TemporaryDirectory(prefix="probierz-cut-") as place:
        whole, cut = Path(place) / Path(output.path).name, Path(place) / "cut.tsv"
        store = store_of(found.challenge)
        try:
            store.save(store.tree(entry.submission.commit).file(output.path), whole)
            lines = chosen_lines(folder, whole, folder.out_header, found.lines)
            save_lines(cut, lines)
            name = entry.submission.row_name or _public_name(entry.submission)
            said = f"{entry.submission.description} (submission {entry.submission.pk})".strip()
            handing = Handing(user, description=said, row_name=name, together=f"round:{found.pk}")
            submit_files(found.board, [Uploaded(cut, "out.tsv", found.split)], handing)
        except (ProbierzError, IndexError) as error:
            running.log(f"WARNING: submission {entry.submission.pk} is left out: {error}")
            return False
    return True
