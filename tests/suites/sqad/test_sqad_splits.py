from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.errors import OptionError
from probierz.suites.sqad.splits import Item, fold_parts, folds_of, split_records

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
