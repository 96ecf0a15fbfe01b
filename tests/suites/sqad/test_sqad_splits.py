from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.errors import OptionError
from probierz.suites.sqad.splits import PARTS, Item, fold_parts, folds_of, split_records

# shares of question types in SQAD 3.0, in thousandths (Table 1 of its publication)
SHARES = {
    "DATETIME": 147,
    "PERSON": 131,
    "VERB_PHRASE": 168,
    "ADJ_PHRASE": 112,
    "ENTITY": 184,
    "CLAUSE": 35,
    "NUMERIC": 73,
    "LOCATION": 124,
    "ABBREVIATION": 25,
    "OTHER": 1,
}


def items_like_sqad(count):
    kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
    return [
        Item(f"{at:06d}", kinds[at * 7 % len(kinds)], "OTHER" if at % 3 else "ENTITY", f"article {at // 2}")
        for at in range(count)
    ]


def test_sixty_ten_thirty_of_13473_records():
    parts = Counter(split_records(items_like_sqad(13_473)).values())
    assert parts == {"train": 8084, "dev-0": 1347, "test-A": 4042}  # 8083.8, 1347.3, 4041.9


@pytest.mark.parametrize("by_article", [False, True])
def test_types_are_in_proportion_in_every_part(by_article):
    items = items_like_sqad(5000)
    parts = split_records(items, seed=3, by_article=by_article)
    for kind in SHARES:
        of_kind = [item for item in items if item.question_type == kind]
        for part, share in {"train": 0.6, "dev-0": 0.1, "test-A": 0.3}.items():
            count = sum(parts[item.name] == part for item in of_kind)
            assert abs(count - share * len(of_kind)) <= (8 if by_article else 3)


def test_records_of_an_article_can_stay_together():
    items = items_like_sqad(1000)
    parts = split_records(items, by_article=True)
    for first, second in zip(items[::2], items[1::2], strict=True):
        assert parts[first.name] == parts[second.name]


@given(st.integers(10, 60), st.integers(0, 5), st.booleans())
def test_every_record_has_one_part_and_the_seed_decides(count, seed, by_article):
    items = items_like_sqad(count)
    parts = split_records(items, seed=seed, by_article=by_article)
    assert set(parts) == {item.name for item in items}
    assert parts == split_records(items[::-1], seed=seed, by_article=by_article)


def test_another_seed_divides_otherwise():
    items = items_like_sqad(200)
    assert split_records(items, seed=1) != split_records(items, seed=2)


def test_each_fold_is_the_test_once_and_300_others_validate():
    items = items_like_sqad(5000)
    folds = folds_of(items)
    assert Counter(folds.values()) == dict.fromkeys(range(1, 6), 1000)
    tested = Counter()
    for fold in range(1, 6):
        parts = fold_parts(items, folds, fold)
        assert Counter(parts.values()) == {"train": 3700, "dev-0": 300, "test-A": 1000}
        tested.update(name for name, part in parts.items() if part == "test-A")
    assert set(tested.values()) == {1}
    assert len(tested) == 5000


def test_too_few_records_are_refused():
    with pytest.raises(OptionError, match="at least 10"):
        split_records(items_like_sqad(9))
    with pytest.raises(OptionError, match="5 folds"):
        folds_of(items_like_sqad(4))


# --- articles that stay whole ----------------------------------------------------------------------------------------


def items_of_articles(sizes):
    """Records of articles of these sizes; types go round, so that every article has several."""
    kinds = [*SHARES]
    articles = [f"article {number}" for number, size in enumerate(sizes) for _ in range(size)]
    return [Item(f"{at:06d}", kinds[at % 7], "ENTITY", article) for at, article in enumerate(articles)]


def sizes_of(parts):
    counts = Counter(parts.values())
    return [counts[part] for part in PARTS]


def farness(sizes):
    """Empty parts, and how far the others are from 60 : 10 : 30, relative to what is wanted."""
    wanted = [share * sum(sizes) for share in PARTS.values()]
    far = sum((size - count) ** 2 / count for size, count in zip(sizes, wanted, strict=True))
    return sizes.count(0), round(far, 6)


@pytest.mark.parametrize(
    ("articles", "sizes"),
    [
        ([4, 4, 2], [4, 2, 4]),  # of 6, 1, 3; 4, 4, 2 would be farther
        ([6, 3, 1], [6, 1, 3]),
        ([8, 1, 1], [8, 1, 1]),
        ([3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3], [21, 3, 9]),  # eleven are too many to try all ways
        ([88, 4, 4, 4], [88, 4, 8]),
        ([2, *[3] * 12, 2], [24, 4, 12]),  # both of two develop
    ],
)
def test_articles_are_divided_as_near_to_the_shares_as_they_can_be(articles, sizes):
    assert sizes_of(split_records(items_of_articles(articles), by_article=True)) == sizes


@given(st.lists(st.integers(1, 12), min_size=3, max_size=7).filter(lambda sizes: sum(sizes) >= 10), st.integers(0, 3))
def test_no_other_way_to_divide_a_few_articles_is_nearer(articles, seed):
    found = sizes_of(split_records(items_of_articles(articles), seed=seed, by_article=True))
    ways = product(range(3), repeat=len(articles))
    others = [[sum(size for size, at in zip(articles, way, strict=True) if at == part) for part in range(3)]
              for way in ways]  # fmt: skip
    assert farness(found) == min(map(farness, others))
    assert 0 not in found


@given(st.lists(st.integers(1, 30), min_size=10, max_size=40), st.integers(0, 3))
def test_no_article_of_many_could_move_or_change_places_and_come_nearer(articles, seed):
    items = items_of_articles(articles)
    parts = split_records(items, seed=seed, by_article=True)
    assert parts == split_records(items[::-1], seed=seed, by_article=True)
    found = sizes_of(parts)
    there = {(list(PARTS).index(parts[item.name]), articles[int(item.article.split()[1])]) for item in items}
    for source, target in permutations(range(3), 2):
        leaving = [size for part, size in there if part == source]
        coming = [0, *(size for part, size in there if part == target)]
        for size, back in product(leaving, coming):
            after = list(found)
            after[source] += back - size
            after[target] += size - back
            assert farness(found) <= farness(after)


def test_of_ways_that_are_equally_near_the_one_with_types_in_proportion_is_taken():
    # eight articles of two records, four of each type: five train, one develops, two test
    items = [
        Item(f"{at:06d}", "PERSON" if at % 4 < 2 else "NUMERIC", "ENTITY", f"article {at // 2}") for at in range(16)
    ]
    parts = split_records(items, by_article=True)
    assert sizes_of(parts) == [10, 2, 4]
    assert Counter(item.question_type for item in items if parts[item.name] == "test-A") == {"PERSON": 2, "NUMERIC": 2}


def test_folds_of_whole_articles_are_equal_where_they_can_be():
    folds = folds_of(items_of_articles([5, 5, 5, 4, 4, 1, 1]), by_article=True)
    assert Counter(folds.values()) == dict.fromkeys(range(1, 6), 5)


def test_one_article_leaves_nothing_to_train_and_validate_where_it_is_tested():
    items = items_of_articles([10])
    folds = folds_of(items, by_article=True)
    assert set(fold_parts(items, folds, folds["000000"], by_article=True).values()) == {"test-A"}
