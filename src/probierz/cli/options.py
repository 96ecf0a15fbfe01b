"""The words of options: each means one thing in all commands, and is declared here once.

`add_options(parser, "--jobs", "--quiet")` takes words as they are; `add_option` takes one with a default, choices or a
help text that only this command has. A word that one command alone knows is declared there.
"""

from __future__ import annotations

import math
import os
from argparse import SUPPRESS, Action, ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from probierz.errors import OptionError, ProbierzError
from probierz.scoring.levels import CONFIDENCE, SAMPLES


class ContradictingOptions(ProbierzError):
    """Options that do not go together: the message is shown with where help is, as for a word that is not known."""


# --- values ----------------------------------------------------------------------------------------------------------


def share(text: str) -> float:
    """Read an option that takes a number between 0 and 1."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < 1:
        raise ArgumentTypeError(f"{text!r} is not a number between 0 and 1")
    return number


def probability(text: str) -> float:
    """Read an option that takes a number from 0 to 1, both included."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1:
        raise ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader for options that take a whole number from `least` to `most`."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() else -1
        if not least <= number <= most:
            raise ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return number

    return read


def as_text(argument: str) -> str:
    """Return an argument as the UTF-8 it was typed in, whatever the locale says. Raises OptionError for other bytes."""
    if argument.isascii():
        return argument
    try:
        argument.encode()
    except UnicodeEncodeError:
        try:
            return os.fsencode(argument).decode()
        except UnicodeError:
            raise OptionError(f"the argument {argument!r} is not UTF-8; type it in a terminal set to UTF-8") from None
    return argument


# --- words -----------------------------------------------------------------------------------------------------------


class OptionWord(NamedTuple):
    """What an option means wherever it stands.

    value: what stands behind it; empty for a switch, and for one of the choices.
    """

    help: str
    value: str = ""
    default: Any = None
    read: Callable[[str], Any] | None = None
    choices: Sequence[str] = ()
    is_repeated: bool = False
    name: str = ""
    """What the value is called in the code, where the word itself will not do."""


FORMATS = ("table", "tsv", "json", "csv", "markdown", "latex")
INTERVALS = ("--level", "--samples", "--seed")
"""How intervals are made."""
INTERVALS_OF_CLUSTERS = ("--interval-method", "--cluster", *INTERVALS)
"""How they are made by commands that know which lines belong together."""

_ANY = 10**9
_SEED = 2**63

WORDS = {
    # What is scored.
    "--challenge": OptionWord("the challenge: its directory, or a task", "CHALLENGE"),
    "--split": OptionWord("a split of the challenge, e.g. dev-0", "SPLIT"),
    "--out": OptionWord("an output to look at: a name in the split, or a path", "FILE"),
    "--metric": OptionWord("a metric instead of the challenge's main one", "METRIC"),
    "--expected": OptionWord(
        "expected results: a file, for outputs without a challenge; or a folder, for several tasks", "PATH"
    ),
    "--input": OptionWord("the input, for metrics that read it (with --expected)", "FILE"),
    "--beside": OptionWord("a table with a header and a row for each line, whose columns are beside<Name>", "FILE"),
    "--against": OptionWord("compare with this: another output, or another challenge", "PATH"),
    "--preprocessed": OptionWord("texts as the metric compares them, after flags and tokenizer"),
    "--encoding-errors": OptionWord(
        "bytes that are not UTF-8: stop, or take each as U+FFFD, as GEval does",
        "",
        "strict",
        None,
        ("strict", "replace"),
    ),
    "--plugin": OptionWord(
        f"a Python file that defines metrics (also: PROBIERZ_PLUGINS, paths separated by {os.pathsep!r})",
        "FILE",
        is_repeated=True,
        name="plugins",
    ),
    # How it is scored.
    "--jobs": OptionWord("processes; 0: one a core", "N", 1, whole_number(0, 1024)),
    "--on": OptionWord("work on a cluster instead: dask://SCHEDULER:PORT", "PLACE"),
    "--by": OptionWord(
        "by what lines are sorted into slices, as  probierz slices --help  tells", "BY", is_repeated=True
    ),
    "--interval": OptionWord("add from where to where each score goes on other lines of the kind"),
    "--interval-method": OptionWord(
        "how intervals of scores are made: mid-p, classes, score, fisher-z, student, bca, percentile, or auto, "
        "what suits the metric",
        "METHOD",
        "auto",
        None,
        ("auto", "mid-p", "classes", "score", "fisher-z", "student", "bca", "percentile"),
    ),
    "--cluster": OptionWord(
        "lines with the same text there (a document, a speaker) belong together: a column of the input, or exp<1>",
        "COLUMN",
    ),
    "--level": OptionWord("confidence of the intervals", "P", CONFIDENCE, share),
    "--samples": OptionWord(
        "how often lines are drawn with replacement, where an interval or a test draws",
        "N",
        SAMPLES,
        whole_number(1, 10_000_000),
    ),
    "--seed": OptionWord("where chance begins: the same seed gives the same result", "N", 1, whole_number(0, _SEED)),
    "--trials": OptionWord("trials of a test by chance", "N", None, whole_number(0, 100_000_000)),
    # How it is shown.
    "--format": OptionWord(
        "how to print or write (default: table on a terminal, tsv in a pipe)", "", None, None, FORMATS
    ),
    "--show": OptionWord("one of the tables", ""),
    "--precision": OptionWord(
        "decimals of the fraction, two fewer of a percentage",
        "N",
        None,
        whole_number(0, 17),
    ),
    "--percent": OptionWord("show 100 times the score; JSON gives the score itself"),
    "--most": OptionWord("the N most frequent ones, all others together", "N", None, whole_number(1, _ANY)),
    "--limit": OptionWord("show at most N lines, or features", "N", None, whole_number(0, _ANY)),
    "--language": OptionWord("language of the texts", "", "en", None, ("en", "pl")),
    "--summary": OptionWord("only counts, in place of a row for each"),
    "--quiet": OptionWord("no warnings, no progress bar"),
    # What is read, and where it is written.
    "--data": OptionWord("where the data of tasks lie (default: .)", "FOLDER", "."),
    "--to": OptionWord("where to write", "PATH"),
    "--overwrite": OptionWord("replace what is there"),
    "--dry-run": OptionWord("only show what would be done"),
    "--unchecked": OptionWord("take data that are not the declared ones (other checksums) as well"),
    "--picture": OptionWord("save a picture, too: .svg or .png", "FILE"),
    "--read-as": OptionWord("what the files are (default: by their names)", ""),
    "--file": OptionWord("the file with the marks beside an in.tsv", "NAME"),
    "--pages": OptionWord("only the first N pages", "N", None, whole_number(1, 10**12)),
    "--rule": OptionWord("this rule only", "NAME", is_repeated=True),
    "--by-article": OptionWord("keep records of one article in one part, so that no test article was seen in training"),
    "--skip-broken": OptionWord("go on without what cannot be used, and say which"),
    "--partial": OptionWord("files for some of the tasks are enough"),
    # Tasks that are got.
    "--from": OptionWord(
        "a folder, git bundle, archive or address to take instead of the declared address; "
        "for a suite, the folder of its tasks",
        "PLACE",
        "",
        name="place",
    ),
    "--accept-licence": OptionWord("agree to the licence notice without being asked"),
    # Systems.
    "--system": OptionWord("a name from  probierz systems, or a folder", "SYSTEM"),
    "--set": OptionWord("change a setting of the system", "NAME=VALUE", is_repeated=True),
    "--over": OptionWord(
        "what to try for a setting: LOW..HIGH, or values with commas (default: what the system says)",
        "NAME=VALUES",
        is_repeated=True,
    ),
    "--confidence": OptionWord("how sure a change must be to be made", "P", None, probability),
    "--development": OptionWord("choose the best state by this split, where a system can", "SPLIT"),
    "--checkpoint": OptionWord("keep states there, and go on from the last of them", "FOLDER"),
    "--track": OptionWord("tell tensorboard, mlflow or wandb how it goes; WHERE=PLACE names the place", "WHERE"),
    # The platform.
    "--server": OptionWord("address of the platform (also: PROBIERZ_SERVER)", "URL"),
    "--token": OptionWord(
        "personal token, from the page of your account (better: PROBIERZ_TOKEN, or a line in the settings file; "
        "others on this machine can read what you type)",
        "TOKEN",
    ),
    "--team": OptionWord("the team that hands in", "TEAM", ""),
    "--description": OptionWord("what is handed in: which system, what is new about it", "TEXT", ""),
    "--yes": OptionWord("hand in all the same, without a look first and without being asked"),
    "--no-wait": OptionWord("do not wait for the scores"),
    "--slug": OptionWord("short name of the challenge on the platform", "NAME"),
    "--home": OptionWord("the platform's data (default: PROBIERZ_HOME)", "FOLDER"),
    "--serve": OptionWord("show it in the browser, until Ctrl-C"),
    "--open": OptionWord("show it in a browser"),
    "--port": OptionWord("port to listen on; 0 takes a free one", "N", None, whole_number(0, 65535)),
}

OLD_WORDS: dict[str, dict[str, str]] = {
    "baseline": {"--out": "--to"},
    "calibration": {"--by": "--binning"},
    "convert": {"--from": "--read-as", "--filter": "--harness-filter"},
    "explain": {"--expected": "--expected-line", "--output": "--output-line", "--input": "--input-line"},
    "klej board": {"--gold": "--expected"},
    "klej evaluate": {"--gold": "--expected"},
    "ocr steps": {"--lines": "--pages"},
    "punctuate": {"--from": "--read-as", "--threshold": "--confidence"},
    "punctuation convert": {"--to": "--format", "--from": "--read-as"},
    "punctuation evaluate": {"--output": "--file", "--from": "--read-as"},
    "punctuation stats": {"--from": "--read-as"},
    "punctuation timings": {"--from": "--read-as"},
    "report": {"-o": "--to", "--save": "--to", "--force": "--overwrite"},
    "submit": {"--challenge": "--slug"},
    "suite export": {"--to": "--format"},
    "suite publish": {"--gold": "--expected"},
}
"""What options of commands were called before: hidden from the help, and understood as ever."""

CONFIG_SWITCHES = {"--show-as-percentage": "--percent"}
"""What switches are called in config.txt, from which people copy them."""


class _TakesOptions(Protocol):
    """A parser, or a group of one."""

    def add_argument(self, *names: str, **settings: Any) -> Action:
        """Declare an argument."""
        ...


def add_options(parser: _TakesOptions, *words: str) -> None:
    """Declare options as the table has them."""
    for word in words:
        add_option(parser, word)


def add_option(parser: _TakesOptions, word: str, **changes: Any) -> Action:
    """Declare an option of the table. changes: settings of `add_argument` that this command has otherwise.

    is_repeated: whether it may be given several times; then its value is a list. A default is shown behind the help.
    """
    entry = WORDS[word]
    is_repeated = changes.pop("is_repeated", entry.is_repeated)
    takes_value = entry.value or entry.choices or changes.get("choices")
    settings: dict[str, Any] = {"help": entry.help} | ({"dest": entry.name} if entry.name else {}) | changes
    if not takes_value:
        return parser.add_argument(word, **{"action": "store_true"} | settings)
    settings = {"type": entry.read, "default": entry.default, "metavar": entry.value or None} | settings
    settings.setdefault("choices", entry.choices or None)
    if is_repeated:
        settings |= {
            "action": "append",
            "default": settings["default"] or [],
            "help": f"{settings['help']}; repeatable",
        }
    elif settings["default"] not in (None, "") and "default:" not in settings["help"]:
        settings["help"] += f" (default: {settings['default']})"
    return parser.add_argument(word, **{name: value for name, value in settings.items() if value is not None})


def add_digits(parser: ArgumentParser, usual: str = "4, or all in TSV and CSV") -> None:
    """Declare how scores are shown. usual: how many digits where --precision does not say it."""
    add_option(parser, "--precision", help=f"{WORDS['--precision'].help} (default: {usual})")
    add_option(parser, "--percent", action=BooleanOptionalAction)


def add_old_words(parser: ArgumentParser, command: str) -> None:
    """Let a command understand what its options were called before, and what config.txt calls them."""
    actions = parser._option_string_actions
    for old, word in OLD_WORDS.get(command, {}).items():
        actions[old] = actions[word]
    for written, word in CONFIG_SWITCHES.items():
        if word in actions:
            hidden: dict[str, Any] = {"default": SUPPRESS, "help": SUPPRESS}
            parser.add_argument(written, dest=actions[word].dest, action="store_const", const=True, **hidden)


def load_plugins(arguments: Namespace) -> None:
    """Run the files named by PROBIERZ_PLUGINS and by --plugin. Raises OptionError for one that cannot be run."""
    if arguments.plugins or os.environ.get("PROBIERZ_PLUGINS"):
        from probierz.metrics.definition import load_named_plugins, load_plugin

        load_named_plugins()
        for path in filter(None, arguments.plugins):
            load_plugin(path)
