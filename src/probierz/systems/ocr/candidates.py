"""What a token may have been: itself, what it was in training, words that are an edit away, or nothing at all.

Each candidate has numbers that do not depend on its place in a text, so that a token's candidates are found once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.pages import Token, cut
from probierz.systems.parts.edits import EditRules
from probierz.systems.parts.lexicon import NO_WORD, Lexicon

__all__ = ["Candidates", "Choices", "Seen"]

Seen = Mapping[str, Mapping[str, int]]
"""What stood for a token, or a word, or signs beside a word, how often: {"eo": {"co": 12, "eo": 1}}."""

_MOST = 10
_LEAST_SHARE = 0.02
_RARE = 4  # words seen so often, or less, may be misread
_NONE = -12.0


@dataclass(frozen=True)
class Choices:
    """The candidates of a token; the first is the token itself.

    features: a row for each. words: the number of each one's word, NO_WORD where the lexicon has none. shapes: for
    each, what its surroundings may speak for or against: see `_shape`. is_known: the token itself is a known word.
    """

    texts: tuple[str, ...]
    words: NDArray[numpy.int64]
    features: NDArray[numpy.float32]
    shapes: NDArray[numpy.float32]
    is_known: bool


class Candidates:
    """Finds the candidates of tokens, from what was learnt."""

    def __init__(self, lexicon: Lexicon, tokens: Seen, words: Seen, before: Seen, after: Seen, rules: EditRules) -> None:
        self._lexicon, self._tokens, self._words, self._rules = lexicon, tokens, words, rules
        self._before, self._after = before, after
        self._log_total = log(lexicon.total + 1)

    def of(self, token: str) -> Choices:
        """The candidates of a token."""
        parts = cut(token)
        found: dict[str, float] = {token: 0.0}
        forms = self._word_forms(parts)
        for form, chance in forms.items():
            for before in self._affixes(self._before, parts.before):
                for after in self._affixes(self._after, parts.after):
                    found.setdefault(before + form + after, chance)
        for text in self._likely(self._tokens.get(token, {})):
            found.setdefault(text, 0.0)
        if not self._is_known(parts.word) or not parts.word:
            found.setdefault("", 0.0)
        rows = [(text, self._features(token, parts, text, chance)) for text, chance in found.items()]
        kept = [rows[0], *sorted(rows[1:], key=lambda row: -_promise(row[1]))[:_MOST]]
        return Choices(
            tuple(text for text, _ in kept),
            numpy.array([self._number(text) for text, _ in kept], numpy.int64),
            numpy.array([features for _, features in kept], numpy.float32),
            numpy.array([_shape(text, token) for text, _ in kept], numpy.float32),
            self._is_known(parts.word),
        )

    def _word_forms(self, parts: Token) -> dict[str, float]:
        """What the word may have been, with the chance of the edits."""
        forms = {parts.word: 0.0}
        word = parts.word.lower()
        for other in self._likely(self._words.get(word, {})):
            forms.setdefault(_like(other, parts.word), 0.0)
        if len(word) > 1 and self._lexicon.count(word) <= _RARE and not word.isdigit():
            for found in self._rules.words(word, self._lexicon)[:_MOST]:
                forms.setdefault(_like(found.word, parts.word), found.chance)
        return forms

    @staticmethod
    def _affixes(seen: Seen, signs: str) -> Iterator[str]:
        yield signs
        partners = seen.get(signs, {})
        total = sum(partners.values())
        yield from [other for other, count in partners.items() if other != signs and count > 0.03 * total][:3]

    @staticmethod
    def _likely(partners: Mapping[str, int]) -> Iterator[str]:
        least = _LEAST_SHARE * sum(partners.values())
        return (other for other, count in partners.items() if count >= least)

    def _is_known(self, word: str) -> bool:
        return self._lexicon.count(word.lower()) > _RARE

    def _number(self, text: str) -> int:
        word = cut(text.split(" ")[0]).word.lower()
        return self._lexicon.numbers.get(word, NO_WORD)

    def _features(self, token: str, parts: Token, text: str, chance: float) -> list[float]:
        other = cut(text)
        word = other.word.lower()
        count = self._lexicon.count(word)
        is_same, is_none = text == token, not text
        seen, share = _share(self._tokens, token, text)
        words_seen, words_share = _share(self._words, parts.word.lower(), word)
        rarity = log(count + 0.3) - self._log_total if word else _NONE
        size = min(len(parts.word), 10) / 10
        return [
            is_same,
            is_none,
            is_none and size,
            is_none and not parts.word,
            is_none and not token.isalpha() and size,
            share if seen else 0.0,
            not seen and is_same,
            share * (seen > 5),
            words_share if words_seen and not is_none else 0.0,
            words_share if words_seen > 5 and not is_none else 0.0,
            chance,
            chance != 0.0,
            rarity if not is_none else 0.0,
            not count and bool(word),
            (not count and is_same) * size,
            (not count and is_same) * parts.word[:1].isupper(),
            (not count and is_same) * (any(map(str.isdigit, parts.word))),
            _share(self._before, parts.before, other.before)[1] if not is_none else 0.0,
            _share(self._after, parts.after, other.after)[1] if not is_none else 0.0,
            not is_none and " " in text,
            word != parts.word.lower() and not is_none,
            not is_none and word == parts.word.lower() and other.word != parts.word,
            (word != parts.word.lower() and not is_none) * size,
        ]


def _share(seen: Seen, read: str, right: str) -> tuple[int, float]:
    """How often something was seen, and the logarithm of the share of what it is right for."""
    partners = seen.get(read)
    if not partners:
        return 0, 0.0 if read == right else -4.0
    total = sum(partners.values())
    return total, log((partners.get(right, 0) + 0.1) / (total + 0.3))


def _promise(features: Sequence[float]) -> float:
    """Roughly how good a candidate is, to keep the best of many."""
    share, words_share, chance, rarity, before, after = (features[at] for at in (5, 8, 10, 12, 17, 18))
    return share + words_share + chance + 0.6 * rarity + before + after


def _like(word: str, model: str) -> str:
    """The word with capital letters where the model has them: all, the first, or none."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


_ENDS, _STOPS = ",;:-", ".!?…"


def _shape(text: str, token: str) -> list[float]:
    """Of a candidate: capital first, ends a sentence, ends in a comma, is new, gains é, is nothing."""
    last = text.rstrip("“”\"')»«")[-1:]
    word = text.lstrip("„“”\"'(»«—")
    return [
        word[:1].isupper(),
        bool(last) and last in _STOPS,
        bool(last) and last in _ENDS,
        text != token and bool(text),
        text.count("é") - token.count("é"),
        not text,
        text.endswith("“"),
        text.endswith("”"),
    ]
