"""Where GEval looks for files, and what it says when one is missing.

A file is looked for in the set's directory (with compressed variants), then by its name from the working directory.
A name that begins with http:// or https:// is fetched; `-` is standard input.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from probierz.challenges.config import DEFAULT_OUTPUT, Options
from probierz.challenges.files import Reading, existing_output, find_file, find_outputs, parameters_in, read_header
from probierz.errors import ChallengeError
from probierz.lines import GEVAL

_WEB = ("http://", "https://")


class Locations:
    """The files that options speak of.

    own: the options of the command line alone; only what it names itself is fetched from the web, since a challenge
    may come from a stranger.
    """

    def __init__(self, options: Options, own: Options | None = None) -> None:
        self.options = options
        self.own = own or options
        self.expected_directory = options.expected_directory or options.out_directory
        self.expected_set = os.path.join(self.expected_directory, options.test_name)
        self.out_set = os.path.join(options.out_directory, options.test_name)

    def reading(self) -> Reading:
        """How files are read; the headers are read now. Raises ChallengeError for a missing one."""
        options = self.options
        return Reading(
            GEVAL,
            read_header(self.expected_directory, options.in_header, GEVAL),
            read_header(self.expected_directory, options.out_header, GEVAL),
            options.selector,
            options.tokenizer,
        )

    def expected(self) -> str:
        """The expected results."""
        name = self.options.expected_file
        found = self._elsewhere(name, self.own.expected_file) or find_file(self.expected_set, name) or _as_named(name)
        if found is None:
            raise self._missing_expected(name)
        return found

    def input(self) -> str:
        """The input."""
        name = self.options.input_file
        found = self._elsewhere(name, self.own.input_file) or find_file(self.expected_set, name) or _as_named(name)
        if found is None:
            raise _missing("No file with the input", os.path.join(self.expected_set, name))
        return found

    def outputs(self) -> list[str]:
        """All outputs: for the default name every out-*.tsv, for another name that one."""
        if self.options.out_file == DEFAULT_OUTPUT:
            found = find_outputs(self.out_set)
            if found:
                return found
        return [self.output(self.options.out_file)]

    def single_output(self) -> str:
        """The one output; raises ChallengeError when there are several."""
        outputs = self.outputs()
        if len(outputs) > 1:
            raise ChallengeError(
                "Multiple outputs are not possible in this mode, use -o option to select an output file"
            )
        return outputs[0]

    def output(self, name: str) -> str:
        """An output by its name."""
        found = self.alternative(name)
        if found is None:
            raise self._missing_output(name)
        return found

    def alternative(self, name: str) -> str | None:
        """An output by its name, or None when there is none."""
        named = {self.own.out_file, self.own.other, *self.own.alt_out_file}
        found = self._elsewhere(name, name if name in named else None)
        return found or existing_output(self.out_set, name) or _as_named(name)

    def _elsewhere(self, name: str, own: str | None) -> str | None:
        if name == "-":
            return name
        if not name.startswith(_WEB):
            return None
        if name != own:
            raise ChallengeError(f"{name}: config.txt may not name a web address; download it yourself")
        return _fetch(name)

    def _missing_expected(self, name: str) -> ChallengeError:
        if not os.path.isdir(self.expected_directory):
            return _missing("No directory with the expected results", self.expected_directory)
        if not os.path.isdir(self.expected_set):
            return _missing("No test subdirectory with the expected results", self.expected_set)
        return _missing("No file with the expected results", os.path.join(self.expected_set, name))

    def _missing_output(self, name: str) -> ChallengeError:
        if not os.path.isdir(self.options.out_directory):
            return _missing("No directory with the test results", self.options.out_directory)
        if not os.path.isdir(self.out_set):
            return _missing("No test subdirectory with the results obtained", self.out_set)
        return _missing("No file with the test results", os.path.join(self.out_set, name))


_UP_TO_EXTENSIONS = re.compile(r"(?:[0-9]+\.[0-9]+(?![0-9])|[^.])*")


def geval_parameters(path: str) -> dict[str, str]:
    """The parameters in an output's name; of each number one decimal point is kept: `out-v=1.2.3.tsv` has v = 1.2."""
    found = _UP_TO_EXTENSIONS.match(os.path.basename(path))
    return parameters_in(found.group() if found else "")


def geval_name(path: str) -> str:
    """The name of an output without parameters, up to its first point: `out-v1.2.tsv` is `out-v1`."""
    return os.path.basename(path).partition(".")[0]


def _as_named(name: str) -> str | None:
    return name if os.path.isfile(name) else None


def _missing(what: str, path: str) -> ChallengeError:
    return ChallengeError(f"{what}: `{path}`")


# --- files on the web ------------------------------------------------------------------------------------------------


def _fetch(address: str) -> str:
    """Return the path of a copy of what is at the address, removed when the process ends. Raises ChallengeError."""
    from probierz.download import download

    directory = tempfile.mkdtemp(prefix="probierz-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    path = Path(directory) / (os.path.basename(urlsplit(address).path) or "file")
    download(address, path)
    return str(path)
