"""A score with the signature that repeats it, and scoring of lines in memory."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from probierz.errors import OptionError
from probierz.lines import ListLines, Text
from probierz.metrics.definition import Better
from probierz.metrics.tallies import Total
from probierz.schemes.scheme import Scheme, parse_scheme
from probierz.scoring.blocks import LinesDigest, pair_up
from probierz.scoring.format import four_decimals
from probierz.scoring.levels import CONFIDENCE, SAMPLES
from probierz.scoring.rows import ScoreRows
from probierz.scoring.run import Scored, score_blocks
from probierz.scoring.signature import Signature
from probierz.scoring.tally import Plan
from probierz.scoring.watches import Watches

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from probierz.scoring.bounds import Method
    from probierz.scoring.interval import ScoreInterval


@dataclass(frozen=True)
class Score:
    """The value of one scheme on one output.

    value: not rounded. better: "higher" or "lower". rows: per line, if kept. components: the numbers that the value
    comes from, by name, such as errors and length of WER or the n-gram precisions of BLEU, where a metric has some.
    expected_digest: of the expected lines in memory, empty where they came from a file (see `signature`) or bit by bit.

    A score is used like the number that it is: `float(score)`, `round(score, 3)`, `f"{score:.3f}"`, `score > 0.5`.
    """

    name: str
    value: float
    scheme: Scheme
    signature: Signature
    rows: ScoreRows | None = field(default=None, repr=False, compare=False)
    components: Mapping[str, float] = field(default_factory=dict, repr=False, compare=False)
    expected_digest: str = field(default="", repr=False, compare=False)

    def __float__(self) -> float:
        """Return the value."""
        return self.value

    def __round__(self, digits: int | None = None) -> float:
        """Return the rounded value."""
        return round(self.value, digits)

    def __format__(self, form: str) -> str:
        """Print the value in a format for numbers; without one, the score as it is."""
        return format(self.value, form) if form else str(self)

    def __lt__(self, other: Score | float) -> bool:
        """Whether the value is smaller than a number, or than another score of the same scheme."""
        return self.value < self._comparable(other)

    def __le__(self, other: Score | float) -> bool:
        return self.value <= self._comparable(other)

    def __gt__(self, other: Score | float) -> bool:
        return self.value > self._comparable(other)

    def __ge__(self, other: Score | float) -> bool:
        return self.value >= self._comparable(other)

    def _comparable(self, other: Score | float) -> float:
        if isinstance(other, Score) and other.scheme != self.scheme:
            raise OptionError(f"scores of different metrics cannot be compared: {self.name}, {other.name}")
        try:
            return float(other)
        except (TypeError, ValueError):
            raise OptionError(f"a score is compared with a score or a number, not with {other!r}") from None

    @property
    def better(self) -> Better:
        """Whether higher or lower values are better."""
        return self.scheme.metric.better

    def interval(
        self,
        level: float = CONFIDENCE,
        *,
        method: Method = "auto",
        samples: int = SAMPLES,
        seed: int = 1,
        cluster: Sequence[Hashable] | None = None,
        jobs: int | Executor = 1,
        executor: Executor | None = None,
    ) -> ScoreInterval:
        """Return from where to where this score goes on other test sets of this size and kind.

        See `scoring.interval.intervals` for methods and clusters. jobs: processes; executor: works there instead.
        Raises OptionError for a score without rows.
        """
        from probierz.scoring.interval import intervals

        settings: dict[str, Any] = {"level": level, "method": method, "samples": samples, "seed": seed}
        return intervals([self], **settings, cluster=cluster, jobs=jobs if executor is None else executor)[0]

    def of_lines(self, numbers: Collection[int]) -> Score:
        """Return the score of these lines alone, numbered from 1, from what they left behind: nothing is read again.

        Raises OptionError for a score without rows.
        """
        from probierz.errors import OptionError

        if self.rows is None:
            raise OptionError(f"{self.name} was scored without rows; score with rows=True")
        chosen = [at for at, number in enumerate(self.rows.numbers) if number in numbers]
        rows = ScoreRows(
            self.scheme, [self.rows.tallies[at] for at in chosen], [self.rows.numbers[at] for at in chosen]
        )
        accumulator = self.scheme.metric.accumulator()
        accumulator.add(rows.tallies)
        total = accumulator.total()
        whole = str(self.signature.lines)
        signature = replace(self.signature, lines=len(chosen), options={**self.signature.options, "from": whole})
        value = float(self.scheme.metric.finish(total))
        return replace(self, value=value, signature=signature, rows=rows, components=_components(total))

    def as_dict(self) -> dict[str, Any]:
        """Return the score as plain data, without rows."""
        return {
            "name": self.name,
            "scheme": str(self.scheme),
            "value": self.value,
            "better": self.better,
            "priority": self.scheme.priority,
            "components": dict(self.components),
            "signature": self.signature.as_dict(),
        }

    def _repr_html_(self) -> str:
        from probierz.display.html import table

        row = (self.name, four_decimals(self.value), self.better, str(self.signature))
        return table(("metric", "value", "better", "signature"), [row], numbers=("value",))


def as_score(scored: Scored, options: Mapping[str, str], digests: Mapping[str, str]) -> Score:
    """Dress what the engine returned: name, signature, rows."""
    from probierz.version import __version__

    rows = None
    if scored.tallies is not None and scored.numbers is not None:
        rows = ScoreRows(scored.scheme, scored.tallies, scored.numbers)
    peer = _peer_signature(scored, options)
    signature = Signature(str(scored.scheme), __version__, scored.lines, options, digests, peer)
    return Score(scored.scheme.name, scored.value, scored.scheme, signature, rows, _components(scored.total))


def _peer_signature(scored: Scored, options: Mapping[str, str]) -> str:
    """What the peer of a metric prints beside this value; nothing where texts or averaging were changed before it."""
    scheme = scored.scheme
    if scheme.text_flags or scheme.metric.prefixes or "tokenizer" in options or not scored.references:
        return ""
    references = str(*scored.references) if len(scored.references) == 1 else "var"
    return scheme.metric.definition.peer_signature.format(references=references)


def _components(total: Total) -> dict[str, float]:
    """The numbers of an additive total by name, or those that its tally says tell more; none of other totals."""
    if hasattr(total, "components"):
        return dict(total.components())
    return dict(total._asdict()) if hasattr(total, "_asdict") else {}


def score(
    scheme: str | Scheme,
    expected: Iterable[Text],
    output: Iterable[Text],
    *,
    inputs: Iterable[Text] | None = None,
    tokenizer: str | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    rows: bool = True,
) -> Score:
    """Score output lines against expected lines.

        >>> score("WER", ["to be or not to be"], ["to be or to be"]).value
        0.16666666666666666

    scheme: a metric with flags, such as `BLEU:l`. inputs: the input lines, for schemes that need them.
    rows: keep one tally a line (memory grows with the number of lines); without, additive metrics stream.
    jobs: processes, 0 for as many as there are cores. executor: one of `concurrent.futures`, or like these, whose
    workers score instead. The bits are the same.
    Raises SchemeError for a broken scheme, DataError for a line that cannot be read, LengthError for unequal lengths.
    """
    return score_all(
        [scheme], expected, output, inputs=inputs, tokenizer=tokenizer, jobs=jobs, executor=executor, rows=rows
    )[0]


def score_all(
    schemes: Sequence[str | Scheme],
    expected: Iterable[Text],
    output: Iterable[Text],
    *,
    inputs: Iterable[Text] | None = None,
    tokenizer: str | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    rows: bool = True,
    watches: Watches | None = None,
) -> list[Score]:
    """Score output lines under several schemes in one pass; see `score`. watches: look at the lines that go by.

    Raises OptionError.
    """
    refuse_other_schemes(schemes)
    parsed = [parse_scheme(one) if isinstance(one, str) else one for one in schemes]
    plan = Plan(parsed, tokenizer=tokenizer, keep_tallies=rows)
    _require_input(plan, inputs)
    sides = [ListLines(expected, "expected"), ListLines(output, "output")]
    if inputs is not None:
        sides.append(ListLines(inputs, "input"))
    options = {"tokenizer": tokenizer} if tokenizer else {}
    if isinstance(executor, int):
        raise OptionError(f"an executor is one of concurrent.futures; for processes give jobs={executor}")
    workers = jobs if executor is None else executor
    digest = LinesDigest()
    blocks = digest.over(pair_up(*sides)) if rows else pair_up(*sides)  # only scores with rows are ever compared
    found = score_blocks(plan, blocks if watches is None else watches.over(blocks), jobs=workers)
    return [replace(as_score(scored, options, {}), expected_digest=digest.text) for scored in found]


def refuse_other_schemes(schemes: Iterable[object]) -> None:
    """Refuse anything but a list of metric strings and schemes: a lone string would be taken letter by letter.

    Raises OptionError.
    """
    if isinstance(schemes, str) or not isinstance(schemes, Sequence):
        raise OptionError(f"give a list of metrics, such as ['WER', 'CER']; found {schemes!r}")
    for one in schemes:
        if not isinstance(one, (str, Scheme)):
            raise OptionError(f"a metric is a string such as 'WER', or a Scheme; found {one!r}")


def _require_input(plan: Plan, inputs: Iterable[Text] | None) -> None:
    if inputs is not None or not plan.needs_input:
        return
    scheme = next(scheme for scheme in plan.schemes if scheme.needs_input)
    raise OptionError(f"{scheme} needs the input lines: give inputs=…")
