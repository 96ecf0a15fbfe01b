"""Labels of sequences: entities in BIO tags, tokens, segments."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from probierz.errors import ParseError
from probierz.metrics.annotations import Entity, Segment, bio_entities, segments, unnormalised_entities
from probierz.metrics.definition import Example, metric
from probierz.metrics.parsers import words
from probierz.metrics.reads import TOKENS
from probierz.metrics.tallies import Hits, Mean, ratio
from probierz.metrics.traps import EMPTY_LINE

_INPUT = ["Alan Tring", "No name here", "Tarski is NOT here"]
_EXPECTED = ["B-firstname/ALAN B-surname/TURING", "O O O", "B-surname/TARSKI O O O"]


def _example(output: Sequence[str], value: float) -> Example:
    return Example(
        input=_INPUT, expected=_EXPECTED, output=output, value=value, in_header=["Text"], out_header=["BIOOutput"]
    )


def entity_hits(expected: Sequence[Entity], output: Sequence[Entity]) -> Hits:
    """How many entities agree in place, label and normalised text, are expected, are given."""
    # No two entities of a line begin at the same place, so walking along both lists would find just the common ones.
    return Hits(len(set(expected).intersection(output)) if output else 0, len(expected), len(output))


@metric(
    "BIO-F1",
    better="higher",
    bounds=(0, 1),
    parse=bio_entities,
    reads=(TOKENS, TOKENS),
    answers="tags",
    preprocessed_itemwise=True,
    source="Tjong Kim Sang and De Meulder 2003 (whole entities); GEval 1.42.2.0 (normalised texts)",
    example=_example(["B-firstname/ALAN B-surname/TURING", "O B-surname/NAME O", "B-surname/TARSKI O O O"], 6 / 7),
)
def bio_f1(expected: tuple[Entity, ...], output: tuple[Entity, ...]) -> Hits:
    """F1-score of the entities in BIO tags, all lines together.

        F = 2 P R / (P + R),  P = Σ m / Σ |o|,  R = Σ m / Σ |e|

    e, o: entities expected and given: a tag `B-label` or `B-label/NORMALISED` and the tags `I-label` right after it;
    m: those whose first and last token, label and normalised text all agree.
    Lines are summed before dividing: lines with many entities weigh more.
    Empty: P is 1 when nothing was given, R is 1 when nothing was expected.
    conlleval and seqeval read a stray `I-` as the beginning of an entity; here it is an error.
    """
    return entity_hits(expected, output)


@metric(
    "BIO-F1-Labels",
    better="higher",
    bounds=(0, 1),
    parse=unnormalised_entities,
    reads=(TOKENS, TOKENS),
    answers="tags",
    preprocessed_itemwise=True,
    source="Tjong Kim Sang and De Meulder 2003 (whole entities); GEval 1.42.2.0",
    example=_example(["B-firstname/ALAN B-surname/TRING", "O B-surname/NAME O", "B-surname O O O"], 6 / 7),
)
def bio_f1_labels(expected: tuple[Entity, ...], output: tuple[Entity, ...]) -> Hits:
    """F1-score of the entities in BIO tags, normalised texts left aside.

        F = 2 P R / (P + R),  P = Σ m / Σ |o|,  R = Σ m / Σ |e|

    e, o: entities expected and given; m: those whose first and last token and label agree.
    Lines are summed before dividing: lines with many entities weigh more.
    Empty: P is 1 when nothing was given, R is 1 when nothing was expected.
    """
    return entity_hits(expected, output)


def _weighted(total: Mapping[str, Hits]) -> float:
    support = sum([hits.expected for hits in total.values()])
    return ratio(math.fsum([hits.expected * hits.f() for hits in total.values()]), support)


@metric(
    "BIO-Weighted-F1",
    better="higher",
    bounds=(0, 1),
    parse=bio_entities,
    reads=(TOKENS, TOKENS),
    answers="tags",
    finish=_weighted,
    preprocessed_itemwise=True,
    source="GEval 1.42.2.0",
    example=_example(
        ["B-firstname/ALAN B-surname/TURING", "O O O", "B-surname/TARSKI O B-surname/NOT O"], (1 + 2 * 4 / 5) / 3
    ),
)
def bio_weighted_f1(expected: tuple[Entity, ...], output: tuple[Entity, ...]) -> dict[str, Hits]:
    """F1-score of the entities of each label, averaged over expected entities.

        F = Σ n(l) F(l) / Σ n(l)

    l: labels that are expected somewhere; n(l): how many expected entities have it; F(l): BIO-F1 of the entities with
    that label, on the lines that expect it.
    Lines are summed first, label by label; frequent labels weigh more. An entity whose label is not expected *on its
    line* counts nowhere, not even against the precision of that label: so GEval gathers its counts.
    Empty: 1 when no entity is expected, whatever was given.
    seqeval's weighted average also counts what is given on other lines.
    """
    return {
        label: entity_hits(
            [entity for entity in expected if entity.label == label],
            [entity for entity in output if entity.label == label],
        )
        for label in dict.fromkeys(entity.label for entity in expected)
    }


@metric(
    "TokenAccuracy",
    better="higher",
    bounds=(0, 1),
    parse=words,
    finish=lambda total: ratio(*total),
    perfect=lambda line: " ".join(token.partition(";")[0] for token in words(line)),
    preprocessed_itemwise=True,
    source="GEval 1.42.2.0",
    example=Example(
        input=["The cat sits", "Time flies like an arrow"],
        expected=["DET NOUN VERB", "NOUN VERB;NOUN * DET NOUN"],
        output=["DET NOUN VERB", "VERB NOUN ADP DET NOUN"],
        value=6 / 7,
        in_header=["Text"],
        out_header=["PartsOfSpeech"],
    ),
)
def token_accuracy(expected: list[str], output: list[str]) -> Mean:
    """Share of tokens that are as expected.

        A = Σ h / Σ n

    n: expected tokens other than `*` (which accepts anything and does not count); h: those that equal the output token
    at their place, where `a;b` accepts a as well as b. A line with fewer or more tokens than expected raises
    ParseError.
    Lines are summed before dividing: long lines weigh more.
    Empty: 1 when no token counts.
    """
    if len(expected) != len(output):
        raise ParseError(
            f"wanted as many tokens as expected, found {len(output)} for {len(expected)}",
            geval="wrong number of tokens",
            bare=True,
        )
    counted = [(wanted, given) for wanted, given in zip(expected, output, strict=True) if wanted != "*"]
    hits = [given in wanted.split(";") if ";" in wanted else given == wanted for wanted, given in counted]
    return Mean(sum(hits), len(counted))


@metric(
    "SegmentAccuracy",
    better="higher",
    bounds=(0, 1),
    parse=segments,
    preprocessed_itemwise=True,
    traps=[EMPTY_LINE],
    source="GEval 1.42.2.0",
    example=Example(
        input=["Mary's cat is old", "John is young"],
        expected=["N:1-6 N:8-10 V:12-13 A:15-17", "N:1-4 V:6-7 A:9-13"],
        output=["N:1-4 V:5-6 N:8-10 V:12-13 A:15-17", "N:1-4 V:6-7 A:9-13"],
        value=0.875,
        in_header=["Segment"],
        out_header=["PartsOfSpeech"],
    ),
)
def segment_accuracy(expected: list[Segment], output: list[Segment]) -> Mean:
    """Share of the expected segments that were given with the same label and limits, averaged over lines.

        A = 1/n Σ |e ∩ o| / |e|

    n: lines; e, o: segments expected and given on a line. Segments given in excess cost nothing.
    Every line weighs the same.
    Empty: a line that expects no segment makes the whole value NaN.
    """
    return Mean(len(set(expected).intersection(output)) / len(expected) if expected else math.nan)
