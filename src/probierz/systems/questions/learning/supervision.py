"""Distant supervision: which passages hold an answer, and where, told from the words of the answer alone.

    longest common subsequence of the words of answer and passage, with gaps of at most 2 words in the passage
    positive where at least 80 % of the answer's words are found

Words are compared cut to five letters, where the paper has base forms; a preposition at the beginning of the answer is
left out. Source: Smywiński-Pohl et al., PolEval 2021.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from probierz.systems.questions.wording.words import STEM

GAP = 2
SHARE = 0.8
# Not those of `word_flags`: another list would be another choice of what readers learn from.
_PREPOSITION_WORDS = "w we z ze na do od po za przed przez dla pod nad przy u o bez ku v ve s se k ke"
_PREPOSITIONS = frozenset(_PREPOSITION_WORDS.split())
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


class HeldAnswer(NamedTuple):
    """Where a passage holds an answer: its characters, and how many words of the answer are there."""

    begin: int
    end: int
    words: int


def held_answer(answer: str, passage: str, share: float = SHARE) -> HeldAnswer | None:
    """Return where a passage holds most words of an answer, in order; of equal places the shortest, then the first.

    >>> passage = "Zmarł we Fromborku, gdzie Mikołaj, zwany Kopernikiem, mieszkał."
    >>> held_answer("Mikołaja Kopernika", passage)
    HeldAnswer(begin=26, end=52, words=2)
    """
    wanted = [word[:STEM].lower() for word in _WORD.findall(answer)]
    if len(wanted) > 1 and wanted[0] in _PREPOSITIONS:
        wanted = wanted[1:]
    words = list(_WORD.finditer(passage))
    best = _best(wanted, [word.group()[:STEM].lower() for word in words])
    if best is None or best.words < math.ceil(share * len(wanted)):
        return None
    return HeldAnswer(words[best.begin].start(), words[best.end].end(), best.words)


def _best(wanted: Sequence[str], words: Sequence[str]) -> HeldAnswer | None:
    """The subsequence, its begin and end as numbers of words.

    found[i] holds for each place in the passage so far the longest chain that ends there with word i of the answer.
    """
    best: HeldAnswer | None = None
    chains: list[dict[int, HeldAnswer]] = [{} for _ in wanted]
    for at, word in enumerate(words):
        for place in range(len(wanted) - 1, -1, -1):
            if wanted[place] != word:
                continue
            before = [
                chain
                for earlier in chains[:place]
                for back in range(1, GAP + 2)
                if (chain := earlier.get(at - back)) is not None
            ]
            longest = max(before, key=_goodness, default=HeldAnswer(at, at, 0))
            chains[place][at] = HeldAnswer(longest.begin, at, longest.words + 1)
            if best is None or _goodness(chains[place][at]) > _goodness(best):
                best = chains[place][at]
    return best


def _goodness(chain: HeldAnswer) -> tuple[int, int]:
    return chain.words, chain.begin - chain.end


def target_of(expected: str) -> str:
    r"""What a generator learns to write: the first accepted answer that has a number, else the first (Piotrowski).

    >>> target_of("trzy\t3"), target_of("Prus\tBolesław Prus")
    ('3', 'Prus')
    """
    accepted = expected.split("\t")
    return next((one for one in accepted if _NUMBER.search(one)), accepted[0])
