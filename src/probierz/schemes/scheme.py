r"""A scheme: a metric with what happens to the lines before it, `BLEU:lm<\w+>N<name>P<2>`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from probierz.errors import SchemeError
from probierz.metrics.definition import Metric, geval_decimal, short_decimal
from probierz.metrics.names import get_metric
from probierz.schemes.flags import FLAGS, Flag, parse_flags

MOST_SCHEMES = 1000
"""How many schemes one text with braces may stand for."""


@dataclass(frozen=True, eq=False, repr=False)
class Scheme:
    """A metric and its flags. `str(scheme)` is a text that parses to the same scheme."""

    metric: Metric
    flags: tuple[Flag, ...] = ()

    def __str__(self) -> str:
        """Print the scheme so that it can be parsed again."""
        return self._shown(self.metric.name)

    def __repr__(self) -> str:
        """Show the scheme as it is written."""
        return f"Scheme({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        """Schemes are equal when they print the same."""
        return isinstance(other, Scheme) and str(self) == str(other)

    def __hash__(self) -> int:
        """Hash of the printed scheme."""
        return hash(str(self))

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Travel between processes as text."""
        return parse_scheme, (str(self),)

    def _shown(self, name: str) -> str:
        return f"{name}:{''.join(map(str, self.flags))}" if self.flags else name

    @property
    def geval(self) -> str:
        """The scheme in GEval's canonical form: `MultiLabel-F1.0:p<50.0>`."""
        flags = "".join(
            f"p<{geval_decimal(float(flag.arguments[0]))}>" if flag.letter == "p" else str(flag) for flag in self.flags
        )
        return f"{self.metric.geval_name}:{flags}" if flags else self.metric.geval_name

    @property
    def name(self) -> str:
        """The display name: the `N<>` flags joined by spaces, else the scheme itself."""
        return self.given_name or str(self)

    @property
    def geval_display(self) -> str:
        """The display name as GEval prints it."""
        return self.given_name if self._names else self.geval

    @property
    def given_name(self) -> str:
        """The `N<>` flags joined by spaces; empty without any."""
        return " ".join(self._names)

    @property
    def _names(self) -> list[str]:
        return [flag.arguments[0] for flag in self.flags if flag.letter == "N"]

    @property
    def priority(self) -> int:
        """1 for the main table of a leaderboard, 2 for the secondary one, 3 for details; the first `P<>` counts."""
        return next((int(flag.arguments[0]) for flag in self.flags if flag.letter == "P"), 1)

    @cached_property
    def text_flags(self) -> tuple[Flag, ...]:
        """The flags that change text, in order."""
        return tuple(flag for flag in self.flags if FLAGS[flag.letter].changes == "text")

    @cached_property
    def features(self) -> tuple[str, ...]:
        """The features of `f<>`: lines must have all of them."""
        return tuple(flag.arguments[0] for flag in self.flags if flag.letter == "f")

    @cached_property
    def percent(self) -> float | None:
        """The percentage of the most confident lines that count; None for all. The first `p<>` counts."""
        return next((float(flag.arguments[0]) for flag in self.flags if flag.letter == "p"), None)

    @property
    def needs_input(self) -> bool:
        """Whether the input file is needed to score."""
        return bool(self.features) or self.percent is not None or self.metric.needs_input


def expand(text: str) -> list[str]:
    """Expand `{a,b}`: the product of all groups, the leftmost varying slowest. No nesting, no escape, as in GEval.

    Raises SchemeError for a `{` without `}`.
    """
    groups = list(_groups(text))
    if math.prod(map(len, groups)) > MOST_SCHEMES:
        raise SchemeError(f"the braces in {text[:60]!r} stand for more than {MOST_SCHEMES} metrics; use fewer")
    return ["".join(choice) for choice in itertools.product(*groups)]


def _groups(text: str) -> Iterator[list[str]]:
    while True:
        before, brace, rest = text.partition("{")
        yield [before]
        if not brace:
            return
        inside, closing, text = rest.partition("}")
        if not closing:
            raise SchemeError(
                f"a brace is open in {'{' + rest!r}: braces list alternatives, as in {{l,u}}; "
                "a regular expression cannot use them",
                geval="Prelude.tail: empty list",
            )
        yield inside.split(",")


def parse_scheme(text: str) -> Scheme:
    """Read one scheme, without braces. Raises SchemeError, UnknownMetric or PatternError."""
    name, colon, flags = text.partition(":")
    return Scheme(get_metric(name if colon else name.rstrip()), _normal(parse_flags(flags)))


def _normal(flags: tuple[Flag, ...]) -> tuple[Flag, ...]:
    return tuple(
        Flag("p", (short_decimal(float(flag.arguments[0])),)) if flag.letter == "p" else flag for flag in flags
    )


def parse_schemes(text: str) -> list[Scheme]:
    """Read the schemes that a text with braces stands for, in order."""
    return [parse_scheme(one) for one in expand(text)]
