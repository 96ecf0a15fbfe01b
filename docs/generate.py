"""Writes the reference pages from the code, so that they cannot disagree with it.

python docs/generate.py            write docs/reference/*.md
python docs/generate.py --check    write nothing; exit 1 when a page is missing or stale
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from task_pages import task_pages

from probierz.challenges.config import OPTIONS
from probierz.cli.main import command_parser, every_command
from probierz.cli.options import OLD_WORDS, WORDS
from probierz.errors import SchemeError
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import Definition, definitions, find_definition
from probierz.metrics.matching import MATCHING
from probierz.metrics.number_pairs import NumberPoint
from probierz.metrics.tallies import Row
from probierz.schemes.flags import FLAGS, FlagKind
from probierz.suites.sqad.rules import chosen_rules
from probierz.suites.sqad.types import ANSWER_TYPES, QUESTION_TYPES
from probierz.text import TOKENIZERS

REFERENCE = Path(__file__).parent / "reference"
NOTE = "<!-- Written by docs/generate.py from the code; change the code, then run it again. -->\n\n"
MOST_LINES = 6
MOST_IN_CELL = 40
MOST_NAMED = 6

# The families in the order of the page; a file of metrics that is not named here comes last.
FAMILIES = {
    "classification": "Classes",
    "scikit_learn": "Classes, ratings and numbers as in scikit-learn",
    "multilabel": "Sets of labels",
    "probability": "Probabilities",
    "regression": "Numbers",
    "correlation": "Correlations",
    "ranking": "Rankings",
    "retrieval": "Rankings with grades",
    "clustering": "Clusters",
    "edits": "Error rates",
    "translation": "Translation",
    "summaries": "Summaries",
    "questions": "Answers to questions",
    "sequences": "Sequences",
    "tagging": "Sequences as in seqeval",
    "spans": "Spans",
    "boxes": "Boxes",
    "characters": "Corrections",
    "geography": "Places",
}


# --- writing Markdown ------------------------------------------------------------------------------------------------


def prose(text: str) -> str:
    """A docstring as Markdown: indented lines (formulas, examples) become blocks, odd characters stay as they are."""
    parts: list[str] = []
    text = re.sub(r"\n(?=Empty: )", "\n\n", text.strip("\n"))
    for paragraph in re.split(r"\n\s*\n", text):
        for kind, lines in _runs(paragraph.split("\n")):
            parts.append(_code(lines) if kind else "\n".join(escaped(line.strip()) for line in lines))
    return "\n\n".join(parts)


def _runs(lines: Sequence[str]) -> Iterable[tuple[bool, list[str]]]:
    """Cut lines into runs that are indented and runs that are not."""
    run: list[str] = []
    indented = False
    for line in lines:
        is_indented = line.startswith("    ")
        if run and is_indented != indented:
            yield indented, run
            run = []
        run.append(line)
        indented = is_indented
    if run:
        yield indented, run


def _code(lines: Iterable[str]) -> str:
    return "\n".join(["```text", *(line.removeprefix("    ") for line in lines), "```"])


def escaped(text: str) -> str:
    """Text outside of backticks with Markdown's own characters escaped."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(piece if piece.startswith("`") else re.sub(r"([*_<>\[\]|\\])", r"\\\1", piece) for piece in pieces)


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return " ".join(escaped(text).split()).replace("\\|", "|").replace("|", "\\|")


def code_cell(text: str) -> str:
    """Code for a cell of a table."""
    return "`" + text.replace("|", "\\|") + "`" if text else ""


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are Markdown already."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def anchor(text: str) -> str:
    """A name for a heading: `NDCG@{n:integer}` is `ndcg-n`, `chrF++` is `chrf-plus-plus`."""
    text = re.sub(r":[^}]*\}", "}", text).replace("+", "-plus")
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


# --- metrics ---------------------------------------------------------------------------------------------------------


def metrics_page() -> str:
    """One section for each metric, by family."""
    families: dict[str, list[Definition]] = {}
    for definition in definitions(plugins=False):
        families.setdefault(definition.item.__module__.rpartition(".")[2], []).append(definition)
    ordered = sorted(families, key=lambda name: [*FAMILIES, name].index(name))
    parts = [
        "# Metrics",
        "Every metric, with its formula, its range, where it comes from and an example.\n"
        "The same texts are shown by `probierz metrics show NAME`; `probierz metrics WORD` searches them.\n"
        "Any of them can stand behind the prefixes of [Matching and averaging](matching.md), "
        "and take the [flags](flags.md).",
        "In names, `<beta>` and the like stand for numbers: `F<beta>` is written `F1` or `F0.5`.\n"
        "What stands in brackets may be left out: `LogLossHashed[<bits>]`.\n"
        "In examples, `→` stands for a TAB.\n"
        "“In GEval” says whether GEval 1.42.2.0 knows the metric under this name.",
        table(
            ["metric", "better", "range", "in GEval", "meaning"],
            (_metric_row(one) for name in ordered for one in families[name]),
        ),
    ]
    for name in ordered:
        module = inspect.getmodule(families[name][0].item)
        parts += [f"## {FAMILIES.get(name, name.capitalize())}", prose((module and module.__doc__) or "")]
        parts += [_metric_section(one) for one in families[name]]
    return "\n\n".join(parts) + "\n"


def shown_name(pattern: str) -> str:
    """The name as people read it: `{beta:decimal}` is `<beta>`, `{bits:integer=10}` is `[<bits>]`."""
    return re.sub(r"\{(\w+):\w+(=)?[^}]*\}", lambda field: f"[<{field[1]}>]" if field[2] else f"<{field[1]}>", pattern)


def _metric_row(definition: Definition) -> list[str]:
    name = shown_name(definition.pattern)
    return [
        f"[`{name}`](#{anchor(definition.pattern)})",
        definition.better,
        shown_range(definition),
        "yes" if definition.geval else "no",
        cell(definition.summary),
    ]


def shown_range(definition: Definition) -> str:
    """The range of values as an interval."""
    low, high = definition.bounds
    left, right = "(" if low == -float("inf") else "[", ")" if high == float("inf") else "]"
    return f"{left}{_bound(low)}, {_bound(high)}{right}"


def _bound(value: float) -> str:
    return f"{value:g}".replace("inf", "∞")


def _metric_section(definition: Definition) -> str:
    facts = [
        ("Better", definition.better),
        ("Range", shown_range(definition)),
        ("Best value", "there is none" if definition.best is None else _bound(definition.best)),
        *((f"{side} line", one.wanted) for side, one in zip(("Expected", "Output"), definition.reads, strict=True)),
        *(("Parameter", text) for text in definition.parameter_facts()),
        *([("Matching", "prefixes such as `Fuzzy/` apply")] if matched(definition) else []),
        *([("Input", "is read too")] if definition.needs_input else []),
        *([("Components", ", ".join(definition.components()))] if definition.components() else []),
        *(("Beware", trap.in_general) for trap in definition.traps),
        *([("Memory", "grows with the number of lines")] if is_whole(definition) else []),
        ("In GEval", "yes" if definition.geval else "no"),
        ("Source", definition.source),
    ]
    heading = f"### `{shown_name(definition.pattern)}` {{ #{anchor(definition.pattern)} }}"
    listed = "\n".join(f"* **{name}:** {escaped(text)}" for name, text in facts)
    return "\n\n".join([heading, prose(definition.doc), listed, _example(definition), *_behind_prefix(definition)])


def is_whole(definition: Definition) -> bool:
    """Whether the metric keeps something of every line."""
    kind = definition.tally_kind
    return isinstance(kind, type) and issubclass(kind, Row) and not issubclass(kind, NumberPoint)


def matched(definition: Definition) -> Definition | None:
    """The definition that the same name has behind a matching prefix; None when none may stand there."""
    try:
        return find_definition(definition.example.name or definition.pattern, matched=True)[0]
    except SchemeError:
        return None


def _behind_prefix(definition: Definition) -> list[str]:
    """What is different behind a matching prefix, where that is another formula."""
    other = matched(definition)
    if other is None or other is definition:
        return []
    text = f"Behind a matching prefix such as `Fuzzy/`, `{shown_name(other.pattern)}` is another formula:"
    return [text, prose(other.doc)]


def _example(definition: Definition) -> str:
    example = definition.example
    value = f"Example: `{example.name or definition.pattern}` is **{example.value:.6g}** for"
    sides = {"input": example.input} if definition.needs_input else {}
    sides |= {"expected": example.expected, "output": example.output}
    lines = list(zip(*sides.values(), strict=True))
    more = [f"… {len(lines)} lines in all"] if len(lines) > MOST_LINES else []
    shown = [[_one_line(text) for text in line] for line in lines[:MOST_LINES]]
    if max((len(text) for line in shown for text in line), default=0) <= MOST_IN_CELL:
        rows = [[code_cell(text) if text else "(an empty line)" for text in line] for line in shown]
        return "\n\n".join([value, table(list(sides), rows), *more])
    width = max(map(len, sides))
    groups = [
        "\n".join(f"{name:<{width}}  {text}".rstrip() for name, text in zip(sides, line, strict=True)) for line in shown
    ]
    return "\n\n".join([value, "```text\n" + "\n\n".join(groups + more) + "\n```"])


def _one_line(text: str) -> str:
    return (text if len(text) <= 110 else text[:109] + "…").replace("\t", "→")


# --- flags, matching -------------------------------------------------------------------------------------------------


def flags_page() -> str:
    """The flags of metric strings and the tokenizers."""
    sections = {
        "text": ("Flags that change the text", "They work from left to right, on expected and output lines alike."),
        "lines": ("Flags that choose lines", "They need the input file."),
        "presentation": ("Flags that change what is shown", "They do not change any number."),
    }
    parts = [
        "# Flags",
        "Flags stand behind a colon after the metric: `Accuracy:lm<\\d+>N<digits>`.\n"
        "An argument runs from `<` to the next `>`; there is no way to escape a `>`.\n"
        "The guide to [metric strings](../guides/schemes.md) shows them at work, and `probierz explain` shows what a "
        "flag does to a line of yours.",
    ]
    for kind, (title, remark) in sections.items():
        rows = [_flag_row(flag) for flag in FLAGS.values() if flag.changes == kind]
        parts += [f"## {title}", remark, table(["flag", "meaning"], rows)]
    parts += [
        "## Tokenizers",
        "A tokenizer cuts each TAB-separated field of a line into tokens, after the flags.\n"
        "Name it with `--tokenizer` in `config.txt`, or with `tokenizer=` in Python.",
        table(["name", "what it does"], ([f"`{name}`", cell(_first(cut))] for name, cut in TOKENIZERS.items())),
    ]
    return "\n\n".join(parts) + "\n"


def _flag_row(flag: FlagKind) -> list[str]:
    return [f"`{flag.letter}{''.join(f'<{name}>' for name in flag.arguments)}`", cell(flag.summary)]


def _first(thing: Callable[..., object]) -> str:
    """The first paragraph of a docstring."""
    return (inspect.getdoc(thing) or "").split("\n\n")[0]


def matching_page() -> str:
    """Prefixes: matching specifications and combinators."""
    takers = ", ".join(f"`{shown_name(one.pattern)}`" for one in definitions(plugins=False) if matched(one))
    parts = [
        "# Matching and averaging",
        "Prefixes stand in front of a metric's name, each followed by a slash: `Mean/Fuzzy/MultiLabel-F1`.\n"
        "They are read from left to right; the leftmost is the outermost.",
        "## Matching",
        "A matching specification says how well a given text *g* matches an expected text *e*, as a number in [0, 1].\n"
        f"It applies to {takers}.\n"
        "Without one, texts match when they are equal.",
        table(
            ["prefix", "score of a pair"],
            ([f"`{name}/`", cell(_first(maker))] for name, maker in MATCHING.items()),
        ),
        "Two things surprise, and both are kept because published numbers rest on them: `Fuzzy/` erases the matching "
        "prefixes to its right, and under `MultiLabel-F<beta>` (and `MultiLabel-Precision`, `MultiLabel-Recall`) *g* "
        "is the expected label and *e* the given one.\n"
        "`probierz explain` points both out.",
        "## Averaging",
        "These apply to every metric.\nGEval has them for a few metrics only.",
        table(
            ["prefix", "value"],
            ([f"`{name}/`", cell(_first(maker))] for name, maker in COMBINATORS.items()),
        ),
    ]
    return "\n\n".join(parts) + "\n"


# --- commands --------------------------------------------------------------------------------------------------------


def commands_page() -> str:
    """The help of every command."""
    parts = [
        "# Commands",
        "`probierz COMMAND --help` shows the same.\n"
        "Exit codes: 0, all is well; 1, something is wrong with the data, the challenge or the output; "
        "2, the command line cannot be understood.",
        table(
            ["command", "purpose"],
            ([f"[`probierz {name}`](#{anchor(name)})", cell(text)] for name, text in every_command().items()),
        ),
        _option_words(),
        *map(_command_section, every_command()),
        "## `geval` { #geval }",
        "A drop-in for GEval 1.42.2.0; see [Coming from GEval](../guides/from-geval.md).",
        table(["option", "meaning"], ([_spelled(one.names, one.value), cell(one.summary)] for one in OPTIONS)),
    ]
    return "\n\n".join(parts) + "\n"


def _option_words() -> str:
    """What each word means, wherever it stands; and what options were called before."""
    users: dict[str, list[str]] = {word: [] for word in WORDS}
    for name in every_command():
        for word in {word for action in command_parser(name)._actions for word in action.option_strings} & set(WORDS):
            users[word].append(f"[`{name}`](#{anchor(name)})")
    known = (
        [
            _spelled([word], one.value),
            cell(one.help),
            ", ".join(users[word]) if len(users[word]) <= MOST_NAMED else f"{len(users[word])} commands",
        ]
        for word, one in WORDS.items()
    )
    old = (
        [f"`probierz {name} {before}`", f"`{word}`"]
        for name, words in OLD_WORDS.items()
        for before, word in words.items()
    )
    return "\n\n".join(
        [
            "## Words of options { #options }",
            "A word means one thing in all commands; a command may say more closely what it takes.",
            table(["option", "meaning", "commands"], known),
            "Options that had another name before are still understood by it.",
            table(["before", "now"], old),
        ]
    )


def _command_section(name: str) -> str:
    parser = command_parser(name)
    examples = (parser.epilog or "").strip("\n").removeprefix("examples:\n").split("\n")
    rows = [
        _option_row(action) for action in parser._actions if action.help != argparse.SUPPRESS and action.dest != "help"
    ]
    return "\n\n".join(
        [
            f"## `probierz {name}` {{ #{anchor(name)} }}",
            prose(inspect.cleandoc(parser.description or "")),
            table(["argument", "meaning"], rows),
            "\n".join(["```text", *(line.removeprefix("  ") for line in examples), "```"]),
        ]
    )


def _option_row(action: argparse.Action) -> list[str]:
    takes_value = action.nargs != 0
    value = action.metavar or ("{" + ",".join(action.choices) + "}" if action.choices else action.dest.upper())
    text = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
    if not action.option_strings:
        return [code_cell(str(value)), cell(text)]
    return [_spelled(action.option_strings, str(value) if takes_value else ""), cell(text)]


def _spelled(names: Sequence[str], value: str) -> str:
    return ", ".join(f"`{name}{' ' + value if value else ''}`".replace("|", "\\|") for name in names)


# --- rules of SQAD ---------------------------------------------------------------------------------------------------


def sqad_rules_page() -> str:
    """The rules for records of SQAD, with what is mended."""
    rules = chosen_rules(())
    rows = ((f"`{one.name}`", one.level, cell(one.says), cell(one.mends)) for one in rules)
    kinds = [("Questions", QUESTION_TYPES), ("Answers", ANSWER_TYPES)]
    types = [
        f"## {title}\n\n" + table(["type", "meaning"], ((f"`{name}`", cell(text)) for name, text in known.items()))
        for title, known in kinds
    ]
    parts = [
        "# Rules for records of SQAD",
        "What [`probierz sqad check`](commands.md#sqad-check) looks at, and what `probierz sqad fix` does about it.\n"
        "The [guide](../guides/sqad.md) shows both.",
        table(["rule", "level", "what holds", "what is mended"], rows),
        *types,
    ]
    return "\n\n".join(parts) + "\n"


# --- all pages -------------------------------------------------------------------------------------------------------

PAGES: dict[str, Callable[[], str]] = {
    "metrics.md": metrics_page,
    "flags.md": flags_page,
    "matching.md": matching_page,
    "commands.md": commands_page,
    "sqad-rules.md": sqad_rules_page,
    **task_pages(),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or check them."""
    parser = argparse.ArgumentParser(description="Write the reference pages from the code.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail when a page is missing or stale")
    check = parser.parse_args(arguments).check
    stale = []
    for name, make in PAGES.items():
        path, text = REFERENCE / name, NOTE + make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in stale:
        print(f"{path}: {'stale or missing: run  python docs/generate.py' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
