"""A score with the signature that repeats it, and scoring of lines in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from probierz.lines import ListLines, Text
from probierz.metrics.definition import Better
from probierz.metrics.tallies import Row, Tally
from probierz.schemes.scheme import Scheme, parse_scheme
from probierz.scoring.blocks import pair_up
from probierz.scoring.run import Scored, score_blocks
from probierz.scoring.tally import Plan

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars

    from probierz.scoring.interval import Method, ScoreInterval

__all__ = ["Rows", "Score", "Signature", "score", "score_all"]


@dataclass(frozen=True)
class Signature:
    """How to repeat a number: the scheme, the version of probierz, the options, and digests of the data.

    `str(signature)` is one line: `WER|probierz:0.2.0|lines:5508|expected:1f3a…|output:90bc…`.
    """

    scheme: str
    version: str
    lines: int
    options: Mapping[str, str] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Print the signature in one line; digests are cut to 12 digits."""
        parts = [self.scheme, f"probierz:{self.version}", f"lines:{self.lines}"]
        parts += [f"{key}:{value}" for key, value in self.options.items()]
        parts += [f"{key}:{value[:12]}" for key, value in self.digests.items()]
        return "|".join(parts)

    def as_dict(self) -> dict[str, Any]:
        """Return the signature as plain data, digests in full."""
        return {
            "scheme": self.scheme,
            "version": self.version,
            "lines": self.lines,
            "options": dict(self.options),
            "digests": dict(self.digests),
        }


@dataclass(frozen=True)
class Rows:
    """What single lines left behind: one tally a line, in the order of scoring.

    numbers: the line number of each row, from 1. values: each line's own score.
    """

    scheme: Scheme
    tallies: Sequence[Tally]
    numbers: Sequence[int]

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.tallies)

    @property
    def values(self) -> list[float]:
        """The score of every line as if it were the whole test set."""
        metric = self.scheme.metric
        known: dict[Any, float] = {}
        values = []
        for tally in self.tallies:
            key = tally if isinstance(tally, tuple) and not isinstance(tally, Row) else id(tally)
            if key not in known:
                known[key] = float(metric.line_value(tally))
            values.append(known[key])
        return values

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the numbers in a tally; empty for tallies that are not rows of numbers."""
        return tuple(getattr(self.scheme.metric.tally_kind, "_fields", ()))

    def array(self) -> numpy.ndarray[Any, Any]:
        """Return a float array of shape (lines, columns): tallies, or line values where these are no numbers."""
        import numpy

        if self.columns:
            return numpy.array(self.tallies, dtype=float).reshape(len(self.tallies), len(self.columns))
        return numpy.array(self.values, dtype=float).reshape(len(self.tallies), 1)

    def as_dict(self) -> dict[str, list[Any]]:
        """Return columns: line number, value, and the numbers of the tally."""
        columns: dict[str, list[Any]] = {"line": list(self.numbers), "value": self.values}
        for at, name in enumerate(self.columns):
            columns[name] = [tally[at] for tally in self.tallies]
        return columns

    def to_polars(self) -> polars.DataFrame:
        """Return the rows as a polars frame. Raises MissingExtra without polars."""
        try:
            import polars
        except ImportError:
            raise _missing("polars") from None
        return polars.DataFrame(self.as_dict())

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a pandas frame. Raises MissingExtra without pandas."""
        try:
            import pandas
        except ImportError:
            raise _missing("pandas") from None
        return pandas.DataFrame(self.as_dict())


def _missing(library: str) -> Exception:
    from probierz.errors import MissingExtra

    return MissingExtra(library, "frames", "a frame of rows")


@dataclass(frozen=True)
class Score:
    """The value of one scheme on one output.

    value: not rounded. better: "higher" or "lower". rows: per line, if kept. `float(score)` is the value.
    """

    name: str
    value: float
    scheme: Scheme
    signature: Signature
    rows: Rows | None = field(default=None, repr=False, compare=False)

    def __float__(self) -> float:
        """Return the value."""
        return self.value

    @property
    def better(self) -> Better:
        """Whether higher or lower values are better."""
        return self.scheme.metric.better

    def interval(
        self, level: float = 0.95, *, method: Method = "bca", samples: int = 1000, seed: int = 1
    ) -> ScoreInterval:
        """Return from where to where this score goes on other test sets of this size and kind; see `bounds_of`.

        method: "bca" or "percentile". The samples and their seed are in the interval's signature.
        Raises OptionError for a score without rows.
        """
        from probierz.scoring.interval import intervals

        return intervals([self], level=level, method=method, samples=samples, seed=seed)[0]

    def as_dict(self) -> dict[str, Any]:
        """Return the score as plain data, without rows."""
        return {
            "name": self.name,
            "scheme": str(self.scheme),
            "value": self.value,
            "better": self.better,
            "priority": self.scheme.priority,
            "signature": self.signature.as_dict(),
        }

    def _repr_html_(self) -> str:
        from probierz.display.html import table

        row = (self.name, f"{self.value:.4f}", self.better, str(self.signature))
        return table(("metric", "value", "better", "signature"), [row], numbers=("value",))


def as_score(scored: Scored, options: Mapping[str, str], digests: Mapping[str, str]) -> Score:
    """Dress what the engine returned: name, signature, rows."""
    from probierz.version import __version__

    rows = None
    if scored.tallies is not None and scored.numbers is not None:
        rows = Rows(scored.scheme, scored.tallies, scored.numbers)
    signature = Signature(str(scored.scheme), __version__, scored.lines, options, digests)
    return Score(scored.scheme.name, scored.value, scored.scheme, signature, rows)


def score(
    scheme: str | Scheme,
    expected: Iterable[Text],
    output: Iterable[Text],
    *,
    inputs: Iterable[Text] | None = None,
    tokenizer: str | None = None,
    jobs: int = 1,
    rows: bool = True,
) -> Score:
    """Score output lines against expected lines.

        >>> score("WER", ["to be or not to be"], ["to be or to be"]).value
        0.16666666666666666

    scheme: a metric with flags, such as `BLEU:l`. inputs: the input lines, for schemes that need them.
    rows: keep one tally a line (memory grows with the number of lines); without, additive metrics stream.
    Raises SchemeError for a broken scheme, DataError for a line that cannot be read, LengthError for unequal lengths.
    """
    return score_all([scheme], expected, output, inputs=inputs, tokenizer=tokenizer, jobs=jobs, rows=rows)[0]


def score_all(
    schemes: Sequence[str | Scheme],
    expected: Iterable[Text],
    output: Iterable[Text],
    *,
    inputs: Iterable[Text] | None = None,
    tokenizer: str | None = None,
    jobs: int = 1,
    rows: bool = True,
) -> list[Score]:
    """Score output lines under several schemes in one pass; see `score`."""
    refuse_other_schemes(schemes)
    parsed = [parse_scheme(one) if isinstance(one, str) else one for one in schemes]
    plan = Plan(parsed, tokenizer=tokenizer, keep_tallies=rows)
    _require_input(plan, inputs)
    sides = [ListLines(expected, "expected"), ListLines(output, "output")]
    if inputs is not None:
        sides.append(ListLines(inputs, "input"))
    options = {"tokenizer": tokenizer} if tokenizer else {}
    return [as_score(scored, options, {}) for scored in score_blocks(plan, pair_up(*sides), jobs=jobs)]


def refuse_other_schemes(schemes: Iterable[object]) -> None:
    """Refuse anything but a list of metric strings and schemes: a lone string would be taken letter by letter."""
    from probierz.errors import OptionError

    if isinstance(schemes, str) or not isinstance(schemes, Sequence):
        raise OptionError(f"give a list of metrics, such as ['WER', 'CER']; found {schemes!r}")
    for one in schemes:
        if not isinstance(one, (str, Scheme)):
            raise OptionError(f"a metric is a string such as 'WER', or a Scheme; found {one!r}")


def _require_input(plan: Plan, inputs: Iterable[Text] | None) -> None:
    if inputs is not None or not plan.needs_input:
        return
    from probierz.errors import OptionError

    scheme = next(scheme for scheme in plan.schemes if scheme.needs_input)
    raise OptionError(f"{scheme} needs the input lines: give inputs=…")
