"""A small safe language over a line: `len(words(expected)) > 10 and 'x' in output`.

It is parsed by Python's own parser and then built from a list of allowed parts; nothing else is ever run. There are no
loops, powers or repetitions of texts, so that the work on a line is bounded by the length of the expression and the
line.
"""

from __future__ import annotations

import ast
import math
import operator
import re
import warnings
from collections.abc import Callable
from typing import Any

from probierz.errors import OptionError, nearest
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_columns import Headers, LineColumn

Value = Any  # str, int, float, bool or a list of words
Part = Callable[[LineScore], Value]

LONGEST = 1000
_TEXTS = {"input": "in", "expected": "exp", "output": "out"}
_NAMES = ("input", "expected", "output", "score", "line")
_NUMBER = re.compile(r"\s*[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\s*")


def _words(text: str) -> list[str]:
    return _text(text).split()


def _number(text: str) -> float:
    return float(text) if _NUMBER.fullmatch(_text(text)) else math.nan


def _len(value: str | list[str]) -> int:
    if not isinstance(value, (str, list)):
        raise TypeError("len() counts the characters of a text or the words of words()")
    return len(value)


FUNCTIONS: dict[str, Callable[[Any], Value]] = {"len": _len, "words": _words, "number": _number}
METHODS: dict[str, Callable[..., Value]] = {
    "lower": lambda text: text.lower(),
    "upper": lambda text: text.upper(),
    "strip": lambda text: text.strip(),
    "startswith": lambda text, part: text.startswith(_text(part)),
    "endswith": lambda text, part: text.endswith(_text(part)),
    "count": lambda text, part: text.count(_text(part)),
}
_ARITHMETIC: dict[type[ast.AST], Callable[[Any, Any], Value]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def _is_in(part: Value, whole: Value) -> bool:
    if not isinstance(whole, (str, list)):
        raise TypeError(f"a text or a list of words is wanted after in, found {_kind(whole)}")
    return _text(part) in whole


_COMPARISONS: dict[type[ast.AST], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: _is_in,
    ast.NotIn: lambda part, whole: not _is_in(part, whole),
}


def _text(value: Value) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a text is wanted, found {_kind(value)}")
    return value


def _numeric(value: Value) -> float:
    if isinstance(value, (str, list)):
        raise TypeError(f"a number is wanted, found {_kind(value)}; number(…) reads one out of a text")
    return float(value)


def _kind(value: Value) -> str:
    return {str: "a text", list: "a list of words", bool: "yes or no"}.get(type(value), f"the number {value}")


class Expression:
    """A user's expression; call it with a line to get its value: a text, a number, or True or False.

    sides: which of input, expected, output and score it looks at. columns: those it reads, see `LineColumn.check`.
    Raises OptionError for what the language does not have, and, when called, for what cannot be worked out on a line.
    """

    def __init__(self, source: str, headers: Headers | None = None) -> None:
        self.source = source
        self.headers = headers or Headers()
        self.sides: set[str] = set()
        self.columns: list[LineColumn] = []
        if len(source) > LONGEST:
            raise OptionError(f"the expression is {len(source)} characters long; at most {LONGEST} work")
        try:
            with warnings.catch_warnings(action="ignore"):  # of odd escapes in texts
                tree = ast.parse(source.strip(), mode="eval")
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            place = getattr(error, "offset", None)
            where = f" at character {place}" if place else ""
            reason = error.msg if isinstance(error, SyntaxError) else "it is nested too deeply, or no text at all"
            raise OptionError(f"the expression {source!r} cannot be read{where}: {reason}") from None
        try:
            self._run = self._part(tree.body)
        except RecursionError:
            raise OptionError(f"the expression {source[:60]!r}… is nested too deeply") from None

    def __call__(self, line: LineScore) -> str | float | bool:
        """Return the value on a line."""
        try:
            value = self._run(line)
        except (TypeError, ArithmeticError, ValueError, RecursionError) as error:
            raise OptionError(f"line {line.number}: {self.source!r} has no value: {_reason(error)}") from None
        if isinstance(value, (str, bool, int, float)):
            return value
        raise OptionError(f"{self.source!r} is a list of words; ask for len(…), or whether a word is in it")

    # --- parts ---

    def _part(self, node: ast.expr) -> Part:
        for kind, build in _BUILDERS.items():
            if isinstance(node, kind):
                return build(self, node)
        raise self._refused(node, f"{type(node).__name__} is not part of the language")

    def _constant(self, node: ast.Constant) -> Part:
        value = node.value
        if not isinstance(value, (str, int, float)):
            raise self._refused(node, f"{value!r} is neither a text nor a number")
        return lambda _line: value

    def _name(self, node: ast.Name) -> Part:
        if node.id in _TEXTS:
            return self._column(_TEXTS[node.id])
        if node.id == "score":
            self.sides.add("score")
            return lambda line: line.score
        if node.id == "line":
            return lambda line: line.number
        close = nearest(node.id, [*_NAMES, *FUNCTIONS], 1)
        hint = f"did you mean {close[0]}?" if close else f"try {', '.join(_NAMES)}"
        raise self._refused(node, f"nothing is called {node.id}; {hint}")

    def _subscript(self, node: ast.Subscript) -> Part:
        whole, key = node.value, node.slice
        if not isinstance(whole, ast.Name) or whole.id not in _TEXTS or not isinstance(key, ast.Constant):
            raise self._refused(node, "brackets choose a column, as in input[2] or input['Name']")
        if isinstance(key.value, bool) or not isinstance(key.value, (int, str)) or key.value == "":
            raise self._refused(node, "a column is a number from 1 or a name of the header")
        if isinstance(key.value, int) and key.value < 1:
            raise self._refused(node, "columns are counted from 1")
        return self._column(f"{_TEXTS[whole.id]}<{key.value}>")

    def _column(self, field: str) -> Part:
        column = LineColumn(field, self.headers)
        self.sides.add(column.side)
        self.columns.append(column)
        return lambda line: column(line) or ""

    def _call(self, node: ast.Call) -> Part:
        if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
            raise self._refused(node, "functions take plain arguments only")
        values = [self._part(one) for one in node.args]
        if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            function = FUNCTIONS[node.func.id]
            self._count_arguments(node, node.func.id, len(values), 1)
            return lambda line: function(values[0](line))
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            name = node.func.attr
            self._count_arguments(node, name, len(values), 0 if name in ("lower", "upper", "strip") else 1)
            text, method = self._part(node.func.value), METHODS[name]
            return lambda line: method(_text(text(line)), *(value(line) for value in values))
        known = ", ".join([*(f"{name}(…)" for name in FUNCTIONS), *(f"text.{name}(…)" for name in METHODS)])
        raise self._refused(node, f"there is no such function; there is {known}")

    def _count_arguments(self, node: ast.expr, name: str, found: int, wanted: int) -> None:
        if found != wanted:
            raise self._refused(node, f"{name} takes {'one argument' if wanted else 'no argument'}, found {found}")

    def _arithmetic(self, node: ast.BinOp) -> Part:
        if type(node.op) not in _ARITHMETIC:
            raise self._refused(node, "there are only + - * / // and % between numbers")
        work, left, right = _ARITHMETIC[type(node.op)], self._part(node.left), self._part(node.right)
        return lambda line: work(_numeric(left(line)), _numeric(right(line)))

    def _unary(self, node: ast.UnaryOp) -> Part:
        part = self._part(node.operand)
        if isinstance(node.op, ast.Not):
            return lambda line: not part(line)
        if isinstance(node.op, ast.USub):
            return lambda line: -_numeric(part(line))
        raise self._refused(node, "there are only - and not")

    def _compared(self, node: ast.Compare) -> Part:
        tests = [_COMPARISONS.get(type(one)) for one in node.ops]
        if None in tests:
            raise self._refused(node, "there are only == != < <= > >= in and not in")
        parts = [self._part(one) for one in (node.left, *node.comparators)]

        def compare(line: LineScore) -> bool:
            values = [part(line) for part in parts]
            found = zip(tests, values, values[1:], strict=False)
            return all(test(one, other) for test, one, other in found if test is not None)

        return compare

    def _all_or_any(self, node: ast.BoolOp) -> Part:
        parts = [self._part(one) for one in node.values]
        if isinstance(node.op, ast.And):
            return lambda line: all(part(line) for part in parts)
        return lambda line: any(part(line) for part in parts)

    def _choice(self, node: ast.IfExp) -> Part:
        test, yes, no = self._part(node.test), self._part(node.body), self._part(node.orelse)
        return lambda line: yes(line) if test(line) else no(line)

    def _refused(self, node: ast.expr, reason: str) -> OptionError:
        part = ast.get_source_segment(self.source.strip(), node) or ""
        shown = f" ({part})" if part and part != self.source.strip() else ""
        return OptionError(f"the expression {self.source!r}, character {node.col_offset + 1}{shown}: {reason}")


_BUILDERS: dict[type[ast.expr], Callable[[Expression, Any], Part]] = {
    ast.Constant: Expression._constant,
    ast.Name: Expression._name,
    ast.Subscript: Expression._subscript,
    ast.Call: Expression._call,
    ast.BinOp: Expression._arithmetic,
    ast.UnaryOp: Expression._unary,
    ast.Compare: Expression._compared,
    ast.BoolOp: Expression._all_or_any,
    ast.IfExp: Expression._choice,
}


def _reason(error: Exception) -> str:
    if isinstance(error, ZeroDivisionError):
        return "something is divided by 0"
    return str(error).replace("'str'", "a text").replace("'int'", "a number").replace("'float'", "a number")
