"""Which items are shown first where systems are unsure of some: by an uploaded output, or by those on the platform.

The sample stays as it was drawn; only the order in which people see it is another. Of a hidden test no output of the
platform is used: the order would tell everybody who labels where other people's systems differ. Of open ones only those
count that the maker of a round may show to anybody: open ones, and the maker's own.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from probierz.errors import ProbierzError, Refused
from probierz.inspection.uncertainty import uncertainties
from probierz.web.html.engine_words import in_this_language
from probierz.web.labelling.items import opened, read_lines
from probierz.web.labelling.models import LabellingRound
from probierz.web.submissions.models import Output
from probierz.web.submissions.services.handing_in import store_of
from probierz.web.submissions.visibility import Viewer

MOST_OUTPUTS = 10
"""The newest of so many people or teams are compared: they are read while somebody waits."""


class ActiveOrder(NamedTuple):
    """Lines in their order, and of how many outputs it comes."""

    lines: list[int]
    outputs: int


def uncertain_first(found: LabellingRound, file: Path | None) -> ActiveOrder:
    """Return the lines of a round, those first of which outputs are least sure; others keep their order.

    file: an output of a system with a line for each of the test's; None: outputs on the platform. Raises Refused.
    """
    outputs = [_read(found, file)] if file is not None else _outputs_here(found)
    unsure = uncertainties(outputs)
    if not unsure or len({unsure[line - 1] for line in found.lines}) < 2:
        raise Refused(_why_not(outputs, file), "order")
    return ActiveOrder(sorted(found.lines, key=lambda line: -unsure[line - 1]), len(outputs))


def _why_not(outputs: Sequence[Sequence[str]], file: Path | None) -> str:
    if file is None and not outputs:
        return _("There is no output of this test that is open or yours; upload one with probabilities.")
    return _("Outputs are as sure of one item as of any other; upload one with probabilities, such as yes:0.7 no:0.3.")


def _read(found: LabellingRound, path: Path) -> list[str]:
    folder = opened(found.version)
    try:
        lines = read_lines(folder, path, folder.out_header)
    except ProbierzError as error:
        raise Refused(in_this_language(str(error).replace(str(path), _("the output"))), "output") from error
    if len(lines) != found.of_lines:
        message = ngettext(
            "The output has %(found)d line, and the test has %(wanted)d; one is wanted for each.",
            "The output has %(found)d lines, and the test has %(wanted)d; one is wanted for each.",
            len(lines),
        )
        raise Refused(message % {"found": len(lines), "wanted": found.of_lines}, "output")
    return lines


def _outputs_here(found: LabellingRound) -> list[list[str]]:
    """The newest output of each person or team, whichever may be shown. Raises Refused for a hidden test."""
    if found.version.tests.filter(split=found.split, is_hidden=True).exists():
        message = _("Of a hidden test, the order would tell where other people's outputs differ; upload one of yours.")
        raise Refused(message, "hidden")
    lines = []
    store = store_of(found.challenge)
    with tempfile.TemporaryDirectory(prefix="probierz-order-") as place:
        for output in _newest(found):
            path = Path(place) / f"{output.pk}-{Path(output.path).name}"
            try:
                store.save(store.tree(output.variant.submission.commit).file(output.path), path)
                lines.append(_read(found, path))
            except ProbierzError:
                continue  # of an older form of the split
    return lines


def _newest(found: LabellingRound) -> list[Output]:
    """One output of each person or team."""
    viewer = Viewer(found.creator)
    own = Q(submitter=found.creator) | Q(team__in=viewer.teams)
    shown = viewer.submissions(found.challenge).filter(Q(is_open=True) | own, hidden=None, is_human=False)
    tests = found.version.tests.filter(split=found.split)
    scored = Output.objects.filter(scores__test__in=tests, variant__submission__in=shown).distinct()
    newest: dict[tuple[int | None, int], Output] = {}
    for output in scored.select_related("variant__submission").order_by("-variant__submission__created", "-pk"):
        submission = output.variant.submission
        newest.setdefault((submission.team_id, 0 if submission.team_id else submission.submitter_id), output)
        if len(newest) == MOST_OUTPUTS:
            break
    return list(newest.values())
