"""Pictures by matplotlib, out of plain numbers and names. They are white, so that they suit light and dark pages."""

from __future__ import annotations

import io
import math
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from probierz.errors import MissingExtra, OptionError
from probierz.whole_files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_BLUE = "#2a6fb0"
_FORMATS = (".svg", ".png", ".pdf")
_LEVEL = 3
"""So many letters of each name stand side by side."""


class Picture:
    """A picture: a notebook shows it, `save` writes it, `figure` is matplotlib's, to be changed at will.

    Raises MissingExtra without matplotlib.
    """

    def __init__(self, draw: Callable[[Axes], None], size: tuple[float, float]) -> None:
        try:
            from matplotlib.figure import Figure
        except ImportError:
            raise MissingExtra("matplotlib", "plots", "a picture") from None
        self.figure: Figure = Figure(figsize=size, layout="constrained", facecolor="white")
        axes = self.figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture as .svg, .png or .pdf. Raises OptionError for another suffix, or where it cannot be."""
        suffix = os.path.splitext(os.fspath(path))[1].lower()
        if suffix not in _FORMATS:
            raise OptionError(f"{os.fspath(path)}: a picture is saved as {', '.join(_FORMATS)}; choose one of these")
        try:
            write_whole(path, self._written(suffix[1:]))
        except OSError as error:
            raise OptionError(f"{os.fspath(path)}: the picture cannot be saved: {error.strerror}") from error

    def _repr_svg_(self) -> str:
        return self._written("svg").decode()

    def _written(self, form: str) -> bytes:
        buffer = io.BytesIO()
        dateless: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form, {})
        with _settings():
            self.figure.savefig(buffer, format=form, dpi=150, metadata=dateless)
        return buffer.getvalue()


@contextmanager
def _settings() -> Iterator[None]:
    """The same bytes each time; letters that the font lacks are boxes and no warnings."""
    import matplotlib

    with warnings.catch_warnings(), matplotlib.rc_context({"svg.hashsalt": "probierz"}):
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        yield


def histogram(values: Sequence[float], *, title: str, label: str, bins: int = 20, counted: str = "lines") -> Picture:
    """Return how often values of each size occur; what is no finite number is left out, and the title says so.

    counted: what the values are of. Raises OptionError for fewer than one bar.
    """
    if bins < 1:
        raise OptionError(f"bins={bins} is not a number of bars; give a whole number from 1")
    known = [value for value in values if math.isfinite(value)]
    missing = len(values) - len(known)
    shown = f"{title} ({missing} without a value left out)" if missing else title

    def draw(axes: Axes) -> None:
        axes.hist(known, bins=bins, color=_BLUE, edgecolor="white", linewidth=0.5)
        axes.set_xlabel(_shown(label), parse_math=False)
        axes.set_ylabel(_shown(counted), parse_math=False)
        _entitle(axes, shown)

    return Picture(draw, (6, 3.2))


def bars(
    names: Sequence[str], values: Mapping[str, Sequence[float]], *, title: str, label: str, named: str = ""
) -> Picture:
    """Return a group of bars for each name, with one bar for each series of values.

    values: the series by name, each with a value for each name. label: what the values are. named: what the names are.
    """
    turned: dict[str, Any] = {"rotation": 30, "ha": "right"} if max(map(len, names), default=0) > _LEVEL else {}
    width = 0.8 / max(len(values), 1)
    colours = [_BLUE, "#d98c2b", "#6b6b6b", "#8fb9dc", "#5b3f8c", "#2f2f2f"]

    def draw(axes: Axes) -> None:
        for at, (series, heights) in enumerate(values.items()):
            places = [place + (at - (len(values) - 1) / 2) * width for place in range(len(names))]
            axes.bar(places, heights, width, label=_shown(series, 30), color=colours[at % len(colours)])
        axes.set_xticks(range(len(names)), [_shown(name, 30) for name in names], parse_math=False, **turned)
        axes.set_xlabel(_shown(named), parse_math=False)
        axes.set_ylabel(_shown(label), parse_math=False)
        if len(values) > 1:
            axes.figure.legend(frameon=False, loc="outside lower right", ncols=min(len(values), 3))  # where no bar is
        _entitle(axes, title)

    return Picture(draw, (max(6.0, 0.45 * len(names) + 2), 3.6))


def intervals(
    names: Sequence[str], values: Sequence[float], bounds: Sequence[tuple[float, float]], *, title: str
) -> Picture:
    """Return a row for each name with its value as a point and its interval as a line."""

    def draw(axes: Axes) -> None:
        for at, (value, (low, high)) in enumerate(zip(values, bounds, strict=True)):
            axes.plot([low, high], [at, at], color=_BLUE, linewidth=2, solid_capstyle="butt")
            axes.plot([value], [at], "o", color=_BLUE)
        _name_rows(axes, names)
        axes.set_ylim(len(names) - 0.5, -0.5)  # the first above
        axes.grid(axis="x", color="#dddddd")
        axes.set_axisbelow(True)
        _entitle(axes, title)

    return Picture(draw, (6, 1.1 + 0.4 * len(names)))


def matrix(
    names: Sequence[str], numbers: Sequence[Sequence[float]], texts: Sequence[Sequence[str]], *, title: str, note: str
) -> Picture:
    """Return a square with a text in each cell, on a colour from orange (below 0) to violet (above 0).

    note: what the texts mean.
    """
    known = [abs(one) for row in numbers for one in row if math.isfinite(one)]
    most = max(known, default=0.0) or 1.0

    def draw(axes: Axes) -> None:
        axes.imshow(numbers, cmap="PuOr", vmin=-most, vmax=most, aspect="auto")
        for row, cells in enumerate(texts):
            for column, cell in enumerate(cells):
                number = numbers[row][column]
                is_dark = math.isfinite(number) and abs(number) > 0.6 * most
                colour = "white" if is_dark else "black"
                axes.text(column, row, _shown(cell, 20), ha="center", va="center", color=colour, parse_math=False)
        axes.set_xticks(
            range(len(names)), [_shown(name, 30) for name in names], rotation=30, ha="right", parse_math=False
        )
        axes.set_xlabel(_shown(note), parse_math=False)
        _name_rows(axes, names)
        _entitle(axes, title)

    side = 1.6 + 1.1 * len(names)
    return Picture(draw, (side + 1, side * 0.6 + 0.8))


def _entitle(axes: Axes, title: str) -> None:
    """Above the whole picture, so that it has room."""
    axes.get_figure().suptitle(_shown(title), x=0.02, ha="left", fontsize="medium", parse_math=False)  # type: ignore[union-attr]  # axes in a picture have a figure


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [_shown(name, 30) for name in names], parse_math=False)


def _shown(text: str, most: int = 60) -> str:
    """The text, cut where it is too long, without what no font can draw."""
    plain = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text[: most + 1])
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"
