"""A text as pieces that can be copied, and what was copied as text again.

    read       ▁nie  u  -  ▁stan  nem         „nieu- stannem”
    written    ▁nie  u  JOINT  ▁stan  nem     „nieustannem”

What is to be written is cut as what was read wherever both agree, so that most of it can be copied, and a word that was
broken needs no pieces of its own. JOINT takes away the space of what follows. A piece that was copied comes out letter
by letter as it was read, also where the tokenizer writes it otherwise (`½`) or does not know it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from rapidfuzz.distance import Levenshtein

from probierz.systems.neural.following import SIGN
from probierz.systems.neural.pieces import text_pieces
from probierz.systems.shared.alignment import layout

_WORDS = re.compile(" ?[^ ]+| ")


class ReadText(NamedTuple):
    """The numbers of its pieces, and the letters of each; a word's first piece begins with a space."""

    numbers: list[int]
    letters: list[str]


def pieces_of_text(tokenizer: Any, text: str, most: int) -> ReadText:
    """Cut a text that has single spaces, at most so many pieces of it."""
    numbers, begins = text_pieces(tokenizer, text, most)
    letters = [text[begin:end] for begin, end in pairwise([*begins, len(text)])]
    return ReadText(numbers[:most], [f" {letters[0]}", *letters[1:most]] if letters else [])


def until(read: str, right: str, end: int) -> str:
    """The right text up to where the one that was read is cut."""
    for edit in Levenshtein.opcodes(read, right):
        if edit.src_end >= end:
            return right[: min(edit.dest_start + end - edit.src_start, edit.dest_end)].rstrip()
    return right


def written_like(tokenizer: Any, read: ReadText, right: str) -> list[int]:
    """The pieces of the right text: those that were read where it has the same letters, else its own."""
    right = f" {right}"
    found: list[int] = []
    done = 0
    for numbers, begin, end in _kept(read, right, int(tokenizer.mask_token_id)):
        found += [*_own(tokenizer, right[done:begin]), *numbers]
        done = end
    return [*found, *_own(tokenizer, right[done:])]


def _kept(read: ReadText, right: str, joint: int) -> Iterator[tuple[list[int], int, int]]:
    """Pieces that come back in the right text, and from where to where: each by itself, or with a joint before it."""
    places = _places("".join(read.letters), right)
    at, done = 0, 0
    waiting: list[int] = []
    for number, letters in zip(read.numbers, read.letters, strict=True):
        found, at = places[at : at + len(letters)], at + len(letters)
        waiting.append(number)
        if not letters:  # the first of several pieces that the tokenizer makes of one letter
            continue
        numbers, waiting = waiting, []
        bare = found[1:] if letters.startswith(" ") else found
        if not bare or bare[0] < 0 or bare != list(range(bare[0], bare[0] + len(bare))):
            continue
        begin, end = bare[0], bare[-1] + 1
        if letters.startswith(" "):
            has_space = begin > done and right[begin - 1] == " "
            numbers, begin = (numbers, begin - 1) if has_space else ([joint, *numbers], begin)
        yield numbers, begin, end
        done = end


def _places(read: str, right: str) -> list[int]:
    """Where each letter stands in the right text; -1 where it does not."""
    found = [-1] * len(read)
    for edit in Levenshtein.opcodes(read, right):
        if edit.tag == "equal":
            found[edit.src_start : edit.src_end] = range(edit.dest_start, edit.dest_end)
    return found


def _own(tokenizer: Any, letters: str) -> Iterator[int]:
    """Pieces for letters within a text; such as the tokenizer does not know cannot be written."""
    model = tokenizer.backend_tokenizer.model
    for word in _WORDS.findall(unicodedata.normalize("NFKC", letters)):
        for piece in model.tokenize(word.replace(" ", SIGN)):
            if piece.id != tokenizer.unk_token_id:
                yield piece.id


def spelt(tokenizer: Any, read: ReadText, written: Sequence[int]) -> str:
    """What was written, as text."""
    special, joint = set(tokenizer.all_special_ids), tokenizer.mask_token_id
    letters = iter(read.letters)
    found = ""
    is_joined = False
    for source, number in zip(*layout(read.numbers, written), strict=True):
        own = next(letters) if source is not None else ""
        if number is None:
            continue
        if number == joint:
            is_joined = True
            continue
        if source != number:
            own = "" if number in special else tokenizer.convert_ids_to_tokens(number).replace(SIGN, " ")
        found, is_joined = found + (own.lstrip(" ") if is_joined else own), False
    return found
