"""A board as somebody may see it: columns, rows, and the entries in them, which are read when they are looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol, overload

from django.utils import timezone

from probierz.web.challenges.board_columns import BoardColumn
from probierz.web.challenges.models import Challenge, Part, Phase
from probierz.web.challenges.phases import will_decide
from probierz.web.html.tables import PER_PAGE
from probierz.web.leaderboards.board_standings import BoardStanding, Submitted
from probierz.web.leaderboards.comparable import goes_by_selection
from probierz.web.leaderboards.models import Board
from probierz.web.submissions.models import Submission, SubmissionTag, Variant, is_marked_baseline
from probierz.web.submissions.visibility import ShownScore
from probierz.web.submissions.whose import Whose


@dataclass(frozen=True)
class BoardEntry:
    """A variant of a submission with its scores, one for each column (None where it has none).

    variant: None for a submission that has none yet. evaluations: which evaluation each score comes from.
    outdated: for each column, whether the data were replaced since. conflicts: for each column, what another place says
    instead of a published score that is shown; empty for nothing. login: see `Viewer.login_of`.
    """

    submission: Submission
    variant: Variant | None
    name: str
    cells: tuple[ShownScore | None, ...]
    evaluations: tuple[int | None, ...] = ()
    outdated: tuple[bool, ...] = ()
    conflicts: tuple[str, ...] = ()
    tags: tuple[SubmissionTag, ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()
    is_own: bool = False
    login: str | None = None

    @property
    def variant_name(self) -> str:
        """The variant's name where it says something."""
        return "" if self.variant is None or self.variant.name == Variant.USUAL else self.variant.name

    @property
    def is_marked_baseline(self) -> bool:
        """Whether a mark has to say that it is a baseline: a tag may say so already."""
        return is_marked_baseline(self.submission, self.tags)

    @property
    def is_baseline(self) -> bool:
        """Whether it is a baseline; see `Submission.is_shown_as_baseline`."""
        return self.submission.is_shown_as_baseline

    @property
    def when(self) -> datetime | None:
        """When it was handed in; None for a published result."""
        return self.submission.when_handed_in

    @property
    def submitter(self) -> str:
        """For programs, whose it is; of a published result the system, as where it is printed stands beside it."""
        return self.submission.without_source(self.name)

    @property
    def words(self) -> str:
        """What a filter looks at."""
        tags = " ".join(tag.tag.name for tag in self.tags)
        submission = self.submission
        said = f"{self.name} {submission.published_team} {submission.description}"
        return f"{said} {tags} {self.variant_name} {submission.commit[:12]}".casefold()


@dataclass(frozen=True)
class RankedRow:
    """A row of a board or list. entries: how many submissions of the same people one sees. group: see output_groups.py.

    last: the newest of them, on boards.
    public_rank: of the same output by the public part, where the private one decides; None elsewhere.
    is_on_final_board: in lists, whether it stands on the final board, whose ranks it has then.
    other_phase, is_on_whole_test: see `BoardStanding`.
    """

    rank: int | None
    entry: BoardEntry
    entries: int = 1
    group: int | None = None
    last: BoardStanding | None = None
    public_rank: int | None = None
    other_phase: str = ""
    is_on_whole_test: bool = False
    is_on_final_board: bool = False

    @property
    def moved(self) -> int:
        """How many ranks it rose from the public to the private part; below zero if it fell."""
        return self.public_rank - self.rank if self.public_rank and self.rank else 0


class Place(NamedTuple):
    """A row before its entry is read; the other values are those of `RankedRow`. owner: whose it is, on boards."""

    rank: int | None
    standing: BoardStanding
    entries: int = 1
    group: int | None = None
    last: BoardStanding | None = None
    public_rank: int | None = None
    is_on_final_board: bool = False
    owner: Whose | None = None


class BoardLabel(NamedTuple):
    """Of a submission: whom it stands for, as somebody may see it, and what they say of it."""

    name: str
    description: str


class EntrySource(Protocol):
    """What reads entries when they are looked at: of standings, in their order."""

    def __call__(self, standings: Sequence[BoardStanding]) -> list[BoardEntry]:
        """Return an entry for each."""

    def labels(self, of: Iterable[Submitted], beside: Iterable[Submitted] = ()) -> dict[int, BoardLabel]:
        """Return the labels of these at least, by number. beside: what is shown with them; its people are read, too."""

    def column(self, at: int, known: Mapping[int, Submitted]) -> dict[int, BoardStanding]:
        """Return where variants of these submissions stand by a column, by the variant's number."""


class BoardRows(Sequence[RankedRow]):
    """The rows of a board. What is looked at is read: a page of them, or, for whoever goes through them, all at once.

    places: who stands where, which is known without reading any more.
    """

    def __init__(self, places: Sequence[Place] = (), reader: EntrySource | None = None) -> None:
        self.places = tuple(places)
        self._reader = reader
        self._all: list[RankedRow] | None = None

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, at: int) -> RankedRow: ...

    @overload
    def __getitem__(self, at: slice) -> list[RankedRow]: ...

    def __getitem__(self, at: int | slice) -> RankedRow | list[RankedRow]:
        if self._all is not None:
            return self._all[at]
        return self._made(self.places[at]) if isinstance(at, slice) else self._made([self.places[at]])[0]

    def __iter__(self) -> Iterator[RankedRow]:
        if self._all is None:
            self._all = self._made(self.places)
        return iter(self._all)

    def replaced(self, places: Sequence[Place]) -> BoardRows:
        """Return rows with these places, which are read in the same way."""
        return BoardRows(places, self._reader)

    def labels(self, of: Iterable[Submitted]) -> dict[int, BoardLabel]:
        """Return what stands beside a point in a plot, for each of these by number."""
        first_page = (place.standing.of for place in self.places[:PER_PAGE])
        return self._reader.labels(of, first_page) if self._reader else {}

    def column(self, at: int) -> dict[int, BoardStanding]:
        """Return where variants stand by the column at that place, by the variant's number."""
        known = {place.standing.of.submission: place.standing.of for place in self.places}
        return self._reader.column(at, known) if self._reader else {}

    def _made(self, places: Sequence[Place]) -> list[RankedRow]:
        entries = self._reader([place.standing for place in places]) if self._reader else []
        return [
            RankedRow(
                place.rank,
                entry,
                place.entries,
                place.group,
                place.last,
                place.public_rank,
                place.standing.other_phase,
                place.standing.is_on_whole_test,
                place.is_on_final_board,
            )
            for place, entry in zip(places, entries, strict=True)
        ]


@dataclass(frozen=True)
class BoardView:
    """A board as somebody may see it. main: the place of the column that ranks. On a final board the private part does.

    waiting: how many submissions have a main score on data that were repaired, and are still to be scored again.
    submissions: the best variant of every submission that takes part, on boards.
    lacks_groups: whether groups may be shown, and some of the outputs on top are not compared: yet, or for good.
    like_first: how many rows of other people the test cannot tell from one of those with the first rank, these counted;
    None where those and the next were not compared, or that may not be shown, or nobody else has a rank.
    marks_final: whether it is a list whose rows say whether they stand on the final board.
    in_no_row: on a board by tags or a parameter, how many scored submissions have none. has_unscored: of a board
    without rows, whether there are submissions that were scored by other metrics or on other tests.
    """

    challenge: Challenge
    board: Board
    columns: tuple[BoardColumn, ...]
    main: int | None
    rows: BoardRows
    waiting: int = 0
    submissions: tuple[BoardStanding, ...] = ()
    lacks_groups: bool = False
    like_first: int | None = None
    marks_final: bool = False
    in_no_row: int = 0
    has_unscored: bool = False

    @property
    def is_final(self) -> bool:
        """Whether the private part ranks."""
        column = self.main_column
        return column is not None and column.test.part == Part.PRIVATE

    @property
    def is_final_board(self) -> bool:
        """Whether the private part ranks there what people selected, so that this board decides."""
        return self.is_final and goes_by_selection(self.board, self.challenge, timezone.now())

    @property
    def phase_to_come(self) -> Phase | None:
        """The board's phase where it is still to open, so that nothing can stand there yet."""
        phase = self.board.phase
        return phase if phase is not None and phase.opens is not None and phase.opens > timezone.now() else None

    @property
    def is_divided(self) -> bool:
        """Whether the column that ranks is of the public part, and the private one decides later."""
        column = self.main_column
        return column is not None and column.test.part == Part.PUBLIC

    @property
    def decides(self) -> bool:
        """Whether the private part will rank what is handed in now, or during the board's phase."""
        return will_decide(self.challenge, timezone.now(), self.board.phase)

    @property
    def main_column(self) -> BoardColumn | None:
        """The column that ranks."""
        return None if self.main is None else self.columns[self.main]

    @property
    def main_first(self) -> list[int]:
        """The places of the columns as pages and files show them: the metric that ranks, then the others from the last;
        of each the part that ranks before the other.
        """
        places = list(reversed(range(len(self.columns))))
        main = self.main_column
        if main is None:
            return places
        titles = list(dict.fromkeys([main.title, *(self.columns[at].title for at in places)]))

        def place(at: int) -> tuple[int, bool]:
            return titles.index(self.columns[at].title), self.columns[at].test.part != main.test.part

        return sorted(places, key=place)

    @property
    def has_unranked_results(self) -> bool:
        """Whether published results stand there that have no rank, as they are no submissions."""
        return any(not of.is_ranked for of in self._compared_results)

    @property
    def has_any_on_whole_test(self) -> bool:
        """Whether published results stand there beside scores on a part of the test."""
        return any(place.standing.is_on_whole_test for place in self.rows.places)

    @property
    def has_late_ones(self) -> bool:
        """Whether something stands there that organisers handed in when its phase was over."""
        return any(place.standing.of.is_late for place in self.rows.places)

    @property
    def has_ones_after_end(self) -> bool:
        """Whether something stands there that came before an earlier end was set."""
        return any(place.standing.of.is_after_end for place in self.rows.places)

    @property
    def has_other_phases(self) -> bool:
        """Whether something stands there of a phase that does not count."""
        return any(place.standing.other_phase for place in self.rows.places)

    @property
    def ranks_all_kinds(self) -> bool:
        """Whether published systems of any kind but baselines have ranks there: nothing official is published."""
        return any(of.is_ranked and of.published_kind not in ("", "official") for of in self._compared_results)

    @property
    def _compared_results(self) -> list[Submitted]:
        """The published results that are on the same test as what is handed in."""
        found = [place.standing for place in self.rows.places if place.standing.of.is_reference]
        return [one.of for one in found if not one.is_on_whole_test]

    @property
    def rounds_ranks(self) -> bool:
        """Whether scores that are shown in full are ranked rounded, as others are shown rounded."""
        known = [one.standing.cell.rounded_to for one in self.rows.places if one.rank is not None and one.standing.cell]
        return None in known and any(digits is not None for digits in known)

    @property
    def ranks_as_told(self) -> bool:
        """Whether ranks go by what others are told of scores that are shown in full here."""
        return any(one.rank is not None and one.standing.cell and one.standing.cell.told for one in self.rows.places)

    @property
    def phases(self) -> frozenset[int | None]:
        """The numbers of the phases of what stands there."""
        return frozenset(place.standing.of.phase for place in self.rows.places)

    @property
    def hides_order(self) -> bool:
        """Whether the score that ranks is kept from this viewer for some rows."""
        cells = [place.standing.cell for place in self.rows.places if not place.standing.of.is_counted]
        return any(cell is not None and not cell.is_disclosed for cell in cells)

    @property
    def has_counted(self) -> bool:
        """Whether baselines that were counted stand there."""
        return any(place.standing.of.is_counted for place in self.rows.places)
