"""The `probierz` command: finds the command that was asked for, runs it, and turns faults into messages.

Exit codes: 0 fine; 1 something is wrong with the data, the challenge or the output; 2 the command line cannot be
understood; 130 interrupted; 141 the reader of the output went away.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from argparse import Action, ArgumentError, ArgumentParser, HelpFormatter, Namespace
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NoReturn, Protocol, cast

from probierz.cli.exit_codes import BROKEN_PIPE, FINE, INTERRUPTED, PROBLEM, USAGE
from probierz.cli.interruption import interruptions_kept_in_mind, was_interrupted
from probierz.cli.options import ContradictingOptions, add_old_words
from probierz.cli.standard_streams import (
    forget_output,
    lost_letters,
    never_fail_to_print,
    replace_missing_streams,
    system_fault,
)
from probierz.cli.terminal import print_fault, print_warning, printable, terminal_columns
from probierz.errors import ProbierzError, nearest

_MEANT = {"score": "eval", "evaluate": "eval", "run": "eval", "publish": "suite publish", "upload": "submit"}
"""Commands by other words for what they do."""

# The help of `probierz` shows this table, so that no command has to be imported for it.
COMMANDS = {
    "eval": "score outputs: a challenge directory, or plain files",
    "compare": "say which of several outputs is better, and whether that is more than chance",
    "lines": "show the score of each line, in the order of the file or worst first",
    "slices": "score slices: each label, value of a column, length, or match",
    "worst": "find what goes with bad lines: words, shapes, numbers, lengths",
    "classes": "show precision and recall of each class, and what is taken for what",
    "calibration": "say whether probabilities can be trusted",
    "agreement": "say which of several outputs are right where, and how far they agree",
    "report": "write a page about outputs, to read, search and send; or its numbers as data",
    "metrics": "list, search and show metrics",
    "explain": "say what a metric string means, step by step on a line",
    "init": "make a new challenge directory",
    "validate": "list everything that is wrong with a challenge",
    "check": "check an output without looking at the expected file",
    "systems": "list and show systems: published ones, and ours",
    "train": "train a system on a challenge",
    "predict": "run a system over lines",
    "baseline": "train what suits a challenge, write its outputs and score them",
    "punctuate": "give texts and transcripts marks and capital letters",
    "ocr-correct": "correct texts that were read from scanned pages",
    "submit": "hand in outputs to a platform, and read the scores",
    "index": "make an index of your own documents, and find passages in it",
    "ask": "answer questions from your own documents, and show where it stands",
    "suite": "get, check and compare benchmarks: PolEval, KLEJ, SQAD and your own",
    "punctuation": "score and convert texts with punctuation marks; join them to forced alignments",
    "ocr": "count scanned pages and what was read for what",
    "qa": "count quiz questions and their answers",
    "quality": "rate translations by sentence BLEU and GLEU",
    "klej": "score an archive of predictions for KLEJ's nine tasks, among published systems",
    "sqad": "check, mend, count and split records of SQAD, the Czech questions, and make challenges of them",
    "annotate": "write records of SQAD, or label items, in the browser, alone on this machine",
    "pretrain": "make a language model from raw text: clean it, learn pieces of words, learn hidden words",
    "convert": "take over outputs and data from evaluation harnesses, Hugging Face folders and SQuAD files",
    "demo": "make a small Polish challenge and score it; or show the platform with it",
    "serve": "run the evaluation platform on this machine",
    "worker": "do the platform's jobs",
    "doctor": "look at what the platform needs, and how it is set",
    "backup": "keep a whole platform in one file, while it runs",
    "restore": "make a platform from such a file",
    "completion": "print a completion script for your shell",
}

_AS_MODULE = str.maketrans(" -", "._")

# Commands that stand for several: `probierz suite get`. Each is a package with a table COMMANDS like the one above.
GROUPS = ("index", "suite", "punctuation", "ocr", "qa", "quality", "klej", "sqad", "annotate", "pretrain")

EXAMPLES = """\
examples:
  probierz eval my-challenge                                    score its outputs on test-A
  probierz eval --metric WER --expected good.tsv --out mine.tsv  score two plain files
  probierz metrics error rate                                   which metrics are about that?
  probierz demo                                                 see it all work on made-up data

Help for one command:  probierz COMMAND --help
"""


class CommandModule(Protocol):
    """What a command's module offers."""

    def configure(self, parser: ArgumentParser) -> None:
        """Declare description, examples and arguments."""
        ...

    def run(self, arguments: Namespace) -> int | None:
        """Do it; return the exit code, None where all is well."""
        ...


class CommandParser(ArgumentParser):
    """A parser that knows no abbreviations, keeps examples as they are written, and suggests options."""

    def __init__(self, prog: str, **settings: object) -> None:
        super().__init__(prog, allow_abbrev=False, formatter_class=_Formatter)
        self.given: set[Action] = set()
        self.words: list[str] = []
        self.register("action", None, _TakenOnce)
        self.register("action", "store", _TakenOnce)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse as argparse does; what was given before does not count."""
        self.given.clear()
        self.words = [*map(str, sys.argv[1:] if args is None else args)]
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and where help is, and leave with the usage code."""
        self.exit(USAGE, f"{self.prog}: {message}{self._suggestion(message)}\nSee  {self.prog} --help\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print; argparse would be silent about what cannot be written."""
        if message:
            (file or sys.stderr).write(message)

    def _suggestion(self, message: str) -> str:
        if dashed := next((one for one in self.words if one.startswith("-") and os.path.isfile(one)), ""):
            return f"; write the file {dashed} as ./{dashed}"
        if choice := _CHOICE.search(message):
            close = nearest(choice[1], re.findall(r"'([^']*)'", choice[2]))
            return f"; did you mean {' or '.join(close)}?" if close else ""
        if several := self._outputs_side_by_side(message):
            return several
        if missing := self._option_string_actions.get(message.removeprefix("the following arguments are required: ")):
            return f", {missing.help}"
        strange = message.removeprefix("unrecognized arguments: ")
        if os.path.isfile(strange) and "--out" in self._option_string_actions:
            from shlex import quote

            return f"; name an output by  --out {quote(strange)}"
        if not message.startswith("unrecognized arguments: -"):
            return ""
        option = message.split()[2].partition("=")[0].lstrip("-")  # in which all options are alike
        known = {word.lstrip("-"): word for action in self._actions for word in action.option_strings}
        close = nearest(option, known, 1)
        return f"; did you mean {known[close[0]]}?" if close else ""

    def _outputs_side_by_side(self, message: str) -> str:
        """What is meant where several outputs are named by --out; empty where they are not."""
        outputs = [after for word, after in zip(self.words, self.words[1:], strict=False) if word == "--out"]
        if len(outputs) < 2 or "--out" not in message or not any(one.dest == "outputs" for one in self._actions):
            return ""
        from shlex import join

        challenge = [option for word in self.words if os.path.isdir(word) for option in ("--challenge", word)]
        return f"; for several outputs there is  probierz compare {join([*outputs, *challenge[:2]])}"


_CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)$")
"""What argparse says of a value that an option does not take."""


class _TakenOnce(Action):
    """Keeps the value of an option that is given once: argparse would take the last one, and say nothing."""

    def __call__(self, parser: ArgumentParser, namespace: Namespace, values: Any, option_string: Any = None) -> None:
        """Store the value. Raises ArgumentError for a second one."""
        assert isinstance(parser, CommandParser)
        if option_string is not None and self in parser.given:  # by whichever of its names
            raise ArgumentError(self, "it is given twice, and can be taken but once")
        parser.given.add(self)
        setattr(namespace, self.dest, values)


class _Formatter(HelpFormatter):
    """Help as wide as the terminal, in which lines stay lines: of an example that is too long the remark goes below.

    The width is asked for in a way that does not import half of the library, as argparse would.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_help_columns())

    def _format_usage(
        self, usage: str | None, actions: Iterable[Action], groups: Iterable[Any], prefix: str | None
    ) -> str:
        """What has to be given; the list below tells the options."""
        import textwrap

        needed = [action for action in actions if action.required or not action.option_strings]
        needed.sort(key=lambda action: not action.option_strings)
        usage = usage or f"%(prog)s [options] {self._format_actions_usage(needed, [])}"
        shown = textwrap.wrap(f"usage: {usage % {'prog': self._prog}}", self._width, subsequent_indent=" " * 7)
        return "\n".join(shown) + "\n\n"

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in _folded_lines(text, width))


def _help_columns() -> int:
    return min(terminal_columns(), 120) - 2


def _folded_lines(text: str, width: int) -> Iterator[str]:
    """The lines of a help text; paragraphs with one that is too long are folded anew, other lines one by one."""
    for is_prose, group in groupby(_unbroken(text.splitlines(), width), _is_prose):
        lines = list(group)
        too_long = max(map(len, lines)) > width
        for line in [" ".join(lines)] if is_prose and too_long else lines:
            yield from _folded(line, width)


def _unbroken(lines: list[str], width: int) -> Iterator[str]:
    """Lines that go on below a second column are taken to one line where one of them is too long."""
    row: list[str] = []
    column = 0
    for line in [*lines, ""]:
        margin = len(line) - len(line.lstrip()) if line.strip() else 0
        if row and margin and margin == column:
            row.append(line)
            continue
        if len(row) == 1 and not column and margin > _DEEP and row[0].strip():
            row = [f"{row[0]}  {line.strip()}"] if max(len(row[0]), len(line)) > width else [*row, line]
            continue
        if row:
            yield from [" ".join([row[0], *map(str.strip, row[1:])])] if max(map(len, row)) > width else row
        row = [line]
        parts = _ROW.fullmatch(line)
        column = len(parts[1] + parts[2]) if parts else 0


_DEEP = 30
"""So far in stands only the remark of the command above it."""
_ROW = re.compile(r"(\s*\S.*?)(\s{2,})(\S.*)")


_COMMAND = re.compile(r"  (?:\w+=\S+ )*probierz .*(?<![.\s])\s*")
_QUOTED = re.compile(r"  probierz \S(?:.*?\S)??(?=  |$|[,;.)])")
"""A command inside of a sentence, two spaces before it."""


def _is_prose(line: str) -> bool:
    return line[:1].strip() != ""


def _folded(line: str, width: int) -> list[str]:
    """A line of a help text as lines of this width; what stands behind a gap goes below, or keeps its column."""
    import textwrap

    if len(line) <= width:
        return [line]
    if _is_prose(line):
        whole = _QUOTED.sub(lambda command: f"  {_joined(command[0].strip())}", line)
        return [one.replace("\0", " ") for one in textwrap.wrap(whole, width)]
    margin = " " * (len(line) - len(line.lstrip()))
    parts = _ROW.fullmatch(line)
    if parts is None and _COMMAND.fullmatch(line):
        return _folded_command(line, width)
    if parts is None:
        return textwrap.wrap(line.strip(), width, initial_indent=margin, subsequent_indent=margin) or [""]
    first, gap, rest = parts.groups()
    column = len(first + gap)
    if column <= width // 3:  # a table: its second column is folded in its place
        return textwrap.wrap(rest, width, initial_indent=first + gap, subsequent_indent=" " * column)
    above = _folded(first, width)
    margin += "    " if len(above) == 1 else "        "  # deeper than what a command goes on with
    return [*above, *textwrap.wrap(rest, width, initial_indent=margin, subsequent_indent=margin)]


def _folded_command(line: str, width: int) -> list[str]:
    """A command as lines to be pasted together: all but the last end in a backslash.

    What is quoted stays whole, and an option with its value, and the name of the command.
    """
    import textwrap

    joined = re.sub(r"'[^']*'|\"[^\"]*\"", lambda quoted: _joined(quoted[0]), line.strip())
    joined = re.sub(r"(?:probierz|--[\w-]+|[<>]) (?!-)\S+", lambda option: _joined(option[0]), joined)
    lines = textwrap.wrap(joined, width - 2, initial_indent="  ", subsequent_indent="      ",
                          break_long_words=False, break_on_hyphens=False)  # fmt: skip
    return [one.replace("\0", " ") for one in (*(f"{one} \\" for one in lines[:-1]), *lines[-1:])]


def _joined(words: str) -> str:
    """Words that are not parted where a line is folded."""
    return words.replace(" ", "\0")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (by default that of the process) and return its exit code."""
    replace_missing_streams()
    never_fail_to_print()
    with interruptions_kept_in_mind():
        code = _ended(argv)
    if lost := lost_letters():
        print_warning(lost)
    return code


def _ended(argv: Sequence[str] | None) -> int:
    """Run a command line; say in one sentence what ended it before its end."""
    try:
        code = _run_or_say_why_not(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:  # nobody reads any more: probierz metrics | head
        forget_output()
        return BROKEN_PIPE
    except OSError as error:
        if error.filename is None:  # it may be the output itself
            forget_output()
        print_fault(system_fault(error))
        return PROBLEM
    except MemoryError:
        print_fault("there is not enough memory; give less at a time, close other programs, or use a larger machine")
        return PROBLEM
    except Exception:
        if was_interrupted():  # where the database called back, a KeyboardInterrupt ends as a fault of the database
            return _interrupted()
        raise
    return code


def _interrupted() -> int:
    print("probierz: interrupted", file=sys.stderr)
    return INTERRUPTED


def _run_or_say_why_not(argv: list[str]) -> int:
    try:
        return _run(argv)
    except ProbierzError as error:
        sys.stdout.flush()
        print_fault(error.message)
        return PROBLEM


def _run(argv: list[str]) -> int:
    first = argv[0] if argv else ""
    if first in ("-h", "--help", "help") and len(argv) == 1:
        print(_help(), end="")
        return FINE
    if first == "--version":
        from probierz.version import __version__

        print(f"probierz {__version__}")
        return FINE
    if first == "help":
        first, argv = argv[1], [argv[1], "--help"]
    if first not in COMMANDS:
        print(_no_command(first), file=sys.stderr)
        return USAGE
    if first in GROUPS:
        return _run_in_group(first, argv[1:])
    return _run_command(first, argv[1:])


def _run_in_group(group: str, argv: list[str]) -> int:
    first = argv[0] if argv else ""
    commands = group_commands(group)
    if first in ("-h", "--help") or (first == "help" and len(argv) == 1):
        print(_group_help(group), end="")
        return FINE
    if first == "help":
        first, argv = argv[1], [argv[1], "--help"]
    if first not in commands:
        print(_none_in_group(group, first), file=sys.stderr)
        return USAGE
    return _run_command(f"{group} {first}", argv[1:])


def _run_command(name: str, argv: list[str]) -> int:
    parser = command_parser(name)
    try:
        arguments = parser.parse_intermixed_args(_with_dashed_files(argv))
    except SystemExit as ending:  # after --help or a usage error; main returns codes instead
        return int(ending.code or FINE)
    try:
        return command_module(name).run(arguments) or FINE
    except ContradictingOptions as error:
        print(f"probierz {name}: {printable(error.message)}\nSee  probierz {name} --help", file=sys.stderr)
        return USAGE


def _with_dashed_files(argv: list[str]) -> list[str]:
    """The words of a command, in which files behind `--` that begin with a dash are named as `./-out.tsv`."""
    if "--" not in argv:
        return argv
    at = argv.index("--")
    behind = [f"./{one}" if one.startswith("-") and os.path.isfile(one) else one for one in argv[at + 1 :]]
    are_plain = not any(one.startswith("-") for one in behind)
    return [*argv[:at], *behind] if are_plain else argv


def group_commands(group: str) -> dict[str, str]:
    """Return the commands of a group with their summaries."""
    return cast("dict[str, str]", importlib.import_module(f"probierz.cli.{group}").COMMANDS)


def every_command() -> dict[str, str]:
    """Return all commands with their summaries; those of a group as `suite get`, in place of the group."""
    found: dict[str, str] = {}
    for name, summary in COMMANDS.items():
        inner = group_commands(name) if name in GROUPS else {}
        found |= {f"{name} {one}": text for one, text in inner.items()} if inner else {name: summary}
    return found


def command_parser(name: str) -> ArgumentParser:
    """Return the parser of one command, fully configured; of one in a group by `suite get`."""
    parser = CommandParser(f"probierz {name}")
    command_module(name).configure(parser)
    add_old_words(parser, name)
    return parser


def command_module(name: str) -> CommandModule:
    """Return the module of a command: `suite get` lives in suite/get.py, `ocr-correct` in ocr_correct.py."""
    return cast("CommandModule", importlib.import_module(f"probierz.cli.{name.translate(_AS_MODULE)}"))


def _help() -> str:
    return _folded_text(
        "usage: probierz COMMAND ...\n\n"
        "The touchstone for language technology: score any challenge offline.\n\n"
        f"commands:\n{_listed(COMMANDS)}\n"
        "options:\n  -h, --help  this help\n  --version   the version\n\n" + EXAMPLES
    )


def _folded_text(text: str) -> str:
    return "".join(f"{line}\n" for line in _folded_lines(text, _help_columns()))


def _listed(commands: dict[str, str]) -> str:
    width = max(map(len, commands))
    return "".join(f"  {name:<{width}}  {summary}\n" for name, summary in commands.items())


def _group_help(group: str) -> str:
    module = importlib.import_module(f"probierz.cli.{group}")
    return _folded_text(
        f"usage: probierz {group} COMMAND ...\n\n{module.DESCRIPTION}\n\n"
        f"commands:\n{_listed(group_commands(group))}\n{module.EXAMPLES}\n"
        f"Help for one command:  probierz {group} COMMAND --help\n"
    )


def _none_in_group(group: str, name: str) -> str:
    if not name:
        return _group_help(group).rstrip("\n")
    commands = group_commands(group)
    if name in COMMANDS:
        return f"probierz {group}: no command is called {name!r}; there is  probierz {name}"
    close = nearest(name, commands)
    hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(commands)}"
    return f"probierz {group}: no command is called {name!r}; {hint}"


def _no_command(name: str) -> str:
    if not name:
        return _help().rstrip("\n")
    close = nearest(name, ("--version", "--help") if name.startswith("-") else COMMANDS)
    close = [_MEANT[name.lower()]] if name.lower() in _MEANT else close
    hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(COMMANDS)}"
    if name.startswith("-"):
        return f"probierz: there is no option {name}; {hint if close else 'there are --version and --help'}"
    return f"probierz: no command is called {name!r}; {hint}"
