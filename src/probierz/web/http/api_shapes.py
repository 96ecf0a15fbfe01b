"""What the API's endpoints share: texts without what cannot be seen, pages of lists, errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext
from ninja import Schema
from pydantic import AfterValidator, AliasChoices, Field

from probierz.web.html.plain_text import TOKEN_IN_TEXT, has_unseen, shows_nothing
from probierz.web.token_shape import has_token

Row = TypeVar("Row", bound=Model)


def _plain(text: str) -> str:
    if has_unseen(text, may_have_lines=True):
        raise ValueError("the text holds a character that cannot be seen")
    return _without_token(text)


def _plain_line(text: str) -> str:
    if has_unseen(text) or (text and shows_nothing(text)):
        raise ValueError("the text holds a character that cannot be seen, or more than one line")
    return _without_token(text)


def _without_token(text: str) -> str:
    if has_token(text):
        raise ValueError(gettext(TOKEN_IN_TEXT))
    return text


Text = Annotated[str, AfterValidator(_plain)]
"""A text without what cannot be seen, in as many lines as one likes."""
Line = Annotated[str, AfterValidator(_plain_line)]
"""A text on one line, such as a name."""


class ProblemOut(Schema):
    """One thing that is wrong, and where."""

    file: str = Field(validation_alias=AliasChoices("file", "path"))
    line: int | None
    message: str
    remedy: str
    severity: str


class ErrorOut(Schema):
    """What every refused request is answered. code: the reason, for programs."""

    detail: str
    code: str
    problems: list[ProblemOut]


MOST_A_PAGE = 100


class PageAsked(Schema):
    """Which page of a list is wanted."""

    page: int = Field(1, ge=1, le=100_000, description="from 1")
    per_page: int = Field(50, ge=1, le=MOST_A_PAGE, description="items on a page")


class PageOfList(Schema):
    """Which page of how many items this is."""

    page: int
    per_page: int
    count: int


def page_of(rows: QuerySet[Row], asked: PageAsked, show: Callable[[Row], Any]) -> dict[str, Any]:
    """Return a page of rows, each as `show` shows it; a page after the last is empty."""
    first = (asked.page - 1) * asked.per_page
    items = [show(row) for row in rows[first : first + asked.per_page]]
    return {"items": items, "page": asked.page, "per_page": asked.per_page, "count": rows.count()}
