"""Graded retrieval. Values: ir-measures (and pytrec_eval behind it) on random judgements, else worked by hand."""

import random

import pytest

from probierz import score
from probierz.errors import DataError

TWINS = {"AP": "AP", "Success": "Success", "MRR": "RR", "Graded-NDCG": "nDCG"}


def random_queries(random_, count):
    documents = [f"d{number}" for number in range(12)]
    for _ in range(count):
        judged = random_.sample(documents, random_.randint(1, 8))
        # Somebody judged a document of each query to be relevant: others are no part of trec_eval's means.
        grades = {document: random_.randint(0, 3) for document in judged} | {judged[0]: random_.randint(1, 3)}
        yield grades, random_.sample(documents, random_.randint(1, 12))


@pytest.mark.parametrize("k", [1, 3, 10])
@pytest.mark.parametrize("name", TWINS)
def test_rankings_score_as_in_ir_measures(name, k):
    ir_measures = pytest.importorskip("ir_measures")
    measure = ir_measures.parse_measure(f"{TWINS[name]}@{k}")
    queries = list(random_queries(random.Random(f"{name}{k}"), 40))
    qrels = [
        ir_measures.Qrel(str(at), doc, grade) for at, (grades, _) in enumerate(queries) for doc, grade in grades.items()
    ]
    run = [
        ir_measures.ScoredDoc(str(at), document, -place)
        for at, (_, ranking) in enumerate(queries)
        for place, document in enumerate(ranking)
    ]
    expected = ["\t".join(f"{document}:{grade}" for document, grade in grades.items()) for grades, _ in queries]
    found = score(f"{name}@{k}", expected, ["\t".join(ranking) for _, ranking in queries])
    assert found.value == pytest.approx(ir_measures.calc_aggregate([measure], qrels, run)[measure])
    theirs = {one.query_id: one.value for one in ir_measures.iter_calc([measure], qrels, run)}
    assert found.rows.values == pytest.approx([theirs[str(at)] for at in range(40)])


@pytest.mark.parametrize(
    ("name", "expected", "output", "value"),
    [
        # ir-measures 0.4.3, worked out once: the same query under four measures
        ("AP@3", "a:2\tb\tc:0", "c\tb\ta", (1 / 2 + 2 / 3) / 2),
        ("MRR@3", "a:2\tb\tc:0", "c\tb\ta", 1 / 2),
        ("Success@1", "a:2\tb\tc:0", "c\tb\ta", 0.0),
        ("Graded-NDCG@3", "a:2\tb\tc:0", "c\tb\ta", 0.6199062332840657),
        # a name may hold colons; what follows the last is a grade if it is a whole number
        ("Success@1", "http://x:1\thttp://y", "http://y", 1.0),
        ("Success@1", "http://x:1", "http://x", 1.0),
        # a repeated document takes one place only
        ("MRR@2", "a", "b\tb\ta", 1 / 2),
        ("AP@2", "a:-1", "a", 0.0),
        ("Graded-NDCG@5", "", "a", 0.0),
    ],
)
def test_a_ranking_is_worth(name, expected, output, value):
    assert score(name, [expected], [output]).value == pytest.approx(value)


def test_judgements_may_be_a_dictionary_and_a_ranking_a_list():
    assert score("Success@1", [{"http://x": 2, "b:c": 0}], [["http://x", "b:c"]]).value == 1.0
    assert score("Graded-NDCG@2", [{"a": 1, "b": 2}], [["b", "a"]]).value == 1.0


def test_a_document_with_two_grades_is_refused():
    with pytest.raises(DataError, match="two grades"):
        score("AP@3", ["a:1\ta:2"], ["a"])
