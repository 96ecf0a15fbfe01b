"""Differences between an expected text and an output: what is missing and what was added, by words or characters.

The edit is the smallest, for commands and reports, which count what it changes. Pages of the platform mark longest
common runs (`web/submissions/differences.py`); systems align words in their own ways (`systems/shared/alignment.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

Unit = Literal["word", "char"]

_PIECE = re.compile(r"\s+|\S+")
_MOST_CELLS = 2**28
"""Lengths multiplied; beyond it (32 MB of bits) the middle of the texts is shown as replaced."""


Kind = Literal["same", "missing", "added"]
_KINDS: tuple[Kind, ...] = ("same", "missing", "added")


class DiffPiece(NamedTuple):
    """A part of a text: in both ("same"), in the expected text only ("missing"), in the output only ("added")."""

    kind: Kind
    text: str


def differences_of(expected: str, output: str, unit: Unit = "word") -> list[DiffPiece]:
    """Return the pieces of a smallest edit from the expected text to the output; white space counts like words.

    The pieces that are not added make up the expected text, those that are not missing the output.
    """
    wanted: Sequence[str] = expected if unit == "char" else _PIECE.findall(expected)
    got: Sequence[str] = output if unit == "char" else _PIECE.findall(output)
    start = _common(wanted, got)
    end = _common(wanted[start:][::-1], got[start:][::-1])
    middle = wanted[start : len(wanted) - end], got[start : len(got) - end]
    first, last = "".join(wanted[:start]), "".join(wanted[len(wanted) - end :])
    return list(_joined([DiffPiece("same", first), *_edits(*middle), DiffPiece("same", last)]))


def _joined(pieces: Sequence[DiffPiece]) -> Iterator[DiffPiece]:
    """Between texts that are the same, one piece that is missing and one that was added."""
    for is_same, run in groupby(pieces, lambda piece: piece.kind == "same"):
        parts = list(run)
        for kind in _KINDS[:1] if is_same else _KINDS[1:]:
            text = "".join(piece.text for piece in parts if piece.kind == kind)
            if text:
                yield DiffPiece(kind, text)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many items the two begin with in common."""
    return next(
        (at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs),
        min(len(one), len(other)),
    )


def _edits(wanted: Sequence[str], got: Sequence[str]) -> Iterator[DiffPiece]:
    if len(wanted) * len(got) > _MOST_CELLS:
        yield from (DiffPiece("missing", "".join(wanted)), DiffPiece("added", "".join(got)))
        return
    for edit in _opcodes()(wanted, got):
        tag, first, last, start, end = edit
        if tag == "equal":
            yield DiffPiece("same", "".join(wanted[first:last]))
        else:
            yield DiffPiece("missing", "".join(wanted[first:last]))
            yield DiffPiece("added", "".join(got[start:end]))


@cache
def _opcodes() -> Callable[[Sequence[str], Sequence[str]], Sequence[tuple[str, int, int, int, int]]]:
    from rapidfuzz.distance import Levenshtein

    return lambda wanted, got: [
        (edit.tag, edit.src_start, edit.src_end, edit.dest_start, edit.dest_end)
        for edit in Levenshtein.opcodes(wanted, got)
    ]


def marked_text(pieces: Sequence[DiffPiece]) -> str:
    """The difference as plain text, marked as git does: `to [-be-]{+bee+} or`."""
    forms = {"same": "{}", "missing": "[-{}-]", "added": "{{+{}+}}"}
    return "".join(forms[piece.kind].format(piece.text) for piece in pieces)
