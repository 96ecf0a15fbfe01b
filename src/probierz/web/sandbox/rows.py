"""What single lines left behind, in a small file: scores can be compared later without the expected results.

The file is an .npz without pickles. For every scheme it holds the different tallies once, as JSON, and for each line
which of them it left. It tells much of the expected results and must be kept as secret as these.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.errors import ChallengeError, DataError, OptionError
from probierz.metrics.tallies import Row, Tally
from probierz.schemes.scheme import parse_scheme
from probierz.scoring.rows import ScoreRows
from probierz.scoring.score import Score
from probierz.scoring.signature import Signature
from probierz.whole_files import whole_file

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from probierz.scoring.comparison import Comparison

NEGLIGIBLE = 0.1
"""Of a standard deviation. With random signs such a noise moves a mean by a fifth of a step, as scores are told."""
FARTHEST_SHARE = 100
"""One line in so many says nothing of how lines usually differ."""
_FARTHEST = 1e140
"""Marks end there, so that their squares do not overflow."""
_FORMAT = 1
_MISREAD = (ValueError, LookupError, TypeError, AttributeError, ImportError)
"""What can come of reading something else as rows."""


def write_rows(path: Path, scores: Sequence[Score]) -> None:
    """Write the rows of these scores. The file is whole or not there. Raises OSError, OptionError without rows."""
    import numpy

    arrays: dict[str, Any] = {}
    about = []
    for at, score in enumerate(scores):
        if score.rows is None:
            raise OptionError(f"{score.name} was scored without rows; score with rows=True")
        tallies, owners = _distinct(score.rows.tallies)
        arrays[f"tallies{at}"] = _as_bytes(_encoded(tallies))
        arrays[f"owners{at}"] = numpy.array(owners, dtype=numpy.uint32)
        arrays[f"numbers{at}"] = numpy.array(score.rows.numbers, dtype=numpy.uint32)
        about.append({"scheme": str(score.scheme), "value": score.value, "signature": score.signature.as_dict()})
    arrays["about"] = _as_bytes({"format": _FORMAT, "scores": about})
    with whole_file(path) as file:
        numpy.savez_compressed(file, **arrays)


def read_rows(path: str | os.PathLike[str]) -> list[Score]:
    """Return the scores with their rows, bit for bit as they were. Raises ChallengeError or DataError."""
    import zipfile
    import zlib

    import numpy

    try:
        with open(path, "rb") as file, numpy.load(file, allow_pickle=False) as arrays:
            about = _from_bytes(arrays["about"])
            if about["format"] != _FORMAT:
                raise DataError(f"rows of format {about['format']!r}, wanted {_FORMAT}; score again", path=path)
            return [_score(one, arrays, at) for at, one in enumerate(about["scores"])]
    except OSError as error:
        raise ChallengeError(f"{os.fspath(path)}: the rows cannot be read: {error}; score again") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, *_MISREAD) as error:
        raise DataError(f"this is no file of rows ({type(error).__name__}); score again", path=path) from error


def marks_of_rows(paths: Mapping[str, str | os.PathLike[str]]) -> NDArray[numpy.float64]:
    """Return what these schemes say of each line, of shape (lines, 1 + schemes), for `lines_that_differ`.

    paths: for each scheme a file that has its rows. The first column is a whole number, equal where all but fractions
    is the same: classes, counts, which fields there are. The others have the fractions of a scheme's tally in one sum,
    each with a weight of its own. Raises ChallengeError, DataError as `read_rows`.
    """
    import numpy

    rows = [_chosen(path, scheme).rows for scheme, path in sorted(paths.items())]
    kept = [[_mark(tally) for tally in one.tallies] for one in rows if one is not None]
    lines = list(zip(*kept, strict=True))
    marks = [[_digest(repr([rest for rest, _ in line])), *(fraction for _, fraction in line)] for line in lines]
    table: NDArray[numpy.float64] = numpy.array(marks, float).reshape(len(lines), 1 + len(kept))
    return table.clip(-_FARTHEST, _FARTHEST)


def lines_that_differ(one: NDArray[numpy.float64], other: NDArray[numpy.float64]) -> int | None:
    """Return on how many lines two outputs score otherwise, by their marks; None for marks of different tests.

    Fractions differ where they do by more than a part (`NEGLIGIBLE`) of how much they differ from line to line, but
    for the hundredth of lines that are farthest: one enormous number does not make all others the same.
    """
    import numpy

    if one.shape != other.shape or not len(one):
        return None
    tolerance = NEGLIGIBLE * numpy.minimum(_usual_spread(one), _usual_spread(other))
    tolerance[0] = 0
    return int((numpy.abs(one - other) > tolerance).any(1).sum())


def _usual_spread(marks: NDArray[numpy.float64]) -> NDArray[numpy.float64]:
    """Standard deviations over the lines, of each column without those that are farthest from its median."""
    import numpy

    left = len(marks) - max(1, len(marks) // FARTHEST_SHARE)
    order = numpy.abs(marks - numpy.median(marks, 0)).argsort(0, kind="stable")[:left]
    spread: NDArray[numpy.float64] = numpy.take_along_axis(marks, order, 0).std(0)
    return spread


def _mark(tally: Tally) -> tuple[str, float]:
    """All of a tally but its fractions, and these in one sum."""
    fractions: list[float] = []
    rest = json.dumps(_without_fractions(_encoded(tally), fractions), sort_keys=True)
    return rest, sum(weight * fraction for weight, fraction in enumerate(fractions, 1))


def _without_fractions(plain: Any, found: list[float]) -> Any:
    if isinstance(plain, float) and math.isfinite(plain):
        found.append(plain)
        return None
    return [_without_fractions(part, found) for part in plain] if isinstance(plain, list) else plain


def _digest(text: str) -> int:
    """A number that a float holds exactly."""
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).digest(), "big")


def compare_rows(paths: Sequence[str | os.PathLike[str]], scheme: str, **options: Any) -> Comparison:
    """Compare outputs from the rows of each, under one scheme: pairs and clusters, as `probierz compare` does.

    options: those of `probierz.compare`. Raises OptionError for a scheme that a file lacks, for rows of different
    expected results or versions, or for options that do not exist; ChallengeError, DataError for a broken file.
    """
    from probierz.scoring.compare import compare

    scores = [_chosen(path, scheme) for path in paths]
    _refuse_different(paths, scores)
    return compare(scores, [Path(path).stem for path in paths], **options)


def _chosen(path: str | os.PathLike[str], scheme: str) -> Score:
    scores = read_rows(path)
    for score in scores:
        if scheme in (str(score.scheme), score.name):
            return score
    known = ", ".join(str(score.scheme) for score in scores)
    raise OptionError(f"{os.fspath(path)} has no rows of {scheme!r}; it has those of {known}")


def _refuse_different(paths: Sequence[str | os.PathLike[str]], scores: Sequence[Score]) -> None:
    for what, of in (("expected results", _expected_digest), ("versions of probierz", _version)):
        other = next((at for at, score in enumerate(scores) if of(score) != of(scores[0])), None)
        if other is not None:
            raise OptionError(
                f"{os.fspath(paths[0])} and {os.fspath(paths[other])} were scored with different {what}; score again"
            )


def _expected_digest(score: Score) -> str | None:
    return score.signature.digests.get("expected")


def _version(score: Score) -> str:
    return score.signature.version


def _score(about: dict[str, Any], arrays: Any, at: int) -> Score:
    scheme = parse_scheme(about["scheme"])
    distinct = _decoded(_from_bytes(arrays[f"tallies{at}"]))
    columns = getattr(scheme.metric.tally_kind, "_fields", None)
    if columns is not None and any(len(tally) != len(columns) for tally in distinct):
        raise DataError(f"rows of {scheme} from an earlier version; score again")
    tallies = [distinct[owner] for owner in arrays[f"owners{at}"].tolist()]
    rows = ScoreRows(scheme, tallies, arrays[f"numbers{at}"].tolist())
    return Score(scheme.name, about["value"], scheme, Signature(**about["signature"]), rows)


# --- tallies as JSON -------------------------------------------------------------------------------------------------


def _distinct(tallies: Sequence[Tally]) -> tuple[list[Tally], list[int]]:
    """Different tallies, and for every line the place of its own; lines that share one go on sharing it."""
    places: dict[int, int] = {}
    found: list[Tally] = []
    owners = []
    for tally in tallies:
        place = places.setdefault(id(tally), len(found))
        if place == len(found):
            found.append(tally)
        owners.append(place)
    return found, owners


def _as_bytes(plain: Any) -> Any:
    import numpy

    return numpy.frombuffer(json.dumps(plain, separators=(",", ":")).encode(), dtype=numpy.uint8)


def _from_bytes(array: Any) -> Any:
    return json.loads(array.tobytes())


def _encoded(value: Any) -> Any:
    """Plain data: numbers, texts and None are themselves, anything else a list that begins with its kind."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return ["dict", *([_encoded(key), _encoded(part)] for key, part in value.items())]
    kind = type(value)
    name = kind.__name__ if kind in _PLAIN.values() else f"{kind.__module__}:{kind.__qualname__}"
    if name not in _PLAIN:
        _tuple_class(name)
    return [name, *map(_encoded, value)]


_PLAIN: dict[str, type] = {"list": list, "tuple": tuple, "Row": Row}


def _decoded(plain: Any) -> Any:
    if not isinstance(plain, list):
        return plain
    kind, *parts = plain
    if kind == "dict":
        return {_decoded(key): _decoded(part) for key, part in parts}
    return _maker(kind)([_decoded(part) for part in parts])


def _maker(kind: str) -> Callable[[list[Any]], Any]:
    if kind in _PLAIN and kind != "Row":
        return _PLAIN[kind]
    made: Any = Row if kind == "Row" else _tuple_class(kind)
    if issubclass(made, Row):
        return lambda values: made(*values)
    make: Callable[[list[Any]], Any] = made._make
    return make


def _tuple_class(name: str) -> Any:
    """The named tuple of a metric, or its row; nothing else is ever imported for a file. Raises ValueError."""
    module, _, qualified = name.partition(":")
    if not module.startswith("probierz.metrics."):
        raise ValueError(f"{name!r} is no tally of a metric")
    found = getattr(import_module(module), qualified, None)
    if not (
        isinstance(found, type) and issubclass(found, tuple) and (issubclass(found, Row) or hasattr(found, "_fields"))
    ):
        raise ValueError(f"{name!r} is no tally of a metric")
    return found
