"""What selects lines: features and confidence.

A feature stands in the flag `f<feature>`: `exp:foo`, `out:foo`, `in[2]:foo`, `in[Name]:foo`.
A line has the feature when the text is one of its tokens, cut at space, TAB and colon. The flag `p<P>` keeps the lines
with the most confident outputs. Source: GEval 1.42.2.0.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from probierz.errors import SchemeError
from probierz.metrics.annotations import probability_list

FeatureTest = Callable[[str, str, str], bool]
"""Takes the expected, the output and the input text of a line."""

_CUT = re.compile(r"[ \t:]+")
_FEATURE = re.compile(r"(?:(?P<side>exp|out)|in<(?P<column>[^>]*)>):(?P<token>.*)", re.DOTALL)
_COLUMN_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


def feature_test(feature: str, in_header: Sequence[str] = ()) -> FeatureTest:
    """Return the test for a feature; `in_header` names the input's columns (numbers do not work then).

    Raises SchemeError for a feature that no line can have.
    """
    found = _FEATURE.fullmatch(feature.replace("[", "<").replace("]", ">"))
    if found is None:
        raise SchemeError(f"{feature!r} is not a feature of a line; write exp:word, out:word or in[1]:word")
    token = found["token"]
    if found["side"] == "exp":
        return lambda expected, _output, _line_input: _has(token, expected)
    if found["side"] == "out":
        return lambda _expected, output, _line_input: _has(token, output)
    column = _column(found["column"], in_header)

    def in_column(_expected: str, _output: str, line_input: str) -> bool:
        fields = line_input.split("\t")
        return column < len(fields) and _has(token, fields[column])

    return in_column


def _has(token: str, text: str) -> bool:
    return bool(token) and token in _CUT.split(text)


def _column(name: str, in_header: Sequence[str]) -> int:
    if in_header:
        # A column that the header lacks is no error in GEval: no line has the feature.
        return in_header.index(name) if name in in_header else 10**9
    return int(name) - 1 if _COLUMN_NUMBER.fullmatch(name) else 10**9


def confidence(output: str) -> float:
    """The geometric mean of the probabilities in an output such as `foo:0.8 bar:0.5`; 1 for an empty one."""
    probabilities = [probability for _label, probability in probability_list(output)]
    return math.prod(probabilities) ** (1 / len(probabilities)) if probabilities else 1.0
