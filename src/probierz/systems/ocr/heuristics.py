"""The cascade of heuristics of PolEval 2021 (Marcińczuk), whose words and replacements are counted from train.

    1 hyphens     a word broken at the end of a line is put together, whatever the hyphen was read as
    2 signs       C for an opening bracket, | for !, two commas for an opening quotation mark, stop and comma swapped
    3 words       tokens that usually stand for another one
    4 letters     a word of no dictionary, by the published table of letters, if exactly one form is in a dictionary
    5 trash       runs of short tokens with many signs are dropped
    6 phrases     pairs of tokens that usually stand for another pair

Each step can be scored: `trace` gives the text after each. The published code was never shown; limits are ours.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

from probierz.errors import DataError, OptionError, Untrained
from probierz.suites.poleval2021.ocr import unescape
from probierz.systems.ocr.pages import cut_signs_off
from probierz.systems.ocr.steps import HEURISTIC_STEPS
from probierz.systems.shared.alignment import align
from probierz.systems.storage import reading
from probierz.systems.system import Pair, System, Training

LETTERS: Mapping[str, str] = {
    "a": "ą u", "ą": "a", "B": "s", "c": "e", "ć": "é", "e": "c ę", "ę": "e", "F": "P", "G": "C", "h": "b", "i": "t l",
    "J": "I", "l": "ł t", "ł": "l", "n": "u m", "m": "n", "o": "ó", "ó": "é", "r": "s n", "s": "ś", "ś": "s",
    "u": "n", "ż": "z ź", "ź": "ż", "v": "u", "f": "p", "eb": "ch", "ni": "m", "Si": "sł",
}  # fmt: skip
"""The published table: what a letter may have been."""

_FILE = "counted.json"
_LEAST, _SHARE = 2, 0.5  # a replacement was seen so often, and more often than anything else
_SHORT, _RUN, _SIGNS = 3, 3, 0.5  # a token of trash has so few characters; there are so many, and so large a part signs
_HYPHEN = re.compile(r"(?<=\w)[-=»«]\n\s*(?=[^\W\d_])")


@dataclass
class _Counted:
    """Words of right texts, and replacements of tokens and of pairs of tokens."""

    words: frozenset[str] = frozenset()
    tokens: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Heuristics(System):
    """Corrects pages by rules. steps: those to take, always in the published order."""

    kind: ClassVar[str] = "ocr-heuristics"
    steps: str = " ".join(HEURISTIC_STEPS)
    _counted: _Counted | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        odd = set(self.steps.split()) - set(HEURISTIC_STEPS)
        if odd:
            raise OptionError(f"no step is called {min(odd)!r}; there are {', '.join(HEURISTIC_STEPS)}")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Count words and replacements. Raises DataError when there are no pages."""
        if not pairs:
            raise DataError("there is no page to learn from")
        words: set[str] = set()
        tokens: defaultdict[str, Counter[str]] = defaultdict(Counter)
        phrases: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for number, (read, right) in enumerate(pairs, 1):
            expected = unescape(right).split()
            words.update(cut_signs_off(token).word.lower() for token in expected)
            slots = align(_signs(_hyphens(unescape(read))).split(), expected)
            _count(tokens, [(slot.read or "", slot.right or "") for slot in slots])
            beside = [(a, b) for a, b in pairwise(slots) if _are_full(a, b)]
            _count(phrases, [(f"{a.read} {b.read}", f"{a.right} {b.right}") for a, b in beside])
            if not number % 100:
                training.progress("pages", number, len(pairs))
        usual = _usual(tokens)
        self._counted = _Counted(frozenset(words), usual, _by_context(_usual(phrases), usual))

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield the right text of each page, in one line."""
        return (self.trace(line)[-1] for line in inputs)

    def trace(self, line: str) -> list[str]:
        """The text as it was read, and after each step. Raises Untrained."""
        counted = self._known()
        text = unescape(line)
        found = [text]
        for step in HEURISTIC_STEPS:
            text = _STEPS[step](text, counted) if step in self.steps.split() else text
            found.append(text)
        return [" ".join(text.split()).replace("\\", "\\\\") for text in found]

    def _known(self) -> _Counted:
        if self._counted is None:
            raise Untrained("the words are not counted yet; train the system first")
        return self._counted

    def write(self, folder: Path) -> None:
        """Write what was counted."""
        if self._counted is not None:
            counted = self._counted
            values = {"words": sorted(counted.words), "tokens": counted.tokens, "phrases": counted.phrases}
            (folder / _FILE).write_text(json.dumps(values, ensure_ascii=False), "utf-8")

    def read(self, folder: Path) -> None:
        """Read it. Raises SystemFileError."""
        path = folder / _FILE
        if not path.exists():
            return
        with reading(path):
            values = json.loads(path.read_text("utf-8"))
            self._counted = _Counted(frozenset(values["words"]), dict(values["tokens"]), dict(values["phrases"]))


# --- counting --------------------------------------------------------------------------------------------------------


def _are_full(*slots: tuple[str | None, str | None]) -> bool:
    return all(read and right for read, right in slots)


def _count(counts: defaultdict[str, Counter[str]], pairs: Iterable[tuple[str, str]]) -> None:
    for read, right in pairs:
        if read and right:
            counts[read][right] += 1


def _usual(counts: Mapping[str, Counter[str]]) -> dict[str, str]:
    """What usually stands for something else: more often than not, and not by chance."""
    found = {}
    for read, others in counts.items():
        right, count = others.most_common(1)[0]
        if right != read and count >= _LEAST and count > _SHARE * others.total():
            found[read] = right
    return found


def _by_context(phrases: Mapping[str, str], tokens: Mapping[str, str]) -> dict[str, str]:
    """Pairs of tokens that are not changed to the same by their tokens alone."""
    alone = {read: " ".join(tokens.get(one, one) for one in read.split(" ")) for read in phrases}
    return {read: right for read, right in phrases.items() if alone[read] != right}


# --- steps -----------------------------------------------------------------------------------------------------------


def _hyphens(text: str) -> str:
    return _HYPHEN.sub("", text)


def _signs(text: str) -> str:
    return text.replace(",,", "„").replace("|", "!")


def _with_signs(text: str, counted: _Counted) -> str:
    """Put signs for signs. That a comma was read as a stop is told by the small letter that follows."""
    tokens = [_with_bracket(token, counted.words) for token in _signs(text).split()]
    return " ".join(_swapped(token, after) for token, after in zip(tokens, [*tokens, ""][1:], strict=True))


def _with_bracket(token: str, words: frozenset[str]) -> str:
    """`Cczyli` is `(czyli`: the rest is a word, and the whole is none."""
    word = cut_signs_off(token).word.lower()
    is_bracket = token[:1] == "C" and word not in words and word[1:] in words
    return f"({token[1:]}" if is_bracket else token


def _swapped(token: str, after: str) -> str:
    if len(token) > _SHORT + 1 and token[-1] == "." and token[-2].islower() and after[:1].islower():
        return token[:-1] + ","
    return token


def _with_words(text: str, counted: _Counted) -> str:
    return " ".join(counted.tokens.get(token, token) for token in text.split())


def _with_letters(text: str, counted: _Counted) -> str:
    return " ".join(_lettered(token, counted.words) for token in text.split())


def _lettered(token: str, words: frozenset[str]) -> str:
    before, word, after = cut_signs_off(token)
    if len(word) < 2 or word.lower() in words or not word.isalpha():
        return token
    forms = {form for form in _forms(word) if form.lower() in words}
    return before + forms.pop() + after if len(forms) == 1 else token


def _forms(word: str) -> Iterator[str]:
    for at in range(len(word)):
        for size in (1, 2):
            for letter in LETTERS.get(word[at : at + size], "").split():
                yield word[:at] + letter + word[at + size :]


def _without_trash(text: str, _: _Counted) -> str:
    kept: list[str] = []
    run: list[str] = []
    for token in [*text.split(), ""]:
        if token and len(token) <= _SHORT and not token.isalpha():
            run.append(token)
            continue
        kept += [] if _is_trash(run) else run
        kept += [token] if token else []
        run = []
    return " ".join(kept)


def _is_trash(run: Sequence[str]) -> bool:
    text = "".join(run)
    return len(run) >= _RUN and sum(not sign.isalpha() for sign in text) >= _SIGNS * len(text)


def _with_phrases(text: str, counted: _Counted) -> str:
    tokens = text.split()
    for at in range(len(tokens) - 1):
        right = counted.phrases.get(f"{tokens[at]} {tokens[at + 1]}")
        if right:
            tokens[at], tokens[at + 1] = right.split(" ")
    return " ".join(tokens)


_STEPS = {
    "hyphens": lambda text, _: _hyphens(text),
    "signs": _with_signs,
    "words": _with_words,
    "letters": _with_letters,
    "trash": _without_trash,
    "phrases": _with_phrases,
}
