"""A guard of hidden tests: who changes one line after another and looks at the score learns the expected results.

So of one person or team only a few outputs a day are scored that differ from an earlier one of theirs in at most a
hundredth of the lines. How much scores tell in all is limited by quotas, see `bits_told`.

Lines are compared twice. First as texts, before anything is scored: refused outputs cost no quota and tell nothing.
Then by what the metrics say of each line, so that neither another way to write a number, nor a noise on each that no
score shows, nor wrong answers changed into other wrong ones make outputs look different. Another text that scores the
same on every line is as near as one that does not on one: were it not, a refusal would say whether the changed line is
right, public or private. As that refusal depends on the expected results it tells a bit of them, names no number, and
costs what a score costs.

It tells no more than the score in its place would: an equal one, told in steps, says as well that no more than a line
or two of the public part changed. Measured on a test of 200 lines of two classes, half of them public, with ten outputs
a day over ten days and no quota in all, least squares found of the division 6 to 15 of 200 bits by changes of three to
eight lines, whether some 36 to 4 of the outputs were refused or none, and 19 by changes of forty, where nothing is
refused; of the labels of public lines 8 to 25 of 100 bits with the guard, 10 to 26 without it, and 56 where all lines
are guessed anew. The ten outputs of the usual quota told 2 and 4 bits.
"""

from __future__ import annotations

import hashlib
import io
from array import array
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from django.db.models import QuerySet

from probierz.challenges.challenge import open_challenge
from probierz.errors import ProbierzError
from probierz.web.challenges.models import Disclosure, Part, Version
from probierz.web.configuration import places
from probierz.web.intake.names import output_name
from probierz.web.intake.outputs import FoundOutput
from probierz.web.jobs.registry import JobFailed
from probierz.web.submissions.answered import without_others
from probierz.web.submissions.evaluation import ScoredOutput
from probierz.web.submissions.fetching import TakenOutput
from probierz.web.submissions.models import Output, Submission
from probierz.web.submissions.output_checks import evaluation_key
from probierz.web.submissions.services.quota import on_day
from probierz.web.submissions.visibility import Viewer
from probierz.web.submissions.whose import sharing_tries
from probierz.whole_files import write_whole

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

NEAR_SCORES = "NearlyEqualScores"
"""The kind of a failure that scores decided."""
FEWEST_LINES_TO_PROBE = 20
"""On smaller tests any change is a large one; they hide nothing for long."""
SHARE = 100
MOST_COMPARED = 100
"""Earlier outputs of the same people on a test, the newest of them."""
Marks: TypeAlias = "array[int]"
ScoreMarks: TypeAlias = "NDArray[numpy.float64]"


def refuse_probing(submission: Submission, outputs: Sequence[TakenOutput]) -> dict[str, int]:
    """Return the outputs that are nearly equal to earlier ones, with the number of lines that differ.

    Raises JobFailed where too many were handed in that day. Organisers, who know the expected results, may.
    """
    most, viewer = submission.challenge.near_quota, Viewer(submission.submitter)
    if not most or viewer.organises(submission.challenge):
        return {}
    guarded = _guarded_splits(viewer, submission)
    found: dict[str, int] = {}
    before = _near_that_day(submission)
    for split in sorted(guarded):
        known = _known(submission, split)
        for output in (one for one in outputs if one.found.test == split):
            marks = _marks(submission, output)
            changed = _nearest(marks, known)
            known.append(marks)
            if changed is not None:
                found[output.found.path] = changed
                if is_too_many(before + len(found), most):
                    raise _refused(output, changed, len(marks), most)
    return found


def refuse_near_scores(
    submission: Submission, scores: Sequence[ScoredOutput], near: Mapping[str, int]
) -> dict[str, int]:
    """Return further outputs, of which a hundredth of the lines or less score otherwise than an earlier one's.

    near: those that are known already. Raises JobFailed, kind `NEAR_SCORES`, where too many were handed in that day.
    """
    most, viewer = submission.challenge.near_quota, Viewer(submission.submitter)
    if not most or viewer.organises(submission.challenge):
        return {}
    guarded = _guarded_splits(viewer, submission)
    found: dict[str, int] = {}
    before = _near_that_day(submission) + len(near)
    for split in sorted(guarded):
        known = _known_scores(submission, split)
        for one in (one for one in scores if one.output.found.test == split):
            marks, lines = score_marks(submission.version, one), _marks(submission, one.output)
            if marks is None:
                continue
            changed = _nearest_by_scores(marks, [scores for texts, scores in known if texts != lines])
            known.append((lines, marks))
            path = one.output.found.path
            if changed is not None and path not in near:
                found[path] = changed
                if is_too_many(before + len(found), most):
                    raise _refused_by_scores(path, most)
    return found


def _refused_by_scores(path: str, most: int) -> JobFailed:
    message = (
        "the output scores as an earlier one of yours on nearly all lines that count now, and at most "
        f"{most} such outputs a day are scored on a hidden test, as scores would tell of single lines; "
        "hand in one that differs more, or come back tomorrow. This counts against your quota"
    )
    return JobFailed(message, kind=NEAR_SCORES, file=path)


def _guarded_splits(viewer: Viewer, submission: Submission) -> set[str]:
    """Hidden tests of which they see any score."""
    return {
        test.split
        for test in submission.version.tests.filter(is_hidden=True)
        if viewer.disclosure(submission.challenge, submission.phase, test) != Disclosure.HIDDEN
    }


def nearly_equal(lines: int, changed: int, fewest: int = 1) -> bool:
    """Whether that few lines differ that a score tells of each of them."""
    return lines >= FEWEST_LINES_TO_PROBE and fewest <= changed <= max(1, lines // SHARE)


def is_too_many(near: int, most: int) -> bool:
    """Whether the last of so many nearly equal outputs of a day is refused; most: the challenge's `near_quota`."""
    return near > most


def _nearest(marks: Marks, known: Iterable[Marks]) -> int | None:
    """On how many lines the nearest of those differs that are nearly equal; None where none is."""
    if len(marks) < FEWEST_LINES_TO_PROBE:
        return None
    counts = [sum(map(int.__ne__, marks, other)) for other in known if len(other) == len(marks)]
    return min((count for count in counts if nearly_equal(len(marks), count)), default=None)


def _nearest_by_scores(marks: ScoreMarks, known: Iterable[ScoreMarks]) -> int | None:
    """The same by what metrics say of lines, where none that differs is as near as one."""
    from probierz.web.sandbox.rows import lines_that_differ

    counts = [count for other in known if (count := lines_that_differ(marks, other)) is not None]
    return min((count for count in counts if nearly_equal(len(marks), count, fewest=0)), default=None)


def _refused(output: TakenOutput, changed: int, lines: int, most: int) -> JobFailed:
    message = (
        f"the output differs in only {changed} of {lines} lines from an earlier one of yours, and at most {most} such "
        "outputs a day are scored on a hidden test, as scores would tell of single lines; "
        "hand in one that differs more, or come back tomorrow"
    )
    return JobFailed(message, kind="NearlyEqual", file=output.found.path)


# --- earlier outputs -------------------------------------------------------------------------------------------------


def _other_outputs(submission: Submission) -> QuerySet[Output]:
    """Those of the same people, whatever became of them since: deleting, or changing teams, gives no more tries."""
    theirs = sharing_tries(submission.submitter_id, submission.team_id, "variant__submission__")
    rows = Output.objects.filter(theirs, variant__submission__challenge=submission.challenge_id)
    return rows.exclude(variant__submission=submission)


def newest_of_theirs(submission: Submission) -> int | None:
    """Return the last output that this one is compared with; once another was written, it is to be compared again."""
    return _other_outputs(submission).order_by("-pk").values_list("pk", flat=True).first()


def _near_that_day(submission: Submission) -> int:
    """How many near outputs are known that were handed in on the same day."""
    near = _other_outputs(submission).filter(changed__isnull=False)
    return near.filter(on_day(submission.created, "variant__submission__")).count()


def _known(submission: Submission, split: str) -> list[Marks]:
    rows = without_others(_other_outputs(submission), submission.version, split).order_by("-pk")
    named = rows.values_list("split", "path", "sha256")[:MOST_COMPARED]
    keys = dict.fromkeys(_key_of(*one) for one in named)
    found = [_read(places.marks_file(key)) for key in keys]
    return [marks for marks in found if marks is not None]


def _key_of(split: str, path: str, sha256: str) -> str:
    name = output_name(path.rpartition("/")[2])
    return sha256 if name is None else evaluation_key(FoundOutput(split, path, name), sha256)


def _known_scores(submission: Submission, split: str) -> list[tuple[Marks | None, ScoreMarks]]:
    """The marks of earlier outputs: of their lines as texts (None where they are lost), and of the scores of these."""
    outputs = without_others(_other_outputs(submission), submission.version, split).order_by("-pk")
    named = outputs.values_list("split", "path", "sha256")[:MOST_COMPARED]
    gold = _gold_hash(submission.version, split)
    keys = dict.fromkeys(_key_of(*one) for one in named)
    files = [(places.marks_file(key), places.score_marks_file(_score_key(gold, key))) for key in keys]
    found = [(_read(lines), _read_scores(marks)) for lines, marks in files]
    return [(lines, marks) for lines, marks in found if marks is not None]


# --- marks of the scores of lines ------------------------------------------------------------------------------------


def score_marks(version: Version, scored: ScoredOutput) -> ScoreMarks | None:
    """Return what all metrics say of each line, and keep it; None where no rows are kept.

    Of a divided test the public part alone counts: whether an output is refused must not depend on private results.
    """
    from probierz.web.sandbox.rows import marks_of_rows

    path = places.score_marks_file(_score_key(_gold_hash(version, scored.output.found.test), scored.key))
    known = _read_scores(path)
    if known is not None:
        return known
    tests = [*(one.test for one in scored.known.values()), *(test for test, _ in scored.new)]
    rows = {test.scheme: file for test in tests if test.part != Part.PRIVATE and (file := scored.rows_of(test))}
    if not rows:
        return None
    try:
        marks = marks_of_rows(rows)
    except ProbierzError:  # rows of another version of the engine, or lost
        return None
    _write_scores(path, marks)
    return marks


def _write_scores(path: Path, marks: ScoreMarks) -> None:
    import numpy

    content = io.BytesIO()
    numpy.save(content, marks, allow_pickle=False)
    write_whole(path, content.getvalue())


def _read_scores(path: Path) -> ScoreMarks | None:
    import numpy

    try:
        marks: ScoreMarks = numpy.load(path, allow_pickle=False)
    except (FileNotFoundError, ValueError, EOFError):  # lost, or damaged
        return None
    return marks


def _gold_hash(version: Version, split: str) -> str:
    """All that scores of lines depend on beside the output: the expected results and the metrics."""
    tests = version.tests.filter(split=split).order_by("scheme").values_list("scheme", "gold_hash")
    return hashlib.sha256(repr(list(tests)).encode()).hexdigest()


def _score_key(gold: str, key: str) -> str:
    return hashlib.sha256(f"{gold}\0{key}".encode()).hexdigest()


# --- marks of lines --------------------------------------------------------------------------------------------------


def _marks(submission: Submission, output: TakenOutput) -> Marks:
    """A number for each line; they are kept for later comparisons."""
    path = places.marks_file(evaluation_key(output.found, output.digests.sha256))
    known = _read(path)
    if known is not None:
        return known
    version = submission.version
    challenge = open_challenge(places.version_folder(version.challenge.slug, version.folder))
    marks = array("I", (_mark(line) for line in _lines(output.file, challenge.out_header)))
    write_whole(path, marks.tobytes())
    return marks


def _mark(line: str) -> int:
    return int.from_bytes(hashlib.blake2b(line.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "big")


def _lines(path: Path, header: Sequence[str]) -> Iterable[str]:
    from probierz.lines import GEVAL, LineReader

    with LineReader(path, dialect=GEVAL, header=tuple(header)) as reader:
        for line in reader:
            yield str(line)


def _read(path: Path) -> Marks | None:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    marks: Marks = array("I")
    marks.frombytes(content[: len(content) // marks.itemsize * marks.itemsize])
    return marks
