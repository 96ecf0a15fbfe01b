"""What checks look at: the splits of a challenge with their lines, read once."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from unicodedata import normalize
from urllib.parse import unquote_plus

from probierz.challenges.challenge import Challenge, Split, kind_of_split
from probierz.challenges.item_columns import ItemColumns, is_in_words, item_columns
from probierz.lines import LineReader, all_lines
from probierz.look_alikes.likeness import in_latin
from probierz.suites.checks.annotations import without_annotations
from probierz.suites.checks.copies import Copied
from probierz.suites.checks.telling_forms import Forms, telling_forms
from probierz.suites.checks.telling_signs import telling_operators, telling_signs
from probierz.text import plain_letters, without_unseen

_WORD = re.compile(r"\w+")
_UNICODE_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_WORD_OR_SIGNS = re.compile(r"\w+|[^\w\s]+")
_ANY_FORM = Forms()
_COMMON = 0.05
"""Which part of the texts has a word that may be one of a template."""

_NUMBER_OR_SIGN = re.compile(r"\d+|[^\w\s]")


@dataclass(frozen=True, eq=False)
class CheckedSplit:
    """A split with what is in its files.

    texts: of each input line the columns that are text, see `text_columns`. first: the number of the first line in the
    files, 2 where they begin with their header. siblings: all splits of the challenge, this one among them.
    """

    name: str
    split: Split
    header: tuple[str, ...] = ()
    out_header: tuple[str, ...] = ()
    siblings: list[CheckedSplit] = field(default_factory=list, repr=False)

    @cached_property
    def inputs(self) -> list[str]:
        """The lines of the input; none when there is no input."""
        return [] if self.split.input is None else all_lines(self.split.input)[self.first - 1 :]

    @cached_property
    def expecteds(self) -> list[str] | None:
        """The expected lines; None when they are held back."""
        return None if self.split.expected is None else all_lines(self.split.expected)

    @cached_property
    def first(self) -> int:
        """The number of the first line of the input that is no header."""
        if self.split.input is None or not self.header:
            return 1
        with LineReader(str(self.split.input)) as reader:
            return 2 if next(reader, "") == "\t".join(self.header) else 1

    @cached_property
    def texts(self) -> list[str]:
        """The text of each input line."""
        return [" ".join(columns) for columns in self._columns]

    @cached_property
    def _columns(self) -> list[list[str]]:
        """The columns of each input line that are text."""
        rows = self._rows
        columns = text_columns(rows, constant=self._constants)
        return [[row[column] for column in columns if column < len(row)] for row in rows]

    @property
    def _rows(self) -> list[list[str]]:
        return [line.split("\t") for line in self.inputs]

    @cached_property
    def _constants(self) -> set[int]:
        """The columns that are the same in all lines of the challenge, such as an instruction; see `text_columns`."""
        first = next((split.inputs[0].split("\t") for split in self.siblings if split.inputs), [])
        found = set(range(len(first)))
        for split in self.siblings:
            for line in split.inputs:
                if not found:
                    return found
                row = line.split("\t")
                found = {column for column in found if column < len(row) and row[column] == first[column]}
        return found

    @cached_property
    def forms(self) -> Forms:
        """What is a word of its own in the texts of this challenge, see `telling_signs` and `telling_forms`.

        Signs are those of its largest open split, as copies in a test may have other punctuation than what stands
        beside them, and operators.
        """
        splits = self.siblings or [self]
        opened = [one for one in splits if not one.is_test] or splits
        signs = max(opened, key=lambda one: len(one.inputs))._own_signs | splits[0]._operators
        own = splits[0]._own_forms
        return own._replace(signs=own.signs | signs)

    @cached_property
    def _own_signs(self) -> frozenset[str]:
        return telling_signs(self.inputs)

    @cached_property
    def _operators(self) -> frozenset[str]:
        return telling_operators(chain.from_iterable(one._with_results for one in self.siblings or [self]))

    @cached_property
    def _own_forms(self) -> Forms:
        return telling_forms(chain.from_iterable(one._with_results for one in self.siblings or [self]))

    @property
    def _with_results(self) -> Iterator[tuple[str, str]]:
        """The texts, each with what is expected; none where that is held back, or of another length."""
        expecteds = self.expecteds
        return zip(self.texts, expecteds, strict=True) if self.has_results and expecteds is not None else iter(())

    def result(self, line: int) -> str:
        """Return what is expected on a line, where it is known."""
        return "" if self.expecteds is None else " ".join(self.expecteds[line].split())

    @property
    def is_test(self) -> bool:
        """Whether it is a test by its name."""
        return kind_of_split(self.name) == "test"

    @property
    def has_results(self) -> bool:
        """Whether each line has what is expected."""
        return self.expecteds is not None and len(self.expecteds) == len(self.inputs)

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each text without diacritics, which a copy may lack, see `words_of`."""
        return [columns[0] if len(columns) == 1 else [*chain(*columns)] for columns in self.column_words]

    @cached_property
    def word_shares(self) -> dict[str, float]:
        """Which part of the texts has each word."""
        counts = Counter(chain.from_iterable(map(set, self.words)))
        return {word: count / len(self.words) for word, count in counts.items()}

    @cached_property
    def word_weights(self) -> dict[str, float]:
        """How much a word says beside those that stand in the same texts, such as a template's, or are it again.

        Of words that only few texts have that is all, and they are none of these.
        """
        common = {word for word, share in self.word_shares.items() if share >= _COMMON}
        counts = Counter(word for words in self.words for word in words if word in common)
        marks = dict.fromkeys(common, 0)
        for at, words in enumerate(self.words):
            for word in common.intersection(words):
                marks[word] ^= hash((at,))
        together = Counter(marks.values())
        texts = len(self.words)
        return {word: self.word_shares[word] * texts / counts[word] / together[marks[word]] for word in common}

    @cached_property
    def column_words(self) -> list[list[list[str]]]:
        """The same, for each of its columns."""
        texts = iter(without_annotations([*chain.from_iterable(self._columns)]))
        return [[words_of(next(texts), self.forms) for _ in columns] for columns in self._columns]

    @cached_property
    def copied(self) -> Copied:
        """By what each text is known again."""
        return Copied(self.column_words, self.forms.joins)

    @property
    def items(self) -> list[list[str]]:
        """The words of each item with their diacritics, what stands beside its text too; none where that has none."""
        said = ([*map(self._spelt, self.item_columns.of(row))] for row in self._rows)
        return [[*chain(*columns)] if text else [] for columns, text in zip(said, self.words, strict=True)]

    def _spelt(self, column: str) -> list[str]:
        """The words of a column, itself where it has none, such as `+`."""
        return _spelt_words_of(column, self.forms) or [column]

    @cached_property
    def item_columns(self) -> ItemColumns:
        """The columns that make lines of this challenge different items."""
        first = self.siblings[0] if self.siblings else self
        if first is not self:
            return first.item_columns
        inputs = (one.split.input for one in self.siblings or [self])
        return item_columns((str(path) for path in inputs if path is not None), self.header)

    @property
    def input_path(self) -> str:
        """The path of the input."""
        return str(self.split.input or self.split.path / "in.tsv")

    @classmethod
    def of(cls, challenge: Challenge) -> list[CheckedSplit]:
        """Return the splits of a challenge that have an input."""
        found: list[CheckedSplit] = []
        headers = challenge.in_header, challenge.out_header
        found += [cls(one.name, one, *headers, found) for one in challenge.splits if one.input is not None]
        return found


def words_of(text: str, forms: Forms = _ANY_FORM) -> list[str]:
    r"""Return the words of a text without case, diacritics and punctuation; `\n` written out is a space.

    Entities and letters of other scripts count as what they look like. Of numbers alone, signs between them count.
    Decomposed letters are composed first, as an accent that stands alone would be no part of a word. forms: the signs
    that are words, and words that stay as they are written.
    """
    words = _spelt_words_of(text, forms)
    if text.isascii() and not any(sign in text for sign in "&%\\"):
        return words
    return [one if one.isascii() or one in forms.words else _plain(one) for one in words]


def _spelt_words_of(text: str, forms: Forms = _ANY_FORM) -> list[str]:
    text = _unescaped(forms.with_blanks_as_signs(text)).replace("\\n", " ").replace("_", " ")
    if not text.isprintable():
        text = without_unseen(text)
    text = normalize("NFC", html.unescape(text) if "&" in text else text)
    if not forms.words:
        text = text.casefold()
    found = _separate_words(text, forms.signs)
    return [one if one in forms.words else one.casefold() for one in found] if forms.words else found


def _separate_words(text: str, signs: Collection[str]) -> list[str]:
    words = _WORD.findall(text)
    if all(map(str.isdecimal, words)):
        return _NUMBER_OR_SIGN.findall(text) if words else []
    return [one for one in _WORD_OR_SIGNS.findall(text) if one in signs or one[0].isalnum()] if signs else words


def _unescaped(text: str) -> str:
    r"""A text without escapes such as `\u017c`, and as addresses have them: `%C5%BC`, where blanks are none."""
    if "\\u" in text:
        text = _UNICODE_ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    return unquote_plus(text) if "%" in text and " " not in text else text


@lru_cache(2**16)
def _plain(word: str) -> str:
    return in_latin(plain_letters(normalize("NFKC", word))).casefold()


def text_columns(rows: Sequence[Sequence[str]], *, constant: Collection[int] = ()) -> list[int]:
    """Return which columns are text: those in which most values are several words; all columns when there is none.

    So ids, years and labels beside a text do not make two equal texts different. Nor does an instruction that stands in
    all lines (`constant`) make two texts alike, where another column has words.
    """
    columns = range(max(map(len, rows), default=0))
    varying = [column for column in columns if column not in constant]
    if not constant or not any(_is_mostly(is_in_words, rows, column) for column in varying):
        varying = list(columns)
    return [column for column in varying if _is_mostly(_has_several_words, rows, column)] or varying


def _is_mostly(holds: Callable[[str], bool], rows: Sequence[Sequence[str]], column: int) -> bool:
    return sum(column < len(row) and holds(row[column]) for row in rows) * 2 > len(rows)


def _has_several_words(value: str) -> bool:
    return " " in value.strip()
