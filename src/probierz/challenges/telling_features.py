"""Features of lines that tell what is expected: stars of reviews in a column, the class in mark-up, signs that nobody
sees.

A feature has few values, and nearly all lines with a value have one label.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import lgamma, log, log2
from pathlib import Path
from typing import NamedTuple
from unicodedata import is_normalized

from probierz.challenges.file_tables import split_rows
from probierz.challenges.labels import are_classes
from probierz.challenges.problems import counted
from probierz.challenges.revealed_results import FEWEST_BITS, LEAST_REVEALED
from probierz.text import without_unseen

_MOST_VALUES, _MOST_PAIRED = 20, 10
_OTHERS = "others"
LEAST_OF_ONE = 0.95
"""A few texts of any label may be in capitals."""
_LEAST_OUTER = 0.9
"""What comes so near is worth a note."""

_ATTRIBUTE = re.compile(r"=\s*[\"']?([^\"'<>=]+)[\"']?\s*/?>")
_ODD_BLANK = re.compile(r"^\s|\S(?:  +|[^\S \t]+)(?=\S)")
"""One before the text, more than one within it, or another one than the space."""
_IN_BRACKETS = re.compile(r"\[[A-Z_]+\]|<[A-Z_]+>")
"""Such as `[ENT]`, which programs put into texts."""
_MARKS_AT_END = re.compile(r"\W*$")


class TellingFeature(NamedTuple):
    """A feature, such as `column 2` or `the case of column 1`, and of how many lines it tells the label.

    label: the one that it tells from all others; empty where it tells all. is_natural: whether a text has it by itself.
    how: what is said behind it, where it does not go without saying. is_slight: whether some lines are otherwise.
    """

    feature: str
    label: str
    known: int
    lines: int
    is_natural: bool
    how: str = ""
    is_slight: bool = False

    def __str__(self) -> str:
        """Say it as a sentence without its end."""
        lines = f"{self.known} of {counted(self.lines, 'line')}"
        if self.label:
            return f"{self.feature} alone tells where {self.label!r} is the expected result on {lines}"
        return f"{self.feature} alone tells the expected result on {lines}{self.how}"


class LabelledLines(NamedTuple):
    """The columns that all lines of an input have, by name, and what is expected of each line."""

    columns: dict[str, list[str]]
    wanted: list[str]


def labelled_lines(
    inputs: Path, expected: Path, in_header: Sequence[str] = (), out_header: Sequence[str] = ()
) -> LabelledLines:
    """Read the files of a split. Raises ProbierzError where that cannot be done."""
    wanted = [" ".join(row.values()) for row in split_rows(expected, out_header)]
    columns: dict[str, list[str]] = {}
    for row in split_rows(inputs, in_header):
        for name, text in row.items():
            columns.setdefault(name, []).append(text)
    return LabelledLines({name: texts for name, texts in columns.items() if len(texts) == len(wanted)}, wanted)


def telling_feature(
    inputs: Path, expected: Path, in_header: Sequence[str] = (), out_header: Sequence[str] = ()
) -> TellingFeature | None:
    """Return the first feature that tells labels; None for none, and where the expected lines are no labels.

    Raises ProbierzError where a file cannot be read.
    """
    columns, wanted = labelled_lines(inputs, expected, in_header, out_header)
    if not are_classes(wanted):
        return None
    labels = dict.fromkeys(sorted(set(wanted)))
    pairs = {name: Counter(zip(values, wanted, strict=True)) for name, values in _values(columns)}
    # a label may be of long texts; a number of words that all its texts have is where they were cut
    pairs = {name: of for name, of in pairs.items() if not name.startswith(_WORDS) or _has_one_label_of_one_value(of)}
    one_label = [*labels] if len(labels) > 2 else []
    tried = [(name, "", LEAST_REVEALED) for name in pairs]
    tried += [(name, label, LEAST_OF_ONE) for name in pairs if name.startswith(_OF_ONE_LABEL) for label in one_label]
    outer = [name for name in pairs if name.startswith(_OUTER)]
    tried += [
        (name, label, share) for share in (LEAST_OF_ONE, _LEAST_OUTER) for name in outer for label in one_label or [""]
    ]
    for name, label, share in tried:
        if known := told_lines(only_one_label(pairs[name], label), share):
            is_natural = not name.startswith(_UNNATURAL)
            return TellingFeature(name, label, known, len(wanted), is_natural, is_slight=share == _LEAST_OUTER)
    return None


# --- features --------------------------------------------------------------------------------------------------------

_CASE, _UNSEEN, _MARK_UP = "the case of", "the number of signs that nobody sees in", "the mark-up of"
_EMPTINESS = "the emptiness of"
_UNSEEN_AT = "the places of signs that nobody sees in"
_BLANKS, _ACCENTS = "the presence of odd blanks in", "the presence of separate accents in"
_BRACKETS = "the number of tokens in brackets in"
_FIRST_CASE, _ENDING = "the case of the first letter of", "the presence of punctuation at the end of"
_WORDS = "the number of words of"
_UNNATURAL = (_UNSEEN, _UNSEEN_AT, _MARK_UP)
"""What no text has by itself."""
_OF_ONE_LABEL = (_EMPTINESS, _CASE, _BLANKS, _ACCENTS, _BRACKETS, *_UNNATURAL)
"""What may tell one label from all others, and is hardly what a task is about."""
_OF_SENTENCES = (_FIRST_CASE, _ENDING, _WORDS)
"""What of single words is a feature that may be meant, as names have capitals."""
_OUTER = (_CASE, *_OF_SENTENCES)
"""What comes of how texts of one label were cut or written down, of a few of other labels as well."""


def _first_case(text: str) -> str:
    return "lower" if next(filter(str.isalpha, text), "").islower() else "upper"


def _case(text: str) -> str:
    return "upper" if text.isupper() else "lower" if text.islower() else "mixed"


def _unseen(text: str) -> str:
    return "0" if text.isascii() else str(len(text) - len(without_unseen(text)))


def _unseen_at(text: str) -> str:
    """The words of a text, from 1, in which signs stand that nobody sees."""
    if _unseen(text) == "0":
        return ""
    return " ".join(str(at) for at, word in enumerate(text.split(" "), 1) if without_unseen(word) != word)


def _marks_at_end(text: str) -> str:
    found = _MARKS_AT_END.search(text)
    return found[0] if found else ""


_OF_TEXTS: Mapping[str, Callable[[str], str]] = {
    _EMPTINESS: lambda text: str(bool(text.strip())),
    _UNSEEN: _unseen,
    _UNSEEN_AT: _unseen_at,
    _MARK_UP: lambda text: " ".join(_ATTRIBUTE.findall(text)) if "<" in text else "",
    "the first sign of": lambda text: text[:1],
    "the punctuation at the end of": _marks_at_end,
    _CASE: _case,
    _BLANKS: lambda text: str(_ODD_BLANK.search(text) is not None),
    _BRACKETS: lambda text: str(len(_IN_BRACKETS.findall(text))),
    _ACCENTS: lambda text: str(not is_normalized("NFC", text)),
    _FIRST_CASE: _first_case,
    _ENDING: lambda text: str(bool(_marks_at_end(text.rstrip()))),
    _WORDS: lambda text: str(len(text.split())),
    "the length of": lambda text: str(len(text)),
}
"""By name, what is looked at in each column."""


def _values(columns: Mapping[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    """Each feature that has few values, with that of each line: columns beside others, two together, and texts'."""
    if len(columns) > 1:
        short = {name: texts for name, texts in columns.items() if len(set(texts)) <= _MOST_VALUES}
        yield from short.items()
        for one, other in combinations([*short][:_MOST_PAIRED], 2):
            together = [*map("\t".join, zip(short[one], short[other], strict=True))]
            if len(set(together)) <= _MOST_VALUES:
                yield f"the pair of {one} and {other}", together
    of_sentences = {
        name for name, texts in columns.items() if 2 * sum(" " in one.strip() for one in texts) > len(texts)
    }
    for feature, look in _OF_TEXTS.items():
        for name, texts in columns.items():
            if feature in _OF_SENTENCES and name not in of_sentences:
                continue
            found = _with_few_values([*map(look, texts)])
            if len(set(found)) > 1:
                yield f"{feature} {name}", found


def _with_few_values(values: list[str]) -> list[str]:
    """The values, all but the commonest as one where they are many: texts of one label may all begin with a space."""
    common = {value for value, _ in Counter(values).most_common(_MOST_VALUES - 1)}
    return values if len(set(values)) <= _MOST_VALUES else [one if one in common else _OTHERS for one in values]


# --- values against labels -------------------------------------------------------------------------------------------

_Pairs = Counter[tuple[str, str]]


def only_one_label(pairs: _Pairs, label: str) -> _Pairs:
    """Return the pairs with one label, and all others as one; as they are for no label."""
    found: _Pairs = Counter()
    for (value, one), count in pairs.items():
        found[value, one if one == label or not label else ""] += count
    return found


def _has_one_label_of_one_value(pairs: _Pairs) -> bool:
    """Whether nearly all lines of one label alone have the same value: of more, values are counted, or of templates."""
    labels: Counter[str] = Counter()
    for (_value, label), count in pairs.items():
        labels[label] += count
    return sum(count >= LEAST_OF_ONE * labels[label] for (_value, label), count in pairs.items()) == 1


def told_lines(pairs: _Pairs, share: float, *, fewest_bits: float = FEWEST_BITS) -> int:
    """Return on how many lines each value has its usual label, where they are nearly all, of rarer labels too; else 0.

    fewest_bits: how much that has to say, see `surprise`; the more, the more features are tried.
    """
    labels: Counter[str] = Counter()
    usual: Counter[str] = Counter()
    for (value, label), count in pairs.items():
        labels[label] += count
        usual[value] = max(usual[value], count)
    lines, rarer = labels.total(), labels.total() - max(labels.values())
    wrong = lines - usual.total()
    if not rarer or wrong > (1 - share) * rarer:
        return 0
    bits = surprise(labels, len(usual), wrong)
    return lines - wrong if bits >= fewest_bits else 0


def surprise(labels: Counter[str], values: int, wrong: int) -> float:
    """Return, in bits, how surprising it would be by chance that values have their usual labels on all but some lines.

    labels: how often each stands. values: how many different ones. wrong: how many lines have another label.
    Of all orders of labels that are k1, k2, … times on n lines, n! / (k1! k2! …), in at most

        labels ** values * (n over wrong) * labels ** wrong

    is it so, and it has to be so in one of 2 ** FEWEST_BITS by chance.
    """
    lines = labels.total()
    orders = lgamma(lines + 1) - sum(lgamma(count + 1) for count in labels.values())
    orders -= lgamma(lines + 1) - lgamma(wrong + 1) - lgamma(lines - wrong + 1)
    return orders / log(2) - (values + wrong) * log2(len(labels))
