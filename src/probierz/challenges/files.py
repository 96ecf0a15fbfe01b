"""Finding and reading the files of a challenge: compressed variants, several outputs, parameters in output names."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from probierz.archives.decompressing import COMPRESSIONS
from probierz.errors import ChallengeError
from probierz.lines import DEFAULT, Dialect, LineReader, check_selector, json_selector

CONFIG_NAME = "config.txt"
DEFAULT_OUTPUT = "out.tsv"


_UNKNOWN_TO_GEVAL = (".zst", ".zip")


def find_file(directory: str, name: str) -> str | None:
    """Return the path of a file in a directory, or of its one compressed variant; None when there is none.

    When there are two compressed variants and no plain file, none is taken: it is not clear which is meant; but a
    format that GEval does not know, .zst or .zip, counts only where nothing else is there. A name that is compressed
    already has no variants. Raises ChallengeError for a pipe or a device.
    """
    path = os.path.join(directory, name)
    if os.path.exists(path):
        if not os.path.isabs(name):  # what somebody names by its whole path may be a pipe, as <(command) is
            refuse_endless(path)
        return path
    if name.endswith(COMPRESSIONS):
        return None
    variants = [path + suffix for suffix in COMPRESSIONS if os.path.exists(path + suffix)]
    known = [variant for variant in variants if not variant.endswith(_UNKNOWN_TO_GEVAL)] or variants
    return known[0] if len(known) == 1 else None


def refuse_endless(path: str | os.PathLike[str]) -> None:
    """Raise ChallengeError for a pipe or a device that lies in a folder: reading it might never end."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise ChallengeError(f"{os.fspath(path)}: this is no plain file but a pipe or a device; put one there")


def existing_output(directory: str, name: str = DEFAULT_OUTPUT) -> str | None:
    """Return the path of an output; for the default name out.jsonl is taken when there is no out.tsv."""
    found = find_file(directory, name)
    return found or (find_file(directory, "out.jsonl") if name == DEFAULT_OUTPUT else None)


def named_output(directory: str, name: str) -> str | None:
    """Return the path of an output that somebody names: by its file, or as tables print it, without its ending."""
    if found := existing_output(directory, name):
        return found
    ending = re.compile(rf"{re.escape(name)}\.(?:tsv|jsonl)(?:\.\w+)?")
    if os.path.basename(name) != name or not os.path.isdir(directory):
        return None
    names = sorted((one for one in os.listdir(directory) if ending.fullmatch(one)), key=natural_key)
    return existing_output(directory, names[0]) if names else None


def is_readable(path: str) -> bool:
    """Whether there is a file, a pipe or a device of that name, or it is `-`, the standard input."""
    return path == "-" or (os.path.exists(path) and not os.path.isdir(path))


_OUTPUT = re.compile(
    rf"(?P<variant>out(?:-[^/]*)?)(?P<format>\.tsv|\.jsonl)(?P<compression>{'|'.join(map(re.escape, COMPRESSIONS))})?"
)


@dataclass(frozen=True)
class OutputName:
    """The name of an output taken apart: `out-lr=0.01.tsv.gz` is the variant `out-lr=0.01`."""

    variant: str
    format: str
    compression: str

    @property
    def parameters(self) -> dict[str, str]:
        """Those of a name like `out-epochs=12,lr=0.01`; a name of any other form has none."""
        return parameters_in(self.variant)


def output_name(name: str) -> OutputName | None:
    """Take a file name apart; None if it is not that of an output."""
    found = _OUTPUT.fullmatch(name)
    return OutputName(found["variant"], found["format"], found["compression"] or "") if found else None


def named_as_outputs(directory: str) -> list[str]:
    """Return everything in a directory that has an output's name, in natural order, also what is there twice.

    Raises ChallengeError for a pipe or a device among them.
    """
    paths = [os.path.join(directory, name) for name in os.listdir(directory) if output_name(name)]
    for path in paths:
        refuse_endless(path)
    return sorted((path for path in paths if os.path.isfile(path)), key=natural_key)


def find_outputs(directory: str) -> list[str]:
    """Return the outputs in a directory, in natural order: the out-*.tsv and out-*.jsonl, else out.tsv or out.jsonl.

    As in GEval, an out.tsv beside out-*.tsv is left out, unless an out.jsonl stands there too; then that pair wins and
    the out.tsv is taken. Raises ChallengeError for a pipe or a device among them.
    """
    single = existing_output(directory)
    if find_file(directory, DEFAULT_OUTPUT) and find_file(directory, "out.jsonl"):
        return [single] if single else []
    return _several(directory) or ([single] if single else [])


def all_outputs(directory: str) -> list[str]:
    """Return the outputs that GEval finds, and in front of them the out.tsv that it leaves out beside out-*.tsv."""
    found, single = find_outputs(directory), existing_output(directory)
    return found if single is None or single in found else [single, *found]


def _several(directory: str) -> list[str]:
    try:
        names = os.listdir(directory)
    except OSError:
        return []
    found = {name for name in names if name.startswith("out-") and output_name(name)}
    paths = [os.path.join(directory, name) for name in found if not _stands_in_another_form(name, found)]
    for path in paths:
        refuse_endless(path)
    return sorted(paths, key=natural_key)


def _stands_in_another_form(name: str, names: Set[str]) -> bool:
    """Whether an output in a format that GEval does not know is there in a form that it does."""
    plain, suffix = os.path.splitext(name)
    others = {plain, *(plain + other for other in COMPRESSIONS if other not in _UNKNOWN_TO_GEVAL)}
    return suffix in _UNKNOWN_TO_GEVAL and not others.isdisjoint(names)


def natural_key(text: str) -> list[tuple[int, int, str]]:
    """A sort key under which numbers inside a text count as numbers: `out-2` before `out-10`."""
    pieces = re.split(r"([0-9]+)", text)
    return [(0, int(piece), piece) if at % 2 else (1, 0, piece) for at, piece in enumerate(pieces) if piece]


_EXTENSION = re.compile(r"(?<![0-9])\.|\.(?![0-9])")


def core_name(path: str) -> str:
    """The file name without extensions; a point between digits is no extension: `out-lr=0.1.tsv.gz` is `out-lr=0.1`."""
    name = os.path.basename(path)
    end = _EXTENSION.search(name, 1)
    return name[: end.start()] if end else name


def distinct_names(paths: Sequence[str]) -> list[str]:
    """Short names that tell outputs apart: core names, else file names, else paths, numbered where they are equal."""
    for short in (core_name, os.path.basename, str):
        names = [short(path) for path in paths]
        if len(set(names)) == len(names):
            return names
    return [f"{path} ({number})" for number, path in enumerate(paths, 1)]


def output_parameters(path: str) -> dict[str, str]:
    """Return the parameters in an output's name: `out-epochs=12,lr=0.1.tsv` has epochs and lr; others have none."""
    return parameters_in(core_name(path))


def parameters_in(name: str) -> dict[str, str]:
    """Return the parameters in a name without extensions, `out-epochs=12,lr=0.1`."""
    _core, dash, rest = name.partition("-")
    pieces = [piece.partition("=") for piece in rest.split(",")]
    if not dash or not all(key.strip() and equals for key, equals, _ in pieces):
        return {}
    return {key.strip(): value.strip() for key, _, value in pieces}


def read_header(directory: str, name: str | None, dialect: Dialect = DEFAULT) -> tuple[str, ...]:
    """Return the column names in a header file of a challenge; none for no name. Raises ChallengeError."""
    if name is None:
        return ()
    path = os.path.join(directory, name)
    if not os.path.isfile(path):
        raise ChallengeError(
            f"{path}: there is no such header file; make it, or take the header option out of {CONFIG_NAME}",
            geval=f"No file with header specification: `{path}`",
        )
    with LineReader(path, dialect=dialect) as reader:
        names = str(next(reader, ""))
    if not names:
        raise ChallengeError(f"{path}: the header file names no columns; write them in a line, TABs between them")
    return tuple(names.split("\t"))


@dataclass(frozen=True)
class Reading:
    """How the files are read.

    dialect: how strictly. in_header, out_header: column names of the input; of outputs and expected results.
    selector: key of the text in JSON lines. tokenizer: its name.
    beside: columns of a table that lies beside the files, with a value for each line, by name.
    """

    dialect: Dialect = DEFAULT
    in_header: tuple[str, ...] = ()
    out_header: tuple[str, ...] = ()
    selector: str | None = None
    tokenizer: str | None = None
    beside: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def open_parallel(self, path: str) -> LineReader:
        """Open a file of expected results or an output."""
        check_selector(path, self.selector, self.dialect)
        selector = json_selector(self.selector) if self.selector else None
        return LineReader(path, dialect=self.dialect, header=self.out_header, selector=selector)

    def open_input(self, path: str) -> LineReader:
        """Open an input file."""
        return LineReader(path, dialect=self.dialect, header=self.in_header)

    def signed(self) -> dict[str, str]:
        """The options that belong into a signature."""
        options = {"tokenizer": self.tokenizer, "selector": self.selector, "in_header": ",".join(self.in_header)}
        return {key: value for key, value in options.items() if value}
