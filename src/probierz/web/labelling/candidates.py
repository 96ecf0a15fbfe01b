"""Rounds in which people judge what a retriever found, and what is fed back to it."""

from __future__ import annotations

import io
import random
import re
import tempfile
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext as _

from probierz.challenges.candidates import CandidatePassage, JudgedPassage, write_judged
from probierz.web.labelling.models import LabellingRound
from probierz.web.labelling.queries import items_of

RELEVANT, NOT_RELEVANT = "relevant", "not relevant"
JUDGEMENTS = (RELEVANT, NOT_RELEVANT)
_BEGINS_WITH_DIGIT = re.compile(r"([0-9])(?!\w|[.,][0-9])")
"""As in "5" and "5 stars", not in "12", "3D" and "1.5"."""


def judged_by_question(candidates: Sequence[CandidatePassage], seed: int) -> list[int]:
    """Return the numbers of passages, from 1, as people see them: a question after the other, both in random order.

    So nobody sees which passage the retriever thought best.
    """
    draw = random.Random(seed)
    by_question: dict[str, list[int]] = {}
    for number, one in enumerate(candidates, 1):
        by_question.setdefault(one.question, []).append(number)
    groups = list(by_question.values())
    draw.shuffle(groups)
    return [number for group in groups for number in draw.sample(group, len(group))]


class LabelChoice(NamedTuple):
    """A button of a round. shown: what the label is called on the page; key: the digit that presses it, or nothing."""

    label: str
    shown: str
    key: str


def choices_of(found: LabellingRound) -> list[LabelChoice]:
    """Return the buttons of a round. Labels that are digits, or begin with one, have no other key."""
    if found.candidates:
        shown = (_("It answers the question"), _("It does not"))
        return [LabelChoice(*one) for one in zip((RELEVANT, NOT_RELEVANT), shown, "12", strict=True)]
    digits = {label: match[1] for label in found.labels if (match := _BEGINS_WITH_DIGIT.match(label))}
    keys = digits or {label: str(place) for place, label in enumerate(found.labels[:9], 1)}
    used = Counter(keys.values())
    return [LabelChoice(one, one, keys[one] if one in keys and used[keys[one]] == 1 else "") for one in found.labels]


def judged_archive(found: LabellingRound) -> bytes:
    """Return as a .zip what most people decided, see `write_judged`; ties decide nothing."""
    judged = [
        JudgedPassage(CandidatePassage(*found.candidates[item.line - 1]), item.majority == RELEVANT)
        for item in items_of(found)
        if item.majority and not item.is_tied
    ]
    file = io.BytesIO()
    with tempfile.TemporaryDirectory(prefix="probierz-judged-") as place, zipfile.ZipFile(file, "w") as archive:
        folder = Path(place) / f"judged-{found.pk}"
        write_judged(judged, folder, found.title)
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            archive.write(path, path.relative_to(place).as_posix(), zipfile.ZIP_DEFLATED)
    return file.getvalue()
