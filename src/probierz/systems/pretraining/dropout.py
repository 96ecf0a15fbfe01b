"""BPE-dropout: a word is cut otherwise each time, as each merge of two pieces is left out by chance.

    as long as two neighbours can be merged:
        of all that can, each is left out with probability p
        the merge that was learnt first is made;  when all are left out, the word stays as it is

With p = 0 that is byte-pair encoding, with p = 1 letters. The library has it too, but takes its chance from where no
seed reaches, so that no training could be repeated.

Source: Provilkov, Emelianenko, Voita 2020, https://arxiv.org/abs/1910.13267.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy

from probierz.errors import OptionError

_MOST_LETTERS = 200
"""Longer words are no words; the rest of one is cut off."""


class WordPieces(NamedTuple):
    """The numbers of pieces of a text, and for each the number of its word, from 0."""

    pieces: list[int]
    words: list[int]


class DroppingPieces:
    """Cuts texts as the byte-pair encoding of a tokenizer does, but for merges that are left out."""

    def __init__(self, tokenizer: Any) -> None:
        model = json.loads(tokenizer.to_str())["model"]
        if model["type"] != "BPE" or model.get("continuing_subword_prefix") or model.get("byte_fallback"):
            raise OptionError("pieces can only be dropped from a byte-pair encoding as  pretrain tokenizer  learns it")
        self._tokenizer = tokenizer
        self._numbers: dict[str, int] = model["vocab"]
        self._unknown = self._numbers[model["unk_token"]]
        self._suffix = model.get("end_of_word_suffix") or ""
        pairs = (pair if isinstance(pair, list) else pair.split(" ") for pair in model["merges"])
        self._ranks = {(left, right): rank for rank, (left, right) in enumerate(pairs)}
        self._words = lru_cache(maxsize=100_000)(self._words_of)

    def __call__(self, text: str, share: float, draw: numpy.random.Generator) -> WordPieces:
        """Cut a text; share: the probability that a merge is left out."""
        pieces: list[int] = []
        words: list[int] = []
        for number, word in enumerate(self._words(text)):
            found = self.cut(word, share, draw)
            pieces += [self._numbers.get(piece, self._unknown) for piece in found]
            words += [number] * len(found)
        return WordPieces(pieces, words)

    def _words_of(self, text: str) -> tuple[str, ...]:
        plain = self._tokenizer.normalizer.normalize_str(text) if self._tokenizer.normalizer else text
        return tuple(word for word, _ in self._tokenizer.pre_tokenizer.pre_tokenize_str(plain))

    def cut(self, word: str, share: float, draw: numpy.random.Generator) -> Sequence[str]:
        """The pieces of one word, as strings."""
        letters = list(word[:_MOST_LETTERS])
        parts = [*letters[:-1], letters[-1] + self._suffix]
        while len(parts) > 1:
            ranks = [self._ranks.get(pair, -1) for pair in pairwise(parts)]
            possible = [at for at, rank in enumerate(ranks) if rank >= 0]
            if share and possible:
                possible = [at for at, dice in zip(possible, draw.random(len(possible)), strict=True) if dice >= share]
            if not possible:
                break
            best = min(possible, key=ranks.__getitem__)
            parts[best : best + 2] = [parts[best] + parts[best + 1]]
        return parts
