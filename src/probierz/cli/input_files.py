"""Files that a command reads and those that it writes for them: single ones, folders, standard input."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from probierz.archives.decompressing import named_ending
from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.standard_streams import system_fault
from probierz.cli.terminal import print_fault, print_warnings, printable, tell_of_waiting
from probierz.errors import ChallengeError, DataError, OptionError
from probierz.given_folders import left_links, paths_below, refuse_link
from probierz.whole_files import refuse_missing_folder


class InputFile(NamedTuple):
    """A file, and its name below the folder that was asked for."""

    path: str
    name: str


def find_inputs(
    arguments: Namespace, suffixes: Collection[str], is_meant: Callable[[Path], bool] = Path.is_file
) -> list[InputFile]:
    """Return the files that are named, and those of these kinds in folders and below; none named: standard input.

    Links that lead out of a folder are left out, and told. is_meant: whether a file of a folder is taken, by more than
    its ending. Raises OptionError for a folder without any.
    """
    found: list[InputFile] = []
    for name in arguments.inputs or ["-"]:
        folder = Path(name)
        if name == "-" or not folder.is_dir():
            found.append(InputFile(name, "stdin.txt" if name == "-" else folder.name))
            continue
        print_warnings(left_links(folder), arguments)
        below = (path for path in paths_below(folder) if named_ending(path.name) in suffixes)
        inside = sorted(filter(is_meant, below))
        if not inside:
            raise OptionError(f"{name} has no file {', '.join(f'*{one}' for one in suffixes)} in it; name the files")
        found += [InputFile(str(path), path.relative_to(folder).as_posix()) for path in inside]
    tell_of_waiting(one.path for one in found)
    return found


def refuse_standard_input(name: str) -> None:
    """Raise OptionError for `-` where an archive or a folder is wanted, which is read more than once."""
    if name == "-" and not os.path.exists(name):
        raise OptionError("standard input (-) cannot be taken here; save it as a file, and name that")


def refuse_unnamed(inputs: Sequence[InputFile], named: Sequence[str]) -> None:
    """Raise OptionError where the texts of a folder would be printed one behind the other, and nobody knew which."""
    folder = next((name for name in named if name != "-" and os.path.isdir(name)), None)
    if folder is not None and len(inputs) > 1:
        raise OptionError(
            f"{folder} is a folder with {len(inputs)} files, whose texts would run together; "
            "write each into a file of its own with --to FOLDER, or name one file"
        )


def tell_of_nothing(arguments: Namespace) -> None:
    """Say that standard input was empty, which nothing that is printed shows."""
    print_warnings(["standard input was empty; nothing was read"], arguments)


def find_targets(
    inputs: Sequence[InputFile],
    named: Sequence[str],
    to: str,
    rename: Callable[[InputFile], str],
    remedy: str = "name another place with --to",
    apart: str = "take them one by one",
    *,
    overwrite: bool = False,
) -> list[Path]:
    """Return where the output for each file goes: into the file `to`, or below the folder.

    rename: the name of an output below a folder. Raises OptionError when two would go to the same place, one onto its
    own input (apart, remedy: what to do then), through a link below the folder, or a single one onto another file that
    is there, unless overwrite says that it may. Of several those that are there are done, see `left_to_do`.
    """
    is_folder = len(inputs) > 1 or os.path.isdir(to) or any(map(os.path.isdir, named))
    if not is_folder:
        refuse_missing_folder(to)
    targets = [Path(to, rename(one)) if is_folder else Path(to) for one in inputs]
    taken: dict[Path, str] = {}
    for one, target in zip(inputs, targets, strict=True):
        if one.path != "-" and target.resolve() == Path(one.path).resolve():
            raise OptionError(f"{target} would be overwritten by its own output; {remedy}")
        if target in taken:
            raise OptionError(f"{taken[target]} and {one.path} would both become {target}; {apart}")
        if is_folder:
            refuse_link(target, Path(to))
        taken[target] = one.path
    if len(targets) == 1 and targets[0].is_file() and not overwrite:
        raise OptionError(f"{targets[0]} is there already; choose another place with --to, or say --overwrite")
    return targets


def left_to_do(
    inputs: Sequence[InputFile], targets: Sequence[Path], arguments: Namespace
) -> list[tuple[InputFile, Path]]:
    """Of several files those whose output is not there yet, as a run leaves them that was broken off; a warning tells.

    With --overwrite, and of a single one, all.
    """
    pairs = list(zip(inputs, targets, strict=True))
    left = pairs if arguments.overwrite or len(pairs) == 1 else [one for one in pairs if not one[1].is_file()]
    if len(left) < len(pairs):
        done = len(pairs) - len(left)
        told = f"{done} of {len(pairs)} files are in {arguments.to} already and stay so; --overwrite does them anew"
        print_warnings([told], arguments)
    return left


class Faults:
    """Files that cannot be read: of several each is told and the others go on, a single one ends the command."""

    def __init__(self, inputs: Sequence[InputFile]) -> None:
        self._several = len(inputs) > 1
        self.code = FINE
        self._files: dict[str, bool] = {}

    @contextmanager
    def of(self, path: str) -> Iterator[None]:
        """Do something with a file; what is wrong with it is told. What is wrong elsewhere is raised."""
        try:
            yield
            self._files[path] = True
        except (DataError, ChallengeError) as error:
            self._tell(path, error, error.message)
        except OSError as error:
            if error.filename is None or os.fsdecode(error.filename) != path:
                raise
            self._tell(path, error, system_fault(error))

    def tell_of_others(self) -> None:
        """Say how many files were done all the same, where some were not."""
        done = sum(self._files.values())
        if done < len(self._files):
            print_fault(f"{done} of {len(self._files)} files are done; not: {', '.join(self._not_done())}")

    def _not_done(self) -> list[str]:
        return [printable(path) for path, is_done in self._files.items() if not is_done]

    def _tell(self, path: str, error: Exception, message: str) -> None:
        if not self._several:
            raise error
        self._files[path] = False
        print_fault(message)
        self.code = PROBLEM
