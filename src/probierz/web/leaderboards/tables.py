"""Boards and lists as tables of a page: what they sort by, and what a filter finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.http import HttpRequest
from django.utils.translation import gettext as _

from probierz.web.html.tables import PageTable, TableColumn
from probierz.web.leaderboards.board_view import BoardView, RankedRow


def board_table(request: HttpRequest, view: BoardView) -> PageTable:
    """Return the board in the order of its ranks, until another is asked for."""
    columns = [
        TableColumn(_("Rank"), "rank", is_number=True),
        TableColumn(_("Submitter"), "name", _name),
        *[_score_column(view, at) for at in shown_places(request, view)],
        TableColumn(_("When"), "when", _when),
        TableColumn(_("Last submission"), "last", _last),
        TableColumn(_("Submissions"), "entries", lambda row: row.entries, is_number=True),
    ]
    return PageTable(request, columns, lambda words: rows_with_words(view, words), natural="rank")


def list_table(request: HttpRequest, view: BoardView) -> PageTable:
    """Return a list of submissions, newest first until another order is asked for."""
    columns = [
        TableColumn(
            _("Rank"), is_number=True, note=_("on the final board") if view.marks_final else _("among submissions")
        ),
        TableColumn(_("Submitter"), "name", _name),
        *[_score_column(view, at) for at in shown_places(request, view)],
        TableColumn(_("When"), "when", _when),
        TableColumn(_("Version"), "version", _version),
    ]
    return PageTable(request, columns, lambda words: rows_with_words(view, words))


def rows_with_words(view: BoardView, words: str) -> Sequence[RankedRow]:
    """Return the rows that have all the words in name, description, tags, variant or commit."""
    wanted = words.casefold().split()
    if not wanted:
        return view.rows  # of which only one page is read
    return [row for row in view.rows if all(word in row.entry.words for word in wanted)]


def shown_places(request: HttpRequest, view: BoardView) -> list[int]:
    """Return the places of the columns that a page shows: the one that ranks; the others where they are asked for."""
    return view.main_first if request.GET.get("metrics") == "all" or view.main is None else _unfolded(view)


def _unfolded(view: BoardView) -> list[int]:
    """The column that ranks; on a final board also that on the public part, where published results stand."""
    places = view.main_first
    title = view.columns[places[0]].title
    return [at for at in places if view.columns[at].title == title] if view.is_final else places[:1]


def folded_metrics(request: HttpRequest, table: PageTable, view: BoardView) -> tuple[int, bool, str] | None:
    """Return how many metrics there are, whether all are shown, and the address that shows all or one."""
    if view.main is None or len(view.columns) == len(_unfolded(view)):
        return None
    shows_all = request.GET.get("metrics") == "all"
    titles = {column.title for column in view.columns}  # one on each part of a test is one metric
    return len(titles), shows_all, table.address(metrics="" if shows_all else "all")


def score_columns(view: BoardView) -> list[TableColumn]:
    """Return the columns of the scores, in the order of `BoardView.main_first`."""
    return [_score_column(view, at) for at in view.main_first]


def _score_column(view: BoardView, at: int) -> TableColumn:
    test, is_main = view.columns[at].test, at == view.main
    if is_main:
        better = _("↑ higher is better") if test.higher_is_better else _("↓ lower is better")
        note = better
    else:
        note = "↑" if test.higher_is_better else "↓"
    if test.part:
        note = f"{note} · {test.get_part_display()}"
    heading = view.columns[at].heading
    return TableColumn(heading, f"s{test.pk}", _score_at(at), is_number=True, note=note, is_main=is_main)


def _score_at(at: int) -> Callable[[RankedRow], float | None]:
    def score(row: RankedRow) -> float | None:
        """As it is shown; all that is not shown is equal, so that no order tells of it."""
        cell = row.entry.cells[at]
        return None if cell is None else cell.value

    return score


def _name(row: RankedRow) -> str:
    return row.entry.name.casefold()


def _when(row: RankedRow) -> float | None:
    return None if row.entry.when is None else row.entry.when.timestamp()


def _last(row: RankedRow) -> float | None:
    return row.last.of.created.timestamp() if row.last and row.entry.when else _when(row)


def _version(row: RankedRow) -> tuple[int, int, int]:
    version = row.entry.submission.version
    return (version.major, version.minor, version.patch)
