"""Pairings; scipy is the oracle."""

import random

import pytest

from probierz import score
from probierz.errors import DataError
from probierz.metrics import assignment, boxes
from probierz.metrics.assignment import best_partners, best_total, most_pairs


@pytest.mark.parametrize(
    ("weights", "total"),
    [
        ([], 0),
        ([[]], 0),
        ([[0.0, 0.0]], 0),
        ([[0.25, 0.5]], 0.5),
        ([[0.25], [0.75]], 0.75),
        ([[0.9, 1.0], [0.0, 0.9]], 1.8),
        ([[1.0, 0.9], [0.9, 0.0]], 1.8),
    ],
)
def test_the_best_total(weights, total):
    assert best_total(weights) == pytest.approx(total)


def random_weights(random_, rows, columns):
    return [[random_.choice([0.0, 0.5, random_.random(), 1.0]) for _ in range(columns)] for _ in range(rows)]


def test_the_best_total_is_that_of_scipy():
    optimize = pytest.importorskip("scipy.optimize")
    random_ = random.Random(11)
    for _ in range(300):
        weights = random_weights(random_, random_.randint(1, 9), random_.randint(1, 9))
        rows, columns = optimize.linear_sum_assignment(weights, maximize=True)
        wanted = sum(weights[row][column] for row, column in zip(rows, columns, strict=True))
        assert best_total(weights) == pytest.approx(wanted)
        partners = best_partners(weights)
        assert sum(weights[i][j] for i, j in enumerate(partners) if j is not None) == pytest.approx(wanted)
        chosen = [partner for partner in partners if partner is not None]
        assert len(chosen) == len(set(chosen)) == min(len(weights), len(weights[0]))


def test_the_number_of_pairs_is_that_of_scipy():
    sparse = pytest.importorskip("scipy.sparse")
    graphs = pytest.importorskip("scipy.sparse.csgraph")
    random_ = random.Random(12)
    for _ in range(300):
        rows, columns = random_.randint(1, 9), random_.randint(1, 9)
        edges = [[int(random_.random() < 0.3) for _ in range(columns)] for _ in range(rows)]
        partners = [[column for column, edge in enumerate(row) if edge] for row in edges]
        matching = graphs.maximum_bipartite_matching(sparse.csr_matrix(edges))
        assert most_pairs(partners) == sum(matching >= 0)


def test_many_columns_are_paired_like_few(monkeypatch):
    random_ = random.Random(13)
    for _ in range(100):
        weights = random_weights(random_, random_.randint(1, 20), random_.randint(1, 20))
        monkeypatch.setattr(assignment, "_MANY_COLUMNS", 1000)
        in_python = best_partners(weights)
        monkeypatch.setattr(assignment, "_MANY_COLUMNS", 0)
        assert best_partners(weights) == in_python


@pytest.mark.parametrize(
    ("metric", "expected", "output"),
    [
        ("Fuzzy/MultiLabel-F1", "a b c", "d e f"),
        ("Soft-F1", "a:1 a:3 a:5", "a:2 a:4 a:6"),
        ("Soft-F1", "a:1,3,5,7,9", "a:2 a:4"),  # every run counts
        ("FLC-F1", "a:1 a:3 a:5", "a:2 a:4 a:6"),
        ("Probabilistic-Soft-F1", "a:1 a:3 a:5", "a:2 a:4 a:6"),
        ("Probabilistic-Soft2D-F1", "0,0,1,1 0,0,2,2 0,0,3,3", "0,0,1,1 0,0,2,2 0,0,3,3"),
        ("ClippEU", "0,0,1,1/5 0,0,2,2/5 0,0,3,3/5", "0,0,1,1 0,0,2,2 0,0,3,3"),
    ],
)
def test_a_line_with_too_many_pairs_is_refused(monkeypatch, metric, expected, output):
    before = score(metric, [expected], [output]).value
    monkeypatch.setattr(assignment, "_MOST_PAIRS", 8)
    with pytest.raises(DataError, match=r"line 1: .*on one line, and at most 8 pairs"):
        score(metric, [expected], [output])
    monkeypatch.setattr(assignment, "_MOST_PAIRS", 10)
    assert score(metric, [expected], [output]).value == before


def test_rectangles_in_too_many_pieces_are_refused(monkeypatch):
    rows = " ".join(f"0,{at},100,{at}" for at in range(0, 100, 5))
    columns = " ".join(f"{at},0,{at},100" for at in range(0, 100, 5))
    assert score("Soft2D-F1", [rows], [columns]).value == pytest.approx(20 * 20 / (20 * 101))
    monkeypatch.setattr(boxes, "_MOST_COMPARISONS", 100)
    with pytest.raises(DataError, match="too many pieces"):
        score("Soft2D-F1", [rows], [columns])


def test_things_without_a_partner_are_given_up_soon():
    # Without that, each of the thousand left over would look through all the others again: minutes.
    assert most_pairs([range(1000)] * 2000) == 1000
