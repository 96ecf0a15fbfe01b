"""Tables that sort, filter and turn pages on the server; the address of a page says all of it.

A view makes a `PageTable`; its template includes parts/filter.html, parts/head.html and parts/pager.html around rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet
from django.http import HttpRequest

from probierz.ordering import missing_last

PER_PAGE = 50
SEEN_AT_ONCE = 10


@dataclass(frozen=True)
class TableColumn:
    """A column: `sort` is a field of the query, or a key function where rows are a list, None for what is
    missing, which comes last in both directions; empty: it does not sort.

    note: what stands below the title. is_main: whether the column is the one that matters most.
    """

    title: str
    name: str = ""
    sort: str | Callable[[Any], Any] = ""
    is_number: bool = False
    note: str = ""
    is_main: bool = False


@dataclass(frozen=True)
class Head:
    """A column as it is shown: the address that sorts by it, and "ascending", "descending" or "" as it is now."""

    column: TableColumn
    address: str
    order: str


class PageTable:
    """Rows of one page, in the order and with the words that the request asks for.

    rows: a query or a list. words: called with what was typed, it returns the rows that have it; None: no filter.
    prefix: of the names in the address, for a second table on a page. natural: the column in whose order the rows come
    when none is asked for.
    """

    def __init__(
        self,
        request: HttpRequest,
        columns: Sequence[TableColumn],
        rows: Callable[[str], Any],
        *,
        has_filter: bool = True,
        sort: str = "",
        per_page: int = PER_PAGE,
        prefix: str = "",
        natural: str = "",
    ) -> None:
        self.request = request
        self.columns = columns
        self.has_filter = has_filter
        self.per_page = per_page
        self.prefix = prefix
        self.natural = natural
        self._rows = rows
        self.words = self._asked("filter")[:200].replace("\0", "") if has_filter else ""
        asked = self._asked("sort") or sort
        sortable = {column.name for column in columns if column.sort}
        self.sort = asked if asked.removeprefix("-") in sortable else sort

    @cached_property
    def page(self) -> Page[Any]:
        """The page asked for; the nearest one where there is none of that number."""
        return Paginator(self._sorted(self._rows(self.words)), self.per_page).get_page(self._asked("page"))

    @property
    def rows(self) -> Sequence[Any]:
        """The rows of the page."""
        return list(self.page)

    @property
    def is_long(self) -> bool:
        """Whether there is more than one sees at once: a filter above a few rows is only in the way."""
        return bool(self.words) or self.page.paginator.count > SEEN_AT_ONCE

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show at all."""
        return self.page.paginator.count == 0

    @cached_property
    def heads(self) -> list[Head]:
        """The columns with their addresses."""
        return [self._head(column) for column in self.columns]

    def address(self, **changes: str) -> str:
        """Return the query of this page with some values changed; an empty value goes."""
        query = self.request.GET.copy()
        for name, value in changes.items():
            query[self.prefix + name] = value
            if not value:
                del query[self.prefix + name]
        return f"?{query.urlencode()}"

    @property
    def previous_address(self) -> str:
        """Where the page before is."""
        return self.address(page=str(self.page.previous_page_number())) if self.page.has_previous() else ""

    @property
    def next_address(self) -> str:
        """Where the page after is."""
        return self.address(page=str(self.page.next_page_number())) if self.page.has_next() else ""

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What the filter's form carries along: everything in the address but the page and the words."""
        ours = (self.prefix + "page", self.prefix + "filter")
        return [
            (name, str(value))
            for name in self.request.GET
            for value in self.request.GET.getlist(name)
            if name not in ours
        ]

    def _asked(self, name: str) -> str:
        return self.request.GET.get(self.prefix + name, "")

    def _head(self, column: TableColumn) -> Head:
        if column.name and column.name == self.natural:
            return Head(column, self.address(sort="", page=""), "" if self.sort else "ascending")
        if not column.sort:
            return Head(column, "", "")
        order = {column.name: "ascending", f"-{column.name}": "descending"}.get(self.sort, "")
        following = f"-{column.name}" if order == "ascending" else column.name
        return Head(column, self.address(sort=following, page=""), order)

    def _sorted(self, rows: Any) -> Any:
        name = self.sort.removeprefix("-")
        column = next((column for column in self.columns if column.name == name and column.sort), None)
        if column is None:
            return rows
        backwards = self.sort.startswith("-")
        if isinstance(rows, QuerySet) and isinstance(column.sort, str):
            by = F(column.sort).desc(nulls_last=True) if backwards else F(column.sort).asc(nulls_last=True)
            return rows.order_by(by, "pk")
        assert callable(column.sort)
        key = column.sort
        return sorted(rows, key=lambda row: missing_last(key(row), backwards=backwards), reverse=backwards)
