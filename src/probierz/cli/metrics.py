"""`probierz metrics`: list, search, show and test metrics."""

from __future__ import annotations

import math
import re
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.options import add_options, load_plugins
from probierz.cli.terminal import BOLD, chosen_format, painted, print_json, print_table, printable, short_number
from probierz.errors import OptionError, SchemeError

if TYPE_CHECKING:
    from probierz.metrics.definition import Definition

EXAMPLES = """
examples:
  probierz metrics                       all metrics
  probierz metrics error rate            those whose name or description has both words
  probierz metrics show WER              formula, parameters, source, example
  probierz metrics show Mean/F2          what a name with prefixes and parameters stands for
  probierz metrics test Tail@2 --plugin tails.py   does a metric of your own keep the laws of all metrics?
  probierz metrics --format json         for programs
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "List the metrics, search them by words, show one with its formula and an example, or test one."
    )
    parser.epilog = EXAMPLES
    parser.usage = f"{parser.prog} [options] [WORD ... | show NAME | test NAME]"
    parser.add_argument("words", nargs="*", metavar="WORD", help="words to search for; or: show NAME, test NAME")
    add_options(parser, "--format", "--plugin")


def run(arguments: Namespace) -> int:
    """List, show or test."""
    load_plugins(arguments)
    if arguments.words[:1] == ["test"] and len(arguments.words) == 2:
        return _test(arguments.words[1])
    if arguments.words[:1] == ["show"]:
        return _show_all(arguments.words[1:], arguments)
    return _list(arguments.words, arguments)


# --- the list --------------------------------------------------------------------------------------------------------


def _list(words: list[str], arguments: Namespace) -> int:
    from probierz.metrics.definition import definitions

    found = sorted((one for one in definitions() if _has_all(one, words)), key=lambda one: _distance(one, words))
    if not found:
        return _nothing(words, PROBLEM)
    if chosen_format(arguments) == "json":
        print_json([_as_dict(definition) for definition in found])
        return FINE
    from probierz.reports.tables import Column, Table

    columns = (Column("metric"), Column("better"), Column("range"), Column("meaning"))
    rows = tuple((_name(one), one.better, _range(one), one.summary) for one in found)
    print_table(Table(columns, rows), chosen_format(arguments))
    return FINE


def _nothing(words: list[str], code: int) -> int:
    from probierz.errors import nearest
    from probierz.metrics.definition import metric_names

    close = nearest(" ".join(words), metric_names())
    hint = f" Did you mean {' or '.join(close)}?" if close else " List all with  probierz metrics"
    print(
        f"probierz: no metric has {' and '.join(map(repr, words))} in its name or description.{hint}", file=sys.stderr
    )
    return code


def _has_all(definition: Definition, words: list[str]) -> bool:
    text = f"{definition.pattern}\n{definition.doc}\n{definition.source}".casefold()
    return all(word.casefold() in text for word in words)


def _distance(definition: Definition, words: list[str]) -> int:
    """How far a metric is from what is looked for: 0 by its name, 1 by a part of that, 2 by a word of what is said of
    it, 3 by letters inside of words, as in *lower*.
    """
    name = _name(definition).partition("<")[0].rstrip("@[").casefold()
    wanted = " ".join(words).casefold()
    if wanted == name:
        return 0
    if wanted and wanted in name:
        return 1
    said = set(re.findall(r"\w+", f"{definition.doc} {definition.source}".casefold()))
    return 2 if said.issuperset(wanted.split()) else 3


def _name(definition: Definition) -> str:
    """The name with its parameters as words: `F<beta>`; what may be left out stands in brackets: `X[<bits>]`."""

    def word(field: re.Match[str]) -> str:
        return f"[<{field[1]}>]" if field[2] else f"<{field[1]}>"

    return re.sub(r"\{(\w+):\w+(=[^}]+)?\}", word, definition.pattern)


def _range(definition: Definition) -> str:
    low, high = definition.bounds
    left = "[" if math.isfinite(low) else "("
    right = "]" if math.isfinite(high) else ")"
    return f"{left}{_number(low)}, {_number(high)}{right}"


def _number(value: float) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:g}"


# --- one metric ------------------------------------------------------------------------------------------------------


def _show_all(names: list[str], arguments: Namespace) -> int:

    if not names:
        raise OptionError("name the metric to show, for instance  probierz metrics show WER")
    for at, name in enumerate(names):
        print(end="\n" * bool(at))
        _show(name, arguments)
    return FINE


def _show(name: str, arguments: Namespace) -> None:
    prefixes, definition = _find(name)
    form = chosen_format(arguments)
    if form == "json":
        print_json(_as_dict(definition))
    elif arguments.format in (None, "table"):
        print(painted(_name(definition), BOLD, sys.stdout), end="\n\n")
        print(definition.doc, end="\n\n")
        _print_facts([*_prefix_facts(prefixes), *_facts(definition)])
        _print_example(definition)
    else:
        from probierz.reports.tables import Column, Table

        print_table(Table((Column("property"), Column("value")), tuple(_facts(definition))), form)


def _find(name: str) -> tuple[list[str], Definition]:
    """Return the prefixes of a name and its definition; a name from the list will do. Raises UnknownMetric."""
    from probierz.metrics.definition import definitions
    from probierz.metrics.names import get_metric, split_prefixes

    for definition in definitions():
        if name in (definition.pattern, _name(definition), definition.prefix) or name == definition.example.name:
            return [], definition
    name = name.partition(":")[0]
    return split_prefixes(name)[0], get_metric(name).definition


def _prefix_facts(prefixes: list[str]) -> list[tuple[str, str]]:
    from probierz.metrics.combinators import COMBINATORS
    from probierz.metrics.matching import MATCHING

    makers: dict[str, Any] = {**COMBINATORS, **MATCHING}
    return [(f"{prefix}/", (makers[prefix].__doc__ or "").strip().split("\n")[0]) for prefix in prefixes]


def _facts(definition: Definition) -> list[tuple[str, str]]:
    from probierz.metrics.combinators import COMBINATORS
    from probierz.metrics.matching import MATCHING

    facts = [("better", definition.better), ("range", _range(definition))]
    facts.append(("best", "there is none" if definition.best is None else _number(definition.best)))
    facts += [(f"{side} line", one.wanted) for side, one in zip(("expected", "output"), definition.reads, strict=True)]
    facts += [("parameter", one) for one in definition.parameter_facts()]
    facts.append(("prefixes", ", ".join(f"{prefix}/" for prefix in COMBINATORS)))
    variant = _matched_variant(definition)
    if variant is not None:
        facts.append(("matching", ", ".join(f"{prefix}/" for prefix in MATCHING)))
    if variant is not None and variant is not definition:
        facts.append(("", f"with one of these: {variant.summary}"))
    if definition.needs_input:
        facts.append(("input", "is read too"))
    if definition.components():
        facts.append(("components", ", ".join(definition.components())))
    facts += [("beware", trap.in_general) for trap in definition.traps]
    facts.append(("in GEval", "yes" if definition.geval else "no"))
    return [*facts, ("source", definition.source)]


def _matched_variant(definition: Definition) -> Definition | None:
    """Return the definition that matching specifications lead to: this one, another of the same name, or none."""
    from probierz.metrics.definition import find_definition

    if definition.matching != "no":
        return definition
    try:
        return find_definition(definition.example.name or definition.prefix, matched=True)[0]
    except SchemeError:
        return None


def _print_facts(facts: list[tuple[str, str]]) -> None:
    width = max(len(name) for name, _ in facts)
    for name, value in facts:
        print(f"{name:<{width}}  {value}")


def _print_example(definition: Definition) -> None:
    example = definition.example
    print(f"\nexample: {example.name or _name(definition)} = {short_number(example.value)}")
    sides = [("input", example.input), ("expected", example.expected), ("output", example.output)]
    for name, lines in sides:
        for line in lines[:4]:
            print(f"  {name:<8}  {printable(line)}")
        if len(lines) > 4:
            print(f"  {name:<8}  … {len(lines)} lines in all")


# --- a test ----------------------------------------------------------------------------------------------------------


def _test(name: str) -> int:
    from probierz.scoring.laws import LAWS, broken_laws

    broken = broken_laws(name)
    for title in LAWS:
        complaint = broken.get(title)
        print(f"{'broken' if complaint else 'holds ':<6}  {title}{f': {complaint}' if complaint else ''}")
    return PROBLEM if broken else FINE


# --- for programs ----------------------------------------------------------------------------------------------------


def _as_dict(definition: Definition) -> dict[str, Any]:
    from probierz.reports.json_values import json_number

    low, high = definition.bounds
    example = definition.example
    return {
        "name": definition.pattern,
        "summary": definition.summary,
        "doc": definition.doc,
        "better": definition.better,
        "lowest": low if math.isfinite(low) else None,  # a scale without an end there
        "highest": high if math.isfinite(high) else None,
        "best": None if definition.best is None else json_number(definition.best)["value"],
        "reads": {side: one.name for side, one in zip(("expected", "output"), definition.reads, strict=True)},
        "parameters": definition.parameter_facts(),
        "components": definition.components(),
        "traps": [trap.in_general for trap in definition.traps],
        "matching": _matched_variant(definition) is not None,
        "needs_input": definition.needs_input,
        "in_geval": definition.geval,
        "source": definition.source,
        "example": {
            "name": example.name or definition.pattern,
            "input": list(example.input),
            "expected": list(example.expected),
            "output": list(example.output),
            **json_number(example.value),
        },
    }
