"""What a token may have been: itself, what it was in training, words that are an edit away, or nothing at all.

What is known of a candidate wherever it stands is computed once for each token, for many tokens at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.edit_rules import EditRules
from probierz.systems.ocr.letters_for_digits import is_of_capitals
from probierz.systems.ocr.lexicon import NO_WORD, Lexicon
from probierz.systems.ocr.near_words import NearWords
from probierz.systems.ocr.pages import OcrToken, cut_signs_off
from probierz.systems.ocr.remembered import GrowingRows, Remembered
from probierz.systems.ocr.signs import Around, Seen, SignTable, count_of

__all__ = ["Candidates", "Facts", "Seen", "Shapes"]

Floats = NDArray[numpy.float32]
Numbers = NDArray[numpy.float64]

_PARTNERS, _NEAR, _MOST = 6, 6, 10  # candidates of each sort, and of a token
_LEAST_SHARE = 0.02
_LARGE = 3_000_000  # words of text, from which on one that was seen once is not offered for others
_RARE = 2  # words seen so often, or less, may be misread
_UNSEEN = -4.0
_BUDGET = -10.5
_SURE = -0.7  # a replacement likelier than not, that may make a word nobody knows
_HALF, _LEAST_TIMES = 2, 20  # letters of a word that may have lost the gap beside it, and how often it was seen
_LONGEST = 60  # letters of a word that may be made anew; there is none so long
_FORGET = 500_000  # rows or tokens, from which on all is forgotten


class Shapes(NamedTuple):
    """What the surroundings of candidates may speak for or against: parallel arrays."""

    is_capital: Floats
    is_stop: Floats
    is_comma: Floats
    is_other: Floats
    more_accents: Floats
    is_nothing: Floats
    high_quote: Floats
    low_quote: Floats
    is_sign: Floats


class Facts(NamedTuple):
    """What is known of tokens wherever they stand: parallel arrays."""

    is_known: Floats
    accents: Floats
    high_quote: Floats
    low_quote: Floats
    is_capital: Floats
    is_stop: Floats


class _Form(NamedTuple):
    """What a word may have been. right: how often that was so; see `_count`."""

    number: int
    chance: float
    right: float
    known: int
    same_word: bool
    same_form: bool
    is_none: bool
    is_capital: bool
    accents: int
    is_spaced: bool


class Candidates:
    """The candidates of all tokens met so far.

    A token that can only be itself has no rows; of the others the first row is the token itself.
    """

    def __init__(self, lexicon: Lexicon, seen: tuple[Seen, Seen, Seen, Seen], rules: EditRules) -> None:
        """seen: what stood for tokens, for words, for signs before words, and for signs after them."""
        self._lexicon = lexicon
        self._numbers = lexicon.numbers
        self._counts = lexicon.array().tolist()
        self._tokens, self._partners = seen[:2]
        self._signs = SignTable(*seen[2:])
        least = 2 if lexicon.total > _LARGE else 1
        self._near = NearWords(lexicon, least, rules)
        self._rules = rules.rules
        self._log_total = float(numpy.log(lexicon.total + 1))
        self._forget()

    def _forget(self) -> None:
        self._met = Remembered(self._meet)
        self.texts: list[str] = []
        self._spans, self._facts = GrowingRows(3, numpy.int64), GrowingRows(len(Facts._fields), numpy.float32)
        self._words, self._rows = GrowingRows(1, numpy.int64), GrowingRows(_SHAPES + _FEATURES, numpy.float32)

    def numbers(self, tokens: Sequence[str]) -> NDArray[numpy.int64]:
        """The number of each token; numbers got before no longer hold."""
        if len(self.texts) > _FORGET or len(self._met) > _FORGET:
            self._forget()
        return self._met.numbers(tokens)

    def spans(self, numbers: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
        """For each token, its first row, how many it has, and the number of the word that it most likely is."""
        found: NDArray[numpy.int64] = self._spans.all[numbers]
        return found

    def facts(self, numbers: NDArray[numpy.int64]) -> Facts:
        """What is known of each token."""
        return Facts(*self._facts.all[numbers].T)

    def words(self, rows: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
        """The number of the word of each candidate, NO_WORD where the lexicon has none."""
        found: NDArray[numpy.int64] = self._words.all[rows, 0]
        return found

    def shapes(self, rows: NDArray[numpy.int64]) -> Shapes:
        """The shapes of candidates."""
        return Shapes(*self._rows.all[rows, :_SHAPES].T)

    def features(self, rows: NDArray[numpy.int64]) -> Floats:
        """What is known of candidates wherever they stand."""
        found: Floats = self._rows.all[rows, _SHAPES:]
        return found

    # --- meeting new tokens ---

    def _meet(self, tokens: Sequence[str]) -> None:
        near = self._near_words(tokens)
        spans, facts, common, sizes = [], [], [], []
        rows: list[tuple[float, ...]] = []
        counts: list[float] = []
        for token in tokens:
            parts = cut_signs_off(token)
            word = parts.word.lower()
            around = self._signs.around(parts.before, parts.after) if word else self._signs.around("", parts.before)
            whole, own = self._tokens.get(token), self._partners.get(word) if word else None
            guess = self._numbers.get(word, NO_WORD)
            is_rare = self._counts[guess] <= _RARE
            facts.append(_token_facts(token, parts, around, is_rare=is_rare))
            if not (is_rare or whole or own or len(around.both) > 1):
                spans.append((0, 1, guess))
                continue
            found = self._candidates(parts, around, whole, own, near.get(word, {}))
            spans.append((len(self.texts), len(found), guess or int(found[next(islice(found, 1, None), token)][0])))
            self.texts += found
            rows += found.values()
            counts += [whole.get(text, 0) for text in found] if whole else [-1.0, *[0.0] * (len(found) - 1)]
            sizes.append(len(found))
            common.append(_common(token, parts, around, whole, own))
        self._spans.add(numpy.array(spans))
        self._facts.add(numpy.array(facts, numpy.float32))
        if rows:
            self._add_rows(rows, counts, common, sizes)

    def _add_rows(
        self, rows: Sequence[tuple[float, ...]], counts: Sequence[float], common: Sequence[tuple[float, ...]],
        sizes: Sequence[int],
    ) -> None:  # fmt: skip
        table = numpy.fromiter(chain.from_iterable(rows), numpy.float64, len(rows) * len(rows[0]))
        table = table.reshape(len(rows), len(rows[0]))
        signs = self._signs.numbers(table[:, -1].astype(numpy.int64))
        each = numpy.repeat(numpy.array(common, numpy.float64), sizes, axis=0)
        is_same = numpy.zeros(len(rows))
        is_same[numpy.cumsum(sizes) - sizes] = 1
        self._words.add(table[:, :1])
        self._rows.add(_columns(table, signs, each, numpy.array(counts), is_same, self._log_total))

    def _near_words(self, tokens: Sequence[str]) -> dict[str, dict[str, float]]:
        """For each rare word of the tokens, the likeliest words near it."""
        words = {cut_signs_off(token).word.lower() for token in tokens}
        rare = [word for word in sorted(words) if len(word) > 1 and self._is_rare(word) and not word.isdigit()]
        if not rare:
            return {}
        pairs = self._near.of(rare)
        order = numpy.lexsort((-pairs.chances, pairs.asked))
        found: dict[str, dict[str, float]] = {}
        for asked, near, chance in zip(*(column[order].tolist() for column in pairs), strict=True):
            if chance > _BUDGET and len(known := found.setdefault(rare[asked], {})) < _NEAR:
                known[self._lexicon.words[near]] = chance
        return found

    def _candidates(
        self, parts: OcrToken, around: Around, whole: Mapping[str, int] | None, own: Mapping[str, int] | None,
        near: Mapping[str, float],
    ) -> dict[str, tuple[float, ...]]:  # fmt: skip
        """The texts, the token first, with the numbers that their features are made of."""
        forms = self._forms(parts, own, near)
        found: dict[str, tuple[float, ...]] = {}
        for first, last, signs in around.both:
            for form, known in forms:
                text = first + form + last
                if text not in found:
                    found[text] = known + signs
        if len(found) > _MOST:
            found = dict(islice(found.items(), _MOST))
        for text in _likely(whole):
            if text not in found:
                found[text] = self._row(text, parts, own)
        if "" not in found and (not parts.word or self._is_rare(parts.word.lower())):
            found[""] = self._row("", parts, own)
        return found

    def _forms(
        self, parts: OcrToken, own: Mapping[str, int] | None, near: Mapping[str, float]
    ) -> list[tuple[str, _Form]]:
        """What the word may have been: itself first."""
        word = parts.word.lower()
        chances = {**dict.fromkeys(_likely(own), 0.0), **near}
        if 2 * _HALF < len(word) <= _LONGEST and word not in self._numbers:
            chances = {**self._made(word), **chances}
        chances.pop(word, None)
        found = {parts.word: self._form(parts.word, parts, own, 0.0)}
        for other, chance in chances.items():
            form = _like(other, parts.word)
            found.setdefault(form, self._form(form, parts, own, chance))
        return list(found.items())

    def _made(self, word: str) -> dict[str, float]:
        """What a word that nobody knows may be, known or not: with letters that are mostly misread, or with a gap."""
        found = {}
        for at in range(len(word) - 1):
            for right, chance in self._rules.get(word[at : at + 2], ())[:1]:
                if chance > _SURE:
                    found[word[:at] + right + word[at + 2 :]] = chance
        halves = max(range(_HALF, len(word) - _HALF + 1), key=lambda at: self._least(word[:at], word[at:]))
        if self._least(word[:halves], word[halves:]) >= _LEAST_TIMES:
            found[f"{word[:halves]} {word[halves:]}"] = 0.0
        return found

    def _least(self, left: str, right: str) -> int:
        """How often the rarer of two words was seen."""
        return min(self._lexicon.count(left), self._lexicon.count(right))

    def _form(self, form: str, parts: OcrToken, own: Mapping[str, int] | None, chance: float) -> _Form:
        word, small = parts.word.lower(), form.lower()
        is_spaced = " " in form
        number = self._numbers.get(small.split(" ")[0] if is_spaced else small, NO_WORD)
        return _Form(
            number,
            chance,
            count_of(own, small, word),
            self._least(*small.split(" ")[:2]) if is_spaced else self._counts[number],
            small == word,
            form == parts.word,
            not form,
            form[:1].isupper(),
            form.count("é") - parts.word.count("é"),
            is_spaced,
        )

    def _row(self, text: str, parts: OcrToken, own: Mapping[str, int] | None) -> tuple[float, ...]:
        """The numbers of a candidate that stood for the whole token."""
        other = cut_signs_off(text)
        read = (parts.before, parts.after) if parts.word else ("", parts.before)
        right = (other.before, other.after) if other.word else ("", other.before)
        return (*self._form(other.word, parts, own, 0.0), self._signs.row(read, right))

    def _is_rare(self, word: str) -> bool:
        return self._lexicon.count(word) <= _RARE


def _common(
    token: str, parts: OcrToken, around: Around, whole: Mapping[str, int] | None, own: Mapping[str, int] | None
) -> tuple[float, ...]:
    """The numbers that are the same for all candidates of a token."""
    word = parts.word
    has_digit = not word.isalpha() and any(map(str.isdigit, word))
    totals = _total(whole), _total(own), around.before, around.after
    return (len(word), token.isalpha(), word[:1].isupper(), has_digit, *totals)


def _token_facts(token: str, parts: OcrToken, around: Around, *, is_rare: bool) -> tuple[float, ...]:
    is_capital = parts.word[:1].isupper() and around.opens
    return (not is_rare, token.count("é"), "“" in token, "”" in token, is_capital, around.is_stop)


def _total(partners: Mapping[str, int] | None) -> int:
    return sum(partners.values()) if partners else 0


def _likely(partners: Mapping[str, int] | None) -> list[str]:
    """What stands for something often enough, "" aside."""
    if not partners:
        return []
    least = _LEAST_SHARE * sum(partners.values())
    likely = [other for other, count in partners.items() if count >= least]
    if len(likely) > _PARTNERS:
        likely = sorted(likely, key=partners.__getitem__, reverse=True)[:_PARTNERS]
    return likely


def _like(word: str, model: str) -> str:
    """The word with capital letters where the model has them: all, the first, or none."""
    if is_of_capitals(model):
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


# --- numbers of rows -------------------------------------------------------------------------------------------------

_SHAPES = len(Shapes._fields)
_FEATURES = 28


def _columns(
    table: Numbers, signs: Numbers, common: Numbers, of_whole: Numbers, same: Numbers, log_total: float
) -> Floats:
    """Shapes and features of candidates, from their own numbers and those of their tokens."""
    _, chance, of_own, known, same_word, same_form, is_none, capital, accents, spaced, _ = table.T
    of_first, none_before, opens, _, _, _, _, of_last, none_after, _, stop, comma, high, low = signs.T
    length, alphabetic, was_capital, digit, whole, own, first, last = common.T
    nothing = is_none * none_before * none_after
    is_there = 1 - nothing
    size = numpy.minimum(length, 10) / 10
    share, own_share = _log_share(of_whole, whole), _log_share(of_own, own)
    rarity = numpy.where(is_none > 0, -12.0, numpy.log(known + 0.3) - log_total)
    unknown = (known == 0) & (is_none == 0)
    other_word = is_there * (1 - same_word)
    return numpy.column_stack([
        capital * opens, stop, comma, is_there * (1 - same), accents, nothing, high, low, is_none * is_there,
        same, nothing, nothing * size, nothing * (length == 0), nothing * (1 - alphabetic) * size,
        nothing * (length == 1), nothing * (whole > 0) * share,
        share * (whole > 0), (whole == 0) * same, share * (whole > 5), share * (whole > 50),
        own_share * (own > 0) * is_there, own_share * (own > 5) * is_there, own_share * (own > 50) * is_there,
        chance, chance != 0, chance * size, rarity * is_there,
        unknown, unknown * same * size, unknown * same * was_capital, unknown * same * digit,
        _log_share(of_first, first) * is_there, _log_share(of_last, last) * is_there,
        spaced, other_word, other_word * size, is_there * same_word * (1 - same_form),
    ]).astype(numpy.float32)  # fmt: skip


def _log_share(count: NDArray[numpy.float64], total: NDArray[numpy.float64]) -> NDArray[numpy.float64]:
    """The logarithm of a share, drawn towards a third; where nothing was seen, 0 for what was read."""
    seen = numpy.log((numpy.maximum(count, 0) + 0.1) / (total + 0.3))
    found: NDArray[numpy.float64] = numpy.where(total > 0, seen, numpy.where(count < 0, 0.0, _UNSEEN))
    return found
