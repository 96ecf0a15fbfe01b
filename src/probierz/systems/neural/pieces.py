"""Words as pieces of words, each word by itself, so that it is known which piece is of which word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

_MOST = 64
"""The most pieces of a word that are looked at: words are not so long, but lines without a space can be."""


class Frame(NamedTuple):
    """What a tokenizer puts before and after a text."""

    before: list[int]
    after: list[int]

    @property
    def size(self) -> int:
        """How many pieces it has."""
        return len(self.before) + len(self.after)


def frame_of(tokenizer: Any) -> Frame:
    """What the tokenizer puts around a text of one word."""
    found = tokenizer(["a"], is_split_into_words=True)
    owners = found.word_ids()
    known = [at for at, owner in enumerate(owners) if owner is not None]
    ids = list(found["input_ids"])
    return Frame(ids[: known[0]], ids[known[-1] + 1 :]) if known else Frame(ids, [])


class Separator(NamedTuple):
    """What a tokenizer puts between two texts, and whether pieces of the second are of another type."""

    pieces: list[int]
    has_types: bool


def separator_of(tokenizer: Any) -> Separator:
    """What stands between two texts; one whose pairs have nothing there gets what stands after a text."""
    found = tokenizer("a", "a", return_token_type_ids=True)
    owners = found.sequence_ids(0)
    first, second = (max(at for at, one in enumerate(owners) if one == 0), owners.index(1))
    between = list(found["input_ids"][first + 1 : second])
    return Separator(between or frame_of(tokenizer).after, 1 in found["token_type_ids"])


def word_pieces(tokenizer: Any, words: Sequence[str], most: int = _MOST) -> list[list[int]]:
    """The numbers of the pieces of each word, at least one: a word without any is unknown, as is a special one."""
    if not words:
        return []
    special, unknown = _special(tokenizer)
    cut = [word[: 8 * most] for word in words]  # a word of a megabyte would take the tokenizer minutes
    found = tokenizer(cut, is_split_into_words=True, add_special_tokens=False, verbose=False)
    pieces: list[list[int]] = [[] for _ in words]
    for number, owner in zip(found["input_ids"], found.word_ids(), strict=True):
        if owner is not None and len(pieces[owner]) < most:
            pieces[owner].append(unknown if number in special else number)  # a text may have the word </s>
    return [one or [unknown] for one in pieces]


class Pieces(NamedTuple):
    """The numbers of pieces of a text, and where in it each begins."""

    numbers: list[int]
    begins: list[int]


def text_pieces(tokenizer: Any, text: str, most: int) -> Pieces:
    """The first pieces of a text: one more than `most` where it has more. Special ones are unknown, as for words."""
    special, unknown = _special(tokenizer)
    size = 16 * most  # of a text of a megabyte only the beginning is cut into pieces
    while True:
        found = tokenizer(text[:size], add_special_tokens=False, return_offsets_mapping=True, verbose=False)
        if len(found["input_ids"]) > most or size >= len(text):
            break
        size *= 4
    numbers = [unknown if number in special else number for number in found["input_ids"][: most + 1]]
    return Pieces(numbers, [begin for begin, _ in found["offset_mapping"][: most + 1]])


def _special(tokenizer: Any) -> tuple[set[int], int]:
    """The pieces that mean something, and the one for what is unknown."""
    special = set(tokenizer.all_special_ids)
    unknown = tokenizer.unk_token_id
    if unknown is None:
        unknown = next(number for number in range(len(tokenizer)) if number not in special)
    return special, unknown


def padded(torch: Any, rows: Sequence[Sequence[int]], filler: int, device: Any) -> Any:
    """Rows as a tensor, the shorter ones filled up."""
    width = max(map(len, rows), default=0)
    return torch.tensor([[*row, *[filler] * (width - len(row))] for row in rows], device=device)
