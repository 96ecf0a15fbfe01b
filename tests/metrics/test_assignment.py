"""Pairings; scipy is the oracle."""

import random

import pytest

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
