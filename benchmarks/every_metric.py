"""Honest pairs of outputs for every metric: lines of its kind, on which two outputs go wrong by one law.

The lines are a population of a known score. A test set takes lines of it by chance, and of each line by a coin which
output comes first, so that both are equally good, whatever the metric.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy

from probierz import score
from probierz.metrics.definition import Definition, definitions
from probierz.metrics.tallies import Tally
from probierz.schemes.scheme import parse_scheme
from probierz.scoring.pair_tests import rows_of

__all__ = ["Population", "populations"]

Generator = numpy.random.Generator
Output = Callable[[str], str]
"""What an output says where a line is expected, each time anew."""
POPULATION = 1000
_WORDS = [one + two for one in "kot dom las mak nos rak".split() for two in "ek y owi ami ów kach".split()]
_RATINGS = ("1-wMAE", "Macro-MAE", "Linear-Kappa", "Quadratic-Kappa")


class Population(NamedTuple):
    """What lines leave under a scheme with the first output, and with the second; truth: the score of both."""

    scheme: str
    first: Sequence[Tally]
    second: Sequence[Tally]
    truth: float

    def pair(self, generator: Generator, lines: int) -> tuple[list[Tally], list[Tally]]:
        """What two equally good outputs leave on a test set of so many lines."""
        sides = self.first, self.second
        places = generator.integers(0, len(self.first), lines).tolist()
        coins = generator.integers(0, 2, lines).tolist()
        one = [sides[coin][at] for at, coin in zip(places, coins, strict=True)]
        return one, [sides[1 - coin][at] for at, coin in zip(places, coins, strict=True)]


def populations(seed: int) -> list[Callable[[], Population]]:
    """Return what makes the population of each metric, in the order of `probierz metrics`."""
    return [partial(_population, one, seed) for one in definitions(plugins=False)]


def _population(definition: Definition, seed: int) -> Population:
    generator = numpy.random.default_rng(seed)
    scheme = definition.example.name or definition.pattern
    expected, said = _kind(definition, generator)
    outputs = [[said(line) for line in expected] for _ in range(2)]
    inputs = [_misspelt(line, generator, 0.2) for line in expected] if definition.needs_input else None
    first, second = (rows_of(score(scheme, expected, one, inputs=inputs)).tallies for one in outputs)
    return Population(scheme, first, second, float(parse_scheme(scheme).metric.value([*first, *second])))


def _kind(definition: Definition, draw: Generator) -> tuple[list[str], Output]:
    """Expected lines of the kind that a metric reads, and an output that is right on most of them."""
    laws = _of_classes, _of_numbers, _of_lists, _of_texts
    known = next(filter(None, (law(definition, draw) for law in laws)), None)
    return known or _of_the_example(definition, draw)


def _of_classes(definition: Definition, draw: Generator) -> tuple[list[str], Output] | None:
    if definition.pattern in _RATINGS:
        return _many(lambda: f"{draw.integers(1, 6)}"), lambda line: f"{min(5, max(1, int(line) + _step(draw)))}"
    if definition.answers in ("labels", "groups"):
        return _labels(draw)
    if definition.reads[0].name == "class 0 or 1" or definition.pattern in ("Likelihood", "LogLoss"):
        return _many(lambda: f"{int(draw.random() < 0.3)}"), lambda line: _probability(line, draw)
    return None


def _of_numbers(definition: Definition, draw: Generator) -> tuple[list[str], Output] | None:
    if definition.pattern.startswith("Improvement"):
        return _many(lambda: f"{draw.random():.3f}"), lambda line: f"{float(line) + draw.normal(0.5, 0.5):.3f}"
    wanted, given = (side.name for side in definition.reads)
    if wanted == given == "number":
        return _many(lambda: f"{draw.normal(50, 10):.3f}"), lambda line: f"{float(line) + draw.normal(0, 5):.3f}"
    if wanted == "two numbers":
        return _many(lambda: f"{draw.uniform(49, 55):.3f}\t{draw.uniform(14, 24):.3f}"), lambda line: "\t".join(
            f"{float(one) + draw.normal(0, 1):.3f}" for one in line.split("\t")
        )
    if wanted == "interval":
        years = _many(lambda: f"{(one := int(draw.integers(1500, 1900)))},{one + draw.integers(1, 5)}")
        return years, lambda line: f"{float(line.split(',')[0]) + draw.normal(0, 10):.1f}"
    return None


def _of_lists(definition: Definition, draw: Generator) -> tuple[list[str], Output] | None:
    if "Hashed" in definition.pattern:
        return _many(lambda: str(draw.choice(_WORDS))), lambda line: f"{_chance_of(line, draw)} :0.1"
    if definition.pattern in ("MultiLabel-Likelihood", "MultiLabel-LogLoss"):
        labels = _many(lambda: " ".join(draw.choice(_WORDS, draw.integers(1, 4), replace=False)))
        return labels, lambda line: _words_with_chances(line, draw)
    if definition.reads[1].name == "ranking":
        liked = _many(lambda: "\t".join(draw.choice(_documents(), draw.integers(1, 4), replace=False)))
        return liked, lambda line: _ranking(line, draw)
    return None


def _of_texts(definition: Definition, draw: Generator) -> tuple[list[str], Output] | None:
    if definition.pattern.startswith(("BIO", "Seqeval", "TokenAccuracy")):
        begin = "S" if "IOBES" in definition.pattern else "B"
        return _many(lambda: " ".join(_tags(draw, begin))), lambda line: " ".join(
            tag if draw.random() < 0.85 else _tag(str(draw.choice(["O", "a", "b"])), begin) for tag in line.split()
        )
    of_text = {"text", "text or list of words", "list of references"}
    if {side.name for side in definition.reads} <= of_text and _takes_sentences(definition):
        sentences = _many(lambda: " ".join(draw.choice(_WORDS, draw.integers(4, 17))))
        return sentences, lambda line: _misspelt(line, draw, 0.15 * draw.exponential())
    return None


def _many(one: Callable[[], str]) -> list[str]:
    return [one() for _ in range(POPULATION)]


def _labels(draw: Generator) -> tuple[list[str], Output]:
    """Five classes, the n-th with a share like 1 / n; what is wrong gets a label by these shares."""
    shares = 1 / numpy.arange(1, 6)
    shares /= shares.sum()

    def anything() -> str:
        return str(draw.choice(list("abcde"), p=shares))

    return _many(anything), lambda line: line if draw.random() < 0.7 else anything()


def _step(draw: Generator) -> int:
    return int(draw.choice([-1, 0, 1, 2], p=[0.2, 0.6, 0.15, 0.05]))


def _probability(line: str, draw: Generator) -> str:
    return f"{min(0.98, max(0.02, 0.5 + 0.25 * (2 * int(line) - 1) + draw.normal(0, 0.25))):.4f}"


def _chance_of(word: str, draw: Generator) -> str:
    return f"{word}:{min(0.8, max(0.1, draw.normal(0.5, 0.2))):.3f}"


def _documents() -> list[str]:
    return [f"d{number}" for number in range(12)]


def _ranking(line: str, draw: Generator) -> str:
    liked = line.split("\t")
    return "\t".join(sorted(_documents(), key=lambda one: draw.normal() - (one in liked)))


def _tags(draw: Generator, begin: str) -> list[str]:
    return [_tag(str(one), begin) for one in draw.choice(["O", "a", "b"], draw.integers(4, 12), p=[0.7, 0.2, 0.1])]


def _tag(kind: str, begin: str) -> str:
    return kind if kind == "O" else f"{begin}-{kind}"


def _words_with_chances(line: str, draw: Generator) -> str:
    """Each of these words with a probability, and one that is not expected, for the words of a line."""
    likely = {**dict.fromkeys(map(str, draw.choice(_WORDS, 1)), 0.1), **dict.fromkeys(line.split(), 0.6)}
    return " ".join(f"{word}:{min(0.8, max(0.1, chance + draw.normal(0, 0.2))):.3f}" for word, chance in likely.items())


def _takes_sentences(definition: Definition) -> bool:
    """Whether lines are running text: not where a text has a format of its own, as places and probabilities."""
    return not any(sign in "".join(definition.example.output) for sign in ":/;")


def _misspelt(line: str, draw: Generator, part: float) -> str:
    """Of the words so many are other ones, some are left out, and some stand twice."""
    found: list[str] = []
    for word in line.split():
        if draw.random() < part:
            others = ["", f"{word} {word}", word[::-1], draw.choice(_WORDS)]
            found += draw.choice(others, 1).tolist()
        else:
            found.append(word)
    return " ".join(filter(None, found)) or line


def _of_the_example(definition: Definition, draw: Generator) -> tuple[list[str], Output]:
    """The lines of the metric's example; an output says of a line what it says there, or what is expected, or less."""
    pairs = dict(zip(definition.example.expected, definition.example.output, strict=True))
    perfect = definition.perfect
    places = [one.item() for one in draw.integers(0, len(pairs), POPULATION)]
    lines = list(pairs)

    def said(line: str) -> str:
        luck = draw.random()
        if luck < 0.8:
            return pairs[line] if luck < 0.5 else perfect(line)
        return pairs[lines[int(luck * 1e6) % len(lines)]]

    return [lines[at] for at in places], said
