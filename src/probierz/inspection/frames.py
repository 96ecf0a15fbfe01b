"""Columns as frames of polars or pandas, and as plain data that JSON can hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from probierz.errors import MissingExtra
from probierz.scoring.format import finite_or_none

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["finite", "pandas_frame", "polars_frame"]


def polars_frame(columns: Mapping[str, Sequence[Any]]) -> polars.DataFrame:
    """Return the columns as a polars frame. Raises MissingExtra without polars."""
    try:
        import polars
    except ImportError:
        raise MissingExtra("polars", "frames", "a frame of rows") from None
    return polars.DataFrame(columns)


def pandas_frame(columns: Mapping[str, Sequence[Any]]) -> pandas.DataFrame:
    """Return the columns as a pandas frame. Raises MissingExtra without pandas."""
    try:
        import pandas
    except ImportError:
        raise MissingExtra("pandas", "frames", "a frame of rows") from None
    return pandas.DataFrame(columns)


def finite(value: Any) -> Any:
    """Return plain data with None in place of NaN and infinities, which JSON has no numbers for."""
    if isinstance(value, float):
        return finite_or_none(value)
    if isinstance(value, Mapping):
        return {key: finite(one) for key, one in value.items()}
    return [finite(one) for one in value] if isinstance(value, (list, tuple)) else value
