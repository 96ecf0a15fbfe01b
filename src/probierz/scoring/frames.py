"""Tables of results as frames of polars or pandas."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from probierz.errors import MissingExtra

if TYPE_CHECKING:
    import pandas
    import polars


class AsFrames(ABC):
    """What has columns, and so can be had as a frame."""

    @abstractmethod
    def as_columns(self) -> dict[str, list[Any]]:
        """Return the columns by name, all of one length."""

    def to_polars(self) -> polars.DataFrame:
        """Return the columns as a polars frame. Raises MissingExtra without polars."""
        return polars_frame(self.as_columns())

    def to_pandas(self) -> pandas.DataFrame:
        """Return the columns as a pandas frame. Raises MissingExtra without pandas."""
        try:
            import pandas
        except ImportError:
            raise MissingExtra("pandas", "frames", "a frame of rows") from None
        return pandas.DataFrame(self.as_columns())


def polars_frame(columns: Mapping[str, Sequence[Any]]) -> polars.DataFrame:
    """Return the columns as a polars frame. Raises MissingExtra without polars."""
    try:
        import polars
    except ImportError:
        raise MissingExtra("polars", "frames", "a frame of rows") from None
    return polars.DataFrame(columns)
