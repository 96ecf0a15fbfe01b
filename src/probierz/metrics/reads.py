r"""What a metric reads on each side of a line, and how such values of Python become the text that its parser reads.

    >>> NUMBER.as_line(0.5), REFERENCES.as_line(["a cat", "the cat"]), TOKENS.as_line(["O", "B-name"])
    ('0.5', 'a cat\tthe cat', 'O B-name')

Nothing gets lost on the way: what the text form has no room for is refused, or written so that it is read back alike.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

from probierz.errors import ParseError
from probierz.lines import Text
from probierz.metrics import parsers


class Reads(NamedTuple):
    """One kind of value. wanted: what it is, for people. as_line: makes a line of it; raises ParseError."""

    name: str
    wanted: str
    as_line: Callable[[Any], Text]


def plain_value(value: Any) -> Any:
    """Return a value of NumPy, PyTorch, pandas or polars as one of Python: a number, or a list of such."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "to_list"):
        return value.to_list()
    return None if type(value).__name__ == "NAType" else value


# --- one value -------------------------------------------------------------------------------------------------------


def _number(value: Any) -> str:
    if isinstance(value, (bool, int)):
        if abs(value) > sys.float_info.max:
            raise ParseError(f"wanted a number up to {sys.float_info.max:.2g}, found a larger one")
        return str(int(value))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ParseError(f"wanted a finite number, found {value}")
        return repr(float(value))
    if hasattr(value, "as_integer_ratio"):  # a Decimal, a Fraction
        return _number(float(value))
    raise _other("a number", value)


def _label(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, (bool, int)):
        return str(int(value))
    raise _other("a label: a text or a whole number", value)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise _other("a text", value)


def _other(wanted: str, value: Any) -> ParseError:
    found = repr(value) if value is None or isinstance(value, (bool, int, float)) else type(value).__name__
    return ParseError(f"wanted {wanted}, found {found}")


def _one_word(value: Any, what: str) -> str:
    text = _label(value)
    if not text or text.split() != [text]:
        raise ParseError(f"{what} must be a word without white space, found {text!r}")
    return text


# --- several in one --------------------------------------------------------------------------------------------------


def _listed(value: Any, wanted: str) -> list[Any]:
    if isinstance(value, Set):
        return sorted(value, key=str)
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [plain_value(one) for one in value]
    raise _other(wanted, value)


def _tokens(value: Any) -> str:
    return value if isinstance(value, str) else _words(_listed(value, "a text or a list of its words"))


def _words(values: Iterable[Any]) -> str:
    return " ".join(_one_word(one, "each of these") for one in values)


def _references(value: Any) -> str:
    """References with TABs between them; a TAB inside of one is white space, as any other in a text."""
    if isinstance(value, str):
        return value
    texts = [_text(one) for one in _listed(value, "a text or a list of references")]
    if not texts:
        raise ParseError("wanted at least one reference, found none")
    return "\t".join(text.replace("\t", " ") for text in texts)


def _ranking(value: Any) -> str:
    r"""Things with TABs between them, the first the best; a TAB inside of one is written \t, a backslash \\."""
    if isinstance(value, str):
        return value
    things = [_label(one) for one in _listed(value, "a list of things, the best first")]
    if things == [""]:
        raise ParseError("wanted a list of things, found one without a name")
    return "\t".join(thing.replace("\\", "\\\\").replace("\t", "\\t") for thing in things)


def _judgements(value: Any) -> str:
    """Documents, each with its grade behind a colon."""
    if not isinstance(value, Mapping):
        return _ranking(value)
    return _ranking([f"{_label(document)}:{int(_number(plain_value(grade)))}" for document, grade in value.items()])


def _columns(value: Any) -> str:
    if isinstance(value, str):
        return value
    texts = [_label(one) for one in _listed(value, "a list of texts")]
    if any("\t" in text for text in texts):
        raise ParseError("a TAB stands between these texts, so none of them can hold one")
    return "\t".join(texts)


def _alternatives(value: Any) -> str:
    return _columns(value) if isinstance(value, (list, tuple, Set)) else _label(value)


def _labels(value: Any) -> Text:
    """A tuple goes to the parser as it is, so that labels may hold white space."""
    return value if isinstance(value, str) else tuple(_label(one) for one in _listed(value, "a list of labels"))


def _labels_with_probabilities(value: Any) -> Text:
    if isinstance(value, Mapping):
        return " ".join(
            f"{_one_word(label, 'a label')}:{_decimal(_probability(chance))}" for label, chance in value.items()
        )
    return value if isinstance(value, str) else _words(_listed(value, "labels, or a dictionary of their probabilities"))


def _labels_or_probabilities(value: Any) -> Text:
    """Labels as they stand, also with white space or colons; only a dictionary has probabilities."""
    return _labels_with_probabilities(value) if isinstance(value, Mapping) else _labels(value)


def _label_or_probabilities(value: Any) -> str:
    if isinstance(value, Mapping):
        return _probabilities(value)
    return _number(value) if isinstance(value, float) and not value.is_integer() else _label(value)


def _probabilities(value: Any) -> str:
    """Words with their probabilities, or logarithms of these; the empty word stands for all others."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        raise _other("a dictionary of words and their probabilities", value)
    numbers = [_number(plain_value(p)) for p in value.values()]
    _refuse_impossible([float(one) for one in numbers])
    words = (_one_word(word, "a word") if word else "" for word in value)
    return " ".join(map(":".join, zip(words, numbers, strict=True)))


_MOST_TOGETHER = 1.1
"""What probabilities that were rounded may add up to; more is a mistake."""


def _refuse_impossible(values: Sequence[float]) -> None:
    """Refuse what are neither probabilities nor logarithms of such, which are all 0 or less."""
    if all(value <= 0 for value in values):
        return
    for value in values:
        if not 0 <= value <= 1:
            raise ParseError(f"wanted a probability, a number from 0 to 1, found {value:g}")
    if sum(values) > _MOST_TOGETHER:
        raise ParseError(f"wanted probabilities that add up to 1, found a sum of {sum(values):g}")


def _probability(value: Any) -> float:
    chance = float(_number(plain_value(value)))
    if not 0 <= chance <= 1:
        raise ParseError(f"wanted a probability, a number from 0 to 1, found {chance:g}")
    return chance


def _decimal(value: float) -> str:
    """All digits with a decimal point, which tells a probability from the end of a label: 1e-07 is 1.0e-07."""
    digits, exponent, rest = repr(value).partition("e")
    return (digits if "." in digits else f"{digits}.0") + exponent + rest


def _pair_of_numbers(between: str) -> Callable[[Any], str]:
    def as_line(value: Any) -> str:
        if isinstance(value, str):
            return value
        texts = [_number(one) for one in _listed(value, "two numbers")]
        if len(texts) != 2:
            raise ParseError(f"wanted two numbers, found {len(texts)} of them")
        return between.join(texts)

    return as_line


TEXT = Reads("text", "a text", _text)
NUMBER = Reads("number", "a number", _number)
ZERO_OR_ONE = Reads("class 0 or 1", "0 or 1", _label)
LABEL = Reads("label", "a label: a text or a whole number", _label)
LABEL_OR_PROBABILITIES = Reads(
    "label or probability table", "a label, or a dictionary of labels and their probabilities", _label_or_probabilities
)
PROBABILITIES = Reads("probability table", "a dictionary of words and their probabilities", _probabilities)
TOKENS = Reads("text or list of words", "a text, or a list of its words", _tokens)
LABELS = Reads("list of labels", "a list of labels", _labels)
LABELS_WITH_PROBABILITIES = Reads(
    "list of labels or probability table",
    "a list of labels, or a dictionary of labels and their probabilities",
    _labels_with_probabilities,
)
LABELS_OR_PROBABILITIES = LABELS_WITH_PROBABILITIES._replace(as_line=_labels_or_probabilities)
RANKING = Reads("ranking", "a list of things, the best first", _ranking)
JUDGEMENTS = Reads(
    "judged documents", "a list of relevant documents, or a dictionary of documents and their grades", _judgements
)
REFERENCES = Reads("list of references", "a text, or a list of references", _references)
ALTERNATIVES = Reads("list of alternatives", "a label, or a list of labels that are all right", _alternatives)
COLUMNS = Reads("line", "a text, or a list of its columns", _alternatives)
TEXTS = Reads("texts", "a list of texts", _columns)
NUMBERS = Reads("two numbers", "two numbers", _pair_of_numbers("\t"))
INTERVAL = Reads("interval", "two numbers, the lower bound first", _pair_of_numbers(","))

_BY_PARSER: dict[Any, Reads] = {
    parsers.words: TOKENS,
    parsers.stripped: LABEL,
    parsers.label_or_likeliest_word: LABEL_OR_PROBABILITIES,
    parsers.columns: RANKING,
    parsers.stripped_alternatives: ALTERNATIVES,
    parsers.two_columns: TEXTS,
    parsers.number: NUMBER,
    parsers.clipped_number: NUMBER,
    parsers.zero_one: ZERO_OR_ONE,
    parsers.probability: NUMBER,
    parsers.interval: INTERVAL,
    parsers.two_numbers: NUMBERS,
}


def kind_read_by(parser: Callable[[Any], Any]) -> Reads:
    """Return what a parser of `parsers` reads; any other reads text."""
    return _BY_PARSER.get(parser, TEXT)
