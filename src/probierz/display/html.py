"""Tables in HTML for notebooks. Text stays text, and colours suit light and dark pages."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

LONGEST_TEXT = 2000
"""Characters of a cell; a longer text is cut, and says so."""

_CONTROLS = [*range(9), *range(11, 32), 127, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]  # not TAB, not LF
_HIDDEN = dict.fromkeys(_CONTROLS, "\N{REPLACEMENT CHARACTER}")
_NUMBER = "padding:.15em .6em;vertical-align:top;text-align:right;font-variant-numeric:tabular-nums"
_TEXT = (
    "padding:.15em .6em;vertical-align:top;text-align:left;white-space:pre-wrap;overflow-wrap:anywhere;max-width:40em"
)
# Translucent, so that the page's own colours stay readable; a line as well, as colour alone tells some people nothing.
_MISSING = "background:rgba(214,69,65,.28);text-decoration:line-through"
_ADDED = "background:rgba(38,166,91,.28);text-decoration:underline"


class Markup(str):
    """HTML that is ready to be put into a page; any other text is escaped first."""

    __slots__ = ()


def text(value: str) -> Markup:
    """Return a text as HTML: escaped, control characters shown, too long ones cut, its direction its own affair."""
    cut = value if len(value) <= LONGEST_TEXT else f"{value[:LONGEST_TEXT]}… ({len(value)} characters)"
    return Markup(f"<bdi>{html.escape(cut.translate(_HIDDEN))}</bdi>")


def difference(pieces: Iterable[tuple[str, str]]) -> Markup:
    """Return the pieces of a difference, each with its kind: "same", "missing" or "added"."""
    tags = {"missing": ("del", _MISSING), "added": ("ins", _ADDED)}
    parts = []
    for kind, piece in pieces:
        tag, style = tags.get(kind, ("span", ""))
        parts.append(f'<{tag} style="{style}">{text(piece)}</{tag}>' if style else text(piece))
    return Markup("".join(parts))


def shaded(shown: str, share: float) -> Markup:
    """Return a number on a ground that is the stronger the nearer `share` is to 1."""
    strength = 0.55 * min(max(share, 0.0), 1.0)
    style = f"display:block;padding:.1em .4em;background:rgba(58,124,202,{strength:.2f})"
    return Markup(f'<span style="{style}">{html.escape(shown)}</span>')


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numbers: Iterable[str] = (),
    title: str = "",
    notes: Iterable[str] = (),
) -> str:
    """Return a table. numbers: the columns of numbers, set to the right. notes: what a reader should know.

    Nothing is loaded, nothing runs, and formulas such as $x$ in texts are not typeset.
    """
    right = set(numbers)
    caption = f'<caption style="text-align:left">{_cell(title)}</caption>' if title else ""
    styles = [_NUMBER if name in right else _TEXT for name in head]
    top = "".join(
        f'<th scope="col" style="{style}">{_cell(name)}</th>' for name, style in zip(head, styles, strict=True)
    )
    body = "".join(f"<tr>{_row(row, styles)}</tr>" for row in rows)
    below = "".join(f"<li>{_cell(note)}</li>" for note in notes)
    below = f"<ul>{below}</ul>" if below else ""
    return (
        '<div class="probierz tex2jax_ignore mathjax_ignore">'
        f"<table>{caption}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>{below}</div>"
    )


def _row(row: Sequence[str], styles: Sequence[str]) -> str:
    return "".join(f'<td style="{style}">{_cell(cell)}</td>' for cell, style in zip(row, styles, strict=True))


def _cell(value: str) -> str:
    return value if isinstance(value, Markup) else text(value)
