"""Words as pieces of words, each word by itself, so that it is known which piece is of which word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

__all__ = ["Frame", "frame_of", "padded", "word_pieces"]

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


def word_pieces(tokenizer: Any, words: Sequence[str], most: int = _MOST) -> list[list[int]]:
    """The numbers of the pieces of each word, at least one: a word without any is unknown, as is a special one."""
    if not words:
        return []
    special = set(tokenizer.all_special_ids)
    unknown = tokenizer.unk_token_id
    if unknown is None:
        unknown = next(number for number in range(len(tokenizer)) if number not in special)
    cut = [word[: 8 * most] for word in words]  # a word of a megabyte would take the tokenizer minutes
    found = tokenizer(cut, is_split_into_words=True, add_special_tokens=False, verbose=False)
    pieces: list[list[int]] = [[] for _ in words]
    for number, owner in zip(found["input_ids"], found.word_ids(), strict=True):
        if owner is not None and len(pieces[owner]) < most:
            pieces[owner].append(unknown if number in special else number)  # a text may have the word </s>
    return [one or [unknown] for one in pieces]


def padded(torch: Any, rows: Sequence[Sequence[int]], filler: int, device: Any) -> Any:
    """Rows as a tensor, the shorter ones filled up."""
    width = max(map(len, rows), default=0)
    return torch.tensor([[*row, *[filler] * (width - len(row))] for row in rows], device=device)
