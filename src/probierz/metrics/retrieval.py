"""Retrieval: rankings of documents against judgements of how relevant each is, as trec_eval and ir-measures score them.

    expected   d1:2 TAB d7 TAB d3:0      documents that were judged, with whole numbers; without one 1, relevant
    output     d7 TAB d5 TAB d1          documents, best first

A document is relevant when its grade is above 0; one that nobody judged is not. Repeated documents are removed from a
ranking. Every line is a query, and queries weigh the same: one that expects nothing relevant counts 0, where GEval's
rankings count 1 or NaN.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from probierz.errors import ParseError
from probierz.metrics.definition import Example, metric
from probierz.metrics.parsers import columns
from probierz.metrics.reads import JUDGEMENTS, RANKING
from probierz.metrics.tallies import Mean

Judgements = Mapping[str, int]
"""Documents with their grades."""

_GRADED = re.compile(r"(.+):(-?[0-9]{1,9})", re.DOTALL)

_QUERIES = Example(
    input=["stolica Polski", "największe jezioro", "rzeki Mazowsza"],
    expected=["d1:2\td7\td3:0", "d2", "d4\td5:3"],
    output=["d3\td7\td1", "d2", "d9\td8"],
    value=0.0,
    in_header=["Query"],
)


def judgements(text: str) -> Judgements:
    """The documents of an expected line with their grades: `d1:2 TAB d7` is d1 with 2 and d7 with 1.

    Raises ParseError for a document with two grades.
    """
    grades: dict[str, int] = {}
    for field in columns(text):
        found = _GRADED.fullmatch(field)
        document, grade = (found[1], int(found[2])) if found else (field, 1)
        if grades.setdefault(document, grade) != grade:
            raise ParseError("a document has two grades", found=text)
    return grades


def ranked_by_grade(text: str) -> str:
    """A ranking that puts the documents in the order of their grades, and leaves out those that are not relevant."""
    grades = judgements(text)
    return "\t".join(sorted((document for document in grades if grades[document] > 0), key=lambda one: -grades[one]))


def _gains(expected: Judgements, output: Sequence[str], k: int) -> list[int]:
    """The grades of the first k documents, 0 for those that are not relevant."""
    return [max(0, expected.get(document, 0)) for document in list(dict.fromkeys(output))[:k]]


def _relevant(expected: Judgements) -> list[int]:
    return sorted((grade for grade in expected.values() if grade > 0), reverse=True)


@metric(
    "AP@{k:integer}",
    better="higher",
    bounds=(0, 1),
    best=None,
    parse=(judgements, columns),
    reads=(JUDGEMENTS, RANKING),
    perfect=ranked_by_grade,
    free_columns=True,
    geval=False,
    source="Manning, Raghavan and Schütze 2008, section 8.4; trec_eval (map_cut); ir-measures (AP@k)",
    example=replace(_QUERIES, name="AP@3", value=((1 / 2 + 2 / 3) / 2 + 1 + 0) / 3),
)
def average_precision_at(expected: Judgements, output: list[str], k: int) -> Mean:
    """Average precision of the first k documents, averaged over queries.

        AP@k = (1/n) Σ (1/m) Σ over places i ≤ k with a relevant document of h(i) / i

    m: relevant documents of the query, found or not; h(i): relevant documents among the first i; n: queries.
    1 is out of reach where a query has more than k relevant documents, so no best value is stated.
    Empty: NaN; a query without relevant documents counts 0.
    """
    places = [place for place, gain in enumerate(_gains(expected, output, k), 1) if gain]
    relevant = len(_relevant(expected))
    return Mean(math.fsum(hits / place for hits, place in enumerate(places, 1)) / relevant if relevant else 0.0)


@metric(
    "Success@{k:integer}",
    better="higher",
    bounds=(0, 1),
    best=None,
    parse=(judgements, columns),
    reads=(JUDGEMENTS, RANKING),
    perfect=ranked_by_grade,
    free_columns=True,
    geval=False,
    source="trec_eval (success); ir-measures (Success@k)",
    example=replace(_QUERIES, name="Success@1", value=1 / 3),
)
def success_at(expected: Judgements, output: list[str], k: int) -> Mean:
    """Share of queries with a relevant document among the first k.

        Success@k = (1/n) Σ [ a relevant document is among the first k ]

    n: queries. 1 is out of reach where a query has no relevant documents, so no best value is stated.
    Empty: NaN; a query without relevant documents counts 0.
    """
    return Mean(1 if any(_gains(expected, output, k)) else 0)


@metric(
    "MRR@{k:integer}",
    better="higher",
    bounds=(0, 1),
    best=None,
    parse=(judgements, columns),
    reads=(JUDGEMENTS, RANKING),
    perfect=ranked_by_grade,
    free_columns=True,
    geval=False,
    source="Voorhees 1999 (TREC-8 question answering); ir-measures (RR@k); MS MARCO (MRR@10)",
    example=replace(_QUERIES, name="MRR@3", value=(1 / 2 + 1 + 0) / 3),
)
def reciprocal_rank_at(expected: Judgements, output: list[str], k: int) -> Mean:
    """Mean reciprocal rank among the first k: one over the place of the first relevant document.

        MRR@k = (1/n) Σ 1/i,   i the first place up to k with a relevant document, 0 where there is none

    n: queries. 1 is out of reach where a query has no relevant documents, so no best value is stated.
    Empty: NaN; a query without relevant documents counts 0, where MRR counts 1.
    """
    places = (place for place, gain in enumerate(_gains(expected, output, k), 1) if gain)
    first = next(places, None)
    return Mean(1 / first if first else 0.0)


def _discounted(gains: Sequence[int]) -> float:
    return math.fsum(gain / math.log2(place + 1) for place, gain in enumerate(gains, 1))


@metric(
    "Graded-NDCG@{k:integer}",
    better="higher",
    bounds=(0, 1),
    best=None,
    parse=(judgements, columns),
    reads=(JUDGEMENTS, RANKING),
    perfect=ranked_by_grade,
    free_columns=True,
    geval=False,
    source="Järvelin and Kekäläinen 2002 (logarithm of place + 1); trec_eval (ndcg_cut); ir-measures (nDCG@k)",
    example=replace(
        _QUERIES,
        name="Graded-NDCG@3",
        value=((1 / math.log2(3) + 2 / math.log2(4)) / (2 / math.log2(2) + 1 / math.log2(3)) + 1 + 0) / 3,
    ),
)
def graded_discounted_gain(expected: Judgements, output: list[str], k: int) -> Mean:
    """Normalized discounted cumulative gain of the first k documents, by their grades.

        NDCG@k = (1/n) Σ DCG / IDCG,   DCG = Σ over places i ≤ k of g(i) / log₂(i + 1)

    g(i): the grade of the document at place i, 0 where it is not relevant; IDCG: the DCG of the best ranking; n:
    queries. A query without relevant documents makes 1 out of reach, so no best value is stated.
    Empty: NaN; a query without relevant documents counts 0.
    NDCG@k, GEval's, knows no grades, and counts 1 where nothing is relevant.
    """
    ideal = _discounted(_relevant(expected)[:k])
    return Mean(_discounted(_gains(expected, output, k)) / ideal if ideal else 0.0)
