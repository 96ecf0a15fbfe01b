"""What can go wrong, as a tree.

ProbierzError              anything a user can cause; shown without a traceback
  DataError                a line of a data file cannot be used
    LengthError            two parallel files have different numbers of lines
    ComparisonError        both sides of a line can be read, and not compared
  ParseError               one value cannot be read (has no place yet; becomes a DataError)
  SchemeError              a metric string cannot be understood
    UnknownMetric          no metric has this name
    PatternError           a regular expression is broken or runs away
  ChallengeError           a challenge directory is not what it should be
  OptionError              an option that does not exist, or a value it does not take
  MissingExtra             an optional library is needed and absent
  MissingBackbone          a pretrained model is needed and not on this machine
  UnknownSystem            no system has this name, and no folder holds one
  Untrained                a system must learn first
  SystemFileError          a saved system cannot be read

ProbierzWarning            a result that is hardly what was meant; the category of all warnings in Python
"""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "FULL_DISK",
    "SAVE_AS_UTF8",
    "ChallengeError",
    "ComparisonError",
    "DataError",
    "LengthError",
    "MissingBackbone",
    "MissingExtra",
    "OptionError",
    "ParseError",
    "PatternError",
    "ProbierzError",
    "ProbierzWarning",
    "Refused",
    "SchemeError",
    "SystemFileError",
    "UnknownMetric",
    "UnknownSystem",
    "Untrained",
    "need_all",
    "nearest",
    "not_utf8",
    "warn",
]

FULL_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""What the system says where a disk, or what somebody may have of it, is full."""

SAVE_AS_UTF8 = "is not UTF-8; save the file as UTF-8"
"""How what every command says of a byte that is not UTF-8 ends."""

Path = str | os.PathLike[str]


class ProbierzWarning(UserWarning):
    """A result that is hardly what its author meant: it stands, and the warning says what to look at."""


def warn(sentence: str) -> None:
    """Warn of what a user of the Python functions should know, at their own line that called them."""
    package = os.path.dirname(__file__) + os.sep
    level = 1
    while (frame := _frame(level)) is not None and frame.startswith(package):
        level += 1
    warnings.warn(sentence, ProbierzWarning, stacklevel=level + 1)


def _frame(level: int) -> str | None:
    """The file of the caller so many calls above `warn`; None above the first."""
    try:
        return sys._getframe(level + 1).f_code.co_filename
    except ValueError:
        return None


class ProbierzError(Exception):
    """Something a user can cause and mend: the message says where, what was found, what was wanted and what to do.

    `geval` is the message of GEval 1.42.2.0 for the same trouble, if it has one; the `geval` command prints that.
    """

    def __init__(self, message: str, *, geval: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.geval = geval


class ParseError(ProbierzError):
    """One value cannot be read.

    `reason` says what was wanted in words that are safe to show to anybody; `found` quotes the text and is shown only
    when it comes from an output; `geval` is GEval's reason, `bare` if GEval prints it without the line number.
    """

    def __init__(self, reason: str, *, found: str | None = None, geval: str | None = None, bare: bool = False) -> None:
        super().__init__(reason, geval=geval if geval is not None else reason)
        self.reason = reason
        self.found = found
        self.bare = bare


class DataError(ProbierzError):
    """A line of a data file cannot be used. `path`, `line` (counted from 1) and `side` say which."""

    def __init__(
        self,
        message: str,
        *,
        path: Path | None = None,
        line: int | None = None,
        side: str | None = None,
        geval: str | None = None,
    ) -> None:
        place = " ".join(part for part in (os.fspath(path) if path else side, f"line {line}" if line else None) if part)
        super().__init__(f"{place}: {message}" if place else message, geval=geval)
        self.path = path
        self.line = line
        self.side = side
        self.detail = message

    def at(self, path: Path | None, first_line: int = 0) -> DataError:
        """The same trouble with the path of the file it was found in; `first_line` is added to the line number."""
        line = self.line + first_line if self.line else self.line
        return type(self)(self.detail, path=path, line=line, side=self.side, geval=self.geval)


def not_utf8(data: bytes, at: int, path: Path | None, *, lines_before: int = 0) -> DataError:
    """Return what every command says of a byte that is not UTF-8, with its line."""
    line = lines_before + data.count(b"\n", 0, at) + 1
    return DataError(f"byte 0x{data[at]:02X} {SAVE_AS_UTF8}", path=path, line=line)


class LengthError(DataError):
    """Two parallel files have different numbers of lines."""


class ComparisonError(DataError):
    """Both sides of a line can be read, and not compared: that it failed, and why, tells of the expected side."""


class SchemeError(ProbierzError):
    """A metric string cannot be understood."""


class UnknownMetric(SchemeError):
    """No metric has this name."""


class PatternError(SchemeError):
    """A regular expression does not compile, or needs more time than it may take."""


class ChallengeError(ProbierzError):
    """A challenge directory, or a part of it, is not what it should be."""


class OptionError(ProbierzError):
    """An option that does not exist, or a value that it does not take."""


class OutOfMemory(OptionError):
    """The memory, that of the machine or of a graphics card, is not enough for what the options ask."""


class MissingExtra(ProbierzError):
    """An optional library is needed and absent. others: further ones, which the same command installs."""

    def __init__(self, library: str, extra: str, purpose: str, *, others: Sequence[MissingExtra] = ()) -> None:
        from probierz.extras import install_command  # reading what is installed takes time

        self.library, self.extra, self.purpose = library, extra, purpose
        self.all: Sequence[MissingExtra] = [self, *others]
        missing = self.all
        needs = ", ".join(dict.fromkeys(f"{one.purpose} needs {one.library}" for one in missing))
        command = install_command(*dict.fromkeys(one.extra for one in missing))
        super().__init__(f"{needs}: install {'them' if others else 'it'} with  {command}")


def need_all(*needs: Callable[[], object]) -> None:
    """Ask for everything that is needed. Raises one MissingExtra for all that lacks, so that it is installed at once.

    needs: each raises MissingExtra where it lacks something.
    """
    missing: list[MissingExtra] = []
    for need in needs:
        try:
            need()
        except MissingExtra as error:
            missing.extend(error.all)
    if missing:
        first, *others = missing
        raise MissingExtra(first.library, first.extra, first.purpose, others=others) from first


class MissingBackbone(ProbierzError):
    """A pretrained model is needed and not on this machine."""


class UnknownSystem(ProbierzError):
    """No system has this name, and no folder of this name holds one."""


class Untrained(ProbierzError):
    """A system must learn before it can predict."""


class SystemFileError(ProbierzError):
    """A saved system is cut off, changed, of another version, or no system at all."""


class Refused(ProbierzError):
    """A platform does not do what somebody asked for. message: for them, in their language; code: why, for programs."""

    def __init__(self, message: str, code: str = "refused") -> None:
        super().__init__(message)
        self.code = code


_MOST_SLIPS = 3
_SHORT = 3
"""Names of so few letters are soon alike: one may lack or be doubled, be in another place, or be another at the end."""


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Return up to `count` of the known names that are nearest to `name`; none where none is near.

    A name that differs in capital letters alone is the only one. Others are a slip of few letters away, or a part of
    the name, or the name of them: `acc` of `Accuracy`, `pearsonr` of `Pearson`. Signs between letters do not count.
    """
    name = str(name)  # a caller's slip, such as a number, is answered too
    by_lower: dict[str, str] = {}
    for candidate in known:
        by_lower.setdefault(candidate.lower(), candidate)
    if name.lower() in by_lower:
        return [by_lower[name.lower()]]
    wanted = _letters(name.lower())
    slips = {one: found for lower, one in by_lower.items() if (found := _slips(wanted, _letters(lower))) is not None}
    return [one for one, found in slips.items() if found == min(slips.values())][:count]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)) or text


def _slips(wanted: str, known: str) -> int | None:
    """How many letters were mistyped, left out or added, or changed places; 1 for a part; None for too many."""
    if len(wanted) < 2:
        return None
    is_short = len(wanted) <= _SHORT
    is_part = len(wanted) >= _SHORT and (known.startswith(wanted) or (not is_short and wanted in known))
    if is_part or (known in wanted and len(known) >= _SHORT and 2 * len(wanted) <= 3 * len(known)):
        return int(wanted != known)
    from rapidfuzz.distance import OSA

    most = min(_MOST_SLIPS, max(1, len(wanted) // 3))
    found = OSA.distance(wanted, known, score_cutoff=most)
    if found > most or (is_short and set(wanted) != set(known) and not known.startswith(wanted[:-1])):
        return None
    return found + (is_short and len(wanted) == len(known))
