"""Challenge directories: splits with inputs, expected results and outputs, and their evaluation."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from probierz.challenges.config import CONFIG_NAME, Options, read_options
from probierz.challenges.evaluate import as_schemes, evaluate_files
from probierz.challenges.evaluation import EvaluationRecord
from probierz.challenges.files import (
    DEFAULT_OUTPUT,
    Reading,
    all_outputs,
    core_name,
    existing_output,
    find_file,
    is_readable,
    named_output,
    natural_key,
    output_name,
    read_header,
)
from probierz.challenges.files import output_parameters as parameters_of
from probierz.errors import ChallengeError, SchemeError, nearest
from probierz.lines import DEFAULT, Dialect, LineReader
from probierz.schemes.scheme import Scheme
from probierz.scoring.run import Progress
from probierz.scoring.score import refuse_other_schemes

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(frozen=True)
class Output:
    """An output file of a split, with the parameters in its name."""

    path: Path
    parameters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Split:
    """A part of a challenge: `train`, `dev-0`, `test-A`. Files that are not there are None."""

    name: str
    path: Path
    expected: Path | None
    input: Path | None
    outputs: tuple[Output, ...]


@dataclass(frozen=True)
class Challenge:
    """A challenge directory. Files are looked for when asked for, so a new output is seen at once."""

    path: Path
    options: Options
    in_header: tuple[str, ...] = ()
    out_header: tuple[str, ...] = ()
    dialect: Dialect = DEFAULT

    @property
    def name(self) -> str:
        """The name of the directory."""
        return self.path.resolve().name

    @cached_property
    def schemes(self) -> tuple[Scheme, ...]:
        """The metrics named in config.txt, braces expanded. Raises SchemeError, naming the file, for a broken one."""
        try:
            return as_schemes(self.options.metric)
        except SchemeError as error:
            raise type(error)(f"{self.path / CONFIG_NAME}: {error.message}", geval=error.geval) from error

    def find_schemes(self, names: Sequence[str | Scheme]) -> tuple[Scheme, ...]:
        """Return schemes given as text, ready made, or by the name under which config.txt shows them (`Comma-F1`).

        Raises SchemeError for what is neither a metric nor such a name.
        """
        return tuple(scheme for name in names for scheme in self._find_schemes(name))

    def _find_schemes(self, name: str | Scheme) -> Sequence[Scheme]:
        try:
            return as_schemes([name])
        except SchemeError as error:
            named = [scheme for scheme in self.schemes if scheme.name == name]
            if named:
                return named
            shown = nearest(str(name), [scheme.name for scheme in self.schemes])
            raise type(error)(f"{error.message}{f'; here there is {shown[0]}' if shown else ''}") from error

    @property
    def title(self) -> str:
        """The first header of README.md; the directory's name without one."""
        return _read_readme(self.path)[0] or self.name

    @property
    def description(self) -> str:
        """The first paragraph of README.md, in one line; may be empty."""
        return _read_readme(self.path)[1]

    @property
    def reading(self) -> Reading:
        """How the files of this challenge are read."""
        options = self.options
        return Reading(self.dialect, self.in_header, self.out_header, options.selector, options.tokenizer)

    @property
    def splits(self) -> list[Split]:
        """The splits: train, then dev-*, then test-*, each in natural order, then one that only config.txt names."""
        return [self._split(name) for name in self._split_names()]

    def split(self, name: str, *, to_score: bool = False) -> Split:
        """Return the split of that name. Raises ChallengeError with the nearest names.

        to_score: it is to be scored, so that only names of splits with expected results are any help.
        """
        splits = {split.name: split for split in self.splits}
        if name in splits:
            return splits[name]
        meant = [one for one, split in splits.items() if split.expected is not None] if to_score else []
        close = nearest(name, meant or splits) or meant or list(splits)
        hint = f"; try {', '.join(close)}" if close else "; there is none at all"
        raise ChallengeError(
            f"{self.path}: no split is called {name!r}{hint}",
            geval=f"No test subdirectory with the expected results: `{self.path}/{name}`",
        )

    def count_lines(self, split: Split) -> int:
        """Return how many lines a split has: its expected results, or where these are not there its input.

        A header counts for none. The split has one of the two files at least.
        """
        path, header = (split.expected, self.out_header) if split.expected else (split.input, self.in_header)
        with LineReader(str(path), dialect=self.dialect, header=header) as reader:
            return sum(1 for _ in reader)

    def scorable(self, name: str | None = None) -> Split:
        """Return a split that has expected results, by default the test set. Raises ChallengeError."""
        split = self.split(name or self.options.test_name, to_score=True)
        if split.expected is None:
            raise ChallengeError(
                f"{split.path}: there are no expected results ({self.options.expected_file}) to evaluate against",
                geval=f"No file with the expected results: `{split.path}/{self.options.expected_file}`",
            )
        return split

    def output(self, split: Split, out: str | os.PathLike[str] | None = None) -> Output:
        """Return an output of a split, by a name in it or a path; by default the only one.

        Raises ChallengeError where there is none, and for a file that lies in another split.
        """
        if out is not None:
            name = os.fspath(out)
            found = named_output(str(split.path), name) or (name if is_readable(name) else None)
            if found is None:
                raise self._no_output(split, name)
            self._refuse_other_split(split, found)
            return Output(Path(found), parameters_of(found))
        if not split.outputs:
            raise self._no_output(split, self.options.out_file)
        if len(split.outputs) > 1:
            names = ", ".join(output.path.name for output in split.outputs)
            raise ChallengeError(f"{split.path} has several outputs: {names}; name one, or evaluate all")
        return split.outputs[0]

    def split_around(self, path: str | os.PathLike[str]) -> str:
        """Return the name of the split in which a file lies; empty for what is no file, or lies elsewhere.

        What counts is the folder: a link in a split to a file of another one is its own.
        """
        if not os.path.isfile(path):
            return ""
        folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))
        top = os.path.relpath(folder, os.path.realpath(self.path)).split(os.sep)[0]
        return top if top in self._split_names() else ""

    def evaluate(
        self,
        split: str | None = None,
        *,
        out: str | os.PathLike[str] | None = None,
        schemes: Sequence[str | Scheme] | None = None,
        jobs: int | Executor = 1,
        rows: bool = True,
        progress: Progress | None = None,
    ) -> EvaluationRecord:
        """Evaluate one output of a split (by default the challenge's test set, usually test-A).

        out: a file name in the split or a path; needed when there are several outputs.
        schemes: metrics to use instead of the challenge's own, or names of some of these.
        rows: keep one tally a line. jobs: processes, or an executor.
        Raises ChallengeError when a file is missing, DataError for a line that cannot be used.
        """
        part = self.scorable(split)
        return self._evaluate(part, self.output(part, out), schemes, jobs, rows, progress)

    # --- parts ---

    def open_results(self, dev_sets: Collection[str] | None = None) -> dict[str, str]:
        """By split, the expected results that everybody has: of train and these dev sets; None: of every dev set."""
        return {
            one.name: str(one.expected)
            for one in self.splits
            if one.expected is not None
            and kind_of_split(one.name) != "test"
            and (dev_sets is None or one.name in {"train", *dev_sets})
        }

    def _split_names(self) -> list[str]:
        names = sorted(filter(kind_of_split, _subdirectories(self.path)), key=_split_key)
        special = self.options.test_name
        if special not in names and (self.path / special).is_dir():
            names.append(special)
        return names

    def _refuse_other_split(self, split: Split, path: str) -> None:
        other = self.split_around(path)
        if other not in ("", split.name):
            raise ChallengeError(
                f"{path} is an output for {other}, and one for {split.name} is wanted here; name one, or choose "
                f"{other} as the split"
            )

    def _evaluate(
        self,
        split: Split,
        output: Output,
        schemes: Sequence[str | Scheme] | None,
        jobs: int | Executor,
        rows: bool,
        progress: Progress | None,
    ) -> EvaluationRecord:
        chosen = self.schemes if schemes is None else self.find_schemes(_listed(schemes))
        if not chosen:
            raise ChallengeError(
                f"{self.path / CONFIG_NAME} names no metric: add --metric, or say which metrics to use",
                geval="no metric given, use --metric option",
            )
        assert split.expected is not None
        if split.input is None and any(scheme.needs_input for scheme in chosen):
            raise ChallengeError(
                f"{split.path}: there is no input ({self.options.input_file}), and a metric needs it",
                geval=f"No file with the input: `{split.path}/{self.options.input_file}`",
            )
        return evaluate_files(
            chosen,
            split.expected,
            output.path,
            split.input,
            reading=self.reading,
            challenge=self.name,
            split=split.name,
            parameters=output.parameters,
            jobs=jobs,
            rows=rows,
            progress=progress,
            open_results=self.open_results(),
        )

    def _split(self, name: str) -> Split:
        path = self.path / name
        options = self.options
        is_named = options.out_file != DEFAULT_OUTPUT
        found = [existing_output(str(path), options.out_file)] if is_named else all_outputs(str(path))
        outputs = tuple(Output(Path(one), parameters_of(one)) for one in found if one)
        return Split(
            name=name,
            path=path,
            expected=_first_found(path, options.expected_file, "expected.tsv", "expected.jsonl"),
            input=_first_found(path, options.input_file, "in.tsv", "in.jsonl"),
            outputs=outputs,
        )

    def _no_output(self, split: Split, name: str) -> ChallengeError:
        return ChallengeError(
            f"{split.path}: there is no output {name}; put it there, with one line for every line of the input"
            f"{other_outputs([name], [split])}",
            geval=f"No file with the test results: `{split.path}/{name}`",
        )


def open_challenge(path: str | os.PathLike[str], *, dialect: Dialect = DEFAULT) -> Challenge:
    """Open a challenge directory: read its config.txt and its headers.

        >>> challenge = open_challenge("my-challenge")  # doctest: +SKIP
        >>> challenge.evaluate("dev-0")["WER"].value  # doctest: +SKIP

    Without a config.txt there are no metrics: they must be given to `evaluate`.
    Raises ChallengeError when there is no such directory, or for an option that cannot be used.
    """
    directory = Path(path)
    if not directory.is_dir():
        raise ChallengeError(
            f"{directory}: {'this is a file' if _is_file(directory) else 'there is no such directory'}; "
            "give the directory of a challenge",
            geval=f"No directory with the expected results: `{os.fspath(path)}`",
        )
    config = directory / CONFIG_NAME
    options = read_options(config) if config.exists() else Options()
    for name in (options.test_name, options.expected_file, options.input_file, options.in_header, options.out_header):
        _stay_inside(config, name)
    in_header = read_header(str(directory), options.in_header, dialect)
    out_header = read_header(str(directory), options.out_header, dialect)
    return Challenge(directory, options, in_header, out_header, dialect)


def other_outputs(names: Sequence[str], splits: Sequence[Split]) -> str:
    """The end of a sentence on outputs that are not there: which are, and which may have been meant; else nothing."""
    there = list(dict.fromkeys(output.path.name for split in splits for output in split.outputs))
    cores = {core_name(one): one for one in there}
    meant = list(dict.fromkeys(cores[core] for name in names for core in nearest(core_name(name), cores, 1)))
    known = f"there are {', '.join(there)}" if len(there) > 1 else f"there is {there[0]}" if there else ""
    if meant:
        return f"; did you mean {' and '.join(meant)}" + (f" ({known})?" if len(there) > len(meant) else "?")
    return f"; {known}" if known else ""


def _listed(schemes: Sequence[str | Scheme]) -> Sequence[str | Scheme]:
    refuse_other_schemes(schemes)
    return schemes


def _is_file(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _stay_inside(config: Path, name: str | None) -> None:
    """Refuse names that lead out of the challenge: a challenge may come from a stranger."""
    if name is not None and (os.path.isabs(name) or ".." in Path(name).parts):
        raise ChallengeError(f"{config}: the file name {name!r} leads out of the challenge; use one inside it")


def _subdirectories(path: Path) -> list[str]:
    with os.scandir(path) as entries:
        return [entry.name for entry in entries if entry.is_dir()]


def kind_of_split(name: str) -> Literal["train", "dev", "test", ""]:
    """Return what a split is by its name, or a file by its place: `train`, `dev-0` …, `test-A` …; "" for another."""
    if name == "train":
        return "train"
    return "dev" if name.startswith("dev-") else "test" if name.startswith("test-") else ""


def is_output_of_split(name: str) -> bool:
    """Whether a file, by its path inside a challenge such as `test-A/out.tsv`, is an output for one of its splits."""
    folder, _, base = name.rpartition("/")
    return kind_of_split(folder) != "" and output_name(base) is not None


def _split_key(name: str) -> tuple[int, list[tuple[int, int, str]]]:
    return ("train", "dev", "test").index(kind_of_split(name)), natural_key(name)


def _first_found(directory: Path, name: str, default: str, alternative: str) -> Path | None:
    """A file by its name; where the name is the default, JSON lines serve as well."""
    found = find_file(str(directory), name)
    if found is None and name == default:
        found = find_file(str(directory), alternative)
    return _as_path(found)


def _as_path(path: str | None) -> Path | None:
    return Path(path) if path is not None else None


_LARGEST_README = 2**20


def _read_readme(directory: Path) -> tuple[str, str]:
    """The first header and the first paragraph."""
    path = directory / "README.md"
    if not path.is_file():  # a pipe would never end
        return "", ""
    try:
        with open(path, "rb") as file:
            text = file.read(_LARGEST_README).decode("utf-8-sig", "replace")
    except OSError:
        return "", ""
    title = ""
    paragraph: list[str] = []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("#"):
            if paragraph:
                break
            title = title or line.strip("#").strip()
        elif line and set(line) <= {"=", "-"}:  # underlines what is a header then
            title, paragraph = title or " ".join(paragraph), []
        elif line:
            paragraph.append(line)
        elif paragraph:
            break
    return title, " ".join(paragraph)
