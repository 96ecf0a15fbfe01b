"""Results that were published elsewhere: rows of a board without outputs."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.reports.tables import NumberStyle
from probierz.schemes.scheme import parse_scheme
from probierz.suites.published_checks import on_another_scale
from probierz.suites.published_results import PRINTED_NUMBER
from probierz.suites.publishing import ReferenceRow
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge, Part, Test
from probierz.web.challenges.services import changed, organising
from probierz.web.intake.links import is_web_address
from probierz.web.submissions.models import Link, Score, Submission, Variant
from probierz.web.submissions.services.changing import delete


def add_reference(
    challenge: Challenge, by: User, row: ReferenceRow, *, url: str = "", title: str = "", is_sure: bool = False
) -> Submission:
    """Add the result that a paper tells of.

    Nobody scored it here, so it has no interval and cannot be compared line by line. url, title: a link of it, where it
    is printed if the row does not say that. is_sure: whether a score may be on another scale than all that are there.
    Raises Refused.
    """
    organising(challenge, by)
    _refuse_impossible(challenge, row)
    for column, value in row.scores.items() if not is_sure else ():
        _ask_about_scale(_test(challenge, column), column, value)
    return _add(challenge, by, replace(row, source=row.source or title, link=row.link or url), url, title)


def _add(challenge: Challenge, by: User, row: ReferenceRow, url: str, title: str) -> Submission:
    if any(link and not is_web_address(link) for link in (url, row.link)):
        raise Refused(_("The link must begin with https:// or http://."), "link")
    found = [(_test(challenge, column), value) for column, value in row.scores.items()]
    assert challenge.current is not None
    with transaction.atomic():
        submission = Submission.objects.create(
            challenge=challenge,
            version=challenge.current,
            submitter=by,
            source=Submission.Source.REFERENCE,
            description=row.name.strip(),
            state=Submission.State.SCORED,
            is_reference=True,
            is_baseline=True,
            published_kind=row.kind,
            is_ranked=row.is_ranked,
            **_printed(row),
        )
        variant = Variant.objects.create(submission=submission, name=Variant.USUAL)
        Score.objects.bulk_create(
            _score(submission, variant, test, value, row, column)
            for column, (test, value) in zip(row.scores, found, strict=True)
        )
        if url:
            Link.objects.create(submission=submission, url=url, title=title)
        changed(challenge)
        audit(by, "submission.reference", submission)
    return submission


@dataclass(frozen=True)
class ReferenceChanges:
    """What `put_references` did, by the names of rows. others: published results of the challenge that it let be.

    outdated: those with scores on data that were replaced since. renewed: those that were, and hold for data of now.
    """

    added: list[str] = field(default_factory=list)
    corrected: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    outdated: list[str] = field(default_factory=list)
    renewed: list[str] = field(default_factory=list)


@transaction.atomic
def put_references(
    challenge: Challenge, by: User, rows: Sequence[ReferenceRow], *, url: str = "", title: str = "", hold: bool = False
) -> ReferenceChanges:
    """Make the published results of one source those given, by name: added, corrected, or taken away.

    url, title: the link of all of them, by which a row that is not given any more is known as one of this source;
    without a link, and for rows that others added, it stays. hold: whether what was printed before the data were
    replaced is a score on the data of now. Raises Refused.
    """
    organising(challenge, by)
    changes = ReferenceChanges()
    given = {row.name: row for row in rows}
    for row in rows:
        _refuse_impossible(challenge, row)
    there: dict[str, Submission] = {}
    for one in challenge.submissions.filter(is_reference=True, deleted=None).order_by("pk"):
        if one.description in given:
            there.setdefault(one.description, one)
        elif url and one.links.filter(url=url, title=title).exists():
            delete(one, by)
            changes.removed.append(one.description)
        else:
            changes.others.append(one.description)
    for name, row in given.items():
        if name not in there:
            _add(challenge, by, row, url, title)
            changes.added.append(name)
            continue
        _classify(there[name], row)
        for done in _corrected(there[name], by, row, hold=hold):
            getattr(changes, done).append(name)
    return changes


def _classify(submission: Submission, row: ReferenceRow) -> None:
    """Note what a published result is of, and where it is printed; a row that does not say leaves what is known."""
    kind = {"published_kind": row.kind, "is_ranked": row.is_ranked} if row.kind else {}
    where = _printed(row) if any((row.source, row.year, row.link, row.team, row.is_counted)) else {}
    news = {name: value for name, value in (kind | where).items() if getattr(submission, name) != value}
    if not news:
        return
    if row.link and not is_web_address(row.link):
        raise Refused(_("The link must begin with https:// or http://."), "link")
    for name, value in news.items():
        setattr(submission, name, value)
    submission.save(update_fields=list(news))
    changed(submission.challenge)


def _printed(row: ReferenceRow) -> dict[str, Any]:
    """Where a published result stands, and whose it is."""
    return {
        "published_source": row.source, "published_year": row.year, "published_link": row.link,
        "published_team": row.team, "is_counted": row.is_counted,
    }  # fmt: skip


def _corrected(submission: Submission, by: User, row: ReferenceRow, *, hold: bool) -> list[str]:
    """Give a published result the scores of a row; return which lists of `ReferenceChanges` it belongs to.

    What a paper printed is a score on the data of its day: where these were replaced and the value is the same, it
    stays theirs, and boards mark it. What was counted, or has another value now, or is told to hold, is a score on the
    data of today.
    """
    there = list(submission.scores.select_related("test"))
    variant, wanted = submission.variants.get(), []
    for column, value in row.scores.items():
        test = _test(submission.challenge, column)
        before = next((one.test for one in there if _is_before(one, test) and one.value == value), None)
        kept = before if before is not None and not row.is_counted and not hold else test
        wanted.append(_score(submission, variant, kept, value, row, column))
    outdated = ["outdated"] if _has_outdated(wanted, submission.challenge) else []
    if {_said(one) for one in there} == {_said(one) for one in wanted}:
        return outdated
    had = {(one.test.split, one.test.name): one.value for one in there}
    is_corrected = had != {(one.test.split, one.test.name): one.value for one in wanted}
    is_renewed = hold and not row.is_counted and not outdated and _has_outdated(there, submission.challenge)
    submission.scores.all().delete()
    Score.objects.bulk_create(wanted)
    if not outdated and submission.challenge.current is not None:
        submission.version = submission.challenge.current  # by which all of them are now
        submission.save(update_fields=["version"])
    changed(submission.challenge)
    audit(by, "submission.correct-reference", submission)
    return [*(["corrected"] if is_corrected else []), *outdated, *(["renewed"] if is_renewed else [])]


def _said(score: Score) -> tuple[int, float | None, str, str]:
    """What a published score is."""
    return (score.test_id, score.value, score.shown, score.conflict)


def _is_before(score: Score, test: Test) -> bool:
    """Whether a score is by the metric of a test, on data that were replaced since."""
    was = score.test
    same = (was.split, was.scheme, was.part) == (test.split, test.scheme, test.part)
    return same and was.gold_hash != test.gold_hash


def _has_outdated(scores: Sequence[Score], challenge: Challenge) -> bool:
    """Whether some are on data that were replaced since."""
    assert challenge.current is not None
    of_now = set(challenge.current.tests.values_list("pk", flat=True))
    return any(one.test_id not in of_now for one in scores)


def _refuse_impossible(challenge: Challenge, row: ReferenceRow) -> None:
    """Refuse what no metric gives: no number, or one out of its bounds; and all before there is a version."""
    if challenge.current is None:
        raise Refused(_("The challenge has no published version yet."), "closed")
    if not row.scores or not all(map(math.isfinite, row.scores.values())):
        raise Refused(_("Give at least one score, and only numbers."), "scores")
    for column, value in row.scores.items():
        low, high = parse_scheme(_test(challenge, column).scheme).metric.bounds
        if not low <= value <= high:
            least, most = (f"{bound:g}".replace("inf", "∞") for bound in (low, high))
            words = {"name": column, "value": f"{value:g}", "low": least, "high": most}
            raise Refused(
                _(
                    "%(name)s cannot be %(value)s: it goes from %(low)s to %(high)s; write percent as fractions, 0.61 "
                    "for 61 %%."
                )
                % words,
                "scores",
            )


def _ask_about_scale(test: Test, column: str, value: float) -> None:
    """Refuse what is far from all published results and baselines, where a moved point would put it among them."""
    there = Score.objects.filter(test=test, submission__deleted=None, submission__is_baseline=True, value__isnull=False)
    others = [value for value in there.values_list("value", flat=True) if value is not None]
    other = on_another_scale(repr(value), others, "higher" if test.higher_is_better else "lower")
    if other:
        words = {"name": column, "value": f"{value:g}", "other": f"{float(other):g}"}
        raise Refused(
            _(
                "%(name)s %(value)s is far from all other results, and %(other)s would stand among them; write that, "
                "or say with is_sure that it is right."
            )
            % words,
            "unsure",
        )


def _test(challenge: Challenge, column: str) -> Test:
    assert challenge.current is not None
    split, _blank, name = column.partition(" ")
    test = challenge.current.tests.filter(split=split, name=name).exclude(part=Part.PRIVATE).first()
    if test is None:
        raise Refused(_("There is no test %(name)s.") % {"name": column}, "scores")
    return test


def _score(submission: Submission, variant: Variant, test: Test, value: float, row: ReferenceRow, column: str) -> Score:
    """The score of a row that it has under this column. Printed digits are taken where they are those of the value."""
    printed = row.printed.get(column, "")
    shown = NumberStyle(test.precision, test.as_percentage).show(value)
    if re.fullmatch(PRINTED_NUMBER, printed) and math.isclose(
        float(printed), value * test.scale, rel_tol=1e-9, abs_tol=1e-12
    ):
        shown = printed
    return Score(
        challenge=submission.challenge, submission=submission, variant=variant, test=test, value=value, shown=shown,
        conflict=row.conflicts.get(column, "").strip(),
    )  # fmt: skip
