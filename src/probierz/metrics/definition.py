"""What a metric is, and how one is found by its text name.

A metric is one decorated function beside its formula:

    @metric("WER", better="lower", bounds=(0, math.inf), parse=words, source="…", example=Example(…))
    def word_error_rate(expected: list[str], output: list[str]) -> Edits:
        ...
        return Edits(edit_distance(expected, output), len(expected))

The function maps one parsed line to a tally (see `tallies`); the total of all tallies is finished to the value.
A pattern such as `NDCG@{n:integer}` both reads and prints a name; a parameter goes to the item function, to `finish`,
or to both, wherever an argument of that name stands.
"""

from __future__ import annotations

import importlib
import math
import os
import pkgutil
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, Literal, TypeVar

from probierz.errors import OptionError, ProbierzError, SchemeError, UnknownMetric, nearest
from probierz.metrics.reads import LABEL, LABEL_OR_PROBABILITIES, Reads, kind_read_by
from probierz.metrics.tallies import Accumulator, Row, Tally, Total, accumulator_for
from probierz.metrics.traps import Trap
from probierz.taken_names import refuse_taken

Answers = Literal["labels", "groups", "numbers", "varying numbers", "tags", "other"]
Better = Literal["higher", "lower"]
Parser = Callable[[Any], Any]
ManyLines = Callable[[Sequence[str], Sequence[str]], Sequence[Tally] | None]
ItemFunction = TypeVar("ItemFunction", bound=Callable[..., Any])

_DECIMAL = r" *(?:\( *)?(?P<{name}>-? *[0-9]{1,15}(?:\.[0-9]{1,20})?(?:[eE][-+]?[0-9]{1,2})?)(?: *\))? *"
BETA = {"beta": (0, 1e6)}
"""Where β of an F-score may be: 0 is precision alone, beyond a million it is recall to the last digit."""

_FIELD = re.compile(r"\{(\w+):(decimal|integer)(?:=([^}]+))?\}")


@dataclass(frozen=True)
class Example:
    """A small test set with an output and the value that it gets; also the toy data of a new challenge.

    `name` is the metric's name with parameters if the definition has any; headers name the columns.
    """

    expected: Sequence[str]
    output: Sequence[str]
    value: float
    name: str = ""
    input: Sequence[str] = ()
    in_header: Sequence[str] = ()
    out_header: Sequence[str] = ()
    train: Sequence[str] = ()  # lines of a single train.tsv, for metrics of language models


def whole_line(text: str) -> str:
    """Take the line as it is."""
    return text


@dataclass(frozen=True)
class Definition:
    """A family of metrics that share a formula and differ in parameters."""

    pattern: str
    item: Callable[..., Tally]
    finish: Callable[..., float]
    finish_line: Callable[..., float]
    better: Better
    bounds: tuple[float, float]
    parse_expected: Parser
    parse_output: Parser
    source: str
    example: Example
    best: float | None
    perfect: Callable[[str], str]
    matching: Literal["no", "optional", "required"]
    needs_input: bool
    needs_position: bool
    takes_items: bool | Literal["under Mean"]
    preprocessed_itemwise: bool
    free_columns: bool
    free_input_columns: bool
    allowed: Mapping[str, tuple[float, float]]
    geval: bool
    geval_pattern: str
    traps: tuple[Trap, ...]
    peer_signature: str
    reads: tuple[Reads, Reads]
    answers: Answers
    equal: Tally | None
    many: ManyLines | None
    has_line_values: bool

    @property
    def doc(self) -> str:
        """The definition's docstring: meaning, formula, symbols, the empty case."""
        lines = (self.item.__doc__ or "").expandtabs().splitlines()
        indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
        cut = min(indents, default=0)
        return "\n".join([line.strip() for line in lines[:1]] + [line[cut:].rstrip() for line in lines[1:]]).strip()

    @property
    def summary(self) -> str:
        """The meaning in one sentence."""
        return self.doc.split("\n", 1)[0]

    @property
    def tally_kind(self) -> Any:
        """The class of a line's tally: a NamedTuple class, a dict type, or `Row`."""
        return _return_type(self.item)

    @property
    def prefix(self) -> str:
        """The pattern up to its first parameter."""
        return self.pattern.partition("{")[0]

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters in the pattern, each with its kind: `decimal` or `integer`."""
        return {key: kind for key, kind, _ in _FIELD.findall(self.pattern)}

    def read(self, name: str) -> dict[str, Any] | None:
        """Return the parameters that the pattern finds in `name`, or None when it does not fit."""
        found = _reader(self.pattern).fullmatch(name)
        if found is None and self.geval_pattern:
            found = _reader(self.geval_pattern).fullmatch(name)
        if found is None:
            return None
        parameters: dict[str, Any] = {}
        for key, kind, default in _FIELD.findall(self.pattern):
            text = found.group(key) or default
            parameters[key] = int(text) if kind == "integer" else float(text.replace(" ", ""))
        return parameters

    def parameter_facts(self) -> list[str]:
        """What can be said of each parameter: name, kind, range, default."""
        facts = []
        for key, kind, default in _FIELD.findall(self.pattern):
            text = f"{key}, {'a whole number' if kind == 'integer' else 'a number'} {self._limits(key, kind)}".rstrip()
            facts.append(f"{text}{f', by default {default}' if default else ''}")
        return facts

    def _limits(self, key: str, kind: str) -> str:
        low, high = self.allowed.get(key, (1, math.inf) if kind == "integer" else (-math.inf, math.inf))
        if high < math.inf:
            return f"from {short_decimal(low)} to {short_decimal(high)}"
        return f"of at least {short_decimal(low)}" if low > -math.inf else ""

    def components(self) -> list[str]:
        """The names of the numbers that a score comes from, as in `score.components`; none for some metrics."""
        total = self.tally_kind
        if hasattr(total, "components"):
            return list(total._make([0] * len(total._fields)).components())
        return list(getattr(total, "_fields", ()))

    def refuse_out_of_range(self, name: str, parameters: Mapping[str, Any]) -> None:
        """Raise SchemeError for a parameter that is not where it may be, with where that is."""
        for key, kind, _ in _FIELD.findall(self.pattern):
            low, high = self.allowed.get(key, (1, math.inf) if kind == "integer" else (-math.inf, math.inf))
            if not low <= parameters[key] <= high:
                number = "a whole number" if kind == "integer" else "a number"
                shown = parameters[key] if kind == "integer" else short_decimal(parameters[key])
                raise SchemeError(f"{name}: {key} is {shown}, and must be {number} {self._limits(key, kind)}")

    def show(self, parameters: Mapping[str, Any], number: Callable[[float], str], pattern: str = "") -> str:
        """Print the name with these parameters; `number` prints a decimal. A parameter at its default is left out."""

        def text(match: re.Match[str]) -> str:
            key, kind, default = match.groups()
            value = parameters[key]
            if default and value == (int(default) if kind == "integer" else float(default)):
                return ""
            return str(value) if kind == "integer" else number(value)

        return _FIELD.sub(text, pattern or self.pattern)

    def bind(self, parameters: Mapping[str, Any], match: Callable[[str, str], float] | None = None) -> Metric:
        """Return the metric with these parameters (and this matching specification, where one applies)."""
        names = _arguments(self.item)
        chosen: dict[str, Any] = {key: value for key, value in parameters.items() if key in names}
        if match is not None:
            chosen["match"] = match
        at_end = {key: value for key, value in parameters.items() if key in _arguments(self.finish)}
        name = self.show(parameters, short_decimal)
        return Metric(
            definition=self,
            name=name,
            geval_name=self.show(parameters, geval_decimal, self.geval_pattern),
            item=partial(self.item, **chosen) if chosen else self.item,
            finish=partial(self.finish, **at_end) if at_end else self.finish,
            finish_line=partial(self.finish_line, **at_end) if at_end else self.finish_line,
            better=self.better,
            bounds=self.bounds,
            best=self.best,
            parse_expected=_with_parameters(self.parse_expected, parameters),
            parse_output=_with_parameters(self.parse_output, parameters),
            tally_kind=self.tally_kind,
            tally_key=(
                self.item,
                self.parse_expected,
                self.parse_output,
                tuple(sorted((key, str(value)) for key, value in parameters.items() if key in names)),
            ),
            equal=self.equal,
            many=self.many,
        )


@dataclass(frozen=True, repr=False)
class Metric:
    """A metric ready to score: one line to a tally, the total of tallies to a value."""

    definition: Definition
    name: str
    geval_name: str
    item: Callable[..., Tally]
    finish: Callable[[Total], float]
    finish_line: Callable[[Total], float]
    better: Better
    bounds: tuple[float, float]
    best: float | None
    parse_expected: Parser
    parse_output: Parser
    tally_kind: Any
    tally_key: Hashable
    prefixes: tuple[str, ...] = ()
    equal: Tally | None = None
    many: ManyLines | None = None

    def __repr__(self) -> str:
        """Show the metric by its name."""
        return f"<metric {self.name}>"

    @property
    def needs_input(self) -> bool:
        """Whether the item function gets the input line too."""
        return self.definition.needs_input

    @property
    def needs_position(self) -> bool:
        """Whether the item function gets the position of the line (from 1) too."""
        return self.definition.needs_position

    @property
    def compares_labels(self) -> bool:
        """Whether a line is right where its label is the expected one, as it is written."""
        return self.definition.answers == "labels" and not self.prefixes

    @property
    def compares_groups(self) -> bool:
        """Whether lines that have one name belong together, whatever it is: no single line is right or wrong."""
        return self.definition.answers == "groups"

    @property
    def compares_numbers(self) -> bool:
        """Whether numbers are compared that should be on one scale."""
        return self.definition.answers in ("numbers", "varying numbers") and not self.prefixes

    @property
    def needs_variation(self) -> bool:
        """Whether there is no value where all numbers of an output are the same."""
        return self.definition.answers == "varying numbers" and not self.prefixes

    @property
    def has_line_values(self) -> bool:
        """Whether a single line has a value: none does of what is told by how lines differ."""
        return self.definition.has_line_values

    @property
    def compares_tags(self) -> bool:
        """Whether each token of a line is compared with the expected one at its place."""
        return self.definition.answers == "tags" and not self.prefixes

    @property
    def takes_items(self) -> bool:
        """Whether a JSON array is parsed item by item instead of as joined text."""
        taking = self.definition.takes_items
        return taking is True or (taking == "under Mean" and "Mean" in self.prefixes)

    def accumulator(self) -> Accumulator:
        """Return an empty accumulator for this metric's tallies."""
        return accumulator_for(self.tally_kind)

    def tally(self, expected: str, output: str, *, line_input: str = "", position: int = 1) -> Tally:
        """Map one line to its tally; raises ParseError when a side cannot be read."""
        got = self.parse_output(output)
        wanted = self.parse_expected(expected)
        extra: tuple[Any, ...] = (line_input,) if self.needs_input else ()
        if self.needs_position:
            extra = (*extra, position)
        return self.item(wanted, got, *extra)

    def value(self, tallies: Sequence[Tally]) -> float:
        """Return the value over lines that left these tallies."""
        accumulator = self.accumulator()
        accumulator.add(tallies)
        return self.finish(accumulator.total())

    def line_value(self, tally: Tally) -> float:
        """Return the value of a single line: `value([tally])`, unless the metric has a formula of its own for lines.

        NaN of a line in a group: what stands alone says nothing.
        """
        if isinstance(tally, Mapping) and self.compares_groups:
            return math.nan
        if not isinstance(tally, tuple) or isinstance(tally, Row):
            return self.value([tally])
        return self.finish_line(self.tally_kind._make(number + 0 for number in tally))  # -0.0 becomes 0.0, as in a sum

    def named(self, prefix: str, **changes: Any) -> Metric:
        """The same metric behind one more prefix, with these fields changed."""
        return replace(
            self,
            name=f"{prefix}/{self.name}",
            geval_name=f"{prefix}/{self.geval_name}",
            prefixes=(prefix, *self.prefixes),
            **changes,
        )


# --- printing parameters -----------------------------------------------------------------------------------------


def short_decimal(value: float) -> str:
    """The shortest text that reads back as this number: `1`, `0.5`, `1e-06`."""
    return str(int(value)) if value == int(value) and abs(value) < 1e16 else repr(value)


def geval_decimal(value: float) -> str:
    """A number as GEval (Haskell's `show`) prints it: `1.0`, `0.1`, `5.0e-2`, `1.2345678e7`."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0 or 0.1 <= abs(value) < 1e7:
        return repr(float(value))
    mantissa, exponent = f"{value!r}e0".split("e")[:2] if "e" in repr(value) else _scientific(value)
    if "." not in mantissa:
        mantissa += ".0"
    return f"{mantissa}e{int(exponent)}"


def _scientific(value: float) -> tuple[str, str]:
    sign, digits, exponent = _decimal_tuple(value)
    rest = digits[1:].rstrip("0")
    return f"{sign}{digits[0]}.{rest or '0'}", str(exponent + len(digits) - 1)


def _decimal_tuple(value: float) -> tuple[str, str, int]:
    from decimal import Decimal

    sign, digits, exponent = Decimal(repr(value)).as_tuple()
    return "-" if sign else "", "".join(map(str, digits)), int(exponent)


# --- the decorator and the registry --------------------------------------------------------------------------------

_definitions: dict[str, Definition] = {}
_matched: dict[str, Definition] = {}


def metric(
    pattern: str,
    *,
    better: Better,
    bounds: tuple[float, float],
    source: str,
    example: Example,
    parse: Parser | tuple[Parser, Parser] = whole_line,
    finish: Callable[..., float] | None = None,
    finish_line: Callable[..., float] | None = None,
    best: float | Literal["bound"] | None = "bound",
    perfect: Callable[[str], str] = whole_line,
    matching: Literal["no", "optional", "required"] = "no",
    needs_input: bool = False,
    needs_position: bool = False,
    takes_items: bool | Literal["under Mean"] = False,
    preprocessed_itemwise: bool = False,
    free_columns: bool = False,
    free_input_columns: bool = False,
    allowed: Mapping[str, tuple[float, float]] | None = None,
    geval: bool | None = None,
    geval_pattern: str = "",
    traps: Sequence[Trap] = (),
    peer_signature: str = "",
    reads: tuple[Reads, Reads] | None = None,
    answers: Answers | None = None,
    equal: Tally | None = None,
    many: ManyLines | None = None,
    has_line_values: bool = True,
) -> Callable[[ItemFunction], ItemFunction]:
    """Make the decorated function a metric.

    pattern: the name, with parameters as `{beta:decimal}` or `{bits:integer=10}`.
    better, bounds: direction and the range of values; the best value is the good end of the range unless `best` says
        otherwise (None: there is none).
    source: paper, page or program that the formula comes from.
    example: a small test set, an output and its value; checked by the tests, used by `init` and the docs.
    parse: one parser, or one for the expected and one for the output text; raises `ParseError`.
    finish: the total's value; by default the tally's own `mean`, `rate` or `f`.
    finish_line: the value of a single line, and so of lines under `Mean/`, where the field has another formula for it.
    perfect: makes a perfect output line from an expected line.
    matching: whether matching specifications (`Fuzzy/`, `Lower/`, …) apply; the function then has an argument `match`.
    needs_input, needs_position: the function also gets the input line, the line's position.
    takes_items: a JSON array is given to the parser as a list of texts instead of joined text.
    preprocessed_itemwise: text flags and tokenizer also apply in GEval's item-wise modes.
    free_columns, free_input_columns: lines of the expected file, of the input, may differ in their number of columns.
    allowed: from where to where parameters may go; where nothing is said, whole numbers begin with 1.
    geval: whether GEval knows this metric; by default those of this package, not those of others.
    geval_pattern: how GEval prints the name, where it differs from `pattern`.
    traps: texts that the metric takes otherwise than one would think, see `traps`; `eval` and `explain` warn of them.
    reads: what the expected and the output side may be in Python; by default what the parsers read, see `reads`.
    answers: what outputs are beside expected lines, so that `check` and `eval` can question them: `labels`, right where
        they are the same; `groups`, whose names are their own; `numbers` on the expected scale; `varying numbers`,
        which tell nothing where all are the same; `tags`, one for each token of the input; by default labels where
        both sides read such.
    equal: what every line leaves whose sides are the same text, unless that has the mark of a trap.
    many: a faster way to the tallies of many lines at once, from the texts of both sides; None where it has none.
    has_line_values: whether a single line has a value; of correlations and groupings, for example, none does.
    peer_signature: what another tool prints beside the same value, `{references}` standing for references a line.
    Raises TypeError where neither `finish` nor the type that is returned says how tallies become a value, and
    OptionError where another metric has the name.
    """
    parsers = parse if isinstance(parse, tuple) else (parse, parse)
    sides = reads or (kind_read_by(parsers[0]), kind_read_by(parsers[1]))

    def define(item: ItemFunction) -> ItemFunction:
        definition = Definition(
            pattern=pattern,
            item=item,
            finish=finish or _usual_finish(item),
            finish_line=finish_line or finish or _usual_finish(item),
            better=better,
            bounds=bounds,
            parse_expected=parsers[0],
            parse_output=parsers[1],
            source=source,
            example=example,
            best=(bounds[1] if better == "higher" else bounds[0]) if best == "bound" else best,
            perfect=perfect,
            matching=matching,
            needs_input=needs_input,
            needs_position=needs_position,
            takes_items=takes_items,
            preprocessed_itemwise=preprocessed_itemwise,
            free_columns=free_columns,
            free_input_columns=free_input_columns,
            geval=item.__module__.startswith("probierz.metrics.") if geval is None else geval,
            allowed=allowed or {},
            geval_pattern=geval_pattern,
            traps=tuple(traps),
            peer_signature=peer_signature,
            reads=sides,
            answers=answers or _usual_answers(sides),
            equal=equal,
            many=many,
            has_line_values=has_line_values,
        )
        _register(definition)
        return item

    return define


def _register(definition: Definition) -> None:
    if not definition.item.__module__.startswith("probierz.metrics."):
        _load_built_in()  # so that it is the other one that finds its name taken
    tables = {"no": [_definitions], "optional": [_definitions, _matched], "required": [_matched]}[definition.matching]
    for table in tables:
        for other in (table.get(definition.pattern), _reading(definition.pattern, table)):
            refuse_taken("metric", definition.pattern, definition.item, other.item if other else None)
    for table in tables:
        table[definition.pattern] = definition


def _reading(name: str, table: Mapping[str, Definition]) -> Definition | None:
    """The definition in whose parameters a name would be found, such as F2 in `F{beta:decimal}`."""
    found = None if _FIELD.search(name) else _lookup(name, table)
    return found and found[0]


def _usual_finish(item: Callable[..., Any]) -> Callable[..., float]:
    kind = _return_type(item)
    for name in ("mean", "rate", "f"):
        method = getattr(kind, name, None)
        if method is not None:
            return method  # type: ignore[no-any-return]  # a method of the tally class
    raise TypeError(f"{item.__name__} needs finish=…, or must say which tally it returns, as in -> Mean")


def _usual_answers(reads: tuple[Reads, Reads]) -> Answers:
    return "labels" if set(reads) <= {LABEL, LABEL_OR_PROBABILITIES} else "other"


def _return_type(function: Callable[..., Any]) -> Any:
    annotation = function.__annotations__.get("return")
    if isinstance(annotation, str):
        return eval(annotation, function.__globals__)  # the annotation of our own or a plugin's code
    return annotation


def _arguments(function: Callable[..., Any]) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _with_parameters(parser: Parser, parameters: Mapping[str, Any]) -> Parser:
    code = getattr(parser, "__code__", None)
    if code is None or not parameters:
        return parser
    chosen = {key: value for key, value in parameters.items() if key in _arguments(parser)}
    return partial(parser, **chosen) if chosen else parser


@cache
def _reader(pattern: str) -> re.Pattern[str]:
    parts = _FIELD.split(pattern)
    expression = re.escape(parts[0])
    for name, kind, default, literal in zip(parts[1::4], parts[2::4], parts[3::4], parts[4::4], strict=True):
        number = _DECIMAL.replace("{name}", name) if kind == "decimal" else rf"(?P<{name}>-?[0-9]{{1,9}})"
        expression += (f"(?:{number})?" if default else number) + re.escape(literal)
    return re.compile(expression)


# Modules of this package that define no metrics.
_NOT_METRICS = {
    "annotations",
    "assignment",
    "calibration",
    "combinators",
    "definition",
    "distances",
    "geval_arithmetic",
    "matching",
    "names",
    "ngram_blocks",
    "number_pairs",
    "parsers",
    "tallies",
    "tercom",
    "traps",
}


_plugins: list[str] = []


@cache
def _load_built_in() -> None:
    import probierz.metrics as package

    for module in pkgutil.iter_modules(package.__path__):
        if module.name not in _NOT_METRICS:
            importlib.import_module(f"{package.__name__}.{module.name}")


@cache
def _load_entry_points() -> None:
    from importlib.metadata import entry_points

    for point in entry_points(group="probierz.metrics"):
        point.load()


PLUGINS_VARIABLE = "PROBIERZ_PLUGINS"


def load_plugin(path: str) -> None:
    """Run a Python file that defines metrics. Raises OptionError when it cannot be run."""
    import sys
    from types import ModuleType

    name = "probierz_plugin_" + re.sub(r"\W", lambda letter: f"_{ord(letter[0]):x}_", path)
    if path in _plugins:
        return
    try:
        with open(path, encoding="utf-8") as file:
            code = compile(file.read(), path, "exec")
        module = ModuleType(name)
        module.__file__ = path
        sys.modules[name] = module
        exec(code, module.__dict__)
        _plugins.append(path)
    except (Exception, SystemExit) as error:
        sys.modules.pop(name, None)
        if isinstance(error, ProbierzError):
            raise
        raise OptionError(f"{path}: this file of metrics cannot be run: {type(error).__name__}: {error}") from error


def load_named_plugins() -> None:
    """Run the files that the variable PROBIERZ_PLUGINS names. Raises OptionError for one that cannot be run."""
    for path in filter(None, os.environ.get(PLUGINS_VARIABLE, "").split(os.pathsep)):
        load_plugin(path)


def plugins_environment() -> dict[str, str]:
    """Return the variable PROBIERZ_PLUGINS for a process that starts in another folder; nothing where it is not set."""
    named = [os.path.abspath(path) for path in os.environ.get(PLUGINS_VARIABLE, "").split(os.pathsep) if path]
    return {PLUGINS_VARIABLE: os.pathsep.join(named)} if named else {}


def loaded_plugins() -> list[str]:
    """Return the paths of the files that `load_plugin` has run, so that another process can run them too."""
    return list(_plugins)


def definitions(*, plugins: bool = True) -> list[Definition]:
    """Return all definitions, those of entry points and loaded files included, sorted by name."""
    _load_built_in()
    if plugins:
        _load_entry_points()
    return sorted({**_matched, **_definitions}.values(), key=lambda definition: definition.pattern.lower())


def metric_names() -> list[str]:
    """Return the names of all metrics as patterns, sorted."""
    return [definition.pattern for definition in definitions()]


def find_definition(name: str, *, matched: bool = False) -> tuple[Definition, dict[str, Any]]:
    """Return the definition whose pattern reads `name`, with the parameters found.

    `matched` asks for the variant that takes a matching specification. Raises UnknownMetric with the nearest names, and
    SchemeError where the metric takes none.
    """
    _load_built_in()
    table = _matched if matched else _definitions
    found = _lookup(name, table)
    if found is None:
        _load_entry_points()
        found = _lookup(name, table)
    if found is not None:
        found[0].refuse_out_of_range(name, found[1])
        return found
    unmatched = _lookup(name, _definitions) if matched else None
    if unmatched is not None:
        message = "Matching specification cannot be applied to the {} metric"
        takers = sorted({definition.pattern for definition in _matched.values()})
        geval_name = unmatched[0].bind(unmatched[1]).geval_name
        raise SchemeError(
            f"{message.format(name)}: it applies to {', '.join(takers)}", geval=message.format(geval_name)
        )
    raise _unknown(name)


def _lookup(name: str, table: Mapping[str, Definition]) -> tuple[Definition, dict[str, Any]] | None:
    best: tuple[Definition, dict[str, Any]] | None = None
    for definition in table.values():
        if name.startswith((definition.prefix, definition.geval_pattern or definition.prefix)):
            parameters = definition.read(name)
            if parameters is not None and (best is None or len(definition.prefix) > len(best[0].prefix)):
                best = definition, parameters
    return best


def _unknown(name: str) -> UnknownMetric:
    if not name:
        return UnknownMetric(
            "the metric has no name; write it behind prefixes and before flags, as in WER, Mean/WER or WER:l; "
            "list all of them with  probierz metrics",
            geval="Prelude.read: no parse",
        )
    known = sorted({_FIELD.sub(lambda match: match[3] or "1", pattern) for pattern in [*_definitions, *_matched]})
    close = nearest(name, known)
    advice = f": did you mean {' or '.join(close)}? List" if close else "; list"
    broken_off = any(name.startswith(definition.prefix) for definition in _definitions.values() if definition.geval)
    geval = "Prelude.read: no parse" if broken_off else f"Unknown or broken metric definition: {name}"
    return UnknownMetric(f"no metric is called {name!r}{advice} all of them with  probierz metrics", geval=geval)
