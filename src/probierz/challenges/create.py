"""A new challenge: a skeleton with toy data from the main metric's own example, ready to be filled."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from probierz.challenges.config import escape_argument, split_arguments
from probierz.errors import ChallengeError, ProbierzError
from probierz.metrics.definition import Example
from probierz.schemes.scheme import Scheme, parse_schemes
from probierz.whole_files import added_files, whole_folder

TOY = "This is a toy challenge, made to be replaced"
"""In the README of a new challenge."""

GITIGNORE = """\
*~
*.swp
*.bak
*.pyc
*.o
.DS_Store
.token
"""


def create_challenge(
    directory: str | os.PathLike[str],
    schemes: Sequence[Scheme],
    *,
    test_name: str = "test-A",
    precision: int | None = None,
    percentage: bool = False,
    mark: str = "",
    number: int = 0,
) -> None:
    """Create a challenge with these schemes, the first one is the main metric, and with toy data for it.

    mark, number: what tells its toy inputs from those of other challenges of the same suite: a word for texts, and a
    number from 1 for inputs that are numbers.
    The directory may exist, but none of the files in it; its parent must exist. Either everything is written or
    nothing is. Raises ChallengeError.
    """
    target = os.fspath(directory).rstrip(os.sep) or os.sep
    if not schemes:
        raise ChallengeError(
            "no metric was given; name at least one, for instance --metric Accuracy",
            geval="no metric given, use --metric option",
        )
    _check_test_name(test_name)
    toys = _Toys(mark, number)
    files = _files(target, schemes, test_name, precision, percentage, toys)
    _check_place(target, files)
    try:
        _write_all(target, files)
    except OSError as error:
        raise ChallengeError(
            f"{target}: the challenge cannot be written: {error.strerror or error}; nothing was left behind, "
            "make room or choose another place and try again"
        ) from error


# --- where it goes ---------------------------------------------------------------------------------------------------


def _check_test_name(name: str) -> None:
    if not name or name in {"train", "dev-0"} or name.startswith(".") or any(c.isspace() or c in "/\\" for c in name):
        raise ChallengeError(
            f"{name!r} cannot be the name of the test set; use letters, digits and hyphens, for instance test-A"
        )


def _check_place(target: str, files: Mapping[str, str]) -> None:
    parent = os.path.dirname(target) or os.curdir
    if not os.path.isdir(parent):
        raise ChallengeError(f"{target}: the directory {parent} does not exist; create it first")
    if not os.path.isdir(target) and os.path.lexists(target):
        raise _already_there(target)
    for name in files:
        path = os.path.join(target, name)
        if os.path.lexists(path):
            raise _already_there(path)
        if not os.path.isdir(os.path.dirname(path)) and os.path.lexists(os.path.dirname(path)):
            raise _already_there(os.path.dirname(path))


def _already_there(path: str) -> ChallengeError:
    return ChallengeError(
        f"{path}: there is such a file already; choose a new directory, or move the file away",
        geval=f"File already there: `{path}`",
    )


def _write_all(target: str, files: Mapping[str, str]) -> None:
    """Write all files or none, into a directory of their own or beside what one holds already."""
    folder = Path(os.path.abspath(target))
    with added_files(folder) if folder.is_dir() else whole_folder(folder) as made:
        for name, text in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            # The name of the directory stands in README.md, and need not be UTF-8.
            path.write_text(text, encoding="utf-8", errors="replace", newline="")


# --- what is in it ---------------------------------------------------------------------------------------------------


def _files(
    target: str, schemes: Sequence[Scheme], test_name: str, precision: int | None, percentage: bool, toys: _Toys
) -> dict[str, str]:
    """Return the text of every file by its name in the challenge, in the order of GEval."""
    example = schemes[0].metric.definition.example
    title = os.path.basename(os.path.abspath(target))
    files = {
        ".gitignore": GITIGNORE,
        "README.md": _readme(title, schemes, example, test_name),
        "config.txt": _config(schemes, example, test_name, precision, percentage),
    }
    for name, header in (("in-header.tsv", example.in_header), ("out-header.tsv", example.out_header)):
        if header:
            files[name] = "\t".join(header) + "\n"
    if example.train:
        files["train/train.tsv"] = _text(example.train)
    for split in ["dev-0", test_name] if example.train else ["train", "dev-0", test_name]:
        files[f"{split}/in.tsv"] = _text(toys.inputs(example, "" if split == test_name else split))
        files[f"{split}/expected.tsv"] = _text(example.expected)
    return files


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


_LONG = 4
"""Texts of so many words are nearly the same as others, once there are a few words of a mark behind them."""


@dataclass(frozen=True)
class _Toys:
    """What tells toy inputs apart: those of challenges by their mark and number, those of splits by their name."""

    mark: str = ""
    number: int = 0

    def inputs(self, example: Example, split: str) -> list[str]:
        """Input lines of a split. No input may stand in two of them, so those that are not for the test are marked."""
        count = len(example.expected)
        lines = example.input if len(example.input) == count else [""] * count
        return [self._input(line, number, lines, split) for number, line in enumerate(lines, 1)]

    def _input(self, line: str, number: int, lines: Sequence[str], split: str) -> str:
        marks = [one for one in (self.mark, split) if one]
        fields = line.split("\t")
        at = next((at for at, field in enumerate(fields) if any(map(str.isalpha, field))), None)
        if not line:
            return " ".join([*filter(None, (self.mark, split or "test")), f"line {number}"])
        if at is None:
            return "\t".join(f"{field}{self._digits(split)}" if field else field for field in fields)
        if marks and self._is_alike(fields[at], lines):
            fields[at] = " ".join([*marks, f"line {number}"])
        elif marks:
            fields[at] = f"{fields[at]} ({', '.join(marks)})"
        return "\t".join(fields)

    def _is_alike(self, text: str, lines: Sequence[str]) -> bool:
        """Whether a text with a mark would be nearly that with another mark, or stands in two lines."""
        return len(text.split()) >= _LONG or sum(text in line.split("\t") for line in lines) > 1

    def _digits(self, split: str) -> str:
        """More digits at the end of a number: another number for each challenge and split."""
        of_split = {"": "", "train": "1"}.get(split, "2")
        return f"{self.number}{of_split or '0'}" if self.number else of_split


def _config(
    schemes: Sequence[Scheme], example: Example, test_name: str, precision: int | None, percentage: bool
) -> str:
    """The options in one line, as GEval writes them (with its double spaces and no line end), but escaped."""
    parts = [f"--metric {_escaped(_written(scheme))}" for scheme in schemes]
    parts += [f" --test-name {test_name}"] * (test_name != "test-A")
    parts += [f"--precision {precision}"] * (precision is not None)
    parts += ["--show-as-percentage"] * percentage
    parts += [" --in-header in-header.tsv"] * bool(example.in_header)
    parts += [" --out-header out-header.tsv"] * bool(example.out_header)
    return " ".join(parts)


def _written(scheme: Scheme) -> str:
    """A text that reads back as this scheme: GEval's canonical form, else our own."""
    for text in (scheme.geval, str(scheme)):
        try:
            if parse_schemes(text) == [scheme]:
                return text
        except ProbierzError:
            continue
    raise ChallengeError(
        f"the metric {str(scheme)!r} cannot be written to config.txt, where braces list alternatives; "
        "write the expression without braces"
    )


def _escaped(text: str) -> str:
    r"""The text as one argument in config.txt, where white space is escaped: `N<two words>` becomes `N<two\ words>`."""
    written = escape_argument(text)
    if split_arguments(written) != [text] or "\r" in text or "\n" in text:
        raise ChallengeError(
            f"the metric {text!r} cannot be written to config.txt, which knows neither a backslash before white "
            "space nor line ends; write the white space alone, or as [ ] in a regular expression"
        )
    return written


# --- its README ------------------------------------------------------------------------------------------------------


def _readme(title: str, schemes: Sequence[Scheme], example: Example, test_name: str) -> str:
    headers = _header_lines(example)
    trained = "`train.tsv`" if example.train else "`in.tsv` and `expected.tsv`"
    parts = [
        f"# {_plain(title)}",
        f"Guess the expected line for every input line. The main metric is {_plain(schemes[0].name)}.",
        f"{TOY}: put your own lines into the files, then say here what the task "
        "is, where the data come from and under which licence they may be used.",
        "## Evaluation",
        "\n".join(map(_metric_line, schemes)),
        "## Directory structure",
        "\n".join(
            [
                "* `README.md`: this file",
                "* `config.txt`: the metrics and other options of the evaluation",
                *headers,
                f"* `train/`: training data, {trained}",
                "* `dev-0/`: development data, `in.tsv` and `expected.tsv`",
                f"* `{test_name}/`: test data, `in.tsv` and `expected.tsv` (keep the expected lines from participants)",
            ]
        ),
        "Line n of `expected.tsv` belongs to line n of `in.tsv`; columns are separated by TAB, nothing is quoted.",
        "## How to score",
        f"Write one output line for each line of `{test_name}/in.tsv` to `{test_name}/out.tsv`, then:",
        f"    probierz check . --split {test_name}\n    probierz eval . --split {test_name}",
        "After each change of the challenge itself, before any output is put into it:",
        "    probierz validate .",
    ]
    return "\n\n".join(parts) + "\n"


def _metric_line(scheme: Scheme) -> str:
    summary = _plain(scheme.metric.definition.summary)
    return f"* `{_plain(scheme.name)}`: {summary.rstrip('.')}; {scheme.metric.better} is better."


def _header_lines(example: Example) -> list[str]:
    lines = []
    if example.in_header:
        lines.append("* `in-header.tsv`: the names of the columns of `in.tsv`")
    if example.out_header:
        lines.append("* `out-header.tsv`: the names of the columns of `expected.tsv` and of outputs")
    return lines


def _plain(text: str) -> str:
    return " ".join(text.split())
