"""Entries of boards and lists, read in a fixed number of queries for those rows that are looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from probierz.web.accounts.models import Team, User
from probierz.web.challenges.board_columns import BoardColumn
from probierz.web.challenges.models import Challenge, Version
from probierz.web.leaderboards.board_standings import BoardStanding, Submitted, scored_standings
from probierz.web.leaderboards.board_view import BoardEntry, BoardLabel, RankedRow
from probierz.web.submissions.models import Parameter, Score, Submission, SubmissionTag, Variant
from probierz.web.submissions.visibility import ShownScore, Viewer, name_of_its_own

MOST_NAMED = 500
"""Of more rows than these, those of the whole challenge are read rather than each by its number."""


class _Result(NamedTuple):
    """A score as it is in the database; boards have thousands, and models of Django are slow to make."""

    test: int
    evaluation: int | None
    full: ShownScore
    conflict: str


class EntryReader:
    """Reads entries as somebody may see them. What may be seen is decided once for each phase and test."""

    def __init__(self, viewer: Viewer, challenge: Challenge, columns: Sequence[BoardColumn]) -> None:
        self._viewer, self._challenge, self._columns = viewer, challenge, columns
        self._tests = {test.pk: (at, test) for at, column in enumerate(columns) for test in column.tests}
        self._looks: dict[tuple[int | None, int, bool], Callable[[ShownScore], ShownScore]] = {}
        self._people: dict[int, User] = {}
        self._teams: dict[int, Team] = {}
        self._labels: dict[int, BoardLabel] = {}

    def __call__(self, standings: Sequence[BoardStanding]) -> list[BoardEntry]:
        """Return an entry for each, in this order."""
        if not standings:
            return []
        wanted = sorted({one.of.submission for one in standings})
        numbers = wanted if len(wanted) <= MOST_NAMED else None
        submissions = self._submissions(numbers)
        scores, tags = self._scores(numbers), self._tags(numbers)
        return [
            self._entry(
                submissions[one.of.submission],
                _variant(one),
                scores.get(one.variant or 0, []),
                tags.get(one.of.submission, []),
            )
            for one in standings
        ]

    def labels(self, of: Iterable[Submitted], beside: Iterable[Submitted] = ()) -> dict[int, BoardLabel]:
        """Return the labels of these at least, by number. beside: what is shown with them; its people are read, too."""
        missing = [one for one in of if one.submission not in self._labels]
        whose = {(one.submitter, one.team) for one in missing}
        self._meet(whose.union((one.submitter, one.team) for one in beside))
        names = {
            (submitter, team): self._viewer.name_for(
                self._challenge, self._people[submitter], self._teams.get(team or 0)
            )
            for submitter, team in whose
        }
        for one in missing:
            own = name_of_its_own(one.description, one.row_name, is_reference=one.is_reference)
            name = names[one.submitter, one.team] if own is None else own
            self._labels[one.submission] = BoardLabel(name, one.description)
        return self._labels

    def column(self, at: int, known: Mapping[int, Submitted]) -> dict[int, BoardStanding]:
        """Return where the variants stand that have a score in this column, by the variant's number."""
        submissions = self._viewer.submissions(self._challenge)
        found = scored_standings(self._viewer, self._challenge, submissions, self._columns[at], known)
        return {one.variant: one for one in found if one.variant is not None}

    def _submissions(self, numbers: Sequence[int] | None) -> dict[int, Submission]:
        """Submissions with all that a viewer's rights depend on, so that nothing is asked for one by one.

        Few people hand in much: each is read and made once, which a join would do for every row. Of people only their
        names are read.
        """
        rows = Submission.objects.filter(challenge=self._challenge)
        rows = rows if numbers is None else rows.filter(pk__in=numbers)
        light = rows.defer("problems", "failure", "form", "job", "url", "branch", "content")
        found = {one.pk: one for one in light}
        self._meet({(one.submitter_id, one.team_id) for one in found.values()})
        versions = self._versions({one.version_id for one in found.values()})
        phases = {phase.pk: phase for phase in self._challenge.phases.all()}
        for one in found.values():
            one.challenge, one.version = self._challenge, versions[one.version_id]
            one.submitter, one.team = self._people[one.submitter_id], self._teams.get(one.team_id or 0)
            one.phase = phases.get(one.phase_id or 0)
        return found

    def _versions(self, numbers: set[int]) -> dict[int, Version]:
        """The present one is known where a challenge was read for a page, and most submissions are of it."""
        current = self._challenge.current
        present = {current.pk: current} if current is not None else {}
        earlier = numbers - present.keys()
        read = Version.objects.defer("readme", "readme_html", "problems").in_bulk(earlier) if earlier else {}
        return present | read

    def _of(self, numbers: Sequence[int] | None) -> dict[str, object]:
        """What belongs to these submissions, or to any of the challenge."""
        return {"submission__challenge": self._challenge} if numbers is None else {"submission__in": numbers}

    def _meet(self, whose: Collection[tuple[int, int | None]]) -> None:
        """Read the people and teams that were not read yet."""
        people = {submitter for submitter, _ in whose} - self._people.keys()
        teams = {team for _, team in whose if team is not None} - self._teams.keys()
        if people:
            self._people |= User.objects.only("username", "name", "is_anonymous_entry").in_bulk(people)
        if teams:
            self._teams |= Team.objects.in_bulk(teams)

    def _scores(self, numbers: Sequence[int] | None) -> dict[int, list[_Result]]:
        scores = Score.objects.filter(challenge=self._challenge, test__in=list(self._tests))
        scores = scores if numbers is None else scores.filter(submission__in=numbers)
        fields = (
            "variant", "test", "evaluation", "is_withheld", "conflict", "shown", "value", "evaluation__low",
            "evaluation__high", "evaluation__notes",
        )  # fmt: skip
        found: dict[int, list[_Result]] = defaultdict(list)
        for variant, test, evaluation, is_withheld, conflict, *shown in scores.values_list(*fields):
            text, value, low, high, notes = shown
            full = ShownScore(text, value, low, high, tuple(notes or ()), is_withheld=is_withheld)
            found[variant].append(_Result(test, evaluation, full, conflict))
        return found

    def _tags(self, numbers: Sequence[int] | None) -> dict[int, list[SubmissionTag]]:
        tags = SubmissionTag.objects.filter(**self._of(numbers))
        found: dict[int, list[SubmissionTag]] = defaultdict(list)
        for one in tags.select_related("tag").order_by("tag__name"):
            found[one.submission_id].append(one)
        return found

    def _entry(
        self, submission: Submission, variant: Variant | None, results: list[_Result], tags: list[SubmissionTag]
    ) -> BoardEntry:
        """Return a variant with its scores. Those on current data count before those on data that were replaced."""
        width = len(self._columns)
        cells: list[ShownScore | None] = [None] * width
        evaluations: list[int | None] = [None] * width
        outdated = [False] * width
        conflicts = [""] * width
        for result in sorted(results, key=self._is_current):
            at, _ = self._tests[result.test]
            cells[at] = shown = self._shown(submission, result)
            evaluations[at] = result.evaluation
            outdated[at] = not self._is_current(result)
            conflicts[at] = result.conflict if shown.is_disclosed else ""
        viewer, name = self._viewer, self._viewer.name_of(submission)
        self._labels[submission.pk] = BoardLabel(name, submission.description)
        return BoardEntry(
            submission,
            variant,
            name,
            tuple(cells),
            tuple(evaluations),
            tuple(outdated),
            tuple(conflicts),
            tuple(tags),
            is_own=viewer.submitted(submission) and not submission.is_reference and not submission.row_name,
            login=viewer.login_of(submission),
        )

    def _is_current(self, result: _Result) -> bool:
        at, _ = self._tests[result.test]
        return result.test == self._columns[at].test.pk

    def _shown(self, submission: Submission, result: _Result) -> ShownScore:
        key = (submission.phase_id, result.test, submission.is_counted)
        if key not in self._looks:
            _, test = self._tests[result.test]
            self._looks[key] = self._viewer.look(
                self._challenge, submission.phase, test, is_counted=submission.is_counted
            )
        return self._looks[key](result.full)


def _variant(standing: BoardStanding) -> Variant | None:
    """Made of what is known of it, so that it is not read again."""
    if standing.variant is None:
        return None
    return Variant(
        pk=standing.variant, submission_id=standing.of.submission, name=standing.variant_name or Variant.USUAL
    )


def with_parameters(rows: Sequence[RankedRow], most: int = 8) -> list[RankedRow]:
    """Return the rows with the first parameters of their variants, for the few that stand on a page."""
    variants = [row.entry.variant.pk for row in rows if row.entry.variant is not None]
    found: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for variant, name, value in (
        Parameter.objects.filter(variant__in=variants).order_by("name").values_list("variant", "name", "value")
    ):
        found[variant].append((name, value))
    return [
        replace(row, entry=replace(row.entry, parameters=tuple(_first(found[row.entry.variant.pk], most))))
        if row.entry.variant is not None and row.entry.variant.pk in found
        else row
        for row in rows
    ]


def _first(parameters: list[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    return parameters if len(parameters) <= most else [*parameters[:most], ("[...]", "")]
