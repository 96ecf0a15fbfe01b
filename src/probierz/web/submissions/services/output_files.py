"""What was handed in, given back as one archive: to organisers all of a challenge, to people their own.

submissions.tsv                     number, whose it is, when it came, phase, state, description, scores
12-Gama/test-A/out.tsv              a folder for each submission: its number and the name that boards show; what
                                    failed is there, too, where there are files of it
"""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC
from pathlib import Path
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.board_columns import ANY_PRIORITY, all_columns
from probierz.web.challenges.counted_submissions import from_people
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import organising
from probierz.web.configuration import places
from probierz.web.intake.errors import IntakeError
from probierz.web.intake.gitstore import Store
from probierz.web.intake.outputs import outputs_of_tree
from probierz.web.submissions.models import Output, Score, Submission
from probierz.web.submissions.output_checks import version_splits
from probierz.web.submissions.services.rights import check_source
from probierz.web.submissions.visibility import Viewer

COLUMNS = ("submission", "name", "handed in", "phase", "state", "description")
LONGEST_NAME = 60
_PIECE = 2**16


def pack_all_outputs(challenge: Challenge, *, by: User) -> Iterator[bytes]:
    """Give, piece by piece, an archive with all that was handed in. Raises Refused for whoever does not organise."""
    organising(challenge, by)
    audit(by, "challenge.download", challenge)
    viewer = Viewer(by)
    return _packed(challenge, viewer.submissions(challenge), viewer)


def pack_own_outputs(challenge: Challenge, *, by: User) -> Iterator[bytes]:
    """Give, piece by piece, what they or their teams handed in. Raises Refused where that is nothing."""
    viewer = Viewer(by)
    own = viewer.submissions(challenge).filter(from_people(), viewer.owned())
    if not own.exists():
        raise Refused(_("Only what you handed in can be given back, and here that is nothing."), "unknown")
    return _packed(challenge, own, viewer)


def pack_outputs(submission: Submission, *, by: User | None) -> Iterator[bytes]:
    """Give, piece by piece, the outputs of one submission. Raises Refused for who may not see where it came from."""
    viewer = Viewer(by)
    check_source(submission, viewer)
    if by is not None and not viewer.submitted(submission) and not submission.is_open:
        audit(by, "submission.download", submission)
    only = submission.challenge.submissions.filter(pk=submission.pk)
    return _packed(submission.challenge, only, viewer)


class _Pipe(io.RawIOBase):
    """What an archive is written to: it keeps what came until that is taken."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """It takes what is written."""
        return True

    def write(self, piece: Any, /) -> int:
        """Keep a piece."""
        self._pieces.append(bytes(piece))
        return len(self._pieces[-1])

    def taken(self) -> bytes:
        """Return what came since the last time."""
        found, self._pieces = b"".join(self._pieces), []
        return found


def _packed(challenge: Challenge, found: QuerySet[Submission], viewer: Viewer) -> Iterator[bytes]:
    related = found.filter(from_people()).select_related("submitter", "team", "phase", "challenge", "version")
    submissions = list(related.order_by("pk"))
    names = {one.pk: viewer.name_of(one) for one in submissions}
    splits = {one.version_id: version_splits(one.version) for one in submissions}
    paths: dict[int, dict[str, None]] = defaultdict(dict)
    known = Output.objects.filter(variant__submission__in=names).order_by("path")
    for number, path in known.values_list("variant__submission", "path"):
        paths[number][path] = None
    table = "".join(_lines(submissions, names, _Scores(viewer, challenge, submissions)))
    return _pieces(challenge, submissions, names, paths, splits, table)


def _pieces(
    challenge: Challenge,
    submissions: Sequence[Submission],
    names: Mapping[int, str],
    paths: Mapping[int, Iterable[str]],
    splits: Mapping[int, Sequence[str]],
    table: str,
) -> Iterator[bytes]:
    """Ask the database nothing: who reads slowly would keep its connection. table: what submissions.tsv holds."""
    pipe, store = _Pipe(), Store(places.store(challenge.slug))
    with tempfile.TemporaryDirectory(prefix="probierz-outputs-") as place:
        with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("submissions.tsv", table)
            for one in submissions:
                folder = f"{one.pk}-{_plain(names[one.pk])}"
                known = paths.get(one.pk, ())
                for name, path in _files(store, one, known, splits[one.version_id], Path(place)):
                    yield from _added(archive, pipe, path, f"{folder}/{name}", one)
                    path.unlink()
        yield pipe.taken()


def _added(archive: zipfile.ZipFile, pipe: _Pipe, path: Path, name: str, of: Submission) -> Iterator[bytes]:
    about = zipfile.ZipInfo(name, of.created.astimezone(UTC).timetuple()[:6])
    about.compress_type, about.file_size = zipfile.ZIP_DEFLATED, path.stat().st_size
    about.external_attr = 0o644 << 16
    with path.open("rb") as file, archive.open(about, "w") as packed:
        while piece := file.read(_PIECE):
            packed.write(piece)
            yield pipe.taken()


def _files(
    store: Store, submission: Submission, known: Iterable[str], splits: Sequence[str], place: Path
) -> Iterator[tuple[str, Path]]:
    """The outputs of a submission, one after the other in a file; what is not kept any more is left out.

    known: their paths where it was scored. Of what failed, those that look like outputs of these splits.
    """
    with suppress(IntakeError):
        tree = store.tree(submission.commit)
        for at, name in enumerate(known or [one.path for one in outputs_of_tree(tree, splits).found]):
            path = place / f"{submission.pk}-{at}"
            store.save(tree.file(name), path)
            yield name, path


class _Scores:
    """The scores of submissions that a viewer may see, by test and metric; of several variants each with its name."""

    def __init__(self, viewer: Viewer, challenge: Challenge, submissions: Sequence[Submission]) -> None:
        columns = all_columns(challenge, most_priority=ANY_PRIORITY, with_private=viewer.knows_private(challenge))
        self.titles = [column.label for column in columns]
        self._tests = [column.test.pk for column in columns]
        self._found: dict[tuple[int, int], list[tuple[str, str]]] = defaultdict(list)
        by_number = {one.pk: one for one in submissions}
        scores = Score.objects.filter(submission__in=by_number, test__in=self._tests)
        for score in scores.select_related("test", "variant", "evaluation").order_by("variant"):
            of = by_number[score.submission_id]
            if viewer.knows(challenge, of.phase, score.test) and (text := viewer.shown(score, of).for_programs):
                self._found[of.pk, score.test_id].append((score.variant.name, text))

    def of(self, submission: Submission) -> list[str]:
        """Return the cells of a submission; empty where it has no score, or none that may be seen."""
        return [_by_variant(self._found[submission.pk, test]) for test in self._tests]


def _by_variant(scores: Sequence[tuple[str, str]]) -> str:
    return "; ".join(text if len(scores) == 1 else f"{name}: {text}" for name, text in scores)


def _lines(submissions: Iterable[Submission], names: Mapping[int, str], scores: _Scores) -> Iterator[str]:
    yield "\t".join((*COLUMNS, *scores.titles)) + "\n"
    for one in submissions:
        phase, when = one.phase.name if one.phase else "", one.created.astimezone(UTC).isoformat(timespec="seconds")
        row = (str(one.pk), names[one.pk], when, phase, one.state, one.description, *scores.of(one))
        yield "\t".join(" ".join(value.split()) for value in row) + "\n"


def _plain(name: str) -> str:
    """A name as a part of a file's: letters and digits of any language."""
    return re.sub(r"[\W_]+", "-", name)[:LONGEST_NAME].strip("-") or "anonymous"
