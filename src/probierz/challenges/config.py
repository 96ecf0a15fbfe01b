"""GEval's options: what config.txt and the `geval` command line may say, and how they are read.

config.txt holds options as on a command line, separated by any white space; a backslash before a white-space character
keeps that character. They are put before those of the command line and the whole is read once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple

from probierz.challenges.files import CONFIG_NAME, DEFAULT_OUTPUT, refuse_endless
from probierz.errors import ChallengeError, OptionError, nearest

__all__ = [
    "CONFIG_NAME",
    "DEFAULT_OUTPUT",
    "OPTIONS",
    "OptionKind",
    "Options",
    "UsageError",
    "escape_argument",
    "parse_options",
    "read_config",
    "read_options",
    "split_arguments",
]

_LARGEST_CONFIG = 2**20

Order = Literal["file", "worst", "best"]


class UsageError(OptionError):
    """The options cannot be read: an unknown or repeated one, a missing or unreadable value."""


@dataclass(frozen=True)
class Options:
    """What the options say. Names follow the long options; `mode` is the mode option without dashes."""

    mode: str = "evaluate"
    other: str | None = None  # the argument of a mode: the other output, the model
    order: Order = "file"
    filter: str | None = None
    out_directory: str = "."
    expected_directory: str | None = None
    test_name: str = "test-A"
    out_file: str = DEFAULT_OUTPUT
    expected_file: str = "expected.tsv"
    input_file: str = "in.tsv"
    alt_out_file: tuple[str, ...] = ()
    selector: str | None = None
    in_header: str | None = None
    out_header: str | None = None
    metric: tuple[str, ...] = ()
    alt_metric: str | None = None
    select_metric: tuple[str, ...] = ()
    precision: int | None = None
    show_as_percentage: bool = False
    tokenizer: str | None = None
    bootstrap: int | None = None
    show_preprocessed: bool = False
    min_frequency: int = 1
    word_shapes: bool = False
    bigrams: bool = False
    cartesian: bool = False
    numerical_features: bool = False
    min_cartesian_frequency: int | None = None
    mark_worst_features: bool = False
    references: str | None = None
    plot_graph: str | None = None
    gonito_host: str | None = None
    token: str | None = None
    gonito_git_annex_remote: str | None = None


class OptionKind(NamedTuple):
    """An option: its names, what it sets, the word for its value (empty for a switch) and a line of help."""

    names: tuple[str, ...]
    sets: str
    value: str
    summary: str
    kind: Literal["switch", "text", "number", "repeated", "mode", "order"] = "text"


def _mode(names: str, summary: str, value: str = "") -> OptionKind:
    return OptionKind(tuple(names.split()), "mode", value, summary, "mode")


def _switch(names: str, summary: str) -> OptionKind:
    spelled = tuple(names.split())
    return OptionKind(spelled, _field(spelled), "", summary, "switch")


def _value(names: str, value: str, summary: str, kind: Literal["text", "number", "repeated"] = "text") -> OptionKind:
    spelled = tuple(names.split())
    return OptionKind(spelled, _field(spelled), value, summary, kind)


def _field(names: Sequence[str]) -> str:
    return next(name for name in names if name.startswith("--"))[2:].replace("-", "_")


OPTIONS: tuple[OptionKind, ...] = (
    _mode("--help -h", "show this help"),
    _mode("--init", "make a toy challenge in the expected directory"),
    _mode("--version -v", "print the version"),
    _mode("--line-by-line -l", "scores of single lines"),
    _mode("--worst-features -w", "features that go with bad scores"),
    _mode("--diff -d", "compare line by line with another output", "OTHER"),
    _mode("--most-worsening-features -m", "features that go with worse scores than another output's", "OTHER"),
    _mode("--just-tokenize -j", "tokenize standard input"),
    _mode("--submit -S", "submit the branch to a platform"),
    _mode("--validate", "check a challenge directory"),
    _mode("--list-metrics", "list the metrics"),
    _mode("--oracle-item-based", "the best of several outputs, line by line"),
    _mode("--train", "train a mix of outputs (not in this version)", "MODEL-TYPE"),
    _mode("--infer", "use a trained mix (not in this version)", "MODEL"),
    OptionKind(("--sort", "-s"), "worst", "", "worst lines first", "order"),
    OptionKind(("--reverse-sort", "-r"), "best", "", "best lines first", "order"),
    _value("--filter", "FEATURE", "only lines with this feature"),
    _value("--out-directory", "DIRECTORY", "directory with the outputs (default: .)"),
    _value("--expected-directory", "DIRECTORY", "directory with the expected results (default: the out directory)"),
    _value("--test-name -t", "NAME", "subdirectory of the test set (default: test-A)"),
    _value("--out-file -o", "FILE", "output to evaluate (default: out.tsv)"),
    _value("--expected-file -e", "FILE", "expected results (default: expected.tsv)"),
    _value("--input-file -i", "FILE", "input (default: in.tsv)"),
    _value("--alt-out-file", "FILE", "another output for the oracle", "repeated"),
    _value("--selector", "PATH", "key of the text in JSON lines, as a/b/c"),
    _value("--in-header", "FILE", "names of the columns of the input"),
    _value("--out-header", "FILE", "names of the columns of outputs and expected results"),
    _value("--metric", "METRIC", "metric with flags, e.g. Accuracy:l", "repeated"),
    _value("--alt-metric -a", "METRIC", "use this metric instead of all others"),
    _value("--select-metric", "NAME", "use only the metric of this name", "repeated"),
    _value("--precision -p", "N", "decimal digits", "number"),
    _switch("--show-as-percentage -%", "show percentages (with a precision)"),
    _value("--tokenizer -T", "NAME", "tokenizer: minimalistic, 13a, v14, character-by-character"),
    _value("--bootstrap -B", "N", "confidence interval from N samples", "number"),
    _switch("--show-preprocessed", "show lines after flags and tokenizer"),
    _value("--min-frequency", "N", "rarest feature to look at", "number"),
    _switch("--word-shapes", "shapes of words as features"),
    _switch("--bigrams", "bigrams as features"),
    _switch("--cartesian", "pairs of features"),
    _switch("--numerical-features", "numbers and lengths as features"),
    _value("--min-cartesian-frequency", "N", "rarest feature to pair", "number"),
    _switch("--mark-worst-features", "colour the worst features"),
    _value("--references", "FILE", "texts that fields refer to"),
    _value("--plot-graph", "FILE", "draw a calibration graph (not in this version)"),
    _value("--gonito-host", "HOST", "platform to submit to"),
    _value("--token", "TOKEN", "token for the platform"),
    _value("--gonito-git-annex-remote", "REMOTE", "git-annex remote for the platform"),
)

_BY_NAME = {name: option for option in OPTIONS for name in option.names}


# --- options ---------------------------------------------------------------------------------------------------------


@dataclass
class _FoundOptions:
    """Options found so far."""

    values: dict[str, Any] = field(default_factory=dict)

    def add(self, option: OptionKind, name: str, value: str) -> None:
        if option.kind == "repeated":
            self.values[option.sets] = (*self.values.get(option.sets, ()), value)
            return
        key = option.kind if option.kind in ("mode", "order") else option.sets
        if key in self.values:
            raise _invalid(name, _why_not_again(option, self.values[key]))
        if option.kind == "mode":
            self.values["mode"] = option.names[0][2:]
            if option.value:
                self.values["other"] = value
        elif option.kind == "order":
            self.values["order"] = option.sets
        else:
            self.values[option.sets] = _converted(option, name, value)


def parse_options(arguments: Sequence[str]) -> Options:
    """Read options: `--opt value`, `--opt=value`, `-o value`, `-ovalue`; no abbreviations.

    Raises UsageError for an unknown option, one repeated that may not be, two modes, or a missing or broken value.
    """
    found = _FoundOptions()
    waiting = iter(arguments)
    for argument in waiting:
        if argument.startswith("--"):
            _long(argument, waiting, found)
        elif argument.startswith("-") and len(argument) > 1:
            _short(argument, waiting, found)
        else:
            raise UsageError(f"Invalid argument `{argument}'")
    return Options(**found.values)


def _long(argument: str, waiting: Iterator[str], found: _FoundOptions) -> None:
    name, equals, value = argument.partition("=")
    option = _BY_NAME.get(name)
    if option is None or (equals and not option.value):
        raise _invalid(argument, _suggestion(name))
    if option.value and not equals:
        value = _next(name, waiting)
    found.add(option, name, value)


def _short(argument: str, waiting: Iterator[str], found: _FoundOptions) -> None:
    """One or several short options in one argument: the first that takes a value takes the rest."""
    letters = argument[1:]
    while letters:
        name, letters = "-" + letters[0], letters[1:]
        option = _BY_NAME.get(name)
        if option is None:
            raise _invalid(name)
        if option.value:
            found.add(option, name, letters or _next(name, waiting))
            return
        found.add(option, name, "")


def _next(name: str, waiting: Iterator[str]) -> str:
    value = next(waiting, None)
    if value is None:
        raise UsageError(f"The option `{name}` expects an argument.")
    return value


def _converted(option: OptionKind, name: str, value: str) -> str | int | bool:
    if option.kind == "switch":
        return True
    if option.kind == "text":
        return value
    try:
        return int(value)
    except ValueError:
        raise UsageError(f"option {name}: cannot parse value `{value}'") from None


def _invalid(name: str, why: str = "") -> UsageError:
    plain = f"Invalid option `{name}'"
    return UsageError(plain + why, geval=plain)


def _suggestion(name: str) -> str:
    close = nearest(name[2:], [known[2:] for known in _BY_NAME if known.startswith("--")])
    return f"; did you mean {' or '.join(f'--{known}' for known in close)}?" if close else ""


def _why_not_again(option: OptionKind, before: Any) -> str:
    if option.kind == "mode":
        return f"; --{before} is there already, and modes exclude one another"
    if option.kind == "order":
        return "; there is an order already"
    return "; it may be given once, in config.txt or on the command line"


# --- config.txt ------------------------------------------------------------------------------------------------------

_PIECE = re.compile(r"\\(?P<escaped>.)|(?P<space>\s)|(?P<plain>.)", re.DOTALL)


def split_arguments(text: str) -> list[str]:
    r"""Cut the text of a config.txt into arguments.

    >>> split_arguments(r"--metric CER:s<\ +><\ > -p 4")
    ['--metric', 'CER:s< +>< >', '-p', '4']

    A backslash and a white-space character are that character; any other backslash pair stays both (`\\`, `\d`).
    """
    arguments: list[str] = []
    word: list[str] = []
    begun = False
    for piece in _PIECE.finditer(text):
        if piece["space"]:
            if begun:
                arguments.append("".join(word))
            word, begun = [], False
            continue
        begun = True
        escaped = piece["escaped"]
        word.append(escaped if escaped is not None and escaped.isspace() else piece.group())
    return [*arguments, "".join(word)] if begun else arguments


def escape_argument(argument: str) -> str:
    r"""Write an argument so that `split_arguments` gives it back.

    An argument in which an unpaired backslash stands before white space or at the end has no such form, since there
    `\\` is two characters; the backslash is then left as it is.
    """
    return re.sub(r"(\s)", r"\\\1", argument)


def read_config(path: str | os.PathLike[str]) -> list[str]:
    """Return the arguments in a config.txt. Raises ChallengeError when it cannot be read."""
    refuse_endless(path)
    try:
        with open(path, "rb") as file:
            data = file.read(_LARGEST_CONFIG + 1)
    except OSError as error:
        raise ChallengeError(f"{os.fspath(path)}: the file cannot be read: {error.strerror or error}") from error
    if len(data) > _LARGEST_CONFIG:
        raise ChallengeError(
            f"{os.fspath(path)}: the file is larger than {_LARGEST_CONFIG} bytes; it holds options only"
        )
    try:
        return split_arguments(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ChallengeError(
            f"{os.fspath(path)} line {line}: byte 0x{data[error.start]:02X} is not UTF-8; save the file as UTF-8"
        ) from None


def read_options(path: str | os.PathLike[str]) -> Options:
    """Return the options in a config.txt. Raises ChallengeError, naming the file, for one that cannot be used."""
    arguments = read_config(path)
    try:
        return parse_options(arguments)
    except UsageError as error:
        raise ChallengeError(f"{os.fspath(path)}: {error.message}", geval=error.geval or error.message) from error


assert {option.sets for option in OPTIONS if option.kind not in ("mode", "order")} <= {
    one.name for one in fields(Options)
}
